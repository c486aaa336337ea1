"""A game as its author writes it, with inputs for a network: take coins from either end of a row; points count."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from countermove import Game


class Row(NamedTuple):
    left: int
    right: int
    lead: int
    """The points of player 0 minus those of player 1."""
    mover: int


@dataclass(frozen=True)
class Coins(Game):
    """Take a coin from either end; the difference counts."""

    coins: tuple[int, ...] = (3, 1, 7, 2, 9, 4, 1, 8, 2, 5)

    @property
    def outcomes(self) -> range:  # type: ignore[override]
        return range(-sum(self.coins), sum(self.coins) + 1)

    def initial(self) -> Row:
        return Row(0, len(self.coins), 0, 0)

    def player(self, state: Row) -> int:
        return state.mover

    def actions(self, state: Row) -> Iterator[str]:
        if not self.is_terminal(state):
            yield "left"
            yield "right"

    def result(self, state: Row, action: str) -> Row:
        coin = self.coins[state.left] if action == "left" else self.coins[state.right - 1]
        lead = state.lead + coin if state.mover == 0 else state.lead - coin
        if action == "left":
            return Row(state.left + 1, state.right, lead, 1 - state.mover)
        return Row(state.left, state.right - 1, lead, 1 - state.mover)

    def is_terminal(self, state: Row) -> bool:
        return state.left == state.right

    def utility(self, state: Row, player: int) -> int:
        return state.lead if player == 0 else -state.lead

    def inputs(self, state: Row, player: int) -> Iterator[float]:
        yield (state.lead if player == 0 else -state.lead) / 10
        for place in range(len(self.coins)):
            yield place == state.left
            yield place == state.right - 1
