"""A small game for tests to change: a heap of counters, of which players take one or two in turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from countermove import Game


class Heap(NamedTuple):
    n: int
    mover: int


@dataclass(frozen=True)
class Base(Game):
    start: int = 5

    def initial(self):
        return Heap(self.start, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        yield 1
        if state.n > 1:
            yield 2

    def result(self, state, action):
        return Heap(state.n - action, 1 - state.mover)

    def is_terminal(self, state):
        return state.n <= 0

    def utility(self, state, player):
        return -1.0 if player == state.mover else 1.0
