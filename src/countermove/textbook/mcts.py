"""Monte Carlo tree search: learn what actions are worth by playing games to their end, and play more of the good ones.

Alpha-beta needs `evaluate` where it stops. Monte Carlo tree search needs only the rules. It keeps a tree that grows by
one node per simulation; every node counts its visits and sums up the payoffs of the simulations that went through it.

    select      from the root, take the child with the largest   mean + c * sqrt(ln N / n)
                where N is the visits of the node and n those of the child; a child never visited comes first
    expand      add the first child that is not in the tree yet
    simulate    from there, play at random to the end of the game: a playout
    back up     count the visit and add the payoffs at every node on the path

The formula is UCB1: the mean, scaled from 0 to 1, is what is known, the square root how uncertain that is. A child
rarely visited gets its chance again and again, but ever more rarely, so the share of visits to the best action tends to
one, and the mean at the root to the minimax value. The answer is the action with the most visits.

With a policy, which says beforehand what looks promising, PUCT is the better formula: mean + c * P * sqrt(N) / (1 + n),
where P is the policy's share of the action. AlphaGo used it with a network in place of the policy.

Each player looks at its own payoffs, and chance draws by its odds, so it works for any number of players and with dice.
See Kocsis and Szepesvári, "Bandit based Monte-Carlo planning" (2006), and Coulom (2006), who named it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from countermove.action import as_action
from countermove.bits import scramble, shr
from countermove.errors import SpecError
from countermove.game import CHANCE, Action, Game, S, State, estimate_of, offers, require_actions, shortened, utility_of
from countermove.outcome import outcomes_of, span
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Score
from countermove.textbook.event import Candidate, Event, Narration, Value
from countermove.textbook.fit import fitting
from countermove.textbook.search import Node, Search
from countermove.values import freeze, key_of

SIMULATIONS: Final = 50
"""Simulations by default."""
EXPLORATION: Final = {"ucb1": 0.7, "puct": 1.5}
"""The constant c of each formula by default."""
URGENCY: Final = 0.5
"""What PUCT assumes an action never tried to be worth, from 0 to 1."""
MAX_PLAYOUT: Final = 10_000
"""Plies after which a playout ends with an estimate."""
BLEND: Final = 0.05
"""The part of a prior that is the same for all actions."""
Formula = Literal["ucb1", "puct"]


@dataclass(slots=True)
class Grown:
    """A node of the tree: its statistics, and its children so far."""

    node: Node
    actions: tuple[Action, ...]
    """The legal actions, or the outcomes of chance; none where the game is over."""
    priors: tuple[float, ...]
    """How likely each action is beforehand."""
    totals: list[float]
    """The sum of the payoffs, one per player."""
    visits: int = 0
    children: dict[Action, Grown] = field(default_factory=dict)
    positions: frozenset[Any] = frozenset()
    """Where positions repeat, those on the path so far."""
    repeated: bool = False
    """Whether the position was on the path before: play may go on for ever."""

    def mean(self, player: int) -> float:
        return self.totals[player] / self.visits


class Stream:
    """Random numbers, the same that compiled search draws from the same seed."""

    def __init__(self, seed: int) -> None:
        self.word = _signed(key_of((seed & (1 << 63) - 1, 0))) | 1

    def below(self, count: int) -> int:
        """A whole number from 0 to `count` - 1."""
        self.word = scramble(self.word)
        return shr(self.word, 32) * count >> 32

    def fraction(self) -> float:
        """A number from 0 to 1."""
        self.word = scramble(self.word)
        return float(shr(self.word, 11) * 2.0**-53)

    def weighted(self, weights: Sequence[float], total: float = 1.0) -> int:
        """A place, by its weight."""
        mark = self.fraction() * total
        for place, weight in enumerate(weights[:-1]):
            if mark < weight:
                return place
            mark -= weight
        return len(weights) - 1


def mcts(
    game: Game[S],
    state: S | None = None,
    *,
    depth: int | None = None,
    conventions: Conventions = STANDARD,
    simulations: int = SIMULATIONS,
    formula: Formula = "ucb1",
    exploration: float | None = None,
    seed: int = 0,
) -> Narration[Decision]:
    """The action that most simulations went through; `depth` limits the tree, not the playouts.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> from countermove.textbook import run
    >>> game = TicTacToe()
    >>> decision = run(mcts(game, game.read("a1 b2 b1 a2"), simulations=200))
    >>> game.action_name(None, decision.action), sum(decision.visits.values())
    ('c1', 200)
    """
    search = Search("mcts", game, state, depth, conventions)
    if isinstance(simulations, bool) or not isinstance(simulations, int) or simulations < 1:
        raise SpecError(f"The number of simulations is {shortened(simulations)}; give a whole number, 1 or more.")
    if formula not in EXPLORATION:
        raise SpecError(f"The formula of mcts is {shortened(formula)}; use 'ucb1' or 'puct'.")
    growth = _Growth(search, formula, EXPLORATION[formula] if exploration is None else exploration, Stream(seed))
    root = growth.grown(search.root())
    yield growth.expand(root)
    for number in range(1, (simulations if root.actions else 1) + 1):
        yield from growth.simulate(root, number)
    return growth.decision(root)


class _Growth:
    """A tree in the making."""

    def __init__(self, search: Search, formula: Formula, exploration: float, stream: Stream) -> None:
        self.search, self.game = search, search.game
        self.formula, self.exploration, self.stream = formula, exploration, stream
        self.alone = fitting(search.game) == "maxn"
        """Whether every player has its own payoff; else values are those of MAX."""
        usual = outcomes_of(search.game)
        low, high = (math.inf, -math.inf) if usual is None else (min(usual), max(usual))
        self.low, self.high = (search.factor * each + search.shift for each in (low, high))
        self.declared = math.isfinite(span(search.game)[1])

    # The four steps.

    def simulate(self, root: Grown, number: int) -> Narration[None]:
        """One simulation."""
        path = [root]
        while True:
            node = path[-1]
            if not node.actions or (self.search.depth is not None and self.search.is_leaf(node.node)):
                break
            action, candidates = self.select(node)
            yield self.search.note(
                "select", node.node, action=action, simulation=number, visits=node.visits, candidates=candidates
            )
            if action in node.children:
                path.append(node.children[action])
                continue
            child = node.children[action] = self.grown(self.search.child(node.node, action), node.positions)
            path.append(child)
            yield self.expand(child, number)
            break
        payoffs, playout, guessed = self.playout(path[-1])
        yield self.search.note(
            "simulate", path[-1].node, self._shown(payoffs), simulation=number, playout=playout, estimate=guessed
        )
        for node in reversed(path):
            node.visits += 1
            for player, payoff in enumerate(payoffs):
                node.totals[player] += payoff
            yield self.search.note(
                "backup", node.node, self._mean(node), simulation=number, visits=node.visits,
                estimate=bool(node.actions),
            )  # fmt: skip

    def select(self, node: Grown) -> tuple[Action, tuple[Candidate, ...]]:
        """The action to take in the tree, and the scores that it was chosen by."""
        player = node.node.player
        if player == CHANCE:
            return node.actions[self.stream.weighted(node.priors)], ()
        assert player is not None
        candidates = tuple(
            self.candidate(node, action, prior, player) for action, prior in zip(node.actions, node.priors)
        )
        untried = [each.action for each in candidates if each.score == math.inf]
        if untried:
            return untried[self.stream.below(len(untried))], candidates
        return max(candidates, key=lambda each: each.score).action, candidates

    def candidate(self, node: Grown, action: Action, prior: float, player: int) -> Candidate:
        """An action with its mean, from 0 to 1, and its score by the formula."""
        child = node.children.get(action)
        scale = 1.0 / (self.high - self.low) if self.high > self.low else 1.0
        mean = None if child is None else (child.mean(player) - self.low) * scale
        visits = 0 if child is None else child.visits
        if self.formula == "puct":
            bonus = self.exploration * prior * math.sqrt(node.visits) / (1 + visits)
        elif mean is None:
            bonus = math.inf
        else:
            bonus = self.exploration * math.sqrt(math.log(node.visits) / visits)
        score = (URGENCY if mean is None else mean) + bonus
        return Candidate(action, visits, mean, bonus, score, prior, self.formula, self.exploration)

    def expand(self, grown: Grown, number: int = 0) -> Event:
        """The event of a new node."""
        self.search.nodes += 1
        return self.search.note("expand", grown.node, simulation=number, visits=0)

    def grown(self, node: Node, positions: frozenset[Any] = frozenset()) -> Grown:
        """A new node of the tree; one that repeats a position of its path is an end of it."""
        if self.game.repeats:
            here = freeze(self.game.position(node.state))
            if here in positions:
                return Grown(node, (), (), [0.0] * self.game.players, repeated=True)
            positions |= {here}
        priors: tuple[float, ...] = ()
        actions: tuple[Action, ...] = ()
        if node.player == CHANCE:
            outcomes = self.search.chances(node)
            actions, priors = tuple(action for action, _ in outcomes), tuple(chance for _, chance in outcomes)
        elif node.player is not None:
            actions = self.search.actions(node)
            priors = (1 / len(actions),) * len(actions)
            weights = self._weights(node.state)
            total = sum(weights.values())
            if total > 0:
                even = BLEND / len(actions)
                priors = tuple(even + (1 - BLEND) * weights.get(action, 0.0) / total for action in actions)
        return Grown(node, actions, priors, [0.0] * self.game.players, positions=positions)

    def playout(self, leaf: Grown) -> tuple[list[float], tuple[Action, ...], bool]:
        """The payoffs of a game played on at random, its actions, and whether they are an estimate."""
        game, state = self.game, leaf.node.state
        played: list[Action] = []
        self.search.leaves += 1
        while not leaf.repeated and not game.is_terminal(state) and len(played) < MAX_PLAYOUT:
            played.append(self.draw(state))
            state = game.result(state, played[-1])
        over = game.is_terminal(state)
        worth: Callable[[Game, State, int], float] = utility_of if over else estimate_of
        if leaf.repeated:
            worth = _endless
        payoffs = [self.search.factor * worth(game, state, p) + self.search.shift for p in range(game.players)]
        if not self.declared:
            self.low, self.high = min(self.low, *payoffs), max(self.high, *payoffs)
        return payoffs, tuple(played), not over

    def draw(self, state: State) -> Action:
        """A random action: of chance by its odds, of a player by the game's policy, if it has one, or any."""
        if self.game.player(state) == CHANCE:
            outcomes = list(self.game.chances(state))
            return as_action(outcomes[self.stream.weighted([chance for _, chance in outcomes])][0])
        weights = self._weights(state)
        if sum(weights.values()) > 0:
            total = 0.0
            for weight in weights.values():  # `sum` may round otherwise
                total += weight
            return list(weights)[self.stream.weighted(list(weights.values()), total)]
        actions = require_actions(self.game, state)
        return as_action(actions[self.stream.below(len(actions))])

    def _weights(self, state: State) -> dict[Action, float]:
        """What the game's policy says; nothing if it has none."""
        if not offers(self.game, "policy"):
            return {}
        return {as_action(action): float(weight) for action, weight in self.game.policy(state)}

    # The answer.

    def _shown(self, payoffs: list[float]) -> Value:
        return tuple(payoffs) if self.alone else payoffs[0]

    def _mean(self, node: Grown) -> Value:
        return self._shown([node.mean(player) for player in range(self.game.players)])

    def decision(self, root: Grown) -> Decision:
        """The most visited action, and the line of most visited ones."""
        line, node = [], root
        while node.children and node.node.player != CHANCE:
            action = max(node.actions, key=lambda each: node.children[each].visits if each in node.children else 0)
            line.append(action)
            node = node.children[action]
        best = root.children[line[0]] if line else root
        tried = [action for action in root.actions if action in root.children]
        return Decision(
            action=line[0] if line else None,
            value=self._mean(best),
            values={action: Score(self._mean(root.children[action])) for action in tried},
            line=tuple(line),
            nodes=self.search.nodes,
            leaves=self.search.leaves,
            depth=self.search.depth,
            exact=not root.actions,
            algorithm="mcts",
            visits={action: root.children[action].visits for action in tried},
        )


def _endless(game: Game, state: State, player: int) -> float:
    return float(game.endless(player))


def _signed(word: int) -> int:
    return ((int(word) & (1 << 64) - 1) ^ (1 << 63)) - (1 << 63)
