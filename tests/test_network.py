"""Games with a network: they are the same games, compiled as others are, and files of other games are refused."""

from __future__ import annotations

import copy
import dataclasses
import math
import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from coins import Coins

from countermove import Game, analyse, load, solve
from countermove.engine.compiled_rules import CompiledRules
from countermove.errors import GameError, SpecError, UnfitError
from countermove.games.connect import Connect
from countermove.games.tictactoe import Marks, TicTacToe
from countermove.learn import learn, learned
from countermove.native import digest
from countermove.network import Saved, attach, fresh, think, write


def random_layers(game: Game, hidden: int = 4) -> tuple[Any, Any]:
    rng = np.random.default_rng(2)
    return tuple(rng.normal(0, 0.5, layer.shape).astype(np.float32) for layer in fresh(game, hidden, 0))  # type: ignore[return-value]


def written(game: Game, file: Path) -> Path:
    write(game, file, Saved(*random_layers(game), 10, 1))
    return file


class Features(NamedTuple):
    x: int
    half: float
    more: bool


class Featured(TicTacToe):
    weights = (0.1, 0.2, 0.3)

    def features(self, state: Marks, player: int) -> Features:
        return Features(state.x & 15, state.o / 2, state.x > state.o)


class Listed(TicTacToe):
    def inputs(self, state: Marks, player: int) -> Any:
        return [(state.x >> cell & 1) - (state.o >> cell & 1) for cell in range(9)]


class Filled(TicTacToe):
    def inputs(self, state: Marks, player: int) -> Any:
        found = np.zeros(9)
        for cell in range(9):
            found[cell] = state.x >> cell & 1
        return found


@dataclass(frozen=True, slots=True)
class Slotted(TicTacToe):
    size: int = 3

    def inputs(self, state: Marks, player: int) -> Any:
        return tuple(state.x >> cell & 1 for cell in range(9))


@pytest.mark.native
@pytest.mark.parametrize("cls", [TicTacToe, Featured, Listed, Filled, Slotted])
def test_inputs_of_every_kind_are_seen_alike_compiled_and_interpreted(cls: type[Game]) -> None:
    game = attach(cls(), *random_layers(cls()))
    rules = CompiledRules(game)
    for line in ("", "b2", "b2 a1", "b2 a1 c3"):
        state = game.read(line)
        rules.call(state)
        estimates = [game.evaluate(state, player) for player in (0, 1)]
        np.testing.assert_allclose(rules.payoffs, estimates, atol=1e-6)
        assert sum(estimates) == pytest.approx(0) and estimates[0] not in (0, 1, -1)


def test_estimates_lie_between_the_outcomes() -> None:
    plain = Coins((3, 5, 4))
    first, second = random_layers(plain)
    for size, expected in ((-30, -12), (30, 12)):
        game = attach(plain, first, np.full_like(second, 0) + np.float32(size) * (np.arange(5) == 4)[:, None])
        assert game.evaluate(game.initial(), 0) == pytest.approx(expected)
        assert game.evaluate(game.initial(), 1) == pytest.approx(-expected)


def test_a_game_with_a_network_is_the_same_game_otherwise(tmp_path: Path) -> None:
    plain = load("connect:rows=4,cols=5")
    file = written(plain, tmp_path / "net.npz")
    game, other = learned(plain, file), load(f"connect:rows=4,cols=5,network={file}")
    assert game == other != plain and isinstance(game, Connect) and repr(game) == repr(plain)
    assert learned(load("connect:rows=4,cols=5,k=3"), file) != game
    for copied in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), dataclasses.replace(game)):  # type: ignore[type-var]
        assert copied == game
        assert copied.evaluate(copied.read("12"), 0) == game.evaluate(game.read("12"), 0) != 0  # type: ignore[union-attr]
    assert (
        solve(load(f"connect:rows=3,cols=3,k=3,network={written(load('connect:rows=3,cols=3,k=3'), file)}")).value == 0
    )


@pytest.mark.native
def test_search_uses_the_network(tmp_path: Path) -> None:
    plain = load("breakthrough:rows=5,cols=4")
    game = learned(plain, written(plain, tmp_path / "net.npz"))
    compiled, interpreted = (analyse(game, depth=2, algorithm="alphabeta", native=native) for native in (True, False))
    assert compiled.native and compiled.value == pytest.approx(interpreted.value, abs=1e-6)
    assert compiled.value != analyse(plain, depth=2, algorithm="alphabeta").value


def test_files_of_other_games_and_sizes_are_a_sentence(tmp_path: Path) -> None:
    file = written(load("connect:rows=4,cols=5"), tmp_path / "net.npz")
    with pytest.raises(SpecError, match=r"net.npz is for Connect, not for TicTacToe; give another file"):
        load(f"tictactoe:network={file}")
    with pytest.raises(
        SpecError, match=r"\(1, 82, 4\) and \(1, 5, 1\), but Connect\(rows=6, cols=7, k=4\) needs \(1, 170, 4\)"
    ):
        learned(load("connect4"), file)
    with pytest.raises(SpecError, match="none cannot be read: No such file"):
        load(f"backgammon:cube=true,network={tmp_path}/none")
    (tmp_path / "b").write_text("no network")
    with pytest.raises(SpecError, match="b cannot be read: it is not a network"):
        load(f"backgammon:network={tmp_path}/b")
    with pytest.raises(SpecError, match="'network' in 'connect4:network=' needs a value"):
        load("connect4:network=")
    with pytest.raises(SpecError, match="Connect has no field 'network'"):
        load(f"connect4:network={file}", files=False)


class Own(TicTacToe):
    """With weights for each player, and two outputs: to win, and not to lose."""

    outputs_in_use, learns_every_state, exploration, learning_rate = 2, True, 0.1, 0.1
    first_layer, second_layer = np.zeros((2, 19, 4), np.float32), np.zeros((2, 5, 2), np.float32)

    def fresh_layers(self, hidden: int, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        return rng.normal(0, 0.3, (2, 19, hidden)).astype(np.float32), np.zeros((2, hidden + 1, 2), np.float32)

    def viewpoint(self, state: Marks) -> int:
        return 0

    def foresee(self, state: Marks, inputs: Any, hidden: Any, outputs: Any) -> int:
        for cell in range(9):
            inputs[cell], inputs[9 + cell] = state.x >> cell & 1, state.o >> cell & 1
        inputs[18] = 1
        think(self.first_layer, self.second_layer, self.player(state), inputs, hidden, outputs)
        for output in range(2):
            outputs[output] = 1 / (1 + math.exp(-np.float64(outputs[output])))
        return self.player(state)

    def turn_outputs(self, outputs: Any, target: Any) -> None:
        raise GameError("The viewpoint never changes.")

    def final_outputs(self, state: Marks, player: int, target: Any) -> None:
        target[0] = self.utility(state, player) > 0
        target[1] = self.utility(state, player) >= 0

    def evaluate(self, state: Marks, player: int) -> float:
        inputs, hidden = np.empty(19, np.float32), np.empty(self.first_layer.shape[2], np.float32)
        outputs = np.empty(2, np.float32)
        self.foresee(state, inputs, hidden, outputs)
        value = float(outputs[0] + outputs[1]) - 1
        return value if player == 0 else -value


@pytest.mark.native
def test_an_author_may_write_a_whole_network(tmp_path: Path) -> None:
    trained = learn(Own(), games=5_000, hidden=16, file=tmp_path / "own").game
    won, lost = trained.read("XX..O.O.."), trained.read("OO..X...X")
    assert trained.evaluate(won, 0) > 0.5 and trained.evaluate(lost, 0) > 0.5  # X is to move, and wins in both
    assert trained.evaluate(trained.read("XX.OO...X"), 0) < -0.3
    assert learned(Own(), tmp_path / "own").evaluate(won, 0) == trained.evaluate(won, 0)

    class Other(Own):
        def final_outputs(self, state: Marks, player: int, target: Any) -> None:
            target[0] = target[1] = 0.5

    assert digest.of_game(Own()) != digest.of_game(Other())  # what is learnt from is part of the compiled rules


class Viewed(TicTacToe):
    def viewpoint(self, state: Marks) -> int:
        return 0


def test_a_part_of_a_network_is_a_sentence() -> None:
    with pytest.raises(UnfitError, match="Viewed has viewpoint, a name of networks, but not a whole network"):
        fresh(Viewed(), 4, 0)
