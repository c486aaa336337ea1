"""A wire between a browser and the studio that keeps every byte the browser is sent."""

from __future__ import annotations

import select
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
                threading.Thread(target=self._join, args=(page,), daemon=True).start()

    def _join(self, page: socket.socket) -> None:
        """Pass on what both say; requests under the name by which the studio is served."""
        names = f"127.0.0.1:{self.own}".encode(), f"127.0.0.1:{self.port}".encode()
        with suppress(OSError), page, socket.create_connection(("127.0.0.1", self.port)) as studio:
            while True:
                for ready in select.select([page, studio], [], [])[0]:
                    part = ready.recv(1 << 16)
                    if not part:
                        return
                    if ready is page:
                        studio.sendall(part.replace(*names))
                    else:
                        self.received += part
                        page.sendall(part)


@contextmanager
def eavesdropping(address: str) -> Iterator[Wire]:
    """A wire to the studio at an address."""
    wire = Wire(address)
    try:
        yield wire
    finally:
        wire.door.close()
