from dataclasses import dataclass
from typing import NamedTuple

from countermove import Game

FILES = "abcdefgh"


class Board(NamedTuple):
    rows: tuple[str, ...]  # as the mover sees it: the mover's own are capitals and go up
    flipped: bool


def flip(rows):
    return tuple(row[::-1].swapcase() for row in reversed(rows))


@dataclass(frozen=True)
class Breakthrough(Game):
    """Reach the far side, or take everything; men step ahead and take slantwise."""

    height: int = 5
    width: int = 4

    def initial(self):
        empty = ["." * self.width] * (self.height - 4)
        return Board(("p" * self.width,) * 2 + tuple(empty) + ("P" * self.width,) * 2, False)

    def player(self, state):
        return int(state.flipped)

    def square(self, r, c):
        return FILES[c] + str(self.height - r)

    def cell(self, square):
        letter, number = square
        return self.height - int(number), FILES.index(letter)

    def actions(self, state):
        if self.is_terminal(state):
            return []
        moves = []
        for r, row in enumerate(state.rows):
            for c, man in enumerate(row):
                if not man.isupper():
                    continue
                for step in (-1, 0, 1):
                    if not 0 <= c + step < self.width:
                        continue
                    ahead = state.rows[r - 1][c + step]
                    if ahead == "." or (step and ahead.islower()):
                        moves.append(self.square(r, c) + self.square(r - 1, c + step))
        return moves

    def result(self, state, action):
        r1, c1 = self.cell(action[:2])
        r2, c2 = self.cell(action[2:])
        board = [list(row) for row in state.rows]
        board[r2][c2], board[r1][c1] = board[r1][c1], "."
        return Board(flip(["".join(row) for row in board]), not state.flipped)

    def is_terminal(self, state):
        # The other side has just moved, so it is the mover who may have lost.
        return "p" in state.rows[-1] or not any("P" in row for row in state.rows)

    def utility(self, state, player):
        return -1.0 if player == self.player(state) else 1.0

    def canonical(self, state):
        mirrored = tuple(row[::-1] for row in state.rows)
        return state._replace(rows=min(state.rows, mirrored))

    def evaluate(self, state, player):
        joined = "".join(state.rows)
        mine, theirs = joined.count("P"), joined.count("p")
        best = max((self.height - r for r, row in enumerate(state.rows) if "P" in row), default=0)
        worst = max((r + 1 for r, row in enumerate(state.rows) if "p" in row), default=0)
        score = 0.1 * (mine - theirs) + 0.05 * (best - worst)
        score = max(-0.95, min(score, 0.95))
        return score if player == self.player(state) else -score

    def text(self, state):
        rows = flip(state.rows) if state.flipped else state.rows
        return "\n".join(f"{self.height - i} {row}" for i, row in enumerate(rows)) + "\n  " + FILES[: self.width]
