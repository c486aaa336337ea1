"""What only a process of its own can show: quick starts, Ctrl-C, closed pipes, and colours."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

posix = pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one process there")


def test_help_starts_at_once_and_imports_nothing_heavy():
    code = "import sys; from countermove.cli import main; main(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for heavy in ("'numba'", "'numpy'", "'llvmlite'", "'rich.console'"):
        assert heavy not in done.stderr
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "countermove.cli", "--help"], capture_output=True, check=True)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.3


@posix
def test_ctrl_c_gives_the_best_answer_so_far(process):
    running = process("best", "connect4", "--seconds", "100", "--interpreted", "--json")
    time.sleep(2.5)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 0, err
    answer = json.loads(out)
    assert answer["stopped"] is True
    assert answer["depth"] >= 1
    assert answer["action"] in "1234567"
    assert err == ""


@posix
@pytest.mark.native
def test_ctrl_c_stops_compiled_search_too(process):
    subprocess.run([sys.executable, "-m", "countermove.cli", "best", "nim", "--depth", "2"], capture_output=True)
    running = process("best", "nim:piles=(5,5,5,5)", "--seconds", "100", "--json")
    time.sleep(3)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 0, err
    assert json.loads(out)["native"] is True


@posix
def test_ctrl_c_ends_solving_with_how_far_it_got(process):
    running = process("solve", "connect4", "--json")
    time.sleep(2)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 0, err
    answer = json.loads(out)
    assert answer["complete"] is False
    assert answer["states"] > 100


@posix
def test_a_second_ctrl_c_ends_at_once(process, write):
    slow = "import time\n        time.sleep(1000)\n        root = 1\n"
    path = write(
        "rules.py",
        (
            "root = 1\n",
            "root = 1\n        if state.counters < 100:\n            " + slow.replace("\n        ", "\n            "),
        ),
    )
    running = process("best", path, "--interpreted", "--depth", "3")
    time.sleep(2)
    running.send_signal(signal.SIGINT)
    time.sleep(0.3)
    running.send_signal(signal.SIGINT)
    start = time.monotonic()
    running.communicate(timeout=20)
    assert running.returncode == 130
    assert time.monotonic() - start < 1


@posix
def test_ctrl_c_leaves_a_game(process):
    running = process("play", "tictactoe", stdin=subprocess.PIPE)
    time.sleep(1.5)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=20)
    assert running.returncode == 130
    assert "The game was left" in out


@posix
def test_a_closed_pipe_is_no_error(process):
    running = process("tree", "tictactoe", "--algorithm", "minimax", "--depth", "3")
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.readline()
    running.stdout.close()
    assert running.stderr.read() == ""
    running.wait(timeout=20)


def test_colours_are_for_terminals_that_want_them(monkeypatch):
    environment = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    line = [sys.executable, "-m", "countermove.cli", "tree", "[[3,12],[2,4]]"]
    coloured = subprocess.run(line, capture_output=True, text=True, encoding="utf-8", env=environment).stdout
    assert "\x1b[" in coloured
    plain = subprocess.run(line, capture_output=True, text=True, encoding="utf-8", env={**environment, "NO_COLOR": "1"})
    assert "\x1b[36m" not in plain.stdout
    assert "\x1b[31m" not in plain.stdout
