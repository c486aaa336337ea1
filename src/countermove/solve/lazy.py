"""Solutions of one state that search the states below it on demand.

A search that proves a value forgets most of the positions on the way. Its table still holds a good part of them, so
searching again, state by state, is much faster than the first time; and a strategy needs no more than that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from countermove import worker
from countermove.errors import SpecError
from countermove.game import State
from countermove.solve.solution import Solution
from countermove.solve.strategy import MAX_POSITIONS, Strategy, better, build, fit

if TYPE_CHECKING:
    from countermove.solve.slices import SliceDatabase


class Resumable(Protocol):
    """A search that can be resumed for other states."""

    state: State

    @property
    def database(self) -> SliceDatabase | None:
        """The endgame database where the search ends."""

    @property
    def nodes(self) -> int: ...

    def halt(self) -> None:
        """Stop as soon as possible; a running search then raises worker.CancelledError."""

    def resume(self) -> None:
        """Clear the stop flag and the node limit."""

    def chooser(self, player: int) -> Callable[[State], int]:
        """A function from states to actions that keep the value a player is sure of at the root."""

    def objection(self, made: Strategy) -> str:
        """What is wrong with a strategy, as a sentence; empty when it holds."""


@dataclass(frozen=True, slots=True)
class LazySolution(Solution):
    """The value of a state, and the search that found it; `strategy` resumes it for other states."""

    search: Resumable = field(repr=False, compare=False)

    def strategy(
        self,
        player: int | None = None,
        *,
        most: int = MAX_POSITIONS,
        stop: threading.Event | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Strategy:
        """How a player gets the value against every reply; by default the player who is ahead.

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
            raise SpecError(f"There is no player {player}; the players are 0 and 1.")
        promise = self.value if player == mover else game.axes.total - self.value
        found = [0]
        search.resume()

        def count(positions: int) -> None:
            found[0] = positions

        try:
            made = worker.run(
                lambda: build(
                    game, search.state, player, promise, search.chooser(player), most, stop, count, search.database
                ),
                game,
                halt=search.halt,
                progress=lambda: (found[0], search.nodes),
                tick=lambda: progress(found[0]) if progress else None,
                stop=stop,
            )
        except worker.CancelledError:
            raise SpecError(f"Stopped after {found[0]:,} positions, before the strategy was complete.") from None
        if objection := search.objection(made):
            raise SpecError(objection)
        return made
