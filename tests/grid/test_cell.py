"""The cells of a state, stored in many ways, are drawn on a board, with their owners and what else the state says."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
import pytest
from grids import Bare, Marks, Side, Slide, Steps, Strings

from countermove import put


class Colour(enum.Enum):
    EMPTY = 0
    BLACK = 1
    WHITE = 2


class Named(Marks):
    def store(self, cells: tuple[Any, ...], mover: int) -> Any:
        return Side(cells, mover)


class Lines(Bare):
    """Three strings."""

    def store(self, cells: tuple[Any, ...], mover: int) -> Any:
        text = "".join(cells)
        return text[:3], text[3:6], text[6:]

    def fetch(self, state: Any) -> tuple[tuple[Any, ...], int]:
        return super().fetch("".join(state))


class Nested(Marks):
    blank, marks = 0, (1, -1)

    def store(self, cells: tuple[Any, ...], mover: int) -> Any:
        return (cells[:3], cells[3:6], cells[6:]), mover

    def fetch(self, state: Any) -> tuple[tuple[Any, ...], int]:
        return sum(state[0], ()), state[1]


class Places(Nested):
    def name(self, cell: int) -> Any:
        return divmod(cell, 3)

    def cell(self, action: Any) -> int:
        return action[0] * 3 + action[1]


class Array(Marks):
    def store(self, cells: tuple[Any, ...], mover: int) -> Any:
        return Side(np.array(cells, np.int8).reshape(3, 3), mover)

    def fetch(self, state: Any) -> tuple[tuple[Any, ...], int]:
        return tuple(state.board.ravel().tolist()), state.mover


class Flat(Array):
    def store(self, cells: tuple[Any, ...], mover: int) -> Any:
        return Side(np.array(cells, np.int8), mover)


class Nothing(Marks):
    blank, marks = None, ("a", "b")


class Members(Marks):
    blank, marks = Colour.EMPTY, (Colour.BLACK, Colour.WHITE)


class Small(Strings):
    blank, marks = "_", ("x", "o")


class FromOne(Marks):
    def name(self, cell: int) -> Any:
        return cell + 1

    def cell(self, action: Any) -> int:
        return action - 1


class Swapped(Places):
    """Actions are (x, y)."""

    def name(self, cell: int) -> Any:
        return cell % 3, cell // 3

    def cell(self, action: Any) -> int:
        return action[1] * 3 + action[0]


class Perspective(Marks):
    """Stones are mine or theirs, whoever is to move."""

    marks = (1, 1)

    def result(self, state: Any, action: Any) -> Any:
        cells, mover = self.fetch(state)
        theirs = tuple({0: 0, 1: 2, 2: 1}[value] for value in put(cells, action, 1))
        return self.store(theirs, 1 - mover)


MARKED = [
    (Marks, "X", "O"), (Named, "X", "O"), (Strings, "X", "O"), (Bare, "X", "O"), (Lines, "X", "O"), (Nested, "X", "O"),
    (Places, "X", "O"), (Array, "X", "O"), (Flat, "X", "O"), (Nothing, "a", "b"), (Members, "B", "W"),
    (Small, "X", "O"), (FromOne, "X", "O"), (Swapped, "X", "O"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "first", "second"), MARKED, ids=lambda value: getattr(value, "__name__", value))
def test_the_cells_of_a_state_are_drawn_and_clicked(kind: type[Marks], first: str, second: str) -> None:
    game = kind()
    state = game.result(game.result(game.initial(), game.name(4)), game.name(2))
    board = game.board(state)
    assert board.style == "grid"
    assert [[cell.piece for cell in row] for row in board.rows] == [["", "", second], ["", first, ""], ["", "", ""]]
    assert [board.rows[row][col].player for row, col in ((1, 1), (0, 2), (0, 0))] == [0, 1, None]
    played = [cell.action for row in board.rows for cell in row]
    assert played == [None if cell in (2, 4) else game.name(cell) for cell in range(9)]
    assert game.text(state).splitlines()[:3] == [f". . {second}", f". {first} .", ". . ."]


def test_the_other_fields_follow_the_grid() -> None:
    assert Named().text(Named().initial()).splitlines() == [". . .", ". . .", ". . .", "mover 0"]
    assert Strings().text(Strings().initial()).splitlines()[3:] == ["turn 0"]
    assert Lines().text(Lines().initial()).splitlines()[3:] == []
    assert Named().board(Named().initial()).caption == "mover 0\nCells are numbered from 0, row by row."
    assert FromOne().board(FromOne().initial()).caption.endswith("Cells are numbered from 1, row by row.")


def test_a_cell_named_by_row_and_column_has_its_row_and_column_beside_the_board() -> None:
    board = Places().board(Places().initial())
    assert (board.row_names, board.column_names) == (("0", "1", "2"), ("0", "1", "2"))


def test_values_that_are_nobodys_are_shown_as_they_are() -> None:
    game = Perspective()
    board = game.board(game.result(game.result(game.initial(), 4), 2))
    assert [(cell.piece, cell.player) for cell in (board.rows[1][1], board.rows[0][2])] == [("1", None), ("2", None)]


def test_a_finished_game_has_nothing_to_click() -> None:
    game = Bare()
    assert not any(cell.action is not None for row in game.board("XOXOXOXOX").rows for cell in row)


def test_a_sliding_puzzle_is_a_square() -> None:
    board = Slide().board(Slide().initial())
    assert [[cell.piece for cell in row] for row in board.rows] == [["1", "2", "3"], ["4", "", "5"], ["7", "8", "6"]]
    assert all(cell.player is None and cell.action is None for row in board.rows for cell in row)


def test_a_game_of_letters_by_case_tells_whose_every_piece_is() -> None:
    class Letters(Steps):
        def initial(self) -> Any:
            return Side("PPNP" + "." * 8 + "ppkp", 0)

        def actions(self, state: Any) -> Any:
            step, mine = ((4, str.isupper), (-4, str.islower))[state.mover]
            for cell in range(16):
                if mine(state.board[cell]) and 0 <= cell + step < 16 and state.board[cell + step] == ".":
                    yield self.encode(cell, cell + step)

    board = Letters().board(Letters().initial())
    assert [(cell.piece, cell.player) for cell in (board.rows[0][2], board.rows[3][2])] == [("N", 0), ("k", 1)]
