"""Games that do not draw a board, whose states hold a grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from countermove import Game, put


class Marks(Game):
    """Put your mark on a free cell of three by three; nobody wins. The state says how it is stored."""

    blank: Any = 0
    marks: tuple[Any, ...] = (1, 2)

    def initial(self) -> Any:
        return self.store((self.blank,) * 9, 0)

    def store(self, cells: tuple[Any, ...], mover: int) -> Any:
        return cells, mover

    def fetch(self, state: Any) -> tuple[tuple[Any, ...], int]:
        return state

    def name(self, cell: int) -> Any:
        return cell

    def cell(self, action: Any) -> int:
        return action

    def player(self, state: Any) -> int:
        return self.fetch(state)[1]

    def actions(self, state: Any) -> Any:
        cells, _ = self.fetch(state)
        return [self.name(cell) for cell in range(len(cells)) if cells[cell] == self.blank]

    def result(self, state: Any, action: Any) -> Any:
        cells, mover = self.fetch(state)
        return self.store(put(cells, self.cell(action), self.marks[mover]), 1 - mover)

    def is_terminal(self, state: Any) -> bool:
        return self.blank not in self.fetch(state)[0]

    def utility(self, state: Any, player: int) -> float:
        return 0.0


class Side(NamedTuple):
    board: Any
    mover: int


@dataclass(frozen=True)
class Table:
    cells: str
    turn: int


class Strings(Marks):
    blank, marks = ".", ("X", "O")

    def store(self, cells: tuple[Any, ...], mover: int) -> Any:
        return Table("".join(cells), mover)

    def fetch(self, state: Any) -> tuple[tuple[Any, ...], int]:
        return tuple(state.cells), state.turn


class Bare(Strings):
    """The state is the board, and whose turn it is is counted."""

    def store(self, cells: tuple[Any, ...], mover: int) -> Any:
        return "".join(cells)

    def fetch(self, state: Any) -> tuple[tuple[Any, ...], int]:
        return tuple(state), (len(state) - state.count(".")) % 2


class Steps(Game):
    """Move a man one step up or down the board; the action names both cells."""

    size = 4

    def initial(self) -> Any:
        return Side("1111" + "." * 8 + "2222", 0)

    def encode(self, one: int, other: int) -> Any:
        return one, other

    def decode(self, action: Any) -> tuple[int, int]:
        return action

    def player(self, state: Any) -> int:
        return state.mover

    def actions(self, state: Any) -> Any:
        step, sign = ((4, "1"), (-4, "2"))[state.mover]
        for cell in range(16):
            if state.board[cell] == sign and 0 <= cell + step < 16 and state.board[cell + step] == ".":
                yield self.encode(cell, cell + step)

    def result(self, state: Any, action: Any) -> Any:
        one, other = self.decode(action)
        cells = list(state.board)
        cells[one], cells[other] = ".", cells[one]
        return Side("".join(cells), 1 - state.mover)

    def is_terminal(self, state: Any) -> bool:
        return not list(self.actions(state))

    def utility(self, state: Any, player: int) -> float:
        return 0.0


class Slide(Game):
    """A sliding puzzle, moved by words."""

    players = 1

    def initial(self) -> Any:
        return 1, 2, 3, 4, 0, 5, 7, 8, 6

    def player(self, state: Any) -> int:
        return 0

    def actions(self, state: Any) -> Any:
        hole = state.index(0)
        return [
            w for w, ok in (("up", hole > 2), ("down", hole < 6), ("left", hole % 3), ("right", hole % 3 < 2)) if ok
        ]

    def result(self, state: Any, action: Any) -> Any:
        hole = state.index(0)
        other = hole + {"up": -3, "down": 3, "left": -1, "right": 1}[action]
        return put(put(state, hole, state[other]), other, 0)

    def is_terminal(self, state: Any) -> bool:
        return state == (1, 2, 3, 4, 5, 6, 7, 8, 0)

    def utility(self, state: Any, player: int) -> float:
        return 1.0
