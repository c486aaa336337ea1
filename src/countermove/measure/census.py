"""Count all states reachable from one: a `Census`, compiled if possible, else in plain Python.

Plain Python handles any number of players, and chance; compiled (engine/graph/), it is for two opposed players, and
hundreds of times faster. Both give up at a number of states that fits in memory.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from countermove import worker
from countermove.engine.graph import fold
from countermove.engine.graph.enumeration import Enumeration, bind
from countermove.engine.graph.expand import ENDED, MAX
from countermove.errors import NativeError
from countermove.game import Game, State, utilities
from countermove.solve.graph import Vertex, Walk, average
from countermove.values import freeze

MAX_STATES = 3_000_000
"""The most states counted compiled, in about 500 MB."""
MAX_INTERPRETED_STATES = 200_000
"""The same in plain Python."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The subtree of a state."""

    games: int = 1
    """Number of possible games; compiled, it is rounded above 2^53."""
    tree: int = 1
    """Nodes of the tree of all these games."""
    shortest: int = 0
    longest: int = 0
    values: tuple[float, ...] = ()
    """The value to each player with best play."""
    wins: tuple[float, ...] = ()
    """The probability that each player wins in random play."""
    draws: float = 0.0
    scores: tuple[float, ...] = ()
    """The mean payoff of each player in random play."""
    plies: float = 0.0
    """The mean length of random play."""


@dataclass(slots=True)
class Census:
    """Statistics of all states, each counted once."""

    states: int = 0
    complete: bool = False
    """Whether all states were found."""
    cyclic: bool = False
    """Whether a state can recur: then the tree is infinite, and there is no `root`."""
    native: bool = False
    root: Tally | None = None
    ends: int = 0
    """Terminal states."""
    forced: int = 0
    """States with a single action."""
    choices: int = 0
    """States with more than one."""
    unique: int = 0
    """Of these, states with a single best action."""
    better: int = 0
    """States that are better than neutral for the player to act, with best play; then even and worse ones."""
    even: int = 0
    worse: int = 0
    only: bool | None = None
    """Whether the first state has a single best action; None if it has no choice."""


class Counting(Walk[Tally]):
    """A census in plain Python."""

    def __init__(self, game: Game, max_states: int = MAX_INTERPRETED_STATES) -> None:
        super().__init__(game, max_states=max_states)
        self.census = Census()

    def count(self, state: State) -> Census:
        """Count all states; if halted, those found so far."""
        self.known.clear()
        census = self.census = Census()
        self.run(state)
        census.states, census.complete = len(self.known), self.complete
        if census.complete and not census.cyclic:
            census.root = self.known[freeze(state)]
        return census

    def repeated(self, state: State) -> Tally:
        self.census.cyclic = True
        return Tally()

    def fold(self, vertex: Vertex[Tally]) -> Tally:
        """The tally of a state from those of its successors; meaningless if there are cycles."""
        game, census, below, player = self.game, self.census, vertex.after, vertex.player
        if player is None:
            census.ends += 1
            worth = utilities(game, vertex.state)
            wins = tuple(1.0 if each == winner(worth) else 0.0 for each in range(game.players))
            return Tally(values=worth, wins=wins, draws=1.0 - sum(wins), scores=worth)
        if census.cyclic:
            return Tally()
        chances = vertex.chances or [1 / len(below)] * len(below)
        numbers = ((*each.wins, *each.scores, each.draws, each.plies) for each in below)
        *shares, draws, plies = average(game, vertex.state, zip(chances, numbers))
        if player < 0:  # chance, or simultaneous actions, whose strategies are not computed here
            values = average(game, vertex.state, zip(chances, (each.values for each in below)))
        else:
            top = max(each.values[player] for each in below)
            best = [each for each in below if each.values[player] == top]
            values = best[0].values
            census.only = len(best) == 1 if len(below) > 1 else None
            census.forced += len(below) == 1
            census.choices += len(below) > 1
            census.unique += len(below) > 1 and len(best) == 1
            census.better += top > game.neutral
            census.even += top == game.neutral
            census.worse += top < game.neutral
        return Tally(
            games=sum(each.games for each in below),
            tree=1 + sum(each.tree for each in below),
            shortest=1 + min(each.shortest for each in below),
            longest=1 + max(each.longest for each in below),
            values=values,
            wins=tuple(shares[: game.players]),
            draws=draws,
            scores=tuple(shares[game.players :]),
            plies=1 + plies,
        )


def winner(worth: tuple[float, ...]) -> int | None:
    """The player who got the most; None if it is not unique.

    >>> winner((1.0, -1.0)), winner((0.0, 0.0)), winner((3.0,))
    (0, None, None)
    """
    top = max(worth)
    best = [player for player, each in enumerate(worth) if each == top]
    return best[0] if len(best) == 1 and len(worth) > 1 else None


class CompiledCounting(Enumeration):
    """A compiled census; NativeError if it cannot be compiled. `native` is as for `analyse`."""

    def __init__(self, game: Game, max_states: int = MAX_STATES, native: bool | None = True) -> None:
        axes = game.axes
        if game.players != 2 or axes.stochastic or axes.simultaneous or axes.payoff not in ("zero", "constant"):
            raise NativeError("A compiled census is for two opposed players who take turns without chance.")
        super().__init__(game, bind(game, native), max_states=max_states, opposed=True)

    def count(self, state: State) -> Census:
        """Count all states; if halted, those found so far."""
        census = Census(native=True)
        try:
            census.complete = self.enumerate_from(state)
            if census.complete:
                self._sum_up(census)
        except worker.CancelledError:
            census.complete = False
        census.states = min(self.states, self.work.limit)
        return census

    def _sum_up(self, census: Census) -> None:
        """Compute the statistics, unless the graph has a cycle."""
        game, graph, count = self.game, self.join(), self.states
        total, sums = float(game.axes.total), np.zeros((count, fold.SUMS))
        path, ahead = np.zeros(count, np.int32), graph.first.copy()
        census.cyclic = bool(
            fold.sum_up(graph.kinds, graph.first, graph.edges, graph.worth, total, path, ahead, sums, self.work)
        )
        self.check_cancelled()
        if census.cyclic:
            return
        lead = np.where(graph.kinds == MAX, 1, -1) * (sums[:, fold.VALUE] - game.neutral)
        lead = lead[graph.kinds != ENDED]
        unique = sums[:, fold.UNIQUE]
        census.ends = count - len(lead)
        census.forced = int((graph.degrees == 1).sum())
        census.choices, census.unique = int((unique >= 0).sum()), int((unique > 0).sum())
        census.better, census.even, census.worse = (int(each.sum()) for each in (lead > 0, lead == 0, lead < 0))
        census.only = None if unique[0] < 0 else bool(unique[0] > 0)
        games, tree, shortest, longest, value, won, drawn, worth, plies, _ = sums[0].tolist()
        census.root = Tally(
            games=int(games),
            tree=int(tree),
            shortest=int(shortest),
            longest=int(longest),
            values=(value, total - value),
            wins=(won, max(0.0, 1.0 - won - drawn)),
            draws=drawn,
            scores=(worth, total - worth),
            plies=plies,
        )


def counting(game: Game, max_states: int = MAX_STATES, native: bool | None = None) -> Counting | CompiledCounting:
    """A census of at most `max_states` states, ready to run: compiled if possible, or as requested.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> census = counting(game).count(game.initial())
    >>> census.states, census.root.games, census.root.tree
    (5478, 255168, 549946)
    """
    if native is not False:
        try:
            return CompiledCounting(game, max_states)
        except (NativeError, ImportError):
            if native:
                raise
    return Counting(game, min(max_states, MAX_INTERPRETED_STATES))
