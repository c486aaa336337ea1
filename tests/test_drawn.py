"""A wrong board is the author's to mend: the sentence names the method and says what to return."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from heap_file import take_away

from countermove import Board, Cell, fault, load
from countermove.check import check_game
from countermove.cli import main
from countermove.drawn import complaint, require_board
from countermove.errors import GameError
from countermove.game import Game
from countermove.studio.games.game_call import _entry

BOARDS = {
    "nothing": ("return None", "Own.board gives None", "Board.of(rows)"),
    "words": ("return 'a heap'", "Own.board gives 'a heap'", "Board.of(rows)"),
    "strings for cells": ("return Board.of([['X', 'O']])", "has 'X' at row 0, column 0, which is not a Cell", "Cell("),
    "a number for a row": ("return Board((3,))", "has 3 for row 0", "Board.of(rows)"),
    "a number for a piece": ("return Board.of([[Cell(5)]])", "has the piece 5", "not a str", "row 0, column 0"),
    "a name for a player": ("return Board.of([[Cell('X', 'me')]])", "has the player 'me'"),
    "ragged rows": ("return Board.of([[Cell()], [Cell(), Cell()]])", "1 cells in row 0 and 2 in row 1", '"piles"'),
    "an action that is not legal": ("return Board.of([[Cell(action=7)]])", "a cell that plays 7", "not legal"),
    "an unknown style": ("return Board.of([[Cell()]], 'chess')", "has the style 'chess'", "'grid'"),
    "an unknown look": ("return Board.of([[Cell()]], look='wood')", "has the look 'wood'", "'discs'"),
    "no caption": ("return Board.of([[Cell()]], caption=None)", "has the caption None"),
    "numbers for names": ("return Board.of([[Cell()]], row_names=(1,))", "has row_names (1,)", "strings"),
    "a click elsewhere": ("return Board.of([[Cell()]], clicks=((1, ((0, 4),)),))", "plays 1 by a click at (0, 4)"),
    "a click of no places": ("return Board.of([[Cell()]], clicks=(1,))", "has 1 among its clicks"),
    "a line to nowhere": ("return Board.of([[Cell()]], 'points', lines=(((0, 0), (3, 3)),))", "has the line"),
    "an error": ("return self.nothing", "Own.board", "AttributeError", "own.py line"),
}


@pytest.fixture
def own(tmp_path: Path) -> Callable[[str], str]:
    """Writes a file of rules with a body of `board`."""

    def write(body: str) -> str:
        text = take_away("Own", "Take one or two.").replace("import Game", "import Board, Cell, Game")
        path = tmp_path / "own.py"
        path.write_text(f"{text}\n    def board(self, state):\n        {body}\n")
        return str(path)

    return write


@pytest.mark.parametrize("kind", BOARDS)
def test_a_wrong_board_is_told_to_its_author(
    kind: str, own: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    body, *words = BOARDS[kind]
    path = own(body)
    for command in (["play", path, "--second", "random", "--seed", "1"], ["best", path, "--depth", "2"]):
        assert main(command) == 2
        said = capsys.readouterr().err
        assert "Countermove itself" not in said
        for word in ("Own.board", *words):
            assert word in said
    shelf: Any = SimpleNamespace(any_game=load, authored={})
    shown = _entry(shelf, path)
    assert all(word in shown["error"] for word in ("Own.board", *words[1:]))
    report = check_game(load(path), games=5, native=False)
    assert [problem.law for problem in report.problems] == ["board-legal" if kind != "an error" else "board-raises"]
    assert "Own.board" in report.problems[0].sentence


class Words(Game):
    """A game whose words are none."""

    def initial(self) -> Any:
        return 0

    def player(self, state: Any) -> int:
        return 0

    def actions(self, state: Any) -> Any:
        return [1]

    def result(self, state: Any, action: Any) -> Any:
        return 1

    def is_terminal(self, state: Any) -> bool:
        return bool(state)

    def utility(self, state: Any, player: int) -> float:
        return 0.0


def test_words_that_are_none_are_not_taken_for_a_wrong_board() -> None:
    class Silent(Words):
        def text(self, state: Any) -> Any:
            return None

    class Numbered(Words):
        def action_name(self, state: Any, action: Any) -> Any:
            return 5

    with pytest.raises(GameError, match=r"Silent.text gives None. Return the state as a str."):
        require_board(Silent(), 0)
    with pytest.raises(GameError, match=r"Numbered.action_name gives 5 for the action 1"):
        require_board(Numbered(), 0)


def test_rows_of_buttons_may_stand_below_a_grid() -> None:
    rows = [[Cell(), Cell(), Cell()], [Cell("pass", action=9)]]
    assert complaint(Board.of(rows), [9]) is None


def test_a_board_of_a_finished_game_plays_nothing() -> None:
    found = complaint(Board.of([[Cell(action=1)]]), [])
    assert found is not None
    assert "the game is over" in found[0]


def test_a_fault_in_what_board_calls_names_the_line() -> None:
    class Deep(Words):
        def board(self, state: Any) -> Board:
            return Board.of([[1 / 0]])  # type: ignore[list-item]

    with pytest.raises(ZeroDivisionError) as found:
        require_board(Deep(), 0)
    assert "Deep.board (test_drawn.py line" in fault.sentence(found.value)
