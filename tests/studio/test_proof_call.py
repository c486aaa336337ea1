"""Saved proofs in the studio: shown as trees, and searched on."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from asking import Alone

from countermove import load
from countermove.solve.proof import prove
from countermove.studio.games.shelf import Shelf
from countermove.studio.tree.proof_call import SavedProof, proof, proofs, search_on
from countermove.studio.web.shape import RefusedError


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    game, path = load("tictactoe"), tmp_path / "proof.npz"
    prove(game, nodes=300, memory=1, save=path)
    return Shelf(proofs=[SavedProof("tictactoe", game, path)])


def shown(shelf: Shelf, *actions: int, **more: Any) -> dict[str, Any]:
    return proof(shelf, {"name": "proof.npz", "question": 0, "actions": actions} | more)


def test_a_proof_has_questions_and_positions_with_what_follows(shelf: Shelf) -> None:
    (told,) = proofs(shelf, {})["proofs"]
    assert (told["game"], told["value"], told["nodes"] >= 300) == ("tictactoe", None, True)
    assert [(each["text"], each["status"]) for each in told["questions"]] == [("Can X win?", "open")]
    root = shown(shelf)
    assert len(root["children"]) == 9 and root["attacks"] and root["line"][0] == root["children"][0]["name"]
    below = shown(shelf, root["children"][0]["action"])
    assert not below["attacks"] and len(below["children"]) == 8


def test_a_proof_is_searched_on_and_read_again(shelf: Shelf) -> None:
    work = search_on(shelf, {"name": "proof.npz", "seconds": 20.0}, Alone())  # type: ignore[arg-type]
    assert next(work) is None
    with pytest.raises(StopIteration) as ended:
        next(work)
    told = ended.value.value
    assert told["value"] == 0 and told["nodes"] > 300
    assert {each["status"] for each in told["questions"]} == {"proven", "refuted"}
    shelf.proofs[0].busy = threading.Lock()
    shelf.proofs[0].busy.acquire()
    with pytest.raises(RefusedError, match="being continued"):
        next(search_on(shelf, {"name": "proof.npz", "seconds": 1.0}, Alone()))  # type: ignore[arg-type]


def test_what_is_not_there_is_refused(shelf: Shelf) -> None:
    with pytest.raises(RefusedError, match="no proof named other"):
        shown(shelf, name="other")
    with pytest.raises(RefusedError, match="does not have that question"):
        shown(shelf, question=1)
    with pytest.raises(RefusedError, match="not legal"):
        shown(shelf, 0, 0)
