"""The game of Y, with a union-find made for each position."""

from collections import defaultdict
from dataclasses import dataclass

from countermove import Game

SIZE = 4
CELLS = [(r, c) for r in range(SIZE) for c in range(r + 1)]
INDEX = {cell: i for i, cell in enumerate(CELLS)}


class UnionFind:
    def __init__(self, n):
        self.parent = list(range(n))
        self.rank = [0] * n

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        ra, rb = self.find(a), self.find(b)
        if ra == rb:
            return False
        if self.rank[ra] < self.rank[rb]:
            ra, rb = rb, ra
        self.parent[rb] = ra
        if self.rank[ra] == self.rank[rb]:
            self.rank[ra] += 1
        return True

    def connected(self, a, b):
        return self.find(a) == self.find(b)


@dataclass(frozen=True)
class Board:
    stones: tuple[int, ...]
    turn: int = 1


class Y(Game):
    """Join all three sides."""

    def initial(self):
        return Board((0,) * len(CELLS))

    def player(self, state):
        return state.turn - 1

    def wins(self, stones, colour):
        uf = UnionFind(len(CELLS))
        for (r, c), i in INDEX.items():
            if stones[i] != colour:
                continue
            for dr, dc in ((0, 1), (1, 0), (1, 1)):
                j = INDEX.get((r + dr, c + dc))
                if j is not None and stones[j] == colour:
                    uf.union(i, j)
        sides = defaultdict(set)
        for i, (r, c) in enumerate(CELLS):
            if stones[i] != colour:
                continue
            root = uf.find(i)
            if c == 0:
                sides[root].add("left")
            if c == r:
                sides[root].add("right")
            if r == SIZE - 1:
                sides[root].add("bottom")
        return any(len(found) == 3 for found in sides.values())

    def actions(self, state):
        if self.is_terminal(state):
            return ()
        return tuple(i for i, s in enumerate(state.stones) if s == 0)

    def result(self, state, action):
        stones = state.stones[:action] + (state.turn,) + state.stones[action + 1 :]
        return Board(stones, 3 - state.turn)

    def is_terminal(self, state):
        return self.wins(state.stones, 1) or self.wins(state.stones, 2)

    def utility(self, state, player):
        return 1.0 if self.wins(state.stones, player + 1) else -1.0
