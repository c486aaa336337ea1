"""Playing cards and chips as words, shared by card games: a card that a player cannot see is -1, "?"."""

from __future__ import annotations

from collections.abc import Sequence

from countermove.board import Board, Cell
from countermove.game import Game

HIDDEN = -1
"""A card face down, or one still in the deck."""
UNDEALT = "·"
"""On a board: the place of a card that is still to be dealt."""
RANKS = "23456789TJQKA"


def rank_names(count: int) -> tuple[str, ...]:
    """The names of the `count` highest ranks, lowest first: "J", "Q", "K" for 3; numbers for more than 12.

    >>> rank_names(3), rank_names(13)[:2]
    (('J', 'Q', 'K'), ('1', '2'))
    """
    return tuple(RANKS[12 - count : 12]) if count <= 12 else tuple(str(rank + 1) for rank in range(count))


def hands(
    game: Game, cards: Sequence[Sequence[str]], chips: Sequence[int], caption: str, table: Sequence[str] = ()
) -> Board:  # fmt: skip
    """A row for each player, with its cards and the chips that it has put in, if any; then the cards on the table.

    A card is its name, "?" if it lies face down, and "·" where it is still to be dealt.

    >>> from countermove.games.kuhn import Kuhn
    >>> [[cell.piece for cell in row] for row in hands(Kuhn(), [["J"], ["?"]], [1, 2], "").rows]
    [['J', '●1'], ['?', '●2']]
    """
    rows = [
        [
            *(Cell(card, player=player) for card in held),
            *(Cell(f"●{each}", player=player) for each in chips[player:][:1]),
        ]
        for player, held in enumerate(cards)
    ]
    names = [game.player_name(player) for player in range(game.players)]
    if table:
        rows.append([Cell(card) for card in table])
        names.append("table")
    return Board.of(rows, "piles", caption=caption, row_names=tuple(names), look="cards")
