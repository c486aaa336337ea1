from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from countermove import Game


class Side(IntEnum):
    WHITE = 0
    BLACK = 1


class Pawns(NamedTuple):
    grid: tuple[tuple[Side | None, ...], ...]
    turn: Side


@dataclass(frozen=True)
class Hexapawn(Game):
    """Pawns step ahead and take slantwise; reach the far row or leave the other without a move."""

    rows: int = 3
    columns: int = 3

    def initial(self):
        top = (Side.BLACK,) * self.columns
        bottom = (Side.WHITE,) * self.columns
        between = [(None,) * self.columns] * (self.rows - 2)
        return Pawns((top, *between, bottom), Side.WHITE)

    def player(self, state):
        return int(state.turn)

    def at(self, grid, r, c):
        if r < 0 or c < 0:
            return "outside"
        try:
            return grid[r][c]
        except IndexError:
            return "outside"

    def moves(self, grid, side):
        ahead = -1 if side == Side.WHITE else 1
        found = []
        for r in range(self.rows):
            for c in range(self.columns):
                if grid[r][c] is None or grid[r][c] != side:
                    continue
                if self.at(grid, r + ahead, c) is None:
                    found.append(((r, c), (r + ahead, c)))
                for dc in (-1, 1):
                    match self.at(grid, r + ahead, c + dc):
                        case None | "outside":
                            pass
                        case other if other != side:
                            found.append(((r, c), (r + ahead, c + dc)))
        return found

    def actions(self, state):
        return [] if self.arrived(state.grid) is not None else self.moves(state.grid, state.turn)

    def result(self, state, action):
        (r1, c1), (r2, c2) = action
        grid = [list(row) for row in state.grid]
        grid[r2][c2] = grid[r1][c1]
        grid[r1][c1] = None
        return Pawns(tuple(tuple(row) for row in grid), Side(1 - state.turn))

    def arrived(self, grid):
        if Side.WHITE in grid[0]:
            return Side.WHITE
        if Side.BLACK in grid[-1]:
            return Side.BLACK

    def is_terminal(self, state):
        return self.arrived(state.grid) is not None or not self.moves(state.grid, state.turn)

    def utility(self, state, player):
        winner = self.arrived(state.grid)
        if winner is None:
            winner = 1 - state.turn
        return 1 if winner == player else -1

    def canonical(self, state):
        def rank(grid):
            return [[-1 if pawn is None else pawn.value for pawn in row] for row in grid]

        mirrored = tuple(row[::-1] for row in state.grid)
        return state._replace(grid=min(state.grid, mirrored, key=rank))

    def action_name(self, state, action):
        def name(r, c):
            return "abcdefgh"[c] + str(self.rows - r)

        start, end = action
        return name(*start) + name(*end)

    def text(self, state):
        show = {None: ".", Side.WHITE: "W", Side.BLACK: "B"}
        return "\n".join(" ".join(show[pawn] for pawn in row) for row in state.grid)
