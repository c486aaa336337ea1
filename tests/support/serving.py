"""The studio, served by a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def running(*arguments: str, cwd: Path | None = None) -> Iterator[str]:
    """`countermove studio` with these arguments; gives its address."""
    with started(*arguments, cwd=cwd) as (_, address):
        yield address


@contextmanager
def started(*arguments: str, cwd: Path | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The same, with its process."""
    command = [sys.executable, "-m", "countermove", "studio", "--no-browser", "--port", "0", *arguments]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=cwd) as process:
        assert process.stderr is not None
        try:
            line = process.stderr.readline()
            found = re.search(r"http://\S+", line)
            assert found, f"the studio says {line!r}"
            yield process, found[0]
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
