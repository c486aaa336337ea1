"""A mistake as data: its name, a description, a hint, and the searches that make it."""

from __future__ import annotations

from dataclasses import dataclass

from countermove.errors import UnfitError
from countermove.game import Game
from countermove.textbook.deepening import Algorithm
from countermove.textbook.fit import refuse

PREFIX = "wrong:"


@dataclass(frozen=True, slots=True)
class Variant:
    """A mistake that students make, as searches that make it on purpose."""

    name: str
    """Such as "wrong:shared-beta"."""
    mistake: str
    """What is wrong, as a sentence."""
    hint: str
    """What to look at, as a sentence."""
    forms: tuple[tuple[str, Algorithm], ...]
    """The name of an algorithm and the algorithm with the mistake built in; several where people write it
    differently."""

    def of(self, base: str) -> list[Algorithm]:
        """The forms of this mistake in one algorithm."""
        return [search for name, search in self.forms if name == base]

    def fitting(self, game: Game) -> tuple[str, Algorithm]:
        """The first form that fits a game, and the right algorithm to compare it with."""
        refusal: UnfitError | None = None
        for base, search in self.forms:
            try:
                refuse(game, base)
                return base, search
            except UnfitError as error:
                refusal = refusal or error
        assert refusal is not None
        raise refusal
