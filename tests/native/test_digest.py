"""Any change to what compiled code depends on is a different game to the compiler; any other change is not."""

from __future__ import annotations

import importlib
import itertools
import sys
from pathlib import Path

import pytest

from countermove.native import digest as reading

pytestmark = pytest.mark.native

RULES = '''
"""Rules."""
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import HELPER
from HELPER import half
from countermove import Game

LIMIT = 3
TABLE = np.array([1, 2, 3])
PAIRS = [(1, 2), (3, 4)]


class Heap(NamedTuple):
    n: int
    mover: int


class Base(Game):
    def is_terminal(self, state):
        return state.n <= 0


@dataclass(frozen=True)
class Rules(Base):
    """A game."""
    start: int = 5
    other: int = 7
    bonus = 1

    def initial(self):
        return Heap(self.start, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        """What is legal."""
        for step in range(1, LIMIT + TABLE[0] + PAIRS[0][1]):
            if step <= state.n + self.bonus + self.start:
                yield step

    def result(self, state, action):
        return Heap(state.n - half(action) - HELPER.third(action), 1 - state.mover)

    def utility(self, state, player):
        return 1.0

    def text(self, state):
        return "a pile"
'''
HELPER = '''
"""Helpers."""
FACTOR = 2


def half(x):
    return deeper(x) // FACTOR


def deeper(x):
    return x


def third(x):
    return x // 3


def unused(x):
    return 0
'''
_count = itertools.count()


@pytest.fixture
def digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The digest of the rules after replacing some text, in the rules or in the helper module."""
    monkeypatch.syspath_prepend(tmp_path)

    def of(old: str = "", new: str = "", make: str = "Rules()") -> str:
        number = next(_count)
        rules_text, helper_text = RULES, HELPER
        if old:
            assert (old in RULES) != (old in HELPER)
            rules_text, helper_text = RULES.replace(old, new), HELPER.replace(old, new)
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "author_rules.py").write_text(rules_text.replace("HELPER", "author_helper"))
        (folder / "author_helper.py").write_text(helper_text)
        for name in ("author_rules", "author_helper"):
            sys.modules.pop(name, None)
        monkeypatch.syspath_prepend(folder)
        importlib.invalidate_caches()
        module = importlib.import_module("author_rules")
        game = eval(make, vars(module))
        sys.path.remove(str(folder))
        return reading.of_game(game)

    yield of
    for name in ("author_rules", "author_helper"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("state.n + self.bonus", "state.n - self.bonus"),
        ("return deeper(x) // FACTOR", "return deeper(x) * FACTOR"),
        ("def deeper(x):\n    return x", "def deeper(x):\n    return x + 1"),
        ("return x // 3", "return x // 4"),
        ("FACTOR = 2", "FACTOR = 3"),
        ("LIMIT = 3", "LIMIT = 4"),
        ("np.array([1, 2, 3])", "np.array([1, 2, 4])"),
        ("np.array([1, 2, 3])", "np.array([1, 2, 3], np.int8)"),
        ("[(1, 2), (3, 4)]", "[(1, 2), (3, 5)]"),
        ("return state.n <= 0", "return state.n < 0"),
        ("bonus = 1", "bonus = 2"),
        ("n: int\n    mover: int", "n: float\n    mover: int"),
        ("n: int\n    mover: int", "n: int\n    mover: int = 3"),
        ("return 1.0", "return 1"),
        ("1 - state.mover)", "1 - state.mover - LIMIT)"),
        ("HELPER.third(action)", "HELPER.half(action)"),
    ],
)
def test_an_edit_to_what_the_rules_reach_makes_a_new_digest(digest, old: str, new: str) -> None:
    assert digest(old, new) != digest()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('return "a pile"', 'return "a heap"'),
        ('"""What is legal."""', '"""What may be done."""'),
        ('"""A game."""', '"""The game."""'),
        ("def result(", "# a comment\n\n    def result("),
        ("return 0\n", "return 1\n"),
        ('"""Helpers."""', '"""Other words."""'),
        ("other: int = 7", "other: int = 8"),
        ("LIMIT = 3", "LIMIT = 3\nn = bonus = object()"),
        ("FACTOR = 2", "FACTOR = 2\nmover = n = bonus = Heap = object()"),
    ],
)
def test_an_edit_elsewhere_makes_no_new_digest(digest, old: str, new: str) -> None:
    assert digest(old, new) == digest()


def test_a_field_value_that_the_rules_read_makes_a_new_digest(digest) -> None:
    assert digest(make="Rules(start=6)") != digest()


def test_a_field_value_that_the_rules_do_not_read_makes_none(digest) -> None:
    assert digest(make="Rules(other=1)") == digest()


def test_a_global_counts_where_it_is_used_though_an_attribute_has_its_name(digest) -> None:
    base = "class Base(Game):\n    def is_terminal(self, state):\n        return state.n <= "
    one, other = (digest(f"{base}0", f"n = {number}\n\n\n{base}n") for number in (1, 2))
    assert one != other
