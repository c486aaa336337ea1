"""The standing of a contest: what its games say about the strength of the players.

In a game of more than two seats, a player's score is the mean of its comparisons with every opponent's seat: better,
equal, worse. A match between two players has wins, draws and losses, pairs, Elo and its error; a tournament has a
crosstable and ratings.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from countermove.arena import referee
from countermove.arena.elo import difference, standard_error, superiority
from countermove.arena.rating import Comparison, ratings
from countermove.arena.referee import Played
from countermove.arena.schedule import Plan
from countermove.arena.sprt import Sprt, Verdict
from countermove.measure.interval import Estimate, mean
from countermove.players.record import Record

PAIRS = ("LL", "LD", "DD or WL", "WD", "WW")
"""The kinds of pairs, by score."""


def worths(record: Record) -> Sequence[float]:
    """What a game is worth to the player in each seat, for comparison only."""
    return referee.worths(record.result, record.resigned, len(record.players))


def comparisons(plan: Plan, played: Played) -> Iterator[Comparison]:
    """The comparison of every two seats with different players; of each seat, they weigh 1 together."""
    seats, worth = plan.seats(played.number), worths(played.record)
    weight = 1 / (len(seats) - 1)
    for one in range(len(seats)):
        for other in range(one):
            if seats[one] != seats[other]:
                score = 0.5 if worth[one] == worth[other] else float(worth[one] > worth[other])
                yield Comparison(seats[one], seats[other], score, weight)


def first_score(plan: Plan, played: Played) -> float:
    """The score of the first player of a match in a game."""
    scores = [each.score if each.first == 0 else 1 - each.score for each in comparisons(plan, played)]
    return math.fsum(scores) / len(scores)


@dataclass(frozen=True, slots=True)
class Score:
    """Games between two players, as the first one sees them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: float = 0.5
    """The mean score."""
    error: float = math.inf
    """Its standard error."""
    pairs: tuple[int, ...] | None = None
    """The number of pairs of each kind (PAIRS); None in a game of more than two seats."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def elo(self) -> Estimate:
        """The difference in strength."""
        return difference(self.score, self.error)

    @property
    def superiority(self) -> float:
        """How likely the first player is stronger."""
        return superiority(self.score, self.error)

    @property
    def draw_rate(self) -> float:
        return self.draws / self.games if self.games else 0.0


def scored(games: Iterable[tuple[int, float]], size: int = 2) -> Score:
    """The score of games, each given as the number of its round and its score; `size` is the games in a round.

    >>> found = scored([(0, 1.0), (0, 0.5), (1, 0.5), (1, 0.5), (2, 0.0)])
    >>> found.wins, found.draws, found.losses, found.score, found.pairs
    (1, 3, 1, 0.5, (0, 0, 1, 1, 0))
    """
    rounds: defaultdict[int, list[float]] = defaultdict(list)
    for number, score in games:
        rounds[number].append(score)
    every = [score for each in rounds.values() for score in each]
    if not every:
        return Score(pairs=(0,) * 5 if size == 2 else None)
    whole = [math.fsum(each) / size for each in rounds.values() if len(each) == size]
    if len(whole) > 1:  # what is left over counts as a part of a round
        error = standard_error(whole) * math.sqrt(size * len(whole) / len(every))
    else:
        error = standard_error(every)
    kinds = Counter(round(4 * each) for each in whole)
    wins, losses = sum(each > 0.5 for each in every), sum(each < 0.5 for each in every)
    return Score(
        wins, len(every) - wins - losses, losses, math.fsum(every) / len(every), error,
        tuple(kinds[kind] for kind in range(5)) if size == 2 else None,
    )  # fmt: skip


def match_score(plan: Plan, played: Iterable[Played]) -> Score:
    """The score of the first player of a match against the second."""
    size = plan.round_size
    return scored(((each.number // size, first_score(plan, each)) for each in played), size)


def match_payoff(plan: Plan, played: Sequence[Played]) -> Estimate | None:
    """What the first player of a match gets a game, where games pay more or less than others, as in poker; None where
    they are won, drawn or lost, or where one did not end by its rules.
    """
    size = plan.round_size
    rounds: defaultdict[int, list[float]] = defaultdict(list)
    paid: set[float] = set()
    for each in played:
        if each.record.result is None:
            return None
        seats, result = plan.seats(each.number), each.record.result
        mine = [float(result[seat]) for seat, player in enumerate(seats) if player == 0]
        rounds[each.number // size].append(math.fsum(mine) / len(mine))
        paid.update(map(float, result))
    whole = [math.fsum(each) / size for each in rounds.values() if len(each) == size]
    if len(paid) <= 3 or len(whole) < 2:
        return None
    return mean(whole)


class Progress:
    """An SPRT after each round, in the order of the rounds, however the games come in: so its end is reproducible."""

    def __init__(self, plan: Plan, sprt: Sprt) -> None:
        self.plan, self.sprt = plan, sprt
        self.rounds = 0
        """The number of rounds judged."""
        self.llr = 0.0
        self.verdict: Verdict = "undecided"
        self._waiting: dict[int, float] = {}
        self._counts = [0] * (5 if plan.round_size == 2 else 3)

    def add(self, played: Played) -> None:
        """Take a game, and judge all rounds that are complete so far."""
        self._waiting[played.number] = first_score(self.plan, played)
        size = self.plan.round_size
        while self.verdict == "undecided":
            games = range(self.rounds * size, (self.rounds + 1) * size)
            if any(number not in self._waiting for number in games):
                return
            scores = [self._waiting.pop(number) for number in games]
            self.rounds += 1
            for kind in [round(2 * sum(scores))] if size == 2 else [1 + _sign(score) for score in scores]:
                self._counts[kind] += 1
            self.llr = self.sprt.llr(self._counts)
            self.verdict = self.sprt.verdict(self.llr)


def _sign(score: float) -> int:
    """Whether a game is won (1), drawn (0) or lost (-1)."""
    return (score > 0.5) - (score < 0.5)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a player in a tournament."""

    player: int
    rating: Estimate
    games: int
    points: float
    draws: int
    against: dict[int, tuple[float, float]]
    """The points and games against each opponent."""

    @property
    def score(self) -> float:
        return self.points / self.games if self.games else 0.0


def places(plan: Plan, played: Iterable[Played]) -> list[Place]:
    """The players of a tournament, the strongest first."""
    given = [each for game in played for each in comparisons(plan, game)]
    both = given + [Comparison(each.second, each.first, 1 - each.score, each.weight) for each in given]
    rated = ratings(len(plan.players), given)
    found = []
    for player in range(len(plan.players)):
        own = [each for each in both if each.first == player]
        against = {
            other: tuple(math.fsum(column) for column in zip(*rows))
            for other in range(len(plan.players))
            if (rows := [(each.weight * each.score, each.weight) for each in own if each.second == other])
        }
        points, games = (math.fsum(part) for part in zip(*against.values())) if against else (0.0, 0.0)
        draws = math.fsum(each.weight for each in own if each.score == 0.5)
        found.append(Place(player, rated[player], round(games), points, round(draws), against))  # type: ignore[arg-type]
    return sorted(found, key=lambda place: -place.rating.value)
