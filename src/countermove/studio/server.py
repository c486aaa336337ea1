"""The studio served: uvicorn on a port of this machine, until Ctrl-C.

Other machines reach it only where `host` says so, and then only with the token that is printed with the address.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn

from countermove.errors import SpecError
from countermove.studio.app import make_app
from countermove.studio.connection import PATIENCE, Connections, Protocol, report
from countermove.studio.games.shelf import Shelf
from countermove.studio.guard import HEADER

HERE = "127.0.0.1"
PORT = 8642
OWN = frozenset({"127.0.0.1", "localhost", "::1"})
EVERY = frozenset({"0.0.0.0", "::"})
BACKLOG = 128
"""Connections that the system holds until they are accepted."""


def serve(
    shelf: Shelf,
    *,
    host: str = HERE,
    port: int | None = None,
    show: bool = True,
    cores: int | None = None,
    page: str = "",
    opened: Callable[[str], None] = print,
) -> None:
    """Serve the studio until it is interrupted, telling `opened` its address; other machines need the token in it."""
    sock = _socket(host, port)
    number = sock.getsockname()[1]
    local = host in OWN
    token = None if local else secrets.token_urlsafe(24)
    names = ["127.0.0.1", "localhost", "[::1]", *([] if local else _names(host))]
    hosts = {f"{name}:{number}" for name in names} | ({*names} if number == 80 else set())
    shown = f"http://{names[0] if local else names[3]}:{number}/"
    address = shown if token is None else f"{shown}?token={token}"
    app = make_app(shelf, hosts, token, cores)
    Protocol.connections_open = Connections()
    config = uvicorn.Config(
        app, http=Protocol, ws="none", lifespan="on", log_level="critical", access_log=False, server_header=False,
        proxy_headers=False, backlog=BACKLOG, h11_max_incomplete_event_size=HEADER,
        timeout_keep_alive=int(PATIENCE), timeout_graceful_shutdown=1,
    )  # fmt: skip
    opened(address)
    if show and _has_screen():
        threading.Thread(target=_open, args=(address + page,), daemon=True).start()
    _Server(config, app.close).run(sockets=[sock])


class _Server(uvicorn.Server):
    """Ends at once when it is told to: streams and searches are stopped, not waited for."""

    def __init__(self, config: uvicorn.Config, close: Callable[[], None]) -> None:
        super().__init__(config)
        self._close = close

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit and sig == signal.SIGINT:
            os._exit(130)  # asked twice: something does not let go
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(report)
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._close()
        await super().shutdown(sockets)


def _socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens; where no port was asked for and the usual one is taken, any other."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for number in (PORT, 0) if port is None else (port,):
        sock = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere it would let two programs have the same port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, number))
            sock.listen(BACKLOG)
            return sock
        except (OSError, OverflowError, UnicodeError) as error:
            sock.close()
            reason = getattr(error, "strerror", None) or str(error)
    raise SpecError(f"The studio cannot be served at {host}:{port if port is not None else PORT}: {reason.lower()}.")


def _names(host: str) -> list[str]:
    """The names under which other machines may ask for a host; all of this machine's where it is every address."""
    if host not in EVERY:
        return [_bracketed(host.lower())]
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("192.0.2.1", 9))  # an address of nobody, to which nothing is sent: which of ours would be used?
        found.append(str(sock.getsockname()[0]))
    name = socket.gethostname().lower()
    with suppress(OSError):
        found += [_bracketed(str(entry[4][0])) for entry in socket.getaddrinfo(name, None)]
    return list(dict.fromkeys([*found, name]))


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _has_screen() -> bool:
    """Whether a browser can be opened that does not take the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _open(address: str) -> None:
    with suppress(Exception):
        webbrowser.open(address)
