"""Tables about trees and games, counted on demand: sizes, orders, budgets, and a leak."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from typing import Any

from countermove import registry
from countermove.game import Game, State, legal
from countermove.lectures.item import Table
from countermove.textbook import Conventions, alphabeta, fitting, leaves_visited, run, trace

BRANCHING = (("checkers", 6.4), ("chess", 35.0), ("go", 250.0))


@cache
def formulation() -> Table:
    """The six functions, for tic-tac-toe."""
    game = registry.load("tictactoe")
    start = game.initial()
    actions = [game.action_name(start, action) for action in game.actions(start)]
    after = game.result(start, 4)
    won = game.read("XXXOO....")
    over = f"{game.is_terminal(start)}; in {game.write(won)} {game.is_terminal(won)}"
    worth = f"{game.utility(won, 0):+g} to X, {game.utility(won, 1):+g} to O"
    turns = f"{game.player_name(game.player(start))}, then {game.player_name(game.player(after))}"
    rows = (
        ("S0", "the first state", game.write(start)),
        ("PLAYER(s)", "who acts", turns),
        ("ACTIONS(s)", "the legal actions", " ".join(actions)),
        ("RESULT(s, a)", "the state after an action", f"after b2: {game.write(after)}"),
        ("TERMINAL-TEST(s)", "whether the game is over", over),
        ("UTILITY(s, p)", "what it is worth to a player", worth),
    )
    return Table(("function", "says", "in tic-tac-toe"), rows, "The formulation")


@cache
def policy() -> Table:
    """A contingent plan of one step: what X does after each reply to b2."""
    game = registry.load("tictactoe")
    state = game.read("b2")
    rows = []
    for reply in game.actions(state):
        after = game.result(state, reply)
        decision = run(alphabeta(game, after))
        assert decision.action is not None
        value = decision.value if isinstance(decision.value, float) else 0.0
        rows.append((game.action_name(state, reply), game.action_name(after, decision.action), value))
    return Table(("if O replies", "X acts", "worth to X"), tuple(rows), "A policy answers every reply, here after X b2")


@cache
def axes() -> Table:
    """The axes of some games that come with Countermove."""
    specs = ("tictactoe", "connect4", "grundy", "nim", '[{"children":[1,0],"chances":[0.5,0.5]},0]')
    rows = []
    for spec in specs:
        game = registry.load(spec)
        name = "a tree with a coin" if spec.startswith("[") else spec
        rows.append((name, game.axes.words(), fitting(game)))
    return Table(("game", "kind", "algorithm"), tuple(rows), "As the games declare it")


def orders(tree: Any) -> Iterator[Any]:
    """A tree with the children of every node in every order."""
    if not isinstance(tree, list):
        yield tree
        return
    for children in permutations(tree):
        yield from map(list, product(*(list(orders(child)) for child in children)))


def orderings(tree: Any) -> Table:
    """The fewest and the most leaves that alpha-beta visits, over all orders of the tree."""
    from countermove.games.tree import Tree

    counts = Counter(len(leaves_visited(trace(alphabeta(Tree(each)))[0])) for each in orders(tree))
    given = len(leaves_visited(trace(alphabeta(Tree(tree)))[0]))
    rows = (("best", min(counts)), ("as given", given), ("worst", max(counts)))
    title = f"Leaves that alpha-beta visits, over all {counts.total():,} orders of the tree"
    return Table(("ordering", "leaves"), rows, title)


def leaks() -> Table:
    """The answer of a search with one beta for all paths, and the right one."""
    from countermove.games.tree import Tree
    from countermove.textbook.wrong import named

    rows = []
    for tree in ([[2, 7], [5, 7]], [[3, 12], [4, 6], [15, 2]]):
        leaky, right = (run(search(Tree(tree))).value for search in (named("wrong:shared-beta"), alphabeta))
        assert isinstance(leaky, float) and isinstance(right, float)
        rows.append((str(tree).replace(" ", ""), leaky, right))
    return Table(("tree", "one beta for the whole search", "one beta for each path"), tuple(rows), "The leak")


@cache
def tictactoe() -> Table:
    """Nodes of the whole tree, terminal nodes and distinct states, each state counted once."""
    game = registry.load("tictactoe")

    @cache
    def below(state: State) -> tuple[int, int, int, int]:
        """Nodes, wins of X, wins of O and draws of the tree below a state."""
        if game.is_terminal(state):
            value = game.utility(state, 0)
            return 1, value > 0, value < 0, value == 0
        parts = [below(game.result(state, action)) for action in game.actions(state)]
        return 1 + sum(p[0] for p in parts), *(sum(p[i] for p in parts) for i in (1, 2, 3))  # type: ignore[return-value]

    nodes, x, o, drawn = below(game.initial())
    states = _reachable(game)
    ends = [state for state in states if game.is_terminal(state)]
    first = [game.result(game.initial(), action) for action in game.actions(game.initial())]
    rows = (
        ("nodes", nodes),
        ("terminal nodes", x + o + drawn),
        ("9!", math.factorial(9)),
        ("won by X", x),
        ("won by O", o),
        ("drawn", drawn),
        ("distinct states", len(states)),
        ("of them terminal", len(ends)),
        ("states up to symmetry", len({game.canonical(state) for state in states})),
        ("of them terminal", len({game.canonical(state) for state in ends})),
        ("first actions", len(first)),
        ("first actions up to symmetry", len({game.canonical(state) for state in first})),
    )
    return Table(("what", "count"), tuple((name, int(number)) for name, number in rows), "Tic-tac-toe, X first")


def _reachable(game: Game) -> set[State]:
    seen = {game.initial()}
    waiting = [game.initial()]
    while waiting:
        state = waiting.pop()
        for action in legal(game, state):
            after = game.result(state, action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


@cache
def tictactoe_alphabeta() -> Table:
    """What alpha-beta needs to solve it, by convention."""
    game = registry.load("tictactoe")
    rows = []
    for conventions, window in (
        (Conventions(), "(-∞, +∞)"),
        (Conventions(prune=">"), "(-∞, +∞)"),
        (Conventions(window="utilities"), "[-1, 1]"),
    ):
        decision = run(alphabeta(game, conventions=conventions))
        assert isinstance(decision.value, float)
        rows.append((conventions.prune, window, decision.nodes, decision.value))
    return Table(("prune on", "first window", "nodes", "value"), tuple(rows), "Alpha-beta, actions row by row")


def perfect(branching: int, depth: int) -> int:
    """Leaves that alpha-beta must visit, and with perfect ordering does: b^ceil(m/2) + b^floor(m/2) - 1.

    >>> perfect(3, 2), perfect(35, 4)
    (5, 2449)
    """
    return int(branching ** -(-depth // 2) + branching ** (depth // 2) - 1)


def sizes() -> Table:
    """Branching and size of three games, at the hundred actions of a chess game."""
    rows = []
    for name, branching in BRANCHING:
        power = math.log10(branching)
        rows.append((name, branching, f"10^{100 * power:.1f}", f"10^{50 * power:.1f}"))
    return Table(("game", "b", "b^100", "b^50"), tuple(rows), "The tree of 100 actions, and with the exponent halved")


def budget() -> Table:
    """How deep a million nodes go in a tree of branching 35."""
    nodes = 100 * 10_000
    rows = []
    for depth in (2, 4, 6, 8):
        plain, best = 35**depth, perfect(35, depth)
        rows.append((depth, plain, best, _fits(plain, nodes), _fits(best, nodes)))
    columns = ("depth", "minimax leaves", "alpha-beta leaves, best order", "minimax", "alpha-beta")
    return Table(columns, tuple(rows), f"100 s at 10,000 nodes per second: {nodes:,} nodes")


def _fits(leaves: int, nodes: int) -> str:
    """Whether this number of leaves is within reach; depths are rounded, so up to four times the budget counts."""
    return "in reach" if leaves <= nodes else "nearly in reach" if leaves <= 4 * nodes else "too much"
