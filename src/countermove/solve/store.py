"""A database on disk: one file that is complete or refused, and a second one while it is being built.

The file is an array of little-endian words, mapped into memory as it is:

    word 0      the letters CMSWEEP and a newline
    1           the version of the format
    2 .. 5      a checksum (BLAKE2b) of everything else
    6           0
    7           the number of words that follow
    8 ..        the database (engine/graph/probe.py)

It is written under another name and renamed when complete; so under its own name it is complete, unless damaged. It
contains no date, nor anything else that differs between runs.

While a sweep runs, its results are appended to NAME.part in segments, each with its own checksum. However the process
ends, the sweep resumes after the last complete segment.

    segment     a header of SEGMENT words (below), then ranges of the fields, rows of the states found, utilities of
                terminal states, and for each state expanded: its kind, the number of successors, and these
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from countermove.engine.graph.enumeration import Segment
from countermove.engine.graph.probe import IDENTITY, IDENTITY_AT
from countermove.errors import SpecError
from countermove.files import no_device, written_whole
from countermove.native.memory import Memory
from countermove.solve.identity import Identity

Words = NDArray[np.int64]


class Format(NamedTuple):
    """A kind of file: its first eight letters, and what to do about a bad one, and where it cannot be written."""

    magic: bytes
    fix: str
    resume: str


SWEEP = Format(
    b"CMSWEEP\n",
    "sweep the game again, under another name or after removing it",
    "Free some space or give another name; the sweep resumes where it stopped.",
)
PART_MAGIC = b"CMSWPART"
VERSION = 1
PREAMBLE = 8
SLICE = 1 << 21
"""Words to write, or to add to the checksum, between two calls of `step`."""


# The complete file.


def identity_words(identity: Identity) -> tuple[Words, int]:
    """An identity as words, and its length in bytes."""
    text = json.dumps(identity, ensure_ascii=False).encode()
    return np.frombuffer(text + bytes(-len(text) % 8), np.int64), len(text)


def identity_of(data: Words) -> Identity:
    """The identity stored in a database."""
    at, size = int(data[IDENTITY_AT]), int(data[IDENTITY])
    game, rules, start = json.loads(data[at : at + -(-size // 8)].tobytes()[:size])
    return Identity(game, rules, tuple(start))


def memory_of(words: Words) -> Memory:
    """The database after the preamble, as compiled code expects it: preceded by its number of words."""
    memory = Memory.__new__(Memory)
    memory.words = words[PREAMBLE:]
    return memory


def seal(words: Words, step: Callable[[], None] = lambda: None, kind: Format = SWEEP) -> None:
    """Fill in the preamble of a database; the words after it are already there."""
    words[:PREAMBLE] = 0
    words[0] = np.frombuffer(kind.magic, np.int64)[0]
    words[1] = VERSION
    words[7] = len(words) - PREAMBLE
    words[2:6] = _checksum(words, step)


def _checksum(words: Words, step: Callable[[], None]) -> Words:
    ink = hashlib.blake2b(digest_size=32)
    for part in (words[:2], words[6:PREAMBLE]):
        ink.update(part.tobytes())
    for start in range(PREAMBLE, len(words), SLICE):
        ink.update(words[start : start + SLICE].data)
        step()
    return np.frombuffer(ink.digest(), np.int64)


def write(path: Path, words: Words, step: Callable[[], None] = lambda: None, kind: Format = SWEEP) -> None:
    """Write a sealed database atomically."""
    with sentences(path, "written", kind), written_whole(path) as part, part.open("wb") as file:
        for start in range(0, len(words), SLICE):
            file.write(words[start : start + SLICE].data)
            step()
        file.flush()
        os.fsync(file.fileno())


def read(path: Path, kind: Format = SWEEP) -> Words:
    """The words of a database file, verified; SpecError for an invalid one."""
    with sentences(path, "read"):
        size = path.stat().st_size
        if path.is_fifo():  # opening one waits for a writer
            raise OSError(errno.EINVAL, "it is a pipe, not a file")
        with no_device(path).open("rb") as file:
            head = file.read(8 * PREAMBLE)
    again = kind.fix
    if head[:8] != kind.magic[: len(head)] or not head:
        raise SpecError(f"The file {path} is not a Countermove database; {again}.")
    if len(head) < 8 * PREAMBLE:
        raise SpecError(f"The file {path} is truncated; {again}.")
    numbers = np.frombuffer(head, np.int64)
    if numbers[1] != VERSION:
        raise SpecError(
            f"The file {path} has format version {numbers[1]}, but this Countermove reads {VERSION}; {again}."
        )
    if size != 8 * (PREAMBLE + int(numbers[7])):
        raise SpecError(f"The file {path} is truncated or too long; {again}.")
    with sentences(path, "read"):
        words = _mapped(path)
    if not np.array_equal(_checksum(words, lambda: None), words[2:6]):
        raise SpecError(f"The file {path} is damaged: its checksum is wrong; {again}.")
    return words


def _mapped(path: Path) -> Words:
    """A file as memory-mapped words; an incomplete last word is left out."""
    return np.asarray(np.memmap(path, np.int64, "c", shape=(path.stat().st_size // 8,)))


@contextlib.contextmanager
def sentences(path: Path, done: str, kind: Format = SWEEP) -> Iterator[None]:
    """Turn an OSError into a sentence."""
    try:
        yield
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        if done == "read":
            raise SpecError(f"The file {path} cannot be read: {why}.") from None
        raise SpecError(f"The database cannot be written to {path}: {why}. {kind.resume}") from None


# The file of an unfinished sweep.


SEGMENT = 14
"""Words in the header of a segment: the letters, its total number of words, the six numbers, the sizes of its parts
(fields, words of rows, ends, edges), the checksum of the rest."""
_MARK = int(np.frombuffer(b"CMSEGMNT", np.int64)[0])


def _packed(segment: Segment) -> bytes:
    """A segment as bytes."""
    ranges = np.array(segment.ranges, np.int64).reshape(-1)
    parts: list[NDArray[Any]] = [ranges, segment.rows, segment.utilities, segment.kinds, segment.degrees, segment.edges]
    payload = b"".join(_padded(part) for part in parts)
    head = np.zeros(SEGMENT, np.int64)
    head[:2] = _MARK, SEGMENT + len(payload) // 8
    head[2:8] = segment.first, segment.end, segment.before, segment.after, segment.layer, segment.border
    head[8:12] = len(segment.ranges), len(segment.rows), len(segment.utilities), len(segment.edges)
    head[12] = _short_sum(head, payload)
    return head.tobytes() + payload


def _padded(part: NDArray[Any]) -> bytes:
    data = part.tobytes()
    return data + bytes(-len(data) % 8)


def _short_sum(head: Words, payload: Any) -> int:
    ink = hashlib.blake2b(head[:12].tobytes(), digest_size=8)
    ink.update(payload)
    return int.from_bytes(ink.digest(), "little", signed=True)


def _unpacked(words: Words, at: int) -> Segment | None:
    """The segment that begins at a word, or None when it is incomplete."""
    if at + SEGMENT > len(words) or words[at] != _MARK:
        return None
    head = words[at : at + SEGMENT]
    size = int(head[1])
    if not SEGMENT <= size <= len(words) - at:
        return None
    payload = words[at + SEGMENT : at + size]
    if _short_sum(head, payload.data) != head[12]:
        return None
    first, end, before, after, layer, border, fields, rows, ends, edges = map(int, head[2:12])
    whole = payload.view(np.uint8)
    place = 0

    def take(count: int, kind: Any) -> Any:
        nonlocal place
        start = place
        place += -(-count * np.dtype(kind).itemsize // 8) * 8
        return whole[start : start + count * np.dtype(kind).itemsize].view(kind)

    ranges = [(int(low), int(high)) for low, high in take(2 * fields, np.int64).reshape(-1, 2)]
    parts = take(rows, np.int64), take(ends, np.float64)
    count = end - first
    each = take(count, np.int8), take(count, np.int32), take(edges, np.int32)
    return Segment(first, end, before, after, layer, border, ranges, *parts, *each)


def part_path(path: Path) -> Path:
    """Where a sweep into `path` keeps its segments."""
    return path.with_name(path.name + ".part")


def forget(path: Path) -> None:
    """Remove the segments of a finished sweep."""
    part = part_path(path)
    with contextlib.suppress(OSError):
        with part.open("rb") as file:
            ours = file.read(len(PART_MAGIC)) == PART_MAGIC
        if ours:
            part.unlink()


class Part:
    """The file of an unfinished sweep, held open, and locked where the system allows it."""

    def __init__(self, path: Path, identity: Identity) -> None:
        self.path = part_path(path)
        self._final = path
        text, size = identity_words(identity)
        head = np.concatenate([np.frombuffer(PART_MAGIC, np.int64), [VERSION, size], text]).tobytes()
        self._start = len(head)
        with self._sentences():
            self._file: IO[bytes] = self.path.open("ab+")
        try:
            self._lock()
            with self._sentences():
                self._file.seek(0)
                found = self._file.read(len(head))
                if found != head:
                    if not head.startswith(found):
                        raise SpecError(
                            f"The file {self.path} is not from a sweep of this game, its rules and this position; "
                            "remove it, or give another name."
                        )
                    self._cut(0)
                    self._file.write(head)
                    self._file.flush()
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # not on this system: two sweeps into one file would then corrupt it
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SpecError(
                f"Another process is sweeping into {self._final}; wait for it, or give another name."
            ) from None
        except OSError:
            return  # a file system without locks

    def segments(self) -> Iterator[Segment]:
        """The complete segments, each continuing the one before; anything after the last is cut off."""
        with self._sentences():
            self._file.flush()
            words = _mapped(self.path)
        at = self._start // 8
        end = after = 0
        while (segment := _unpacked(words, at)) and (segment.first, segment.before) == (end, after):
            end, after = segment.end, segment.after
            at += int(words[at + 1])
            yield segment
        if 8 * at < self.path.stat().st_size:
            with self._sentences():
                self._cut(8 * at)

    def append(self, segment: Segment) -> None:
        """Add a segment."""
        with self._sentences():
            self._file.write(_packed(segment))
            self._file.flush()

    def _cut(self, size: int) -> None:
        self._file.seek(0)
        self._file.truncate(size)

    def close(self) -> None:
        """Close the file, for the sweep to be resumed later."""
        with contextlib.suppress(OSError):
            self._file.close()

    def _sentences(self) -> contextlib.AbstractContextManager[None]:
        return sentences(self._final, "written")
