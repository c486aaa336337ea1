"""A drawing of a search: one object for text, SVG, TikZ, Typst and HTML, in a notebook and in files.

    draw(game, alphabeta(game))                 in a notebook: the tree
    draw(game, alphabeta(game)).save("t.svg")   a file; its extension selects the format (.svg .tex .typ .html .txt)
    draw(game, alphabeta(game)).widget()        in a notebook: the tree with a stepper

Each form is made on demand, all from the same sketch of the search.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from countermove.errors import CountermoveError, SpecError
from countermove.game import Game, offers
from countermove.textbook import STANDARD, Conventions, Decision, Event, Narration, Policy, Run, uniform
from countermove.views.figure import MAX_NODES, Figure, figure, make_blank
from countermove.views.html import tree_html
from countermove.views.paper import PRINTED, printed
from countermove.views.scene import Direction, tree_scene
from countermove.views.sketch import Sketch
from countermove.views.step import figure_steps
from countermove.views.svg import scene_svg
from countermove.views.text import figure_lines, lines_text
from countermove.views.tikz import scene_tikz
from countermove.views.tree_json import tree_json
from countermove.views.typst import scene_typst

if TYPE_CHECKING:
    from countermove.views.widget import StepWidget

__all__ = ["FORMATS", "Drawing", "draw"]

FORMATS: Final = ("text", "svg", "pdf", "png", "tikz", "typst", "html")
ENDINGS: Final = {
    ".svg": "svg", ".pdf": "pdf", ".png": "png",
    ".tex": "tikz", ".tikz": "tikz", ".typ": "typst", ".html": "html", ".htm": "html", ".txt": "text",
}  # fmt: skip
MAX_SCROLLED_NODES = 2000
"""The most nodes shown in formats that scroll: SVG and HTML."""
MAX_NODES_WITH_BOARDS = 100
"""The most nodes with boards by default."""


def draw(
    game: Game,
    search: Iterable[Event],
    *,
    format: str = "svg",
    conventions: Conventions = STANDARD,
    algorithm: str = "",
    most: int | None = None,
    boards: bool | None = None,
    title: str = "",
    direction: Direction = "auto",
    opponent: Policy = uniform,
) -> Drawing:
    """The drawing of a search, given as the search or its events.

    `format` is the default format: "svg", "html" or "text" in a notebook, and for `str`. `most` limits the nodes shown.
    `boards` puts the game's boards into the nodes; by default if it has boards and nodes are few. `direction` is where
    the tree grows: "down", "right", or "auto", which is down unless that is too wide. Pass `algorithm` for expectimax
    if `search` is a list: it treats opponents as chance, with the probabilities of `opponent`.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> drawing = draw(game, alphabeta(game), title="Two plies")
    >>> drawing.summary
    'alphabeta: value 3, action Left; 11 nodes.'
    >>> drawing.svg.count("data-node")
    21
    """
    sketch = Sketch(steps=True)
    running = Run(cast("Narration[Any]", search))  # a list of events has None for an answer
    for event in running:
        sketch.add(event)
    if isinstance(running.answer, Decision):
        algorithm = algorithm or running.answer.algorithm
    return Drawing(
        game, sketch, format=format, conventions=conventions, algorithm=algorithm, most=most, boards=boards,
        title=title, direction=direction, opponent=opponent,
    )  # fmt: skip


class Drawing:
    """A drawing of a search; see `draw`."""

    def __init__(
        self,
        game: Game,
        sketch: Sketch,
        *,
        format: str = "svg",
        conventions: Conventions = STANDARD,
        algorithm: str = "",
        most: int | None = None,
        boards: bool | None = None,
        title: str = "",
        direction: Direction = "auto",
        opponent: Policy = uniform,
        blank: bool = False,
    ) -> None:
        if most is not None and most < 1:
            raise SpecError(f"most is {most}; give 1 or more.")
        if direction not in ("auto", "down", "right"):
            raise SpecError(f"direction is {direction!r}; use 'down', 'right' or 'auto'.")
        self.game = game
        self.sketch = sketch
        self.format = known(format)
        self.conventions = conventions
        self.algorithm = algorithm
        self.most = most
        self.boards = boards
        self.title = title
        self.direction = direction
        self.opponent = opponent
        self.blank = blank
        """Whether everything that the search found is left out, for an exam."""

    # Formats.

    @cached_property
    def text(self) -> str:
        """The tree in aligned lines."""
        return lines_text(figure_lines(self._figure(MAX_NODES, boards=False)))

    @cached_property
    def svg(self) -> str:
        """The tree as an SVG document."""
        return scene_svg(tree_scene(self._figure(MAX_SCROLLED_NODES), self.direction))

    @cached_property
    def tikz(self) -> str:
        """The tree as a LaTeX document, drawn with TikZ."""
        return scene_tikz(tree_scene(self._figure(MAX_NODES), self.direction))

    @cached_property
    def typst(self) -> str:
        """The tree as a Typst document."""
        return scene_typst(tree_scene(self._figure(MAX_NODES), self.direction))

    @cached_property
    def html(self) -> str:
        """The tree as an HTML page to step through; without scripts, its picture."""
        few = scene_svg(tree_scene(self._figure(MAX_NODES), self.direction))
        return tree_html(self.tree, few)

    @cached_property
    def tree(self) -> dict[str, Any]:
        """The tree and the steps of its search as JSON, for the view in a browser."""
        data = tree_json(self.game, self.sketch, self._figure(MAX_SCROLLED_NODES), self.steps)
        return data if self.direction == "auto" else {**data, "direction": self.direction}

    @cached_property
    def steps(self) -> list[dict[str, Any]]:
        """The steps of the search, for a stepper."""
        if self.sketch.events is None:
            raise SpecError("This drawing has no steps; make its sketch with Sketch(steps=True).")
        drawn = self._figure(MAX_SCROLLED_NODES)
        return figure_steps(self.game, self.sketch, drawn, self.conventions, self.algorithm, self.opponent)

    def render(self, format: str | None = None) -> str:
        """The drawing in a format that is text."""
        format = known(format or self.format)
        if format in PRINTED:
            raise SpecError(f"A {format.upper()} is not text; save it to a file.")
        return str(getattr(self, format))

    def content(self, format: str | None = None) -> bytes:
        """The drawing in any format, as a file has it."""
        format = known(format or self.format)
        return printed(self.svg, format) if format in PRINTED else self.render(format).encode()

    def save(self, path: str | Path, format: str | None = None) -> Path:
        """Write the drawing to a file; its extension selects the format unless one is given."""
        path = Path(path)
        chosen = format or ENDINGS.get(path.suffix.lower())
        if chosen is None:
            raise SpecError(f"Unknown file extension of {path.name!r}; use {', '.join(ENDINGS)}.")
        drawn = self.content(chosen)
        try:
            path.write_bytes(drawn)
        except OSError as error:
            raise SpecError(f"The drawing cannot be written to {path}: {error.strerror or error}.") from None
        return path

    @cached_property
    def summary(self) -> str:
        """What the search found, as a sentence."""
        root = figure(self.game, self.sketch, self.conventions, self.algorithm, most=1).root
        if root is None or self.sketch.root is None:
            return ""
        best = self.sketch.root.best
        acts = self.sketch.root.has_best and root.kind in ("max", "min", "player")
        chosen = f", action {self.game.action_name(self.sketch.root.state, best)}" if acts else ""
        size = self.sketch.root.size()
        lead = f"{self.algorithm}: value" if self.algorithm else "Value"
        return f"{lead} {root.bare}{chosen}; {size:,} {'node' if size == 1 else 'nodes'}."

    def _figure(self, most: int, boards: bool | None = None) -> Figure:
        most = self.most or most
        boards = self.boards if boards is None else boards
        if boards is None:
            size = 0 if self.sketch.root is None else self.sketch.root.size()
            boards = offers(self.game, "board") and min(size, most) <= MAX_NODES_WITH_BOARDS
        made = figure(self.game, self.sketch, self.conventions, self.algorithm, most, boards, self.opponent)
        made.title = self.title
        if self.blank:
            make_blank(made)
        else:
            made.summary = self.summary
        return made

    # In a notebook.

    def widget(self) -> StepWidget:
        """The tree with a stepper, as a notebook widget (needs anywidget: `pip install countermove[notebook]`)."""
        try:
            from countermove.views.widget import StepWidget
        except ModuleNotFoundError as error:
            raise CountermoveError(
                f"The notebook widget needs {error.name}; run pip install 'countermove[notebook]'"
            ) from None
        return StepWidget.of(self.tree)

    def __str__(self) -> str:
        return repr(self) if self.format in PRINTED else self.render()

    def __repr__(self) -> str:
        return f"<Drawing of {type(self.game).__name__}: {self.summary}>"

    def _repr_svg_(self) -> str | None:
        return self.svg if self.format not in ("html", "text") else None

    def _repr_html_(self) -> str | None:
        if self.format != "html":
            return None
        page = self.html.replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{page}" style="width:100%;height:560px;border:0" title="{self.summary}"></iframe>'

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(self.text if self.format == "text" else repr(self))


def known(format: str) -> str:
    """The format; SpecError if it is unknown."""
    if format not in FORMATS:
        *most, last = FORMATS
        raise SpecError(f"Unknown format {format!r} for drawings; use {', '.join(most)} or {last}.")
    return format
