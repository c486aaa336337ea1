"""Keys of positions and codes of moves in PolyGlot opening books, as the format defines them.

A key is the xor of a random number for each piece on its square, each castling right, the file of a pawn that can be
taken en passant, and White to move. The numbers, in this order, are in polyglot.txt. The format also counts a pawn that
could be taken en passant but for a pin; a position here does not know of it, so such a key differs.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from countermove.bits import bits, lowest
from countermove.games.chess.moves import origin_of, piece_of, placed_of, target_of
from countermove.games.chess.notation import actual
from countermove.games.chess.position import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Position,
    all_pieces,
    kings,
    piece_on,
)

KINDS = {PAWN: 0, KNIGHT: 2, BISHOP: 4, ROOK: 6, QUEEN: 8, KING: 10}
"""The number of Black's piece; White's is 1 more."""
PROMOTIONS = {KNIGHT: 1, BISHOP: 2, ROOK: 3, QUEEN: 4}
CASTLING, PASSING, WHITE = 768, 772, 780
"""Where the numbers of castling rights (White's short and long, then Black's), of files and of White to move begin."""


@cache
def numbers() -> tuple[int, ...]:
    """The random numbers of the format."""
    text = Path(__file__).with_suffix(".txt").read_text(encoding="ascii")
    return tuple(int(word, 16) for word in text.split())


def key(upright: Position, is_white: bool) -> int:
    """The key of a position, drawn with White below (White's pieces are `own`).

    >>> from countermove.games.chess import Chess
    >>> game = Chess()
    >>> hex(game.book_key(game.initial())), hex(game.book_key(game.read("e4 d5 e5 f5")))
    ('0x463b96181691fc9c', '0x22a48b5a8e47ff78')
    """
    random = numbers()
    found = random[WHITE] if is_white else 0
    for square in bits(all_pieces(upright)):
        side = int(upright.own) >> square & 1
        found ^= random[64 * (KINDS[piece_on(upright, square)] + side) + square]
    for rook in bits(upright.castling):
        is_black = not int(upright.own) >> rook & 1
        king = lowest(kings(upright) & (upright.own if not is_black else ~upright.own))
        found ^= random[CASTLING + 2 * is_black + (rook < king)]
    if upright.passing:
        found ^= random[PASSING + lowest(upright.passing) % 8]
    return found


def code(at: Position, action: int) -> int:
    """The code of a move: to, from and promotion; castling is the king taking its rook."""
    placed = PROMOTIONS[placed_of(action)] if placed_of(action) != piece_of(action) else 0
    return actual(at, target_of(action)) | actual(at, origin_of(action)) << 6 | placed << 12
