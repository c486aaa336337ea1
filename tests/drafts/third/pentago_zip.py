"""Pentago with 2x2 quadrants (a 4x4 board): four in a row."""

import itertools
from typing import NamedTuple

from countermove import Game


class P(NamedTuple):
    quads: tuple  # four 2x2 quadrants, each a tuple of two strings
    turn: str


def rotate(quad, clockwise):
    if clockwise:
        return tuple("".join(row) for row in zip(*quad[::-1]))
    return tuple("".join(row) for row in zip(*quad))[::-1]


def join(quads):
    top = [a + b for a, b in zip(quads[0], quads[1])]
    bottom = [a + b for a, b in zip(quads[2], quads[3])]
    return top + bottom


def lines(board):
    yield from board
    yield from ("".join(col) for col in zip(*board))
    yield "".join(board[i][i] for i in range(4))
    yield "".join(board[i][3 - i] for i in range(4))


class Pentago(Game):
    """Place, then turn a quadrant."""

    def initial(self):
        return P((("..", ".."),) * 4, "X")

    def player(self, state):
        return "XO".index(state.turn)

    def actions(self, state):
        if self.is_terminal(state):
            return
        for q, quad in enumerate(state.quads):
            for (r, c), turned, clockwise in itertools.product(
                itertools.product(range(2), repeat=2), range(4), (True, False)
            ):
                if quad[r][c] == ".":
                    yield q, r, c, turned, clockwise

    def result(self, state, action):
        q, r, c, turned, clockwise = action
        quads = list(state.quads)
        rows = [list(row) for row in quads[q]]
        rows[r][c] = state.turn
        quads[q] = tuple("".join(row) for row in rows)
        quads[turned] = rotate(quads[turned], clockwise)
        return P(tuple(quads), "O" if state.turn == "X" else "X")

    def has_won(self, state, mark):
        return any(line == mark * 4 for line in lines(join(state.quads)))

    def is_terminal(self, state):
        return self.has_won(state, "X") or self.has_won(state, "O") or "." not in "".join(join(state.quads))

    def utility(self, state, player):
        x, o = self.has_won(state, "X"), self.has_won(state, "O")
        score = int(x) - int(o)
        return score if player == 0 else -score

    def text(self, state):
        return "\n".join(join(state.quads))
