from collections import deque
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import NamedTuple

from countermove import Game


class Direction(Enum):
    NORTH = (-1, 0)
    EAST = (0, 1)
    SOUTH = (1, 0)
    WEST = (0, -1)

    def step(self, cell):
        dr, dc = self.value
        return cell[0] + dr, cell[1] + dc

    @property
    def opposite(self):
        match self:
            case Direction.NORTH:
                return Direction.SOUTH
            case Direction.SOUTH:
                return Direction.NORTH
            case Direction.EAST:
                return Direction.WEST
            case _:
                return Direction.EAST


class Arena(NamedTuple):
    walls: frozenset[tuple[int, int]]
    heads: tuple[tuple[int, int], tuple[int, int]]
    heading: tuple[Direction | None, Direction | None]
    mover: int


@dataclass(frozen=True)
class Tron(Game):
    """Drive in turn and leave a wall behind; whoever is stuck loses."""

    rows: int = 4
    columns: int = 5

    def initial(self):
        heads = (0, 0), (self.rows - 1, self.columns - 1)
        return Arena(frozenset(heads), heads, (None, None), 0)

    def player(self, state):
        return state.mover

    def free(self, state, cell):
        r, c = cell
        return 0 <= r < self.rows and 0 <= c < self.columns and cell not in state.walls

    def actions(self, state):
        head = state.heads[state.mover]
        heading = state.heading[state.mover]
        for direction in Direction:
            if heading is not None and direction is heading.opposite:
                continue
            if self.free(state, direction.step(head)):
                yield direction

    def result(self, state, action):
        heads, heading = list(state.heads), list(state.heading)
        heads[state.mover] = action.step(heads[state.mover])
        heading[state.mover] = action
        return state._replace(
            walls=state.walls | {heads[state.mover]},
            heads=tuple(heads),
            heading=tuple(heading),
            mover=1 - state.mover,
        )

    def is_terminal(self, state):
        for _ in self.actions(state):
            return False
        return True

    def utility(self, state, player):
        return -1.0 if player == state.mover else 1.0

    def distances(self, state, start):
        """How far each free cell is from a cell."""
        far = {start: 0}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for direction in Direction:
                if (near := direction.step(cell)) not in far and self.free(state, near):
                    far[near] = far[cell] + 1
                    queue.append(near)
        return far

    def evaluate(self, state, player):
        mine = self.distances(state, state.heads[player])
        theirs = self.distances(state, state.heads[1 - player])
        closer = 0
        for cell in mine.keys() | theirs.keys():
            a, b = mine.get(cell, inf), theirs.get(cell, inf)
            closer += 1 if a < b else -1 if b < a else 0
        return closer / (self.rows * self.columns + 1)

    def action_name(self, state, action):
        return action.name.lower()

    def text(self, state):
        board = [["." for _ in range(self.columns)] for _ in range(self.rows)]
        for r, c in state.walls:
            board[r][c] = "#"
        for player, (r, c) in enumerate(state.heads, start=1):
            board[r][c] = str(player)
        return "\n".join(map("".join, board))
