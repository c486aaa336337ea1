"""Saved proofs as trees: the questions, any position of the tree with what follows it, and searching on.

Which proofs there are, only the command line says (`--proof GAME=FILE`). A file is read again when it has changed, so
the page follows a proof that goes on in a terminal.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from countermove import worker
from countermove.errors import SpecError
from countermove.game import Game, State
from countermove.solve import Progress, SliceDatabase
from countermove.solve.proof import prove
from countermove.solve.proof_tree import MAX_LINE, Node, ProofTree, Question
from countermove.studio.games.shelf import MAX_ACTIONS, Shelf
from countermove.studio.pool import Turn
from countermove.studio.web.call import Answer, Call, Stream
from countermove.studio.web.shape import Choice, Fields, Many, Number, RefusedError, Text, Whole
from countermove.views.wire import received, sent_action
from countermove.views.words import line_names, names

MAX_SECONDS = 3600.0
"""Seconds of one search."""


@dataclass
class SavedProof:
    """A proof that the studio shows."""

    spec: str
    """The game's name on the command line."""
    game: Game
    path: Path
    database: SliceDatabase | None = None
    busy: threading.Lock = field(default_factory=threading.Lock)
    """Held while the proof is searched on."""
    _read: tuple[tuple[int, int], ProofTree] | None = None

    @property
    def name(self) -> str:
        return self.path.name

    def tree(self) -> ProofTree:
        """The tree, read anew if the file has changed."""
        try:
            now = os.stat(self.path)
        except OSError as error:
            raise SpecError(f"The proof in {self.path} cannot be read: {error.strerror or error}.") from None
        mark = now.st_mtime_ns, now.st_size
        if self._read is None or self._read[0] != mark:
            self._read = mark, ProofTree(self.game, self.path, self.database)
        return self._read[1]


def _saved(shelf: Shelf, name: str) -> SavedProof:
    found = next((each for each in shelf.proofs if each.name == name), None)
    if found is None:
        raise RefusedError(f"There is no proof named {name}.", 404)
    return found


def proofs(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """Every saved proof, with its questions."""
    return {"proofs": [_about(each) for each in shelf.proofs]}


def _about(saved: SavedProof) -> dict[str, Any]:
    tree = saved.tree()
    game = saved.game
    return {
        "name": saved.name,
        "game": saved.spec,
        "position": game.write(tree.root),
        "opening": game.opening_name(tree.root),
        "nodes": tree.nodes,
        "states": tree.states,
        "value": tree.low if tree.low == tree.high else None,
        "database": saved.database is not None,
        "questions": [
            {"text": each.words(game), **_node_json(tree, tree.node(tree.root, each), each)} for each in tree.questions
        ],
    }


def _node_json(tree: ProofTree, node: Node, question: Question) -> dict[str, Any]:
    game = tree.game
    return {
        "status": node.status,
        "proof": node.proof,
        "disproof": node.disproof,
        "nodes": node.nodes,
        "ended": node.ended,
        "attacks": node.ended != "over" and game.player(node.state) == question.attacker,
    }


def proof(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """A position of a proof, with what follows each action, and the line from there."""
    saved = _saved(shelf, request["name"])
    tree = saved.tree()
    if request["question"] >= len(tree.questions):
        raise RefusedError("This proof does not have that question; it may have changed. Reload the page.")
    question, game = tree.questions[request["question"]], saved.game
    state: State = tree.root
    for given in request["actions"]:
        try:
            state = game.result(state, received(game, state, given))
        except SpecError:
            raise RefusedError(f"Action {given} is not legal here.") from None
    node = tree.node(state, question)
    line = tree.line(state, question)
    named = {} if node.ended == "over" else names(game, state)
    return {
        **_node_json(tree, node, question),
        "children": [
            {"action": sent_action(game, state, action), "name": named[action], **_node_json(tree, after, question)}
            for action, after in tree.children(state, question)
        ],
        "line": line_names(game, state, line),
        "cut": len(line) == MAX_LINE,
    }


def search_on(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """Continue a proof for some seconds, and save it."""
    saved = _saved(shelf, request["name"])
    if not saved.busy.acquire(blocking=False):
        raise RefusedError("This proof is being continued already.", 409)
    try:
        tree = saved.tree()

        def tell(now: Progress) -> None:
            turn.tell("progress", {"nodes": now.nodes, "states": now.states})

        worker.run(
            lambda: prove(
                saved.game, tree.root, seconds=request["seconds"], memory=tree.megabytes, database=saved.database,
                save=saved.path, stop=turn.stop, progress=tell,
            ),
            saved.game, patience=request["seconds"] + 60,
        )  # fmt: skip
        yield
    finally:
        saved.busy.release()
    return _about(saved)


CALLS: tuple[Call, ...] = (
    Answer("proofs", Fields({}), proofs, "Every saved proof, with its questions."),
    Answer(
        "proof",
        Fields({"name": Text(), "question": Whole(0, 1000), "actions": Many(Choice(), MAX_ACTIONS, default=())}),
        proof,
        "A position of a saved proof, and what follows each action.",
    ),
    Stream(
        "search_on", Fields({"name": Text(), "seconds": Number(0.1, MAX_SECONDS, default=10.0)}), search_on,
        "Continue a saved proof, and save it.",
    ),
)  # fmt: skip
