"""Solved games of hidden information: each is solved once for all rooms, so advice agrees with what computers play."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from countermove.game import Game
from countermove.players import Turn
from countermove.players.solver import Solver

MAX_SOLVED = 8
"""Solved games kept."""
SOLVE_SECONDS = 10.0
"""Seconds to solve one."""


class Equilibria:
    """A solver for each game."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[Game, Solver]] = OrderedDict()
        self._lock = threading.Lock()

    def solver(self, name: str, game: Game) -> Solver:
        """The solver of a game."""
        with self._lock:
            found = self._known.get(name)
            if found is None or found[0] is not game:  # or the author has changed it
                found = game, Solver(SOLVE_SECONDS)
            self._known[name] = found
            self._known.move_to_end(name)
            while len(self._known) > MAX_SOLVED:
                self._known.popitem(last=False)
            return found[1]

    def mix(
        self, name: str, game: Game, seat: int, turns: Sequence[Turn], count: int, stop: threading.Event
    ) -> list[float] | None:  # fmt: skip
        """What `Solver.mix` says; the game is solved first, if nobody has."""
        return self.solver(name, game).mix(game, seat, turns, count, stop)
