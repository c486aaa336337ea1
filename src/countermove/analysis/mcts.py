"""Monte Carlo tree search: `mcts` grows one tree until its budget is spent or the value is proven."""

from __future__ import annotations

import dataclasses
import functools
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from countermove import worker
from countermove.analysis.answer import Analysis, Line, untried
from countermove.analysis.budget import Budget
from countermove.analysis.running import run_search
from countermove.analysis.task import Task, require_compiled, viewer
from countermove.errors import NativeError
from countermove.game import CHANCE, offers, require_actions
from countermove.textbook import Score
from countermove.values import joint

if TYPE_CHECKING:
    from countermove.engine.mcts.search import TreeSearch

MCTS: Final = "mcts"
FIRST_SIMULATIONS: Final = 64
"""Simulations before the first report of progress; then it is reported when they have doubled, and now and then."""
REPORT_SECONDS: Final = 0.2
MAX_SIMULATIONS: Final = 1 << 60


def search_mcts(task: Task) -> Analysis:
    """The answer of the compiled search."""
    require_compiled(task.game, MCTS)
    return _grown(task, _tree(task, True), None)


def search_mcts_interpreted(task: Task, compiled: threading.Event | None = None) -> Analysis:
    """The same answer, interpreted; it ends early when `compiled` is set."""
    return _grown(task, _tree(task, False), compiled)


def _tree(task: Task, native: bool) -> TreeSearch:
    """The tree of the search before, or a new one."""
    try:
        from countermove.engine.mcts.recipe import Recipe
        from countermove.engine.mcts.search import TreeSearch
    except ImportError as error:  # NumPy
        raise NativeError(f"mcts cannot run: {error}.") from error

    if task.tree is not None and task.tree.native == native and task.tree.game == task.game:
        return task.tree
    budget = task.budget
    return TreeSearch(
        task.game, task.recipe or Recipe(), threads=budget.threads, megabytes=budget.memory, native=native
    )


def _grown(task: Task, tree: TreeSearch, compiled: threading.Event | None) -> Analysis:
    """Grow the tree within the budget."""
    game, state, budget = task.game, task.state, task.budget
    actions = require_actions(game, state)
    tree.begin(state, task.history, budget.depth)
    task = task.restarted()
    if compiled is not None:
        task = dataclasses.replace(task, stop=worker.Either(task.stop, compiled))
    first, line = None, ()
    if game.player(state) != CHANCE:
        first = max(game.policy(state), key=lambda pair: pair[1])[0] if offers(game, "policy") else actions[0]
        line = untried(first)
    done = [Analysis(first, game.neutral, line=line, algorithm=MCTS, native=tree.native)]

    def conclude(more: bool) -> None:
        if tree.rows_known and (task.progress or not more):
            done.append(conclusion(task, tree))

    simulate = functools.partial(in_rounds, budget, tree.grow, conclude)
    found = run_search(task, simulate, done, nodes=lambda: tree.nodes, halt=tree.halt, halted=lambda: tree.stopped)
    return dataclasses.replace(found, simulations=tree.simulations)


def in_rounds(budget: Budget, grow: Callable[..., bool], conclude: Callable[[bool], None]) -> None:
    """Simulate within the budget, and conclude after every round; `more` says whether another follows."""
    limit = MAX_SIMULATIONS if budget.simulations is None else budget.simulations
    target, step = 0, FIRST_SIMULATIONS
    more = True
    while more:
        began = worker.clock()
        target = min(limit, target + step)
        more = grow(target, budget.nodes) and target < limit
        conclude(more)
        spent = worker.clock() - began
        step = max(step, target) if spent < REPORT_SECONDS / 4 else max(1, int(step * REPORT_SECONDS / spent / 2))


def conclusion(task: Task, tree: TreeSearch) -> Analysis:
    """What the tree says about the root."""
    game, state = task.game, task.state
    mover, whose = game.player(state), viewer(game, state)
    branches, values = tree.branches(), tree.values()
    exact = tree.proven
    scores = {
        action: Score(values[whose], "<=") if exact and mover >= 0 and not each.proven else Score(each.values[whose])
        for action, each in branches.items()
    }
    visits = {action: each.visits for action, each in branches.items()}
    priors = {action: each.prior for action, each in branches.items()} if mover >= 0 and offers(game, "policy") else {}
    found = Analysis(
        value=values[whose], values=scores, visits=visits, priors=priors, simulations=tree.simulations, exact=exact,
        algorithm=MCTS, native=tree.native,
    )  # fmt: skip
    if mover < 0:
        mixes = tree.mixes()
        pair = joint(*(max(mix, key=lambda each: mix[each]) for mix in mixes)) if mixes else None
        line = () if pair is None else (pair,)
        error = None if exact else tree.error
        return dataclasses.replace(found, action=pair, line=line, strategies=mixes, error=error)
    order = sorted(branches, key=lambda action: branches[action].rank, reverse=True)
    best = branches[order[0]]
    lines = [
        Line(action, scores[action], branches[action].line, proven=branches[action].proven)
        for action in order[: task.lines]
    ]
    return dataclasses.replace(
        found,
        action=order[0],
        value=values[whose] if exact else best.values[whose],
        line=best.line,
        lines=tuple(lines),
        depth=len(best.line),
        error=None if exact or best.proven else best.error,
    )
