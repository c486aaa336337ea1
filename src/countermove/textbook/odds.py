"""Odds: the probabilities that a policy gives to legal actions, checked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from countermove.action import as_action, is_among
from countermove.errors import GameError
from countermove.game import Action, Game, S, State, shortened

Odds: TypeAlias = list[tuple[Action, float]]
"""Actions with their probabilities, zeros left out."""
SUM_TOLERANCE = 1e-9
"""How far a sum of rounded probabilities may be from 1."""


def checked(given: Any, game: Game[S], state: S, actions: Sequence[Action], who: str) -> Odds:
    """The probabilities that `who` gives, a mapping or pairs, as odds in the order of the actions; else GameError.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([[10, 10], [9, 100]])
    >>> checked({1: 0.75, 0: 0.25}, game, game.initial(), [0, 1], "The policy")
    [(0, 0.25), (1, 0.75)]
    >>> checked({1: 0.5}, game, game.initial(), [0, 1], "The policy")
    Traceback (most recent call last):
    countermove.errors.GameError: The policy gives probabilities that add up to 0.5 in a; they must add up to 1.
    """
    odds: dict[Action, float] = {}
    for action, probability in _pairs(given, who, game, state):
        if not is_among(action, actions):
            where = _where(game, state)
            legal = ", ".join(_labelled(each, game.action_name(state, each)) for each in actions[:30])
            more = f" and {len(actions) - 30} more" if len(actions) > 30 else ""
            raise GameError(f"{who} takes action {action!r} {where}, which is not legal there; legal: {legal}{more}.")
        if action in odds:
            raise GameError(f"{who} gives action {action!r} two probabilities {_where(game, state)}; give it one.")
        if not is_weight(probability):
            raise GameError(
                f"{who} gives action {action!r} the probability {shortened(probability)} {_where(game, state)}; "
                "a probability is a number from 0 to 1."
            )
        odds[as_action(action)] = float(probability)
    total = math.fsum(odds.values())
    if abs(total - 1) > SUM_TOLERANCE:
        raise GameError(
            f"{who} gives probabilities that add up to {total:.12g} {_where(game, state)}; they must add up to 1."
        )
    return [(action, odds[action]) for action in map(as_action, actions) if odds.get(action, 0) > 0]


def shared(weights: Mapping[Action, float]) -> Odds:
    """Odds in proportion to weights; if all are 0, every action is equally likely.

    >>> shared({4: 3, 7: 1, 8: 0}), shared({4: 0, 7: 0})
    ([(4, 0.75), (7, 0.25)], [(4, 0.5), (7, 0.5)])
    """
    largest = max(weights.values())
    if largest == 0:
        return [(action, 1 / len(weights)) for action in weights]
    parts = {action: weight / largest for action, weight in weights.items()}  # so that the sum cannot overflow
    total = math.fsum(parts.values())
    return [(action, part / total) for action, part in parts.items() if part > 0]


def is_weight(number: Any) -> bool:
    """Whether this is a finite number, 0 or more."""
    try:
        return not isinstance(number, (bool, str)) and 0 <= float(number) < math.inf
    except (TypeError, ValueError):
        return False


def _pairs(given: Any, who: str, game: Game, state: State) -> list[tuple[Any, Any]]:
    try:
        pairs: Iterable[Any] = given.items() if isinstance(given, Mapping) else given
        return [(action, probability) for action, probability in pairs]
    except (TypeError, ValueError):
        raise GameError(
            f"{who} gives {shortened(given)} {_where(game, state)}; give a probability for each action, as in "
            "{0: 0.25, 1: 0.75}."
        ) from None


def _labelled(action: Action, name: str) -> str:
    return f"{action} ({name})" if isinstance(action, int) else name


def _where(game: Game, state: State) -> str:
    return f"in {game.write(state)}"
