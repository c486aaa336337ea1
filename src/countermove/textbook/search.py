"""What all textbook algorithms share: nodes, leaves, the depth limit, the events.

Keeping it here lets each algorithm read like its pseudocode. A `Search` serves one search; it numbers nodes as they are
entered, makes the events, and turns the result of the root into a `Decision`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from countermove.action import as_action
from countermove.errors import GameError, SpecError, UnfitError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, State, estimate_of, require_actions, utility_of
from countermove.textbook.conventions import Conventions
from countermove.textbook.decision import Decision, Found, Score
from countermove.textbook.event import Bound, Event, Kind, Mix, Narration, Value, Window
from countermove.textbook.fit import is_max_side, refuse

V = TypeVar("V", float, tuple[float, ...])


@dataclass(frozen=True, slots=True)
class Node:
    """A state as reached by one path."""

    number: int
    path: tuple[Action, ...]
    state: State
    player: int | None
    """Who acts; None where the game is over."""
    cycles: int
    """How often the turn has come back to `home`."""
    home: int | None
    """The first player to act: the root's, unless chance acts there."""
    away: bool
    """Whether another player has had the turn since `home` last acted."""


class Search:
    """The bookkeeping of one search."""

    def __init__(
        self, algorithm: str, game: Game, state: State | None, depth: int | None, conventions: Conventions
    ) -> None:
        refuse(game, algorithm)
        check_depth(depth, conventions)
        self.algorithm = algorithm
        self.game = game
        self.state = game.initial() if state is None else state
        self.depth = depth
        self.conventions = conventions
        self.factor, self.shift = conventions.scale(game)
        self.nodes = self.leaves = self.estimates = 0
        self.scores: dict[Action, Score] = {}

    # Nodes.

    def root(self) -> Node:
        player = self._player(self.state)
        return Node(0, (), self.state, player, 0, None if player == CHANCE else player, False)

    def child(self, node: Node, action: Action) -> Node:
        """RESULT(s, a) as the node to enter next."""
        state = self.game.result(node.state, action)
        player = self._player(state)
        if node.player == CHANCE:
            away = node.away
        else:
            away = node.player != node.home or self.game.players == 1
        home = node.home if node.home is not None or player == CHANCE else player
        cycles = node.cycles + (away and player == home)
        return Node(self.nodes, (*node.path, action), state, player, cycles, home, away)

    def _player(self, state: State) -> int | None:
        game = self.game
        if game.is_terminal(state):
            return None
        player = game.player(state)
        if player == CHANCE and not game.axes.stochastic:
            raise GameError(
                f"In {_name(game)}, chance acts in {state}, but its axes are not stochastic; declare "
                "Axes(stochastic=True)."
            )
        if player == SIMULTANEOUS and game.axes.simultaneous:
            return SIMULTANEOUS
        if not CHANCE <= player < game.players:
            raise GameError(f"{_name(game)}.player gives {player} in {state}; the players are 0 to {game.players - 1}.")
        return int(player)

    def is_leaf(self, node: Node) -> bool:
        """TERMINAL-TEST(s), or CUTOFF-TEST(s, depth)."""
        if node.player is None or self.depth is None:
            return node.player is None
        return self.plies(node) >= self.depth

    def plies(self, node: Node) -> int:
        """The depth of a node as the limit counts it: in actions or cycles, from the root's own depth."""
        passed = len(node.path) if self.conventions.ply == "action" else node.cycles
        return passed + self.conventions.root_depth

    def is_max(self, node: Node) -> bool:
        """Whether MAX or a player of its team acts."""
        return node.player is not None and node.player >= 0 and is_max_side(self.game, node.player)

    def actions(self, node: Node) -> tuple[Action, ...]:
        """ACTIONS(s), at least one."""
        actions = list(self.game.actions(node.state)) or require_actions(self.game, node.state)
        return tuple(as_action(action) for action in actions)

    def chances(self, node: Node) -> list[tuple[Action, float]]:
        """The outcomes of chance, with valid probabilities."""
        require_actions(self.game, node.state)
        return self.distribution(node, self.game.chances(node.state), f"{_name(self.game)}.chances")

    def distribution(self, node: Node, pairs: Iterable[tuple[Action, float]], who: str) -> list[tuple[Action, float]]:
        """Pairs of action and probability; GameError unless they are a distribution."""
        try:
            outcomes = [(as_action(action), float(probability)) for action, probability in pairs]
        except (TypeError, ValueError):
            raise GameError(
                f"{who} does not give pairs of an action and its probability in {node.state}; yield such pairs."
            ) from None
        for action, probability in outcomes:
            if not 0 < probability < math.inf:
                raise GameError(
                    f"{who} gives action {action!r} the probability {probability:g} in {node.state}; "
                    "a probability must be a positive number."
                )
        total = math.fsum(probability for _, probability in outcomes)
        if abs(total - 1) > 1e-9:
            raise GameError(f"{who} gives probabilities that sum to {total:.12g} in {node.state}; they must sum to 1.")
        return outcomes

    def worth(self, node: Node, player: int = 0) -> float:
        """UTILITY(s, p) where the game is over, else EVAL(s, p), on the payoff scale of the conventions."""
        over = node.player is None
        value = (utility_of if over else estimate_of)(self.game, node.state, player)
        return self.factor * value + self.shift

    # Narration.

    def enter(self, node: Node, window: Window | None = None) -> Event:
        self.nodes += 1
        return self._event("enter", node, window, window)

    def leaf(self, node: Node, window: Window | None = None) -> Narration[Found[float]]:
        """A leaf, with its value to MAX."""
        return self.leaf_of(node, self.worth(node), window)

    def leaf_of(self, node: Node, value: V, window: Window | None = None) -> Narration[Found[V]]:
        """A leaf with a given value."""
        estimate = node.player is not None
        self.leaves += 1
        self.estimates += estimate
        yield self._event("leaf", node, window, window, value, "=", estimate=estimate)
        return Found(value)

    def update(
        self,
        node: Node,
        action: Action,
        value: Value,
        bound: Bound | None,
        before: Window | None = None,
        after: Window | None = None,
    ) -> Event:
        return self._event("update", node, before, after, value, bound, action)

    def cut(
        self, node: Node, action: Action, value: float, bound: Bound, window: Window | None, skipped: tuple[Action, ...]
    ) -> Event:
        """The other actions are skipped: by the window, or where there is none because this was only a probe."""
        return self._event("cut", node, window, window, value, bound, action, skipped)

    def exit(
        self, node: Node, found: Found[V], before: Window | None = None, after: Window | None = None, mix: Mix = ()
    ) -> Event:
        return self._event("exit", node, before, after, found.value, found.bound, mix=mix)

    def note(self, kind: Kind, node: Node, value: Value | None = None, **more: Any) -> Event:
        """An event of a search that grows a tree."""
        return replace(self._event(kind, node, value=value), **more)

    def _event(
        self,
        kind: Kind,
        node: Node,
        before: Window | None = None,
        after: Window | None = None,
        value: Value | None = None,
        bound: Bound | None = None,
        action: Action = None,
        skipped: tuple[Action, ...] = (),
        estimate: bool = False,
        mix: Mix = (),
    ) -> Event:
        depth = len(node.path) + self.conventions.root_depth
        return Event(
            kind, node.number, node.path, node.state, node.player, depth,
            before, after, value, bound, action, skipped, estimate, mix,
        )  # fmt: skip

    # The answer.

    def record(self, node: Node, action: Action, found: Found[V]) -> None:
        """Keep the score of a root action."""
        if not node.path:
            self.scores[action] = Score(found.value, found.bound)

    def decide(self, search: Narration[Found[V]]) -> Narration[Decision]:
        """The decision that follows from the search of the root."""
        try:
            found = yield from search
        except RecursionError:
            raise UnfitError(
                f"{_name(self.game)} is too deep for textbook search, which recurses once per action; give a depth."
            ) from None
        return Decision(
            action=found.line[0] if found.line else None,
            value=found.value,
            values=self.scores,
            line=found.line,
            nodes=self.nodes,
            leaves=self.leaves,
            depth=self.depth,
            exact=self.estimates == 0,
            algorithm=self.algorithm,
        )


Walk: TypeAlias = Callable[[Search, Node], Narration[Found[V]]]
"""A function that searches a subtree."""


def check_depth(depth: int | None, conventions: Conventions) -> None:
    """Refuse a depth that is invalid or leaves nothing to search."""
    least = conventions.root_depth + 1
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < least):
        raise SpecError(f"depth is {depth!r}; give a whole number, {least} or more, or None for the whole game.")


def expectation(search: Search, node: Node, terms: Iterable[float]) -> float:
    """The sum of values times probabilities, correctly rounded, so that the order of outcomes does not matter."""
    try:
        return math.fsum(terms)
    except (ValueError, OverflowError):
        raise GameError(
            f"{_name(search.game)} has outcomes worth both inf and -inf after {node.state}; they have no average."
        ) from None


def _name(game: Game) -> str:
    return type(game).__name__
