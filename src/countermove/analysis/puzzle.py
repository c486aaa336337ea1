"""Puzzles: first search for the whole way to the best end, then for an estimate.

A puzzle has no opponent, so its best action is the first of a line that ends. The searches for one (engine/puzzle/)
get half of the budget; if they find none, the strong search estimates. Its values count as proven only where the line
leads to an end that is worth as much.
"""

from __future__ import annotations

import dataclasses

from countermove import worker
from countermove.analysis.answer import Analysis, Line
from countermove.analysis.task import Task, since
from countermove.engine.puzzle.interpreted import (
    BREADTH,
    DEEPENING,
    Breadth,
    PuzzleSearch,
    Way,
    end_of,
    is_puzzle,
    leads,
    search_for,
    way_from,
)  # fmt: skip
from countermove.game import Game, State, require_actions, utility_of
from countermove.textbook import Score

__all__ = ["is_puzzle", "reaching", "search_puzzle"]

MAX_INTERPRETED_NODES = 20_000
"""Nodes to search in Python before compiling anything, and to play out a line."""
DEFAULT_STATE_MEGABYTES = 256.0


def search_puzzle(task: Task, native: bool | None) -> tuple[Analysis | None, Task, int]:
    """The proven answer, or the best so far, or None; the task with the remaining budget; and the nodes."""
    tries: list[tuple[str, bool | None, int | None]] = [] if native else [(BREADTH, False, MAX_INTERPRETED_NODES)]
    if leads(task.game, task.state):
        tries.append((DEEPENING, native, None))
    elif task.budget.is_limited and native is not False:  # a depth alone would not end it
        tries.append((BREADTH, native, None))
    best: Analysis | None = None
    spent = 0
    for method, compiled, limit in tries:
        found, task, nodes = _try(task, method, compiled, limit)
        spent += nodes
        if found is not None and found.exact:
            return dataclasses.replace(found, nodes=spent), task, spent
        best = found if best is None or (found is not None and found.value > best.value) else best
        if task.stop is not None and task.stop.is_set():
            break
    return best, task, spent


def _try(task: Task, method: str, native: bool | None, nodes: int | None) -> tuple[Analysis | None, Task, int]:
    """What one search finds in half of the budget, the task with the remaining budget, and the nodes."""
    from countermove.engine.table import DEFAULT_MEGABYTES, Table

    memory = DEFAULT_STATE_MEGABYTES if task.budget.memory is None else task.budget.memory
    if task.budget.nodes is not None:
        nodes = min(nodes or task.budget.nodes, max(1, task.budget.nodes // 2))
    search, note = search_for(
        task.game, method, nodes=nodes, memory=memory, native=native, depth=task.budget.depth,
        table=lambda: Table(DEFAULT_MEGABYTES if task.budget.memory is None else task.budget.memory),
    )  # fmt: skip
    began = worker.clock()  # compiling is not searching
    half = None if task.budget.seconds is None else task.budget.seconds / 2
    ways: dict[int, Way] = {}
    worker.run(
        lambda: _find_ways(task, search, ways),
        task.game,
        halt=search.halt,
        progress=lambda: search.nodes,
        tick=lambda: task.report(search.nodes),
        seconds=half,
        stop=task.stop,
    )
    spent = worker.clock() - began
    left = dataclasses.replace(
        task, budget=task.budget.less(spent, search.nodes), spent=task.spent + spent, start=worker.clock()
    )
    top = next(iter(ways.values()), Way(None))
    depth = task.budget.depth
    if top.value is None or (depth is not None and not top.endless and len(top.line) > depth):
        return None, left, search.nodes
    compiled = type(search).__module__ != search_for.__module__
    answer = _answer(task, ways, method, compiled, note if native is not False else "")
    answer = dataclasses.replace(answer, nodes=search.nodes, seconds=since(left))
    if answer.exact and task.progress:
        task.progress(answer)
    return answer, left, search.nodes


def _find_ways(task: Task, search: PuzzleSearch, ways: dict[int, Way]) -> None:
    """The best way, and where several lines are requested, the best after each other action."""
    game, state = task.game, task.state
    way = way_from(game, state, search)
    if not way.line:
        return
    ways[way.line[0]] = way
    if task.lines == 1 or not way.complete:
        return
    for action in require_actions(game, state):
        if action in ways:
            continue
        after = way_from(game, game.result(state, action), search)
        if not after.complete or after.value is None:
            return
        ways[action] = dataclasses.replace(after, line=(action, *after.line))


def _answer(task: Task, ways: dict[int, Way], method: str, native: bool, note: str) -> Analysis:
    best, top = next(iter(ways.items()))
    assert top.value is not None
    ranked = sorted(ways, key=lambda action: (action != best, -(ways[action].value or 0.0), len(ways[action].line)))
    values = {action: Score(top.value, "<=") for action in require_actions(task.game, task.state)}
    values |= {action: Score(ways[action].value or 0.0) for action in ranked}
    if not top.complete:  # an end, but perhaps not the best
        values = {best: Score(top.value, ">=")}
    lines = [Line(a, values[a], ways[a].line, ways[a].distance, ways[a].complete) for a in ranked[: task.lines]]
    return Analysis(
        action=best,
        value=top.value,
        values=values,
        line=top.line,
        lines=tuple(lines),
        distance=top.distance if top.complete else None,
        timed=top.complete and top.distance is not None,
        depth=len(top.line),
        exact=top.complete,
        algorithm=method,
        native=native,
        note=note,
    )


def reaching(task: Task, found: Analysis) -> Analysis:
    """An answer of the strong search whose proven lines are played to the end, or no longer called proven."""
    game, state = task.game, task.state
    if not found.exact or (game.repeats and found.value == float(game.endless(0))):
        return found
    lines = tuple(_played_out(game, state, line) if line.proven else line for line in found.lines)
    if not lines:
        return found
    top = lines[0]
    return dataclasses.replace(
        found,
        line=top.line,
        lines=lines,
        exact=top.proven,
        distance=found.distance if top.proven and len(top.line) == found.distance else None,
        timed=found.timed and top.proven and len(top.line) == found.distance,
    )


def _played_out(game: Game, state: State, line: Line) -> Line:
    """A line extended to an end that is worth its value; not proven when none is near."""
    there = end_of(game, state, line.line)
    more: tuple[int, ...] = ()
    if not game.is_terminal(there):
        more = Breadth(game, MAX_INTERPRETED_NODES, enough=_worth(line)).run(there).line
        there = end_of(game, there, more)
    if game.is_terminal(there) and utility_of(game, there, 0) == _worth(line):
        return dataclasses.replace(line, line=(*line.line, *more))
    return dataclasses.replace(line, proven=False, distance=None)


def _worth(line: Line) -> float:
    assert not isinstance(line.score.value, tuple)
    return float(line.score.value)
