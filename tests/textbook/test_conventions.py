"""Each convention means what it says, and accepts nothing else."""

from __future__ import annotations

from dataclasses import fields
from itertools import pairwise

import pytest

from countermove.errors import SpecError
from countermove.game import CHANCE, Axes, Game
from countermove.games.tree import Tree
from countermove.textbook import STANDARD, Conventions, alphabeta, expectimax, minimax, run, trace


@pytest.mark.parametrize("name", [field.name for field in fields(Conventions)])
@pytest.mark.parametrize("value", ["sideways", None, True, 2])
def test_a_convention_refuses_what_it_does_not_know(name, value):
    with pytest.raises(SpecError, match=rf"^Conventions: {name} is {value!r}; use .* or .*\.$"):
        Conventions(**{name: value})


def test_the_standard_cuts_on_equal_and_counts_actions_from_0():
    assert Conventions() == STANDARD == Conventions(">=", "soft", "action", 0, "given", "infinite", "max-min")


def test_a_cut_on_equal_and_a_cut_on_greater_differ_at_the_tie_only():
    for value, bound in ((1, 2), (2, 2), (3, 2)):
        assert Conventions(prune=">=").cuts(value, bound) == (value >= bound)
        assert Conventions(prune=">").cuts(value, bound) == (value > bound)


def test_fail_hard_stays_in_the_window_and_fail_soft_does_not():
    assert [Conventions(returns="hard").returned(value, 2, 5) for value in (1, 3, 9)] == [2, 3, 5]
    assert [Conventions(returns="soft").returned(value, 2, 5) for value in (1, 3, 9)] == [1, 3, 9]


@pytest.mark.parametrize(
    ("names", "words"),
    [("max-min", "MAX MIN CHANCE"), ("plus-minus", "PLUS MINUS CHANCE"), ("agent-opponent", "agent opp chance")],
)
def test_players_are_called_as_the_notes_call_them(names, words):
    conventions = Conventions(names=names)
    assert " ".join(conventions.name(player) for player in (0, 1, CHANCE)) == words


@pytest.mark.parametrize(("total", "payoffs"), [(1.0, (0, 0.5, 1)), (10.0, (0, 5, 10)), (-4.0, (-4, -2, 0))])
def test_a_constant_sum_is_scaled_to_plus_one_zero_minus_one_and_to_1_one_half_0(total, payoffs):
    game = Tree([(payoff, total - payoff) for payoff in payoffs])
    for scale, expected in (("given", payoffs), ("signed", (-1, 0, 1)), ("unit", (0, 0.5, 1))):
        decision = run(minimax(game, conventions=Conventions(payoff=scale)))
        assert tuple(score.value for score in decision.values.values()) == expected and decision.action == 2


@pytest.mark.parametrize("game", [Tree([1, 2], players=1), Tree([(1, 2), (3, 3)]), Tree([(1, 0, 0)], players=3)])
@pytest.mark.parametrize("scale", ["signed", "unit"])
def test_a_payoff_scale_needs_two_players_of_constant_sum(game, scale):
    with pytest.raises(SpecError, match=f"payoff='{scale}' needs two players .* use payoff='given'"):
        run(expectimax(game, conventions=Conventions(payoff=scale)))


def test_the_window_of_utilities_is_what_the_game_knows_of_them():
    game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    conventions = Conventions(window="utilities")
    assert next(alphabeta(game, conventions=conventions)).before == (2, 14)
    assert next(alphabeta(game, conventions=Conventions(window="utilities", payoff="unit"))).before == (1.5, 7.5)
    assert next(alphabeta(game, depth=1, conventions=conventions)).before == (float("-inf"), float("inf"))
    assert next(alphabeta(Tree([[2], [2]]), conventions=conventions)).before == (float("-inf"), float("inf"))


def test_a_window_of_the_root_alone_would_choose_the_wrong_action():
    class Tight(Tree):
        def bounds(self, state):
            return (3.0, 9.0) if state.node == 0 else super().bounds(state)

    game = Tight([[3, 0], [3, 5]])
    for returns in ("soft", "hard"):
        decision = run(alphabeta(game, conventions=Conventions(window="utilities", returns=returns)))
        assert decision.value == 3 and decision.action == 1


class Turns(Game):
    """Nobody chooses: the turn goes round as written, then it is over."""

    def __init__(self, movers, players=2, stochastic=False):
        self.movers, self.players, self.axes = movers, players, Axes(stochastic=stochastic, payoff="general")

    def initial(self):
        return 0

    def player(self, state):
        return CHANCE if self.movers[state] == "c" else int(self.movers[state])

    def actions(self, state):
        return [0]

    def result(self, state, action):
        return state + 1

    def is_terminal(self, state):
        return state == len(self.movers)

    def utility(self, state, player):
        return 1.0


@pytest.mark.parametrize(
    ("movers", "players", "ends"),
    [
        ("010101", 2, [2, 4, 6]),
        ("101010", 2, [2, 4, 6]),
        ("012012", 3, [3, 6]),
        ("120120", 3, [3, 6]),
        ("0000", 1, [1, 2, 3, 4]),
        ("001101", 2, [4, 6]),  # acting again is not the turn coming back
        ("0c1c0c1c", 2, [4, 8]),  # chance is nobody's turn
        ("0c0c1c0", 2, [6, 7]),
        ("c0c1c0c1", 2, [5, 8]),  # the first player to act is home
        ("0c0c0", 1, [2, 4, 5]),
    ],
)
def test_a_cycle_ends_when_the_turn_is_back_with_the_player_of_the_root(movers, players, ends):
    game = Turns(movers, players, "c" in movers)
    for limit, end in enumerate(ends, 1):
        events, decision = trace(expectimax(game, depth=limit, conventions=Conventions(ply="cycle")))
        [leaf] = [event for event in events if event.kind == "leaf"]
        assert leaf.depth == end, (movers, limit)
        assert decision.exact == (end == len(movers))


def test_the_root_is_depth_0_or_level_1():
    for root in (0, 1):
        events, _ = trace(minimax(Tree([[1, 2], 3]), conventions=Conventions(root_depth=root)))
        assert {len(event.path): event.depth for event in events} == {0: root, 1: root + 1, 2: root + 2}
        assert all(abs(one.depth - other.depth) <= 1 for one, other in pairwise(events))
