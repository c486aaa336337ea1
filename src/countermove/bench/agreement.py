"""Random positions of random games, searched and solved in every way, and compared with plain recursion.

    python -m countermove.bench.agreement 3600

runs for an hour, and stops at the first difference with the seed that reproduces it. A game is a random graph: players
and chance at its nodes, utilities at its ends. Games vary in kind (two players, with chance, with cycles, three
players), in outcomes (wins, wins of several sizes, rare large ones, fractions, numbers with no common step), and in
what they declare (outcomes; bounds, tight, loose or none; an order; estimates of any size). Queries vary in depth,
nodes, threads, lines, table (tiny, kept from the query before), history and database.

Invariants: an exact value is the true one, and its action preserves it; a bound on an action holds; a search to the end
is exact; plain searches to a depth agree with recursion to that depth.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from countermove.analysis import analyse
from countermove.engine.table import Table
from countermove.errors import UnfitError
from countermove.game import CHANCE, Axes, Game
from countermove.solve import solve
from countermove.solve.sweep import sweep

OUTCOMES: dict[str, Callable[[random.Random], float]] = {
    "wins": lambda dice: dice.choice((-1.0, 0.0, 1.0)),
    "sizes": lambda dice: float(dice.randint(-4, 4)),
    "rare": lambda dice: dice.choice((-2.0, 2.0, 6.0)) if dice.random() < 0.05 else dice.choice((-1.0, 1.0)),
    "quarters": lambda dice: dice.randint(-9, 9) / 4,
    "tenths": lambda dice: dice.randint(-10, 10) / 10,
    "large": lambda dice: dice.choice((-100_000.75, -100_000.25, 100_000.25, 100_000.75)),
    "tiny": lambda dice: dice.randint(-3, 3) * 1e-6,
    "unlike": lambda dice: dice.choice((math.pi, math.e, -math.sqrt(2), 0.0)),
}
POSITIONS_PER_GAME = 60
TO_THE_END = 90
"""More plies than any acyclic graph has."""
MAX_NODES = 10_000
ROUNDING = 1e-9


class DifferenceError(Exception):
    """A search and plain recursion differ."""


class Node(NamedTuple):
    node: int


@dataclass(frozen=True, eq=False)
class Graph(Game[Node]):
    """Walk along the edges of a graph to one of its ends. Edges lead only to higher nodes."""

    seed: int
    declared: tuple[float, ...] | None
    first: Any = field(repr=False)
    count: Any = field(repr=False)
    target: Any = field(repr=False)
    mover: Any = field(repr=False)
    worth: Any = field(repr=False)
    """By node and player: the utility of ends, the estimate of other nodes."""
    low: Any = field(repr=False)
    high: Any = field(repr=False)
    rank: Any = field(repr=False)
    """The `order` of each edge."""

    @property
    def outcomes(self) -> tuple[float, ...] | None:  # type: ignore[override]
        return self.declared

    def initial(self) -> Node:
        return Node(0)

    def player(self, state: Node) -> int:
        return int(self.mover[state.node])

    def actions(self, state: Node) -> Iterator[int]:
        yield from range(self.count[state.node])

    def chances(self, state: Node) -> Iterator[tuple[int, float]]:
        for action in range(self.count[state.node]):
            yield action, 1.0 / self.count[state.node]

    def result(self, state: Node, action: int) -> Node:
        return Node(int(self.target[self.first[state.node] + action]))

    def utility(self, state: Node, player: int) -> float:
        return float(self.worth[state.node, player])

    def evaluate(self, state: Node, player: int) -> float:
        return float(self.worth[state.node, player])

    def bounds(self, state: Node) -> tuple[float, float]:
        return float(self.low[state.node]), float(self.high[state.node])

    def order(self, state: Node, action: int) -> float:
        return float(self.rank[self.first[state.node] + action])


class Ending(Graph):
    """The same, with its own `is_terminal`."""

    def is_terminal(self, state: Node) -> bool:
        return bool(self.count[state.node] == 0)


class Chance(Graph):
    """The same, with chance nodes."""

    axes: ClassVar[Axes] = Axes(stochastic=True)


class Cycles(Graph):
    """The same, with edges to any node, so that play may be endless."""

    repeats: ClassVar[bool] = True


class Three(Graph):
    """The same for three players, each for itself."""

    players: ClassVar[int] = 3
    axes: ClassVar[Axes] = Axes(payoff="general")


KINDS = (Graph, Ending, Chance, Cycles, Three)
PLAIN = (Graph, Ending)


def random_game(seed: int) -> tuple[Graph, list[tuple[float, ...]]]:
    """A game, and the value of each of its nodes to each player, by plain recursion."""
    dice = random.Random(seed)
    kind = dice.choice(KINDS)
    draw = OUTCOMES[dice.choice(list(OUTCOMES))]
    size, players = dice.randint(6, 60), kind.players
    targets: list[list[int]] = []
    for node in range(size):
        is_end = node == size - 1 or (node > 3 and dice.random() < 0.25)
        candidates = range(size) if kind is Cycles else range(node + 1, min(size, node + 12))
        targets.append([] if is_end else [dice.choice(candidates) for _ in range(dice.randint(1, 4))])
    movers = [_mover(kind, dice) for _ in range(size)]
    ends = [_payoffs(draw, dice, players) for _ in range(size)]
    values = (_cyclic if kind is Cycles else _recursive)(targets, movers, ends)
    found = sorted({worth for node, worths in enumerate(ends) if not targets[node] for worth in worths})
    if kind is Cycles:
        found = sorted({*found, 0.0})
    estimates = dice.choice((0.0, 0.3, 2.0, 500.0))
    worth = [
        list(ends[node]) if not targets[node] else _payoffs(lambda d: d.uniform(-estimates, estimates), dice, players)
        for node in range(size)
    ]
    low, high = _bounds(dice, targets, movers, ends, values, kind)
    flat = [target for row in targets for target in row]
    ranks = [dice.uniform(-1, 1) if seed % 3 else 0.0 for _ in flat]
    firsts = np.cumsum([0, *(len(row) for row in targets)])[:-1]
    game = kind(
        seed, tuple(found) if dice.random() < 0.5 else None, firsts.astype(np.int64),
        np.array([len(row) for row in targets], np.int64), np.array(flat, np.int64), np.array(movers, np.int64),
        np.array(worth, np.float64), np.array(low, np.float64), np.array(high, np.float64), np.array(ranks, np.float64),
    )  # fmt: skip
    return game, values


def _mover(kind: type[Graph], dice: random.Random) -> int:
    if kind is Chance and dice.random() < 0.3:
        return CHANCE
    return dice.randrange(kind.players)


def _payoffs(draw: Callable[[random.Random], float], dice: random.Random, players: int) -> tuple[float, ...]:
    if players == 2:
        worth = draw(dice)
        return worth, -worth
    return tuple(draw(dice) for _ in range(players))


def _recursive(targets: list[list[int]], movers: list[int], ends: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Values from the last node to the first. With three players, the first of equal actions is taken."""
    values = list(ends)
    for node in reversed(range(len(targets))):
        if targets[node]:
            after = [values[target] for target in targets[node]]
            if movers[node] == CHANCE:
                values[node] = tuple(math.fsum(column) / len(after) for column in zip(*after))
            else:
                values[node] = max(after, key=lambda worths: worths[movers[node]])
    return values


def _cyclic(targets: list[list[int]], movers: list[int], ends: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """What each side can force, outcome by outcome; endless play is worth 0."""
    size = len(targets)
    value = [0.0] * size
    levels = sorted({ends[node][0] for node in range(size) if not targets[node]} | {0.0})
    for level in levels:
        if level > 0:
            for node in _forced(targets, movers, 0, {n for n in range(size) if not targets[n] and ends[n][0] >= level}):
                value[node] = max(value[node], level)
    for level in reversed(levels):
        if level < 0:
            for node in _forced(targets, movers, 1, {n for n in range(size) if not targets[n] and ends[n][0] <= level}):
                value[node] = min(value[node], level)
    return [(each, -each) for each in value]


def _forced(targets: list[list[int]], movers: list[int], player: int, reached: set[int]) -> set[int]:
    """The nodes from which a player can force play into a set of nodes."""
    reached = set(reached)
    while True:
        more = {
            node
            for node, after in enumerate(targets)
            if after and node not in reached and (any if movers[node] == player else all)(n in reached for n in after)
        }
        if not more:
            return reached
        reached |= more


def _bounds(
    dice: random.Random, targets: list[list[int]], movers: list[int], ends: list[tuple[float, ...]],
    values: list[tuple[float, ...]], kind: type[Graph],
) -> tuple[list[float], list[float]]:  # fmt: skip
    """Bounds: none, or loose or tight ones at some nodes."""
    how = dice.choice(("none", "none", "loose", "tight"))
    if how == "none" or kind is Three:
        return [-math.inf] * len(targets), [math.inf] * len(targets)
    low, high = [], []
    slack = 0.0 if how == "tight" else dice.choice((0.0, 0.3, 1.0))
    for node in range(len(targets)):
        value = ends[node][0] if not targets[node] else values[node][0]
        open_ = dice.random() < 0.5
        low.append(-math.inf if open_ else value - slack * dice.random())
        high.append(math.inf if open_ else value + slack * dice.random())
    return low, high


def agreement(seconds: float = math.inf, games: int | None = None, seed: int = 0) -> Iterator[Counter[str]]:
    """Compare for a time or a number of games; yields, after each game, how many positions of each kind agreed."""
    until = time.monotonic() + seconds
    done: Counter[str] = Counter()
    number = 0
    while (games is None or number < games) and time.monotonic() < until:
        game, values = random_game(seed + number)
        try:
            for what in _compared(game, values, random.Random(seed + number)):
                done[what] += 1
        except DifferenceError as error:
            raise DifferenceError(f"Seed {seed + number}: {error}") from None
        number += 1
        yield done


def _compared(game: Graph, values: list[tuple[float, ...]], dice: random.Random) -> Iterator[str]:
    """The comparisons of one game, each yielding its name."""
    table = Table(dice.choice((0.001, 0.01, 1)))
    inner = [node for node in range(len(values)) if game.count[node] > 0]
    database = None
    if type(game) in (*PLAIN, Cycles) and dice.random() < 0.1:
        database = sweep(game)
    for _ in range(POSITIONS_PER_GAME):
        state = Node(dice.choice(inner))
        truth = values[state.node]
        if type(game) is Three:
            yield _many(game, state, truth)
        elif dice.random() < 0.1:
            yield _solved(game, state, truth)
        elif type(game) in PLAIN and dice.random() < 0.2:
            yield _plain(game, state, dice)
        else:
            yield _searched(game, state, values, dice, table, database)


def _searched(
    game: Graph, state: Node, values: list[tuple[float, ...]], dice: random.Random, table: Table, database: Any
) -> str:
    """The search for this kind of game: exact values must be true, and a search to the end must be exact."""
    strong = not game.axes.stochastic
    budget: dict[str, Any] = {"depth": dice.choice((1, 2, 3, 5, TO_THE_END))}
    if budget["depth"] == TO_THE_END or dice.random() < 0.3:
        budget["nodes"] = MAX_NODES if budget["depth"] == TO_THE_END else dice.choice((10, 100, 10_000))
    more: dict[str, Any] = {"threads": dice.choice((1, 1, 1, 2)), "lines": dice.choice((1, 1, 3))}
    if dice.random() < 0.7:
        more["table"] = table
    if strong and database is not None:
        more["database"] = database
    if game.repeats and dice.random() < 0.3:
        more["history"] = [state]  # an earlier occurrence of the root changes nothing
    found = analyse(game, state, native=True, **budget, **more)
    mover = max(0, game.player(state))
    asked = f"analyse({state}, {budget}, {more})"
    if found.exact:
        _same(game, found.value, values[state.node][mover], asked)
        if found.action is not None:
            child = game.result(state, found.action)
            _same(game, values[child.node][mover], values[state.node][mover], f"{asked}: the action {found.action}")
        # Where positions repeat, an action that returns here may be worth less on this path than by itself.
        for action, score in () if game.repeats else found.values.items():
            true = values[game.result(state, action).node][mover]
            bound: Any = score.value
            if (score.bound == "<=" and true > bound + ROUNDING) or (score.bound == ">=" and true < bound - ROUNDING):
                raise DifferenceError(f"{game!r}, {asked}: action {action} is {score}, and worth {true}.")
    elif budget["depth"] == TO_THE_END and not game.repeats and found.nodes < MAX_NODES:
        raise DifferenceError(f"{game!r}, {asked}: a search to the end is not exact: {found}.")
    return f"{type(game).__name__} {'exact' if found.exact else 'not exact'}"


def _plain(game: Graph, state: Node, dice: random.Random) -> str:
    """Textbook searches without a table, compiled, to a depth."""
    name, depth = dice.choice(("minimax", "alphabeta")), dice.randint(1, 4)
    found = analyse(game, state, depth=depth, algorithm=name, native=True)
    worth = _to_depth(game, state, depth)
    mover = max(0, game.player(state))
    _same(game, found.value, worth if mover == 0 else -worth, f"{name} from {state} to depth {depth}")
    return f"{type(game).__name__} {name}"


def _to_depth(game: Graph, state: Node, depth: int) -> float:
    """The value for player 0 by plain recursion to a depth."""
    if depth == 0 or game.is_terminal(state):
        return float(game.worth[state.node, 0])
    after = [_to_depth(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    return (max if game.player(state) == 0 else min)(after)


def _solved(game: Graph, state: Node, truth: tuple[float, ...]) -> str:
    try:
        found = solve(game, state)
    except UnfitError:
        return f"{type(game).__name__} not solved"
    if not found.complete:
        return f"{type(game).__name__} not solved"
    _same(game, found.value, truth[max(0, game.player(state))], f"solve({state})")
    return f"{type(game).__name__} solved"


def _many(game: Graph, state: Node, truth: tuple[float, ...]) -> str:
    found = analyse(game, state, depth=TO_THE_END, native=True)
    _same(game, found.value, truth[game.player(state)], f"maxn from {state}")
    return "Three maxn"


def _same(game: Graph, found: float | None, true: float, asked: str) -> None:
    exact = not game.axes.stochastic
    if found is None or (found != true if exact else abs(found - true) > 1e-9 * max(1.0, abs(true))):
        raise DifferenceError(f"{game!r}, {asked}: {found} where recursion finds {true}.")


def main() -> None:
    """Run for the seconds given on the command line, and print how many positions agreed."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    shown, done = 0.0, Counter[str]()
    try:
        for done in agreement(seconds, seed=seed):
            if time.monotonic() - shown > 1:
                shown = time.monotonic()
                print(f"\r{done.total():,} positions agree", end="", flush=True)
    except DifferenceError as error:
        print(f"\n{error}")
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        pass
    print(f"\r{done.total():,} positions agree:")
    for what, count in sorted(done.items()):
        print(f"{count:>12,}  {what}")


if __name__ == "__main__":
    main()
