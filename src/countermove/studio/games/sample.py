"""Random play, always the same: a typical position for the gallery's small boards, and positions worth a search."""

from __future__ import annotations

import random

from countermove.game import CHANCE, Game, State, legal
from countermove.views.wire import sent_action

MAX_ACTIONS = 60
"""Maximum actions of the random game."""
MIN_ACTIONS = 4
"""Games shorter than this are shown at the start."""
MAX_BRANCHING = 400
"""Games with more actions than this in a state are shown at the start."""


def sample(game: Game, seed: int = 5) -> tuple[State, list[int | str]]:
    """A state from the middle of a random game where a player is to move, and the actions that lead there.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> state, actions = sample(TicTacToe())
    >>> TicTacToe().is_terminal(state), len(actions) > 1
    (False, True)
    """
    states, actions = random_game(game, seed)
    at = len(actions) // 2 if len(actions) >= MIN_ACTIONS else 0
    while at and game.player(states[at]) == CHANCE:
        at -= 1
    return states[at], actions[:at]


def random_game(game: Game, seed: int) -> tuple[list[State], list[int | str]]:
    """The states and actions of a random game, one more state than actions."""
    rng = random.Random(seed)
    state, states, actions = game.initial(), [game.initial()], list[int | str]()
    while len(actions) < MAX_ACTIONS and not game.is_terminal(state):
        if game.player(state) == CHANCE:
            odds = list(game.chances(state))
            action = rng.choices([each for each, _ in odds], [chance for _, chance in odds])[0]
        else:
            choices = legal(game, state)
            if len(choices) > MAX_BRANCHING:
                break
            action = rng.choice(list(choices))
        actions.append(sent_action(game, state, action))
        state = game.result(state, action)
        states.append(state)
    return states, actions
