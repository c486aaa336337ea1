"""`countermove grade`: compare a student's search with the textbook and name its mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from countermove.cli.common import OK, PROBLEMS, console, emit, watched
from countermove.cli.option import JSON
from countermove.errors import SpecError
from countermove.views.words import count

if TYPE_CHECKING:
    from countermove.lectures.grade import Example, Grade

STYLES = {"game": "a game", "node": "successors", "tree": "nested lists"}


def grade(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A Python file with a search in it.", show_default=False)],
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
    prune: Annotated[str, typer.Option(help="Cut when a bound is reached (>=) or exceeded (>).")] = ">=",
    ply: Annotated[str, typer.Option(help="Unit of depth: action, or cycle of all players.")] = "action",
    seconds: Annotated[float, typer.Option(metavar="S", help="Time limit per tree.")] = 2.0,
    memory: Annotated[int, typer.Option(metavar="MB", help="Memory limit.")] = 2048,
    trees: Annotated[int, typer.Option(metavar="N", help="Number of random trees.")] = 80,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    json: JSON = False,
) -> int:
    """Check your own minimax, alpha-beta or expectimax.

    The function may be minimax(game, state), alphabeta(game, state, depth) and so on, with the methods of a game
    (actions, result, is_terminal, utility, player, evaluate, chances); value(state) or max_value(state, alpha, beta),
    calling successors(state), is_terminal(state), utility(state), player(state), probability(state); or minimax(tree)
    on nested lists of numbers. Players are numbers: 0 is MAX, the rest are opponents. It returns the value for MAX,
    the action, or a pair of both. The file runs in its own process with limits on time and memory. Exit code 0: all
    correct; 1: a mistake was found.
    """
    from countermove.lectures.grade import grade as graded

    for option, value, known in (("--prune", prune, (">=", ">")), ("--ply", ply, ("action", "cycle"))):
        if value not in known:
            raise SpecError(f"{option} is {value!r}; use {known[0]} or {known[1]}.")
    with watched("grading …", quiet=json) as status:
        report = graded(
            file,
            function=function,
            algorithm=algorithm,
            prune=">" if prune == ">" else ">=",
            ply="cycle" if ply == "cycle" else "action",
            seconds=seconds,
            memory=memory,
            seed=seed,
            trees=trees,
            progress=lambda done: status(f"grading … {count(done, 'tree')}"),
        )
    if json:
        emit(report.to_json())
    else:
        _show(report)
    return OK if report.ok else PROBLEMS


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
    for aspect, right in report.right.items():
        table.add_row(aspect, f"right on {right} of {count(report.cases, 'tree')}")
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
    table.add_row("smallest", example.tree + limit + who)
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
