"""The API calls: each has a path, the shape of its request, and the function that answers it.

An `Answer` is quick and returns one JSON object. A `Stream` may take long: it waits for its turn in the pool and sends
events as it goes. Its work gets a `Turn`; in a generator, each `yield` is a point where others may go first, and the
return value is sent last, as "done". A `Watch` is free while idle: it sends the current state, and again after every
change, while the page listens.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from countermove.studio.pool import Turn
from countermove.studio.web.shape import Fields

if TYPE_CHECKING:
    from countermove.studio.games.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Answer:
    """A quick call: POST /api/NAME with a JSON object returns a JSON object."""

    name: str
    shape: Fields
    work: Callable[[Shelf, dict[str, Any]], dict[str, Any]]
    about: str


@dataclass(frozen=True, slots=True)
class Stream:
    """A long call: POST /api/NAME returns server-sent events, "done" or "error" last."""

    name: str
    shape: Fields
    work: Callable[[Shelf, dict[str, Any], Turn], Any | Generator[None, None, Any]]
    about: str


@dataclass(frozen=True, slots=True)
class Watch:
    """A subscription: POST /api/NAME returns server-sent events until the page goes away.

    The work gets `send(kind, data)`, which any thread may call, and returns a function that ends it.
    """

    name: str
    shape: Fields
    work: Callable[[Shelf, dict[str, Any], Callable[[str, dict[str, Any]], None]], Callable[[], None]]
    about: str


Call = Answer | Stream | Watch
