"""A typical position of a game, for the small boards of the gallery: the middle of a random game, always the same."""

from __future__ import annotations

import random

from countermove.game import CHANCE, Game, State, legal
from countermove.views.wire import sent_action

__all__ = ["sample"]

LONGEST = 60
"""Actions of the random game."""
SHORT = 4
"""A game of fewer actions is shown at its start."""
WIDEST = 400
"""Where there are more actions than that in one state, the game is left at its start."""


def sample(game: Game, seed: int = 5) -> tuple[State, list[int | str]]:
    """A state from the middle of a random game, one where a player acts, and the actions that led there.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> state, actions = sample(TicTacToe())
    >>> TicTacToe().is_terminal(state), len(actions) > 1
    (False, True)
    """
    rng = random.Random(seed)
    state, states, actions = game.initial(), [game.initial()], list[int | str]()
    while len(actions) < LONGEST and not game.is_terminal(state):
        if game.player(state) == CHANCE:
            odds = list(game.chances(state))
            action = rng.choices([each for each, _ in odds], [chance for _, chance in odds])[0]
        else:
            choices = legal(game, state)
            if len(choices) > WIDEST:
                break
            action = rng.choice(list(choices))
        actions.append(sent_action(game, state, action))
        state = game.result(state, action)
        states.append(state)
    at = len(actions) // 2 if len(actions) >= SHORT else 0
    while at and game.player(states[at]) == CHANCE:
        at -= 1
    return states[at], actions[:at]
