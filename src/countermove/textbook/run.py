"""Run a narration: to its end, to a list of events, or until stopped.

A narration is a generator, so its consumer sets the pace. To stop, an exception is thrown in between two events: a
plain search has no answer before its end and lets it pass; iterative deepening catches it and returns the answer of the
last completed depth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from countermove.errors import CountermoveError
from countermove.textbook.event import Event, Narration

__all__ = ["StoppedError", "run", "trace"]

T = TypeVar("T")


class StoppedError(CountermoveError):
    """A search was stopped before it had an answer."""


def run(narration: Narration[T], stop: Callable[[], bool] | None = None) -> T:
    """The answer of a search; `stop`, called between events, says whether to end it early.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import minimax
    >>> run(minimax(Tree([[2, 7], [1, 8]]))).value
    2.0
    """
    try:
        while True:
            next(narration)
            if stop is not None and stop():
                narration.throw(
                    StoppedError("The search was stopped before it had an answer; iterative deepening has one early.")
                )
    except StopIteration as end:
        answer: T = end.value
        return answer


def trace(narration: Narration[T]) -> tuple[list[Event], T]:
    """All events of a search and its answer."""
    events = []
    try:
        while True:
            events.append(next(narration))
    except StopIteration as end:
        return events, end.value
