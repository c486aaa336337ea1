"""Shared by compiled searches: running in a thread with progress, and turning results into an Analysis."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from countermove import worker
from countermove.analysis.answer import Analysis, Line
from countermove.analysis.task import Task, number, since, view_of, viewer
from countermove.game import Action
from countermove.textbook import Score

if TYPE_CHECKING:
    from countermove.engine.root import Root, RootSearch


def run_search(
    task: Task,
    search: Callable[[], None],
    done: Sequence[Analysis],
    *,
    nodes: Callable[[], int],
    halt: Callable[[], None],
    halted: Callable[[], bool],
) -> Analysis:
    """Run a search that appends answers to `done`; reports all but the first as progress and returns the last."""
    reported = 1

    def tick() -> None:
        nonlocal reported
        while task.progress and reported < len(done):
            task.progress(dataclasses.replace(done[reported], nodes=nodes(), seconds=since(task)))
            reported += 1
        task.report(nodes())

    worker.run(search, task.game, halt=halt, progress=nodes, tick=tick, seconds=task.budget.seconds, stop=task.stop)
    tick()
    stopped = halted() and bool(task.stop and task.stop.is_set())
    return dataclasses.replace(done[-1], nodes=nodes(), seconds=since(task), stopped=stopped)


def as_analysis(task: Task, search: RootSearch[Any], root: Root, actions: Sequence[Action]) -> Analysis:
    """The engine's result, from the point of view of the player to move."""
    view = view_of(task.game, 0 if search.for_mover else viewer(task.game, task.state))
    found = root.values
    values = {action: view(Score(*found[action])) for action in actions}
    lines = []
    for action in root.order[: task.lines] if task.lines > 1 else ():
        if values[action].bound == "=":
            each = root.actions[action]
            lines.append(Line(action, values[action], each.line, proven=each.sure))
    return Analysis(
        action=root.action,
        value=number(view(Score(root.value))),
        values=values,
        line=root.line,
        lines=tuple(lines),
        depth=root.depth if root.depth is not None else len(root.line),
        exact=root.proven,
        error=root.error,
        algorithm=task.algorithm,
        native=True,
    )
