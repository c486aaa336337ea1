"""The best action in a state, within a budget: `analyse`, the one question everything else asks.

It picks the algorithm that fits the kind of game, compiles it with the rules where that is possible and otherwise says
why not and searches interpreted, deepens step by step while there is time, and always has the answer of the last
complete depth at hand. Two players against each other, without chance, are searched by `pvs`, the strong one; the
textbook's algorithms do what the textbook does, compiled too where they can be.
"""

from __future__ import annotations

import collections
import dataclasses
import itertools
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from countermove import textbook, worker
from countermove.errors import NativeError, SpecError
from countermove.game import CHANCE, Game, State, legal, require_actions
from countermove.textbook import Decision, Score

if TYPE_CHECKING:
    from countermove.engine.search import Look, Search
    from countermove.engine.table import Table
    from countermove.native.memory import Memory

__all__ = ["Analysis", "Line", "analyse"]

STRONG = "pvs"
COMPILED = ("alphabeta", "minimax")
FLIPPED = {"=": "=", "<=": ">=", ">=": "<="}
MOST = 10**8
"""Seconds that anybody would wait, and more."""
LONGEST = 128
"""The longest line that is given."""
SECONDS = 1.0
"""The budget when none is given."""


@dataclass(frozen=True, slots=True)
class Line:
    """One way to go on: what is known of an action, and the play expected after it."""

    action: int
    score: Score
    line: tuple[int, ...]
    distance: int | None = None
    """Plies to a win or to a loss, where it is proven."""


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
    lines: tuple[Line, ...] = ()
    """The best ways to go on, as many as were asked for; by `pvs` only."""
    distance: int | None = None
    """Plies to the win or to the loss, where it is proven; a player who wins hurries, one who loses delays."""
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

    def __post_init__(self) -> None:
        if self.action is not None and not self.lines and self.line:
            object.__setattr__(self, "lines", (Line(self.action, Score(self.value), self.line, self.distance),))


class Database(Protocol):
    """What a search asks before it searches: all states of a game with what they are worth, as `sweep` makes it."""

    game: Game
    complete: bool
    memory: Memory | None


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
    threads: int
    memory: float | None
    table: Table | None
    lines: int
    history: Sequence[State]
    database: Database | None
    start: float

    @property
    def limited(self) -> bool:
        """Whether time or nodes end the search, and not the depth."""
        return self.seconds is not None or self.nodes is not None

    def depths(self) -> Iterator[int | None]:
        """The depths to search in turn: just the one asked for, or deeper and deeper where time or nodes limit."""
        if not self.limited and not self.deepening:
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
    threads: int = 1,
    memory: float | None = None,
    lines: int = 1,
    algorithm: str | None = None,
    native: bool | None = None,
    table: Table | None = None,
    history: Sequence[State] = (),
    database: Database | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The best action in `state` (by default the first), searching for so many seconds, plies or nodes.

    With a depth alone, that depth is searched in full; with seconds or nodes, depth after depth until the budget is
    spent or the value is exact. Without any, one second. The strong search, `pvs`, may have several `threads`, a table
    of so many megabytes of `memory` or the `table` of the search before, and give the best so many `lines`; where
    positions repeat, `history` tells which ones the game has had. What is in a `database` of the game (from `sweep`) is
    not searched but looked up. With one thread and without seconds, the same
    question has the same answer every time. `native=True` insists on compiled search, False on interpreted. Set `stop`
    from another thread to have the best answer so far; `progress` is called with each complete depth.

    >>> from countermove.games.connect import Connect
    >>> game = Connect()
    >>> found = analyse(game, game.read("4455"), depth=6)
    >>> game.action_name(None, found.action), found.value
    ('3', 1.0)
    """
    _check_budget(seconds, depth, nodes, threads, memory, lines)
    if seconds is depth is nodes is None:
        seconds = SECONDS
    state = game.initial() if state is None else state
    deepening = algorithm == "deepening"
    chosen = algorithm
    algorithm = textbook.fitting(game) if deepening or algorithm is None else algorithm
    strong = algorithm == STRONG or (chosen is None and algorithm == "alphabeta")
    algorithm = "alphabeta" if strong else algorithm
    textbook.refuse(game, algorithm)
    if not strong and (threads > 1 or lines > 1):
        raise SpecError(f"Only {STRONG} searches with several threads or gives several lines, and this is {algorithm}.")
    if database is not None:
        _require_fit(database, game, strong and native is not False)
    task = _Task(
        game, state, algorithm, seconds, depth, nodes, stop, progress, deepening, threads, memory, table, lines,
        history, database, time.perf_counter(),
    )  # fmt: skip
    if game.is_terminal(state):
        value = float(game.utility(state, 0))
        return Analysis(value=value, nodes=1, exact=True, algorithm=algorithm, seconds=_since(task))
    note = ""
    if native is not False:
        try:
            return (strong and _strong(task)) or _compiled(task)
        except NativeError as error:
            if native:
                raise
            note = str(error) + (" The database is not asked." if database else "")
    return dataclasses.replace(_interpreted(task), note=note)


# Compiled.


def _require_compiled(game: Game) -> None:
    """NativeError where compiled search is not possible, whatever the rules."""
    if game.players > 2:
        raise NativeError(f"{type(game).__name__} runs interpreted: compiled search is for two players at most.")
    try:
        from countermove.native.kernel import require_on
    except ImportError as error:
        raise NativeError(f"{type(game).__name__} runs interpreted: Numba cannot be imported ({error}).") from error
    require_on(game)


def _strong(task: _Task) -> Analysis | None:
    """The answer of the strong search; None when the utilities of the game are too odd for its scores."""
    _require_compiled(task.game)
    from countermove.engine.search import OddError, Search
    from countermove.engine.table import DEFAULT, Table
    from countermove.engine.workspace import DEEPEST

    game, state = task.game, task.state
    actions = require_actions(game, state)
    table = task.table or Table(DEFAULT if task.memory is None else task.memory)
    search = Search(
        game, table, threads=task.threads, nodes=task.nodes, selective=task.limited, history=task.history,
        database=task.database.memory if task.database else None,
    )  # fmt: skip
    task = dataclasses.replace(task, deepening=True, start=time.perf_counter())  # compiling is not searching
    done = collections.deque([Analysis(actions[0], game.neutral, algorithm=STRONG, native=True)])

    def deepen() -> None:
        end = search.company(lambda work: _keep_company(search, state, actions, work))
        try:
            order, guess = actions, None
            for depth in task.depths():
                look = search.look(state, order, depth, task.lines, guess)
                if not look.complete:
                    done.append(_adopted(task, search, look, done[-1]))
                    return
                done.append(_found(task, search, look, actions))
                if look.proven and (task.lines == 1 or not any(each.estimate for each in look.actions.values())):
                    return
                if depth is None or depth >= DEEPEST:
                    return
                order, guess = look.order, look.actions[look.order[0]].score
                if not task.progress:
                    done.popleft()
        finally:
            end()

    def tick() -> None:
        while task.progress and len(done) > 1:
            done.popleft()
            task.progress(dataclasses.replace(done[0], nodes=search.nodes, seconds=_since(task)))

    try:
        worker.run(
            deepen,
            game,
            halt=search.halt,
            progress=lambda: search.nodes,
            tick=tick,
            seconds=task.seconds,
            stop=task.stop,
        )
    except OddError:
        return None
    tick()
    stopped = search.stopped and bool(task.stop and task.stop.is_set())
    return dataclasses.replace(done[-1], nodes=search.nodes, seconds=_since(task), stopped=stopped)


def _keep_company(search: Search, state: State, actions: list[int], work: Any) -> None:
    """What the other threads do: the same, some a ply ahead, and in another order."""
    order = actions
    for depth in itertools.count(1 + (work is search.works[1])):
        look = search.look(state, order, depth, work=work)
        if not look.complete:
            return
        order = look.order


def _found(task: _Task, search: Search, look: Look, actions: list[int]) -> Analysis:
    """What the strong search found, as the player to move sees it."""
    from countermove.engine.score import plies

    game = task.game
    player = game.player(task.state)
    view = _view(game, player)
    worse = "<=" if player == 0 else ">="
    top = look.actions[look.order[0]]
    scores = {}
    for action in actions:
        found = look.actions[action]
        if look.proven and found.estimate:  # of the other actions only this much is certain
            scores[action] = view(Score(search.scale.value(top.score), worse))  # type: ignore[arg-type]
        else:
            scores[action] = view(Score(search.scale.value(found.score), found.mark))  # type: ignore[arg-type]
    lines = []
    for action in look.order[: task.lines]:
        found = look.actions[action]
        distance = None if found.estimate or found.mark != "=" else plies(found.score)
        line = found.line
        if look.proven and found.mark == "=":
            line = search.finish(task.state, line, distance or min(look.depth or LONGEST, LONGEST))
        lines.append(Line(action, scores[action], line, distance))
    return Analysis(
        action=look.order[0],
        value=_number(scores[look.order[0]]),
        values=scores,
        line=lines[0].line,
        lines=tuple(lines),
        distance=lines[0].distance,
        depth=look.depth if look.depth is not None else len(top.line),
        exact=look.proven,
        algorithm=STRONG,
        native=True,
    )


def _adopted(task: _Task, search: Search, look: Look, before: Analysis) -> Analysis:
    """The answer so far, with a better action if the depth under way has found one before it was broken off."""
    scored = {action: found for action, found in look.actions.items() if found.mark == "="}
    if not before.values or len(scored) < 2 or task.lines > 1:
        return before
    action = list(scored)[-1]  # each one with a score beats all before it
    value = _view(task.game, task.game.player(task.state))(Score(search.scale.value(scored[action].score)))
    line = Line(action, value, scored[action].line)
    return dataclasses.replace(
        before,
        action=action,
        value=_number(value),
        line=line.line,
        lines=(line,),
        values={**before.values, action: value},
    )


def _compiled(task: _Task) -> Analysis:
    game, state = task.game, task.state
    if task.algorithm not in COMPILED:
        raise NativeError(f"{task.algorithm} runs interpreted: only {' and '.join((STRONG, *COMPILED))} are compiled.")
    _require_compiled(game)
    from countermove.engine import root as engine
    from countermove.engine.workspace import NODES, STOP, workspace

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


def _check_budget(seconds: Any, depth: Any, nodes: Any, threads: Any, memory: Any, lines: Any) -> None:
    if seconds is not None and not (_is_number(seconds) and 0 < seconds <= MOST):
        raise SpecError(f"The seconds to search are {seconds!r}; give a number above 0 (and at most {MOST:,}).")
    for name, number in (("depth", depth), ("number of nodes", nodes)):
        if number is not None and not (_is_count(number) and number <= MOST**2):
            raise SpecError(f"The {name} to search is {number!r}; give a whole number, 1 or more, up to 16 digits.")
    if not (_is_count(threads) and threads <= 256):
        raise SpecError(f"The number of threads is {threads!r}; give a whole number from 1 to 256.")
    if not (_is_count(lines) and lines <= 1000):
        raise SpecError(f"The number of lines is {lines!r}; give a whole number from 1 to 1,000.")
    if memory is not None and not (_is_number(memory) and memory > 0):
        raise SpecError(f"The memory for the table is {memory!r} MB; give a number above 0.")


def _require_fit(database: Database, game: Game, able: bool) -> None:
    if not able:
        raise SpecError(f"Only {STRONG}, compiled, asks a database; search with that, or without the database.")
    if not database.complete:
        raise SpecError("The database is not complete, for its sweep was stopped; sweep to the end first.")
    if database.game != game:
        raise SpecError(f"The database is one of {database.game!r}, and the game is {game!r}.")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and _is_number(value) and value >= 1


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
