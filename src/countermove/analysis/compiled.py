"""The textbook's searches, compiled: plain, with chance, multiplayer, and against an opponent model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from countermove.analysis.answer import Analysis, untried
from countermove.analysis.running import as_analysis, run_search
from countermove.analysis.task import Task, require_compiled
from countermove.errors import NativeError
from countermove.game import CHANCE, require_actions

if TYPE_CHECKING:
    from countermove.engine.root import Root, RootSearch

MULTIPLAYER_MEGABYTES = 16
"""The default table of a multiplayer search."""


def search_compiled(task: Task) -> Analysis:
    game, state = task.game, task.state
    require_compiled(game, task.algorithm)
    from countermove.engine.workspace import MAX_PLIES

    actions = require_actions(game, state)
    search = _root_search(task)
    task = task.restarted()
    first, line = (None, ()) if game.player(state) == CHANCE else (actions[0], untried(actions[0]))
    done: list[Analysis] = [Analysis(first, game.neutral, line=line, algorithm=task.algorithm, native=True)]

    def deepen() -> None:
        order: Any = actions
        for depth in task.depths():
            root = _search_root(task, search, order, depth)
            if not root.complete:
                return
            done.append(as_analysis(task, search, root, actions))
            if root.settled or depth is None or depth >= MAX_PLIES:
                return
            if not root.chance:
                order = search.reordered(actions, root)

    return run_search(task, deepen, done, nodes=lambda: search.nodes, halt=search.halt, halted=lambda: search.stopped)


def _search_root(task: Task, search: RootSearch[Any], actions: Any, depth: int | None) -> Root:
    if task.sample is None:
        return search.search_root(task.state, actions, depth, task.lines)
    from countermove.engine.chance.search import Expectiminimax

    assert isinstance(search, Expectiminimax)
    return search.sampled(task.state, actions, depth)


def _root_search(task: Task) -> RootSearch[Any]:
    """The search of a task, compiled or loaded."""
    game, state, nodes, memory = task.game, task.state, task.budget.nodes, task.budget.memory
    match task.algorithm:
        case "minimax" | "alphabeta":
            from countermove.engine.plain.search import AlphaBeta, Minimax

            return (Minimax if task.algorithm == "minimax" else AlphaBeta)(game, nodes)
        case "expectimax":
            return _expectimax(task)
        case "expectiminimax":
            from countermove.engine.chance.search import Expectiminimax
            from countermove.engine.table import DEFAULT_MEGABYTES, Table

            table = task.table or Table(DEFAULT_MEGABYTES if memory is None else memory)
            return Expectiminimax(game, table, threads=task.budget.threads, nodes=nodes, sample=task.sample)
        case "maxn" | "shallow":  # max^n prunes wherever that is sound, by either name
            from countermove.engine.many.maxn import Maxn

            return Maxn(game, state, MULTIPLAYER_MEGABYTES if memory is None else memory, nodes)
        case _:
            from countermove.engine.many.coalition import Coalition

            megabytes = MULTIPLAYER_MEGABYTES if memory is None else memory
            return Coalition(game, state, megabytes, task.algorithm == "bestreply", nodes)


def _expectimax(task: Task) -> RootSearch[Any]:
    """Expectimax, where the opponent can be compiled."""
    from countermove.engine.chance.expectimax import Expectimax

    seat = task.game.player(task.state)
    if seat == CHANCE:
        raise NativeError("expectimax runs interpreted where chance acts first.")
    model = None if task.opponent is None else task.opponent.model(task.game, task.state, seat)
    if model is None and task.opponent is not None:
        raise NativeError("expectimax runs interpreted: this opponent cannot be compiled.")
    return Expectimax(task.game, model, seat, task.budget.nodes)
