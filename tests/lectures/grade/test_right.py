"""Right solutions pass, however they are written; what is no solution gets one sentence."""

from __future__ import annotations

import pytest

from countermove.errors import SpecError

NEGAMAX = """
from math import inf

def negamax(game, state, alpha=-inf, beta=inf, color=1):
    if game.is_terminal(state):
        return color * game.utility(state, 0), None
    best = -inf, None
    for action in game.actions(state):
        value = -negamax(game, game.result(state, action), -beta, -max(alpha, best[0]), -color)[0]
        if value > best[0]:
            best = value, action
        if best[0] >= beta:
            break
    return best
"""

STACK = """
def minimax(tree):
    \"\"\"Without recursion: a stack of [node, next child, best so far].\"\"\"
    stack, result = [[tree, 0, None]], None
    while stack:
        frame = stack[-1]
        node, index, best = frame
        if isinstance(node, (int, float)):
            result = node
            stack.pop()
            continue
        if result is not None:
            top = len(stack) % 2 == 1
            if best is None or (result > best if top else result < best):
                frame[2] = best = result
            result = None
        if index == len(node):
            result = best
            stack.pop()
        else:
            frame[1] += 1
            stack.append([node[index], 0, None])
    return result
"""

SUCCESSORS = """
import math

def value(state, alpha, beta):
    if is_terminal(state):
        return utility(state)
    if player(state) == 0:
        return max_value(state, alpha, beta)
    return min_value(state, alpha, beta)

def max_value(state, alpha, beta):
    v = -math.inf
    for successor in successors(state):
        v = max(v, value(successor, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(state, alpha, beta):
    v = math.inf
    for successor in successors(state):
        v = min(v, value(successor, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
"""

TEXTBOOK = """
from countermove.textbook import run
from countermove.textbook import {0} as search
from countermove.game import Game

class Rules(Game):
    def __init__(self, game):
        self.game, self.players = game, game.players
        from countermove.game import Axes
        self.axes = Axes(stochastic=True) if "{0}".startswith("expect") else Axes()
    def initial(self): return tuple(self.game.initial())
    def player(self, s): return self.game.player(s)
    def actions(self, s): return self.game.actions(s)
    def chances(self, s): return self.game.chances(s)
    def result(self, s, a): return tuple(self.game.result(s, a))
    def is_terminal(self, s): return self.game.is_terminal(s)
    def utility(self, s, p): return self.game.utility(s, p)
    def evaluate(self, s, p): return self.game.evaluate(s, p)

def {0}(game, state, depth=None):
    decision = run(search(Rules(game), tuple(state), depth=depth))
    return decision.action, decision.value
"""

HARD = """
def alphabeta(node, depth, alpha, beta, maximizingPlayer):
    if depth == 0 or not isinstance(node, list):
        return node
    if maximizingPlayer:
        for child in node:
            alpha = max(alpha, alphabeta(child, depth - 1, alpha, beta, False))
            if alpha >= beta:
                break
        return alpha
    for child in node:
        beta = min(beta, alphabeta(child, depth - 1, alpha, beta, True))
        if alpha >= beta:
            break
    return beta
"""

LAST = """
def best_action(tree):
    def value(node, top):
        if type(node) is not list:
            return node
        return (max if top else min)([value(child, not top) for child in node])
    values = [value(child, False) for child in tree]
    return max(range(len(tree)), key=lambda index: (values[index], index))
"""

EXPECTED = """
def expectimax(node):
    if node.is_terminal():
        return node.utility()
    values = [expectimax(child) for child in node.children]
    if node.player == 0:
        return max(values)
    return sum(child.probability * value for child, value in zip(node.children, values))
"""

THREE = """
def expectiminimax(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    if game.player(state) == -1:
        return sum(p * expectiminimax(game, game.result(state, a), depth - 1) for a, p in game.chances(state))
    values = [expectiminimax(game, game.result(state, a), depth - 1) for a in game.actions(state)]
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


@pytest.mark.parametrize(
    ("text", "style", "algorithm", "returns"),
    [
        (NEGAMAX, "game", "alphabeta", "value, action"),
        (STACK, "tree", "minimax", "value"),
        (SUCCESSORS, "node", "alphabeta", "value"),
        (HARD, "tree", "alphabeta", "value"),
        (LAST, "tree", "minimax", "action"),
        (EXPECTED, "node", "expectimax", "value"),
        (THREE, "game", "expectiminimax", "value"),
        *((TEXTBOOK.format(name), "game", name, "action, value") for name in ("minimax", "alphabeta")),
        *((TEXTBOOK.format(name), "game", name, "action, value") for name in ("expectimax", "expectiminimax")),
    ],
)
def test_a_right_solution_passes(hand_in, text, style, algorithm, returns):
    report = hand_in(text)
    assert report.ok, report
    assert (report.style, report.algorithm, report.returns) == (style, algorithm, returns)
    assert set(report.right.values()) == {report.cases}
    assert report.mistake == "" and report.example is None
    assert "visited" in report.right or algorithm != "alphabeta"


@pytest.mark.parametrize("text", [NEGAMAX, SUCCESSORS])
def test_the_prune_test_asked_for_decides(hand_in, text):
    strict = text.replace(">= beta", "> beta").replace("<= alpha", "< alpha")
    assert hand_in(strict, prune=">").ok
    assert hand_in(strict).mistake == "wrong:prune-strict"
    assert hand_in(text, prune=">").mistake == "wrong:prune-equal"


def test_a_cycle_of_all_players_counts_as_a_ply_when_asked(hand_in):
    assert hand_in(CYCLES, ply="cycle").ok
    with pytest.raises(SpecError, match=r"homework\.py line 4: a ply of a cycle"):
        hand_in(NEGAMAX, ply="cycle")


def test_code_that_looks_at_types_exactly_is_graded_by_value(hand_in):
    text = "def alphabeta(t, top=True):\n    if type(t) is int:\n        return t\n"
    report = hand_in(text + "    return (max if top else min)([alphabeta(c, not top) for c in t])\n")
    assert report.ok and "cannot be told" in report.notes[0]


def test_a_function_is_found_among_helpers_or_named(hand_in):
    text = STACK + "\ndef helper(x):\n    return minimax(x)\n"
    assert hand_in(text, function="minimax").ok
    both = STACK + HARD
    report = hand_in(both)
    assert report.ok and "alphabeta is right too." in report.notes
    assert hand_in(both, algorithm="minimax").ok
    assert hand_in(both, function="alphabeta").ok


def test_printing_is_left_out_and_noted(hand_in):
    report = hand_in("print('hello')\n" + STACK)
    assert report.ok and report.notes == ("homework.py line 1 prints; what it prints is left out.",)


MISTAKES = {
    "def minimax(tree:\n    return 1\n": ("homework.py line 1", "not Python"),
    "x = 1\n": ("has no function called minimax", "defines no function"),
    "def solve(tree):\n    return 1\n": ("its functions are solve", "--function"),
    "class Agent:\n    def minimax(self, state): pass\n": ("the class Agent (line 1)",),
    "def minimax():\n    return 1\n": ("line 1: minimax() takes no state",),
    "\ndef minimax(game, state, flavour):\n    return 1\n": ("line 2", "'flavour'", "need a default"),
    "def minimax(tree, /):\n    return 1\n": ("slash",),
    "import nowhere_at_all\ndef minimax(tree):\n    return 1\n": ("homework.py line 1", "nowhere_at_all"),
    "def minimax(tree):\n    return 1\nexit()\n": ("homework.py line 3 calls exit",),
    "name = input()\ndef minimax(tree):\n    return 1\n": ("homework.py line 1 reads from the keyboard",),
    "import os\ndef minimax(tree):\n    return 1\nos._exit(3)\n": ("ended its own process",),
    "def minimax(tree):\n    return 1\nwhile True:\n    pass\n": (
        "homework.py line",
        "still running after 0.5 seconds",
    ),
    "def expectiminimax(tree):\n    return 1\n": ("nested lists have no chance nodes",),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_file_that_cannot_be_graded_gets_one_sentence(hand_in, text):
    with pytest.raises(SpecError) as error:
        hand_in(text, seconds=0.5)
    for words in MISTAKES[text]:
        assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_or_function_or_algorithm_gets_one_sentence(hand_in):
    with pytest.raises(SpecError, match="no function 'maxi'; its functions are minimax"):
        hand_in(STACK, function="maxi")
    with pytest.raises(SpecError, match="'mcts' cannot be graded"):
        hand_in(STACK, algorithm="mcts")
    with pytest.raises(SpecError, match="seconds is 0"):
        hand_in(STACK, seconds=0)


FAILURES = {
    "crash": ("def minimax(tree):\n    return tree[0] / 0\n", "homework.py line 2 stops with"),
    "misuse": ("def minimax(game, state):\n    return game.result(state, 7)\n", "line 2: the action 7 is not legal"),
    "recursion": ("def minimax(tree):\n    return minimax(tree)\n", "line 2 calls itself without end"),
    "endless": ("def minimax(tree):\n    while True:\n        tree\n", "still running after 0.5 seconds"),
    "exit": ("import sys\ndef minimax(tree):\n    sys.exit(0)\n", "line 3 calls exit"),
    "reads": ("def minimax(tree):\n    return int(input('value? '))\n", "line 2 reads from the keyboard"),
    "ended": ("import os\ndef minimax(tree):\n    os._exit(0)\n", "ended its own process"),
    "answer": ("def minimax(tree):\n    return 'Left'\n", "answers 'Left': neither a value nor an action"),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_code_that_does_not_answer_is_a_result_and_not_a_hang(hand_in, kind):
    text, words = FAILURES[kind]
    report = hand_in(text, seconds=0.5, trees=5)
    assert not report.ok and report.mistake == kind
    assert words in report.sentence and report.hint
    assert report.example.tree


@pytest.mark.skipif("sys.platform != 'linux'", reason="elsewhere a process cannot be held to its memory")
def test_code_that_takes_all_memory_is_stopped(hand_in):
    report = hand_in("def minimax(tree):\n    return len(bytearray(10**12))\n", trees=3)
    assert report.mistake == "memory" and "line 2 needs more memory" in report.sentence


def test_what_one_search_leaves_behind_does_not_reach_the_next(hand_in):
    memo = STACK.replace(
        "def minimax(tree):", "seen = []\ndef minimax(tree):\n    seen.append(1)\n    assert len(seen) == 1"
    )
    assert hand_in(memo).ok


def test_a_default_is_taken_as_the_student_means_it(hand_in):
    signs = (
        "def minimax(tree, player=1):\n    if not isinstance(tree, list):\n        return tree\n"
        "    values = [minimax(each, -player) for each in tree]\n"
        "    return max(values) if player == 1 else min(values)\n"
    )
    assert hand_in(signs).ok
    words = signs.replace("player=1", "player='MAX'").replace("player == 1", "player == 'MAX'")
    words = words.replace("-player", "'MIN' if player == 'MAX' else 'MAX'")
    assert hand_in(words).ok


def test_a_missing_return_is_told_as_such(hand_in):
    report = hand_in("def minimax(tree):\n    if not isinstance(tree, list):\n        return tree\n")
    assert not report.ok
    assert "minimax returns None" in report.sentence and "return missing" in report.hint
