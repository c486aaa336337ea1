"""The notebooks run from top to bottom, each in a process of its own, as a notebook would run it.

IPython alone is enough: it runs cells, shows what they end with, and knows the source of classes typed into a cell.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
RUN = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

shell = InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))
for number, cell in enumerate(json.load(open(sys.argv[1], encoding="utf-8"))["cells"], 1):
    if cell["cell_type"] == "code":
        done = shell.run_cell("".join(cell["source"]), store_history=True)
        if not done.success:
            sys.exit(f"cell {number} fails: {done.error_before_exec or done.error_in_exec!r}")
"""


def test_there_are_a_tour_a_figure_and_a_game() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["make-a-figure", "tour", "write-a-game"]


@pytest.mark.native
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path, tmp_path: Path) -> None:
    settings = {**os.environ, "IPYTHONDIR": str(tmp_path / "ipython"), "PYTHONUTF8": "1", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(path)],
        cwd=tmp_path, env=settings, capture_output=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr, "what a cell ends with cannot be shown"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in cells if cell["cell_type"] == "code")
