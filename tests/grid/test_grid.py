"""A board for games that do not draw one, from states of many kinds; and none where it would be a guess."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

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


class Colour(enum.Enum):
    EMPTY = 0
    BLACK = 1
    WHITE = 2


class Named(Marks):
    def store(self, cells: tuple[Any, ...], mover: int) -> Any:
        return Side(cells, mover)


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


def test_a_sliding_puzzle_is_a_square() -> None:
    board = Slide().board(Slide().initial())
    assert [[cell.piece for cell in row] for row in board.rows] == [["1", "2", "3"], ["4", "", "5"], ["7", "8", "6"]]
    assert all(cell.player is None and cell.action is None for row in board.rows for cell in row)


class Piles(Game):
    """Take from one of some piles."""

    def __init__(self, piles: tuple[int, ...] = (1, 3, 5, 7)) -> None:
        self.piles = piles

    def initial(self) -> Any:
        return self.piles, 0

    def player(self, state: Any) -> int:
        return state[1]

    def actions(self, state: Any) -> Any:
        return [(pile, take) for pile, left in enumerate(state[0]) for take in range(1, left + 1)]

    def result(self, state: Any, action: Any) -> Any:
        pile, take = action
        return put(state[0], pile, state[0][pile] - take), 1 - state[1]

    def is_terminal(self, state: Any) -> bool:
        return not any(state[0])

    def utility(self, state: Any, player: int) -> float:
        return 1.0 if player != state[1] else -1.0


class Frogs(Steps):
    """Nine cells in a line, and men who step along it."""

    size: int | None = None  # type: ignore[assignment]

    def initial(self) -> Any:
        return Side("1111.2222", 0)

    def actions(self, state: Any) -> Any:
        step, sign = ((1, "1"), (-1, "2"))[state.mover]
        return [at for at in range(9) if state.board[at] == sign and state.board[at + step : at + step + 1] == "."]

    def decode(self, action: Any) -> tuple[int, int]:
        raise NotImplementedError

    def result(self, state: Any, action: Any) -> Any:
        cells, step = list(state.board), 1 - 2 * state.mover
        cells[action], cells[action + step] = ".", cells[action]
        return Side("".join(cells), 1 - state.mover)


class Pins(Marks):
    """Nine pins in a row, as the game itself says."""

    def __init__(self) -> None:
        self.pins = 9


class Words(Slide):
    """Change a letter, and make a word."""

    def initial(self) -> Any:
        return "cold"

    def actions(self, state: Any) -> Any:
        return {"cold": ["cord"], "cord": ["card", "word"], "word": ["ward"], "card": ["ward"]}.get(state, [])

    def result(self, state: Any, action: Any) -> Any:
        return action

    def is_terminal(self, state: Any) -> bool:
        return state == "ward"


class Scores(Marks):
    """Give a point to one of four; no point is anybody's mark."""

    marks = (1, 1)

    def initial(self) -> Any:
        return self.store((0, 0, 0, 0), 0)


class Hunt(Slide):
    """Two hunters, each at a row and a column."""

    def initial(self) -> Any:
        return (0, 0), (4, 4)

    def actions(self, state: Any) -> Any:
        return ["up", "down"]

    def result(self, state: Any, action: Any) -> Any:
        row, col = state[0]
        return (row + (1 if action == "down" else -1), col), state[1]

    def is_terminal(self, state: Any) -> bool:
        return state[0][0] == 4


class Sets(Slide):
    def initial(self) -> Any:
        return frozenset({(0, 0), (1, 2)})

    def actions(self, state: Any) -> Any:
        return sorted(state)

    def result(self, state: Any, action: Any) -> Any:
        return state - {action}

    def is_terminal(self, state: Any) -> bool:
        return not state


class Twin(Marks):
    """Two boards of which neither is called one."""

    def store(self, cells: tuple[Any, ...], mover: int) -> Any:
        return cells, cells, mover

    def fetch(self, state: Any) -> tuple[tuple[Any, ...], int]:
        return state[0], state[2]


class Raising(Marks):
    """Rules that fail after the first state."""

    def result(self, state: Any, action: Any) -> Any:
        raise ZeroDivisionError


@pytest.mark.parametrize("game", [Piles(), Piles((1, 1, 0, 0)), Frogs(), Pins(), Words(), Scores(), Hunt(), Sets(),
                                  Twin(), Raising()], ids=lambda game: type(game).__name__)  # fmt: skip
def test_what_may_not_be_a_board_keeps_its_words_and_buttons(game: Game) -> None:
    state = game.initial()
    board = game.board(state)
    assert board.style == "choices"
    assert [cell.action for cell in board.rows[0]] == list(game.actions(state))
    assert "\n" not in game.text(state)


def test_of_several_grids_the_one_called_a_board_is_drawn() -> None:
    class Seen(NamedTuple):
        board: Any
        visited: Any
        mover: int

    class Two(Twin):
        def store(self, cells: tuple[Any, ...], mover: int) -> Any:
            return Seen(cells, cells, mover)

    assert Two().board(Two().initial()).style == "grid"
    assert Two().text(Two().initial()).splitlines()[-1] == "visited (0, 0, 0, 0, 0, 0, 0, 0, 0), mover 0"


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
