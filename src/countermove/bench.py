"""Speed, measured so that it means something: both sides of every ratio in one run, on the same work.

Seconds depend on the machine and on what else it does, so what counts are ratios taken a moment apart, and node counts,
which do not depend on the machine at all. Nothing here is a test; `countermove bench` prints it.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countermove import textbook
from countermove.analysis import analyse
from countermove.game import Game, State
from countermove.registry import load

__all__ = ["Depth", "Plays", "Rival", "Start", "depths", "plays", "rivals", "start_up"]

PUBLISHED = (7, 49, 343, 2401, 16807, 117649, 823536, 5673234)
"""Plays of Connect 4 from the empty board, by length."""
PATIENCE = 3.0
"""Seconds that the textbook may take for one depth before deeper ones are left to compiled search alone."""


@dataclass(frozen=True, slots=True)
class Depth:
    """Alpha-beta on Connect 4 to one depth, as the textbook does it and compiled."""

    depth: int
    value: float
    nodes: int
    seconds: float
    book_nodes: int | None = None
    book_value: float | None = None
    book_seconds: float | None = None

    @property
    def same(self) -> bool | None:
        """Whether both found the same value with the same nodes."""
        return None if self.book_nodes is None else (self.book_nodes, self.book_value) == (self.nodes, self.value)

    @property
    def ratio(self) -> float | None:
        """How many times faster compiled search is."""
        return None if self.book_seconds is None else self.book_seconds / self.seconds


def depths(deepest: int) -> Iterator[Depth]:
    """Depth after depth from the empty board, the textbook's search beside the compiled one while it can follow."""
    game = load("connect4")
    analyse(game, depth=1, algorithm="alphabeta", native=True)
    book = True
    for depth in range(1, deepest + 1):
        runs = [analyse(game, depth=depth, algorithm="alphabeta", native=True) for _ in range(3 if book else 1)]
        found, seconds = runs[0], min(run.seconds for run in runs)
        if not book:
            yield Depth(depth, found.value, found.nodes, seconds)
            continue
        start = time.perf_counter()
        decision = textbook.run(textbook.alphabeta(game, depth=depth))
        book_seconds = time.perf_counter() - start
        assert isinstance(decision.value, float)
        yield Depth(depth, found.value, found.nodes, seconds, decision.nodes, decision.value, book_seconds)
        book = book_seconds < PATIENCE


@dataclass(frozen=True, slots=True)
class Plays:
    """Perft of Connect 4 to one depth."""

    depth: int
    plays: int
    published: int
    seconds: float


def plays() -> Iterator[Plays]:
    """The number of plays of Connect 4 by length, beside the published numbers."""
    from countermove.engine.perft import perft
    from countermove.engine.workspace import workspace
    from countermove.native.kernel import call

    game = load("connect4")
    call(perft, game, game.initial(), 1, workspace())
    for depth, published in enumerate(PUBLISHED, 1):
        start = time.perf_counter()
        count = call(perft, game, game.initial(), depth, workspace())
        yield Plays(depth, int(count), published, time.perf_counter() - start)


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds until there is something to see."""

    importing: float
    """Importing Numba, which all compiled code must."""
    compiling: float
    """From there to the first answer of a small game never compiled before."""
    loading: float
    """The same in the next process, where it is loaded."""
    helping: float
    """`countermove --help`, from start to end."""


TIMED = """
import json, time
start = time.perf_counter()
import numba
middle = time.perf_counter()
from countermove import analyse, load
assert analyse(load("subtract"), depth=2, algorithm="alphabeta", native=True).native
print(json.dumps([middle - start, time.perf_counter() - middle]))
"""


def start_up() -> Start:
    """How long a small game takes to compile, to load, and the command line to say what it can do."""
    with tempfile.TemporaryDirectory() as place:
        environment = {**os.environ, "COUNTERMOVE_CACHE": str(Path(place) / "cache")}

        def timed() -> list[float]:
            command = [sys.executable, "-c", TIMED]
            done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
            times: list[float] = json.loads(done.stdout)
            return times

        _, compiling = timed()
        loads = [timed() for _ in range(3)]
    command = [sys.executable, "-m", "countermove.cli", "--help"]
    helps = [_seconds(lambda: subprocess.run(command, capture_output=True, check=True)) for _ in range(3)]
    return Start(min(load[0] for load in loads), compiling, min(load[1] for load in loads), min(helps))


@dataclass(frozen=True, slots=True)
class Rival:
    """Another framework's alpha-beta on Connect 4."""

    name: str
    depth: int
    nodes: int
    seconds: float
    native_seconds: float
    """Compiled search here, for as many nodes."""
    note: str = ""

    @property
    def ratio(self) -> float:
        """How many times more nodes a second are searched here."""
        return self.seconds / self.native_seconds


MISSING = {"pyspiel": "OpenSpiel", "easyAI": "easyAI"}


def rivals(depth: int = 7) -> tuple[list[Rival], list[str]]:
    """The other frameworks that are installed, measured; and the names of those that are not."""
    rate = _native_rate()
    found, missing = [], []
    for module, measure in (("pyspiel", _open_spiel), ("easyAI", _easy_ai)):
        if importlib.util.find_spec(module) is None:
            missing.append(MISSING[module])
        else:
            name, nodes, seconds, note = measure(depth)
            found.append(Rival(name, depth, nodes, seconds, nodes / rate, note))
    return found, missing


def _blind() -> Game:
    """Connect 4 without an evaluation, as the other frameworks have it."""
    from countermove.games.connect import Connect

    class Blind(Connect):
        def evaluate(self, state: State, player: int) -> float:
            return 0.0

    return Blind()


def _native_rate() -> float:
    """Nodes a second of compiled alpha-beta without an evaluation."""
    game = _blind()
    analyse(game, depth=1, algorithm="alphabeta", native=True)
    found = [analyse(game, depth=12, algorithm="alphabeta", native=True) for _ in range(3)]
    best = min(found, key=lambda each: each.seconds)
    return best.nodes / best.seconds


def _open_spiel(depth: int) -> tuple[str, int, float, str]:
    """OpenSpiel's own alpha-beta, in Python over its rules in C++; it visits the nodes that ours does."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("connect_four")
    seconds = _seconds(lambda: minimax.alpha_beta_search(game, value_function=lambda state: 0, maximum_depth=depth))
    return "OpenSpiel", analyse(_blind(), depth=depth, algorithm="alphabeta").nodes, seconds, "Python search, C++ rules"


def _easy_ai(depth: int) -> tuple[str, int, float, str]:
    """The negamax of easyAI on the Connect 4 that comes with it, its nodes counted as it plays them."""
    from easyAI import AI_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour

    nodes = 1

    class Counted(ConnectFour):  # type: ignore[misc]
        def make_move(self, column: int) -> None:
            nonlocal nodes
            nodes += 1
            super().make_move(column)

    search: Any = Negamax(min(depth, 5))
    game = Counted([AI_Player(search), AI_Player(search)])
    seconds = _seconds(lambda: search(game))
    return "easyAI", nodes, seconds, f"Python, depth {min(depth, 5)}"


def _seconds(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
