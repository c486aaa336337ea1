"""Every state that can follow a state, in plain Python: each once, for any number of players and any type of state.

A `Walk` goes depth first and closes a state when all that follows it is closed. What is known of the state is folded
then from what is known of its successors:

    FOLD(s) = f(s, FOLD(s') for each successor s')

What f is makes the difference: exact values (exhaustive.py), a count of games (measure/census.py), or just the next
number, which makes a `Graph`: all states with their edges, those that follow a state before it. One pass over a graph
works the whole game backwards, so the rules are asked once, however many policies are tried after that.

The stack is a list and not Python's, so a game may go as deep as it likes. Where a state can follow itself there is no
such order, and what then is for the walk to say. The same for states as words in native memory, breadth first and with
cycles, is engine/graph/.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import mul
from typing import Generic, TypeAlias, TypeVar

from countermove.action import as_action
from countermove.errors import GameError, UnfitError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, S, State, choices, require_actions, utilities
from countermove.immutable import DEFAULT_REMEDY, flaw
from countermove.textbook.odds import Odds
from countermove.values import freeze

MAX_STATES = 50_000
"""The default limit on the size of a graph."""
T = TypeVar("T")
Vector: TypeAlias = tuple[float, ...]
"""What something is worth to each player."""


@dataclass(slots=True)
class Vertex(Generic[T]):
    """A state, and what is known of those that follow it."""

    state: State
    key: Hashable
    player: int | None
    """Who acts; None where the game is over."""
    actions: list[Action]
    chances: list[float]
    """How likely each action is, where chance acts."""
    after: list[T] = field(default_factory=list)
    """What each action leads to; fewer than the actions while they are looked at."""


class Walk(ABC, Generic[T]):
    """A walk through everything below a state, within limits, with what earlier walks have found."""

    def __init__(
        self,
        game: Game,
        known: dict[Hashable, T | None] | None = None,
        limit: float = math.inf,
        until: float = math.inf,
        max_states: float = math.inf,
    ) -> None:
        self.game = game
        self.known = {} if known is None else known
        """What is known of each state, by its frozen form; None while it is looked at."""
        self.limit = limit
        """How many nodes to look at."""
        self.until = until
        """When to stop, by `time.perf_counter`."""
        self.max_states = max_states
        self.nodes = self.depth = 0
        """States looked at, counted each time they are met; the deepest ply reached."""
        self.full = False
        """Whether it ended because there are more than `max_states`."""
        self.root: Vertex[T] | None = None
        self._stack: list[Vertex[T]] = []
        self._halted = False

    @abstractmethod
    def fold(self, vertex: Vertex[T]) -> T:
        """What is known of a state, from what is known of all its successors."""

    @abstractmethod
    def repeated(self, state: State) -> T:
        """What to take a state for that was met below itself; or an error."""

    def halt(self) -> None:
        self._halted = True

    @property
    def complete(self) -> bool:
        """Whether everything below the state was looked at."""
        return self.root is not None and not self._stack

    def forget(self) -> None:
        """Drop the states that were left open, so that a later walk may begin with the others."""
        for vertex in self._stack:
            self.known.pop(vertex.key, None)

    def run(self, state: State) -> None:
        """Look at everything below `state`, or as much of it as the limits allow."""
        game, known, stack = self.game, self.known, self._stack
        stack.clear()
        self.full = False
        self.nodes += 1
        self.root = self._enter(state, key_of(game, state))
        while stack and not self._halted:
            if self.nodes >= self.limit or time.perf_counter() >= self.until:
                return

            # Step 1. All successors closed: so is the state.
            vertex = stack[-1]
            if len(vertex.after) == len(vertex.actions):
                known[vertex.key] = folded = self.fold(vertex)
                stack.pop()
                if stack:
                    stack[-1].after.append(folded)
                continue

            # Step 2. The next successor: met before, open above on the path, at the end of the game, or new.
            child = game.result(vertex.state, vertex.actions[len(vertex.after)])
            key = key_of(game, child)
            self.nodes += 1
            if key in known:
                found = known[key]
                vertex.after.append(self.repeated(child) if found is None else found)
                continue
            if len(known) >= self.max_states:
                self.full = True
                return
            self.depth = max(self.depth, len(stack))
            below = self._enter(child, key)
            if below.player is None:
                vertex.after.append(known[key])  # type: ignore[arg-type]

    def _enter(self, state: State, key: Hashable) -> Vertex[T]:
        """A new state: closed at once where the game is over, else open."""
        game = self.game
        if game.is_terminal(state):
            vertex: Vertex[T] = Vertex(state, key, None, [], [])
            self.known[key] = self.fold(vertex)
            return vertex
        player = int(game.player(state))
        chances: list[float] = []
        if player == CHANCE:
            actions, chances = _chances(game, state)
        elif player == SIMULTANEOUS and game.axes.simultaneous:
            choices(game, state, 0)
            actions = [int(action) for action in game.actions(state)]
        elif 0 <= player < game.players:
            actions = [as_action(action) for action in require_actions(game, state)]
        else:
            raise GameError(f"{_name(game)}.player gives {player} in {state}; the players are 0 to {game.players - 1}.")
        vertex = Vertex(state, key, player, actions, chances)
        self.known[key] = None
        self._stack.append(vertex)
        return vertex


class Graph:
    """All that can follow a state, with the edges, for games whose positions do not repeat.

    >>> from countermove.games.tree import Tree
    >>> graph = Graph(Tree([[10, 10], [9, 100]]))
    >>> graph.values()[graph.root]
    (10.0, -10.0)
    >>> dumb = lambda vertex: [(action, 0.5) for action in vertex.actions]
    >>> graph.values({1: dumb})[graph.root]
    (54.5, -54.5)
    """

    def __init__(self, game: Game, state: State | None = None, max_states: int = MAX_STATES) -> None:
        name = _name(game)
        if game.axes.hidden or game.axes.simultaneous:
            kind = "hidden information" if game.axes.hidden else "simultaneous actions"
            raise UnfitError(f"{name} has {kind}; working backwards is for games that have none.")
        walk = _Numbering(game, max_states=max_states)
        walk.run(game.initial() if state is None else state)
        if walk.full:
            raise UnfitError(f"{name} has more than {max_states:,} positions to the end, too many to look at them all.")
        self.game = game
        self.vertices = walk.vertices
        """Each with the numbers of those that follow it, which stand before it."""
        self.root = len(self.vertices) - 1
        self._number = walk.known
        self._payoffs = {
            number: utilities(game, vertex.state)
            for number, vertex in enumerate(self.vertices)
            if vertex.player is None
        }

    def __contains__(self, state: State) -> bool:
        return freeze(state) in self._number

    def vertex(self, state: State) -> Vertex[int]:
        """The one that a state is."""
        return self.vertices[self._number[freeze(state)]]  # type: ignore[index]

    def values(self, policies: dict[int, Callable[[Vertex[int]], Odds]] | None = None) -> list[Vector]:
        """What every state is worth to each player when the seats named follow policies and all others choose.

        VALUE(s) = UTILITY(s)                                            where the game is over
                 = the average of what follows, by pi(s, a)              where chance or a policy acts
                 = the best that follows for PLAYER(s), the first of equals      where a player chooses
        """
        policies = policies or {}
        known: list[Vector] = []
        for number, vertex in enumerate(self.vertices):
            player, after = vertex.player, vertex.after
            if player is None:
                known.append(self._payoffs[number])
            elif player == CHANCE:
                known.append(average(self.game, vertex.state, zip(vertex.chances, (known[each] for each in after))))
            elif player in policies:
                place = dict(zip(vertex.actions, after))
                odds = policies[player](vertex)
                terms = [(probability, known[place[action]]) for action, probability in odds]
                known.append(average(self.game, vertex.state, terms))
            else:
                known.append(max((known[each] for each in after), key=lambda value: value[player]))
        return known

    def best(self, vertex: Vertex[int], values: Sequence[Vector]) -> list[Action]:
        """The actions whose value is the best for who acts."""
        assert vertex.player is not None
        worth = [values[each][vertex.player] for each in vertex.after]
        top = max(worth)
        return [action for action, value in zip(vertex.actions, worth) if value == top]


class _Numbering(Walk[int]):
    """The walk that keeps every state, and knows it by its number."""

    def __init__(self, game: Game, max_states: int) -> None:
        super().__init__(game, max_states=max_states)
        self.vertices: list[Vertex[int]] = []

    def fold(self, vertex: Vertex[int]) -> int:
        self.vertices.append(vertex)
        return len(self.vertices) - 1

    def repeated(self, state: State) -> int:
        raise UnfitError(f"{_name(self.game)} can repeat positions, so there is no end to work backwards from.")


def average(game: Game[S], state: S, terms: Iterable[tuple[float, Vector]]) -> Vector:
    """The average of vectors, each with its probability; a sentence where there is none."""
    odds, vectors = zip(*terms)
    try:
        return tuple(math.fsum(map(mul, odds, column)) for column in zip(*vectors))
    except (ValueError, OverflowError):
        raise GameError(
            f"{_name(game)} has outcomes worth both inf and -inf after {state}; they have no average."
        ) from None


def _chances(game: Game, state: State) -> tuple[list[Action], list[float]]:
    """What chance may do, and how likely each is."""
    if not game.axes.stochastic:
        raise GameError(f"In {_name(game)}, chance acts in {state}, but its axes say that no chance takes part.")
    pairs = [(as_action(action), float(chance)) for action, chance in game.chances(state)]
    total = math.fsum(chance for _, chance in pairs)
    if not abs(total - 1) <= 1e-9:
        raise GameError(
            f"{_name(game)}.chances gives probabilities that sum to {total:.12g} in {state}; they must sum to 1."
        )
    return [action for action, _ in pairs], [chance for _, chance in pairs]


def key_of(game: Game[S], state: S) -> Hashable:
    """The frozen form of a state, or a sentence when it holds something that can change."""
    try:
        key = freeze(state)
        hash(key)
    except TypeError as error:
        found = flaw(state)
        raise GameError(
            f"A state of {_name(game)} cannot be remembered ({error}): {state}. {found.do if found else DEFAULT_REMEDY}"
        ) from None
    return key


def _name(game: Game) -> str:
    return type(game).__name__
