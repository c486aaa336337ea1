"""The tree editor: trees from pasted text, and the lectures' trees to start from.

Nested lists, a course test, a Gambit file or indented text all become one shape of node: a dict with "value" or
"children", and "name", "player", "chances" and "actions" where given, as `Tree` takes it. The text goes through a
temporary file, removed at once; the page never names one.
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
from countermove.studio.games.shelf import Shelf
from countermove.studio.web.call import Answer
from countermove.studio.web.shape import Fields, RefusedError, Text, Whole
from countermove.textbook import fitting

MAX_NODES = 400
"""Maximum nodes of an edited tree."""
FILE_LABEL = "The text"
"""What error messages call the file."""


def read_tree(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The tree in pasted text, and how its course would search it."""
    players = request["players"] or _payoffs(request["text"])
    if players is not None and request["text"].lstrip().startswith(("[", "{")):
        game = Tree(request["text"], players=players)
        return _told(game) | {"algorithm": fitting(game), "conventions": {}}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, FILE_LABEL)
        file.write_text(request["text"], encoding="utf-8")
        try:
            course = read(file)
        except SpecError as error:
            raise SpecError(re.sub(rf"^{FILE_LABEL} line (\d+):", r"Line \1 of the text:", str(error))) from error
    return _told(course.game) | {"algorithm": course.algorithm, "conventions": _conventions(course)}


def _payoffs(text: str) -> int | None:
    """The number of payoffs of the first leaf with several."""
    found = re.search(r"\(([^()]*)\)", text)
    return None if found is None else len([part for part in found[1].split(",") if part.strip()])


def _conventions(course: Course) -> dict[str, Any]:
    """The options that remain once the tree is cut off at the search depth."""
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
    if (size := sum(1 for _ in _walk(node))) > MAX_NODES:
        raise RefusedError(f"This tree has {size:,} nodes; the editor takes at most {MAX_NODES}.", 413)
    return {"tree": node, "root": root, "players": players}


def _walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("children", ()):
        yield from _walk(child)


def _node(raw: Any) -> dict[str, Any]:
    """A nested list as a node dict."""
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
    """A course graph unfolded into a tree; a state reached twice keeps its name only once."""
    times: Counter[str] = Counter()
    made = 0

    def unfold(state: ProjectState) -> dict[str, Any]:
        nonlocal made
        made += 1
        if made > MAX_NODES:
            raise RefusedError(f"This graph unfolds to more than {MAX_NODES} nodes, the editor's limit.", 413)
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


def editor_examples(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
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
        "The tree in pasted text, for the editor.",
    ),
    Answer("editor_examples", Fields({}), editor_examples, "The trees of the lectures, for the editor."),
)
