"""Fanorona on 3x5: capture by approach or withdrawal (one capture a move)."""

from itertools import count, takewhile
from typing import NamedTuple

from countermove import Game

R, C = 3, 5
SETUP = "bbbbbbw.bwwwwww"


def on_board(p):
    return 0 <= p[0] < R and 0 <= p[1] < C


def strong(p):
    return sum(p) % 2 == 0


def shift(p, d, n=1):
    return tuple(map(lambda a, b: a + n * b, p, d))


def idx(p):
    return p[0] * C + p[1]


DIRS = tuple((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0))
STEPS = {}
for _r in range(R):
    for _c in range(C):
        _p = (_r, _c)
        STEPS[_p] = [d for d in DIRS if on_board(shift(_p, d)) and (strong(_p) or 0 in d)]


class Fan(NamedTuple):
    board: str = SETUP
    turn: str = "w"
    quiet: int = 0


class Fanorona(Game):
    """Take by moving towards or away."""

    def initial(self):
        return Fan()

    def player(self, state):
        return {"w": 0, "b": 1}[state.turn]

    @staticmethod
    def enemy(turn):
        return "b" if turn == "w" else "w"

    def captured(self, state, src, d, approach):
        if approach:
            cells = (shift(src, d, n) for n in count(2))
        else:
            cells = (shift(src, d, -n) for n in count(1))
        foe = self.enemy(state.turn)
        return list(takewhile(lambda p: on_board(p) and state.board[idx(p)] == foe, cells))

    def all_moves(self, state):
        for src, dirs in STEPS.items():
            if state.board[idx(src)] != state.turn:
                continue
            for d in dirs:
                if state.board[idx(shift(src, d))] != ".":
                    continue
                took = False
                for approach in (True, False):
                    if self.captured(state, src, d, approach):
                        took = True
                        yield src, d, "A" if approach else "W"
                if not took:
                    yield src, d, "-"

    def actions(self, state):
        if state.quiet >= 10:
            return []
        moves = list(self.all_moves(state))
        captures = [m for m in moves if m[2] != "-"]
        return captures or moves

    def result(self, state, action):
        src, d, how = action
        gone = {src}
        if how != "-":
            gone.update(self.captured(state, src, d, how == "A"))
        cells = ["." if (r, c) in gone else state.board[r * C + c] for r in range(R) for c in range(C)]
        cells[idx(shift(src, d))] = state.turn
        return Fan("".join(cells), self.enemy(state.turn), 0 if how != "-" else state.quiet + 1)

    def is_terminal(self, state):
        return state.quiet >= 10 or state.turn not in state.board or not self.actions(state)

    def utility(self, state, player):
        if state.quiet >= 10:
            return 0.0
        return -1.0 if player == self.player(state) else 1.0

    def evaluate(self, state, player):
        w, b = map(state.board.count, "wb")
        lead = (w - b) / (w + b + 1)
        return lead if player == 0 else -lead
