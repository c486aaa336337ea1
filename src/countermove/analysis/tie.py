"""Ties between actions broken by random playouts, where the search was cut off and the game has no `evaluate`.

Without `evaluate` every position beyond the search depth counts the same, so until the end comes into sight all actions
look equal. Random playouts do distinguish them: the player who is ahead wins more of them. They only choose among
actions that the search considers equal, and a second search confirms the choice, since the first often knows only that
the other actions are not better.

Playouts go mostly to the best actions by sequential halving (Karnin, Koren, Somekh, "Almost optimal exploration in
multi-armed bandits", 2013). They are limited by plies, not time, unless seconds are given, and use a fixed seed:
results are reproducible.
"""

from __future__ import annotations

import dataclasses
import math
import random
import threading
from collections.abc import Callable
from typing import Any

from countermove import worker
from countermove.analysis.answer import Analysis
from countermove.analysis.task import Task
from countermove.game import CHANCE, Game, State, legal, offers, utility_of
from countermove.textbook import Score, is_max_side

PLAYOUT_SHARE = 0.15
"""The share of the time that is kept for playouts, and for confirming their choice."""
MIN_TOTAL_PLIES, MAX_TOTAL_PLIES = 2_000, 10_000
"""Limits on the plies of all playouts together: as many as the search had nodes, within these."""
MAX_PLAYOUT_PLIES = 400
"""Plies after which a playout counts as a draw."""
MAX_PLAYOUT_ACTIONS = 64
"""Equal actions that get playouts; generating this many legal actions costs as much as a ply."""
MAX_CONFIRMATIONS = 3
"""Actions to confirm by a second search, starting with the best playouts."""
MAX_DEPTH_SHORTFALL = 3
"""Plies by which a confirming search with a time limit may fall short of the first search."""

ChildSearch = Callable[..., Analysis]


def is_blind(game: Game) -> bool:
    """Whether a game of several players has no `evaluate`. A puzzle needs a solution, not playouts."""
    return game.players > 1 and not offers(game, "evaluate")


def has_seen_an_end(game: Game, found: Analysis) -> bool:
    """Whether a value comes from the end of a game and not from the horizon, where, without `evaluate`, all is neutral.
    Averages and several players mix both.
    """
    mixed = game.axes.stochastic or game.players > 2
    return found.value != game.neutral and not mixed


def break_tie(task: Task, found: Analysis, search: ChildSearch) -> Analysis:
    """The answer, with one of several equal actions chosen by playouts; `search` searches without breaking ties."""
    game, state = task.game, task.state
    if found.exact or found.stopped or found.strategies or found.action is None or game.player(state) == CHANCE:
        return found
    if has_seen_an_end(game, found):  # the search knows best how soon it comes
        return found
    equal = [action for action, score in found.values.items() if _may_equal(score, found.value)]
    if not found.values:  # not even depth 1 was completed
        equal = legal(game, state)
    if len(equal) < 2:
        return found
    equal.sort(key=lambda action: action != found.action)
    began = worker.clock()
    playouts = Playouts(game, state, min(MAX_TOTAL_PLIES, max(MIN_TOTAL_PLIES, found.nodes)))
    given = task.budget.seconds if task.budget.is_timed else None  # else playouts are counted, for reproducible results
    seconds = None if given is None else max(0.01, given * PLAYOUT_SHARE / 2)
    ranking = playouts.rank(playouts.some(equal), seconds, task.stop)
    if not playouts.games:
        return found
    chosen = found
    for action in ranking[:MAX_CONFIRMATIONS]:
        confirmed = _confirmed(task, found, action, search)
        if confirmed is not None:
            chosen = confirmed
            break
    if chosen is found and found.action != ranking[0]:
        return found
    assert chosen.action is not None
    name = game.action_name(state, chosen.action)
    count = f"{playouts.games:,} random playout{'' if playouts.games == 1 else 's'}"
    advice = f"{len(equal):,} actions look equal as far as depth {found.depth}; {name} was chosen by {count}."
    return dataclasses.replace(chosen, seconds=found.seconds + worker.clock() - began, advice=advice)


def _may_equal(score: Score, value: float) -> bool:
    return score.value == value and score.bound in ("=", "<=")


def _confirmed(task: Task, found: Analysis, action: Any, search: ChildSearch) -> Analysis | None:
    """The answer with this action, if it is confirmed to be as good as the best; else None."""
    if action == found.action:
        return found
    if not found.values:
        return dataclasses.replace(found, action=action, line=(action,), lines=())
    line: tuple[Any, ...] = (action,)
    nodes = 0
    if found.values[action].bound != "=":
        game, state = task.game, task.state
        child = game.result(state, action)
        history = [*task.history, state] if game.repeats else ()
        timed = task.budget.is_timed
        seconds = max(0.005, (task.budget.seconds or 0.0) * PLAYOUT_SHARE / 2 / MAX_CONFIRMATIONS) if timed else None
        depth = max(1, found.depth - 1)
        budget = dataclasses.replace(
            task.budget, depth=depth, nodes=max(1_000, found.nodes // 2), seconds=seconds
        )  # fmt: skip
        after = search(child, budget, history)
        enough = max(1, depth - MAX_DEPTH_SHORTFALL) if timed else depth
        value = _value_before(game, state, child, after)
        if after.stopped or not (after.exact or after.depth >= enough) or value < found.value:
            return None
        line, nodes = (action, *after.line), after.nodes
    values = {**found.values, action: Score(found.value)}
    return dataclasses.replace(found, action=action, line=line, lines=(), values=values, nodes=found.nodes + nodes)


def _value_before(game: Game, state: State, child: State, after: Analysis) -> float:
    """The value of a child, from the point of view of the player who acts in `state`."""
    over = game.is_terminal(child)
    other = 0 if over else max(0, game.player(child))
    same = is_max_side(game, other) == is_max_side(game, game.player(state))
    return after.value if same else game.axes.total - after.value


class Playouts:
    """Random games after some actions, and their results for the player who acts."""

    def __init__(self, game: Game, state: State, plies: int) -> None:
        self.game, self.state, self.player = game, state, game.player(state)
        self.budget = plies
        self.games = self.plies = 0
        self.rng = random.Random(0)
        self.halted = threading.Event()

    def some(self, actions: list[Any]) -> list[Any]:
        """The first action and a random sample of the others, where there are too many for playouts."""
        if len(actions) <= MAX_PLAYOUT_ACTIONS:
            return actions
        return [actions[0], *self.rng.sample(actions[1:], MAX_PLAYOUT_ACTIONS - 1)]

    def rank(self, actions: list[Any], seconds: float | None, stop: threading.Event | None) -> list[Any]:
        """The actions by their playouts, best first; of equals the earlier one."""
        ranking = list(actions)

        def halve() -> None:
            phases = math.ceil(math.log2(len(actions)))
            sums = [0.0] * len(actions)
            counts = [0] * len(actions)
            left = list(range(len(actions)))
            began = worker.clock()
            for phase in range(1, phases + 1):
                while True:
                    for at in left:
                        sums[at] += self.play(actions[at])
                        counts[at] += 1
                        if self.halted.is_set():
                            break
                    spent = worker.clock() - began
                    part = self.plies / self.budget if seconds is None else spent / seconds
                    if part >= phase / phases or self.halted.is_set():
                        break
                left.sort(key=lambda at: (-sums[at] / max(1, counts[at]), at))
                ranking[: len(left)] = [actions[at] for at in left]
                if self.halted.is_set():
                    break
                left = sorted(left[: math.ceil(len(left) / 2)])

        limit = None if seconds is None else 2 * seconds
        worker.run(halve, self.game, halt=self.halted.set, progress=lambda: self.plies, seconds=limit, stop=stop)
        return ranking

    def play(self, action: Any) -> float:
        """The result of one random game after an action."""
        game, state = self.game, self.game.result(self.state, action)
        self.games += 1
        for _ in range(MAX_PLAYOUT_PLIES):
            self.plies += 1
            if game.is_terminal(state):
                return utility_of(game, state, self.player)
            if self.halted.is_set():
                break
            if game.player(state) == CHANCE:
                outcomes, odds = zip(*game.chances(state))
                state = game.result(state, self.rng.choices(outcomes, odds)[0])
            else:
                choices = legal(game, state)
                self.plies += len(choices) // MAX_PLAYOUT_ACTIONS
                if not choices:  # a fault in the rules, reported elsewhere
                    break
                state = game.result(state, self.rng.choice(choices))
        return game.neutral
