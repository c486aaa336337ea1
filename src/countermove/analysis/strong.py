"""The strong search asked: `pvs`, depth after depth, until the value and how soon it comes are proven."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from countermove import worker
from countermove.analysis.answer import Analysis, Line, untried
from countermove.analysis.compiled import search_compiled
from countermove.analysis.task import Task, number, require_compiled, since, view_of
from countermove.game import State, require_actions
from countermove.textbook import Score

if TYPE_CHECKING:
    from countermove.engine.search import Look, Search

__all__ = ["search_strongly"]

STRONG = "pvs"
MAX_NODES_TO_FINISH = 2000
"""Nodes to play on a line that is certain, while the search is under way."""
NEAR_PLIES = 8
"""Plies to an end that this many nodes mostly reach."""


def search_strongly(task: Task) -> Analysis:
    """The answer of the strong search; OutcomeError where utilities are not among the outcomes of the game.

    Two teams of several players are what paranoid search is for.
    """
    if task.game.players > 2:
        return search_compiled(dataclasses.replace(task, algorithm="paranoid"))
    require_compiled(task.game)
    from countermove.engine.search import Search
    from countermove.engine.table import DEFAULT_MEGABYTES, Table
    from countermove.engine.workspace import MAX_PLIES

    game, state = task.game, task.state
    actions = require_actions(game, state)
    table = task.table or Table(DEFAULT_MEGABYTES if task.budget.memory is None else task.budget.memory)
    search = Search(
        game, table, threads=task.budget.threads, nodes=task.budget.nodes, selective=task.budget.is_limited,
        history=task.history,
        database=task.database.memory if task.database else None,
    )  # fmt: skip
    task = dataclasses.replace(task.restarted(), deepening=True)
    done = collections.deque(
        [Analysis(actions[0], game.neutral, line=untried(actions[0]), algorithm=STRONG, native=True)]
    )

    def tell(look: Look) -> None:
        done.append(_found(task, search, look, actions))
        if not task.progress and len(done) > 1:
            done.popleft()

    def look_deeper() -> Look | None:
        """Depth after depth until the value is proven; None when it is not."""
        order, guess = actions, None
        for depth in task.depths():
            look = search.look(state, order, depth, task.lines, guess)
            if not look.complete:
                done.append(_adopted(task, search, look, done[-1]))
                return None
            tell(look)
            if look.proven and (task.lines == 1 or not any(each.estimate for each in look.actions.values())):
                return look
            if depth is None or depth >= MAX_PLIES:
                return None
            order, guess = look.order, look.actions[look.order[0]].score
        return None

    def look_sooner(last: Look) -> Look:
        """The same, now that it is known to be won or lost, to see how soon: with nothing left out."""
        search.begin_anew()
        order = last.order
        for depth in task.depths():
            if last.timed or search.stopped:
                break
            look = search.look(state, order, depth, task.lines)
            if not look.complete:
                break
            order = look.order
            if look.proven:
                last = look
                tell(look)
        return last

    def with_company(ask: Callable[[], Look | None]) -> Look | None:
        end = search.company(lambda work: search.deepen(state, work))
        try:
            return ask()
        finally:
            end()

    def deepen() -> None:
        look = with_company(look_deeper)
        if look is not None and not look.timed:
            known = look
            look = with_company(lambda: look_sooner(known))
        if look is not None:
            done.append(_finished(search, state, look, done[-1]))

    def tick() -> None:
        while task.progress and len(done) > 1:
            done.popleft()
            task.progress(dataclasses.replace(done[0], nodes=search.nodes, seconds=since(task)))
        task.report(search.nodes)

    worker.run(
        deepen, game, halt=search.halt, progress=lambda: search.nodes, tick=tick, seconds=task.budget.seconds,
        stop=task.stop,
    )  # fmt: skip
    tick()
    stopped = search.stopped and bool(task.stop and task.stop.is_set())
    return dataclasses.replace(done[-1], nodes=search.nodes, seconds=since(task), stopped=stopped)


def _found(task: Task, search: Search, look: Look, actions: list[int]) -> Analysis:
    """What the strong search found, as the player to move sees it."""
    from countermove.engine.score import plies

    game = task.game
    player = game.player(task.state)
    view = view_of(game, player)
    worse = "<=" if player == 0 else ">="
    top = look.actions[look.order[0]]
    best = look.order[: task.lines]
    scores = {}
    for action in actions:
        found = look.actions[action]
        if look.proven and found.estimate and action not in best:  # of the others only this much is certain
            scores[action] = view(Score(search.scale.value(top.score), worse))  # type: ignore[arg-type]
        else:
            scores[action] = view(Score(search.scale.value(found.score), found.mark))  # type: ignore[arg-type]
    lines = []
    for action in best:
        found = look.actions[action]
        decided = found.mark == "=" and search.scale.decides(found.score)
        distance = plies(found.score) if decided else None
        proven = decided or (found.mark == "=" and not found.estimate) or (look.proven and action == look.order[0])
        line = found.line
        short = distance is not None and len(line) < distance and (len(line) == 1 or distance <= NEAR_PLIES)
        if task.lines > 1 and short:  # it met the table
            line = max(line, search.finish(task.state, line, found.score, look.depth, MAX_NODES_TO_FINISH), key=len)
        lines.append(Line(action, scores[action], line, distance, proven))
    return Analysis(
        action=look.order[0],
        value=number(scores[look.order[0]]),
        values=scores,
        line=lines[0].line,
        lines=tuple(lines),
        distance=lines[0].distance if look.proven else None,
        timed=look.proven and look.timed,
        depth=look.depth if look.depth is not None else len(top.line),
        exact=look.proven,
        algorithm=STRONG,
        native=True,
    )


def _finished(search: Search, state: State, look: Look, told: Analysis) -> Analysis:
    """What was told, with the lines that are certain played on to their ends."""
    lines = []
    for line in told.lines:
        found = look.actions[line.action]
        if found.mark == "=" and look.timed and (not found.estimate or search.scale.decides(found.score)):
            line = dataclasses.replace(line, line=search.finish(state, found.line, found.score, look.depth))
        lines.append(line)
    return dataclasses.replace(told, line=lines[0].line, lines=tuple(lines))


def _adopted(task: Task, search: Search, look: Look, before: Analysis) -> Analysis:
    """The answer so far, with a better action if the depth under way has found one before it was broken off."""
    scored = {action: found for action, found in look.actions.items() if found.mark == "="}
    if not before.values or len(scored) < 2 or task.lines > 1:
        return before
    action = list(scored)[-1]  # each one with a score beats all before it
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
