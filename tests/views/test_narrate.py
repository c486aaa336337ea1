"""Searches in words: sentences, the trace of calls, the table; on lecture trees and on real games."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove.errors import SpecError
from countermove.games.tictactoe import TicTacToe
from countermove.games.tree import Tree
from countermove.textbook import (
    ALGORITHMS,
    Conventions,
    alphabeta,
    deepening,
    expectimax,
    expectiminimax,
    maxn,
    minimax,
    trace,
)
from countermove.views.narrate import Narrator, sentence, sentences
from countermove.views.trace import calls, rows

CS208 = [[2, 7], [1, 8]]
QUIZ_2 = [[[10, 6], [100, 8]], [[1, 2], [20, 4]]]
LEVELS = Conventions(root_depth=1)


def told(game, narration, conventions=None, **more):
    return list(sentences(narration, game, conventions or Conventions(), **more))


def test_the_trace_of_cs208_is_indented_and_counts_levels_from_1():
    game = Tree(CS208)
    assert list(calls(minimax(game, depth=3, conventions=LEVELS), game, LEVELS)) == [
        "a MAX level 1",
        "  b MIN level 2",
        "    d leaf level 3 returns 2",
        "    e leaf level 3 returns 7",
        "  b returns = 2",
        "  c MIN level 2",
        "    f leaf level 3 returns 1",
        "    g leaf level 3 returns 8",
        "  c returns = 1",
        "a returns = 2",
    ]
    assert list(calls(alphabeta(game, conventions=LEVELS), game, LEVELS)) == [
        "a MAX level 1 (-∞, +∞)",
        "  b MIN level 2 (-∞, +∞)",
        "    d leaf level 3 returns 2",
        "    e leaf level 3 returns 7",
        "  b returns = 2",
        "  c MIN level 2 (2, +∞)",
        "    f leaf level 3 returns 1",
        "    g skipped: 1 <= alpha 2 from b",
        "  c returns <= 1",
        "a returns = 2",
    ]


def test_quiz_2_is_told_step_by_step():
    game = Tree(QUIZ_2)
    assert told(game, alphabeta(game)) == [
        "a (MAX) is the root, with the window (-∞, +∞).",
        "b (MIN) is entered by Left, with the window (-∞, +∞).",
        "d (MAX) is entered by Left, with the window (-∞, +∞).",
        "h is a leaf worth 10.",
        "d (MAX) takes 10 from h, so it is worth at least 10: alpha rises from -∞ to 10.",
        "i is a leaf worth 6.",
        "d (MAX) = 10, the maximum of h = 10 and i = 6.",
        "b (MIN) takes 10 from d, so it is worth at most 10: beta falls from +∞ to 10.",
        "e (MAX) is entered by Right, with the window (-∞, 10).",
        "j is a leaf worth 100.",
        "e (MAX) takes 100 from j, so it is worth at least 100: alpha rises from -∞ to 100.",
        "e (MAX) holds 100, at least beta 10 from d: k is skipped.",
        "e (MAX) >= 100, from j = 100.",
        "b (MIN) = 10, the minimum of d = 10 and e >= 100.",
        "a (MAX) takes 10 from b, so it is worth at least 10: alpha rises from -∞ to 10.",
        "c (MIN) is entered by Right, with the window (10, +∞).",
        "f (MAX) is entered by Left, with the window (10, +∞).",
        "l is a leaf worth 1.",
        "f (MAX) takes 1 from l, so it is worth at least 1: the window stays (10, +∞).",
        "m is a leaf worth 2.",
        "f (MAX) takes 2 from m, so it is worth at least 2: the window stays (10, +∞).",
        "f (MAX) = 2, the maximum of l = 1 and m = 2.",
        "c (MIN) takes 2 from f, so it is worth at most 2: beta falls from +∞ to 2.",
        "c (MIN) holds 2, at most alpha 10 from b: g is skipped.",
        "c (MIN) <= 2, from f = 2; that is only a bound, Right is worth at most 2.",
        "a (MAX) = 10, the maximum of b = 10 and c <= 2; the action is Left.",
    ]


def test_brief_tells_how_nodes_end_and_what_is_cut():
    game = Tree(CS208)
    assert told(game, alphabeta(game), level="brief") == [
        "b (MIN) = 2, the minimum of d = 2 and e = 7.",
        "c (MIN) holds 1, at most alpha 2 from b: g is skipped.",
        "c (MIN) <= 1, from f = 1; that is only a bound, Right is worth at most 1.",
        "a (MAX) = 2, the maximum of b = 2 and c <= 1; the action is Left.",
    ]


def test_the_table_shows_every_value_a_window_had():
    game = Tree([[7, 6, 5], [3, 1], [6, 5, 4, 9]])
    table = {row.node: row for row in rows(alphabeta(game), game)}
    assert table["d"] == ("d", "MIN", "5", "+∞, 6, 5", "<= 5")
    assert [name for name, row in table.items() if row.type == "skipped"] == ["i", "l", "m"]


@pytest.mark.parametrize(("prune", "word"), [(">=", "at most alpha 2"), (">", "below alpha 2")])
def test_a_cut_says_what_the_convention_asks(prune, word):
    game, conventions = Tree(CS208), Conventions(prune=prune)
    cut = next(line for line in told(game, alphabeta(game, conventions=conventions), conventions) if "skipped" in line)
    assert cut == f"c (MIN) holds 1, {word} from b: g is skipped."


def test_a_deep_cut_names_the_ancestor_that_set_the_bound():
    game = Tree([5, [[[[3, 4], 9]]]])
    cut = next(line for line in told(game, alphabeta(game)) if "skipped" in line)
    assert "at most alpha 5 from b: " in cut


def test_a_bound_of_the_first_window_is_called_that():
    game, conventions = TicTacToe(), Conventions(window="utilities")
    lines = told(game, alphabeta(game, game.read("XX.OO...."), conventions=conventions), conventions)
    cuts = [line for line in lines if "skipped" in line]
    assert cuts[0] == "The root (MAX) holds 1, at least beta 1 of the first window: c2, a1, b1 and c1 are skipped."


def test_a_clamped_value_says_what_the_node_really_holds():
    game, conventions = Tree(CS208), Conventions(returns="hard")
    assert (
        "c (MIN) <= 2, from f = 1; it holds 1, which is clamped to its window; that is only a bound, "
        "Right is worth at most 2." in told(game, alphabeta(game, conventions=conventions), conventions)
    )


def test_chance_is_told_as_a_weighted_sum():
    game = Tree(
        [{"chances": [1 / 4, 1 / 4, 1 / 2], "children": [12, 8, 4]}, {"chances": [1 / 3, 2 / 3], "children": [12, 6]}]
    )
    lines = told(game, expectiminimax(game))
    assert "b (CHANCE) adds 1/4 × 8 = 2 from e: 5 so far." in lines
    assert "b (CHANCE) = 7, the sum of 1/4 × 12, 1/4 × 8 and 1/2 × 4." in lines
    assert lines[-1] == "a (MAX) = 8, the maximum of b = 7 and c = 8; the action is Right."


def test_expectimax_takes_opponents_for_chance_with_their_policy():
    def biased(game, state):
        return {0: 0.25, 1: 0.75}

    game = Tree([[8, 4], [0, 8]])
    lines = told(game, expectimax(game, opponent=biased), algorithm="expectimax", opponent=biased, level="brief")
    assert lines[0] == "b (CHANCE) = 5, the sum of 1/4 × 8 and 3/4 × 4."
    assert not any("MIN" in line for line in lines)


def test_vectors_of_maxn_say_for_whom_they_are_best():
    game = Tree([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, 1)]], players=3)
    lines = told(game, maxn(game), algorithm="maxn")
    assert "b (player 2) takes (4, 3, 3) from e: 3 is the best so far for player 2." in lines
    assert lines[-1].startswith("a (player 1) = (7, 4, 1), of b = (4, 3, 3) and c = (7, 4, 1) the best for player 1")


def test_deepening_with_many_players_names_the_players():
    game = Tree([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, 1)]], players=3)
    assert told(game, deepening(game), algorithm="deepening")[0] == "a (player 1) is the root."


def test_deepening_tells_every_complete_depth():
    game = Tree([[3, 12], [4, 6], [15, 2]])
    lines = told(game, deepening(game), level="brief")
    assert "The search to depth 1 is complete: ≈ 0, by Left." in lines
    assert lines[-1] == "The search to depth 2 is complete: 4, by Center, and no leaf was an estimate."


def test_a_real_game_is_told_with_its_actions_and_small_boards():
    game = TicTacToe()
    state = game.read("XXO.O.X..")
    lines = told(game, alphabeta(game, state), boards=True)
    assert lines[0] == (
        "The root (MIN) is opened first, with the window (-∞, +∞).\n"
        "    3  X X O\n    2  . O .\n    1  X . .\n       a b c"
    )
    assert "c2 (MAX) holds 1, at least beta 0 from a2: b1 and c1 are skipped." in lines
    assert "c2 (MAX) >= 1, from c2 a2 = 1; that is only a bound, c2 is worth at least 1." in lines


def test_an_estimate_is_called_one():
    game = TicTacToe()
    assert "b2 (MIN) is at the depth limit: Eval gives 0." in told(game, minimax(game, depth=1))


def test_one_event_can_be_told_on_its_own():
    game = TicTacToe()
    events, _ = trace(alphabeta(game, depth=2))
    assert sentence(events[1], game) == "a3 (MIN) is entered by a3, with the window (-∞, +∞)."
    cut = next(event for event in events if event.kind == "cut")
    assert sentence(cut, game).startswith("b3 (MIN) holds 0, at most alpha 0: ")


def test_an_unknown_level_is_refused():
    with pytest.raises(SpecError, match="Unknown level of narration 'loud'"):
        Narrator(TicTacToe(), level="loud")


trees = st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=20).filter(
    lambda tree: isinstance(tree, list)
)


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
@settings(deadline=None)
@given(tree=trees, strict=st.booleans(), hard=st.booleans())
def test_every_event_of_every_algorithm_is_one_sentence(algorithm, tree, strict, hard):
    conventions = Conventions(prune=">" if strict else ">=", returns="hard" if hard else "soft")
    game = Tree(tree)
    events, _ = trace(ALGORITHMS[algorithm](game, conventions=conventions))
    narrator = Narrator(game, conventions, algorithm=algorithm)
    for event in events:
        line = narrator.narrate(event)
        assert line.endswith(".") and "\n" not in line and "None" not in line and "?" not in line
        assert re.match(r"[a-zTSAF]", line)
    named = [row.node for row in rows(events, game, conventions, algorithm=algorithm)]
    assert len(named) == len(set(named)) and set(named) <= set(game.node_names)
    if algorithm not in ("alphabeta", "star1", "star2", "deepening", "shallow", "paranoid", "bestreply", "mcts"):
        assert set(named) == set(game.node_names)
    assert len([line for line in calls(events, game, conventions) if "returns" in line]) == len(
        [event for event in events if event.kind in ("leaf", "exit")]
    )
