"""The lectures as content: the number in a test's name is the example's number in the lecture notes."""

from __future__ import annotations

from functools import cache

import pytest

from countermove.errors import SpecError
from countermove.lectures import find, items
from countermove.lectures.limits import best_actions
from countermove.lectures.show import changes, perform, switched
from countermove.textbook import Score

INF = float("inf")


@cache
def tables(name):
    return find(name).tables()


def done(name, number=0, **conventions):
    run = find(name).runs[number]
    return perform(run, switched(run, conventions))


def facts(table):
    return dict(row[:2] for row in table.rows)


def values(performance):
    return [score.value for score in performance.decision.values.values()]


def test_every_example_of_the_notes_from_1_to_32_is_a_lecture():
    assert {number for item in items() for number in item.numbers} == set(range(1, 33))
    names = [item.name for item in items()]
    assert len(names) == len(set(names)) >= 35


@pytest.mark.parametrize(
    ("item", "number"),
    [(item, number) for item in items() for number in range(len(item.runs))],
    ids=lambda each: each if isinstance(each, int) else each.name,
)
def test_every_search_finds_what_its_lecture_states(item, number):
    run = item.runs[number]
    found = perform(run)
    if run.value is not None:
        assert found.decision.value == pytest.approx(run.value)
        assert found.action == run.action
    if run.visited is not None:
        assert found.visited == list(run.visited)
        assert found.pruned == list(run.pruned)


# Formulation, values, games as search.


def test_1_a_game_is_six_functions_and_a_solution_answers_every_reply():
    six, policy = tables("formulation")
    assert six.column("function") == [
        "S0",
        "PLAYER(s)",
        "ACTIONS(s)",
        "RESULT(s, a)",
        "TERMINAL-TEST(s)",
        "UTILITY(s, p)",
    ]
    assert policy.column("if O replies") == ["a3", "b3", "c3", "a2", "c2", "a1", "b1", "c1"]
    assert min(policy.column("worth to X")) == 0


def test_2_the_kinds_of_games():
    axes, kinds, own = tables("axes")
    assert len(axes.rows) == 6
    assert kinds.rows == (
        ("perfect information", "chess, checkers, go, othello", "backgammon, monopoly"),
        ("imperfect information", "battleships", "bridge, poker, scrabble"),
    )
    assert dict(zip(own.column("game"), own.column("algorithm")))["a tree with a coin"] == "expectiminimax"


def test_3_a_single_agent_takes_the_most():
    found = done("single-agent")
    assert found.decision.value == 8 and found.decision.line == (0, 0)


def test_4_the_two_ply_tree_is_worth_3_by_a1_and_b1_and_alphabeta_skips_4_and_6():
    plain, quick = done("two-ply"), done("two-ply", 1)
    assert values(plain) == [3, 2, 2]
    assert plain.decision.line == quick.decision.line == (0, 0)
    assert plain.action == "a1" and plain.game.action_name(plain.game.read("a1"), 0) == "b1"
    assert (len(quick.visited), quick.pruned) == (7, [4, 6])
    assert tables("two-ply")[0].rows == (("best", 5), ("as given", 7), ("worst", 9))


def test_5_minimax_values_are_minus_8_and_minus_10_and_8_for_one_agent():
    assert values(done("minimax-values")) == [-8, -10]
    assert [done("minimax-values", number).decision.value for number in (0, 1)] == [-8, 8]


def test_6_cmu_answers_center():
    minimax, alphabeta, random = (done("cmu", number) for number in range(3))
    assert values(minimax) == [3, 4, 2] and (minimax.decision.value, minimax.action) == (4, "Center")
    assert alphabeta.pruned == [] and len(alphabeta.visited) == 6
    assert values(random) == [7.5, 5, 8.5] and random.action == "Right"
    assert facts(tables("cmu")[0])["best"] == 4


def test_7_payoffs_that_total_1_map_to_plus_one_zero_minus_one():
    given, signed = done("payoffs"), done("payoffs", 1)
    assert (given.decision.value, signed.decision.value) == (0.5, 0)
    assert given.action == signed.action == "Left"
    assert given.game.axes.payoff == "constant" and given.game.axes.total == 1
    run = find("payoffs").runs[0]
    assert changes(run, done("payoffs", payoff="signed"))[-1].endswith("the value is 0 instead of 0.5.")


def test_8_the_size_of_tictactoe():
    counted, searched = tables("tictactoe-counts")
    assert [row[1] for row in counted.rows] == [
        549_946, 255_168, 362_880, 131_184, 77_904, 46_080, 5_478, 958, 765, 138, 9, 3,
    ]  # fmt: skip
    assert searched.column("nodes") == [18_297, 146_120, 16_811]
    assert searched.column("value") == [0, 0, 0]


def test_9_the_sizes_of_games():
    table = tables("sizes")[0]
    assert table.column("b") == [6.4, 35, 250]
    assert table.rows[1][2:] == ("10^154.4", "10^77.2")


def test_9_the_formula_of_perfect_ordering_holds_and_the_worst_order_visits_everything():
    table = tables("claim-ordering")[0]
    assert len(table.rows) == 20
    assert table.column("best order") == table.column(table.columns[3])
    assert table.column("worst order") == table.column("b^m")
    for row in table.rows:
        assert row[2] <= row[4] <= row[5]


def test_9_alphabeta_needs_fewer_nodes_at_every_depth():
    for _, tree, tree_cut, game, game_cut in tables("claim-nodes")[0].rows:
        assert tree_cut <= tree and game_cut <= game
    assert tables("claim-nodes")[0].column("tictactoe, minimax") == [10, 82, 586, 3610, 18730]


def test_8_symmetric_pruning_shrinks_the_tree():
    searches, levels = tables("claim-symmetry")
    assert searches.rows == (("minimax", 549_946, 58_524), ("alphabeta", 18_297, 3_082))
    assert sum(levels.column("tree nodes")) == 549_946
    assert sum(levels.column("different states")) == 5_478
    assert sum(levels.column("up to symmetry")) == 765
    assert levels.rows[1][1:] == (9, 3, 9, 3)


def test_10_a_million_nodes_reach_depth_4_or_8():
    table = tables("budget")[0]
    assert "1,000,000 nodes" in table.title
    assert table.rows[1] == (4, 1_500_625, 2_449, "nearly in reach", "in reach")
    assert table.rows[3][3:] == ("too much", "nearly in reach")


# Alpha-beta.


@pytest.mark.parametrize("prune", [">=", ">"])
def test_11_alpha_cuts_leave_the_rest_unvisited(prune):
    found = done("alpha-cut", prune=prune)
    assert found.decision.value == -3 and found.visited == [21, -3, 12, -70, -73]


@pytest.mark.parametrize("prune", [">=", ">"])
def test_12_beta_cuts_are_the_mirror_image(prune):
    found = done("beta-cut", prune=prune)
    assert found.decision.value == 3 and found.visited == [-21, 3, -12, 70, 73]


def test_13_max_stops_at_70_where_beta_is_21():
    found = done("beta-on-the-path")
    assert "c (MAX) holds 70, at least beta 21 from b: f and g are skipped." in found.sentences()


def test_14_example_2_stops_at_the_tie_or_looks_at_one_more_leaf():
    run = find("example-2").runs[0]
    loose, strict = done("example-2"), done("example-2", prune=">")
    assert loose.decision.value == strict.decision.value == 5
    assert loose.visited == [7, 6, 5, 3, 6, 5] and strict.visited == [7, 6, 5, 3, 6, 5, 4]
    assert changes(run, strict)[0] == "On > 1 more leaf is visited: 4."
    assert next(row.beta for row in loose.rows() if row.node == "d") == "+∞, 6, 5"


def test_15_quiz_1_is_8_by_left_and_prunes_50():
    found = done("alphabeta-quiz-1")
    assert (found.decision.value, found.action, found.pruned) == (8, "Left", [50])
    assert values(perform(find("alphabeta-quiz-1").runs[0], algorithm="minimax")) == [8, 4]


def test_16_quiz_2_is_10_by_left_and_visits_the_minimum():
    found = done("alphabeta-quiz-2")
    assert (found.decision.value, found.action) == (10, "Left")
    assert (found.visited, found.pruned) == ([10, 6, 100, 1, 2], [8, 20, 4])
    assert facts(tables("alphabeta-quiz-2")[0])["best"] == 5


def test_17_cs208_calls_a_b_d_e_c_f_g_and_c_returns_1_or_2():
    plain, quick = done("cs208-trace"), done("cs208-trace", 1)
    entered = [event for event in plain.events if event.kind == "enter"]
    assert [plain.game.node_name(event.state) for event in entered] == list("abdecfg")
    assert [event.depth for event in entered] == [1, 2, 3, 3, 2, 3, 3]
    assert values(plain) == [2, 1] and plain.decision.depth == 3 and plain.decision.exact
    at_c = next(event for event in quick.events if event.path == (1,))
    assert at_c.after == (2, INF)
    assert quick.visited == [2, 7, 1] and quick.pruned == [8]
    run = find("cs208-trace").runs[1]
    assert changes(run, done("cs208-trace", 1, returns="hard")) == ["On fail-hard c returns <= 2 instead of <= 1."]


def test_18_a_bound_at_the_root_is_never_the_action():
    found, truth = done("root-action-trap"), done("root-action-trap", 1)
    assert (found.decision.value, found.action) == (3, "Left")
    assert found.decision.values == {0: Score(3.0), 1: Score(3.0, "<=")}
    assert values(truth) == [3, 0]
    assert any("that is only a bound, Right is worth at most 3" in line for line in found.sentences())


def test_19_one_beta_for_the_whole_search_is_wrong():
    assert tables("leak-trap")[0].rows == (("[[2,7],[5,7]]", 2, 5), ("[[3,12],[4,6],[15,2]]", 3, 4))


def test_20_the_center_is_best_and_11_is_not_visited():
    found = done("center-action")
    assert found.action == "Center" and found.pruned == [11]


def test_20_a_tied_root_visits_the_0_only_on_strictly_greater():
    assert done("tied-root").pruned == [0] and done("tied-root").action == "Left"
    strict = done("tied-root", prune=">")
    assert strict.visited == [10, 10, 0] and strict.action == "Left"
    assert changes(find("tied-root").runs[0], strict)[0] == "On > 1 more leaf is visited: 0."


# Chance and opponents.


def test_21_traffic_takes_35_minutes():
    found = done("traffic")
    assert found.decision.value == 35 and found.action is None
    assert found.sentences() == ["a (CHANCE) = 35, the sum of 1/4 × 20, 1/2 × 30 and 1/4 × 60."]


def test_22_expectimax_is_right_with_8():
    found = done("expectimax-example")
    assert values(found) == [7, 7, 8] and found.action == "Right"


def test_23_minimax_and_expectimax_choose_differently():
    gloomy, hopeful = done("minimax-properties"), done("minimax-properties", 1)
    assert (gloomy.decision.value, gloomy.action) == (10, "Left")
    assert (hopeful.decision.value, hopeful.action) == (54.5, "Right")


def test_24_uniform_expectimax_is_left_in_both_trees():
    first, second = done("uniform-expectimax"), done("uniform-expectimax", 1)
    assert values(first) == pytest.approx([23 / 3, 4, 7]) and values(second) == [8, 4, 7]
    assert first.action == second.action == "Left"


def test_25_opponents_are_policies():
    dumb, biased, worst, minimax = (done("opponent-policies", number) for number in range(4))
    assert dumb.decision.value == 2.5
    assert values(biased) == [5, 6]
    assert (worst.decision.value, worst.action, values(worst)) == (3, "Left", values(minimax))


def test_26_max_min_and_chance_live_in_one_tree_and_odds_must_sum_to_1():
    assert values(done("expectiminimax")) == [4, 5, 5.5]
    sentences = tables("expectiminimax")[0].column("answer")
    assert len(sentences) == 3 and "sum to 0.9" in sentences[0]


def test_27_the_four_way_table():
    table = tables("pacman-four-ways")[0]
    assert table.column("Pacman") == ["minimax", "expectimax"] and "3 cycles" in table.title
    assert "always loses" in table.rows[0][2] and "about half" in table.rows[1][2]


# Resource limits, evaluation, Pacman.


def test_28_the_contributions_sum_to_the_score():
    table = tables("depth-limit")[0]
    *parts, score = table.column("w × f")
    assert sum(parts) == score == 0.0625
    for _, feature, weight, product in table.rows[:-1]:
        assert feature * weight == product
    assert all(event.estimate for event in done("depth-limit").events if event.kind == "leaf")


def test_28_depth_makes_up_for_a_poor_evaluation():
    table = tables("claim-poor-evaluation")[0]
    poor, good = table.column("edges"), table.column("open lines")
    assert poor[0] > 30 > 15 > good[0]
    assert poor == sorted(poor, reverse=True) and poor[-1] == good[-1] == 0


def test_29_deepening_has_the_last_complete_depth_at_hand():
    found = done("iterative-deepening")
    assert [event.depth for event in found.events if event.kind == "iteration"] == [1, 2, 3]
    table = tables("iterative-deepening")[0]
    assert table.column("depth") == [1, 2, 3, 4, 5]
    assert table.column("action") == ["c3", "c3", "a2", "a2", "a2"]


def test_30_an_agent_in_a_corridor_thrashes_until_its_evaluation_is_fixed():
    both = "{West, East}"
    expected = (
        (1, both, "{East}"),
        (2, both, "{East}"),
        (3, "{East}", "{East}"),
        (4, "{East}", "{East}"),
        (5, both, both),
    )
    assert tables("thrashing")[0].rows == tables("thrashing-fixed")[0].rows == expected
    assert best_actions(find("thrashing").runs[0].game(), 3) == ["East"]


def test_31_the_demonstrations_are_listed():
    assert len(tables("pacman-demos")[0].rows) == 7


# Grundy's game, systems, conventions.


def test_32_grundy_from_7_is_lost_for_the_mover():
    proved, replies, numbers = tables("grundy")
    assert [row[1] for row in proved.rows] == ["false", "true", 4, 14, 24, 7, "true"]
    assert replies.rows == (("6-1", "4-2-1"), ("5-2", "4-2-1"), ("4-3", "4-2-1 or 3-3-1"))
    assert numbers.column("Grundy number") == [0, 0, 1, 0, 2, 1, 0, 2, 1, 0]
    assert done("grundy").decision.value == -1


def test_systems_and_conventions_are_told():
    assert {"Chinook", "Deep Blue", "AlphaGo"} <= set(tables("systems")[0].column("system"))
    assert len(tables("conventions")[0].rows) == 7


# Names and switches.


def test_an_item_is_found_by_its_number_unless_several_have_it():
    assert find("16").name == "alphabeta-quiz-2" and find("9").name == "sizes"
    with pytest.raises(SpecError, match="several lectures; use one of: center-action, tied-root"):
        find("20")


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(SpecError, match="did you mean 'thrashing'"):
        find("trashing")


@pytest.mark.parametrize(
    ("name", "options", "sentences"),
    [
        ("alphabeta-quiz-1", {"returns": "hard"}, ["On fail-hard c returns <= 8 instead of <= 4."]),
        (
            "alphabeta-quiz-1",
            {"prune": ">"},
            ["On > nothing changes: the same leaves, the same values, the same action."],
        ),
        (
            "alphabeta-quiz-1",
            {"names": "plus-minus"},
            ["On plus-minus the players are called PLUS and MINUS, and nothing else changes."],
        ),
        ("alphabeta-quiz-1", {"root_depth": 1}, ["On the root at level 1 only the numbers of the levels change."]),
        ("alphabeta-quiz-1", {}, []),
    ],
)
def test_what_a_switch_changes_is_said(name, options, sentences):
    assert changes(find(name).runs[0], done(name, **options)) == sentences


def test_a_switched_window_is_said():
    changed = changes(find("alphabeta-quiz-1").runs[0], done("alphabeta-quiz-1", window="utilities"))
    assert changed == ["On the window of the utilities the search starts with the window (4, 50) instead of (-∞, +∞)."]


def test_an_unknown_convention_is_refused():
    with pytest.raises(SpecError, match="Unknown convention 'colour'"):
        switched(find("cmu").runs[0], {"colour": "red"})
