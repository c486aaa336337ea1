"""The hunt for a mistake: always one that shows, always one answer."""

from __future__ import annotations

import pytest

from countermove.errors import SpecError
from countermove.lectures.mistake import BASES, CHOICES, grade_name, grade_step, make_hunt


@pytest.mark.parametrize("algorithm", BASES)
def test_every_hunt_has_one_answer(algorithm: str) -> None:
    found = set()
    for seed in range(40):
        hunt = make_hunt(seed, algorithm)
        found.add(hunt.variant.name)
        assert hunt.algorithm == algorithm and 0 <= hunt.step < hunt.steps
        assert len(set(hunt.choices)) == CHOICES
        assert [each for each in hunt.choices if grade_name(hunt, each.name).correct] == [hunt.variant]
    assert len(found) >= 5


def test_the_same_seed_is_the_same_hunt() -> None:
    make_hunt.cache_clear()
    first = make_hunt(11)
    make_hunt.cache_clear()
    assert make_hunt(11) == first


def test_too_early_and_too_late_are_told_apart() -> None:
    hunt = make_hunt(3, "alphabeta")
    assert grade_step(hunt, hunt.step).correct
    assert grade_step(hunt, hunt.step - 1).category == "too-early"
    assert grade_step(hunt, hunt.step + 1).category == "too-late"


def test_what_is_no_mistake_is_a_sentence() -> None:
    with pytest.raises(SpecError, match="There are no mistakes to find in 'maxn'"):
        make_hunt(1, "maxn")
    with pytest.raises(SpecError, match="not one of the choices"):
        grade_name(make_hunt(1), "wrong:luck")
