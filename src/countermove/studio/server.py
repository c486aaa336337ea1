"""The studio served: uvicorn on a port of this machine, until Ctrl-C."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from countermove.errors import SpecError
from countermove.studio.app import make_app
from countermove.studio.shelf import Shelf

__all__ = ["HERE", "PORT", "serve"]

HERE = "127.0.0.1"
PORT = 8642
OWN = frozenset({"127.0.0.1", "localhost", "::1"})


def serve(
    shelf: Shelf,
    *,
    host: str = HERE,
    port: int | None = None,
    show: bool = True,
    cores: int | None = None,
    page: str = "",
    say: Callable[[str], None] = print,
) -> None:
    """Serve the studio until it is interrupted; other machines reach it only with a token."""
    sock = _socket(host, port)
    number = sock.getsockname()[1]
    local = host in OWN
    token = None if local else secrets.token_urlsafe(24)
    hosts = {f"{name}:{number}" for name in ("127.0.0.1", "localhost", "[::1]")}
    if not local:
        hosts |= {f"{name}:{number}" for name in _names(host)}
    config = uvicorn.Config(
        make_app(shelf, hosts, token, cores), log_level="critical", access_log=False, server_header=False,
        timeout_graceful_shutdown=1, lifespan="on",
    )  # fmt: skip
    shown = f"http://{'127.0.0.1' if local else _bracketed(_names(host)[0])}:{number}/"
    address = shown if token is None else f"{shown}?token={token}"
    say(f"The studio is open at {address} (Ctrl-C ends it)")
    if show:
        with suppress(Exception):
            webbrowser.open(address + page)
    uvicorn.Server(config).run(sockets=[sock])


def _socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens; where no port was asked for and the usual one is taken, any other."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (PORT, 0) if port is None else (port,):
        sock = socket.socket(family, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, number))
            return sock
        except (OSError, OverflowError) as error:
            sock.close()
            reason = getattr(error, "strerror", None) or str(error)
    raise SpecError(f"The studio cannot be served at {host}:{port if port is not None else PORT}: {reason.lower()}.")


def _names(host: str) -> list[str]:
    """The names under which other machines may ask for a host; all of this machine's where it is every address."""
    if host not in ("0.0.0.0", "::"):
        return [_bracketed(host)]
    name = socket.gethostname()
    found = [name]
    with suppress(OSError):
        found += [_bracketed(str(entry[4][0])) for entry in socket.getaddrinfo(name, None)]
    return list(dict.fromkeys(found))


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
