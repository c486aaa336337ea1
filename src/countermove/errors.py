"""What goes wrong, as sentences for the person who can mend it.

Each message says what was given, what was expected and what to do. The command line prints it and exits
with code 2; Python code may catch `CountermoveError` for all of them.
"""

from __future__ import annotations

START, END = 600, 300
"""Characters of a sentence that are kept at either side where it is longer."""


class CountermoveError(Exception):
    """Something a person can put right; its text is one plain sentence.

    A very long one quotes something very long that was given, and is left out in the middle.
    """

    def __init__(self, sentence: str = "") -> None:
        long = len(sentence) > START + END + 3
        super().__init__(f"{sentence[:START]} … {sentence[-END:]}" if long else sentence)


class SpecError(CountermoveError):
    """A name, field, position, action or option that does not fit."""


class GameError(CountermoveError):
    """The rules of a game are at fault."""


class OutcomeError(GameError):
    """A utility is not among the outcomes of its game, or these have no common step."""


class NativeError(CountermoveError):
    """The rules cannot be compiled; they still work interpreted.

    `problems` holds a sentence for each place in them that keeps them from it, as far as these are known.
    """

    def __init__(self, sentence: str = "", problems: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.problems = problems


class UnfitError(CountermoveError):
    """An algorithm that does not fit the kind of game; the text names one that does."""
