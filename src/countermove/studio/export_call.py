"""What is on the screen as a document: a tree, or a board, to put into slides, notes and pages."""

from __future__ import annotations

import re
from collections.abc import Generator
from typing import Any

from countermove.drawn import require_board
from countermove.studio.call import Answer, Stream
from countermove.studio.game_call import title_of
from countermove.studio.pool import Turn
from countermove.studio.shape import Fields, Shape, Text, Truth, Whole
from countermove.studio.shelf import AT, Shelf
from countermove.studio.study import EVENTS, SEARCH, Study, study
from countermove.studio.tree_call import drawing_figure
from countermove.views.board import board_scene
from countermove.views.notebook import Drawing
from countermove.views.sketch import Sketch
from countermove.views.svg import scene_svg
from countermove.views.tikz import scene_tikz
from countermove.views.typst import scene_typst

__all__ = ["CALLS", "EXPORT", "exported", "file_name"]

KINDS = {
    "svg": ("svg", "image/svg+xml"),
    "tikz": ("tex", "text/x-tex"),
    "typst": ("typ", "text/plain"),
    "html": ("html", "text/html"),
    "text": ("txt", "text/plain"),
}
"""The ending of a file and what it is, by format."""
PICTURES = {"svg": scene_svg, "tikz": scene_tikz, "typst": scene_typst}
CALLED = {"alphabeta": "Alpha-beta", "maxn": "Max^n", "bestreply": "Best reply", "deepening": "Iterative deepening"}
"""What people call the algorithms, where that is not their name here with a capital."""
MOST = 2000
LONG = 40
"""Characters of a file name."""
EXPORT: dict[str, Shape] = {
    "format": Text(5, tuple(KINDS)),
    "title": Text(200, default=""),
    "boards": Truth(default=None),
    "most": Whole(1, MOST, default=None),
    "at": Whole(0, EVENTS, default=None),
}
"""The fields that say what document is wanted."""


def export(shelf: Shelf, asked: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """The tree of a search as a document; with `at`, as it was after so many steps."""
    done = yield from study(shelf, asked, turn)
    yield
    return exported(done, asked)


def exported(done: Study, asked: dict[str, Any]) -> dict[str, Any]:
    """A search that is done as the document that the fields of `EXPORT` ask for."""
    format = asked["format"]
    at = None if asked["at"] is None else _events_done(done, asked["at"])
    sketch = done.sketch if at is None or format == "html" else Sketch.of(done.events[:at], steps=True)
    title = asked["title"] or _heading(done)
    drawing = Drawing(
        done.game, sketch, format=format, conventions=done.conventions, algorithm=done.model, most=asked["most"],
        boards=asked["boards"], title=title, opponent=done.opponent,
    )  # fmt: skip
    if at is not None and format == "html":
        drawn = {node.get("number") for node in drawing.tree["nodes"]}
        drawing.tree["at"] = max(0, sum(event.node in drawn for event in done.events[:at]) - 1)
    return _document(drawing.render(), asked["title"] or _name(done), format)


def _name(done: Study) -> str:
    """What a file is called to which nobody has given a title: by the algorithm, and by the game or the numbers."""
    numbers = re.sub(r"^tree:tree=|,(root|players)=\w+", "", done.place.name) if done.is_list else ""
    return f"{done.algorithm} {numbers or done.place.name}"


def _events_done(done: Study, at: int) -> int:
    """How many events make so many steps of the tree on the screen, where a large one is not drawn as a whole."""
    shown = {item.number for item in drawing_figure(done).items() if item.kind not in ("pruned", "more")}
    places = [place for place, event in enumerate(done.events, 1) if event.node in shown]
    return places[max(0, min(at, len(places)) - 1)]  # the first of them came to the root


def _heading(done: Study) -> str:
    """What a figure is called to which nobody has given a title."""
    own = not type(done.game).__module__.startswith("countermove.games.")
    game = "a tree of numbers" if done.is_list else title_of(done.game, done.place.name, own)
    return f"{CALLED.get(done.algorithm, done.algorithm.capitalize())}: {game}"


def picture(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """The board of a position as a document."""
    place = shelf.place(asked)
    scene = board_scene(require_board(place.game, place.state), title=asked["title"] or place.name)
    return _document(PICTURES[asked["format"]](scene), asked["title"] or place.name, asked["format"])


def _document(text: str, name: str, format: str) -> dict[str, Any]:
    ending, kind = KINDS[format]
    return {"name": f"{file_name(name)}.{ending}", "type": kind, "text": text}


def file_name(words: str) -> str:
    """Words as the name of a file.

    >>> file_name("Alpha-beta quiz 2: [[10, 6]]"), file_name("???")
    ('alpha-beta-quiz-2-10-6', 'tree')
    """
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:LONG].strip("-") or "tree"


CALLS = (
    Stream(
        "export",
        Fields({**SEARCH, **EXPORT}),
        export,
        "The tree of a search as SVG, TikZ, Typst, HTML or text.",
    ),
    Answer(
        "picture",
        Fields({**AT, "format": Text(5, tuple(PICTURES)), "title": Text(200, default="")}),
        picture,
        "The board of a position as SVG, TikZ or Typst.",
    ),
)
