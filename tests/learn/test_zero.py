"""Networks of policy and value: the same as plain NumPy, learnt reproducibly, for any game, and refused where wrong."""

from __future__ import annotations

import math
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from countermove import analyse, dual, load
from countermove.dual import Layers
from countermove.errors import SpecError, UnfitError
from countermove.game import legal
from countermove.learn import Progress, learn_by_search
from countermove.learn.descent import Descent, rows_of
from countermove.learn.record import Batch, Played, Player, Record, play_batch, settings_for
from countermove.learn.zero import part_of
from countermove.linear import learned

pytestmark = pytest.mark.native
GAME = "tictactoe"
QUICK: dict[str, Any] = {"games": 24, "simulations": 12, "hidden": (8, 4), "size": 8, "seed": 3}


def network(spec: str, seed: int = 1) -> tuple[Any, Layers]:
    """A game, and an untrained network for it whose outputs differ from each other."""
    game = load(spec)
    layers = dual.fresh(game, (12, 6), seed)
    rng = np.random.default_rng(seed)
    return game, layers._replace(third=rng.normal(0, 0.5, layers.third.shape).astype(np.float32))


def forward(layers: Layers, inputs: Any) -> Any:
    """The outputs by plain matrix products."""
    units = np.asarray(inputs, np.float64)
    for number, weights in enumerate(layers[:3]):
        units = np.append(units, 1.0) @ weights.astype(np.float64)
        if number < 2:
            units = np.maximum(units, 0)
    return units


@pytest.mark.parametrize("spec", [GAME, "nim:piles=(2,3)", "tictactoe3"])
def test_a_network_computes_what_matrix_products_do_compiled_and_interpreted(spec: str) -> None:
    plain, layers = network(spec)
    game: Any = dual.attach(plain, layers)
    state = game.initial()
    while game.player(state) < 0:
        state = game.result(state, legal(game, state)[0])
    outputs = forward(layers, list(game.inputs(state, game.player(state))))
    low, high = game.dual_range
    share = 1 / (1 + math.exp(-outputs[0]))
    assert game.evaluate(state, game.player(state)) == pytest.approx(low + (high - low) * share, abs=1e-5)
    weights = dict(game.policy(state))
    assert weights == pytest.approx({a: math.exp(outputs[game.output_of(state, a)]) for a in weights}, rel=1e-4)
    found = analyse(game, state, algorithm="mcts", simulations=1, native=True)
    total = sum(weights.values())
    assert found.native and found.priors == pytest.approx(
        {a: 0.95 * weight / total + 0.05 / len(weights) for a, weight in weights.items()}, abs=1e-5
    )


def games_of(game: Any, layers: Layers, count: int) -> list[Played]:
    player = Player(dual.attach(game, layers), settings_for(game, 5, 10))
    return [player.play(number) for number in range(count)]  # type: ignore[misc]


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    game, layers = network(GAME)
    rows = rows_of(game, layers, games_of(game, layers, 2), 0)
    learner = Descent(layers)
    slopes, losses = tuple(np.zeros_like(each) for each in learner.weights), np.zeros(2)
    learner._bound(game, rows, slopes, losses)(np.arange(len(rows)))

    def loss() -> float:
        total = 0.0
        for number in range(len(rows)):
            outputs = forward(learner.layers, rows.inputs[number])
            share = 1 / (1 + math.exp(-outputs[0]))
            target = rows.targets[number, 0]
            total -= target * math.log(share) + (1 - target) * math.log(1 - share)
            here = slice(*rows.starts[number])
            scores = outputs[rows.outputs[here]]
            total -= float(rows.shares[here] @ (scores - np.log(np.exp(scores).sum())))
        return total

    assert losses.sum() == pytest.approx(loss(), rel=1e-4)
    draw = random.Random(2)
    for weights, slope in zip(learner.weights, slopes):
        for _ in range(12):
            at = draw.randrange(weights.shape[0]), draw.randrange(weights.shape[1])
            before, ends = weights[at], []
            for step in (1e-3, -1e-3):
                weights[at] = before + np.float32(step)
                ends.append(loss())
            weights[at] = before
            assert slope[at] == pytest.approx((ends[0] - ends[1]) / 2e-3, abs=0.02 * max(1.0, abs(float(slope[at]))))


def test_games_are_the_same_compiled_interpreted_and_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    game, layers = network(GAME)
    games = games_of(game, layers, 3)
    batch, simulations = play_batch(Batch(GAME, layers, settings_for(game, 5, 10), (1, 2)))
    monkeypatch.setenv("COUNTERMOVE_INTERPRET", "1")
    interpreted = games_of(game, layers, 2)
    for one, other in [*zip(games[1:], batch), *zip(games, interpreted)]:
        assert all(np.array_equal(each, same) for each, same in zip(one, other))
    assert simulations > 0


def test_what_is_learnt_is_seen_as_a_symmetry_maps_it() -> None:
    game, layers = network(GAME)
    learner: Any = dual.attach(game, layers)
    rng = random.Random(1)
    state = game.initial()
    for _ in range(3):
        state = game.result(state, rng.choice(legal(game, state)))
    for number in range(game.images):
        image = game.image(state, number)
        assert list(learner.image_inputs(state, number)) == list(game.inputs(image, game.player(image)))
        mapped = [game.image_action(state, number, action) for action in game.actions(state)]
        assert sorted(mapped) == sorted(game.actions(image))
        assert list(learner.image_outputs(state, number)) == [learner.output_of(image, action) for action in mapped]


def test_a_record_keeps_its_games(tmp_path: Path) -> None:
    game, layers = network(GAME)
    games = games_of(game, layers, 3)
    Record("these", games).write(tmp_path / "games.npz")
    again = Record.read(tmp_path / "games.npz", "these").games
    assert all(np.array_equal(*pair) for one, other in zip(games, again) for pair in zip(one, other))
    with pytest.raises(SpecError, match="has games of these, not of others"):
        Record.read(tmp_path / "games.npz", "others")
    (tmp_path / "games.npz").write_bytes(b"no games")
    with pytest.raises(SpecError, match="the file is damaged"):
        Record.read(tmp_path / "games.npz", "these")


def test_training_that_is_stopped_again_and_again_ends_with_the_same_weights(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.npz", tmp_path / "parts.npz"
    game = load(GAME)
    found = learn_by_search(game, file=whole, **QUICK)
    assert found.complete and found.games == 24 and [each.games for each in found.curve] == [8, 16, 24]
    for patience in range(40):
        stop, reports = threading.Event(), []

        def progress(now: Progress, reports: list[Any] = reports, stop: Any = stop, patience: int = patience) -> None:
            reports.append(now)
            if len(reports) > patience % 7:
                stop.set()

        again = learn_by_search(game, file=parts, stop=stop, progress=progress, **QUICK)
        if again.complete:
            break
    assert again.complete and patience > 1
    assert parts.read_bytes() == whole.read_bytes()
    assert part_of(parts).read_bytes() == part_of(whole).read_bytes()
    more = learn_by_search(game, file=parts, **(QUICK | {"games": 30}))
    assert more.games == 32 and len(more.curve) == 4


@pytest.mark.slow
def test_several_processes_play_the_games_of_one(tmp_path: Path) -> None:
    found = [
        learn_by_search(load(GAME), file=tmp_path / f"{jobs}.npz", spec=GAME, jobs=jobs, **(QUICK | {"games": 8}))
        for jobs in (1, 2)
    ]
    assert found[0].simulations == found[1].simulations > 0
    for name in ("{}.npz", "{}.npz.part", "{}.npz.games/00000.npz"):
        assert (tmp_path / name.format(1)).read_bytes() == (tmp_path / name.format(2)).read_bytes()


@pytest.mark.slow
def test_training_that_is_killed_twenty_times_ends_with_the_same_weights(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.npz", tmp_path / "parts.npz"
    options = ["--games", "300", "--iteration", "50", "--simulations", "20", "--hidden", "16,8", "--seed", "2"]
    command = [sys.executable, "-m", "countermove", "train", GAME, *options, "--json", "--save"]
    subprocess.run([*command, str(whole)], check=True, capture_output=True)
    draw = random.Random(1)
    for _ in range(20):
        with subprocess.Popen([*command, str(parts)], stdout=subprocess.DEVNULL) as process:
            try:
                process.wait(draw.uniform(0.5, 4))
            except subprocess.TimeoutExpired:
                os.kill(process.pid, signal.SIGKILL)
    subprocess.run([*command, str(parts)], check=True, capture_output=True)
    assert parts.read_bytes() == whole.read_bytes()


def test_training_lowers_both_losses() -> None:
    game, layers = network(GAME)
    rows, learner = rows_of(game, layers, games_of(game, layers, 6), 0), Descent(layers)
    before = learner.losses(game, rows)
    learner.train(game, rows, 60, 0, 3e-3, lambda: True)
    assert all(after < 0.95 * loss for after, loss in zip(learner.losses(game, rows), before))


def test_a_game_without_inputs_learns_and_is_searched_with_its_network(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    found = learn_by_search(load("nim:piles=(2,3)"), file=file, games=20, simulations=16, hidden=(12, 6), size=10)
    assert found.complete and found.plain is not None and 0 <= found.plain.mean <= 1
    game = load(f"nim:piles=(2,3),network={file}")
    assert game == found.game and -1 <= game.evaluate(game.initial(), 0) <= 1
    assert analyse(game, simulations=20).algorithm == "mcts"


def test_a_shipped_network_is_used_by_name() -> None:
    game: Any = load("connect4:network=shipped")
    found = dual.opinion(game, game.initial())
    assert max(found.actions, key=lambda action: found.actions[action][0]) == 3
    with pytest.raises(SpecError, match="Nim ships no network"):
        load("nim:network=shipped")


def test_games_that_cannot_learn_so_say_why() -> None:
    for spec, sentence in {
        "sliding": "is for one player", "rps": "players act at once", "kuhn": "may not see the whole state"
    }.items():  # fmt: skip
        with pytest.raises(UnfitError, match=sentence):
            dual.fresh(load(spec), (4, 4), 0)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": 0}, "The number of games is 0; give"),
        ({"simulations": 0}, "The number of simulations is 0; give"),
        ({"size": 0}, "The number of games in an iteration is 0; give"),
        ({"hidden": (0, 4)}, "The first number of hidden units is 0; give"),
    ],
)
def test_budgets_of_zero_are_refused(tmp_path: Path, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SpecError, match=sentence):
        learn_by_search(load(GAME), file=tmp_path / "net.npz", **(QUICK | options))


def test_wrong_files_are_refused_in_a_sentence(tmp_path: Path) -> None:
    game, layers = network(GAME)
    file = tmp_path / "net.npz"
    dual.write(game, file, dual.Saved(layers, 1, 0))
    assert learned(game, file) == learned(game, file)
    with pytest.raises(SpecError, match="is for TicTacToe, not for Connect"):
        learned(load("connect4"), file)
    with pytest.raises(SpecError, match=r"exists, but not .*net.npz.part"):
        learn_by_search(game, file=file, **QUICK)
    dual.write(game, file, dual.Saved(layers._replace(first=layers.first[:-1]), 1, 0))
    with pytest.raises(SpecError, match="does not have the shape that TicTacToe"):
        learned(game, file)
    for part in (
        {"first": layers.first * np.nan}, {"second": layers.second * np.float32(1e30)}, {"keys": layers.keys[::-1]},
        {"keys": layers.keys * 0},
    ):  # fmt: skip
        dual.write(game, file, dual.Saved(layers._replace(**part), 1, 0))
        with pytest.raises(SpecError, match="has weights or keys that no training gives"):
            learned(game, file)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SpecError, match="cannot be read"):
        learned(game, file)
    part_of(file).write_bytes(b"nothing")
    with pytest.raises(SpecError, match="cannot be resumed: the file is damaged"):
        learn_by_search(game, file=file, **QUICK)
    other = tmp_path / "other.npz"
    learn_by_search(game, file=other, **QUICK)
    with pytest.raises(SpecError, match="has training of TicTacToe"):
        learn_by_search(game, file=other, **(QUICK | {"seed": 4}))


def test_noise_changes_priors_but_no_payoff() -> None:
    from countermove.engine.mcts.recipe import Recipe
    from countermove.engine.mcts.row import CHILDREN, MAX_CHILDREN, PRIOR, VALUES, VISITS
    from countermove.engine.mcts.search import TreeSearch
    from countermove.engine.mcts.selfplay import stir_priors
    from countermove.native.real import real_of

    search = TreeSearch(load(GAME), Recipe(formula="puct"), megabytes=1)
    search.begin(search.game.initial())
    search.grow(1)
    rows, work = search.rows, search.works[0]
    children = [(rows[CHILDREN] >> 16) + i for i in range(rows[CHILDREN] & MAX_CHILDREN)]

    def column(place: int) -> list[int]:
        return [rows[child * work.width + place] for child in children]

    before = [column(place) for place in (VISITS, VALUES, VALUES + 1)]
    priors = [real_of(word) for word in column(PRIOR)]
    stir_priors(rows, work)
    stirred = [real_of(word) for word in column(PRIOR)]
    assert sum(before[0]) == 1 and [column(place) for place in (VISITS, VALUES, VALUES + 1)] == before
    assert sum(stirred) == pytest.approx(1) and all(one != other for one, other in zip(priors, stirred))


def test_the_shipped_network_of_tic_tac_toe_never_loses_with_few_simulations() -> None:
    from countermove.engine.mcts.recipe import Recipe
    from countermove.engine.mcts.search import TreeSearch

    game = load("tictactoe:network=shipped")
    search = TreeSearch(game, Recipe(), megabytes=4)

    def lost(state: Any, seat: int) -> int:
        """The games that the player in a seat loses against every reply of the other."""
        if game.is_terminal(state):
            return int(game.utility(state, seat) < 0)
        if game.player(state) != seat:
            return sum(lost(game.result(state, action), seat) for action in game.actions(state))
        search.root = None
        search.begin(state)
        search.grow(25)
        return lost(game.result(state, search.chosen()), seat)

    assert [lost(game.initial(), seat) for seat in (0, 1)] == [0, 0]
