"""Pictures for print and slides: SVG as PDF or PNG, by the package `typst`, which only this and quiz sheets need.

Typst sets Typst documents, and embeds SVG as it is; so every picture takes the same path. It brings its own fonts, for
machines that have none.
"""

from __future__ import annotations

import json
from typing import Final, Literal, cast

from countermove.errors import CountermoveError

Printed = Literal["pdf", "png"]
PRINTED: Final = ("pdf", "png")
"""The formats."""
PIXELS_PER_INCH: Final = 192.0
"""Resolution of a PNG: two pixels for each of the SVG."""


def printed(svg: str, format: str) -> bytes:
    """An SVG document as PDF or PNG, on a page of its size."""
    picture = json.dumps(svg, ensure_ascii=False)
    page = "#set document(date: none)\n#set page(width: auto, height: auto, margin: 0pt)"
    return compiled(f'{page}\n#image(bytes({picture}), format: "svg")', format)


def compiled(source: str, format: str) -> bytes:
    """A Typst document as PDF or PNG."""
    try:
        import typst
    except ImportError:
        raise CountermoveError(
            f"A {format.upper()} needs the package typst, which is not installed; run pip install "
            "'countermove[sheet]', or use another format."
        ) from None
    made: bytes = typst.compile(source.encode(), format=cast(Printed, format), ppi=PIXELS_PER_INCH)
    return made
