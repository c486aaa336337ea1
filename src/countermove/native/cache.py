"""Compiled code kept on disk, so that the second run starts at once.

One file an entry. Its name is a hash of everything the machine code depends on: the rules (through the digest in the
game's type), the search, Countermove's own source, the versions of Python and LLVM, the processor. There is no
index, nothing is ever overwritten in place, and a file that does not read back exactly as it was written is thrown away
and made again; so two processes may compile at once, and a damaged or foreign file costs only time.

The cache lives in the user's cache directory, or where the environment variable COUNTERMOVE_CACHE says; it holds at
most COUNTERMOVE_CACHE_MB megabytes (256), the least recently used going first. Where it cannot be written, nothing is
kept, and nothing breaks.

What is found here is run. So the directory is made for this user alone, and a directory or an entry that belongs to
another user, or that others may write to, is not used; a sentence in the log (without one, on stderr) says so once.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import stat
import sys
from pathlib import Path

from countermove.files import is_private, remove_abandoned, replacing

MAGIC = b"countermove native 3\n"
SUFFIX = ".native"
_reported: set[str] = set()
"""What was said already."""


def directory() -> Path:
    """Where compiled code is kept."""
    given = os.environ.get("COUNTERMOVE_CACHE")
    if given:
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_cache_dir("countermove", appauthor=False))


def limit() -> int:
    """How many bytes the cache may hold."""
    try:
        return int(float(os.environ.get("COUNTERMOVE_CACHE_MB", "256")) * 2**20)
    except (ValueError, OverflowError):
        return 256 * 2**20


def entries() -> list[tuple[float, int, Path]]:
    """What the cache holds: when last used, bytes, and the file; oldest first."""
    found = []
    with contextlib.suppress(OSError):
        for path in directory().glob("*" + SUFFIX):
            with contextlib.suppress(OSError):
                status = path.lstat()
                found.append((status.st_mtime, status.st_size, path))
    return sorted(found)


def clear() -> int:
    """Delete all compiled code; returns how many files were deleted."""
    gone = 0
    for _, _, path in entries():
        gone += _remove(path)
    return gone


def read(key: str) -> bytes | None:
    """What is kept under a key; None where nothing is, or not all of it, or what somebody else may have put there."""
    path = _path(key)
    try:
        data = _read(path) if is_trusted() else None
        if data is None:
            return None
        payload = _checked(data)
    except OSError:
        return None
    except ValueError:
        _remove(path)
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return payload


def write(key: str, payload: bytes) -> None:
    """Store something under a key; failing to write it is not an error."""
    try:
        if is_trusted():
            _write(_path(key), payload)
            _prune()
    except (OSError, MemoryError):
        return


def remove(key: str) -> None:
    """Throw away what is kept under a key."""
    _remove(_path(key))


def is_trusted() -> bool:
    """Whether nobody else can have put anything into the directory; where somebody can, that is said."""
    try:
        status = directory().stat()
    except OSError:
        return True  # there is none, or nothing can be read from it
    if is_private(status):
        return True
    place = directory()
    if status.st_uid == os.geteuid():
        why, remedy = "other users may write to it", f"run: chmod go-w {place}"
    else:
        why, remedy = "it belongs to another user", "set COUNTERMOVE_CACHE to a directory of your own"
    _report(f"No compiled code is read from {place} or kept there, because {why}; {remedy}")
    return False


def _read(path: Path) -> bytes | None:
    """The bytes of an entry that nobody else can have written."""
    flags = (getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
    handle = os.open(path, os.O_RDONLY | sum(flags))
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return None
        if is_private(status):
            with os.fdopen(handle, "rb", closefd=False) as file:
                return file.read()
    finally:
        os.close(handle)
    _report(f"The compiled code in {path} is not used, because another user may have written it; remove the file")
    return None


def _report(sentence: str) -> None:
    """Say something once."""
    if sentence not in _reported:
        _reported.add(sentence)
        logging.getLogger("countermove").warning("%s.", sentence)


def _path(key: str) -> Path:
    return directory() / (key + SUFFIX)


@functools.cache
def source_digest() -> str:
    """A hash of Countermove's own source, as far as compiled code comes from it."""
    import llvmlite

    ink = hashlib.sha256(f"{sys.version} {llvmlite.__version__} {os.environ.get('COUNTERMOVE_CHECK', '')}".encode())
    for path in sources():
        ink.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return ink.hexdigest()


def sources() -> list[Path]:
    """The files of Countermove that end up in compiled code."""
    root = Path(__file__).resolve().parent.parent
    files = [root / name for name in ("bits.py", "values.py", "game.py")]
    inside = [path for name in ("native", "engine") for path in sorted((root / name).rglob("*.*"))]
    return files + [path for path in inside if path.suffix in (".py", ".ll")]


def _checked(data: bytes) -> bytes:
    """The payload of an entry, if the file is one and whole."""
    head = len(MAGIC) + 32
    payload = data[head:]
    if data[: len(MAGIC)] != MAGIC or hashlib.sha256(payload).digest() != data[len(MAGIC) : head]:
        raise ValueError("not a whole entry")
    return payload


def _write(path: Path, payload: bytes) -> None:
    """A whole file or none; what a power failure damages is noticed when it is read."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with replacing(path, 0o600, durable=False) as part:
        part.write_bytes(MAGIC + hashlib.sha256(payload).digest() + payload)


def _prune() -> None:
    """Keep the cache within its limit, and clear away what interrupted writers left."""
    found = entries()
    size = sum(entry[1] for entry in found)
    if size > limit():
        for _, bytes_, path in found:
            size -= bytes_ if _remove(path) else 0
            if size <= limit() * 0.8:
                break
    remove_abandoned(directory())


def _remove(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True
