"""The best action in a state, within a budget: `analyse`, the one question everything else asks.

It picks the algorithm that fits the kind of game, compiles it with the rules where that is possible and otherwise says
why not and searches interpreted, deepens step by step while there is time, and always has the answer of the last
complete depth at hand. Two players against each other, without chance, are searched by `pvs`, the strong one; the
textbook's algorithms do what the textbook does, compiled too where they can be.
"""

from __future__ import annotations

import collections
import dataclasses
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from countermove import textbook, worker
from countermove.errors import NativeError, SpecError
from countermove.game import CHANCE, Game, State, legal, require_actions
from countermove.textbook import Decision, Score
from countermove.textbook.matrix import load_solver

if TYPE_CHECKING:
    from countermove.engine.model import Model
    from countermove.engine.root import Search as RootSearch
    from countermove.engine.search import Look, Search
    from countermove.engine.table import Table
    from countermove.native.memory import Memory

__all__ = ["Analysis", "Line", "analyse"]

STRONG = "pvs"
INDUCTION = "induction"
DICE = "expectiminimax"
MANY = ("maxn", "shallow", "paranoid", "bestreply")
"""Searches for any number of players; compiled, what they find is the mover's own."""
COMPILED = ("alphabeta", "minimax", "expectimax", *MANY)
FLIPPED = {"=": "=", "<=": ">=", ">=": "<="}
MOST = 10**8
"""Seconds that anybody would wait, and more."""
SECONDS = 1.0
"""The budget when none is given."""
TABLE = 16
"""Megabytes for what a search for many players remembers, when nobody says."""


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
    timed: bool = False
    """Whether the distance is proven too: no sooner win, no later loss. Else it comes within so many plies."""
    depth: int = 0
    """Plies searched completely."""
    nodes: int = 0
    seconds: float = 0.0
    exact: bool = False
    """Whether the value is proven: no estimate took part."""
    error: float | None = None
    """Half of the interval that holds the value 19 times of 20, where outcomes of chance were drawn by lot."""
    algorithm: str = ""
    native: bool = False
    """Whether the search ran compiled."""
    stopped: bool = False
    """Whether it ended because it was told to, with the best answer so far."""
    strategies: tuple[dict[int, float], ...] = ()
    """Where both act at once, how likely each player is to take each of its choices; `action` is the likeliest pair."""
    note: str = ""
    """Why it was not searched as it might be: interpreted instead of compiled, or by a plainer search."""

    def __post_init__(self) -> None:
        if self.action is not None and not self.lines and self.line:
            object.__setattr__(self, "lines", (Line(self.action, Score(self.value), self.line, self.distance),))


class Database(Protocol):
    """What a search asks before it searches: all states of a game with what they are worth, as `sweep` makes it."""

    game: Game
    complete: bool
    memory: Memory | None


class Opponent(Protocol):
    """How all others act, to expectimax (see players/policy.py)."""

    def odds(self, game: Game, state: State) -> list[tuple[int, float]]:
        """Each action with its probability."""

    def model(self, game: Game, state: State, seat: int) -> Model | None:
        """What compiled search knows it by, in all that follows a state where `seat` acts; None where it does not."""


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
    opponent: Opponent | None
    sample: int | None
    start: float
    """When the search began; what went before it does not count, but for `spent`."""
    spent: float = 0.0

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
    opponent: Opponent | None = None,
    sample: int | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The best action in `state` (by default the first), searching for so many seconds, plies or nodes.

    With a depth alone, that depth is searched in full; with seconds or nodes, depth after depth until the budget is
    spent or the value is exact. Without any, one second. The strong search, `pvs`, may have several `threads`, a table
    of so many megabytes of `memory` or the `table` of the search before, and give the best so many `lines`; where
    positions repeat, `history` tells which ones the game has had. What is in a `database` of the game (from `sweep`) is
    not searched but looked up. Expectimax chooses for the player to move; to it the `opponent` says how all others act,
    by default any action as likely. Where chance has very many outcomes, compiled expectiminimax may `sample` so many
    of them at each node, and then tells the `error` of its value. With one thread and without seconds, the same
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
    if not strong and (lines > 1 or (threads > 1 and algorithm != DICE)):
        raise SpecError(f"Only {STRONG} searches with several threads or gives several lines, and this is {algorithm}.")
    if opponent is not None and algorithm != "expectimax":
        raise SpecError(f"Only expectimax takes the others to follow a policy, and this is {algorithm}.")
    if sample is not None and (algorithm != DICE or native is False):
        raise SpecError(f"Only compiled {DICE} draws a sample of what chance may do; search with that, or without.")
    if database is not None:
        _require_fit(database, game, strong and native is not False)
    task = _Task(
        game, state, algorithm, seconds, depth, nodes, stop, progress, deepening, threads, memory, table, lines,
        history, database, opponent, sample, time.perf_counter(),
    )  # fmt: skip
    if game.is_terminal(state):
        value = float(game.utility(state, 0))
        return Analysis(value=value, nodes=1, exact=True, algorithm=algorithm, seconds=_since(task))
    note = ""
    if algorithm == INDUCTION:
        if native:
            raise NativeError(f"{INDUCTION} runs interpreted: what it needs for mixed strategies is no compiled code.")
        load_solver()
        task = dataclasses.replace(task, start=time.perf_counter())  # loading is not searching
    elif native is not False:
        try:
            if strong:
                return _strong(task)
            if algorithm == DICE:
                return _weighed(task)
            return _compiled(task)
        except _OddUtilitiesError as odd:
            return _plainly(task, odd)
        except NativeError as error:
            if native or sample is not None:
                raise
            note = str(error) + (" The database is not asked." if database else "")
    return dataclasses.replace(_interpreted(task), note=note)


# Compiled.


def _require_compiled(game: Game, algorithm: str = STRONG) -> None:
    """NativeError where compiled search is not possible, whatever the rules."""
    if game.players > 2 and algorithm not in MANY:
        raise NativeError(f"{type(game).__name__} runs interpreted: compiled search is for two players at most.")
    try:
        from countermove.native.kernel import require_on
    except ImportError as error:
        raise NativeError(f"{type(game).__name__} runs interpreted: Numba cannot be imported ({error}).") from error
    require_on(game)


class _OddUtilitiesError(Exception):
    """The strong search cannot go on; so much was spent on it."""

    def __init__(self, again: bool, seconds: float, nodes: int) -> None:
        self.again, self.seconds, self.nodes = again, seconds, nodes


def _plainly(task: _Task, odd: _OddUtilitiesError) -> Analysis:
    """The answer of the strong search, tried again, or of the plainer one, with what is left of the budget."""
    left = dataclasses.replace(
        task,
        seconds=None if task.seconds is None else max(0.001, task.seconds - odd.seconds),
        nodes=None if task.nodes is None else max(1, task.nodes - odd.nodes),
        spent=task.spent + odd.seconds,
    )
    if odd.again:
        try:
            found = _strong(left)
        except _OddUtilitiesError as again:
            found = _plainly(left, again)
        return dataclasses.replace(found, nodes=found.nodes + odd.nodes)
    wishes = {
        f"{task.threads} threads": task.threads > 1, f"{task.lines} lines": task.lines > 1,
        "the database": task.database is not None,
    }  # fmt: skip
    dropped = [wish for wish, given in wishes.items() if given]
    note = (
        f"{type(task.game).__name__} is searched by {task.algorithm}: {STRONG} needs utilities that are whole numbers "
        "or simple fractions, and estimates of about their size."
        + (f" It goes without {' and '.join(dropped)}." if dropped else "")
    )
    found = _compiled(left)
    return dataclasses.replace(found, nodes=found.nodes + odd.nodes, note=note)


def _strong(task: _Task) -> Analysis:
    """The answer of the strong search; _OddUtilitiesError when they do not fit its scores."""
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
        patience=math.inf if task.seconds is None else task.seconds / 10,
    )  # fmt: skip
    task = dataclasses.replace(task, deepening=True, start=time.perf_counter())  # compiling is not searching
    done = collections.deque([Analysis(actions[0], game.neutral, algorithm=STRONG, native=True)])

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
            if depth is None or depth >= DEEPEST:
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
            task.progress(dataclasses.replace(done[0], nodes=search.nodes, seconds=_since(task)))

    try:
        worker.run(
            deepen,
            game,
            halt=search.halt,
            progress=lambda: search.progress,
            tick=tick,
            seconds=task.seconds,
            stop=task.stop,
        )
    except OddError as odd:
        raise _OddUtilitiesError(odd.again, _since(task) - task.spent, search.nodes) from None
    tick()
    stopped = search.stopped and bool(task.stop and task.stop.is_set())
    return dataclasses.replace(done[-1], nodes=search.nodes, seconds=_since(task), stopped=stopped)


def _found(task: _Task, search: Search, look: Look, actions: list[int]) -> Analysis:
    """What the strong search found, as the player to move sees it."""
    from countermove.engine.score import plies

    game = task.game
    player = game.player(task.state)
    view = _view(game, player)
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
        distance = plies(found.score) if found.mark == "=" and look.proven else None
        lines.append(Line(action, scores[action], found.line, distance))
    return Analysis(
        action=look.order[0],
        value=_number(scores[look.order[0]]),
        values=scores,
        line=lines[0].line,
        lines=tuple(lines),
        distance=lines[0].distance,
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
        distance=None,
        values={**before.values, action: value},
    )


def _compiled(task: _Task) -> Analysis:
    game, state = task.game, task.state
    if task.algorithm not in COMPILED:
        raise NativeError(f"{task.algorithm} runs interpreted: only {', '.join((STRONG, *COMPILED))} are compiled.")
    _require_compiled(game, task.algorithm)
    from countermove.engine.workspace import NODES, SIZE, STOP, workspace

    work = workspace(task.nodes, SIZE)
    actions = require_actions(game, state)
    look = _look(task, work)
    task = dataclasses.replace(task, start=time.perf_counter())  # compiling is not searching
    first = None if game.player(state) == CHANCE else actions[0]
    best = Analysis(first, game.neutral, algorithm=task.algorithm, native=True)
    done: list[Analysis] = [best]

    def search() -> None:
        for depth in task.depths():
            first = done[-1].action
            sort = task.depth != depth and task.algorithm not in MANY  # among many, the first of equals is an answer
            order = sorted(actions, key=lambda action: action != first) if sort else actions
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


def _look(task: _Task, work: Memory) -> RootSearch:
    """The search of a task, compiled or loaded."""
    if task.algorithm in MANY:
        return _many(task, work)
    if task.algorithm == "expectimax":
        return _averaging(task, work)
    from countermove.engine import root

    return root.search(task.algorithm, task.game, work)


def _many(task: _Task, work: Memory) -> RootSearch:
    """A search for many players; max^n prunes wherever that is sound, whether it is called shallow or not."""
    megabytes = TABLE if task.memory is None else task.memory
    if task.algorithm in ("maxn", "shallow"):
        from countermove.engine import maxn

        return maxn.search(task.game, task.state, work, megabytes)
    from countermove.engine import coalition

    return coalition.search(task.game, task.state, work, megabytes, task.algorithm == "bestreply")


def _averaging(task: _Task, work: Memory) -> RootSearch:
    """Expectimax, where compiled code knows how the others act."""
    from countermove.engine import expectimax

    seat = task.game.player(task.state)
    if seat == CHANCE:
        raise NativeError("expectimax runs interpreted where chance acts first.")
    if task.opponent is None:
        return expectimax.search(task.game, work, seat=seat)
    model = task.opponent.model(task.game, task.state, seat)
    if model is None:
        raise NativeError("expectimax runs interpreted: compiled, it does not know this opponent.")
    return expectimax.search(task.game, work, model, seat)


def _weighed(task: _Task) -> Analysis:
    """The answer of the chance search."""
    _require_compiled(task.game)
    from countermove.engine.stochastic import Search
    from countermove.engine.table import DEFAULT, Table
    from countermove.engine.workspace import DEEPEST

    game, state = task.game, task.state
    actions = require_actions(game, state)
    table = task.table or Table(DEFAULT if task.memory is None else task.memory)
    search = Search(game, table, threads=task.threads, nodes=task.nodes, sample=task.sample)
    task = dataclasses.replace(task, start=time.perf_counter())  # compiling is not searching
    player = _viewer(game, state)
    view = _view(game, player)
    first = None if game.player(state) == CHANCE else actions[0]
    done = [Analysis(first, game.neutral, algorithm=DICE, native=True)]

    def deepen() -> None:
        order = actions
        for depth in task.depths():
            if task.sample is not None:
                means, mean = search.sampled(state, actions, depth)
                if mean.times < 2 or search.stopped:
                    return
                best = max(actions, key=lambda action: _number(view(Score(means[action].value))))
                done.append(
                    Analysis(
                        action=None if first is None else best,
                        value=_number(view(Score(mean.value))),
                        values={action: view(Score(means[action].value)) for action in actions},
                        line=() if first is None else (best,),
                        depth=depth or 0,
                        error=mean.error,
                        algorithm=DICE,
                        native=True,
                    )
                )
                continue
            found = search.look(state, order, depth)
            if not found.complete:
                return
            values = {action: view(Score(*found.values[action])) for action in actions}  # type: ignore[arg-type]
            done.append(
                Analysis(
                    action=found.action,
                    value=_number(view(Score(found.value))),
                    values=values,
                    line=found.line,
                    depth=found.depth if found.depth is not None else len(found.line),
                    exact=found.proven,
                    algorithm=DICE,
                    native=True,
                )
            )
            if found.proven or depth is None or depth >= DEEPEST:
                return
            if found.action is not None:
                best = found.action
                order = sorted(actions, key=lambda action: (action != best, -_number(values[action])))

    shown = 1

    def tick() -> None:
        nonlocal shown
        while task.progress and shown < len(done):
            task.progress(dataclasses.replace(done[shown], nodes=search.nodes, seconds=_since(task)))
            shown += 1

    worker.run(deepen, game, halt=search.halt, progress=lambda: search.nodes, tick=tick, seconds=task.seconds,
               stop=task.stop)  # fmt: skip
    tick()
    stopped = search.stopped and bool(task.stop and task.stop.is_set())
    return dataclasses.replace(done[-1], nodes=search.nodes, seconds=_since(task), stopped=stopped)


def _seen(task: _Task, found: Any, actions: list[int]) -> Analysis:
    """What the engine found, as the player to move sees it."""
    own = 0 if task.algorithm in (*MANY, "expectimax") else task.game.player(task.state)
    view = _view(task.game, own)
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
            narration = _narration(task, depth)
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


def _narration(task: _Task, depth: int | None) -> textbook.Narration[Decision]:
    """The textbook's search to a depth."""
    if task.algorithm == "expectimax":
        opponent = textbook.uniform if task.opponent is None else task.opponent.odds
        seat = _viewer(task.game, task.state)
        return textbook.expectimax(task.game, task.state, depth=depth, opponent=opponent, seat=seat)
    return textbook.ALGORITHMS[task.algorithm](task.game, task.state, depth=depth)


def _proven(game: Game, state: State, found: Decision, unsure: set[int]) -> tuple[Decision, bool]:
    """What was decided, and whether it is certain: exact, or the best there can be and reached without an estimate."""
    if found.exact or found.action is None or found.action in unsure or isinstance(found.value, tuple):
        return found, found.exact
    low, high = game.stakes if found.algorithm == "expectimax" else game.bounds(state)[:2]  # those hold for minimax
    biggest = found.algorithm == "expectimax" or textbook.is_max_side(game, game.player(state))
    if found.value < high if biggest else found.value > low:
        return found, False
    most = Score(found.value, "<=" if biggest else ">=")  # of the other actions only this much is certain
    values = {action: most if action in unsure else score for action, score in found.values.items()}
    return dataclasses.replace(found, values=values), True


def _told(task: _Task, decision: Decision, proven: bool, nodes: int) -> Analysis:
    """What the textbook decided, as the player to move sees it."""
    view = _view(task.game, 0 if task.algorithm == "expectimax" else _viewer(task.game, task.state))
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
        strategies=decision.strategies,
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
    return time.perf_counter() - task.start + task.spent


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
