"""A figure and its steps as JSON, for the view that draws trees in a browser (`static/tree.js`).

One flat list of nodes, parents before their children, each with the id of its parent: no depth of nesting troubles a
reader, and thousands of nodes stay small because what is empty is left out. The words are those of the figure.

    id        the place in the list
    parent    the id of the parent; null at the root
    number    the node's number in the events, and so in the steps; none for what was pruned or is not shown
    action    the action that leads here, as the game knows it
    kind, label, chance, name, title, player, value, window, best, chosen, estimate, hidden, reason, shape, together,
    leaves    as in `figure.Item`
    board     the position, where the figure was made with boards

Of the whole it tells the title, the summary, the steps, how many nodes the search went through (`size`), and whether
the tree was known before the search (`whole`), as a lecture's is, so that its payoffs may be seen beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from countermove.game import Game
from countermove.views.board_json import board_json
from countermove.views.figure import Figure, Item
from countermove.views.sketch import Sketch

__all__ = ["tree_json"]

WORDS: Final = ("label", "chance", "name", "title", "value", "window", "reason", "shape")
MARKS: Final = ("best", "chosen", "estimate", "hidden")


def tree_json(game: Game, sketch: Sketch, figure: Figure, steps: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """The tree of a search in what JSON knows.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> from countermove.views.figure import figure
    >>> game = Tree([[2, 7], [1, 8]])
    >>> sketch = Sketch.of(alphabeta(game))
    >>> told = tree_json(game, sketch, figure(game, sketch))
    >>> told["nodes"][4]
    {'id': 4, 'parent': 1, 'kind': 'leaf', 'number': 3, 'action': 1, 'label': 'Right', 'name': 'e', 'value': '= 7'}
    """
    items = figure.items()
    place = {id(item): at for at, item in enumerate(items)}
    parents: list[int | None] = [None] * len(items)
    for at, item in enumerate(items):
        for child in item.children:
            parents[place[id(child)]] = at
    return {
        "title": figure.title,
        "summary": figure.summary,
        "size": 0 if sketch.root is None else sketch.root.size(),
        "whole": callable(getattr(game, "node_name", None)),
        "nodes": [_node(item, at, parents[at]) for at, item in enumerate(items)],
        "steps": list(steps),
    }


def _node(item: Item, at: int, parent: int | None) -> dict[str, Any]:
    told: dict[str, Any] = {"id": at, "parent": parent, "kind": item.kind}
    if item.number is not None and item.kind not in ("pruned", "more"):
        told["number"] = int(item.number)
    if item.action is not None:
        told["action"] = item.action
    for name in (*WORDS, *MARKS):
        if value := getattr(item, name):
            told[name] = value
    if item.player is not None:
        told["player"] = int(item.player)
    if item.together > 1:
        told["together"] = item.together
    if item.leaves is not None:
        told["leaves"] = list(item.leaves)
    if item.board is not None:
        told["board"] = board_json(item.board)
    return told
