"""The calls behind the tree: what is searched, told, compared and refused."""

from __future__ import annotations

import pytest
from asking import SHELF, Alone, ask

from countermove.errors import CountermoveError
from countermove.studio.app import CALLS
from countermove.studio.tree.study import MAX_CONCURRENT
from countermove.studio.web.call import Stream
from countermove.studio.web.shape import RefusedError
from countermove.textbook import ALGORITHMS
from countermove.textbook.wrong import WRONG

QUIZ = "[[[10,6],[100,8]],[[1,2],[20,4]]]"


def test_alpha_beta_visits_and_prunes_what_the_quiz_says() -> None:
    told = ask("tree", game=QUIZ, algorithm="alphabeta")
    assert told["leaves_visited"] == [10, 6, 100, 1, 2]
    assert told["leaves_pruned"] == [8, 20, 4]
    assert (told["value"], told["name"]) == (10, "Left")
    kinds = [step["kind"] for step in told["tree"]["steps"]]
    assert kinds.count("cut") == 2 and kinds[0] == "enter" and kinds[-1] == "exit"


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_draws_a_tree_or_says_what_fits(algorithm: str) -> None:
    for game in ("tictactoe", "pig", "tictactoe3", "rps", "[[3,12],[2,4]]"):
        refused = {each["algorithm"]: each["refused"] for each in ask("algorithms", game=game)["algorithms"]}
        if algorithm not in refused:
            assert algorithm in ("star1", "star2") and game != "pig"  # they prune at chance nodes
            continue
        if refused[algorithm] is not None:
            with pytest.raises(CountermoveError, match="use "):
                ask("tree", game=game, algorithm=algorithm, depth=1)
            continue
        told = ask("tree", game=game, algorithm=algorithm, depth=1, most=40)
        assert told["tree"]["nodes"] and told["tree"]["steps"] and told["summary"].startswith(algorithm)


@pytest.mark.parametrize("algorithm", WRONG)
def test_a_search_that_is_wrong_on_purpose_says_what_is_wrong_and_where(algorithm: str) -> None:
    game = QUIZ if WRONG[algorithm].forms[0][0] not in ("expectimax", "expectiminimax") else "pig"
    told = ask("tree", game=game, algorithm=algorithm, depth=2)
    assert told["mistake"].endswith(".") and told["hint"]
    assert told["divergence"] is None or told["divergence"]["say"].startswith("Step ")


def test_the_root_of_a_list_may_be_min_and_a_list_may_be_for_three() -> None:
    assert ask("tree", game="[[3,12],[2,4]]", root="min")["value"] == 4
    assert ask("tree", game="[(1,2,3),(3,2,1)]", players=3)["value"] == (3, 2, 1)
    with pytest.raises(RefusedError, match="root and players are for a list"):
        ask("tree", game="tictactoe", root="min")


def test_a_position_is_searched_where_the_actions_lead() -> None:
    told = ask("tree", game="tictactoe", start="XX.OO....", depth=2)
    assert told["name"] == "c3" or told["action"] == 2
    played = ask("tree", game="tictactoe", actions=[4, 0], depth=1)
    assert played["nodes"] == 8


def test_a_switched_convention_is_told_in_words_and_marked() -> None:
    told = ask("tree", game="[[7,6,5],[3,1],[6,5,4,9]]", conventions={"prune": ">"}, before={})
    assert told["changes"] == ["On > 1 more leaf is visited: 4.", "On > d returns <= 4 instead of <= 5."]
    numbers = {node.get("number"): node for node in told["tree"]["nodes"]}
    assert [numbers[number].get("value") for number in told["changed"]] == ["≤ 4", "= 4"]


def test_levels_counted_from_1_are_as_deep_as_before() -> None:
    told = ask("tree", game="tictactoe", depth=3, conventions={"root_depth": 1}, before={})
    assert told["changes"] == ["On the root at level 1 only the numbers of the levels change."]


def test_deepening_tells_every_depth_and_shows_the_last() -> None:
    told = ask("tree", game=QUIZ, algorithm="deepening")
    assert [found["depth"] for found in told["iterations"]] == [1, 2, 3]
    assert sum(step["kind"] == "enter" for step in told["tree"]["steps"]) < told["nodes"]


def test_an_opponent_is_a_policy_and_never_a_file() -> None:
    even = ask("tree", game="[[10,10],[9,100]]", algorithm="expectimax")
    best = ask("tree", game="[[10,10],[9,100]]", algorithm="expectimax", opponent="solve")
    assert (even["value"], best["value"]) == (54.5, 10)
    for spec in ("function:/etc/passwd:f", "record:/etc/passwd"):
        with pytest.raises(RefusedError, match="reads a file"):
            ask("tree", game="tictactoe", algorithm="expectimax", opponent=spec)
    with pytest.raises(RefusedError, match="at most 4"):
        ask("tree", game="connect4", algorithm="expectimax", opponent="epsilon:0.1,depth=9")


@pytest.mark.slow
def test_a_search_that_is_too_long_is_refused_and_says_what_to_do() -> None:
    turn = Alone()
    with pytest.raises(RefusedError, match=r"more than 200,000 steps .* at depth \d it takes [\d,]+ steps") as refused:
        ask("tree", turn, game="tictactoe", algorithm="minimax", depth=0)
    assert turn.told[0][0] == "progress"
    assert refused.value.offer is not None
    offered = ask("tree", game="tictactoe", algorithm="minimax", **refused.value.offer)
    assert f"takes {offered['steps']:,} steps" in str(refused.value)


def test_a_large_tree_is_cut_to_its_first_nodes() -> None:
    told = ask("tree", game="tictactoe", algorithm="minimax", depth=3, most=100)
    assert told["nodes"] == 586
    assert sum(node["kind"] not in ("pruned", "more") for node in told["tree"]["nodes"]) == 100
    assert sum(node.get("hidden", 0) for node in told["tree"]["nodes"]) == 486


def test_a_game_that_is_over_has_no_tree() -> None:
    with pytest.raises(RefusedError, match=r"The game is over in this position .X wins."):
        ask("tree", game="tictactoe", start="XXXOO....")


def test_algorithms_say_whether_they_fit_a_game() -> None:
    told = ask("algorithms", game="pig")
    refused = {each["algorithm"]: each["refused"] for each in told["algorithms"]}
    assert told["fitting"] == "expectiminimax" and refused["expectiminimax"] is None
    assert refused["alphabeta"] == "alphabeta does not handle the chance in Pig; use expectiminimax."
    assert {each["algorithm"] for each in told["wrong"]} <= set(WRONG)


def test_a_picture_of_a_board_is_a_document() -> None:
    for format, start in (("svg", "<svg"), ("tikz", "\\documentclass"), ("typst", "// tictactoe")):
        told = ask("picture", game="tictactoe", actions=[4], format=format)
        assert told["text"].lstrip().startswith(start), told["text"][:80]
        assert told["name"].startswith("tictactoe.")


def test_an_export_shows_the_tree_after_so_many_steps() -> None:
    begun = ask("export", game=QUIZ, format="text", at=2)
    done = ask("export", game=QUIZ, format="text")
    assert len(begun["text"].splitlines()) == 2 and len(done["text"].splitlines()) > 10


def test_files_and_figures_are_called_by_what_they_show() -> None:
    made = ask("export", game="[[3,12],[2,4]]", root="min", format="svg")
    assert made["name"] == "alphabeta-3-12-2-4.svg" and "<title>Alpha-beta: a tree of numbers</title>" in made["text"]
    made = ask("export", game="tictactoe", start="XOXXO.O..", algorithm="minimax", format="svg")
    assert made["name"] == "minimax-tictactoe.svg" and "<title>Minimax: Tic-tac-toe</title>" in made["text"]


def test_searches_that_are_given_up_make_room_for_others() -> None:
    call = next(call for call in CALLS if call.name == "tree")
    assert isinstance(call, Stream)
    asked = call.shape.read({"game": "tictactoe", "algorithm": "minimax", "depth": 5})
    begun = [call.work(SHELF, asked, Alone()) for _ in range(MAX_CONCURRENT)]  # type: ignore[arg-type]
    for work in begun:
        next(work)  # type: ignore[call-overload]
    late = call.work(SHELF, call.shape.read({"game": QUIZ}), Alone())  # type: ignore[arg-type]
    next(late)  # type: ignore[call-overload]
    for work in begun:
        work.close()  # type: ignore[union-attr]
    with pytest.raises(StopIteration) as end:
        next(late)  # type: ignore[call-overload]
    assert end.value.value["value"] == 10
