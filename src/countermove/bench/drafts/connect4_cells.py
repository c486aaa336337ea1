"""Connect Four with a set of cells for each player."""

from typing import NamedTuple

from countermove import Game

WIDTH, HEIGHT = 7, 6
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Discs(NamedTuple):
    red: frozenset[tuple[int, int]]
    yellow: frozenset[tuple[int, int]]
    last: tuple[int, int] | None


class ConnectFour(Game):
    """Four in a row win."""

    def initial(self):
        return Discs(frozenset(), frozenset(), None)

    def player(self, state):
        return (len(state.red) + len(state.yellow)) % 2

    def height(self, state, column):
        return sum(1 for x, _ in state.red | state.yellow if x == column)

    def actions(self, state):
        if self.connected(state):
            return []
        return [column for column in range(WIDTH) if self.height(state, column) < HEIGHT]

    def result(self, state, action):
        cell = (action, self.height(state, action))
        if self.player(state) == 0:
            return Discs(state.red | {cell}, state.yellow, cell)
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
        return -1 if self.player(state) == player else 1
