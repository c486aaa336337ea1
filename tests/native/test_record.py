"""Records: fields with generated places, the same in Python and compiled."""

import math
from typing import Any

import pytest

from countermove.errors import NativeError
from countermove.games.nim import Nim
from countermove.native import build, kernel
from countermove.native.bridge import fill_actions
from countermove.native.kernel import bind
from countermove.native.memory import Memory
from countermove.native.record import Record, Words, words


class Counts(Record):
    """A few fields of every sort."""

    nodes: int
    best: float
    history: Words = words(5)
    stop: int


class More(Counts):
    """The same and more."""

    depth: int
    actions: Words = words(3)


class Reordered(Record):
    """The fields of Counts in another order."""

    stop: int
    best: float
    history: Words = words(5)
    nodes: int


@kernel.kernel
def touch(work: Any, times: int) -> int:
    """Write every sort of field, and read it again."""
    for i in range(times):
        work.nodes += 1
        work.history[i] = 10 * i
    work.history[1] += 1
    work.best = work.nodes / 2
    work.best -= 0.25
    work.stop = work.nodes = work.nodes << 1
    history = work.history
    return history[1] + len(work.history) * 1000 if work.best > 0.0 else -1


@kernel.kernel
def listed(game: Any, state: Any, work: Any) -> int:
    """The actions of a state, into an array of a record."""
    return fill_actions(game, state, work.actions, 1)


@pytest.mark.parametrize("record", [Counts, More, Reordered])
def test_compiled_and_interpreted_code_write_the_same_fields(record: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, interpreted = record(), record()
    first = touch(compiled, 3)
    monkeypatch.setenv("COUNTERMOVE_INTERPRET", "1")
    assert first == touch(interpreted, 3) == 5011
    for work in (compiled, interpreted):
        assert (work.nodes, work.stop, work.best) == (6, 6, 1.25)
        assert [work.history[i] for i in range(5)] == [0, 11, 20, 0, 0]
    assert (compiled.words == interpreted.words).all()


def test_single_words_stand_first_and_arrays_after_their_length() -> None:
    places = {name: (field.at, field.size) for name, field in More.layout.fields.items()}
    single = {"nodes": (0, 1), "best": (1, 1), "stop": (2, 1), "depth": (3, 1)}
    assert places == {**single, "history": (8, 5), "actions": (16, 3)}
    assert More.layout.size == 19
    work = More()
    assert work[7] == 5 and work[15] == 3 and len(work) == 19


def test_an_array_is_a_memory_over_the_same_words() -> None:
    work = Counts()
    work.history[:] = range(5)
    assert isinstance(work.history, Memory) and work.history.words.tolist() == [0, 1, 2, 3, 4]
    work.history.words[2:] = 9
    assert [work[8 + i] for i in range(5)] == [0, 1, 9, 9, 9]


def test_a_real_field_holds_any_float() -> None:
    work = Counts()
    for value in (0.1, -math.inf, 5e-324):
        work.best = value
        assert work.best == value


def test_actions_stop_at_the_end_of_their_array() -> None:
    game, work = Nim((3, 4)), More()
    assert bind(listed, game, work)(game.initial(), work) == 1 + len(list(game.actions(game.initial())))
    assert work.actions.words.tolist() == [0, *list(game.actions(game.initial()))[:2]]
    assert len(work.actions) == 3 and work[7] == 5


def test_records_of_different_layouts_are_different_kinds() -> None:
    keys = {build.Question(touch, None, (record(), 3)).key for record in (Counts, More, Reordered)}
    assert len(keys) == 3
    game = Nim((3, 4))
    with pytest.raises(NativeError, match="a Counts where a More is expected"):
        bind(listed, game, More())(game.initial(), Counts())


def set_missing(work: Any) -> int:
    work.depth = 1
    return 0


def set_array(work: Any) -> int:
    work.history = 1
    return 0


@pytest.mark.parametrize(
    ("function", "reason"), [(set_missing, "a Counts has no depth"), (set_array, "history is an array")]
)
def test_what_a_record_does_not_have_cannot_be_assigned(function: Any, reason: str) -> None:
    with pytest.raises(NativeError, match=reason):
        kernel.Kernel(function)(Counts())


def test_a_field_is_an_int_a_float_or_an_array() -> None:
    with pytest.raises(TypeError, match=r"Odd\.name is neither"):
        type("Odd", (Record,), {"__annotations__": {"name": "str"}})
    with pytest.raises(TypeError, match="words is reserved"):
        type("Odd", (Record,), {"__annotations__": {"words": "int"}})
