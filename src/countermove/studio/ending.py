"""Where a line leads: what everybody gets there, and whether the game is won at once.

Among many players a value is a vector, and max^n gives the root that of the leaf at the end of the best line. So the
line is enough to know it: it is played out, and what its last position is worth is asked of the rules.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from countermove.analysis import Analysis, Line
from countermove.game import CHANCE, Action, Game, State
from countermove.studio.points import is_opposed

__all__ = ["distance_of", "payoffs_of"]


def payoffs_of(game: Game, state: State, found: Analysis, line: Line) -> tuple[float, ...] | None:
    """What each player gets at the end of a line, where players are not opposed.

    None where the line does not lead there: it meets chance, or it is shorter than the search was deep; and where what
    is there is not what the search says of the line.
    """
    player = game.player(state)
    value = line.score.value
    if player < 0 or game.players < 2 or line.score.bound != "=" or isinstance(value, tuple) or is_opposed(game):
        return None
    last = _last(game, state, line.line)
    if last is None:
        return None
    over = game.is_terminal(last)
    if not over and len(line.line) < found.depth:
        return None
    worth = game.utility if over else game.evaluate
    payoffs = tuple(float(worth(last, each)) for each in range(game.players))
    return payoffs if math.isclose(payoffs[player], value, rel_tol=1e-9, abs_tol=1e-9) else None


def distance_of(game: Game, state: State, found: Analysis, line: Line | None, outcome: str) -> tuple[int | None, bool]:
    """Plies to a proven win or loss, and whether it cannot come sooner or later; None where that is not known.

    Searches with chance or for many players count no plies, but a game that is won at once is won in one.
    """
    if line is None or line.distance is not None:
        return (None if line is None else line.distance), found.timed
    if outcome == "win" and len(line.line) == 1 and game.is_terminal(game.result(state, line.action)):
        return 1, True
    return None, found.timed


def _last(game: Game, state: State, line: Sequence[Action]) -> State | None:
    """The position at the end of a line; None where chance has a part in it."""
    for action in line:
        if game.player(state) == CHANCE:
            return None
        state = game.result(state, action)
    return state if game.is_terminal(state) or game.player(state) != CHANCE else None
