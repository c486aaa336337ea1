"""A student's code is shut in as far as the system allows, and whatever it starts ends with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from countermove.lectures.grade import confine
from countermove.lectures.grade.pupil import Pupil
from countermove.lectures.grade.specimen import of_list
from countermove.lectures.grade.submission import read

posix = pytest.mark.skipif(os.name != "posix", reason="there are no process groups")
RIGHT = "return tree if isinstance(tree, int) else max(tree)"


def confined(script: str) -> str:
    """What a script prints that is shut in."""
    start = (
        f"import os, pathlib; from countermove.lectures.grade import confine; folder = {str(Path(__file__).parent)!r}\n"
    )
    done = subprocess.run([sys.executable, "-c", start + script], capture_output=True, text=True, timeout=600)
    return f"{done.returncode} {done.stdout}{done.stderr}".strip()


@pytest.fixture(scope="module")
def namespaces() -> None:
    if (
        confined("confine.confine(pathlib.Path(folder)); print(os.getpid(), os.path.exists('/proc/self'))")
        != "0 2 False"
    ):
        pytest.skip("there are no namespaces without special rights")


def answered(tmp_path: Path, text: str, seconds: float = 20.0) -> tuple[object, str]:
    """What a function says of a tree, or how it fails."""
    path = tmp_path / "homework.py"
    path.write_text(text)
    with Pupil(read(path, None, None), seconds, 2048) as pupil:
        reply = pupil.ask(of_list([1, 2]), None)
    return reply.answer, f"{reply.fault.kind} {reply.fault.text}".strip() if reply.fault else ""


FORBIDDEN = {
    "network": "__import__('socket').create_connection(('127.0.0.1', {port}), 5)",
    "home": "os.listdir({home!r})",
    "other": "open({other!r}).read()",
    "beside": "open(__file__ + '.new', 'w')",
    "itself": "open(__file__, 'a')",
    "system": "open('/usr/written', 'w')",
    "processes": "os.kill({pid}, 0)",
    "root": "os.chroot('/')",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_where_there_are_namespaces_it_reaches_nothing_but_its_folder(namespaces, tmp_path: Path, what: str) -> None:
    import socket

    home, other = tmp_path / "home", tmp_path / "other"
    home.mkdir()
    other.write_text("a secret")
    folder = tmp_path / "folder"
    folder.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as server:
        line = FORBIDDEN[what].format(port=server.getsockname()[1], home=str(home), other=str(other), pid=os.getpid())
        text = f"import os\ndef minimax(tree):\n    try:\n        {line}\n    except OSError:\n        {RIGHT}\n"
        assert answered(folder, text) == (2.0, "")


def test_it_may_read_what_stands_beside_it_and_write_to_tmp(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("largest = max\n")
    text = """
import tempfile, helper
def minimax(tree):
    with tempfile.TemporaryFile() as file:
        file.write(b"notes")
    return tree if isinstance(tree, int) else helper.largest(tree)
"""
    assert answered(tmp_path, text) == (2.0, "")


LEAVES = """
import os, time
def minimax(tree):
    if isinstance(tree, int):
        return tree
    ready, told = os.pipe()
    if os.fork() == 0:
        {first}
        os.open({pipe!r}, os.O_WRONLY)
        os.write(told, b"x")
        time.sleep(1000)
    os.read(ready, 1)
    {then}
    return max(tree)
"""


@posix
@pytest.mark.parametrize("then", ["pass", "time.sleep(1000)"], ids=["answers", "hangs"])
@pytest.mark.parametrize("first", ["pass", "os.setsid()"], ids=["group", "session"])
def test_what_it_has_started_ends_with_it(request, tmp_path: Path, first: str, then: str) -> None:
    if first != "pass":
        request.getfixturevalue("namespaces")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    ours = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    answer, fault = answered(
        tmp_path, LEAVES.format(first=first, then=then, pipe=str(pipe)), 20.0 if then == "pass" else 0.5
    )
    assert (answer, fault) == ((2.0, "") if then == "pass" else (None, "endless"))
    os.set_blocking(ours, True)
    assert os.read(ours, 1) == b""  # nobody holds the other end
    os.close(ours)


def test_code_that_holds_the_interpreter_is_ended_too(tmp_path: Path) -> None:
    """The watcher inside its process cannot run meanwhile."""
    text = "def minimax(tree):\n    return len(str(3 ** (10**9)))\n"
    assert answered(tmp_path, text, 0.2) == (None, "endless")


@posix
def test_a_file_that_it_writes_is_limited_in_size(tmp_path: Path) -> None:
    text = f"""
import tempfile
def minimax(tree):
    with tempfile.TemporaryFile() as file:
        try:
            for _ in range(70):
                file.write(bytes(2**20))
            file.flush()
        except OSError:
            {RIGHT}
"""
    assert answered(tmp_path, text) == (2.0, "")


@posix
def test_where_nothing_is_allowed_it_runs_all_the_same() -> None:
    script = """
def refuse(folder):
    raise PermissionError
confine._shut_in = refuse
before = os.getpid()
confine.confine(pathlib.Path(folder))
print(os.getpid() == before)
"""
    assert confined(script) == "0 True"


@pytest.mark.parametrize("refused", ["confine.Path.write_text", "confine._hide_files", "confine.os.chroot"])
def test_where_a_step_is_not_allowed_those_before_it_hold(namespaces, refused: str) -> None:
    script = f"""
import socket, threading
def refuse(*arguments):
    raise PermissionError
{refused} = refuse
confine.confine(pathlib.Path(folder))
try:
    socket.create_connection(("127.0.0.1", 9), 5)
except OSError as error:
    thread = threading.Thread(target=lambda: print(os.getpid(), error.strerror, os.path.exists(folder)))
    thread.start()
    thread.join()
"""
    assert confined(script) == "0 2 Network is unreachable True"


@posix
def test_how_it_ends_is_told_through_all_processes(tmp_path: Path) -> None:
    text = "import os, signal\ndef minimax(tree):\n    os.{}\n"
    assert answered(tmp_path, text.format("kill(os.getpid(), signal.SIGSEGV)")) == (None, "crashed")
    assert answered(tmp_path, text.format("abort()")) == (None, "crashed")
    assert answered(tmp_path, text.format("_exit(3)")) == (None, "ended")
    assert answered(tmp_path, text.format("_exit(200)")) == (None, "ended")


def test_the_numbers_are_those_of_this_system() -> None:
    """Python 3.12 and later know them too."""
    for name, number in (
        ("CLONE_NEWNS", confine.NEW_MOUNT), ("CLONE_NEWIPC", confine.NEW_IPC), ("CLONE_NEWUSER", confine.NEW_USER),
        ("CLONE_NEWPID", confine.NEW_PROCESS), ("CLONE_NEWNET", confine.NEW_NETWORK),
    ):  # fmt: skip
        assert getattr(os, name, number) == number
