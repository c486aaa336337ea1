"""What rests on an estimate is marked, and what is not marked is true whatever the estimates are."""

from __future__ import annotations

import random

import pytest

from countermove.games.tree import Tree
from countermove.lectures.marks import OpenLines
from countermove.textbook import Conventions, alphabeta, deepening, expectiminimax, minimax, run, trace
from countermove.views import draw
from countermove.views.estimate import Estimates
from countermove.views.narrate import sentences
from countermove.views.trace import calls, rows


class Guessing(Tree):
    """A tree whose evaluation guesses, the same for the same node."""

    def evaluate(self, state, player):
        guess = random.Random(self.node_name(state)).randint(0, 9)
        return float(guess if player == 0 else -guess)


def grown(rng, depth):
    if depth == 0 or (depth < 3 and rng.random() < 0.35):
        return rng.randint(0, 9)
    return [grown(rng, depth - 1) for _ in range(rng.randint(1, 3))]


def marked(search):
    return [event for event in map(Estimates().mark, trace(search)[0]) if event.kind in ("leaf", "exit")]


@pytest.mark.parametrize(
    ("search", "returns"),
    [(minimax, "soft"), (alphabeta, "soft"), (alphabeta, "hard")],
    ids=["minimax", "soft", "hard"],
)
def test_a_claim_that_is_not_marked_holds_of_the_true_value(search, returns):
    for seed in range(300):
        rng = random.Random(seed)
        game = Guessing([grown(rng, 3) for _ in range(3)])
        for event in marked(search(game, depth=rng.choice([1, 2, 3]), conventions=Conventions(returns=returns))):
            if not event.estimate:
                true = run(minimax(game, event.state)).value
                holds = {"=": true == event.value, "<=": true <= event.value, ">=": true >= event.value}
                assert holds[event.bound], seed


def test_without_a_depth_limit_nothing_is_marked():
    for seed in range(50):
        game = Guessing([grown(random.Random(seed), 3) for _ in range(2)])
        assert not any(event.estimate for event in marked(alphabeta(game))), seed


def test_one_exact_child_is_enough_for_a_bound_and_one_estimate_spoils_an_equality():
    game = Guessing([[3, 12], [2, [5, 6]]])
    told = list(sentences(alphabeta(game, depth=2), game))
    assert "c (MIN) <= 2, from f = 2; that is only a bound, Right is worth at most 2." in told
    assert told[-1] == "a (MAX) = 3, the maximum of b = 3 and c <= 2; the action is Left."
    # the right child is looked at first: nothing is cut, and its second child is an estimate
    game = Guessing([[2, [5, 6]], [3, 12]])
    told = list(sentences(minimax(game, depth=2), game))
    assert any(line.startswith("b (MIN) ≈") for line in told)
    assert told[-1].startswith("a (MAX) ≈ 3, the maximum of b ≈ ")


def test_a_sum_rests_on_each_of_its_terms():
    game = Guessing({"chances": [0.5, 0.5], "children": [4, [6, 8]]})
    assert [event.estimate for event in marked(expectiminimax(game, depth=1))] == [False, True, True]


def test_deepening_is_an_estimate_until_it_reaches_the_leaves():
    game = Guessing([[3, 12], [2, 6]])
    told = [line for line in sentences(deepening(game), game, level="brief") if "complete" in line]
    assert ": ≈ " in told[0] and told[1].startswith("The search to depth 2 is complete: 3, by Left")


def test_every_view_marks_inner_nodes_that_rest_on_an_estimate():
    game = OpenLines()
    state = game.read("b2 a3")
    events = trace(alphabeta(game, state, depth=2))[0]
    drawing = draw(game, events, boards=False)
    assert drawing.text.splitlines()[0].startswith("▲ MAX") and "≈ 0.0625" in drawing.text.splitlines()[0]
    assert "≲ 0.0625" in drawing.text and " ≤ " not in drawing.text
    assert "≲ 0.0625</text>" in drawing.svg and "based on an estimate" in drawing.svg
    assert ">estimate, or based on one</text>" in drawing.svg
    assert "≲ 0.0625" in drawing.html and drawing.steps[-1]["value"] == "≈ 0.0625"
    assert "≲ 0.0625" in drawing.typst and r"\hbox{$<$}\hbox{$\sim$}}}$ 0.0625}" in drawing.tikz
    assert list(calls(events, game))[-1] == "the root returns ≈ 0.0625"
    assert {row.value.split()[0] for row in rows(events, game) if row.value} == {"≈", "<=≈"}
