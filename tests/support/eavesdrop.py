"""A wire between a browser and the studio that keeps every byte the browser is sent."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Wire:
    """A port of this machine that leads to the studio."""

    def __init__(self, address: str) -> None:
        self.port = int(address.rstrip("/").rsplit(":", 1)[1])
        self.door = socket.create_server(("127.0.0.1", 0))
        self.own = self.door.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.own}/"
        self.received = bytearray()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                page, _ = self.door.accept()
                studio = socket.create_connection(("127.0.0.1", self.port))
                threading.Thread(target=self._ask, args=(page, studio), daemon=True).start()
                threading.Thread(target=self._answer, args=(studio, page), daemon=True).start()

    def _ask(self, page: socket.socket, studio: socket.socket) -> None:
        """Pass requests on, under the name by which the studio is served."""
        with suppress(OSError):
            while part := page.recv(1 << 16):
                studio.sendall(part.replace(f"127.0.0.1:{self.own}".encode(), f"127.0.0.1:{self.port}".encode()))
        with suppress(OSError):
            studio.shutdown(socket.SHUT_RDWR)

    def _answer(self, studio: socket.socket, page: socket.socket) -> None:
        with suppress(OSError):
            while part := studio.recv(1 << 16):
                self.received += part
                page.sendall(part)
        with suppress(OSError):
            page.shutdown(socket.SHUT_RDWR)


@contextmanager
def eavesdropping(address: str) -> Iterator[Wire]:
    """A wire to the studio at an address."""
    wire = Wire(address)
    try:
        yield wire
    finally:
        wire.door.close()
