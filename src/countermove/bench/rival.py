"""Other frameworks on the same work: alpha-beta without an evaluation and without a table.

OpenSpiel has it in Python over rules in C++, and in C++ as well. The latter is in its Python module but is not offered
by it; where there is a C++ compiler, a few lines (`open_spiel.cpp`) reach it, in a process of their own.
"""

from __future__ import annotations

import importlib.util
import json
import math
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from countermove.engine.alphabeta import alphabeta
from countermove.engine.workspace import Workspace
from countermove.game import Game, State
from countermove.native.kernel import bind
from countermove.registry import load

__all__ = ["Rival", "rivals"]

DEPTH, DEEP = 7, 12
"""How deep Connect 4 is searched: by Python, and by C++."""
SHALLOW = 5
"""How deep it is searched by easyAI."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another framework's alpha-beta on some work."""

    name: str
    work: str
    nodes: int
    seconds: float
    native_seconds: float
    """Compiled search here, for as many nodes."""
    note: str = ""
    leaves: int | None = None
    """Positions at the depth limit, where they were counted."""

    @property
    def ratio(self) -> float:
        """How many times faster it is here."""
        return self.seconds / self.native_seconds


def rivals() -> tuple[list[Rival], list[str]]:
    """The other frameworks that are installed, measured; and of those that are not, a word each."""
    found: list[Rival] = []
    missing: list[str] = []
    if importlib.util.find_spec("pyspiel") is None:
        missing.append("OpenSpiel is not installed")
    else:
        found += _open_spiel_python()
        compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
        if compiler is None:
            missing.append("OpenSpiel's search in C++ cannot be reached without a C++ compiler")
        else:
            try:
                found += _open_spiel_native(compiler)
            except (subprocess.SubprocessError, OSError, ValueError):
                missing.append("OpenSpiel's search in C++ cannot be reached in the version that is installed")
    if importlib.util.find_spec("easyAI") is None:
        missing.append("easyAI is not installed")
    else:
        found.append(_easy_ai())
    return found, missing


def blind() -> Game:
    """Connect 4 without an evaluation, as the other frameworks have it."""
    from countermove.games.connect import Connect

    class Blind(Connect):
        def evaluate(self, state: State, player: int) -> float:
            return 0.0

    return Blind()


def _here(game: Game, depth: int) -> tuple[int, float]:
    """Nodes and seconds of the compiled search in one call, the best of some."""
    work = Workspace()
    state = game.initial()
    run = bind(alphabeta, game, depth, -math.inf, math.inf, 0, work)
    times: list[float] = []
    while sum(times) < 0.5:
        work.nodes = 0
        times.append(_seconds(lambda: run(state, depth, -math.inf, math.inf, 0, work)))
    return work.nodes, min(times)


def _open_spiel_python() -> Iterator[Rival]:
    """OpenSpiel's own alpha-beta, in Python over its rules in C++; it visits the nodes that ours does."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    for name, spiel, game, depth in _work(DEPTH):
        search = partial(
            minimax.alpha_beta_search, pyspiel.load_game(spiel), value_function=lambda state: 0, maximum_depth=depth
        )
        seconds = min(_seconds(search) for _ in range(2))
        yield Rival("OpenSpiel", name, *_pair(game, depth, seconds), "Python search, C++ rules")


def _work(deep: int) -> Iterator[tuple[str, str, Game, int]]:
    """What is searched: its name, OpenSpiel's name, the game, and how deep."""
    yield "tic-tac-toe", "tic_tac_toe", load("tictactoe"), 9
    yield f"Connect 4, depth {deep}", "connect_four", blind(), deep


def _pair(game: Game, depth: int, theirs: float) -> tuple[int, float, float]:
    """Nodes, the seconds of the other framework, and those here."""
    nodes, seconds = _here(game, depth)
    return nodes, theirs, seconds


REACHED = """
import ctypes, json, os, sys
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)  # so that the few lines find what is in the module
import pyspiel
search = ctypes.CDLL(sys.argv[1]).search
search.restype = ctypes.c_double
value, leaves = ctypes.c_double(), ctypes.c_int64()
times = [
    search(sys.argv[2].encode(), int(sys.argv[3]), int(sys.argv[4]), ctypes.byref(value), ctypes.byref(leaves))
    for _ in range(3)
]
print(json.dumps([min(times), value.value, leaves.value]))
"""


def _open_spiel_native(compiler: str) -> list[Rival]:
    """OpenSpiel's alpha-beta in C++."""
    found = []
    with tempfile.TemporaryDirectory() as place:
        library = str(Path(place) / "open_spiel.so")
        source = str(Path(__file__).with_name("open_spiel.cpp"))
        flags = ["-O2", "-std=c++17", "-shared", "-fPIC", "-undefined", "dynamic_lookup"]
        flags = flags if sys.platform == "darwin" else flags[:4]
        subprocess.run([compiler, *flags, source, "-o", library], check=True, capture_output=True)
        for name, spiel, game, depth in _work(DEEP):
            undo = int(spiel == "tic_tac_toe")  # which is quicker than copying, where the rules have it
            command = [sys.executable, "-c", REACHED, library, spiel, str(depth), str(undo)]
            done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
            seconds, value, leaves = json.loads(done.stdout)
            if value != 0.0:
                raise ValueError(f"{name} is worth {value} there")
            found.append(Rival("OpenSpiel", name, *_pair(game, depth, seconds), "C++", leaves or None))
    return found


def _easy_ai() -> Rival:
    """The negamax of easyAI on the Connect 4 that comes with it, its nodes counted as it plays them."""
    from easyAI import AI_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour

    nodes = 1

    class Counted(ConnectFour):  # type: ignore[misc]
        def make_move(self, column: int) -> None:
            nonlocal nodes
            nodes += 1
            super().make_move(column)

    search: Any = Negamax(SHALLOW)
    game = Counted([AI_Player(search), AI_Player(search)])
    seconds = _seconds(lambda: search(game))
    ours, spent = _here(blind(), DEEP)
    return Rival("easyAI", f"Connect 4, depth {SHALLOW}", nodes, seconds, nodes * spent / ours, "Python, as many nodes")


def _seconds(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
