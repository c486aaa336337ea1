"""Start-up time: compiling, loading, and the command line itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Start:
    """Start-up times in seconds."""

    importing: float
    """Importing Countermove and NumPy."""
    compiling: float
    """From there to the first answer for a small game, including compiling it."""
    loading: float
    """The same in the next process, which loads the compiled code."""
    helping: float
    """`countermove --help`, from start to end."""


TIMED = """
import json, time
start = time.perf_counter()
import numpy
from countermove import analyse, load
middle = time.perf_counter()
assert analyse(load("subtract"), depth=2, algorithm="alphabeta", native=True).native
print(json.dumps([middle - start, time.perf_counter() - middle]))
"""


def start_up() -> Start:
    """Time to compile and to load a small game, and for the command line to print its help."""
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


def _seconds(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
