"""The strong search: `pvs`, deepening until the value and its distance are proven."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from countermove import worker
from countermove.analysis.answer import Analysis, Line, untried
from countermove.analysis.compiled import search_compiled
from countermove.analysis.task import Task, number, require_compiled, since, view_of
from countermove.errors import CompilingError, OutcomeError, SpecError
from countermove.game import State, require_actions
from countermove.textbook import Score

if TYPE_CHECKING:
    from countermove.engine.root import Root
    from countermove.engine.strong.search import StrongSearch

STRONG = "pvs"
MAX_NODES_TO_EXTEND = 2000
"""Nodes to extend a line whose score is certain, during the search."""
NEAR_PLIES = 8
"""A distance that these nodes mostly suffice for."""


def search_strongly(task: Task) -> Analysis:
    """The answer of the strong search; OutcomeError where utilities are not among the outcomes of the game.

    Two teams of several players are searched by paranoid.
    """
    if task.game.players > 2:
        return search_compiled(dataclasses.replace(task, algorithm="paranoid"))
    require_compiled(task.game)
    deepening = _Deepening(task)
    task, search = deepening.task, deepening.search
    try:
        worker.run(
            deepening.run, task.game, halt=search.halt, progress=lambda: search.nodes, tick=deepening.tick,
            seconds=task.budget.seconds, stop=task.stop,
        )  # fmt: skip
    except OutcomeError as error:
        error.seconds = since(task)
        raise
    deepening.tick()
    stopped = search.stopped and bool(task.stop and task.stop.is_set())
    return dataclasses.replace(
        deepening.done[-1], nodes=search.nodes, hits=search.hits, seconds=since(task), stopped=stopped
    )


class _Deepening:
    """The strong search of one task, deeper and deeper."""

    def __init__(self, task: Task) -> None:
        from countermove.engine.strong.search import StrongSearch
        from countermove.engine.table import DEFAULT_MEGABYTES, Table

        game, budget = task.game, task.budget
        self.actions = require_actions(game, task.state)
        if task.only is not None:
            self.actions = [action for action in self.actions if action in task.only]
            if not self.actions:
                raise SpecError("None of the actions to search is legal in this position.")
        self.search = StrongSearch(
            game, task.table or Table(DEFAULT_MEGABYTES if budget.memory is None else budget.memory),
            threads=budget.threads, nodes=budget.nodes, selective=budget.is_limited, history=task.history,
            database=task.database.memory if task.database else None,
            sliced=task.database.sliced if task.database else False, whole=task.only is None,
        )  # fmt: skip
        self.task = dataclasses.replace(task.restarted(), deepening=True)
        first = self.actions[0]
        self.done = collections.deque(
            [Analysis(first, game.neutral, line=untried(first), algorithm=STRONG, native=True)]
        )
        """The answer so far, and those to report after it."""
        self.exhausted = False
        """Whether no line reached the depth limit, so that only pruning leaves something to prove."""

    def run(self) -> None:
        root = self._with_helpers(self._prove_value)
        if self.exhausted and self._restarted():
            root = self._with_helpers(self._prove_value)
        if root is not None and not root.timed:
            known = root
            root = self._with_helpers(lambda: self._prove_distance(known))
        if root is not None:
            self.done.append(_with_extended_lines(self.search, self.task.state, root, self.done[-1]))

    def _restarted(self) -> bool:
        """Start over in full width; False where that is not compiled yet and the caller does not wait for it."""
        try:
            self.search.restart_full_width()
        except (CompilingError, worker.CancelledError):  # the answer so far, unproven, is better than none
            return False
        return True

    def tick(self) -> None:
        """Report the answers found since the last call."""
        while self.task.progress and len(self.done) > 1:
            self.done.popleft()
            self.task.progress(dataclasses.replace(self.done[0], nodes=self.search.nodes, seconds=since(self.task)))
        self.task.report(self.search.nodes)

    def _report(self, root: Root) -> None:
        self.done.append(_as_analysis(self.task, self.search, root, self.actions))
        if not self.task.progress and len(self.done) > 1:
            self.done.popleft()

    def _with_helpers(self, prove: Callable[[], Root | None]) -> Root | None:
        stop_helpers = self.search.start_helpers(lambda work: self.search.deepen(self.task.state, work))
        try:
            return prove()
        finally:
            stop_helpers()

    def _prove_value(self) -> Root | None:
        """Deepen until the value is proven; None when it is not."""
        from countermove.engine.workspace import MAX_PLIES

        task, order, guess = self.task, self.actions, None
        for depth in task.depths():
            self.search.guess = guess if task.lines == 1 else None
            root = self.search.search_root(task.state, order, depth, task.lines)
            if not root.complete:
                self.done.append(_improved(task, self.search, root, self.done[-1]))
                return None
            self._report(root)
            if root.settled:
                return root
            if self.search.prunes and depth is not None and (self.search.deepest or 0) < depth:
                self.exhausted = True
                return None
            if depth is None or depth >= MAX_PLIES:
                return None
            order, guess = root.order, root.actions[root.order[0]].score
        return None

    def _prove_distance(self, last: Root) -> Root:
        """Deepen again, without reductions, until the distance of the win or loss is proven."""
        if not self._restarted():
            return last
        order = last.order
        for depth in self.task.depths():
            if last.timed or self.search.stopped:
                break
            root = self.search.search_root(self.task.state, order, depth, self.task.lines)
            if not root.complete:
                break
            order = root.order
            if root.proven:
                last = root
                self._report(root)
        return last


def _as_analysis(task: Task, search: StrongSearch, root: Root, actions: list[int]) -> Analysis:
    """A root, from the point of view of the player to move."""
    from countermove.engine.strong.score import plies

    game = task.game
    player = game.player(task.state)
    view = view_of(game, player)
    top = root.actions[root.order[0]]
    best = root.order[: task.lines]
    scores = {}
    for action in actions:
        found = root.actions[action]
        if root.proven and not found.sure and action not in best:  # only this much is certain
            scores[action] = view(Score(search.scale.value(top.score), root.worse))
        else:
            scores[action] = view(Score(search.scale.value(found.score), found.bound))
    lines = []
    for action in best:
        found = root.actions[action]
        decided = found.bound == "=" and search.scale.decides(found.score)
        distance = plies(found.score) if decided else None
        proven = decided or (found.bound == "=" and found.sure) or (root.proven and action == root.order[0])
        line = found.line
        short = distance is not None and len(line) < distance and (len(line) == 1 or distance <= NEAR_PLIES)
        if task.lines > 1 and short:  # cut short by a table hit
            line = max(
                line, search.extend_line(task.state, line, found.score, root.depth, MAX_NODES_TO_EXTEND), key=len
            )
        lines.append(Line(action, scores[action], line, distance, proven))
    return Analysis(
        action=root.order[0],
        value=number(scores[root.order[0]]),
        values=scores,
        line=lines[0].line,
        lines=tuple(lines),
        distance=lines[0].distance if root.proven else None,
        timed=root.proven and root.timed,
        depth=root.depth if root.depth is not None else len(top.line),
        selective=search.deepest,
        exact=root.proven,
        algorithm=STRONG,
        native=True,
    )


def _with_extended_lines(search: StrongSearch, state: State, root: Root, answer: Analysis) -> Analysis:
    """The answer, with the lines that are certain extended to the end."""
    lines = []
    for line in answer.lines:
        found = root.actions[line.action]
        if found.bound == "=" and root.timed and (found.sure or search.scale.decides(found.score)):
            line = dataclasses.replace(line, line=search.extend_line(state, found.line, found.score, root.depth))
        lines.append(line)
    return dataclasses.replace(answer, line=lines[0].line, lines=tuple(lines))


def _improved(task: Task, search: StrongSearch, root: Root, before: Analysis) -> Analysis:
    """The answer so far, with a better action if the interrupted depth has found one."""
    scored = {action: found for action, found in root.actions.items() if found.bound == "="}
    if not before.values or len(scored) < 2 or task.lines > 1:
        return before
    action = list(scored)[-1]  # each exact score beats all before it
    value = view_of(task.game, task.game.player(task.state))(Score(search.scale.value(scored[action].score)))
    line = Line(action, value, scored[action].line)
    return dataclasses.replace(
        before,
        action=action,
        value=number(value),
        line=line.line,
        lines=(line,),
        distance=None,
        values={**before.values, action: value},
    )
