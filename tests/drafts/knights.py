from dataclasses import dataclass
from itertools import chain, permutations
from math import hypot, sqrt

from countermove import Game

SIZE = 5
CELLS = [(r, c) for r in range(SIZE) for c in range(SIZE)]
LEAPS = [(a, b) for a, b in permutations((-2, -1, 1, 2), 2) if abs(a) != abs(b)]
NEIGHBOURS = {(r, c): tuple((r + dr, c + dc) for dr, dc in LEAPS if (r + dr, c + dc) in CELLS) for r, c in CELLS}


@dataclass(frozen=True)
class Field:
    gone: frozenset[tuple[int, int]]
    knights: tuple[tuple[int, int] | None, tuple[int, int] | None]
    turn: int

    def reach(self, player):
        cell = self.knights[player]
        if cell is None:
            return [c for c in CELLS if c not in self.gone]
        return [c for c in NEIGHBOURS[cell] if c not in self.gone]


class KnightIsolation(Game):
    """Put a knight anywhere, then leap; no cell is used twice, and whoever cannot leap loses."""

    def initial(self):
        return Field(frozenset(), (None, None), 0)

    def player(self, state):
        return state.turn

    def actions(self, state):
        yield from state.reach(state.turn)

    def result(self, state, action):
        first, second = state.knights
        knights = (action, second) if state.turn == 0 else (first, action)
        return Field(state.gone | {action}, knights, (state.turn + 1) % 2)

    def is_terminal(self, state):
        return len(state.reach(state.turn)) == 0

    def utility(self, state, player):
        return -1 if state.turn == player else 1

    def evaluate(self, state, player):
        if any(knight is None for knight in state.knights):
            return 0
        mine, theirs = state.reach(player), state.reach(1 - player)
        far_mine = set()
        for near in mine:
            far_mine.update(NEIGHBOURS[near])
        far_mine -= state.gone
        far_theirs = set(chain.from_iterable(NEIGHBOURS[near] for near in theirs)) - state.gone
        return 0.05 * (len(mine) - len(theirs)) + 0.01 * (len(far_mine) - len(far_theirs))

    def order(self, state, action):
        middle = SIZE // 2
        r, c = action
        return sqrt(2) * middle - hypot(r - middle, c - middle)

    def action_name(self, state, action):
        r, c = action
        return chr(ord("a") + c) + str(SIZE - r)

    def text(self, state):
        def show(cell):
            if cell in state.knights:
                return "12"[state.knights.index(cell)]
            return "#" if cell in state.gone else "."

        return "\n".join(" ".join(show((r, c)) for c in range(SIZE)) for r in range(SIZE))
