"""What the page can ask: every call has a path, the shape of its question, and the work that answers it.

An `Answer` is quick and gives one JSON object. A `Stream` may take long: it waits for its turn in the pool and tells
events as it goes. Its work is given a `Turn`; where it is a generator, each `yield` is a place at which it may be put
aside for others, and what it returns is told last, as "done". A `Watch` costs nothing while nothing happens: it tells
how things are, and again whenever they change, for as long as the page listens.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from countermove.studio.pool import Turn
from countermove.studio.shape import Fields

if TYPE_CHECKING:
    from countermove.studio.shelf import Shelf

__all__ = ["Answer", "Call", "Stream", "Watch"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A quick question: POST /api/NAME with a JSON object, and a JSON object comes back."""

    name: str
    shape: Fields
    work: Callable[[Shelf, dict[str, Any]], dict[str, Any]]
    about: str


@dataclass(frozen=True, slots=True)
class Stream:
    """A question that takes time: POST /api/NAME, and server-sent events come back, "done" or "error" last."""

    name: str
    shape: Fields
    work: Callable[[Shelf, dict[str, Any], Turn], Any | Generator[None, None, Any]]
    about: str


@dataclass(frozen=True, slots=True)
class Watch:
    """Something that changes: POST /api/NAME, and server-sent events come back until the page goes away.

    The work is given `tell(kind, data)`, which any thread may call, and gives back what ends it.
    """

    name: str
    shape: Fields
    work: Callable[[Shelf, dict[str, Any], Callable[[str, dict[str, Any]], None]], Callable[[], None]]
    about: str


Call = Answer | Stream | Watch
