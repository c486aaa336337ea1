"""The textbook's searches, compiled: plain, for many players, and against an opponent who follows a policy."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from countermove import worker
from countermove.analysis.answer import Analysis, untried
from countermove.analysis.running import last_of, seen
from countermove.analysis.task import MANY, STRONG, Task, require_compiled
from countermove.errors import NativeError
from countermove.game import CHANCE, require_actions

if TYPE_CHECKING:
    from countermove.engine.root import Search as RootSearch
    from countermove.engine.workspace import Workspace

__all__ = ["search_compiled"]

COMPILED = ("alphabeta", "minimax", "expectimax", *MANY)
TABLE = 16
"""Megabytes for what a search for many players remembers, when nobody says."""


def search_compiled(task: Task) -> Analysis:
    game, state = task.game, task.state
    if task.algorithm not in COMPILED:
        raise NativeError(f"{task.algorithm} runs interpreted: only {', '.join((STRONG, *COMPILED))} are compiled.")
    require_compiled(game, task.algorithm)
    actions = require_actions(game, state)
    look, work = _look(task)
    task = dataclasses.replace(task, start=worker.clock())  # compiling is not searching
    is_chance = game.player(state) == CHANCE
    first, line = (None, ()) if is_chance else (actions[0], untried(actions[0]))
    best = Analysis(first, game.neutral, line=line, algorithm=task.algorithm, native=True)
    done: list[Analysis] = [best]

    def search() -> None:
        for depth in task.depths():
            first = done[-1].action
            sort = task.depth != depth and task.algorithm not in MANY  # among many, the first of equals is an answer
            order = sorted(actions, key=lambda action: action != first) if sort else actions
            found = look(state, order, depth)
            if not found.complete:
                return
            done.append(seen(task, found, actions))
            if found.settled:
                return

    def halt() -> None:
        work.stop = 1

    return last_of(task, search, done, nodes=lambda: work.nodes, halt=halt, halted=lambda: bool(work.stop))


def _look(task: Task) -> tuple[RootSearch, Workspace]:
    """The search of a task, compiled or loaded, and what it works in."""
    if task.algorithm in MANY:
        return _many(task)
    from countermove.engine import root
    from countermove.engine.workspace import Workspace

    work = Workspace(task.nodes)
    if task.algorithm == "expectimax":
        return _averaging(task, work), work
    return root.search(task.algorithm, task.game, work, task.lines), work


def _many(task: Task) -> tuple[RootSearch, Workspace]:
    """A search for many players; max^n prunes wherever that is sound, whether it is called shallow or not."""
    megabytes = TABLE if task.memory is None else task.memory
    if task.algorithm in ("maxn", "shallow"):
        from countermove.engine import maxn

        own = maxn.MaxnWorkspace(task.nodes)
        return maxn.search(task.game, task.state, own, megabytes, task.lines), own
    from countermove.engine import coalition

    one_reply = task.algorithm == "bestreply"
    work = coalition.CoalitionWorkspace(task.nodes)
    return coalition.search(task.game, task.state, work, megabytes, one_reply, task.lines), work


def _averaging(task: Task, work: Workspace) -> RootSearch:
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
