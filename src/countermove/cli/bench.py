"""`countermove bench`: how fast it is here, next to the textbook and to other frameworks."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from countermove.cli.common import console, emit, watched
from countermove.cli.option import JSON
from countermove.errors import SpecError

if TYPE_CHECKING:
    from countermove.bench import Depth, Plays, Rival, Start

__all__ = ["bench"]


def bench(
    depth: Annotated[int, typer.Option(metavar="N", help="How deep compiled search goes on Connect 4.")] = 14,
    json: JSON = False,
) -> None:
    """Measure speed: compiled search, start-up, and other frameworks, in one run."""
    from countermove import bench as measure

    if not 1 <= depth <= 20:
        raise SpecError(f"The depth to measure is {depth}; give 1 to 20.")
    with watched("measuring …") as tell:
        tell("searching Connect 4")
        depths = []
        for found in measure.depths(depth):
            depths.append(found)
            tell(f"searching Connect 4: depth {found.depth}")
        tell("counting plays")
        plays = list(measure.plays())
        tell("starting up")
        start = measure.start_up()
        tell("other frameworks")
        rivals, missing = measure.rivals()
    if json:
        emit(
            {
                "alphabeta": [{**asdict(d), "same": d.same, "ratio": d.ratio} for d in depths],
                "plays": [asdict(p) for p in plays],
                "start": asdict(start),
                "rivals": [{**asdict(r), "ratio": r.ratio} for r in rivals],
                "missing": missing,
            }
        )
        return
    _show(depths, plays, start, rivals, missing)


def _show(depths: list[Depth], plays: list[Plays], start: Start, rivals: list[Rival], missing: list[str]) -> None:
    from countermove.cli.table import plain_table, show

    out = console()
    out.print("Alpha-beta on Connect 4 from the empty board, plain order, no table", style="bold")
    right = ("depth", "nodes", "compiled", "textbook", "ratio", "plays", "a second", "seconds", "times faster here")
    table = plain_table("depth", "nodes", "compiled", "textbook", "ratio", "same value and nodes", right=right)
    for d in depths:
        told = {None: "", True: "yes", False: "NO"}[d.same]
        book = _rate(d.book_nodes, d.book_seconds) if d.book_nodes and d.book_seconds else ""
        table.add_row(
            str(d.depth), f"{d.nodes:,}", _rate(d.nodes, d.seconds), book, f"{d.ratio:,.0f}" if d.ratio else "", told
        )
    show(out, table)

    out.print("\nPlays of Connect 4 (perft)", style="bold")
    table = plain_table("depth", "plays", "a second", "as published", right=right)
    for p in plays:
        told = "yes" if p.plays == p.published else f"NO: {p.published:,}"
        table.add_row(str(p.depth), f"{p.plays:,}", _rate(p.plays, p.seconds), told)
    show(out, table)

    out.print("\nStart-up", style="bold")
    table = plain_table("what", "seconds", right=right)
    table.add_row("import Numba", f"{start.importing:.2f}")
    table.add_row("then compile a small game", f"{start.compiling:.2f}")
    table.add_row("or load it, in the next process", f"{start.loading:.2f}")
    table.add_row("countermove --help", f"{start.helping:.2f}")
    show(out, table)

    out.print("\nOther frameworks: alpha-beta on Connect 4 without an evaluation", style="bold")
    table = plain_table("framework", "nodes", "a second", "times faster here", "what runs", right=right)
    for r in rivals:
        table.add_row(r.name, f"{r.nodes:,}", _rate(r.nodes, r.seconds), f"{r.ratio:,.0f}", r.note)
    if rivals:
        show(out, table)
    if missing:
        out.print(f"Not installed: {', '.join(missing)}. To compare: pip install 'countermove[bench]'.")


def _rate(nodes: int, seconds: float) -> str:
    """Nodes a second, short."""
    rate = nodes / seconds
    return f"{rate / 1e6:,.1f} M/s" if rate >= 1e6 else f"{rate / 1e3:,.1f} k/s"
