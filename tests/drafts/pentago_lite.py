from enum import IntEnum
from typing import NamedTuple

from countermove import Game


class Quarter(IntEnum):
    TOP_LEFT = 0
    TOP_RIGHT = 1
    BOTTOM_LEFT = 2
    BOTTOM_RIGHT = 3


class Turn(NamedTuple):
    row: int
    column: int
    quarter: Quarter
    clockwise: bool


Grid = tuple[tuple[int, ...], ...]


def turned(grid: Grid, quarter: Quarter, clockwise: bool) -> Grid:
    top, left = (2 * x for x in divmod(quarter, 2))
    part = [row[left : left + 2] for row in grid[top : top + 2]]
    if clockwise:
        part = list(zip(*part[::-1]))
    else:
        part = list(zip(*part))[::-1]
    new = [list(row) for row in grid]
    for r in range(2):
        for c in range(2):
            new[top + r][left + c] = part[r][c]
    return tuple(map(tuple, new))


class PentagoLite(Game):
    """Put down a marble and turn a quarter of the board; a full line of four wins."""

    def initial(self) -> tuple[Grid, int]:
        return ((0,) * 4,) * 4, 0

    def player(self, state) -> int:
        return state[1]

    def actions(self, state):
        if self.is_terminal(state):
            return []
        grid, _ = state
        return [
            Turn(row, column, quarter, clockwise)
            for row, line in enumerate(grid)
            for column, marble in enumerate(line)
            if marble == 0
            for quarter in Quarter
            for clockwise in (True, False)
        ]

    def result(self, state, action):
        grid, player = state
        placed = tuple(
            row if r != action.row else row[: action.column] + (player + 1,) + row[action.column + 1 :]
            for r, row in enumerate(grid)
        )
        return turned(placed, action.quarter, action.clockwise), 1 - player

    def lines(self, state):
        grid, _ = state
        lines = [*grid, *zip(*grid)]
        lines.append(tuple(grid[i][i] for i in range(4)))
        lines.append(tuple(grid[i][3 - i] for i in range(4)))
        return lines

    def winners(self, state):
        return {line[0] - 1 for line in self.lines(state) if line[0] and len(set(line)) == 1}

    def is_terminal(self, state):
        return len(self.winners(state)) > 0 or all(0 not in row for row in state[0])

    def utility(self, state, player):
        winners = self.winners(state)
        if len(winners) != 1:
            return 0.0  # nobody, or both at once
        return 1.0 if player in winners else -1.0

    def evaluate(self, state, player):
        totals = [0, 0]
        for line in self.lines(state):
            for who in (0, 1):
                if 2 - who not in line:
                    totals[who] += line.count(who + 1) ** 2
        return (totals[player] - totals[1 - player]) / 200

    def action_name(self, state, action):
        name = action.quarter.name.split("_")
        sign = "+" if action.clockwise else "-"
        return f"{'abcd'[action.column]}{4 - action.row}{name[0][0]}{name[1][0]}{sign}"

    def text(self, state):
        return "\n".join("".join(".XO"[marble] for marble in row) for row in state[0])
