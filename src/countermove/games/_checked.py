"""Checks shared by games: a parameter is a whole number in its range, and a board of X and O is possible."""

from __future__ import annotations

from countermove.errors import SpecError
from countermove.game import Game


def whole(game: Game, low: int, high: int, *names: str) -> None:
    """Refuse a field that is not a whole number from `low` to `high`."""
    for name in names:
        value = getattr(game, name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise SpecError(f"{type(game).__name__}: {name}={value!r} must be a whole number from {low} to {high}.")


def is_board(text: str) -> bool:
    """Whether a position is a board of X, O and . (or -) rather than a list of actions."""
    return bool(text.strip()) and not set(text.upper()) - set("XO.-/ \n")


def board_rows(text: str, rows: int, cols: int) -> list[str]:
    """The rows of a board, each a string of X, O and ., with or without "/" between rows."""
    plain = "".join(text.upper().replace("-", ".").split())
    given = plain.split("/") if "/" in plain else [plain[at : at + cols] for at in range(0, len(plain), cols)]
    if len(given) != rows or any(len(row) != cols for row in given):
        lengths = ", ".join(str(len(row)) for row in given)
        raise SpecError(f"The board {text!r} must have {rows} rows of {cols} cells; its rows have {lengths}.")
    crosses, noughts = plain.count("X"), plain.count("O")
    if crosses - noughts not in (0, 1):
        raise SpecError(f"The board {text!r} has {crosses} X and {noughts} O; X must have the same number or one more.")
    return given
