"""The strength of backgammon: matches against pubeval, and against GNU Backgammon if installed.

Each dice sequence is played twice, with seats swapped, to reduce luck. Points are those of games without the cube.
Pubeval is the linear evaluation that Gerald Tesauro published in 1993 as a benchmark; its weights are read from a file
(`backgammon/pubeval-weights.csv` in the data).
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from countermove.analysis import analyse
from countermove.bench import gnubg
from countermove.bits import highest
from countermove.engine.play.greedy import greedy
from countermove.engine.workspace import Workspace
from countermove.game import CHANCE
from countermove.games._checkers import BAR, Men, count, occupied, total
from countermove.games.backgammon import MEN, Backgammon, Table
from countermove.native import kernel

PLIES = {1: "own play", 3: "own play, roll, reply"}
"""The search depths against GNU Backgammon."""
PUBEVAL_FACTOR = 25
"""The factor of games against pubeval, which are quick."""
INPUTS = 122


@dataclass(frozen=True, slots=True)
class Match:
    """Games against one opponent."""

    opponent: str
    looks: str
    """Our search."""
    games: int
    points: float
    """Points per game."""
    error: float
    """Half the width of the 95% confidence interval."""
    wins: float
    gammons: float
    lost_gammons: float


def matches(data: Path | None, games: int, seed: int = 0) -> Iterator[Match]:
    """The matches for which an opponent is available."""
    file = None if data is None else data / "backgammon" / "pubeval-weights.csv"
    if file is not None and file.exists():
        yield _match("pubeval", PLIES[1], against_pubeval(file, games * PUBEVAL_FACTOR, seed))
    if gnubg.path() is not None:
        for depth, looks in PLIES.items():
            yield _match("GNU Backgammon, 0-ply", looks, against_gnubg(depth, games, seed))


def _match(opponent: str, looks: str, points: Any) -> Match:
    spread = 1.96 * points.std(ddof=1) / math.sqrt(len(points)) if len(points) > 1 else math.inf
    wins, won, lost = (float(np.mean(each)) for each in (points > 0, points > 1, points < -1))
    return Match(opponent, looks, len(points), float(points.mean()), float(spread), wins, won, lost)


# Pubeval.


@dataclass(frozen=True)
class Pubeval(Backgammon):
    """Backgammon where pubeval evaluates for one seat, and the network for the other."""

    seat: int = 1
    """The seat of pubeval."""
    file: str = ""

    @cached_property
    def weights_of_pubeval(self) -> Any:
        found = np.loadtxt(self.file, delimiter=",", skiprows=1)
        return np.ascontiguousarray(found[:INPUTS, 1:].T)

    @cached_property
    def race(self) -> Any:
        return np.ascontiguousarray(self.weights_of_pubeval[0])

    @cached_property
    def contact(self) -> Any:
        return np.ascontiguousarray(self.weights_of_pubeval[1])

    def evaluate(self, state: Table, player: int) -> float:
        if player != self.seat:
            return super().evaluate(state, player)
        if player == 0:
            return self.judge(state.white, state.black)
        return self.judge(state.black, state.white)

    def judge(self, mine: Men, theirs: Men) -> float:
        """Pubeval's evaluation of a position, for the player of the first men, who has just played."""
        if occupied(mine) == 0:
            return 1e9
        passed = highest(occupied(mine)) + highest(occupied(theirs)) < BAR
        value = 0.0
        for place in range(24):
            men = count(mine, 24 - place) - count(theirs, place + 1)
            blot, one, more, three = 1.0 * (men == -1), 1.0 * (men == 1), 1.0 * (men >= 2), 1.0 * (men == 3)
            seen = (blot, one, more, three, max(0.0, (men - 3) / 2))
            for number in range(5):
                value += seen[number] * (self.race[5 * place + number] if passed else self.contact[5 * place + number])
        bar, off = count(theirs, BAR) / 2, (MEN - total(mine)) / MEN
        if passed:
            return float(value + bar * self.race[120] + off * self.race[121])
        return float(value + bar * self.contact[120] + off * self.contact[121])


def against_pubeval(file: Path, games: int, seed: int) -> Any:
    """The points of each game."""
    found = []
    for seat in (1, 0):
        game = Pubeval(seat=seat, file=str(file))
        points = np.zeros(max(1, games // 2))
        buffers = np.zeros(1 << 12, np.int64), np.zeros(1 << 12)
        kernel.call(greedy, game, game.initial(), seed, 0, points, *buffers, Workspace())
        found.append(points if seat == 1 else -points)
    return np.concatenate(found)


# GNU Backgammon.


def against_gnubg(depth: int, games: int, seed: int) -> Any:
    """The points of each game."""
    game = Backgammon()
    points = []
    with gnubg.Gnubg() as other:
        for number in range(games):
            dice = random.Random(f"{seed} {number // 2}")
            seat = number % 2
            state = game.initial()
            while not game.is_terminal(state):
                player = game.player(state)
                if player == CHANCE:
                    rolls, odds = zip(*game.chances(state))
                    action = dice.choices(rolls, odds)[0]
                elif player == seat:
                    found = analyse(game, state, depth=depth).action
                    assert found is not None
                    action = found
                else:
                    action = other.choose(game, state)
                state = game.result(state, action)
            points.append(game.utility(state, seat))
    return np.array(points)
