"""The one model of all drawings: what it says is what the events told."""

from __future__ import annotations

import pytest

from countermove import load
from countermove.games.tree import Tree
from countermove.textbook import STANDARD, Conventions, alphabeta, deepening, expectimax, expectiminimax, maxn, minimax
from countermove.views.figure import figure
from countermove.views.sketch import Sketch

QUIZ = [[[10, 6], [100, 8]], [[1, 2], [20, 4]]]


def items(game, search, conventions=STANDARD, **more):
    return figure(game, Sketch.of(search), conventions, **more).items()


def named(found):
    return {item.name: item for item in found}


def test_a_cut_says_who_held_what_and_where_the_limit_came_from():
    game = Tree(QUIZ)
    found = named(items(game, alphabeta(game)))
    assert found["k"].reason == "e (MAX) holds 100, at least beta 10 from d: k is skipped."
    assert found["g"].reason == "c (MIN) holds 2, at most alpha 10 from b: g is skipped."


def test_a_strict_cut_is_told_as_strict():
    game = Tree([[7, 6, 5], [3, 9, 1], [6, 5, 4]])
    conventions = Conventions(prune=">")
    reasons = {item.reason for item in items(game, alphabeta(game, conventions=conventions), conventions)} - {""}
    assert reasons == {"c (MIN) holds 3, less than alpha 5 from b: i, j are skipped."}


def test_a_limit_that_came_with_the_root_has_no_source():
    game = load("tictactoe")
    conventions = Conventions(window="utilities")
    found = items(game, alphabeta(game, game.read("XX.OO...."), conventions=conventions), conventions)
    assert "MAX holds 1, at least beta 1: c2, a1, b1, c1 are skipped." in {item.reason for item in found}


def test_a_cut_in_a_game_is_told_by_actions():
    game = load("tictactoe")
    reasons = [item.reason for item in items(game, alphabeta(game, depth=2)) if item.reason]
    assert reasons[0] == "MIN after b3 holds ≈ 0, at most alpha 0 from a3: c3, a2, b2, c2 and 3 more are skipped."


def test_a_pruned_subtree_of_a_lecture_is_drawn_and_that_of_a_game_is_not():
    game = Tree(QUIZ)
    found = named(items(game, alphabeta(game)))
    assert [(child.name, child.kind, child.bare) for child in found["g"].children] == [
        ("n", "pruned", "20"),
        ("o", "pruned", "4"),
    ]
    nim = load("nim:piles=(1,2,3)")
    assert all(not item.children for item in items(nim, alphabeta(nim, depth=2)) if item.kind == "pruned")


def test_the_best_line_ends_where_chance_acts():
    game = Tree([{"children": [12, 8], "chances": [0.25, 0.75]}, 3])
    best = [item.name for item in items(game, expectiminimax(game)) if item.best]
    assert best == ["a", "b"]


def test_probabilities_are_written_as_people_write_them():
    game = Tree([{"children": [12, 6], "chances": [1 / 3, 2 / 3]}, {"children": [8, 6], "chances": [0.25, 0.75]}])
    assert [item.chance for item in items(game, expectiminimax(game)) if item.chance] == ["1/3", "2/3", "0.25", "0.75"]


def test_kinds_follow_the_algorithm():
    game = Tree([[10, 10], [9, 100]])
    assert [item.kind for item in items(game, minimax(game))][:2] == ["max", "min"]
    assert [item.kind for item in items(game, expectimax(game), algorithm="expectimax")][:2] == ["max", "chance"]
    assert [item.kind for item in items(game, maxn(game))][:2] == ["player", "player"]


@pytest.mark.parametrize("most", [1, 2, 7, 30, 81, 1000])
def test_nodes_shown_and_nodes_left_out_make_the_tree(most):
    game = load("tictactoe")
    found = items(game, minimax(game, depth=2), most=most)
    shown = sum(item.kind != "more" for item in found)
    assert shown == min(most, 82)
    assert shown + sum(item.hidden for item in found) == 82


def test_boards_are_those_of_the_game_and_only_of_a_game_that_has_some():
    game = load("tictactoe")
    found = items(game, minimax(game, depth=1), boards=True)
    assert found[0].board == game.board(game.initial())
    tree = Tree(QUIZ)
    assert all(item.board is None for item in items(tree, minimax(tree), boards=True))


def test_of_deepening_the_last_search_is_left():
    game = Tree(QUIZ)
    assert items(game, deepening(game)) == items(game, alphabeta(game, depth=3))


def test_steps_are_the_events_of_the_last_search():
    game = Tree(QUIZ)
    sketch = Sketch.of(deepening(game), steps=True)
    assert sketch.events == list(alphabeta(game, depth=3))
    assert sketch.complete
