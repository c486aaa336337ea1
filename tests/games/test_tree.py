import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermove import CHANCE, load
from countermove.errors import SpecError
from countermove.game import Axes, legal
from countermove.games.tree import Tree, TreeState

TWO_PLY = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
TRACE = [[2, 7], [1, 8]]
EXPECTIMAX = [
    {"children": [12, 8, 4], "chances": [0.25, 0.25, 0.5]},
    {"children": [8, 6], "chances": [0.5, 0.5]},
    {"children": [12, 6], "chances": [1 / 3, 2 / 3]},
]


def values(game, state):
    """Each player's value of a state, by the definition: every player maximises its own."""
    if game.is_terminal(state):
        return [game.utility(state, player) for player in range(game.players)]
    mover = game.player(state)
    if mover == CHANCE:
        outcomes = [(p, values(game, game.result(state, a))) for a, p in game.chances(state)]
        return [sum(p * v[player] for p, v in outcomes) for player in range(game.players)]
    return max((values(game, game.result(state, a)) for a in game.actions(state)), key=lambda v: v[mover])


def value(game, state=None):
    return values(game, game.initial() if state is None else state)[0]


def best(game):
    state = game.initial()
    mover = game.player(state)
    choice = max(game.actions(state), key=lambda a: values(game, game.result(state, a))[mover])
    return game.action_name(state, choice)


@pytest.mark.parametrize(
    ("tree", "expected", "action", "children"),
    [
        (TWO_PLY, 3, "Left", [3, 2, 2]),
        ([[-8, -5], [-10, 8]], -8, "Left", [-8, -10]),
        ([[3, 12], [4, 6], [15, 2]], 4, "Center", [3, 4, 2]),
        ([[10, 8], [4, 50]], 8, "Left", [8, 4]),
        ([[[10, 6], [100, 8]], [[1, 2], [20, 4]]], 10, "Left", [10, 2]),
        (TRACE, 2, "Left", [2, 1]),
        ([[3, 5], [3, 0]], 3, "Left", [3, 0]),
        ([[3, 12, 8], [5, 4, 6], [14, 1, 11]], 4, "Center", [3, 4, 1]),
        ([[10], [10, 0]], 10, "Left", [10, 0]),
        (EXPECTIMAX, 8, "Right", [7, 7, 8]),
    ],
)
def test_the_trees_of_the_lectures_have_the_values_of_the_lectures(tree, expected, action, children):
    game = Tree(tree)
    start = game.initial()
    assert value(game) == pytest.approx(expected)
    assert best(game) == action
    assert [value(game, game.result(start, a)) for a in game.actions(start)] == pytest.approx(children)


def test_a_tree_with_one_player_just_works():
    assert value(Tree([[-8, -5], [-10, 8]], players=1)) == 8
    assert Tree([1, 2], players=1).axes == Axes(payoff="general")


def test_traffic_takes_35_minutes():
    game = Tree({"chances": [0.25, 0.5, 0.25], "children": [20, 30, 60]}, players=1)
    assert value(game) == 35
    assert game.axes.stochastic


def test_a_min_root_turns_the_players_round():
    game = Tree([[-21, 3], [-12, 70], [73]], root="min")
    assert [game.player(state) for state in (TreeState(0), TreeState(1))] == [1, 0]
    assert value(game) == 3


def test_nodes_are_named_level_by_level_as_the_trace_names_them():
    game = Tree(TRACE)
    assert game.node_names == tuple("abcdefg")
    assert game.node_name(game.read("Right Left")) == "f"
    assert game.utility(game.read("g"), 0) == 8


def test_names_go_on_after_z():
    game = Tree(list(range(30)))
    assert game.node_names[25:29] == ("z", "aa", "ab", "ac")


def test_given_names_are_used_and_the_letters_pass_over_them():
    assert Tree([1, 2], names="S l,r").node_names == ("S", "l", "r")
    assert Tree([{"name": "a", "value": 1}, 2]).node_names == ("b", "a", "c")


def test_actions_are_named_as_given_or_by_their_place():
    game = Tree({"children": [[1, 2], [1, 2, 3], [1, 2, 3, 4]], "actions": ["a1", "a2", "a3"]})
    names = [[game.action_name(TreeState(n), a) for a in game.actions(TreeState(n))] for n in range(4)]
    assert names == [["a1", "a2", "a3"], ["Left", "Right"], ["Left", "Center", "Right"], ["1", "2", "3", "4"]]
    assert game.read("a2 Center") == TreeState(game.first[2] + 1)


def test_chance_takes_nobodys_turn():
    game = Tree([{"player": "chance", "children": [[1, 2], [3, 4]]}, [5, 6]])
    assert [game.player(TreeState(n)) for n in range(5)] == [0, CHANCE, 1, 1, 1]
    assert list(game.chances(TreeState(1))) == [(0, 0.5), (1, 0.5)]
    assert [game.player_name(game.player(TreeState(n))) for n in range(3)] == ["MAX", "CHANCE", "MIN"]


def test_a_player_can_be_set_at_any_node_and_turns_go_on_from_there():
    game = Tree([{"player": "max", "children": [[1, 2], 3]}, [4, 5]])
    assert [game.player(TreeState(n)) for n in (0, 1, 2, 3)] == [0, 0, 1, 1]
    assert value(game) == 4


def test_three_players_maximise_each_its_own():
    game = Tree([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, 1)]], players=3)
    assert values(game, game.initial()) == [7, 4, 1]
    assert game.axes.payoff == "general"
    assert game.player_name(2) == "player 3"
    assert Tree([[(1, 2, 3), (3, 2, 1)]], players=3, root=2).player(TreeState(0)) == 2


@pytest.mark.parametrize(
    ("leaves", "players", "axes"),
    [
        ([1, 2], 2, Axes()),
        ([(1, -1), (3, -3)], 2, Axes()),
        ([(1, 0), (0.5, 0.5), (0, 1)], 2, Axes(payoff="constant", total=1.0)),
        ([(1, 1), (2, 2)], 2, Axes(payoff="common")),
        ([(1, 2), (3, 3)], 2, Axes(payoff="general")),
        ([(1, 2, -3), (0, 0, 0)], 3, Axes()),
    ],
)
def test_the_leaves_tell_the_kind_of_game(leaves, players, axes):
    assert Tree(leaves, players=players).axes == axes


def test_a_bare_number_is_a_game_that_is_over():
    game = Tree(5)
    assert game.is_terminal(game.initial())
    assert game.utility(game.initial(), 1) == -5
    assert legal(game, game.initial()) == []
    assert game.text(game.initial()) == "a leaf 5"


def test_text_shows_the_name_the_kind_and_what_lies_below():
    game = Tree([[3, 12.5], {"chances": [0.5, 0.5], "children": [1, (2, -2)]}])
    assert [game.text(TreeState(n)) for n in range(4)] == [
        "a MAX [[3, 12.5], [1, 2]]",
        "b MIN [3, 12.5]",
        "c CHANCE [1, 2]",
        "d leaf 3",
    ]
    assert Tree([(1, 2, 3)], players=3).text(TreeState(0)) == "a player 1 [(1, 2, 3)]"


def test_the_text_of_a_large_tree_is_cut():
    assert len(Tree([[1, 2, 3]] * 10_000).text(TreeState(0))) < 1100


def test_the_command_line_gives_a_tree_as_text():
    assert load("tree") == Tree()
    assert load("tree:tree=[[2,7],[1,8]]") == Tree(TRACE) == Tree("[[2, 7], [1, 8]]") == load("[[2,7],[1,8]]")
    assert load("tree:tree=[(1,2,3)],players=3,root=2") == Tree([(1, 2, 3)], players=3, root=2)
    assert load("[[2,7],[1,8]],root=min,names='s t u v w x y'").node_names[0] == "s"


def test_equal_trees_are_equal_and_hash_alike():
    assert hash(Tree(TWO_PLY)) == hash(Tree([[3.0, 12.0, 8.0], [2, 4, 6], [14, 5, 2]]))
    assert (
        len({Tree(TWO_PLY), Tree(TWO_PLY), Tree(TRACE), Tree(TRACE, root="min"), Tree(TRACE, names="ab c d e f g h")})
        == 4
    )
    assert Tree(TRACE) != TRACE


def test_arrays_are_what_compiled_code_takes():
    game = Tree(TWO_PLY)
    for array, kind in ((game.first, np.int64), (game.count, np.int64), (game.mover, np.int64), (game.payoff, float)):
        assert array.dtype == kind
        assert array.flags.c_contiguous
    assert game.payoff.shape == (13, 2)


def nested(depth):
    tree = 1
    for _ in range(depth):
        tree = [tree]
    return tree


@pytest.mark.parametrize(
    ("tree", "sentence"),
    [
        ([], "the root is an empty list"),
        ([[1], []], "the second child of the root is an empty list"),
        ([[1, "x"]], "the second child of the first child of the root is 'x'; a leaf is a number"),
        ([[1, None]], "is None; a leaf is a number"),
        ([True], "is True; a leaf is a number"),
        ([float("nan")], "the first child of the root is nan; a leaf is a number"),
        ([10**400], "a leaf is a number"),
        ([(1, 2, 3)], r"is \(1, 2, 3\); with players=2 a leaf is a tuple of 2 numbers"),
        ([{"val": 3}], "has the unknown key 'val'; the keys are"),
        ([{"name": "x"}], 'must have either a "value" or a list of "children"'),
        ([{"value": 3, "children": [1]}], 'has a "value", so it is a leaf, and also "children"'),
        ([{"children": [1, 2], "chances": [0.5, 0.4]}], "has chances that sum to 0.9; they must sum to 1"),
        ([{"children": [1, 2], "chances": [1.5, -0.5]}], "has 1.5 among its chances"),
        ([{"children": [1, 2], "chances": [1]}], r'has 2 children but "chances" is \[1\]'),
        ([{"children": [1, 2], "chances": [0.5, 0.5], "player": "min"}], "so chance acts there, not 'min'"),
        ([{"children": [1, 2], "actions": ["a"]}], r"has 2 children but \"actions\" is \['a'\]"),
        ([{"children": [1, 2], "actions": ["a", "a"]}], "each needs a unique name"),
        ([{"children": [1, 2], "player": "mid"}], "the player of the first child of the root is 'mid'"),
        ([{"children": [1, 2], "player": 2}], "or a player's number, less than 2"),
        ([{"name": "x", "value": 1}, {"name": "x", "value": 2}], "two nodes are named 'x'"),
        ([[[[[[]]]]]], r"the node at 1.1.1.1.1 \(children counted from 1\) is an empty list"),
        ([0] * 11 + [[]], "the 12th child of the root is an empty list"),
        (nested(200), "more than 200 levels"),
        (nested(100_000), "more than 200 levels"),
        ("[[1, 2", r"is not a nested list of numbers, .*: the \[ at character 1 is never closed"),
        ("[[1, 2]", r"the \[ at character 1 is never closed"),
        ("[[1, 2]]]", r"the \] at character 9 has no \["),
        ("[[1, 2)]", r"the \) at character 7 has no \("),
        ("[[1, nan]]", "is not a nested list of numbers, .*: 'nan' at character 6 is not a number"),
        ("[[1, 2] [3]]", "a comma or a bracket is missing or too many"),
        ("[" * 300, "The brackets of the tree are nested 300 deep; a tree has at most 200 levels"),
        (
            "[" * 300 + "1" + "]" * 300,
            "The brackets of the tree are nested 300 deep; a tree has at most 200 levels",
        ),
    ],
)
def test_a_wrong_tree_is_refused_with_its_place(tree, sentence):
    with pytest.raises(SpecError, match=sentence):
        Tree(tree)


def test_199_levels_of_brackets_are_not_too_deep():
    game = Tree(nested(199))
    assert len(game.count) == 200
    assert game.text(game.initial()).count("[") == 199


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"players": 0}, "players=0 must be a whole number"),
        ({"root": "mid"}, 'root is \'mid\'; use "max", "min" or a player\'s number, less than 2'),
        ({"root": "min", "players": 1, "tree": [1]}, "root is 'min'; use \"max\" or"),
        ({"root": -1}, "root is -1"),
        ({"names": "a b"}, "gives 2 names, but the tree has 13 nodes"),
        ({"tree": [1, 2], "names": "a b b"}, "two nodes are named 'b'"),
        ({"tree": [1], "players": 3}, "with players=3 a leaf is a tuple of 3 numbers"),
        ({"tree": [(1, 2)], "players": 1}, "with players=1 a leaf is one number"),
    ],
)
def test_a_wrong_field_is_refused(fields, sentence):
    with pytest.raises(SpecError, match=sentence):
        Tree(**fields)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("zz", "'zz', which is not legal here; legal: Left, Center, Right"),
        ("node=99", "no node 99"),
        ("Left Left Left", "after the game is over"),
    ],
)
def test_a_wrong_position_is_refused(position, sentence):
    with pytest.raises(SpecError, match=sentence):
        Tree().read(position)


trees = st.recursive(st.integers(-9, 9), lambda node: st.lists(node, min_size=1, max_size=4), max_leaves=30)


def minimax(tree, maximising):
    if not isinstance(tree, list):
        return tree
    return (max if maximising else min)(minimax(child, not maximising) for child in tree)


def leaves(tree):
    return [leaf for child in tree for leaf in leaves(child)] if isinstance(tree, list) else [tree]


@given(trees, st.booleans())
def test_the_arrays_mean_what_the_lists_mean(tree, maximising):
    game = Tree(tree, root="max" if maximising else "min")
    assert value(game) == minimax(tree, maximising)
    assert sorted(game.payoff[game.count == 0, 0]) == sorted(leaves(tree))
    assert game.bounds(game.initial()) == (min(leaves(tree)), max(leaves(tree)))
    for node in range(len(game.count)):
        assert game.read(game.write(TreeState(node))) == TreeState(node)
        low, high = game.bounds(TreeState(node))
        assert low <= value(game, TreeState(node)) <= high
