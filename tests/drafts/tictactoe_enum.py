from dataclasses import dataclass, replace
from enum import Enum, StrEnum

from countermove import Game


class Mark(StrEnum):
    X = "X"
    O = "O"

    @property
    def other(self):
        return Mark.O if self is Mark.X else Mark.X


Square = Enum("Square", "a3 b3 c3 a2 b2 c2 a1 b1 c1", start=0)


@dataclass(frozen=True)
class Board:
    cells: tuple[Mark | None, ...] = (None,) * 9
    turn: Mark = Mark.X

    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    @property
    def winner(self):
        rows = ([self.cells[i] for i in line] for line in self.LINES)
        return next((row[0] for row in rows if row[0] is not None and len(set(row)) == 1), None)

    @property
    def full(self):
        return None not in self.cells

    def free(self):
        return [square for square in Square if self.cells[square.value] is None]

    def put(self, square):
        cells = list(self.cells)
        cells[square.value] = self.turn
        return replace(self, cells=tuple(cells), turn=self.turn.other)


class TicTacToe(Game):
    """Tic-tac-toe with a board that knows how to play itself."""

    def initial(self):
        return Board()

    def player(self, state):
        return 0 if state.turn == Mark.X else 1

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return state.free()

    def result(self, state, action):
        return state.put(action)

    def is_terminal(self, state):
        return state.full or state.winner is not None

    def utility(self, state, player):
        match state.winner:
            case None:
                return 0.0
            case Mark.X:
                return 1.0 if player == 0 else -1.0
            case Mark.O:
                return 1.0 if player == 1 else -1.0

    def bounds(self, state):
        return -1.0, 1.0

    def action_name(self, state, action):
        return action.name

    def text(self, state):
        rows = [state.cells[i : i + 3] for i in (0, 3, 6)]
        return "\n".join(" ".join(mark.value if mark else "." for mark in row) for row in rows)
