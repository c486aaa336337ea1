"""Learning by self-play: it learns, it reaches the same weights however it is interrupted, and says what is wrong."""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from coins import Coins

from countermove import load
from countermove.engine.play.greedy import greedy
from countermove.engine.play.playout import random_bits
from countermove.engine.workspace import Workspace
from countermove.errors import GameError, NativeError, SpecError, UnfitError
from countermove.game import CHANCE, Axes, Game, legal
from countermove.games.pig import Pig, Scores
from countermove.games.tictactoe import Marks, TicTacToe
from countermove.learn import learn, learned
from countermove.learn.temporal import BLOCK_GAMES
from countermove.native import kernel
from countermove.network import fresh, read

# What is learnt.


def match(trained: Game, other: type[Game], openings: int, plies: int) -> tuple[float, float]:
    """The mean utility of a trained game's evaluation against another's, one ply deep, with its 95% margin.

    Each opening, of random plies, is played from both seats.
    """

    class Duel(type(trained)):  # type: ignore[misc]
        seat = np.zeros(1, np.int64)

        def evaluate(self, state: Any, player: int) -> float:
            return super().evaluate(state, player) if player == self.seat[0] else other.evaluate(self, state, player)

    points, buffers = np.zeros(1), (np.zeros(100, np.int64), np.zeros(100))
    found = []
    game = object.__new__(Duel)
    vars(game).update(vars(trained))
    run = kernel.bind(greedy, game, 0, 0, points, *buffers, Workspace())
    for number in range(openings):
        for seat in (0, 1):
            game.seat[0] = seat
            draw, state = random.Random(number), game.initial()
            for _ in range(plies):
                state = game.result(state, draw.choice(legal(game, state)))
            run(state, 0, number, points, *buffers, Workspace())
            found.append(points[0] if seat == 0 else game.axes.total - points[0])
    return float(np.mean(found)), 1.96 * float(np.std(found, ddof=1)) / math.sqrt(len(found))


@pytest.mark.native
@pytest.mark.parametrize(
    ("spec", "games"),
    [
        ("connect:rows=4,cols=5", 20_000),
        pytest.param("tictactoe", 20_000, marks=pytest.mark.slow),
        pytest.param("breakthrough:rows=5,cols=4", 5_000, marks=pytest.mark.slow),
        pytest.param("hexapawn:rows=4,cols=5", 20_000, marks=pytest.mark.slow),
    ],
)
def test_games_without_chance_learn_to_beat_one_ply_without_an_estimate(spec: str, games: int) -> None:
    game = load(spec)
    mean, margin = match(learn(game, games=games, hidden=32, seed=1).game, Game, 100, 2)
    assert mean - margin > 0.1


class LearningPig(Pig):
    outcomes = (0, 1)

    def inputs(self, state: Scores, player: int) -> Iterator[float]:
        yield state.scores[player] / self.target
        yield state.scores[1 - player] / self.target
        yield state.turn / self.target
        yield state.mover == player


class Threshold(Pig):
    def evaluate(self, state: Scores, player: int) -> float:
        """Rolls up to nine points, and then holds."""
        return (1.0 if state.turn < 10 else 0.0) if state.rolling else 0.5


@pytest.mark.native
def test_a_game_of_dice_learns_when_to_stop() -> None:
    trained = learn(LearningPig(30), games=10_000, hidden=16, seed=1).game
    mean, margin = match(trained, Threshold, 200, 0)
    assert mean - margin > 0.5
    assert trained.evaluate(trained.initial(), 0) == pytest.approx(0.57, abs=0.1)  # of perfect play


@pytest.mark.native
def test_a_game_of_points_is_estimated_in_points() -> None:
    trained = learn(Coins(), games=20_000, hidden=32, seed=1).game
    assert trained.evaluate(trained.initial(), 0) == pytest.approx(6, abs=0.5)  # the value of the game
    mean, margin = match(trained, Game, 50, 2)
    assert mean - margin > 3


# How it is learnt.


class Halved(TicTacToe):
    """Without symmetries, so that rounding does not decide between equal actions."""

    def inputs(self, state: Marks, player: int) -> Iterator[float]:
        for cell in range(9):
            yield (state.x >> cell & 1) / (cell + 1.5)
            yield (state.o >> cell & 1) / (cell + 2.3)
        yield player


def by_numpy(game: Game, games: int, hidden: int, seed: int, rate: float, explore: float) -> tuple[Any, Any]:
    """The same as `learn`, with matrices of 64 bits."""
    first, second = (layer[0].astype(float) for layer in fresh(game, hidden, seed))
    second = second[:, 0]

    def predict(state: Any) -> tuple[Any, Any, float]:
        inputs = np.array([*game.inputs(state, game.player(state)), 1.0])
        sums = inputs @ first
        units = sums / (1 + abs(sums))
        return inputs, units, 1 / (1 + math.exp(-float(units @ second[:-1] + second[-1])))

    def train(state: Any, target: float) -> None:
        inputs, units, output = predict(state)
        error = rate * (target - output)
        slopes = error * second[:-1] * (1 - abs(units)) ** 2
        second[:-1] += error * units
        second[-1] += error
        first[:] += np.outer(inputs, slopes)

    def value(state: Any, player: int) -> float:
        if game.is_terminal(state):
            return game.utility(state, player)
        share = predict(state)[2]
        return 2 * share - 1 if game.player(state) == player else 1 - 2 * share

    for number in range(games):
        state, ply = game.initial(), 0
        before = state
        while not game.is_terminal(state):
            player, children = game.player(state), [game.result(state, each) for each in game.actions(state)]
            draw = random_bits(seed, number, ply) / 2**63
            if draw < explore:
                state, before = children[int(draw / explore * len(children))], None
            else:
                state = max(children, key=lambda child: value(child, player))
            if not game.is_terminal(state):
                if before is not None:
                    train(before, 1 - predict(state)[2])
                before = state
            ply += 1
        if before is not None:
            train(before, (game.utility(state, game.player(before)) + 1) / 2)
    return first, second


@pytest.mark.parametrize("on", [pytest.param(True, marks=pytest.mark.native), False])
def test_gradient_descent_is_that_of_plain_numpy(on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERMOVE_INTERPRET", "0" if on else "1")
    trained: Any = learn(Halved(), games=12, hidden=5, seed=4).game
    first, second = by_numpy(Halved(), 12, 5, 4, trained.learning_rate, trained.exploration)
    assert abs(second).max() > 0.05
    np.testing.assert_allclose(trained.first_layer[0], first, atol=1e-5)
    np.testing.assert_allclose(trained.second_layer[0, :, 0], second, atol=1e-5)


@pytest.mark.native
def test_interruption_changes_nothing_for_the_default_network(tmp_path: Path) -> None:
    game, file = load("connect:rows=3,cols=4,k=3"), tmp_path / "net.npz"
    whole: Any = learn(game, games=2_500, seed=3, hidden=4)
    for games in (700, 1_000, 2_100, 2_500):
        rest = learn(game, games=games, seed=3, hidden=4, file=file)
        assert rest.complete and rest.games == games
    again: Any = learned(game, file)
    np.testing.assert_array_equal(whole.game.first_layer, again.first_layer)
    np.testing.assert_array_equal(whole.game.second_layer, again.second_layer)
    other: Any = learn(game, games=2_500, seed=4, hidden=4)
    assert (other.game.second_layer != whole.game.second_layer).any()


@pytest.mark.slow
def test_interruption_changes_nothing(tmp_path: Path) -> None:
    game: Any = load("backgammon")
    whole: Any = learn(game, games=4, seed=3, hidden=4)
    file = tmp_path / "net.npz"
    learn(game, games=1, seed=3, hidden=4, file=file)
    rest: Any = learn(game, games=4, seed=99, hidden=99, file=file)  # the file knows better
    assert rest.complete and rest.games == 4
    np.testing.assert_array_equal(whole.game.first_layer, rest.game.first_layer)
    np.testing.assert_array_equal(whole.game.second_layer, rest.game.second_layer)
    saved = read(game, file)
    assert saved[2:] == (4, 3)
    np.testing.assert_array_equal(saved.first, whole.game.first_layer)


@pytest.mark.native
@pytest.mark.parametrize("spec", ["backgammon", "tictactoe"])
def test_stopping_keeps_whole_blocks_and_says_so(spec: str, tmp_path: Path) -> None:
    stop = threading.Event()
    game, file = load(spec), tmp_path / "a"
    found = learn(game, games=10**9, hidden=8, file=file, stop=stop, progress=lambda _: stop.set())
    assert not found.complete and found.games % BLOCK_GAMES == 0 and read(game, file).games == found.games


class Run(NamedTuple):
    path: tuple[int, ...]
    length: int
    stopped: bool


class Marathon(Game[Run]):
    """Go on, or stop and lose: random games are short, and few of the others are long."""

    axes = Axes(stochastic=True)
    outcomes = (-1, 0, 1)

    def initial(self) -> Run:
        return Run((), 0, False)

    def player(self, state: Run) -> int:
        return len(state.path) % 2 if state.length else CHANCE

    def chances(self, state: Run) -> Iterator[tuple[int, float]]:
        yield 5, 0.9
        yield 60, 0.1

    def actions(self, state: Run) -> Iterator[int]:
        if not self.is_terminal(state):
            yield 0
            yield 1

    def result(self, state: Run, action: int) -> Run:
        if state.length == 0:
            return Run((), action, False)
        return Run((*state.path, action), state.length, action == 0)

    def is_terminal(self, state: Run) -> bool:
        return state.stopped or len(state.path) == state.length > 0

    def utility(self, state: Run, player: int) -> float:
        if state.stopped:
            return 1.0 if player == self.player(state) else -1.0
        return 1.0 if player == 0 else -1.0

    def inputs(self, state: Run, player: int) -> Any:
        return len(state.path) / 60, len(state.path) % 7 / 7, player


@pytest.mark.native
def test_states_that_outgrow_their_room_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: Any = learn(Marathon(), games=150, hidden=3).game
    monkeypatch.setenv("COUNTERMOVE_INTERPRET", "1")
    interpreted: Any = learn(Marathon(), games=150, hidden=3).game
    np.testing.assert_allclose(compiled.second_layer, interpreted.second_layer, atol=1e-5)


# What cannot be learnt.


class Short(TicTacToe):
    def inputs(self, state: Marks, player: int) -> Any:
        return [1] * (3 + (state.x == 16))


class Infinite(TicTacToe):
    def inputs(self, state: Marks, player: int) -> Any:
        return (1.0, math.nan if state.o else 0.0)


class Single(TicTacToe):
    def inputs(self, state: Marks, player: int) -> Any:
        return 3.0


class Uncompiled(TicTacToe):
    def inputs(self, state: Marks, player: int) -> Any:
        yield eval("1")


class Undeclared(LearningPig):
    outcomes = None


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (load("nim"), r"Nim has no inputs for a network; add a method inputs\(state, player\)"),
        (load("tictactoe3"), "TicTacToe3 is for 3 players; self-play needs two"),
        (load("sliding"), "Sliding is for 1 player; self-play needs two"),
        (load("rps"), "In RockPaperScissors both players act at once; self-play needs turns"),
        (load("pig"), "Pig has no inputs"),
        (Undeclared(), r"Undeclared does not declare its outcomes, .* such as outcomes = \(0, 1\)"),
    ],
)  # fmt: skip
def test_games_that_cannot_learn_say_what_they_lack(game: Game, sentence: str) -> None:
    with pytest.raises(UnfitError, match=sentence):
        learn(game, games=1)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (Short(), r"Short.inputs gives 4 numbers in Marks\(x=16, o=\d+\), but 3 in the first state"),
        (Infinite(), r"Infinite.inputs gives \(1.0, nan\) in .*; give finite numbers"),
        (Single(), r"Single.inputs gives 3.0 in Marks\(x=0, o=0\); give finite numbers"),
    ],
)
def test_inputs_that_a_network_cannot_take_are_a_sentence(game: Game, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        learn(game, games=1)


@pytest.mark.native
def test_inputs_that_do_not_compile_name_the_line() -> None:
    with pytest.raises(NativeError, match=r"Learning needs compiled rules.*Uncompiled.*inputs"):
        learn(Uncompiled(), games=1)


def test_wrong_numbers_and_files_are_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="1 game or more"):
        learn(load("backgammon"), games=0)
    (tmp_path / "b").write_text("no network")
    with pytest.raises(SpecError, match=r"b cannot be read: it is not a network"):
        learn(load("backgammon"), games=1, file=tmp_path / "b")
    with pytest.raises(SpecError, match=r"cannot be written: No such file"):
        learn(load("tictactoe"), games=1, file=tmp_path / "none" / "c")
