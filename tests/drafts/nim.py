from dataclasses import dataclass
from functools import reduce
from operator import xor

from countermove import Game


@dataclass(frozen=True)
class Nim(Game):
    """Take any number from one pile; whoever takes the last one wins."""

    piles: tuple = (3, 4, 5)

    def initial(self):
        return self.piles, 0

    def player(self, state):
        _, turn = state
        return turn

    def actions(self, state):
        piles, _ = state
        return [(i, n) for i, pile in enumerate(piles) for n in range(1, pile + 1)]

    def result(self, state, action):
        piles, turn = state
        i, n = action
        piles = list(piles)
        piles[i] -= n
        if piles[i] == 0:
            piles.pop(i)
        return tuple(piles), 1 - turn

    def is_terminal(self, state):
        match state:
            case ((), _):
                return True
            case _:
                return False

    def utility(self, state, player):
        return -1 if state[1] == player else 1

    def evaluate(self, state, player):
        piles, turn = state
        good = reduce(xor, piles, 0) != 0
        return 0.5 if good == (turn == player) else -0.5

    def canonical(self, state):
        piles, turn = state
        return tuple(sorted(piles, reverse=True)), turn

    def action_name(self, state, action):
        pile, count = action
        return f"{count}from{pile + 1}"

    def text(self, state):
        piles, turn = state
        return "\n".join(f"{i}: {'|' * pile}" for i, pile in enumerate(piles, start=1)) or "nothing left"
