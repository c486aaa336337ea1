"""A folder of submissions, graded at once: one process for each file, several at a time.

The result is a table; it can be written as CSV, for a spreadsheet, or as a page with every counterexample.
"""

from __future__ import annotations

import csv
import html
import io
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countermove.errors import SpecError
from countermove.lectures.grade.report import Grade

COLUMNS = ("file", "verdict", "function", "algorithm", "right", "of", "mistake", "sentence")


@dataclass(frozen=True, slots=True)
class Row:
    """One file's verdict."""

    file: str
    grade: Grade | None
    refusal: str = ""
    """Why the file cannot be graded."""

    @property
    def verdict(self) -> str:
        return "not graded" if self.grade is None else "right" if self.grade.ok else "wrong"

    def cells(self) -> dict[str, Any]:
        """The columns of the table."""
        grade = self.grade
        if grade is None:
            return dict.fromkeys(COLUMNS, "") | {"file": self.file, "verdict": self.verdict, "sentence": self.refusal}
        return {
            "file": self.file, "verdict": self.verdict, "function": grade.function, "algorithm": grade.algorithm,
            "right": min(grade.right.values(), default=0), "of": grade.cases,
            "mistake": grade.mistake.removeprefix("wrong:"), "sentence": grade.sentence,
        }  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return self.cells() | {"grade": None if self.grade is None else self.grade.to_json()}


def files_of(folder: Path) -> list[Path]:
    """The Python files of a folder and of the folders in it."""
    found = sorted(
        path
        for path in folder.rglob("*.py")
        if not any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)
    )
    if not found:
        raise SpecError(f"{str(folder)!r} has no Python files; give a folder of submissions.")
    return found


def grade_files(
    folder: Path, grade: Callable[[Path], Grade], progress: Callable[[int], None] = lambda done: None
) -> list[Row]:
    """Every file of a folder, as many at a time as there are processors."""

    def row(path: Path) -> Row:
        name = str(path.relative_to(folder))
        try:
            return Row(name, grade(path))
        except SpecError as error:
            return Row(name, None, str(error))

    rows: list[Row] = []
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for each in pool.map(row, files_of(folder)):
            rows.append(each)
            progress(len(rows))
    return rows


def table(rows: list[Row]) -> str:
    """The rows as CSV."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        cells = row.cells()
        writer.writerow({name: _inert(value) for name, value in cells.items()})
    return out.getvalue()


def _inert(value: Any) -> Any:
    """A text that no spreadsheet takes for a formula: names of files are the students'."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
:root { color-scheme: light dark }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .3rem .6rem; vertical-align: top }
tr { border-bottom: 1px solid #8884 } .right { color: #1a7f37 } .wrong { color: #cf222e } pre { margin: .3rem 0 }
"""


def page(rows: list[Row], title: str) -> str:
    """The rows as a page, with the counterexample of every wrong one."""
    counts = {verdict: sum(row.verdict == verdict for row in rows) for verdict in ("right", "wrong", "not graded")}
    words = ", ".join(f"{number} {verdict}" for verdict, number in counts.items())
    body = "\n".join(map(_line, rows))
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n<h1>{html.escape(title)}</h1>\n<p>{words}.</p>\n"
        f"<table>\n<tr><th>file<th>verdict<th>what was found\n{body}\n</table>\n</html>\n"
    )


def _line(row: Row) -> str:
    grade = row.grade
    found = [f"<p>{html.escape(grade.sentence if grade else row.refusal)}</p>"]
    if grade is not None and not grade.ok:
        found.append(f"<p>{html.escape(grade.hint)}</p>")
        example = grade.example
        if example is not None:
            shown = example.position or example.tree
            found.append(f"<pre>{html.escape(shown)}</pre><p>{html.escape(example.sentence)}</p>")
    return f'<tr><td>{html.escape(row.file)}<td class="{row.verdict}">{row.verdict}<td>{"".join(found)}'
