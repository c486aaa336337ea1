"""A game in a package of its own: take one or two pebbles; whoever takes the last one wins."""

from dataclasses import dataclass
from typing import NamedTuple

from countermove import Game


class Handful(NamedTuple):
    pebbles: int
    mover: int


@dataclass(frozen=True)
class Pebbles(Game):
    pebbles: int = 7

    def initial(self):
        return Handful(self.pebbles, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        for take in (1, 2):
            if take <= state.pebbles:
                yield take

    def result(self, state, action):
        return Handful(state.pebbles - action, 1 - state.mover)

    def is_terminal(self, state):
        return state.pebbles == 0

    def utility(self, state, player):
        return -1.0 if player == state.mover else 1.0
