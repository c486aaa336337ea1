"""Tic-tac-toe on a grid of tuples; an action is a row and a column."""

from countermove import Game


class TicTacToe(Game):
    """Three in a row win."""

    def initial(self):
        return ((0,) * 3,) * 3

    def player(self, grid):
        return sum(row.count(1) for row in grid) - sum(row.count(2) for row in grid)

    def lines(self, grid):
        yield from grid
        yield from zip(*grid, strict=True)
        yield tuple(grid[i][i] for i in range(3))
        yield tuple(grid[i][2 - i] for i in range(3))

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
        return -1 if self.has_won(grid, 2 - player) else 0
