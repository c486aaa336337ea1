"""`countermove prove`."""

from __future__ import annotations

import pytest

FIXED = ["statement", "true", "nodes", "leaves", "states", "distance", "strategy", "proof"]


@pytest.mark.parametrize("option", [("--json",), ("--format", "json")])
def test_json_has_the_fixed_fields_first(run, option):
    answer = run("prove", "grundy:n=7", *option).json
    assert list(answer)[: len(FIXED)] == FIXED
    assert (answer["statement"], answer["true"], answer["distance"]) == ("W(7+)", False, 4)
    assert (answer["states"], answer["nodes"], answer["leaves"]) == (14, 24, 7)
    assert answer["strategy"]["6-1 -"] == "4-2"
    assert answer["narration"][0].startswith("W(7+) is false")


def test_people_read_the_statement_its_tree_and_the_strategy(run):
    out = run("prove", "grundy:n=7").out
    assert out.startswith("W(7+): PLUS, to move, can win. False: MINUS prevents it, and wins in 4.\n")
    assert "24 nodes, 7 leaves, 14 states" in out
    assert "├─ 6-1  W(6-1-)" in out
    assert "\n  4-3 -      2-1\n" in out
    assert all(line == line.rstrip() for line in out.splitlines())


def test_the_position_and_the_player_can_be_chosen(run):
    assert run("prove", "grundy", "--position", "7 -", "--json").json["true"] is True
    assert run("prove", "grundy", "--player", "minus", "--json").json["statement"] == "L(7+)"
    assert run("prove", "grundy:n=7,misere=true", "--json").json["true"] is True


def test_the_strategy_is_shown_as_a_table_and_a_tree(run):
    out = run("prove", "grundy", "--strategy").out
    assert "  6-1 -      4-2" in out
    assert "├─ after 6-1, answer 4-2" in out
    assert "OR " not in out
    assert run("prove", "grundy", "--strategy", "--json").json["strategy_tree"]["after"]["6-1"]["answer"] == ["4-2"]


def test_a_full_telling_has_every_statement(run):
    assert "W(2-2-1-1-1+) is false: the game is over, MINUS has won." in run("prove", "grundy", "--level", "full").out


def test_a_tree_of_wins_and_losses_and_a_game_from_a_file_are_proved(run, subtract):
    assert run("prove", "[[1,-1],[1,1]]", "--json").json["strategy"] == {"a": "Right"}
    assert run("prove", f"{subtract}:counters=5", "--json").json["true"] is False


def test_of_scores_it_is_said_what_counts_as_a_win(run):
    said = "A payoff above 0 counts as a win for MAX, one below 0 as a win for MIN, and 0 as a draw."
    assert run("prove", "[[3,12],[-2,6]]").out.splitlines()[1] == said
    assert run("prove", "[[3,12],[-2,6]]", "--strategy").out.splitlines()[1] == said
    assert run("prove", "[[3,12],[-2,6]]", "--json").json["measure"] == said
    for game in ("[[1,-1],[0,1]]", "grundy:n=7"):
        assert "counts as a win" not in run("prove", game).out
        assert run("prove", game, "--json").json["measure"] == ""


def test_sentences_are_wrapped_on_a_terminal_and_nowhere_else(run, monkeypatch):
    from countermove.cli import document

    sentence = "word " * 60
    assert document.prose(sentence) == [sentence]
    monkeypatch.setattr(document.sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "50")
    assert all(len(line) <= 50 for line in document.prose(sentence)) and len(document.prose(sentence)) > 5
    monkeypatch.setenv("COLUMNS", "500")
    assert max(map(len, document.prose(sentence))) <= 100


def test_the_deepest_proof_still_prints_in_every_form(run):
    deep = "[" * 150 + "1" + "]" * 150
    for more in ((), ("--json",), ("--strategy",), ("--strategy", "--json")):
        assert run("prove", deep, *more).code == 0


def test_mistakes_are_one_sentence(run, refused, write):
    refused(run("prove", "grundy", "--player", "left"), "plus or minus")
    refused(run("prove", "grundy", "--level", "long"), "brief or full")
    refused(run("prove", "grundy", "--format", "pdf"), "text or json")
    refused(run("prove", "grundy", "--most", "0"), "1 or more")
    refused(run("prove", "tictactoe", "--most", "50"), "statements", "the limit is 50")
    refused(run("prove", "connect4:opening=false", "--seconds", "0.2"), "Stopped after", "before anything was proved")
    refused(run("prove", "[" * 151 + "1" + "]" * 151), "plies deep")
    three = write("three.py", ("    counters: int = 100", "    counters: int = 100\n    players = 3"))
    refused(run("prove", three), "3 players", "proofs need two")
    dice = ("    counters: int = 100", "    counters: int = 100\n    axes = Axes(stochastic=True)")
    refused(run("prove", write("dice.py", dice, ("import Game", "import Axes, Game"))), "has chance")
