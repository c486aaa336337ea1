"""Expectimax against a known policy, where information is hidden: weigh what you cannot see by how likely it is.

A *belief* is a probability for each state of an information set: that of chance and of the others' policy to lead
there, as a share of the sum over the set. The own choices cancel, since they are the same for every state of the set.

    b(s) = P(s) / sum over the set        P(s) = product of chance and of the others' probabilities on the path

A best response takes at every information set the action of the highest expected value under the belief. It is computed
set by set, from the last to the first: a plain recursion over all states of a set together. It is the oracle for the
exact best responses of solve/profile.py, and for small games only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TypeAlias

from countermove.errors import SpecError
from countermove.game import CHANCE, Game, S, legal, utility_of
from countermove.information import Knowledge
from countermove.values import freeze

InformationPolicy: TypeAlias = Callable[[int, int, int], Sequence[float]]
"""From a player, its information key and the number of actions to the probability of each."""
Weighted: TypeAlias = list[tuple[Knowledge[S], float]]


def beliefs(game: Game[S], policy: InformationPolicy, state: S, player: int) -> list[tuple[S, float]]:
    """What a player believes in `state`: each state that it cannot tell apart, with its probability.

    Players follow `policy`, except the player itself, whose own actions are as they were.

    >>> from countermove.games.kuhn import Kuhn
    >>> game = Kuhn()
    >>> found = beliefs(game, lambda player, key, count: [1 / count] * count, game.read("J Q bet"), 1)
    >>> [(each.cards, chance) for each, chance in found]
    [((0, 1), 0.5), ((2, 1), 0.5)]
    """
    sets: dict[int, Weighted[S]] = defaultdict(list)
    wanted = None
    waiting: Weighted[S] = [(Knowledge(game), 1.0)]
    while waiting:
        known, weight = waiting.pop(0)
        if game.is_terminal(known.state):
            continue
        if game.player(known.state) == player:
            sets[known.keys[player]].append((known, weight))
            if freeze(known.state) == freeze(state):
                wanted = known.keys[player]
        waiting += _next(game, policy, known, weight, player)
    if wanted is None:
        raise SpecError(f"{game.player_name(player)} is not to move there, or the position cannot be reached.")
    total = sum(weight for _, weight in sets[wanted])
    if total <= 0:
        raise SpecError("The policy never leads to this position, so nothing can be believed there.")
    return [(known.state, weight / total) for known, weight in sets[wanted] if weight > 0]


def _next(game: Game[S], policy: InformationPolicy, known: Knowledge[S], weight: float, player: int) -> Weighted[S]:
    """What follows a state, weighted by chance and by the others; all actions of the player itself count fully."""
    mover = game.player(known.state)
    if mover == CHANCE:
        return [(known.then(action), weight * chance) for action, chance in game.chances(known.state)]
    actions = legal(game, known.state)
    chances = [1.0] * len(actions) if mover == player else policy(mover, known.keys[mover], len(actions))
    return [(known.then(action), weight * chance) for action, chance in zip(actions, chances)]


def respond(game: Game[S], policy: InformationPolicy, player: int) -> float:
    """What a best response of one player gets against the policy of the others."""
    return _value(game, policy, [(Knowledge(game), 1.0)], player)


def _value(game: Game[S], policy: InformationPolicy, states: Weighted[S], player: int) -> float:
    """The value of weighted states: each plays on until the player is to move; then by information set, the best."""
    total = 0.0
    sets: dict[int, Weighted[S]] = defaultdict(list)
    waiting = list(states)
    while waiting:
        known, weight = waiting.pop()
        if game.is_terminal(known.state):
            total += weight * utility_of(game, known.state, player)
        elif game.player(known.state) == player:
            sets[known.keys[player]].append((known, weight))
        else:
            waiting += _next(game, policy, known, weight, player)
    for members in sets.values():
        count = len(legal(game, members[0][0].state))
        after = [
            [(known.then(legal(game, known.state)[at]), weight) for known, weight in members] for at in range(count)
        ]
        total += max(_value(game, policy, below, player) for below in after)
    return total
