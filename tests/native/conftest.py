"""Makes the helper package beside these tests importable, and gives a test a compile cache of its own."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache directory, used by this test and the processes it starts."""
    place = tmp_path / "cache"
    monkeypatch.setenv("COUNTERMOVE_CACHE", str(place))
    return place
