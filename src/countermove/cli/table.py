"""Tables: no rules, dim labels, numbers right-aligned."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

MAX_COLUMNS = 10_000
"""Maximum characters per line."""


def facts_table() -> Table:
    """Two columns: label and value."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2), pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    return table


def plain_table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """Columns under headings."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    return table


def show(out: Console, thing: RenderableType, style: str = "", whole: bool = False) -> None:
    """Print a table; in a file or pipe, without trailing blanks.

    Columns shrink to fit. A table of numbers is printed `whole`, however wide, because a truncated number is a wrong
    number.
    """
    room = out.width
    if whole:
        from rich.measure import Measurement

        out.width = max(room, Measurement.get(out, out.options.update(max_width=MAX_COLUMNS), thing).maximum)
    try:
        if out.is_terminal:
            out.print(thing, style=style)
            return
        with out.capture() as captured:
            out.print(thing, style=style)
    finally:
        out.width = room
    for line in captured.get().splitlines():
        print(line.rstrip(), file=out.file)
