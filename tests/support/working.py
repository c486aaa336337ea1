"""Functions for other processes to run, which import them by name."""

from __future__ import annotations

import os
import time
from pathlib import Path

from countermove.errors import SpecError


def square(number: int) -> int:
    return number * number


def slow(number: int) -> int:
    time.sleep(0.2)
    return number


def die_once(mark: str) -> str:
    """Kill the process that gets this input for the first time."""
    if not Path(mark).exists():
        Path(mark).touch()
        os._exit(9)
    return "done"


def die(number: int) -> int:
    os._exit(9)


def fail(number: int) -> int:
    raise SpecError(f"Number {number} is wrong.")
