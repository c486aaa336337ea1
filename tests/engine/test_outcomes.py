"""Outcomes of every size: what a search calls proven is what plain recursion finds, whatever the game declares."""

from __future__ import annotations

import contextlib
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from countermove import analyse, solve
from countermove.engine.strong.score import scale_of
from countermove.engine.table import Table
from countermove.errors import OutcomeError, UnfitError
from countermove.games.tree import Tree, TreeState
from countermove.solve.alphabeta import alphabeta

POOLS: dict[str, Callable[[random.Random], float]] = {
    "wins": lambda dice: dice.choice((-1, 0, 1)),
    "sizes": lambda dice: dice.randint(-3, 3),
    "rare": lambda dice: dice.choice((-2, 2, 7)) if dice.random() < 0.05 else dice.choice((-1, 1)),
    "quarters": lambda dice: dice.randint(-8, 8) / 4,
    "tenths": lambda dice: dice.randint(-10, 10) / 10,
    "thirds": lambda dice: dice.choice((-1, -1 / 3, 0, 1 / 3, 1)),
    "large": lambda dice: dice.choice((-100_000.75, -100_000.25, 100_000.25, 100_000.75)),
    "tiny": lambda dice: dice.choice((-1e-6, 0, 1e-6, 3e-6)),
    "unlike": lambda dice: dice.choice((math.pi, math.e, -math.sqrt(2), 0)),
}


@dataclass(frozen=True)
class Undeclared(Tree):
    """A tree that says nothing of its leaves."""

    outcomes: ClassVar[None] = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Boundless(Tree):
    """A tree that declares its outcomes, and has no bounds."""

    def bounds(self, state: TreeState) -> tuple[float, float]:
        return -math.inf, math.inf


@dataclass(frozen=True)
class Silent(Boundless):
    """A tree with neither."""

    outcomes: ClassVar[None] = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Askew(Undeclared):
    """A tree whose bounds hold but lie off every grid, and are infinite at the root."""

    def bounds(self, state: TreeState) -> tuple[float, float]:
        if state.node == 0:
            return -math.inf, math.inf
        return float(self.low[state.node]) - 0.3, float(self.high[state.node]) + 0.1


def random_tree(dice: random.Random, leaf: Callable[[random.Random], float], depth: int) -> Any:
    if depth == 0 or dice.random() < 0.15:
        return leaf(dice)
    return [random_tree(dice, leaf, depth - 1) for _ in range(dice.randint(1, 4))]


def truth(game: Tree, state: TreeState) -> float:
    if game.is_terminal(state):
        return game.utility(state, 0)
    choose = max if game.player(state) == 0 else min
    return choose(truth(game, game.result(state, action)) for action in game.actions(state))


@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("kind", [Tree, Undeclared, Boundless, Silent, Askew])
def test_what_is_called_exact_is_exact_and_a_whole_search_is(kind: type[Tree], pool: str) -> None:
    for seed in range(3):
        dice = random.Random(f"{pool} {seed}")
        tree = [random_tree(dice, POOLS[pool], 4) for _ in range(2)]
        game = kind(tree)
        value = truth(game, game.initial())
        table = Table(1)
        for depth in (1, 2, 3, 9):
            found = analyse(game, depth=depth, table=table)
            if found.exact:
                assert found.value == value, (tree, depth, found)
        assert found.exact, (tree, found)
        assert truth(game, game.result(game.initial(), found.action)) == value, tree


@pytest.mark.parametrize("pool", POOLS)
def test_solving_by_search_is_exact_or_says_that_it_does_not_fit(pool: str) -> None:
    solved = 0
    for kind in (Tree, Boundless, Silent):
        for seed in range(4):
            dice = random.Random(f"{pool} {seed}")
            game = kind([random_tree(dice, POOLS[pool], 4) for _ in range(2)])
            value = truth(game, game.initial())
            with contextlib.suppress(UnfitError):
                found = alphabeta(game, memory=1)
                solved += 1
                assert (found.value, found.complete) == (value, True), game.tree
            assert solve(game).value == value
    assert solved > 2 or pool in ("unlike", "tiny", "large")


def test_positions_below_the_first_one_are_searched_on_the_same_scale() -> None:
    game = Boundless([[[1, -1], [2, -2]], [[-1, 1], [1, [7, -1]]]])
    table = Table(1)
    for line in ("Left", "Right", "Left Right", "Right Right", "Right Right Right"):
        state = game.read(line)
        found = analyse(game, state, depth=9, table=table)
        value = truth(game, state)
        assert (found.value, found.exact) == (value if game.player(state) == 0 else -value, True), line


@pytest.mark.native
def test_a_win_is_proven_at_once_where_outcomes_say_that_there_is_nothing_better() -> None:
    tree = [[1, 1], [[0, [0, 0]], [0, [0, 0]]]]
    declared, silent = analyse(Boundless(tree), depth=2), analyse(Silent(tree), depth=2)
    assert (declared.value, declared.exact, declared.distance) == (1.0, True, 2)
    assert (silent.value, silent.exact) == (1.0, False)


@pytest.mark.native
def test_an_undeclared_utility_is_named_with_the_line_to_add() -> None:
    found = analyse(Silent([[30, 12], [4, 6]]), depth=5)
    assert (found.value, found.exact, found.algorithm) == (12.0, True, "alphabeta")
    assert found.note == (
        "Silent.utility gives 30, but Silent declares no outcomes. Add `outcomes = range(-30, 31)` to the class, or "
        "whatever its utilities can be. Until then alphabeta searches it."
    )


@pytest.mark.native
def test_a_wrong_declaration_is_named() -> None:
    @dataclass(frozen=True)
    class Wrong(Boundless):
        outcomes: ClassVar[tuple[int, ...]] = (-1, 0, 1)  # type: ignore[assignment]

    found = analyse(Wrong([[3, 12], [4, 6]]), depth=5, threads=2)
    assert (found.value, found.exact) == (4.0, True)
    assert "Wrong.utility gives 3, but its outcomes are (-1, 0, 1)." in found.note
    assert found.note.endswith("Until then alphabeta searches it, without 2 threads.")
    with pytest.raises(UnfitError, match=r"its outcomes are \(-1, 0, 1\)"):
        alphabeta(Wrong([[3, 12], [4, 6]]))


def test_outcomes_without_a_common_step_have_no_scale() -> None:
    with pytest.raises(OutcomeError, match="The outcomes of Tree have no common step"):
        scale_of(Tree([math.pi, math.e]))


@dataclass(frozen=True)
class Material(Silent):
    """A game of wins and losses whose estimates count pieces."""

    def evaluate(self, state: TreeState, player: int) -> float:
        worth = (0.0, 3.0, 9.0, 500.0, -2.0)[state.node % 5]
        return worth if player == 0 else -worth


@pytest.mark.native
def test_estimates_larger_than_a_win_keep_their_order_and_lose_to_it() -> None:
    game = Material([[1, 1], [[0, 0], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0]]])
    after = {action: game.evaluate(game.result(game.initial(), action), 0) for action in range(4)}
    found = analyse(game, depth=1)
    assert found.action == max(after, key=lambda action: after[action])
    assert found.value == pytest.approx(max(after.values()), rel=1e-2)
    assert analyse(game, depth=2).action == 0
