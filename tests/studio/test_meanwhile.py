"""Something to look at while the compiler is at work."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from countermove import analysis, worker
from countermove.analysis import Analysis, Budget
from countermove.studio.analysis import live, meanwhile
from countermove.studio.analysis.live import Wish
from countermove.studio.games.shelf import Shelf


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meanwhile, "COMPILE_DELAY", 0.01)


def search(monkeypatch: pytest.MonkeyPatch, wish: Wish, *, patience: float) -> tuple[list[Analysis], Analysis]:
    """What is told of a search that is with the compiler until something was told, or for so long; and its answer."""
    told: list[Analysis] = []
    something = threading.Event()

    def asked(*arguments: Any, native: bool | None = None, **others: Any) -> Analysis:
        if native is None:
            something.wait(patience)
        return analysis.analyse(*arguments, **others, native=False)

    def tell(found: Analysis) -> None:
        told.append(found)
        something.set()

    monkeypatch.setattr(live, "analyse", asked)
    monkeypatch.setattr(worker, "compiles", lambda thread: not something.is_set())
    shelf = Shelf()
    turn: Any = SimpleNamespace(client="a page", seconds=1.0, stop=threading.Event(), pause=threading.Event())
    steps = live.search(shelf, shelf.place({"game": "nim:piles=(1,2)", "start": None, "actions": []}), wish, turn, tell)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return told, end.value


def test_the_textbook_answers_until_the_search_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    told, found = search(monkeypatch, Wish(budget=Budget(depth=3), meanwhile=True), patience=60)
    assert told and told[0].note == meanwhile.NOTE and not told[0].native
    assert found.note == "" and found.exact


def test_a_player_waits_for_the_search_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    told, found = search(monkeypatch, Wish(budget=Budget(depth=3)), patience=0.2)
    assert meanwhile.NOTE not in [each.note for each in told]
    assert found.exact


def test_nothing_is_asked_where_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "compiles", lambda thread: False)
    over, asked = threading.Event(), []
    with meanwhile.meanwhile(over, lambda: asked.append(True)):
        over.wait(0.1)
    assert over.is_set() and not asked
