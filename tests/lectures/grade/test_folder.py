"""A folder of submissions: a table, CSV and a page."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from countermove.cli import main

RIGHT = "def minimax(t, top=True):\n    if isinstance(t, int):\n        return t\n"
RIGHT += "    return (max if top else min)(minimax(c, not top) for c in t)\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "class"
    (made / "bob").mkdir(parents=True)
    (made / "ann.py").write_text(RIGHT)
    (made / "bob" / "=bob.py").write_text(RIGHT.replace("top=True", "top=False"))
    (made / "eve.py").write_text("x = 1\n")
    return made


def test_a_folder_is_a_table_a_csv_and_a_page(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, page = tmp_path / "table.csv", tmp_path / "page.html"
    code = main(["grade", str(folder), "--trees", "10", "--csv", str(table), "--out", str(page)])
    out = capsys.readouterr().out
    assert code == 1  # one file is not graded
    assert "ann.py" in out and "right" in out and "not graded" in out
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [row["verdict"] for row in rows] == ["right", "wrong", "not graded"]
    assert rows[1]["mistake"] == "swapped"
    text = page.read_text()
    assert "1 right, 1 wrong, 1 not graded." in text and "[1, 0]" in text


def test_a_folder_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["grade", str(folder), "--trees", "10", "--json"])
    files = json.loads(capsys.readouterr().out)["files"]
    assert [each["verdict"] for each in files] == ["right", "wrong", "not graded"]
    assert files[2]["grade"] is None and files[1]["grade"]["mistake"] == "wrong:swapped"


def test_a_table_needs_a_folder_and_a_folder_needs_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "homework.py"
    file.write_text(RIGHT)
    assert main(["grade", str(file), "--csv", "x.csv"]) == 2
    assert "--csv is for a folder" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert main(["grade", str(tmp_path / "empty")]) == 2
    assert "has no Python files" in capsys.readouterr().err
    assert main(["grade", str(file), "--map", "start"]) == 2
    assert "give a role and a name" in capsys.readouterr().err
