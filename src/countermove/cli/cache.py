"""`countermove cache`: where compiled code is kept, and how to clear it."""

from __future__ import annotations

from typing import Annotated

import typer

from countermove.cli.common import console, emit
from countermove.cli.option import JSON
from countermove.views.words import count


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Delete all compiled code.")] = False,
    json: JSON = False,
) -> None:
    """Show where compiled code is kept, or clear it."""
    from countermove.cli.table import facts_table, show
    from countermove.native import cache as kept

    removed = kept.clear() if clear else 0
    entries = kept.entries()
    size = sum(entry[1] for entry in entries)
    if json:
        answer = {"directory": str(kept.directory()), "entries": len(entries), "bytes": size, "limit": kept.limit()}
        emit({**answer, "removed": removed})
        return
    table = facts_table()
    table.add_row("directory", str(kept.directory()))
    table.add_row("entries", f"{len(entries):,}" + (f", {count(removed, 'file')} removed" if clear else ""))
    table.add_row("size", f"{size / 2**20:.1f} MB of at most {kept.limit() / 2**20:.0f} MB")
    show(console(), table)
