"""Compiled code kept on disk, so that the second run starts at once.

One file an entry. Its name is a hash of everything the machine code depends on: the rules (through the digest in the
game's type), the search, Countermove's own source, the versions of Python, Numba and LLVM, the processor. There is no
index, nothing is ever overwritten in place, and a file that does not read back exactly as it was written is thrown away
and made again; so two processes may compile at once, and a damaged or foreign file costs only time.

The cache lives in the user's cache directory, or where the environment variable COUNTERMOVE_CACHE says; it holds at
most COUNTERMOVE_CACHE_MB megabytes (256), the least recently used going first. Where it cannot be written, nothing is
kept, and nothing breaks.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import os
import pickle
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
from numba import types
from numba.core import config, serialize
from numba.core.codegen import RuntimeLinker
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys

from countermove.native import digest
from countermove.native.bridge import GameType

MAGIC = b"countermove native 2\n"
SUFFIX = ".native"


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
    """Throw all compiled code away; tells how many files went."""
    gone = 0
    for _, _, path in entries():
        gone += _remove(path)
    return gone


class DiskCache:
    """The on-disk cache of one kernel, as Numba's dispatcher wants it."""

    cache_path = None

    def __init__(self, function: Any) -> None:
        self._function = function
        self._name = f"{function.__module__}.{function.__qualname__}"

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled code for a signature, or None when it must be compiled."""
        result = self._load(signature, target)
        if result is None:
            for kind in getattr(signature, "args", signature):
                if isinstance(kind, GameType):
                    kind.offer()
        return result

    def _load(self, signature: Any, target: Any) -> Any:
        path = directory() / (self._key(signature, target) + SUFFIX)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        try:
            payload = _checked(data)
            parts, outside = _Unpickler(io.BytesIO(payload), list(_named(signature))).load()
            _link(target, outside)
            result = CompileResult._rebuild(target, *parts)
        except Exception:  # whatever is wrong with an entry, making it again puts it right
            _remove(path)
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return result

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep compiled code; a failure to write is no failure to run."""
        if result.library.has_dynamic_globals or result.lifted or result.objectmode or _calls_back(result):
            return
        try:
            buffer = io.BytesIO()
            _Pickler(buffer, list(_named(signature))).dump((result._reduce(), _outside(result)))
            payload = buffer.getvalue()
            _write(directory() / (self._key(signature, result.target_context) + SUFFIX), payload)
            _prune()
        except Exception:
            return

    def flush(self) -> None:
        """Nothing is kept in memory."""

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def _key(self, signature: Any, target: Any) -> str:
        arguments = getattr(signature, "args", signature)
        # Code that makes states asks for their class by its name, so a copy of the rules in another file is another.
        classes = [f"{cls.__module__}.{cls.__qualname__}" for cls in _named(signature) if isinstance(cls, type)]
        parts = [
            source_digest(), sys.version, numba.__version__, llvmlite.__version__, target.codegen().magic_tuple(),
            config.OPT, config.BOUNDSCHECK, config.DEBUGINFO_DEFAULT, self._name,
            digest.of_function(self._function), [str(kind) for kind in arguments], classes,
        ]  # fmt: skip
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:40]


@functools.cache
def source_digest() -> str:
    """A hash of Countermove's own source, as far as compiled code comes from it."""
    ink = hashlib.sha256()
    for path in sources():
        ink.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return ink.hexdigest()


def sources() -> list[Path]:
    """The files of Countermove that end up in compiled code."""
    root = Path(__file__).resolve().parent.parent
    files = [root / name for name in ("bits.py", "values.py", "game.py")]
    return files + [path for name in ("native", "engine") for path in sorted((root / name).rglob("*.py"))]


def _calls_back(result: Any) -> bool:
    """Whether it calls a function that calls itself through an address known only to this process."""
    return any(name.name.startswith(RuntimeLinker.PREFIX) for name in result.library._final_module.global_variables)


def _outside(result: Any) -> list[str]:
    """The functions that compiled code calls but does not contain."""
    functions = result.library._final_module.functions
    return [f.name for f in functions if f.is_declaration and not f.name.startswith("llvm.")]


def _link(target: Any, outside: list[str]) -> None:
    """Make sure that compiled code will find the functions it calls.

    Loading all of Numba's libraries would do it, but takes longer than all else together and is hardly ever needed.
    """
    rtsys.initialize(target)
    if any(llvmlite.binding.address_of_symbol(name) is None for name in outside):
        target.refresh()


def _checked(data: bytes) -> bytes:
    """The payload of an entry, if the file is one and whole."""
    head = len(MAGIC) + 32
    payload = data[head:]
    if data[: len(MAGIC)] != MAGIC or hashlib.sha256(payload).digest() != data[len(MAGIC) : head]:
        raise ValueError("not a whole entry")
    return payload


def _write(path: Path, payload: bytes) -> None:
    """A whole file or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + hashlib.sha256(payload).digest() + payload)
        os.replace(name, path)
    except BaseException:
        _remove(Path(name))
        raise


def _prune() -> None:
    """Keep the cache within its limit, and clear away what interrupted writers left."""
    found = entries()
    size = sum(entry[1] for entry in found)
    if size > limit():
        for _, bytes_, path in found:
            size -= bytes_ if _remove(path) else 0
            if size <= limit() * 0.8:
                break
    for path in directory().glob("*.part"):
        try:
            if found and path.stat().st_mtime < found[-1][0] - 3600:
                _remove(path)
        except OSError:
            continue


def _remove(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True


def _named(signature: Any) -> Iterator[Any]:
    """What in a signature is the author's: pickled by its place, and found again in the loader's signature."""
    for kind in getattr(signature, "args", signature):
        if isinstance(kind, GameType):
            yield kind
            yield from _classes(kind.state)


def _classes(kind: Any) -> Iterator[type]:
    if isinstance(kind, types.BaseNamedTuple):
        yield kind.instance_class
    if isinstance(kind, types.BaseTuple):
        for item in kind:
            yield from _classes(item)


class _Pickler(serialize.NumbaPickler):
    def __init__(self, file: Any, named: list[Any]) -> None:
        super().__init__(file, protocol=4)
        self._named = {id(thing): place for place, thing in enumerate(named)}

    def persistent_id(self, thing: Any) -> Any:
        return self._named.get(id(thing))


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: Any, named: list[Any]) -> None:
        super().__init__(file)
        self._named = named

    def persistent_load(self, place: Any) -> Any:
        return self._named[place]
