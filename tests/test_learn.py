"""Learning by self-play: it learns, it comes to the same weights however it is interrupted, and says what is wrong."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from countermove import load
from countermove.errors import SpecError, UnfitError
from countermove.games import _backgammon_net as net
from countermove.games._checkers import add
from countermove.games.backgammon import Backgammon
from countermove.learn import BLOCK_GAMES, learn, read


def test_the_network_sees_the_position_from_the_side_that_rolls() -> None:
    game = Backgammon()
    state = game.read("3-1 8/5+6/5")
    inputs = np.zeros(net.INPUTS, np.float32)
    assert net.see(game.mine(state), game.theirs(state), inputs) == net.CONTACT
    assert inputs[4 * 23 + 1] == 1  # Black's last two men, on the own 24
    assert inputs[net.SIDE + 4 * 4 + 1] == 1  # White's new point 5, as White counts
    assert inputs[net.SIDE + 4 * 7 + 1] == 1 and inputs[net.SIDE + 4 * 7 + 2] == 0  # two left on 8
    assert inputs[2 * net.SIDE] == np.float32(1.67) and inputs[2 * net.SIDE + 1] == np.float32(1.63)


def men(*points: int) -> tuple[int, int, int, int]:
    """Men on these points, one for each time that a point is named."""
    found = (0, 0, 0, 0)
    for point in points:
        found = add(found, point)
    return found


def test_shots_are_counted_as_on_paper() -> None:
    assert net.shots(men(20), men(11)) == 17  # six pips away: any 6, 5-1, 4-2, 3-3, 2-2
    assert net.shots(men(20), men(6)) == 11  # one pip away: any 1
    assert net.shots(men(20), men(11, 8, 8)) == 16  # a point made 3 pips on stops 3-3 only
    assert net.shots(men(20), men(11, 11)) == 0
    assert net.shots(men(25, 25), men(4, 1, 1)) == 11  # both men enter first: any 4
    assert net.shots(men(1), men(1)) == 0


@pytest.mark.slow
def test_interruption_changes_nothing(tmp_path: Path) -> None:
    game = load("backgammon")
    whole = learn(game, games=4, seed=3, hidden=4)
    file = tmp_path / "net.npz"
    learn(game, games=1, seed=3, hidden=4, file=file)
    rest = learn(game, games=4, seed=99, hidden=99, file=file)  # the file knows better
    assert rest.complete and rest.games == 4
    np.testing.assert_array_equal(whole.first, rest.first)
    np.testing.assert_array_equal(whole.second, rest.second)
    first, _, games, seed = read(file)
    assert (games, seed) == (4, 3)
    np.testing.assert_array_equal(first, whole.first)


@pytest.mark.native
def test_stopping_keeps_whole_blocks_and_says_so(tmp_path: Path) -> None:
    stop = threading.Event()
    game, file = load("backgammon"), tmp_path / "a"
    found = learn(game, games=10**9, hidden=8, file=file, stop=stop, progress=lambda _: stop.set())
    assert not found.complete and found.games % BLOCK_GAMES == 0 and read(file)[2] == found.games


def test_what_cannot_learn_or_be_read_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UnfitError, match="Nim has no network"):
        learn(load("nim"), games=1)
    with pytest.raises(SpecError, match="1 game or more"):
        learn(load("backgammon"), games=0)
    (tmp_path / "b").write_text("no network")
    with pytest.raises(SpecError, match="does not contain a network"):
        learn(load("backgammon"), games=1, file=tmp_path / "b")
    with pytest.raises(SpecError, match=r"cannot be read: it does not contain a network"):
        Backgammon(network=str(tmp_path / "b"))
    with pytest.raises(SpecError, match=r"No such file"):
        Backgammon(network=str(tmp_path / "none"))
