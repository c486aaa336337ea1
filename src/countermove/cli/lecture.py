"""`countermove lecture`: show, narrate and answer an example of the lectures; without a name, list them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countermove.cli.common import PROBLEMS, console, emit, require
from countermove.cli.convention import LECTURE_DEFAULT, NAMES, PAYOFF, PLY, PRUNE, RETURNS, ROOT_DEPTH, WINDOW, given
from countermove.cli.course import is_pacman_test, show_folder, show_pacman
from countermove.cli.document import FORMATS, chosen, deliver, prose
from countermove.cli.option import JSON
from countermove.errors import SpecError
from countermove.game import offers
from countermove.views.paper import PRINTED, printed
from countermove.views.plain import plain
from countermove.views.words import count

if TYPE_CHECKING:
    from countermove.lectures import Item, Table
    from countermove.lectures.course import Course
    from countermove.lectures.show import Performance

LEVELS = ("brief", "full", "trace", "table")
FILES = (".test", ".efg", ".txt")
MAX_SENTENCES = 400
"""Sentences printed per search."""


def lecture(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A lecture, a course's test file, or a folder of them; omit to list.",
            show_default=False,
        ),
    ] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Another algorithm, such as minimax.", show_default=LECTURE_DEFAULT),
    ] = None,
    prune: PRUNE = None,
    returns: RETURNS = None,
    ply: PLY = None,
    root_depth: ROOT_DEPTH = None,
    window: WINDOW = None,
    payoff: PAYOFF = None,
    names: NAMES = None,
    level: Annotated[str, typer.Option(help="Detail: brief, full, trace or table.")] = "brief",
    boards: Annotated[bool, typer.Option("--boards", help="Show small boards, with --level full.")] = False,
    run: Annotated[
        int | None, typer.Option(help="Only this search of the lecture.", show_default="all; the last is drawn")
    ] = None,
    format: Annotated[
        str | None, typer.Option(help=f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}.", show_default="text")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Output file; its extension sets the format.", show_default="stdout"),
    ] = None,
    json: JSON = False,
) -> int | None:
    """Show an example of the lectures: tree, search and answer.

    With changed conventions, also what they change. A course's test is compared with the solution file beside it, and
    so are all tests in a folder; the exit code is 1 if one disagrees.
    """
    require(level in LEVELS, f"Unknown level {level!r}; use {_either(LEVELS)}.")
    format = chosen(format, out, json)
    if name is None:
        _list(format)
        return None
    if _is_folder(name):
        return show_folder(Path(name), format, out)
    from countermove.lectures import find
    from countermove.lectures.show import as_json, perform, switched

    if _is_file(name) and is_pacman_test(Path(name)):
        return show_pacman(Path(name), algorithm, format, out)
    course = _course(Path(name)) if _is_file(name) else None
    item = find(name) if course is None else _as_item(Path(name), course)
    options = given(
        prune=prune, returns=returns, ply=ply, root_depth=root_depth, window=window, payoff=payoff, names=names
    )
    runs = _chosen(item, run)
    if options or algorithm:
        require(bool(runs), f"The lecture {item.name!r} has no search; omit the options that change one.")
    performances = [perform(each, switched(each, options), algorithm) for each in runs]
    if format not in ("text", "json"):
        _draw(item, performances, format, out)
    elif format == "json":
        answer = as_json(item, performances, level)
        if course is not None:
            found = course.answer(performances[0].last, performances[0].decision)
            answer = {**found, "agrees": course.agrees, **answer}
        emit(answer) if out is None else deliver(dumps(plain(answer)), out)
    else:
        deliver("\n".join(_lines(item, performances, level, boards)), out)
    return PROBLEMS if course is not None and course.agrees is False else None


def _either(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _list(format: str) -> None:
    """All lectures, by section."""
    from countermove.lectures import SECTIONS

    if format == "json":
        lectures = [
            {"name": item.name, "title": item.title, "section": section.number, "items": list(item.numbers)}
            for section in SECTIONS
            for item in section.items
        ]
        emit({"sections": {s.number: s.title for s in SECTIONS}, "lectures": lectures})
        return
    require(format == "text", "The list of lectures is text or json; name a lecture to draw.")
    from countermove.cli.table import plain_table, show

    screen = console()
    for section in SECTIONS:
        screen.print(f"{section.number}. {section.title}", style="bold")
        table = plain_table("", "", "")
        table.show_header = False
        for item in section.items:
            table.add_row(f"  {item.name}", item.title, ", ".join(map(str, item.numbers)))
        show(screen, table)
        screen.print()
    screen.print("countermove lecture NAME shows one; numbers refer to the lecture notes.", style="dim")


def _is_folder(name: str) -> bool:
    """Whether the name is a folder rather than a lecture; a lecture's name goes first."""
    from countermove.lectures import SECTIONS

    return Path(name).is_dir() and all(item.name != name for section in SECTIONS for item in section.items)


def _is_file(name: str) -> bool:
    """Whether the name is a file rather than a lecture; rejects files that hold no tree."""
    if name.endswith(FILES):
        return True
    path, endings = Path(name), _either(FILES)
    if path.is_file():
        raise SpecError(f"{name!r} is not a tree file; its name must end in {endings}.")
    if len(path.parts) > 1:
        raise SpecError(f"No lecture or file named {name!r}; run `countermove lecture` to list the lectures.")
    return False


def _course(path: Path) -> Course:
    """A course test, or a tree in another notation, from a file."""
    from countermove.lectures import course

    return course.read(path)


def _as_item(path: Path, course: Course) -> Item:
    """A file as a lecture with one search."""
    from countermove.lectures import Item, Run

    solved = course.solve()
    taken = f"the action is {solved['action']}; " if solved["action"] is not None else ""
    answer = f"{taken}{count(len(solved['generated']), 'state is', 'states are')} generated: "
    words = "" if course.agrees is None else f"The solution file {'agrees' if course.agrees else 'disagrees'}."
    search = Run(
        lambda: course.game,
        course.algorithm,
        depth=course.depth,
        conventions=course.conventions,
        caption=course.diagram,
    )
    return Item(
        path.name,
        path.name,
        (),
        "What does the search answer?",
        answer + " ".join(solved["generated"]) + ".",
        words,
        (search,),
    )


def _chosen(item: Item, number: int | None) -> tuple[Any, ...]:
    if number is None:
        return item.runs
    searches = count(len(item.runs), "search", "searches")
    require(
        1 <= number <= len(item.runs), f"The lecture {item.name!r} has {searches}; give --run 1 to {len(item.runs)}."
    )
    return (item.runs[number - 1],)


def _lines(item: Item, performances: list[Performance], level: str, boards: bool) -> list[str]:
    """Everything about an item, line by line."""
    from countermove.lectures.show import answered
    from countermove.views.estimate import LEGEND, MEAN_LEGEND

    numbers = f" (example {', '.join(map(str, item.numbers))})" if item.numbers else ""
    lines = [f"{item.title}{numbers}", "", *prose(item.question), ""]
    for done in performances:
        if "\n" in done.run.caption:
            lines += [*done.run.caption.splitlines(), ""]
        elif done.run.caption:
            lines += prose(f"In the lecture: {done.run.caption}" if done.switched else done.run.caption)
        lines += [*_tree(done), "", *_narrated(done, level, boards), "", *prose(_found(done))]
        lines += [] if done.decision.exact else [MEAN_LEGEND if done.decision.visits else LEGEND]
        lines += [*(line for change in _changed(done) for line in prose(change)), ""]
    answer, own = answered(item, performances)
    lines += prose(f"Answer: {answer}")
    lines += [*(prose(f"The lecture's own answer: {own}") if own else []), *prose(item.words)]
    for table in item.tables() if item.tables else ():
        lines += ["", *aligned(table)]
    return lines


def _tree(done: Performance) -> list[str]:
    """The tree of a search, with node names where it has them."""
    from countermove.views.sketch import Sketch
    from countermove.views.text import lines_text, tree_lines

    lines = list(
        tree_lines(done.game, Sketch.of(done.events), done.conventions, done.algorithm, opponent=done.run.opponent)
    )
    named = done.rows() if offers(done.game, "node_name") else []
    if len(named) == len(lines):
        lines = [replace(line, branch=f"{line.branch} {row.node}") for line, row in zip(lines, named)]
    return lines_text(lines).splitlines()


def _narrated(done: Performance, level: str, boards: bool) -> list[str]:
    narration = done.narration(level, boards)
    if level == "table":
        from countermove.views.trace import Row

        return _columns([tuple(word.upper() for word in Row._fields), *narration])
    left = len(narration) - MAX_SENTENCES
    narration = narration if left <= 0 else [*narration[:MAX_SENTENCES], f"… {left:,} more; --level brief is shorter."]
    return narration if level == "trace" or boards else [line for one in narration for line in prose(one)]


def _found(done: Performance) -> str:
    from countermove.views.narrate import said, shown

    decision = done.decision
    chosen = "" if done.action is None else f", action {done.action}"
    visited = [said(event.value, event.estimate) for event in done.last if event.kind == "leaf"]
    summary = f"{decision.algorithm}: value {done.value}{chosen}; {count(decision.nodes, 'node')}"
    if decision.visits:
        return f"{summary}, {count(decision.leaves, 'simulation')}."
    if len(visited) <= 20:
        summary += f"; visits {', '.join(visited)}"
    pruned = [shown(value) for value in done.pruned]
    return summary + (f"; prunes {', '.join(pruned)}." if pruned and len(pruned) <= 20 else ".")


def _changed(done: Performance) -> list[str]:
    from countermove.lectures.show import changes

    return changes(done.run, done)


def aligned(table: Table) -> list[str]:
    """A table as lines, numbers right-aligned."""
    from countermove.views.narrate import number

    def word(cell: str | int | float) -> str:
        return cell if isinstance(cell, str) else f"{cell:,}" if isinstance(cell, int) else number(cell)

    rows = [tuple(word(cell) for cell in row) for row in table.rows]
    right = [
        all(not isinstance(row[at], str) or row[at] == "" for row in table.rows) for at in range(len(table.columns))
    ]
    lines = _columns([table.columns, *rows], right)
    return [table.title, *(f"  {line}" for line in lines)] if table.title else lines


def _columns(rows: Sequence[tuple[str, ...]], right: list[bool] | None = None) -> list[str]:
    """Rows with aligned cells."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    sides = right or [False] * len(widths)
    return [
        "  ".join(
            f"{cell:>{width}}" if side else f"{cell:{width}}" for cell, width, side in zip(row, widths, sides)
        ).rstrip()
        for row in rows
    ]


def _draw(item: Item, performances: list[Performance], format: str, out: str | None) -> None:
    """The plot of a claim, or the drawing of a tree."""
    if item.plot is not None and item.tables is not None and format in ("svg", *PRINTED):
        from countermove.views.plot import svg

        plotted = svg(item.plot(item.tables()))
        deliver(printed(plotted, format) if format in PRINTED else plotted, out)
        return
    if not performances:
        has = "only a plot: svg, pdf or png" if item.plot else "no tree to draw"
        raise SpecError(f"The lecture {item.name!r} has {has}; omit --format {format}.")
    from countermove.views import draw

    done = performances[-1]
    drawing = draw(
        done.game,
        done.events,
        format=format,
        conventions=done.conventions,
        algorithm=done.decision.algorithm,
        title=item.title,
        opponent=done.run.opponent,
    )
    deliver(drawing.content() if format in PRINTED else drawing.render(), out)
