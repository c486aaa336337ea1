"""Positions of backgammon as XGID, the notation of eXtreme Gammon.

XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:6

board    26 signs: Black's bar, the points 1 to 24 as White counts them, White's bar; capital letters are White's
         men, small ones Black's: A for one man, B for two, ...; those missing from 15 are borne off
cube     the power of two on it
owner    1 White, -1 Black, 0 in the middle
turn     1 White, -1 Black; here 0 too, before the opening roll
dice     52, or 00 before the roll, D when the other is to answer a double; here also `roll`, after deciding
         not to double, and `drop`, after a double was dropped
score    of both, 0; then rules, length of the match (0: a money game), and the highest cube, as a power of two
"""

from __future__ import annotations

import re

from countermove.errors import SpecError
from countermove.games._checkers import BAR, Men, add, count, occupied, total

MODEL = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:6"
NOBODY: Men = (0, 0, 0, 0)


def write(white: Men, black: Men, cube: int, owner: int, turn: int, dice: str) -> str:
    """A position as text."""
    signs = []
    for point in range(BAR + 1):
        mine, theirs = count(white, point), count(black, BAR - point)
        signs.append(chr(ord("A") + mine - 1) if mine else chr(ord("a") + theirs - 1) if theirs else "-")
    return f"XGID={''.join(signs)}:{cube.bit_length() - 1}:{owner}:{turn}:{dice}:0:0:0:0:6"


def read(text: str) -> tuple[Men, Men, int, int, int, str]:
    """White's men, Black's men, the number on the cube, its owner, whose turn it is, and the dice."""
    board, *fields = text.strip().removeprefix("XGID=").split(":")
    if len(board) != BAR + 1 or re.search("[^-a-oA-O]", board):
        raise SpecError(
            f"The position {text!r} must start with 26 characters of A to O, a to o and -, as in {MODEL!r}."
        )
    cube, owner, turn, dice = (fields + [""] * 4)[:4]
    if not re.fullmatch("[0-9]", cube) or owner not in ("-1", "0", "1") or turn not in ("-1", "0", "1"):
        form = "the power of two on the cube, its owner (1, 0 or -1) and the turn (1 or -1)"
        raise SpecError(f"The position {text!r} must have {form} after the board, as in {MODEL!r}.")
    if not re.fullmatch("[1-6][1-6]|00|D|drop|roll", dice):
        raise SpecError(f"The position {text!r} has the dice {dice!r}; give two digits, 00 before the roll, or D.")
    if len(fields) > 7 and fields[7] != "0":
        raise SpecError(
            f"The position {text!r} is from a match to {fields[7]!r}; only money games are supported, with length 0."
        )
    white, black = NOBODY, NOBODY
    for point, sign in enumerate(board):
        for _ in range(0 if sign == "-" else ord(sign.upper()) - ord("A") + 1):
            if sign.isupper():
                white = add(white, point) if total(white) < 15 else NOBODY
            else:
                black = add(black, BAR - point) if total(black) < 15 else NOBODY
    if board[0].isupper() or board[BAR].islower():
        raise SpecError(
            f"The position {text!r} has men on the other's bar; the first character is Black's bar, the last White's."
        )
    for name, letters in (("White", r"[A-O]"), ("Black", r"[a-o]")):
        number = sum(ord(sign.upper()) - ord("A") + 1 for sign in re.findall(letters, board))
        if number > 15:
            raise SpecError(f"The position {text!r} has {number} men of {name}; each player has at most 15.")
    if not occupied(white) and not occupied(black):
        raise SpecError(f"The position {text!r} has no men; at least one player must have some left.")
    return white, black, 1 << int(cube), int(owner), int(turn), dice
