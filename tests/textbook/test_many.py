"""Many players: every search equals plain recursion on random trees, and blackboard trees come out as by hand."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from countermove.errors import GameError, UnfitError
from countermove.game import CHANCE, Axes
from countermove.games.tictactoe3 import TicTacToe3
from countermove.games.tree import Tree
from countermove.textbook import bestreply, maxn, paranoid, refuse, run, shallow, team, trace
from countermove.views.narrate import sentences
from countermove.views.text import tree_text

spec = importlib.util.spec_from_file_location("company", Path(__file__).parent / "company.py")
company = importlib.util.module_from_spec(spec)
spec.loader.exec_module(company)

DEPTHS = (1, 2, 3, 99)


def hero(game):
    player = game.player(game.initial())
    return 0 if player == CHANCE else player


# By hand. Player 1 acts first, then player 2, then player 3.

THREE = [[[(5, 1, 4), (4, 4, 2)], [(6, 2, 2), (1, 3, 6)]], [[(3, 7, 0), (3, 5, 2)], [(9, 0, 1), (2, 6, 2)]]]


def test_a_tree_of_three_by_hand():
    game = Tree(THREE, players=3)
    # max^n: player 3 takes (5,1,4), (1,3,6), (3,5,2), (2,6,2); player 2 (1,3,6) and (2,6,2); player 1 the second.
    assert run(maxn(game)).value == (2, 6, 2) and run(maxn(game)).action == 1
    # paranoid: min over players 2 and 3 of what player 1 gets is 1 on the left, 2 on the right.
    assert run(paranoid(game)).value[0] == 2 and run(paranoid(game)).action == 1
    # best reply: on the left one of Left-Left 5, Left-Right 4, Right-Left 6; on the right 3, 3, 9. 4 beats 3.
    assert run(bestreply(game)).value[0] == 4 and run(bestreply(game)).action == 0


def test_the_usual_action_of_best_reply_is_the_one_that_order_puts_first():
    class Ordered(Tree):
        def order(self, state, action):
            return action

    game = Ordered(THREE, players=3)
    # The usual action is now Right. Left: Right-Right 1, Left-Right 4, Right-Left 6. Right: 2, 3, 9.
    assert run(bestreply(game)).value[0] == 2 and run(bestreply(game)).action == 1


def test_shallow_pruning_by_hand_and_no_deep_pruning():
    # Sums are 10. Player 1 has 5; below b player 2 holds 5, so player 1 gets no more than 5 there.
    game = Tree([[(5, 4, 1)], [(3, 5, 2), (9, 1, 0)]], players=3)
    events, decision = trace(shallow(game))
    assert decision.value == (5, 4, 1) and [str(s) for s in decision.values.values()] == ["(5, 4, 1)", "<= (5, 5, 2)"]
    cut = next(event for event in events if event.kind == "cut")
    assert (cut.value, cut.after, cut.skipped) == (5, (5, 5), (1,))
    # Player 3 below has 5, and player 1 above has 5: deep pruning would cut (4, 0, 6), which player 3 prefers. Player 2
    # would then choose (0, 5, 5) over (6, 3, 1), and player 1 would miss its 6.
    deep = [(5, 4, 1), [(6, 3, 1), [(0, 5, 5), (4, 0, 6)]]]
    game = Tree(deep, players=3)
    assert run(shallow(game)).value == run(maxn(game)).value == (6, 3, 1)


def test_the_most_that_anybody_can_get_ends_a_node():
    game = Tree([[(10, 0, 0)], [(4, 3, 3)]], players=3)
    events, decision = trace(shallow(game))
    assert decision.nodes == 3 and decision.value == (10, 0, 0) and decision.exact
    assert events[-1].bound == "="


# Laws, on random trees.


def test_shallow_pruning_answers_what_maxn_answers_with_fewer_nodes():
    fewer = 0
    for seed in range(200):
        game = company.grow(seed, constant=True)
        for depth in DEPTHS:
            plain, pruned = run(maxn(game, depth=depth)), run(shallow(game, depth=depth))
            assert (pruned.value, pruned.action, pruned.line) == (plain.value, plain.action, plain.line), seed
            assert pruned.nodes <= plain.nodes
            fewer += pruned.nodes < plain.nodes
            for action, score in pruned.values.items():
                truth, me = plain.values[action].value, hero(game)
                assert score.value == truth if score.bound == "=" else truth[me] <= score.value[me], seed
    assert fewer > 120


@pytest.mark.parametrize("chance", [False, True])
def test_maxn_paranoid_and_best_reply_equal_plain_recursion(chance):
    for seed in range(150):
        game = company.grow(seed, chance=chance)
        state, me = game.initial(), hero(game)
        for depth in DEPTHS:
            assert run(maxn(game, depth=depth)).value == company.maxn(game, state, depth), seed
            if game.axes.payoff == "constant" and chance:
                assert run(shallow(game, depth=depth)).value == company.maxn(game, state, depth), seed
            truth = company.paranoid(game, state, depth, me, {me})
            found = run(paranoid(game, depth=depth))
            assert found.value[me] == truth, seed
            for action, score in found.values.items():
                below = company.paranoid(game, game.result(state, action), depth - 1, me, {me})
                assert {"=": below == score.value[me], "<=": below <= score.value[me]}[score.bound]
            if not chance:
                assert run(bestreply(game, depth=depth)).value[me] == company.bestreply(game, state, depth, me, {me})


def test_players_of_one_team_help_each_other():
    for seed in range(200):
        game = company.shared(seed)
        state, me = game.initial(), hero(game)
        friends = {0, 2} if me != 1 else {1}
        assert team(game, me) == friends
        for depth in DEPTHS:
            assert run(maxn(game, depth=depth)).value == company.maxn(game, state, depth)
            assert run(paranoid(game, depth=depth)).value[me] == company.paranoid(game, state, depth, me, friends)
            assert run(bestreply(game, depth=depth)).value[me] == company.bestreply(game, state, depth, me, friends)


def test_nobody_is_worse_off_against_one_reply_than_against_all():
    for seed in range(300):
        game = company.grow(seed)
        me = hero(game)
        assert run(bestreply(game)).value[me] >= run(paranoid(game)).value[me]
        if game.players == 2:
            assert run(bestreply(game)).value[me] == run(paranoid(game)).value[me]


# Refusals.


def test_what_does_not_fit_is_refused_in_a_sentence():
    general = Tree([[(1, 2, 3)], [(4, 4, 4)]], players=3)
    with pytest.raises(UnfitError, match=r"shallow pruning needs a constant sum .* has a general payoff; use maxn"):
        refuse(general, "shallow")

    class Silent(TicTacToe3):
        outcomes = None

    with pytest.raises(UnfitError, match="Silent does not declare the least payoff"):
        refuse(Silent(), "shallow")
    common = Tree([(1, 1, 1), (2, 2, 2)], players=3)
    for name in ("paranoid", "bestreply"):
        with pytest.raises(UnfitError, match=f"{name} treats the others as opponents, and in Tree all get the same"):
            refuse(common, name)


def test_estimates_that_break_what_pruning_rests_on_are_refused():
    class Hopeful(TicTacToe3):
        def evaluate(self, state, player):
            return 0.5

    with pytest.raises(GameError, match=r"Hopeful.evaluate gives 0.5, 0.5, 0.5 .* add up to 1, from 0 to 1 each"):
        run(shallow(Hopeful(), depth=2))
    assert run(maxn(Hopeful(), depth=2)).value == (0.5, 0.5, 0.5)


# Words and drawings.


def test_each_search_is_told_and_drawn_with_its_vectors():
    game = Tree([[(4, 3, 3), (6, 2, 2)], [(1, 7, 2), (9, 0, 1)]], players=3)
    lines = list(sentences(shallow(game), game, algorithm="shallow", level="brief"))
    assert lines[1] == "c (player 2) holds 7, at least beta 6 from b: g is skipped."
    lines = list(sentences(paranoid(game), game, algorithm="paranoid"))
    assert "b (player 2) takes (4, 3, 3) from d: 4 is the worst so far for player 1: " not in lines
    assert "b (player 2) takes (4, 3, 3) from d: 4 is the worst so far for player 1." in lines
    assert lines[-1].startswith("a (player 1) = (4, 3, 3), of b = (4, 3, 3) and c <= (1, 7, 2) the best for player 1")
    drawn = tree_text(game, paranoid(game), algorithm="paranoid")
    assert "▲ player 1" in drawn and "▼ player 2" in drawn and "✂ (9, 0, 1)" in drawn


def test_the_player_to_act_is_the_hero_whoever_it_is():
    class Pairs(Tree):
        @property
        def axes(self):
            return Axes(payoff="general", teams=((1, 2),))

    game = Pairs([[(0, 5, 5), (9, 1, 1)], [(0, 3, 3), (0, 2, 2)]], players=3, root=1)
    assert run(paranoid(game)).value[1] == 5, "player 3 is in one team with player 2"
    lines = list(sentences(paranoid(game), game, algorithm="paranoid"))
    assert any("is the best so far for player 2" in line for line in lines)
