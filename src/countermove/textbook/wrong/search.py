"""Searches that are wrong in one place: the sign of a leaf, the side of a node, the depth, the odds.

Each class overrides one method of the bookkeeping that all textbook algorithms share, so the mistake affects minimax,
alpha-beta and the expectation algorithms alike, and everything else is as in the textbook.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from countermove.game import CHANCE, Action, Game, S, State
from countermove.textbook.alphabeta import first_window
from countermove.textbook.alphabeta import value as alphabeta_value
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Found
from countermove.textbook.deepening import Algorithm
from countermove.textbook.event import Narration
from countermove.textbook.expectimax import uniform
from countermove.textbook.expectimax import value as expectimax_value
from countermove.textbook.expectiminimax import value as expectiminimax_value
from countermove.textbook.minimax import value as minimax_value
from countermove.textbook.search import Node, Search, Walk


def _alphabeta(search: Search, root: Node) -> Narration[Found[float]]:
    return alphabeta_value(search, root, *first_window(search, root))


BASES: Final[dict[str, Walk[float]]] = {
    "minimax": minimax_value,
    "alphabeta": _alphabeta,
    "expectimax": lambda search, root: expectimax_value(search, root, uniform),
    "expectiminimax": expectiminimax_value,
}
"""The algorithms that a mistake can be built into, each from its root down."""


def flawed(
    name: str,
    base: str,
    kind: type[Search] = Search,
    walk: Walk[float] | None = None,
) -> Algorithm:
    """The algorithm `base` with its bookkeeping or its traversal replaced by a flawed one."""

    def search(
        game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
    ) -> Narration[Decision]:
        bookkeeping = kind(base, game, state, depth, conventions)
        bookkeeping.algorithm = name
        return (yield from bookkeeping.decide((walk or BASES[base])(bookkeeping, bookkeeping.root())))

    search.__name__ = name
    return search


class Negated(Search):
    """Leaves are valued for MIN: all of them, only terminal states, or only estimates."""

    at_ends = at_estimates = True

    def worth(self, node: Node, player: int = 0) -> float:
        value = super().worth(node, player)
        touched = self.at_ends if node.player is None else self.at_estimates
        return -value if touched and self.turned(node) else value

    def turned(self, node: Node) -> bool:
        """Whether the sign of this leaf is wrong."""
        return True


class NegatedEnds(Negated):
    at_estimates = False


class NegatedEstimates(Negated):
    at_ends = False


class Alternating(Negated):
    """Negamax whose leaves are always valued for MAX: right only after an even number of actions."""

    def turned(self, node: Node) -> bool:
        return len(node.path) % 2 == 1


class AlternatingEnds(Alternating):
    at_estimates = False


class AlternatingEstimates(Alternating):
    at_ends = False


class Movers(Search):
    """Leaves are valued for the player who would act there."""

    at_ends = at_estimates = True

    def __init__(
        self, algorithm: str, game: Game, state: State | None, depth: int | None, conventions: Conventions
    ) -> None:
        super().__init__(algorithm, game, state, depth, conventions)
        self.turn: dict[tuple[int, ...], int] = {}

    def child(self, node: Node, action: Action) -> Node:
        child = super().child(node, action)
        assert node.player is not None
        self.turn[child.path] = (node.player + 1) % self.game.players if child.player is None else child.player
        return child

    def worth(self, node: Node, player: int = 0) -> float:
        touched = self.at_ends if node.player is None else self.at_estimates
        return super().worth(node, self.turn.get(node.path, player) if touched else player)


class MoversEnds(Movers):
    at_estimates = False


class MoversEstimates(Movers):
    at_ends = False


class Greedy(Search):
    """Everybody maximises for MAX."""

    def is_max(self, node: Node) -> bool:
        return True


class Gloomy(Search):
    """Everybody minimises."""

    def is_max(self, node: Node) -> bool:
        return False


class FirstChild(Search):
    """Only the first child of a node is searched."""

    def actions(self, node: Node) -> tuple[Action, ...]:
        return super().actions(node)[:1]


class Unnegated(Alternating):
    """Negamax that passes values up as they are: everybody maximises, and leaves are valued for the player to act."""

    def is_max(self, node: Node) -> bool:
        return True


class Hopeful(Search):
    """Chance does what is best for MAX."""

    def is_max(self, node: Node) -> bool:
        return node.player == CHANCE or super().is_max(node)


class Swapped(Search):
    """MAX takes the smallest, MIN the largest."""

    def is_max(self, node: Node) -> bool:
        return not super().is_max(node)


class DrawLost(Search):
    """A draw counts as a loss."""

    def worth(self, node: Node, player: int = 0) -> float:
        value, neutral = super().worth(node, player), self.factor * self.game.neutral + self.shift
        return neutral - self.step if node.player is None and value == neutral else value

    @property
    def step(self) -> float:
        """How much worse than a draw a loss is: 1 on the scale +1/0/-1, a half on 1, 1/2, 0."""
        return self.factor * (abs(self.game.axes.total) / 2 or 1.0)


class WonOrLost(DrawLost):
    """A game is won or lost, never drawn."""

    def worth(self, node: Node, player: int = 0) -> float:
        value, neutral = Search.worth(self, node, player), self.factor * self.game.neutral + self.shift
        if node.player is not None:
            return value
        return neutral + self.step if value > neutral else neutral - self.step


class Shallow(Search):
    """Stops one ply before the limit."""

    late = -1

    def plies(self, node: Node) -> int:
        return super().plies(node) - self.late


class Deep(Shallow):
    """Stops one ply after the limit."""

    late = 1


class Unlimited(Search):
    """The depth is never counted down."""

    def is_leaf(self, node: Node) -> bool:
        return node.player is None


class Dwindling(Search):
    """The depth is counted down in the loop, once per child, so later children are searched less deeply."""

    beyond = True
    """Stop where the depth left is 0 or less; else only where it is exactly 0."""

    def __init__(
        self, algorithm: str, game: Game, state: State | None, depth: int | None, conventions: Conventions
    ) -> None:
        super().__init__(algorithm, game, state, depth, conventions)
        self.left: dict[tuple[int, ...], int] = {(): (depth or 0) - conventions.root_depth}

    def child(self, node: Node, action: Action) -> Node:
        child = super().child(node, action)
        self.left[node.path] -= 1
        self.left[child.path] = self.left[node.path]
        return child

    def is_leaf(self, node: Node) -> bool:
        if node.player is None or self.depth is None:
            return node.player is None
        left = self.left[node.path]
        return left <= 0 if self.beyond else left == 0


class Overrunning(Dwindling):
    beyond = False


class ByAction(Search):
    """Every action counts as a whole ply, even where a ply is a cycle of all players."""

    def plies(self, node: Node) -> int:
        return len(node.path) + self.conventions.root_depth


class FirstReply(Search):
    """A cycle ends once the first opponent has replied; the other opponents never act in the last one."""

    def __init__(
        self, algorithm: str, game: Game, state: State | None, depth: int | None, conventions: Conventions
    ) -> None:
        super().__init__(algorithm, game, state, depth, conventions)
        self.replies: dict[tuple[int, ...], int] = {(): 0}

    def child(self, node: Node, action: Action) -> Node:
        child = super().child(node, action)
        replied = node.player not in (None, CHANCE, node.home) and not node.away
        self.replies[child.path] = self.replies[node.path] + replied
        return child

    def plies(self, node: Node) -> int:
        if self.conventions.ply == "action":
            return super().plies(node)
        return self.replies[node.path] + self.conventions.root_depth


class Odds(Search):
    """Wrongly weighted outcomes: `weight` turns a probability and the number of outcomes into the wrong weight."""

    def distribution(self, node: Node, pairs: Iterable[tuple[int, float]], who: str) -> list[tuple[int, float]]:
        outcomes = super().distribution(node, pairs, who)
        return [(action, self.weight(probability, len(outcomes))) for action, probability in outcomes]

    def weight(self, probability: float, outcomes: int) -> float:
        raise NotImplementedError


class DividedTwice(Odds):
    """The weighted sum, divided once more by the number of outcomes."""

    def weight(self, probability: float, outcomes: int) -> float:
        return probability / outcomes


class Unweighted(Odds):
    """Every outcome counts the same, whatever its probability."""

    def weight(self, probability: float, outcomes: int) -> float:
        return 1 / outcomes


class Undivided(Odds):
    """Outcomes are added up and never divided."""

    def weight(self, probability: float, outcomes: int) -> float:
        return 1.0
