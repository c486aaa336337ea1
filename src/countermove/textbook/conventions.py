"""Where lecture notes disagree: each disagreement is a named switch, passed in, never a silent choice.

No variant is wrong. Knuth and Moore (1975) prune when alpha >= beta, other courses only when alpha > beta; one
counts the root as depth 0 and another as level 1; one ply is a single action, or a cycle in which every player
acts once. All of them find the same value and an optimal action, but the leaves they visit, the numbers they
print and the depth they reach differ, which is what a student compares with the blackboard.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Final, Literal, get_args, get_type_hints

from countermove.errors import SpecError
from countermove.game import CHANCE, Game, S

NAMES: Final = {
    "max-min": ("MAX", "MIN", "CHANCE"),
    "plus-minus": ("PLUS", "MINUS", "CHANCE"),
    "agent-opponent": ("agent", "opp", "chance"),
}


@dataclass(frozen=True, slots=True)
class Conventions:
    """The conventions of one set of lecture notes.

    >>> Conventions(prune=">").cuts(5, 5), Conventions().cuts(5, 5)
    (False, True)
    >>> Conventions(prune="=")
    Traceback (most recent call last):
    countermove.errors.SpecError: Conventions: prune is '='; use '>=' or '>'.
    """

    prune: Literal[">=", ">"] = ">="
    """Cut when a value reaches the other side's bound, or only when it passes it."""
    returns: Literal["soft", "hard"] = "soft"
    """Return the best value seen (fail-soft), or that value clamped to the window on entry (fail-hard)."""
    ply: Literal["action", "cycle"] = "action"
    """What a depth limit counts: actions, or cycles, each complete when the turn is back with the root's player."""
    root_depth: Literal[0, 1] = 0
    """The depth of the root. Limits count the same way: with 1, a limit of 3 means three levels, two actions."""
    payoff: Literal["given", "signed", "unit"] = "given"
    """The scale of payoffs: as the rules give them, +1 / 0 / -1, or 1 / one half / 0."""
    window: Literal["infinite", "utilities"] = "infinite"
    """The first window of alpha-beta: everything, or the extreme utilities (`game.bounds`)."""
    names: Literal["max-min", "plus-minus", "agent-opponent"] = "max-min"
    """What to call player 0 and its opponents."""

    def __post_init__(self) -> None:
        hints = get_type_hints(Conventions)
        for field in fields(self):
            given, known = getattr(self, field.name), get_args(hints[field.name])
            if given not in known or isinstance(given, bool):
                *most, last = map(repr, known)
                raise SpecError(f"Conventions: {field.name} is {given!r}; use {', '.join(most)} or {last}.")

    def cuts(self, lower: float, upper: float) -> bool:
        """Whether a window whose sides are `lower` and `upper` is closed, so that the rest cannot change the result.

        MAX asks `cuts(value, beta)` and MIN, the mirror image, `cuts(alpha, value)`.
        """
        return lower >= upper if self.prune == ">=" else lower > upper

    def returned(self, value: float, alpha: float, beta: float) -> float:
        """The value that a node with the window (alpha, beta) returns when its best value is `value`."""
        return value if self.returns == "soft" else min(max(value, alpha), beta)

    def scale(self, game: Game) -> tuple[float, float]:
        """`factor` (positive) and `shift` that turn the game's utilities into the chosen payoffs.

        >>> from countermove.games.tree import Tree
        >>> Conventions(payoff="unit").scale(Tree([[1, -1], [0, 0]]))
        (0.5, 0.5)
        """
        if self.payoff == "given":
            return 1.0, 0.0
        if game.players != 2 or game.axes.payoff not in ("zero", "constant"):
            raise SpecError(
                f"payoff={self.payoff!r} needs two players whose utilities have a constant sum, and "
                f"{type(game).__name__} is not such a game; use payoff='given'."
            )
        total = game.axes.total
        factor, shift = (2 / abs(total), -math.copysign(1.0, total)) if total else (1.0, 0.0)
        return (factor, shift) if self.payoff == "signed" else (factor / 2, (shift + 1) / 2)

    def first_window(self, game: Game[S], state: S, children: list[S]) -> tuple[float, float]:
        """The window alpha-beta starts with, in the chosen payoffs.

        `game.bounds` covers one state. The window must also contain the value of every child of the root: otherwise a
        child that fails low looks as good as the best one, and the wrong action may be chosen. If the bounds are equal,
        the window is infinite.
        """
        if self.window == "infinite":
            return -math.inf, math.inf
        bounds = [game.bounds(each)[:2] for each in (state, *children)]
        low, high = min(low for low, _ in bounds), max(high for _, high in bounds)
        if not low < high:
            return -math.inf, math.inf
        factor, shift = self.scale(game)
        return factor * low + shift, factor * high + shift

    def name(self, player: int) -> str:
        """What to call `player` when player 0 plays against all others.

        >>> Conventions(names="plus-minus").name(1)
        'MINUS'
        """
        first, second, chance = NAMES[self.names]
        return chance if player == CHANCE else first if player == 0 else second


STANDARD: Final = Conventions()
"""The default."""
