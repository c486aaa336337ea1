"""The tables of docs/architecture.md list exactly the files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "countermove"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
HIDDEN = ("__init__.py", "__main__.py", "__pycache__", "py.typed")


def tables() -> dict[str, set[str]]:
    """The names in the first column of each table, by folder; the map of the whole package is under ""."""
    found: dict[str, set[str]] = {}
    folder = None
    for line in PAGE.splitlines():
        first = re.match(r"\| (.*?) \|", line)
        if first is None:
            folder = None
        elif line.startswith("| file or folder |"):
            folder = ""
            found[folder] = set()
        elif header := re.match(r"\| `([\w/]+)/` \| \|$", line):
            folder = header[1]
            found[folder] = set()
        elif folder is not None:
            found[folder].update(re.findall(r"`([^`]+)`", first[1]))
    return found


def entries(folder: Path) -> set[str]:
    """The Python files and subfolders of a folder, with a slash after the latter; data files are not listed."""
    found = set()
    for path in folder.iterdir():
        if path.is_dir() and path.name not in HIDDEN and any(path.rglob("*.*")):
            found.add(f"{path.name}/")
        elif path.suffix == ".py" and path.name not in HIDDEN:
            found.add(path.name)
    return found


TABLES = tables()


@pytest.mark.parametrize("folder", sorted(TABLES))
def test_a_table_lists_what_is_in_its_folder(folder: str) -> None:
    listed = {name for name in TABLES[folder] if name.endswith((".py", "/"))}
    assert listed == entries(PACKAGE / folder)


def test_every_folder_of_the_package_has_its_table() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name not in HIDDEN}
    assert folders <= TABLES.keys()
