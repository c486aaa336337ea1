"""Expectimax: play against an opponent whose action probabilities are known.

    MAX-VALUE(s) = the largest value of any successor      EXP-VALUE(s) = sum of pi(s, a) * value of RESULT(s, a)

MAX is the player in one seat, player 0 unless another is named; everyone else follows a policy pi(s, a), by default
each action with probability 1/|A(s)|, and chance follows its own odds. Minimax is the special case in which all the
mass lies on the worst reply, so minimax is right against a perfect opponent and too pessimistic against any other: on
[[10, 10], [9, 100]] it plays for 10, expectimax for 54.5. Nothing can be pruned, since any child may still change the
average. See Michie (1966) and Russell and Norvig, section 5.5.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from countermove.errors import SpecError
from countermove.game import CHANCE, Game, S, shortened
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Found
from countermove.textbook.event import Narration
from countermove.textbook.odds import checked
from countermove.textbook.search import Node, Search, expectation

Policy: TypeAlias = Callable[[Game[S], S], Mapping[int, float] | Iterable[tuple[int, float]]]
"""pi(s, .): each action with its probability; actions left out, or given 0, are never taken."""
POLICY_NAME = "The opponent's policy"
"""Its name in messages."""


def uniform(game: Game[S], state: S) -> list[tuple[int, float]]:
    """The "dumb" opponent: 1/|A(s)| each."""
    actions = list(game.actions(state))
    return [(action, 1 / len(actions)) for action in actions]


def expectimax(
    game: Game[S],
    state: S | None = None,
    *,
    depth: int | None = None,
    conventions: Conventions = STANDARD,
    opponent: Policy[S] = uniform,
    seat: int = 0,
) -> Narration[Decision]:
    """The action with the best expected value for the player in `seat`; None if it is another player's turn.

    Values are that player's.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import run
    >>> decision = run(expectimax(Tree([[10, 10], [9, 100]])))
    >>> decision.value, decision.action
    (54.5, 1)
    """
    search = Search("expectimax", game, state, depth, conventions)
    if not callable(opponent):
        raise SpecError(f"The opponent is {shortened(opponent)}; give a function of a game and a state.")
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.players:
        raise SpecError(f"The seat is {seat!r}; the seats of {type(game).__name__} are 0 to {game.players - 1}.")
    return (yield from search.decide(value(search, search.root(), opponent, seat)))


def value(search: Search, node: Node, opponent: Policy, seat: int = 0) -> Narration[Found[float]]:
    """The value of a node: MAX chooses at its own nodes; elsewhere values are averaged."""
    if node.player == seat:
        return max_value(search, node, opponent, seat)
    return exp_value(search, node, opponent, seat)


def max_value(search: Search, node: Node, opponent: Policy, seat: int) -> Narration[Found[float]]:
    """MAX-VALUE(s)."""
    yield search.enter(node)
    if search.is_leaf(node):
        return (yield from search.leaf_of(node, search.worth(node, seat)))
    best = Found(-math.inf)
    for action in search.actions(node):
        found = yield from value(search, search.child(node, action), opponent, seat)
        search.record(node, action, found)
        if found.value > best.value or not best.line:
            best = found.by(action)
            yield search.update(node, action, best.value, ">=")
    yield search.exit(node, best)
    return best


def exp_value(search: Search, node: Node, opponent: Policy, seat: int) -> Narration[Found[float]]:
    """EXP-VALUE(s)."""
    yield search.enter(node)
    if search.is_leaf(node):
        return (yield from search.leaf_of(node, search.worth(node, seat)))
    terms: list[float] = []
    for action, probability in odds(search, node, opponent):
        found = yield from value(search, search.child(node, action), opponent, seat)
        search.record(node, action, found)
        terms.append(probability * found.value)
        yield search.update(node, action, expectation(search, node, terms), None)
    average = Found(expectation(search, node, terms))
    yield search.exit(node, average)
    return average


def odds(search: Search, node: Node, opponent: Policy) -> list[tuple[int, float]]:
    """The outcomes where MAX does not act, in the order of the actions."""
    if node.player == CHANCE:
        return search.chances(node)
    actions = search.actions(node)
    given = checked(opponent(search.game, node.state), search.game, node.state, actions, POLICY_NAME)
    return search.distribution(node, given, POLICY_NAME)
