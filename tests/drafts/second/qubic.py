"""Tic-tac-toe on 4x4x4: two 64-bit boards as plain ints, lines as masks."""

from dataclasses import dataclass
from itertools import product

from countermove import Game

N = 4


def make_lines():
    lines = set()
    ways = [way for way in product((-1, 0, 1), repeat=3) if way != (0, 0, 0)]
    for start in product(range(N), repeat=3):
        for way in ways:
            cells = [tuple(s + k * w for s, w in zip(start, way)) for k in range(N)]
            if all(0 <= v < N for cell in cells for v in cell):
                lines.add(frozenset(x + N * y + N * N * z for x, y, z in cells))
    return sorted(sorted(line) for line in lines)


LINES = make_lines()
MASKS = [sum(1 << cell for cell in line) for line in LINES if max(line) < 63]
ALMOST = (1 << 63) - 1


@dataclass(frozen=True)
class Qubic(Game):
    """The last corner cannot be used, so that a board fits into 63 bits."""

    def initial(self):
        return (0, 0)

    def player(self, state):
        return sum(board.bit_count() for board in state) % 2

    def actions(self, state):
        if self.is_terminal(state):
            return []
        free = ALMOST & ~(state[0] | state[1])
        found = []
        while free:
            low = free & -free
            found.append(low.bit_length() - 1)
            free ^= low
        return found

    def result(self, state, action):
        boards = list(state)
        boards[self.player(state)] |= 1 << action
        return tuple(boards)

    def has_won(self, board):
        return any(board & mask == mask for mask in MASKS)

    def is_terminal(self, state):
        return self.has_won(state[0]) or self.has_won(state[1]) or state[0] | state[1] == ALMOST

    def utility(self, state, player):
        return self.has_won(state[player]) - self.has_won(state[1 - player])
