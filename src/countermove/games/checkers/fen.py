"""Positions in the FEN of draughts, read and written.

    B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29

First whose turn it is, then each side's squares; K marks a king. Squares are numbers, ranges of them (21-32), or names
such as c3. A count of quiet plies may follow, as in :H12; it is written if it is not 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from countermove.bits import bits
from countermove.errors import SpecError
from countermove.games.checkers.position import BLACK, COLOURS, WHITE, Position, bit_of, number_of, square_at

SIGNS = "bBwW"
"""A man and a king of Black, and of White."""
FILES = "abcdefghij"


def squares(numbers: Iterable[int], half: int) -> int:
    """Squares as bits."""
    return sum(1 << bit_of(number, half) for number in numbers)


def sign_on(state: Position, number: int | None, half: int) -> str:
    """The piece on a square as a letter, capital for a king; empty if there is none."""
    if number is None:
        return ""
    bit = bit_of(number, half)
    if not (state.black | state.white) >> bit & 1:
        return ""
    return SIGNS[2 * (state.white >> bit & 1) + (state.kings >> bit & 1)]


def square_number(text: str, size: int) -> int | None:
    """The number of a square given by its number or its name; None if there is no such square."""
    if found := re.fullmatch(r"([a-j])([0-9]{1,2})", text.lower()):
        row, column = size - int(found[2]), FILES.index(found[1])
        return square_at(row, column, size // 2) if 0 <= row < size and column < size else None
    if re.fullmatch("[0-9]{1,2}", text) and 1 <= int(text) <= size * size // 2:
        return int(text)
    return None


def is_fen(text: str) -> bool:
    """Whether a text looks like a FEN, right or wrong."""
    return bool(re.match(r"\s*[BW?]\s*:", text, re.IGNORECASE))


def read(text: str, size: int, limit: int) -> Position:
    """The position of a FEN on a board of this size; `limit` is the largest count of quiet plies, 0 if none count.

    >>> position = read("W:W30,K1:B5,7", 8, 80)
    >>> position.kings, position.turn
    (1, 1)
    """
    half = size // 2
    turn, *parts = [part.strip() for part in text.strip().rstrip(".").split(":")]
    sides, kings, quiet = [0, 0], 0, 0
    for part in parts:
        letter, rest = part[:1].upper(), part[1:]
        if letter in ("H", "F") and rest.isdecimal() and len(rest) < 5:
            quiet = int(rest) if letter == "H" else quiet
            continue
        if letter not in ("B", "W"):
            raise _wrong(text, f"has a part {part!r}; expected B or W and the squares of its pieces")
        for word in filter(None, (word.strip() for word in rest.split(","))):
            is_king = word[0] in "Kk"
            for number in _numbers(text, word[is_king:], size):
                bit = 1 << bit_of(number, half)
                if (sides[0] | sides[1]) & bit:
                    raise _wrong(text, f"has two pieces on {word}")
                sides[letter == "W"] |= bit
                kings |= bit if is_king else 0
    if turn.upper() not in ("B", "W"):
        raise _wrong(text, f"begins with {turn!r}; expected B or W, whose turn it is")
    last = ((1 << half) - 1, squares(range(size * half - half + 1, size * half + 1), half))
    for colour, row in ((BLACK, last[1]), (WHITE, last[0])):
        if sides[colour] & row & ~kings:
            number = number_of(next(bits(sides[colour] & row & ~kings)), half)
            raise _wrong(text, f"has a man of {COLOURS[colour]} on {number}, where it would be a king")
    if quiet and not limit:
        quiet = 0
    if quiet > limit:
        raise _wrong(text, f"counts {quiet} quiet plies; the game is drawn after {limit}")
    return Position(sides[0], sides[1], kings, int(turn.upper() == "W"), quiet)


def _numbers(text: str, word: str, size: int) -> range:
    low, dash, high = word.partition("-")
    first, last = square_number(low.strip(), size), square_number((high if dash else low).strip(), size)
    if first is None or last is None or last < first:
        raise _wrong(text, f"names a square {word!r}; a board of {size} x {size} has 1 to {size * size // 2}")
    return range(first, last + 1)


def _wrong(text: str, why: str) -> SpecError:
    return SpecError(f"The FEN {text.strip()!r} {why}.")


def write(state: Position, half: int) -> str:
    """The FEN of a position.

    >>> write(read("W:WK1,31,30:B5-7:H3", 8, 80), 4)
    'W:WK1,30,31:B5,6,7:H3'
    """

    def side(pieces: int) -> str:
        return ",".join(f"{'K' if state.kings >> bit & 1 else ''}{number_of(bit, half)}" for bit in bits(pieces))

    turn = "W" if state.turn == WHITE else "B"
    count = f":H{state.quiet}" if state.quiet else ""
    return f"{turn}:W{side(state.white)}:B{side(state.black)}{count}"
