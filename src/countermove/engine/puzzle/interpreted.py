"""Puzzles, one-player games without chance: the best reachable result, and the shortest path to it.

Two searches in plain Python, for any rules; their compiled versions are in flood.py and dive.py.

    Breadth     breadth-first search: all states after one ply, after two, and so on
    Deepening   iterative deepening A* (IDA*): depth first within a limit of plies, which grows as needed

The heuristic of IDA* is the game's `bounds(state)` with four numbers: `high` is at least `high plies` plies away. Any
path through a state takes at least its `ply` plus `high plies`; where that exceeds the limit, the state is pruned, and
the smallest such sum is the next limit. It searches for one utility at a time: the highest that bounds allow; if the
search is exhausted without finding it, the next highest.

A position visited before, in no more plies, is not searched again: everything reachable from it was reachable sooner.
That holds while nothing is found, and the first result ends the search. It also handles cycles.

Endless play (`repeats`) is a result too, worth `endless`; an end of equal value is preferred.

R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial Intelligence 27, 1985.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from countermove.errors import GameError, NativeError
from countermove.game import Game, S, State, legal, offers, require_actions, utility_of
from countermove.outcome import bounds_of
from countermove.values import freeze

if TYPE_CHECKING:
    from countermove.engine.table import Table

BREADTH: Final = "breadth"
DEEPENING: Final = "idastar"
BYTES = 1000
"""Approximate size of a state in a dictionary."""


@dataclass(frozen=True, slots=True)
class Way:
    """The best known result of a puzzle, and the path to it."""

    value: float | None
    """The value of the best end found, or of endless play; None if there is none yet."""
    line: tuple[int, ...] = ()
    """The actions that lead to it; where `endless`, those up to the first repetition."""
    complete: bool = False
    """Whether it is proven: nothing better can be reached, and nothing as good sooner."""
    endless: bool = False
    """Whether the value is that of endless play, because no reachable end is worth as much."""

    @property
    def distance(self) -> int | None:
        """Plies to the end; None if there is none."""
        return None if self.value is None or self.endless else len(self.line)


class PuzzleSearch(Protocol):
    """A search for the best path."""

    full: bool
    """Whether it ran out of memory."""

    @property
    def nodes(self) -> int: ...

    @property
    def states(self) -> int | None:
        """Distinct positions visited; None if not counted."""

    def halt(self) -> None:
        """Stop as soon as possible."""

    def unlimited(self) -> None:
        """Drop the node limit."""

    def run(self, state: State) -> Way:
        """The best path from a non-terminal state; incomplete if stopped, or out of nodes or memory."""


def is_puzzle(game: Game) -> bool:
    """Whether a game has one player, who sees everything, and no chance.

    >>> from countermove.games.sliding import Sliding
    >>> from countermove.games.nim import Nim
    >>> is_puzzle(Sliding()), is_puzzle(Nim())
    (True, False)
    """
    return game.players == 1 and not (game.axes.stochastic or game.axes.hidden or game.axes.simultaneous)


def leads(game: Game[S], state: S) -> bool:
    """Whether the bounds of a game estimate the distance to the goal, so that IDA* is worthwhile."""
    return offers(game, "bounds") and len(game.bounds(state)) == 4


def search_for(
    game: Game, method: str, *, nodes: int | None, memory: float, table: Callable[[], Table], depth: int | None = None,
    native: bool | None = None,
) -> tuple[PuzzleSearch, str]:  # fmt: skip
    """The named search, compiled if possible, and a note saying why not otherwise.

    `memory` is in megabytes; `table` makes the table of compiled `idastar`, and `depth` limits its plies.
    """
    note = ""
    if native is not False:
        try:
            from countermove.native.kernel import require_on

            require_on(game)
            if method == BREADTH:
                from countermove.engine.puzzle.flood import Flood

                return Flood(game, nodes, memory), note
            from countermove.engine.puzzle.dive import Dive

            return Dive(game, table(), nodes, depth), note
        except ImportError as error:
            note = f"{type(game).__name__} runs interpreted: llvmlite cannot be imported ({error})."
        except NativeError as error:
            note = str(error)
        except GameError:
            note = f"{type(game).__name__} runs interpreted: its states are not made of numbers of one shape."
        if native:
            raise NativeError(note)
    room = int(memory * 2**20 / BYTES)
    return Breadth(game, nodes, room) if method == BREADTH else Deepening(game, nodes, depth, room), note


class Breadth:
    """Breadth-first search: the first end found is a nearest one.

    >>> from countermove.games.sliding import Sliding
    >>> game = Sliding()
    >>> found = Breadth(game).run(game.read("1,2,3/5,.,6/4,7,8"))
    >>> found.value, [game.action_name(None, action) for action in found.line]
    (1.0, ['right', 'up', 'left', 'left'])
    """

    def __init__(
        self, game: Game, nodes: float | None = None, room: float = math.inf, enough: float | None = None
    ) -> None:  # fmt: skip
        """Search at most `nodes` positions and remember at most `room`.

        An end worth `enough` counts as the best possible; None takes that from the bounds of each state.
        """
        self.game, self.enough = game, enough
        self.limit = math.inf if nodes is None else nodes
        self.room = room
        self.full = False
        self.nodes = 0
        self._before: dict[Hashable, tuple[Hashable, int]] = {}
        self._halted = False

    @property
    def states(self) -> int:
        return len(self._before)

    def halt(self) -> None:
        self._halted = True

    def unlimited(self) -> None:
        self.limit = math.inf

    def run(self, state: State) -> Way:
        game, before = self.game, self._before
        before.clear()
        key, high = known_as(game, state), self._upper_bound(state)
        best, end = -math.inf, None
        waiting = deque([(state, key, high)])
        before[key] = (key, 0)
        while waiting:
            state, key, hope = waiting.popleft()
            if end is not None and hope <= best:
                continue  # an end worth as much was nearer
            for action in require_actions(game, state):
                self.full = len(before) >= self.room
                if self._halted or self.full or self.nodes >= self.limit:
                    return Way(best, self._line(end)) if end is not None else Way(None)
                self.nodes += 1
                child = game.result(state, action)
                known = known_as(game, child)
                if known in before:
                    continue
                before[known] = (key, action)
                if not game.is_terminal(child):
                    waiting.append((child, known, self._upper_bound(child)))
                elif end is None or utility_of(game, child, 0) > best:
                    best, end = utility_of(game, child, 0), known
                    if best >= high:
                        return Way(best, self._line(end), complete=True)
        return Way(best, self._line(end), complete=True) if end is not None else Way(None, complete=True)

    def _upper_bound(self, state: State) -> float:
        """The best value that a state can reach."""
        return bounds_of(self.game, state)[1] if self.enough is None else self.enough

    def _line(self, key: Hashable) -> tuple[int, ...]:
        """The actions that led to a state."""
        line = []
        while (step := self._before[key])[0] != key:
            key, action = step
            line.append(action)
        return tuple(reversed(line))


class Deepening:
    """Iterative deepening A*: goes deep where the bounds of the game say the goal may be near.

    >>> from countermove.games.sliding import Sliding
    >>> game = Sliding()
    >>> len(Deepening(game).run(game.read("8,1,3/4,.,2/7,6,5")).line)
    14
    """

    full = False

    def __init__(
        self, game: Game, nodes: float | None = None, depth: int | None = None, room: float = math.inf
    ) -> None:  # fmt: skip
        """Search at most `nodes` positions, to at most `depth` plies, and remember at most `room` positions."""
        self.game = game
        self.limit = math.inf if nodes is None else nodes
        self.depth = math.inf if depth is None else depth
        self.room = room
        self.best: tuple[float, tuple[int, ...]] | None = None
        """The value of the best end found, and the path to it."""
        self.rest = -math.inf
        """The highest bound of the states that were pruned because they cannot reach the target."""
        self.cut = math.inf
        """The smallest path length of a state that was pruned by the limit."""
        self._nodes = 0
        self._plies_left: dict[Hashable, float] = {}
        self._halted = False

    @property
    def nodes(self) -> int:
        return self._nodes

    @property
    def states(self) -> int | None:
        return None

    @property
    def stopped(self) -> bool:
        return self._halted or self._nodes >= self.limit

    def halt(self) -> None:
        self._halted = True

    def unlimited(self) -> None:
        self.limit = math.inf

    def run(self, state: State) -> Way:
        game = self.game
        target = bounds_of(game, state)[1]
        around = float(game.endless(0)) if game.repeats else -math.inf
        self.best = None
        while target > -math.inf:
            if target < around:
                if find_cycle(game, state) is not None:
                    break
                around = -math.inf
            line = self._reach(state, target)
            if line is not None:
                return Way(utility_of(game, end_of(game, state, line), 0), line, complete=True)
            if self.stopped or self.cut < math.inf:
                return Way(*self.best) if self.best else Way(None)
            # Everything reachable was searched, except what can only be worth less.
            target = max(self.rest, self.best[0] if self.best else -math.inf)
        return Way(None, complete=True)

    def _reach(self, state: State, target: float) -> tuple[int, ...] | None:
        """The shortest line to an end worth `target` or more; None when there is none, or when stopped."""
        self.forget()
        limit: float = 0
        self.cut = 1
        while limit < self.cut < math.inf and not self.stopped:
            if self.cut > self.depth:
                return None
            limit, self.cut, self.rest = self.cut, math.inf, -math.inf
            line = self.dive(state, int(limit), target)
            if line is not None:
                return line
        return None

    def forget(self) -> None:
        """Forget all positions, for a search with another target."""
        self._plies_left.clear()

    def dive(self, state: State, limit: int, target: float) -> tuple[int, ...] | None:
        """A line of at most `limit` plies to an end worth `target` or more, depth first."""
        timed = target > self.game.neutral
        line: list[int] = []
        frames: list[Iterator[int]] = []
        states = [state]
        if self._opens(state, 0, limit, target, timed):
            frames.append(iter(require_actions(self.game, state)))
        while frames:
            if self.stopped:
                return None
            action: Any = next(frames[-1], self)
            if action is self:
                frames.pop()
                states.pop()
                if line:
                    line.pop()
                continue
            self._nodes += 1
            child = self.game.result(states[-1], action)
            line.append(action)
            if self.game.is_terminal(child):
                value = utility_of(self.game, child, 0)
                if value >= target:
                    return tuple(line)
                if self.best is None or value > self.best[0]:
                    self.best = value, tuple(line)
            elif self._opens(child, len(line), limit, target, timed):
                states.append(child)
                frames.append(iter(require_actions(self.game, child)))
                continue
            line.pop()
        return None

    def _opens(self, state: State, ply: int, limit: int, target: float, timed: bool) -> bool:
        """Whether to search the children of a state."""
        bounds = self.game.bounds(state)
        high = float(bounds[1])
        if high < target:
            self.rest = max(self.rest, high)
            return False
        need = ply + (max(1, int(bounds[3])) if timed and high == target and len(bounds) == 4 else 1)
        if need > limit:
            self.cut = min(self.cut, need)
            return False
        key, left = known_as(self.game, state), limit - ply
        if self._plies_left.get(key, 0) >= left:
            return False
        if key in self._plies_left or len(self._plies_left) < self.room:
            self._plies_left[key] = left
        return True


def way_from(game: Game[S], state: S, search: PuzzleSearch) -> Way:
    """The best path from a state: what a search finds, or endless play if that is worth more."""
    if game.is_terminal(state):
        return Way(utility_of(game, state, 0), complete=True)
    low, high = bounds_of(game, state)
    if game.repeats and low == high == float(game.endless(0)):  # no end is worth more
        way = _concluded(game, state, Way(None, complete=True))
        if way.endless:
            return way
    return _concluded(game, state, search.run(state))


def _concluded(game: Game, state: State, way: Way) -> Way:
    """The result of a search, or endless play where that is better than every end or the game has none."""
    if not way.complete or (way.value is not None and not (game.repeats and way.value < float(game.endless(0)))):
        return way
    line = find_cycle(game, state)
    if line is None:
        return way
    if not game.repeats:
        raise GameError(
            f"{type(game).__name__} cannot reach an end from {game.write(state)}: play goes on for ever. "
            "If that is intended, set repeats = True; endless(player) then says what it is worth."
        )
    return Way(float(game.endless(0)), line, complete=True, endless=True)


def find_cycle(game: Game[S], state: S) -> tuple[int, ...] | None:
    """Actions that lead from a state to a repetition; None if all play ends."""
    line: list[int] = []
    path = [freeze(state)]
    frames = [(state, iter(legal(game, state)))]
    on_path, done = set(path), set()
    while frames:
        here, actions = frames[-1]
        action: Any = next(actions, game)
        if action is game:
            frames.pop()
            key = path.pop()
            on_path.discard(key)
            done.add(key)
            if line:
                line.pop()
            continue
        child = game.result(here, action)
        key = freeze(child)
        line.append(action)
        if key in on_path:
            return tuple(line)
        if key in done:
            line.pop()
            continue
        path.append(key)
        on_path.add(key)
        frames.append((child, iter(legal(game, child))))
    return None


def end_of(game: Game[S], state: S, line: tuple[int, ...]) -> S:
    """The state that a line leads to."""
    for action in line:
        state = game.result(state, action)
    return state


def known_as(game: Game[S], state: S) -> Hashable:
    """The key a state is remembered by: its canonical state, frozen."""
    try:
        key = freeze(game.canonical(state))
        hash(key)
    except TypeError as error:
        raise GameError(
            f"A state of {type(game).__name__} cannot be remembered ({error}): {state}. Use tuples in place of lists."
        ) from None
    return key
