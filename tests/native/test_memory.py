"""Memory is the same words to Python and to compiled code."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from countermove.native.kernel import kernel
from countermove.native.memory import Memory

pytestmark = pytest.mark.native


@kernel
def double(memory, index):
    memory[index] = memory[index] * 2
    memory[0] += 1
    return memory[index]


def test_both_sides_see_what_the_other_wrote() -> None:
    memory = Memory(8)
    memory[5] = 21
    assert double(memory, 5) == 42
    assert (memory[5], memory[0]) == (42, 1)


@kernel
def read(memory, numbers, which, index):
    return memory[index] if which == 0 else numbers[index]


OUTSIDE = """
import sys
import numpy as np
from countermove.errors import GameError
from countermove.native.memory import Memory
from test_memory import read
memory, numbers = Memory(8), np.arange(4)
assert [read(memory, numbers, 1, index) for index in (0, 3, -1)] == [0, 3, 3]
for which, index in ((0, 8), (0, -9), (0, 1 << 40), (1, 4), (1, -5)):
    try:
        read(memory, numbers, which, index)
    except GameError as error:
        print(error)
"""


def test_indices_of_kernels_are_checked_where_that_is_asked_for(tmp_path) -> None:
    environment = {**os.environ, "COUNTERMOVE_CHECK": "1", "COUNTERMOVE_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", OUTSIDE], env=environment, cwd=os.path.dirname(__file__), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert len(said) == 5
    assert all(line.startswith("A kernel stops with IndexError in read (test_memory.py line ") for line in said)


@pytest.mark.parametrize("index", [8, -9])
def test_python_checks_them_too(index: int) -> None:
    with pytest.raises(IndexError):
        Memory(8)[index]
