"""Thousands of requests that nobody should send: each gets an answer or a sentence, never a crash, a hang or a file.

A third is made by Schemathesis from what the studio says of itself at /api. The rest is made here: requests that are
nearly right, with one thing wrong that costs much or reaches far, and requests that are wrong from their first byte.
They go into the application itself, without a network between; streams are left after their first events.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest

from countermove.errors import NativeError
from countermove.game import Game
from countermove.studio.app import CALLS, make_app
from countermove.studio.games.shelf import Shelf
from countermove.studio.guard import LARGEST
from countermove.studio.web.describe import description
from countermove.studio.web.shape import Fields, Many, Number, Pairs, Shape, Text, Truth, Whole

HOST = "127.0.0.1:8642"
TOKEN = "the-token-of-this-test"
NEARLY, RAW = 800, 500
AT_ONCE = 6
PATIENCE = 90.0
"""Seconds after which a request hangs; rules that do not answer are noticed much sooner."""
ENOUGH = 1.0
"""Seconds after which a stream is left."""
SECRETS = ("Traceback", "root:x:0", "site-packages", "BEGIN RSA", "daemon:")


@dataclass
class Request:
    """A request as it is sent."""

    method: str = "POST"
    path: str = "/api/games"
    query: bytes = b""
    headers: list[tuple[str, str]] = field(default_factory=list)
    parts: list[bytes] = field(default_factory=lambda: [b"{}"])

    def __str__(self) -> str:
        body = b"".join(self.parts)[:600]
        return f"{self.method} {self.path[:200]} {self.query[:80]!r} {str(self.headers)[:300]} {body!r}"


@dataclass
class Reply:
    """What came back."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


class Client:
    """Sends requests into the application."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def send(self, request: Request) -> Reply:
        reply, left, parts = Reply(), asyncio.Event(), list(request.parts)
        path, _, _ = request.path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "scheme": "http",
            "method": request.method, "path": unquote_to_bytes(path).decode("utf-8", "replace"), "root_path": "",
            "raw_path": path.encode("utf-8", "surrogatepass"), "query_string": request.query, "client": ("1.2.3.4", 5),
            "server": ("127.0.0.1", 8642), "state": {},
            "headers": [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in request.headers],
        }  # fmt: skip

        async def receive() -> dict[str, Any]:
            if parts:
                part = parts.pop(0)
                return {"type": "http.request", "body": part, "more_body": bool(parts)}
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                reply.status = message["status"]
                reply.headers = {name.decode(): value.decode("latin-1") for name, value in message["headers"]}
                if "event-stream" in reply.headers.get("content-type", ""):
                    asyncio.get_running_loop().call_later(ENOUGH, left.set)
            else:
                reply.body += message.get("body", b"")
                if reply.body.count(b"\n\n") > 3:
                    left.set()

        async with asyncio.timeout(PATIENCE):
            await self.app(scope, receive, send)
        return reply


def headers(**others: str) -> list[tuple[str, str]]:
    named = {"host": HOST, "content-type": "application/json", **others}
    return [(name.replace("_", "-"), value) for name, value in named.items()]


def call(name: str, body: Any) -> Request:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Request("POST", f"/api/{name}", headers=headers(), parts=[sent])


def faults(request: Request, reply: Reply) -> str:
    """What is wrong with a reply; nothing where all is well."""
    text = reply.body.decode("utf-8", "replace")
    if any(secret in text for secret in SECRETS):
        return "it tells what it should not"
    if not 200 <= reply.status < 500:
        return f"the status is {reply.status}"
    if "content-security-policy" not in reply.headers:
        return "it has no policy"
    if reply.status >= 400 and reply.status != 416 and request.method != "HEAD" and not text.strip():
        return f"it says nothing with its {reply.status}"
    for block in text.split("\n\n"):
        if block.startswith("event: error"):
            told = json.loads(block.partition("data: ")[2])
            if told["status"] >= 500:
                return f"its stream stops with {told}"
    return ""


def send_all(app: Any, requests: Iterator[Request]) -> tuple[Counter[int], list[str]]:
    """Send requests, a few at a time; gives how often each status came, and what went wrong."""
    seen: Counter[int] = Counter()
    wrong: list[str] = []
    client = Client(app)

    async def worker() -> None:
        for request in requests:
            try:
                reply = await client.send(request)
            except Exception as error:
                wrong.append(f"{type(error).__name__} {error}: {request}")
                continue
            seen[reply.status] += 1
            if fault := faults(request, reply):
                wrong.append(f"{fault}: {request}\n    -> {reply.body[-600:]!r}")

    async def all_of_them() -> None:
        await asyncio.gather(*(worker() for _ in range(AT_ONCE)))

    asyncio.run(all_of_them())
    return seen, wrong


@pytest.fixture(scope="module")
def app() -> Iterator[Any]:
    """The studio, searching interpreted: compiling every game for a request that nobody waits for takes hours."""

    def refuse(game: Game) -> None:
        raise NativeError(f"{type(game).__name__} runs interpreted in this test.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("countermove.native.kernel.require_on", refuse)
        made = make_app(Shelf(), {HOST})
        yield made
        made.close()


# What the studio's own description allows, and what it forbids.


def by_schema(most: int) -> Iterator[Request]:
    """Requests made from the description, as many that fit it as that do not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import schemathesis
        from schemathesis import GenerationMode

        schema = schemathesis.openapi.from_dict(description(CALLS))
        operations = [result.ok() for result in schema.get_all_operations()]
        each = most // (2 * len(operations)) + 6  # more than enough, for calls without fields have few different ones
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            for operation in operations:
                for body in drawn(operation.as_strategy(generation_mode=mode), each):
                    with contextlib.suppress(TypeError, ValueError):  # not all that it makes can be written as JSON
                        yield call(operation.path.removeprefix("/api/"), body)


def drawn(strategy: Any, number: int) -> list[Any]:
    """The bodies of so many cases, the same each time."""
    from hypothesis import HealthCheck, given, settings

    bodies: list[Any] = []

    @given(strategy)
    @settings(
        max_examples=number, database=None, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    def collect(case: Any) -> None:
        bodies.append(case.body)

    collect()
    return bodies


@pytest.mark.parametrize("number", [60, pytest.param(1200, marks=pytest.mark.slow)])
def test_requests_made_from_the_description_are_answered_or_refused(app: Any, number: int) -> None:
    made = list(by_schema(number))  # before the studio works: Python 3.11 cannot parse in two threads at once
    seen, wrong = send_all(app, iter(made))
    assert not wrong, "\n".join(wrong[:10])
    assert seen.total() >= number


# Nearly right.

GAMES = (
    "tictactoe", "connect4", "nim", "pig", "rps", "tictactoe3", "pacman", "backgammon", "othello", "goofspiel", "tree",
    "[[3,12,8],[2,4,6],[14,5,2]]", "hexapawn", "twentyfortyeight", "subtract", "grundy", "matrix", "morris", "mnk",
)  # fmt: skip
BAD_GAMES = (
    "", ":", "nim:", "nim:piles=", "nim:piles=[1e999]", "nim:piles=[" + "9" * 4000 + "]", "mnk:rows=1000000000",
    "mnk:rows=10**9", "connect:rows=-1", "subtract:counters=1000000000", "pacman:layout=/etc/passwd",
    "pacman:layout=../../../../etc/passwd", "pacman:layout='small',layout=/etc/passwd",
    "backgammon:network=/etc/passwd",
    "/etc/passwd", "/tmp/x.py:X", "nim:/../x.py", "x.py", "os:system", "__main__", "countermove.games.nim:Nim",
    "[" * 500, "[" * 200 + "]" * 200, "[[1,2]," * 900, "[" + "1," * 6000 + "1]", "{}", '{"a": 1}', "tree:tree=1",
    "[nan, inf]", "[1e999]", "[[], []]", "[1,[2,[3,[4]]]].py", "nim:piles=[1,2,3],piles=[4]", "matrix:rows=3",
    "pig:target=1e9", "tictactoe:x=1", "nim:misere=maybe", "goofspiel:cards=99", "\u0000", "\ud800", "🎲", " nim ",
)  # fmt: skip
PLAUSIBLE: dict[str, tuple[Any, ...]] = {
    "game": GAMES,
    "start": (None, "", "x", "4455", "counters=3,mover=0", "x" * 20_000, "1" * 5000, "/etc/passwd", "\n" * 100),
    "actions": ([], [0], [1], [3, 3], [0, 1, 2], [0] * 4000, [2**62], [-1], list(range(100))),
    "algorithm": (None, "alphabeta", "minimax", "expectimax", "maxn", "pvs", "shallow", "nonsense", "__class__"),
    "player": ("best", "best:seconds=0.1", "random", "best:depth=2", "best:seconds=1e9", "best:threads=99999",
               "function:/etc/passwd", "x.py:f", "human", "best:memory=1e9", "best:nodes=" + "9" * 50, "random:seed=x"),
    "opponent": (None, "random", "uniform", "best", "x.py:f", "epsilon:rate=nan", "softmax:temperature=1e-320"),
    "text": ("[[3,12],[4]]", "", "{" * 900, "<svg onload=alert(1)>", "\\write18{ls}", '#import "x.typ"', "a" * 999),
    "rows": (None, "/etc/passwd", "%%%%\n%P.%\n%%%%", "%P.%", "%" * 4000, "%%\n" * 500, "", "P\n.", "../small.lay"),
    "name": ("alphabeta-quiz-2", "trap", "thrashing", "min-vs-exp", "", "../x", "a" * 200),
    "lecture": (None, "alphabeta-quiz-2", "trap", "", "../x"),
    "kinds": ([], ["value"], ["x"], ["value"] * 50),
    "chosen": ([], ["a"], [0], [1, 2, 3], ["x" * 100]),
    "seconds": (None, 0.01, 0.1, 600, 1e308, -1, 0),
    "depth": (None, 1, 2, 3, 200, 0, -5, 10**30),
    "nodes": (None, 1, 100, 10**12, 10**400),
    "lines": (None, 1, 3, 1000, 0),
    "conventions": ({}, {"prune": ">"}, {"prune": "x"}, {"payoff": "x"}, {"names": "\u0000"}, {"__class__": "x"}, []),
}  # fmt: skip
NONSENSE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 1e308, -0.0, 2**63, -(2**70), "", "x", "x" * 100_000, [], {}, [[]], [None], {"": ""},
    {"__proto__": 1}, "../../etc/passwd", "%2e%2e/", "\u0000", "\u202e", "' OR 1=1 --", "a\r\nb: c", [1] * 5000,
)  # fmt: skip


def fitting(shape: Shape, name: str, dice: random.Random) -> Any:
    """A value that could be meant."""
    if name in PLAUSIBLE and dice.random() < 0.8:
        return dice.choice(PLAUSIBLE[name])
    if isinstance(shape, Text):
        return dice.choice(shape.choices or ("x", "alphabeta-quiz-2", "thrashing", "svg", "", "a" * shape.most))
    if isinstance(shape, Whole):
        return dice.choice((shape.least, shape.most, min(max(1, shape.least), shape.most), shape.most + 1))
    if isinstance(shape, Number):
        return dice.choice((shape.least, shape.most, (shape.least + shape.most) / 2))
    if isinstance(shape, Truth):
        return dice.random() < 0.5
    if isinstance(shape, Many):
        return [fitting(shape.of, name, dice) for _ in range(dice.choice((0, 1, 3, min(40, shape.most))))]
    if isinstance(shape, Pairs):
        return {dice.choice("abc"): fitting(shape.of, name, dice) for _ in range(dice.choice((0, 1, 3)))}
    if isinstance(shape, Fields):
        return {key: fitting(each, key, dice) for key, each in shape.fields.items() if dice.random() < 0.7}
    return dice.choice(NONSENSE)


def nearly(most: int) -> Iterator[Request]:
    dice = random.Random(6)
    for number in range(most):
        asked = CALLS[number % len(CALLS)]
        body = {
            key: fitting(shape, key, dice)
            for key, shape in asked.shape.fields.items()
            if key in ("game", "text", "name", "player") or dice.random() < 0.4
        }
        if body and dice.random() < 0.5:
            body[dice.choice(list(body))] = dice.choice(NONSENSE)
        if "game" in body and dice.random() < 0.25:
            body["game"] = dice.choice(BAD_GAMES)
        if dice.random() < 0.05:
            body[dice.choice(("extra", "__class__", "file", "path", "module"))] = "/etc/passwd"
        yield call(asked.name, body)


def test_requests_that_are_nearly_right_are_answered_or_refused(app: Any) -> None:
    seen, wrong = send_all(app, nearly(NEARLY))
    assert not wrong, "\n".join(wrong[:10])
    assert seen.total() == NEARLY
    assert seen[200] and seen[400]


# Wrong from the first byte.

PATHS = (
    "/static/../shelf.py", "/static/%2e%2e/shelf.py", "/static/..%2fshelf.py", "/static/..%5cshelf.py",
    "/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/....//....//etc/passwd", "/static/%00",
    "/static/a%00.js", "/static/%c0%ae%c0%ae/shelf.py", "/static/" + "a" * 5000,
    "/static/" + "../" * 50 + "etc/passwd", "/static/page/",
    "/static", "/static/", "/views/../studio/shelf.py", "/views/%2e%2e/words.py", "/views/..", "//etc/passwd",
    "/../../etc/passwd", "/etc/passwd", "/.git/config", "/api/../static/main.js", "/api/nothing", "/api/",
    "/api/games/", "/api/%67ames", "/API/games", "/%ff%fe", "/?x", "/#", "/static/main.js/", "/static/main.js%20",
    "/static/CON", "/favicon.ico", "/robots.txt", "/static/vendor/../../shelf.py", "file:///etc/passwd",
    "http://elsewhere/", "*", "",
)  # fmt: skip
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "get", "", "X" * 500)
BODIES: tuple[Callable[[], list[bytes]], ...] = (
    lambda: [b""], lambda: [b"{"], lambda: [b"null"], lambda: [b"[]"], lambda: [b'"x"'], lambda: [b"1"],
    lambda: [b"\xff\xfe"], lambda: [b"\x00" * 100], lambda: [b"[" * 100_000], lambda: [b'{"a":' * 50_000],
    lambda: [b'{"game": NaN}'], lambda: [b'{"game": -Infinity}'], lambda: [b'{"game": ' + b"9" * 50_000 + b"}"],
    lambda: [b'{"game": 1e999}'], lambda: [b'{"game": "nim", "game": "pig"}'], lambda: [b'{"game": "\\ud800"}'],
    lambda: [b'{"game": "nim"}garbage'], lambda: [b"{}" * 3], lambda: ["{}".encode("utf-16")],
    lambda: [b"\xef\xbb\xbf{}"],
    lambda: [b'{"game":"nim","actions":[' + b"1," * 200_000 + b"1]}"], lambda: [b"a" * LARGEST, b"a" * 100],
    lambda: [b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><x>&a;</x>"],
)  # fmt: skip
HEADERS: tuple[list[tuple[str, str]], ...] = (
    [], [("host", "elsewhere")], [("host", HOST), ("host", "elsewhere")], [("host", f"{HOST}@elsewhere")],
    [("host", "127.0.0.1")], [("host", HOST), ("origin", "http://elsewhere")], [("host", HOST), ("origin", "null")],
    [("host", HOST), ("origin", f"http://{HOST}.elsewhere")], [("host", HOST), ("sec-fetch-site", "cross-site")],
    [("host", HOST), ("sec-fetch-site", "nonsense")], [("host", HOST), ("content-length", "9" * 5000)],
    [("host", HOST), ("content-length", "-1")], [("host", HOST), ("content-length", "1e3")],
    [("host", HOST), ("content-type", "text/plain")],
    [("host", HOST), ("content-type", "application/json; x=" + "y" * 9000)],
    [("host", HOST), ("content-type", "multipart/form-data")], [("host", HOST), ("x-page", "x" * 100_000)],
    [("host", HOST), ("range", "bytes=0-0,1-1,2-2,99999999999999999999-")], [("host", HOST), ("range", "bytes=-1")],
    [("host", HOST), ("if-none-match", '"' + "x" * 9000)], [("host", HOST), ("if-modified-since", "nonsense")],
    [("host", HOST), ("accept-encoding", "gzip;q=" + "9" * 500)], [("host", HOST), ("cookie", "=;" * 500)],
    [("host", HOST), ("authorization", "Bearer x")], [("host", HOST), ("x-forwarded-host", "elsewhere")],
    [("host", HOST), ("transfer-encoding", "chunked"), ("content-length", "5")], [("host", "é")],
    [("host", HOST), ("upgrade", "websocket"), ("connection", "upgrade")],
)  # fmt: skip


def raw(most: int) -> Iterator[Request]:
    dice = random.Random(7)
    for number in range(most):
        request = call(dice.choice(CALLS).name, {})
        kind = number % 4
        if kind == 0:
            request.path, request.method = dice.choice(PATHS), dice.choice(METHODS[:3])
        elif kind == 1:
            request.method = dice.choice(METHODS)
            request.path = dice.choice(("/", "/api", request.path, "/static/main.js"))
        elif kind == 2:
            request.parts = dice.choice(BODIES)()
        else:
            request.headers = [*dice.choice(HEADERS)]
            request.path = dice.choice(("/", request.path, "/static/main.js"))
            request.method = dice.choice(("GET", "POST"))
        request.query = dice.choice((b"", b"", b"token=x", b"a=" + b"b" * 3000, b"%", b"&" * 500, b"\xff=\xfe"))
        yield request


def test_requests_that_are_wrong_from_the_first_byte_are_refused(app: Any) -> None:
    seen, wrong = send_all(app, raw(RAW))
    assert not wrong, "\n".join(wrong[:10])
    assert seen.total() == RAW


def test_nobody_gets_a_file_from_outside(app: Any) -> None:
    async def all_of_them() -> list[tuple[str, Reply]]:
        client = Client(app)
        return [(path, await client.send(Request("GET", path, headers=headers()))) for path in PATHS]

    found = [path for path, reply in asyncio.run(all_of_them()) if reply.status == 200]
    assert set(found) <= {"/?x", "/#", "/static/main.js/"}


def test_without_the_token_nothing_is_answered() -> None:
    made = make_app(Shelf(), {HOST}, TOKEN)
    asked = [*nearly(50), *raw(200)]
    asked += [Request("GET", path, headers=headers()) for path in ("/", "/api", "/static/main.js", *PATHS)]
    asked += [Request("GET", "/", b"token=" + given, headers()) for given in (b"", b"x", b"%ff", TOKEN.encode()[:-1])]
    for name, value in (("authorization", "Bearer x"), ("authorization", TOKEN), ("cookie", "countermove=x")):
        asked.append(Request("GET", "/", headers=[*headers(), (name, value)]))
    seen, wrong = send_all(made, iter(asked))
    made.close()
    assert not wrong
    assert not {status for status in seen if status < 400}


def test_the_token_opens_the_studio_from_the_address_a_cookie_or_a_header() -> None:
    made = make_app(Shelf(), {HOST}, TOKEN)

    async def go() -> None:
        client = Client(made)
        first = await client.send(Request("GET", "/", f"token={TOKEN}".encode(), headers()))
        assert (first.status, first.headers["location"]) == (303, "/")
        cookie = first.headers["set-cookie"].partition(";")[0]
        for name, value in (("cookie", cookie), ("cookie", f"a=b; {cookie}"), ("authorization", f"Bearer {TOKEN}")):
            reply = await client.send(Request("GET", "/", headers=[*headers(), (name, value)]))
            assert reply.status == 200

    asyncio.run(go())
    made.close()
