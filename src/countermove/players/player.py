"""What a player is: something with a name that, asked in a state where it is to act, gives a legal action."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod

from countermove.analysis import Analysis
from countermove.game import Game, State

__all__ = ["Player"]


class Player(ABC):
    """Chooses actions. A player may sit in any seat and may be asked about any state, in any order."""

    name: str = "player"
    """What to call it, as a specification that would make it again where that is possible."""
    analysis: Analysis | None = None
    """What lay behind its last choice; None where nothing was searched."""
    is_human: bool = False

    @abstractmethod
    def choose(self, game: Game, state: State, stop: threading.Event | None = None) -> int:
        """A legal action in `state`, where a player (not chance) acts. When `stop` is set, the best one so far."""

    def sit(self, game: Game, seat: int) -> None:  # noqa: B027 (most players play anything)
        """Takes a seat in a game; raises an UnfitError when it cannot play there."""

    def __repr__(self) -> str:
        return f"<{self.name}>"
