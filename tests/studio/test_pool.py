"""Fair turns for every page, and tables within a bound, whatever the work does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from countermove.errors import SpecError
from countermove.native.queue import QUEUE
from countermove.studio import pool as pools
from countermove.studio.pool import Pool, Turn
from countermove.studio.tables import PER_PAGE, Tables
from countermove.studio.web.shape import RefusedError

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


@pytest.fixture
def compiler() -> Iterator[threading.Event]:
    """Keeps the compiler busy until the event is set."""
    free, begun = threading.Event(), threading.Event()
    other = threading.Thread(target=lambda: QUEUE.run("other", lambda: (begun.set(), free.wait(SOON))), daemon=True)
    other.start()
    assert begun.wait(SOON)
    yield free
    free.set()
    other.join(SOON)


def compiled(turn: Turn) -> dict[str, Any]:
    return QUEUE.run("Mine", lambda: {"compiled": True})


def test_what_waits_for_the_compiler_says_so_and_is_not_left_for_it(
    monkeypatch: pytest.MonkeyPatch, compiler: threading.Event
) -> None:
    monkeypatch.setattr(pools, "SLOW", 0.2)
    pool = Pool(1, patience=0.5)
    told, _ = ask(pool, compiled)
    until = time.monotonic() + SOON
    while len(told.events) < 1 and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(1.0)  # longer than its patience
    compiler.set()
    assert told.last() == ("done", {"compiled": True})
    kind, data = told.events[0]
    assert kind == "compiling" and data["sentence"].startswith("Another search is being compiled")
    pool.close()


def test_what_waits_for_the_compiler_holds_no_thread_that_others_need(pool: Pool, compiler: threading.Event) -> None:
    hostile = [ask(pool, compiled, f"hostile {number}")[0] for number in range(3) for _ in range(9)]
    honest = [ask(pool, lambda turn: {"answer": 42}, "honest")[0] for _ in range(20)]
    assert all(each.last() == ("done", {"answer": 42}) for each in honest)
    assert not any(each.over.is_set() for each in hostile)
    assert 0 < len(QUEUE) <= 3 * pools.COMPILING_PER_CLIENT
    compiler.set()
    assert all(each.last() == ("done", {"compiled": True}) for each in hostile)
    assert ask(pool, lambda turn: {})[0].last()[0] == "done"
    until = time.monotonic() + SOON
    while pool._threads > 1 and time.monotonic() < until:  # those that are not needed any more end
        time.sleep(0.02)
    assert pool._threads == 1


def test_no_more_wait_for_the_compiler_than_there_may_be_threads(
    pool: Pool, compiler: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pools, "COMPILING", 2)
    told = [ask(pool, compiled, str(number))[0] for number in range(3)]
    assert told[2].last() == ("error", {"error": told[2].events[-1][1]["error"], "status": 503})
    assert "wait for the compiler already" in told[2].events[-1][1]["error"]
    compiler.set()
    assert [each.last()[0] for each in told[:2]] == ["done", "done"]


def test_what_nobody_wants_any_more_is_not_compiled(pool: Pool, compiler: threading.Event) -> None:
    _, left = ask(pool, lambda turn: QUEUE.run("Left", lambda: pytest.fail("it is compiled")), "left")
    until = time.monotonic() + SOON
    while not len(QUEUE) and time.monotonic() < until:
        time.sleep(0.02)
    pool.cancel(left)
    while len(QUEUE) and time.monotonic() < until:
        time.sleep(0.02)
    assert not len(QUEUE)
    told, _ = ask(pool, compiled, "next")
    compiler.set()
    assert told.last() == ("done", {"compiled": True})


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


def test_a_page_with_many_games_does_not_take_the_tables_of_others() -> None:
    tables = Tables()
    with tables.take("honest", "nim") as one:
        pass
    for game in range(100):
        with tables.take("many", str(game)) as last:
            pass
    with tables.take("honest", "nim") as again, tables.take("many", "99") as kept:
        assert again is one
        assert kept is last
    assert len(tables._kept) == 1 + PER_PAGE


def test_a_game_that_has_changed_gets_new_tables() -> None:
    tables = Tables(bound=8)
    with tables.take("page", "my.py:Mine:size=3") as one, tables.take("page", "my.py:Minedor") as other:
        pass
    tables.forget("my.py:Mine")
    with tables.take("page", "my.py:Mine:size=3") as two, tables.take("page", "my.py:Minedor") as again:
        assert two is not one
        assert again is other
