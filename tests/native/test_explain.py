"""Rules that cannot be compiled run interpreted, and one sentence names the method, the line and the reason."""

from __future__ import annotations

import inspect
import itertools
from typing import Any, NamedTuple

import pytest
from heap_game import Base, Heap

from countermove import Game, analyse
from countermove.errors import GameError, NativeError

pytestmark = pytest.mark.native


class Loose(NamedTuple):
    piles: Any
    mover: int


TABLE = {1: 2, 3: 4}


class Dictionary(Base):
    def is_terminal(self, state):
        return TABLE.get(state.n, 0) == 9 or state.n <= 0  # here


class Formats(Base):
    def utility(self, state, player):
        return float(f"{-1 if player == state.mover else 1}")  # here


class Expression(Base):
    def is_terminal(self, state):
        return not any(state.n > k for k in (0,))  # here


class Opens(Base):
    def result(self, state, action):
        with open(__file__):  # here
            return Heap(state.n - action, 1 - state.mover)


class Catches(Base):
    def utility(self, state, player):
        try:
            return -1.0 if player == state.mover else 1.0
        except ValueError:  # here
            return 0.0


class Library(Base):
    def actions(self, state):
        for action in itertools.chain((1,), (2,)):  # here
            if action <= state.n:
                yield action


class Halves(Base):
    def result(self, state, action):
        return Heap(state.n / 2 - 1, 1 - state.mover)  # here


class FloatActions(Base):
    def actions(self, state):
        yield 1.0  # here


class Mixes(Base):
    def helper(self, n):
        found = 1
        if n > 2:
            found = (1, 2)
        return found

    def result(self, state, action):
        self.helper(state.n)
        return Heap(state.n - action, 1 - state.mover)


class Grows(Base):
    def initial(self):
        return Loose((5,), 0)

    def is_terminal(self, state):
        return len(state.piles) > 3

    def actions(self, state):
        yield 1

    def result(self, state, action):
        return Loose((*state.piles, 1), 1 - state.mover)  # here


class Spells(Base):
    def initial(self):  # here
        return Loose("abc", 0)

    def is_terminal(self, state):
        return len(state.piles) == 0

    def actions(self, state):
        yield 1

    def result(self, state, action):
        return Loose(state.piles[1:], 1 - state.mover)


class Misspells(Base):
    def is_terminal(self, state):
        return state.n <= 0 or (state.n > 100 and undefined_thing)  # noqa: F821  # here


class Attribute(Base):
    def is_terminal(self, state):
        return state.n <= 0 or state.n.bit_length() > 60  # here


class Holds(Base):
    table = {1: 1, 2: 2}  # noqa: RUF012

    def result(self, state, action):
        return Heap(state.n - self.table[action], 1 - state.mover)  # here


def deep(n):
    return sum(k for k in range(n))  # here


class Helps(Base):
    def result(self, state, action):
        return Heap(state.n - action + 0 * deep(action), 1 - state.mover)


@pytest.mark.parametrize(
    ("cls", "method", "words"),
    [
        (Dictionary, "is_terminal", "it uses TABLE, a dict"),
        (Formats, "utility", "it formats a string"),
        (Expression, "is_terminal", "generator expression; write a loop"),
        (Opens, "result", "it uses with"),
        (Catches, "utility", "it uses try"),
        (Library, "actions", "itertools.chain"),
        (Halves, "result", "field 'n' of the state starts as an int but becomes a float"),
        (FloatActions, "actions", "actions are ints, but this one is a float"),
        (Mixes, "helper", "found is sometimes an int and sometimes a tuple"),
        (Grows, "result", "field 'piles' of the state should be a tuple of 1 but is a tuple of 2"),
        (Spells, "initial", "field 'piles' of the state is a str"),
        (Misspells, "is_terminal", "there is no undefined_thing"),
        (Attribute, "is_terminal", "an int has no bit_length"),
        (Holds, "result", "self.table is a dict"),
    ],
)
def test_one_sentence_names_method_line_and_reason(cls: type[Game], method: str, words: str) -> None:
    with pytest.raises(NativeError) as error:
        analyse(cls(), depth=2, native=True, algorithm="minimax")
    sentence = str(error.value)
    assert sentence.startswith(f"{cls.__name__} runs interpreted, not compiled: {method} (test_explain.py line ")
    assert words in sentence
    assert "\n" not in sentence
    lines, first = inspect.getsourcelines(cls)
    here = [first + i for i, line in enumerate(lines) if "# here" in line]
    if here:
        assert f"line {here[0]})" in sentence


def test_a_helper_function_at_fault_is_named() -> None:
    with pytest.raises(NativeError, match=r"deep \(test_explain.py line \d+\) cannot be compiled"):
        analyse(Helps(), depth=2, native=True)


@pytest.mark.parametrize("cls", [Dictionary, Library, Spells])
def test_rules_that_do_not_compile_are_searched_interpreted_and_say_so(cls: type[Game]) -> None:
    found = analyse(cls(), depth=3)
    assert not found.native
    assert "cannot be compiled" in found.note
    assert found.action is not None


def test_an_error_in_compiled_rules_is_a_sentence() -> None:
    class Divides(Base):
        def utility(self, state, player):
            return 1.0 / (state.n - state.n)

    with pytest.raises(GameError, match="Divides stop with ZeroDivisionError"):
        analyse(Divides(), depth=9)
