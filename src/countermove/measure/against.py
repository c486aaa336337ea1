"""Minimax and expectimax against each kind of opponent: the table of the lectures, for any game.

Three players meet each opponent. `minimax` assumes that it is perfect, `expectimax` that it is random, and `response`
knows its policy: the best response gets the most. A small game is solved by backward induction, so numbers are exact.
In a larger one all three search to a depth and play matches, and the numbers have 95% confidence intervals.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from countermove.errors import SpecError, UnfitError
from countermove.game import Action, Game, S, State
from countermove.measure.interval import Estimate, exactly, mean
from countermove.players import (
    Epsilon,
    Follower,
    Graph,
    Perfect,
    Player,
    Policy,
    Searcher,
    Softmax,
    Turn,
    Uniform,
    best_response,
    final_payoffs,
    outcome,
    play_game,
)  # fmt: skip
from countermove.players.answers import Answers
from countermove.textbook import fitting

PLAYERS = ("minimax", "expectimax", "response")
DEPTH = 2
"""The search depth in matches, in plies."""
GAMES = 100
"""Games per player and opponent."""
LONGEST = 2_000
"""Plies after which a game is stopped and counts as a draw."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The average payoff of each player against each opponent."""

    seat: int
    """The player's seat; the opponent has all others."""
    opponents: tuple[str, ...]
    values: dict[str, tuple[Estimate, ...]]
    """The values against each opponent, by player."""
    states: int | None
    """The number of positions if exact; None if matches were played."""
    depth: int | None = None
    """Plies searched in matches."""
    games: int | None = None
    """Games in each match."""
    broken: int = 0
    """Unfinished games."""

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact."""
        return self.states is not None


def compare(
    game: Game[S],
    opponents: Sequence[Policy] = (),
    state: S | None = None,
    *,
    seat: int | None = None,
    depth: int | None = None,
    games: int | None = None,
    seed: int = 0,
    stop: threading.Event | None = None,
    progress: Callable[[str, str, int], None] = lambda player, opponent, played: None,
) -> Comparison:
    """The payoffs of minimax, expectimax and the best response against each opponent (by default one of each kind).

    `seat` is theirs, by default that of the player to move. With a depth or a number of games, matches are played even
    if the game is small.

    >>> from countermove.games.tree import Tree
    >>> found = compare(Tree([[10, 10], [9, 100]]), [Perfect(), Uniform()])
    >>> {player: [each.value for each in row] for player, row in found.values.items()}
    {'minimax': [10.0, 10.0], 'expectimax': [9.0, 54.5], 'response': [10.0, 54.5]}
    """
    for name, number in (("depth", depth), ("number of games", games)):
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
            raise SpecError(f"The {name} is {number!r}; give a whole number, 1 or more.")
    if games == 1:
        raise SpecError("The number of games is 1; give 2 or more, since one game gives no error estimate.")
    state = game.initial() if state is None else state
    if game.players < 2:
        raise SpecError(f"{type(game).__name__} has 1 player and no opponent; use a game for 2 or more.")
    if game.is_terminal(state):
        raise SpecError("The game is over in this position, so there is nothing to compare.")
    seat = max(0, game.player(state)) if seat is None else seat
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.players:
        raise SpecError(f"The seat is {seat!r}; the seats of {type(game).__name__} are 0 to {game.players - 1}.")
    if depth is None and games is None:
        try:
            graph = Graph(game, state)
        except UnfitError:
            pass
        else:
            return _exactly(game, opponents or usual(), graph, seat, progress)
    matches = _Matches(game, state, seat, depth or DEPTH, games or GAMES, seed, stop, progress)
    return matches.compare(opponents or usual(depth or DEPTH))


def usual(depth: int | None = None) -> list[Policy]:
    """An opponent of each kind, the strongest first; with a `depth`, those that would solve the game search instead."""
    perfect: Policy = Perfect() if depth is None else Epsilon(0.0, depth)
    return [perfect, Epsilon(0.1, depth), Softmax(), Uniform()]


def within(gains: Sequence[float], low: float, high: float) -> Estimate:
    """The mean of gains between two limits, with an interval that is valid even if all games ended alike.

    The interval is computed with two extra games at either limit (Agresti and Coull, 1998, did so for proportions).

    >>> found = within([1.0] * 10, -1.0, 1.0)
    >>> found.value, round(found.low, 2), found.high
    (1.0, 0.33, 1.0)
    """
    around = mean([*gains, low, low, high, high])
    value = mean(gains).value
    return Estimate(value, max(low, min(value, around.low)), min(high, max(value, around.high)))


def _exactly(
    game: Game, opponents: Sequence[Policy], graph: Graph, seat: int, progress: Callable[[str, str, int], None]
) -> Comparison:
    """The exact comparison, by backward induction."""
    cautious = best_response(game, None, seat=seat, graph=graph).plan
    hopeful = best_response(game, Uniform(), seat=seat, graph=graph).plan
    rows: dict[str, list[Estimate]] = {player: [] for player in PLAYERS}
    for opponent in opponents:
        for player, plan in (("minimax", cautious), ("expectimax", hopeful)):
            progress(player, opponent.name, 0)
            pair = [plan if each == seat else opponent for each in range(game.players)]
            rows[player].append(exactly(outcome(game, pair, graph=graph)[seat]))
        progress("response", opponent.name, 0)
        rows["response"].append(exactly(best_response(game, opponent, seat=seat, graph=graph).value))
    names = tuple(opponent.name for opponent in opponents)
    return Comparison(seat, names, {player: tuple(row) for player, row in rows.items()}, len(graph.vertices))


class _Steady(Searcher):
    """A search to a fixed depth: it is deterministic, so each position is searched only once."""

    def __init__(self, algorithm: str, *, depth: int, opponent: Policy | None = None) -> None:
        super().__init__(algorithm, depth=depth, opponent=opponent)
        self._answers = Answers()

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        ask = super().choose
        return self._answers.action(game, state, lambda: ask(game, state, stop, turns))


@dataclass(slots=True)
class _Matches:
    """Matches of all pairs, from one state."""

    game: Game
    state: State
    seat: int
    depth: int
    games: int
    seed: int
    stop: threading.Event | None
    progress: Callable[[str, str, int], None]
    broken: int = 0

    def compare(self, opponents: Sequence[Policy]) -> Comparison:
        for opponent in opponents:
            opponent.fit(self.game, self.state)
        gains = {player: [self._match(player, each) for each in opponents] for player in PLAYERS}
        seen = [gain for row in gains.values() for match in row for gain in match]
        low = min(*seen, 2 * self.game.neutral - max(seen))
        high = max(*seen, 2 * self.game.neutral - min(seen))
        values = {player: tuple(within(match, low, high) for match in row) for player, row in gains.items()}
        names = tuple(opponent.name for opponent in opponents)
        return Comparison(self.seat, names, values, None, self.depth, self.games, self.broken)

    def _match(self, name: str, opponent: Policy) -> list[float]:
        """A player's payoff against an opponent, game by game, each with its own seed."""
        gains = []
        player = self._player(name, opponent)
        lots = random.Random(self.seed)
        for number in range(self.games):
            self.progress(name, opponent.name, number)
            seats: list[Player] = [
                player if each == self.seat else Follower(opponent, lots.getrandbits(64))
                for each in range(self.game.players)
            ]
            gains.append(self._play(seats, lots.getrandbits(64)))
        return gains

    def _player(self, name: str, opponent: Policy) -> Player:
        if name == "minimax":
            return _Steady(fitting(self.game), depth=self.depth)
        return _Steady("expectimax", depth=self.depth, opponent=Uniform() if name == "expectimax" else opponent)

    def _play(self, seats: list[Player], seed: int) -> float:
        """The player's payoff in one game."""
        turns = []
        for turn in play_game(self.game, seats, self.state, seed=seed, stop=self.stop):
            turns.append(turn)
            if len(turns) >= LONGEST:
                self.broken += 1
                return self.game.neutral
        if self.stop is not None and self.stop.is_set():
            raise SpecError("Stopped before all matches were played; give fewer --games, or less --depth.")
        result = final_payoffs(self.game, turns[-1].after, turns)
        assert result is not None
        return float(result[self.seat])
