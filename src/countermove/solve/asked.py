"""Solutions that know the state they are of, and not every state below it: those are asked about when they come up.

A search that proves a value forgets most of what it met on the way. Its table still holds a good part of that, so that
asking again, state by state, takes much less than the first answer did; and a strategy needs no more than that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from countermove import worker
from countermove.errors import SpecError
from countermove.game import State
from countermove.solve.solution import Solution
from countermove.solve.strategy import MOST, Strategy, better, build, fit

__all__ = ["Asked", "Keeper", "StoppedError"]


class StoppedError(Exception):
    """A search was told to stop, or is out of nodes."""


class Keeper(Protocol):
    """A search that can be asked again."""

    state: State

    @property
    def nodes(self) -> int: ...

    def halt(self) -> None:
        """Stop as soon as possible; what runs then raises a StoppedError."""

    def resume(self) -> None:
        """Forget that there was a stop, or a limit."""

    def keeping(self, player: int) -> Callable[[State], int]:
        """What gives an action in any state, after which a player still gets what he is sure of in the first."""

    def doubt(self, made: Strategy) -> str:
        """What is wrong with a strategy, as a sentence; nothing when all is well."""


@dataclass(frozen=True, slots=True)
class Asked(Solution):
    """The worth of a state, and the search that found it: `strategy` asks that for the rest."""

    search: Keeper = field(repr=False, compare=False)

    def strategy(
        self,
        player: int | None = None,
        *,
        most: int = MOST,
        stop: threading.Event | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Strategy:
        """How a player gets the value against everything the other can do; by default who stands better.

        >>> from countermove.games.hexapawn import Hexapawn
        >>> from countermove.solve import solve
        >>> strategy = solve(Hexapawn(), method="proof").strategy()
        >>> strategy.player, strategy.value, strategy.verify().holds
        (1, 1.0, True)
        """
        if not self.complete or self.value is None:
            raise SpecError("The search was stopped before the value was proven, so there is no strategy yet.")
        game, search = self.game, self.search
        fit(game, "A strategy")
        mover = 0 if game.is_terminal(search.state) else int(game.player(search.state))
        player = better(game, mover, self.value) if player is None else player
        if player not in (0, 1):
            raise SpecError(f"A strategy for player {player} was asked for; the players are 0 and 1.")
        promise = self.value if player == mover else game.axes.total - self.value
        found = [0]
        search.resume()

        def far(positions: int) -> None:
            found[0] = positions

        try:
            made = worker.run(
                lambda: build(game, search.state, player, promise, search.keeping(player), most, stop, far),
                game,
                halt=search.halt,
                progress=lambda: (found[0], search.nodes),
                tick=lambda: progress(found[0]) if progress else None,
                stop=stop,
            )
        except StoppedError:
            raise SpecError(f"Stopped after {found[0]:,} positions, before the strategy was whole.") from None
        if doubt := search.doubt(made):
            raise SpecError(doubt)
        return made
