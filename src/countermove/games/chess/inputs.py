"""What a network sees of a position of chess: each piece on its square, as one of the players has it.

The board is mirrored so that the player's king is on the right half: what is learnt on one wing holds on the other.

    number = 512 x whose + 64 x code of the piece + square      whose: 0 the player's own, 1 the other's
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from countermove.bits import Word, bits, lowest, popcount
from countermove.games.chess.position import Position, all_pieces, piece_on
from countermove.games.chess.squares import mirrored

SHIPPED = Path(__file__).parents[1] / "weights" / "chess-network.npz"
"""The network in use (docs: "Learn an evaluation" says how it was trained)."""

INPUTS, PIECES, STAGES = 1024, 32, 8
"""The number of inputs; the most pieces; the stages of the game, by the number of pieces."""


def active(at: Position) -> Iterator[int]:
    """The inputs that are 1, as the player to move has them."""
    mirror = 0 if lowest(at.own & at.plane0 & at.plane1 & ~at.plane2) & 4 != 0 else 7
    for one in bits(at.own):
        yield 64 * piece_on(at, one) + (one ^ mirror)
    for one in bits(all_pieces(at) & ~at.own):
        yield 512 + 64 * piece_on(at, one) + (one ^ mirror)


def active_words(at: Position) -> tuple[int, ...]:
    """The same as bits of words: a word for each code of a piece, the player's own first."""
    plane0, plane1, plane2, own = at.plane0, at.plane1, at.plane2, at.own
    if lowest(own & plane0 & plane1 & ~plane2) & 4 == 0:
        plane0, plane1, plane2, own = mirrored(plane0), mirrored(plane1), mirrored(plane2), mirrored(own)
    near, far = ~plane2, plane2
    pawns, knights, both = plane0 & ~plane1 & near, plane1 & ~plane0 & near, plane0 & plane1
    bishops, rooks = plane0 & ~plane1 & far, plane1 & ~plane0 & far
    kings, queens = both & near, both & far
    none = Word(0)
    return (
        none, own & pawns, own & knights, own & kings, none, own & bishops, own & rooks, own & queens,
        none, ~own & pawns, ~own & knights, ~own & kings, none, ~own & bishops, ~own & rooks, ~own & queens,
    )  # fmt: skip


def stage(at: Position) -> int:
    """The stage of the game: 0 with the fewest pieces, 7 with the most."""
    return popcount(all_pieces(at)) - 1 >> 2
