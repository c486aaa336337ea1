"""Disks that fill up and memory that runs out, at every single step of every store.

Each write, rename, sync, removal and allocation fails in turn, once or from then on. Whatever happens, a file is as it
was before or as it should be, nothing is left beside it, the next attempt succeeds, and the person gets one sentence.
"""

from __future__ import annotations

import builtins
import errno
import io
import mmap
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from countermove import fault, load, network
from countermove.engine.graph import enumeration
from countermove.files import written_whole
from countermove.games.nim import Nim
from countermove.native import cache, memory
from countermove.solve import Database, store, sweep

MOST = 2000
"""More steps than any store has."""


class Faults:
    """Lets the step with a number fail, and all after it where failing goes on."""

    def __init__(self, number: int, goes_on: bool) -> None:
        self.number, self.goes_on = number, goes_on
        self.steps = 0

    @property
    def met(self) -> bool:
        return self.steps >= self.number

    def step(self) -> bool:
        """Whether the step that comes now fails."""
        self.steps += 1
        return self.steps == self.number or (self.goes_on and self.steps > self.number)

    def disk(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **options: Any) -> Any:
            if self.step():
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return function(*arguments, **options)

        return wrapped

    def allocation(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **options: Any) -> Any:
            if self.step():
                raise MemoryError
            return function(*arguments, **options)

        return wrapped

    def opening(self) -> Callable[..., Any]:
        """`open`, for files whose writes fail as on a disk that fills up: half of the bytes go, the others do not."""
        faults, plainly = self, io.open

        class Raw(io.FileIO):
            is_full = False

            def write(self, data: Any) -> int:
                if self.is_full or faults.step():
                    self.is_full = not self.is_full
                    if self.is_full and len(data) > 1:
                        return super().write(bytes(data)[: len(data) // 2])
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                return super().write(data)

            def truncate(self, size: int | None = None) -> int:
                if faults.step():
                    raise OSError(errno.EIO, os.strerror(errno.EIO))
                return super().truncate(size)

        def opened(file: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
            if not set(mode) & set("wax+"):
                return plainly(file, mode, *arguments, **options)
            raw = Raw(file, mode.replace("b", "").replace("t", ""), closefd=options.get("closefd", True))
            buffer = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
            return buffer if "b" in mode else io.TextIOWrapper(buffer, options.get("encoding"))

        return opened


@contextmanager
def failing(faults: Faults, kind: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if kind == "disk":
            opened = faults.opening()
            patch.setattr(builtins, "open", opened)
            patch.setattr(io, "open", opened)
            for name in ("open", "replace", "fsync", "unlink", "chmod", "mkdir", "utime"):
                patch.setattr(os, name, faults.disk(getattr(os, name)))
        else:
            for name in ("zeros", "empty", "concatenate", "full"):
                patch.setattr(np, name, faults.allocation(getattr(np, name)))
            patch.setattr(memory.mmap, "mmap", faults.allocation(mmap.mmap))
        yield


def every_fault(kind: str) -> Iterator[Faults]:
    """One after another, until one is never met."""
    for goes_on in (False, True) if kind == "disk" else (False,):
        for number in range(1, MOST):
            faults = Faults(number, goes_on)
            yield faults
            if not faults.met:
                assert number > 1
                break
        else:
            raise AssertionError("there is no end to it")


def is_one_sentence(error: BaseException) -> bool:
    said = fault.sentence(error)
    return said.endswith(".") and "\n" not in said and "itself is at fault" not in said


def attempted(work: Callable[[], Any], faults: Faults, kind: str) -> bool:
    """Whether it succeeded in spite of the fault; where not, what is said is one sentence."""
    try:
        with failing(faults, kind):
            work()
    except Exception as raised:
        error = raised
    else:
        return True
    assert faults.met
    assert is_one_sentence(error), repr(error)
    return False


def test_a_file_is_old_or_new_at_every_fault(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def write() -> None:
        with written_whole(path) as part:
            part.write_text("new")

    for faults in every_fault("disk"):
        path.write_text("old")
        succeeded = attempted(write, faults, "disk")
        assert path.read_text() == ("new" if succeeded else "old")
        left = {each.name for each in tmp_path.iterdir()} - {"file"}
        assert not left or (faults.met and faults.goes_on)  # what could not be removed then is removed later
        for name in left:
            os.utime(tmp_path / name, (0, 0))
        write()
        assert os.listdir(tmp_path) == ["file"]


def test_the_compile_cache_costs_only_time_at_every_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "cache"
    monkeypatch.setenv("COUNTERMOVE_CACHE", str(place))
    monkeypatch.setenv("COUNTERMOVE_CACHE_MB", "0.01")
    for faults in every_fault("disk"):
        cache.write("old", bytes(8000))
        with failing(faults, "disk"):
            cache.read("old")
            cache.write("new", b"new" * 1000)
            assert cache.read("new") in (None, b"new" * 1000)
        assert cache.read("old") in (None, bytes(8000))
        assert cache.read("new") in (None, b"new" * 1000)
        cache.write("new", b"newer")
        assert cache.read("new") == b"newer"
        for each in place.iterdir():
            each.unlink()


GAME = Nim((1, 2))


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("reference") / "nim"
    sweep(GAME, save=path)
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["disk", "memory"])
def test_a_sweep_is_whole_or_goes_on_at_every_fault(
    tmp_path: Path, reference: bytes, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(enumeration, "CHUNK", 4)
    path = tmp_path / "nim"
    for faults in every_fault(kind):
        succeeded = attempted(lambda: sweep(GAME, save=path), faults, kind)
        assert path.exists() or not succeeded
        assert not path.exists() or path.read_bytes() == reference
        sweep(GAME, save=path)
        assert path.read_bytes() == reference
        Database.load(path, GAME)
        for each in tmp_path.iterdir():
            assert each == path or (each.name.startswith(".nim.") and faults.goes_on) or each == store.part_path(path)
            each.unlink()


def test_what_was_learnt_is_there_or_as_it_was_at_every_fault(tmp_path: Path) -> None:
    path, game = tmp_path / "weights", load("tictactoe")
    first, second = network.fresh(game, 4, seed=0)
    for faults in every_fault("disk"):
        network.write(game, path, network.Saved(first, second, 1000, 7))
        better = network.Saved(first + 1, second + 1, 2000, 7)
        succeeded = attempted(lambda better=better: network.write(game, path, better), faults, "disk")
        found = network.read(game, path)
        assert found.games == (2000 if succeeded else 1000)
        assert np.array_equal(found.first, first + 1 if succeeded else first)
