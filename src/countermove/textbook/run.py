"""Run a narration: step by step, to its end, to a list of events, or until stopped.

A narration is a generator, so its consumer sets the pace. To stop it, an exception is thrown in between two events: a
plain search has no answer yet and lets it propagate; iterative deepening catches it and returns the answer of the last
completed depth.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from typing import Generic, TypeVar

from countermove.errors import CountermoveError
from countermove.textbook.event import Event, Narration

__all__ = ["Run", "StoppedError", "run", "trace"]

T = TypeVar("T")


class StoppedError(CountermoveError):
    """A search was stopped before it had an answer."""


class Run(Generic[T]):
    """A search in progress: iterate over its events, in one loop or several; after the last one, read its `answer`.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import minimax
    >>> search = Run(minimax(Tree([[2, 7], [1, 8]])))
    >>> sum(event.kind == "leaf" for event in search)
    4
    >>> search.answer.value
    2.0
    """

    answer: T
    """What the search returned."""

    def __init__(self, narration: Narration[T]) -> None:
        self._events = self._follow(narration)

    def _follow(self, narration: Narration[T]) -> Generator[Event, None, None]:
        self.answer = yield from narration

    def __iter__(self) -> Iterator[Event]:
        return self._events

    def stop(self) -> None:
        """End the search between two events, with the answer it has so far; StoppedError if it has none."""
        with suppress(StopIteration):
            self._events.throw(
                StoppedError("The search was stopped before it had an answer; iterative deepening has one early.")
            )


def run(narration: Narration[T], stop: Callable[[], bool] | None = None) -> T:
    """The answer of a search; `stop`, called between events, returns True to end it early.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import minimax
    >>> run(minimax(Tree([[2, 7], [1, 8]]))).value
    2.0
    """
    search = Run(narration)
    for _ in search:
        if stop is not None and stop():
            search.stop()
    return search.answer


def trace(narration: Narration[T]) -> tuple[list[Event], T]:
    """All events of a search and its answer."""
    search = Run(narration)
    return list(search), search.answer
