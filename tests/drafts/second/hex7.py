from dataclasses import dataclass
from typing import NamedTuple

from countermove import Game

SIZE = 7
NEIGHBOURS = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]


class Disjoint:
    """Union-find, made anew for each question."""


def find(parent, x):
    while parent[x] != x:
        parent[x] = parent[parent[x]]
        x = parent[x]
    return x


def union(parent, a, b):
    ra, rb = find(parent, a), find(parent, b)
    if ra != rb:
        parent[ra] = rb


def connected(stones, vertical):
    n = SIZE * SIZE
    parent = list(range(n + 2))
    top, bottom = n, n + 1
    for r in range(SIZE):
        for c in range(SIZE):
            cell = r * SIZE + c
            if cell not in stones:
                continue
            along = r if vertical else c
            if along == 0:
                union(parent, cell, top)
            if along == SIZE - 1:
                union(parent, cell, bottom)
            for dr, dc in NEIGHBOURS:
                rr, cc = r + dr, c + dc
                if 0 <= rr < SIZE and 0 <= cc < SIZE and rr * SIZE + cc in stones:
                    union(parent, cell, rr * SIZE + cc)
    return find(parent, top) == find(parent, bottom)


class State(NamedTuple):
    red: frozenset
    blue: frozenset
    turn: int


@dataclass(frozen=True)
class Hex(Game):
    def initial(self):
        return State(frozenset(), frozenset(), 0)

    def player(self, state):
        return state.turn

    def actions(self, state):
        if self.is_terminal(state):
            return
        taken = state.red | state.blue
        for cell in range(SIZE**2):
            if cell not in taken:
                yield cell

    def result(self, state, action):
        if state.turn == 0:
            return State(state.red | {action}, state.blue, 1)
        return State(state.red, state.blue | {action}, 0)

    def is_terminal(self, state):
        return connected(state.red, True) or connected(state.blue, False)

    def utility(self, state, player):
        won = 0 if connected(state.red, True) else 1
        return 1.0 if won == player else -1.0
