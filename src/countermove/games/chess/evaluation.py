"""A static evaluation of chess, as a sum of terms: each has a number, a name, and a weight early and late in the game.

`terms` goes through what there is on the board and yields the number of each term and how often it applies; weights.py
has the weights. So the same lines evaluate a position, explain its evaluation, and give the data to fit weights to.
"""

from __future__ import annotations

from collections.abc import Iterator

from countermove.bits import Word, bits, lowest, popcount, shr
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
    knights,
    pawns,
)
from countermove.games.chess.squares import A_FILE, DARK, H_FILE, RANK_3, ahead_left, ahead_right, diagonal, straight
from countermove.games.chess.squares import KING as KING_ATTACKS
from countermove.games.chess.squares import KNIGHT as KNIGHT_ATTACKS

# The numbers of the terms. A group of terms begins where the one before it ends.
PLACE = 0
"""A piece on a square, at 64 x its code + the square, as its owner sees the board."""
MOBILITY = 512
"""Squares that a piece attacks, at 32 x its code + their number."""
PASSED, FREE_PASSED, KING_NEAR_PASSED, KING_FAR_FROM_PASSED, DEFENDED_PASSED = 768, 776, 784, 792, 800
"""Passed pawns by their rank; those whose next square is empty; by the distance of one's own king, and of the other's,
from rank 4 on; those that a pawn defends."""
SUPPORTED, PHALANX, ISOLATED, OPEN_ISOLATED, DOUBLED, BACKWARD = 808, 816, 824, 825, 826, 827
"""Pawns defended by a pawn, and beside one, by their rank; weak ones."""
PAIR, BLOCKED_BISHOP, OPEN_FILE, HALF_OPEN_FILE, OUTPOST = 828, 829, 830, 831, 832
"""Two bishops; one's own pawns on the colour of a bishop; a rook on a file without pawns, or without one's own; a
knight, or a bishop, on a square that no pawn can ever attack, defended by a pawn."""
PAWN_THREAT, PUSH_THREAT, MINOR_THREAT, ROOK_THREAT, HANGING = 834, 835, 836, 838, 839
"""Pieces that a pawn attacks, or could after a step; minor pieces, or larger ones, that a minor piece attacks; queens
that a rook attacks; pieces and pawns attacked and not defended."""
SHELTER, STORM = 840, 848
"""Files beside the king, by the distance of one's own nearest pawn ahead, and of the other's; the king's own file
apart."""
KING_ATTACK = 856
"""The attack on the other's king, by its weight: with a queen, and without."""
SAFE_CHECK = 888
"""A knight, bishop, rook or queen that could give check on a square that no pawn, knight or king defends."""
SPACE = 892
"""Squares in one's own half of the centre, free of one's own pawns, that no pawn attacks."""
TEMPO = 893
"""The player to move."""
LONE_KING_DRIVEN, LONE_KING_NEAR = 894, 902
"""The other's king, if that is all it has: by its distance from the centre, and by the distance of one's own king."""
TERMS = 910
GROUPS = (
    (PLACE, "piece-square"), (MOBILITY, "mobility"), (PASSED, "passed pawns"), (SUPPORTED, "pawn structure"),
    (PAIR, "pieces"), (PAWN_THREAT, "threats"), (SHELTER, "king safety"), (SPACE, "space"), (TEMPO, "tempo"),
    (LONE_KING_DRIVEN, "lone king"),
)  # fmt: skip
"""The first term of each group, and its name; material is what a piece is worth on an average square."""
PHASE = 24
"""The phase at the start: knights and bishops count 1, rooks 2, queens 4."""
ATTACK_WEIGHTS = (0, 0, 2, 0, 0, 2, 3, 5)
"""What a piece adds to the attack on a king for each square beside it, by its code."""
HALF_WON = 1000
"""The advantage, in hundredths of a pawn, that is estimated at half a win."""
CENTRE = Word(0x3C3C3C00)
"""Files c to f, ranks 2 to 4."""


def up(squares: int) -> int:
    """These squares and all ahead of them."""
    squares |= squares << 8
    squares |= squares << 16
    return squares | squares << 32


def down(squares: int) -> int:
    """These squares and all behind them."""
    squares |= shr(squares, 8)
    squares |= shr(squares, 16)
    return squares | shr(squares, 32)


def beside(squares: int) -> int:
    """The squares to the left and right of these."""
    return shr(squares & ~A_FILE, 1) | (squares & ~H_FILE) << 1


def behind_diagonally(squares: int) -> int:
    """What pawns on these squares attack that come down the board."""
    return shr(squares & ~A_FILE, 9) | shr(squares & ~H_FILE, 7)


def from_centre(one: int) -> int:
    """Steps of a rook, without turning back, between a square and the nearest of the four in the centre."""
    column, row = one & 7, shr(one, 3)
    return max(3 - column, column - 4) + max(3 - row, row - 4)


def distance(one: int, other: int) -> int:
    """Steps of a king between two squares."""
    return max(abs((one & 7) - (other & 7)), abs(shr(one, 3) - shr(other, 3)))


def terms(at: Position) -> Iterator[tuple[int, int]]:
    """The terms of the player to move, each with how often it applies; not those of the other player."""
    yield from piece_terms(at)
    yield from pawn_terms(at)


def piece_terms(at: Position) -> Iterator[tuple[int, int]]:
    """The terms of pieces: where they stand, what they attack, how safe the king is."""
    pieces = all_pieces(at)
    own, theirs = at.own, pieces & ~at.own
    every_pawn = pawns(at)
    mine, others = own & every_pawn, theirs & every_pawn
    guarded = behind_diagonally(others)
    covered = ahead_left(mine) | ahead_right(mine)
    home, target = lowest(own & kings(at)), lowest(theirs & kings(at))
    zone = KING_ATTACKS[target & 63] | Word(1) << target
    area = ~(own & (every_pawn | kings(at)) | guarded)  # squares that count for mobility
    attack = covered
    knight_attacks: int = Word(0)
    bishop_attacks: int = Word(0)
    rook_attacks: int = Word(0)
    queen_attacks: int = Word(0)
    attackers = 0
    weight = 0

    for one in bits(own & knights(at)):
        yield PLACE + 64 * KNIGHT + one, 1
        reached = KNIGHT_ATTACKS[one & 63]
        attack |= reached
        knight_attacks |= reached
        yield MOBILITY + 32 * KNIGHT + popcount(reached & area), 1
        if reached & zone != 0:
            attackers += 1
            weight += 2 * popcount(reached & zone)
    for one in bits(own & at.plane2):
        code = (at.plane0 >> one & 1) | (at.plane1 >> one & 1) << 1 | 4
        yield PLACE + 64 * code + one, 1
        reached = 0
        if code & 1 != 0:
            reached |= diagonal(one, pieces & ~(own & at.plane2 & at.plane0))
        if code & 2 != 0:
            reached |= straight(one, pieces & ~(own & at.plane2 & at.plane1))
        attack |= reached
        if code == QUEEN:
            queen_attacks |= reached
        elif code == BISHOP:
            bishop_attacks |= reached
            yield BLOCKED_BISHOP, popcount(mine & (DARK if DARK >> one & 1 != 0 else ~DARK))
        elif code == ROOK:
            rook_attacks |= reached
            column = A_FILE << (one & 7)
            if column & every_pawn == 0:
                yield OPEN_FILE, 1
            elif column & mine == 0:
                yield HALF_OPEN_FILE, 1
        yield MOBILITY + 32 * code + popcount(reached & area), 1
        if reached & zone != 0:
            attackers += 1
            weight += ATTACK_WEIGHTS[code & 7] * popcount(reached & zone)
    if attackers > 1:
        alone = 0 if own & queens(at) != 0 else 16
        yield KING_ATTACK + alone + min(15, weight >> 2), 1
    yield PLACE + 64 * KING + home, 1
    bishops = own & at.plane2 & at.plane0 & ~at.plane1
    if bishops & bishops - 1 != 0:
        yield PAIR, 1

    # Threats.
    minor_attacks = knight_attacks | bishop_attacks
    men = theirs & ~every_pawn & ~kings(at)
    steps = mine << 8 & ~pieces & ~guarded
    yield PAWN_THREAT, popcount(covered & men)
    yield PUSH_THREAT, popcount((ahead_left(steps) | ahead_right(steps)) & ~covered & men)
    yield MINOR_THREAT, popcount(minor_attacks & men & minor(at) & ~guarded)
    yield MINOR_THREAT + 1, popcount(minor_attacks & men & at.plane1 & at.plane2)
    yield ROOK_THREAT, popcount(rook_attacks & men & queens(at))
    yield HANGING, popcount(attack & theirs & ~kings(at) & ~guarded & ~defended(at, theirs))

    # Checks to come.
    safe = ~(own | guarded | defended(at, theirs))
    slanted, along = diagonal(target, pieces) & safe, straight(target, pieces) & safe
    yield SAFE_CHECK, min(1, popcount(knight_attacks & KNIGHT_ATTACKS[target & 63] & safe))
    yield SAFE_CHECK + 1, min(1, popcount(bishop_attacks & slanted))
    yield SAFE_CHECK + 2, min(1, popcount(rook_attacks & along))
    yield SAFE_CHECK + 3, min(1, popcount(queen_attacks & (slanted | along)))

    # The king's shelter: the three files around it.
    middle = min(6, max(1, home & 7))
    for file in range(middle - 1, middle + 2):
        column = A_FILE << file & up(Word(0xFF) << (home & 56))
        apart = 4 if file == home & 7 else 0
        yield SHELTER + apart + nearest(column & mine, home), 1
        yield STORM + apart + nearest(column & others, home), 1


def pawn_terms(at: Position) -> Iterator[tuple[int, int]]:
    """The terms of pawns, and of pieces that they support."""
    pieces = all_pieces(at)
    own, theirs = at.own, pieces & ~at.own
    every_pawn = pawns(at)
    mine, others = own & every_pawn, theirs & every_pawn
    guarded = behind_diagonally(others)
    covered = ahead_left(mine) | ahead_right(mine)
    home, target = lowest(own & kings(at)), lowest(theirs & kings(at))
    for one in bits(mine):
        yield PLACE + 64 * PAWN + one, 1
    safe = ~down(guarded)  # squares that the other's pawns can never attack
    behind = down(shr(mine, 8))
    for one in bits(mine & safe & ~down(others) & ~behind):
        rank = shr(one, 3)
        yield PASSED + rank, 1
        if pieces >> one + 8 & 1 == 0:
            yield FREE_PASSED + rank, 1
        if covered >> one & 1 != 0:
            yield DEFENDED_PASSED + rank, 1
        if rank > 2:
            yield KING_NEAR_PASSED + distance(home, one + 8), 1
            yield KING_FAR_FROM_PASSED + distance(target, one + 8), 1
    supported, phalanx = mine & covered, mine & beside(mine)
    for one in bits(supported):
        yield SUPPORTED + shr(one, 3), 1
    for one in bits(phalanx):
        yield PHALANX + shr(one, 3), 1
    isolated = mine & ~beside(up(mine) | down(mine))
    yield ISOLATED, popcount(isolated)
    yield OPEN_ISOLATED, popcount(isolated & ~down(others))
    yield DOUBLED, popcount(mine & behind)
    yield BACKWARD, popcount(mine & ~(isolated | up(beside(mine))) & shr(guarded, 8))
    yield SPACE, popcount(CENTRE & ~mine & ~guarded)

    # Outposts.
    posts = own & minor(at) & covered & safe & ~RANK_3 & ~Word(0xFFFF)
    yield OUTPOST, popcount(posts & knights(at))
    yield OUTPOST + 1, popcount(posts & at.plane2)

    # A lone king is mated at the edge, with the help of one's own king.
    if theirs & ~kings(at) == 0:
        yield LONE_KING_DRIVEN + from_centre(target), 1
        yield LONE_KING_NEAR + distance(home, target), 1


def minor(at: Position) -> int:
    """Knights and bishops."""
    return knights(at) | at.plane2 & at.plane0 & ~at.plane1


def queens(at: Position) -> int:
    return at.plane0 & at.plane1 & at.plane2


def defended(at: Position, theirs: int) -> int:
    """Squares that the other's king and knights defend."""
    found = KING_ATTACKS[lowest(theirs & kings(at)) & 63]
    for one in bits(theirs & knights(at)):
        found |= KNIGHT_ATTACKS[one & 63]
    return found


def nearest(men: int, home: int) -> int:
    """How far ahead of the king the first of these pawns is: 0 for the next rank, 1, 2 for farther; 3 if none is."""
    if men == 0:
        return 3
    return min(2, max(0, shr(lowest(men), 3) - shr(home, 3) - 1))


def expected(advantage: float) -> float:
    """The estimate, from -1 for a loss to 1 for a win, of an advantage in hundredths of a pawn.

    >>> expected(100), expected(-1000)
    (0.09090909090909091, -0.5)
    """
    return advantage / (HALF_WON + abs(advantage))


def advantage(estimate: float) -> float:
    """The advantage, in hundredths of a pawn, with this estimate; at most 100 pawns.

    >>> advantage(0.5), advantage(expected(-42))
    (1000.0, -42.0)
    """
    return HALF_WON * estimate / max(0.1, 1 - abs(estimate))


def phase(at: Position) -> int:
    """How early in the game it is, by the pieces left: PHASE at the start, 0 with pawns only."""
    both = popcount(at.plane1 & at.plane2)  # rooks and queens
    return min(PHASE, popcount(minor(at)) + 2 * both + 2 * popcount(queens(at)))
