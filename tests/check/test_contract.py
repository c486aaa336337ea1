"""Mistakes in the required methods, each told by its law in words to act on."""

import random
import re
from typing import NamedTuple

import numpy as np
import pytest

from countermove import CHANCE, Axes
from countermove.check import check_game, play
from countermove.check.spot import misshapen


def test_games_without_mistakes_have_no_problems(small):
    for game in (small.Take(), small.Fill(), small.Dice()):
        report = check_game(game, games=100, native=False)
        assert report.ok and report.problems == ()
        assert report.games == 100 and report.states > 10


def test_utilities_that_do_not_sum_to_zero(small, broken):
    class Generous(small.Take):
        def utility(self, state, player):
            return 0.5 if player == state.mover else 1.0

    problem = broken(Generous(3), "utility-sum")
    assert "add up to 1.5 and not to 0" in problem.sentence
    assert "Axes(payoff=" in problem.sentence
    assert problem.example == "3: left=0,mover=1"
    assert problem.actions == (3,)


def test_utilities_of_one_half_need_their_total_declared(small):
    class Shares(small.Take):
        axes = Axes(payoff="constant", total=1.0)

        def utility(self, state, player):
            return 0.0 if player == state.mover else 1.0

    assert check_game(Shares(), games=20, native=False).ok


def test_utilities_that_differ_under_a_common_payoff(small, broken):
    class Common(small.Take):
        axes = Axes(payoff="common")

    assert "With a common payoff all get the same" in broken(Common(), "utility-sum").sentence


def test_utilities_that_differ_within_a_team(small, broken):
    class Teams(small.Take):
        players = 4
        axes = Axes(teams=((0, 1), (2, 3)))

        def utility(self, state, player):
            return (1.0, -1.0)[player % 2]

    assert "(0, 1) are one team" in broken(Teams(), "utility-sum").sentence


def test_a_team_of_players_that_are_not_there(small, broken):
    class Teams(small.Take):
        axes = Axes(teams=((0, 5),))

    assert "with 2 players" in broken(Teams(), "game-declared").sentence


def test_a_utility_that_is_not_a_number(small, broken):
    class Undecided(small.Take):
        def utility(self, state, player):
            return float("nan")

    class Silent(small.Take):
        def utility(self, state, player):
            pass

    assert "gives player 0 nan" in broken(Undecided(), "utility-finite").sentence
    assert "Is `return` missing?" in broken(Silent(), "utility-finite").sentence


def test_an_array_changed_in_place(small, broken):
    class Careless(small.Fill):
        def result(self, state, action):
            state.cells[action] = state.mover + 1
            return small.Row(state.cells, 1 - state.mover)

    problem = broken(Careless(), "state-unchanged")
    assert "Careless.result changes the state it is given" in problem.sentence
    assert "copy the array first" in problem.sentence
    assert problem.example.startswith("the first state:")


def test_an_array_changed_by_a_method_that_should_only_look(small, broken):
    class Marking(small.Fill):
        def is_terminal(self, state):
            state.cells[0] = 1
            return bool((state.cells != 0).all())

        def actions(self, state):
            return [cell for cell in range(1, 4) if state.cells[cell] == 0]

    problem = broken(Marking(), "state-unchanged")
    assert "Marking.is_terminal changes" in problem.sentence


def test_a_list_in_a_state(small, broken):
    class Listed(small.Take):
        def initial(self):
            return small.Heap([9], 0)

    problem = broken(Listed(), "state-hashable")
    assert "field 'left' of the state is a list" in problem.sentence
    assert "Use a tuple instead of a list" in problem.sentence


def test_a_list_that_appears_in_a_state_later(small):
    class Later(small.Take):
        def result(self, state, action):
            left = state.left - action
            return small.Heap(left if left > 3 else [left], 1 - state.mover)

    report = check_game(Later(), games=5, native=False)
    assert {problem.law for problem in report.problems} == {"state-hashable"}


def test_an_int_that_turns_into_a_float(small, broken):
    class Halving(small.Take):
        def result(self, state, action):
            return small.Heap((state.left - action) / 1, 1 - state.mover)

        def actions(self, state):
            if state.left > 0:
                yield 1

    problem = broken(Halving(), "state-shape")
    assert "field 'left' of the state is an int in the first state and the float 8.0 here" in problem.sentence
    assert problem.actions == (1,)


def test_a_state_of_another_shape(small, broken):
    class Plain(small.Take):
        def result(self, state, action):
            return (state.left - action, 1 - state.mover)

    class Silent(small.Take):
        def result(self, state, action):
            small.Heap(state.left - action, 1 - state.mover)

    class Growing(small.Take):
        def initial(self):
            return (9, 0, ())

        def player(self, state):
            return state[1]

        def is_terminal(self, state):
            return state[0] == 0

        def utility(self, state, player):
            return -1.0 if player == state[1] else 1.0

        def actions(self, state):
            if state[0] > 0:
                yield 1

        def result(self, state, action):
            return (state[0] - action, 1 - state[1], (*state[2], action))

    assert "is a Heap in the first state and a tuple here" in broken(Plain(), "state-shape").sentence
    assert "None here" in broken(Silent(), "state-shape").sentence
    assert "Is `return` missing in result?" in broken(Silent(), "state-shape").sentence
    assert check_game(Growing(), games=20, native=False).ok


class Purse(NamedTuple):
    coins: float
    open: bool


def test_the_annotations_of_a_state_go_before_the_values_of_the_first():
    assert misshapen(Purse(2, False), Purse(1.5, True)) == ""
    assert (
        misshapen((2, False), (1.5, True)) == "item 0 of the state is an int in the first state and the float 1.5 here"
    )
    assert "is a bool in the first state and the int 1 here" in misshapen(Purse(2, False), Purse(2, 1))
    assert "array of int64 in 1 dimension" in misshapen((np.zeros(2, np.int64),), (np.zeros(2),))


def test_actions_that_depend_on_chance(small, broken):
    class Moody(small.Take):
        def actions(self, state):
            most = random.randint(1, 3) if state.left > 3 else state.left
            return range(1, most + 1)

    problem = broken(Moody(), "actions-deterministic", games=0)
    assert "called again" in problem.sentence and "chances(state)" in problem.sentence


def test_a_result_that_depends_on_chance(small, broken):
    class Slippery(small.Take):
        def result(self, state, action):
            return small.Heap(max(0, state.left - random.randint(1, 3)), 1 - state.mover)

    assert "different states for the same action" in broken(Slippery(), "result-deterministic").sentence


def test_a_first_state_that_depends_on_chance(small, broken):
    class Dealt(small.Take):
        def initial(self):
            return small.Heap(random.getrandbits(60) % 1000 + 3, 0)

    assert "let chance deal" in broken(Dealt(), "initial-deterministic").sentence


def test_an_action_given_twice(small, broken):
    class Twice(small.Take):
        def actions(self, state):
            if state.left > 0:
                yield 1
                yield 1

    assert "gives the action 1 2 times" in broken(Twice(), "actions-unique").sentence


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([1, 2], "[1, 2], which can change: the action is a list"),
        ((1, {2}), "(1, {2}), which can change: item 1 of the action is a set"),
        ({}, "{}, which can change: the action is a dict"),
    ],
)
def test_actions_that_can_change(small, broken, value, words):
    class Odd(small.Take):
        def actions(self, state):
            yield value

    assert f"gives {words}" in broken(Odd(), "actions-immutable").sentence


def test_an_action_beyond_64_bits(small, broken):
    class Huge(small.Take):
        def actions(self, state):
            yield 2**63

    assert "fit into 64 bits" in broken(Huge(), "actions-immutable").sentence


def test_numpys_ints_are_good_actions(small):
    class Array(small.Take):
        def actions(self, state):
            yield from np.arange(1, min(3, state.left) + 1)

        def is_terminal(self, state):
            return np.int64(state.left) == 0

    assert check_game(Array(), games=20, native=False).ok


def test_no_action_in_a_game_that_is_not_over(small, broken):
    class Stuck(small.Take):
        def actions(self, state):
            return range(2, min(3, state.left) + 1)

    problem = broken(Stuck(), "actions-some")
    assert "no action, but is_terminal is False" in problem.sentence
    assert "left=1" in problem.sentence


def test_actions_in_a_finished_game(small, broken):
    class Generous(small.Take):
        def actions(self, state):
            return range(1, 4)

        def is_terminal(self, state):
            return state.left <= 0

    problem = broken(Generous(), "actions-over")
    assert "gives 1 though is_terminal is True" in problem.sentence
    assert "if self.is_terminal(state): return" in problem.sentence


def test_actions_that_give_none(small, broken):
    class Silent(small.Take):
        def actions(self, state):
            return None

    assert "Write actions with yield" in broken(Silent(), "actions-raises").sentence


@pytest.mark.parametrize("player", [2, -2, 0.5, "X"])
def test_a_player_out_of_range(small, broken, player):
    class Third(small.Take):
        def player(self, state):
            return player

    problem = broken(Third(), "player-range")
    assert f"gives {player!r}" in problem.sentence and "0 to 1" in problem.sentence


def test_is_terminal_that_is_no_bool(small, broken):
    class Truthy(small.Take):
        def is_terminal(self, state):
            return 0 if state.left else 1

    assert "gives 0, an int" in broken(Truthy(), "is_terminal-bool").sentence


def test_chance_that_is_not_declared(small, broken):
    class Undeclared(small.Dice):
        axes = Axes()

    problem = broken(Undeclared(), "chance-declared")
    assert "axes = Axes(stochastic=True)" in problem.sentence


def test_chance_that_is_declared_but_never_met(small, broken):
    class Declared(small.Take):
        axes = Axes(stochastic=True)

    problem = broken(Declared(), "chance-met")
    assert "declares axes.stochastic, but chance never acted" in problem.sentence


def test_probabilities_that_sum_to_less_than_one(small, broken):
    class Loaded(small.Dice):
        def chances(self, state):
            return [(1, 0.4), (2, 0.5)]

    assert "add up to 0.9" in broken(Loaded(), "chances-sum").sentence


def test_a_negative_probability(small, broken):
    class Loaded(small.Dice):
        def chances(self, state):
            return [(1, 1.5), (2, -0.5)]

    assert "the probability -0.5" in broken(Loaded(), "chances-positive").sentence


def test_chances_that_are_left_out(small, broken):
    class Default(small.Dice):
        def chances(self, state):
            return [1, 2]

    assert "gives 1, which is not a pair" in broken(Default(), "chances-pairs").sentence


def test_chances_left_to_the_default(small, broken):
    class Default(small.Take):
        axes = Axes(stochastic=True)

        def player(self, state):
            return CHANCE

    problem = broken(Default(), "chances-sum")
    assert "write the method chances(state)" in problem.sentence


def test_a_method_that_raises_is_named_with_its_line(small, broken):
    class Wrong(small.Take):
        def utility(self, state, player):
            return [1.0][player]

    problem = broken(Wrong(), "utility-raises")
    assert "Wrong.utility raises IndexError: list index out of range for 1 (test_contract.py line" in problem.sentence
    line = Wrong.utility.__code__.co_firstlineno + 1
    assert f"line {line})" in problem.sentence


def test_a_result_that_raises_names_the_action(small, broken):
    class Wrong(small.Take):
        def result(self, state, action):
            return {1: small.Heap(state.left - 1, 1 - state.mover)}[action]

    problem = broken(Wrong(), "result-raises")
    assert "raises KeyError: 2 for 2" in problem.sentence


def test_an_endless_loop_in_actions(small, broken):
    class Endless(small.Take):
        def actions(self, state):
            take = 1
            while take <= min(3, state.left) or state.left == 5:
                if take <= 3:
                    yield take
                    take += 1

    problem = broken(Endless(), "actions-endless", patience=0.5)
    assert "Endless.actions (test_contract.py line" in problem.sentence
    assert "does its loop end?" in problem.sentence
    assert "left=5" in problem.example


def test_actions_without_end(small, broken):
    class Endless(small.Take):
        def actions(self, state):
            take = 0
            while True:
                take += 1
                yield take

    assert "more than 1,048,576" in broken(Endless(), "actions-endless").sentence


@pytest.fixture
def short_games(monkeypatch):
    """Random games count as endless early, so that a busy machine plays them in time."""
    monkeypatch.setattr(play, "MAX_GAME_PLIES", 200)
    monkeypatch.setattr(play, "MAX_UNENDED_PLIES", 100)


@pytest.mark.usefixtures("short_games")
def test_a_game_that_never_ends(small, broken):
    class Growing(small.Take):
        def result(self, state, action):
            return small.Heap(state.left + action, 1 - state.mover)

    problem = broken(Growing(), "game-ends", games=2)
    assert re.search(r"went on for [\d,]+ plies", problem.sentence) and "counting the plies" in problem.sentence


@pytest.mark.usefixtures("short_games")
def test_a_game_of_which_no_play_ends_though_positions_may_repeat(small, broken):
    class Round(small.Take):
        repeats = True

        def result(self, state, action):
            return small.Heap((state.left + action) % 10 or 5, 1 - state.mover)

    sentence = broken(Round(), "game-ends", games=2).sentence
    assert "does not end" in sentence
    assert "counting the plies" not in sentence


def test_positions_that_repeat_without_being_declared(small, broken):
    class Giving(small.Take):
        """Take one or two, or give one back."""

        def actions(self, state):
            if state.left > 0:
                yield from (1, 2) if state.left > 1 else (1,)
                yield from (-1,) if state.left < 9 else ()

    problem = broken(Giving(), "repeats-declared", games=200)
    assert "set repeats = True" in problem.sentence
    words = problem.sentence.split("the actions ")[1].split(" lead back")[0].split()
    assert sorted(map(int, words)) == [-1, 1]
    assert problem.example.startswith("the first state")

    class Declared(Giving):
        repeats = True

    assert check_game(Declared(), games=50, native=False).ok


def test_a_cycle_is_told_by_numbers_where_names_fail(small):
    class Nameless(small.Take):
        def result(self, state, action):
            return small.Heap((state.left + action) % 10, 1 - state.mover)

        def action_name(self, state, action):
            raise KeyError(action)

    report = check_game(Nameless(), games=20, native=False)
    assert {"repeats-declared", "action_name-raises"} <= {problem.law for problem in report.problems}


@pytest.mark.parametrize(("worth", "words"), [((0.5, 0.5), "add up to 1 and not to 0"), ((float("nan"), 0.0), "nan")])
def test_endless_play_whose_worth_does_not_add_up(small, broken, worth, words):
    class Endless(small.Take):
        repeats = True

        def endless(self, player):
            return worth[player]

    assert words in broken(Endless(), "endless-sum").sentence


def test_endless_play_that_one_player_loses_is_accepted(small):
    class Endless(small.Take):
        repeats = True

        def endless(self, player):
            return (-1.0, 1.0)[player]

    assert check_game(Endless(), games=20, native=False).ok


def test_repeats_is_true_or_false(small, broken):
    class Perhaps(small.Take):
        repeats = 1

    assert "repeats is 1" in broken(Perhaps(), "game-declared").sentence


def test_the_shortest_example_is_kept(small, broken):
    class Late(small.Take):
        def actions(self, state):
            yield from super().actions(state)
            if state.left in (2, 3):
                yield 1

    problem = broken(Late(20), "actions-unique")
    assert len(problem.actions) == 6
    assert problem.example.endswith("left=3,mover=0") or problem.example.endswith("left=2,mover=0")


def test_problems_come_gravest_first(small):
    class Many(small.Take):
        def utility(self, state, player):
            return 1.0

        def evaluate(self, state, player):
            return float("nan")

        def action_name(self, state, action):
            return "take"

        def player(self, state):
            return 7 if state.left == 5 else state.mover

    laws = [problem.law for problem in check_game(Many(), games=20, native=False).problems]
    assert laws == ["player-range", "utility-sum", "evaluate-finite", "action_name-distinct"]


def test_players_and_axes_must_make_sense(small, broken):
    class Nobody(small.Take):
        players = 0

    class Words(small.Take):
        axes = "zero-sum"

    assert "players is 0" in broken(Nobody(), "game-declared").sentence
    assert "Use countermove.Axes(...)" in broken(Words(), "game-declared").sentence
