"""Files that students hand in."""

from __future__ import annotations

import pytest

from countermove.lectures.grade import grade

collect_ignore = ["programs"]


@pytest.fixture
def hand_in(tmp_path):
    """Writes a file and grades it."""

    def go(text, **options):
        path = tmp_path / "homework.py"
        path.write_text(text, encoding="utf-8")
        return grade(path, **options)

    return go
