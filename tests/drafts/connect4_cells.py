from typing import NamedTuple, Optional

from countermove import Game

WIDTH, HEIGHT = 5, 5
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Discs(NamedTuple):
    red: frozenset[tuple[int, int]]
    yellow: frozenset[tuple[int, int]]
    last: Optional[tuple[int, int]]


class ConnectFour(Game):
    """Connect Four where each player has a set of cells, and only the last disc is looked at."""

    def initial(self):
        return Discs(frozenset(), frozenset(), None)

    def player(self, state):
        return (len(state.red) + len(state.yellow)) % 2

    def heights(self, state):
        height = {}
        for column, _ in state.red | state.yellow:
            try:
                height[column] += 1
            except KeyError:
                height[column] = 1
        return height

    def actions(self, state):
        if self.connected(state):
            return ()
        height = self.heights(state)
        open_columns = filter(lambda column: height.get(column, 0) < HEIGHT, range(WIDTH))
        return tuple(sorted(open_columns, key=lambda column: abs(column - WIDTH // 2)))

    def result(self, state, action):
        cell = (action, self.heights(state).get(action, 0))
        if self.player(state) == 0:
            return Discs(state.red | {cell}, state.yellow, cell)
        else:
            return Discs(state.red, state.yellow | {cell}, cell)

    def connected(self, state):
        if state.last is None:
            return False
        discs = state.red if state.last in state.red else state.yellow
        x, y = state.last
        for dx, dy in DIRECTIONS:
            length = 1
            for sign in (1, -1):
                step = 1
                while (x + sign * step * dx, y + sign * step * dy) in discs:
                    length += 1
                    step += 1
            if length >= 4:
                return True
        return False

    def is_terminal(self, state):
        return self.connected(state) or len(state.red) + len(state.yellow) == WIDTH * HEIGHT

    def utility(self, state, player):
        if not self.connected(state):
            return 0
        # Whoever is to move now has just been beaten.
        return -1 if self.player(state) == player else 1

    def text(self, state):
        def show(cell):
            return "R" if cell in state.red else "Y" if cell in state.yellow else "."

        return "\n".join("".join(show((x, y)) for x in range(WIDTH)) for y in range(HEIGHT)[::-1])
