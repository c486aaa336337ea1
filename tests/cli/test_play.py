"""`countermove play`, with what a person would type."""

from __future__ import annotations

import json


def test_a_person_plays_to_the_end(run):
    result = run("play", "tictactoe", "--second", "random:seed=1", "--position", "XX.OO....", typed="c3\n")
    assert result.code == 0
    assert "X to move:" in result.out
    assert result.out.endswith("X wins.\n")


def test_the_end_of_input_ends_politely_and_tells_how_to_go_on(run):
    result = run("play", "tictactoe", "--second", "random:seed=1", typed="b2\n")
    assert result.code == 0
    assert "You quit after 2 actions" in result.out
    again = result.out.splitlines()[-1].split()
    assert again[:4] == ["countermove", "play", "tictactoe", "--position"]
    assert run(*again[1:]).code == 0


def test_wrong_input_gets_one_sentence_with_the_legal_actions(run):
    result = run("play", "tictactoe", typed="b9\n\nquit\n")
    assert "'b9' is neither a legal action nor a command; legal: a3, b3, c3, a2, b2, c2, a1, b1, c1" in result.out


def test_a_long_list_of_legal_actions_is_cut(run):
    result = run("play", "mnk:rows=7,cols=7,k=4", typed="zz\nquit\n")
    assert "and 19 more" in result.out


def test_actions_may_be_typed_in_any_case(run):
    assert "after 1 action;" in run("play", "tictactoe", "--players", "human,human", typed="B2\n").out


def test_undo_takes_back_to_your_previous_turn(run):
    typed = "undo\nb2\nundo\na1\nquit\n"
    result = run("play", "tictactoe", "--second", "random:seed=1", typed=typed)
    assert "Nothing to undo" in result.out
    assert "2 actions taken back." in result.out
    assert "after 2 actions" in result.out


def test_hint_why_and_actions_explain_the_position(run):
    result = run("play", "tictactoe", "--position", "XX.OO....", typed="hint\nwhy\nactions\nmoves\nquit\n")
    assert "Hint: c3, worth +1 (X wins)." in result.out
    assert "c3 is best for X: worth +1 (X wins)." in result.out
    assert "The others:" in result.out
    assert result.out.count("c3, c2, a1, b1, c1\n") == 2


def test_why_also_tells_what_the_computer_thought(run):
    result = run("play", "tictactoe", "--second", "alphabeta:depth=3", typed="b2\nwhy\nquit\n")
    assert "O plays a3  (value 0; depth 3" in result.out
    assert "a3 was played by O: worth 0 for O." in result.out


def test_help_lists_every_command(run):
    out = run("play", "nim", typed="help\nquit\n").out
    for word in ("actions", "hint", "why", "undo", "save FILE", "load FILE", "resign", "quit"):
        assert word in out


def test_resigning_ends_the_game(run):
    result = run("play", "tictactoe", "--json", typed="resign\n")
    assert "X resigns, O wins." in result.err
    assert result.json["resigned"] == 0


def test_a_game_can_be_saved_and_loaded(run, tmp_path):
    path = tmp_path / "a game.json"
    run("play", "tictactoe", "--second", "random:seed=1", typed=f"b2\nsave {path}\nquit\n")
    saved = json.loads(path.read_text())
    assert saved["countermove"] == 1
    assert saved["actions"][0] == "b2"
    assert saved["players"] == ["human", "random:seed=1"]
    assert "after 2 actions" in run("play", "--load", path, typed="quit\n").out
    assert "after 2 actions" in run("play", "tictactoe", typed=f"load {path}\nquit\n").out
    assert "not of nim" in run("play", "nim", typed=f"load {path}\nquit\n").out


def test_loading_a_game_of_another_kind_is_refused(run, refused, tmp_path):
    path = tmp_path / "game.json"
    run("play", "tictactoe", typed=f"save {path}\n")
    refused(run("play", "nim", "--load", path), "tictactoe", "nim")
    path.write_text("{")
    refused(run("play", "--load", path), "damaged")


def test_saving_where_it_cannot_be_saved_is_said_and_the_game_goes_on(run, tmp_path):
    result = run("play", "nim", typed=f"save {tmp_path}/no/such/place.json\nsave\nload\nload {tmp_path}/x\nquit\n")
    assert result.code == 0
    assert "cannot be saved" in result.out
    assert "Name a file" in result.out
    assert "cannot be read" in result.out


def test_computers_play_to_the_end_and_the_game_is_one_json_object(run):
    result = run("play", "nim", "--first", "solve", "--second", "random:seed=3", "--json")
    assert result.code == 0
    record = result.json
    assert record["result"] == [1.0, -1.0]
    assert record["players"] == ["solve", "random:seed=3"]
    assert "player 1 plays" in result.err


def test_quiet_shows_only_the_result(run):
    result = run("play", "nim:piles=(1,2)", "--first", "solve", "--second", "random", "--quiet")
    assert result.out == "Player 1 wins.\n"


def test_dice_are_thrown_and_seeded(run):
    tree = 'tree:tree=[{"children":[1,2,3,4,5,6,7,8]}]'.replace('{"children"', '{"player":"chance","children"')
    results = [run("play", tree, "--players", "best,random", "--seed", seed, "--json").json for seed in (1, 1, 2)]
    assert results[0]["actions"] == results[1]["actions"]
    assert results[0]["actions"] != results[2]["actions"]


def test_more_than_two_may_play(run):
    tree = "tree:players=3,tree=[[[(1,2,3),(4,5,6)],[(7,8,9),(1,1,1)]]]"
    result = run("play", tree, "--players", "maxn,best,random:seed=1", "--quiet")
    assert result.out.startswith("Player 1 gets ")


def test_an_action_goes_before_a_command_of_the_same_name(run):
    tree = 'tree:tree={"children":[1,2],"actions":["quit","hint"]}'
    assert run("play", tree, "--second", "random", typed="quit\n").out.endswith("MAX gets 1, MIN gets -1.\n")


def test_expectimax_and_policies_play_any_seat(run):
    for players in ("expectimax:depth=2,random:seed=1", "softmax:0.3,seed=2,expectimax:depth=2,opponent=softmax:0.3"):
        assert run("play", "tictactoe", "--players", players, "--quiet").code == 0


def test_a_person_plays_against_a_policy(run):
    out = run("play", "tictactoe", "--players", "human,softmax:temperature=0.3,seed=1", typed="b2\nquit\n").out
    assert "O plays " in out


RING = '''
from dataclasses import dataclass
from typing import ClassVar, NamedTuple
from countermove import Game

class At(NamedTuple):
    place: int
    mover: int

@dataclass(frozen=True)
class Ring(Game):
    """Walk round a ring for ever; that is worth something to the second player."""
    repeats: ClassVar[bool] = True

    def initial(self):
        return At(0, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        yield 0

    def result(self, state, action):
        return At(1 - state.place, 1 - state.mover)

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0.0

    def endless(self, player):
        return -1.0 if player == 0 else 1.0
'''


def test_play_that_goes_round_ends_with_what_the_game_says_of_it(run, write, tmp_path):
    ring = write("ring.py", text=RING)
    result = run("play", ring, "--players", "random,random", "--quiet")
    assert result.out == "Repetition (the position has occurred 3 times): player 2 wins.\n"
    record = run("play", ring, "--players", "random,random", "--quiet", "--json").json
    assert len(record["actions"]) == 4
    assert record["result"] == [-1.0, 1.0]
    path = tmp_path / "round.json"
    path.write_text(json.dumps(record))
    assert "player 2 wins" in run("play", "--load", path, "--quiet").out


def test_the_time_on_the_clock_is_told_and_kept(run, tmp_path):
    path = tmp_path / "game.json"
    typed = f"b2\nsave {path}\nquit\n"
    result = run("play", "tictactoe", "--second", "best:clock=60+1,native=no", typed=typed)
    told = float(result.out.partition(" s left)")[0].rpartition("; ")[2])
    assert 0 < told <= 61
    saved = json.loads(path.read_text())
    assert saved["players"] == ["human", "best:clock=60+1,native=false"]
    assert len(saved["seconds"]) == 2
    assert run("play", "--load", path, typed="quit\n").code == 0
    path.write_text(json.dumps({**saved, "seconds": [1]}))
    assert '"seconds" is [1], not a number for each action, or null.' in run("play", "--load", path).err


def test_without_a_clock_no_time_is_kept(run):
    assert run("play", "nim", "--players", "random:seed=1,random:seed=1", "--json").json["seconds"] is None
