"""Solving equals the textbook's search of the whole tree, and says more."""

import dataclasses
import itertools
import random
import threading
from typing import NamedTuple

import pytest

from countermove import CHANCE, Axes, Game, load
from countermove.errors import GameError, SpecError, UnfitError
from countermove.game import freeze
from countermove.games.grundy import Grundy
from countermove.games.nim import Nim
from countermove.games.subtract import SubtractSquare
from countermove.games.tictactoe import TicTacToe
from countermove.games.tree import Tree
from countermove.solve import solve
from countermove.textbook import expectiminimax, maxn, minimax, run

LOST_SUBTRACT = {0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44}


def random_tree(rng, depth, leaf, chance=False):
    if depth == 0 or rng.random() < 0.2:
        return leaf()
    children = [random_tree(rng, depth - 1, leaf, chance) for _ in range(rng.randint(1, 4))]
    if chance and rng.random() < 0.4:
        weights = [rng.randint(1, 4) for _ in children]
        return {"chances": [weight / sum(weights) for weight in weights], "children": children}
    return children


@pytest.mark.parametrize("root", ["max", "min"])
def test_random_trees_are_worth_what_minimax_says(root):
    rng = random.Random(1)
    for _ in range(150):
        game = Tree([random_tree(rng, 4, lambda: rng.randint(-3, 3))], root=root)
        decision, solution = run(minimax(game)), solve(game)
        sign = 1 if root == "max" else -1
        assert solution.value == sign * decision.value
        assert solution.actions == {action: sign * score.value for action, score in decision.values.items()}
        assert solution.actions[solution.action] == solution.value == max(solution.actions.values())


def test_random_trees_with_chance_are_worth_what_expectiminimax_says():
    rng = random.Random(2)
    for _ in range(150):
        dice = {"chances": [0.5, 0.5], "children": [1, 2]}
        game = Tree([random_tree(rng, 4, lambda: rng.randint(-3, 3), chance=True), dice])
        decision, solution = run(expectiminimax(game)), solve(game)
        assert solution.value == decision.value
        assert solution.action == decision.action
        assert solution.distance is None and set(solution.distances.values()) == {None}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_trees_of_any_number_of_players_are_worth_what_maxn_says(players):
    rng = random.Random(3)
    for _ in range(100):
        tree = [random_tree(rng, 4, lambda: tuple(rng.randint(0, 3) for _ in range(players)), chance=True)]
        game = Tree(tree, players=players)
        decision, solution = run(maxn(game)), solve(game)
        assert solution.outcomes[freeze(game.initial())].values == decision.value
        assert solution.value == decision.value[0]


def test_tictactoe_is_a_draw_of_nine_plies_over_all_its_5478_states():
    solution = solve(TicTacToe())
    assert (solution.value, solution.distance, solution.states, solution.depth) == (0.0, 9, 5478, 9)
    assert solution.complete
    assert set(solution.actions.values()) == {0.0}
    assert len(solution.line) == 9
    terminal = [outcome for outcome in solution.outcomes.values() if outcome.distance == 0]
    assert len(terminal) == 958


def test_a_tictactoe_win_is_taken_at_once_and_a_loss_put_off():
    game = TicTacToe()
    won = game.read("XX.OO....")
    solution = solve(game, won)
    assert (solution.value, solution.distance, solution.action) == (1.0, 1, 2)
    fork = game.read("X.XO...OX")
    assert (solve(game, fork).value, solve(game, fork).distance) == (-1.0, 2)


@pytest.mark.parametrize("piles", [(1,), (1, 2), (2, 2), (1, 2, 3), (3, 4, 5), (1, 1, 1)])
@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_lost_exactly_where_the_theory_says(piles, misere):
    xor = 0
    for pile in piles:
        xor ^= pile
    lost = (xor == 0) if not misere or max(piles) > 1 else (xor == 1)
    assert solve(Nim(piles, misere)).value == (-1.0 if lost else 1.0)


@pytest.mark.parametrize("counters", [*range(1, 46)])
def test_subtracting_squares_is_lost_where_the_encyclopedia_of_sequences_says(counters):
    assert solve(SubtractSquare(counters)).value == (-1.0 if counters in LOST_SUBTRACT else 1.0)


@pytest.mark.parametrize("n", range(1, 13))
@pytest.mark.parametrize("misere", [False, True])
def test_grundys_game_is_worth_what_minimax_says(n, misere):
    game = Grundy(n, misere)
    assert solve(game).value == run(minimax(game)).value


def test_grundys_game_of_seven_is_lost_in_four_moves_by_the_lectures_replies():
    game = Grundy(7)
    solution = solve(game)
    assert (solution.value, solution.distance, solution.states) == (-1.0, 4, 14)
    assert set(solution.distances.values()) <= {2, 4} and max(solution.distances.values()) == 4
    replies = {}
    for action in game.actions(game.initial()):
        state = game.result(game.initial(), action)
        replies[game.action_name(game.initial(), action)] = [
            game.write(game.result(state, reply)) for reply in solution.best(state)
        ]
    assert replies["6-1"] == ["4-2-1 +"] and replies["5-2"] == ["4-2-1 +"]
    assert set(replies["4-3"]) <= {"4-2-1 +", "3-3-1 +"}
    assert solve(game, game.read("7 -")).value == -1.0
    assert solve(Grundy(7, misere=True)).value == 1.0


def test_distances_are_those_of_the_slow_definition():
    def slow(game, state):
        """(value, distance) for player 0 of a zero-sum game, by plain recursion."""
        if game.is_terminal(state):
            return game.utility(state, 0), 0
        sign = 1 if game.player(state) == 0 else -1
        below = [slow(game, game.result(state, action)) for action in game.actions(state)]
        value = max(sign * value for value, _ in below)
        lengths = [length for other, length in below if sign * other == value]
        return sign * value, 1 + (min(lengths) if value > 0 else max(lengths))

    rng = random.Random(4)
    for _ in range(200):
        game = Tree([random_tree(rng, 5, lambda: rng.choice([-1, 0, 1]))])
        solution = solve(game)
        assert (solution.value, solution.distance) == slow(game, game.initial())
        assert solution.distances[solution.action] == solution.distance == len(solution.line)


def test_of_equal_values_the_quickest_win_the_slowest_loss_and_then_the_first_is_best():
    assert solve(Tree([[[[1]]], 1, 1])).action == 1
    assert solve(Tree([-1, [[[-1]]], -1])).action == 1
    assert solve(Tree([0, [[0]], 0, [[0]]])).action == 1
    assert solve(Tree([[5], [5]])).action == 0


def test_the_strategy_answers_whatever_the_other_player_does():
    game = TicTacToe()
    solution = solve(game)
    rng = random.Random(5)
    for _ in range(200):
        state = game.initial()
        while not game.is_terminal(state):
            mine = game.player(state) == 0
            choices = solution.best(state) if mine else list(game.actions(state))
            state = game.result(state, rng.choice(choices))
        assert game.utility(state, 0) >= 0
    assert solution.best(state) == ()
    assert solution.values(game.read("XX.OO...."))[2] == 1.0


def test_a_state_never_met_is_refused_in_a_sentence():
    game = Nim((1, 2))
    solution = solve(game, game.read("a1"))
    with pytest.raises(SpecError, match=r"piles=\(1,2\).*was not met"):
        solution.best(game.initial())


def test_a_finished_game_is_its_utility():
    game = TicTacToe()
    solution = solve(game, game.read("XXXOO...."))
    assert (solution.value, solution.action, solution.actions, solution.distance) == (-1.0, None, {}, 0)
    assert (solution.line, solution.states, solution.nodes, solution.complete) == ((), 1, 1, True)


def test_where_chance_acts_first_the_value_is_player_ones_and_there_is_no_action():
    solution = solve(Tree({"chances": [0.25, 0.75], "children": [4, [8, 9]]}))
    assert (solution.value, solution.action, solution.actions) == (7.75, None, {0: 4.0, 1: 9.0})
    assert solution.line == ()
    assert solution.best(solution.game.initial()) == ()


class At(NamedTuple):
    place: int


@dataclasses.dataclass(frozen=True)
class Walk(Game):
    """Step left or right on a line; the far end wins."""

    length: int = 5
    forward: bool = False

    def initial(self):
        return At(0)

    def player(self, state):
        return state.place % 2

    def actions(self, state):
        if state.place and not self.forward:
            yield -1
        yield 1

    def result(self, state, action):
        return At(state.place + action)

    def is_terminal(self, state):
        return state.place == self.length

    def utility(self, state, player):
        return 1.0 if player == 0 else -1.0


def test_a_game_that_can_repeat_positions_is_refused_by_name():
    with pytest.raises(GameError, match=r"Walk can repeat positions: place=0 .* repeats = True"):
        solve(Walk())


def test_a_game_deeper_than_pythons_stack_is_solved():
    solution = solve(Walk(50_000, forward=True))
    assert (solution.value, solution.distance, solution.depth) == (1.0, 50_000, 50_000)


def test_a_search_out_of_time_says_how_far_it_got_and_what_is_proven():
    told = []
    solution = solve(load("connect4:opening=false"), method="exhaustive", seconds=0.5, progress=told.append)
    assert not solution.complete
    assert solution.value is None and solution.actions == {} and solution.action is None
    assert solution.states > 100 and solution.nodes >= solution.states and solution.depth > 20
    assert told
    assert all(one.states <= other.states for one, other in itertools.pairwise(told))
    with pytest.raises(SpecError, match="not proven: the search was stopped"):
        solution.best(load("connect4:opening=false").initial())


def test_root_actions_proven_before_the_stop_are_kept():
    stop = threading.Event()

    class Slow(Walk):
        """After action 0 the game is over; after the others it goes on for very long."""

        def actions(self, state):
            yield from (self.length, 1) if state.place == 0 else (1,)

        def is_terminal(self, state):
            return state.place >= self.length

        def result(self, state, action):
            if state.place == 1000:
                stop.set()
            return At(state.place + action)

    solution = solve(Slow(10**7), stop=stop)
    assert not solution.complete
    assert solution.actions == {10**7: 1.0}
    assert (solution.value, solution.action, solution.line) == (1.0, 10**7, (10**7,))
    assert solution.distance is None


def test_rules_that_never_answer_are_named(monkeypatch):
    class Stuck(Walk):
        def actions(self, state):
            while True:
                pass
            yield 1

    monkeypatch.setattr("countermove.worker.PATIENCE", 0.3)
    with pytest.raises(GameError, match=r"Stuck\.actions \(test_solve.py line \d+\)"):
        solve(Stuck())


def faulty(**methods):
    return type("Faulty", (Walk,), methods)(forward=True)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (faulty(player=lambda self, state: 2), "player gives 2"),
        (faulty(player=lambda self, state: CHANCE), "its axes say that no chance"),
        (faulty(actions=lambda self, state: []), "gives no action"),
        (faulty(utility=lambda self, state, player: float("nan")), "gives nan"),
        (faulty(initial=lambda self: At([])), "cannot be remembered"),
        (
            faulty(axes=Axes(stochastic=True), player=lambda s, x: CHANCE, chances=lambda s, x: [(1, 0.5)]),
            "sum to 0.5",
        ),
    ],
)
def test_rules_at_fault_are_told_in_a_sentence(game, words):
    with pytest.raises(GameError, match=words):
        solve(game)


def test_hidden_information_and_silly_budgets_are_refused():
    with pytest.raises(UnfitError, match="hidden information"):
        solve(faulty(axes=Axes(hidden=True)))
    with pytest.raises(SpecError, match="number above 0"):
        solve(Walk(), seconds=0)
