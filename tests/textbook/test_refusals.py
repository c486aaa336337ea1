"""What does not fit is refused with a sentence that says what does."""

from __future__ import annotations

import pytest

from countermove.errors import GameError, SpecError, UnfitError
from countermove.game import CHANCE, Axes, Game
from countermove.games.tictactoe import TicTacToe
from countermove.games.tree import Tree
from countermove.textbook import (
    ALGORITHMS,
    Conventions,
    alphabeta,
    deepening,
    expectimax,
    expectiminimax,
    fitting,
    maxn,
    minimax,
    refuse,
    run,
    trace,
)
from countermove.textbook.run import StoppedError

COIN = Tree([{"chances": [0.5, 0.5], "children": [1, 2]}, 1])
THREE = Tree([(1, 2, 3), (3, 2, 1)], players=3)
GENERAL = Tree([(1, 2), (3, 3)])
STANDARD_GAME = Axes()


class Ladder(Game):
    """Climb or stay put, for ever or up to a top."""

    def __init__(self, top=None, players=2, axes=STANDARD_GAME):
        self.top, self.players, self.axes = top, players, axes

    def initial(self):
        return 0

    def player(self, state):
        return state % self.players

    def actions(self, state):
        return [1]

    def result(self, state, action):
        return state + 1

    def is_terminal(self, state):
        return state == self.top

    def utility(self, state, player):
        return 1.0


@pytest.mark.parametrize("name", ["minimax", "alphabeta"])
def test_a_game_with_chance_is_sent_to_expectiminimax(name):
    with pytest.raises(UnfitError, match=f"{name} does not handle the chance in Tree; use expectiminimax"):
        run(ALGORITHMS[name](COIN))
    assert fitting(COIN) == "expectiminimax"


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "expectiminimax"])
@pytest.mark.parametrize(("game", "why"), [(THREE, "has 3 players"), (GENERAL, "has a general payoff")])
def test_more_players_or_other_payoffs_are_sent_to_maxn(name, game, why):
    with pytest.raises(UnfitError, match=f"{name} needs two opposed sides, and Tree {why}; use maxn"):
        run(ALGORITHMS[name](game))
    assert fitting(game) == "maxn"


@pytest.mark.parametrize("name", ALGORITHMS)
def test_games_of_hidden_information_are_sent_to_solve(name):
    with pytest.raises(
        UnfitError, match=r"has hidden information.*`countermove solve` finds strategies for such games"
    ):
        run(ALGORITHMS[name](Ladder(3, axes=Axes(hidden=True))))


@pytest.mark.parametrize("name", ALGORITHMS)
def test_games_of_simultaneous_actions_are_for_induction(name):
    game = Ladder(3, axes=Axes(simultaneous=True))
    assert fitting(game) == "induction"
    if name in ("induction", "deepening"):
        assert run(ALGORITHMS[name](game)).exact
    else:
        with pytest.raises(UnfitError, match=f"{name} needs players who take turns, and Ladder has simultaneous"):
            run(ALGORITHMS[name](game))


@pytest.mark.parametrize("name", ["expectimax", "maxn", "deepening"])
@pytest.mark.parametrize("game", [COIN, THREE, GENERAL, TicTacToe()], ids=["coin", "three", "general", "tictactoe"])
def test_expectimax_maxn_and_deepening_fit_any_game(name, game):
    refuse(game, name)
    assert run(ALGORITHMS[name](game, depth=2)).action is not None


def test_two_teams_are_two_sides():
    axes = Axes(teams=((0,), (1, 2)))
    game = Ladder(6, 3, axes)
    assert fitting(game) == "alphabeta"
    assert run(alphabeta(game)).value == run(minimax(game)).value == 1
    assert fitting(Ladder(6, 4, Axes(teams=((0, 2), (1, 3))))) == "alphabeta"
    assert fitting(Ladder(6, 4, Axes(teams=((0, 1),)))) == "maxn"


def test_players_of_the_team_of_player_0_maximise():
    class Pairs(Tree):
        @property
        def axes(self):
            return Axes(teams=((0, 2), (1, 3)))

    leaves = [(3, -3, 3, -3), (5, -5, 5, -5)]
    game = Pairs([[[leaves, [leaves[0]]], [leaves]]], players=4)
    assert run(minimax(game)).value == run(alphabeta(game)).value == 3
    flat = Pairs([{"player": 2, "children": leaves}], players=4)
    assert run(alphabeta(flat)).value == 5
    flat = Pairs([{"player": 3, "children": leaves}], players=4)
    assert run(alphabeta(flat)).value == 3


def test_an_unknown_algorithm_is_named_with_those_there_are():
    with pytest.raises(SpecError, match="no textbook algorithm 'negamax'; there are: minimax, alphabeta"):
        refuse(THREE, "negamax")
    with pytest.raises(SpecError, match="cannot repeat 'deepening'; it can repeat: minimax"):
        run(deepening(GENERAL, algorithm="deepening"))


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("depth", [0, -1, 1.5, "3", True])
def test_a_depth_is_a_whole_number_of_at_least_one(name, depth):
    with pytest.raises(SpecError, match=r"depth is .*; give a whole number, 1 or more, or None for the whole game"):
        run(ALGORITHMS[name](TicTacToe(), depth=depth))


def test_levels_counted_from_1_need_a_depth_of_2():
    with pytest.raises(SpecError, match="depth is 1; give a whole number, 2 or more"):
        run(minimax(TicTacToe(), depth=1, conventions=Conventions(root_depth=1)))


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "expectimax", "expectiminimax", "maxn"])
def test_a_game_too_deep_for_recursion_asks_for_a_depth(name):
    with pytest.raises(UnfitError, match=r"Ladder is too deep for textbook search.*give a depth"):
        run(ALGORITHMS[name](Ladder()))
    assert run(ALGORITHMS[name](Ladder(), depth=100)).depth == 100


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "expectimax", "expectiminimax", "maxn"])
@pytest.mark.parametrize("player", [0, 1])
def test_an_unfinished_state_without_actions_is_the_fault_of_the_rules(name, player):
    class Stuck(Ladder):
        def actions(self, state):
            return [1] if state < player else []

    with pytest.raises(GameError, match=r"Stuck.actions gives no action in a state that is not terminal"):
        run(ALGORITHMS[name](Stuck()))


def test_chance_in_a_game_that_says_it_has_none_is_the_fault_of_the_rules():
    class Lying(Ladder):
        def player(self, state):
            return -1

    with pytest.raises(GameError, match="In Lying, chance acts in 0, but its axes are not stochastic"):
        run(minimax(Lying(3)))


def test_a_player_that_does_not_exist_is_the_fault_of_the_rules():
    class Crowd(Ladder):
        def player(self, state):
            return state

    with pytest.raises(GameError, match=r"Crowd.player gives 2 in 2; the players are 0 to 1"):
        run(minimax(Crowd(5)))


@pytest.mark.parametrize("given", [float("nan"), None, "1", b"1", (1.0, 0.0), (), [1], {}, 1j])
@pytest.mark.parametrize("name", ["minimax", "alphabeta", "expectimax", "maxn", "paranoid"])
def test_what_is_no_number_is_no_utility_and_no_estimate(name, given):
    class Vague(Ladder):
        def utility(self, state, player):
            return given

        evaluate = utility

    with pytest.raises(GameError, match=r"Vague.utility gives .*, which is not a number, in 3\."):
        run(ALGORITHMS[name](Vague(3)))
    with pytest.raises(GameError, match=r"Vague.evaluate gives .*, which is not a number, in 2\."):
        run(alphabeta(Vague(3), depth=2))


@pytest.mark.parametrize("opponent", [None, 3, {0: 1.0}])
def test_an_opponent_is_a_function(opponent):
    with pytest.raises(SpecError, match="; give a function of a game and a state"):
        run(expectimax(Tree([[1, 2]]), opponent=opponent))


@pytest.mark.parametrize("seat", [-1, 2, "0", None, True, 0.0])
def test_a_seat_is_one_of_the_game(seat):
    with pytest.raises(SpecError, match="; the seats of Tree are 0 to 1"):
        run(expectimax(Tree([[1, 2]]), seat=seat))


@pytest.mark.parametrize("search", [lambda *_, **__: None, lambda *_, **__: 3.0, lambda *_, **__: (_ for _ in ())])
def test_what_deepening_repeats_gives_a_decision(search):
    with pytest.raises(SpecError, match="; let it yield events and return a Decision"):
        run(deepening(Tree([[1, 2]]), algorithm=search))


def test_what_deepening_repeats_is_a_function():
    with pytest.raises(SpecError, match="The search to repeat is 3; give the name of one, or a function"):
        run(deepening(Tree([[1, 2]]), algorithm=3))


@pytest.mark.parametrize("given", [None, 3, [0, 1], [(0,)], [(0, None)], [(0, "half")]])
def test_chance_needs_pairs_of_an_action_and_its_probability(given):
    class Loaded(Ladder):
        axes = Axes(stochastic=True)

        def player(self, state):
            return CHANCE

        def chances(self, state):
            return given

    with pytest.raises(GameError, match=r"Loaded\.chances .*pairs of an action and its probability"):
        run(expectiminimax(Loaded(3, axes=Loaded.axes)))


def test_outcomes_worth_both_infinities_have_no_average():
    class Wild(Tree):
        def utility(self, state, player):
            return float("inf") * super().utility(state, player)

    with pytest.raises(GameError, match="worth both inf and -inf after"):
        run(expectimax(Wild([[1, -1]])))


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        ({0: 0.5, 1: 0.4}, "add up to 0.9"),
        ({0: 1.5, 1: -0.5}, "a probability is a number from 0 to 1"),
        ({0: float("nan")}, "a probability is a number from 0 to 1"),
        ({0: "0.5", 1: "0.5"}, "a probability is a number from 0 to 1"),
        ({0: None}, "a probability is a number from 0 to 1"),
        ({7: 1.0}, "takes action 7 .* not legal"),
        ({"Left": 1.0}, "takes action 'Left' .* not legal"),
        ({}, "add up to 0 "),
        (None, "gives None .*; give a probability for each action"),
        (0, "gives 0 .*; give a probability for each action"),
        ("Left", "gives 'Left' .*; give a probability for each action"),
        (float("nan"), "gives nan .*; give a probability for each action"),
        ([0.5, 0.5], r"gives \[0.5, 0.5\] .*; give a probability for each action"),
        ([(0, 0.5, 1)], r"gives \[\(0, 0.5, 1\)\] .*; give a probability for each action"),
        (["x" * 1000], r"gives .{77}\.\.\. .*; give a probability for each action"),
    ],
)
def test_an_opponent_needs_a_distribution_over_legal_actions(policy, sentence):
    with pytest.raises(GameError, match=rf"The opponent's policy .*{sentence}"):
        run(expectimax(Tree([[1, 2]]), opponent=lambda game, state: policy))


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_finished_game_has_a_value_and_no_action(name):
    game = TicTacToe()
    decision = run(ALGORITHMS[name](game, game.read("XXXOO....")))
    assert decision.action is None and decision.line == () and decision.values == {} and decision.exact
    assert decision.value == ((1, -1) if name in ("maxn", "shallow", "paranoid", "bestreply") else 1)
    assert decision.nodes == decision.leaves == 1


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "expectimax", "expectiminimax", "maxn"])
def test_a_stopped_search_has_no_answer_and_says_so(name):
    with pytest.raises(StoppedError, match="stopped before it had an answer; iterative deepening"):
        run(ALGORITHMS[name](TicTacToe()), stop=lambda: True)


def test_deepening_stopped_at_any_event_answers_from_the_last_complete_depth():
    game = Tree([[3, [5, 6], 8], [[2, 9], 4], [14, 5, [7, 1]]])
    events, _ = trace(deepening(game))
    decisions = {limit: run(alphabeta(game, depth=limit)) for limit in (1, 2, 3)}
    complete = 0
    for count, event in enumerate(events, 1):
        complete += event.kind == "iteration"
        left = iter(range(count - 1))
        narration = deepening(game)
        if not complete:
            with pytest.raises(StoppedError):
                run(narration, stop=lambda left=left: next(left, None) is None)
            continue
        decision = run(narration, stop=lambda left=left: next(left, None) is None)
        assert (decision.depth, decision.action) == (complete, decisions[complete].action)
        assert decision.value == decisions[complete].value


def test_deepening_an_endless_game_can_be_stopped():
    left = iter(range(5000))
    decision = run(deepening(Ladder()), stop=lambda: next(left, None) is None)
    assert decision.depth > 10 and not decision.exact


def test_a_search_may_start_anywhere():
    game = TicTacToe()
    state = game.read("XX.OO....")
    assert run(minimax(game, state)).action == 2
    assert run(deepening(game, state)).action == 2
    assert run(maxn(game, state)).value == (1, -1)
