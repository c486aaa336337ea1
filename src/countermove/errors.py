"""Errors, as sentences for the person who can fix them.

Each message says what was given, what was expected and what to do. The command line prints it and exits
with code 2; Python code may catch `CountermoveError` for all of them.
"""

from __future__ import annotations

import threading

MAX_START, MAX_END = 600, 300
"""Characters kept at the start and the end of a longer sentence."""


class CountermoveError(Exception):
    """Something a person can fix; its text is one plain sentence, shortened in the middle if very long."""

    def __init__(self, sentence: str = "") -> None:
        long = len(sentence) > MAX_START + MAX_END + 3
        super().__init__(f"{sentence[:MAX_START]} … {sentence[-MAX_END:]}" if long else sentence)


class SpecError(CountermoveError):
    """A name, field, position, action or option that does not fit."""


class GameError(CountermoveError):
    """The rules of a game are at fault."""


class OutcomeError(GameError):
    """A utility is not among the outcomes of its game, or the outcomes have no common step."""

    seconds: float = 0.0
    """How long the search had taken by then."""


class NativeError(CountermoveError):
    """The rules cannot be compiled; they still work interpreted.

    `problems` has a sentence for each known place that prevents it.
    """

    def __init__(self, sentence: str = "", problems: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.problems = problems


class CompilingError(NativeError):
    """Compiled code is not there yet, and the caller is in a hurry (`worker.hurrying`)."""

    def __init__(self, ready: threading.Event) -> None:
        super().__init__("The search is being compiled.")
        self.ready = ready
        """Set once it is compiled, or cannot be."""


class ForfeitError(CountermoveError):
    """A player's own failure in a game, such as an illegal action or a crash: it loses the game."""

    seat: int | None = None
    """The seat of the player; a referee may know it where the player does not."""


class UnfitError(CountermoveError):
    """An algorithm that does not fit the kind of game; the text names one that does."""
