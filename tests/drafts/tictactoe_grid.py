import math
from dataclasses import dataclass

from countermove import Game


@dataclass(frozen=True)
class TicTacToe(Game):
    """A full line on an n by n grid of tuples wins."""

    size: int = 3

    def initial(self):
        return ((0,) * self.size,) * self.size

    def player(self, grid):
        ones = sum(row.count(1) for row in grid)
        twos = sum(row.count(2) for row in grid)
        return ones - twos

    def lines(self, grid):
        n = len(grid)
        yield from grid
        yield from zip(*grid)
        yield tuple(grid[i][i] for i in range(n))
        yield tuple(grid[i][~i] for i in range(n))

    def has_won(self, grid, mark):
        return any(all(cell == mark for cell in line) for line in self.lines(grid))

    def actions(self, grid):
        if self.is_terminal(grid):
            return
        for r, row in enumerate(grid):
            for c, cell in enumerate(row):
                if not cell:
                    yield r, c

    def result(self, grid, action):
        row, col = action
        new = [list(line) for line in grid]
        new[row][col] = self.player(grid) + 1
        return tuple(map(tuple, new))

    def is_terminal(self, grid):
        return self.has_won(grid, 1) or self.has_won(grid, 2) or all(all(row) for row in grid)

    def utility(self, grid, player):
        if self.has_won(grid, player + 1):
            return 1
        if self.has_won(grid, 2 - player):
            return -1
        return 0

    def order(self, grid, action):
        middle = math.floor(self.size / 2)
        return -max(abs(x - middle) for x in action)

    def evaluate(self, grid, player):
        score = 0
        for line in self.lines(grid):
            marks = set(line) - {0}
            if len(marks) == 1:
                score += 1 if player + 1 in marks else -1
        return score / (2 * self.size + 2) / 2

    def text(self, grid):
        return "\n".join(" ".join(".XO"[cell] for cell in row) for row in grid)
