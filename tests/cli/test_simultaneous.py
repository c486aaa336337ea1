"""Both act at once on the command line: solved, searched, drawn, checked and played."""

import json

import pytest

DILEMMA = "matrix:payoffs=[[(3,3),(0,5)],[(5,0),(1,1)]]"


def test_rock_paper_scissors_is_solved_with_a_third_each(run):
    answer = json.loads(run("solve", "rps", "--json").out)
    third = {"rock": 1 / 3, "paper": 1 / 3, "scissors": 1 / 3}
    assert answer["value"] == 0 and answer["strategies"] == {"player 1": third, "player 2": third}
    assert "player 2   rock 1/3, paper 1/3, scissors 1/3" in run("solve", "rps").out


def test_the_best_is_a_mixed_strategy(run):
    answer = json.loads(run("best", "matrix", "--json").out)
    assert answer["value"] == -1 / 12 and answer["action"] == "1/1" and answer["exact"]
    assert answer["strategies"]["player 1"] == {"1": 7 / 12, "2": 5 / 12}
    shown = run("best", "matrix").out
    assert "both act at once" in shown and "1 7/12, 2 5/12" in shown and "others" not in shown


def test_a_tree_shows_how_likely_every_pair_is(run):
    shown = run("tree", "rps:rock=2").out
    assert "paper/paper (0.25)" in shown and "player 1: rock 1/4, paper 1/2, scissors 1/4" in shown


@pytest.mark.parametrize("command", ["solve", "best", "tree"])
def test_what_is_not_solved_is_one_sentence(run, command):
    result = run(command, DILEMMA)
    assert result.code == 2
    assert (
        "simultaneous actions and a general payoff; only games of two players whose payoffs have a constant sum"
        in result.err
    )
    assert result.err.count("\n") == 1


def test_a_person_chooses_and_does_not_see_what_the_other_has_chosen(run):
    result = run("play", "rps:rounds=2", "--second", "random:seed=4", typed="actions\nRock\nwood\nundo\npaper\nrock\n")
    assert "rock, paper, scissors" in result.out
    assert "'wood' is neither a legal action nor a command; legal: rock, paper, scissors" in result.out
    assert result.out.count("both play: ") == 3 and result.code == 0


def test_computers_play_a_game_of_luck_and_bids_to_its_end(run):
    result = run("play", "goofspiel:cards=3,prizes=random", "--players", "solve,best:depth=2", "--seed", "2", "--json")
    assert json.loads(result.out)["result"] is not None


def test_players_that_take_turns_are_refused(run):
    result = run("play", "rps", "--second", "reflex", typed="rock\n")
    assert result.code == 2 and "simultaneous actions" in result.err
