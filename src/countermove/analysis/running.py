"""Shared by compiled searches: running in a thread with progress, and turning results into an Analysis."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from countermove import worker
from countermove.analysis.answer import Analysis, best_lines
from countermove.analysis.task import MULTIPLAYER, Task, number, since, view_of, viewer
from countermove.textbook import Score

__all__ = ["as_analysis", "run_search"]


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


def as_analysis(task: Task, found: Any, actions: list[int]) -> Analysis:
    """The engine's result, from the point of view of the player to move."""
    player = 0 if task.algorithm in (*MULTIPLAYER, "expectimax") else viewer(task.game, task.state)
    view = view_of(task.game, player)
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
