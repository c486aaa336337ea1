"""The server as other programs meet it: it begins, answers, turns away what is wrong, and ends when it is told to."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from countermove.studio import server as module

SOON = 60.0
COMMAND = [sys.executable, "-m", "countermove", "studio", "--no-browser"]


@dataclass
class Served:
    """A studio in a process of its own."""

    process: subprocess.Popen[str]
    said: str
    held: list[Any] = field(default_factory=list)
    """Connections, which live as long as the studio."""

    @property
    def port(self) -> int:
        found = re.search(r":(\d+)/", self.said)
        assert found, self.said
        return int(found[1])

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        return self.ask("GET", path, None, headers)

    def post(self, call: str, body: Any) -> dict[str, Any]:
        response = self.ask("POST", f"/api/{call}", json.dumps(body).encode(), {"content-type": "application/json"})
        return json.loads(response.read())  # type: ignore[no-any-return]

    def ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SOON)
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        self.held += [connection, response := connection.getresponse()]
        return response

    def raw(self, sent: bytes) -> bytes:
        """What comes back for bytes as they are."""
        with socket.create_connection(("127.0.0.1", self.port), SOON) as sock:
            sock.sendall(sent)
            sock.shutdown(socket.SHUT_WR)
            answer = b""
            while part := sock.recv(65536):
                answer += part
            return answer

    def stream(self, call: str, body: Any, page: str = "page") -> http.client.HTTPResponse:
        headers = {"content-type": "application/json", "x-page": page}
        return self.ask("POST", f"/api/{call}", json.dumps(body).encode(), headers)


@contextmanager
def served(*arguments: str, command: list[str] = COMMAND) -> Iterator[Served]:
    with subprocess.Popen([*command, *arguments], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        studio = Served(process, process.stderr.readline())
        try:
            yield studio
        finally:
            process.kill()
            for each in studio.held:
                each.close()


@pytest.fixture(scope="module")
def studio() -> Iterator[Served]:
    with served("--port", "0") as made:
        yield made


def until(response: http.client.HTTPResponse, kind: str) -> dict[str, Any]:
    """The data of the first event of a kind."""
    now = ""
    while line := response.fp.readline().decode():
        if line.startswith("event: "):
            now = line[7:].strip()
        elif line.startswith("data: ") and now == kind:
            return json.loads(line[6:])  # type: ignore[no-any-return]
    raise AssertionError(f"the stream ends after {now!r}")


def test_the_page_and_its_files_are_served_with_a_policy_and_not_sent_twice(studio: Served) -> None:
    for path in ("/", "/static/main.js", "/views/board.js"):
        response = studio.get(path)
        assert response.status == 200
        assert response.read()
        assert "default-src 'none'" in response.headers["content-security-policy"]
        assert response.headers["cache-control"] == "no-cache"
        again = studio.get(path, if_none_match=response.headers["etag"])
        assert (again.status, again.read()) == (304, b"")


def test_head_is_answered_without_a_body(studio: Served) -> None:
    response = studio.ask("HEAD", "/", None, {})
    assert (response.status, response.read()) == (200, b"")


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/api/games", 405), ("PUT", "/", 405), ("GET", "/nothing", 404)]
)
def test_what_is_not_there_is_said_in_a_sentence(studio: Served, method: str, path: str, status: int) -> None:
    response = studio.ask(method, path, None, {})
    assert response.status == status
    assert json.loads(response.read())["error"].endswith(".")


def test_pages_of_other_sites_and_other_names_are_turned_away(studio: Served) -> None:
    assert studio.get("/", host="elsewhere").status == 421
    assert studio.get("/", origin="http://elsewhere").status == 403
    assert studio.get("/api", sec_fetch_site="cross-site").status == 403
    assert studio.get("/", sec_fetch_site="cross-site").status == 200  # a link from elsewhere
    assert studio.get("/", host=f"localhost:{studio.port}").status == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: {host}\r\nHost: elsewhere\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: {host}\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9999999\r\n\r\n{}",
        b"POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{}",
        b"POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"GET http://elsewhere/ HTTP/1.1\r\nHost: elsewhere\r\n\r\n",
        b"GET /static/../../../etc/passwd HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n",
    ],
)
def test_broken_requests_are_refused_and_the_next_one_is_answered(studio: Served, sent: bytes) -> None:
    answer = studio.raw(sent.replace(b"{host}", f"127.0.0.1:{studio.port}".encode()))
    assert not answer or re.match(rb"HTTP/1.1 4\d\d ", answer)
    assert b"Traceback" not in answer
    assert studio.get("/").status == 200


def test_a_body_without_a_length_may_not_be_larger_than_others(studio: Served) -> None:
    head = (
        f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    part = b"10000\r\n" + b" " * 65536 + b"\r\n"
    with socket.create_connection(("127.0.0.1", studio.port), SOON) as sock:
        sock.sendall(head.encode())
        answer = b""
        try:
            for _ in range(40):
                sock.sendall(part)
            answer = sock.recv(65536)
        except OSError:  # it may hang up before all is sent
            pass
    assert not answer or answer.startswith(b"HTTP/1.1 413 ")
    assert studio.get("/").status == 200


def test_a_search_is_stopped_when_its_page_goes_away(studio: Served) -> None:
    asked = {"game": "tictactoe", "algorithm": "minimax", "seconds": 500, "depth": 9}
    gone = [studio.stream("analyse", {**asked, "actions": [at]}, f"page {at}") for at in range(6)]
    for response in gone:
        response.close()
    last = studio.stream("analyse", {"game": "tictactoe", "depth": 1}, "another")
    assert until(last, "done")["name"]


def test_the_author_s_games_are_told_to_everybody_who_listens(studio: Served) -> None:
    assert until(studio.stream("author", {}), "author") == {"games": []}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_with_streams_open_and_searches_at_work(number: int) -> None:
    with served("--port", "0") as studio:
        asked = {"game": "othello", "algorithm": "minimax", "seconds": 500}
        streams = [studio.stream("analyse", asked, str(page)) for page in range(4)] + [studio.stream("author", {})]
        until(streams[-1], "author")
        studio.process.send_signal(number)
        assert studio.process.wait(SOON) == 0
        assert studio.process.stderr is not None
        assert studio.process.stderr.read() == ""


def test_a_port_that_is_taken_is_a_sentence_and_the_usual_one_has_a_substitute() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run([*COMMAND, "--port", str(port)], capture_output=True, text=True, timeout=SOON)
        assert done.returncode == 2
        assert done.stderr == f"The studio cannot be served at 127.0.0.1:{port}: address already in use.\n"


def test_where_the_usual_port_is_taken_another_one_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(module, "PORT", taken.getsockname()[1])
        with module._socket("127.0.0.1", None) as found:
            assert found.getsockname()[1] != module.PORT


def test_other_machines_need_the_token_that_is_printed() -> None:
    with served("--port", "0", "--host", "0.0.0.0") as studio:
        found = re.search(r"http://(\S+?):\d+/\?token=(\S+)", studio.said)
        assert found, studio.said
        token = found[2]
        assert len(token) >= 32
        assert studio.get("/").status == 401
        assert studio.get("/", authorization=f"Bearer {token}").status == 200
        opened = studio.get(f"/?token={token}")
        assert (opened.status, opened.headers["location"]) == (303, "/")
        cookie = opened.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert studio.get("/", cookie=cookie.partition(";")[0]).status == 200


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run([*COMMAND, "nowhere.py:X"], capture_output=True, text=True, timeout=SOON, cwd=tmp_path)
    assert done.returncode == 2
    assert "File 'nowhere.py' not found" in done.stderr


def test_help_does_not_wait_for_the_server() -> None:
    script = "import sys; from countermove.cli import main; main(['--help']); print('starlette' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=SOON)
    assert done.stdout.splitlines()[-1] == "False"


def test_a_connection_that_asks_nothing_is_not_kept() -> None:
    script = (
        "import sys; from countermove.studio import connection, server; "
        "from countermove.studio.games.shelf import Shelf; connection.PATIENCE = 0.3; "
        "server.serve(Shelf(), port=0, show=False, opened=lambda text: print(text, file=sys.stderr))"
    )
    with (
        served(command=[sys.executable, "-c", script]) as studio,
        socket.create_connection(("127.0.0.1", studio.port), SOON) as sock,
    ):
        sock.sendall(b"GET / HT")
        assert sock.recv(100) == b""


def test_a_browser_is_opened_only_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not module._has_screen()
    monkeypatch.setitem(os.environ, "DISPLAY", ":0")
    assert module._has_screen()
