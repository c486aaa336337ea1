"""Syzygy files: the same results as our own databases, fifty moves kept, and sentences where something is missing."""

import random
import shutil
import sys
from pathlib import Path

import pytest

from countermove import analyse, load
from countermove.errors import SpecError, UnfitError
from countermove.game import legal
from countermove.players import make
from countermove.solve import build_slices, open_database
from countermove.solve.syzygy import Syzygy

pytestmark = pytest.mark.native
FILES = Path(__file__).with_name("syzygy")
CHESS = load("chess")
MATE_IN_8 = "8/8/8/8/8/2k5/8/K6R w - - 0 1"


@pytest.fixture(scope="module")
def files():
    return Syzygy.open(FILES, CHESS)


@pytest.fixture(scope="module")
def slices(tmp_path_factory):
    return build_slices(CHESS, tmp_path_factory.mktemp("slices"), 3)


def positions(slices, count):
    """Random positions of three pieces where the game goes on."""
    lots = random.Random(1)
    numbers = list(slices.results)
    while count:
        number = lots.choice(numbers)
        index = lots.randrange(CHESS.slice_size(number))
        state = CHESS.slice_state(number, index)
        if CHESS.slice_index(state) == index and not CHESS.is_terminal(state):
            count -= 1
            yield state


def test_syzygy_files_and_our_own_databases_agree(files, slices):
    for state in positions(slices, 80):
        ours = {action: value for action, (value, _) in slices.known(state).items()}
        theirs = {action: value for action, (value, _) in files.known(state).items()}
        assert ours == theirs, CHESS.write(state)


def test_the_answer_is_looked_up_and_says_so(files):
    found = analyse(CHESS, CHESS.read(MATE_IN_8), database=files, nodes=1)
    assert (found.value, found.exact, found.known, found.distance) == (1.0, True, "Syzygy database", None)
    assert "Syzygy" in found.advice


def test_a_player_with_syzygy_files_mates(tmp_path):
    player = make(f"pvs:database={FILES},nodes=1")
    state, lots = CHESS.read(MATE_IN_8), random.Random(2)
    player.sit(CHESS, 0)
    for _ in range(100):
        if CHESS.is_terminal(state):
            break
        white = CHESS.player(state) == 0
        action = player.choose(CHESS, state) if white else lots.choice(legal(CHESS, state))
        assert not white or player.analysis.value == 1.0
        state = CHESS.result(state, action)
    assert CHESS.utility(state, 0) == 1.0


def test_a_win_that_comes_too_late_for_fifty_moves_is_a_draw(files):
    late = CHESS.read(MATE_IN_8.replace(" 0 1", " 98 80"))
    assert {value for value, _ in files.known(late).values()} == {0.0}
    unclear = CHESS.read(MATE_IN_8.replace(" 0 1", " 83 80"))
    assert files.known(unclear) == {} or {value for value, _ in files.known(unclear).values()} <= {0.0, 1.0}


def test_positions_that_files_do_not_have_are_searched(files):
    assert files.known(CHESS.initial()) == {}
    assert files.known(CHESS.read("8/8/8/8/8/2k5/8/K5RQ w - - 0 1")) == {}
    castling = CHESS.read("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert files.known(castling) == {}
    assert not analyse(CHESS, CHESS.initial(), database=files, nodes=200).known


def test_without_the_library_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(SpecError, match="pip install chess"):
        open_database(FILES, CHESS)


def test_other_games_and_other_directories_are_refused(tmp_path):
    with pytest.raises(UnfitError, match="endings of chess"):
        open_database(FILES, load("connect4"))
    with pytest.raises(SpecError, match="no Syzygy files"):
        Syzygy.open(tmp_path, CHESS)
    with pytest.raises(SpecError, match="cannot be read"):
        Syzygy.open(tmp_path / "nowhere", CHESS)


def test_a_damaged_file_is_one_sentence(tmp_path):
    for each in FILES.glob("*.rtb*"):
        shutil.copy(each, tmp_path)
    whole = (tmp_path / "KRvK.rtbw").read_bytes()
    (tmp_path / "KRvK.rtbw").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SpecError, match="damaged"):
        open_database(tmp_path, CHESS).known(CHESS.read(MATE_IN_8))
