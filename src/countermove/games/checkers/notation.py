"""Moves as text: 11-15, 22x15, or with the squares on the way, 22x15x8, where that is needed to tell captures apart.

Russian and Brazilian draughts name squares as chess does: c3-d4, and a capture c3:e5 in Russia, c3xe5 in Brazil. Any of
these, with -, x, : or nothing between names, can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from countermove.games.checkers.fen import FILES, square_number
from countermove.games.checkers.moves import CROWNED, WAY_AT
from countermove.games.checkers.position import BLACK, Position, number_of, place_of

if TYPE_CHECKING:
    from countermove.games.checkers.rules import Checkers

__all__ = ["FILES", "clicked", "name", "paths", "read", "square_name"]


def square_name(game: Checkers, number: int) -> str:
    """A square, as the country names it."""
    if not game.country.algebraic:
        return str(number)
    row, column = place_of(number, game.half)
    return f"{FILES[column]}{game.board_size - row}"


def ends(game: Checkers, action: int) -> tuple[int, int]:
    """The squares where an action starts and ends."""
    return number_of(action >> 6 & 63, game.half), number_of(action & 63, game.half)


def paths(game: Checkers, state: Position, action: int) -> list[tuple[int, ...]]:
    """All ways to make a move, each as the squares where the piece stands after each jump, start and end included."""
    taken = game.taken_by(action)
    if not taken:
        return [ends(game, action)]
    origin, target = action >> 6 & 63, action & 63
    empty = game.every & ~(state.black | state.white) | 1 << origin
    forward = state.turn == BLACK
    found: list[tuple[int, ...]] = []

    def follow(path: tuple[int, ...], left: int, king: bool, crowned: bool) -> None:
        if not left:
            unmarked = game.is_last(target, forward) or crowned == bool(action & CROWNED)
            if path[-1] == target and unmarked:
                found.append(path)
            return
        for step in (game.half, game.half + 1, -game.half, -game.half - 1):
            if not (king or game.jumps_back or (step > 0) == forward):
                continue
            middle = path[-1] + step
            while king and game.flies and middle >= 0 and empty >> middle & 1:
                middle += step
            stop = middle + step
            if min(middle, stop) < 0 or not left >> middle & 1:
                continue
            while stop >= 0 and empty >> stop & 1:
                arrives = not king and game.is_last(stop, forward)
                becomes = arrives and game.crowns_at_once
                follow((*path, stop), left ^ 1 << middle, king or becomes, crowned or becomes)
                stop += step
                if not (king and game.flies):
                    break

    follow((origin,), taken, bool(state.kings >> origin & 1), False)
    return [tuple(number_of(bit, game.half) for bit in path) for path in found]


def way(game: Checkers, state: Position, action: int) -> tuple[int, ...]:
    """The squares of a capture, in order: where it starts, stops and ends."""
    found = paths(game, state, action)
    return found[0 if game.squeezed else (action & ~CROWNED) >> WAY_AT]


def name(game: Checkers, state: Position, action: int) -> str:
    """A move, with the squares on the way if another capture has the same ends."""
    start, end = ends(game, action)
    if not game.taken_by(action):
        return f"{square_name(game, start)}-{square_name(game, end)}"
    low = action & 0xFFF
    alike = [each for each in game.legal_moves(state) if each & 0xFFF == low]
    squares = (start, end) if len(alike) < 2 else way(game, state, action)
    return (":" if game.rules == "russian" else "x").join(square_name(game, square) for square in squares)


def clicked(game: Checkers, state: Position, action: int) -> tuple[int, ...]:
    """The squares to click: where a piece starts, stops and ends."""
    return way(game, state, action) if game.taken_by(action) else ends(game, action)


def read(game: Checkers, state: Position, text: str) -> int | None:
    """The move that a text means; None if it is not one, or could be several."""
    words = re.split(r"\s*[-x:X×]\s*|(?<=[0-9])(?=[a-jA-J])", text.strip().rstrip("!?"))
    squares = [square_number(word, game.board_size) for word in words]
    if len(squares) < 2 or None in squares:
        return None
    found = []
    for action in game.legal_moves(state):
        if ends(game, action) == (squares[0], squares[-1]):
            known = paths(game, state, action) if game.flies else [way(game, state, action)]
            if len(squares) == 2 or any(_passes(path, squares) for path in known):
                found.append(action)
    return found[0] if len(found) == 1 else None


def _passes(path: tuple[int, ...], squares: list[int | None]) -> bool:
    """Whether a path stops at some squares, in this order."""
    rest: Iterator[int | None] = iter(path)
    return all(square in rest for square in squares)
