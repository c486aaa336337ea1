"""Equal actions told apart by random playouts, where a search was cut off and the game has no estimate of its own.

Without `evaluate` every position beyond the depth of the search counts the same, so before the end comes in sight all
actions look equal, and the first would be as good as any. Random games from each of them do know something: whoever is
better off wins more of them. They only choose among actions that the search holds for equally good, and a search makes
sure of the one they choose, for what it knows of the others is often only that they are no better.

Half of the actions are dropped again and again, so that most playouts go to the best ones (sequential halving: Karnin,
Koren, Somekh, "Almost optimal exploration in multi-armed bandits", 2013). They are counted by plies and not by time,
unless seconds are given, and drawn from one seed: the same question has the same answer.
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

__all__ = ["HELD_BACK", "break_tie", "has_seen_an_end", "is_blind"]

HELD_BACK = 0.15
"""The part of the seconds that is kept for playouts, and for a second look at what they choose."""
MIN_PLIES, MAX_PLIES = 2_000, 10_000
"""Plies of all playouts together: as many as the search had nodes, within these."""
LONGEST = 400
"""Plies after which a playout counts as a draw."""
MANY = 64
"""Actions that get playouts, of those that look equal; and as many legal ones cost as much as a ply."""
LOOKS = 3
"""Actions that get a second look, the one with the best playouts first."""
SHALLOWER = 3
"""Plies by which a second look within seconds may be shallower than the search."""

Ask = Callable[..., Analysis]


def is_blind(game: Game) -> bool:
    """Whether players meet in a game that has no estimate of its own. A puzzle needs a way, and no lots."""
    return game.players > 1 and not offers(game, "evaluate")


def has_seen_an_end(game: Game, found: Analysis) -> bool:
    """Whether a value comes from the end of a game and not from beyond the depth: there, without an estimate, all is
    neutral. Averages and many players mix both.
    """
    mixed = game.axes.stochastic or game.players > 2
    return found.value != game.neutral and not mixed


def break_tie(task: Task, found: Analysis, ask: Ask) -> Analysis:
    """The answer, with one of several equal actions chosen by playouts; `ask` searches a state without doing so."""
    game, state = task.game, task.state
    if found.exact or found.stopped or found.strategies or found.action is None or game.player(state) == CHANCE:
        return found
    if has_seen_an_end(game, found):  # and knows best how soon it comes
        return found
    equal = [action for action, score in found.values.items() if _may_equal(score, found.value)]
    if not found.values:  # not even the first depth was done
        equal = legal(game, state)
    if len(equal) < 2:
        return found
    equal.sort(key=lambda action: action != found.action)
    began = worker.clock()
    playouts = Playouts(game, state, min(MAX_PLIES, max(MIN_PLIES, found.nodes)))
    given = task.budget.seconds if task.budget.is_timed else None  # else playouts are counted: the same answer again
    seconds = None if given is None else max(0.01, given * HELD_BACK / 2)
    ranking = playouts.rank(playouts.some(equal), seconds, task.stop)
    if not playouts.games:
        return found
    look = found
    for action in ranking[:LOOKS]:
        confirmed = _confirmed(task, found, action, ask)
        if confirmed is not None:
            look = confirmed
            break
    if look is found and found.action != ranking[0]:
        return found
    assert look.action is not None
    name = game.action_name(state, look.action)
    count = f"{playouts.games:,} random playout{'' if playouts.games == 1 else 's'}"
    said = f"{len(equal):,} actions look equal as far as depth {found.depth}; {name} was chosen by {count}."
    return dataclasses.replace(look, seconds=found.seconds + worker.clock() - began, advice=said)


def _may_equal(score: Score, value: float) -> bool:
    return score.value == value and score.bound in ("=", "<=")


def _confirmed(task: Task, found: Analysis, action: Any, ask: Ask) -> Analysis | None:
    """The answer with this action, where it is as good as the best; None where that is not to be seen."""
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
        seconds = max(0.005, (task.budget.seconds or 0.0) * HELD_BACK / 2 / LOOKS) if timed else None
        depth = max(1, found.depth - 1)
        budget = dataclasses.replace(
            task.budget, depth=depth, nodes=max(1_000, found.nodes // 2), seconds=seconds
        )  # fmt: skip
        look = ask(child, budget, history)
        enough = max(1, depth - SHALLOWER) if timed else depth
        if look.stopped or not (look.exact or look.depth >= enough) or _seen(game, state, child, look) < found.value:
            return None
        line, nodes = (action, *look.line), look.nodes
    values = {**found.values, action: Score(found.value)}
    return dataclasses.replace(found, action=action, line=line, lines=(), values=values, nodes=found.nodes + nodes)


def _seen(game: Game, state: State, child: State, look: Analysis) -> float:
    """What a search of the next state found, as the player sees it who acts in this one."""
    over = game.is_terminal(child)
    other = 0 if over else max(0, game.player(child))
    same = is_max_side(game, other) == is_max_side(game, game.player(state))
    return look.value if same else game.axes.total - look.value


class Playouts:
    """Random games from the states after some actions, and what they brought to the player who acts."""

    def __init__(self, game: Game, state: State, plies: int) -> None:
        self.game, self.state, self.player = game, state, game.player(state)
        self.budget = plies
        self.games = self.plies = 0
        self.lots = random.Random(0)
        self.halted = threading.Event()

    def some(self, actions: list[Any]) -> list[Any]:
        """The first action and others drawn by lot, where there are too many for playouts from all of them."""
        return actions if len(actions) <= MANY else [actions[0], *self.lots.sample(actions[1:], MANY - 1)]

    def rank(self, actions: list[Any], seconds: float | None, stop: threading.Event | None) -> list[Any]:
        """The actions, the one with the best playouts first; of equals the earlier one."""
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
        """What one random game after an action brings."""
        game, state = self.game, self.game.result(self.state, action)
        self.games += 1
        for _ in range(LONGEST):
            self.plies += 1
            if game.is_terminal(state):
                return utility_of(game, state, self.player)
            if self.halted.is_set():
                break
            if game.player(state) == CHANCE:
                outcomes, odds = zip(*game.chances(state))
                state = game.result(state, self.lots.choices(outcomes, odds)[0])
            else:
                choices = legal(game, state)
                self.plies += len(choices) // MANY
                if not choices:  # rules at fault; whoever asks for them hears of it
                    break
                state = game.result(state, self.lots.choice(choices))
        return game.neutral
