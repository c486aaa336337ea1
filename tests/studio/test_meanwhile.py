"""Interpreted answers while the compiler is at work, and the compiled one as soon as it is there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from countermove import worker
from countermove.analysis import COMPILING, Analysis, Budget, analyse
from countermove.errors import CompilingError
from countermove.game import Game
from countermove.native import kernel
from countermove.native.queue import QUEUE
from countermove.native.recent import Recent
from countermove.registry import load
from countermove.studio.analysis import live, review_call
from countermove.studio.analysis.live import Wish
from countermove.studio.games.shelf import Shelf

SOON = 60.0


@pytest.fixture(autouse=True)
def nothing_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """No code in memory."""
    monkeypatch.setattr(kernel, "_ready", Recent(512))


@pytest.fixture
def busy() -> Iterator[threading.Event]:
    """A compiler that is busy with something else until the event is set."""
    free, begun = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: QUEUE.run("other", lambda: (begun.set(), free.wait(SOON))), daemon=True)
    thread.start()
    assert begun.wait(SOON)
    yield free
    free.set()
    thread.join(SOON)


def game() -> Game:
    return load("nim:piles=(1,2,3)")


def turn() -> Any:
    told: list[tuple[str, Any]] = []
    return SimpleNamespace(
        client="a page", seconds=1.0, stop=threading.Event(), pause=threading.Event(), told=told,
        tell=lambda kind, data: told.append((kind, data)),
    )  # fmt: skip


def search(wish: Wish, report: Any = lambda found: None) -> Analysis:
    shelf = Shelf()
    place = shelf.place({"game": "nim:piles=(1,2,3)", "start": None, "actions": []})
    return finished(live.search(shelf, place, wish, turn(), report))


def finished(steps: Any) -> Any:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.mark.native
def test_who_is_in_a_hurry_gets_the_interpreted_answer(busy: threading.Event) -> None:
    with worker.hurrying():
        found = analyse(game(), depth=3)
    assert found.note == COMPILING and not found.native and found.values


@pytest.mark.native
def test_a_search_goes_on_compiled_as_soon_as_it_can(busy: threading.Event) -> None:
    def once(found: Analysis) -> None:
        assert found.note == COMPILING
        busy.set()

    with worker.hurrying():
        found = analyse(load("mnk"), seconds=20, nodes=200_000, progress=lambda found: found.native or once(found))
    assert found.native and found.note == "" and found.depth > 1


@pytest.mark.native
def test_who_is_not_in_a_hurry_waits(busy: threading.Event) -> None:
    threading.Timer(0.3, busy.set).start()
    assert analyse(game(), depth=3).native


@pytest.mark.native
def test_a_player_takes_the_first_answer_and_the_analysis_the_compiled_one(busy: threading.Event) -> None:
    assert search(Wish(budget=Budget(depth=3))).note == COMPILING
    seen: list[Analysis] = []

    def report(found: Analysis) -> None:
        seen.append(found)
        busy.set()

    found = search(Wish(budget=Budget(depth=3), compiled=True), report)
    assert seen[0].note == COMPILING and found.native and not found.note


@pytest.mark.native
def test_a_review_grades_again_what_it_graded_interpreted(
    busy: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, natives = turn(), []
    request = {"game": "nim:piles=(1,2,3)", "start": None, "actions": [], "since": 0, "seconds": 0.05}
    before = review_call.evaluate

    def evaluate(place: Any, found: Analysis) -> Any:
        natives.append(found.native)
        busy.set()
        return before(place, found)

    monkeypatch.setattr(review_call, "evaluate", evaluate)
    finished(review_call.review(Shelf(), request, mine))
    assert natives == [False, True]
    assert [data["at"] for kind, data in mine.told if kind == "position"] == [0, 0]


def test_what_was_left_is_compiled_once_and_after_what_somebody_waits_for(busy: threading.Event) -> None:
    order: list[str] = []

    def ask(name: str, hurry: bool) -> None:
        with worker.hurrying(hurry), worker.impatient():
            QUEUE.run(name, lambda: order.append(name), name)

    for name in ("first", "second", "first"):
        with pytest.raises(CompilingError) as left:
            ask(name, True)
    assert len(QUEUE) == 2
    waits = threading.Thread(target=lambda: ask("waited for", False), daemon=True)
    waits.start()
    while len(QUEUE) < 3:
        pass
    busy.set()
    waits.join(SOON)
    assert left.value.ready.wait(SOON)
    while len(QUEUE) or len(order) < 3:
        pass
    assert order == ["waited for", "first", "second"]


def test_a_dropped_search_does_not_hold_anybody_up(busy: threading.Event) -> None:
    events = []
    for number in range(10):
        with worker.hurrying(), worker.impatient(), pytest.raises(CompilingError) as left:
            QUEUE.run(str(number), lambda: None, number)
        events.append(left.value.ready)
    assert [event.is_set() for event in events] == [True] * 4 + [False] * 6
