"""Shallow pruning: max^n that abandons a node that the player above will not choose.

Where payoffs have a constant sum and a minimum, what one player gets is lost to the others:

    the player above gets at most   total - what the player here has - the minimum of each other player

Once the player above can do no better here than it already has, the rest of the node cannot matter. So a node is
entered with a window on its own player's payoff: alpha, what it has, and beta, what it may get before the player above
prefers another action. A player who has the maximum stops too, since nothing is better.

That is all. Alpha-beta also cuts against players further up the path (deep pruning), which is wrong with three or more
players: a player in between may choose by what would be cut off, and that choice decides what reaches the top, even if
the pruned value never does. The answer is that of max^n, with the same choice among equal vectors. See Korf,
"Multi-player alpha-beta pruning" (1991).
"""

from __future__ import annotations

import math
from functools import partial

from countermove.errors import GameError
from countermove.game import CHANCE, Game, S
from countermove.outcome import span
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Found
from countermove.textbook.event import Narration
from countermove.textbook.maxn import Vector, exp_value, payoffs
from countermove.textbook.search import Node, Search


def shallow(
    game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
) -> Narration[Decision]:
    """The decision of max^n, with fewer nodes.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import leaves_pruned, trace
    >>> game = Tree([[(4, 3, 3), (6, 2, 2)], [(1, 7, 2), (9, 0, 1)]], players=3)
    >>> events, decision = trace(shallow(game))
    >>> decision.value, leaves_pruned(game, events)
    ((4.0, 3.0, 3.0), [9.0])
    """
    search = Search("shallow", game, state, depth, conventions)
    return (yield from search.decide(value(search, search.root(), Stakes(search), math.inf)))


class Stakes:
    """The limits of a game's payoffs, on the scale of the conventions."""

    def __init__(self, search: Search) -> None:
        game = search.game
        low, high = span(game)
        self.low, self.high = (search.factor * stake + search.shift for stake in (low, high))
        self.total = search.factor * game.axes.total + game.players * search.shift
        self.room = self.total - (self.low * (game.players - 2) if game.players > 2 else 0.0)
        """The most that two players can have together."""


def value(search: Search, node: Node, stakes: Stakes, beta: float) -> Narration[Found[Vector]]:
    """The vector of a node, by whether a player or chance acts there; all children of chance count, so none is cut."""
    if node.player == CHANCE:
        uncut = partial(value, stakes=stakes, beta=math.inf)
        return exp_value(search, node, uncut, partial(checked_payoffs, stakes=stakes))
    return player_value(search, node, stakes, beta)


def player_value(search: Search, node: Node, stakes: Stakes, beta: float) -> Narration[Found[Vector]]:
    """VALUE(s, beta): that of max^n, unless the player who acts gets beta or more; then a lower bound of its payoff."""
    alpha, beta = -math.inf, min(beta, stakes.high)
    window = alpha, beta
    yield search.enter(node, window)
    if search.is_leaf(node) or node.player is None:
        return (yield from search.leaf_of(node, checked_payoffs(search, node, stakes), window))
    player, actions = node.player, search.actions(node)
    best: Found[Vector] = Found(())
    for number, action in enumerate(actions, 1):
        child = search.child(node, action)
        found = yield from value(search, child, stakes, math.inf if child.player == player else stakes.room - alpha)
        if found.bound == "=":
            search.record(node, action, found)
        else:
            limit = stakes.room - found.value[child.player or 0]
            search.record(node, action, Found((*found.value[:player], limit, *found.value[player + 1 :]), "<="))
        if not best.line or (found.bound == "=" and found.value[player] > best.value[player]):
            best = found.by(action)
            before, alpha = alpha, best.value[player]
            yield search.update(node, action, best.value, ">=", (before, beta), (alpha, beta))
        skipped = actions[number:]
        if skipped and (search.conventions.cuts(alpha, beta) or alpha >= stakes.high):
            yield search.cut(node, action, alpha, ">=", (alpha, beta), skipped)
            best = best if alpha >= stakes.high else Found(best.value, ">=", best.line)
            break
    yield search.exit(node, best, window, (alpha, beta))
    return best


def checked_payoffs(search: Search, node: Node, stakes: Stakes) -> Vector:
    """The value of a leaf to each player; GameError if it breaks an assumption of the pruning."""
    given = payoffs(search, node)
    off = abs(math.fsum(given) - stakes.total) > 1e-9 * max(1.0, *map(abs, given)) and search.game.players > 1
    if off or not stakes.low - 1e-9 <= min(given) <= max(given) <= stakes.high + 1e-9:
        method = "evaluate" if node.player is not None else "utility"
        listed = ", ".join(f"{each:g}" for each in given)
        raise GameError(
            f"{type(search.game).__name__}.{method} gives {listed} in {node.state}; shallow pruning needs payoffs that "
            f"add up to {stakes.total:g}, from {stakes.low:g} to {stakes.high:g} each; search with maxn."
        )
    return given
