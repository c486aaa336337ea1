"""The end of a line: every player's payoff there, and whether it wins at once.

With more than two players a value is a vector, and max^n backs up the vector of the leaf at the end of the best line.
So the line is enough: play it out and evaluate its last position.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from countermove.analysis import Analysis, Line
from countermove.game import CHANCE, Action, Game, S
from countermove.studio.analysis.meter import is_opposed


def payoffs_of(game: Game[S], state: S, found: Analysis, line: Line) -> tuple[float, ...] | None:
    """Each player's payoff at the end of a line, in a game without two opposed sides.

    None if the line does not reach a leaf (it meets chance, or is shorter than the search depth), or if the payoff
    there differs from the line's score.
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


def distance_of(game: Game[S], state: S, found: Analysis, line: Line | None, outcome: str) -> tuple[int | None, bool]:
    """Plies to a proven win or loss (None if unknown), and whether that is exact.

    Searches with chance or for many players count no plies, but an immediate win takes one.
    """
    if line is None or line.distance is not None:
        return (None if line is None else line.distance), found.timed
    if outcome == "win" and len(line.line) == 1 and game.is_terminal(game.result(state, line.action)):
        return 1, True
    return None, found.timed


def _last(game: Game[S], state: S, line: Sequence[Action]) -> S | None:
    """The position at the end of a line; None if chance is involved."""
    for action in line:
        if game.player(state) == CHANCE:
            return None
        state = game.result(state, action)
    return state if game.is_terminal(state) or game.player(state) != CHANCE else None
