"""Weights fitted to self-play: reproducible, resumable, for chess and for any game with features."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from countermove import linear, load
from countermove.errors import GameError, SpecError, UnfitError
from countermove.games.breakthrough import Breakthrough
from countermove.games.chess import Chess
from countermove.games.chess.evaluation import TEMPO
from countermove.games.pig import Pig
from countermove.learn import fit_weights, is_linear
from countermove.learn.games import Games, opening_plies
from countermove.learn.linear import games_file, rows_of

pytestmark = pytest.mark.native


class Men(NamedTuple):
    own: int
    other: int


@dataclass(frozen=True)
class Counted(Breakthrough):
    """Breakthrough that is evaluated by the number of actions of each side: only a little better than nothing."""

    weights = (0.01, -0.01)

    def features(self, state: Any, player: int) -> Men:
        here = sum(1 for _ in self.actions(state))
        return Men(here if player == self.player(state) else 0, 0 if player == self.player(state) else here)


SMALL = Counted(rows=5, cols=4)


def fitted(game: Any, path: Path, games: int, **more: Any) -> Any:
    return fit_weights(game, games=games, file=path, nodes=100, seed=3, **more)


def stopping(after: int) -> tuple[threading.Event, Callable[[Any], None]]:
    """An event, and a function that sets it once there are some games."""
    stop = threading.Event()
    return stop, lambda seen: stop.set() if seen.games >= after else None


@pytest.mark.parametrize("game", [Chess(), SMALL], ids=["chess", "features"])
def test_fitting_is_reproducible_and_resumes(game: Any, tmp_path: Path) -> None:
    whole = fitted(game, tmp_path / "whole.npz", 12)
    assert whole.complete and whole.positions > 50 and is_linear(whole.game)
    stop, watch = stopping(4)
    begun = fitted(game, tmp_path / "parts.npz", 12, stop=stop, progress=watch)
    if not begun.complete:  # it may have been too quick to stop
        assert len(Games.read(games_file(tmp_path / "parts.npz"))) == begun.games
    fitted(game, tmp_path / "parts.npz", 12)
    for name in ("npz", "npz.games"):
        assert (tmp_path / f"whole.{name}").read_bytes() == (tmp_path / f"parts.{name}").read_bytes()
    again = linear.learned(game, tmp_path / "whole.npz")
    assert again == whole.game and again.weights == whole.game.weights != game.weights
    assert pickle.loads(pickle.dumps(again)).weights == again.weights


def test_games_follow_the_rules_and_end_as_recorded(tmp_path: Path) -> None:
    game = Chess()
    fitted(game, tmp_path / "w.npz", 3)
    games = Games.read(games_file(tmp_path / "w.npz"))
    for actions, scores in zip(games.actions, games.scores):
        state = game.initial()
        seen: dict[Any, int] = {}
        for action in actions:
            assert action in list(game.actions(state))
            state = game.result(state, int(action))
            seen[game.position(state)] = seen.get(game.position(state), 0) + 1
        if game.is_terminal(state):
            assert game.utility(state, 0) == scores[-1]
        else:
            assert seen[game.position(state)] == 3 and scores[-1] == 0


def test_rows_are_the_terms_of_calm_positions(tmp_path: Path) -> None:
    game = linear.weighted(Chess(), linear.weights_of(Chess()))
    fitted(game, tmp_path / "w.npz", 2)
    games = Games.read(games_file(tmp_path / "w.npz"))
    rows, scores = rows_of(game, games, [True, True])
    assert len(rows) == len(scores) > 20
    sums = rows.sums(linear.weights_of(game))
    known = {}
    for actions in games.actions:
        state = game.initial()
        for action in actions:
            found = game.explain(state, 0)
            known[round(float(found.total) * 100, 6)] = state
            state = game.result(state, int(action))
    assert all(round(each, 6) in known for each in sums)


def test_random_openings_leave_most_of_a_game() -> None:
    assert opening_plies(Chess()) == 8
    assert opening_plies(load("tictactoe")) <= 1


def test_weights_are_written_and_read_back(tmp_path: Path) -> None:
    game = Chess()
    given = linear.Weights(linear.weights_of(game) + 1, 5, 100, 7, 0.5, 0.6, "made so")
    linear.write(game, tmp_path / "w.npz", given)
    found = linear.read(game, tmp_path / "w.npz")
    assert np.array_equal(found.weights, given.weights) and found[1:] == given[1:]
    other = load(f"chess:network={tmp_path / 'w.npz'}")
    state = game.initial()
    assert other != game and other == linear.learned(game, tmp_path / "w.npz")
    assert other.evaluate(state, 0) != game.evaluate(state, 0)
    assert float(other.explain(state, 0).total) == pytest.approx(game.weights[0][TEMPO] / 100 + 0.01)


def test_wrong_files_are_explained(tmp_path: Path) -> None:
    game = Chess()
    linear.write(SMALL, tmp_path / "small.npz", linear.Weights(linear.weights_of(SMALL), 1, 1, 0, 0, 0, ""))
    with pytest.raises(SpecError, match="for Counted, not for Chess"):
        linear.learned(game, tmp_path / "small.npz")
    linear.write(game, tmp_path / "short.npz", linear.Weights(np.zeros((2, 3)), 1, 1, 0, 0, 0, ""))
    with pytest.raises(SpecError, match="has 3 weights, but Chess needs"):
        linear.learned(game, tmp_path / "short.npz")
    (tmp_path / "text.npz").write_text("nothing")
    with pytest.raises(SpecError, match="cannot be read"):
        linear.learned(game, tmp_path / "text.npz")
    (tmp_path / "w.npz.games").write_text("nothing")
    with pytest.raises(SpecError, match="no games of self-play"):
        fitted(game, tmp_path / "w.npz", 2)


def test_games_of_other_options_are_not_mixed(tmp_path: Path) -> None:
    fitted(SMALL, tmp_path / "w.npz", 2)
    with pytest.raises(SpecError, match="give another file"):
        fit_weights(SMALL, games=3, file=tmp_path / "w.npz", nodes=101, seed=3)


def test_unfit_games_are_explained(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="2 games or more"):
        fit_weights(SMALL, games=1, file=tmp_path / "w.npz")
    with pytest.raises(UnfitError, match="Chance takes part"):
        fit_weights(Pig(), games=2, file=tmp_path / "w.npz")

    class Astray(Counted):
        def terms(self, state: Any, player: int) -> Any:
            yield 7, 1.0

    with pytest.raises(GameError, match="not one of its 2 weights"):
        fitted(Astray(rows=5, cols=4), tmp_path / "a.npz", 4)


def test_several_processes_play_the_same_games_and_a_killed_one_costs_only_time(tmp_path: Path) -> None:
    alone = fitted(Chess(), tmp_path / "alone.npz", 50)
    killed: list[int] = []

    def kill_one(seen: Any) -> None:
        if not killed:
            children = multiprocessing.active_children()
            killed.append(children[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    many = fitted(Chess(), tmp_path / "many.npz", 50, spec="chess", jobs=2, progress=kill_one)
    assert killed and many.complete and many.nodes >= alone.nodes
    one, two = (Games.read(games_file(tmp_path / f"{name}.npz")) for name in ("alone", "many"))
    assert len(one) == len(two) == 50
    for each, other in zip(one.actions + one.scores, two.actions + two.scores):
        np.testing.assert_array_equal(each, other)
    assert (tmp_path / "alone.npz").read_bytes() == (tmp_path / "many.npz").read_bytes()
