"""The textbook's searches, compiled: plain, for many players, and against an opponent who follows a policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from countermove.analysis.answer import Analysis, untried
from countermove.analysis.running import last_of, seen
from countermove.analysis.task import MANY, Task, require_compiled
from countermove.errors import NativeError
from countermove.game import CHANCE, require_actions

if TYPE_CHECKING:
    from countermove.engine.root import Search as RootSearch
    from countermove.engine.workspace import Workspace

__all__ = ["search_compiled"]

DEFAULT_MEGABYTES = 16
"""The table of a search for many players, when none is given."""


def search_compiled(task: Task) -> Analysis:
    game, state = task.game, task.state
    require_compiled(game, task.algorithm)
    actions = require_actions(game, state)
    look, work = _look(task)
    task = task.restarted()
    is_chance = game.player(state) == CHANCE
    first, line = (None, ()) if is_chance else (actions[0], untried(actions[0]))
    best = Analysis(first, game.neutral, line=line, algorithm=task.algorithm, native=True)
    done: list[Analysis] = [best]

    def search() -> None:
        for depth in task.depths():
            first = done[-1].action
            sort = task.budget.depth != depth and task.algorithm not in MANY  # there the first of equals is the answer
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

    work = Workspace(task.budget.nodes)
    if task.algorithm == "expectimax":
        return _averaging(task, work), work
    return root.search(task.algorithm, task.game, work, task.lines), work


def _many(task: Task) -> tuple[RootSearch, Workspace]:
    """A search for many players; max^n prunes wherever that is sound, whether it is called shallow or not."""
    megabytes = DEFAULT_MEGABYTES if task.budget.memory is None else task.budget.memory
    if task.algorithm in ("maxn", "shallow"):
        from countermove.engine import maxn

        own = maxn.MaxnWorkspace(task.budget.nodes)
        return maxn.search(task.game, task.state, own, megabytes, task.lines), own
    from countermove.engine import coalition

    one_reply = task.algorithm == "bestreply"
    work = coalition.CoalitionWorkspace(task.budget.nodes)
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
