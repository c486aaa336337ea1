"""Backward induction for simultaneous actions: the tree is solved from its ends, and each node is a matrix game.

    STAGE-VALUE(s) = the value of the matrix whose entry (i, j) is the value of RESULT(s, (i, j))

At such a node each player chooses without knowing the other's choice, so no action is best by itself: the answer is a
mixed strategy for each (see matrix.py), and the value is their average payoff. Where one player acts alone, it
takes the largest or the smallest value; where chance acts, values are averaged, as in expectiminimax. It needs two
players whose payoffs have a constant sum: with other payoffs, or more players, a matrix may have many equilibria of
different values, and none is the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from countermove.game import CHANCE, SIMULTANEOUS, Game, S, choices
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Found
from countermove.textbook.event import Mix, Narration
from countermove.textbook.expectiminimax import exp_value
from countermove.textbook.matrix import equilibrium
from countermove.textbook.minimax import max_value, min_value
from countermove.textbook.search import Node, Search
from countermove.values import joint


def induction(
    game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
) -> Narration[Decision]:
    """An optimal strategy for each player; `action` is the likeliest joint action.

    >>> from countermove.games.rps import RockPaperScissors
    >>> from countermove.textbook import run
    >>> decision = run(induction(RockPaperScissors()))
    >>> decision.value, decision.strategies[0] == {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}
    (0.0, True)
    """
    search = Search("induction", game, state, depth, conventions)
    mixes: list[Mix] = []
    decision = yield from search.decide(value(search, search.root(), mixes))
    return replace(decision, strategies=tuple(dict(mix) for mix in mixes[-1]) if mixes else ())


def value(search: Search, node: Node, root: list[Mix] | None = None) -> Narration[Found[float]]:
    """The value of a node, by who acts there; as in expectiminimax unless both do."""
    if node.player == SIMULTANEOUS:
        return stage_value(search, node, root)
    if node.player == CHANCE:
        return exp_value(search, node, value)
    return max_value(search, node, value) if search.is_max(node) else min_value(search, node, value)


def stage_value(search: Search, node: Node, root: list[Mix] | None) -> Narration[Found[float]]:
    """STAGE-VALUE(s); the mixed strategies of the root are appended to `root`."""
    yield search.enter(node)
    if search.is_leaf(node):
        return (yield from search.leaf(node))
    below: dict[int, Found[float]] = {}
    for action in search.actions(node):
        below[action] = yield from value(search, search.child(node, action))
        search.record(node, action, below[action])
    worth, mix, likely = stage(search.game, node.state, {action: found.value for action, found in below.items()})
    if root is not None:
        root.append(mix)
    certain = all(len(side) == 1 for side in mix)
    found = Found(worth, "=", (likely, *(below[likely].line if certain else ())))
    yield search.exit(node, found, mix=mix)
    return found


def stage(game: Game[S], state: S, values: Mapping[int, float]) -> tuple[float, Mix, int]:
    """Solve a state where both act, from the value of every joint action to player 0: its value, the mixed strategy of
    each player with zeros left out, and the likeliest joint action (of equally likely choices, the first).
    """
    sides = choices(game, state, 0), choices(game, state, 1)
    found = equilibrium([[values[joint(first, second)] for second in sides[1]] for first in sides[0]])
    mixes = [list(zip(side, chances)) for side, chances in zip(sides, (found.rows, found.columns))]
    first, second = (max(mix, key=lambda pair: pair[1])[0] for mix in mixes)
    mix = tuple(tuple((choice, chance) for choice, chance in each if chance > 0) for each in mixes)
    return found.value, mix, joint(first, second)
