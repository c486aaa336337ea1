"""Who may ask: requests from other sites, for other hosts, too large, or without the token are turned away.

A page of another site cannot read answers, but without these checks it could ask questions that cost time; a name that
points here by a trick (DNS rebinding) could even read them. So Host must be ours, Origin, where a browser sends one,
must be the same, and everything that is answered forbids the page to load anything from elsewhere.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs

__all__ = ["COOKIE", "Guard"]

LARGEST = 1 << 20
"""Bytes of a request."""
COOKIE = "countermove"
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

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal:
            await _refuse(send, *refusal)
            return
        if self.token and (given := _query(scope).get("token")):
            if hmac.compare_digest(given[0].encode(), self.token.encode()):
                cookie = f"{COOKIE}={self.token}; HttpOnly; SameSite=Strict; Path=/"
                await _answer(send, 303, b"", [(b"location", b"/"), (b"set-cookie", cookie.encode())])
                return
            await _refuse(send, 401, "The token is not the one that was printed when the studio began.")
            return
        if self.token and not self._has_token(headers):
            await _refuse(send, 401, "Open the address with the token that was printed when the studio began.")
            return
        await self.app(scope, _limited(receive), _headed(send))

    def _refusal(self, scope: Any, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "").lower()
        if host not in self.hosts:
            return 421, "This studio is not served under that name."
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
            return 403, "Pages of other sites may not ask here."
        if headers.get("sec-fetch-site") in ("cross-site", "same-site") and scope["path"].startswith("/api/"):
            return 403, "Pages of other sites may not ask here."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "Only GET and POST are answered."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LARGEST:
            return 413, f"The request is too large; {LARGEST:,} bytes are the most."
        return None

    def _has_token(self, headers: dict[str, str]) -> bool:
        assert self.token is not None
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if not given:
            try:
                morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
            except Exception:
                return False
            given = morsel.value if morsel else ""
        return hmac.compare_digest(given.encode(), self.token.encode())


def _query(scope: Any) -> dict[str, list[str]]:
    return parse_qs(scope["query_string"].decode("latin-1")) if scope["method"] == "GET" else {}


def _limited(receive: Any) -> Any:
    """The body, no longer than it may be, whatever its header says."""
    size = 0

    async def limited() -> Any:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        return {"type": "http.disconnect"} if size > LARGEST else message

    return limited


def _headed(send: Any) -> Any:
    async def headed(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
        await send(message)

    return headed


async def _refuse(send: Any, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence}).encode()
    await _answer(send, status, body, [(b"content-type", b"application/json")])


async def _answer(send: Any, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length, *HEADERS]})
    await send({"type": "http.response.body", "body": body})
