"""A short match between two searches of the same rules, each with a budget of simulations, to see which is better.

Each opening, a few random plies, is played twice with the seats exchanged. Everything follows from the seed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from countermove import worker
from countermove.game import CHANCE, Game, legal
from countermove.learn.games import MAX_PLIES
from countermove.outcome import outcomes_of

__all__ = ["Score", "duel"]

MEGABYTES = 32.0


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a match, from 0 for the second player to 1 for the first."""

    mean: float
    error: float
    """The standard error of the mean."""
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {1.96 * self.error:.2f}"


def duel(
    first: Game,
    second: Game,
    *,
    games: int,
    simulations: int,
    opening: int,
    seed: int,
    keep_on: Callable[[], bool] = lambda: True,
) -> Score:
    """Let a game's search meet that of the same game with another evaluation, or none; for two players or more.

    With more than two players the first game's search has one seat, the second one's the others.
    """
    from countermove.engine.mcts.recipe import Recipe
    from countermove.engine.mcts.search import TreeSearch

    ends = outcomes_of(first) or (-1, 1)
    low, high = float(min(ends)), float(max(ends))

    def play() -> list[float]:
        trees = [TreeSearch(each, Recipe(seed=seed), megabytes=MEGABYTES) for each in (first, second)]
        scores = []
        for number in range(games):
            if not keep_on():
                break
            seat = number % first.players
            draw = random.Random(f"{seed} {number // first.players}")
            state, ply = first.initial(), 0
            for tree in trees:
                tree.root = None
            plies = draw.randint(0, opening)
            while not first.is_terminal(state) and ply < MAX_PLIES:
                mover, actions = first.player(state), legal(first, state)
                if mover == CHANCE:
                    odds = dict(first.chances(state))
                    action = draw.choices(list(odds), list(odds.values()))[0]
                elif ply < plies or len(actions) == 1:
                    action = draw.choice(actions)
                else:
                    tree = trees[mover != seat]
                    tree.begin(state)
                    tree.grow(simulations)
                    action = tree.chosen()
                state, ply = first.result(state, action), ply + 1
            end = first.utility(state, seat) if first.is_terminal(state) else first.endless(seat)
            scores.append((end - low) / (high - low))
        return scores

    scores = worker.run(play, first, patience=math.inf)
    mean = sum(scores) / max(1, len(scores))
    spread = sum((each - mean) ** 2 for each in scores) / max(1, len(scores) - 1)
    return Score(mean, math.sqrt(spread / max(1, len(scores))), len(scores))
