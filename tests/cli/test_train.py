"""`countermove train`, and the commands that use what it wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

GAME = "connect:rows=3,cols=4,k=3"


@pytest.mark.native
def test_a_network_is_trained_resumed_and_used(run, tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    first = run("train", GAME, "--save", file, "--games", 1000, "--hidden", 8, "--json").json
    assert first["games"] == 1000 and first["complete"] and first["plays"] > 4000
    again = run("train", GAME, "--save", file, "--games", 2000).out
    trained = f"{GAME},network={file}"
    assert "Learnt from 2,000 games." in again and f"countermove play {trained}\n" in again
    found = [run("best", game, "--depth", 1, "--json").json["value"] for game in (GAME, trained)]
    assert found[0] != found[1]
    assert run("measure", trained, "--games", 50, "--json").json["game"] == trained
    assert run("play", trained, "--players", "best:depth=1,random:seed=1", "--json").json["game"] == trained


def test_a_game_without_inputs_says_what_to_add(run, tmp_path: Path) -> None:
    done = run("train", "nim", "--save", tmp_path / "net.npz")
    assert done.code and "add a method inputs(state, player)" in done.err
