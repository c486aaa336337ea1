"""Shared by all tests: a compile cache of their own, and no compiled tests where compiling is switched off."""

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes start: let Python keep what it has compiled
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
