from dataclasses import dataclass
from enum import IntEnum

from countermove import Game


class Cell(IntEnum):
    EMPTY = 0
    RED = 1
    BLUE = -1

    @property
    def enemy(self):
        return Cell(-self)


NEAR = [(dr, dc) for dr in range(-1, 2) for dc in range(-1, 2) if dr or dc]
FAR = [(dr, dc) for dr in range(-2, 3) for dc in range(-2, 3) if max(abs(dr), abs(dc)) == 2]


@dataclass(frozen=True)
class Ataxx(Game):
    size: int = 4
    limit: int = 24

    def initial(self):
        grid = [[Cell.EMPTY] * self.size for _ in range(self.size)]
        grid[0][0] = grid[-1][-1] = Cell.RED
        grid[0][-1] = grid[-1][0] = Cell.BLUE
        return tuple(map(tuple, grid)), Cell.RED, 0

    def player(self, state):
        grid, mover, ply = state
        return 0 if mover is Cell.RED else 1

    def inside(self, r, c):
        return 0 <= r < self.size and 0 <= c < self.size

    def moves(self, grid, mover):
        for r, row in enumerate(grid):
            for c, cell in enumerate(row):
                if cell == Cell.EMPTY:
                    if any(self.inside(r + dr, c + dc) and grid[r + dr][c + dc] == mover for dr, dc in NEAR):
                        yield r, c, r, c
                elif cell == mover:
                    for dr, dc in FAR:
                        if self.inside(r + dr, c + dc) and grid[r + dr][c + dc] == Cell.EMPTY:
                            yield r, c, r + dr, c + dc

    def actions(self, state):
        if self.is_terminal(state):
            return []
        grid, mover, ply = state
        return list(self.moves(grid, mover)) or [None]

    def result(self, state, action):
        grid, mover, ply = state
        if action is None:
            return grid, mover.enemy, ply + 1
        r1, c1, r2, c2 = action
        new = [list(row) for row in grid]
        if (r1, c1) != (r2, c2):
            new[r1][c1] = Cell.EMPTY
        new[r2][c2] = mover
        for dr, dc in NEAR:
            r, c = r2 + dr, c2 + dc
            if self.inside(r, c) and new[r][c] == mover.enemy:
                new[r][c] = mover
        return tuple(tuple(row) for row in new), mover.enemy, ply + 1

    def is_terminal(self, state):
        grid, mover, ply = state
        cells = [cell for row in grid for cell in row]
        return ply >= self.limit or Cell.EMPTY not in cells or Cell.RED not in cells or Cell.BLUE not in cells

    def utility(self, state, player):
        total = sum(sum(row) for row in state[0])
        if total == 0:
            return 0
        return 1 if (total > 0) == (player == 0) else -1
