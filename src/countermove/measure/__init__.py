"""Measure a game: its size, its length, whom it favours, and how much choice there is.

What can be counted is counted (census.py). The rest is estimated from random games (sample.py), each number with a 95%
confidence interval. Whom the game favours is measured three times: with perfect play, with a little search (match.py),
and with random play; human play is between the last two.

>>> from countermove.games.tictactoe import TicTacToe
>>> found = measure(TicTacToe(), games=1000, seconds=None)
>>> found.states, found.games.count, found.tree.count
(5478, 255168, 549946)
>>> found.perfect.values, [round(each.value, 3) for each in found.random.wins]
((0.0, 0.0), [0.585, 0.288])
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from countermove import worker
from countermove.analysis import analyse
from countermove.analysis.task import Database
from countermove.errors import CountermoveError, SpecError, UnfitError
from countermove.game import CHANCE, Game, S, State
from countermove.measure.census import Census, counting
from countermove.measure.interval import Estimate, exactly, share
from countermove.measure.match import opening_plies, self_play
from countermove.measure.report import Choice, Length, Measure, Perfect, Play, Ply, Size
from countermove.measure.sample import LONGEST, Sample, path
from countermove.solve import sweep

__all__ = ["Choice", "Estimate", "Length", "Measure", "Perfect", "Play", "Ply", "Size", "measure"]

GAMES, SECONDS = 100_000, 10.0
PER_STRONG, FEWEST = 1_000, 10
"""Random games per searched game, and the fewest searched games."""
NODES = 1_000
"""Nodes per search in self-play."""
PROOF = 20_000_000
"""The most nodes for proving a value."""
LATE_GAMES, LATE_STATES = 100, 10_000
"""Random games whose last positions are examined, and the most states below such a position."""
SPLIT = {"random": 0.15, "census": 0.4, "perfect": 0.55, "choice": 0.65, "strong": 1.0}
"""When each stage must end, as a part of the time; unused time goes to the next stages."""


def measure(
    game: Game[S],
    state: S | None = None,
    *,
    seconds: float | None = SECONDS,
    games: int = GAMES,
    seed: int = 0,
    database: Database | None = None,
    native: bool | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[str], None] = lambda words: None,
) -> Measure:
    """Measure a game from `state` on (by default the initial one).

    It plays `games` random games, and a thousandth as many (at least ten) in which all players search. It takes about
    `seconds`, not counting compiling, and returns what it has; with None it runs to completion, and the same seed gives
    the same numbers. With an endgame `database` the searches probe it, and how often is counted. Set the event `stop`
    to get the results so far; `progress` is called with each stage.
    """
    if seconds is not None and not (0 < seconds < math.inf):
        raise SpecError(f"seconds is {seconds}; give a number above 0.")
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= 10**7:
        raise SpecError(f"The number of random games is {games}; give a whole number from 1 to 10,000,000.")
    if isinstance(seed, bool) or not isinstance(seed, int) or not -(2**62) < seed < 2**62:
        raise SpecError(f"The seed is {seed}; give a whole number of at most 18 digits.")
    state = game.initial() if state is None else state
    if game.is_terminal(state):
        raise SpecError("The game is over in this position, so there is nothing to measure.")
    return _Measuring(game, state, seconds, games, seed, database, native, stop, progress).run()


class _Measuring:
    """One measurement, stage by stage."""

    def __init__(
        self,
        game: Game,
        state: State,
        seconds: float | None,
        games: int,
        seed: int,
        database: Database | None,
        native: bool | None,
        stop: threading.Event | None,
        progress: Callable[[str], None],
    ) -> None:
        self.game, self.state, self.seconds, self.games, self.seed = game, state, seconds, games, seed
        self.stop, self.database = stop or threading.Event(), database
        self.tell = progress
        self.found = Measure(game, state, seed)
        self.notes = self.found.notes
        progress("compiling")
        self.sample = Sample(game, games, seed, native)
        self.counter = counting(game, native=native)
        self.late = counting(game, LATE_STATES, native)
        if not (game.axes.hidden or game.axes.simultaneous):  # search does not play those
            with suppress(UnfitError):
                analyse(game, state, nodes=1, database=database, stop=stop)
        self.start = time.perf_counter()
        self.census = Census()

    def left(self, stage: str) -> float | None:
        """The seconds left for a stage; None without a limit."""
        if self.seconds is None:
            return None
        return max(0.02, self.start + SPLIT[stage] * self.seconds - time.perf_counter())

    def run(self) -> Measure:
        for stage in (self.play_at_random, self.count, self.prove, self.choose, self.play_well):
            if not self.stop.is_set():
                stage()
        self.found.seconds = time.perf_counter() - self.start
        self.found.stopped = self.stop.is_set()
        return self.found

    def play_at_random(self) -> None:
        """Step 1. Random games and their statistics."""
        self.tell("playing at random")
        sample, found, notes = self.sample, self.found, self.notes
        worker.run(
            lambda: sample.run(self.state),
            self.game,
            halt=sample.halt,
            progress=lambda: sample.met,
            seconds=self.left("random"),
            stop=self.stop,
        )
        if not sample.native:
            notes["random"] = sample.note
        if not sample.ended:
            notes["length"] = (
                f"no random game ended within {LONGEST:,} plies" if sample.played else "no random game ended in time"
            )
        if not sample.played:
            return
        if sample.played > sample.ended:
            notes["unfinished"] = f"{sample.played - sample.ended:,} random games stopped after {LONGEST:,} plies"
        if sum(ply.visits for ply in sample.plies()):
            found.branching, found.plies = sample.branching(), sample.plies()
            found.choice = Choice(sample.forced())
        found.games, found.tree = sample.games(), sample.tree()
        if sample.ended:
            found.random, found.length = sample.play(), sample.length()

    def count(self) -> None:
        """Step 2. Count all reachable states, unless there are too many."""
        self.tell("counting states")
        found, counter = self.found, self.counter
        self.census = census = worker.run(
            lambda: counter.count(self.state),
            self.game,
            halt=counter.halt,
            progress=lambda: counter.nodes,
            seconds=self.left("census"),
            stop=self.stop,
        )
        found.states, found.complete = census.states, census.complete
        if census.cyclic or self.game.repeats:
            found.games = found.tree = None
            self.notes["tree"] = "positions can repeat, so the tree has no end"
        if not census.complete or census.root is None:
            return
        root = census.root
        found.games = Size(exactly(math.log10(root.games)), root.games)
        found.tree = Size(exactly(math.log10(root.tree)), root.tree)
        if found.random:
            found.random = replace(
                found.random,
                wins=tuple(map(exactly, root.wins)),
                draws=exactly(root.draws),
                scores=tuple(map(exactly, root.scores)),
            )
        if found.length:
            found.length = replace(
                found.length, mean=exactly(root.plies), shortest=root.shortest, longest=root.longest, exact=True
            )

    def prove(self) -> None:
        """Step 3. The value of the game with perfect play."""
        self.tell("solving")
        try:
            self.found.perfect = self._perfect()
        except UnfitError as error:
            self.notes["perfect"] = _phrase(error)
            return
        if self.found.perfect is None:
            self.notes["perfect"] = "not solved in this time" if self.seconds else "too large to solve here"

    def _perfect(self) -> Perfect | None:
        game, root = self.game, self.census.root
        if game.axes.hidden or game.axes.simultaneous:
            raise UnfitError("Perfect play is found only for games of perfect information whose players take turns.")
        if root is not None:
            return Perfect(root.values, None, "counting")
        left = self.left("perfect")
        if self.census.cyclic or game.repeats:
            if not self.census.complete and self.seconds is None:
                return None  # a sweep has no limit
            database = sweep(game, self.state, seconds=left, stop=self.stop)
            if not database.complete:
                return None
            outcome = database.outcome(self.state)
            return Perfect(outcome.values, outcome.distance, "sweep")
        if game.players > 2:
            return None
        answer = analyse(game, self.state, nodes=PROOF, seconds=left, stop=self.stop)
        if not answer.exact:
            return None
        mover = game.player(self.state)
        value = answer.value
        if game.players == 1 or mover == CHANCE or game.axes.payoff == "common":
            values = (value,) * game.players if game.axes.payoff == "common" else (value, game.axes.total - value)
        else:
            values = (value, game.axes.total - value) if mover == 0 else (game.axes.total - value, value)
        return Perfect(values[: game.players], None, "search")

    def choose(self) -> None:
        """Step 4. How often a single action is best: in all positions, or near the ends of games."""
        self.tell("comparing actions")
        census, choice = self.census, self.found.choice
        if choice is None:
            return
        if self.game.axes.hidden or self.game.axes.simultaneous:
            self.notes["unique"] = "no single best action with hidden information or simultaneous actions"
            return
        if census.root is not None:
            total = max(1, census.better + census.even + census.worse)
            self.found.choice = replace(
                choice,
                unique=exactly(census.unique / census.choices) if census.choices else None,
                positions=census.choices,
                standing=(census.better / total, census.even / total, census.worse / total),
            )
            return
        if census.cyclic or self.game.repeats:
            self.notes["unique"] = "not counted where positions can repeat"
            return
        unique, positions = worker.run(
            self._late, self.game, halt=self._halt, progress=lambda: self.late.nodes, seconds=self.left("choice"),
            stop=self.stop,
        )  # fmt: skip
        if positions:
            self.found.choice = replace(choice, unique=share(unique, positions), positions=positions, late=True)
        else:
            self.notes["unique"] = "no position could be solved in this time"

    _halted = False

    def _halt(self) -> None:
        self._halted = True
        self.late.halt()

    def _late(self) -> tuple[int, int]:
        """Count positions near the ends of random games: those with a single best action, and those with a choice."""
        unique = positions = 0
        for number in range(min(LATE_GAMES, self.games)):
            for state in reversed(list(path(self.game, self.state, self.seed, number))):
                census = self.late.count(state)
                if self._halted:
                    return unique, positions
                if not census.complete:
                    break
                if census.only is not None:
                    positions += 1
                    unique += census.only
        return unique, positions

    def play_well(self) -> None:
        """Step 5. Self-play of search."""
        self.tell("playing search against itself")
        if self.found.length is None:
            self.notes["strong"] = "not played, since random games do not end"
            return
        if self.game.axes.simultaneous or self.game.axes.hidden:
            what = "hidden information" if self.game.axes.hidden else "simultaneous actions"
            self.notes["strong"] = f"not played with {what}"
            return
        left = self.left("strong")
        until = math.inf if left is None else time.perf_counter() + left
        games = max(FEWEST, self.games // PER_STRONG)
        try:
            self.found.strong = self_play(
                self.game,
                self.state,
                games,
                NODES,
                opening_plies(self.found.length.mean.value, self.found.length.shortest, self.game.players),
                self.seed,
                database=self.database,
                over=lambda: time.perf_counter() > until or self.stop.is_set(),
                stop=self.stop,
                progress=lambda played: self.tell(f"playing search against itself: {played:,} of {games:,} games"),
            )
        except UnfitError as error:
            self.notes["strong"] = _phrase(error)
            return
        if self.found.strong is None:
            self.notes["strong"] = "no game ended in this time"


def _phrase(error: CountermoveError) -> str:
    text = str(error).rstrip(".")
    return text[0].lower() + text[1:] if text[1:2].islower() else text
