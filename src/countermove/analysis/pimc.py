"""Perfect-information Monte Carlo: search imagined states as if nothing were hidden, and take the best average.

Each imagined state is a world, in which every legal action is valued by a search that sees everything. It is simple,
and strong where nothing is gained by hiding or finding out (in trick-taking games, for instance). But it plays as if it
would know the world after its action, so it never pays for information, and counts on acting differently in worlds that
it cannot tell apart (strategy fusion). See Ginsberg, "GIB" (2001), and Long, Sturtevant, Buro and Furtak,
"Understanding the success of perfect information Monte Carlo sampling in game tree search" (2010).
"""

from __future__ import annotations

import dataclasses
import functools
import math
import random
import threading
from typing import Any, Final

from countermove import worker
from countermove.analysis.answer import Analysis, Line
from countermove.analysis.belief import guesses
from countermove.analysis.budget import Budget
from countermove.analysis.ismcts import believed
from countermove.analysis.task import Task, require_compiled, since
from countermove.game import Action, Game, require_actions
from countermove.textbook import Score

PIMC: Final = "pimc"
WORLDS: Final = 20
"""Worlds to search by default."""
MEGABYTES: Final = 1.0
"""Memory for the table of a world, where its search has one: a larger one takes longer to allocate than to fill."""
NODES: Final = 20_000
"""Nodes for each world, where nothing else limits its search."""
MIN_SECONDS: Final = 0.005


@functools.cache
def _open_class(cls: type, axes: Any) -> type:
    return type(f"Open{cls.__name__}", (cls,), {"axes": axes, "__module__": cls.__module__, "__doc__": cls.__doc__})


def open_game(game: Game) -> Game:
    """The same game played with open cards."""
    found: Game = object.__new__(_open_class(type(game), dataclasses.replace(game.axes, hidden=False)))
    for name, value in vars(game).items():
        if not name.startswith("_native"):
            object.__setattr__(found, name, value)
    return found


def search_pimc(task: Task) -> Analysis:
    """The answer of compiled searches."""
    require_compiled(task.game, "mcts")
    return _averaged(task, True, None)


def search_pimc_interpreted(task: Task, compiled: threading.Event | None = None) -> Analysis:
    """The same with interpreted searches; it ends early when `compiled` is set."""
    return _averaged(task, False, compiled)


def _averaged(task: Task, native: bool, compiled: threading.Event | None) -> Analysis:
    """The action with the best mean over the worlds, each searched within its share of the budget."""
    from countermove.analysis import analyse, search_for  # they look this search up

    game, state, budget = task.game, task.state, task.budget
    actions = require_actions(game, state)
    worlds = believed(task, native)
    seed = 0 if task.recipe is None else task.recipe.seed
    worlds = random.Random(seed).sample(worlds, len(worlds))
    count = len(worlds)
    if budget.simulations is not None or budget.seconds is None:
        count = min(count, budget.simulations or WORLDS)
    opened = open_game(game)
    memory = MEGABYTES if search_for(opened, task.below).memory else None
    task = task.restarted()
    sums: dict[Action, list[float]] = {action: [] for action in actions}
    nodes, answers = 0, []
    whole = min(count, WORLDS)
    stop = task.stop if compiled is None else worker.Either(task.stop, compiled)
    for number, world in enumerate(worlds[:count]):
        spent = since(task)
        if number and ((budget.seconds is not None and spent >= budget.seconds) or (stop and stop.is_set())):
            break
        if number and budget.nodes is not None and nodes >= budget.nodes:
            break
        share = _share(budget, whole, spent, memory)
        found = analyse(
            opened, world, share, algorithm=task.below, lines=min(len(actions), 1000), native=native, stop=stop
        )
        nodes += found.nodes
        if found.stopped and number and not found.values:
            break
        for action in actions:
            score = found.values.get(action)
            value = found.value if score is None else score.value
            sums[action].append(value if isinstance(value, (int, float)) else float("nan"))
        answers.append(found)
        if task.progress:
            task.progress(_mean(task, sums, answers, nodes))
        task.report(nodes)
    halted = bool(stop and stop.is_set())
    player = game.player(state)
    return dataclasses.replace(
        _mean(task, sums, answers, nodes), guesses=guesses(game, state, player, worlds), stopped=halted
    )


def _share(budget: Budget, worlds: int, spent: float, memory: float | None) -> Budget:
    """The budget of one world."""
    if budget.seconds is None and budget.nodes is None and budget.depth is None:
        return Budget(nodes=NODES, memory=memory)
    seconds = budget.seconds
    if seconds is not None:
        seconds = max(MIN_SECONDS, min(seconds / worlds, seconds - spent))
    return Budget(
        seconds=seconds,
        nodes=None if budget.nodes is None else max(1, budget.nodes // worlds),
        depth=budget.depth,
        memory=memory,
    )


def _mean(task: Task, sums: dict[Action, list[float]], answers: list[Analysis], nodes: int) -> Analysis:
    """The means over the worlds so far."""
    means = {action: math.fsum(values) / len(values) for action, values in sums.items()}
    order = sorted(means, key=lambda action: -means[action])
    best = order[0]
    values = sums[best]
    spread = math.fsum((value - means[best]) ** 2 for value in values)
    error = math.sqrt(spread / (len(values) - 1) / len(values)) if len(values) > 1 else None
    below = answers[0]
    return Analysis(
        action=best,
        value=means[best],
        values={action: Score(mean) for action, mean in means.items()},
        line=(best,),
        lines=tuple(Line(action, Score(means[action]), (action,)) for action in order[: task.lines]),
        depth=min(answer.depth for answer in answers),
        nodes=nodes,
        seconds=since(task),
        error=error,
        simulations=len(answers),
        algorithm=f"{PIMC} over {below.algorithm}",
        native=below.native,
    )
