"""`countermove train`, and the commands that use what it wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

GAME = "connect:rows=3,cols=4,k=3"


@pytest.mark.native
def test_a_network_is_trained_resumed_and_used(run, tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    way = "--method", "temporal"
    first = run("train", GAME, *way, "--save", file, "--games", 1000, "--hidden", 8, "--json").json
    assert first["games"] == 1000 and first["complete"] and first["plays"] > 4000
    again = run("train", GAME, *way, "--save", file, "--games", 2000).out
    trained = f"{GAME},network={file}"
    assert "Learnt from 2,000 games." in again and f"countermove play {trained}\n" in again
    found = [run("best", game, "--depth", 1, "--json").json["value"] for game in (GAME, trained)]
    assert found[0] != found[1]
    assert run("measure", trained, "--games", 50, "--json").json["game"] == trained
    assert run("play", trained, "--players", "best:depth=1,random:seed=1", "--json").json["game"] == trained


@pytest.mark.native
def test_a_network_of_policy_and_value_is_trained_resumed_and_used(run, tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    options = "--save", file, "--simulations", 10, "--hidden", "8,4", "--iteration", 10
    first = run("train", GAME, *options, "--games", 10, "--json").json
    assert first["games"] == 10 and first["complete"] and len(first["curve"]) == 1
    again = run("train", GAME, *options, "--games", 20).out
    trained = f"{GAME},network={file}"
    assert "Learnt from 20 games." in again and f"countermove play {trained}\n" in again
    found = run("best", trained, "--algorithm", "mcts", "--nodes", 50, "--json").json
    assert found["algorithm"] == "mcts" and sum(found["priors"].values()) == pytest.approx(1)
    assert found["network"]["actions"].keys() == found["priors"].keys() and -1 <= found["network"]["value"] <= 1
    players = "--first", f"mcts:network={file},simulations=20", "--second", "random:seed=1"
    assert run("match", GAME, *players, "--games", 2, "--json").json["games"] == 2


def test_a_game_without_inputs_says_what_to_add(run, tmp_path: Path) -> None:
    done = run("train", "nim", "--method", "temporal", "--save", tmp_path / "net.npz")
    assert done.code and "add a method inputs(state, player)" in done.err


CORNERED = """
from countermove.games.tictactoe import TicTacToe

class Cornered(TicTacToe):
    weights = (0.1, -0.1)

    def features(self, state, player):
        own, other = (state.x, state.o) if player == 0 else (state.o, state.x)
        return ((own & 0o505).bit_count(), (other & 0o505).bit_count())
"""


@pytest.mark.native
def test_weights_are_fitted_resumed_and_used(run, tmp_path: Path) -> None:
    (tmp_path / "cornered.py").write_text(CORNERED)
    game, file = str(tmp_path / "cornered.py"), tmp_path / "weights.npz"
    first = run("train", game, "--save", file, "--games", 20, "--nodes", 30, "--json").json
    assert first["games"] == 20 and first["complete"] and first["nodes"] > 100 and first["positions"] > 20
    again = run("train", game, "--save", file, "--games", 30, "--nodes", 30).out
    trained = f"{game}:network={file}"
    assert "of 30 games." in again and f"countermove play {trained}\n" in again
    found = [run("explain", each, "--position", "a1", "--json").json["total"] for each in (game, trained)]
    assert found[0] != found[1]
    assert run("best", trained, "--depth", 1, "--json").json["action"]


def test_options_that_do_not_fit_are_explained(run, tmp_path: Path) -> None:
    done = run("train", GAME, "--save", tmp_path / "net.npz", "--nodes", 10)
    assert done.code == 2 and "--nodes is for weights and sparse inputs, not for search" in done.err
    for options, sentence in {
        ("--games", 0): "The number of games is 0; give", ("--simulations", 0): "The number of simulations is 0; give",
        ("--hidden", "8"): "give two numbers, such as 128,32", ("--method", "magic"): "is 'magic'; use search,",
    }.items():  # fmt: skip
        done = run("train", GAME, "--save", tmp_path / "net.npz", *options)
        assert done.code == 2 and sentence in done.err
    done = run("train", "chess", "--save", tmp_path / "w.npz", "--games", 1)
    assert done.code == 2 and "give 2 games or more" in done.err
