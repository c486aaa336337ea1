"""Safe files: written atomically, and never devices, which may be endless to read and must not be replaced.

A file is written under a random name and renamed when it is complete, so that nobody can put a link in its place. It is
locked while its writer lives, so that the next writer can remove what a killed one left behind.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path

__all__ = ["is_private", "no_device", "remove_abandoned", "replacing", "written_whole"]

PART = ".part"
SECONDS_UNTIL_ABANDONED = 60.0
"""A writer locks its file within this time, so an older file without a lock has no writer."""


def no_device(path: Path) -> Path:
    """The path of a file; OSError for a device, which may be endless."""
    if path.is_char_device() or path.is_block_device():
        raise OSError(errno.EINVAL, "it is a device, not a file")
    return path


def is_private(status: os.stat_result) -> bool:
    """Whether a file or directory belongs to this user and nobody else may write to it; True where systems differ."""
    return os.name != "posix" or (status.st_uid == os.geteuid() and not status.st_mode & 0o022)


@contextlib.contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A temporary path that replaces `path` afterwards: the file is written completely or left unchanged.

    OSError if `path` is not a regular file, which would be replaced.
    """
    path = Path(os.path.realpath(path))  # write the target of a link, not the link
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a directory")
    if path.exists() and not no_device(path).is_file():
        raise OSError(errno.EINVAL, "it is not a regular file")
    remove_abandoned(path.parent, path.name)
    with replacing(path) as part:
        if path.exists():
            part.chmod(stat.S_IMODE(path.stat().st_mode))
        yield part


@contextlib.contextmanager
def replacing(path: Path, mode: int = 0o666, *, durable: bool = True) -> Iterator[Path]:
    """A new file that takes the place of `path` at the end, or goes; durable, it survives a power failure too."""
    part = path.with_name(f".{path.name}.{os.urandom(8).hex()}{PART}")
    handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
    try:
        try:
            _is_locked_by_us(handle)
            yield part
            if durable:
                os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def remove_abandoned(directory: Path, name: str = "") -> None:
    """Remove what killed writers left in a directory: of one file, or of all."""
    pattern = re.compile(rf"\.{re.escape(name) or '.*'}\.[0-9a-f]{{16}}{re.escape(PART)}")
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(directory)):
            if pattern.fullmatch(entry.name):
                with contextlib.suppress(OSError):
                    _remove_if_abandoned(entry)


def _remove_if_abandoned(entry: os.DirEntry[str]) -> None:
    status = entry.stat(follow_symlinks=False)
    if not stat.S_ISREG(status.st_mode) or time.time() - status.st_mtime < SECONDS_UNTIL_ABANDONED:
        return
    handle = os.open(entry.path, os.O_RDWR)
    try:
        abandoned = _is_locked_by_us(handle)
    finally:
        os.close(handle)
    if abandoned:
        os.unlink(entry.path)


def _is_locked_by_us(handle: int) -> bool:
    """Lock a file; whether nobody else has. Where there are no locks, an open file cannot be removed, or it is ours."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # locked, or a file system without locks
        return False
    return True
