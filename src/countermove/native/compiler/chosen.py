"""One of several dictionaries of constants, chosen at run time: NEIGHBOURS[cell] where that is a dict."""

from __future__ import annotations

from typing import Any


class Chosen:
    """Dicts that cannot be values themselves, and the operand that selects one."""

    def __init__(self, options: list[Any], index: str) -> None:
        self.options = options
        self.index = index

    def flat(self) -> dict[Any, Any]:
        """All entries as one dict, by option number and key."""
        return {(number, key): value for number, table in enumerate(self.options) for key, value in table.items()}
