"""The interface of a player: it has a name and chooses a legal action in a state where it is to act."""

from __future__ import annotations

import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from countermove.analysis import Analysis
from countermove.errors import UnfitError
from countermove.game import Action, Game, S
from countermove.players.clock import Clock

if TYPE_CHECKING:
    from countermove.players.turn import Turn


class Player(ABC):
    """Chooses actions. A player may take any seat, and choose in any state, in any order."""

    name: str = "player"
    """Its name: where possible, a specification that would recreate it."""
    analysis: Analysis | None = None
    """The analysis behind its last choice; None if it did not search."""
    clock: Clock | None = None
    """Its clock for the whole game, if any."""
    seconds_per_action: float | None = None
    """The seconds that it may take for each action, if limited."""
    version: str = ""
    """What a program that plays calls itself, once it has taken a seat."""
    is_human: bool = False
    plays_hidden: bool = False
    """Whether it chooses by what its player can see alone, as games of hidden information need."""
    _lots: random.Random | None = None
    """The source of its random choices, if it makes any."""

    @abstractmethod
    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        """A legal action in `state`, where a player (not chance) acts. When `stop` is set, the best so far.

        `turns` are those of the game so far; repetitions and the time left follow from them.
        """

    def choose_at_once(
        self, game: Game[S], state: S, seat: int, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> int:  # fmt: skip
        """The choice of the player in a seat in `state`, where both act at once."""
        raise UnfitError(
            f"{self.name} cannot play simultaneous actions, as in {type(game).__name__}; use human, random, best, "
            "induction or solve."
        )

    def sit(self, game: Game, seat: int) -> None:  # noqa: B027 (most players play anything)
        """Take a seat as a game starts; UnfitError if it cannot play there."""

    def reseed(self, seed: str) -> None:
        """Make its random choices depend on a seed alone."""
        if self._lots is not None:
            self._lots.seed(seed)

    def close(self) -> None:  # noqa: B027 (most players own nothing)
        """Release what it owns, such as a process; it does not play again."""

    def __repr__(self) -> str:
        return f"<{self.name}>"
