"""Endings of chess as slices of an endgame database: a number for each position with few pieces.

A slice is the material of both sides, such as KQKR, the larger side first: more pieces, then better ones. It is written
as two numbers of 18 bits, one for each side:

    bits 15-17 pieces   12-14 queens   9-11 rooks   6-8 bishops   3-5 knights   0-2 pawns

Within a slice a position is numbered, perfectly: no keys are stored. The board is seen by the larger side and turned by
a symmetry: without pawns any of eight, so that the larger side's king stands in the triangle a1-d1-d4; with pawns it is
only mirrored, so that this king stands on the files a to d. Then

    index = side to move, pair of kings (462, or 1,806 with pawns), squares of each kind of piece

The squares of k pieces of one kind are one of C(64, k) combinations, of pawns C(48, k). Where both kings stand on the
diagonal, a position and its reflection are the same, and the smaller index counts. Numbers that belong to no legal
position stay unused. Positions where a side may castle are in no slice; one where a pawn can be taken en passant has no
number, and is looked up one ply later.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator

from countermove.bits import Word, bits, lowest, popcount
from countermove.errors import SpecError
from countermove.games.chess.position import KING, KNIGHT, PAWN, Position, all_pieces, in_check, kings, piece_on, turned
from countermove.games.chess.squares import KING as KING_ATTACKS
from countermove.games.chess.squares import KNIGHT as KNIGHT_ATTACKS
from countermove.games.chess.squares import diagonal, straight

MIN_PIECES, MAX_PIECES = 3, 5
NONE = -1
"""The slice, or index, of a position that has none."""
SIDE = 18
"""Bits of one side of a slice."""
SIDE_MASK = (1 << SIDE) - 1
LETTERS = "QRBNP"
CODES = (7, 6, 5, 2, 1)
"""The kinds of pieces, as in LETTERS, by their codes (see position.py)."""
PROMOTED = "QRBN"
NOWHERE = Position(Word(0), Word(0), Word(0), Word(0), Word(0), Word(0), 0, 0)
"""What an unused number stands for: no position."""


# Symmetries and pairs of kings.


def _image(turn: int, square: int) -> int:
    """Where a symmetry takes a square: bit 0 mirrors the files, bit 1 the ranks, bit 2 swaps files and ranks."""
    file, rank = square & 7, square >> 3
    file, rank = (7 - file if turn & 1 else file), (7 - rank if turn & 2 else rank)
    return 8 * file + rank if turn & 4 else 8 * rank + file


IMAGES = tuple(_image(turn, square) for turn in range(8) for square in range(64))
"""The image of a square, at 64 x turn + square."""


def _pairs(turns: int) -> tuple[list[int], list[int]]:
    """For each pair of king squares: its number, the turn there and the other turn there; and the pairs by number."""
    images = [IMAGES[64 * turn : 64 * turn + 64] for turn in range(turns)]
    first = [min(image[square] for image in images) for square in range(64)]
    leading = [[turn for turn, image in enumerate(images) if image[square] == first[square]] for square in range(64)]
    entries = []
    for one, other in itertools.product(range(64), range(64)):
        if KING_ATTACKS[one] >> other & 1 or one == other:
            entries.append((NONE, 0, 0))
            continue
        target = min(images[turn][other] for turn in leading[one])
        found = [turn for turn in leading[one] if images[turn][other] == target]
        entries.append((64 * first[one] + target, found[0], found[-1]))
    numbers = {pair: at for at, pair in enumerate(sorted({pair for pair, _, _ in entries} - {NONE}))}
    packed = [NONE if pair == NONE else numbers[pair] << 6 | last << 3 | turn for pair, turn, last in entries]
    return packed, list(numbers)


_FREE, _FREE_SQUARES = _pairs(8)
_PAWNS, _PAWNS_SQUARES = _pairs(2)
PAIRS = tuple(_FREE + _PAWNS)
"""The pair of kings at 64 x one + other, 4096 later if there are pawns: its number, and two turns (three bits each)."""
KINGS = tuple(_FREE_SQUARES + _PAWNS_SQUARES)
"""64 x one square + the other, by the number of a pair; those with pawns follow those without."""
FREE_PAIRS, PAWN_PAIRS = len(_FREE_SQUARES), len(_PAWNS_SQUARES)
CHOOSE = tuple(math.comb(square, count) for count in range(1, MAX_PIECES) for square in range(64))
"""C(square, count), at 64 x (count - 1) + square."""
WAYS = tuple(math.comb(squares, count) for squares in (64, 48) for count in range(8))
"""Ways to place pieces of one kind, and pawns 8 later."""


# Slices.


def of_kind(at: Position, kind: int) -> int:
    """All pieces of a kind, as in LETTERS."""
    if kind == 0:
        return at.plane2 & at.plane1 & at.plane0
    if kind == 1:
        return at.plane2 & at.plane1 & ~at.plane0
    if kind == 2:
        return at.plane2 & ~at.plane1 & at.plane0
    if kind == 3:
        return ~at.plane2 & at.plane1 & ~at.plane0
    return ~at.plane2 & ~at.plane1 & at.plane0


def material(at: Position, side: int) -> int:
    """The pieces of a side as a number."""
    found = popcount(side) << 15
    for kind in range(5):
        found |= popcount(side & of_kind(at, kind)) << 12 - 3 * kind
    return found


def slice_of(at: Position) -> int:
    """The slice of a position; NONE if it has too many pieces or a side may castle."""
    pieces = all_pieces(at)
    if popcount(pieces) > MAX_PIECES or popcount(pieces) < MIN_PIECES or at.castling != 0:
        return NONE
    mine, theirs = material(at, at.own), material(at, pieces & ~at.own)
    return max(mine, theirs) << SIDE | min(mine, theirs)


def has_pawns(number: int) -> bool:
    return (number | number >> SIDE) & 7 != 0


def count_of(number: int, group: int) -> int:
    """The number of pieces in a group: the five kinds of the larger side, then of the other."""
    side = number >> SIDE if group < 5 else number
    return side >> 12 - 3 * (group % 5) & 7


def half(number: int) -> int:
    """The numbers of a slice for one side to move."""
    found = PAWN_PAIRS if has_pawns(number) else FREE_PAIRS
    for group in range(10):
        found *= WAYS[8 * (group % 5 // 4) + count_of(number, group)]
    return found


def slice_size(number: int) -> int:
    """The numbers of a slice; where both sides have the same pieces, the player to move counts as the larger."""
    return half(number) if number >> SIDE == number & SIDE_MASK else 2 * half(number)


# From a position to its number, and back.


def combination(squares: int, turn: int, first: int) -> int:
    """The number of a set of squares after a turn, counted from a first square on."""
    if squares & squares - 1 == 0:
        return IMAGES[(turn << 6 | lowest(squares)) & 511] - first
    images: int = Word(0)
    for square in bits(squares):
        images |= Word(1) << IMAGES[(turn << 6 | square) & 511]
    found = place = 0
    for square in bits(images):
        found += CHOOSE[place + square - first]
        place += 64
    return found


def placed(at: Position, turn: int, pair: int) -> int:
    """The number of a board after a turn, with the larger side's pieces as `own`."""
    found = pair
    theirs = all_pieces(at) & ~at.own
    for group in range(10):
        squares = (at.own if group < 5 else theirs) & of_kind(at, group % 5)
        if squares != 0:
            pawns = group % 5 // 4
            found = found * WAYS[8 * pawns + popcount(squares)] + combination(squares, turn, 8 * pawns)
    return found


def slice_index(at: Position) -> int:
    """The number of a position within its slice; NONE where a pawn can be taken en passant."""
    if at.passing != 0:
        return NONE
    theirs = all_pieces(at) & ~at.own
    number, other = material(at, at.own), material(at, theirs)
    offset = 0
    if number < other:
        number, other = other, number
        at = turned(at)
        theirs = all_pieces(at) & ~at.own
        offset = half(number << SIDE | other)
    one, two = lowest(at.own & kings(at)), lowest(theirs & kings(at))
    pair = PAIRS[(4096 if (number | other) & 7 != 0 else 0) + ((one << 6 | two) & 4095)]
    if pair < 0:
        return NONE
    found = placed(at, pair & 7, pair >> 6)
    if pair & 7 != pair >> 3 & 7:
        found = min(found, placed(at, pair >> 3 & 7, pair >> 6))
    return offset + found


def slice_state(number: int, index: int) -> Position:
    """The position with a number; NOWHERE if there is none."""
    whole = half(number)
    rest = index % whole
    planes0: int = Word(0)
    planes1: int = Word(0)
    planes2: int = Word(0)
    own: int = Word(0)
    taken: int = Word(0)
    for back in range(10):
        group = 9 - back
        count = count_of(number, group)
        if count != 0:
            pawns = group % 5 // 4
            ways = WAYS[8 * pawns + count]
            left = rest % ways
            rest //= ways
            squares: int = Word(0)
            for place in range(count, 0, -1):
                square = left
                if place > 1:
                    square = 63
                    while CHOOSE[64 * (place - 1) + square] > left:
                        square -= 1
                    left -= CHOOSE[64 * (place - 1) + square]
                squares |= Word(1) << square + 8 * pawns
            if taken & squares != 0:
                return NOWHERE
            taken |= squares
            if group < 5:
                own |= squares
            code = CODES[group % 5]
            if code & 1 != 0:
                planes0 |= squares
            if code & 2 != 0:
                planes1 |= squares
            if code & 4 != 0:
                planes2 |= squares
    pair = KINGS[rest + (FREE_PAIRS if has_pawns(number) else 0)]
    king: int = Word(1) << (pair >> 6)
    both: int = king | Word(1) << (pair & 63)
    if taken & both != 0:
        return NOWHERE
    found = Position(planes0 | both, planes1 | both, planes2, own | king, Word(0), Word(0), 0, 0)
    if index < whole:
        return NOWHERE if in_check(turned(found)) else found
    return NOWHERE if in_check(found) else turned(found)._replace(plies=0)


def slice_before(at: Position) -> Iterator[int]:
    """The numbers of positions of the same slice from which one move may lead here, legal or not."""
    before = turned(at)
    pieces = all_pieces(before)
    for square in bits(before.own):
        code = piece_on(before, square)
        reached: int = Word(0)
        if code == PAWN:
            if square >= 16:
                reached = Word(1) << square - 8 & ~pieces
                if square >> 3 == 3 and reached != 0:
                    reached |= Word(1) << square - 16 & ~pieces
        elif code == KNIGHT:
            reached = KNIGHT_ATTACKS[square] & ~pieces
        elif code == KING:
            reached = KING_ATTACKS[square] & ~pieces
        else:
            if code & 1 != 0:
                reached |= diagonal(square, pieces) & ~pieces
            if code & 2 != 0:
                reached |= straight(square, pieces) & ~pieces
        for origin in bits(reached):
            change = Word(1) << square | Word(1) << origin
            found = slice_index(
                Position(
                    before.plane0 ^ (change if code & 1 != 0 else Word(0)),
                    before.plane1 ^ (change if code & 2 != 0 else Word(0)),
                    before.plane2 ^ (change if code & 4 != 0 else Word(0)),
                    before.own ^ change, Word(0), Word(0), 0, 0,
                )
            )  # fmt: skip
            if found >= 0:
                yield found


# Slices by name.


def _side(letters: str) -> int:
    return len(letters) + 1 << 15 | sum(letters.count(letter) << 12 - 3 * at for at, letter in enumerate(LETTERS))


def _letters(side: int) -> str:
    return "".join(letter * (side >> 12 - 3 * at & 7) for at, letter in enumerate(LETTERS))


def _number(one: str, other: str) -> int:
    sides = _side(one), _side(other)
    return max(sides) << SIDE | min(sides)


def slices(pieces: int) -> Iterator[int]:
    """All slices with a number of pieces, kings included."""
    if not MIN_PIECES <= pieces <= MAX_PIECES:
        return
    for first in range(pieces - 2, -1, -1):
        if first < pieces - 2 - first:
            return
        for one in itertools.combinations_with_replacement(LETTERS, first):
            for other in itertools.combinations_with_replacement(LETTERS, pieces - 2 - first):
                found = _number("".join(one), "".join(other))
                if first > len(other) or _side("".join(one)) >= _side("".join(other)):
                    yield found


def slices_below(number: int) -> Iterable[int]:
    """The slices that a capture or a promotion leads to."""
    sides = [_letters(number >> SIDE), _letters(number & SIDE_MASK)]
    found = set()
    for mine, theirs in (sides, sides[::-1]):
        lost = {theirs.replace(letter, "", 1) for letter in theirs}
        found |= {(mine, rest) for rest in lost}
        if "P" in mine:
            for letter in PROMOTED:
                promoted = mine.replace("P", "", 1) + letter
                found |= {(promoted, rest) for rest in lost | {theirs}}
    return sorted({_number(one, other) for one, other in found if one or other})


def slice_name(number: int) -> str:
    """The name of a slice.

    >>> slice_name(slice_named("KKRN"))
    'KRNK'
    """
    return f"K{_letters(number >> SIDE)}K{_letters(number & SIDE_MASK)}"


def slice_named(name: str) -> int:
    """The slice with a name; SpecError for one that is none."""
    found = re.fullmatch(f"K([{LETTERS}]*)K([{LETTERS}]*)", name.upper())
    if found is None or not MIN_PIECES <= len(name) <= MAX_PIECES:
        raise SpecError(
            f"The ending is {name!r}; expected the pieces of both sides, such as KQKR, {MIN_PIECES} to {MAX_PIECES} in "
            "all."
        )
    return _number(found[1], found[2])
