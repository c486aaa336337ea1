"""The legal moves of chess, generated directly: pins and checks are found first, so that no move has to be tried.

A move is one number:

    bits  0-5    to; when castling, the square of the rook
          6-8    the piece that moves
          9-14   from
         15-17   the piece that arrives: another one where a pawn promotes
         18-19   the kind: ORDINARY, EN_PASSANT, CASTLING, DOUBLE (a pawn's first two steps)

Squares are as the player to move sees them (see position.py). The low bits are what search remembers of a move.
"""

from __future__ import annotations

from collections.abc import Iterator

from countermove.bits import Word, bits, bswap, lowest, popcount
from countermove.games.chess.position import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Position,
    all_pieces,
    is_attacked,
    kings,
    knights,
    movers_on_diagonals,
    movers_on_straights,
    pawns,
)
from countermove.games.chess.squares import (
    A_FILE,
    H_FILE,
    RANK_1,
    RANK_3,
    RANK_8,
    ahead_left,
    ahead_right,
    between,
    diagonal,
    straight,
)
from countermove.games.chess.squares import KING as KING_ATTACKS
from countermove.games.chess.squares import KNIGHT as KNIGHT_ATTACKS

ORDINARY, EN_PASSANT, CASTLING, DOUBLE = 0, 1, 2, 3
C1, D1, F1, G1 = 2, 3, 5, 6
EVERYWHERE = Word(-1)


def move(origin: int, target: int, piece: int, placed: int, kind: int = ORDINARY) -> int:
    return target | piece << 6 | origin << 9 | placed << 15 | kind << 18


def origin_of(action: int) -> int:
    return action >> 9 & 63


def target_of(action: int) -> int:
    return action & 63


def piece_of(action: int) -> int:
    return action >> 6 & 7


def placed_of(action: int) -> int:
    """The piece that arrives."""
    return action >> 15 & 7


def kind_of(action: int) -> int:
    return action >> 18


def legal_moves(at: Position) -> Iterator[int]:
    """All legal moves, whatever draws the rules know."""
    yield from moves_to(at, EVERYWHERE)


def captures(at: Position) -> Iterator[int]:
    """The legal moves that take something or promote a pawn."""
    yield from moves_to(at, all_pieces(at) & ~at.own)


def moves_to(at: Position, targets: int) -> Iterator[int]:
    """The legal moves to some squares: to EVERYWHERE, or captures; promotions are always among them."""
    own, pieces = at.own, all_pieces(at)
    theirs = pieces & ~own
    king = own & kings(at)
    home = lowest(king)
    every_pawn = pawns(at)

    # Pieces that give check, and pieces of ours that are pinned, seen from the king through our own men.
    checks = KNIGHT_ATTACKS[home & 63] & theirs & knights(at)
    checks |= (ahead_left(king) | ahead_right(king)) & theirs & every_pawn
    checkers = popcount(checks)
    allowed = ~own if checkers == 0 else checks  # where a move must end: anywhere, or where it answers a check
    on_diagonals: int = Word(0)  # the lines of pieces that are pinned diagonally, with those that pin them
    on_straights: int = Word(0)
    for one in bits(diagonal(home, theirs) & theirs & movers_on_diagonals(at)):
        line = between(home, one)
        blockers = line & own
        if blockers == 0:
            checkers += 1
            allowed = line | Word(1) << one
        elif blockers & blockers - 1 == 0:
            on_diagonals |= line | Word(1) << one
    for one in bits(straight(home, theirs) & theirs & movers_on_straights(at)):
        line = between(home, one)
        blockers = line & own
        if blockers == 0:
            checkers += 1
            allowed = line | Word(1) << one
        elif blockers & blockers - 1 == 0:
            on_straights |= line | Word(1) << one

    # The king.
    for to in bits(KING_ATTACKS[home & 63] & ~own & targets):
        if not is_attacked(at, to, pieces ^ king, theirs & ~(Word(1) << to)):
            yield move(home, to, KING, KING)
    if checkers > 1:
        return
    if checkers == 0 and at.castling & RANK_1 != 0 and targets == EVERYWHERE:
        for rook in bits(at.castling & RANK_1):
            if can_castle(at, home, rook):
                yield move(home, rook, KING, KING, CASTLING)

    # Knights, and pieces that move along lines.
    pinned = on_diagonals | on_straights
    anywhere = allowed
    allowed &= targets
    for one in bits(own & knights(at) & ~pinned):
        for to in bits(KNIGHT_ATTACKS[one & 63] & allowed):
            yield move(one, to, KNIGHT, KNIGHT)
    for one in bits(own & movers_on_diagonals(at) & ~on_straights):
        reached = diagonal(one, pieces) & allowed
        if on_diagonals >> one & 1 != 0:
            reached &= on_diagonals
        piece = QUEEN if at.plane1 >> one & 1 != 0 else BISHOP
        for to in bits(reached):
            yield move(one, to, piece, piece)
    for one in bits(own & movers_on_straights(at) & ~on_diagonals):
        reached = straight(one, pieces) & allowed
        if on_straights >> one & 1 != 0:
            reached &= on_straights
        piece = QUEEN if at.plane0 >> one & 1 != 0 else ROOK
        for to in bits(reached):
            yield move(one, to, piece, piece)

    # Pawns, all at once. A pinned one stays on its line.
    mine = own & every_pawn
    free, slanted = mine & ~pinned, mine & on_diagonals
    single = (free << 8 | (mine & on_straights) << 8 & on_straights) & ~pieces
    double = (single & RANK_3) << 8 & ~pieces & allowed
    single &= anywhere & (targets | RANK_8)
    takes_left = (ahead_left(free) | ahead_left(slanted) & on_diagonals) & theirs & allowed
    takes_right = (ahead_right(free) | ahead_right(slanted) & on_diagonals) & theirs & allowed
    if (single | takes_left | takes_right) & RANK_8 != 0:
        for steps in range(7, 10):
            last = (takes_left if steps == 7 else single if steps == 8 else takes_right) & RANK_8
            for to in bits(last):
                yield move(to - steps, to, PAWN, QUEEN)
                yield move(to - steps, to, PAWN, KNIGHT)
                yield move(to - steps, to, PAWN, ROOK)
                yield move(to - steps, to, PAWN, BISHOP)
    for to in bits(takes_left & ~RANK_8):
        yield move(to - 7, to, PAWN, PAWN)
    for to in bits(takes_right & ~RANK_8):
        yield move(to - 9, to, PAWN, PAWN)
    for to in bits(single & ~RANK_8):
        yield move(to - 8, to, PAWN, PAWN)
    for to in bits(double):
        yield move(to - 16, to, PAWN, PAWN, DOUBLE)
    if at.passing != 0:
        for one in bits(beside_passed(at)):
            if can_pass(at, one):
                yield move(one, lowest(at.passing), PAWN, PAWN, EN_PASSANT)


def can_castle(at: Position, home: int, rook: int) -> bool:
    """Whether the king on `home`, not in check, may castle with the rook: the way is free, and none of it attacked.

    The same for all arrangements of Chess960: king and rook may jump over each other only.
    """
    king_to, rook_to = (G1, F1) if rook > home else (C1, D1)
    pieces = all_pieces(at)
    others = pieces & ~(Word(1) << home | Word(1) << rook)
    king_way = between(home, king_to) | Word(1) << king_to
    rook_way = between(rook, rook_to) | Word(1) << rook_to
    if others & (king_way | rook_way) != 0:
        return False
    theirs = pieces & ~at.own
    return all(not is_attacked(at, square, others, theirs) for square in bits(king_way & ~(Word(1) << home)))


def beside_passed(at: Position) -> int:
    """The pawns of the player to move that stand where they could take en passant."""
    passed = at.passing
    return ((passed & ~A_FILE) >> 9 | (passed & ~H_FILE) >> 7) & at.own & pawns(at)


def can_pass(at: Position, pawn: int) -> bool:
    """Whether taking en passant with a pawn leaves the king safe: two pawns leave their rank at once."""
    pieces = all_pieces(at)
    taken = at.passing >> 8
    left = pieces ^ (Word(1) << pawn | at.passing | taken)
    return not is_attacked(at, lowest(at.own & kings(at)), left, pieces & ~at.own & ~taken)


def after(at: Position, action: int) -> Position:
    """The position after a move, as the other player sees it."""
    origin, target, kind = origin_of(action), target_of(action), kind_of(action)
    piece, placed = piece_of(action), placed_of(action)
    leaves, arrives = Word(1) << origin, Word(1) << target
    rest = ~(leaves | arrives)
    pieces = all_pieces(at)
    plane0 = at.plane0 & rest | (placed & 1) << target
    plane1 = at.plane1 & rest | (placed >> 1 & 1) << target
    plane2 = at.plane2 & rest | (placed >> 2) << target
    own = at.own & rest | arrives
    castling = at.castling & rest
    quiet = 0 if piece == PAWN or pieces & arrives != 0 else at.quiet + 1
    passing: int = Word(0)
    if piece == KING:
        castling &= ~RANK_1
        if kind == CASTLING:
            king_to, rook_to = (Word(1 << G1), Word(1 << F1)) if target > origin else (Word(1 << C1), Word(1 << D1))
            plane0 = at.plane0 & rest | king_to
            plane1 = at.plane1 & rest | king_to | rook_to
            plane2 = at.plane2 & rest | rook_to
            own = at.own & rest | king_to | rook_to
            quiet = at.quiet + 1
    elif kind == EN_PASSANT:
        plane0 &= ~(arrives >> 8)
    elif kind == DOUBLE:
        beside = (arrives & ~A_FILE) >> 1 | (arrives & ~H_FILE) << 1
        if beside & plane0 & ~(plane1 | plane2 | own) != 0:
            passing = arrives >> 8
    others = (plane0 | plane1 | plane2) ^ own
    found = Position(
        bswap(plane0), bswap(plane1), bswap(plane2), bswap(others), bswap(castling), bswap(passing), quiet, at.plies + 1
    )
    if passing != 0 and not any(can_pass(found, pawn) for pawn in bits(beside_passed(found))):
        return found._replace(passing=Word(0))
    return found
