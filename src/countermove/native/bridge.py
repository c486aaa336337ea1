"""Operations on a game that a search needs beyond the contract, compiled and interpreted alike.

    fill_actions(game, state, buffer, start)      the actions into a buffer from `start`; returns the end
    fill_candidates(...), fill_tactical(...)      the same for candidates and tactical actions
    fill_chances(game, state, buffer, chances, start)
    fill_policy(game, state, buffer, weights, start)
    offers_policy(game)                           whether the game defines `policy`
    count_actions(game, state), any_action(game, state)
    each_action(game, state)                      the actions, to loop over
    ends_without_actions(game)                    whether the game is over just where there is no action
    next_state(game, state, action)               `game.result`
    canonical_state(game, state)                  `game.canonical`
    view_state(game, state, player)               `game.view`
    view_key(game, state, player)                 a hash of `game.view`
    imagined_state(game, state, player, seed)     `game.imagine`
    limits(game, state)                           `game.bounds`, as four numbers
    slice_state(game, slice, index)               `game.slice_state`
    each_before(game, state)                      `game.slice_before`, to loop over
    offers_predecessors(game)                     whether the game defines `slice_before`
    offers_playout(game)                          whether the game defines `playout`
    offers_active_words(game)                     whether the game defines `active_words`
    is_appraised(game)                            whether the game evaluates by a network of sparse inputs
    flatten, unflatten, stir                      a state as words, and back; a step of their hash

These are the Python versions; compiler/search.py has the compiled ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove import sparse
from countermove.bits import Word
from countermove.errors import GameError
from countermove.game import Game, S, State, offers
from countermove.native import layout
from countermove.values import mix

ENDLESS = 1 << 20
"""Maximum actions in one state; beyond it the rules count as endless."""
UNKNOWN = -1
"""Plies when unknown."""


def as_action(value: Any) -> int:
    """An action as an int; GameError for anything else."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise GameError(f"actions must be ints, but the rules give {value!r}, a {type(value).__name__}.")
    return int(value)


def store(buffer: Any, count: int, value: Any) -> int:
    """Add an action; beyond the end of the buffer actions are only counted."""
    action = as_action(value)
    if count < len(buffer):
        buffer[count] = action
    elif count > ENDLESS:
        raise GameError("one state has more than a million actions; is there an endless loop in actions?")
    return count + 1


def fill_actions(game: Game[S], state: S, buffer: Any, start: int) -> int:
    """Put the actions of `state` into `buffer` from `start`; return the end, which may lie beyond the buffer."""
    for action in game.actions(state):
        start = store(buffer, start, action)
    return start


def fill_candidates(game: Game[S], state: S, buffer: Any, start: int) -> int:
    """Put the candidates of `state` into `buffer` from `start`; return the end, which may lie beyond the buffer."""
    for action in game.candidates(state):
        start = store(buffer, start, action)
    return start


def fill_tactical(game: Game[S], state: S, buffer: Any, start: int) -> int:
    """Put the tactical actions of `state` into `buffer` from `start`; return the end, which may lie beyond it."""
    for action in game.tactical(state):
        start = store(buffer, start, action)
    return start


def fill_chances(game: Game[S], state: S, buffer: Any, chances: Any, start: int) -> int:
    """Put the chance outcomes of `state` into `buffer` and their probabilities into `chances`, from `start`."""
    for action, chance in game.chances(state):
        if start < len(chances):
            chances[start] = chance
        start = store(buffer, start, action)
    return start


def fill_policy(game: Game[S], state: S, buffer: Any, weights: Any, start: int) -> int:
    """Put the actions of the game's policy into `buffer` and their weights into `weights`, from `start`."""
    for action, weight in game.policy(state):
        if start < len(weights):
            weights[start] = weight
        start = store(buffer, start, action)
    return start


def offers_policy(game: Game[S]) -> bool:
    """Whether the game defines `policy`."""
    return offers(getattr(game, "original", game), "policy")  # not that of a wrapper (numbered.py)


def each_action(game: Game[S], state: S) -> Any:
    """The actions of `state`, to loop over; the loop may end early."""
    return game.actions(state)


def count_actions(game: Game[S], state: S) -> int:
    """The number of actions of `state`."""
    return sum(1 for _ in game.actions(state))


def any_action(game: Game[S], state: S) -> bool:
    """Whether `state` has any action."""
    return any(True for _ in game.actions(state))


def ends_without_actions(game: Game[S]) -> bool:
    """Whether the game is over just where there is no action: a search need not ask before it generates them."""
    return not offers(game, "is_terminal")


def next_state(game: Game[S], state: S, action: int) -> S:
    """The state after `action`."""
    return game.result(state, action)


def canonical_state(game: Game[S], state: S) -> S:
    """The canonical form of `state`."""
    return game.canonical(state)


def view_state(game: Game[S], state: S, player: int) -> S:
    """The state as `player` sees it."""
    return game.view(state, player)


def view_key(game: Game[S], state: S, player: int) -> int:
    """A hash of what `player` sees of `state`: equal for equal views."""
    return layout.hashed(game, game.view(state, player))


def imagined_state(game: Game[S], state: S, player: int, seed: int) -> S:
    """A random state that `player` cannot tell apart from `state`."""
    return game.imagine(state, player, seed)


def slice_state(game: Game[S], number: int, index: int) -> S:
    """The state of a slice with an index."""
    return game.slice_state(number, index)


def each_before(game: Game[S], state: S) -> Any:
    """The indices of states of the same slice that may lead to `state`, to loop over."""
    return game.slice_before(state)


def offers_predecessors(game: Game[S]) -> bool:
    """Whether the game defines `slice_before`."""
    return offers(game, "slice_before")


def offers_active_words(game: Game[S]) -> bool:
    """Whether the game defines `active_words`."""
    return offers(game, "active_words")


def is_appraised(game: Game[S]) -> bool:
    """Whether the game evaluates by a network of sparse inputs."""
    return sparse.appraises(game)


def offers_playout(game: Game[S]) -> bool:
    """Whether the game defines `playout`; interpreted, its actions may be numbered, which its playouts are not."""
    return isinstance(game, Game) and offers(game, "playout")


def limits(game: Game[S], state: S) -> tuple[float, float, int, int]:
    """The bounds of `state` for player 0, with their plies; UNKNOWN if the game does not give any."""
    given = game.bounds(state)
    low, high = given[:2]
    soon, late = given[2:] if len(given) == 4 else (UNKNOWN, UNKNOWN)
    return float(low), float(high), int(soon), int(late)


# States as words.


def flatten(game: Game[S], state: S, flat: Any) -> int:
    """Write the words of a state into `flat`; returns their number, or -1 if they do not fit."""
    found = layout.words_of(game, state)
    if len(found) > len(flat):
        return -1
    for place, word in enumerate(found):
        flat[place] = word
    return len(found)


def unflatten(game: Game, flat: Any) -> State:
    """The state with these words."""
    return layout.state_of(game, flat)


def stir(seed: int, word: int) -> int:
    """One step of the hash of a sequence of words."""
    return int(Word(mix(seed, int(word))))
