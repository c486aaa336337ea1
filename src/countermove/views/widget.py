"""A tree as a notebook widget, to step through, fold and zoom, with `at` and `playing` shared with Python.

It has its own file because it needs anywidget, which only notebooks require: `Drawing.widget` imports it.
"""

from __future__ import annotations

import json
from typing import Any

import anywidget
import traitlets

from countermove.views.bundle import bundle, style


class StepWidget(anywidget.AnyWidget):
    """A tree to step through: by buttons in the notebook, by methods here.

    >>> from countermove import load
    >>> from countermove.textbook import alphabeta
    >>> from countermove.views import draw
    >>> game = load("tree")
    >>> widget = draw(game, alphabeta(game)).widget()
    >>> widget.forward(); widget.forward(); widget.back(); widget.at
    1
    """

    _esm = bundle("tree-widget") + "export default { render };\n"
    _css = style("board") + style("maze") + style("tree")
    tree = traitlets.Unicode("{}").tag(sync=True)
    at = traitlets.Int(0).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)

    @classmethod
    def of(cls, tree: dict[str, Any]) -> StepWidget:
        """The widget of a tree from `tree_json`."""
        return cls(tree=json.dumps(tree, ensure_ascii=False))

    def __len__(self) -> int:
        return len(json.loads(self.tree).get("steps", ()))

    def jump(self, at: int) -> None:
        """Go to a step; the first is 0, and negative ones count from the end."""
        last = max(0, len(self) - 1)
        self.at = max(0, min(last, at if at >= 0 else len(self) + at))

    def forward(self) -> None:
        """One step forward."""
        self.jump(self.at + 1)

    def back(self) -> None:
        """One step back."""
        self.jump(max(0, self.at - 1))

    def play(self, on: bool = True) -> None:
        """Play from here, or pause."""
        self.playing = on
