"""Whatever is given as a position, it is read, or refused in one sentence."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove import load
from countermove.errors import CountermoveError
from countermove.game import legal, same
from countermove.registry import BUILT_IN

GAMES = {name: load(name) for name in (*sorted(BUILT_IN), "connect:rows=3,cols=12,k=3", "backgammon:cube=true")}
STRANGE = (
    "\x1f",
    "²",
    "٣",
    "１",
    "½",
    "Ⅷ",
    "−1",
    "--3",
    "+5",
    "1_0",
    "1e9",
    "nan",
    "inf",
    "\0",
    "\x1b[2J",
    "\r\n",
    "\t",
    " ",
    "\ud800",
)
"""What looks like a number and is none, or is one to Python and not to a person, and signs that terminals act on."""
LONG = ("9" * 5_000, "9" * 100_000, "a1 " * 33_000, "X" * 100_000, "(" * 100_000, "/" * 100_000, "=" * 100_000)


@st.composite
def positions(draw, game):
    """A position of the game with something put in, left out or turned round; or any text at all."""
    if draw(st.integers(0, 4)) == 0:
        return draw(st.text(max_size=40))
    chosen = random.Random(draw(st.integers(0, 9)))
    state, names = game.initial(), []
    for _ in range(draw(st.integers(0, 12))):
        if game.is_terminal(state):
            break
        action = chosen.choice(legal(game, state))
        names.append(game.action_name(state, action))
        state = game.result(state, action)
    text = game.write(state) if draw(st.booleans()) else " ".join(names)
    for _ in range(draw(st.integers(0, 3))):
        low, high = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        put = draw(st.sampled_from([*STRANGE, "-1", "99", "5" * 30, "=", ",", "/", ":", "()", "True", "None", ""]))
        text = text[:low] + put + text[high if draw(st.booleans()) else low :]
    return text


def is_read_or_refused(game, text):
    try:
        state = game.read(text)
    except CountermoveError as error:
        sentence = str(error)
        assert sentence.endswith((".", "?")) and sentence.isprintable() and len(sentence) < 1_500, sentence
        return
    assert same(game.read(game.write(state)), state)
    assert game.is_terminal(state) or legal(game, state)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_text_is_a_position_or_refused_in_one_sentence(name, data):
    game = GAMES[name]
    is_read_or_refused(game, data.draw(positions(game)))


@pytest.mark.parametrize("name", GAMES)
def test_strange_and_long_texts_are_refused_in_one_sentence(name):
    game = GAMES[name]
    fields = game.write(game.initial())
    for text in (*STRANGE, *LONG, fields.replace("0", "9" * 5_000), fields + "9" * 5_000, fields + "²"):
        is_read_or_refused(game, text)
