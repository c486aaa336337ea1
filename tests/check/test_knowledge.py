"""Mistakes in optional knowledge, which no search would notice, and in words and pictures."""

import itertools
import math
from typing import NamedTuple

import numpy as np
import pytest

from countermove import Axes, Board, Cell
from countermove.check import check_game


def test_knowledge_that_is_right_is_accepted(small):
    class Knowing(small.Take):
        """A heap is lost for the mover exactly when four divide it."""

        def bounds(self, state):
            lost = state.left % 4 == 0
            value = -1.0 if lost == (state.mover == 0) else 1.0
            return value, value

        def candidates(self, state):
            yield state.left % 4 or 1

        def order(self, state, action):
            return (state.left - action) % 4 == 0

        def key(self, state):
            return state.left * 2 + state.mover

        def inputs(self, state, player):
            return state.left / 9, player == state.mover

        def evaluate(self, state, player):
            return self.bounds(state)[0] * (1 if player == 0 else -1)

        def is_quiet(self, state):
            return state.left > 3

    report = check_game(Knowing(), games=30, native=False)
    assert report.ok, report.problems


def test_a_key_that_two_states_share(small, broken):
    class Short(small.Take):
        def key(self, state):
            return state.left

    problem = broken(Short(), "key-different")
    assert "Different states need different keys" in problem.sentence


def test_a_key_that_differs_for_equal_states(small, broken):
    numbers = itertools.count()

    class Counting(small.Take):
        def key(self, state):
            return next(numbers)

    class Identity(small.Take):
        def key(self, state):
            return id(state)

    assert "for an equal state" in broken(Counting(), "key-equal").sentence
    assert "for an equal state" in broken(Identity(), "key-equal").sentence


@pytest.mark.parametrize("key", [1.5, 2**64, "a"])
def test_a_key_that_is_no_word(small, broken, key):
    class Odd(small.Take):
        def key(self, state):
            return key

    assert "64-bit int" in broken(Odd(), "key-word").sentence


def test_a_canonical_state_whose_canonical_state_is_another(small, broken):
    class Turning(small.Fill):
        def canonical(self, state):
            return small.Row(np.roll(state.cells, 1), state.mover)

    problem = broken(Turning(), "canonical-idempotent")
    assert "take the smallest" in problem.sentence
    assert problem.actions == (0,)


def test_a_canonical_state_of_another_value(small, broken):
    class Rounding(small.Take):
        def canonical(self, state):
            return small.Heap(min(state.left, 5), state.mover)

    problem = broken(Rounding(), "canonical-value")
    assert "whose exact value for player 0 is" in problem.sentence
    assert problem.actions == (1,)


def test_a_canonical_state_of_another_utility(small, broken):
    class Swapped(small.Take):
        def canonical(self, state):
            return small.Heap(0, 0) if state.left == 0 else state

    assert "where the utilities are -1, 1" in broken(Swapped(), "canonical-value").sentence


def test_a_canonical_state_with_another_mover(small, broken):
    class Swapped(small.Take):
        def canonical(self, state):
            return small.Heap(state.left, 0)

        def utility(self, state, player):
            return 0.0

    assert "The same player must be to move: 1" in broken(Swapped(), "canonical-same").sentence


def test_a_canonical_state_that_is_over(small, broken):
    class Ending(small.Take):
        def canonical(self, state):
            return small.Heap(0, 0) if state.left == 1 else state

    assert "where is_terminal is True" in broken(Ending(), "canonical-same").sentence


def test_a_canonical_state_that_is_no_state(small, broken):
    class Nothing(small.Take):
        def canonical(self, state):
            return None

    assert "None here" in broken(Nothing(), "canonical-same").sentence


def test_bounds_that_do_not_hold_the_value(small, broken):
    class Hopeful(small.Take):
        def bounds(self, state):
            return (0.0, 1.0)

    problem = broken(Hopeful(), "bounds-value")
    assert "gives 0 and 1, but the exact value for player 0 is -1" in problem.sentence


def test_bounds_for_the_mover_in_place_of_player_0(small, broken):
    class Mover(small.Take):
        def bounds(self, state):
            return (-1.0, -1.0) if state.left % 4 == 0 else (1.0, 1.0)

    problem = broken(Mover(), "bounds-value")
    assert "proven for player 0" in problem.sentence
    assert len(problem.actions) == 1


@pytest.mark.parametrize("bounds", [(1.0, -1.0), 0.0, (math.nan, 1.0), None])
def test_bounds_that_are_no_interval(small, broken, bounds):
    class Odd(small.Take):
        def bounds(self, state):
            return bounds

    assert "bounds must return (low, high)" in broken(Odd(), "bounds-pair").sentence


@pytest.mark.parametrize("plies", [(3,), (3, -1), (2.5, 3), (1, math.inf), (1, 2, 3), ("1", 2)])
def test_plies_that_are_no_whole_numbers(small, broken, plies):
    class Odd(small.Take):
        def bounds(self, state):
            return (-1.0, 1.0, *plies)

    assert "plies are whole numbers, 0 or more" in broken(Odd(), "bounds-pair").sentence


def timed(small, sooner=0, later=0):
    """Exact bounds with the plies in which a heap is won or lost, off by some plies for a win and for a loss."""

    class Timed(small.Take):
        def bounds(self, state):
            lost = state.left % 4 == 0
            value = -1.0 if lost == (state.mover == 0) else 1.0
            plies = 2 * (state.left // 4) + (0 if lost else 1)
            return value, value, max(0, plies + sooner), max(0, plies + later)

    return Timed()


def test_bounds_that_say_how_soon_are_accepted_where_they_are_right(small):
    assert check_game(timed(small), games=30, native=False).ok

    class Loose(small.Take):
        """Nobody loses before they have acted, nor wins before that."""

        def bounds(self, state):
            return (-1.0, 1.0, 2, 1) if state.mover == 0 else (-1.0, 1.0, 1, 2)

    assert check_game(Loose(), games=30, native=False).ok


@pytest.mark.parametrize(
    ("wrong", "words"), [({"sooner": -2}, "as the worst for player 0"), ({"later": 2}, "as the best")]
)
def test_bounds_whose_plies_do_not_hold(small, broken, wrong, words):
    problem = broken(timed(small, **wrong), "bounds-plies")
    assert words in problem.sentence and "the loser a long one" in problem.sentence


def test_bounds_of_a_game_of_chance(small, broken):
    class Sure(small.Dice):
        def bounds(self, state):
            return (-1.0, 1.0) if state.left > 2 else (-0.01, 0.01)

    assert "the exact value for player 0 is" in broken(Sure(), "bounds-value").sentence


def test_candidates_without_the_best_action(small, broken):
    class Timid(small.Take):
        def candidates(self, state):
            yield 1

    problem = broken(Timid(), "candidates-enough")
    assert "leaves out the best action: it is worth 1, the best candidate -1" in problem.sentence


def test_candidates_that_are_no_actions(small, broken):
    class Bold(small.Take):
        def candidates(self, state):
            yield from range(1, 4)

    class Empty(small.Take):
        def candidates(self, state):
            return []

    assert "gives 3, which is not among the actions 1, 2" in broken(Bold(), "candidates-subset").sentence
    assert "gives nothing" in broken(Empty(), "candidates-subset").sentence


def test_an_estimate_that_is_no_number(small, broken):
    class Undecided(small.Take):
        def evaluate(self, state, player):
            return math.nan if state.left == 4 else 0.0

    problem = broken(Undecided(), "evaluate-finite")
    assert "gives player 0 nan, in the position 'left=4" in problem.sentence


def test_an_estimate_that_favours_both(small, broken):
    class Flattering(small.Take):
        def evaluate(self, state, player):
            return 0.25

    problem = broken(Flattering(), "evaluate-sum")
    assert "add up to 0.5" in problem.sentence and "must add up to 0" in problem.sentence


def test_an_estimate_of_a_constant_sum(small, broken):
    class Shares(small.Take):
        axes = Axes(payoff="constant", total=1.0)

        def utility(self, state, player):
            return 0.0 if player == state.mover else 1.0

        def evaluate(self, state, player):
            return 0.25

    assert "must add up to 1" in broken(Shares(), "evaluate-sum").sentence


def test_an_estimate_outside_the_bounds(small, broken):
    class Eager(small.Take):
        def bounds(self, state):
            return (-1.0, 1.0)

        def evaluate(self, state, player):
            return 2.0 if player == 0 else -2.0

    assert "outside the bounds -1 and 1" in broken(Eager(), "evaluate-bounds").sentence


class Signs(NamedTuple):
    parity: float
    left: float


def test_weights_of_the_wrong_number(small, broken):
    class Weighed(small.Take):
        weights = (1.0, 2.0, 3.0)

        def features(self, state, player):
            return Signs(0.0, 0.0)

    problem = broken(Weighed(), "features-weights")
    assert "gives 2 numbers, but weights has 3" in problem.sentence


def test_inputs_that_a_network_cannot_take(small, broken):
    class Varied(small.Take):
        def inputs(self, state, player):
            for _ in range(2 + state.left % 2):
                yield 1

    class Endless(small.Take):
        def inputs(self, state, player):
            return 1.0, math.inf, True

    class Unlisted(small.Take):
        def inputs(self, state, player):
            return 1.0

    assert "numbers, but" in broken(Varied(), "inputs-numbers").sentence
    assert "gives player 0 inf" in broken(Endless(), "inputs-numbers").sentence
    assert "which is not iterable" in broken(Unlisted(), "inputs-raises").sentence


def test_active_inputs_that_a_network_cannot_take(small, broken):
    class Beyond(small.Take):
        active_inputs, max_active = 4, 2

        def active(self, state, player):
            yield 4

    class Many(small.Take):
        active_inputs, max_active = 4, 2

        def active(self, state, player):
            yield from (0, 1, 2)

    class Late(small.Take):
        active_inputs, max_active, stages = 4, 2, 2

        def active(self, state, player):
            yield 0

        def stage(self, state):
            return 2

    assert "gives player 0 4" in broken(Beyond(), "active-numbers").sentence
    assert "3 numbers" in broken(Many(), "active-numbers").sentence
    assert ".stage gives 2" in broken(Late(), "active-numbers").sentence


def test_a_feature_that_is_no_number(small, broken):
    class Weighed(small.Take):
        weights = (1.0, 2.0)

        def features(self, state, player):
            return Signs(0.0, math.inf)

    assert "gives inf for left" in broken(Weighed(), "evaluate-finite").sentence


def test_an_order_that_is_no_number(small, broken):
    class Unsorted(small.Take):
        def order(self, state, action):
            return math.nan if action == 2 else 1

    assert "gives nan for the action 2" in broken(Unsorted(), "order-finite").sentence


def test_is_quiet_that_is_no_bool(small, broken):
    class Loud(small.Take):
        def is_quiet(self, state):
            return "yes"

    assert "gives 'yes'" in broken(Loud(), "is_quiet-bool").sentence


def test_hints_for_selective_search_that_are_wrong(small, broken):
    class Illegal(small.Take):
        def tactical(self, state):
            yield 99

    class Negative(small.Take):
        def extend(self, state):
            return -1

    class Half(small.Take):
        def reversible(self, state):
            return 0.5

    class Stays(small.Take):
        def null(self, state):
            return state._replace(left=state.left - 1)

    class Forgets(small.Take):
        def position(self, state):
            return state._replace(left=1)

    class Pushes(small.Take):
        def policy(self, state):
            yield 1, -0.5

    class Mirrors(small.Take):
        images = 2

        def image(self, state, number):
            return state._replace(left=state.left + 1)

    assert ".image 1 gives" in broken(Mirrors(), "image-result").sentence
    assert "gives 99" in broken(Illegal(), "tactical-subset").sentence
    assert "gives (1, -0.5)" in broken(Pushes(), "policy-weights").sentence
    assert "gives -1" in broken(Negative(), "extend-count").sentence
    assert "gives 0.5" in broken(Half(), "reversible-count").sentence
    assert "the same player is to move" in broken(Stays(), "null-mover").sentence
    assert ".position gives" in broken(Forgets(), "position-same").sentence


def test_knowledge_that_raises_is_named(small, broken):
    class Wrong(small.Take):
        def evaluate(self, state, player):
            return (1 if player == 0 else -1) / (state.left - 5)

    problem = broken(Wrong(), "evaluate-raises")
    assert "raises ZeroDivisionError: division by zero" in problem.sentence
    assert "left=5" in problem.sentence


# Words and pictures.


def test_two_actions_of_one_name(small, broken):
    class Mumbling(small.Take):
        def action_name(self, state, action):
            return "take"

    assert "gives 'take' for both 1 and 2" in broken(Mumbling(), "action_name-distinct").sentence


def test_a_position_that_reads_back_as_another(small, broken):
    class Forgetful(small.Take):
        def write(self, state):
            return f"{state.left}"

        def read(self, text):
            return small.Heap(int(text), 0)

    problem = broken(Forgetful(), "read-write")
    assert "read(write(state)) must return the same state" in problem.sentence
    assert len(problem.actions) == 1


def test_a_position_that_cannot_be_read(small, broken):
    class Secret(small.Take):
        def write(self, state):
            return "?"

    problem = broken(Secret(), "read-write")
    assert "cannot read '?'" in problem.sentence


def test_a_board_that_plays_what_is_not_legal(small, broken):
    class Tempting(small.Take):
        def board(self, state):
            return Board.of([[Cell("o", action=3)]])

    class Drawn(small.Take):
        def board(self, state):
            return "o o o"

    assert "has a cell that plays 3, but" in broken(Tempting(), "board-legal").sentence
    assert "Board.of(rows)" in broken(Drawn(), "board-legal").sentence


@pytest.mark.parametrize("method", ["text", "write", "action_name", "player_name"])
def test_words_that_are_no_text(small, broken, method):
    game = type("Numeric", (small.Take,), {method: lambda self, *arguments: 5})()
    assert f".{method} gives 5" in broken(game, "text-str").sentence


@pytest.mark.parametrize("method", ["text", "board", "write", "action_name", "player_name"])
def test_words_that_raise(small, broken, method):
    def wrong(self, *arguments):
        raise KeyError("blue")

    game = type("Speechless", (small.Take,), {method: wrong})()
    assert f".{method} raises KeyError: 'blue'" in broken(game, f"{method}-raises").sentence
