"""Any change to what compiled code depends on is a different game to the compiler; any other change is not."""

from __future__ import annotations

import importlib
import itertools
import linecache
import sys
from pathlib import Path

import pytest

from countermove import analyse
from countermove.games.tree import Tree
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
        ("class Base(Game):", "class Base(Game[Heap]):"),
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


STATES = """
import enum
from dataclasses import dataclass, replace

from countermove import Game


class Step(enum.Enum):
    SHORT = 1
    LONG = 2


class Counted:
    def left(self):
        return self.n - 0


class Setting:
    def __init__(self):
        self.bonus = 0


SETTING = Setting()


@dataclass(frozen=True)
class Heap(Counted):
    n: int
    mover: int
    step: Step = Step.SHORT
    stake = 1

    def __len__(self):
        return 3

    def worth(self):
        return self.stake + 0


class Rules(Game):
    def initial(self):
        return Heap(6, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        return [k for k in (1, 2) if k <= state.n]

    def result(self, state, action):
        return make(state, action)

    def is_terminal(self, state):
        return state.n == 0

    def utility(self, state, player):
        value = state.worth() + 10 * state.left() + 100 * len(state) + 1000 * Step.LONG.value + SETTING.bonus
        return float(-value if player == state.mover else value)


def make(state, action):
    return replace(state, n=state.n - action, mover=1 - state.mover)
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("self.stake + 0", "self.stake + 7"),
        ("self.n - 0", "self.n - 7"),
        ("return 3", "return 7"),
        ("LONG = 2", "LONG = 7"),
        ("stake = 1", "stake = 7"),
        ("self.bonus = 0", "self.bonus = 7"),
    ],
)
def test_code_from_before_an_edit_of_a_states_class_is_never_run(
    old: str, new: str, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    values = []
    for text in (STATES, STATES.replace(old, new)):
        (tmp_path / "edited_states.py").write_text(text)
        sys.modules.pop("edited_states", None)
        importlib.invalidate_caches()
        linecache.checkcache()
        game = importlib.import_module("edited_states").Rules()
        compiled, plain = (analyse(game, depth=8, algorithm="alphabeta", native=native) for native in (True, False))
        assert compiled.value == plain.value
        values.append(compiled.value)
    sys.modules.pop("edited_states", None)
    assert values[0] != values[1]


def test_an_object_that_is_changed_while_python_runs_is_seen_at_once(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "set_states.py").write_text(STATES)
    module = importlib.import_module("set_states")
    values = []
    for module.SETTING.bonus in (0, 7):
        values.append(analyse(module.Rules(), depth=8, algorithm="alphabeta", native=True).value)
    assert abs(values[1]) - abs(values[0]) == 7


def test_rules_with_and_without_chance_are_different_rules():
    """A tree is a class whose instances may have chance or not, and kernels are compiled for one or the other."""
    plain, chancy = Tree([[1, 2], [3, 4]]), Tree({"chances": [0.5, 0.5], "children": [[1], [2]]})
    assert reading.of_game(plain) != reading.of_game(chancy)
