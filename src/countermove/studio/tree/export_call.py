"""Export of what is on the screen: a tree or a board, for slides, notes and pages."""

from __future__ import annotations

import re
from collections.abc import Generator
from typing import Any

from countermove.drawn import require_board
from countermove.studio.games.game_call import title_of
from countermove.studio.games.shelf import AT, Shelf
from countermove.studio.pool import Turn
from countermove.studio.tree.study import MAX_EVENTS, SEARCH, Study, study
from countermove.studio.tree.tree_call import drawing_figure
from countermove.studio.web.call import Answer, Stream
from countermove.studio.web.shape import Fields, Shape, Text, Truth, Whole
from countermove.views.board import board_scene
from countermove.views.notebook import Drawing
from countermove.views.sketch import Sketch
from countermove.views.svg import scene_svg
from countermove.views.tikz import scene_tikz
from countermove.views.typst import scene_typst

KINDS = {
    "svg": ("svg", "image/svg+xml"),
    "tikz": ("tex", "text/x-tex"),
    "typst": ("typ", "text/plain"),
    "html": ("html", "text/html"),
    "text": ("txt", "text/plain"),
}
"""File extension and media type, by format."""
PICTURES = {"svg": scene_svg, "tikz": scene_tikz, "typst": scene_typst}
TITLES = {"alphabeta": "Alpha-beta", "maxn": "Max^n", "bestreply": "Best reply", "deepening": "Iterative deepening"}
"""Display names of algorithms, where not just the name capitalized."""
MAX_NODES = 2000
MAX_FILE_NAME = 40
"""Maximum characters in a file name."""
EXPORT: dict[str, Shape] = {
    "format": Text(5, tuple(KINDS)),
    "title": Text(200, default=""),
    "boards": Truth(default=None),
    "most": Whole(1, MAX_NODES, default=None),
    "at": Whole(0, MAX_EVENTS, default=None),
}
"""The export options of a request."""


def export(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """The tree of a search as a document; with `at`, as it was after that many steps."""
    done = yield from study(shelf, request, turn)
    yield
    return exported(done, request)


def exported(done: Study, request: dict[str, Any]) -> dict[str, Any]:
    """A finished search as the document that `EXPORT` describes."""
    format = request["format"]
    at = None if request["at"] is None else _events_done(done, request["at"])
    sketch = done.sketch if at is None or format == "html" else Sketch.of(done.events[:at], steps=True)
    title = request["title"] or _heading(done)
    drawing = Drawing(
        done.game, sketch, format=format, conventions=done.conventions, algorithm=done.model, most=request["most"],
        boards=request["boards"], title=title, opponent=done.opponent,
    )  # fmt: skip
    if at is not None and format == "html":
        drawn = {node.get("number") for node in drawing.tree["nodes"]}
        drawing.tree["at"] = max(0, sum(event.node in drawn for event in done.events[:at]) - 1)
    return _document(drawing.render(), request["title"] or _name(done), format)


def _name(done: Study) -> str:
    """Default file name: the algorithm, and the game or the numbers."""
    numbers = re.sub(r"^tree:tree=|,(root|players)=\w+", "", done.place.name) if done.is_list else ""
    return f"{done.algorithm} {numbers or done.place.name}"


def _events_done(done: Study, at: int) -> int:
    """The number of events behind a step on the screen, where a large tree is not drawn as a whole."""
    shown = {item.number for item in drawing_figure(done).items() if item.kind not in ("pruned", "more")}
    places = [place for place, event in enumerate(done.events, 1) if event.node in shown]
    return places[max(0, min(at, len(places)) - 1)]  # the first step enters the root


def _heading(done: Study) -> str:
    """Default title of a figure."""
    authored = not type(done.game).__module__.startswith("countermove.games.")
    game = "a tree of numbers" if done.is_list else title_of(done.game, done.place.name, authored)
    return f"{TITLES.get(done.algorithm, done.algorithm.capitalize())}: {game}"


def picture(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The board of a position as a document."""
    place = shelf.place(request)
    scene = board_scene(require_board(place.game, place.state), title=request["title"] or place.name)
    return _document(PICTURES[request["format"]](scene), request["title"] or place.name, request["format"])


def _document(text: str, name: str, format: str) -> dict[str, Any]:
    ending, kind = KINDS[format]
    return {"name": f"{file_name(name)}.{ending}", "type": kind, "text": text}


def file_name(words: str) -> str:
    """Words as a file name.

    >>> file_name("Alpha-beta quiz 2: [[10, 6]]"), file_name("???")
    ('alpha-beta-quiz-2-10-6', 'tree')
    """
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:MAX_FILE_NAME].strip("-") or "tree"


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
