"""Order and Chaos on 3 x 3: a Grid that is looped over and indexed by cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from countermove import Game


class Way(Enum):
    EAST = (0, 1)
    SOUTH = (1, 0)
    SE = (1, 1)
    SW = (1, -1)

    def __init__(self, dr, dc):
        self.dr = dr
        self.dc = dc

    def walk(self, r, c, n):
        return [(r + i * self.dr, c + i * self.dc) for i in range(n)]


@dataclass(frozen=True, slots=True)
class Grid:
    cells: tuple[str, ...]
    size: int

    @staticmethod
    def blank(size: int) -> Grid:
        return Grid((".",) * size**2, size)

    def __getitem__(self, pos: tuple[int, int]) -> str:
        r, c = pos
        return self.cells[r * self.size + c]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        for i in range(len(self.cells)):
            yield divmod(i, self.size)

    def __contains__(self, pos) -> bool:
        return all(0 <= x < self.size for x in pos)

    def with_mark(self, pos, mark) -> Grid:
        i = pos[0] * self.size + pos[1]
        return Grid(self.cells[:i] + (mark,) + self.cells[i + 1 :], self.size)


@dataclass(frozen=True)
class Turn:
    grid: Grid
    order: bool = True


class OrderChaos(Game):
    """Order wants three alike in a row, Chaos does not."""

    K = 3

    def initial(self):
        return Turn(Grid.blank(3))

    def player(self, state):
        return 0 if state.order else 1

    def line(self, grid):
        for pos in grid:
            mark = grid[pos]
            if mark == ".":
                continue
            for way in Way:
                walk = way.walk(*pos, self.K)
                if all(p in grid and grid[p] == mark for p in walk):
                    return walk
        return None

    def actions(self, state):
        if self.line(state.grid):
            return
        yield from ((pos, mark) for pos in state.grid for mark in "XO" if state.grid[pos] == ".")

    def result(self, state, action):
        pos, mark = action
        return Turn(state.grid.with_mark(pos, mark), not state.order)

    def is_terminal(self, state):
        return self.line(state.grid) is not None or "." not in state.grid.cells

    def utility(self, state, player):
        order_won = bool(self.line(state.grid))
        return 1 if order_won ^ bool(player) else -1
