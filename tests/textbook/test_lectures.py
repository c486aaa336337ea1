"""The worked examples of the lectures; the number in a test's name is the example's number there."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from countermove.errors import GameError
from countermove.game import CHANCE, Axes, Game
from countermove.games.grundy import Grundy
from countermove.games.tictactoe import TicTacToe
from countermove.games.tree import Tree
from countermove.textbook import (
    STANDARD,
    Conventions,
    Score,
    alphabeta,
    deepening,
    expectimax,
    expectiminimax,
    fitting,
    leaves_pruned,
    leaves_visited,
    maxn,
    minimax,
    run,
    trace,
)

STRICT = Conventions(prune=">")
BOTH = [Conventions(), STRICT]
TWO_PLY = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
CMU = [[3, 12], [4, 6], [15, 2]]


def visited(tree, conventions=STANDARD, **more):
    return leaves_visited(trace(alphabeta(Tree(tree, **more), conventions=conventions))[0])


def pruned(tree, conventions=STANDARD, **more):
    game = Tree(tree, **more)
    return leaves_pruned(game, trace(alphabeta(game, conventions=conventions))[0])


def orders(tree):
    """The tree with the children of every node in every order."""
    if not isinstance(tree, list):
        yield tree
        return
    for children in permutations(tree):
        yield from map(list, product(*(list(orders(child)) for child in children)))


def children(decision):
    assert all(score.bound == "=" for score in decision.values.values())
    return [score.value for score in decision.values.values()]


def chosen(game, decision, state=None):
    return game.action_name(game.initial() if state is None else state, decision.action)


# Formulation, values, games as search.


@pytest.mark.parametrize("algorithm", [minimax, alphabeta, expectimax, expectiminimax, maxn, deepening])
def test_3_a_tree_of_one_player_just_works(algorithm):
    game = Tree([[8, [2, 6]], [4, 0], 7], players=1)
    decision = run(algorithm(game))
    assert decision.value in (8, (8,)) and decision.line == (0, 0)
    assert fitting(game) == "alphabeta"


def test_4_two_ply_figure_has_children_3_2_2_and_root_3_by_a1_then_b1():
    decision = run(minimax(Tree(TWO_PLY)))
    assert children(decision) == [3, 2, 2]
    assert decision.value == 3 and decision.line == (0, 0)
    assert (decision.nodes, decision.leaves) == (13, 9)


def test_4_two_ply_figure_lets_alphabeta_visit_7_leaves_and_skip_4_and_6():
    assert visited(TWO_PLY) == [3, 12, 8, 2, 14, 5, 2]
    assert pruned(TWO_PLY) == [4, 6]
    decision = run(alphabeta(Tree(TWO_PLY)))
    assert decision.value == 3 and decision.line == (0, 0) and decision.leaves == 7
    assert decision.values == {0: Score(3.0), 1: Score(2.0, "<="), 2: Score(2.0)}


def test_4_two_ply_figure_has_a_best_ordering_of_5_leaves_and_a_worst_of_9():
    counts = [len(visited(tree)) for tree in orders(TWO_PLY)]
    assert (min(counts), max(counts)) == (5, 9)


def test_5_minimax_values_are_minus_8_and_minus_10_and_8_for_one_agent():
    tree = [[-8, -5], [-10, 8]]
    decision = run(minimax(Tree(tree)))
    assert children(decision) == [-8, -10] and decision.value == -8
    assert run(minimax(Tree(tree, players=1))).value == 8


def test_6_cmu_example_answers_the_action_center_and_not_just_4():
    game = Tree(CMU)
    decision = run(minimax(game))
    assert children(decision) == [3, 4, 2] and decision.value == 4
    assert chosen(game, decision) == "Center"
    assert chosen(game, run(alphabeta(game))) == "Center"


def test_6_cmu_example_lets_alphabeta_skip_nothing_and_its_best_ordering_has_4_leaves():
    assert len(visited(CMU)) == 6 and pruned(CMU) == []
    assert min(len(visited(tree)) for tree in orders(CMU)) == 4


def test_6_cmu_example_by_uniform_expectimax_is_right_with_8_and_a_half():
    game = Tree(CMU)
    decision = run(expectimax(game))
    assert children(decision) == [7.5, 5, 8.5] and decision.value == 8.5
    assert chosen(game, decision) == "Right"


def test_7_payoffs_that_total_1_map_to_plus_one_zero_minus_one_and_keep_the_action():
    unit = Tree([[(1, 0), (0.5, 0.5)], [(0, 1), (1, 0)]])
    signed = Tree([[1, 0], [-1, 1]])
    for algorithm, game in product((minimax, alphabeta, expectimax, expectiminimax), (unit, signed)):
        assert run(algorithm(game)).action == 0
        one, other = (run(algorithm(game, conventions=Conventions(payoff=scale))) for scale in ("signed", "unit"))
        assert one.action == other.action == 0
        assert (one.value, other.value) == ((0.5, 0.75) if algorithm is expectimax else (0, 0.5))
    assert run(minimax(unit)).value == 0.5 and run(minimax(signed)).value == 0
    assert run(maxn(unit, conventions=Conventions(payoff="signed"))).value == (0, 0)


@pytest.mark.slow
def test_8_tictactoe_is_a_draw_in_a_tree_of_549946_nodes():
    game, nodes, ends, states, last = TicTacToe(), 0, Counter(), set(), set()
    narration = minimax(game)
    while True:
        try:
            event = next(narration)
        except StopIteration as end:
            decision = end.value
            break
        if event.kind == "enter":
            nodes += 1
            states.add(event.state)
        elif event.kind == "leaf":
            ends[event.value] += 1
            last.add(event.state)
    assert decision.value == 0 and decision.nodes == nodes == 549_946
    assert decision.leaves == sum(ends.values()) == 255_168
    assert ends == {1: 131_184, -1: 77_904, 0: 46_080}
    assert (len(states), len(last)) == (5_478, 958)
    assert len({game.canonical(state) for state in states}) == 765
    assert len({game.canonical(state) for state in last}) == 138
    assert len(decision.values) == 9 and len({game.canonical(game.result((game.initial()), a)) for a in range(9)}) == 3


@pytest.mark.parametrize(
    ("conventions", "nodes"),
    [(Conventions(), 18_297), (STRICT, 146_120), (Conventions(window="utilities"), 16_811)],
)
def test_8_tictactoe_by_alphabeta_takes_the_known_number_of_nodes(conventions, nodes):
    decision = run(alphabeta(TicTacToe(), conventions=conventions))
    assert decision.value == 0 and decision.nodes == nodes


@pytest.mark.parametrize(("branching", "depth"), [(2, 3), (3, 3), (3, 4), (5, 2), (4, 5)])
def test_9_perfect_ordering_visits_the_leaves_the_formula_says(branching, depth):
    tree = 0
    for _ in range(depth):
        tree = [tree] * branching  # all leaves equal: every order is perfect when cutting on >=
    expected = branching ** -(-depth // 2) + branching ** (depth // 2) - 1
    assert len(visited(tree)) == expected


# Alpha-beta.


@pytest.mark.parametrize("conventions", BOTH)
@pytest.mark.parametrize("rest", [-100, 0, 100])
def test_11_alpha_cut_example_never_visits_the_rest(conventions, rest):
    tree = [[21, -3], [12, -70, rest, rest], [-73, rest]]
    assert visited(tree, conventions) == [21, -3, 12, -70, -73]
    decision = run(alphabeta(Tree(tree), conventions=conventions))
    assert decision.value == -3 and decision.action == 0
    assert decision.values == {0: Score(-3.0), 1: Score(-70.0, "<="), 2: Score(-73.0, "<=")}


@pytest.mark.parametrize("conventions", BOTH)
@pytest.mark.parametrize("rest", [-100, 0, 100])
def test_12_beta_cut_example_is_the_mirror_image_with_root_3(conventions, rest):
    tree = [[-21, 3], [-12, 70, rest, rest], [73, rest]]
    assert visited(tree, conventions, root="min") == [-21, 3, -12, 70, 73]
    decision = run(alphabeta(Tree(tree, root="min"), conventions=conventions))
    assert decision.value == 3 and decision.action == 0
    assert decision.values == {0: Score(3.0), 1: Score(70.0, ">="), 2: Score(73.0, ">=")}


@pytest.mark.parametrize("conventions", BOTH)
def test_13_a_max_node_that_reaches_70_stops_when_beta_on_its_path_is_21(conventions):
    events, decision = trace(alphabeta(Tree([21, [4, 70, 80, 90]], root="min"), conventions=conventions))
    [cut] = [event for event in events if event.kind == "cut"]
    assert cut.value == 70 and cut.bound == ">=" and cut.action == 1 and cut.skipped == (2, 3)
    assert cut.before == cut.after == (70, 21)
    assert decision.value == 21


def test_14_example_2_stops_at_the_tie_or_looks_at_one_more_leaf():
    tree = [[7, 6, 5], [3, 1], [6, 5, 4, 9]]
    assert visited(tree) == [7, 6, 5, 3, 6, 5] and pruned(tree) == [1, 4, 9]
    assert visited(tree, STRICT) == [7, 6, 5, 3, 6, 5, 4] and pruned(tree, STRICT) == [1, 9]
    for conventions in BOTH:
        events, decision = trace(alphabeta(Tree(tree), conventions=conventions))
        assert decision.value == 5 and decision.action == 0
        betas = [event.after[1] for event in events if event.kind == "update" and event.path == (2,)]
        assert betas[:2] == [6, 5]
        assert next(event.before for event in events if event.path == (2,)) == (5, float("inf"))


def test_15_quiz_1_is_left_with_8_and_prunes_50():
    game = Tree([[10, 8], [4, 50]])
    assert children(run(minimax(game))) == [8, 4]
    decision = run(alphabeta(game))
    assert decision.value == 8 and chosen(game, decision) == "Left" and pruned(game.tree) == [50]


def test_16_quiz_2_is_left_with_10_and_visits_the_fewest_leaves_possible():
    game = Tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
    events, decision = trace(alphabeta(game))
    assert decision.value == 10 and chosen(game, decision) == "Left"
    assert leaves_visited(events) == [10, 6, 100, 1, 2]
    assert leaves_pruned(game, events) == [8, 20, 4]
    assert min(len(visited(tree)) for tree in orders(game.tree)) == 5


def test_17_cs208_minimax_calls_a_b_d_e_c_f_g_with_levels_from_1_and_limit_3():
    game = Tree([[2, 7], [1, 8]])
    events, decision = trace(minimax(game, depth=3, conventions=Conventions(root_depth=1)))
    entered = [event for event in events if event.kind == "enter"]
    assert [game.node_name(event.state) for event in entered] == list("abdecfg")
    assert [event.depth for event in entered] == [1, 2, 3, 3, 2, 3, 3]
    assert {game.node_name(event.state): event.value for event in events if event.kind == "exit"} == {
        "b": 2,
        "c": 1,
        "a": 2,
    }
    assert decision.value == 2 and decision.exact and decision.depth == 3
    assert game.node_name(game.result(game.initial(), decision.action)) == "b"


@pytest.mark.parametrize(("returns", "at_c"), [("soft", 1), ("hard", 2)])
def test_17_cs208_alphabeta_visits_2_7_1_and_c_returns_1_soft_or_2_hard(returns, at_c):
    game = Tree([[2, 7], [1, 8]])
    events, decision = trace(alphabeta(game, conventions=Conventions(returns=returns)))
    assert leaves_visited(events) == [2, 7, 1] and leaves_pruned(game, events) == [8]
    enter, *_, leave = (event for event in events if event.state == game.read("c"))
    assert enter.kind == "enter" and enter.before == enter.after == (2, float("inf"))
    assert (leave.kind, leave.value, leave.bound) == ("exit", at_c, "<=")
    assert decision.value == 2 and decision.action == 0
    assert decision.values[1] == Score(float(at_c), "<=")


def test_18_a_bound_that_equals_the_best_value_never_becomes_the_action():
    game = Tree([[3, 5], [3, 0]])
    for returns in ("soft", "hard"):
        decision = run(alphabeta(game, conventions=Conventions(returns=returns)))
        assert decision.value == 3 and chosen(game, decision) == "Left"
        assert decision.values == {0: Score(3.0, "="), 1: Score(3.0, "<=")}
    assert children(run(minimax(game))) == [3, 0]


@pytest.mark.parametrize(("tree", "value"), [([[2, 7], [5, 7]], 5), (CMU, 4)])
def test_19_the_window_belongs_to_the_path_and_does_not_leak(tree, value):
    for conventions in BOTH:
        assert run(alphabeta(Tree(tree), conventions=conventions)).value == value


def test_20_the_center_is_best_and_11_is_not_visited():
    tree = [[3, 12, 8], [5, 4, 6], [14, 1, 11]]
    game = Tree(tree)
    for conventions in BOTH:
        assert chosen(game, run(alphabeta(game, conventions=conventions))) == "Center"
        assert 11 not in visited(tree, conventions) and pruned(tree, conventions) == [11]


def test_20_a_tied_root_is_left_and_visits_the_0_only_when_cutting_on_strictly_greater():
    game = Tree([[10], [10, 0]])
    assert visited(game.tree) == [10, 10] and visited(game.tree, STRICT) == [10, 10, 0]
    for conventions in BOTH:
        assert run(alphabeta(game, conventions=conventions)).action == 0


# Chance and opponents.


def test_21_traffic_takes_35_minutes_on_average():
    game = Tree({"chances": [0.25, 0.5, 0.25], "children": [20, 30, 60]})
    events, decision = trace(expectiminimax(game))
    assert decision.value == 35 and decision.action is None and decision.line == ()
    assert [event.value for event in events if event.kind == "update"] == [5, 20, 35]


@pytest.mark.parametrize("algorithm", [expectimax, expectiminimax, maxn])
def test_22_expectimax_example_is_right_with_8(algorithm):
    game = Tree(
        [
            {"chances": [1 / 4, 1 / 4, 1 / 2], "children": [12, 8, 4]},
            {"chances": [1 / 2, 1 / 2], "children": [8, 6]},
            {"chances": [1 / 3, 2 / 3], "children": [12, 6]},
        ]
    )
    decision = run(algorithm(game))
    first = [score.value[0] if algorithm is maxn else score.value for score in decision.values.values()]
    assert first == [7, 7, 8]
    assert chosen(game, decision) == "Right" and decision.line == (2,)
    assert fitting(game) == "expectiminimax"


def test_23_minimax_is_left_with_10_and_against_a_random_opponent_right_is_worth_54_and_a_half():
    game = Tree([[10, 10], [9, 100]])
    decision = run(minimax(game))
    assert decision.value == 10 and chosen(game, decision) == "Left"
    decision = run(expectimax(game))
    assert decision.value == 54.5 and chosen(game, decision) == "Right"


@pytest.mark.parametrize(
    ("tree", "values"),
    [(TWO_PLY, [23 / 3, 4, 7]), ([[3, 12, 9], [2, 4, 6], [15, 6, 0]], [8, 4, 7])],
)
def test_24_uniform_expectimax_is_left(tree, values):
    decision = run(expectimax(Tree(tree)))
    assert children(decision) == pytest.approx(values) and decision.action == 0


def test_25_the_dumb_opponent_takes_each_of_its_actions_alike_however_many():
    assert run(expectimax(Tree([[1, 2, 3, 4]]))).value == 2.5
    assert run(expectimax(Tree([[7]]))).value == 7


def test_25_any_distribution_may_be_the_opponent():
    def biased(game, state):
        return {0: 0.25, 1: 0.75}

    decision = run(expectimax(Tree([[8, 4], [0, 8]]), opponent=biased))
    assert children(decision) == [5, 6] and decision.action == 1


@pytest.mark.parametrize("tree", [TWO_PLY, CMU, [[10, 10], [9, 100]], [[-8, -5], [-10, 8]]])
def test_25_all_mass_on_the_worst_reply_makes_expectimax_minimax(tree):
    def perfect(game, state):
        worst = min(game.actions(state), key=lambda action: run(minimax(game, game.result(state, action))).value)
        return [(action, float(action == worst)) for action in game.actions(state)]

    game = Tree(tree)
    one, other = run(expectimax(game, opponent=perfect)), run(minimax(game))
    assert (one.value, one.action, one.values) == (other.value, other.action, other.values)


def test_26_max_min_and_chance_live_in_one_tree_in_any_order():
    def coin(*sides):
        return {"chances": [0.5, 0.5], "children": list(sides)}

    game = Tree([coin([2, 4], [6, 8]), [coin(10, 0), 7], coin(coin(1, 3), [[5, 9], 20])])
    decision = run(expectiminimax(game))
    assert children(decision) == [4, 5, 5.5] and decision.value == 5.5 and decision.line == (2,)


class Loaded(Game):
    """A die whose sides have the chances given."""

    axes = Axes(stochastic=True)

    def __init__(self, *odds):
        self.odds = odds

    def initial(self):
        return -1

    def player(self, state):
        return CHANCE

    def actions(self, state):
        return range(len(self.odds))

    def chances(self, state):
        return enumerate(self.odds)

    def result(self, state, action):
        return action

    def is_terminal(self, state):
        return state >= 0

    def utility(self, state, player):
        return float(state)


@pytest.mark.parametrize("algorithm", [expectimax, expectiminimax, maxn])
@pytest.mark.parametrize("odds", [(0.5, 0.4), (0.5, 0.6), (1.5, -0.5), (1.0, 0.0), (float("nan"), 1), (1e400, 0.5)])
def test_26_probabilities_that_do_not_sum_to_1_are_an_error_that_names_the_state(algorithm, odds):
    with pytest.raises(GameError, match=r"Loaded\.chances gives .* in -1; .*\.$"):
        run(algorithm(Loaded(*odds)))


@pytest.mark.parametrize("algorithm", [expectimax, expectiminimax])
def test_26_probabilities_may_be_off_by_rounding(algorithm):
    assert run(algorithm(Loaded(*[0.1] * 10))).value == pytest.approx(4.5)


def test_29_deepening_always_has_the_last_complete_depth_at_hand():
    events, decision = trace(deepening(TicTacToe(), TicTacToe().read("XO..X...."), depth=4))
    assert [event.depth for event in events if event.kind == "iteration"] == [1, 2, 3, 4]
    assert decision.depth == 4


# Grundy's game.


def test_32_seven_is_a_loss_for_plus_to_move_in_24_nodes_with_7_leaves():
    game = Grundy(7)
    events, decision = trace(minimax(game))
    assert decision.value == -1, "W(7+) is false"
    assert (decision.nodes, decision.leaves) == (24, 7)
    assert len({game.write(event.state) for event in events}) == 14
    assert set(children(decision)) == {-1}
    assert run(minimax(game, game.read("7 -"))).value == 1, "W(7-) is true"


def test_32_the_replies_that_win_are_4_2_1_and_after_4_3_also_3_3_1():
    game = Grundy(7)
    replies = {}
    for action in game.actions(game.initial()):
        state = game.result(game.initial(), action)
        values = run(minimax(game, state)).values
        winning = [game.write(game.result(state, reply)) for reply, score in values.items() if score.value == -1]
        replies[game.action_name(game.initial(), action)] = winning
    assert replies == {"6-1": ["4-2-1 +"], "5-2": ["4-2-1 +"], "4-3": ["3-3-1 +", "4-2-1 +"]}


def test_32_best_play_from_seven_takes_four_splits():
    game = Grundy(7)

    def delay(state):
        """Splits left when the winner hurries and the loser delays."""
        if game.is_terminal(state):
            return 0
        values = run(minimax(game, state)).values
        wins = 1 if game.player(state) == 0 else -1
        won = [action for action, score in values.items() if score.value == wins]
        left = [delay(game.result(state, action)) for action in won or values]
        return 1 + (min(left) if won else max(left))

    assert delay(game.initial()) == 4


def test_32_in_misere_play_the_first_player_wins():
    assert run(minimax(Grundy(7, misere=True))).value == 1
    assert run(alphabeta(Grundy(7, misere=True))).value == 1
