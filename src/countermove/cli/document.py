"""Answers that are documents: their format and destination."""

from __future__ import annotations

import shutil
import sys
import textwrap
from pathlib import Path

from countermove.errors import SpecError

WIDTH = 100
FORMATS = ("text", "svg", "pdf", "png", "tikz", "typst", "html", "efg", "json")


def chosen(format: str | None, out: str | None, json: bool) -> str:
    """The requested format, or the one the file name implies.

    >>> chosen(None, "figure.svg", False), chosen(None, None, False)
    ('svg', 'text')
    """
    if json:
        if format not in (None, "json"):
            raise SpecError(f"--json contradicts --format {format}; give one of them.")
        return "json"
    if format is None and out is not None:
        from countermove.views.notebook import ENDINGS

        known = {**ENDINGS, ".json": "json", ".efg": "efg"}
        ending = Path(out).suffix.lower()
        if ending not in known:
            raise SpecError(f"The extension of {out!r} names no format; add --format, or use {', '.join(known)}.")
        return known[ending]
    if format is not None and format not in FORMATS:
        raise SpecError(f"Unknown format {format!r}; use {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.")
    return format or "text"


def prose(text: str) -> list[str]:
    """Wrap text for a terminal; keep one line elsewhere."""
    if not sys.stdout.isatty():
        return [text]
    return textwrap.wrap(text, min(WIDTH, shutil.get_terminal_size().columns), break_on_hyphens=False)


def deliver(document: str | bytes, out: str | None) -> None:
    """Print a document, or write it to a file."""
    if out is None:
        if isinstance(document, bytes):
            raise SpecError("This format is for files; name one with --out.")
        sys.stdout.write(document.rstrip("\n") + "\n")
        return
    content = document if isinstance(document, bytes) else (document.rstrip("\n") + "\n").encode()
    try:
        Path(out).write_bytes(content)
    except OSError as error:
        raise SpecError(f"Cannot write {out}: {error.strerror or error}.") from None
