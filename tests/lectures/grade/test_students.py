"""Solutions as students hand them in, right and wrong, in the styles they write: each is called what it is."""

from __future__ import annotations

import pytest

from countermove.errors import SpecError

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


@pytest.mark.parametrize("style", RIGHT)
def test_a_right_solution_is_never_failed(hand_in, style):
    report = hand_in(RIGHT[style])
    assert report.ok, report
    assert set(report.right.values()) == {report.cases}


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


COMPARED = {
    "the call": "if game.player(state) == 'MAX':",
    "a variable": "turn = game.player(state)\n    if turn == 'MAX':",
    "among several": "if game.player(state) in ('MAX', 'X'):",
}
TEXTUAL = """
def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0)
    values = [minimax(game, game.result(state, a)) for a in game.actions(state)]
    {}
        return max(values)
    return min(values)
"""


@pytest.mark.parametrize("how", COMPARED)
def test_a_player_compared_with_a_text_is_told(hand_in, how):
    report = hand_in(TEXTUAL.format(COMPARED[how]))
    line = 7 if how == "a variable" else 6
    assert report.mistake == "player-text"
    assert report.sentence == f"homework.py line {line} compares the player with 'MAX', and a player is a number."
    assert report.example.tree and "player(state) == 0" in report.hint


def test_a_player_compared_with_a_text_is_told_where_nothing_comes_back(hand_in):
    text = TEXTUAL.format(COMPARED["the call"]).replace(
        "    return min", "    if game.player(state) == 'MIN':\n        return min"
    )
    assert hand_in(text).mistake == "player-text"


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


HOGS = {
    "a list": "    seen = []\n    while True:\n        seen.append([0] * 1000)\n",
    "a list that doubles": "    seen = [1]\n    while True:\n        seen = seen + seen\n",
    "a text": "    text = 'x'\n    while True:\n        text += text\n",
}


@pytest.mark.skipif("sys.platform != 'linux'", reason="elsewhere a process cannot be held to its memory")
@pytest.mark.parametrize("how", HOGS)
def test_a_memory_hog_is_told_from_an_endless_loop(hand_in, how):
    report = hand_in("def minimax(tree):\n" + HOGS[how], seconds=20.0, trees=3, memory=512)
    assert report.mistake == "memory" and "homework.py line " in report.sentence, report
    assert hand_in("def minimax(tree):\n    while True:\n        pass\n", seconds=0.5, trees=3).mistake == "endless"


@pytest.mark.skipif("sys.platform != 'linux'", reason="how a process ends differs")
def test_recursion_that_brings_the_interpreter_down_is_a_result(hand_in):
    text = "import os, signal\ndef minimax(tree):\n    os.kill(os.getpid(), signal.{})\n"
    assert hand_in(text.format("SIGSEGV")).mistake == "crashed"
    assert hand_in(text.format("SIGKILL")).mistake == "memory"


def test_in_expectimax_an_opponent_is_called_chance_and_nodes_by_what_they_hold(hand_in):
    report = hand_in(WRONG["expectimax floor"][1])
    assert "(CHANCE)" in report.example.step and "(MIN)" not in report.example.step
    assert "[0, 1] (CHANCE)" in report.example.step


def test_what_shows_the_mutated_state_has_something_to_show(hand_in):
    report = hand_in(WRONG["pop mutate"][1])
    assert report.example.tree == "[0]" and "'[0]'" not in report.see
    assert report.sentence.startswith("The answers are right, but the function changes its input")


def test_the_convention_asked_for_is_part_of_the_command(hand_in):
    text = RIGHT["depth limited ab"]
    assert hand_in(text, prune=">").see.endswith("--algorithm wrong:prune-equal --prune '>'")


def test_a_class_is_told_how_to_be_graded(hand_in):
    with pytest.raises(SpecError, match=r"the class Agent \(line 1\) is not looked into, so write a function"):
        hand_in("class Agent:\n    def minimax(self, state): pass\n")


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


def test_what_cannot_be_read_is_quoted_as_python_writes_it(hand_in):
    report = hand_in("def minimax(tree):\n    return {'value': 3}\n")
    assert "minimax answers {'value': 3}: neither a value nor an action." in report.sentence


def test_an_average_cut_by_int_is_named(hand_in):
    report = hand_in(
        WRONG["expectimax floor"][1].replace("return sum", "return int(sum").replace("// len(tree)", "/ len(tree))")
    )
    assert report.mistake == "wrong:floor-average"
