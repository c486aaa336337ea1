"""A figure and its steps as JSON, for the view that draws trees in a browser (`static/tree.js`).

One flat list of nodes, parents before their children, each with the id of its parent: nothing is deeply nested, and
thousands of nodes stay small because empty fields are omitted. The words are those of the figure.

    id        the place in the list
    parent    the id of the parent; null at the root
    number    the node's number in the events and steps; absent if pruned or not shown
    action    the action that leads here, as in the game
    kind, label, chance, name, title, player, value, window, best, chosen, estimate, hidden, reason, shape, together,
    leaves    as in `figure.Item`
    board     the position, if the figure has boards
    visits    the simulations through the node, in a tree that simulations grow

The tree also has the title, the summary, the steps, the number of nodes searched (`size`), and whether the tree was
known before the search (`whole`), as in a lecture, so that its payoffs may be shown from the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from countermove.game import Game, offers
from countermove.views.board_json import board_json
from countermove.views.figure import Figure, Item
from countermove.views.sketch import Sketch

WORDS: Final = ("label", "chance", "name", "title", "value", "window", "reason", "shape")
MARKS: Final = ("best", "chosen", "estimate", "hidden")


def tree_json(game: Game, sketch: Sketch, figure: Figure, steps: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """The tree of a search as JSON values.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> from countermove.views.figure import figure
    >>> game = Tree([[2, 7], [1, 8]])
    >>> sketch = Sketch.of(alphabeta(game))
    >>> data = tree_json(game, sketch, figure(game, sketch))
    >>> data["nodes"][4]
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
        "whole": offers(game, "node_name"),
        "nodes": [_node(item, at, parents[at]) for at, item in enumerate(items)],
        "steps": list(steps),
    }


def _node(item: Item, at: int, parent: int | None) -> dict[str, Any]:
    data: dict[str, Any] = {"id": at, "parent": parent, "kind": item.kind}
    if item.number is not None and item.kind not in ("pruned", "more"):
        data["number"] = int(item.number)
    if item.action is not None:
        data["action"] = item.action
    for name in (*WORDS, *MARKS):
        if value := getattr(item, name):
            data[name] = value
    if item.player is not None:
        data["player"] = int(item.player)
    if item.visits is not None:
        data["visits"] = item.visits
    if item.together > 1:
        data["together"] = item.together
    if item.leaves is not None:
        data["leaves"] = list(item.leaves)
    if item.board is not None:
        data["board"] = board_json(item.board)
    return data
