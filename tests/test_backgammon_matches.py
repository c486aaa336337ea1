"""Matches of backgammon: what is sent to GNU Backgammon, how its answers are read, and pubeval as published."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from countermove.bench import gnubg
from countermove.bench.backgammon import Pubeval, against_pubeval
from countermove.games._checkers import BAR, count
from countermove.games.backgammon import Backgammon


def test_a_position_is_written_as_fibs_does() -> None:
    game = Backgammon()
    fields = gnubg.board(game, game.read("3-1")).split(":")
    assert fields[:6] == ["board", "you", "other", "9999", "0", "0"]
    start = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
    assert list(map(int, fields[6:32])) == start
    assert fields[32:37] == ["1", "3", "1", "0", "0"]
    assert len(fields) == 53


@pytest.mark.parametrize("words", ["8/5 6/5", "8/5* 6/5*", "6/5 8/5"])
def test_its_answers_are_plays(words: str) -> None:
    game = Backgammon()
    state = game.read("3-1")
    after = gnubg._after(game.mine(state), words)
    point = game.result(state, next(a for a in game.actions(state) if game.action_name(state, a) == "8/5+6/5"))
    assert after == [count(point.white, at) for at in range(BAR + 1)]


def test_more_of_its_words() -> None:
    game = Backgammon()
    men = game.initial().white
    assert gnubg._after(men, "24/20(2) 13/9(2)")[20] == 2
    assert gnubg._after(men, "24/20/16/12/8")[8] == 4
    assert gnubg._after((2, 0, 0, 0), "1/off")[:2] == [1, 0]


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """Weights for pubeval that are easy to add up: number 1000 in races, 1 with contact."""
    file = tmp_path / "weights.csv"
    file.write_text("input,race,contact\n" + "".join(f"{i},1000,1\n" for i in range(122)))
    return file


def test_pubeval_sees_what_was_published(weights: Path) -> None:
    game = Pubeval(file=str(weights))
    state = game.read("3-1")
    # Five men on 6 and on 13: two or more, and half of what is beyond three. Three on 8: two or more, and three.
    assert game.judge(state.white, state.black) == (1 + 1) + (1 + 1) + (1 + 1) + 1
    hit = game.read("6-2 24/18+13/11").white, game.read("6-2 24/18+13/11").black
    assert game.judge(hit[1], hit[0]) == 7 + 3  # three blots of White's, as Black sees them


@pytest.mark.slow
@pytest.mark.native
def test_a_match_gives_the_points_of_each_game_the_same_every_time(weights: Path) -> None:
    points = against_pubeval(weights, 20, seed=1)
    assert len(points) == 20 and set(np.abs(points)) <= {1.0, 2.0, 3.0}
    np.testing.assert_array_equal(points, against_pubeval(weights, 20, seed=1))
