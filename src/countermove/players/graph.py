"""Everything that can follow a state, each position once, in an order in which what follows a position comes before it.

In that order one pass over the list works a whole game backwards, whoever chooses and whoever follows odds:

    VALUE(s) = UTILITY(s)                                            where the game is over
             = the average of what follows, by pi(s, a)              where chance or a policy acts
             = the best that follows for PLAYER(s), the first of equals      where a player chooses

The rules are asked once; every opponent after that costs a pass. Games whose positions repeat have no such order, and
large ones do not fit; both are refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from countermove.action import as_action
from countermove.errors import GameError, UnfitError
from countermove.game import CHANCE, Action, Game, State, require_actions, utilities
from countermove.textbook.odds import Odds, checked
from countermove.values import freeze

__all__ = ["LARGEST", "Graph", "Spot"]

LARGEST = 50_000
"""Positions that are not too many to look at them all, interpreted."""
Vector: TypeAlias = tuple[float, ...]
"""What something is worth to each player."""


@dataclass(slots=True)
class Spot:
    """A position and what follows it."""

    state: State
    player: int | None
    """Who acts; None where the game is over."""
    payoff: Vector = ()
    """What each player gets, where the game is over."""
    after: dict[Action, int] | None = None
    """The spot that each action leads to, by its number."""
    chances: Odds = field(default_factory=list)
    """What chance does, where it acts."""


class Graph:
    """All that can follow a state.

    >>> from countermove.games.tree import Tree
    >>> graph = Graph(Tree([[10, 10], [9, 100]]))
    >>> graph.values()[graph.root]
    (10.0, -10.0)
    >>> dumb = lambda spot: [(action, 0.5) for action in spot.after]
    >>> graph.values({1: dumb})[graph.root]
    (54.5, -54.5)
    """

    def __init__(self, game: Game, state: State | None = None, largest: int = LARGEST) -> None:
        if game.axes.hidden or game.axes.simultaneous:
            kind = "hidden information" if game.axes.hidden else "simultaneous actions"
            raise UnfitError(f"{type(game).__name__} has {kind}; working backwards is for games that have none.")
        self.game = game
        self.spots: list[Spot] = []
        self.number: dict[Hashable, int] = {}
        """The number of each position, by its frozen state."""
        self.root = self._unfold(game.initial() if state is None else state, largest)

    def holds(self, state: State) -> bool:
        """Whether a state is among all these."""
        return freeze(state) in self.number

    def spot(self, state: State) -> Spot:
        """The position that a state is."""
        return self.spots[self.number[freeze(state)]]

    def values(self, policies: dict[int, Callable[[Spot], Odds]] | None = None) -> list[Vector]:
        """What every position is worth to each player when the seats named follow policies and all others choose."""
        policies = policies or {}
        known: list[Vector] = []
        for spot in self.spots:
            if spot.player is None:
                known.append(spot.payoff)
            elif spot.player == CHANCE or spot.player in policies:
                odds = spot.chances if spot.player == CHANCE else policies[spot.player](spot)
                known.append(self._average(spot, odds, known))
            else:
                assert spot.after is not None
                player = spot.player
                known.append(max((known[number] for number in spot.after.values()), key=lambda value: value[player]))
        return known

    def best(self, spot: Spot, values: Sequence[Vector]) -> list[Action]:
        """The actions whose value is the best for who acts."""
        assert spot.after is not None and spot.player is not None
        worth = {action: values[number][spot.player] for action, number in spot.after.items()}
        most = max(worth.values())
        return [action for action, value in worth.items() if value == most]

    def _average(self, spot: Spot, odds: Odds, known: Sequence[Vector]) -> Vector:
        assert spot.after is not None
        terms = [(probability, known[spot.after[action]]) for action, probability in odds]
        try:
            return tuple(
                math.fsum(probability * value[player] for probability, value in terms)
                for player in range(self.game.players)
            )
        except (ValueError, OverflowError):
            raise GameError(
                f"{type(self.game).__name__} has outcomes worth both inf and -inf after {spot.state}; "
                "they have no average."
            ) from None

    def _unfold(self, root: State, largest: int) -> int:
        """Look at everything below a state, depth first, and number each position after all that follow it."""
        name = type(self.game).__name__
        path: list[tuple[Hashable, Spot, list[Action]]] = []
        on_path: set[Hashable] = set()

        def enter(state: State, key: Hashable) -> None:
            if len(self.spots) + len(path) >= largest:
                raise UnfitError(
                    f"{name} has more than {largest:,} positions to the end, too many to look at them all."
                )
            spot = self._spot(state)
            path.append((key, spot, list(spot.after or ())))
            on_path.add(key)

        enter(root, freeze(root))
        while path:
            key, spot, left = path[-1]
            if not left:
                path.pop()
                on_path.remove(key)
                self.number[key] = len(self.spots)
                self.spots.append(spot)
                continue
            assert spot.after is not None
            child = self.game.result(spot.state, left[-1])
            below = freeze(child)
            if below in self.number:
                spot.after[left.pop()] = self.number[below]
            elif below in on_path:
                raise UnfitError(f"{name} can repeat positions, so there is no end to work backwards from.")
            else:
                enter(child, below)
        return self.number[freeze(root)]

    def _spot(self, state: State) -> Spot:
        """A new position; where its actions lead is not known yet."""
        game = self.game
        if game.is_terminal(state):
            return Spot(state, None, utilities(game, state))
        player = int(game.player(state))
        actions = [as_action(action) for action in require_actions(game, state)]
        name = f"{type(game).__name__}.chances"
        chances = checked(game.chances(state), game, state, actions, name) if player == CHANCE else []
        return Spot(state, player, after=dict.fromkeys(actions, -1), chances=chances)
