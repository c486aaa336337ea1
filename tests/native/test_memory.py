"""Memory is the same words to Python and to compiled code."""

from __future__ import annotations

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
