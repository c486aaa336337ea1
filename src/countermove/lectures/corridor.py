"""A corridor with food at one end: the smallest maze in which an evaluation makes an agent thrash.

    cell    0  1  2  3  4  5  6  7  8
                        @        *          the agent at 4, the food three steps East of it

Eval = -food left. Nothing is gained until the food is within the depth limit, so near the start both directions look
alike. Worse, an agent that looks five steps ahead may go West first, since West, East, East, East, East still eats in
time; after coming back it faces the same tie, and so it starves. A `bonus` / (distance + 1) for being near food breaks
the ties, unless the food is eaten either way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from countermove.errors import SpecError
from countermove.game import Axes, Game

WEST, EAST = 0, 1


class Cell(NamedTuple):
    at: int


@dataclass(frozen=True)
class Corridor(Game[Cell]):
    """One agent, one piece of food.

    >>> game = Corridor()
    >>> print(game.text(game.initial()))
    . . . . @ . . * .
    """

    length: int = 9
    start: int = 4
    food: int = 7
    bonus: float = 0.0
    """The value of being near the food: this, divided by the distance plus 1."""

    players = 1
    axes = Axes(payoff="general")

    def __post_init__(self) -> None:
        if not (0 <= self.start < self.length and 0 <= self.food < self.length and self.start != self.food):
            raise SpecError(
                f"Corridor: start={self.start} and food={self.food} must be two different cells from 0 to "
                f"{self.length - 1}."
            )

    def initial(self) -> Cell:
        return Cell(self.start)

    def player(self, state: Cell) -> int:
        return 0

    def actions(self, state: Cell) -> Iterator[int]:
        if state.at > 0:
            yield WEST
        if state.at < self.length - 1:
            yield EAST

    def result(self, state: Cell, action: int) -> Cell:
        return Cell(state.at + 1 if action == EAST else state.at - 1)

    def is_terminal(self, state: Cell) -> bool:
        return state.at == self.food

    def utility(self, state: Cell, player: int) -> float:
        return 0.0

    def evaluate(self, state: Cell, player: int) -> float:
        return -1.0 + self.bonus / (abs(self.food - state.at) + 1)

    # Words and pictures.

    def action_name(self, state: Cell, action: int) -> str:
        return "East" if action == EAST else "West"

    def player_name(self, player: int) -> str:
        return "the agent"

    def text(self, state: Cell) -> str:
        signs = ["."] * self.length
        signs[self.food] = "*"
        signs[state.at] = "@"
        return " ".join(signs)
