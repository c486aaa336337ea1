from dataclasses import dataclass
from itertools import product

from countermove import Game

DIRECTIONS = [d for d in product((-1, 0, 1), repeat=2) if d != (0, 0)]
GRID = 4


@dataclass(frozen=True)
class Tower(Game):
    """Santorini with one builder each on 4x4. A state: (heights, builders, turn)."""

    def initial(self):
        heights = tuple([0] * (GRID * GRID))
        return heights, ((1, 1), (2, 2)), 0

    def player(self, state):
        heights, builders, turn = state
        return turn

    def around(self, square):
        r, c = square
        return [(r + dr, c + dc) for dr, dc in DIRECTIONS if r + dr in range(GRID) and c + dc in range(GRID)]

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return self.moves(state)

    def moves(self, state):
        heights, builders, turn = state
        me, other = builders[turn], builders[1 - turn]

        def height(square):
            return heights[square[0] * GRID + square[1]]

        found = []
        for to in self.around(me):
            if to == other or height(to) > height(me) + 1 or height(to) == 4:
                continue
            for build in self.around(to):
                if build != other and height(build) < 4:
                    found.append((to, build))
        return found

    def result(self, state, action):
        heights, builders, turn = state
        to, build = action
        new = list(heights)
        new[build[0] * GRID + build[1]] += 1
        new_builders = [b for b in builders]
        new_builders[turn] = to
        return tuple(new), tuple(new_builders), 1 - turn

    def is_terminal(self, state):
        heights, builders, turn = state
        if any(heights[r * GRID + c] == 3 for r, c in builders):
            return True
        return len(self.moves(state)) == 0

    def utility(self, state, player):
        heights, builders, turn = state
        for p, (r, c) in enumerate(builders):
            if heights[r * GRID + c] == 3:
                return 1 if p == player else -1
        return -1 if player == turn else 1
