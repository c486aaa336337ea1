from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from countermove import Game

DIRS = [(dr, dc) for dr, dc in product((-1, 0, 1), repeat=2) if (dr, dc) != (0, 0)]
OTHER = {"B": "W", "W": "B"}


class Position(NamedTuple):
    rows: tuple[str, ...]
    turn: str


class Features(NamedTuple):
    discs: int
    corners: int
    moves: int


@dataclass(frozen=True)
class Reversi(Game):
    """Reversi with rows of strings; a player who cannot move passes."""

    size: int = 6
    weights = (0.002, 0.05, 0.01)

    def initial(self):
        half = self.size // 2
        board = [["."] * self.size for _ in range(self.size)]
        board[half - 1][half - 1] = board[half][half] = "W"
        board[half - 1][half] = board[half][half - 1] = "B"
        return Position(tuple("".join(row) for row in board), "B")

    def player(self, state):
        return "BW".index(state.turn)

    def flips(self, rows, r, c, me):
        """All discs that a disc at (r, c) turns over."""
        turned = []
        if rows[r][c] != ".":
            return turned
        for dr, dc in DIRS:
            line = []
            y, x = r + dr, c + dc
            while 0 <= y < self.size and 0 <= x < self.size:
                if rows[y][x] != OTHER[me]:
                    break
                line.append((y, x))
                y += dr
                x += dc
            else:
                continue  # ran off the board
            if rows[y][x] == me:
                turned.extend(line)
        return turned

    def moves(self, rows, me):
        return [(r, c) for r in range(self.size) for c in range(self.size) if self.flips(rows, r, c, me)]

    def actions(self, state):
        if moves := self.moves(state.rows, state.turn):
            return moves
        if self.moves(state.rows, OTHER[state.turn]):
            return [None]
        return []

    def result(self, state, action):
        me = state.turn
        if action is None:
            return state._replace(turn=OTHER[me])
        board = [list(row) for row in state.rows]
        for r, c in [action, *self.flips(state.rows, *action, me)]:
            board[r][c] = me
        return Position(tuple(map("".join, board)), OTHER[me])

    def is_terminal(self, state):
        return not any(self.moves(state.rows, side) for side in "BW")

    def count(self, rows, mark):
        return sum(row.count(mark) for row in rows)

    def utility(self, state, player):
        black, white = (self.count(state.rows, mark) for mark in "BW")
        margin = (black > white) - (black < white)
        return margin if player == 0 else -margin

    def features(self, state, player):
        me, you = ("B", "W") if player == 0 else ("W", "B")
        rows = state.rows
        corners = rows[0][0] + rows[0][-1] + rows[-1][0] + rows[-1][-1]
        return Features(
            self.count(rows, me) - self.count(rows, you),
            corners.count(me) - corners.count(you),
            len(self.moves(rows, me)) - len(self.moves(rows, you)),
        )

    def action_name(self, state, action):
        if action is None:
            return "pass"
        return f"{'abcdefgh'[action[1]]}{action[0] + 1}"

    def text(self, state):
        return "\n".join(state.rows)
