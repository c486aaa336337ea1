"""Calls to the rules, with every failure turned into a finding.

A method that raises is named with file and line. One that changes the state it is given is detected, since it gets a
copy. One that never returns is interrupted from outside (see `worker`); the last call is recorded here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any

from countermove.check.report import Findings
from countermove.check.spot import Spot
from countermove.game import Game
from countermove.values import freeze
from countermove.worker import CancelledError

MAX_ITEMS = 1 << 20
"""Actions in one state beyond which the loop is considered endless."""
PACKAGE = Path(__file__).parents[1]


class FaultyError(Exception):
    """The rules gave no usable answer; the finding is already recorded."""


class Ask:
    """Calls methods of the rules: `ask(spot, "player")`."""

    def __init__(self, game: Game, findings: Findings) -> None:
        self.game = game
        self.name = type(game).__name__
        self.findings = findings
        self.calls = 0
        self.method = "initial"
        self.spot = Spot(None, None, met=False)
        self.halted = False
        self.unexpected: set[float] = set()
        """Utilities that are not among the outcomes."""

    def __call__(self, spot: Spot, method: str, *arguments: Any) -> Any:
        """What `method` returns for the state of `spot`."""
        return self._answer(spot, method, (spot.given(), *arguments))

    def many(self, spot: Spot, method: str, *arguments: Any) -> list[Any]:
        """The same for a method that yields items."""
        return self._answer(spot, method, (spot.given(), *arguments), many=True)  # type: ignore[no-any-return]

    def without_state(self, spot: Spot, method: str, *arguments: Any) -> Any:
        """The same for a method that takes no state."""
        return self._answer(spot, method, arguments, stateless=True)

    def twice(self, spot: Spot, method: str, *arguments: Any) -> Any:
        """The same, called twice and compared."""
        answer, again = self(spot, method, *arguments), self(spot, method, *arguments)
        self.compare(spot, method, answer, again)
        return answer

    def compare(self, spot: Spot, method: str, answer: Any, again: Any) -> None:
        """Compare two answers to the same call."""
        try:
            same = bool(answer == again) or (answer != answer and again != again)
        except Exception:  # an answer of the wrong type, which another law reports
            return
        if not same:
            self.findings.add(
                f"{method}-deterministic",
                spot,
                f".{method} gives {_short(answer)} and, called again, {_short(again)}",
                "Rules must depend on the state alone: leave chance to player(state) == CHANCE and chances(state), and "
                "store nothing in the game object or in globals.",
            )

    def _answer(
        self, spot: Spot, method: str, arguments: tuple[Any, ...], *, many: bool = False, stateless: bool = False
    ) -> Any:
        if self.halted:
            raise CancelledError
        self.calls += 1
        self.spot, self.method = spot, method
        try:
            answer = getattr(self.game, method)(*arguments)
            if many:
                answer = self._listed(spot, method, answer)
        except FaultyError:
            raise
        except Exception as error:
            what = f".{method} raises {reason(error)}{self._arguments(arguments[1:] if not stateless else arguments)}"
            self.findings.add(
                f"{method}-raises",
                spot,
                f"{what} ({self._place(error)})",
                "Every method must work in every reachable state.",
            )
            raise FaultyError from None
        if spot.arrays and not stateless and freeze(arguments[0]) != spot.frozen:
            self.findings.add(
                "state-unchanged",
                spot,
                f".{method} changes the state it is given to {self.findings.position(arguments[0])}",
                "States are values: copy the array first (board = state.board.copy()) and change the copy.",
            )
        return answer

    def _listed(self, spot: Spot, method: str, answer: Any) -> list[Any]:
        if not isinstance(answer, Iterable):
            self.findings.add(
                f"{method}-raises",
                spot,
                f".{method} gives {_short(answer)}, which is not iterable",
                f"Write {method} with yield, or return a list.",
            )
            raise FaultyError
        items = list(islice(answer, MAX_ITEMS + 1))
        if len(items) > MAX_ITEMS:
            self.findings.add(
                f"{method}-endless",
                spot,
                f".{method} gives more than {MAX_ITEMS:,} items, from {_short(items[0])} on",
                "Does its loop end?",
            )
            raise FaultyError
        return items

    def _arguments(self, arguments: tuple[Any, ...]) -> str:
        return f" for {', '.join(map(_short, arguments))}" if arguments else ""

    def _place(self, error: BaseException) -> str:
        """The file and line of the rules where an error was raised: the innermost of the author's own."""
        home = getattr(sys.modules.get(type(self.game).__module__), "__file__", None)
        frames = list(_frames(error.__traceback__))[1:]
        own = [frame for frame in frames if frame[0] == home]
        others = [frame for frame in frames if not Path(frame[0]).is_relative_to(PACKAGE)]
        path, line = (own or others or frames or [("the rules", 0)])[-1]
        return f"{Path(path).name} line {line}" if line else path


def _frames(trace: TracebackType | None) -> Iterable[tuple[str, int]]:
    while trace is not None:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next


def reason(error: BaseException) -> str:
    """An error as a phrase.

    >>> reason(ValueError("no such pile"))
    'ValueError: no such pile'
    """
    lines = str(error).strip().rstrip(".").splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 100 else text[:100] + " ..."
