"""The referee of a game: it owns the clocks, and a player that fails loses.

A player fails if it oversteps its time, plays an illegal action, or stops with an error; the record says so in words. A
fault of the rules is nobody's loss but an error of the whole match. The time of a player is measured around its choice,
without what compiling takes, and may exceed its limit by a small margin. Where the players' values agree that a game is
decided, the referee may end it (`Adjudication`).
"""

from __future__ import annotations

import dataclasses
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from countermove import fault, worker
from countermove.arena.roster import HERE, Roster
from countermove.arena.task import Conditions, Task
from countermove.errors import CountermoveError, ForfeitError
from countermove.game import Action, Game, S
from countermove.players.player import Player
from countermove.players.record import Record, replay
from countermove.players.repetition import final_payoffs
from countermove.players.turn import Turn, check_seats, take_turn

T = TypeVar("T")
USUAL = Conditions()
ZERO_SUM = ("zero", "constant")


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game of a match."""

    number: int
    record: Record


def worths(payoffs: Sequence[float] | None, loser: int | None, players: int) -> Sequence[float]:
    """What a game is worth to each player, for comparison only: a loser is below all others.

    >>> worths((1.0, -1.0), None, 2), worths(None, 1, 3), worths(None, None, 2)
    ((1.0, -1.0), [0.0, -1.0, 0.0], [0.0, 0.0])
    """
    if payoffs is not None:
        return payoffs
    return [-1.0 if seat == loser else 0.0 for seat in range(players)]


def play(task: Task, roster: Roster = HERE) -> Played:
    """Play a game to its end.

    >>> found = play(Task(0, "tictactoe", ("solve", "random"), seed="7")).record
    >>> found.result, found.actions[:2]
    ((1.0, -1.0), ('a3', 'c3'))
    """
    game, players = roster.game(task.game), roster.players(task.players)
    start, turns = replay(Record(task.game, start=task.opening.start, actions=task.opening.actions), game)
    for seat, player in enumerate(players):
        player.reseed(f"{task.seed} {seat} {task.players[seat]}")
    referee = Referee(
        game, players, start, turns, dice=random.Random(task.seed), conditions=task.conditions, stop=worker.stop_here()
    )
    for _ in referee:
        pass
    if referee.failed is not None:
        roster.dismiss(players[referee.failed])
    timed = any(each.clock or each.seconds_per_action for each in players)
    record = Record.of(
        task.game, game, task.players, start, referee.turns, referee.loser, timed, reason=referee.reason
    )  # fmt: skip
    return Played(task.number, record)


class Referee(Generic[S]):
    """Has players play a game; iterating yields the turns.

    `turns` are those of the opening, from `start`. CancelledError if `stop` is set.
    """

    def __init__(
        self,
        game: Game[S],
        players: Sequence[Player],
        start: S | None = None,
        turns: Sequence[Turn[S]] = (),
        *,
        dice: random.Random,
        conditions: Conditions = USUAL,
        stop: threading.Event | None = None,
    ) -> None:
        self.game, self.dice, self.conditions, self.stop = game, dice, conditions, stop
        self.players = [_Guarded(player) for player in players]
        self.turns = list(turns)
        self.state = self.turns[-1].after if self.turns else game.initial() if start is None else start
        self.payoffs: tuple[float, ...] | None = None
        """The payoffs of a game that ended by its rules."""
        self.loser: int | None = None
        """The player who failed, or whose game is lost by adjudication."""
        self.failed: int | None = None
        """The player who failed."""
        self.reason: str | None = None
        """Why the game ended, if not by its rules."""

    @property
    def worths(self) -> Sequence[float]:
        """What the game is worth to each player, for comparison only."""
        return worths(self.payoffs, self.loser, len(self.players))

    def __iter__(self) -> Iterator[Turn[S]]:
        try:
            check_seats(self.game, self.players)
            while not self._is_over():
                turn = take_turn(self.game, self.state, self.players, self.dice, self.stop, self.turns)
                if self.stop is not None and self.stop.is_set():
                    raise worker.CancelledError  # the choice may not be what it would have been
                if turn.player >= 0:
                    turn = dataclasses.replace(turn, seconds=self.players[turn.player].seconds)
                    self._check_time(turn)
                self.turns.append(turn)
                self.state = turn.after
                yield turn
        except ForfeitError as error:
            if error.seat is None:
                raise
            self.failed = self.loser = error.seat
            self.reason = str(error)

    def _is_over(self) -> bool:
        self.payoffs = final_payoffs(self.game, self.state, self.turns)
        if self.payoffs is None and len(self.turns) >= self.conditions.max_plies:
            self.reason = f"Stopped after {len(self.turns):,} plies, a draw."
        elif self.payoffs is None:
            self._adjudicate()
        return self.payoffs is not None or self.reason is not None

    def _check_time(self, turn: Turn[S]) -> None:
        """ForfeitError if a player has overstepped its time."""
        player, taken = self.players[turn.player].player, turn.seconds
        limits = [] if player.clock is None else [(player.clock.left(self.turns, turn.player), "had", "left")]
        if player.seconds_per_action is not None:
            limits.append((player.seconds_per_action, "may take", "for each"))
        for limit, had, left in limits:
            if taken > limit + self.conditions.margin:
                error = ForfeitError(
                    f"{player.name} oversteps its time: it takes {taken:.2f} s for action {len(self.turns) + 1} and "
                    f"{had} {limit:.2f} s {left}."
                )
                error.seat = turn.player
                raise error

    def _adjudicate(self) -> None:
        """End a game between two opposed players that both think is drawn, or won by the same one."""
        terms = self.conditions.adjudication
        if terms.draw is terms.resign is None or self.game.players != 2 or self.game.axes.payoff not in ZERO_SUM:
            return
        if terms.draw is not None and len(self.turns) >= terms.draw_after:
            values = self._values(terms.draw_plies)
            if values and max(abs(value) for value in values) <= terms.draw:
                self.reason = f"Adjudicated a draw: {terms.draw_plies} plies of values within {terms.draw:g}."
        if terms.resign is not None:
            values = self._values(terms.resign_plies)
            for seat, sign in ((1, 1), (0, -1)):
                if values and min(sign * value for value in values) >= terms.resign:
                    self.loser = seat
                    self.reason = f"Adjudicated lost for {self.game.player_name(seat)}: both players agree."

    def _values(self, plies: int) -> list[float]:
        """The values of the last plies for the first player, relative to neutral; none if one is missing."""
        last = [turn for turn in self.turns[-2 * plies :] if turn.player >= 0][-plies:]
        if len(last) < plies or any(turn.analysis is None for turn in last):
            return []
        neutral = self.game.neutral
        return [
            (turn.analysis.value - neutral) * (1 if turn.player == 0 else -1) for turn in last if turn.analysis
        ]  # fmt: skip


class _Guarded(Player):
    """A player whose choices are timed, and whose failures forfeit the game."""

    def __init__(self, player: Player) -> None:
        self.player, self.name = player, player.name
        self.plays_hidden = player.plays_hidden
        self.seconds = 0.0
        """The time of its last choice."""

    def sit(self, game: Game, seat: int) -> None:
        self.player.sit(game, seat)

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        return self._guarded(lambda: self.player.choose(game, state, stop, turns))

    def choose_at_once(
        self, game: Game[S], state: S, seat: int, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> int:  # fmt: skip
        return self._guarded(lambda: self.player.choose_at_once(game, state, seat, stop, turns))

    def _guarded(self, choose: Callable[[], T]) -> T:
        self.player.analysis = None
        start = worker.clock()
        try:
            return choose()
        except (CountermoveError, worker.CancelledError, MemoryError):
            raise
        except (Exception, SystemExit) as error:
            if fault.is_of_rules(error):
                raise
            said = fault.one_line(str(error)).rstrip(".")
            raise ForfeitError(f"{self.name} stops with {type(error).__name__}{said and ': '}{said}.") from error
        finally:
            self.seconds = worker.clock() - start
            self.analysis = self.player.analysis
