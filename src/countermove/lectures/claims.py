"""Claims of the lectures as experiments, each with a table and a plot.

The trees of the ordering experiment have a perfect order whose mirror image is the worst. Leaves get numbers from an
interval; a MAX node splits its interval among its children, rising from left to right, a MIN node falling. So every
child looks better than those before it, no leaf is ever outside the window of its path, and nothing can be cut.
Mirrored, the first child of every node is its best, and everything is cut that can be.

    worst, b = 2, m = 2      [[1, 0], [3, 2]]        all 4 leaves
    best                     [[2, 3], [0, 1]]        3 leaves = 2 + 2 - 1
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from countermove.game import Game, State
from countermove.lectures.count import perfect
from countermove.lectures.item import Table
from countermove.textbook import alphabeta, leaves_visited, minimax, run, trace
from countermove.views.plot import Plot, Series

MAX_DEPTH_BY_BRANCHING = {2: 9, 3: 6, 4: 5}
SEED = 1975


def ordered(branching: int, depth: int, best: bool, first: int = 0, at_max: bool = True) -> Any:
    """A tree in the best or in the worst order.

    >>> ordered(2, 2, best=False), ordered(2, 2, best=True)
    ([[1, 0], [3, 2]], [[2, 3], [0, 1]])
    """
    if depth == 0:
        return first
    part = branching ** (depth - 1)
    starts = [first + part * child for child in range(branching)]
    rising = at_max is not best
    return [
        ordered(branching, depth - 1, best, start, not at_max) for start in (starts if rising else reversed(starts))
    ]


def scattered(branching: int, depth: int) -> Any:
    """A tree with distinct leaves in random order."""
    leaves = list(range(branching**depth))
    random.Random(SEED).shuffle(leaves)

    def grow(level: int, first: int) -> Any:
        if level == 0:
            return leaves[first]
        part = branching ** (level - 1)
        return [grow(level - 1, first + part * child) for child in range(branching)]

    return grow(depth, 0)


def visits(tree: Any) -> int:
    """Leaves that alpha-beta visits."""
    from countermove.games.tree import Tree

    return len(leaves_visited(trace(alphabeta(Tree(tree)))[0]))


@cache
def ordering() -> tuple[Table, ...]:
    """Leaves visited in the best, a random and the worst order, against the formula."""
    rows = []
    for branching, deepest in MAX_DEPTH_BY_BRANCHING.items():
        for depth in range(1, deepest + 1):
            best, worst = (visits(ordered(branching, depth, side)) for side in (True, False))
            chance = visits(scattered(branching, depth))
            rows.append((branching, depth, best, perfect(branching, depth), chance, worst, branching**depth))
    columns = ("b", "m", "best order", "b^ceil(m/2) + b^floor(m/2) - 1", "random order", "worst order", "b^m")
    return (Table(columns, tuple(rows), "Leaves that alpha-beta visits"),)


@cache
def nodes() -> tuple[Table, ...]:
    """Nodes of minimax and alpha-beta by depth."""
    from countermove.games.tree import Tree
    from countermove.lectures.marks import OpenLines

    rows = []
    game: Game = OpenLines()
    for depth in range(1, 6):
        tree: Game = Tree(scattered(4, depth))
        counts = [run(search(each, depth=depth)).nodes for each in (tree, game) for search in (minimax, alphabeta)]
        rows.append((depth, *counts))
    columns = ("depth", "tree, minimax", "tree, alphabeta", "tictactoe, minimax", "tictactoe, alphabeta")
    return (Table(columns, tuple(rows), "Nodes by depth: a random tree of branching 4, and tic-tac-toe"),)


@cache
def symmetry() -> tuple[Table, ...]:
    """Tic-tac-toe with all actions, and with one of each class of symmetric actions."""
    from countermove.games.tictactoe import TicTacToe
    from countermove.lectures.marks import OneOfEach

    every, one = TicTacToe(), OneOfEach()
    levels = [_by_level(game) for game in (every, one)]
    states = _states_by_level(every)
    rows = [(depth, a, b, s, c) for depth, (a, b, (s, c)) in enumerate(zip(*levels, states))]
    searches = (
        ("minimax", sum(levels[0]), sum(levels[1])),
        ("alphabeta", run(alphabeta(every)).nodes, run(alphabeta(one)).nodes),
    )
    return (
        Table(("search", "nodes, all actions", "nodes, one of each"), searches, "Solving tic-tac-toe"),
        Table(
            ("depth", "tree nodes", "with one of each", "different states", "up to symmetry"),
            tuple(rows),
            "Tic-tac-toe by depth",
        ),
    )


def _by_level(game: Game) -> list[int]:
    """Nodes of the whole tree at each depth."""

    @cache
    def below(state: State) -> tuple[int, ...]:
        if game.is_terminal(state):
            return (1,)
        parts = [below(game.result(state, action)) for action in game.actions(state)]
        deepest = max(map(len, parts))
        return (1, *(sum(part[at] for part in parts if at < len(part)) for at in range(deepest)))

    return list(below(game.initial()))


def _states_by_level(game: Game) -> list[tuple[int, int]]:
    """Distinct states at each depth, in all and up to symmetry."""
    counts = []
    level = {game.initial()}
    while level:
        counts.append((len(level), len({game.canonical(state) for state in level})))
        level = {
            game.result(state, action)
            for state in level
            if not game.is_terminal(state)
            for action in game.actions(state)
        }
    return counts


@cache
def poor_evaluation() -> tuple[Table, ...]:
    """How often depth-limited search chooses an action that gives value away, over all positions of tic-tac-toe."""
    from countermove.lectures.marks import Blind, Edges, OpenLines

    games = {"edges": Edges(), "no evaluation": Blind(), "open lines": OpenLines()}
    plain = games["no evaluation"]
    states = _decisive(plain)
    shares = [_shares(game, states, 6) for game in games.values()]
    rows = [(depth, *each) for depth, each in enumerate(zip(*shares), 1)]
    title = f"Mistakes, % of the {len(states)} positions up to symmetry in which a mistake is possible"
    return (Table(("depth", *games), tuple(rows), title),)


def _decisive(game: Game) -> dict[State, frozenset[int]]:
    """Positions up to symmetry in which some actions keep the value and others lose it, with those that keep it."""

    @cache
    def worth(state: State) -> float:
        if game.is_terminal(state):
            return float(game.utility(state, 0))
        values = [worth(game.canonical(game.result(state, action))) for action in game.actions(state)]
        return max(values) if game.player(state) == 0 else min(values)

    found: dict[State, frozenset[int]] = {}
    waiting, seen = [game.initial()], set()
    while waiting:
        state = waiting.pop()
        if state in seen or game.is_terminal(state):
            continue
        seen.add(state)
        after = {action: game.canonical(game.result(state, action)) for action in game.actions(state)}
        keeping = frozenset(action for action, child in after.items() if worth(child) == worth(state))
        if len(keeping) < len(after):
            found[state] = keeping
        waiting += after.values()
    return found


def _shares(game: Game, states: dict[State, frozenset[int]], deepest: int) -> list[float]:
    """The percentage of choices at each depth that are mistakes. A search without estimates is not repeated."""
    shares, known = [], dict[State, bool]()
    for depth in range(1, deepest + 1):
        wrong = 0
        for state, keeping in states.items():
            if state not in known:
                decision = run(alphabeta(game, state, depth=depth))
                wrong += decision.action not in keeping
                if decision.exact:
                    known[state] = decision.action not in keeping
            else:
                wrong += known[state]
        shares.append(round(100 * wrong / len(states), 1))
    return shares


def _plotted(title: str, x: str, y: str, names: tuple[str, ...], log: bool) -> Callable[[tuple[Table, ...]], Plot]:
    """A plot of some columns of the last table against another."""

    def plot(tables: tuple[Table, ...]) -> Plot:
        table = tables[-1]
        across = [float(cell) for cell in table.column(x)]
        series = tuple(
            Series(name, tuple((at, float(cell)) for at, cell in zip(across, table.column(name)))) for name in names
        )
        return Plot(title, x, y, series, log)

    return plot


def _ordering_plot(tables: tuple[Table, ...]) -> Plot:
    """The rows of branching 3."""
    table = tables[0]
    names = {"worst order": "worst: b^m", "random order": "random", "best order": "best", table.columns[3]: "formula"}
    rows = Table(table.columns, tuple(row for row in table.rows if row[0] == 3))
    series = tuple(
        Series(word, tuple((float(m), float(n)) for m, n in zip(rows.column("m"), rows.column(name))))
        for name, word in names.items()
    )
    return Plot("Leaves that alpha-beta visits, b = 3", "depth m", "leaves", series, log=True)


PLOTS: dict[str, Callable[[tuple[Table, ...]], Plot]] = {
    "claim-ordering": _ordering_plot,
    "claim-nodes": _plotted(
        "Nodes by depth",
        "depth",
        "nodes",
        ("tree, minimax", "tree, alphabeta", "tictactoe, minimax", "tictactoe, alphabeta"),
        log=True,
    ),
    "claim-symmetry": _plotted(
        "Tic-tac-toe by depth",
        "depth",
        "count",
        ("tree nodes", "with one of each", "different states", "up to symmetry"),
        log=True,
    ),
    "claim-poor-evaluation": _plotted(
        "Mistakes in tic-tac-toe", "depth", "% of positions", ("open lines", "no evaluation", "edges"), False
    ),
}
"""The plot of each claim, by the name of its item."""
