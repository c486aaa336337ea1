"""Mistakes in the numbering of slices, which would make an endgame database wrong."""

import pytest

from countermove.check import check_game


@pytest.fixture
def numbered(small):
    class Numbered(small.Take):
        """Heaps of up to four counters are one slice, the others another."""

        def slice_of(self, state):
            return 0 if state.left <= 4 else 1

        def slice_index(self, state):
            return 2 * state.left + state.mover

        def slice_state(self, number, index):
            return self.initial()._replace(left=index // 2, mover=index % 2)

        def slice_size(self, number):
            return 40

        def slices(self, pieces):
            return [pieces - 1] if pieces <= 2 else []

        def slices_below(self, number):
            return [0] if number == 1 else []

        def slice_before(self, state):
            for taken in (1, 2, 3):
                yield 2 * (state.left + taken) + 1 - state.mover

    return Numbered


def test_slices_that_are_right_are_accepted(numbered):
    report = check_game(numbered(), games=30, native=False)
    assert report.ok, report.problems


def test_an_index_beyond_the_size(numbered, broken):
    class Large(numbered):
        def slice_size(self, number):
            return 3

    assert "slice_size" in broken(Large(), "slice-index").sentence


def test_a_state_that_is_not_the_inverse(numbered, broken):
    class Turned(numbered):
        def slice_state(self, number, index):
            return self.initial()._replace(left=index // 2, mover=1 - index % 2)

    assert "must be it, or symmetric to it" in broken(Turned(), "slice-inverse").sentence


def test_a_slice_below_that_is_missing(numbered, broken):
    class Forgetful(numbered):
        def slices_below(self, number):
            return []

    assert "slices_below(1) lacks 0" in broken(Forgetful(), "slice-below").sentence


def test_a_state_before_that_is_missing(numbered, broken):
    class Short(numbered):
        def slice_before(self, state):
            yield 2 * (state.left + 1) + 1 - state.mover

    assert "slice_before lacks" in broken(Short(), "slice-before").sentence
