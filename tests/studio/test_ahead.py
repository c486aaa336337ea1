"""What is compiled before anybody asks: the game in view at once, the rest while nothing else runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from countermove.studio import ahead
from countermove.studio.ahead import Ahead

SOON = 30.0


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Ahead, threading.Event]]:
    monkeypatch.setattr(ahead, "QUIET_SECONDS", 0.02)
    monkeypatch.setattr(ahead, "LOOK_SECONDS", 0.01)
    idle, made = threading.Event(), Ahead()
    made.open(idle.is_set)
    yield made, idle
    made.close()


def test_the_game_in_view_does_not_wait_and_the_likely_ones_do(opened: tuple[Ahead, threading.Event]) -> None:
    made, idle = opened
    order: list[str] = []
    done = {name: threading.Event() for name in ("likely", "view")}

    def work(name: str) -> None:
        order.append(name)
        done[name].set()

    made.likely("likely", lambda: work("likely"))
    made.view("view", lambda: work("view"))
    assert done["view"].wait(SOON)
    assert order == ["view"]
    idle.set()
    assert done["likely"].wait(SOON)
    assert order == ["view", "likely"]


def test_each_piece_is_done_once_and_errors_stop_nothing(opened: tuple[Ahead, threading.Event]) -> None:
    made, idle = opened
    idle.set()
    counts: list[int] = []
    last = threading.Event()
    made.likely("broken", lambda: 1 // 0)  # type: ignore[arg-type, return-value]
    for _ in range(3):
        made.likely("same", lambda: counts.append(1))
    made.likely("last", last.set)
    assert last.wait(SOON)
    assert counts == [1]


def test_what_is_not_open_does_nothing() -> None:
    made = Ahead()
    made.view("view", lambda: pytest.fail("nobody opened it"))
    made.likely("likely", lambda: pytest.fail("nobody opened it"))
