"""Equilibria against OpenSpiel and LiteEFG: CFR+ in C++ there, passes over flat arrays here, to one exploitability.

Times are CPU seconds after the game is unrolled, or read by the others, and without checks of the exploitability.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from countermove.game import Game
from countermove.registry import load
from countermove.solve.nash import equilibrium
from countermove.solve.sequence import Unrolling

TARGET, FINE_TARGET = 1e-3, 1e-6
TASKS = (
    ("leduc", "leduc_poker", ("cfr+", "dcfr"), TARGET),
    ("liarsdice:sides=4", "liars_dice(dice_sides=4)", ("cfr+", "dcfr"), TARGET),
    ("liarsdice", "", ("dcfr",), TARGET),
    ("kuhn", "", ("pdcfr+",), FINE_TARGET),
    ("pushfold", "", ("dcfr",), FINE_TARGET),
)
"""A game, its name for the others (empty: not asked), methods, and the exploitability to reach."""
STEPS = 20
"""Iterations of the others between two looks at the exploitability."""


@dataclass(frozen=True, slots=True)
class Converged:
    """A method on a game: iterations and CPU seconds until the target."""

    game: str
    method: str
    target: float
    iterations: int
    unrolling: float
    """Seconds to unroll the game."""
    seconds: float
    """Seconds of all iterations, checks of the exploitability included."""
    rival: float | None
    """OpenSpiel's CFR+; None if it is not installed, or not asked."""
    lite: float | None
    """LiteEFG's CFR+; None if it is not installed, or not asked."""

    @property
    def ratio(self) -> float | None:
        """How many times faster than OpenSpiel it is here."""
        return None if self.rival is None else self.rival / self.seconds

    @property
    def lite_ratio(self) -> float | None:
        """How many times faster than LiteEFG it is here."""
        return None if self.lite is None else self.lite / self.seconds


def equilibria() -> Iterator[Converged]:
    """Every task, by several methods."""
    for spec, name, methods, target in TASKS:
        rival = _until(_open_spiel(name), target) if name and importlib.util.find_spec("pyspiel") else None
        lite = _until(_lite(name), target) if rival is not None and importlib.util.find_spec("LiteEFG") else None
        for method in methods:
            game = load(spec)
            equilibrium(game, method=method, iterations=1)  # compile
            unrolling = _unrolling(game)
            start = time.process_time()
            found = equilibrium(game, method=method, target=target)
            seconds = max(1e-4, time.process_time() - start - unrolling)
            yield Converged(spec, method, target, found.iterations, unrolling, seconds, rival, lite)


def _unrolling(game: Game) -> float:
    start = time.process_time()
    Unrolling(game).run()
    return time.process_time() - start


def _until(solver: tuple[Callable[[], None], Callable[[], float]], target: float) -> float:
    """The CPU seconds of a solver until a target: its step, and its exploitability, which is not counted."""
    step, exploitability = solver
    spent = 0.0
    while True:
        start = time.process_time()
        for _ in range(STEPS):
            step()
        spent += time.process_time() - start
        if exploitability() <= target:
            return spent


def _open_spiel(name: str) -> tuple[Callable[[], None], Callable[[], float]]:
    import pyspiel

    game: Any = pyspiel.load_game(name)
    solver = pyspiel.CFRPlusSolver(game)
    return solver.evaluate_and_update_policy, lambda: pyspiel.exploitability(game, solver.average_policy())


def _lite(name: str) -> tuple[Callable[[], None], Callable[[], float]]:
    import LiteEFG
    import pyspiel
    from LiteEFG.baselines import CFRplus

    with contextlib.redirect_stdout(io.StringIO()):  # it announces its graph
        graph: Any = CFRplus.graph()  # type: ignore[no-untyped-call,unused-ignore]
        game: Any = LiteEFG.OpenSpielEnv(pyspiel.load_game(name), traverse_type="Enumerate", regenerate=True)
    game.set_graph(graph)

    def step() -> None:
        graph.update_graph(game)
        game.update_strategy(graph.current_strategy())

    # It adds up what both players gain.
    return step, lambda: sum(game.exploitability(graph.current_strategy(), "linear-avg-iterate")) / 2
