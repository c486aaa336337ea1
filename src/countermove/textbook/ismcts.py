"""Information-set Monte Carlo tree search: the search of mcts.py where players do not see everything.

    imagine     draw a state that the player to move cannot tell apart from the real one
    select      descend in that state; but means and visits belong to what a player knows, not to the state
    expand      add the first information set that is not in the tree yet, and take any action there
    simulate    from there, play at random to the end of the game
    back up     count the visit and add the payoff of the player who acted, for every action of the path

Searching each imagined state by itself would let a player act differently in states that it cannot tell apart
(`countermove lecture strategy-fusion`). Here they share one node. With multiple observers everybody decides by its own
information. With a single observer all nodes belong to what the player at the root knows: a smaller tree, whose
opponents play the same way whatever they hold. There the legal actions of the others depend on the imagined state, so
UCB1 counts how often an action was available, not how often its node was visited.

See Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search" (2012). The tree settles on good play
against players who play like itself, not on an equilibrium: it can be exploited by bluffs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from countermove.action import as_action
from countermove.game import CHANCE, Action, Game, S, estimate_of, legal, offers, require_actions, utility_of
from countermove.outcome import outcomes_of, span
from countermove.textbook.mcts import BLEND, MAX_PLAYOUT, Stream
from countermove.values import freeze


@dataclass(slots=True)
class Tried:
    """What is known of an action at an information set."""

    prior: float
    visits: int = 0
    total: float = 0.0
    squares: float = 0.0
    """The sums of the payoffs to the player who acts, and of their squares."""
    available: int = 0
    """How often it was legal there."""


@dataclass(slots=True)
class InformationSet:
    """A node of the tree."""

    visits: int = 0
    actions: dict[Action, Tried] = field(default_factory=dict)


class InformationTree(Generic[S]):
    """A tree that grows by one information set per simulation; `worlds` are states that fit what the mover knows.

    >>> from countermove.games.kuhn import Kuhn
    >>> game = Kuhn()
    >>> tree = InformationTree(game, [game.read("J Q bet"), game.read("K Q bet")])
    >>> for _ in range(100):
    ...     tree.simulate()
    >>> {game.action_name(tree.worlds[0], action): tried.visits for action, tried in tree.root.actions.items()}
    {'fold': 17, 'call': 83}
    """

    def __init__(
        self, game: Game[S], worlds: Sequence[S], *, single: bool = False, formula: str = "ucb1",
        exploration: float = 0.7, urgency: float = math.inf, plies: int | None = None, seed: int = 0,
    ) -> None:  # fmt: skip
        self.game, self.worlds = game, worlds
        self.me = game.player(worlds[0])
        self.single, self.formula, self.exploration, self.urgency = single, formula, exploration, urgency
        self.plies = MAX_PLAYOUT if plies is None else plies
        self.stream = Stream(seed)
        self.sets: dict[Any, InformationSet] = {}
        self.simulations = self.nodes = 0
        usual = outcomes_of(game)
        self.low, self.high = (math.inf, -math.inf) if usual is None else (min(usual), max(usual))
        self.declared = math.isfinite(span(game)[1])

    @property
    def root(self) -> InformationSet:
        """What the player to move knows."""
        return self.sets.get((self.me, *self.beginning(self.worlds[0])[self.me]), InformationSet())

    def beginning(self, state: S) -> list[tuple[Any, ...]]:
        """What each player knows at first: its view."""
        return [(freeze(self.game.view(state, player)),) for player in range(self.game.players)]

    def simulate(self) -> None:
        """One simulation."""
        game = self.game
        state = self.worlds[self.stream.below(len(self.worlds))]
        known = self.beginning(state)
        seen = [chain[0] for chain in known]
        path: list[tuple[InformationSet, Tried, int]] = []
        plies, grows = 0, True
        while grows and not game.is_terminal(state):
            mover = game.player(state)
            self.nodes += 1
            plies += 1
            place = None
            if mover == CHANCE:
                outcomes = list(game.chances(state))
                action = as_action(outcomes[self.stream.weighted([chance for _, chance in outcomes])][0])
            else:
                actions = [as_action(each) for each in require_actions(game, state)]
                key = (mover, *known[self.me if self.single else mover])
                grows = key in self.sets
                node = self.sets.setdefault(key, InformationSet())
                self.add(node, state, actions)
                place = self.select(node, actions)
                action = actions[place]
                path.append((node, node.actions[action], mover))
            state = game.result(state, action)
            for player in range(game.players):
                now = freeze(game.view(state, player))
                done = (place,) if player == mover else ()
                known[player] = (*known[player], *done, *((now,) if now != seen[player] else ()))
                seen[player] = now
        payoffs = self.playout(state)
        for node, tried, mover in path:
            node.visits += 1
            tried.visits += 1
            tried.total += payoffs[mover]
            tried.squares += payoffs[mover] ** 2
        self.simulations += 1

    def add(self, node: InformationSet, state: S, actions: list[Action]) -> None:
        """Add the actions that the node does not have yet."""
        if all(action in node.actions for action in actions):
            return
        weights: dict[Action, float] = {}
        if offers(self.game, "policy"):
            weights = {as_action(action): float(weight) for action, weight in self.game.policy(state)}
        total = 0.0
        for weight in weights.values():
            total += weight
        for action in actions:
            prior = 1 / len(actions)
            if total > 0:
                prior = BLEND / len(actions) + (1 - BLEND) * weights.get(action, 0.0) / total
            node.actions.setdefault(action, Tried(prior))

    def select(self, node: InformationSet, actions: list[Action]) -> int:
        """The place of the action with the best score by the formula; a random one never tried comes first."""
        scale = 1 / (self.high - self.low) if self.high > self.low else 1.0
        scores = []
        for action in actions:
            tried = node.actions[action]
            tried.available += 1
            tries = tried.available if self.single else node.visits
            score = (tried.total / tried.visits - self.low) * scale if tried.visits else self.urgency
            if self.formula == "puct":
                score += self.exploration * tried.prior * math.sqrt(tries) / (1 + tried.visits)
            elif tried.visits:
                score += self.exploration * math.sqrt(math.log(tries) / tried.visits)
            scores.append(score)
        untried = [place for place, action in enumerate(actions) if not node.actions[action].visits]
        if untried and math.isinf(self.urgency):
            return untried[self.stream.below(len(untried))]
        return max(range(len(actions)), key=lambda place: scores[place])

    def playout(self, state: S) -> list[float]:
        """The payoffs of a game played on at random, or by the game's policy."""
        game = self.game
        for _ in range(self.plies):
            if game.is_terminal(state):
                break
            self.nodes += 1
            state = game.result(state, self.draw(state))
        worth = utility_of if game.is_terminal(state) else estimate_of
        payoffs = [worth(game, state, player) for player in range(game.players)]
        if not self.declared:
            self.low, self.high = min(self.low, *payoffs), max(self.high, *payoffs)
        return payoffs

    def draw(self, state: S) -> Action:
        """A random action."""
        if self.game.player(state) == CHANCE:
            outcomes = list(self.game.chances(state))
            return as_action(outcomes[self.stream.weighted([chance for _, chance in outcomes])][0])
        if offers(self.game, "policy") and (weights := list(self.game.policy(state))):
            total = 0.0
            for _, weight in weights:  # `sum` may round otherwise
                total += weight
            if total > 0:
                return as_action(weights[self.stream.weighted([weight for _, weight in weights], total)][0])
            return as_action(weights[self.stream.below(len(weights))][0])
        actions = legal(self.game, state)
        return as_action(actions[self.stream.below(len(actions))])
