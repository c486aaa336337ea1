"""Game trees made of the student's own nodes.

A class of nodes is filled by what its parameters and attributes are called: children, left and right, value, name, and
whose turn it is.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from countermove.lectures.grade.own.load import Late, limited
from countermove.lectures.grade.own.survey import Survey

WORDS = (
    ("children", r"child|succ|kids|branch|next|subtree|edges|descend"),
    ("left", r"^_*left|^l$"),
    ("right", r"^_*right|^r$"),
    ("value", r"^state$|val|score|util|data|eval|payoff|weight|cost|key|num|heur|result|reward|^v$"),
    ("max", r"max|turn|player|type"),
    ("name", r"name|label|title|^id$"),
    ("level", r"level|depth"),
    ("leaf", r"leaf|terminal|is_end"),
)
SHAPE = (((3, 5), (2, 9)), ((12, 6), (23, 8)))


def node_trees(found: Survey, space: dict[str, Any]) -> list[tuple[str, Any]]:
    """A tree of each class that has children."""
    trees = []
    for name in found.classes:
        cls = space.get(name)
        if isinstance(cls, type):
            try:
                tree = limited(1.0, partial(_made, cls, SHAPE, 0, iter(range(100))))
            except (Exception, Late):
                continue
            held = vars(tree) if hasattr(tree, "__dict__") else {}
            if any(_word(each) in ("children", "left") for each in held):
                trees.append((name, tree))
    return trees


def _word(name: str) -> str:
    return next((word for word, names in WORDS if re.search(names, name.lower())), "")


def _made(cls: type, shape: Any, level: int, names: Iterator[int]) -> Any:
    """A node and all below it."""
    leaf = isinstance(shape, int)
    children = [] if leaf else [_made(cls, each, level + 1, names) for each in shape]
    filled = {
        "children": children,
        "left": children[0] if children else None,
        "right": children[-1] if children else None,
        "value": shape if leaf else None,
        "max": level % 2 == 0,
        "name": f"n{next(names)}",
        "level": level,
        "leaf": leaf,
    }
    arguments = {}
    for name, parameter in inspect.signature(cls).parameters.items():
        word = _word(name)
        if leaf and word == "children" and parameter.default is not parameter.empty:
            continue  # a leaf may have None or an empty list: whatever the class says
        if word in filled and (word != "value" or leaf or parameter.default is parameter.empty):
            arguments[name] = filled[word]
        elif parameter.default is parameter.empty:
            arguments[name] = None
    node = cls(**arguments)
    for name in list(getattr(node, "__dict__", {})):
        word = _word(name)
        if (word in ("children", "left", "right") and not leaf) or (word == "value" and leaf):
            setattr(node, name, filled[word])
    return node
