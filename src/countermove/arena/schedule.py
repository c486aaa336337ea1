"""Who plays whom, from which opening, and in which seat: every game of a contest, by number.

In each round everyone meets everyone else once from the same opening and with the same dice, in every seat. For two
players that is a pair of games with colours reversed; for more, the seats rotate. Where a game has more seats than
there are players, some players sit in several: A A B, A B B. In a gauntlet, the first player meets each of the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import Any

from countermove.arena.opening import openings
from countermove.arena.task import Conditions, Opening, Task
from countermove.errors import SpecError
from countermove.game import Game


@dataclass(frozen=True)
class Plan:
    """A match or tournament: all that its games depend on.

    >>> plan = Plan("tictactoe", ("random", "solve", "reflex"), 2, rounds=1)
    >>> plan.lineups, plan.games, plan.seats(3)
    ([(0, 1), (0, 2), (1, 2)], 6, (2, 0))
    """

    game: str
    players: tuple[str, ...]
    width: int
    """The number of seats."""
    rounds: int
    openings: tuple[Opening, ...] = ()
    plies: int = 0
    """Random plies in the opening, where none are given."""
    seed: int = 0
    gauntlet: bool = False
    conditions: Conditions = field(default_factory=Conditions)

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise SpecError("A contest needs two players or more; name another.")
        if self.plies < 0:
            raise SpecError(f"The number of random plies is {self.plies}; give a whole number, 0 or more.")

    @cached_property
    def lineups(self) -> list[tuple[int, ...]]:
        """Who meets in each round, by index."""
        everyone = range(len(self.players))
        found: Iterable[tuple[int, ...]] = combinations(everyone, self.width)
        if len(self.players) < self.width:
            found = (each for each in combinations_with_replacement(everyone, self.width) if set(each) == {*everyone})
        return [each for each in found if 0 in each or not self.gauntlet]

    @property
    def round_size(self) -> int:
        """The number of games in a round."""
        return len(self.lineups) * self.width

    @property
    def games(self) -> int:
        """The number of games."""
        return self.rounds * self.round_size

    def seats(self, number: int) -> tuple[int, ...]:
        """The index of the player in each seat of a game."""
        lineup = self.lineups[number // self.width % len(self.lineups)]
        first = number % self.width
        return lineup[first:] + lineup[:first]

    def tasks(self, game: Game) -> Iterator[Task]:
        """All games, in order."""
        drawn = openings(game, self.openings, self.plies, self.seed)
        for number in range(self.games):
            turn, place = divmod(number, self.round_size)
            if place == 0:
                opening = next(drawn)
            players = tuple(self.players[each] for each in self.seats(number))
            yield Task(number, self.game, players, opening, f"{self.seed} {turn}", self.conditions)

    def as_json(self) -> dict[str, Any]:
        """All that a game depends on, as plain JSON values; the number of rounds is not part of it."""
        found = asdict(self)
        del found["rounds"]
        text = "\n".join(repr(each) for each in self.openings)
        found["openings"] = hashlib.sha256(text.encode()).hexdigest()[:16] if text else None
        return found


def require_contest(game: Game) -> None:
    """Refuse games that nobody can win against somebody else."""
    name = type(game).__name__
    if game.players < 2:
        raise SpecError(f"{name} has 1 player, and a match needs opponents; use `countermove best` or `solve`.")
    if game.axes.payoff == "common":
        raise SpecError(f"All players of {name} get the same, so no one can win a match; use `countermove play`.")
