import operator
from dataclasses import dataclass

from countermove import Axes, Game


@dataclass(frozen=True)
class Fifteen(Game):
    """The sliding puzzle on a list of lists that becomes a tuple of tuples."""

    n: int = 3

    players = 1
    axes = Axes(payoff="general")
    repeats = True

    MOVES = {
        "up": (-1, 0),
        "down": (1, 0),
        "left": (0, -1),
        "right": (0, 1),
    }

    def initial(self):
        tiles = [(3 * k + 1) % self.n**2 for k in range(self.n**2)]
        if len(set(tiles)) < len(tiles):
            tiles = [1, 2, 3, 4, 0, 5, 7, 8, 6]
        return tuple(tuple(tiles[r * self.n : (r + 1) * self.n]) for r in range(self.n))

    def find(self, state, tile):
        for r, row in enumerate(state):
            if tile in row:
                return r, row.index(tile)
        raise KeyError(tile)

    def player(self, state):
        return 0

    def actions(self, state):
        if self.is_terminal(state):
            return []
        r, c = self.find(state, 0)
        legal = []
        for name, step in self.MOVES.items():
            rr, cc = map(operator.add, (r, c), step)
            if 0 <= rr < self.n and 0 <= cc < self.n:
                legal.append(name)
        return legal

    def result(self, state, action):
        r, c = self.find(state, 0)
        dr, dc = self.MOVES[action]
        grid = [list(row) for row in state]
        grid[r][c], grid[r + dr][c + dc] = grid[r + dr][c + dc], grid[r][c]
        return tuple(tuple(row) for row in grid)

    def is_terminal(self, state):
        flat = [tile for row in state for tile in row]
        return flat[:-1] == sorted(flat[:-1]) and flat[-1] == 0

    def utility(self, state, player):
        return 1

    def evaluate(self, state, player):
        total = 0
        for r, row in enumerate(state):
            for c, tile in enumerate(row):
                if tile:
                    goal_r, goal_c = divmod(tile - 1, self.n)
                    total += abs(r - goal_r) + abs(c - goal_c)
        return 1 - total / 50
