"""The author's own file: watched, tried apart, loaded when it works, and kept when the next version does not."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from heap_file import take_away

from countermove.studio.games import author as module
from countermove.studio.games.author import AuthorGames
from countermove.studio.games.fields_board import board_of
from countermove.studio.games.shelf import Shelf
from countermove.studio.web.shape import RefusedError

SOON = 120.0
RULES = take_away("AuthorGames", "Take one or two; whoever takes the last wins.")


class Watched:
    """What a page that watches is told."""

    def __init__(self, shelf: Shelf) -> None:
        self.told: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.end = shelf.authored.listen(self.told.put)

    def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first message that is wanted, about the only game."""
        seen: list[Any] = []
        until = time.monotonic() + SOON
        while time.monotonic() < until:
            try:
                game: dict[str, Any] = self.told.get(timeout=1)["games"][0]
            except queue.Empty:
                continue
            if wanted(game):
                return game
            seen.append(game)
        raise AssertionError(seen)


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Callable[..., tuple[Path, Shelf, Watched]]]:
    opened: list[Shelf] = []

    def begin(text: str, spec: str = "rules_of_mine.py:AuthorGames") -> tuple[Path, Shelf, Watched]:
        path = tmp_path / "rules_of_mine.py"
        path.write_text(text)
        shelf = Shelf(AuthorGames((f"{tmp_path}/{spec}",)))
        opened.append(shelf)
        watched = Watched(shelf)
        shelf.authored.open()
        return path, shelf, watched

    yield begin
    for shelf in opened:
        shelf.authored.close()


def ready(game: dict[str, Any]) -> bool:
    return bool(game["state"] == "ready")


def broken(game: dict[str, Any]) -> bool:
    return bool(game["state"] == "broken")


def checked(game: dict[str, Any]) -> bool:
    return game["report"] is not None


def test_a_file_is_ready_to_play_and_then_checked(watch: Any) -> None:
    _, shelf, watched = watch(RULES)
    assert watched.until(lambda game: True)["state"] == "checking"
    first = watched.until(ready)
    assert (first["game"], first["version"], first["report"]) == ("rules_of_mine.py:AuthorGames", 1, None)
    assert shelf.names()[0] == "rules_of_mine.py:AuthorGames"
    assert shelf.game("rules_of_mine.py:AuthorGames").initial() == (5, 0)
    assert shelf.game("rules_of_mine.py:AuthorGames:counters=9").initial() == (9, 0)
    report = watched.until(checked)["report"]
    assert report["ok"]
    assert report["summary"].startswith("No problems found in")


def test_a_saved_file_is_loaded_anew_and_what_was_kept_of_it_forgotten(watch: Any) -> None:
    path, shelf, watched = watch(RULES)
    watched.until(ready)
    altered = shelf.game("rules_of_mine.py:AuthorGames:counters=9")
    with shelf.tables.take("page", "rules_of_mine.py:AuthorGames::pvs") as table:
        pass
    path.write_text(RULES.replace("return -1.0 if", "return -2.0 if").replace("else 1.0", "else 2.0"))
    assert watched.until(lambda game: game["version"] == 2)["state"] == "ready"
    game = shelf.game("rules_of_mine.py:AuthorGames")
    assert game.utility(game.initial(), 0) == -2.0
    assert shelf.game("rules_of_mine.py:AuthorGames:counters=9") != altered
    with shelf.tables.take("page", "rules_of_mine.py:AuthorGames::pvs") as other:
        assert other is not table


def test_a_file_that_is_broken_from_the_start_is_told_why_and_works_once_it_is_mended(watch: Any) -> None:
    path, shelf, watched = watch(RULES + "\nthis is no Python\n")
    error = watched.until(broken)["error"]
    assert error.startswith("rules_of_mine.py line 34 is not Python")
    with pytest.raises(RefusedError, match="line 34 is not Python"):
        shelf.game("rules_of_mine.py:AuthorGames")
    path.write_text(RULES)
    assert watched.until(ready)["version"] == 1


def test_a_version_that_does_not_work_leaves_the_one_before_it_on_the_shelf(watch: Any) -> None:
    path, shelf, watched = watch(RULES)
    watched.until(ready)
    path.write_text(RULES.replace("return Heap(self.counters, 0)", "return Heap(self.nothing, 0)"))
    found = watched.until(broken)
    assert "AuthorGames.initial" in found["error"]
    assert "nothing" in found["error"]
    assert found["version"] == 1
    assert shelf.game("rules_of_mine.py:AuthorGames").initial() == (5, 0)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("raise SystemExit", "cannot be run"),
        ("input()", "EOFError"),
        ("import os; os._exit(7)", "exit code 7"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV"),
        ("import nothing_of_that_name", "nothing_of_that_name"),
    ],
)
def test_a_file_may_do_anything_and_the_studio_goes_on(watch: Any, line: str, words: str) -> None:
    _, _, watched = watch(RULES + line)
    assert words in watched.until(broken)["error"]


def test_a_file_that_hangs_is_noticed(watch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as impatient:
        impatient.setattr(module, "MAX_LOAD_SECONDS", 3.0)
        path, _, watched = watch(RULES + "\nwhile True:\n    pass\n")
        assert "is there an endless loop?" in watched.until(broken)["error"]
    path.write_text(RULES)
    assert watched.until(ready)["version"] == 1


def test_what_a_check_finds_is_told_in_sentences(watch: Any) -> None:
    _, _, watched = watch(RULES.replace("else 1.0", "else 0.5"))
    report = watched.until(checked)["report"]
    assert not report["ok"]
    problem = next(each for each in report["problems"] if each["law"] == "utility-sum")
    assert problem["about"] == "utilities add up as the axes say"
    assert "AuthorGames.utility" in problem["sentence"]


@pytest.mark.native
def test_rules_that_do_not_compile_say_why(watch: Any) -> None:
    _, _, watched = watch(RULES.replace("return state.mover", "return print(end='') or state.mover"))
    found = watched.until(checked)
    assert found["state"] == "ready"
    assert found["compiled"] is False
    assert "player" in found["compile_error"]


def test_a_module_beside_the_file_is_watched_too(watch: Any, tmp_path: Path) -> None:
    beside = tmp_path / "help_of_mine.py"
    beside.write_text("MOST = 2\n")
    text = RULES.replace("from countermove", "from help_of_mine import MOST\nfrom countermove").replace(
        "min(state.counters, 2)", "min(state.counters, MOST)"
    )
    _, shelf, watched = watch(text)
    watched.until(ready)
    game = shelf.game("rules_of_mine.py:AuthorGames")
    assert list(game.actions(game.initial())) == [1, 2]
    beside.write_text("MOST = 3\n")
    watched.until(lambda game: game["version"] == 2)
    game = shelf.game("rules_of_mine.py:AuthorGames")
    assert list(game.actions(game.initial())) == [1, 2, 3]


def test_names_are_short_and_different() -> None:
    own = AuthorGames(("a/x.py:X", "b/x.py:X", "x.py", "a/x.py:X:size=3", "a/x.py:size=3"))
    assert list(own) == ["x.py:X", "b-x.py:X", "x.py", "a-x.py:X", "a-x.py"]
    assert own.split("x.py:X:size=3") == ("x.py:X", "size=3")
    assert own.split("x.py:size=3") == ("x.py", "size=3")
    assert own.split("nim:piles=3") is None


def test_the_fields_of_a_state_are_put_for_people(watch: Any) -> None:
    _, shelf, watched = watch(RULES)
    watched.until(ready)
    game = shelf.game("rules_of_mine.py:AuthorGames")
    assert board_of(game, game.initial()).caption == "Counters: 5"
    assert board_of(game, game.result(game.initial(), 2)).caption == "Counters: 3"
    assert game.text(game.initial()) == "counters 5, mover 0"
