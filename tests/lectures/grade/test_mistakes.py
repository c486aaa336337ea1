"""Every wrong-on-purpose mistake, written as a student's plain function, is called by its name."""

from __future__ import annotations

import ast
import shlex

import pytest

from countermove.cli import main
from countermove.textbook.wrong import WRONG

MINIMAX = """
def minimax(game, state):
    best = None
    for action in game.actions(state):
        v = value(game, game.result(state, action))
        if best is None or v > best[0]:
            best = v, action
    return best

def value(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0)
    values = [value(game, game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.player(state) == 0 else min(values)
"""

NEGAMAX = """
def negamax(game, state, color=1):
    if game.is_terminal(state):
        return color * game.utility(state, 0)
    return max(-negamax(game, game.result(state, a), -color) for a in game.actions(state))
"""

LOOPS = """
import math

def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0)
    if game.player(state) == 0:
        best = -math.inf
        for action in game.actions(state):
            best = max(best, minimax(game, game.result(state, action)))
    else:
        best = math.inf
        for action in game.actions(state):
            best = min(best, minimax(game, game.result(state, action)))
    return best
"""

NEGAPRUNE = """
from math import inf

def negamax(game, state, alpha=-inf, beta=inf, color=1):
    if game.is_terminal(state):
        return color * game.utility(state, 0)
    best = -inf
    for action in game.actions(state):
        best = max(best, -negamax(game, game.result(state, action), -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""

LIMITED = """
def minimax(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state, 0)
    if depth == 0:
        return game.evaluate(state, 0)
    values = [minimax(game, game.result(state, a), depth - 1) for a in game.actions(state)]
    return max(values) if game.player(state) == 0 else min(values)
"""

CYCLES = """
def minimax(game, state, depth, player=0):
    if game.is_terminal(state) or depth == 0:
        return game.evaluate(state, 0)
    after = (player + 1) % game.players
    left = depth - 1 if after == 0 else depth
    values = [minimax(game, game.result(state, a), left, after) for a in game.actions(state)]
    return max(values) if player == 0 else min(values)
"""

ALPHABETA = """
from math import inf

def alphabeta(game, state):
    best, chosen = -inf, None
    for action in game.actions(state):
        v = min_value(game, game.result(state, action), best, inf)
        if v > best:
            best, chosen = v, action
    return best, chosen

def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, 0)
    v = -inf
    for action in game.actions(state):
        v = max(v, min_value(game, game.result(state, action), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, 0)
    v = inf
    for action in game.actions(state):
        v = min(v, max_value(game, game.result(state, action), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
"""

SHARED = """
from math import inf

def alphabeta(game, state):
    window = {"alpha": -inf, "beta": inf}

    def value(state):
        if game.is_terminal(state):
            return game.utility(state, 0), None
        top = game.player(state) == 0
        best, chosen = (-inf if top else inf), None
        for action in game.actions(state):
            v, _ = value(game.result(state, action))
            if (v > best if top else v < best):
                best, chosen = v, action
            if top:
                window["alpha"] = max(window["alpha"], best)
            else:
                window["beta"] = min(window["beta"], best)
            if window["alpha"] >= window["beta"]:
                break
        return best, chosen

    return value(state)
"""

EXPECTIMAX = """
def expectimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0)
    children = [game.result(state, a) for a in game.actions(state)]
    if game.player(state) == 0:
        return max(expectimax(game, child) for child in children)
    odds = [p for _, p in game.chances(state)]
    return sum(p * expectimax(game, child) for p, child in zip(odds, children))
"""


def but(text, *changes):
    """The text with changes that must each be possible."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


STUDENTS = {
    "wrong:sign": but(MINIMAX, ("utility(state, 0)", "utility(state, 1)")),
    "wrong:leaf-sign": but(NEGAMAX, ("color * game", "game")),
    "wrong:mover-utility": but(MINIMAX, ("utility(state, 0)", "utility(state, game.player(state))")),
    "wrong:no-negation": but(NEGAMAX, ("-negamax", "negamax")),
    "wrong:all-max": but(MINIMAX, (" if game.player(state) == 0 else min(values)", "")),
    "wrong:all-min": but(MINIMAX, ("v > best[0]", "v < best[0]"), ("max(values) if game.player(state) == 0 else ", "")),
    "wrong:first-child": but(
        MINIMAX, ("            best = v, action\n    return best", "            best = v, action\n        return best"),
        ("values = [value(game, game.result(state, a)) for a in game.actions(state)]",
         "for a in game.actions(state):\n        return value(game, game.result(state, a))"),
        ("\n    return max(values) if game.player(state) == 0 else min(values)", ""),
    ),
    "wrong:swapped": but(MINIMAX, ("v > best[0]", "v < best[0]"), ("(state) == 0", "(state) == 1")),
    "wrong:zero-start": but(LOOPS, ("best = -math.inf", "best = 0")),
    "wrong:same-start": but(LOOPS, ("best = math.inf", "best = -math.inf")),
    "wrong:depth-short": but(LIMITED, ("depth == 0", "depth <= 1")),
    "wrong:depth-long": but(LIMITED, ("depth == 0", "depth < 0")),
    "wrong:depth-ignored": but(LIMITED, ("depth - 1", "depth")),
    "wrong:depth-in-loop": but(
        LIMITED, ("depth == 0", "depth <= 0"),
        ("values = [minimax(game, game.result(state, a), depth - 1) for a in game.actions(state)]",
         "values = []\n    for a in game.actions(state):\n        depth -= 1\n"
         "        values.append(minimax(game, game.result(state, a), depth))"),
    ),
    "wrong:partial-ply": but(CYCLES, ("depth - 1 if after == 0 else depth", "depth - 1")),
    "wrong:first-reply": but(CYCLES, ("depth - 1 if after == 0 else depth", "depth - 1 if player == 1 else depth")),
    "wrong:draw-loss": but(MINIMAX, ("game.utility(state, 0)", "1 if game.utility(state, 0) > 0 else -1")),
    "wrong:mutated-state": but(
        MINIMAX,
        ("values = [value(game, game.result(state, a)) for a in game.actions(state)]",
         "values = []\n    for a in game.actions(state):\n"
         "        state.append(a)\n        values.append(value(game, state))"),
    ),
    "wrong:prune-equal": ALPHABETA,
    "wrong:prune-strict": but(ALPHABETA, ("v >= beta", "v > beta"), ("v <= alpha", "v < alpha")),
    "wrong:prune-one-side": but(ALPHABETA, ("v >= beta", "v > beta")),
    "wrong:one-sided": but(ALPHABETA, ("        if v >= beta:\n            return v\n", "")),
    "wrong:wrong-bound": but(ALPHABETA, ("v <= alpha", "v >= alpha")),
    "wrong:wrong-update": but(ALPHABETA, ("alpha = max(alpha, v)", "beta = min(beta, v)")),
    "wrong:loose-update": but(ALPHABETA, ("alpha = max(alpha, v)", "alpha = v")),
    "wrong:window-turned": but(NEGAPRUNE, ("-beta, -alpha", "-alpha, -beta")),
    "wrong:shared-beta": but(
        ALPHABETA,
        ("inf\n\ndef alphabeta(game, state):\n", "inf\nbeta = inf\n\ndef alphabeta(game, state):\n"),
        ("best, inf)", "best)"), ("alpha, beta)", "alpha)"), ("    v = inf\n", "    global beta\n    v = inf\n"),
        ("best, chosen = v, action\n", "best, chosen = v, action\n        if best >= beta:\n            break\n"),
    ),
    "wrong:shared-alpha": but(
        SHARED, ('{"alpha": -inf, "beta": inf}', '{"alpha": -inf}'), ("value(state):", "value(state, beta=inf):"),
        ("value(game.result(state, action))", "value(game.result(state, action), beta)"),
        ('window["beta"] = min(window["beta"], best)', "beta = min(beta, best)"), ('>= window["beta"]', ">= beta"),
    ),
    "wrong:shared-window": SHARED,
    "wrong:root-bound": but(ALPHABETA, ("v > best", "v >= best")),
    "wrong:root-window": but(ALPHABETA, ("best, inf)", "-inf, inf)")),
    "wrong:no-prune": but(ALPHABETA, ("v >= beta", "False"), ("v <= alpha", "False")),
    "wrong:divided-twice": but(EXPECTIMAX, ("zip(odds, children))", "zip(odds, children)) / len(children)")),
    "wrong:unweighted": but(EXPECTIMAX, ("[p for _, p in game.chances(state)]", "[1 / len(children)] * len(children)")),
    "wrong:undivided": but(EXPECTIMAX, ("[p for _, p in game.chances(state)]", "[1] * len(children)")),
    "wrong:floor-average": but(EXPECTIMAX, ("zip(odds, children))", "zip(odds, children)) // 1")),
    "wrong:chance-min": but(EXPECTIMAX, ("sum(p * expectimax", "min(expectimax")),
    "wrong:chance-max": but(EXPECTIMAX, ("sum(p * expectimax", "max(expectimax")),
}  # fmt: skip
OPTIONS = {
    "wrong:prune-equal": {"prune": ">"},
    "wrong:partial-ply": {"ply": "cycle"},
    "wrong:first-reply": {"ply": "cycle"},
}

ALSO = {
    "wrong:no-prune": ("wrong:one-sided", "wrong:wrong-update"),
    "wrong:window-turned": ("wrong:wrong-bound", "wrong:wrong-update"),
    "wrong:one-sided": ("wrong:wrong-update",),
}
"""What else would give the same answers."""
UNSEEN = {"wrong:first-reply"}
"""What takes three players, and a list has two."""


def test_every_mistake_has_a_student_who_makes_it():
    assert STUDENTS.keys() == WRONG.keys()


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_called_by_its_name_and_shown_on_a_small_tree(hand_in, capsys, name):
    report = hand_in(STUDENTS[name], **OPTIONS.get(name, {}))
    assert not report.ok
    assert report.mistake == name, report
    assert report.also == ALSO.get(name, ())
    assert report.sentence == WRONG[name].mistake and report.hint == WRONG[name].hint
    assert report.example.tree.count("[") <= 6, report.example
    assert report.example.sentence
    if name != "wrong:mutated-state":
        assert report.example.step.startswith("Step ")
    if name not in UNSEEN:
        assert f" --algorithm {name}" in report.see
        assert main(shlex.split(report.see)[1:]) == 0
        assert "Step " in capsys.readouterr().out, "the command shows where the searches part"


@pytest.mark.parametrize(
    ("name", "tree"),
    [("wrong:shared-beta", "[[0], 1]"), ("wrong:root-bound", "[1, [1, 0]]"), ("wrong:prune-strict", "[0, [0, 0]]")],
)
def test_the_smallest_tree_is_the_smallest_there_is(hand_in, name, tree):
    assert hand_in(STUDENTS[name]).example.tree == tree


def test_an_action_alone_names_all_mistakes_that_would_choose_it(hand_in):
    text = but(STUDENTS["wrong:swapped"], ("return best", "return best[1]"))
    report = hand_in(text)
    assert report.returns == "action"
    assert {report.mistake, *report.also} >= {"wrong:sign", "wrong:swapped"}


@pytest.mark.parametrize("depth", ["depth", "depth=3", "depth=None"])
def test_a_shared_beta_is_named_however_it_is_tested(hand_in, depth):
    text = but(SHARED, ('"alpha": -inf, ', ""), ("value(state):", "value(state, alpha=-inf):"),
        ("value(game.result(state, action))", "value(game.result(state, action), alpha)"),
        ('window["alpha"] = max(window["alpha"], best)', "alpha = max(alpha, best)"),
        ('window["alpha"] >=', "alpha >="),
        ("(game, state)", f"(game, state, {depth})", ))  # fmt: skip
    report = hand_in(text)
    assert report.mistake == "wrong:shared-beta"
    assert "depth was not tested" in report.notes[0]


def test_on_nested_lists_and_on_successors_mistakes_have_the_same_names(hand_in):
    lists = "def minimax(node, top=True):\n    if not isinstance(node, list):\n        return node\n"
    assert hand_in(
        f"{lists}    f = min if top else max\n    return f(minimax(c, not top) for c in node)\n"
    ).mistake == ("wrong:swapped")
    popped = "    f = max if top else min\n    values = []\n    while node:\n"
    popped += "        values.append(minimax(node.pop(0), not top))\n"
    report = hand_in(f"{lists}{popped}    return f(values)\n")
    assert report.mistake == "wrong:mutated-state"
    assert report.example.sentence == "On [0], the tree was [0] and is [] now."
    halves = """
def value(state):
    if is_terminal(state):
        return utility(state)
    return max_value(state) if player(state) == 0 else exp_value(state)
def max_value(state):
    return max(value(s) for s in successors(state))
def exp_value(state):
    return sum(value(s) for s in successors(state)) / len(successors(state))
"""
    assert (hand_in(halves).algorithm, hand_in(halves).mistake) == ("expectimax", "wrong:unweighted")


def test_an_unknown_mistake_is_told_by_the_smallest_tree_that_shows_it(hand_in):
    report = hand_in(but(MINIMAX, ("min(values)", "sorted(values)[len(values) // 2]")))
    assert report.mistake == "unknown"
    assert report.example.expected["value"] != report.example.got["value"]
    assert report.example.tree.count(",") <= 2
    assert "Something is wrong that has no name here. On [" in report.sentence


def test_what_alphabeta_prunes_too_much_or_too_little_is_told(hand_in):
    report = hand_in(but(ALPHABETA, ("        beta = min(beta, v)\n", "")))
    assert "which should be pruned" in report.example.sentence
    report = hand_in(but(ALPHABETA, ("v <= alpha", "v <= alpha + 1")))
    assert "yours prunes" in report.example.sentence or "yours is" in report.example.sentence


def test_the_command_to_see_it_runs(hand_in):
    report = hand_in(STUDENTS["wrong:shared-beta"])
    assert ast.literal_eval(report.example.tree) == [[0], 1]


def test_the_same_seed_gives_the_same_report(hand_in):
    assert hand_in(STUDENTS["wrong:sign"], seed=5) == hand_in(STUDENTS["wrong:sign"], seed=5)


ROOT_OF_ITS_OWN = """
import math
beta = math.inf
def alphabeta(game, state):
    def value(s, alpha):
        global beta
        if game.is_terminal(s): return game.utility(s, 0)
        if game.player(s) == 0:
            v = -math.inf
            for a in game.actions(s):
                v = max(v, value(game.result(s, a), alpha))
                if v >= beta: return v
                alpha = max(alpha, v)
            return v
        v = math.inf
        for a in game.actions(s):
            v = min(v, value(game.result(s, a), alpha))
            if v <= alpha: return v
            beta = min(beta, v)
        return v
    global beta
    beta = math.inf
    best = None
    bv = -math.inf
    for a in game.actions(state):
        v = value(game.result(state, a), bv)
        if v > bv: bv, best = v, a
    return bv, best
"""


def test_a_shared_beta_is_named_when_the_root_is_a_loop_of_its_own(hand_in):
    assert hand_in(ROOT_OF_ITS_OWN).mistake == "wrong:shared-beta"
