"""The textbook's searches, compiled: plain, for many players, and against an opponent who follows a policy."""

from __future__ import annotations

import dataclasses
import time
from typing import TYPE_CHECKING, Any

from countermove import worker
from countermove.analysis.answer import Analysis, best_lines
from countermove.analysis.task import MANY, STRONG, Task, number, require_compiled, since, view_of
from countermove.errors import NativeError
from countermove.game import CHANCE, require_actions
from countermove.textbook import Score

if TYPE_CHECKING:
    from countermove.engine.root import Search as RootSearch
    from countermove.native.memory import Memory

__all__ = ["search_compiled"]

COMPILED = ("alphabeta", "minimax", "expectimax", *MANY)
TABLE = 16
"""Megabytes for what a search for many players remembers, when nobody says."""


def search_compiled(task: Task) -> Analysis:
    game, state = task.game, task.state
    if task.algorithm not in COMPILED:
        raise NativeError(f"{task.algorithm} runs interpreted: only {', '.join((STRONG, *COMPILED))} are compiled.")
    require_compiled(game, task.algorithm)
    from countermove.engine.workspace import NODES, SIZE, STOP, workspace

    work = workspace(task.nodes, SIZE)
    actions = require_actions(game, state)
    look = _look(task, work)
    task = dataclasses.replace(task, start=time.perf_counter())  # compiling is not searching
    first = None if game.player(state) == CHANCE else actions[0]
    best = Analysis(first, game.neutral, algorithm=task.algorithm, native=True)
    done: list[Analysis] = [best]

    def search() -> None:
        for depth in task.depths():
            first = done[-1].action
            sort = task.depth != depth and task.algorithm not in MANY  # among many, the first of equals is an answer
            order = sorted(actions, key=lambda action: action != first) if sort else actions
            found = look(state, order, depth)
            if not found.complete:
                return
            done.append(_seen(task, found, actions))
            if found.proven:
                return

    def halt() -> None:
        work[STOP] = 1

    shown = 1

    def tick() -> None:
        nonlocal shown
        while task.progress and shown < len(done):
            task.progress(dataclasses.replace(done[shown], nodes=work[NODES], seconds=since(task)))
            shown += 1
        task.tell(work[NODES])

    worker.run(search, game, halt=halt, progress=lambda: work[NODES], tick=tick, seconds=task.seconds, stop=task.stop)
    tick()
    stopped = bool(work[STOP]) and bool(task.stop and task.stop.is_set())
    return dataclasses.replace(done[-1], nodes=work[NODES], seconds=since(task), stopped=stopped)


def _look(task: Task, work: Memory) -> RootSearch:
    """The search of a task, compiled or loaded."""
    if task.algorithm in MANY:
        return _many(task, work)
    if task.algorithm == "expectimax":
        return _averaging(task, work)
    from countermove.engine import root

    return root.search(task.algorithm, task.game, work, task.lines)


def _many(task: Task, work: Memory) -> RootSearch:
    """A search for many players; max^n prunes wherever that is sound, whether it is called shallow or not."""
    megabytes = TABLE if task.memory is None else task.memory
    if task.algorithm in ("maxn", "shallow"):
        from countermove.engine import maxn

        return maxn.search(task.game, task.state, work, megabytes, task.lines)
    from countermove.engine import coalition

    return coalition.search(task.game, task.state, work, megabytes, task.algorithm == "bestreply", task.lines)


def _averaging(task: Task, work: Memory) -> RootSearch:
    """Expectimax, where compiled code knows how the others act."""
    from countermove.engine import expectimax

    seat = task.game.player(task.state)
    if seat == CHANCE:
        raise NativeError("expectimax runs interpreted where chance acts first.")
    if task.opponent is None:
        return expectimax.search(task.game, work, seat=seat)
    model = task.opponent.model(task.game, task.state, seat)
    if model is None:
        raise NativeError("expectimax runs interpreted: compiled, it does not know this opponent.")
    return expectimax.search(task.game, work, model, seat)


def _seen(task: Task, found: Any, actions: list[int]) -> Analysis:
    """What the engine found, as the player to move sees it."""
    own = 0 if task.algorithm in (*MANY, "expectimax") else task.game.player(task.state)
    view = view_of(task.game, own)
    values = {action: view(Score(*found.values[action])) for action in actions}
    return Analysis(
        action=found.action,
        value=number(view(Score(found.value))),
        values=values,
        line=found.line,
        lines=best_lines(found.action, values, found.lines, task.lines, found.sure),
        depth=found.depth if found.depth is not None else len(found.line),
        exact=found.proven,
        algorithm=task.algorithm,
        native=True,
    )
