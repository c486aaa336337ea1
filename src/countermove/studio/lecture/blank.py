"""A tree before any search: names, probabilities and payoffs, without the values a search would find."""

from __future__ import annotations

from typing import Any

from countermove.studio.lecture.lesson import tree_study
from countermove.studio.tree.tree_call import answer

FOUND = ("window", "best", "chosen", "reason")
"""Node fields that a search fills in."""


def blank_tree(tree: str, root: str, algorithm: str) -> dict[str, Any]:
    """The tree as drawn on the blackboard, shown before its only step, which enters the root.

    >>> [node.get("value") for node in blank_tree("[[3,12],[2,4]]", "max", "alphabeta")["nodes"]]
    [None, None, None, '= 3', '= 12', '= 2', '= 4']
    """
    complete = "minimax" if algorithm == "alphabeta" else algorithm  # visits every node
    drawn: dict[str, Any] = answer(tree_study(tree, root, complete, ">="))["tree"]
    for node in drawn["nodes"]:
        for field in FOUND if node["kind"] == "leaf" else (*FOUND, "value"):
            node.pop(field, None)
    return {**drawn, "steps": drawn["steps"][:1], "summary": ""}
