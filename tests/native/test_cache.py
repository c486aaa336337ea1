"""Compiled code on disk is found again, never stale, and never breaks a run."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from countermove import files, registry
from countermove.engine.plain.perft import perft
from countermove.engine.workspace import Workspace
from countermove.native import build, kernel
from countermove.native import cache as store

pytestmark = pytest.mark.native

RULES = """
from dataclasses import dataclass
from typing import NamedTuple
from countermove import Game
from author_help import step

class Heap(NamedTuple):
    n: int
    mover: int

@dataclass(frozen=True)
class Rules(Game):
    start: int = 12
    def initial(self): return Heap(self.start, 0)
    def player(self, state): return state.mover
    def actions(self, state):
        yield 1
        if state.n > 1:
            yield step(state.n)
    def result(self, state, action): return Heap(state.n - action, 1 - state.mover)
    def is_terminal(self, state): return state.n == 0
    def utility(self, state, player): return -1.0 if player == state.mover else 1.0
"""
HELP = "def step(n):\n    return 2\n"
MAIN = """
import sys
from author_rules import Rules
from countermove import analyse
from countermove.native.build import HISTORY
found = analyse(Rules(), depth=20, algorithm="alphabeta", native=True)
print(int(found.value), found.nodes, "loaded" if HISTORY[-1][2] else "compiled")
"""


@pytest.fixture
def run(tmp_path: Path, cache: Path):
    """Runs the author's script in a process of its own and gives what it prints."""
    (tmp_path / "author_rules.py").write_text(RULES)
    (tmp_path / "author_help.py").write_text(HELP)

    def go(script: str = MAIN, **environment: str) -> str:
        command = [sys.executable, "-c", script]
        done = subprocess.run(
            command, cwd=tmp_path, env={**os.environ, **environment}, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        return done.stdout.strip()

    return go


def test_the_second_process_loads_what_the_first_compiled(run, cache: Path) -> None:
    first = run()
    assert first.endswith("compiled")
    assert run() == first.replace("compiled", "loaded")
    assert len(list(cache.iterdir())) == 1


def test_an_edited_helper_is_compiled_anew_and_gives_its_own_answer(run, tmp_path: Path) -> None:
    first = run()
    (tmp_path / "author_help.py").write_text("def step(n):\n    return n\n")
    second = run()
    assert second.endswith("compiled")
    assert second.split()[1] != first.split()[1]
    (tmp_path / "author_help.py").write_text(HELP)
    assert run() == first.replace("compiled", "loaded")


def test_a_copy_of_the_rules_in_another_file_makes_states_of_its_own(run, tmp_path: Path) -> None:
    script = (
        "from {} import Rules; from countermove.engine.compiled_rules import CompiledRules; game = Rules(); "
        "print(CompiledRules(game).result(game.initial(), 2))"
    )
    assert run(script.format("author_rules")) == "Heap(n=10, mover=1)"
    (tmp_path / "author_rules.py").rename(tmp_path / "copied_rules.py")
    assert run(script.format("copied_rules")) == "Heap(n=10, mover=1)"


def test_a_damaged_entry_is_thrown_away_and_made_again(run, cache: Path) -> None:
    first = run()
    (entry,) = cache.iterdir()
    data = entry.read_bytes()
    middle = len(data) // 2
    flipped = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    for damaged in (b"", data[:middle], flipped, b"something else altogether" * 99):
        entry.write_bytes(damaged)
        assert run() == first
    assert run() == first.replace("compiled", "loaded")
    store._write(entry, b"not a pickle")  # a whole entry, but of something else
    assert run() == first
    entry.unlink()
    entry.mkdir()
    assert run() == first


def test_a_cache_that_cannot_be_written_costs_only_time(run, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the directory should be")
    first = run(COUNTERMOVE_CACHE=str(blocked))
    assert first.endswith("compiled")
    assert run(COUNTERMOVE_CACHE=str(blocked)) == first


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_cache_directory_costs_only_time(run, cache: Path) -> None:
    cache.mkdir()
    cache.chmod(0o500)
    assert run().endswith("compiled")
    assert run().endswith("compiled")


def test_processes_that_compile_at_once_do_not_disturb_each_other(run, cache: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        answers = set(pool.map(lambda _: run().rsplit(" ", 1)[0], range(3)))
    assert len(answers) == 1
    assert [path.suffix for path in cache.iterdir()] == [store.SUFFIX]
    assert run().endswith("loaded")


def test_the_cache_stays_within_its_limit_and_keeps_the_newest(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERMOVE_CACHE_MB", "1")
    for number in range(20):
        path = cache / f"{number:02}{store.SUFFIX}"
        store._write(path, bytes(100_000))
        os.utime(path, (number, number))
    store._prune()
    kept = sorted(path.name for path in cache.iterdir())
    assert sum(size for _, size, _ in store.entries()) <= store.limit()
    assert kept[-1].startswith("19") and not kept[0].startswith("00")


def test_a_new_version_of_countermove_compiles_anew(run, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = "from countermove.native import cache\ncache.source_digest = lambda: 'newer'\n"
    first = run()
    assert run(newer + MAIN) == first
    assert run() == run(newer + MAIN) == first.replace("compiled", "loaded")


def test_the_source_of_all_that_is_compiled_counts() -> None:
    root = Path(store.__file__).parent.parent
    counted = [path.relative_to(root).parts[0] for path in store.sources()]
    assert {"bits.py", "values.py", "game.py", "native", "engine"} <= set(counted)
    assert "cli" not in counted


posix = pytest.mark.skipif(os.name != "posix", reason="owners and modes are otherwise here")


@posix
def test_the_directory_and_its_entries_are_made_for_this_user_alone(cache: Path) -> None:
    before = os.umask(0)
    try:
        store.write("key", b"code")
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (cache, *cache.iterdir())] == [0o700, 0o600]
    assert store.read("key") == b"code"


@posix
@pytest.mark.parametrize(
    ("what", "mode", "owner", "words"),
    [
        ("directory", 0o770, None, "because other users may write to it; run: chmod go-w "),
        ("directory", 0o702, None, "because other users may write to it"),
        ("directory", 0o700, 12345, "because it belongs to another user; set COUNTERMOVE_CACHE"),
        ("entry", 0o620, None, "another user may have written it"),
        ("entry", 0o600, 12345, "another user may have written it"),
    ],
)
def test_code_that_another_user_may_have_written_is_not_run_and_one_sentence_says_so(
    cache: Path, caplog, monkeypatch: pytest.MonkeyPatch, what: str, mode: int, owner: int | None, words: str
) -> None:
    monkeypatch.setattr(store, "_reported", set())
    store.write("key", b"code")
    place = cache if what == "directory" else store._path("key")
    place.chmod(mode)
    if owner is not None:
        if os.geteuid() != 0:
            pytest.skip("only root can give a file away")
        os.chown(place, owner, -1)
    for _ in range(3):
        assert store.read("key") is None
    assert [record.message.count(words) for record in caplog.records] == [1]
    assert caplog.records[0].message.endswith(".")
    store.write("other", b"code")
    assert (store.read("other") is None) == (what == "directory")
    if what == "entry":
        store.write("key", b"our own")
        assert store.read("key") == b"our own"


@posix
def test_an_entry_that_is_a_link_or_a_pipe_is_not_read(cache: Path) -> None:
    store.write("key", b"code")
    store._path("link").symlink_to(store._path("key"))
    os.mkfifo(store._path("pipe"))
    assert [store.read(key) for key in ("key", "link", "pipe")] == [b"code", None, None]


def test_the_log_says_it_on_stderr_where_nothing_else_is_set_up(run, cache: Path) -> None:
    if os.name != "posix":
        pytest.skip("owners and modes are otherwise here")
    cache.mkdir()
    cache.chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-c", "from countermove.native import cache; cache.read('key'); cache.write('key', b'')"],
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith(f"No compiled code is read from {cache} or kept there, because") and (
        len(done.stderr.splitlines()) == 1
    )


def test_what_a_killed_writer_left_is_removed_by_the_next_and_what_is_being_written_is_not(cache: Path) -> None:
    store.write("key", b"code")
    with files.replacing(store._path("alive"), 0o600) as alive:
        dead = [cache / f".{name}.{number:016x}.part" for number, name in enumerate(("a.native", "b.native"))]
        for path in (*dead, alive):
            path.write_bytes(b"half of it")
        for path in (dead[0], alive):
            os.utime(path, (0, 0))
        store.write("other", b"code")
        assert {path.name for path in cache.iterdir() if path.suffix == ".part"} == {alive.name, dead[1].name}
    assert store._path("alive").read_bytes() == b"half of it"


def test_clearing_removes_every_entry(cache: Path) -> None:
    store._write(cache / f"a{store.SUFFIX}", b"x")
    store._write(cache / f"b{store.SUFFIX}", b"y")
    assert store.clear() == 2
    assert store.entries() == []


PROMPT = f"""
{RULES}
from countermove import analyse
found = analyse(Rules(), depth=20, algorithm="alphabeta")
print(int(found.value), found.native, found.note)
"""


@pytest.mark.parametrize("how", ["-c", "-i"])
def test_a_game_typed_at_the_prompt_is_searched_whether_python_keeps_its_source_or_not(
    tmp_path: Path, cache: Path, how: str
) -> None:
    (tmp_path / "author_help.py").write_text(HELP)
    text = "\n".join(line for line in PROMPT.splitlines() if line) if how == "-c" else _typed(PROMPT)
    answers = []
    for _ in range(2):
        command = [sys.executable, "-c", text] if how == "-c" else [sys.executable, how]
        done = subprocess.run(
            command, input=None if how == "-c" else text, cwd=tmp_path, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stderr
        answers.append(done.stdout.strip().splitlines()[-1])
    assert answers[0] == answers[1]
    value, note = answers[0].split(" ", 1)
    assert int(value) == -1
    assert note == "True" or (note.startswith("False Rules runs interpreted") and "put the rules into a file" in note)


def _typed(text: str) -> str:
    """As a person would type it: an empty line ends each class, and there are none inside."""
    lines = [line for line in text.splitlines() if line]
    typed: list[str] = []
    for before, line in zip(["", *lines], lines):
        if before.startswith(" ") and not line.startswith(" "):
            typed.append("")
        typed.append(line)
    return "\n".join(typed) + "\n"


NOTEBOOK = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
def cell(text):
    done = shell.run_cell(text)
    done.raise_error()
cell(RULES.replace("yield 1\\n", "yield from (1,)\\n"))
cell(MAIN)
cell("def step(n):\\n    return 1 + (n > 3)")
cell(MAIN.replace("depth=20", "depth=19"))
"""


def test_a_game_in_a_notebook_cell_is_compiled_kept_and_follows_its_cells(run) -> None:
    pytest.importorskip("IPython")
    main = MAIN.replace("from author_rules import Rules", "")
    script = NOTEBOOK.replace("RULES", repr(RULES)).replace("MAIN", repr(main))
    first, again = run(script).splitlines(), run(script).splitlines()
    assert [line.split()[-1] for line in first] == ["compiled", "compiled"]
    assert [line.split()[-1] for line in again] == ["loaded", "loaded"]
    assert [line.split()[:2] for line in first] == [line.split()[:2] for line in again]


def test_rules_loaded_anew_do_not_ask_the_compiler_at_each_call(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their states are of another class with the same name; and whoever asks waits for all that is being compiled."""
    path = tmp_path / "saved_twice.py"
    (tmp_path / "author_help.py").write_text(HELP)
    for name in ("Rules", "Renamed", "Rules"):
        path.write_text(RULES.replace("Rules", name))
        registry.forget([path])
        game = registry.load(str(path))
        work = Workspace()
        run = kernel.bind(perft, game, 3, work)
        with monkeypatch.context() as patch:
            patch.setattr(build, "code", lambda *given: pytest.fail("the compiler is asked"))
            assert run(game.initial(), 3, work) == 8


FAULT = """
import author_rules
from countermove import analyse
from countermove.errors import GameError
from countermove.native.build import HISTORY
try:
    analyse(author_rules.Rules(), depth=20, algorithm="alphabeta", native=True)
except GameError as error:
    print(error, "loaded" if HISTORY[-1][2] else "compiled")
"""


def test_a_fault_is_shown_at_its_line_after_comments_have_moved_it(run, tmp_path: Path) -> None:
    rules = tmp_path / "author_rules.py"
    faulty = RULES.replace(
        "yield step(state.n)", "yield 2\n            yield (1, 2)[state.n - 20 if state.n < 4 else 0]"
    )
    for text, how in ((faulty, "compiled"), (faulty.replace("class Heap", "# One pile.\n\nclass Heap"), "loaded")):
        rules.write_text(text)
        line = next(at for at, each in enumerate(text.splitlines(), 1) if "20 if" in each)
        said = run(FAULT)
        assert f"IndexError in actions (author_rules.py line {line})" in said and said.strip().endswith(how)
