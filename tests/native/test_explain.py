"""Rules that cannot be compiled run interpreted; sentences name the method, the line, the reason and the rewrite."""

from __future__ import annotations

import dataclasses
import inspect
import itertools
import os
import random
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from heap_game import Base, Heap

from countermove import Game, analyse
from countermove.check import check_game
from countermove.errors import GameError, NativeError
from countermove.native import kernel, survey

pytestmark = pytest.mark.native


class Loose(NamedTuple):
    piles: Any
    mover: int


# What compiles, though it once did not.

TABLE = {1: 2, 3: 4}


class Dictionary(Base):
    def is_terminal(self, state):
        return TABLE.get(state.n, 0) == 9 or state.n <= 0


class Formats(Base):
    def utility(self, state, player):
        return float(len(f"{-1 if player == state.mover else 10}"))


class Expression(Base):
    def is_terminal(self, state):
        return not any(state.n > k for k in (0,))


class Catches(Base):
    def utility(self, state, player):
        try:
            return (-1.0, 1.0)[player + state.n * 5 != state.mover]
        except IndexError:
            return 0.0


class Library(Base):
    def actions(self, state):
        for action in itertools.chain((1,), (2,)):
            if action <= state.n:
                yield action


class Halves(Base):
    def result(self, state, action):
        return Heap(state.n / 2 - 1, 1 - state.mover)


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
        return Loose((*state.piles, 1), 1 - state.mover)

    def utility(self, state, player):
        return 1.0 if player == 0 else -1.0


class Spells(Grows):
    def initial(self):
        return Loose("abc", 0)

    def is_terminal(self, state):
        return len(state.piles) == 0

    def result(self, state, action):
        return Loose(state.piles[1:], 1 - state.mover)


class Holds(Base):
    table = {1: 1, 2: 2}  # noqa: RUF012

    def result(self, state, action):
        return Heap(state.n - self.table[action], 1 - state.mover)


class Names(Base):
    def actions(self, state):
        best = max((1, 2), key=lambda k: k if k <= state.n else 0)
        yield from sorted({best, 1})


class Recurses(Base):
    def total(self, n):
        return 0 if n <= 0 else n + self.total(n - 1)

    def even(self, n):
        return True if n == 0 else self.odd(n - 1)

    def odd(self, n):
        return False if n == 0 else self.even(n - 1)

    def utility(self, state, player):
        if player == 1:
            return -self.utility(state, 0)
        return float(self.total(3 + state.mover)) if self.even(state.mover) else -1.0


@pytest.mark.parametrize(
    "cls",
    [Dictionary, Formats, Expression, Catches, Library, Halves, Mixes, Grows, Spells, Holds, Names, Recurses],
)
def test_what_plain_python_offers_compiles_and_agrees(cls: type[Game]) -> None:
    one, other = (analyse(cls(), depth=5, algorithm="alphabeta", native=native) for native in (True, False))
    assert (one.value, one.action, one.nodes, one.line) == (other.value, other.action, other.nodes, other.line)


# What does not.

SEEN: list[int] = []
COUNT = 0


class Opens(Base):
    def result(self, state, action):
        with open(__file__):  # here
            return Heap(state.n - action, 1 - state.mover)


class Reads(Base):
    def is_terminal(self, state):
        return state.n <= 0 or (state.n > 99 and open(__file__).read() == "")  # here


class Prints(Base):
    def is_terminal(self, state):
        if state.n > 99:
            print(state)  # here
        return state.n <= 0


class Rolls(Base):
    def actions(self, state):
        yield 1 + int(random.random() * 0)  # here


class Shuffles(Base):
    def actions(self, state):
        found = [1, 2]
        random.shuffle(found)  # here
        yield from found


def rolled():
    return np.random.randint(1, 2)  # here


class RollsElsewhere(Base):
    def actions(self, state):
        yield rolled()


class Clock(Base):
    def is_terminal(self, state):
        return state.n <= 0 or time.time() < 0  # here


class Counts(Base):
    def is_terminal(self, state):
        global COUNT  # here
        COUNT += 1
        return state.n <= 0


class Appends(Base):
    def is_terminal(self, state):
        SEEN.append(state.n)  # here
        return state.n <= 0


class Notes(Base):
    def is_terminal(self, state):
        TABLE[state.n] = 5  # here
        return state.n <= 0


class Sets(Base):
    def is_terminal(self, state):
        object.__setattr__(self, "last", state.n)
        return state.n <= 0

    def utility(self, state, player):
        self.best = 1.0  # here
        return self.best


class Misspells(Base):
    def is_terminal(self, state):
        return state.n <= 0 or (state.n > 100 and undefined_thing)  # noqa: F821  # here


class Field(Base):
    def is_terminal(self, state):
        return state.n <= 0 or (state.n > 100 and state.m)  # here


class ListState(Base):
    def initial(self):  # here
        return Loose([5], 0)

    def is_terminal(self, state):
        return not state.piles

    def actions(self, state):
        yield 1

    def result(self, state, action):
        return Loose(state.piles[1:], 1 - state.mover)


class Thing:
    def __init__(self, n):
        self.n = n


class ObjectState(Base):
    def initial(self):  # here
        return Thing(5)

    def player(self, state):
        return state.n % 2

    def result(self, state, action):
        return Thing(state.n - action)


class Pile(list):
    pass


class Makes(Base):
    def result(self, state, action):
        pile = Pile([state.n])  # here
        return Heap(pile[0] - action, 1 - state.mover)


@pytest.mark.parametrize(
    ("cls", "method", "reason"),
    [
        (Opens, "result", "it uses with; rules only compute: read files into a constant at the top of the file"),
        (
            Reads,
            "is_terminal",
            "it calls open: rules only compute; read the file once, into a constant at the top of the file",
        ),
        (Prints, "is_terminal", "it prints; rules only compute: remove the print, or print from `text`"),
        (
            Rolls,
            "actions",
            "it calls random.random: rules must give the same answer every time; make the die a chance node",
        ),
        (Shuffles, "actions", "it calls random.shuffle: rules must give the same answer every time"),
        (RollsElsewhere, "rolled", "it calls numpy.random.randint: rules must give the same answer every time"),
        (
            Clock,
            "is_terminal",
            "it calls time.time: rules must give the same answer every time, whatever the clock says",
        ),
        (Counts, "is_terminal", "it changes the global variable COUNT; keep it in the state"),
        (Appends, "is_terminal", "it calls append on a constant list; keep what changes in the state"),
        (Notes, "is_terminal", "it changes a constant; keep what changes in the state"),
        (Sets, "utility", "it sets .best on an object; keep it in the state"),
        (Misspells, "is_terminal", "undefined_thing is not defined: misspelt"),
        (Field, "is_terminal", "a Heap has no m"),
        (ListState, "initial", "field 'piles' of the state is a list, which is mutable; use a tuple"),
        (
            ObjectState,
            "initial",
            "the state is a Thing; make it a NamedTuple, a frozen dataclass, or tuples of numbers",
        ),
        (Makes, "result", "it creates a Pile; make it a NamedTuple or a frozen dataclass"),
    ],
)
def test_one_sentence_names_method_line_reason_and_rewrite(cls: type[Game], method: str, reason: str) -> None:
    with pytest.raises(NativeError) as error:
        kernel.bind(survey_kernel, cls())
    sentence = str(error.value)
    source: Any = rolled if method == "rolled" else cls
    lines, first = inspect.getsourcelines(source)
    here = next(first + i for i, line in enumerate(lines) if "# here" in line)
    places = [f"{method} (test_explain.py line {here})"]
    assert sentence.startswith(f"{cls.__name__} runs interpreted, not compiled: ")
    assert "\n" not in sentence
    assert any(problem.startswith(f"{places[0]}: {reason}") for problem in error.value.problems), error.value.problems
    assert all("test_explain.py line" in problem for problem in error.value.problems)


@kernel.kernel
def survey_kernel(game: Any, state: Any) -> float:
    if game.is_terminal(state):
        return float(game.utility(state, 0))
    total = 0.0
    for action in game.actions(state):
        total += float(game.utility(game.result(state, action), 0))
    return total


@pytest.mark.parametrize("cls", [Clock, Opens, ListState])
def test_rules_that_do_not_compile_are_searched_interpreted_and_say_so(cls: type[Game]) -> None:
    found = analyse(cls(), depth=3)
    assert not found.native
    assert "cannot be compiled" in found.note
    assert found.action is not None


class Many(Base):
    def actions(self, state):
        found = int(time.time() * 0) + 1
        again = found + min(1, state.n)
        for action in range(again):
            if action > 0:
                print(action, end="")
                yield action

    def result(self, state, action):
        SEEN.append(action)
        return Heap(state.n - action, 1 - state.mover)

    def utility(self, state, player):
        return self.helped(state, player)

    def helped(self, state, player):
        total = 0.0
        with open(__file__) as file:
            total += len(file.read(0))
        return total + (-1.0 if player == state.mover else 1.0)

    def evaluate(self, state, player):
        if random.random() < 0:
            return 0.5
        return 0.0


def test_everything_is_found_at_once_in_under_a_second_and_nothing_that_only_follows() -> None:
    kernel.bind(survey_kernel, Base())  # the first brings the compiler with it
    began = time.process_time()
    with pytest.raises(NativeError) as error:
        kernel.bind(survey_kernel, Many())
    taken = time.process_time() - began
    lines, first = inspect.getsourcelines(Many)
    wrong = ("time.time()", "print(action", "SEEN.append", "with open", "random.random()")
    wanted = {first + i for i, line in enumerate(lines) if any(part in line for part in wrong)}
    found = [int(problem.partition(" line ")[2].partition(")")[0]) for problem in error.value.problems]
    assert sorted(found) == sorted(wanted)
    assert taken < 1.0


def test_a_check_lists_every_place() -> None:
    report = check_game(Many(), games=5, native=None)
    assert not report.native
    assert len(report.refused) == 5
    assert all("test_explain.py line" in place and ": it " in place for place in report.refused)


def test_what_is_refused_is_the_same_for_every_kernel() -> None:
    for other in (survey_kernel, kernel.kernel(lambda game, state: game.player(state))):
        assert survey.problems(Base(), kernel_state(Base())) == []
        assert callable(other)


def kernel_state(game: Game) -> Any:
    from countermove.native import layout

    return layout.of_game(game)


RULES = """
from typing import NamedTuple
import time
from countermove import Game

class Heap(NamedTuple):
    n: int
    mover: int

class Rules(Game):
    def initial(self): return Heap(5, 0)
    def player(self, state): return state.mover
    def actions(self, state):
        yield 1
    def result(self, state, action): return Heap(state.n - action, 1 - state.mover)
    def is_terminal(self, state):
        return state.n <= 0 or time.time() < 0
    def utility(self, state, player): return -1.0 if player == state.mover else 1.0
"""
ASK = """
import sys
from refused_rules import Rules
from countermove import analyse
from countermove.native import survey
looked = []
survey.problems = lambda *given, true=survey.problems: looked.append(1) or true(*given)
found = analyse(Rules(), depth=3)
print(len(looked), found.native, found.note)
"""


def test_a_refusal_is_remembered_until_the_rules_or_their_lines_change(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "refused_rules.py"

    def run(text: str) -> str:
        path.write_text(textwrap.dedent(text))
        command = [sys.executable, "-B", "-c", ASK]
        done = subprocess.run(command, cwd=tmp_path, env=os.environ, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    first, second = run(RULES), run(RULES)
    assert first[0] != "0" and second[0] == "0"
    assert first[1:] == second[1:] and "line 17)" in first
    moved = run("# a line more\n" + RULES)
    assert moved[0] != "0" and "line 18)" in moved
    mended = run(RULES.replace("time.time() < 0", "state.n < 0"))
    assert mended.split() == ["0", "True"]


def test_an_error_in_compiled_rules_is_a_sentence() -> None:
    class Divides(Base):
        def utility(self, state, player):
            return 1.0 / (state.n - state.n)

    with pytest.raises(GameError, match="Divides stop with ZeroDivisionError"):
        analyse(Divides(), depth=9)


@dataclasses.dataclass(frozen=True)
class Deep:
    inner: Any
    mover: int


class Nests(Base):
    def initial(self):
        return Deep(None, 0)

    def is_terminal(self, state):
        return False

    def actions(self, state):
        yield 1

    def result(self, state, action):
        return Deep((state.inner, 1), 1 - state.mover)


def test_states_that_hold_one_another_deeper_and_deeper_are_told_of_at_once() -> None:
    began = time.process_time()
    with pytest.raises(NativeError, match="Nests runs interpreted, not compiled: "):
        kernel.bind(survey_kernel, Nests())
    assert time.process_time() - began < 5.0
