from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Optional

from countermove import Game

EMPTY, RED, YELLOW = " ", "R", "Y"


@dataclass(frozen=True)
class Position:
    grid: tuple[tuple[str, ...], ...]
    turn: str
    last: Optional[tuple[int, int]] = None


@dataclass(frozen=True)
class ConnectFour(Game):
    """Connect Four of any size, with lists of lists inside and tuples outside."""

    rows: int = 5
    columns: int = 6
    connect: int = 4

    def initial(self):
        grid = tuple(tuple(EMPTY for _ in range(self.columns)) for _ in range(self.rows))
        return Position(grid, RED)

    def player(self, state):
        return [RED, YELLOW].index(state.turn)

    def actions(self, state):
        if self.winner(state):
            return []
        return [column for column in range(self.columns) if state.grid[0][column] == EMPTY]

    def result(self, state, action):
        grid = deepcopy([list(row) for row in state.grid])
        for row in range(self.rows - 1, -1, -1):
            if grid[row][action] == EMPTY:
                grid[row][action] = state.turn
                break
        else:
            raise ValueError("the column is full")
        return Position(
            grid=tuple(tuple(line) for line in grid),
            turn=YELLOW if state.turn == RED else RED,
            last=(row, action),
        )

    @cached_property
    def lines(self):
        """Every place where four can stand."""
        n, lines = self.connect, []
        for r in range(self.rows):
            for c in range(self.columns):
                for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                    line = [(r + i * dr, c + i * dc) for i in range(n)]
                    if line[-1][0] < self.rows and 0 <= line[-1][1] < self.columns:
                        lines.append(line)
        return lines

    def windows(self, grid):
        for line in self.lines:
            yield [grid[r][c] for r, c in line]

    def winner(self, state):
        if state.last is None:
            return None
        row, column = state.last
        mark = state.grid[row][column]
        for window in self.windows(state.grid):
            if window.count(mark) == self.connect:
                return mark
        return None

    def is_terminal(self, state):
        return self.winner(state) is not None or EMPTY not in state.grid[0]

    def utility(self, state, player):
        winner = self.winner(state)
        if winner is None:
            return 0.0
        return 1.0 if winner == (RED, YELLOW)[player] else -1.0

    def evaluate(self, state, player):
        mine, theirs = (RED, YELLOW) if player == 0 else (YELLOW, RED)
        score = 0
        for window in self.windows(state.grid):
            if theirs not in window:
                score += window.count(mine) ** 2
            elif mine not in window:
                score -= window.count(theirs) ** 2
        return max(-0.9, min(0.9, score / 100))

    def order(self, state, action):
        return -abs(action - (self.columns - 1) / 2)

    def action_name(self, state, action):
        return str(action + 1)

    def text(self, state):
        lines = ["|" + "|".join(row) + "|" for row in state.grid]
        return "\n".join(lines + [" " + " ".join(str(i + 1) for i in range(self.columns))])
