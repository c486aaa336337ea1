"""The status of the author's games, sent after every change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from countermove.studio.games.shelf import Shelf
from countermove.studio.web.call import Watch
from countermove.studio.web.shape import Fields


def author(shelf: Shelf, request: dict[str, Any], send: Callable[[str, dict[str, Any]], None]) -> Callable[[], None]:
    """Send the status of the author's games, now and after each change."""
    return shelf.authored.listen(lambda games: send("author", games))


CALLS = (Watch("author", Fields({}), author, "The status of the author's games: checking, ready or broken, and why."),)
