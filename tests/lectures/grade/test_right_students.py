"""Right solutions as students hand them in, in the styles they write: none is failed."""

from __future__ import annotations

import pytest

RIGHT = {
    "list minimax": """
def minimax(node, is_max=True):
    if isinstance(node, int): return node
    values = []
    for c in node: values.append(minimax(c, not is_max))
    if is_max: return max(values)
    else: return min(values)
""",
    "list alphabeta right": """
def alphabeta(node, alpha=float("-inf"), beta=float("inf"), maximizing=True):
    if not isinstance(node, list): return node
    values = []
    for c in node:
        values.append(alphabeta(c, alpha, beta, not maximizing))
        if maximizing: alpha = max(alpha, max(values))
        else: beta = min(beta, min(values))
        if alpha >= beta: break
    return max(values) if maximizing else min(values)
""",
    "lambda": """
best = lambda top: max if top else min
minimax = lambda t, top=True: t if isinstance(t, int) else best(top)(minimax(c, not top) for c in t)
""",
    "string param": """
def minimax(tree, player):
    if isinstance(tree, int): return tree
    if player == 'MAX': return max(minimax(c, 'MIN') for c in tree)
    return min(minimax(c, 'MAX') for c in tree)
""",
    "sign param": """
def minimax(tree, player):
    if isinstance(tree, int): return tree
    vals = [minimax(c, -player) for c in tree]
    return max(vals) if player == 1 else min(vals)
""",
    "class based": """
class Searcher:
    def __init__(self, game): self.game = game; self.nodes = 0
    def value(self, s):
        self.nodes += 1
        g = self.game
        if g.is_terminal(s): return g.utility(s, 0)
        vals = (self.value(g.result(s, a)) for a in g.actions(s))
        return max(vals) if g.player(s) == 0 else min(vals)
    def decide(self, s):
        return max(self.game.actions(s), key=lambda a: self.value(self.game.result(s, a)))
def minimax_decision(game, state): return Searcher(game).decide(state)
""",
    "nonlocal ab": """
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
            b = min(b, v)
            if a >= b: break
        return v, best
    return mx(state, float('-inf'), float('inf'))
""",
    "negamax game player": """
def negamax(game, state):
    if game.is_terminal(state): return game.utility(state, game.player(state))
    return max(-negamax(game, game.result(state, a)) for a in game.actions(state))
""",
    "cached": """
from functools import lru_cache
def minimax(game, state):
    @lru_cache(maxsize=None)
    def v(s):
        if game.is_terminal(s): return game.utility(s, 0)
        return (max, min)[game.player(s)](v(tuple(game.result(s, a))) for a in game.actions(s))
    return v(tuple(state))
""",
    "depth limited ab": """
import math
def alphabeta(game, state, depth, alpha=-math.inf, beta=math.inf):
    if game.is_terminal(state): return game.utility(state, 0), None
    if depth == 0: return game.evaluate(state, 0), None
    best_a = None
    if game.player(state) == 0:
        best = -math.inf
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
""",
    "expectimax len": """
def expectimax(tree, top=True):
    if isinstance(tree, int): return tree
    if top: return max(expectimax(c, False) for c in tree)
    return sum(expectimax(c, True) for c in tree) / len(tree)
""",
    "undo ok": """
def minimax(game, state):
    if game.is_terminal(state): return game.utility(state, 0)
    vals = []
    for a in game.actions(state):
        state.append(a)
        vals.append(minimax(game, state))
        state.pop()
    return max(vals) if game.player(state) == 0 else min(vals)
""",
    "pseudocode max value": """
import math
def alpha_beta_search(state):
    v, move = max_value(state, -math.inf, math.inf)
    return move
def max_value(state, alpha, beta):
    if is_terminal(state): return utility(state), None
    v, move = -math.inf, None
    for a in actions(state):
        v2, a2 = min_value(result(state, a), alpha, beta)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v >= beta: return v, move
    return v, move
def min_value(state, alpha, beta):
    if is_terminal(state): return utility(state), None
    v, move = math.inf, None
    for a in actions(state):
        v2, a2 = max_value(result(state, a), alpha, beta)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha: return v, move
    return v, move
""",
    "generator steps": """
def minimax(game, state):
    def values(s):
        for a in game.actions(s):
            yield go(game.result(s, a)), a
    def go(s):
        if game.is_terminal(s):
            return game.utility(s)
        pick = max if game.player(s) == 0 else min
        return pick(values(s))[0]
    return max(values(state), key=lambda pair: pair[0])
""",
    "numpy like": """
def minimax(tree, depth=0):
    if not hasattr(tree, "__iter__"):
        return tree
    values = sorted(minimax(child, depth + 1) for child in tree)
    return values[-1] if depth % 2 == 0 else values[0]
""",
    "reduce": """
from functools import reduce
def minimax(tree, sign=1):
    if type(tree) != list: return tree
    return reduce(lambda a, b: max(a, b) if sign > 0 else min(a, b), (minimax(t, -sign) for t in tree))
""",
    "match": """
def minimax(tree, top=True):
    match tree:
        case int() | float(): return tree
        case [*kids]: return (max if top else min)(minimax(k, not top) for k in kids)
""",
    "single child leaf": """
def expectiminimax(game, state):
    p = game.player(state)
    if game.is_terminal(state): return game.utility(state, 0)
    if p < 0: return sum(q * expectiminimax(game, game.result(state, a)) for a, q in game.chances(state))
    vs = {a: expectiminimax(game, game.result(state, a)) for a in game.actions(state)}
    return max(vs.values()) if p == 0 else min(vs.values())
""",
}  # fmt: skip


@pytest.mark.parametrize("style", RIGHT)
def test_a_right_solution_is_never_failed(hand_in, style):
    report = hand_in(RIGHT[style])
    assert report.ok, report
    assert set(report.right.values()) == {report.cases}


LAST = """
def minimax(game, state):
    best, chosen = float("-inf"), None
    for action in game.actions(state):
        v = value(game, game.result(state, action))
        if v >= best:
            best, chosen = v, action
    return chosen
def value(game, s):
    if game.is_terminal(s):
        return game.utility(s, 0)
    return (max, min)[game.player(s)](value(game, game.result(s, a)) for a in game.actions(s))
"""


def test_the_last_of_equal_actions_passes_with_a_note(hand_in):
    report = hand_in(LAST)
    assert report.ok
    assert report.notes[0].startswith("Of equal actions the textbook takes the first, as quizzes here do: on [")
    assert hand_in(LAST.replace("v >= best", "v > best")).notes == ()


def test_the_convention_asked_for_is_part_of_the_command(hand_in):
    text = RIGHT["depth limited ab"]
    assert hand_in(text, prune=">").see.endswith("--algorithm wrong:prune-equal --prune '>'")


LINE = """
def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0), []
    best = None
    for a in game.actions(state):
        v, line = minimax(game, game.result(state, a))
        if best is None or (v > best[0] if game.player(state) == 0 else v < best[0]):
            best = v, [a, *line]
    return best
"""


def test_a_line_of_actions_counts_as_its_first(hand_in):
    report = hand_in(LINE)
    assert report.ok and report.returns == "value, action"
