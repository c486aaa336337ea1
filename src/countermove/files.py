"""Files that are read to their end and written whole: a device is neither read, for it may never end, nor replaced."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

__all__ = ["no_device", "written_whole"]


def no_device(path: Path) -> Path:
    """The path of a file, which ends; OSError for a device, which may give bytes for ever."""
    if path.is_char_device() or path.is_block_device():
        raise OSError(errno.EINVAL, "it is a device, and no file")
    return path


@contextlib.contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Where to write what `path` will hold: the file is there as a whole afterwards, or is as it was before.

    OSError for what is no file, and would be gone.
    """
    path = Path(os.path.realpath(path))  # a link stays one, and what it leads to is written
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a directory")
    if path.exists() and not no_device(path).is_file():
        raise OSError(errno.EINVAL, "it is no file")
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        yield part
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
