"""Networks of sparse inputs: whole numbers, gradients, training that resumes, files of other games."""

from __future__ import annotations

import pickle
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from countermove import analyse, linear, sparse
from countermove.engine.compiled_rules import CompiledRules
from countermove.engine.strong.accumulator import advantage_at
from countermove.engine.strong.credit import SelectiveWorkspace
from countermove.errors import GameError, SpecError, UnfitError
from countermove.game import legal
from countermove.games.breakthrough import Breakthrough
from countermove.games.chess import Chess, fen
from countermove.games.tictactoe import TicTacToe
from countermove.learn import sparse as training
from countermove.learn import train_network
from countermove.learn.linear import games_file
from countermove.native.kernel import bind, kernel
from countermove.sparse import BLOCK, ONE, OUT, Layers

pytestmark = pytest.mark.native


@dataclass(frozen=True)
class Small(Breakthrough):
    """Breakthrough with an input for each side and cell."""

    rows: int = 5
    cols: int = 4
    active_inputs, max_active, stages = 40, 20, 2

    def active(self, state: Any, player: int) -> Any:
        for cell in range(20):
            if state.white >> cell & 1:
                yield cell if player == 0 else 39 - cell
            if state.black >> cell & 1:
                yield 20 + cell if player == 0 else 19 - cell

    def stage(self, state: Any) -> int:
        return 0 if state.mover == 0 else 1

    def null(self, state: Any) -> Any:
        return state


def layers(inputs: int, stages: int, hidden: int = 64, seed: int = 0) -> Layers:
    rng = np.random.default_rng(seed)
    return Layers(
        rng.integers(-300, 300, (inputs + 1, hidden)).astype(np.int16),
        rng.integers(-900, 900, (stages, 2, hidden)).astype(np.int16),
        rng.integers(-(10**6), 10**6, stages),
    )


def plain_advantage(game: Any, state: Any, found: Layers) -> float:
    """The advantage of the player to move, in plain Python."""
    total, mover, stage = int(found.offsets[game.stage(state)]), game.player(state), game.stage(state)
    for view, player in enumerate((mover, 1 - mover)):
        for unit in range(found.rows.shape[1]):
            value = sum(int(found.rows[each, unit]) for each in (*game.active(state, player), game.active_inputs))
            total += min(max(value, 0), ONE) ** 2 * int(found.outputs[stage, view, unit])
    return total / (ONE * ONE * OUT)


def some_states(game: Any, count: int, seed: int) -> list[Any]:
    rng, state, found = random.Random(seed), game.initial(), []
    while len(found) < count:
        actions = [] if game.is_terminal(state) else legal(game, state)
        state = game.result(state, rng.choice(actions)) if actions else game.initial()
        if not game.is_terminal(state):
            found.append(state)
    return found


@pytest.mark.parametrize("hidden", [BLOCK, 96])
def test_a_network_is_the_same_in_plain_python_in_numpy_and_compiled(hidden: int) -> None:
    found = layers(1024, 8, hidden)
    game = sparse.attach(Chess(), found)
    compiled = CompiledRules(game)
    for state in some_states(game, 40, 1):
        wanted = plain_advantage(game, state, found)
        assert sparse.advantage_of(game, state) == wanted
        compiled.call(state)
        for player in (0, 1):
            value = wanted / (1 + abs(wanted)) * (1 if player == game.player(state) else -1)
            assert game.evaluate(state, player) == compiled.payoffs[player] == pytest.approx(value, abs=1e-15)


def test_a_mirrored_board_has_the_same_inputs() -> None:
    game = Chess()
    one = fen.read("r3k2r/ppp2ppp/2n5/8/8/5N2/PPP1PPPP/R3K2R w - - 0 1")
    other = fen.read("r2k3r/ppp2ppp/5n2/8/8/2N5/PPPP1PPP/R2K3R w - - 0 1")
    for player in (0, 1):
        assert sorted(game.active(one, player)) == sorted(game.active(other, player))
    assert game.evaluate(one, 0) == game.evaluate(other, 0)


def test_inputs_are_the_same_for_both_colours() -> None:
    game = Chess()
    for state in some_states(game, 50, 2):
        turned = game.null(state)
        if turned is not state:
            assert sorted(game.active(state, 0)) == sorted(game.active(turned, 0))
            assert sorted(game.active(state, 1)) == sorted(game.active(turned, 1))
        assert max(game.active(state, 0)) < game.active_inputs and 0 <= game.stage(state) < game.stages


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    from countermove.engine.play.gradient import gradient

    game, rng = Small(), np.random.default_rng(3)
    weights = [rng.normal(0, 0.3, shape).astype(np.float32) for shape in ((41, 32), (2, 2, 32), (2,))]
    views = np.full((6, 2, 20), 40, np.int16)
    views[:, :, :5] = rng.integers(0, 40, (6, 2, 5))
    stages, targets = rng.integers(0, 2, 6).astype(np.int16), rng.random(6).astype(np.float32)

    def loss() -> tuple[float, list[Any]]:
        slopes, units = [np.zeros_like(each) for each in weights], np.zeros((2, 32), np.float32)
        found = gradient(game, game.initial(), np.arange(6), views, stages, targets, *weights, *slopes, units)
        return found, slopes

    _, slopes = loss()
    for layer, slope in zip(weights, slopes):
        for _ in range(6):
            at = tuple(rng.integers(0, size) for size in layer.shape)
            before, step = layer[at], np.float32(1e-2)
            layer[at] = before + step
            above = loss()[0]
            layer[at] = before - step
            below = loss()[0]
            layer[at] = before
            assert (above - below) / (2 * float(step)) == pytest.approx(float(slope[at]), abs=2e-2, rel=0.1)


def stopping(after: int) -> tuple[threading.Event, Callable[[Any], None]]:
    """An event, and a function that sets it after some games and epochs."""
    stop = threading.Event()
    return stop, lambda seen: stop.set() if seen.games + seen.epochs >= after else None


def test_training_is_reproducible_and_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "EPOCHS", 4)
    options: dict[str, Any] = {"games": 30, "nodes": 60, "seed": 5, "hidden": 32}
    whole = train_network(Small(), file=tmp_path / "whole.npz", **options)
    assert whole.complete and whole.positions > 50
    for after in (10, 30, 31, 33):  # stopped while playing, and after some epochs
        stop, watch = stopping(after)
        train_network(Small(), file=tmp_path / "parts.npz", stop=stop, progress=watch, **options)
    train_network(Small(), file=tmp_path / "parts.npz", **options)
    assert (tmp_path / "whole.npz").read_bytes() == (tmp_path / "parts.npz").read_bytes()
    assert games_file(tmp_path / "whole.npz").read_bytes() == games_file(tmp_path / "parts.npz").read_bytes()
    assert not (tmp_path / "parts.npz.part").exists()
    again = linear.learned(Small(), tmp_path / "whole.npz")
    assert again == whole.game == pickle.loads(pickle.dumps(again))
    assert analyse(again, depth=3).native


def test_training_lowers_the_loss(tmp_path: Path) -> None:
    found = train_network(Small(), file=tmp_path / "net.npz", games=300, nodes=100, seed=1, hidden=32)
    assert found.loss < 0.8 * found.loss_before


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    good = sparse.Saved(layers(40, 2), 1, 1, 0, "")
    sparse.write(Small(), tmp_path / "small.npz", good)
    assert sparse.learned(Small(), tmp_path / "small.npz").evaluate(Small().initial(), 0) != 0
    with pytest.raises(SpecError, match="is for Small, not for Chess"):
        sparse.learned(Chess(), tmp_path / "small.npz")
    with pytest.raises(UnfitError, match="TicTacToe has no sparse inputs"):
        sparse.learned(TicTacToe(), tmp_path / "small.npz")
    with pytest.raises(SpecError, match=r"missing\.npz cannot be read: No such file"):
        sparse.learned(Small(), tmp_path / "missing.npz")
    (tmp_path / "other.npz").write_bytes(b"nonsense")
    with pytest.raises(SpecError, match="has no network of sparse inputs"):
        sparse.read(Small(), tmp_path / "other.npz")
    sparse.write(Small(), tmp_path / "narrow.npz", good._replace(layers=layers(30, 2)))
    with pytest.raises(SpecError, match="does not have the shape that Small needs"):
        sparse.learned(Small(), tmp_path / "narrow.npz")


def test_bad_options_and_inputs_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="hidden is 33; give a multiple of 32 from 32 to 512"):
        train_network(Small(), file=tmp_path / "a.npz", games=4, hidden=33)
    with pytest.raises(SpecError, match="games is 0"):
        train_network(Small(), file=tmp_path / "a.npz", games=0)
    with pytest.raises(UnfitError, match="TicTacToe has no sparse inputs"):
        train_network(TicTacToe(), file=tmp_path / "a.npz", games=4)

    class TooMany(Small):
        max_active = 3

    with pytest.raises(GameError, match="active must give at most 3 numbers, each from 0 to 39"):
        train_network(TooMany(), file=tmp_path / "b.npz", games=4, nodes=20, hidden=32)


def test_two_evaluations_meet_in_a_match(tmp_path: Path) -> None:
    from countermove.cli import main

    sparse.write(Chess(), tmp_path / "net.npz", sparse.Saved(layers(1024, 8, 32), 1, 1, 0, ""))
    first = f"best:network={tmp_path / 'net.npz'}"
    arguments = ["match", "chess", "--first", first, "--second", "best", "--games", "2", "--nodes", "300", "--json"]
    assert main([*arguments, "--max-plies", "30"]) == 0
    assert main(["match", "chess", "--first", "best:network=missing.npz", "--second", "best", "--nodes", "9"]) == 2


@kernel
def updated(game: Any, state: Any, ply: int, work: SelectiveWorkspace) -> float:
    """The advantage of the player to move, by sums updated from another ply's."""
    return advantage_at(game, state, ply, work)


@pytest.mark.parametrize("game", [sparse.attach(Small(), layers(40, 2)), Chess()], ids=["numbers", "words"])
def test_updated_sums_equal_sums_made_anew_whatever_the_slots_hold(game: Any) -> None:
    work, interpreted = SelectiveWorkspace(), SelectiveWorkspace()
    run = bind(updated, game, 0, work)
    for number, state in enumerate(some_states(game, 60, seed=5)):
        ply = random.Random(number).randrange(200)
        expected = sparse.advantage_of(game, state)
        assert run(state, ply, work) == expected
        assert updated.py_func(game, state, ply, interpreted) == expected


def test_training_begins_with_the_units_of_another_network(tmp_path: Path) -> None:
    first = train_network(Small(), games=4, nodes=30, hidden=32, file=tmp_path / "first.npz")
    known: Any = first.game
    more = training.Training.fresh(Small(), 64, 0, sparse.read(Small(), tmp_path / "first.npz").layers).layers()
    assert (more.rows[:, :32] == known.layers_rows).all() and (more.offsets == known.layers_offsets).all()
    found = train_network(
        Small(), games=4, nodes=30, hidden=64, start=tmp_path / "first.npz", file=tmp_path / "two.npz"
    )
    assert found.complete and found.game.layers_rows.shape == (41, 64)  # type: ignore[attr-defined]
    with pytest.raises(SpecError, match="64 hidden units, more than hidden=32"):
        train_network(Small(), games=4, nodes=30, hidden=32, start=tmp_path / "two.npz", file=tmp_path / "three.npz")
