"""Marks on five cells, with annotations that say less, or other things, than the fields hold."""

from typing import Any, List, NamedTuple

from countermove import Game


class S(NamedTuple):
    cells: List[int]
    last: int
    turn: bool
    extra: Any = None
    tag: str = 0


class B(Game):
    def initial(self):
        return S((0, 0, 0, 0, 0), None, False, None, "a")

    def player(self, s):
        return int(s.turn)

    def actions(self, s):
        return [i for i in range(5) if not s.cells[i] and i != s.last]

    def is_terminal(self, s):
        return not self.actions(s)

    def result(self, s, a):
        c = list(s.cells)
        c[a] = 1
        extra = (a, a + 1) if a % 2 else None
        if a == 3:
            extra = a
        return S(tuple(c), a if a != 2 else None, not s.turn, extra, 7 if a == 4 else "b")

    def utility(self, s, p):
        return -1.0 if p == int(s.turn) else 1.0
