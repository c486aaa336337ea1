"""The answer without any search, where the value of every action is known: the rules prove it (an opening table, for
example), or an endgame database has it.

A database without distances knows which actions keep a win, but not how to make progress. So these actions
are searched, and the database is probed only in smaller slices: a search that sees a way there takes it. If it sees
none, the slice is solved for the shortest way out (solve/conversion.py), if time allows.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

from countermove.analysis.answer import Analysis, Line
from countermove.analysis.task import Database, Endings, Results, Task, number, since, view_of
from countermove.game import Action, Game, S, State, legal, offers, utility_of
from countermove.textbook import Score

MIN_PLIES = 12
"""Nearer ends are searched, for the whole line."""
RULES = "game"
"""What knows the answer, if not a database."""


def known_answer(task: Task) -> Analysis | None:
    """The exact answer if the bounds of all positions after this one are exact, and the end is far; else None."""
    game, state = task.game, task.state
    if not offers(game, "bounds"):
        return None
    known = dict(_known(game, state))
    if len(known) < len(legal(game, state)) or max(plies for _, plies in known.values()) < MIN_PLIES:
        return None
    return _answer(task, known, lambda child: tuple(_line(game, child)), RULES)


def probed_answer(task: Task) -> Analysis | None:
    """The exact answer if an endgame database has all positions after this one, in time; else None."""
    database = task.database
    assert isinstance(database, Endings)
    known = database.known(task.state)
    return _answer(task, known, database.line, database.source, database.timed) if known else None


def unsearched(game: Game[S], state: S, database: Database | None) -> Action:
    """What to play where there is no time for a search: the best of an endgame database, or the first in order."""
    known = database.known(state) if isinstance(database, Endings) else {}
    sign = 1.0 if game.player(state) == 0 else -1.0

    def rank(action: Action) -> tuple[tuple[float, int], float]:
        return _rank(game, sign, *known[action]) if known else (0.0, 0), game.order(state, action)

    return max(legal(game, state), key=rank)


def prepare(database: Database | None) -> None:
    """Compile what a search with a database may need later, when a clock runs."""
    if isinstance(database, Results) and not database.has_distances:
        database.conversion.prepare()


def searched_without_distances(task: Task, search: Callable[[Task], Analysis]) -> Analysis:
    """The answer of a search that probes a database without distances."""
    database, progress = task.database, task.progress
    assert isinstance(database, Results)
    known = database.known(task.state)
    if known:
        return _kept(task, database, {action: value for action, (value, _) in known.items()}, search)
    if progress is not None:
        task = dataclasses.replace(task, progress=lambda found: progress(_untimed(found)))
    return _untimed(search(task))


def _untimed(found: Analysis) -> Analysis:
    """An answer without distances, which would be those to the database."""
    lines = tuple(dataclasses.replace(line, distance=None) for line in found.lines)
    advice = "The end is in the database, which does not know how soon it comes." if found.distance else found.advice
    return dataclasses.replace(found, lines=lines, distance=None, timed=False, advice=advice)


def _kept(
    task: Task, database: Results, known: dict[Action, float], search: Callable[[Task], Analysis]
) -> Analysis:  # fmt: skip
    """The answer among the actions that keep the value of the position."""
    game, state = task.game, task.state
    view = view_of(game, game.player(state))
    scores = {action: view(Score(value)) for action, value in known.items()}
    actions = [action for action in known if task.only is None or action in task.only]
    best = max(number(scores[action]) for action in actions)
    kept = [action for action in actions if scores[action].value == best]

    def with_values(found: Analysis) -> Analysis:
        found = _untimed(found)
        lines = tuple(dataclasses.replace(line, score=scores[line.action], proven=True) for line in found.lines)
        return dataclasses.replace(
            found, lines=lines, value=best, values=scores, exact=True, known=database.source,
            advice="The value is in the database; the search only looks for a way to the next slice.",
        )  # fmt: skip

    progress = task.progress
    report = None if progress is None else lambda found: progress(with_values(found))
    budget, conversion = task.budget, database.conversion
    half = None if budget.seconds is None else budget.seconds / 2
    solvable = best > game.neutral and conversion.fits(state, half)
    if solvable:
        budget = dataclasses.replace(budget, seconds=half)
    below = database.below(state)
    found = search(dataclasses.replace(task, only=kept, database=below, progress=report, budget=budget))
    if solvable and not found.exact:
        rest = None if task.budget.seconds is None else task.budget.seconds - since(task)
        away = conversion.after(state, task.stop, rest)
        values = {action: (value, away.get(action, 0)) for action, value in known.items()}
        way = _answer(task, values, conversion.line, database.source, timed=False) if away else None
        if way is not None:
            advice = "The value and the shortest way to the next slice are in the database."
            return dataclasses.replace(way, nodes=found.nodes, hits=found.hits, native=found.native, advice=advice)
    return with_values(found)


def _answer(
    task: Task,
    known: dict[Action, tuple[float, int]],
    line_from: Callable[[State], tuple[Action, ...]],
    source: str,
    timed: bool = True,
) -> Analysis | None:
    """The answer from the value of every action for player 0 and the plies after it, `timed` if those to the end."""
    game, state = task.game, task.state
    actions = legal(game, state)
    if task.only is not None:
        actions = [action for action in actions if action in task.only]
        if not actions:
            return None
    sign = 1.0 if game.player(state) == 0 else -1.0
    order = sorted(actions, key=lambda action: _rank(game, sign, *known[action]), reverse=True)
    view = view_of(game, game.player(state))
    scores = {action: view(Score(known[action][0])) for action in actions}
    lines: list[Line] = []
    for action in order[: task.lines]:
        follows = timed or not lines  # a database without distances finds its lines by trying
        line = (action, *line_from(game.result(state, action))) if follows else (action,)
        lines.append(Line(action, scores[action], line, _away(game, known[action]) if timed else None, True))
    answer = Analysis(
        action=order[0],
        value=number(scores[order[0]]),
        values=scores,
        line=lines[0].line,
        lines=tuple(lines),
        distance=lines[0].distance,
        timed=timed,
        depth=len(lines[0].line),
        nodes=len(actions),
        seconds=since(task),
        exact=True,
        algorithm=task.algorithm,
        known=source,
        advice=f"The {source} knows this position and those after it; nothing was searched.",
    )
    if task.progress:
        task.progress(answer)
    return answer


def _known(game: Game[S], state: S) -> Iterator[tuple[Action, tuple[float, int]]]:
    """Each action whose value for player 0 is known, with it and the plies from there to the end."""
    for action in legal(game, state):
        child = game.result(state, action)
        if game.is_terminal(child):
            yield action, (utility_of(game, child, 0), 0)
            continue
        bounds = game.bounds(child)
        if len(bounds) == 4 and bounds[0] == bounds[1] and bounds[2] == bounds[3]:
            yield action, (float(bounds[0]), int(bounds[2]))


def _rank(game: Game[S], sign: float, value: float, plies: int) -> tuple[float, int]:
    """How good an action is: a short win, a long loss."""
    mine = sign * (value - game.neutral)
    return mine, -plies if mine > 0 else plies


def _away(game: Game[S], found: tuple[float, int]) -> int | None:
    value, plies = found
    return None if value == game.neutral else plies + 1


def _line(game: Game[S], state: S) -> Iterator[Action]:
    """Best play from a state on, as far as all actions are known."""
    while not game.is_terminal(state):
        known = dict(_known(game, state))
        if not known or len(known) < len(legal(game, state)):
            return
        sign = 1.0 if game.player(state) == 0 else -1.0
        action = max(known, key=lambda each: _rank(game, sign, *known[each]))
        yield action
        state = game.result(state, action)
