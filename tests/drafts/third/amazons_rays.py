"""Game of the Amazons on 4x4, with generators."""

from dataclasses import dataclass
from itertools import count, product, takewhile
from typing import Iterator

from countermove import Game

SIZE = 4
DIRECTIONS = [d for d in product((-1, 0, 1), repeat=2) if any(d)]


@dataclass(frozen=True)
class Amazons:
    white: tuple[tuple[int, int], ...]
    black: tuple[tuple[int, int], ...]
    arrows: frozenset[tuple[int, int]]
    white_moves: bool

    def free(self, cell):
        x, y = cell
        return (
            0 <= x < SIZE
            and 0 <= y < SIZE
            and cell not in self.white
            and cell not in self.black
            and cell not in self.arrows
        )

    @property
    def queens(self):
        return self.white if self.white_moves else self.black

    def without(self, queen):
        if self.white_moves:
            return Amazons(tuple(q for q in self.white if q != queen), self.black, self.arrows, True)
        return Amazons(self.white, tuple(q for q in self.black if q != queen), self.arrows, False)


def ray(start, step):
    return ((start[0] + k * step[0], start[1] + k * step[1]) for k in count(1))


def reach(state, start) -> Iterator[tuple[int, int]]:
    for step in DIRECTIONS:
        yield from takewhile(state.free, ray(start, step))


class AmazonsGame(Game):
    """Move a queen, then shoot; whoever cannot loses."""

    def initial(self):
        return Amazons(((0, 1), (3, 2)), ((1, 3), (2, 0)), frozenset(), True)

    def player(self, state):
        return int(not state.white_moves)

    def actions(self, state):
        for queen in state.queens:
            for target in reach(state, queen):
                for arrow in reach(state.without(queen), target):
                    yield queen, target, arrow

    def result(self, state, action):
        queen, target, arrow = action
        queens = tuple(sorted(target if q == queen else q for q in state.queens))
        arrows = state.arrows | {arrow}
        if state.white_moves:
            return Amazons(queens, state.black, arrows, False)
        return Amazons(state.white, queens, arrows, True)

    def is_terminal(self, state):
        return not any(
            state.free(cell) for q in state.queens for d in DIRECTIONS for cell in [(q[0] + d[0], q[1] + d[1])]
        )

    def utility(self, state, player):
        return -1.0 if player == self.player(state) else 1.0

    def evaluate(self, state, player):
        w = sum(1 for q in state.white for _ in reach(state, q))
        b = sum(1 for q in state.black for _ in reach(state, q))
        v = (w - b) / 100
        return v if player == 0 else -v
