"""Rules that call themselves run interpreted, and the sentence that says so is there before anything is compiled."""

from __future__ import annotations

import inspect

import pytest
from heap_game import Base

from countermove import analyse
from countermove.errors import NativeError
from countermove.native import kernel

pytestmark = pytest.mark.native


class Alone(Base):
    def total(self, n):
        return 0 if n <= 0 else n + self.total(n - 1)  # here

    def evaluate(self, state, player):
        return float(self.total(state.n))


class Below(Alone):
    def evaluate(self, state, player):
        return -super().evaluate(state, player)


class Pair(Base):
    def even(self, n):
        return 0 if n <= 0 else self.odd(n - 1)  # here

    def odd(self, n):
        return 1 if n <= 0 else self.even(n - 1)

    def evaluate(self, state, player):
        return float(self.even(state.n))


class Gives(Base):
    def below(self, n):
        if n > 0:
            yield n
            yield from self.below(n - 1)  # here

    def actions(self, state):
        yield from self.below(min(2, state.n))


class Turned(Base):
    def utility(self, state, player):
        if player == 1:
            return -self.utility(state, 0)  # here
        return -1.0 if player == state.mover else 1.0


def total(n):
    return 0 if n <= 0 else n + total(n - 1)


class Outside(Base):
    def evaluate(self, state, player):
        return float(total(state.n))


class Elsewhere(Alone):
    """Nothing that a plain search asks calls itself."""

    def evaluate(self, state, player):
        return 0.0

    def order(self, state, action):
        return self.total(action)


@pytest.mark.parametrize(
    ("cls", "source", "words"),
    [
        (Alone, Alone, "total"),
        (Below, Alone, "total"),
        (Pair, Pair, "even"),
        (Gives, Gives, "below"),
        (Turned, Turned, "utility"),
    ],
)
def test_rules_that_call_themselves_are_named_without_asking_the_compiler(monkeypatch, cls, source, words):
    def compile_anyway(lock):
        raise AssertionError("The compiler is asked.")

    monkeypatch.setattr(kernel.worker, "wait_for_compiler", compile_anyway)
    lines, first = inspect.getsourcelines(source)
    line = first + next(number for number, text in enumerate(lines) if "# here" in text)
    found = analyse(cls(), depth=3)
    assert found.action is not None and not found.native
    assert found.note.startswith(
        f"{cls.__name__} runs interpreted, not compiled: {words} (test_recursion.py line {line}) calls itself"
    )
    assert found.note.endswith("write a loop, or move it out of the class: a function may call itself.")
    with pytest.raises(NativeError, match="calls itself"):
        analyse(cls(), depth=3, native=True)


def test_the_way_round_is_told():
    with pytest.raises(NativeError, match="calls itself by way of odd, and"):
        analyse(Pair(), depth=3, native=True)


@pytest.mark.parametrize("cls", [Outside, Elsewhere])
def test_what_the_compiler_can_take_is_compiled(cls):
    assert analyse(cls(), depth=3, algorithm="minimax").native
