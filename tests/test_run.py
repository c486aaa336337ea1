"""run.py, which installs what a program needs and no more."""

from __future__ import annotations

import importlib.util
import subprocess
import venv
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


class Setting:
    """run.py in a directory of its own, where nothing is installed or run in earnest."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        found = importlib.util.spec_from_file_location("run_program", ROOT / "run.py")
        assert found is not None
        assert found.loader is not None
        self.module: ModuleType = importlib.util.module_from_spec(found)
        found.loader.exec_module(self.module)
        self.place = place
        self.extras: list[str] = []
        self.ran: list[list[str]] = []
        self.fails = False
        (place / "pyproject.toml").write_text("one")
        home = place / ".venv"
        monkeypatch.setattr(self.module, "ROOT", place)
        monkeypatch.setattr(self.module, "HOME", home)
        monkeypatch.setattr(self.module, "PROGRAMS", home / "bin")
        monkeypatch.setattr(self.module, "PYTHON", home / "bin" / "python")
        monkeypatch.setattr(self.module.os, "name", "posix")
        monkeypatch.setattr(self.module, "venv", SimpleNamespace(create=self.create))
        monkeypatch.setattr(
            self.module,
            "subprocess",
            SimpleNamespace(run=self.run, CalledProcessError=subprocess.CalledProcessError),
        )

    def create(self, home: Path, **options: Any) -> None:
        (home / "bin").mkdir(parents=True, exist_ok=True)
        for name in ("python", "countermove", "pytest"):
            (home / "bin" / name).touch()

    def run(self, command: list[str], **options: Any) -> Any:
        if "--editable" in command:
            self.extras.append(command[-1].partition("[")[2].rstrip("]"))
            return SimpleNamespace(returncode=int(self.fails))
        self.ran.append(command[1:])
        return SimpleNamespace(returncode=7)

    def __call__(self, *arguments: str) -> list[str]:
        """What a run installs."""
        before = len(self.extras)
        assert self.module.main(list(arguments)) == 7
        return self.extras[before:]


@pytest.fixture
def setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setting:
    return Setting(tmp_path, monkeypatch)


def test_countermove_is_installed_once_without_the_tools(setting: Setting) -> None:
    assert setting("countermove", "games") == ["run"]
    assert setting("countermove", "games") == []
    assert setting.ran == [["games"], ["games"]]


def test_a_tool_brings_all_tools_into_the_same_environment(setting: Setting) -> None:
    setting("countermove")
    assert setting("pytest", "-q") == ["dev"]
    assert setting("pytest") == setting("countermove") == []


def test_countermove_needs_nothing_more_where_the_tools_are(setting: Setting) -> None:
    assert setting("pytest") == ["dev"]
    assert setting("countermove") == []


def test_only_what_the_program_needs_is_installed_again_when_the_project_changes(setting: Setting) -> None:
    setting("pytest")
    (setting.place / "pyproject.toml").write_text("two")
    assert setting("countermove") == ["run"]
    assert setting("pytest") == ["dev"]


def test_what_could_not_be_installed_is_tried_again(setting: Setting) -> None:
    setting.fails = True
    with pytest.raises(SystemExit, match="run the same command again"):
        setting("countermove")
    setting.fails = False
    assert setting("countermove") == ["run"]


def test_a_program_that_is_not_there_is_named(setting: Setting, capsys: pytest.CaptureFixture[str]) -> None:
    assert setting.module.main(["nothing"]) == 2
    assert "no program 'nothing'" in capsys.readouterr().err


def test_an_environment_made_by_hand_is_taken_over(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    def create(home: Path, **options: Any) -> None:
        venv.create(home, **{**options, "with_pip": False})
        (home / "bin" / "countermove").touch()

    venv.create(setting.place / ".venv", symlinks=True)  # python3 -m venv .venv
    monkeypatch.setattr(setting.module, "venv", SimpleNamespace(create=create))
    assert setting("countermove") == ["run"]
