"""What only a process of its own can show: quick starts, Ctrl-C, closed pipes, and colours."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest

posix = pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals, and no Ctrl-C for one process")


def test_help_imports_nothing_heavy():
    code = "import sys; from countermove.cli import main; main(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for heavy in ("'numpy'", "'llvmlite'", "'rich.console'"):
        assert heavy not in done.stderr


class Screen:
    """A terminal for the stderr of a process, which remembers what it shows."""

    def __init__(self):
        import pty

        self.ours, self.theirs = pty.openpty()
        self.shown = ""
        self.draining = threading.Thread(target=self._drain, daemon=True)
        self.draining.start()

    def _drain(self):
        try:
            while data := os.read(self.ours, 4096):
                self.shown += data.decode(errors="replace")
        except OSError:
            return

    def wait_for(self, words, seconds=120):
        end = time.monotonic() + seconds
        while words not in self.shown:
            assert time.monotonic() < end, self.shown[-200:]
            time.sleep(0.02)


@pytest.fixture
def watched(process, monkeypatch):
    """Starts a command that shows its progress on a terminal."""
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()

    def start(*arguments):
        running = process(*arguments, stderr=screen.theirs)
        os.close(screen.theirs)
        return running, screen

    return start


@posix
@pytest.mark.parametrize("way", ["--interpreted", pytest.param("--native", marks=pytest.mark.native)])
def test_ctrl_c_gives_the_best_answer_so_far(watched, way):
    running, screen = watched("best", "connect4:opening=false", "--seconds", "1000", way, "--json")
    screen.wait_for("depth ")
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=600)
    assert running.returncode == 0
    answer = json.loads(out)
    assert answer["stopped"] is True
    assert answer["depth"] >= 1
    assert answer["action"] in "1234567"
    assert answer["native"] is (way == "--native")


@posix
def test_ctrl_c_ends_solving_and_says_how_far_it_got(watched):
    running, screen = watched("solve", "connect4:opening=false", "--json")
    screen.wait_for("states")
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=600)
    assert (running.returncode, out) == (130, "")
    screen.draining.join(30)
    assert "before anything was proven" in screen.shown or "Stopped before there was an answer." in screen.shown


IMPORTING = """
import os, runpy, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # which a process in the background may lack

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
sys.argv, sys.orig_argv = ["-m", *{line!r}], ["python", "-m", "countermove", *{line!r}]
runpy.run_module("countermove", run_name="__main__", alter_sys=True)
"""


@posix
@pytest.mark.parametrize("name", ["countermove.analysis", "typer", "countermove.cli.best", "countermove.views.text"])
def test_ctrl_c_during_imports_exits_with_130_and_without_a_traceback(name):
    """Before anything can be handled, before there is a command, and in a command that imports what it needs."""
    code = IMPORTING.format(name=name, line=["tree", "[[3,12],[2,4]]"])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Interrupted.\n")


COMPILING = """
import os, signal, sys, time
from countermove import cli
from countermove.native.compiler import machine

def endless(text):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1000)

machine.optimised = endless
sys.argv = ["countermove", *{line!r}]
sys.exit(cli.main())
"""


@posix
@pytest.mark.native
@pytest.mark.parametrize("line", ["best othello --depth 2", "measure nim", "train backgammon --save {tmp}/net"])
def test_ctrl_c_while_something_is_compiled_is_heeded_at_once(line, tmp_path, monkeypatch):
    monkeypatch.setenv("COUNTERMOVE_CACHE", str(tmp_path / "cache"))
    code = COMPILING.format(line=line.format(tmp=tmp_path).split())
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    if line.startswith("best"):  # what the interpreted search finds in no time is an answer
        assert (done.returncode, done.stderr) == (0, "")
    else:
        assert (done.returncode, done.stdout) == (130, "")
        assert len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr


def limited(megabytes, *arguments):
    """A command that may have only so much address space."""
    code = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({megabytes} * 2**20,) * 2)
from countermove.cli import main
sys.exit(main({list(arguments)!r}))
"""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere address space is not limited in this way")
@pytest.mark.native
def test_where_there_is_too_little_memory_for_llvm_a_sentence_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("COUNTERMOVE_CACHE", str(tmp_path / "cache"))
    for megabytes in (200, 400):  # too little for NumPy, for LLVM's library
        done = limited(megabytes, "best", "tictactoe", "--native")
        assert (done.returncode, done.stdout) == (2, "")
        assert "too little memory" in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.native
def test_where_memory_is_too_short_to_compile_the_search_runs_interpreted_and_says_so(monkeypatch, tmp_path):
    from countermove import analyse, load
    from countermove.native.compiler import machine

    monkeypatch.setenv("COUNTERMOVE_CACHE", str(tmp_path))
    game = load("connect:rows=3,cols=5,k=3")  # of which no other test has compiled code in memory
    with monkeypatch.context() as short:
        short.setattr(machine, "has_memory", lambda size: False)
        found = analyse(game, depth=2)
        assert not found.native and "there is too little memory for LLVM, which may take" in found.note
    assert analyse(game, depth=2).native


SLOW = """
        if state.counters - action < 95:
            import pathlib, time
            pathlib.Path({place!r}).touch()
            time.sleep(0.3)
        return Heap("""


@posix
@pytest.mark.parametrize("command", ["best", "solve", "measure", "prove"])
def test_ctrl_c_before_there_is_an_answer_says_so_and_exits_with_130(process, write, tmp_path, command):
    slow = write("rules.py", ("\n        return Heap(state", SLOW.format(place=str(tmp_path / "asleep")) + "state"))
    running = process(command, slow, "--json")
    while not (tmp_path / "asleep").exists():
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=600)
    assert (running.returncode, out) == (130, "")
    told = err.splitlines()[-1]
    assert told.startswith("Stopped ") and told.endswith(".")


@posix
def test_ctrl_c_gives_what_is_proven_so_far(watched, write):
    first = "if state.counters == self.counters:\n            yield self.counters\n        root = 1\n"
    rules = write("rules.py", ("root = 1\n", first), ("<= state.counters", "< state.counters"))
    running, screen = watched("solve", f"{rules}:counters=1000000", "--method", "exhaustive", "--json")
    screen.wait_for("exhaustive: ")
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=600)
    assert running.returncode == 0
    answer = json.loads(out)
    assert (answer["value"], answer["complete"], answer["action"]) == (1.0, False, "1000000")


@posix
def test_a_second_ctrl_c_ends_at_once(process, write, tmp_path):
    sleep = f"""
        if state.counters < 100:
            import pathlib, time
            pathlib.Path({str(tmp_path / "asleep")!r}).touch()
            time.sleep(1000)
        root = 1
"""
    running = process("best", write("rules.py", ("root = 1\n", sleep)), "--interpreted", "--depth", "3")
    while not (tmp_path / "asleep").exists():
        assert running.poll() is None
        time.sleep(0.02)
    for _ in range(200):  # two that come too soon after each other arrive as one
        running.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            running.wait(timeout=0.3)
            break
    assert running.returncode == 130


@posix
def test_ctrl_c_leaves_a_game(process):
    running = process("play", "tictactoe", stdin=subprocess.PIPE)
    assert running.stdout is not None
    shown = ""
    while "X to move: " not in shown:
        read = running.stdout.read(1)
        assert read, shown
        shown += read
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=600) == 130  # while its input is still open
    out, _ = running.communicate(timeout=600)
    assert "Interrupted after 0 actions" in out


@posix
def test_a_closed_pipe_is_no_error(process):
    running = process("tree", "tictactoe", "--algorithm", "minimax", "--depth", "3")
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.readline()
    running.stdout.close()
    assert running.stderr.read() == ""
    running.wait(timeout=600)


def test_colours_are_for_terminals_that_want_them(monkeypatch):
    environment = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    line = [sys.executable, "-m", "countermove.cli", "tree", "[[3,12],[2,4]]"]
    coloured = subprocess.run(line, capture_output=True, text=True, encoding="utf-8", env=environment).stdout
    assert "\x1b[" in coloured
    plain = subprocess.run(line, capture_output=True, text=True, encoding="utf-8", env={**environment, "NO_COLOR": "1"})
    assert "\x1b[36m" not in plain.stdout
    assert "\x1b[31m" not in plain.stdout


FULL = "/dev/full"


@pytest.mark.skipif(not os.path.exists(FULL), reason="there is no device that is always full")
@pytest.mark.parametrize("line", ["--help", "--version", "games", "tree [[3,12],[2,4]] --json"])
def test_where_the_answer_cannot_be_written_one_sentence_says_so(process, line):
    with open(FULL, "w") as full:
        running = process(*line.split(), stdout=full)
        _, err = running.communicate(timeout=600)
    assert running.returncode == 2
    assert err == "The answer cannot be written: no space left on device.\n"


@pytest.mark.skipif(not os.path.exists(FULL), reason="there is no device that is always full")
def test_where_nobody_can_be_told_the_exit_code_tells(process):
    with open(FULL, "w") as full:
        running = process("best", "nonsense", stderr=full)
        out, _ = running.communicate(timeout=600)
    assert (running.returncode, out) == (2, "")


@posix
@pytest.mark.parametrize(("line", "code"), [("games", 0), ("play tictactoe", 0), ("best nonsense", 2), ("--help", 0)])
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_may_be_closed(line, code, closed):
    command = f"{sys.executable} -m countermove.cli {line} {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=600)
    assert done.returncode == code
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("columns", ["1", "20", "x", "-3"])
def test_where_there_is_little_room_no_number_is_cut_off(process, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("TERM", "dumb")
    for line, number in (("tree [[3,12],[2,1234]]", "1234"), ("opponents [[10,10],[9,12346]]", "+6178")):
        running = process(*line.split())
        out, err = running.communicate(timeout=600)
        assert (running.returncode, err) == (0, "")
        assert "…" not in out and "\x1b" not in out and number in out
