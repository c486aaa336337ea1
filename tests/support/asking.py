"""The calls of the studio asked without a server: each at once, and by nobody but the test."""

from __future__ import annotations

import inspect
import threading
from typing import Any

from countermove.studio.app import CALLS
from countermove.studio.games.shelf import Shelf
from countermove.studio.web.call import Answer, Stream

SHELF = Shelf()


class Alone:
    """A turn for which nobody waits, or for which somebody always does."""

    seconds = 0.02
    client = "a page"

    def __init__(self, hurried: bool = False) -> None:
        self.stop, self.pause = threading.Event(), threading.Event()
        self.told: list[tuple[str, dict[str, Any]]] = []
        if hurried:
            self.pause.set()

    def tell(self, kind: str, data: dict[str, Any]) -> None:
        self.told.append((kind, data))


def ask(asking: str, /, turn: Alone | None = None, shelf: Shelf | None = None, **fields: Any) -> Any:
    """What a call answers, its question read as the server reads it."""
    call = next(call for call in CALLS if call.name == asking)
    asked = call.shape.read(fields)
    if isinstance(call, Answer):
        return call.work(shelf or SHELF, asked)
    assert isinstance(call, Stream)
    work = call.work(shelf or SHELF, asked, turn or Alone())  # type: ignore[arg-type]
    while inspect.isgenerator(work):
        try:
            next(work)
        except StopIteration as end:
            work = end.value
    return work
