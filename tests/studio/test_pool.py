"""Fair turns for every page, and tables within a bound, whatever the work does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from countermove import worker
from countermove.errors import SpecError
from countermove.studio import pool as pools
from countermove.studio.pool import Pool, Turn
from countermove.studio.shape import RefusedError
from countermove.studio.tables import Tables

SOON = 30.0


class TracedSearch:
    """What a page was told."""

    def __init__(self) -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.over = threading.Event()

    def __call__(self, kind: str, data: dict[str, Any]) -> None:
        if self.over.is_set():
            return
        self.events.append((kind, data))
        if kind in ("done", "error"):
            self.over.set()

    def last(self) -> tuple[str, dict[str, Any]]:
        assert self.over.wait(SOON), self.events
        return self.events[-1]


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool(1)
    yield made
    made.close()


def ask(pool: Pool, work: Callable[[Turn], Any], client: str = "page") -> tuple[TracedSearch, Turn]:
    told = TracedSearch()
    return told, pool.submit(work, client, told)


def busy(pool: Pool) -> threading.Event:
    """Keep the only thread busy until the event is set."""
    free, begun = threading.Event(), threading.Event()

    def work(turn: Turn) -> None:
        begun.set()
        free.wait(SOON)

    ask(pool, work, "busy")
    assert begun.wait(SOON)
    return free


def test_what_a_job_returns_is_told_last(pool: Pool) -> None:
    told, _ = ask(pool, lambda turn: turn.tell("progress", {"far": 1}) or {"answer": 42})
    assert told.last() == ("done", {"answer": 42})
    assert told.events[0] == ("progress", {"far": 1})


def test_a_page_with_many_questions_does_not_hold_up_another(pool: Pool) -> None:
    free = busy(pool)
    order: list[str] = []
    many = [ask(pool, lambda turn: order.append("many"), "many")[0] for _ in range(10)]
    one, _ = ask(pool, lambda turn: order.append("one"), "one")
    free.set()
    one.last()
    many[-1].last()
    assert order.index("one") == 1


def test_long_jobs_go_on_by_turns(pool: Pool) -> None:
    free = busy(pool)
    order: list[str] = []

    def work(name: str) -> Callable[[Turn], Iterator[None]]:
        def job(turn: Turn) -> Iterator[None]:
            for _ in range(3):
                order.append(name)
                yield

        return job

    told = [ask(pool, work(name), name)[0] for name in "ab"]
    free.set()
    assert [each.last()[0] for each in told] == ["done", "done"]
    assert order == list("ababab")


def test_whoever_works_is_asked_to_pause_when_others_wait(pool: Pool) -> None:
    paused = threading.Event()

    def long(turn: Turn) -> Iterator[None]:
        turn.pause.wait(SOON)
        paused.set()
        yield

    told, _ = ask(pool, long, "long")
    other, _ = ask(pool, lambda turn: {}, "other")
    assert other.last()[0] == "done"
    assert paused.is_set()
    assert told.last()[0] == "done"


def test_who_waits_is_told_the_place_in_the_queue(pool: Pool) -> None:
    free = busy(pool)
    told = [ask(pool, lambda turn: {}, name)[0] for name in "abc"]
    until = time.monotonic() + SOON
    while not all(each.events for each in told) and time.monotonic() < until:
        time.sleep(0.02)
    free.set()
    expected = [("queued", {"place": n, "waiting": 3, "compiling": False}) for n in (1, 2, 3)]
    assert [each.events[0] for each in told] == expected


def test_what_waits_for_the_compiler_says_so_and_is_not_left_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "SLOW", 0.2)
    compiler = threading.Lock()
    compiler.acquire()
    pool = Pool(1, patience=0.5)
    told, _ = ask(pool, lambda turn: worker.wait_for_compiler(compiler))
    until = time.monotonic() + SOON
    while len(told.events) < 1 and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(1.0)  # longer than its patience
    compiler.release()
    assert told.last() == ("done", {})
    kind, data = told.events[0]
    assert kind == "compiling" and data["sentence"].startswith("Another search is being compiled")
    pool.close()


def test_the_next_job_does_not_wait_for_one_that_nobody_wants_and_the_compiler_holds(pool: Pool) -> None:
    compiler, ended = threading.Lock(), threading.Event()
    compiler.acquire()

    def work(turn: Turn) -> None:
        try:
            worker.wait_for_compiler(compiler)
        finally:
            ended.set()

    _, left = ask(pool, work, "left")
    told, _ = ask(pool, lambda turn: {"next": True}, "next")
    time.sleep(0.2)
    pool.cancel(left)
    assert told.last() == ("done", {"next": True})
    assert ended.wait(SOON)
    assert compiler.locked()  # it gave up without it


def test_what_waits_can_be_cancelled_and_never_begins(pool: Pool) -> None:
    free = busy(pool)
    told, turn = ask(pool, lambda turn: pytest.fail("it begins"))
    pool.cancel(turn)
    assert len(pool) == 0
    free.set()
    assert ask(pool, lambda turn: {})[0].last()[0] == "done"
    assert not told.events


def test_what_works_is_told_to_stop_and_cleans_up(pool: Pool) -> None:
    begun, clean = threading.Event(), threading.Event()

    def work(turn: Turn) -> Iterator[None]:
        try:
            begun.set()
            turn.stop.wait(SOON)
            yield
        finally:
            clean.set()

    _, turn = ask(pool, work)
    begun.wait(SOON)
    pool.cancel(turn)
    assert clean.wait(SOON)


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (SpecError("It is wrong."), 400, "It is wrong."),
        (RefusedError("It is not here.", 404), 404, "It is not here."),
        (MemoryError(), 500, "not enough memory"),
        (SystemExit(3), 500, "SystemExit"),
        (KeyboardInterrupt(), 500, "KeyboardInterrupt"),
        (RecursionError("deep"), 500, "RecursionError"),
    ],
)
def test_whatever_a_job_raises_is_a_sentence_and_the_next_one_works(
    pool: Pool, error: BaseException, status: int, words: str
) -> None:
    def work(turn: Turn) -> None:
        raise error

    kind, told = ask(pool, work)[0].last()
    assert (kind, told["status"]) == ("error", status)
    assert words in told["error"]
    assert ask(pool, lambda turn: {"well": 1})[0].last() == ("done", {"well": 1})


def test_a_job_that_does_not_even_end_well_leaves_the_thread_alive(pool: Pool) -> None:
    def work(turn: Turn) -> Iterator[None]:
        while True:
            try:
                yield
            except GeneratorExit:
                raise SystemExit from None

    _, turn = ask(pool, work)
    time.sleep(0.05)
    pool.cancel(turn)
    assert ask(pool, lambda turn: {})[0].last()[0] == "done"


def test_an_endless_job_is_left_behind_and_the_next_one_works() -> None:
    pool = Pool(1, patience=0.3)

    def work(turn: Turn) -> None:
        while True:
            time.sleep(0.001)

    kind, told = ask(pool, work)[0].last()
    assert kind == "error"
    assert "no answer" in told["error"]
    assert ask(pool, lambda turn: {})[0].last()[0] == "done"
    pool.close()


def test_a_job_that_is_not_wanted_and_does_not_stop_is_left_behind(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "GRACE", 0.2)
    begun = threading.Event()

    def work(turn: Turn) -> None:
        begun.set()
        while True:
            time.sleep(0.001)

    _, turn = ask(pool, work)
    assert begun.wait(SOON)
    pool.cancel(turn)
    assert ask(pool, lambda turn: {})[0].last()[0] == "done"


def test_too_many_questions_are_refused(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "WAITING", 5)
    monkeypatch.setattr(pools, "PER_CLIENT", 3)
    free = busy(pool)
    for _ in range(3):
        ask(pool, lambda turn: {}, "one")
    with pytest.raises(RefusedError, match="of this page"):
        ask(pool, lambda turn: {}, "one")
    for name in "ab":
        ask(pool, lambda turn: {}, name)
    with pytest.raises(RefusedError, match="waiting already"):
        ask(pool, lambda turn: {}, "c")
    free.set()


def test_closing_stops_everything() -> None:
    pool = Pool(1)
    stopped = threading.Event()

    def work(turn: Turn) -> None:
        if turn.stop.wait(SOON):
            stopped.set()

    ask(pool, work)
    time.sleep(0.05)
    pool.close()
    assert stopped.wait(SOON)
    with pytest.raises(RefusedError, match="closed"):
        ask(pool, work)


# Tables.


def test_a_page_gets_its_table_for_a_game_again() -> None:
    tables = Tables()
    with tables.take("page", "nim") as one:
        pass
    with tables.take("page", "nim") as again, tables.take("page", "grundy") as other:
        assert again is one
        assert other is not one


def test_a_table_that_is_lent_is_not_lent_twice() -> None:
    tables = Tables()
    with tables.take("page", "nim") as one, tables.take("page", "nim") as other:
        assert other is not one


def test_the_tables_of_many_pages_stay_within_the_bound_and_each_keeps_its_own() -> None:
    tables = Tables(bound=8)
    for _ in range(3):
        for page in range(20):
            with tables.take(str(page), "nim"):
                assert tables.megabytes <= 8
    kept = {}
    for page in range(20):
        with tables.take(str(page), "nim") as table:
            kept[page] = table
    for page in range(20):
        with tables.take(str(page), "nim") as table:
            assert table is kept[page]


def test_a_game_that_has_changed_gets_new_tables() -> None:
    tables = Tables(bound=8)
    with tables.take("page", "my.py:Mine:size=3") as one, tables.take("page", "my.py:Minedor") as other:
        pass
    tables.forget("my.py:Mine")
    with tables.take("page", "my.py:Mine:size=3") as two, tables.take("page", "my.py:Minedor") as again:
        assert two is not one
        assert again is other
