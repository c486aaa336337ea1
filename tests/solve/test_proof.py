"""Values found by proof-number search are those of the textbook, cycles or not."""

import math
import random
import threading
from dataclasses import dataclass
from itertools import pairwise

import pytest

from countermove import Axes, load
from countermove.errors import GameError, NativeError, SpecError, UnfitError
from countermove.games.subtract import SubtractSquare
from countermove.games.tictactoe import TicTacToe
from countermove.games.tree import Tree
from countermove.solve import solve
from countermove.solve.proof import prove

VALUES = {True: -1.0, False: 1.0}


def tree_of(rng, depth, utilities):
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(utilities)
    children = [tree_of(rng, depth - 1, utilities) for _ in range(rng.randint(1, 4))]
    return {"children": children, "player": rng.choice(["max", "min"])} if rng.random() < 0.3 else children


@pytest.mark.parametrize("seed", range(4))
def test_random_trees_have_the_values_and_actions_that_solve_finds(seed):
    rng = random.Random(seed)
    for _ in range(60):
        utilities = rng.choice([(-1, 0, 1), (-1, 1), (-2.5, -1, 0.25, 1, 3), (2, 5), range(-20, 20)])
        tree = [tree_of(rng, rng.randint(0, 5), utilities) for _ in range(rng.randint(1, 3))]
        game = Tree(tree, root=rng.choice(["max", "min"]))
        found, truth = prove(game, memory=0.01), solve(game)
        assert found.complete
        assert found.value == found.least == found.most == truth.value, tree
        assert truth.actions[found.action] == truth.value, tree


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_cycles_have_the_values_of_a_fixpoint(seed, graphs):
    _, random_graph, fixpoint = graphs
    rng = random.Random(seed)
    for _ in range(60):
        game = random_graph(rng)
        value, _ = fixpoint(game)[0]
        found = prove(game, memory=rng.choice([0.001, 0.1]))
        mover = int(game.player(game.initial()))
        assert found.complete
        assert found.value == (value if mover == 0 else -value)
        after = game.successors(0)[found.action]
        assert fixpoint(game)[after][0] == value


@pytest.mark.parametrize("seed", range(4))
def test_the_action_gets_the_value_where_bounds_have_told_it_already(seed, graphs, with_bounds):
    _, random_graph, fixpoint = graphs
    rng = random.Random(seed)
    for _ in range(30):
        game = random_graph(rng)
        truth = fixpoint(game)
        hinted = with_bounds(game, {place: value for place, (value, _) in truth.items()}, rng)
        found = prove(hinted, memory=rng.choice([0.001, 0.1]))
        value, mover = truth[0][0], int(game.player(game.initial()))
        assert (found.complete, found.value) == (True, value if mover == 0 else -value)
        assert found.actions == {found.action: found.value}
        assert truth[game.successors(0)[found.action]][0] == value
        for player in (0, 1):
            assert found.strategy(player).verify().holds


def test_a_refutation_that_was_true_on_one_path_only_is_found_out(graphs):
    graph, _, fixpoint = graphs
    after = [[3, 8], [5, 3, 9], [7, 0, 3], [2, 5], [10, 6], [8, 7, 4], [0, 5], [1, 0], [1, 0], [8, 7], [], []]
    game = graph([0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 2], after, [0] * 10 + [1, -1])
    assert fixpoint(game)[0] == (1, 7)
    found = prove(game)
    assert found.value == 1
    assert found.search.sure[0]._mark > 1, "no belief failed, so this is not the game to test it with"


SPECS = [
    "tictactoe", "nim:piles=[2,3,4],misere=true", "grundy", "subtract:counters=30", "connect:rows=4,cols=3,k=3",
    "domineering:rows=3,cols=4", "breakthrough:rows=4,cols=2",
]  # fmt: skip


@pytest.mark.parametrize("spec", SPECS)
def test_built_in_games_have_the_values_that_solve_finds(spec):
    game = load(spec)
    found, truth = prove(game, memory=1), solve(game)
    assert found.value == truth.value
    assert truth.actions[found.action] == truth.value


@pytest.mark.native
@pytest.mark.parametrize(
    ("spec", "value"),
    [("hexapawn:rows=4,cols=4", 1), ("domineering:rows=5,cols=5", -1), ("morris:men=3", 1)],
)
def test_published_results(spec, value):
    assert prove(load(spec), memory=32).value == value


def test_positions_are_answered_for_who_is_to_move():
    game = TicTacToe()
    assert prove(game, game.read("XX.OO....")).value == 1
    lost = prove(game, game.read("X.XO...OX"))
    assert (lost.value, lost.complete) == (-1, True)
    over = prove(game, game.read("XXXOO...."))
    assert (over.value, over.action, over.complete) == (1, None, True)


def test_a_search_that_is_stopped_says_what_is_sure_and_no_more():
    game = TicTacToe()
    early = prove(game, nodes=100, memory=1)
    assert (early.value, early.action, early.complete, early.least, early.most) == (None, None, False, -1, 1)
    later = prove(game, nodes=2500, memory=1)
    assert (later.complete, later.least, later.most) == (False, -1, 0)
    with pytest.raises(SpecError, match="stopped before the value was proven"):
        later.strategy()
    stop = threading.Event()
    stop.set()
    assert not prove(load("connect4:opening=false"), stop=stop, memory=1).complete
    assert not prove(load("connect4:opening=false"), seconds=0.05, memory=1).complete


def test_progress_is_told():
    far = []
    prove(load("connect4:opening=false"), seconds=0.5, memory=1, progress=far.append)
    assert far
    assert all(one.nodes <= other.nodes for one, other in pairwise(far))


def test_rules_that_do_not_compile_are_proved_interpreted():
    @dataclass(frozen=True)
    class Odd(SubtractSquare):
        counters: int = 9

        def utility(self, state, player):
            asked.append(player)
            return VALUES[player == state.mover]

    asked = []
    found = prove(Odd(), memory=1)
    assert (found.value, found.native) == (solve(Odd()).value, False)
    assert "runs interpreted" in found.note
    with pytest.raises(NativeError):
        prove(Odd(), native=True)
    assert prove(TicTacToe(), native=False, memory=1).value == 0


class Rich(SubtractSquare):
    def utility(self, state, player):
        return 4.0 * super().utility(state, player)


class Boundless(Rich):
    def bounds(self, state):
        return -math.inf, math.inf


def test_a_game_without_bounds_may_end_with_anything():
    assert prove(Boundless(4), memory=1).value == 4
    assert prove(Boundless(5), memory=1).value == -4


def test_bounds_that_are_wrong_are_found_out():
    with pytest.raises(GameError, match="bounds do not contain the value"):
        prove(Rich(5), memory=1)


def test_games_it_is_not_for_are_refused():
    class Three(SubtractSquare):
        players = 3

    class Dice(SubtractSquare):
        axes = Axes(stochastic=True)

    class Friends(SubtractSquare):
        axes = Axes(payoff="common")

    for cls, words in ((Three, "has 3 players"), (Dice, "does not support chance"), (Friends, "two opposed sides")):
        with pytest.raises(UnfitError, match=words):
            prove(cls())


def test_mistakes_are_sentences():
    game = TicTacToe()
    with pytest.raises(SpecError, match="give a number above 0"):
        prove(game, seconds=-1)
    with pytest.raises(SpecError, match="1 or more"):
        prove(game, nodes=0)
    with pytest.raises(SpecError, match="MB"):
        prove(game, memory=-3)

    class Stuck(SubtractSquare):
        def actions(self, state):
            if state.counters != 3:
                yield 1

    with pytest.raises(GameError, match="gives no action in a state that is not terminal"):
        prove(Stuck(5))


def test_infinite_utilities_are_values_too(graphs):
    graph, _, _ = graphs
    assert prove(graph([0, 2, 2], [[1, 2], [], []], [0, math.inf, 3])).value == math.inf
    assert prove(graph([1, 2, 0], [[1, 2], [], [2]], [0, math.inf, 0])).value == 0


def test_what_endless_play_is_worth_comes_from_the_game(graphs):
    graph, _, _ = graphs
    for around in (-2.0, 0.0, 0.5, 2.0):
        game = graph([0, 1, 2, 2], [[1, 2], [0, 3], [], []], [0, 0, -1, 1], around)
        assert prove(game).value == (around if -1 < around < 1 else max(-1, min(1, around)))
