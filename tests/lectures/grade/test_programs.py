"""Whole programs as students write them: no right one is accused, every wrong one is caught with a counterexample."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from mistakes import MISTAKES

from countermove.errors import SpecError
from countermove.lectures.grade import Grade, grade

PROGRAMS = Path(__file__).parent / "programs"
RIGHT, ALONE = ({path.stem: path for path in sorted((PROGRAMS / kind).glob("*.py"))} for kind in ("right", "wrong"))
QUICK_RIGHT = [
    "inplace",
    "nim",
    "array_window",
    "node_objects",
    "pacman_minimax",
    "pacman_last_ghost",
    "agent_alone",
    "win_or_lose",
    "shortcut",
    "board_dict",
    "dice_nodes",
    "pacman_wraps",
    "says_done",
    "discount",
    "gains",
    "two_marks",
]
QUICK_WRONG = [
    "inplace_no_undo",
    "nim_root_flag",
    "array_window_cut",
    "heap_tree_right",
    "pacman_partial_ply",
    "sticks_average",
    "memo_bounds",
    "agent_alone_next",
    "win_or_lose_both",
]
VERDICTS = {name: mistake.verdict for name, mistake in MISTAKES.items()} | {
    "domineering_wrong": "wrong:no-negation",
    "empty_row_ends": "plays-on",
    "index_of": "crash",
    "late_win": "ends",
    "memo_bounds": "wrong:wrong-bound",
    "one_side_breaks": "missing-action",
    "root_mark": "same-mark",
    "win_or_lose_both": "wrong:swapped",
}


def graded(paths: list[Path]) -> dict[str, Grade | str]:
    def one(path: Path) -> Grade | str:
        try:
            return grade(path)
        except SpecError as error:
            return str(error)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip([path.stem for path in paths], pool.map(one, paths)))


def check_right(names: list[str]) -> None:
    for name, report in graded([RIGHT[name] for name in names]).items():
        assert isinstance(report, Grade), (name, report)
        assert report.ok, (name, report.sentence)
        assert (report.taken or report.style == "game") and report.cases >= 3


def check_wrong(names: list[str], folder: Path) -> None:
    for name in MISTAKES.keys() & set(names):
        text = RIGHT[MISTAKES[name].right].read_text(encoding="utf-8")
        (folder / f"{name}.py").write_text(MISTAKES[name].made_in(text), encoding="utf-8")
    for name, report in graded([ALONE.get(name, folder / f"{name}.py") for name in names]).items():
        assert isinstance(report, Grade), (name, report)
        assert not report.ok, name
        assert report.mistake == VERDICTS[name], name
        assert report.example and (report.example.position or report.example.tree), name
        assert (report.example.sentence or report.mistake == "crash") and report.sentence and report.hint, name


def test_there_are_forty_programs_half_of_them_wrong() -> None:
    assert VERDICTS.keys() == MISTAKES.keys() | ALONE.keys()
    assert len(RIGHT) >= 20 and len(VERDICTS) >= 20


def test_right_programs_are_right_on_their_own_games() -> None:
    check_right(QUICK_RIGHT)


def test_wrong_programs_are_caught_with_a_counterexample(tmp_path: Path) -> None:
    check_wrong(QUICK_WRONG, tmp_path)


@pytest.mark.slow
def test_every_other_right_program_is_right() -> None:
    check_right([name for name in RIGHT if name not in QUICK_RIGHT])


@pytest.mark.slow
def test_every_other_wrong_program_is_caught(tmp_path: Path) -> None:
    check_wrong([name for name in VERDICTS if name not in QUICK_WRONG], tmp_path)


def test_what_is_taken_for_what_can_be_corrected(tmp_path: Path) -> None:
    text = """
def lines(n):
    return [n - take for take in (1, 2) if take <= n]

def minimax(n, extra, up):
    if n == 0:
        return -1 if up else 1
    return (max if up else min)(minimax(each, extra, not up) for each in lines(n))
"""
    path = tmp_path / "homework.py"
    path.write_text(text)
    report = grade(path, mapped={"n": "9", "turn": "up", "extra": "'none'"})
    assert report.ok and report.cases >= 3
    assert any("up says whose turn it is" in words for words in report.taken)


def test_what_cannot_be_understood_is_not_called_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "homework.py"
    path.write_text("def minimax(universe, flavour):\n    return minimax(universe.next(flavour), flavour.turned())\n")
    with pytest.raises(SpecError, match=r"homework\.py"):
        grade(path)


def test_more_than_two_players_are_not_called_a_mistake(tmp_path: Path) -> None:
    text = """
def maxn(points, who, left):
    if left == 0:
        return points[0] * 3 % 7, points[1] * 5 % 11, points[2] * 2 % 5
    after = [points[:who] + (points[who] + step,) + points[who + 1:] for step in (1, 2)]
    return max((maxn(each, (who + 1) % 3, left - 1) for each in after), key=lambda values: values[who])

print(maxn((0, 0, 0), 0, 5))
"""
    path = tmp_path / "homework.py"
    path.write_text(text)
    with pytest.raises(SpecError, match="more than two players"):
        grade(path)


def test_a_reading_that_only_we_hold_is_not_called_a_mistake(tmp_path: Path) -> None:
    text = """
GRID = [[1, 3, 1], [1, 5, 1], [4, 2, 1]]

def best(row, column):
    if row == column == 2:
        return 0
    down = [GRID[row + 1][column] + best(row + 1, column)] if row < 2 else []
    right = [GRID[row][column + 1] + best(row, column + 1)] if column < 2 else []
    return max(down + right)

print(best(0, 0))
"""
    path = tmp_path / "homework.py"
    path.write_text(text)
    with pytest.raises(SpecError, match="differ from ours only as its rules were read here"):
        grade(path)


def test_a_random_game_is_not_called_a_mistake(tmp_path: Path) -> None:
    text = """
import random

def minimax(position, depth, mine):
    if depth == 0:
        return random.randint(-9, 9)
    values = [minimax(position + random.randint(-1, 1), depth - 1, not mine) for _ in range(3)]
    return max(values) if mine else min(values)

print(minimax(0, 3, True))
"""
    path = tmp_path / "homework.py"
    path.write_text(text)
    with pytest.raises(SpecError, match="its game is random"):
        grade(path)


def test_where_the_program_stopped_is_part_of_the_refusal(tmp_path: Path) -> None:
    path = tmp_path / "homework.py"
    path.write_text("def minimax(board, mine):\n    return max(minimax(each, not mine) for each in moves(board))\n")
    with pytest.raises(SpecError, match=r"line 2 stops with NameError: name 'moves' is not defined"):
        grade(path)


def test_rules_in_another_file_are_named_and_not_guessed(tmp_path: Path) -> None:
    text = """
from rules import winner

def minimax(board, mine):
    if winner(board):
        return -1 if mine else 1
    if " " not in board:
        return 0
    values = []
    for i in range(9):
        if board[i] == " ":
            board[i] = "X" if mine else "O"
            values.append(minimax(board, not mine))
            board[i] = " "
    return max(values) if mine else min(values)
"""
    path = tmp_path / "homework.py"
    path.write_text(text)
    with pytest.raises(SpecError, match=r"`winner`, which it uses, is in another file; put both into one file"):
        grade(path)
