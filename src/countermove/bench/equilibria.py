"""Equilibria against OpenSpiel: CFR+ in C++ there, passes over flat arrays here, to the same exploitability."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from countermove.registry import load
from countermove.solve.nash import equilibrium

TARGET = 1e-3
TASKS = (("leduc", "leduc_poker"), ("liarsdice:sides=4", "liars_dice(dice_sides=4)"))
STEPS = 20
"""Iterations of OpenSpiel between two looks at the exploitability."""


@dataclass(frozen=True, slots=True)
class Converged:
    """A method on a game: iterations and CPU seconds until the target, unrolling and checks of its own included."""

    game: str
    method: str
    iterations: int
    seconds: float
    rival: float | None
    """OpenSpiel's CFR+, without the time of its checks; None if it is not installed."""

    @property
    def ratio(self) -> float | None:
        """How many times faster it is here."""
        return None if self.rival is None else self.rival / self.seconds


def equilibria() -> Iterator[Converged]:
    """Every task, by several methods."""
    for spec, name in TASKS:
        theirs = _open_spiel(name) if importlib.util.find_spec("pyspiel") else None
        for method in ("cfr+", "dcfr"):
            game = load(spec)
            equilibrium(game, method=method, iterations=1)  # compile
            start = time.process_time()
            found = equilibrium(game, method=method, target=TARGET)
            yield Converged(spec, method, found.iterations, time.process_time() - start, theirs)


def _open_spiel(name: str) -> float:
    import pyspiel

    game: Any = pyspiel.load_game(name)
    solver = pyspiel.CFRPlusSolver(game)
    spent = 0.0
    while True:
        start = time.process_time()
        for _ in range(STEPS):
            solver.evaluate_and_update_policy()
        spent += time.process_time() - start
        if pyspiel.exploitability(game, solver.average_policy()) <= TARGET:
            return spent
