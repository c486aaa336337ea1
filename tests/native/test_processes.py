"""Every kernel on games of every kind: compiled in one process, loaded in the next, and run as plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.native, pytest.mark.slow]
SCRIPT = Path(__file__).with_name("every_kernel.py")


def run(**environment: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(SCRIPT)], env={**os.environ, **environment}, capture_output=True, text=True, timeout=1800
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_each_kernel_compiles_loads_and_agrees_with_its_interpreted_self(cache: Path) -> None:
    compiled = run()
    loaded = run()
    plain = run(COUNTERMOVE_INTERPRET="1")
    assert compiled["loaded"] == 0 < compiled["needed"]
    assert loaded["loaded"] == loaded["needed"] == compiled["needed"]
    assert plain["needed"] == 0
    assert compiled["results"] == loaded["results"] == plain["results"]
    assert not compiled["doubled"], "a kernel is compiled twice for one game"
