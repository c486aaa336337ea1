"""What a player is: something with a name that, asked in a state where it is to act, gives a legal action."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from countermove.analysis import Analysis
from countermove.errors import UnfitError
from countermove.game import Action, Game, State
from countermove.players.clock import Clock

if TYPE_CHECKING:
    from countermove.players.turn import Turn

__all__ = ["Player"]


class Player(ABC):
    """Chooses actions. A player may sit in any seat and may be asked about any state, in any order."""

    name: str = "player"
    """What to call it, as a specification that would make it again where that is possible."""
    analysis: Analysis | None = None
    """What lay behind its last choice; None where nothing was searched."""
    clock: Clock | None = None
    """The time it has for a whole game; None where it has none."""
    is_human: bool = False

    @abstractmethod
    def choose(
        self, game: Game, state: State, stop: threading.Event | None = None, turns: Sequence[Turn] = ()
    ) -> Action:  # fmt: skip
        """A legal action in `state`, where a player (not chance) acts. When `stop` is set, the best one so far.

        `turns` are those of the game so far, which tell what has come up before and how much time is left.
        """

    def choose_at_once(self, game: Game, state: State, seat: int, stop: threading.Event | None = None) -> int:
        """What the player in a seat chooses in `state`, where both act at once: one of its own choices."""
        raise UnfitError(
            f"{self.name} waits for its turn, and in {type(game).__name__} both act at once; human, random, best, "
            "induction and solve can."
        )

    def sit(self, game: Game, seat: int) -> None:  # noqa: B027 (most players play anything)
        """Takes a seat as a game begins; raises an UnfitError when it cannot play there."""

    def __repr__(self) -> str:
        return f"<{self.name}>"
