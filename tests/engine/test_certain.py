"""What the strong search calls certain is: values, how soon, and every action of a line, however little was seen."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from countermove import Axes, Game, analyse, load
from countermove.engine.table import Table
from countermove.game import State

pytestmark = pytest.mark.native
BUDGETS = [{"nodes": 300}, {"nodes": 20_000}, {"depth": 4}, {"nodes": 20_000, "threads": 2}, {"depth": 9, "threads": 4}]


@dataclass(frozen=True)
class Misled(load("tictactoe").__class__):  # type: ignore[misc]
    """Tic-tac-toe with an evaluation that takes every corner for a disaster."""

    def evaluate(self, state: State, player: int) -> float:
        value = 0.9 if state[0] & 1 else -0.9
        return value if player == 0 else -value


def worth(game: Game, state: State, seen: dict[State, tuple[float, int]]) -> tuple[float, int]:
    """Value for player 0 and plies to a win or loss, by looking at everything."""
    if state not in seen:
        if game.is_terminal(state):
            seen[state] = game.utility(state, 0), 0
        else:
            sign = 1 if game.player(state) == 0 else -1
            after = [worth(game, game.result(state, action), seen) for action in game.actions(state)]
            value = sign * max(sign * value for value, _ in after)
            soon = [plies for each, plies in after if each == value]
            seen[state] = value, 1 + (min(soon) if sign * value > 0 else max(soon))
    return seen[state]


def walk(game: Game, rng: random.Random) -> State:
    state = game.initial()
    for _ in range(rng.randint(0, 5)):
        after = game.result(state, rng.choice(list(game.actions(state))))
        if game.is_terminal(after):
            break
        state = after
    return state


@pytest.mark.parametrize("name", ["tictactoe", "misled", "hexapawn", "subtract:counters=40"])
def test_every_action_of_a_certain_line_keeps_value_and_distance(name: str) -> None:
    game = Misled() if name == "misled" else load(name)
    seen: dict[State, tuple[float, int]] = {}
    table = Table(1)
    rng = random.Random(5)
    for number in range(60):
        start = walk(game, rng)
        budget = BUDGETS[number % len(BUDGETS)]
        found = analyse(game, start, **budget, table=table if number % 2 else None)  # type: ignore[arg-type]
        value, distance = worth(game, start, seen)
        mine = value if game.player(start) == 0 else -value
        where = game.write(start), budget
        if not found.exact:
            continue
        assert found.value == mine, where
        if found.distance is not None:
            assert found.distance >= distance or mine < 0, where
        if not found.timed:
            continue
        assert found.distance == (distance if value else None), where
        state = start
        for ply, action in enumerate(found.line, 1):
            state = game.result(state, action)
            assert worth(game, state, seen)[0] == value, (where, found.line)
            assert not value or worth(game, state, seen)[1] == distance - ply, (where, found.line)


class Way(NamedTuple):
    way: int
    turn: int


@dataclass(frozen=True)
class Ways(Game):
    """Way 0 wins after 9 plies, way 1 after 3, way 2 loses after 4; it is known that way 0 wins."""

    def initial(self) -> Way:
        return Way(-1, 0)

    def player(self, state: Way) -> int:
        return state.turn % 2

    def actions(self, state: Way):
        if state.way == -1:
            yield 2
            yield 0
            yield 1
        elif not self.is_terminal(state):
            yield 0

    def result(self, state: Way, action: int) -> Way:
        return Way(action if state.way == -1 else state.way, state.turn + 1)

    def length(self, state: Way) -> int:
        return 9 if state.way == 0 else 3 if state.way == 1 else 4

    def is_terminal(self, state: Way) -> bool:
        return state.way >= 0 and state.turn >= self.length(state)

    def utility(self, state: Way, player: int) -> float:
        return (-1.0 if state.way == 2 else 1.0) * (1 if player == 0 else -1)

    def bounds(self, state: Way):
        if state.way == 0:
            return 1.0, 1.0, 9 - state.turn, 9 - state.turn
        if state.way == -1:
            return 1.0, 1.0, 9, 3
        return -1.0, 1.0, 1, 1


def test_a_win_that_is_known_does_not_hide_a_sooner_one() -> None:
    found = analyse(Ways(), nodes=10_000)
    assert (found.action, found.value, found.distance, found.timed) == (1, 1.0, 3, True)
    early = analyse(Ways(), depth=1)
    assert early.exact and early.distance == 9 and not early.timed


@dataclass(frozen=True)
class Wide(Game):
    """Two plies of 300 actions each, of which only one pays."""

    good: int = 280

    def initial(self) -> Way:
        return Way(0, 0)

    def player(self, state: Way) -> int:
        return state.turn % 2

    def actions(self, state: Way):
        if state.turn < 3:
            yield from range(300)

    def result(self, state: Way, action: int) -> Way:
        gain = 100 if action == self.good else 0
        return Way(state.way + (gain if state.turn % 2 == 0 else -gain), state.turn + 1)

    def is_terminal(self, state: Way) -> bool:
        return state.turn >= 3

    def utility(self, state: Way, player: int) -> float:
        return float(state.way) if player == 0 else -float(state.way)

    def evaluate(self, state: Way, player: int) -> float:
        return self.utility(state, player)

    def is_quiet(self, state: Way) -> bool:
        return state.turn >= 2

    def order(self, state: Way, action: int) -> float:
        return 1.0 if action == self.good or action == 9 else 0.0


def test_more_actions_than_the_table_can_number_are_all_searched() -> None:
    for depth in (1, 2, 3):
        found = analyse(Wide(), depth=depth)
        assert found.action == 280 and found.value == (0.0 if depth < 3 else 100.0), depth


@dataclass(frozen=True)
class Endurance(Game):
    """Go on, by 0 or by 1, or resign; after the last ply player 0 has won."""

    plies: int = 1050

    def initial(self) -> Way:
        return Way(0, 0)

    def player(self, state: Way) -> int:
        return state.turn % 2

    def actions(self, state: Way):
        if not self.is_terminal(state):
            yield from range(3)

    def result(self, state: Way, action: int) -> Way:
        return Way(1 if action == 2 else 0, state.turn + 1)

    def is_terminal(self, state: Way) -> bool:
        return state.way == 1 or state.turn >= self.plies

    def utility(self, state: Way, player: int) -> float:
        first = 1.0 if state.way == 0 or state.turn % 2 == 0 else -1.0
        return first if player == 0 else -first


def test_a_win_a_thousand_plies_away_is_found_and_timed() -> None:
    for threads in (1, 2):
        found = analyse(Endurance(), depth=1100, threads=threads)
        assert (found.value, found.distance, found.exact) == (1.0, 1050, True)


class Heap(NamedTuple):
    turn: int
    sum: int


@dataclass(frozen=True)
class Coins(Game):
    """Take coins for longer than any random game is watched; the estimate counts them."""

    plies: int = 1000
    odd: float = 0.0

    outcomes = range(-100_000, 100_001, 10)

    def initial(self) -> Heap:
        return Heap(0, 0)

    def player(self, state: Heap) -> int:
        return state.turn % 2

    def actions(self, state: Heap):
        if state.turn < self.plies:
            yield 10
            yield 50
            yield 200

    def result(self, state: Heap, action: int) -> Heap:
        return Heap(state.turn + 1, state.sum + (action if state.turn % 2 == 0 else -action))

    def is_terminal(self, state: Heap) -> bool:
        return state.turn >= self.plies

    def utility(self, state: Heap, player: int) -> float:
        value = state.sum + self.odd
        return value if player == 0 else -value

    def evaluate(self, state: Heap, player: int) -> float:
        return self.utility(state, player)


def test_estimates_are_as_large_as_the_game_says_though_no_random_game_ends() -> None:
    assert analyse(Coins(), depth=3).value == 200.0
    assert analyse(Coins(), depth=4).value == 0.0


def test_odd_utilities_are_searched_plainly_with_a_word_about_what_that_leaves_out() -> None:
    found = analyse(Coins(plies=6, odd=0.1), depth=9, threads=2, lines=2)
    assert found.algorithm == "alphabeta" and abs(found.value - 0.1) < 1e-9
    assert "Coins.utility gives" in found.note and "but its outcomes are range(-100000, 100001, 10)" in found.note
    assert found.note.endswith("Until then alphabeta searches it, without 2 threads.")
    assert len(found.lines) == 2
    few = analyse(Coins(plies=20, odd=0.1), nodes=1000)
    assert few.nodes <= 1100


@dataclass(frozen=True)
class Cake(Game):
    """The sum of all is odd, so the middle is not a whole number."""

    axes = Axes(payoff="constant", total=100_001.0)
    outcomes = (0, 3, 99_998, 100_001)

    def initial(self) -> Heap:
        return Heap(0, 0)

    def player(self, state: Heap) -> int:
        return state.turn % 2

    def actions(self, state: Heap):
        if state.turn < 4:
            yield 0
            yield 1

    def result(self, state: Heap, action: int) -> Heap:
        return Heap(state.turn + 1, state.sum + (action if state.turn % 2 == 0 else -action))

    def is_terminal(self, state: Heap) -> bool:
        return state.turn >= 4

    def utility(self, state: Heap, player: int) -> float:
        mine = 100_001.0 if state.sum >= 0 else 3.0
        return mine if player == 0 else 100_001.0 - mine


def test_a_middle_that_is_no_whole_number_shifts_no_value() -> None:
    found = analyse(Cake(), depth=9)
    assert (found.value, found.algorithm) == (100_001.0, "pvs")


def test_the_second_line_has_a_value_of_its_own_when_the_first_is_proven() -> None:
    game = load("connect4:opening=false")
    found = analyse(game, game.read("4455"), depth=5, lines=3)
    assert found.exact and found.lines[0].distance == 3
    assert [line.score.bound for line in found.lines] == ["=", "=", "="]
    assert all(line.score.value < 1.0 or line.distance for line in found.lines[1:])


def test_many_threads_do_not_keep_the_first_from_searching() -> None:
    found = analyse(load("tictactoe"), seconds=20.0, threads=64)
    assert (found.value, found.exact) == (0.0, True)
