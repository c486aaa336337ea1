"""Who may ask: requests from other sites, for other hosts, too large, or without the token are turned away.

A page of another site cannot read answers, but without these checks it could ask questions that cost time; a name that
points here by a trick (DNS rebinding) could even read them. So Host must be ours, Origin, where a browser sends one,
must be the same, and everything that is answered forbids the page to load anything from elsewhere.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs

LARGEST = 1 << 20
"""Bytes of a request."""
HEADER = 32 * 1024
"""Bytes of its address, and of its headers."""
COOKIE = "countermove"
ONCE = ("host", "origin", "content-length", "content-type", "sec-fetch-site", "authorization")
"""Headers that a request has once at most."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
)


class Guard:
    """An ASGI application in front of another."""

    def __init__(self, app: Any, hosts: Iterable[str], token: str | None = None) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.token = token

    def close(self) -> None:
        """End every stream and every search."""
        self.app.state.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers: dict[str, list[str]] = {}
        for key, value in scope["headers"]:
            headers.setdefault(key.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        refusal = self._refusal(scope, headers) or self._stranger(scope, headers)
        if refusal:
            await _refuse(send, *refusal)
        elif self.token and "token" in _query(scope):  # from now on a cookie says it, and the address can be shown
            cookie = f"{COOKIE}={self.token}; HttpOnly; SameSite=Lax; Path=/"
            await _answer(send, 303, b"", [(b"location", b"/"), (b"set-cookie", cookie.encode())])
        else:
            await self.app(scope, receive, _headed(send))

    def _refusal(self, scope: Any, headers: dict[str, list[str]]) -> tuple[int, str] | None:
        """Why a request is rejected, for any client."""
        if any(len(headers.get(name, ())) > 1 for name in ONCE):
            return 400, "The request contradicts itself."
        if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADER:
            return 431, f"The headers are too large; {HEADER:,} bytes are the most."
        if len(scope["path"]) + len(scope["query_string"]) > HEADER:
            return 414, f"The address is too long; {HEADER:,} bytes are the most."
        if not scope["query_string"].isascii():
            return 400, "The address holds signs that an address has not."
        host = headers.get("host", [""])[0].lower()
        if host not in self.hosts:
            return 421, "This studio is not served under that name."
        origin = headers.get("origin", [f"http://{host}"])[0]
        if origin.lower() not in (f"http://{host}", f"https://{host}"):
            return 403, "Pages of other sites may not ask here."
        site = headers.get("sec-fetch-site", ["none"])[0]
        if site not in ("same-origin", "none") and (scope["path"] != "/" or scope["method"] != "GET"):
            return 403, "Pages of other sites may not ask here."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "Only GET and POST are answered."
        length = headers.get("content-length", ["0"])[0]
        if not length.isdecimal() or len(length) > 12 or int(length) > LARGEST:
            return 413, f"The request is too large; {LARGEST:,} bytes are the most."
        return None

    def _stranger(self, scope: Any, headers: dict[str, list[str]]) -> tuple[int, str] | None:
        """Why a client is rejected: the token is in neither the address, a header nor a cookie."""
        if not self.token:
            return None
        given = _query(scope).get("token") or [_token(headers)]
        if hmac.compare_digest(given[0].encode(), self.token.encode()):
            return None
        return 401, "Open the address with the token that was printed when the studio began."


def _token(headers: dict[str, list[str]]) -> str:
    """The token that a header or a cookie gives."""
    given = headers.get("authorization", [""])[0]
    if given.startswith("Bearer "):
        return given.removeprefix("Bearer ").strip()
    for cookie in "; ".join(headers.get("cookie", ())).split(";"):
        name, _, value = cookie.strip().partition("=")
        if name == COOKIE:
            return value
    return ""


def _query(scope: Any) -> dict[str, list[str]]:
    return parse_qs(scope["query_string"].decode("latin-1")) if scope["method"] == "GET" else {}


def _headed(send: Any) -> Any:
    async def headed(message: Any) -> None:
        if message["type"] == "http.response.start":
            given = message.get("headers", ())
            names = {name.lower() for name, _ in given}
            message = {**message, "headers": [*given, *(each for each in HEADERS if each[0] not in names)]}
        await send(message)

    return headed


async def _refuse(send: Any, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence}).encode()
    await _answer(send, status, body, [(b"content-type", b"application/json")])


async def _answer(send: Any, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length, *HEADERS]})
    await send({"type": "http.response.body", "body": body})
