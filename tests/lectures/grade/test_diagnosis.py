"""What a report says of code that cannot be right: a text for a player, endless memory, a crash, an odd answer."""

from __future__ import annotations

import pytest

from countermove.errors import SpecError

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


def test_a_class_is_told_how_to_be_graded(hand_in):
    with pytest.raises(SpecError, match=r"the class Agent \(line 1\) is not looked into, so write a function"):
        hand_in("class Agent:\n    def minimax(self, state): pass\n")


def test_what_cannot_be_read_is_quoted_as_python_writes_it(hand_in):
    report = hand_in("def minimax(tree):\n    return {'value': 3}\n")
    assert "minimax answers {'value': 3}: neither a value nor an action." in report.sentence
