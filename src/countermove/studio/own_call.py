"""The author's own files: how they stand, told whenever one of them is saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from countermove.studio.call import Watch
from countermove.studio.shape import Fields
from countermove.studio.shelf import Shelf

__all__ = ["CALLS"]


def own(shelf: Shelf, asked: dict[str, Any], tell: Callable[[str, dict[str, Any]], None]) -> Callable[[], None]:
    """Tell of the author's games, now and after each change."""
    return shelf.own.listen(lambda games: tell("own", games))


CALLS = (Watch("own", Fields({}), own, "How the author's own games stand: checking, ready or broken, and why."),)
