"""The tree editor: trees read from pasted text, and the trees of the lectures to begin with.

Whatever was pasted (nested lists, a course's test, a Gambit file, indented text), the page gets one shape of node: a
dict with "value" or "children", and "name", "player", "chances" and "actions" where they are given, as `Tree` takes it.
The text goes through a file of its own in a folder that is removed at once; the page never names one.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from countermove.errors import SpecError
from countermove.game import Game
from countermove.games._list import read as read_list
from countermove.games.tree import Tree
from countermove.lectures import SECTIONS
from countermove.lectures.course import Course, ProjectGame, read
from countermove.lectures.course.project import ProjectState
from countermove.studio.call import Answer
from countermove.studio.shape import Fields, RefusedError, Text, Whole
from countermove.studio.shelf import Shelf
from countermove.textbook import fitting

__all__ = ["CALLS"]

MOST = 400
"""Nodes of a tree that a person edits."""
CALLED = "The text"
"""What sentences about a mistake call the file."""


def read_tree(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """The tree in a pasted text, and how its course would search it."""
    players = asked["players"] or _payoffs(asked["text"])
    if players is not None and asked["text"].lstrip().startswith(("[", "{")):
        game = Tree(asked["text"], players=players)
        return _told(game) | {"algorithm": fitting(game), "conventions": {}}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, CALLED)
        file.write_text(asked["text"], encoding="utf-8")
        try:
            course = read(file)
        except SpecError as error:
            raise SpecError(re.sub(rf"^{CALLED} line (\d+):", r"Line \1 of the text:", str(error))) from error
    return _told(course.game) | {"algorithm": course.algorithm, "conventions": _conventions(course)}


def _payoffs(text: str) -> int | None:
    """How many payoffs the first leaf of a list has that has several."""
    found = re.search(r"\(([^()]*)\)", text)
    return None if found is None else len([part for part in found[1].split(",") if part.strip()])


def _conventions(course: Course) -> dict[str, Any]:
    """What matters of them once the tree ends where the search would."""
    given = asdict(course.conventions)
    return {name: given[name] for name in ("prune", "returns", "names")}


def _told(game: Game) -> dict[str, Any]:
    if isinstance(game, Tree):
        raw = read_list(game.tree) if isinstance(game.tree, str) else game.tree
        node, root, players = _node(raw), game.root, game.players
    elif isinstance(game, ProjectGame):
        node, root, players = _unfolded(game), "max", 2
    else:
        raise RefusedError(f"A {type(game).__name__} cannot be edited as a tree.")
    if (size := sum(1 for _ in _walk(node))) > MOST:
        raise RefusedError(f"This tree has {size:,} nodes; the editor takes up to {MOST}.", 413)
    return {"tree": node, "root": root, "players": players}


def _walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("children", ()):
        yield from _walk(child)


def _node(raw: Any) -> dict[str, Any]:
    """A node of nested lists as a dict."""
    if isinstance(raw, list):
        return {"children": [_node(child) for child in raw]}
    if not isinstance(raw, dict):
        return {"value": list(raw) if isinstance(raw, tuple) else raw}
    node = {**raw, "name": str(raw["name"]).strip()} if "name" in raw else dict(raw)
    if "actions" in node:
        node["actions"] = [str(name).strip() for name in node["actions"]]
    if "children" in node:
        node["children"] = [_node(child) for child in node["children"]]
    elif isinstance(node["value"], tuple):
        node["value"] = list(node["value"])
    return node


def _unfolded(game: ProjectGame) -> dict[str, Any]:
    """The tree of a course's graph; a state that is reached twice keeps its name only once."""
    times: Counter[str] = Counter()
    made = 0

    def unfold(state: ProjectState) -> dict[str, Any]:
        nonlocal made
        made += 1
        if made > MOST:
            raise RefusedError(f"This graph unfolds to more than {MOST} nodes, the most that the editor takes.", 413)
        name = game.node_name(state)
        times[name] += 1
        node: dict[str, Any] = {"name": name if times[name] == 1 else f"{name}/{times[name]}"}
        if game.is_terminal(state):
            return {**node, "value": game.utility(state, 0)}
        actions = list(game.actions(state))
        node["player"] = "max" if state.agent == 0 else "min"
        node["actions"] = [game.action_name(state, action) for action in actions]
        return {**node, "children": [unfold(game.result(state, action)) for action in actions]}

    return unfold(game.initial())


def editor_examples(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """The trees of the lectures."""
    found: dict[str, dict[str, Any]] = {}
    for item in (item for section in SECTIONS for item in section.items):
        for run in item.runs:
            if isinstance(run.rules, (list, dict)):
                found.setdefault(
                    f"{run.rules} {run.root} {run.players}",
                    {"name": item.name, "title": item.title, **_told(run.game()), "algorithm": run.algorithm},
                )
    return {"examples": list(found.values())}


CALLS = (
    Answer(
        "read_tree",
        Fields({"text": Text(20_000), "players": Whole(1, 6, default=None)}),
        read_tree,
        "The tree in a pasted text, for the editor.",
    ),
    Answer("editor_examples", Fields({}), editor_examples, "The trees of the lectures, for the editor."),
)
