"""The result of a position for the player to move, as one small number.

0             not known yet
1             no position has this index
2             a draw, or play without end
4 + 2n        lost in n plies
5 + 2n        won in n plies
"""

from __future__ import annotations

UNKNOWN, NO_STATE, DRAW, MISSING, LOST, WON = range(6)
"""MISSING stands for a state that cannot be looked up: none of its slices is there."""
MAX_PLIES = 30_000
"""The largest distance."""
WIN = 1 << 20
"""The score of a win: more than any distance."""


def plies_of(code: int) -> int:
    """The distance in a code of a win or a loss.

    >>> plies_of(LOST + 2 * 7), plies_of(WON + 2 * 8)
    (7, 8)
    """
    return code - LOST >> 1


def score_of(code: int) -> int:
    """A number that is larger for better codes: short wins, then draws, then long losses."""
    if code < LOST:
        return 0
    return WIN - plies_of(code) if code & 1 != 0 else plies_of(code) - WIN


def code_of(score: int) -> int:
    """The code with a score."""
    if score > 0:
        return WON + 2 * (WIN - score)
    return LOST + 2 * (score + WIN) if score < 0 else DRAW


def before(score: int, same_player: bool) -> int:
    """The score of a position for its mover, from that of the one after an action."""
    mine = score if same_player else -score
    return mine - 1 if mine > 0 else mine + 1 if mine < 0 else 0
