"""A policy from a user's function: pi(game, state) gives a probability for each action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from countermove.errors import CountermoveError, ForfeitError, GameError, SpecError
from countermove.game import Game, S, require_actions
from countermove.players.policy import Policy
from countermove.registry import function_in
from countermove.textbook.odds import Odds, checked


class Function(Policy):
    """The policy of a function, which returns a mapping from actions to probabilities, or pairs; checked on every call.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([[10, 10], [9, 100]])
    >>> Function(lambda game, state: {0: 0.25, 1: 0.75}).chances(game, game.initial())
    [(0, 0.25), (1, 0.75)]
    >>> Function(lambda game, state: {2: 1}).chances(game, game.initial())
    Traceback (most recent call last):
    countermove.errors.ForfeitError: function takes action 2 in a, which is not legal there; legal: 0 (Left), 1 (Right).
    """

    def __init__(self, function: Callable[[Game[S], S], Any], name: str = "function") -> None:
        if not callable(function):
            raise SpecError(f"The policy is {function!r}; give a function of a game and a state.")
        self.function: Callable[..., Any] = function
        self.name = name

    @classmethod
    def read(cls, spec: str) -> Function:
        """The function that FILE.py:NAME names."""
        return cls(function_in(spec), f"function:{spec}")

    def chances(self, game: Game[S], state: S) -> Odds:
        try:
            given = self.function(game, state)
            given = given if hasattr(given, "items") or given is None else list(given)
        except CountermoveError:
            raise
        except Exception as error:
            raise ForfeitError(
                f"{self.name} stops with {type(error).__name__} in {game.write(state)}: {error}."
            ) from error
        actions = require_actions(game, state)
        try:
            return checked(given, game, state, actions, self.name)
        except GameError as error:
            raise ForfeitError(str(error)) from None
