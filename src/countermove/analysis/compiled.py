"""The textbook's searches, compiled: plain, multiplayer, and against an opponent model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from countermove.analysis.answer import Analysis, untried
from countermove.analysis.running import as_analysis, run_search
from countermove.analysis.task import MULTIPLAYER, Task, require_compiled
from countermove.errors import NativeError
from countermove.game import CHANCE, require_actions

if TYPE_CHECKING:
    from countermove.engine.plain.root import Search as RootSearch
    from countermove.engine.workspace import Workspace

__all__ = ["search_compiled"]

DEFAULT_MEGABYTES = 16
"""The default table of a multiplayer search."""


def search_compiled(task: Task) -> Analysis:
    game, state = task.game, task.state
    require_compiled(game, task.algorithm)
    actions = require_actions(game, state)
    search_root, work = _root_search(task)
    task = task.restarted()
    is_chance = game.player(state) == CHANCE
    first, line = (None, ()) if is_chance else (actions[0], untried(actions[0]))
    best = Analysis(first, game.neutral, line=line, algorithm=task.algorithm, native=True)
    done: list[Analysis] = [best]

    def search() -> None:
        for depth in task.depths():
            first = done[-1].action
            # A multiplayer search answers with the first of equals, so it keeps the order.
            sort = task.budget.depth != depth and task.algorithm not in MULTIPLAYER
            order = sorted(actions, key=lambda action: action != first) if sort else actions
            found = search_root(state, order, depth)
            if not found.complete:
                return
            done.append(as_analysis(task, found, actions))
            if found.settled:
                return

    def halt() -> None:
        work.stop = 1

    return run_search(task, search, done, nodes=lambda: work.nodes, halt=halt, halted=lambda: bool(work.stop))


def _root_search(task: Task) -> tuple[RootSearch, Workspace]:
    """The search of a task, compiled or loaded, and its workspace."""
    if task.algorithm in MULTIPLAYER:
        return _multiplayer(task)
    from countermove.engine.plain import root
    from countermove.engine.workspace import Workspace

    work = Workspace(task.budget.nodes)
    if task.algorithm == "expectimax":
        return _expectimax(task, work), work
    return root.search(task.algorithm, task.game, work, task.lines), work


def _multiplayer(task: Task) -> tuple[RootSearch, Workspace]:
    """A multiplayer search; max^n prunes wherever that is sound, whether named shallow or not."""
    megabytes = DEFAULT_MEGABYTES if task.budget.memory is None else task.budget.memory
    if task.algorithm in ("maxn", "shallow"):
        from countermove.engine.many import maxn

        vectors = maxn.MaxnWorkspace(task.budget.nodes)
        return maxn.search(task.game, task.state, vectors, megabytes, task.lines), vectors
    from countermove.engine.many import coalition

    one_reply = task.algorithm == "bestreply"
    work = coalition.CoalitionWorkspace(task.budget.nodes)
    return coalition.search(task.game, task.state, work, megabytes, one_reply, task.lines), work


def _expectimax(task: Task, work: Workspace) -> RootSearch:
    """Expectimax, where the opponent can be compiled."""
    from countermove.engine.chance import expectimax

    seat = task.game.player(task.state)
    if seat == CHANCE:
        raise NativeError("expectimax runs interpreted where chance acts first.")
    if task.opponent is None:
        return expectimax.search(task.game, work, seat=seat)
    model = task.opponent.model(task.game, task.state, seat)
    if model is None:
        raise NativeError("expectimax runs interpreted: this opponent cannot be compiled.")
    return expectimax.search(task.game, work, model, seat)
