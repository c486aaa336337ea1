"""Proofs over AND/OR trees: example 32 of the lecture notes, and laws that hold for any game of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove import registry
from countermove.errors import SpecError, UnfitError
from countermove.game import Axes, legal
from countermove.games.grundy import Grundy
from countermove.games.nim import Nim
from countermove.games.tree import Tree
from countermove.lectures.proof import argument, as_json, lines, prove, strategy, strategy_lines, strategy_tree
from countermove.lectures.proof.show import headline
from countermove.solve import solve
from countermove.views.text import lines_text

GAMES = [
    "grundy:n=7",
    "grundy:n=7,misere=true",
    "grundy:n=9",
    "nim:piles=(1,2,3)",
    "nim:piles=(2,3)",
    "subtract:counters=12",
    "subtract:counters=13",
    "tictactoe",
    "[[1,-1],[[1,-1],[1,0]]]",
]

outcomes = st.recursive(
    st.sampled_from([-1, 0, 1]), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=20
)


def plays(proof):
    """Every game that the strategy allows, whatever the other does: how it ends, and after how many actions."""
    game, plan = proof.game, strategy(proof)
    stack = [(proof.root.state, 0)]
    while stack:
        state, count = stack.pop()
        if game.is_terminal(state):
            yield game.utility(state, proof.player) - game.neutral, count
            continue
        actions = legal(game, state)
        if game.player(state) == proof.strategist:
            word = plan[game.write(state)]
            actions = [action for action in actions if game.action_name(state, action) == word]
            assert len(actions) == 1
        stack.extend((game.result(state, action), count + 1) for action in actions)


def test_32_of_a_pile_of_7_plus_cannot_win_to_move_and_can_when_minus_moves():
    game = Grundy(7)
    first, second = prove(game), prove(game, game.read("7 -"))
    assert (first.root.statement, first.true) == ("W(7+)", False)
    assert (second.root.statement, second.true) == ("W(7-)", True)
    assert (first.root.kind, second.root.kind) == ("OR", "AND")
    for proof in (first, second):
        assert (proof.states, proof.nodes, proof.leaves, proof.distance) == (14, 24, 7, 4)


def test_32_every_split_of_7_is_answered_by_4_2_1_or_3_3_1():
    proof = prove(Grundy(7))
    game = proof.game
    answers = {}
    for _, node in proof.root.because:
        actions = [node.because[0][0], *node.also]
        answers[game.write(node.state)] = {game.write(game.result(node.state, action)) for action in actions}
    assert answers == {"6-1 -": {"4-2-1 +"}, "5-2 -": {"4-2-1 +"}, "4-3 -": {"4-2-1 +", "3-3-1 +"}}


def test_32_in_misere_play_the_first_player_wins():
    assert prove(Grundy(7, misere=True)).true


def test_minus_can_win_where_plus_loses():
    proof = prove(Grundy(7), player=1)
    assert (proof.root.statement, proof.root.kind, proof.true, proof.strategist) == ("L(7+)", "AND", True, 1)
    assert headline(proof) == "L(7+): MINUS, with PLUS to move, can win. True, in 4 if PLUS delays."


def test_a_draw_refutes_that_either_player_can_win():
    for player in (0, 1):
        proof = prove(registry.load("tictactoe"), player=player)
        assert not proof.true
        assert "since a draw is not a win" in headline(proof)
        assert (proof.states, proof.nodes, proof.leaves) == (5478, 549_946, 255_168)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("spec", GAMES)
def test_the_strategy_keeps_its_word_against_every_reply(spec, player):
    proof = prove(registry.load(spec), player=player)
    assert all(proof.game.write(proof.game.read(place)) == place for place in strategy(proof))
    ends = list(plays(proof))
    assert all((value > 0) == proof.true for value, _ in ends)
    if proof.root.value:
        assert max((count for value, count in ends if value * proof.root.value > 0), default=0) <= proof.distance


@settings(max_examples=150, deadline=None)
@given(outcomes.filter(lambda tree: isinstance(tree, list)), st.sampled_from(["max", "min"]), st.sampled_from([0, 1]))
def test_a_proof_agrees_with_solving_and_reasons_only_from_what_it_shows(tree, root, player):
    game = Tree(tree, root)
    proof = prove(game, player=player)
    value = solve(game).value
    assert proof.true == ((value if game.player(game.initial()) == player else -value) > 0)
    for node in proof.statements:
        truths = [child.true for _, child in node.because]
        if node.kind == "end":
            assert node.true == (game.utility(node.state, player) > 0)
        elif node.one:
            assert truths == [node.true]
        else:
            assert truths == [node.true] * len(legal(game, node.state))
    assert all((value > 0) == proof.true for value, _ in plays(proof))


def test_a_statement_met_again_is_not_argued_again():
    drawn = lines_text(lines(prove(Grundy(7))))
    assert drawn.count("as above") == 2
    assert drawn.splitlines() == [
        "W(7+)                           OR   false",
        "├─ 6-1  W(6-1-)                 AND  false",
        "│  └─ 4-2  W(4-2-1+)            OR   false",
        "│     └─ 3-1  W(3-2-1-1-)       AND  false",
        "│        └─ 2-1  W(2-2-1-1-1+)  end  false  MINUS has won",
        "├─ 5-2  W(5-2-)                 AND  false",
        "│  └─ 4-1  W(4-2-1+)            OR   false  as above",
        "└─ 4-3  W(4-3-)                 AND  false  or 3-1",
        "   └─ 2-1  W(4-2-1+)            OR   false  as above",
    ]


def test_the_strategy_is_drawn_as_what_to_answer_after_each_action():
    assert lines_text(strategy_lines(prove(Nim((1, 2))))).splitlines() == [
        "player 1: begin with b1  W(1,1-)",
        "├─ after a1, answer b1   player 1 has won",
        "└─ after b1, answer a1   player 1 has won",
    ]
    tree = strategy_tree(prove(Nim((1, 2))))
    assert tree["answer"] == ["b1"]
    assert {word: below["answer"] for word, below in tree["after"].items()} == {"a1": ["b1"], "b1": ["a1"]}


def test_full_telling_has_a_sentence_for_every_statement_and_brief_has_fewer():
    proof = prove(Nim((1, 2)))
    full, brief = argument(proof, "full"), argument(proof, "brief")
    assert len(full) == len(proof.statements) > len(brief)
    assert full[0] == brief[0] == "W(1,2+) is true: player 1 plays b1, and W(1,1-) is true."
    assert brief[1] == "W(1,1-) is true: to a1, player 1 answers b1; to b1, player 1 answers a1."
    assert full[3] == "W(0,0-) is true: the game is over, player 1 has won."
    with pytest.raises(SpecError, match="brief or full"):
        argument(proof, "long")


def test_a_game_that_is_over_proves_itself():
    game = Grundy(2)
    proof = prove(game)
    assert (proof.true, proof.nodes, proof.leaves, proof.distance, strategy(proof)) == (False, 1, 1, 0, {})
    assert argument(proof) == ["W(2) is false: the game is over, MINUS has won."]


def test_for_scores_a_soon_win_is_preferred_to_a_high_one():
    proof = prove(Tree([[[9, 8], [7, 6]], [-5, 4], 2]))
    assert (proof.true, proof.distance) == (True, 1)
    assert strategy(proof) == {"a": "Right"}


def test_the_data_have_the_fields_of_the_proof():
    answer = as_json(prove(Grundy(7)))
    assert list(answer)[:8] == ["statement", "true", "nodes", "leaves", "states", "distance", "strategy", "proof"]
    assert answer["strategy"] == {"6-1 -": "4-2", "3-2-1-1 -": "2-1", "5-2 -": "4-1", "4-3 -": "2-1"}
    assert list(answer["proof"]["because"]) == ["6-1", "5-2", "4-3"]


def test_too_large_and_too_deep_a_proof_is_refused_in_a_sentence():
    with pytest.raises(SpecError, match=r"refutation of W\(\.+\+\) has \d+ statements, and the limit is 100"):
        prove(registry.load("tictactoe"), most=100)
    with pytest.raises(SpecError, match="plies deep"):
        prove(chain(151))
    assert prove(chain(150)).distance == 150


def chain(plies):
    """A game without choices, so long."""
    tree = 1
    for _ in range(plies):
        tree = [tree]
    return Tree(tree)


def test_games_that_are_not_about_one_of_two_winning_are_refused():
    @dataclass(frozen=True)
    class Dice(Nim):
        axes: ClassVar = Axes(stochastic=True)

    @dataclass(frozen=True)
    class Apart(Nim):
        axes: ClassVar = Axes(payoff="general")

    @dataclass(frozen=True)
    class Three(Nim):
        players: ClassVar = 3

    for game, word in ((Dice(), "chance"), (Apart(), "general-sum"), (Three(), "3 players")):
        with pytest.raises(UnfitError, match=word):
            prove(game)
    with pytest.raises(SpecError, match="players are 0 and 1"):
        prove(Nim(), player=2)
