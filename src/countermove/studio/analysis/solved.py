"""The action of a player that solves the game: proven if that is possible in time, else the best one found.

A short search comes first, interpreted if need be, and its answer stands until the solver is compiled.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator

from countermove import worker
from countermove.analysis import Analysis, Budget
from countermove.game import Action
from countermove.players.solver import Solver
from countermove.solve import Progress, solve
from countermove.studio.analysis.live import Wish, search
from countermove.studio.games.shelf import Place, Shelf
from countermove.studio.pool import Turn

SEARCH_SECONDS = 1.0
"""Seconds of the search that comes first."""
LOAD_SECONDS = 1.0
"""Seconds to wait for a solver: enough to load it, not to compile it."""
MAX_SOLVERS = 4
"""Games whose solutions are kept."""
COMPILING = "Not proven: the solver is still being compiled."


def solved(
    shelf: Shelf, place: Place, player: Solver, turn: Turn, report: Callable[[Analysis], None]
) -> Generator[None, None, tuple[Action, str]]:
    """The action, and what to say if it is not proven."""
    began = time.monotonic()
    knower, ready = _solver(shelf, place)
    if knower.knows(place.game, place.state):
        return knower.recall(place.state), ""
    seconds = min(SEARCH_SECONDS, player.seconds or SEARCH_SECONDS)
    found = yield from search(shelf, place, Wish(budget=Budget(seconds)), turn, report)
    if found.exact:
        return found.action, ""
    if not ready.wait(LOAD_SECONDS):
        return found.action, COMPILING
    left = None if player.seconds is None else max(0.05, player.seconds - (time.monotonic() - began))

    def tell(now: Progress) -> None:
        turn.tell("progress", {"depth": 0, "nodes": now.nodes, "doing": f"Solving: {now.nodes:,} nodes."})

    proof = worker.run(
        lambda: solve(place.game, place.state, seconds=left, stop=turn.stop, progress=tell),
        place.game, patience=(left or 60.0) + 30,
    )  # fmt: skip
    if knower.take(proof):
        return proof.action, ""
    return found.action, f"Not solved in {player.seconds:g} seconds: this is the best action found."


def _solver(shelf: Shelf, place: Place) -> tuple[Solver, threading.Event]:
    """Who knows the solution of a game, if anybody; and an event, set when the solver is compiled, which begins now."""
    kept = shelf.solvers.get(place.name)
    if kept is not None and kept[0] is place.game:
        return kept[1:]
    knower, ready = Solver(), threading.Event()
    shelf.solvers[place.name] = place.game, knower, ready
    while len(shelf.solvers) > MAX_SOLVERS:
        shelf.solvers.popitem(last=False)

    def work() -> None:
        try:
            solve(place.game, place.state, seconds=0.1)
        finally:
            ready.set()

    if not shelf.ahead.view(("solve", id(place.game)), work):
        ready.set()
    return knower, ready
