"""What is clicked for an action: a cell, a column, one cell and then another, or a button."""

from __future__ import annotations

from typing import Any

import pytest
from grids import Bare, Marks, Side, Steps

from countermove import Game, put


class Falling(Game):
    """Pieces fall in columns; the state says how it is stored."""

    rows, cols = 4, 5
    flat, by_columns, rising = True, False, False

    def index(self, row: int, col: int) -> int:
        return col * self.rows + row if self.by_columns else row * self.cols + col

    def free(self, cells: tuple[int, ...], col: int) -> int | None:
        rows = range(self.rows) if self.rising else range(self.rows - 1, -1, -1)
        return next((row for row in rows if not cells[self.index(row, col)]), None)

    def initial(self) -> Any:
        return self.store((0,) * (self.rows * self.cols), 0)

    def store(self, cells: tuple[int, ...], mover: int) -> Any:
        wide = self.rows if self.by_columns else self.cols
        return Side(cells if self.flat else tuple(cells[at : at + wide] for at in range(0, len(cells), wide)), mover)

    def fetch(self, state: Any) -> tuple[int, ...]:
        return state.board if self.flat else sum(state.board, ())

    def player(self, state: Any) -> int:
        return state.mover

    def actions(self, state: Any) -> Any:
        return [col for col in range(self.cols) if self.free(self.fetch(state), col) is not None]

    def result(self, state: Any, action: int) -> Any:
        cells = self.fetch(state)
        row = self.free(cells, action)
        assert row is not None
        return self.store(put(cells, self.index(row, action), state.mover + 1), 1 - state.mover)

    def is_terminal(self, state: Any) -> bool:
        return not self.actions(state)

    def utility(self, state: Any, player: int) -> float:
        return 0.0


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("by_columns", [True, False])
@pytest.mark.parametrize("rising", [True, False])
@pytest.mark.parametrize("size", [(4, 5), (4, 4), (6, 7)])
def test_where_pieces_fall_a_column_is_clicked(
    flat: bool, by_columns: bool, rising: bool, size: tuple[int, int]
) -> None:
    rows, cols = size

    class Kind(Falling):
        pass

    Kind.flat, Kind.by_columns, Kind.rising, Kind.rows, Kind.cols = flat, by_columns, rising, rows, cols
    game = Kind()
    state = game.initial()
    for action in (1, 1, 3, *([0] * rows)):
        state = game.result(state, action)
    board = game.board(state)
    assert board.style == "columns"
    assert [cell.piece for cell in board.rows[-1]][1:4] == ["X", "", "X"]
    assert [board.rows[rows - 2][1].piece, board.rows[0][1].piece] == ["O", ""]
    assert [cell.action for cell in board.rows[0]] == [None, *range(1, cols)]
    assert board.column_names == tuple(str(col) for col in range(cols))


class StepPlaces(Steps):
    def encode(self, one: int, other: int) -> Any:
        return divmod(one, 4), divmod(other, 4)

    def decode(self, action: Any) -> tuple[int, int]:
        return action[0][0] * 4 + action[0][1], action[1][0] * 4 + action[1][1]


class StepFour(Steps):
    def encode(self, one: int, other: int) -> Any:
        return (*divmod(one, 4), *divmod(other, 4))

    def decode(self, action: Any) -> tuple[int, int]:
        return action[0] * 4 + action[1], action[2] * 4 + action[3]


class StepNumber(Steps):
    def encode(self, one: int, other: int) -> Any:
        return one * 16 + other

    def decode(self, action: Any) -> tuple[int, int]:
        return divmod(action, 16)


@pytest.mark.parametrize("kind", [Steps, StepPlaces, StepFour, StepNumber])
def test_an_action_from_one_cell_to_another_takes_two_clicks(kind: type[Steps]) -> None:
    game = kind()
    board = game.board(game.initial())
    assert board.clicks[0] == (game.encode(0, 4), ((0, 0), (1, 0)))
    assert len(board.clicks) == 4
    assert (board.rows[0][0].piece, board.rows[0][0].player) == ("1", 0)


class Passing(Bare):
    """One may also pass, by a word."""

    def actions(self, state: Any) -> Any:
        return [*super().actions(state), "pass"]

    def result(self, state: Any, action: Any) -> Any:
        return state if action == "pass" else super().result(state, action)


def test_an_action_that_names_no_cell_stays_a_button() -> None:
    board = Passing().board("." * 9)
    assert [cell.action for row in board.rows for cell in row] == list(range(9))


def test_a_click_whose_action_changes_another_cell_is_not_offered() -> None:
    class Later(Marks):
        """From the third action on, an action is the cell after the one that it names."""

        def result(self, state: Any, action: Any) -> Any:
            cells, mover = state
            late = sum(map(bool, cells)) >= 4
            return self.store(put(cells, (action + late) % 9, self.marks[mover]), 1 - mover)

    game = Later()
    early, late = game.store((1, 2, 0, 0, 0, 0, 0, 0, 0), 0), game.store((1, 2, 1, 2, 0, 0, 0, 0, 0), 0)
    assert sum(cell.action is not None for row in game.board(early).rows for cell in row) == 7
    assert sum(cell.action is not None for row in game.board(late).rows for cell in row) == 0
