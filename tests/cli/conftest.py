"""Running the command line in this process, and files of rules, good and bad, to run it on."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from heap_file import SUBTRACT

from countermove.cli import main


class Result(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]
Write = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line, with some lines typed."""

    def go(*arguments: object, typed: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return go


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of rules: the example, with some text replaced."""

    def go(name: str, *replaced: tuple[str, str], text: str = SUBTRACT) -> str:
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return go


@pytest.fixture
def subtract(write: Write) -> str:
    """The example, in a file."""
    return write("subtract.py")


@pytest.fixture
def refused() -> Callable[..., str]:
    """Asserts that a command ended with exit code 2 and one sentence with these words on stderr, and nothing else."""

    def check(result: Result, *words: str) -> str:
        assert result.code == 2, result
        assert result.out == ""
        assert result.err.count("\n") == 1, result.err
        assert "Traceback" not in result.err
        sentence = result.err.strip()
        assert sentence[-1] in ".?"
        for word in words:
            assert word in sentence, sentence
        return sentence

    return check


@pytest.fixture
def process() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts the command line as a process of its own, which hears Ctrl-C; none outlives its test."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background inherits deafness
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: object, **options: Any) -> subprocess.Popen[str]:
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
        line = [sys.executable, "-m", "countermove.cli", *map(str, arguments)]
        started.append(subprocess.Popen(line, text=True, encoding="utf-8", **{**pipes, **options}))
        return started[-1]

    yield start
    signal.signal(signal.SIGINT, before)
    for one in started:
        one.kill()
        one.communicate()
