"""Playing cards as words, shared by card games: a card that a player cannot see is -1, "?"."""

from __future__ import annotations

from typing import Any

from countermove.board import Board, Cell
from countermove.game import Game, legal

HIDDEN = -1
"""A card face down, or one still in the deck."""
RANKS = "23456789TJQKA"


def rank_names(count: int) -> tuple[str, ...]:
    """The names of the `count` highest ranks, lowest first: "J", "Q", "K" for 3; numbers for more than 12.

    >>> rank_names(3), rank_names(13)[:2]
    (('J', 'Q', 'K'), ('1', '2'))
    """
    return tuple(RANKS[12 - count : 12]) if count <= 12 else tuple(str(rank + 1) for rank in range(count))


def hands(game: Game, state: Any, names: list[str], rows: list[list[Cell]], caption: str) -> Board:
    """Rows of cards, one for each name, and a row of the actions to click."""
    actions = [Cell(game.action_name(state, action), action=action) for action in legal(game, state)]
    if actions:
        names, rows = [*names, "play"], [*rows, actions]
    return Board.of(rows, "piles", caption=caption, row_names=tuple(names), look="cards")
