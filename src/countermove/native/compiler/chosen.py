"""One of several dictionaries of constants, chosen while the game is played: NEIGHBOURS[cell] where that is a dict."""

from __future__ import annotations

from typing import Any

__all__ = ["Chosen"]


class Chosen:
    """Dictionaries that cannot be values themselves, and the operand that says which of them is meant."""

    def __init__(self, options: list[Any], index: str) -> None:
        self.options = options
        self.index = index

    def flat(self) -> dict[Any, Any]:
        """All entries as one dictionary, by the number of the option and the key."""
        return {(number, key): value for number, table in enumerate(self.options) for key, value in table.items()}
