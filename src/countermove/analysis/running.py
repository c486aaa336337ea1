"""What compiled searches share: how they run, telling each depth, and how what they found is told."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from countermove import worker
from countermove.analysis.answer import Analysis, best_lines
from countermove.analysis.task import MANY, Task, number, since, view_of, viewer
from countermove.textbook import Score

__all__ = ["last_of", "seen"]


def last_of(
    task: Task,
    search: Callable[[], None],
    done: Sequence[Analysis],
    *,
    nodes: Callable[[], int],
    halt: Callable[[], None],
    halted: Callable[[], bool],
) -> Analysis:
    """The last of the answers that a search adds to `done`, all but the first of them told as they come."""
    shown = 1

    def tick() -> None:
        nonlocal shown
        while task.progress and shown < len(done):
            task.progress(dataclasses.replace(done[shown], nodes=nodes(), seconds=since(task)))
            shown += 1
        task.report(nodes())

    worker.run(search, task.game, halt=halt, progress=nodes, tick=tick, seconds=task.budget.seconds, stop=task.stop)
    tick()
    stopped = halted() and bool(task.stop and task.stop.is_set())
    return dataclasses.replace(done[-1], nodes=nodes(), seconds=since(task), stopped=stopped)


def seen(task: Task, found: Any, actions: list[int]) -> Analysis:
    """What the engine found, as the player to move sees it."""
    own = 0 if task.algorithm in (*MANY, "expectimax") else viewer(task.game, task.state)
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
