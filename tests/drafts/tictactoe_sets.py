from itertools import combinations
from typing import NamedTuple

from countermove import Game

# In a magic square, three cells are in line exactly when they add up to 15.
MAGIC = (
    (2, 7, 6),
    (9, 5, 1),
    (4, 3, 8),
)
ALL = frozenset(number for row in MAGIC for number in row)


class State(NamedTuple):
    x: frozenset = frozenset()
    o: frozenset = frozenset()


def fifteen(numbers):
    return any(sum(three) == 15 for three in combinations(numbers, 3))


class TicTacToe(Game):
    """Choose numbers in turn; three that add up to fifteen win."""

    def initial(self):
        return State()

    def player(self, state):
        return 1 if len(state.x) > len(state.o) else 0

    def actions(self, state):
        if not self.is_terminal(state):
            for number in ALL - state.x - state.o:
                yield number

    def result(self, state, action):
        assert action in ALL
        if self.player(state) == 0:
            return state._replace(x=state.x | {action})
        return state._replace(o=state.o.union([action]))

    def is_terminal(self, state):
        return fifteen(state.x) or fifteen(state.o) or state.x | state.o == ALL

    def utility(self, state, player):
        mine, theirs = state if player == 0 else reversed(state)
        return fifteen(mine) - fifteen(theirs)

    def evaluate(self, state, player):
        def chances(mine, theirs):
            free = ALL - mine - theirs
            return sum(15 - a - b in free for a, b in combinations(sorted(mine), 2))

        x, o = chances(state.x, state.o), chances(state.o, state.x)
        value = 0.1 * (x - o)
        return value if player == 0 else -value

    def text(self, state):
        def mark(number):
            return "X" if number in state.x else "O" if number in state.o else str(number)

        return "\n".join(" ".join(mark(number) for number in row) for row in MAGIC)
