"""Other frameworks on the same work: alpha-beta without an evaluation and without a table.

OpenSpiel has it in Python over rules in C++, and in C++ as well. The latter is in its Python module but not exposed;
with a C++ compiler, a few lines (`open_spiel.cpp`) reach it, in a separate process.
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

from countermove.engine.plain.alphabeta import alphabeta
from countermove.engine.workspace import Workspace
from countermove.game import Game
from countermove.native.kernel import bind
from countermove.registry import load

PYTHON_DEPTH, NATIVE_DEPTH = 7, 12
"""The depth of Connect 4 searches in Python, and in C++."""
EASYAI_DEPTH = 5
"""The depth of easyAI's search."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another framework's alpha-beta on a task."""

    name: str
    work: str
    nodes: int
    seconds: float
    native_seconds: float
    """Our compiled search, for the same number of nodes."""
    note: str = ""
    leaves: int | None = None
    """Positions at the depth limit, if counted."""

    @property
    def ratio(self) -> float:
        """How many times faster it is here."""
        return self.seconds / self.native_seconds


def rivals() -> tuple[list[Rival], list[str]]:
    """Measurements of the installed frameworks; and a note for each missing one."""
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
    """Connect 4 without an evaluation, as in the other frameworks."""
    from countermove.games.connect import Connect, Stones

    class Blind(Connect):
        def evaluate(self, state: Stones, player: int) -> float:
            return 0.0

    return Blind()


def _here(game: Game, depth: int) -> tuple[int, float]:
    """Nodes and seconds of the compiled search in one call, the best of several."""
    work = Workspace()
    state = game.initial()
    run = bind(alphabeta, game, depth, -math.inf, math.inf, 0, work)
    times: list[float] = []
    while sum(times) < 0.5:
        work.nodes = 0
        times.append(_seconds(lambda: run(state, depth, -math.inf, math.inf, 0, work)))
    return work.nodes, min(times)


def _open_spiel_python() -> Iterator[Rival]:
    """OpenSpiel's own alpha-beta, in Python over its rules in C++; it visits the same nodes as ours."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    for name, spiel, game, depth in _work(PYTHON_DEPTH):
        search = partial(
            minimax.alpha_beta_search, pyspiel.load_game(spiel), value_function=lambda state: 0, maximum_depth=depth
        )
        seconds = min(_seconds(search) for _ in range(2))
        yield Rival("OpenSpiel", name, *_pair(game, depth, seconds), "Python search, C++ rules")


def _work(deep: int) -> Iterator[tuple[str, str, Game, int]]:
    """The tasks: name, OpenSpiel's name, game, and depth."""
    yield "tic-tac-toe", "tic_tac_toe", load("tictactoe"), 9
    yield f"Connect 4, depth {deep}", "connect_four", blind(), deep


def _pair(game: Game, depth: int, theirs: float) -> tuple[int, float, float]:
    """Nodes, the seconds of the other framework, and ours."""
    nodes, seconds = _here(game, depth)
    return nodes, theirs, seconds


REACHED = """
import ctypes, json, os, sys
sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)  # so that open_spiel.cpp finds the module's symbols
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
        for name, spiel, game, depth in _work(NATIVE_DEPTH):
            undo = int(spiel == "tic_tac_toe")  # quicker than copying, where the rules support it
            command = [sys.executable, "-c", REACHED, library, spiel, str(depth), str(undo)]
            done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
            seconds, value, leaves = json.loads(done.stdout)
            if value != 0.0:
                raise ValueError(f"{name} is worth {value} there")
            found.append(Rival("OpenSpiel", name, *_pair(game, depth, seconds), "C++", leaves or None))
    return found


def _easy_ai() -> Rival:
    """The negamax of easyAI on its own Connect 4, with nodes counted as it plays."""
    from easyAI import AI_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour

    nodes = 1

    class Counted(ConnectFour):  # type: ignore[misc]
        def make_move(self, column: int) -> None:
            nonlocal nodes
            nodes += 1
            super().make_move(column)

    search: Any = Negamax(EASYAI_DEPTH)
    game = Counted([AI_Player(search), AI_Player(search)])
    seconds = _seconds(lambda: search(game))
    ours, spent = _here(blind(), NATIVE_DEPTH)
    return Rival(
        "easyAI", f"Connect 4, depth {EASYAI_DEPTH}", nodes, seconds, nodes * spent / ours, "Python, same nodes"
    )


def _seconds(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
