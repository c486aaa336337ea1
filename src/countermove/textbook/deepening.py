"""Iterative deepening: depth 1, then 2, then 3, ... so that an answer is always ready.

A depth-limited search that is interrupted has no answer. Searching every depth in turn costs little more than the last
depth alone, since a tree of branching b has most of its nodes in its last level (b/(b-1) times the work, 1.03 for
chess), and when time is up, the action of the last *complete* depth is ready. It ends by itself once a search uses no
estimate: a deeper one would find the same. See Slate and Atkin, "Chess 4.5" (1977), and Korf (1985).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Final, TypeAlias

from countermove.errors import SpecError
from countermove.game import Game, S, shortened
from countermove.textbook.alphabeta import alphabeta
from countermove.textbook.bestreply import bestreply
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision
from countermove.textbook.event import Event, Narration
from countermove.textbook.expectimax import expectimax
from countermove.textbook.expectiminimax import expectiminimax
from countermove.textbook.fit import fitting
from countermove.textbook.induction import induction
from countermove.textbook.maxn import maxn
from countermove.textbook.mcts import mcts
from countermove.textbook.minimax import minimax
from countermove.textbook.paranoid import paranoid
from countermove.textbook.run import StoppedError
from countermove.textbook.search import check_depth
from countermove.textbook.shallow import shallow
from countermove.textbook.star import star1, star2

Algorithm: TypeAlias = Callable[..., Narration[Decision]]


def deepening(
    game: Game[S],
    state: S | None = None,
    *,
    depth: int | None = None,
    conventions: Conventions = STANDARD,
    algorithm: str | Algorithm | None = None,
) -> Narration[Decision]:
    """The decision of the deepest complete search, up to `depth`; by default with the algorithm that fits.

    `nodes` and `leaves` are those of all complete depths together.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import run
    >>> decision = run(deepening(Tree([[3, 12], [4, 6], [15, 2]])))
    >>> decision.value, decision.depth, decision.exact
    (4.0, 2, True)
    """
    check_depth(depth, conventions)
    search = limited(game, algorithm)
    state = game.initial() if state is None else state
    done: Decision | None = None
    nodes = leaves = 0
    try:
        for limit in count(conventions.root_depth + 1):
            narration = search(game, state, depth=limit, conventions=conventions)
            found = (yield from narration) if hasattr(narration, "send") else narration
            if not isinstance(found, Decision):
                raise SpecError(
                    f"The search to repeat returns {shortened(found)}; let it yield events and return a Decision."
                )
            nodes, leaves = nodes + found.nodes, leaves + found.leaves
            done = replace(found, nodes=nodes, leaves=leaves, algorithm="deepening")
            player = None if game.is_terminal(state) else game.player(state)
            yield Event("iteration", 0, (), state, player, limit, value=done.value, bound="=" if done.exact else None)
            if done.exact or limit == depth:
                return done
    except StoppedError:
        if done is None:
            raise
    assert done is not None
    return done


def limited(game: Game, algorithm: str | Algorithm | None) -> Algorithm:
    """The depth-limited search to repeat: a function, the algorithm of that name, or the one that fits the game."""
    name = fitting(game) if algorithm is None else algorithm
    if not isinstance(name, str):
        if not callable(name):
            raise SpecError(f"The search to repeat is {shortened(name)}; give the name of one, or a function.")
        return name
    if name == "deepening" or name not in ALGORITHMS:
        others = [other for other in ALGORITHMS if other != "deepening"]
        raise SpecError(f"deepening cannot repeat {name!r}; it can repeat: {', '.join(others)}.")
    return ALGORITHMS[name]


ALGORITHMS: Final[dict[str, Algorithm]] = {
    "minimax": minimax,
    "alphabeta": alphabeta,
    "expectimax": expectimax,
    "expectiminimax": expectiminimax,
    "star1": star1,
    "star2": star2,
    "maxn": maxn,
    "shallow": shallow,
    "paranoid": paranoid,
    "bestreply": bestreply,
    "induction": induction,
    "mcts": mcts,
    "deepening": deepening,
}
"""Every algorithm by its name."""
