"""Saved games: what is written reads back, and whatever is wrong with a file is said in one sentence."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass

import pytest

from countermove import load as load_game
from countermove.errors import SpecError
from countermove.game import same
from countermove.games.nim import Nim
from countermove.players import Record, load, make, play_game, replay, save

SPECS = ["tictactoe", "connect4", "nim", "grundy:n=9", "subtract:counters=30", "mnk", "[[3,12],[4,6],[15,2]]"]


def played(spec, start=None):
    game = load_game(spec)
    state = game.initial() if start is None else game.read(start)
    turns = list(play_game(game, [make("random:seed=1"), make("random:seed=2")], state))
    return game, Record.of(spec, game, ["random:seed=1", "random:seed=2"], state, turns), turns


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_reads_back_as_it_was_played(spec, tmp_path):
    game, record, turns = played(spec)
    save(record, tmp_path / "game.json")
    again = load(tmp_path / "game.json")
    assert again == record
    start, replayed = replay(again, game)
    assert same(start, game.initial())
    assert [turn.action for turn in replayed] == [turn.action for turn in turns]
    assert same(replayed[-1].after, turns[-1].after)
    assert again.result == tuple(game.utility(turns[-1].after, player) for player in range(2))


def test_a_game_from_a_position_keeps_it(tmp_path):
    game, record, turns = played("tictactoe", "b2 a1")
    assert record.start == "....X.O.."
    start, replayed = replay(record, game)
    assert same(start, game.read("b2 a1"))
    assert len(replayed) == len(turns)


def test_actions_that_share_a_name_are_kept_by_number():
    @dataclass(frozen=True)
    class Vague(Nim):
        def action_name(self, state, action):
            return "take"

    game = Vague((2, 1))
    turns = list(play_game(game, [make("random:seed=1")] * 2))
    record = Record.of("vague", game, [], game.initial(), turns)
    assert [turn.action for turn in replay(record, game)[1]] == [turn.action for turn in turns]
    assert isinstance(record.actions[0], int)


GOOD = {"countermove": 1, "game": "nim", "players": ["human", "best"], "start": None, "actions": ["c5"]}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "damaged"),
        ("{", "line 1"),
        ("[]", "not a saved game"),
        ("{}", '"countermove"'),
        (json.dumps({**GOOD, "countermove": 7}), "newer Countermove"),
        (json.dumps({**GOOD, "countermove": "1"}), '"countermove" is'),
        (json.dumps({**GOOD, "game": 5}), '"game" is 5'),
        (json.dumps({**GOOD, "players": "human"}), '"players" is'),
        (json.dumps({**GOOD, "start": 3}), '"start" is 3'),
        (json.dumps({**GOOD, "actions": None}), '"actions" is None'),
        (json.dumps({**GOOD, "actions": [True]}), '"actions" is'),
        (json.dumps({**GOOD, "result": 1}), '"result" is 1'),
        (json.dumps({**GOOD, "resigned": "me"}), '"resigned" is'),
        ("[" * 100000, "damaged"),
    ],
)
def test_a_damaged_file_is_explained(tmp_path, text, words):
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(SpecError) as error:
        load(path)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_missing_binary_or_a_directory_is_explained(tmp_path):
    with pytest.raises(SpecError, match="cannot be read"):
        load(tmp_path / "none.json")
    with pytest.raises(SpecError, match="cannot be read"):
        load(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SpecError, match="not text"):
        load(tmp_path / "binary")


def test_actions_that_do_not_fit_the_rules_are_explained():
    game = Nim()
    with pytest.raises(SpecError, match="Action 2 of the saved game is 'c5', which is not legal"):
        replay(Record("nim", actions=("c5", "c5")), game)
    with pytest.raises(SpecError, match="Action 1 of the saved game is number 99"):
        replay(Record("nim", actions=(99,)), game)
    with pytest.raises(SpecError, match="continues after its end"):
        replay(Record("nim", actions=("a3", "b4", "c5", "a1")), game)


def test_a_path_that_cannot_be_written_is_explained_and_leaves_nothing_behind(tmp_path):
    with pytest.raises(SpecError, match="cannot be saved"):
        save(Record("nim"), tmp_path / "no" / "where.json")
    with pytest.raises(SpecError, match="directory"):
        save(Record("nim"), tmp_path)
    assert os.listdir(tmp_path) == []
