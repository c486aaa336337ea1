"""The page's files, served from memory: a page opens at once, however busy the machine is.

Only files in the folder can be requested, by exact name, so path tricks have no effect. A file changed on disk is read
again; a browser with an up-to-date copy gets 304.
"""

from __future__ import annotations

import hashlib
import os
import time
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".ts": "text/plain; charset=utf-8",
}
"""Media types by extension; everything else is text."""
TEXT = "text/plain; charset=utf-8"
SCAN_SECONDS = 1.0
"""Seconds between two scans for new files."""


@dataclass(frozen=True, slots=True)
class _File:
    body: bytes
    kind: str
    tag: str
    stamp: tuple[int, int]


class Files:
    """The files of a folder and its subfolders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[str, _File] = {}
        self._names = self._found()

    async def __call__(self, request: Request) -> Response:
        """The file a request names."""
        return self.response(request, request.path_params["path"])

    def response(self, request: Request, name: str) -> Response:
        """The file by name, or 304 if the browser has it."""
        path = self._names.get(name)
        if path is None and time.monotonic() - self._looked > SCAN_SECONDS:  # it may be new
            self._names = self._found()
            path = self._names.get(name)
        file = self._read(name, path) if path is not None else None
        if file is None:
            raise HTTPException(404)
        headers = {"etag": file.tag}
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(file.body, media_type=file.kind, headers=headers)

    def _found(self) -> dict[str, Path]:
        self._looked = time.monotonic()
        return {path.relative_to(self.folder).as_posix(): path for path in self.folder.rglob("*") if path.is_file()}

    def _read(self, name: str, path: Path) -> _File | None:
        """A file's content, read again after a change; None if it is gone."""
        try:
            status = os.stat(path)
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._known.get(name)
            if known is None or known.stamp != stamp:
                body = path.read_bytes()
                tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
                known = self._known[name] = _File(body, KINDS.get(path.suffix, TEXT), tag, stamp)
            return known
        except OSError:
            return None
