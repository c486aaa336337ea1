"""Static exchange: what a move gains when both sides go on taking on its square, always with the cheapest piece."""

from __future__ import annotations

from countermove.bits import Word
from countermove.games.chess.moves import CASTLING, EN_PASSANT, kind_of, origin_of, piece_of, placed_of, target_of
from countermove.games.chess.position import (
    PAWN,
    Position,
    all_pieces,
    kings,
    knights,
    movers_on_diagonals,
    movers_on_straights,
    pawns,
    piece_on,
)
from countermove.games.chess.squares import A_FILE, H_FILE, ahead_left, ahead_right, diagonal, straight
from countermove.games.chess.squares import KING as KING_ATTACKS
from countermove.games.chess.squares import KNIGHT as KNIGHT_ATTACKS

WORTH = (0, 100, 320, 20_000, 0, 340, 500, 950)
"""The value of a piece by its code, in hundredths of a pawn."""
CHEAPEST = (1, 2, 5, 6, 7, 3)
"""The codes of the pieces, the cheapest first."""


def of_kind(at: Position, code: int) -> int:
    """All pieces of a code."""
    first = at.plane0 if code & 1 != 0 else ~at.plane0
    second = at.plane1 if code & 2 != 0 else ~at.plane1
    third = at.plane2 if code & 4 != 0 else ~at.plane2
    return first & second & third


def gains(at: Position, action: int, least: int) -> bool:
    """Whether a move gains at least this much, in hundredths of a pawn, after all exchanges on its square."""
    if kind_of(action) == CASTLING:
        return least <= 0
    target, origin = target_of(action), origin_of(action)
    placed, piece = placed_of(action), piece_of(action)
    balance = WORTH[piece_on(at, target)] + WORTH[placed] - WORTH[piece] - least
    if kind_of(action) == EN_PASSANT:
        balance += WORTH[PAWN]
    if balance < 0:
        return False
    balance -= WORTH[placed]
    if balance >= 0:
        return True
    pieces = all_pieces(at) & ~(Word(1) << origin)
    if kind_of(action) == EN_PASSANT:
        pieces &= ~(at.passing >> 8)
    bit = Word(1) << target
    pieces |= bit
    own, every_pawn = at.own & ~(Word(1) << origin), pawns(at)
    slanted, straights = movers_on_diagonals(at), movers_on_straights(at)
    around = KNIGHT_ATTACKS[target & 63] & knights(at) | KING_ATTACKS[target & 63] & kings(at)
    around |= (ahead_left(bit) | ahead_right(bit)) & every_pawn & ~at.own
    around |= ((bit & ~A_FILE) >> 9 | (bit & ~H_FILE) >> 7) & every_pawn & at.own
    around |= diagonal(target, pieces) & slanted | straight(target, pieces) & straights
    mine = False  # whose turn it is to take
    while True:
        around &= pieces & ~bit
        side = around & own if mine else around & ~own
        if side == 0:
            break
        code = 1
        taker = side
        for number in range(6):
            code = CHEAPEST[number]
            taker = side & of_kind(at, code)
            if taker != 0:
                break
        mine = not mine
        balance = -balance - 1 - WORTH[code]
        if balance >= 0:
            if code == 3 and around & (own if mine else ~own) != 0:  # the king cannot take what is defended
                mine = not mine
            break
        pieces ^= taker & -taker
        if code != 2 and code != 6:
            around |= diagonal(target, pieces) & slanted
        if code == 6 or code == 7:
            around |= straight(target, pieces) & straights
    return not mine


def captured(at: Position, action: int) -> int:
    """The code of the piece that a move takes; 0 if it takes none."""
    if kind_of(action) == CASTLING:
        return 0
    return PAWN if kind_of(action) == EN_PASSANT else piece_on(at, target_of(action))
