"""Phantom tic-tac-toe: nobody sees the other's marks.

The rules of tic-tac-toe, but players see only their own marks. A player who tries a cell that the other has taken
learns that, and tries another one in the same turn. Neither learns how often the other tried in vain.

A state has four sets of cells, as bits like those of tictactoe.py: the marks of X and O, and the marks of the other
that each has bumped into.

    view of X:  x as it is, o = the cells where X has bumped into an O
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from countermove.bits import bits
from countermove.board import Board, Cell
from countermove.game import Axes, Game
from countermove.games.tictactoe import FULL, lined

NAMES = tuple(f"{column}{row}" for row in "321" for column in "abc")


class Veiled(NamedTuple):
    x: int
    o: int
    found_o: int
    """Marks of O that X has found; likewise those of X that O has found."""
    found_x: int
    mover: int


@dataclass(frozen=True)
class Phantom(Game[Veiled]):
    """Tic-tac-toe where nobody sees the other's marks.

    >>> game = Phantom()
    >>> state = game.read("b2 b2 a1")
    >>> game.view(state, 1) == Veiled(x=0o020, o=0o100, found_o=0, found_x=0o020, mover=0)
    True
    """

    axes: ClassVar[Axes] = Axes(hidden=True)
    outcomes: ClassVar[tuple[int, ...]] = (-1, 0, 1)

    def initial(self) -> Veiled:
        return Veiled(0, 0, 0, 0, 0)

    def player(self, state: Veiled) -> int:
        return state.mover

    def actions(self, state: Veiled) -> Iterator[int]:
        if not self.is_terminal(state):
            known = state.x | state.found_o if state.mover == 0 else state.o | state.found_x
            yield from bits(FULL & ~known)

    def result(self, state: Veiled, action: int) -> Veiled:
        cell = 1 << action
        if state.mover == 0:
            if state.o & cell:
                return state._replace(found_o=state.found_o | cell)
            return state._replace(x=state.x | cell, mover=1)
        if state.x & cell:
            return state._replace(found_x=state.found_x | cell)
        return state._replace(o=state.o | cell, mover=0)

    def is_terminal(self, state: Veiled) -> bool:
        return lined(state.x) or lined(state.o) or state.x | state.o == FULL

    def utility(self, state: Veiled, player: int) -> float:
        value = 1.0 if lined(state.x) else -1.0 if lined(state.o) else 0.0
        return value if player == 0 else -value

    # What is seen.

    def view(self, state: Veiled, player: int) -> Veiled:
        if player == 0:
            return Veiled(state.x, state.found_o, state.found_o, 0, state.mover)
        if player == 1:
            return Veiled(state.found_x, state.o, 0, state.found_x, state.mover)
        return Veiled(0, 0, 0, 0, state.mover)

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return "XO"[player] if player >= 0 else super().player_name(player)

    def action_name(self, state: Veiled, action: int) -> str:
        return NAMES[action]

    def board(self, state: Veiled) -> Board:
        legal = frozenset(self.actions(state))
        cells = [
            Cell("X", player=0)
            if state.x >> cell & 1
            else Cell("O", player=1)
            if state.o >> cell & 1
            else Cell("", action=cell if cell in legal else None)
            for cell in range(9)
        ]
        hidden = [((cell // 3, cell % 3),) for cell in legal if cells[cell].action is None]
        clicks = [(3 * places[0][0] + places[0][1], places) for places in hidden]
        return Board.of(
            [cells[at : at + 3] for at in (0, 3, 6)], "grid", row_names=("3", "2", "1"), column_names=("a", "b", "c"),
            clicks=clicks,
        )  # fmt: skip

    def text(self, state: Veiled) -> str:
        marks = ["X" if state.x >> cell & 1 else "O" if state.o >> cell & 1 else "." for cell in range(9)]
        return "\n".join("".join(marks[at : at + 3]) for at in (0, 3, 6))
