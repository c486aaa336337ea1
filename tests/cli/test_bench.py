"""`countermove bench` measures what it is asked for, and says what is wrong with what it is asked."""

import importlib.util

import pytest

from countermove.bench import compilation, draft, exact, plain, rival
from countermove.bench.exact import exact_file
from countermove.bench.perfect import perfect_file
from countermove.errors import SpecError
from countermove.registry import load
from countermove.textbook import alphabeta
from countermove.textbook import run as play


@pytest.fixture
def alone(monkeypatch):
    """No other framework is installed."""
    found = importlib.util.find_spec
    others = ("bitbully", "pyspiel", "easyAI")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name in others else found(name, *more))


@pytest.mark.native
def test_only_the_sections_asked_for_are_measured(run, monkeypatch):
    monkeypatch.setattr(plain, "MAX_TEXTBOOK_SECONDS", 0.0)
    answer = run("bench", "plays", "alphabeta", "--depth", 3, "--json").json
    assert list(answer) == ["load", "alphabeta", "plays"]
    assert [each["plays"] for each in answer["plays"]] == [each["published"] for each in answer["plays"]]
    assert [each["same"] for each in answer["alphabeta"]] == [True, None, None]


@pytest.mark.native
def test_a_framework_that_is_not_installed_is_named_and_left_out(run, alone, monkeypatch):
    monkeypatch.setattr(exact, "SETS", {30: 5})
    out = run("bench", "rivals", "connect4").out
    assert "OpenSpiel is not installed. To compare: pip install" in out
    assert "easyAI is not installed" in out
    assert "30 stones" in out
    assert "bitbully is not installed" in out


@pytest.mark.native
def test_bitbully_finds_the_same_scores(monkeypatch):
    pytest.importorskip("bitbully", reason="bitbully is not installed")
    monkeypatch.setattr(exact, "SETS", {24: 5})
    (found,) = exact.sets(positions=5)
    assert (found.rival, found.rival_positions, found.different) == ("bitbully", 5, 0)
    assert found.ratio > 0


def test_openspiel_and_the_textbook_visit_the_same_leaves():
    """Which is why the same nodes may be said of both: 685 positions six plies deep, counted by OpenSpiel's C++."""
    game = rival.blind()
    seen = []

    class Counting(type(game)):
        def evaluate(self, state, player):
            seen.append(state)
            return 0.0

    play(alphabeta(Counting(), depth=6))
    assert len(seen) == 685


def test_a_file_that_holds_no_positions_is_named(tmp_path):
    (tmp_path / "Test_odd").write_text("12 3 4\n")
    with pytest.raises(SpecError, match="Test_odd has the line '12 3 4'; expected the columns played and a score"):
        exact_file(tmp_path / "Test_odd")


@pytest.mark.native
def test_perfect_moves_keep_what_a_position_is_worth(tmp_path):
    (tmp_path / "Test_few").write_text("415161 18\n4455 18\n")  # won at once, and with two more stones
    found = perfect_file(tmp_path / "Test_few", load("connect4"), "player", 200)
    assert (found.positions, found.perfect) == (2, 2) and 1 <= found.fastest <= 2
    (tmp_path / "Test_few").write_text("415161 0\n")
    assert perfect_file(tmp_path / "Test_few", load("connect4"), "player", 200).share == 0


def test_without_data_there_are_no_positions_to_judge_moves_by(run):
    assert "Give --data: positions with known values." in run("bench", "perfect").out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["speed"], "Unknown section 'speed'; choose from alphabeta, plays, start"),
        (["--depth", 0], "--depth is 0; give 1 to 20"),
        (["--positions", -1], "--positions is -1; give 0 or more"),
        (["--seconds", 0], "--seconds is 0; give a number above 0"),
        (["--data", "nowhere"], "Directory nowhere not found"),
    ],
)
def test_a_mistake_gets_a_sentence(run, options, sentence):
    answer = run("bench", *options)
    assert answer.code == 2
    assert sentence in answer.err


@pytest.mark.native
def test_ordinary_rules_visit_the_nodes_of_bit_boards(alone, monkeypatch):
    monkeypatch.setattr(draft, "SECONDS", 1e-9)
    monkeypatch.setattr(draft, "DEPTHS", {draft.TIC_TAC_TOE: 9, draft.CONNECT: 5})
    found, missing = draft.ordinary()
    assert missing == ["OpenSpiel is not installed", "easyAI is not installed"]
    for work in (draft.TIC_TAC_TOE, draft.CONNECT):
        assert len({each.nodes for each in found if each.work == work}) == 1
    assert sum(each.native for each in found) == len(draft.DRAFTS) + 2


@pytest.mark.native
def test_the_second_process_needs_less_than_the_first(run, monkeypatch):
    monkeypatch.setattr(compilation, "RUNS", 1)
    monkeypatch.setattr(compilation, "BUILT_IN", {"subtract": ""})
    monkeypatch.setattr(compilation, "DRAFTS", {})
    out = run("bench", "compile", "--json").json
    (found,) = out["compile"]
    assert found["game"] == "subtract"
    assert found["warm"] < found["cold"]
    assert found["warm"] < found["edited"]
