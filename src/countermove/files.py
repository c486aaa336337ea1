"""Safe files: written atomically, and never devices, which may be endless to read and must not be replaced."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

__all__ = ["no_device", "written_whole"]


def no_device(path: Path) -> Path:
    """The path of a file; OSError for a device, which may be endless."""
    if path.is_char_device() or path.is_block_device():
        raise OSError(errno.EINVAL, "it is a device, not a file")
    return path


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
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        yield part
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
