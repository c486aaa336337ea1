"""The wrong-on-purpose searches make exactly the mistake they are named for, and nothing else."""

from __future__ import annotations

import math

import pytest

from countermove.errors import SpecError, UnfitError
from countermove.games.tree import Tree
from countermove.textbook import ALGORITHMS, Conventions, alphabeta, leaves_visited, minimax, run, trace
from countermove.textbook.wrong import WRONG, diverge, named, right_of
from countermove.textbook.wrong.search import flawed
from countermove.textbook.wrong.walk import Slip, walk
from countermove.textbook.wrong.window import Flaw, windowed

CHANCE = Tree([{"chances": [0.75, 0.25], "children": [8, 0]}, 5])
CMU = Tree([[3, 12], [4, 6], [15, 2]])


def value(name, tree, **options):
    game = tree if isinstance(tree, Tree) else Tree(tree)
    return run(named(name, game)(game, **options)).value


@pytest.mark.parametrize(("tree", "wrong", "right"), [([[2, 7], [5, 7]], 2, 5), ([[3, 12], [4, 6], [15, 2]], 3, 4)])
def test_the_leak_trap_of_the_lectures_comes_out_of_the_shared_beta(tree, wrong, right):
    assert value("wrong:shared-beta", tree) == wrong
    assert value("alphabeta", tree) == right


def test_the_root_move_trap_of_the_lectures_comes_out_of_the_bound_at_the_root():
    game = Tree([[3, 5], [3, 0]])
    decision = run(named("wrong:root-bound")(game))
    assert (decision.value, decision.action, run(alphabeta(game)).action) == (3, 1, 0)


@pytest.mark.parametrize(
    ("name", "tree", "answer"),
    [
        ("wrong:sign", [[3, 12], [4, 6], [15, 2]], -6),
        ("wrong:swapped", [[3, 12], [4, 6], [15, 2]], 6),
        ("wrong:all-max", [[3, 12], [4, 6], [15, 2]], 15),
        ("wrong:leaf-sign", [3, [1, 2]], 1),
        ("wrong:no-negation", [3, [1, 2]], 2),
        ("wrong:draw-loss", [[0, 1], [-1, 1]], -1),
        ("wrong:mutated-state", [[3, 12], [4, 6], [15, 2]], 3),
        ("wrong:divided-twice", CHANCE, 5),
        ("wrong:unweighted", CHANCE, 5),
        ("wrong:undivided", CHANCE, 8),
        ("wrong:mover-utility", [3, [1, 2]], 1),
        ("wrong:zero-start", [[-3, -1], [-4, -2]], 0),
        ("wrong:same-start", [[3, 12], [4, 6]], -math.inf),
        ("wrong:wrong-bound", [[5, 1], [4, 6]], 5),
        ("wrong:floor-average", [[0, 1]], 0),
        ("wrong:chance-min", CHANCE, 5),
        ("wrong:chance-max", CHANCE, 8),
    ],
)
def test_a_mistake_gives_the_answer_it_is_known_by(name, tree, answer):
    assert value(name, tree) == answer


def test_the_divided_expectation_is_half_of_what_it_should_be_for_two_outcomes():
    game = Tree([{"chances": [0.75, 0.25], "children": [8, 0]}, -9])
    assert (value("wrong:divided-twice", game), value("expectiminimax", game)) == (3, 6)


def test_each_prune_test_visits_what_the_other_convention_would(wild):
    for seed in range(200):
        game = wild.grow(seed)
        for mistake, prune in (("wrong:prune-equal", ">="), ("wrong:prune-strict", ">")):
            for asked in (">=", ">"):
                flawed = trace(named(mistake)(game, conventions=Conventions(prune=asked)))[0]
                right = trace(alphabeta(game, conventions=Conventions(prune=prune)))[0]
                assert leaves_visited(flawed) == leaves_visited(right), seed


@pytest.mark.parametrize("prune", [">=", ">"])
@pytest.mark.parametrize("flaw", [Flaw(), Flaw(crossed=True), Flaw(kept=True), Flaw(hard=True)])
def test_without_a_flaw_in_its_window_the_flawed_search_is_alphabeta(wild, flaw, prune):
    conventions = Conventions(prune=prune, returns="hard" if flaw.hard else "soft")
    for seed in range(300):
        game = wild.grow(seed)
        right, one = trace(alphabeta(game, conventions=conventions))
        wrong, other = trace(windowed("none", flaw)(game, conventions=conventions))
        assert (one.value, one.action, one.nodes) == (other.value, other.action, other.nodes), seed
        assert diverge(right, wrong, game) is None, seed


@pytest.mark.parametrize("base", ["minimax", "expectimax", "expectiminimax"])
def test_without_a_slip_the_flawed_walk_is_the_textbook(wild, base):
    for seed in range(200):
        game = wild.grow(seed, chance=base != "minimax", turns=True)
        right, one = trace(ALGORITHMS[base](game))
        wrong, other = trace(flawed("none", base, walk=walk(base, Slip()))(game))
        assert (one.value, one.action, one.nodes) == (other.value, other.action, other.nodes), seed
        assert diverge(right, wrong, game) is None, seed


def test_each_side_of_the_window_may_have_its_own_test():
    game = Tree([[5, [5, 7]], [5, 1]])
    assert leaves_visited(trace(alphabeta(game))[0]) == [5, 5, 5]
    for tests, visited in ((("v > beta", ""), [5, 5, 7, 5]), (("", "v < alpha"), [5, 5, 5, 1])):
        assert leaves_visited(trace(windowed("none", Flaw(tests=tests))(game))[0]) == visited


def test_depth_may_be_ignored_or_shared_out_among_the_children():
    game = Dive([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
    assert run(named("wrong:depth-ignored")(game, depth=1)).value == run(minimax(game)).value
    events = trace(named("wrong:depth-in-loop")(game, depth=2))[0]
    assert [event.path for event in events if event.kind == "leaf"] == [(0, 0), (0, 1), (1,)]


def test_in_expectimax_an_opponent_is_called_chance():
    game = Tree([[0, 1]])
    told = diverge(ALGORITHMS["expectimax"](game), named("wrong:floor-average")(game), game, algorithm="expectimax")
    assert told.sentence.endswith("leaves b (CHANCE) with 0.5; the wrong one leaves b (CHANCE) with 0.")


def test_a_search_that_never_prunes_visits_all_leaves():
    assert run(named("wrong:no-prune")(CMU)).nodes == run(minimax(CMU)).nodes


def test_the_root_that_forgets_its_window_visits_more_and_finds_the_same():
    game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    decision = run(named("wrong:root-window")(game))
    assert (decision.value, decision.leaves, run(alphabeta(game)).leaves) == (3, 9, 7)


class Dive(Tree):
    """A tree in which an unfinished game is worth minus its number."""

    def evaluate(self, state, player):
        return -float(state.node)


def test_the_depth_is_off_by_one_in_both_directions():
    game = Dive([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
    for depth in (2, 3):
        for name, shift in (("wrong:depth-short", -1), ("wrong:depth-long", 1)):
            right = run(minimax(game, depth=depth + shift))
            assert run(named(name)(game, depth=depth)).value == right.value
    assert run(named("wrong:depth-short")(game, depth=1)).action is None, "the root itself is evaluated"


def test_every_mistake_diverges_from_the_right_search_on_some_tree(wild):
    for name, variant in WRONG.items():
        base, found = variant.forms[0][0], None
        for seed in range(400):
            chance = base.startswith("expect")
            game = wild.grow(seed, chance=chance, turns=True)
            cycles = name in ("wrong:partial-ply", "wrong:first-reply")
            depth = 2 if "depth" in name or cycles else None
            conventions = Conventions(ply="cycle" if cycles else "action", prune=">" if "equal" in name else ">=")
            searches = (ALGORITHMS[base], variant.forms[0][1])
            found = diverge(*(search(game, depth=depth, conventions=conventions) for search in searches), game)
            if found:
                break
        if name != "wrong:first-reply":  # with one opponent there is no other to leave out
            assert found and found.sentence.startswith(f"Step {found.step}: the right search "), name
            assert found.sentence.endswith("."), name


def test_what_is_the_same_does_not_diverge():
    assert diverge(alphabeta(CMU), alphabeta(CMU), CMU) is None


def test_a_search_that_ends_early_diverges_where_it_ends():
    one = diverge(minimax(CMU), list(minimax(CMU))[:-1], CMU)
    assert one.wrong is None
    assert one.sentence == f"Step {one.step}: the right search leaves a (MAX) with 4; the wrong one is done."


def test_a_divergence_names_nodes_and_pruned_actions_as_the_game_does():
    game = Tree([[10], [10, 0]])
    strict = Conventions(prune=">")
    told = diverge(alphabeta(game, conventions=strict), named("wrong:prune-equal")(game, conventions=strict), game)
    assert told.sentence == (
        "Step 12: the right search enters f, window (10, 10); "
        "the wrong one cuts at c (MIN), which holds 10, and skips Right, window (10, 10)."
    )


def test_names_of_algorithms_right_and_wrong_are_found():
    assert named("minimax") is minimax
    assert right_of("wrong:sign", CMU) == "minimax"
    assert right_of("wrong:sign", CHANCE) == "expectimax"
    assert right_of("alphabeta", CMU) == "alphabeta"


def test_an_unknown_name_gets_a_sentence():
    with pytest.raises(SpecError, match="There is no mistake 'wrong:xyzzyxyzzy'; there are: wrong:sign, "):
        named("wrong:xyzzyxyzzy")
    with pytest.raises(SpecError, match="did you mean 'alphabeta'"):
        named("alphabet")


def test_a_mistake_of_alphabeta_is_refused_where_chance_acts():
    with pytest.raises(UnfitError, match="use expectiminimax"):
        named("wrong:shared-beta", CHANCE)
