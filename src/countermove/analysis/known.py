"""The answer without any search, where the value of every action is known: the rules prove it (an opening table, for
example), or an endgame database has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from countermove.analysis.answer import Analysis, Line
from countermove.analysis.task import Endings, Task, number, since, view_of
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
    lines = []
    for action in order[: task.lines]:
        line = (action, *line_from(game.result(state, action)))
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
