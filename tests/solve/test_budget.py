"""What solving may take: checked for every method, shared by all of them, and no more than there is."""

import dataclasses
import importlib
import math
import mmap

import pytest

from countermove import load
from countermove.engine import table
from countermove.errors import SpecError, UnfitError
from countermove.games.subtract import SubtractSquare
from countermove.games.tictactoe import TicTacToe
from countermove.games.tree import Tree
from countermove.native import memory
from countermove.solve import METHODS, budget, pick, solve

by_search = importlib.import_module("countermove.solve.alphabeta")  # the name is also that of what it gives


@pytest.mark.parametrize("method", [None, *METHODS])
@pytest.mark.parametrize(
    ("option", "values", "words"),
    [
        ("threads", (0, -2, 257, 100_000, 1.5, True), "a whole number from 1 to 256"),
        ("memory", (0, -3, math.nan, math.inf, True), "MB; give a number above 0"),
        ("seconds", (0, -1, math.nan, math.inf), "give a number above 0"),
    ],
)
def test_a_budget_that_cannot_be_meant_is_refused_whatever_the_method(method, option, values, words):
    for value in values:
        with pytest.raises(SpecError, match=words):
            solve(TicTacToe(), method=method, **{option: value})


def test_a_table_that_the_system_refuses_is_told_in_a_sentence(monkeypatch):
    refuse_more_than(monkeypatch, 100)
    with pytest.raises(SpecError, match="A table of 128 MB does not fit into memory; give less"):
        budget.table(128, 1024)
    assert len(budget.table(64, 1024).memory) > 64 * 2**17


def test_the_usual_table_becomes_smaller_where_there_is_less_memory(monkeypatch):
    assert len(budget.table(None, 16).memory) // 2**17 == 16
    monkeypatch.setattr(table, "_free", lambda: 100 * 2**20)
    assert len(budget.table(None, 1024).memory) // 2**17 == 32
    refuse_more_than(monkeypatch, 20)
    assert len(budget.table(None, 1024).memory) // 2**17 == 8
    monkeypatch.setattr(table, "_free", lambda: 0)
    with pytest.raises(SpecError, match="does not fit"):
        budget.table(None, 1024)


def refuse_more_than(monkeypatch, megabytes):
    """Have the system give no more memory than this at once."""
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        pytest.skip("memory does not come from maps here")
    whole = mmap.mmap

    class Mapping:
        MADV_HUGEPAGE, MAP_PRIVATE, MAP_ANONYMOUS = mmap.MADV_HUGEPAGE, mmap.MAP_PRIVATE, mmap.MAP_ANONYMOUS

        @staticmethod
        def mmap(file, size, flags):
            if size > megabytes * 2**20:
                raise OSError(12, "Cannot allocate memory")
            return whole(file, size, flags)

    monkeypatch.setattr(memory, "mmap", Mapping)


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_all_methods_together_have_the_seconds_that_were_given(monkeypatch):
    clock, given = Clock(), []
    look = pick.exhaustive

    def looking(*arguments, seconds, **options):
        given.append(seconds)
        found = look(*arguments, **options)
        clock.now += 4.0
        return found

    def failing(game):
        clock.now += 3.0
        raise UnfitError("Too odd.")

    monkeypatch.setattr(pick.worker, "clock", clock)
    monkeypatch.setattr(pick, "exhaustive", looking)
    monkeypatch.setattr(pick, "MAX_INTERPRETED_NODES", 100)
    monkeypatch.setattr("countermove.native.kernel.require_on", failing)
    assert solve(SubtractSquare(30), seconds=10.0).complete
    assert given == [10.0, 3.0]
    given.clear()
    assert not solve(SubtractSquare(30), seconds=6.0).complete, "there was no time left"
    assert given == [6.0]


@pytest.mark.native
def test_what_one_method_has_proven_is_kept_when_the_next_proves_nothing_in_time(monkeypatch):
    def too_late(*arguments, **options):
        found = method(*arguments, **options)
        return dataclasses.replace(found, value=None, action=None, actions={}, complete=False)

    method = by_search.alphabeta
    monkeypatch.setattr(by_search, "alphabeta", too_late)
    monkeypatch.setattr(pick, "MAX_INTERPRETED_NODES", 5)
    found = solve(Tree([0, [[3, 4], [5, [6, 7]]]]), memory=0.1)
    assert (found.complete, found.value, found.action) == (False, 0.0, 0)


@pytest.mark.native
def test_progress_names_the_method_that_is_at_work(monkeypatch):
    monkeypatch.setattr(pick, "MAX_INTERPRETED_NODES", 5000)
    monkeypatch.setattr(pick.worker, "REPORT_INTERVAL", 0.0)
    far = []
    solve(load("connect:rows=4,cols=4"), memory=1, progress=far.append)
    methods = [each.method for each in far]
    assert set(methods) == {"exhaustive", "alphabeta"}
    assert methods == sorted(methods, reverse=True), "one after the other"
