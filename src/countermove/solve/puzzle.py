"""Solving puzzles: the best end that the player can reach, and the shortest way to it.

The searches are in engine/puzzle/: breadth first where all states fit into memory, iterative deepening A* where the
game's bounds estimate the distance to the goal. Once the way is found, the other actions are valued too, for at most as
long again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from countermove import worker
from countermove.engine.puzzle.interpreted import BREADTH, PuzzleSearch, Way, is_puzzle, search_for, way_from
from countermove.errors import SpecError, UnfitError
from countermove.game import Game, S, State, legal, require_actions
from countermove.solve import budget
from countermove.solve.solution import Outcome, Progress, Solution
from countermove.values import freeze

MIN_SECONDS_FOR_OTHERS = 1.0
"""Minimum time for valuing the other actions."""
DEFAULT_STATE_MEGABYTES = 1024.0
DEFAULT_TABLE_MEGABYTES = 256.0


@dataclass(frozen=True, slots=True)
class Path(Solution):
    """The way to the best end. `best` and `values` cover only the states and actions along it."""

    native: bool = field(default=False, kw_only=True)
    """Whether the search ran compiled."""
    note: str = field(default="", kw_only=True)
    """Why not, if it did not."""
    full: bool = field(default=False, kw_only=True)
    """Whether it ran out of memory."""

    def best(self, state: State) -> tuple[int, ...]:
        after = self._after(state)
        top = max((outcome.values for outcome in after.values()), default=())
        near = min((each.distance or 0 for each in after.values() if each.values == top), default=0)
        return tuple(action for action, each in after.items() if (each.values, each.distance or 0) == (top, near))

    def _after(self, state: State) -> dict[int, Outcome]:
        self._outcome(state)
        game = self.game
        after = {action: self.outcomes.get(freeze(game.result(state, action))) for action in legal(game, state)}
        return {action: outcome for action, outcome in after.items() if outcome is not None}


def puzzle(
    game: Game[S],
    state: S | None = None,
    *,
    method: str = BREADTH,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: float | None = None,
    native: bool | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Path:
    """The best end reachable from `state` (by default the first), and the shortest way to it.

    `method` is "breadth" or "idastar". After `seconds` or `nodes`, when `stop` is set, or when `memory` (in megabytes)
    is full, it returns the best way so far, and `complete` is False. `native` is as for `analyse`.

    >>> from countermove.games.sliding import Sliding
    >>> game = Sliding()
    >>> found = puzzle(game, method="idastar")
    >>> found.value, found.distance, len(found.line)
    (1.0, 22, 22)
    """
    budget.check(seconds, memory=memory, nodes=nodes)
    refuse(game, method)
    state = game.initial() if state is None else state
    search, note = search_for(
        game, method, nodes=nodes, memory=DEFAULT_STATE_MEGABYTES if memory is None else memory,
        table=lambda: budget.table(memory, DEFAULT_TABLE_MEGABYTES), native=native,
    )  # fmt: skip
    work = _Solving(game, state, search, nodes is None)
    tick = worker.Ticker(progress, lambda seconds: Progress(method, search.states, search.nodes, seconds))

    try:
        worker.run(
            work.run, game, halt=search.halt, progress=lambda: search.nodes, tick=tick, seconds=seconds, stop=stop
        )
    except MemoryError:
        raise SpecError(
            f"{type(game).__name__} cannot be solved by {method}: this machine is out of memory; allow less."
        ) from None
    return work.solution(tick.seconds, note, native=type(search).__module__ != search_for.__module__)


def refuse(game: Game, method: str) -> None:
    """Raise UnfitError, naming the method that fits, for a game that is not a puzzle."""
    if is_puzzle(game):
        return
    axes = game.axes
    kinds = {"hidden information": axes.hidden, "simultaneous actions": axes.simultaneous, "chance": axes.stochastic}
    what = next((kind for kind, there in kinds.items() if there), f"{game.players} players")
    opposed = game.players == 2 and axes.payoff in ("zero", "constant") and not axes.simultaneous
    fits = "iterate" if axes.stochastic and game.repeats else "exhaustive"
    if opposed and not axes.stochastic:
        fits = "sweep" if game.repeats else "alphabeta"
    raise UnfitError(
        f"{method} is for puzzles of one player without chance, but {type(game).__name__} has {what}"
        + ("." if axes.hidden else f"; solve it with --method {fits}.")
    )


class _Solving:
    """The way from a state, and the values of its other actions."""

    def __init__(self, game: Game, state: State, search: PuzzleSearch, unlimited: bool) -> None:
        self.game, self.state, self.search, self.unlimited = game, state, search, unlimited
        self.way = Way(None)
        self.others: dict[int, Way] = {}
        self.states: int | None = 0
        self.full = False

    def run(self) -> None:
        game, state = self.game, self.state
        began = worker.clock()
        self.way = way_from(game, state, self.search)
        self.states, self.full = self.search.states, self.search.full
        if not self.way.complete or not self.way.line:
            return
        if self.unlimited:
            self.search.unlimited()
        clock = threading.Timer(max(MIN_SECONDS_FOR_OTHERS, worker.clock() - began), self.search.halt)
        clock.start()
        try:
            for action in require_actions(game, state):
                if action != self.way.line[0]:
                    other = way_from(game, game.result(state, action), self.search)
                    if other.complete:
                        self.others[action] = other
        finally:
            clock.cancel()

    def solution(self, seconds: float, note: str, native: bool) -> Path:
        game, way = self.game, self.way
        ways = {way.line[0]: Way(way.value, way.line[1:], way.complete, way.endless)} if way.line else {}
        ways |= self.others
        actions = [action for action in legal(game, self.state) if action in ways]
        return Path(
            value=way.value,
            action=way.line[0] if way.line else None,
            actions={action: ways[action].value for action in actions},  # type: ignore[misc]
            distances={
                action: None if ways[action].distance is None else ways[action].distance + 1  # type: ignore[operator]
                for action in actions
            },
            distance=way.distance if way.complete else None,
            line=way.line,
            nodes=self.search.nodes,
            states=self.states,
            depth=len(way.line),
            seconds=seconds,
            complete=way.complete,
            game=game,
            outcomes=self._outcomes(),
            native=native,
            note=note,
            full=self.full,
        )

    def _outcomes(self) -> dict[object, Outcome]:
        """The proven outcomes along the way."""
        way, state = self.way, self.state
        if not way.complete or way.endless or way.value is None:
            return {}
        outcomes = {freeze(state): Outcome((way.value,), len(way.line))}
        for ply, action in enumerate(way.line, 1):
            state = self.game.result(state, action)
            outcomes[freeze(state)] = Outcome((way.value,), len(way.line) - ply)
        return outcomes
