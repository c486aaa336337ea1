"""The weights of the evaluation's terms, early and late in the game, in hundredths of a pawn.

Those in use are in a file that `countermove train` wrote (docs: "Learn to evaluate" says how). Fitting began with the
weights set by hand here; they are also used after a change of terms, until weights are fitted anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from countermove.games.chess import evaluation as terms
from countermove.games.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

SHIPPED = Path(__file__).parents[1] / "weights" / "chess.npz"
VALUES = {PAWN: (82, 100), KNIGHT: (330, 300), BISHOP: (345, 320), ROOK: (470, 530), QUEEN: (980, 960), KING: (0, 0)}


def _middle(at: int) -> int:
    return min(at, 7 - at)


def _place(code: int, square: int, late: bool) -> int:
    column, row = square % 8, square // 8
    centre = _middle(column) + _middle(row)
    if code == PAWN:
        if row in (0, 7):
            return 0
        if late:
            return 10 * (row - 1)
        return 5 * (row - 1) + (
            12 if _middle(column) == 3 and row in (3, 4) else -15 if _middle(column) == 3 and row == 1 else 0
        )
    if code == KNIGHT:
        return 8 * centre - 28
    if code == BISHOP:
        return 4 * centre - 12 - (5 if row == 0 else 0)
    if code == ROOK:
        return (10 if row == 6 else 0) + (0 if late else 2 * _middle(column))
    if code == QUEEN:
        return 3 * centre - 9 if late else centre - 5
    if late:
        return 10 * centre - 30
    return (30 if column in (1, 6) else 20 if column in (0, 7, 2) else 0) - 20 * row if row < 3 else -60


def _all() -> tuple[list[int], list[int]]:
    early, late = [0] * terms.TERMS, [0] * terms.TERMS
    for code, value in VALUES.items():
        for square in range(64):
            early[64 * code + square] = value[0] + _place(code, square, False)
            late[64 * code + square] = value[1] + _place(code, square, True)
    for code, step, usual in ((KNIGHT, (5, 5), 4), (BISHOP, (5, 5), 6), (ROOK, (3, 5), 7), (QUEEN, (2, 4), 13)):
        for count in range(32):
            early[terms.MOBILITY + 32 * code + count] = step[0] * (count - usual)
            late[terms.MOBILITY + 32 * code + count] = step[1] * (count - usual)
    for rank in range(8):
        early[terms.PASSED + rank] = (0, 0, 5, 10, 20, 40, 80, 0)[rank]
        late[terms.PASSED + rank] = (0, 10, 15, 25, 45, 80, 130, 0)[rank]
        early[terms.SUPPORTED + rank] = early[terms.PHALANX + rank] = (0, 2, 6, 8, 12, 25, 50, 0)[rank]
        late[terms.SUPPORTED + rank] = late[terms.PHALANX + rank] = (0, 0, 3, 5, 10, 20, 40, 0)[rank]
        late[terms.FREE_PASSED + rank] = (0, 0, 0, 5, 15, 30, 50, 0)[rank]
        late[terms.KING_NEAR_PASSED + rank] = -6 * rank
        late[terms.KING_FAR_FROM_PASSED + rank] = 9 * rank
    pairs = {
        terms.ISOLATED: (-10, -15), terms.DOUBLED: (-8, -18), terms.BACKWARD: (-8, -12), terms.PAIR: (25, 45),
        terms.OPEN_FILE: (28, 12), terms.HALF_OPEN_FILE: (14, 8), terms.PAWN_THREAT: (50, 35),
        terms.PUSH_THREAT: (10, 10), terms.MINOR_THREAT: (10, 10), terms.MINOR_THREAT + 1: (35, 30),
        terms.ROOK_THREAT: (35, 30), terms.HANGING: (18, 15), terms.BLOCKED_BISHOP: (-2, -4),
        terms.OUTPOST: (25, 15), terms.OUTPOST + 1: (20, 8), terms.SPACE: (2, 0), terms.TEMPO: (12, 10),
    }  # fmt: skip
    for number, (first, second) in pairs.items():
        early[number], late[number] = first, second
    for number in range(8):
        early[terms.SHELTER + number] = (14, 6, 0, -14)[number % 4]
        early[terms.STORM + number] = (-12, -8, 0, 4)[number % 4]
    for number in range(4):
        early[terms.SAFE_CHECK + number] = (25, 10, 25, 15)[number]
        late[terms.SAFE_CHECK + number] = 5
    for number in range(8):
        early[terms.LONE_KING_DRIVEN + number] = late[terms.LONE_KING_DRIVEN + number] = 30 * number
        early[terms.LONE_KING_NEAR + number] = late[terms.LONE_KING_NEAR + number] = -15 * number
    for number in range(16):
        early[terms.KING_ATTACK + number] = number * number + 6 * number
        early[terms.KING_ATTACK + 16 + number] = 5 * number
    return early, late


HAND_SET = tuple(tuple(each) for each in _all())
"""Set by hand: early, and late."""


def _fitted() -> tuple[tuple[int, ...], ...]:
    with np.load(SHIPPED, allow_pickle=False) as held:
        found = held["weights"]
    return tuple(map(tuple, found.astype(int).tolist())) if found.shape == (2, terms.TERMS) else HAND_SET


FITTED = _fitted()
"""The weights in use: early, and late."""


def packed(weights: Sequence[Sequence[int]]) -> Any:
    """Both weights of each term in one word, so that one addition sums both."""
    return np.array([early + (late << 32) for early, late in zip(*weights, strict=True)], np.int64)
