"""A position of chess, seen by the player to move.

The board is turned upside down after every action, so that the player to move always plays up the board: one set of
rules serves both. Three planes hold the pieces: bit n of the planes, read as a number, is the code of the piece on
square n. The codes are chosen so that one plane tests a whole group.

    code        plane 2  1  0        plane 2: it moves along lines
    1  pawn           0  0  1        plane 1, of those: along ranks and files
    2  knight         0  1  0        plane 0, of those: along diagonals
    3  king           0  1  1
    5  bishop         1  0  1
    6  rook           1  1  0
    7  queen          1  1  1
"""

from __future__ import annotations

from typing import NamedTuple

from countermove.bits import bswap, lowest
from countermove.games.chess.squares import KING as KING_ATTACKS
from countermove.games.chess.squares import KNIGHT as KNIGHT_ATTACKS
from countermove.games.chess.squares import ahead_left, ahead_right, diagonal, straight

PAWN, KNIGHT, KING, BISHOP, ROOK, QUEEN = 1, 2, 3, 5, 6, 7


class Position(NamedTuple):
    """A board as the player to move sees it."""

    plane0: int
    plane1: int
    plane2: int
    own: int
    """The squares with pieces of the player to move."""
    castling: int
    """The rooks of both players that may still castle."""
    passing: int
    """The square that a pawn has just passed and where it can legally be taken, as a bit; 0 if there is none."""
    quiet: int
    """Plies since a pawn moved or a piece was taken."""
    plies: int
    """Plies since the first move of the game; White moves when it is even."""


def all_pieces(at: Position) -> int:
    return at.plane0 | at.plane1 | at.plane2


def pawns(at: Position) -> int:
    return at.plane0 & ~(at.plane1 | at.plane2)


def knights(at: Position) -> int:
    return at.plane1 & ~(at.plane0 | at.plane2)


def kings(at: Position) -> int:
    return at.plane0 & at.plane1 & ~at.plane2


def movers_on_diagonals(at: Position) -> int:
    """Bishops and queens."""
    return at.plane2 & at.plane0


def movers_on_straights(at: Position) -> int:
    """Rooks and queens."""
    return at.plane2 & at.plane1


def piece_on(at: Position, square: int) -> int:
    """The code of the piece on a square; 0 if it is empty."""
    return (at.plane0 >> square & 1) | (at.plane1 >> square & 1) << 1 | (at.plane2 >> square & 1) << 2


def turned(at: Position) -> Position:
    """The same board as the other player sees it, who is to move now."""
    others = all_pieces(at) ^ at.own
    return Position(
        bswap(at.plane0), bswap(at.plane1), bswap(at.plane2), bswap(others),
        bswap(at.castling), bswap(at.passing), at.quiet, at.plies + 1,
    )  # fmt: skip


def is_attacked(at: Position, square: int, pieces: int, attackers: int) -> bool:
    """Whether one of the opponent's `attackers` attacks a square, among these pieces."""
    bit = 1 << square
    near = attackers & ~at.plane2
    if KNIGHT_ATTACKS[square & 63] & near & at.plane1 & ~at.plane0 != 0:
        return True
    if (ahead_left(bit) | ahead_right(bit)) & near & at.plane0 & ~at.plane1 != 0:
        return True
    if KING_ATTACKS[square & 63] & near & at.plane0 & at.plane1 != 0:
        return True
    if diagonal(square, pieces) & attackers & movers_on_diagonals(at) != 0:
        return True
    return straight(square, pieces) & attackers & movers_on_straights(at) != 0


def in_check(at: Position) -> bool:
    """Whether the king of the player to move is attacked."""
    pieces = all_pieces(at)
    return is_attacked(at, lowest(at.own & kings(at)), pieces, pieces & ~at.own)


def checkers(at: Position) -> int:
    """The pieces that give check to the player to move."""
    pieces = all_pieces(at)
    king = at.own & kings(at)
    home = lowest(king)
    near = KNIGHT_ATTACKS[home & 63] & knights(at) | (ahead_left(king) | ahead_right(king)) & pawns(at)
    near |= KING_ATTACKS[home & 63] & kings(at)
    far = diagonal(home, pieces) & movers_on_diagonals(at) | straight(home, pieces) & movers_on_straights(at)
    return (near | far) & pieces & ~at.own
