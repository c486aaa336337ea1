"""What a Monte Carlo tree search does beside the plain one: the formula, its constants, and what is added to it."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any, Final

from countermove.errors import SpecError
from countermove.game import Game, offers

FORMULAS: Final = ("ucb1", "puct")
OBSERVERS: Final = ("multiple", "single")
EXPLORATION: Final = {"ucb1": 0.7, "puct": 1.5}
"""The default constant of each formula."""
URGENCY: Final = {"ucb1": math.inf, "puct": 0.5}
"""The default first-play urgency."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The options of a search; values are scaled from 0, the worst outcome of the game, to 1, the best.

    >>> Recipe.read("formula=puct,rave=300") == Recipe(formula="puct", rave=300)
    True
    >>> Recipe(formula="ucb2")
    Traceback (most recent call last):
    countermove.errors.SpecError: The formula of mcts is 'ucb2'; use 'ucb1' or 'puct'.
    """

    formula: str | None = None
    """ "ucb1" or "puct"; by default puct where the game has a policy."""
    exploration: float | None = None
    """The constant of the formula: larger tries more, smaller trusts what was found."""
    urgency: float | None = None
    """The value of an action never tried; infinite to try every action before any is tried twice."""
    rave: float | None = None
    """Visits at which all-moves-as-first statistics count as much as a node's own; 0 for none."""
    bias: float | None = None
    """Progressive bias: how much a prior adds to a value, divided by the visits."""
    widening: float | None = None
    """Progressive widening: consider this times the square root of the visits, best priors first; 0 for all."""
    solver: bool = True
    """Back up proven wins and losses."""
    plies: int | None = None
    """Plies of a playout before `evaluate` takes over; None to play to the end."""
    seed: int = 0
    """Where the random numbers begin."""
    observer: str = "multiple"
    """For ismcts, whose knowledge nodes stand for: "multiple", the player to move's; "single", that of the root."""

    def __post_init__(self) -> None:
        if self.formula not in (None, *FORMULAS):
            raise SpecError(f"The formula of mcts is {self.formula!r}; use 'ucb1' or 'puct'.")
        for name in ("exploration", "urgency", "rave", "bias", "widening"):
            given = getattr(self, name)
            number = isinstance(given, (int, float)) and not isinstance(given, bool)
            if given is None:
                continue
            if not number or not given >= 0 or (math.isinf(given) and name != "urgency"):
                raise SpecError(f"The {name} of mcts is {given!r}; give a number, 0 or more.")
        if not isinstance(self.solver, bool):
            raise SpecError(f"The solver of mcts is {self.solver!r}; give True or False.")
        whole = isinstance(self.plies, int) and not isinstance(self.plies, bool)
        if self.plies is not None and not (whole and self.plies >= 0):
            raise SpecError(f"The plies of a playout are {self.plies!r}; give a whole number, 0 or more.")
        if self.observer not in OBSERVERS:
            raise SpecError(f"The observer of ismcts is {self.observer!r}; use 'multiple' or 'single'.")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise SpecError(f"The seed of mcts is {self.seed!r}; give a whole number.")

    def fitted(self, game: Game) -> Recipe:
        """The same with everything decided that depends on the game: by its own `recipe`, else by default."""
        own = Recipe.read(game.recipe) if game.recipe else Recipe()
        names = ("formula", "exploration", "urgency", "rave", "bias", "widening")
        chosen = {name: getattr(own if getattr(self, name) is None else self, name) for name in names}
        formula = chosen["formula"] or ("puct" if offers(game, "policy") else "ucb1")
        usual: dict[str, Any] = {"formula": formula, "exploration": EXPLORATION[formula], "urgency": URGENCY[formula]}
        decided: dict[str, Any] = {
            name: usual.get(name, 0.0) if value is None else value for name, value in chosen.items()
        }
        if self.plies is None:
            decided["plies"] = own.plies
        return dataclasses.replace(self, **decided)

    @classmethod
    def read(cls, text: str) -> Recipe:
        """The recipe that a text describes: `option=value,option=value`."""
        options: dict[str, Any] = {}
        known = {field.name: field for field in dataclasses.fields(cls)}
        for part in text.split(","):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            if name not in known or not equals or name in options:
                raise SpecError(
                    f"The recipe {text!r} has {part.strip()!r}; give option=value, each once, with the options "
                    f"{', '.join(known)}."
                )
            options[name] = read_option(name, value)
        return cls(**options)


def read_option(name: str, value: str) -> Any:
    """The value of an option, from text."""
    try:
        if name in ("formula", "observer"):
            return value
        if name == "solver":
            return {"yes": True, "no": False, "true": True, "false": False}[value.casefold()]
        return int(value) if name in ("seed", "plies") else float(value)
    except (ValueError, KeyError):
        what = "yes or no" if name == "solver" else "a whole number" if name in ("seed", "plies") else "a number"
        raise SpecError(f"The {name} of mcts is {value!r}; give {what}.") from None
