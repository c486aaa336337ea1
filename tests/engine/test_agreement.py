"""Random positions of random games agree with plain recursion; `python -m countermove.bench.agreement` runs for longer."""

from __future__ import annotations

import pytest

from countermove.bench.agreement import agreement


@pytest.mark.native
def test_searches_and_solvers_agree_with_plain_recursion() -> None:
    *_, done = agreement(games=40, seed=1_000_000)
    assert done.total() == 800


@pytest.mark.slow
@pytest.mark.native
def test_searches_and_solvers_agree_with_plain_recursion_for_longer() -> None:
    *_, done = agreement(games=400, seed=2_000_000)
    assert done.total() == 8_000
