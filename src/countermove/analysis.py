"""The best action in a state, within a budget: `analyse`, the one question everything else asks.

It picks the algorithm that fits the kind of game, compiles it with the rules where that is possible and otherwise says
why not and searches interpreted, deepens step by step while there is time, and always has the answer of the last
complete depth at hand.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from countermove import textbook, worker
from countermove.errors import NativeError, SpecError
from countermove.game import CHANCE, Game, State, legal, require_actions
from countermove.textbook import Decision, Score

__all__ = ["Analysis", "analyse"]

COMPILED = ("alphabeta", "minimax")
FLIPPED = {"=": "=", "<=": ">=", ">=": "<="}
MOST = 10**8
"""Seconds that anybody would wait, and more."""
SECONDS = 1.0
"""The budget when none is given."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found. Values are for the player to move, or for player 0 where there is none."""

    action: int | None = None
    """The best action; None when the game is over or chance is to move."""
    value: float = 0.0
    values: dict[int, Score] = field(default_factory=dict)
    """What is known of each action looked at: exact, or a bound."""
    line: tuple[int, ...] = ()
    """The actions expected, the best one first."""
    depth: int = 0
    """Plies searched completely."""
    nodes: int = 0
    seconds: float = 0.0
    exact: bool = False
    """Whether the value is proven: no estimate took part."""
    algorithm: str = ""
    native: bool = False
    """Whether the search ran compiled."""
    stopped: bool = False
    """Whether it ended because it was told to, with the best answer so far."""
    note: str = ""
    """Why it ran interpreted, where compiled was possible to wish for."""


@dataclass(frozen=True, slots=True)
class _Task:
    """One question, with its budget."""

    game: Game
    state: State
    algorithm: str
    seconds: float | None
    depth: int | None
    nodes: int | None
    stop: threading.Event | None
    progress: Callable[[Analysis], None] | None
    deepening: bool
    start: float

    def depths(self) -> Iterator[int | None]:
        """The depths to search in turn: just the one asked for, or deeper and deeper where time or nodes limit."""
        if self.seconds is None and self.nodes is None and not self.deepening:
            yield self.depth
            return
        depth = 1
        while self.depth is None or depth <= self.depth:
            yield depth
            depth += 1


def analyse(
    game: Game,
    state: State | None = None,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    algorithm: str | None = None,
    native: bool | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The best action in `state` (by default the first), searching for so many seconds, plies or nodes.

    With a depth alone, that depth is searched and nothing else; with seconds or nodes, depth after depth until the
    budget is spent or the value is exact. Without any, one second. `native=True` insists on compiled search, False on
    interpreted. Set the event `stop` from another thread to have the best answer so far; `progress` is called with
    each complete depth.

    >>> from countermove.games.connect import Connect
    >>> game = Connect()
    >>> found = analyse(game, game.read("4455"), depth=6)
    >>> game.action_name(None, found.action), found.value
    ('3', 1.0)
    """
    _check_budget(seconds, depth, nodes)
    if seconds is depth is nodes is None:
        seconds = SECONDS
    state = game.initial() if state is None else state
    deepening = algorithm == "deepening"
    algorithm = textbook.fitting(game) if deepening or algorithm is None else algorithm
    textbook.refuse(game, algorithm)
    task = _Task(game, state, algorithm, seconds, depth, nodes, stop, progress, deepening, time.perf_counter())
    if game.is_terminal(state):
        value = float(game.utility(state, 0))
        return Analysis(value=value, nodes=1, exact=True, algorithm=algorithm, seconds=_since(task))
    note = ""
    if native is not False:
        try:
            return _compiled(task)
        except NativeError as error:
            if native:
                raise
            note = str(error)
    return dataclasses.replace(_interpreted(task), note=note)


# Compiled.


def _compiled(task: _Task) -> Analysis:
    game, state = task.game, task.state
    if task.algorithm not in COMPILED:
        raise NativeError(f"{task.algorithm} runs interpreted: only {' and '.join(COMPILED)} are compiled.")
    if game.players > 2:
        raise NativeError(f"{type(game).__name__} runs interpreted: compiled search is for two players at most.")
    try:
        from countermove.engine import root as engine
        from countermove.engine.workspace import NODES, STOP, workspace
        from countermove.native.kernel import require_on
    except ImportError as error:
        raise NativeError(f"{type(game).__name__} runs interpreted: Numba cannot be imported ({error}).") from error
    require_on(game)
    work = workspace(task.nodes)
    actions = require_actions(game, state)
    look = engine.search(task.algorithm, game, work)
    task = dataclasses.replace(task, start=time.perf_counter())  # compiling is not searching
    best = Analysis(actions[0], game.neutral, algorithm=task.algorithm, native=True)
    done: list[Analysis] = [best]

    def search() -> None:
        for depth in task.depths():
            first = done[-1].action
            order = sorted(actions, key=lambda action: action != first) if task.depth != depth else actions
            found = look(state, order, depth)
            if not found.complete:
                return
            done.append(_seen(task, found, actions))
            if found.proven:
                return

    def halt() -> None:
        work[STOP] = 1

    shown = 1

    def tick() -> None:
        nonlocal shown
        while task.progress and shown < len(done):
            task.progress(dataclasses.replace(done[shown], nodes=work[NODES], seconds=_since(task)))
            shown += 1

    worker.run(search, game, halt=halt, progress=lambda: work[NODES], tick=tick, seconds=task.seconds, stop=task.stop)
    tick()
    stopped = bool(work[STOP]) and bool(task.stop and task.stop.is_set())
    return dataclasses.replace(done[-1], nodes=work[NODES], seconds=_since(task), stopped=stopped)


def _seen(task: _Task, found: Any, actions: list[int]) -> Analysis:
    """What the engine found, as the player to move sees it."""
    view = _view(task.game, task.game.player(task.state))
    values = {action: view(Score(*found.values[action])) for action in actions}
    return Analysis(
        action=found.action,
        value=_number(view(Score(found.value))),
        values=values,
        line=found.line,
        depth=found.depth if found.depth is not None else len(found.line),
        exact=found.proven,
        algorithm=task.algorithm,
        native=True,
    )


# Interpreted.


def _interpreted(task: _Task) -> Analysis:
    game, state = task.game, task.state
    actions = legal(game, state)
    events = 0
    nodes = 0
    halted = threading.Event()
    done: list[tuple[Decision, bool]] = []

    def stop() -> bool:
        return halted.is_set() or (task.nodes is not None and nodes >= task.nodes)

    def search() -> None:
        nonlocal events, nodes
        for depth in task.depths():
            unsure: set[int] = set()
            narration = textbook.ALGORITHMS[task.algorithm](game, state, depth=depth)
            try:
                while True:
                    event = next(narration)
                    events += 1
                    nodes += event.kind == "enter"
                    if event.estimate:
                        unsure.update(event.path[:1])
                    if stop():
                        narration.close()
                        return
            except StopIteration as end:
                done.append(_proven(game, state, end.value, unsure))
            if done[-1][1]:
                return

    shown = 0

    def tick() -> None:
        nonlocal shown
        while task.progress and shown < len(done):
            task.progress(_told(task, *done[shown], nodes))
            shown += 1

    worker.run(search, game, halt=halted.set, progress=lambda: events, tick=tick, seconds=task.seconds, stop=task.stop)
    tick()
    stopped = halted.is_set() and bool(task.stop and task.stop.is_set())
    if not done:
        action = None if game.player(state) == CHANCE else actions[0]
        answer = Analysis(action, game.neutral, nodes=nodes, seconds=_since(task), algorithm=task.algorithm)
        return dataclasses.replace(answer, stopped=stopped)
    return dataclasses.replace(_told(task, *done[-1], nodes), stopped=stopped)


def _proven(game: Game, state: State, found: Decision, unsure: set[int]) -> tuple[Decision, bool]:
    """What was decided, and whether it is certain: exact, or the best there can be and reached without an estimate."""
    if found.exact or found.action is None or found.action in unsure or isinstance(found.value, tuple):
        return found, found.exact
    low, high = game.bounds(state)[:2]
    biggest = textbook.is_max_side(game, game.player(state))
    if found.value < high if biggest else found.value > low:
        return found, False
    most = Score(found.value, "<=" if biggest else ">=")  # of the other actions only this much is certain
    values = {action: most if action in unsure else score for action, score in found.values.items()}
    return dataclasses.replace(found, values=values), True


def _told(task: _Task, decision: Decision, proven: bool, nodes: int) -> Analysis:
    """What the textbook decided, as the player to move sees it."""
    view = _view(task.game, _viewer(task.game, task.state))
    return Analysis(
        action=decision.action,
        value=_number(view(Score(decision.value))),
        values={action: view(score) for action, score in decision.values.items()},
        line=decision.line,
        depth=decision.depth if decision.depth is not None else len(decision.line),
        nodes=nodes,
        seconds=_since(task),
        exact=proven,
        algorithm=task.algorithm,
    )


def _viewer(game: Game, state: State) -> int:
    """Whose values to give: the player to move; player 0 where chance is."""
    player = game.player(state)
    return player if 0 <= player < game.players else 0


def _view(game: Game, player: int) -> Callable[[Score], Score]:
    """How a score of player 0's, or of all players, looks to one of them."""

    def view(score: Score) -> Score:
        if isinstance(score.value, tuple):
            return Score(score.value[player], score.bound)
        if player == 0 or textbook.is_max_side(game, player):
            return score
        return Score(game.axes.total - score.value, FLIPPED[score.bound])  # type: ignore[arg-type]

    return view


def _number(score: Score) -> float:
    assert not isinstance(score.value, tuple)
    return float(score.value)


def _since(task: _Task) -> float:
    return time.perf_counter() - task.start


def _check_budget(seconds: Any, depth: Any, nodes: Any) -> None:
    if seconds is not None and not (_is_number(seconds) and 0 < seconds <= MOST):
        raise SpecError(f"The seconds to search are {seconds!r}; give a number above 0 (and at most {MOST:,}).")
    for name, number in (("depth", depth), ("number of nodes", nodes)):
        if number is not None and not (isinstance(number, int) and _is_number(number) and 1 <= number <= MOST**2):
            raise SpecError(f"The {name} to search is {number!r}; give a whole number, 1 or more, up to 16 digits.")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
