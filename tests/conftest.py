"""Shared by all tests: bytecode, the order of files, and no compiled tests where compiling is switched off."""

import compileall
import os
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported, as the command line does

import pytest

import countermove


def pytest_configure(config: pytest.Config) -> None:
    # Hundreds of processes start, so Countermove's bytecode is written once. That of rules which tests edit is not:
    # Python takes a file that is saved twice within a second for the same.
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(Path(countermove.__file__).parent, quiet=2)
    sys.dont_write_bytecode = False  # of the tests themselves, while they are collected
    config.addinivalue_line("markers", "slow: left out by default, and run with `pytest -m slow`")
    config.addinivalue_line("markers", "native: needs compiled code; skipped when COUNTERMOVE_INTERPRET is set")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than there are processors, for a test in a browser waits half of its time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    sys.dont_write_bytecode = True


OTHERS = 4
"""Files between two of the studio's."""


def spread(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """The tests file by file, those of the studio among the others: they wait for a browser while others compute."""
    files = [list(tests) for _, tests in groupby(items, lambda item: item.path)]
    waiting = [tests for tests in files if tests[0].path.parent.name == "studio"]
    computing = [tests for tests in files if tests[0].path.parent.name != "studio"]
    while waiting or computing:
        for tests in (*waiting[:1], *computing[:OTHERS]):
            yield from tests
        del waiting[:1], computing[:OTHERS]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = spread(items)
    if os.environ.get("COUNTERMOVE_INTERPRET", "0") in ("", "0"):
        return
    for item in items:
        if item.get_closest_marker("native"):
            item.add_marker(pytest.mark.skip(reason="compiling is switched off (COUNTERMOVE_INTERPRET)"))
