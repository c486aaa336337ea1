"""Star1 and Star2: expectiminimax that prunes, at chance nodes too.

If every value lies between a lowest L and a highest U, a chance node need not see all outcomes. After some of them,

    sum of p * value (searched) + L * rest   <=   its value   <=   sum of p * value (searched) + U * rest

where `rest` is the probability of the others. Once even the best case is too low for MAX above (alpha), or the worst
case too high for MIN above (beta), the others are skipped: Star1. It also gives each outcome a window: what its value
must exceed, or stay below, to matter.

Star2 first probes every outcome: it searches only the first action there. One action of MAX is a lower bound of the
node, one of MIN an upper bound, which often decides; if not, Star1 follows, with these bounds in place of L and U. A
probe pays if actions are well ordered. See Ballard, "The *-minimax search procedure for trees containing chance nodes"
(1983). Both have the value of expectiminimax; without chance nodes they are alpha-beta.
"""

from __future__ import annotations

import math

from countermove.errors import GameError
from countermove.game import CHANCE, Game, S
from countermove.outcome import bounds_of
from countermove.textbook.alphabeta import claim, first_window, returned
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Found
from countermove.textbook.event import Bound, Narration
from countermove.textbook.search import Node, Search, expectation


def star1(
    game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
) -> Narration[Decision]:
    """The decision of expectiminimax, with fewer nodes.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import leaves_pruned, trace
    >>> game = Tree([5, {"chances": [0.5, 0.5], "children": [0, 10]}, {"chances": [0.5, 0.5], "children": [-4, 10]}])
    >>> events, decision = trace(star1(game))
    >>> decision.value, leaves_pruned(game, events)
    (5.0, [10.0, 10.0])
    """
    return _decide(Search("star1", game, state, depth, conventions), probes=False)


def star2(
    game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
) -> Narration[Decision]:
    """The decision of expectiminimax; each outcome of chance is probed by one action before it is searched."""
    return _decide(Search("star2", game, state, depth, conventions), probes=True)


def _decide(search: Search, probes: bool) -> Narration[Decision]:
    root = search.root()
    window = first_window(search, root) if root.player != CHANCE else (-math.inf, math.inf)
    return (yield from search.decide(value(search, root, *window, probes)))


def value(search: Search, node: Node, alpha: float, beta: float, probes: bool) -> Narration[Found[float]]:
    """The value of a node, by who acts there, with the contract of alpha-beta."""
    if node.player == CHANCE:
        return exp_value(search, node, alpha, beta, probes)
    return best_value(search, node, alpha, beta, probes)


def best_value(
    search: Search, node: Node, alpha: float, beta: float, probes: bool, probe: bool = False
) -> Narration[Found[float]]:
    """MAX-VALUE or MIN-VALUE of alpha-beta; a probe searches the first action only."""
    window, top = (alpha, beta), search.is_max(node)
    yield search.enter(node, window)
    if search.is_leaf(node):
        return (yield from _leaf(search, node, window))
    forced, refuted = (">=", "<=") if top else ("<=", ">=")
    best, children, actions = Found(-math.inf if top else math.inf), list[Found[float]](), search.actions(node)
    for action in actions:
        found = yield from value(search, search.child(node, action), alpha, beta, probes)
        children.append(found)
        search.record(node, action, found)
        if (found.value > best.value if top else found.value < best.value) or not best.line:
            best, before = found.by(action), (alpha, beta)
            alpha, beta = (max(alpha, best.value), beta) if top else (alpha, min(beta, best.value))
            bound: Bound | None = forced if found.bound != refuted else None  # type: ignore[assignment]
            yield search.update(node, action, best.value, bound, before, (alpha, beta))
        skipped = actions[len(children) :]
        cuts = search.conventions.cuts(*((best.value, beta) if top else (alpha, best.value)))
        if skipped and (cuts or probe):
            yield search.cut(node, action, best.value, forced, (alpha, beta) if cuts else None, skipped)  # type: ignore[arg-type]
            break
    complete = len(children) == len(actions)
    best = returned(search, node, best, window, claim(best.value, children, complete, forced))  # type: ignore[arg-type]
    yield search.exit(node, best, window, (alpha, beta))
    return best


def exp_value(search: Search, node: Node, alpha: float, beta: float, probes: bool) -> Narration[Found[float]]:
    """EXP-VALUE(s, alpha, beta): exact inside the window, else a bound on the same side."""
    window = alpha, beta
    yield search.enter(node, window)
    if search.is_leaf(node):
        return (yield from _leaf(search, node, window))
    chances = search.chances(node)
    actions = tuple(action for action, _ in chances)
    odds = [probability for _, probability in chances]
    limits = [_limits(search, search.game.result(node.state, action)) for action in actions]
    lows, highs = [low for low, _ in limits], [high for _, high in limits]

    def total(values: list[float]) -> float:
        if any(map(math.isinf, values)):
            return math.inf if math.inf in values else -math.inf
        return expectation(search, node, [p * v for p, v in zip(odds, values)])

    def settled() -> Found[float] | None:
        """A bound that already decides, if there is one."""
        if search.conventions.cuts(alpha, total(highs)):
            return Found(total(highs), "<=")
        return Found(total(lows), ">=") if search.conventions.cuts(total(lows), beta) else None

    # Star2: one action of each outcome where a player acts.
    for at, action in enumerate(actions if probes else ()):
        child = search.child(node, action)
        if child.player in (None, CHANCE) or search.is_leaf(child):
            continue
        found = yield from best_value(search, child, *_window(at, alpha, beta, odds, lows, highs), probes, probe=True)
        if found.bound != "<=":
            lows[at] = max(lows[at], found.value)
        if found.bound != ">=":
            highs[at] = min(highs[at], found.value)
        decided = settled()
        if decided is not None:
            rest = actions[at + 1 :]
            if rest:
                yield search.cut(node, action, decided.value, decided.bound, window, rest)
            yield search.exit(node, decided, window, window)
            return decided

    # Star1: each outcome with the window that the others leave to it.
    for at, action in enumerate(actions):
        low, high = _window(at, alpha, beta, odds, lows, highs)
        found = yield from value(search, search.child(node, action), low, high, probes)
        search.record(node, action, found)
        lows[at] = found.value if found.bound != "<=" else lows[at]
        highs[at] = found.value if found.bound != ">=" else highs[at]
        bound = found.bound if found.bound != "=" else None
        decided = settled()
        if decided is None and bound is not None:  # by rounding only
            decided = Found(total(highs if bound == "<=" else lows), bound)
        shown = [lows[i] if i <= at else 0.0 for i in range(len(actions))]
        if bound is None:
            yield search.update(node, action, total(shown), None, window, window)
        if decided is not None and at + 1 < len(actions):
            yield search.cut(node, action, decided.value, decided.bound, window, actions[at + 1 :])
            yield search.exit(node, decided, window, window)
            return decided
    exact = decided if bound is not None and decided is not None else Found(total(lows))
    yield search.exit(node, exact, window, window)
    return exact


def _window(
    at: int, alpha: float, beta: float, odds: list[float], lows: list[float], highs: list[float]
) -> tuple[float, float]:
    """The window of an outcome: below it the best case of all others is too low, above it the worst is too high."""

    def left(limit: float, others: list[float]) -> float:
        rest = [p * v for i, (p, v) in enumerate(zip(odds, others)) if i != at]
        return (limit - math.fsum(rest)) / odds[at] if all(map(math.isfinite, [limit, *rest])) else math.nan

    low, high = left(alpha, highs), left(beta, lows)
    return -math.inf if math.isnan(low) else low, math.inf if math.isnan(high) else high


def _limits(search: Search, state: S) -> tuple[float, float]:
    """The lowest and the highest value of a state, on the scale of the conventions."""
    low, high = (search.factor * limit + search.shift for limit in bounds_of(search.game, state))
    return low, high


def _leaf(search: Search, node: Node, window: tuple[float, float]) -> Narration[Found[float]]:
    """A leaf; an estimate is clamped to the limits that pruning relies on, and a utility must keep to them."""
    low, high = _limits(search, node.state)
    worth = search.worth(node)
    if not search.game.is_terminal(node.state):
        worth = min(max(worth, low), high)
    if not low <= worth <= high:
        raise GameError(
            f"{type(search.game).__name__} is worth {worth:g} in {node.state}, but its outcomes or bounds allow only "
            f"{low:g} to {high:g}; {search.algorithm} relies on them. Use expectiminimax."
        )
    return search.leaf_of(node, worth, window)
