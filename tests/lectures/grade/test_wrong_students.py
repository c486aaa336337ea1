"""Wrong solutions as students hand them in: each mistake is called by its name."""

from __future__ import annotations

import pytest

WRONG = {
    "list alphabeta": ("wrong:no-prune", """
def alphabeta(node, alpha=float("-inf"), beta=float("inf"), maximizing=True):
    if not isinstance(node, list): return node
    values = [alphabeta(c, alpha, beta, not maximizing) for c in node]
    return max(values) if maximizing else min(values)
"""),
    "list alphabeta late break": ("wrong:no-prune", """
def alphabeta(node, alpha=float("-inf"), beta=float("inf"), maximizing=True):
    if not isinstance(node, list): return node
    values = [alphabeta(c, alpha, beta, not maximizing) for c in node]
    best = values[0]
    for v in values:
        best = max(best, v) if maximizing else min(best, v)
        if maximizing: alpha = max(alpha, best)
        else: beta = min(beta, best)
        if alpha >= beta: break
    return best
"""),
    "expectimax floor": ("wrong:floor-average", """
def expectimax(tree, top=True):
    if isinstance(tree, int): return tree
    if top: return max(expectimax(c, False) for c in tree)
    return sum(expectimax(c, True) for c in tree) // len(tree)
"""),
    "expectimax min": ("wrong:chance-min", """
def expectimax(tree, top=True):
    if isinstance(tree, int): return tree
    if top: return max(expectimax(c, False) for c in tree)
    return min(expectimax(c, True) for c in tree)
"""),
    "eminimax min": ("wrong:chance-min", """
def expectiminimax(game, state):
    p = game.player(state)
    if game.is_terminal(state): return game.utility(state, 0)
    if p < 0: return min(expectiminimax(game, game.result(state, a)) for a, q in game.chances(state))
    vs = {a: expectiminimax(game, game.result(state, a)) for a in game.actions(state)}
    return max(vs.values()) if p == 0 else min(vs.values())
"""),
    "mover plain": ("wrong:mover-utility", """
def minimax(game, state):
    if game.is_terminal(state): return game.utility(state, game.player(state))
    vals = [minimax(game, game.result(state, a)) for a in game.actions(state)]
    return max(vals) if game.player(state) == 0 else min(vals)
"""),
    "mover limited": ("wrong:mover-utility", """
def minimax(game, state, depth):
    if game.is_terminal(state): return game.utility(state, game.player(state))
    if depth == 0: return game.evaluate(state, 0)
    vals = [minimax(game, game.result(state, a), depth - 1) for a in game.actions(state)]
    return max(vals) if game.player(state) == 0 else min(vals)
"""),
    "sign limited": ("wrong:sign", """
def minimax(game, state, depth):
    if game.is_terminal(state): return -game.utility(state, 0)
    if depth == 0: return game.evaluate(state, 0)
    vals = [minimax(game, game.result(state, a), depth - 1) for a in game.actions(state)]
    return max(vals) if game.player(state) == 0 else min(vals)
"""),
    "neg eval only": ("wrong:sign", """
def minimax(game, state, depth):
    if game.is_terminal(state): return game.utility(state, 0)
    if depth == 0: return -game.evaluate(state, 0)
    vals = [minimax(game, game.result(state, a), depth - 1) for a in game.actions(state)]
    return max(vals) if game.player(state) == 0 else min(vals)
"""),
    "zero ab": ("wrong:zero-start", """
import math
def alphabeta(game, state, depth, alpha=-math.inf, beta=math.inf):
    if game.is_terminal(state): return game.utility(state, 0), None
    if depth == 0: return game.evaluate(state, 0), None
    best_a = None
    if game.player(state) == 0:
        best = 0
        for a in game.actions(state):
            v = alphabeta(game, game.result(state, a), depth - 1, alpha, beta)[0]
            if v > best: best, best_a = v, a
            if best >= beta: break
            alpha = max(alpha, best)
    else:
        best = math.inf
        for a in game.actions(state):
            v = alphabeta(game, game.result(state, a), depth - 1, alpha, beta)[0]
            if v < best: best, best_a = v, a
            if best <= alpha: break
            beta = min(beta, best)
    return best, best_a
"""),
    "zero both": ("wrong:zero-start", """
import math
def alphabeta(game, state, depth, alpha=-math.inf, beta=math.inf):
    if game.is_terminal(state): return game.utility(state, 0), None
    if depth == 0: return game.evaluate(state, 0), None
    best_a = None
    if game.player(state) == 0:
        best = 0
        for a in game.actions(state):
            v = alphabeta(game, game.result(state, a), depth - 1, alpha, beta)[0]
            if v > best: best, best_a = v, a
            if best >= beta: break
            alpha = max(alpha, best)
    else:
        best = 0
        for a in game.actions(state):
            v = alphabeta(game, game.result(state, a), depth - 1, alpha, beta)[0]
            if v < best: best, best_a = v, a
            if best <= alpha: break
            beta = min(beta, best)
    return best, best_a
"""),
    "zero lists": ("wrong:zero-start", """
def minimax(node, is_max=True):
    if isinstance(node, int): return node
    best = 0
    for c in node:
        v = minimax(c, not is_max)
        if is_max and v > best: best = v
        if not is_max and v < best: best = v
    return best
"""),
    "ge one side": ("wrong:prune-one-side", """
def alphabeta(game, state):
    count = 0
    def mx(s, a, b):
        nonlocal count
        count += 1
        if game.is_terminal(s): return game.utility(s, 0), None
        v, best = float('-inf'), None
        for act in game.actions(s):
            w, _ = mn(game.result(s, act), a, b)
            if w > v: v, best = w, act
            a = max(a, v)
            if a > b: break
        return v, best
    def mn(s, a, b):
        nonlocal count
        count += 1
        if game.is_terminal(s): return game.utility(s, 0), None
        v, best = float('inf'), None
        for act in game.actions(s):
            w, _ = mx(game.result(s, act), a, b)
            if w < v: v, best = w, act
            b = min(b, v)
            if a >= b: break
        return v, best
    return mx(state, float('-inf'), float('inf'))
"""),
    "forgot reset": ("wrong:loose-update", """
from math import inf
def alphabeta(tree, alpha=-inf, beta=inf, top=True):
    if isinstance(tree, int): return tree
    best = -inf if top else inf
    for c in tree:
        v = alphabeta(c, alpha, beta, not top)
        if top:
            best = max(best, v); alpha = v
            if best >= beta: return best
        else:
            best = min(best, v); beta = v
            if best <= alpha: return best
    return best
"""),
    "copy paste min": ("wrong:wrong-bound", """
def alphabeta(game, state):
    count = 0
    def mx(s, a, b):
        nonlocal count
        count += 1
        if game.is_terminal(s): return game.utility(s, 0), None
        v, best = float('-inf'), None
        for act in game.actions(s):
            w, _ = mn(game.result(s, act), a, b)
            if w > v: v, best = w, act
            a = max(a, v)
            if a >= b: break
        return v, best
    def mn(s, a, b):
        nonlocal count
        count += 1
        if game.is_terminal(s): return game.utility(s, 0), None
        v, best = float('inf'), None
        for act in game.actions(s):
            w, _ = mx(game.result(s, act), a, b)
            if w < v: v, best = w, act
            if v >= b: break
            b = min(b, v)
        return v, best
    return mx(state, float('-inf'), float('inf'))
"""),
    "beta in max": ("wrong:wrong-update", """
def alphabeta(game, state):
    count = 0
    def mx(s, a, b):
        nonlocal count
        count += 1
        if game.is_terminal(s): return game.utility(s, 0), None
        v, best = float('-inf'), None
        for act in game.actions(s):
            w, _ = mn(game.result(s, act), a, b)
            if w > v: v, best = w, act
            b = max(b, v)
            if a >= b: break
        return v, best
    def mn(s, a, b):
        nonlocal count
        count += 1
        if game.is_terminal(s): return game.utility(s, 0), None
        v, best = float('inf'), None
        for act in game.actions(s):
            w, _ = mx(game.result(s, act), a, b)
            if w < v: v, best = w, act
            b = min(b, v)
            if a >= b: break
        return v, best
    return mx(state, float('-inf'), float('inf'))
"""),
    "alpha in min": ("wrong:wrong-update", """
def alphabeta(game, state):
    count = 0
    def mx(s, a, b):
        nonlocal count
        count += 1
        if game.is_terminal(s): return game.utility(s, 0), None
        v, best = float('-inf'), None
        for act in game.actions(s):
            w, _ = mn(game.result(s, act), a, b)
            if w > v: v, best = w, act
            a = max(a, v)
            if a >= b: break
        return v, best
    def mn(s, a, b):
        nonlocal count
        count += 1
        if game.is_terminal(s): return game.utility(s, 0), None
        v, best = float('inf'), None
        for act in game.actions(s):
            w, _ = mx(game.result(s, act), a, b)
            if w < v: v, best = w, act
            a = min(a, v)
            if a >= b: break
        return v, best
    return mx(state, float('-inf'), float('inf'))
"""),
    "depth off": ("wrong:depth-long", """
def minimax(game, state, depth):
    if game.is_terminal(state): return game.utility(state, 0)
    if depth == -1: return game.evaluate(state, 0)
    vals = [minimax(game, game.result(state, a), depth - 1) for a in game.actions(state)]
    return max(vals) if game.player(state) == 0 else min(vals)
"""),
    "neg window": ("wrong:no-prune", """
from math import inf
def negamax(game, state, alpha=-inf, beta=inf, color=1):
    if game.is_terminal(state): return color * game.utility(state, 0)
    best = -inf
    for a in game.actions(state):
        best = max(best, -negamax(game, game.result(state, a), alpha, beta, -color))
        alpha = max(alpha, best)
        if alpha >= beta: break
    return best
"""),
    "no undo": ("wrong:mutated-state", """
def minimax(game, state):
    if game.is_terminal(state): return game.utility(state, 0)
    vals = []
    for a in game.actions(state):
        state.append(a)
        vals.append(minimax(game, state))
        state.pop()
        state.append(a)
    return max(vals) if game.player(state) == 0 else min(vals)
"""),
    "pop mutate": ("wrong:mutated-state", """
def minimax(t, top=True):
    if isinstance(t, int): return t
    vals = []
    while t: vals.append(minimax(t.pop(0), not top))
    return max(vals) if top else min(vals)
"""),
    "only two children": ("unknown", """
def minimax(t, top=True):
    if isinstance(t, int): return t
    return (max if top else min)(minimax(c, not top) for c in t[:2])
"""),
}  # fmt: skip


@pytest.mark.parametrize("student", WRONG)
def test_a_wrong_solution_is_named_where_a_name_fits(hand_in, student):
    name, text = WRONG[student]
    report = hand_in(text)
    assert report.mistake == name, report
    assert report.example.sentence
    assert report.see or name == "unknown"


def test_minimax_that_values_leaves_for_the_mover_is_not_called_negamax(hand_in):
    report = hand_in(WRONG["mover plain"][1])
    assert "negamax" not in report.sentence and report.also == ()


def test_in_expectimax_an_opponent_is_called_chance_and_nodes_by_what_they_hold(hand_in):
    report = hand_in(WRONG["expectimax floor"][1])
    assert "(CHANCE)" in report.example.step and "(MIN)" not in report.example.step
    assert "[0, 1] (CHANCE)" in report.example.step


def test_what_shows_the_mutated_state_has_something_to_show(hand_in):
    report = hand_in(WRONG["pop mutate"][1])
    assert report.example.tree == "[0]" and "'[0]'" not in report.see
    assert report.sentence.startswith("The answers are right, but the function changes its input")


def test_an_average_cut_by_int_is_named(hand_in):
    report = hand_in(
        WRONG["expectimax floor"][1].replace("return sum", "return int(sum").replace("// len(tree)", "/ len(tree))")
    )
    assert report.mistake == "wrong:floor-average"
