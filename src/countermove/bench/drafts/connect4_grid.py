"""Connect Four on a grid of tuples, copied into lists to drop a disc."""

from dataclasses import dataclass

from countermove import Game

EMPTY, RED, YELLOW = " ", "R", "Y"
ROWS, COLUMNS = 6, 7


@dataclass(frozen=True)
class Position:
    grid: tuple[tuple[str, ...], ...]
    turn: str
    last: tuple[int, int] | None = None


class ConnectFour(Game):
    """Four in a row win."""

    def initial(self):
        return Position(((EMPTY,) * COLUMNS,) * ROWS, RED)

    def player(self, state):
        return [RED, YELLOW].index(state.turn)

    def actions(self, state):
        if self.winner(state):
            return []
        return [column for column in range(COLUMNS) if state.grid[0][column] == EMPTY]

    def result(self, state, action):
        grid = [list(row) for row in state.grid]
        row = ROWS - 1
        while grid[row][action] != EMPTY:
            row -= 1
        grid[row][action] = state.turn
        turn = YELLOW if state.turn == RED else RED
        return Position(tuple(tuple(line) for line in grid), turn, (row, action))

    def winner(self, state):
        if state.last is None:
            return None
        row, column = state.last
        mark = state.grid[row][column]
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while 0 <= r < ROWS and 0 <= c < COLUMNS and state.grid[r][c] == mark:
                    run += 1
                    r, c = r + sign * down, c + sign * right
            if run >= 4:
                return mark
        return None

    def is_terminal(self, state):
        return self.winner(state) is not None or EMPTY not in state.grid[0]

    def utility(self, state, player):
        winner = self.winner(state)
        if winner is None:
            return 0.0
        return 1.0 if winner == (RED, YELLOW)[player] else -1.0
