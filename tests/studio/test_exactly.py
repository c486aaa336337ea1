"""What the studio says of actions against exact values, found here by brute force."""

from __future__ import annotations

import functools
import itertools
import random
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import pytest
from asking import SHELF, Alone, ask

from countermove import Axes, Game
from countermove.game import State
from countermove.games.pig import HOLD, ROLL, Pig
from countermove.games.tictactoe3 import TicTacToe3
from countermove.outcome import span

pytestmark = pytest.mark.native

MARKED = ("inaccuracy", "mistake", "blunder")


class Piles(NamedTuple):
    first: int
    second: int
    mover: int


@dataclass(frozen=True)
class ThreePiles(Game):
    """Three take one or two counters from a pile in turn; the last one to do so gets 2, the player before it gets 1."""

    players: ClassVar[int] = 3
    axes: ClassVar[Axes] = Axes(payoff="constant", total=3.0)
    outcomes: ClassVar[tuple[float, ...]] = (0.0, 1.0, 2.0)

    def initial(self):
        return Piles(4, 5, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        for count in range(1, 3):
            if count <= state.first:
                yield count
            if count <= state.second:
                yield 2 + count

    def result(self, state, action):
        after = (state.mover + 1) % 3
        if action <= 2:
            return Piles(state.first - action, state.second, after)
        return Piles(state.first, state.second - action + 2, after)

    def is_terminal(self, state):
        return state.first + state.second == 0

    def utility(self, state, player):
        return float((player - state.mover) % 3)


def best_of(game: Game) -> Any:
    """Max^n by its definition: of the vectors of a state the first one with most for whoever acts."""

    @functools.cache
    def vector(state: State) -> tuple[float, ...]:
        if game.is_terminal(state):
            return tuple(float(game.utility(state, player)) for player in range(game.players))
        mover = game.player(state)
        return max((vector(game.result(state, action)) for action in game.actions(state)), key=lambda v: v[mover])

    return vector


def played_at_random(game: Game, seed: int) -> list[int]:
    rng, state, played = random.Random(seed), game.initial(), []
    while not game.is_terminal(state):
        played.append(rng.choice(list(game.actions(state))))
        state = game.result(state, played[-1])
    return played


def points(game: Game, value: float) -> float:
    """Nothing is 0, an equal share 1/2, everything 1."""
    (low, high), even = span(game), game.axes.total / game.players
    return (value - low) / (even - low) / 2 if value < even else (1 + (value - even) / (high - even)) / 2


@pytest.fixture(params=["piles", "tictactoe3"])
def many(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Game]:
    game: Game = ThreePiles() if request.param == "piles" else TicTacToe3()
    monkeypatch.setitem(SHELF._games, request.param, game)
    return request.param, game


def endgames(name: str, game: Game, count: int) -> list[tuple[list[int], int]]:
    """Games played at random, each with the ply from which on it can be counted out."""
    found = []
    for seed in itertools.count():
        played = played_at_random(game, seed)
        since = 0 if name == "piles" else 10
        if len(played) > since + 1:
            found.append((played, since))
        if len(found) == count:
            return found
    raise AssertionError


def test_a_review_among_three_is_that_of_exact_max_n(many: tuple[str, Game]) -> None:
    name, game = many
    vector = best_of(game)
    for played, since in endgames(name, game, 4):
        turn = Alone()
        ask("review", turn, game=name, actions=played, since=since, seconds=2.0)
        told = {data["at"]: data for kind, data in turn.told if kind == "position"}
        state = game.initial()
        for ply, action in enumerate(played):
            mover, after = game.player(state), game.result(state, action)
            if ply >= since:
                best, got = vector(state)[mover], vector(after)[mover]
                here = told[ply]
                assert here["proven"] and here["value"] == pytest.approx(best), (played, ply)
                assert here["payoffs"] == pytest.approx(list(vector(state))), (played, ply)
                assert here["loss"] == pytest.approx(points(game, best) - points(game, got)), (played, ply)
                assert (here["class"] == "best") == (best == got) and (here["class"] in MARKED) == (best > got)
            state = after
        assert told[len(played)]["payoffs"] == list(vector(state))


def test_values_and_reasons_among_three_are_those_of_exact_max_n(many: tuple[str, Game]) -> None:
    name, game = many
    vector = best_of(game)
    for played, since in endgames(name, game, 3):
        before = played[:since]
        state = game.initial()
        for action in before:
            state = game.result(state, action)
        mover = game.player(state)
        exact = {action: vector(game.result(state, action)) for action in game.actions(state)}
        told = ask("analyse", game=name, actions=before, lines=len(exact), seconds=5.0)
        assert told["exact"] and told["payoffs"] == pytest.approx(list(vector(state)))
        for action, worth in told["values"].items():
            value = exact[int(action)][mover]
            assert worth["proven"] and worth["bound"] == "=" and worth["value"] == pytest.approx(value)
            assert worth["share"] == pytest.approx(points(game, value))
        assert len(told["values"]) == len(told["lines"]) == len(exact)
        assert all(len(line["vector"]) == 3 for line in told["lines"])
        best = max(value[mover] for value in exact.values())
        for action, value in exact.items():
            why = ask("why", game=name, actions=before, action=action, seconds=2.0)
            assert why["loss"] == pytest.approx(points(game, best) - points(game, value[mover]))
            assert why["as_good"] == (value[mover] == best)
            assert ("as good as" in why["sentence"]) <= why["as_good"]


def test_who_wins_at_once_among_three_wins_in_1_and_a_bound_is_no_value() -> None:
    played = [1, 7, 13, 15, 0, 2, 9, 10, 5, 4, 14]
    alone = ask("analyse", game="tictactoe3", actions=played, lines=1, seconds=5.0)
    assert alone["verdict"] == "Z wins in 1" and alone["lines"][0]["vector"] == ["0", "0", "1"]
    bounds = [worth for worth in alone["values"].values() if worth["bound"] != "="]
    assert all(worth["share"] is None and not (worth["best"] or worth["proven"]) for worth in bounds)
    whole = ask("analyse", game="tictactoe3", actions=played, lines=5, seconds=5.0)
    assert {worth["name"]: worth["words"] for worth in whole["values"].values()} == {
        "a2": "wins in 1", "c3": "draws", "d4": "loses", "d2": "loses", "a1": "loses",
    }  # fmt: skip
    why = ask("why", game="tictactoe3", actions=played, action=3)
    assert why["class"] == "blunder" and why["sentence"].endswith("a2 would have won in 1.")


def test_a_loss_that_is_certain_has_a_distance_and_a_line_to_its_end_while_the_best_is_only_estimated() -> None:
    played = [3, 3, 4, 4, 0]  # player 0 threatens three in a row with both ends open
    told = ask("analyse", game="connect4", actions=played, lines=7, depth=12)
    lost = [line for line in told["lines"] if line["outcome"] == "loss"]
    assert not told["exact"] and len(lost) == 5
    assert all(line["words"] == "loses within 4" and len(line["actions"]) == 4 for line in lost)


# Pig, to 20 points.


@functools.cache
def chances_to_win() -> dict[tuple[int, int, int], tuple[float, float]]:
    """What holding and rolling are worth to whoever acts, by its score, the other's and the turn: value iteration."""
    game = Pig(target=20)
    states = [
        (mine, other, turn) for mine, other in itertools.product(range(20), repeat=2) for turn in range(20 - mine)
    ]
    value = dict.fromkeys(states, 0.5)

    def worth(mine: int, other: int, turn: int) -> float:
        return 1.0 if mine + turn >= game.target else value[mine, other, turn]

    def both(mine: int, other: int, turn: int) -> tuple[float, float]:
        lost = 1 - value[other, mine, 0]
        roll = (lost + sum(worth(mine, other, turn + face) for face in range(2, 7))) / 6
        return 1 - value[other, mine + turn, 0], roll

    change = 1.0
    while change > 1e-9:
        change = 0.0
        for state in states:
            better = max(both(*state))
            change = max(change, abs(better - value[state]))
            value[state] = better
    return {state: both(*state) for state in states}


def written(mine: int, other: int, turn: int) -> str:
    return f"scores=({mine},{other}),turn={turn},mover=0,rolling=False"


@pytest.mark.parametrize(
    ("state", "near"),
    [((0, 0, 5), 0.1), ((5, 8, 6), 0.05), ((10, 14, 4), 0.05), ((15, 12, 3), 0.05), ((3, 17, 9), 0.05)],
)
def test_what_roll_and_hold_are_worth_is_near_what_value_iteration_finds(
    state: tuple[int, int, int], near: float
) -> None:
    told = ask("analyse", game="pig:target=20", start=written(*state), lines=2, nodes=3_000_000)
    hold, roll = chances_to_win()[state]
    assert told["values"][str(HOLD)]["value"] == pytest.approx(hold, abs=near)
    assert told["values"][str(ROLL)]["value"] == pytest.approx(roll, abs=near)
    assert {worth["bound"] for worth in told["values"].values()} == {"="}


def test_holds_that_cost_much_are_marked_and_rolls_that_cost_nothing_are_not() -> None:
    exact = chances_to_win()
    costly = random.Random(1).sample([state for state, (hold, roll) in exact.items() if roll - hold >= 0.2], 6)
    for state, action in itertools.product(costly, (HOLD, ROLL)):
        turn = Alone()
        ask("review", turn, game="pig:target=20", start=written(*state), actions=[action], seconds=0.3)
        told = {data["at"]: data for kind, data in turn.told if kind == "position"}
        assert (told[0]["class"] in MARKED) == (action == HOLD), (state, action, told[0])
