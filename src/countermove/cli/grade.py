"""`countermove grade`: compare a student's search with the textbook and name its mistake."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countermove.cli.common import OK, PROBLEMS, console, emit, watched
from countermove.cli.option import JSON
from countermove.errors import SpecError
from countermove.views.words import count

if TYPE_CHECKING:
    from countermove.lectures.grade import Example, Grade

STYLES = {"game": "a game", "node": "successors", "tree": "nested lists", "own": "its own game"}


def grade(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A Python file with a search in it, or a folder.", show_default=False)
    ],
    function: Annotated[
        str | None, typer.Option(metavar="NAME", help="The function to grade.", show_default="found by name")
    ] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="What it implements: minimax, alphabeta, expectimax or expectiminimax.",
            show_default="from its name and parameters",
        ),
    ] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="ROLE=NAME",
            help="What is what in your own game: search, entry, start, show, turn, depth, alpha, beta, or a parameter.",
            show_default=False,
        ),
    ] = None,
    csv: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the table of a folder.", show_default=False)
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a page (.html) on a folder.", show_default=False)
    ] = None,
    prune: Annotated[str, typer.Option(help="Cut when a bound is reached (>=) or exceeded (>).")] = ">=",
    ply: Annotated[str, typer.Option(help="Unit of depth: action, or cycle of all players.")] = "action",
    seconds: Annotated[float, typer.Option(metavar="S", help="Time limit per tree.")] = 2.0,
    memory: Annotated[int, typer.Option(metavar="MB", help="Memory limit.")] = 2048,
    trees: Annotated[int, typer.Option(metavar="N", help="Number of random trees.")] = 80,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    json: JSON = False,
) -> int:
    """Check your own minimax, alpha-beta or expectimax.

    A whole program is graded on its own game: the search is found, positions are explored by playing, and its values
    and actions are compared with an exhaustive search of the same rules. The report says what was taken for what, and
    --map corrects it, as --map start=new_board. A tree may be nested lists, an array of leaves, a heap, nodes of a
    class or successors by name.

    A function alone may be minimax(game, state), alphabeta(game, state, depth) and so on, with the methods of a game
    (actions, result, is_terminal, utility, player, evaluate, chances); value(state) or max_value(state, alpha, beta),
    calling successors(state), is_terminal(state), utility(state), player(state), probability(state); or minimax(tree)
    on nested lists of numbers. Players are numbers: 0 is MAX, the rest are opponents. It returns the value for MAX,
    the action, or a pair of both. The file runs in its own process with limits on time and memory. Exit code 0: all
    correct; 1: a mistake was found; 2: it cannot be graded.

    A folder is graded file by file, several at a time. Exit code 0 then means that every file was graded.
    """
    from countermove.lectures.grade import grade as graded

    for option, value, known in (("--prune", prune, (">=", ">")), ("--ply", ply, ("action", "cycle"))):
        if value not in known:
            raise SpecError(f"{option} is {value!r}; use {known[0]} or {known[1]}.")
    mapped = dict(map(_pair, mapping or []))

    def one(path: str | Path, progress: Callable[[int], None] = lambda done: None) -> Grade:
        return graded(
            path,
            function=function,
            algorithm=algorithm,
            prune=">" if prune == ">" else ">=",
            ply="cycle" if ply == "cycle" else "action",
            seconds=seconds,
            memory=memory,
            seed=seed,
            trees=trees,
            mapped=mapped,
            progress=progress,
        )

    if Path(file).is_dir():
        return _folder(Path(file), one, csv, out, json)
    if csv is not None or out is not None:
        raise SpecError(f"{'--csv' if csv is not None else '--out'} is for a folder, and {file!r} is not one.")
    with watched("grading …", quiet=json) as status:
        report = one(file, lambda done: status(f"grading … {count(done, 'tree')}"))
    if json:
        emit(report.to_json())
    else:
        _show(report)
    return OK if report.ok else PROBLEMS


def _pair(text: str) -> tuple[str, str]:
    role, equals, name = text.partition("=")
    if not equals or not role or not name:
        raise SpecError(f"--map is {text!r}; give a role and a name, as --map start=new_board.")
    return role.strip(), name.strip()


def _folder(folder: Path, one: Callable[[Path], Grade], csv: str | None, out: str | None, json: bool) -> int:
    """Every file of a folder: a table, and if asked a CSV and a page."""
    from countermove.cli.document import deliver
    from countermove.cli.table import plain_table, show
    from countermove.lectures.grade.folder import grade_files, page, table

    with watched("grading …", quiet=json) as status:
        rows = grade_files(folder, one, lambda done: status(f"grading … {count(done, 'file')}"))
    if csv is not None:
        deliver(table(rows), csv)
    if out is not None:
        deliver(page(rows, folder.resolve().name), out)
    if json:
        emit({"folder": str(folder), "files": [row.to_json() for row in rows]})
    else:
        shown = plain_table("file", "verdict", "what was found")
        for row in rows:
            shown.add_row(row.file, row.verdict, row.cells()["sentence"])
        show(console(), shown)
    return PROBLEMS if any(row.grade is None for row in rows) else OK


def _show(report: Grade) -> None:
    from countermove.cli.table import facts_table, show

    out = console()
    name = report.mistake.removeprefix("wrong:")
    headline = report.sentence if report.sentence.startswith(report.file) else f"{report.file}: {report.sentence}"
    out.print(headline, style="bold green" if report.ok else "bold red")
    if report.hint:
        out.print(report.hint)
    example = report.example
    if example is not None:
        out.print()
        show(out, _example(example))
    out.print()
    table = facts_table()
    table.add_row("graded", f"{report.function}, as {report.algorithm} on {STYLES[report.style]}")
    for number, words in enumerate(report.taken):
        table.add_row("" if number else "taken", words)
    for aspect, right in report.right.items():
        number = report.graded.get(aspect, report.cases)
        table.add_row(aspect, f"right on {right} of {count(number, 'position' if report.taken else 'tree')}")
    if not report.ok:
        table.add_row("mistake", name + (f" (or {', '.join(report.also)})" if report.also else ""))
    for note in report.notes:
        table.add_row("note", note)
    if report.see:
        table.add_row("see it", report.see)
    show(out, table)


def _example(example: Example) -> Any:
    """The smallest tree, the right answer and what the code answers."""
    from countermove.cli.table import facts_table

    table = facts_table()
    limit = "" if example.depth is None else f", depth {example.depth}"
    who = "" if example.players == 2 else f", {example.players} players"
    if example.position:
        table.add_row("position", example.position)
    if example.tree:
        table.add_row("tree" if example.position else "smallest", example.tree + limit + who)
    if example.expected:
        table.add_row("right", _facts(example.expected))
        table.add_row("yours", _facts(example.got))
    if example.sentence:
        table.add_row("differs", example.sentence)
    if example.step:
        table.add_row("first step", example.step)
    return table


def _facts(facts: dict[str, Any]) -> str:
    words = []
    for name, value in facts.items():
        if value is None:
            continue
        if isinstance(value, list):
            value = (" or " if name == "actions" else ", ").join(map(str, value))
        elif isinstance(value, float):
            value = f"{value:.6g}"
        words.append(f"{ {'leaves_visited': 'visits', 'actions': 'action'}.get(name, name) } {value}")
    return "; ".join(words) or "no answer"
