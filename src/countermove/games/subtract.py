"""Subtract a square: one heap of counters, and a whole game in twenty lines.

Players in turn take a square number of counters (1, 4, 9, 16, ...); a player who cannot move, because the heap is
empty, loses. The mover loses from 0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, ... and wins from all other heaps
(https://oeis.org/A030193). An action is the number of counters to take.

    heap of 5   o o o o o       5 - 1 = 4, 5 - 4 = 1: both let the other take all, so the mover loses
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Game
from countermove.games._checked import whole


class Heap(NamedTuple):
    counters: int
    mover: int


MAX_COUNTERS = 10**9
"""The most counters on the heap."""


@dataclass(frozen=True)
class SubtractSquare(Game[Heap]):
    """Take a square number of counters; a player who cannot move loses.

    >>> game = SubtractSquare(12)
    >>> list(game.actions(game.initial()))
    [1, 4, 9]
    """

    counters: int = 100

    def __post_init__(self) -> None:
        whole(self, 0, MAX_COUNTERS, "counters")

    def initial(self) -> Heap:
        return Heap(self.counters, 0)

    def player(self, state: Heap) -> int:
        return state.mover

    def actions(self, state: Heap) -> Iterator[int]:
        root = 1
        while root * root <= state.counters:
            yield root * root
            root += 1

    def result(self, state: Heap, action: int) -> Heap:
        return Heap(state.counters - action, 1 - state.mover)

    def is_terminal(self, state: Heap) -> bool:
        return state.counters == 0

    def utility(self, state: Heap, player: int) -> float:
        return -1.0 if player == state.mover else 1.0

    def bounds(self, state: Heap) -> tuple[float, float]:
        return -1.0, 1.0

    # Words and pictures.

    def text(self, state: Heap) -> str:
        counters = "1 counter" if state.counters == 1 else f"{state.counters} counters"
        return f"{counters}, {self.player_name(state.mover)} to move"

    def read(self, text: str) -> Heap:
        """The actions so far ("4 9"), or "counters=87,mover=0"."""
        state = super().read(text)
        if not 0 <= state.counters <= MAX_COUNTERS or state.mover not in (0, 1):
            raise SpecError(f"The position {text!r} must have 0 to {MAX_COUNTERS:,} counters, and the mover 0 or 1.")
        return state

    def board(self, state: Heap) -> Board:
        """A heap; a click on a counter takes it and all that follow, if that is a square number."""
        if state.counters > 1000:
            return super().board(state)  # too many to draw: a button for each action
        squares = set(self.actions(state))
        takes = range(state.counters, 0, -1)
        heap = [Cell("o", action=take if take in squares else None) for take in takes]
        return Board.of([heap], "piles", caption=self.text(state))
