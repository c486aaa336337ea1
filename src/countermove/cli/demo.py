"""`countermove demo`: a demonstration of the lectures with Pacman; without a name, the list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from countermove.cli.common import emit, require, watched
from countermove.cli.document import prose
from countermove.cli.lecture import aligned
from countermove.cli.option import JSON

if TYPE_CHECKING:
    from countermove.lectures.demo import Demo, DemoResult

MAX_GAMES = 100_000
"""Upper limit for --games."""


def demo(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A demonstration; omit to list them all.", show_default=False)
    ] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="Games of each kind.", show_default="its own")] = None,
    json: JSON = False,
) -> None:
    """Run a Pacman demonstration of the lectures."""
    from countermove.lectures.demo import DEMOS, find

    require(
        games is None or 1 <= games <= MAX_GAMES, f"--games is {games}; give a whole number from 1 to {MAX_GAMES:,}."
    )
    if name is None:
        if json:
            emit({"demos": [{"name": each.name, "title": each.title} for each in DEMOS]})
            return
        wide = max(len(each.name) for each in DEMOS)
        for each in DEMOS:
            print(f"{each.name:{wide}}  {each.title}")
        print("\ncountermove demo NAME shows one.")
        return
    chosen = find(name)
    require(games is None or chosen.games > 0, f"The demonstration {name!r} plays no series of games; omit --games.")
    with watched(f"Playing {chosen.name}", json):
        shown = chosen.perform(games or chosen.games)
    if json:
        emit(_answer(chosen, shown))
    else:
        print("\n".join(_lines(chosen, shown)))


def _answer(demo: Demo, shown: DemoResult) -> dict[str, object]:
    tables = [{"title": table.title, "columns": table.columns, "rows": table.rows} for table in shown.tables]
    return {
        "name": demo.name, "title": demo.title, "tables": tables, "notice": shown.notice, "frames": shown.frames,
        "watch": shown.watch,
    }  # fmt: skip


def _lines(demo: Demo, shown: DemoResult) -> list[str]:
    lines = [demo.title, ""]
    for frame in shown.frames:
        lines += [*frame.splitlines(), ""]
    for table in shown.tables:
        lines += [*aligned(table), ""]
    lines.append("What to notice:")
    for sentence in shown.notice:
        first, *rest = prose(f"- {sentence}")
        lines += [first, *(f"  {line}" for line in rest)]
    if shown.watch:
        lines += ["", "To watch:", *(f"  {command}" for command in shown.watch)]
    return lines
