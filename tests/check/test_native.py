"""Compiled rules that answer otherwise than interpreted ones are found out."""

import threading
import time

import numpy as np
import pytest

from countermove import Axes
from countermove.bits import Word
from countermove.check import check_game
from countermove.errors import SpecError

pytestmark = pytest.mark.native


def test_a_state_that_grows_beyond_64_bits(small, broken):
    heap = small.Heap

    class Doubling(small.Take):
        def initial(self):
            return heap(1, 0)

        def actions(self, state):
            if not self.is_terminal(state):
                yield 2
                yield 3

        def result(self, state, action):
            return heap(state.left << action * 10, 1 - state.mover)

        def is_terminal(self, state):
            return state.left > 1 << 62 or state.left == 0

    problem = broken(Doubling(), "native-compiles", native=True, games=10)
    assert "result (test_native.py line" in problem.sentence and "compiled ints have 64 bits" in problem.sentence
    assert "countermove.bits.Word" in problem.sentence


def test_arithmetic_that_passes_through_more_than_64_bits(small, broken):
    class Hashing(small.Take):
        def key(self, state):
            return (state.left * 2 + state.mover + 1) * 0x9E3779B97F4A7C15 % 1_000_003

    problem = broken(Hashing(), "native-key", native=None, games=10)
    assert "interpreted and" in problem.sentence and "compiled" in problem.sentence


def test_plies_of_bounds_are_compared_too(small, broken):
    class Timed(small.Take):
        def bounds(self, state):
            return -1.0, 1.0, 0, (state.left << 62 >> 62) - state.left

    problem = broken(Timed(), "native-bounds", native=None, games=10)
    assert "gives (-1.0, 1.0, 0, 0) interpreted and (-1.0, 1.0, 0, -" in problem.sentence


def test_words_of_64_bits_are_the_same_both_ways(small):
    class Hashing(small.Take):
        def key(self, state):
            return Word(state.left * 2 + state.mover + 1) * 0x9E3779B97F4A7C15

    report = check_game(Hashing(), games=10)
    assert report.ok, report.problems
    assert report.native and report.compared == report.states > 10


def test_every_method_of_a_game_that_compiles_is_compared(small, monkeypatch):
    """Each compiled answer is changed in turn; each change is found."""
    from countermove.engine.compiled_rules import CompiledRules

    class Knowing(small.Take):
        def bounds(self, state):
            return -1.0, 1.0

        def candidates(self, state):
            yield from self.actions(state)

        def order(self, state, action):
            return float(action)

        def evaluate(self, state, player):
            return 0.25 if player == state.mover else -0.25

        def is_quiet(self, state):
            return state.left > 3

        def canonical(self, state):
            return state

    changes = {
        "is_terminal": lambda rules: setattr(rules.answers, "is_terminal", 1 - rules.answers.is_terminal),
        "player": lambda rules: setattr(rules.answers, "player", 7),
        "key": lambda rules: setattr(rules.answers, "key", 7),
        "is_quiet": lambda rules: setattr(rules.answers, "is_quiet", 1 - rules.answers.is_quiet),
        "actions": lambda rules: rules.actions.__setitem__(0, 7),
        "candidates": lambda rules: rules.candidates.__setitem__(0, 7),
        "order": lambda rules: rules.orders.__setitem__(0, 7),
        "bounds": lambda rules: setattr(rules.answers, "low", 7),
    }
    ask = CompiledRules.call
    for method, change in changes.items():

        def changed(self, state, change=change):
            ask(self, state)
            change(self)

        monkeypatch.setattr(CompiledRules, "call", changed)
        report = check_game(Knowing(), games=5)
        assert [problem.law for problem in report.problems] == [f"native-{method}"]
    for wrong in ("counted", "any_action"):

        def miscounted(self, state, place=wrong):
            ask(self, state)
            setattr(self.answers, place, 0)

        monkeypatch.setattr(CompiledRules, "call", miscounted)
        assert [problem.law for problem in check_game(Knowing(), games=5).problems] == ["native-actions"]

    def misjudged(self, state):
        ask(self, state)
        self.payoffs[0] = 7.0

    monkeypatch.setattr(CompiledRules, "call", misjudged)
    assert {problem.law for problem in check_game(Knowing(), games=5).problems} == {"native-utility", "native-evaluate"}
    monkeypatch.setattr(CompiledRules, "call", ask)
    monkeypatch.setattr(CompiledRules, "canonical", lambda self, state: small.Heap(7, 7))
    assert [problem.law for problem in check_game(Knowing(), games=5).problems] == ["native-canonical"]


def test_chances_are_compared(small, monkeypatch):
    from countermove.engine.compiled_rules import CompiledRules

    assert check_game(small.Dice(), games=10).ok
    chances = CompiledRules.chances
    monkeypatch.setattr(CompiledRules, "chances", lambda self, state: chances(self, state)[1:])
    assert [problem.law for problem in check_game(small.Dice(), games=10).problems] == ["native-chances"]


def test_rules_that_raise_only_when_compiled_are_named(small, monkeypatch):
    from countermove.engine.compiled_rules import METHODS, CompiledRules

    def fails(self, state):
        self.answers.method = METHODS.index("bounds")
        raise OverflowError("int too large")

    monkeypatch.setattr(CompiledRules, "call", fails)
    problem = check_game(small.Take(), games=5).problems[0]
    assert problem.law == "native-bounds"
    assert "raises OverflowError: int too large compiled, but not interpreted" in problem.sentence


def test_rules_that_do_not_compile_are_noted(small):
    class Worded(small.Take):
        def is_terminal(self, state):
            return not state.left or time.time() < 0

    report = check_game(Worded(), games=5)
    assert report.ok and not report.native and report.compared == 0
    assert report.note.startswith("Worded runs interpreted, not compiled: is_terminal")
    insisted = check_game(Worded(), games=5, native=True)
    assert [problem.law for problem in insisted.problems] == ["native-compiles"]
    assert insisted.problems[0].sentence == report.note


def test_compiled_rules_are_not_run_while_interpreted_ones_are_wrong(small):
    class Wrong(small.Take):
        def utility(self, state, player):
            return 1.0

    report = check_game(Wrong(), games=5)
    assert report.compared == 0 and "once the problems of the interpreted ones are fixed" in report.note


def test_a_stop_ends_a_check_early(small):
    stop = threading.Event()
    told = []

    def progress(done):
        told.append(done)
        stop.set()

    class Slow(small.Fill):
        def initial(self):
            return small.Row(np.zeros(40, np.int64), 0)

    report = check_game(Slow(), games=10**6, seconds=60, stop=stop, progress=progress)
    assert report.ok and told and told[0].states > 0
    assert "stopped" in report.note


def test_the_same_seed_finds_the_same(small):
    class Rare(small.Take):
        axes = Axes(payoff="general")

        def evaluate(self, state, player):
            return float("inf") if state.left == 7 else 0.0

    one, other = (check_game(Rare(60), games=20, seed=3, native=False) for _ in range(2))
    assert one.problems == other.problems and one.states == other.states


def test_a_silly_budget_is_refused(small):
    with pytest.raises(SpecError, match="numbers above 0"):
        check_game(small.Take(), seconds=0)
