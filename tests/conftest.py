"""Shared by all tests: a compile cache of their own, and no compiled tests where compiling is switched off."""

import compileall
import os
from pathlib import Path

import pytest

import countermove


def pytest_configure(config: pytest.Config) -> None:
    # Hundreds of processes start, so Countermove's bytecode is written once. That of rules which tests edit is not:
    # Python takes a file that is saved twice within a second for the same.
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(Path(countermove.__file__).parent, quiet=2)
    config.addinivalue_line("markers", "slow: left out by default, and run with `pytest -m slow`")
    config.addinivalue_line("markers", "native: needs compiled code; skipped when COUNTERMOVE_INTERPRET is set")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than there are processors, for a test in a browser waits half of its time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("COUNTERMOVE_INTERPRET", "0") in ("", "0"):
        return
    for item in items:
        if item.get_closest_marker("native"):
            item.add_marker(pytest.mark.skip(reason="compiling is switched off (COUNTERMOVE_INTERPRET)"))
