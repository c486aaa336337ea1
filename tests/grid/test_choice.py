"""Where a board would be a guess, words and buttons stay; of several grids the one called a board is drawn."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from grids import Marks, Side, Slide, Steps

from countermove import Game, put


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
