"""Time to the first compiled answer: CPU time of whole processes, from start to answer.

Each game, shipped or draft, is searched two plies deep in a fresh process: with an empty cache, with the code cached by
the previous process, and after an edit of one method.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from countermove.bench.draft import DRAFTS
from countermove.registry import BUILT_IN

RUNS = 3
"""Runs of each measurement; the best counts."""
SKIPPED = ("connect", "goofspiel", "matrix", "rps")
"""An alias of connect4, and games whose search is not compiled."""
ANSWER = """
import sys, time
from countermove import analyse, load
found = analyse(load(sys.argv[1]), depth=2, native=True)
assert found.native, found.note
print(time.process_time())
"""
EDITED = """
from countermove.registry import load

Rules = type(load({spec!r}))


class Edited(Rules):
    def utility(self, state, player):
        return 0.0 + super().utility(state, player)
"""


@dataclass(frozen=True, slots=True)
class Compilation:
    """CPU seconds of a process from its start to the first compiled answer."""

    game: str
    cold: float
    """With an empty cache."""
    warm: float
    """With everything in the cache."""
    edited: float
    """After a change of one method."""


def compilations() -> Iterator[Compilation]:
    """Every shipped game and every draft."""
    specs = {name: name for name in BUILT_IN if name not in SKIPPED}
    specs |= {f"draft {name}": str(path) for name, path in DRAFTS.items()}
    with tempfile.TemporaryDirectory() as place:
        for number, (name, spec) in enumerate(specs.items()):
            edited = Path(place) / f"edited{number}.py"
            edited.write_text(EDITED.format(spec=spec), encoding="utf-8")
            cold, warm, changed = [], [], []
            for run in range(RUNS):
                cache = Path(place) / f"cache{number}-{run}"
                cold.append(_answer(spec, cache))
                warm.append(_answer(spec, cache))
                changed.append(_answer(f"{edited}:Edited", cache))
            yield Compilation(name, min(cold), min(warm), min(changed))


def _answer(spec: str, cache: Path) -> float:
    """CPU seconds of a fresh process until its answer."""
    environment = {**os.environ, "COUNTERMOVE_CACHE": str(cache)}
    command = [sys.executable, "-c", ANSWER, spec]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    return float(done.stdout)
