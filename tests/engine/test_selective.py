"""Selective search leaves out most of a tree, and still whatever it calls proven is true."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from countermove import Game, analyse
from countermove.bits import Word, shr
from countermove.engine.strong.credit import MAX_CREDIT, SelectiveWorkspace, change_credit, credit_at
from countermove.engine.strong.search import StrongSearch
from countermove.engine.strong.selective import selective
from countermove.engine.table import Table
from countermove.native.kernel import is_on


class Spot(NamedTuple):
    seed: int
    """Which graph; in the state, so that one compiled search serves all."""
    node: int
    depth: int
    mover: int
    quiet: int


@dataclass(frozen=True)
class Maze(Game[Spot]):
    """A random acyclic graph, where some steps cannot be undone, and too many that can are a draw."""

    width: int = 12
    """Nodes at each depth; few, so that lines meet."""
    length: int = 8
    max_reversible = 3  # type: ignore[misc]
    outcomes = (-1, 0, 1)
    repeats = True

    def luck(self, state: Spot, salt: int) -> int:
        word = Word(state.seed) * 0x9E3779B97F4A7C15 + state.node * 0x632BE59BD9B4E019 + state.depth * 40503 + salt
        word = (word ^ shr(word, 29)) * 0x2545F4914F6CDD1D
        word = (word ^ shr(word, 32)) * 0x2545F4914F6CDD1D
        return shr(word, 40) & 1023

    def initial(self) -> Spot:
        return Spot(0, 0, 0, 0, 0)

    def player(self, state: Spot) -> int:
        return state.mover

    def is_terminal(self, state: Spot) -> bool:
        if state.quiet >= self.max_reversible or state.depth == self.length:
            return True
        return state.depth > 1 and self.luck(state, 1) < 80

    def utility(self, state: Spot, player: int) -> float:
        value = float(self.luck(state, 2) % 3 - 1) if state.quiet < self.max_reversible else 0.0
        return value if player == 0 else -value

    def actions(self, state: Spot) -> Iterator[int]:
        if not self.is_terminal(state):
            yield from range(1 + self.luck(state, 3) % 7)

    def result(self, state: Spot, action: int) -> Spot:
        luck = self.luck(state, 10 + action)
        keeps = luck % 5 == 0  # the same player acts again
        return Spot(
            state.seed, luck % self.width, state.depth + 1, state.mover if keeps else 1 - state.mover,
            0 if luck >> 5 & 3 == 0 else state.quiet + 1,
        )  # fmt: skip

    def key(self, state: Spot) -> int:
        return state.node | state.depth << 8 | state.mover << 16 | state.seed << 20

    def position(self, state: Spot) -> Spot:
        return state._replace(quiet=0)

    def reversible(self, state: Spot) -> int:
        return state.quiet

    def evaluate(self, state: Spot, player: int) -> float:
        value = (self.luck(state, 4) - 512) / 2000
        return value if player == 0 else -value

    def order(self, state: Spot, action: int) -> float:
        return float(max(-1, self.luck(state, 30 + action) % 5 - 2))

    def is_quiet(self, state: Spot) -> bool:
        return self.luck(state, 5) < 512

    def extend(self, state: Spot) -> int:
        return 1 if self.luck(state, 6) < 150 else 0

    def null(self, state: Spot) -> Spot:
        return state if self.extend(state) else state._replace(mover=1 - state.mover)


def truth(game: Maze, start: Spot) -> dict[int, float]:
    """The value of each first action for player 0, by plain recursion."""

    @functools.cache
    def value(state: Spot) -> float:
        if game.is_terminal(state):
            return game.utility(state, 0)
        best = max if game.player(state) == 0 else min
        return best(value(game.result(state, action)) for action in game.actions(state))

    return {action: value(game.result(start, action)) for action in game.actions(start)}


@pytest.mark.skipif(not is_on(), reason="the textbook answers instead")
@pytest.mark.parametrize("part", range(2))
def test_what_is_proven_is_true(part: int) -> None:
    proven = 0
    rng = random.Random(part)
    game = Maze()
    for seed in range(60 * part, 60 * part + 60):
        start = game.initial()._replace(seed=seed)
        if game.is_terminal(start):
            continue
        values = truth(game, start)
        best = max(values.values())
        table = Table(0.01)
        for nodes in (rng.randint(20, 200), 3_000, 10**6):
            found = analyse(game, start, nodes=nodes, lines=rng.choice([1, 1, 3]), table=table)
            if found.exact:
                proven += 1
                assert (found.value, values[found.action]) == (best, best), (seed, nodes)
            for line in found.lines:
                if line.proven:
                    assert line.score.value == values[line.action], (seed, nodes)
                elif line.distance is not None:  # a win or a loss is one
                    assert (line.score.value > 0) == (values[line.action] > 0), (seed, nodes)
        for depth in (2, 5, 9):
            found = analyse(game, start, depth=depth)
            assert not found.exact or found.value == best, (seed, depth)
    assert proven > 60


def test_the_game_that_offers_a_null_move_is_searched_selectively() -> None:
    search = StrongSearch(Maze(), Table(0.01), nodes=100, selective=True)
    assert search.prunes and isinstance(search.works[0], SelectiveWorkspace)
    assert not StrongSearch(Maze(), Table(0.01), selective=False).prunes
    if is_on():
        assert analyse(Maze(), nodes=1000).selective is not None
        assert analyse(Maze(), depth=3).selective is None


def test_the_compiled_search_is_the_interpreted_one() -> None:
    game = Maze()
    for seed in range(6):
        start = game.initial()._replace(seed=1000 + seed)
        if game.is_terminal(start):
            continue
        found = []
        for interpreted in (False, True):
            search = StrongSearch(game, Table(0.01), nodes=3_000, selective=True)
            if interpreted:
                search.run = functools.partial(selective.py_func, game)
            for depth in range(1, 7):
                root = search.search_root(start, list(game.actions(start)), depth)
            scores = {action: (each.value, each.bound, each.sure) for action, each in root.actions.items()}
            found.append((scores, search.nodes, search.deepest, root.order))
        assert found[0] == found[1], seed


class Slope(NamedTuple):
    height: int
    mover: int


@dataclass(frozen=True)
class Downhill(Game[Slope]):
    """Whatever is played, the first player loses, and the bounds say so from the middle on."""

    outcomes = (-1, 0, 1)

    def initial(self) -> Slope:
        return Slope(8, 0)

    def player(self, state: Slope) -> int:
        return state.mover

    def is_terminal(self, state: Slope) -> bool:
        return state.height <= 0

    def utility(self, state: Slope, player: int) -> float:
        return -1.0 if player == 0 else 1.0

    def actions(self, state: Slope) -> Iterator[int]:
        if state.height > 0:
            yield from (1, 2)

    def result(self, state: Slope, action: int) -> Slope:
        return Slope(state.height - action, 1 - state.mover)

    def bounds(self, state: Slope) -> tuple[float, float]:
        return (-1.0, -1.0) if state.height <= 4 else (-1.0, 1.0)

    def null(self, state: Slope) -> Slope:
        return Slope(state.height, 1 - state.mover)


@pytest.mark.skipif(not is_on(), reason="compiled search is off")
@pytest.mark.parametrize("height", [5, 4, 3, 2])
def test_a_position_that_the_bounds_decide_has_an_answer(height: int) -> None:
    game = Downhill()
    for mover in (0, 1):
        search = StrongSearch(game, Table(1), selective=True, nodes=10_000)
        root = search.search_root(Slope(height, mover), [1, 2], 6)
        assert search.prunes and root.action in (1, 2)
        assert search.scale.value(int(root.value)) == -1.0


def test_credits_share_words_and_stay_within_their_limits() -> None:
    work = SelectiveWorkspace()
    for _ in range(100):
        change_credit(work.credit, 5, 2000)
        change_credit(work.credit, 6, -2000)
    assert MAX_CREDIT // 2 < credit_at(work.credit, 5) <= MAX_CREDIT
    assert -MAX_CREDIT <= credit_at(work.credit, 6) < -MAX_CREDIT // 2
    assert credit_at(work.credit, 4) == credit_at(work.credit, 7) == 0
