"""A game to be played, as a value: what `play` depends on, and nothing else.

A task can be pickled, so that it runs in any process and on any machine with the same result.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

from countermove.errors import SpecError

MAX_PLIES = 1000
MARGIN = 0.25
"""Seconds by which a player may overstep its time: scheduling is not exact, and nobody should lose by that."""


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When a referee ends a game early, by the players' own values; never by default.

    >>> Adjudication.read("draw=0.1,resign=5,resign_plies=8")
    Adjudication(draw=0.1, draw_plies=10, draw_after=40, resign=5.0, resign_plies=8)
    """

    draw: float | None = None
    """A draw, if the values of the last `draw_plies` plies were at most this far from neutral."""
    draw_plies: int = 10
    draw_after: int = 40
    """The first ply at which a game may be drawn."""
    resign: float | None = None
    """Lost for a player, if both players' values of the last `resign_plies` plies were at least this bad for it."""
    resign_plies: int = 6

    @classmethod
    def read(cls, text: str) -> Adjudication:
        """From options, as in `draw=0.1,resign=5`."""
        known = {field.name: float if field.default is None else int for field in fields(cls)}
        given: dict[str, Any] = {}
        for part in text.split(","):
            name, _, value = (piece.strip() for piece in part.partition("="))
            try:
                given[name] = known[name](value)
                if not (given[name] > 0 and math.isfinite(given[name])):
                    raise ValueError
            except KeyError:
                raise SpecError(f"Adjudication has no option {name!r}; its options are {', '.join(known)}.") from None
            except ValueError:
                kind = "a number above 0" if known[name] is float else "a whole number, 1 or more"
                raise SpecError(f"In the adjudication {text!r}, {name} is {value!r}; give {kind}.") from None
        return cls(**given)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the referee enforces."""

    max_plies: int = MAX_PLIES
    """Plies after which a game counts as a draw."""
    margin: float = MARGIN
    """Seconds by which a player may overstep its time."""
    adjudication: Adjudication = Adjudication()

    def __post_init__(self) -> None:
        if self.max_plies < 1:
            raise SpecError(f"The maximum number of plies is {self.max_plies}; give a whole number, 1 or more.")
        if not self.margin >= 0:
            raise SpecError(f"The margin is {self.margin:g} seconds; give a number, 0 or more.")


@dataclass(frozen=True, slots=True)
class Opening:
    """How a game begins: a position, by default the first, and actions from there."""

    start: str | None = None
    actions: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played."""

    number: int
    game: str
    players: tuple[str, ...]
    """The specification of the player in each seat."""
    opening: Opening = Opening()
    seed: str = "0"
    """Decides the dice; and, with the seat, the random choices of the players."""
    conditions: Conditions = Conditions()
