"""Is this game right? Thousands of states tested against the laws that search relies on.

Rules are easy to write and easy to get wrong in ways that no search can notice: a utility that is not zero-sum, a board
changed in place, a key that two states share, an int that overflows in compiled code. `check_game` plays, compares, and
reports problems in sentences, each with the shortest way to reproduce it.

>>> from countermove.games.nim import Nim
>>> report = check_game(Nim((1, 2)), games=50, native=False)
>>> report.ok, report.states
(True, 8)
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from countermove import worker
from countermove.check.play import Play
from countermove.check.report import LAWS, Problem, Progress, Report
from countermove.check.spot import Spot
from countermove.errors import GameError, NativeError, SpecError
from countermove.game import Game

__all__ = ["LAWS", "Problem", "Progress", "Report", "check_game"]

INTERPRETED_SHARE = 0.6
"""The share of the time for interpreted rules, when compiled ones are compared too."""
PROGRESS_INTERVAL = 0.1
"""Seconds between progress reports."""


def check_game(
    game: Game,
    *,
    games: int = 2000,
    seconds: float = 10.0,
    seed: int = 0,
    native: bool | None = None,
    patience: float | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """Play up to `games` random games, for at most `seconds`, and report every law (`LAWS`) that the rules break.

    Compiled rules are compared with interpreted ones where they compile; compiling takes a few seconds more, once.
    `native=False` skips that, `native=True` makes it a problem when they do not compile. A method that does not return
    for `patience` seconds is considered an endless loop. The same seed plays the same games.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> class Generous(TicTacToe):
    ...     def utility(self, state, player):
    ...         return max(0.0, super().utility(state, player))
    >>> [problem.law for problem in check_game(Generous(), games=20, native=False).problems]
    ['utility-sum']
    """
    if not (seconds > 0 and math.isfinite(seconds)) or games < 0:
        raise SpecError(f"The check got {games} games and {seconds} seconds; give numbers above 0.")
    return _Check(game, seconds, seed, patience, stop, progress).report(games, native)


class _Check:
    """A check in two stages, each in a thread that can be stopped: interpreted, then compiled."""

    def __init__(
        self,
        game: Game,
        seconds: float,
        seed: int,
        patience: float | None,
        stop: threading.Event | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.game = game
        self.seconds = seconds
        self.play = Play(game, seed, seconds)
        self.comparison: Any = None
        self.refused: tuple[str, ...] = ()
        self.start = self.reported = time.perf_counter()
        self._patience, self._stop, self._progress = patience, stop, progress

    def report(self, games: int, native: bool | None) -> Report:
        share = 1.0 if native is False else INTERPRETED_SHARE
        ended = self._run(lambda: self.play.run(games), self.seconds * share)
        self.play.finish()
        note = "" if native is not False else "compiled rules were not compared, as requested"
        if native is not False:
            if self.play.findings.grave() or not ended:
                note = "compiled rules are compared once the problems of the interpreted ones are fixed"
            else:
                note = self._compare(bool(native))
        findings = self.play.findings
        return Report(
            problems=findings.problems(),
            games=self.play.games,
            states=len(self.play.spots),
            compared=self._compared(),
            native=self.comparison is not None,
            note=note,
            refused=self.refused,
            seconds=time.perf_counter() - self.start,
        )

    def _compared(self) -> int:
        return self.comparison.compared if self.comparison is not None else 0

    def _compare(self, wanted: bool) -> str:
        """Compare with compiled rules; returns why not, if not."""
        if self._stop is not None and self._stop.is_set():
            return "compiled rules were not compared: the check was stopped"
        try:
            from countermove.check.native import Comparison

            self.play.ask.halted = False
            self.comparison = Comparison(self.play.ask)
        except (NativeError, ImportError) as error:
            note = str(error)
            self.refused = getattr(error, "problems", ())
            if wanted:
                self.play.findings.add_sentence("native-compiles", Spot(None, None, met=False), note)
            return note
        spots = sorted(self.play.spots.values(), key=lambda spot: spot.number)
        self._run(lambda: self.comparison.run(spots), self.seconds * (1 - INTERPRETED_SHARE))
        return ""

    def _run(self, work: Callable[[], None], seconds: float) -> bool:
        """Run a stage; False when the rules had to be interrupted."""
        play = self.play

        def stage() -> None:
            with suppress(worker.CancelledError):
                work()

        try:
            worker.run(
                stage,
                self.game,
                halt=play.halt,
                progress=lambda: (play.calls(), self._compared()),
                tick=self._tick,
                seconds=seconds,
                stop=self._stop,
                patience=self._patience,
            )
        except GameError as error:
            compiled = "native-" if self.comparison is not None else ""
            play.findings.add_sentence(f"{compiled}{play.ask.method}-endless", play.ask.spot, str(error))
            return False
        return True

    def _tick(self) -> None:
        now = time.perf_counter()
        if self._progress and now - self.reported >= PROGRESS_INTERVAL:
            self.reported = now
            done = Progress(self.play.games, len(self.play.spots), self._compared(), now - self.start)
            self._progress(done)
