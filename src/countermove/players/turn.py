"""Play a game: the player to act chooses, chance is sampled, and an illegal action forfeits the game.

The game ends by its rules, or by repetition (repetition.py).
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic

from countermove.action import as_action, is_among
from countermove.analysis import Analysis
from countermove.errors import ForfeitError, GameError, SpecError, UnfitError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, S, choices, require_actions
from countermove.players import clock
from countermove.players.player import Player
from countermove.players.repetition import final_payoffs
from countermove.values import joint


@dataclass(frozen=True, slots=True)
class Turn(Generic[S]):
    """An action taken."""

    state: S
    """Where it was taken."""
    player: int
    """Who took it; CHANCE, or SIMULTANEOUS where both acted at once."""
    action: Action
    after: S
    analysis: Analysis | None = None
    """The player's analysis, if any."""
    seconds: float = 0.0
    """The player's time in seconds."""


def play_game(
    game: Game[S],
    players: Sequence[Player],
    state: S | None = None,
    *,
    seed: int | None = None,
    stop: threading.Event | None = None,
    on_turn: Callable[[Turn[S]], None] | None = None,
) -> Iterator[Turn[S]]:
    """The turns of a game played to its end, yielded one by one.

    Chance is sampled with `random.Random(seed)`. When `stop` is set, the game stops after the current turn. In a game
    with `repeats`, the third occurrence of a position ends the game.

    >>> from countermove import load
    >>> from countermove.players import make
    >>> game = load("tictactoe")
    >>> turns = list(play_game(game, [make("random:seed=1"), make("random:seed=2")]))
    >>> game.is_terminal(turns[-1].after)
    True
    """
    check_seats(game, players)
    state = game.initial() if state is None else state
    dice = random.Random(seed)
    turns: list[Turn[S]] = []
    while final_payoffs(game, state, turns) is None and not (stop and stop.is_set()):
        turn = take_turn(game, state, players, dice, stop, turns)
        turns.append(turn)
        if on_turn:
            on_turn(turn)
        yield turn
        state = turn.after


def take_turn(
    game: Game[S], state: S, players: Sequence[Player], dice: random.Random, stop: threading.Event | None = None,
    turns: Sequence[Turn[S]] = (),
) -> Turn[S]:  # fmt: skip
    """The next turn of an unfinished game, after these turns; ForfeitError if a player fails."""
    actions = require_actions(game, state)
    number = game.player(state)
    if number == CHANCE:
        odds = dict(game.chances(state))
        action = dice.choices(list(odds), list(odds.values()))[0]
        return Turn(state, CHANCE, action, game.result(state, action))
    if number == SIMULTANEOUS and game.axes.simultaneous:
        return _at_once(game, state, players, stop, turns)
    if not 0 <= number < len(players):
        raise GameError(
            f"{type(game).__name__}.player gives {number} in {state}; the players are 0 to {len(players) - 1}."
        )
    player = players[number]
    player.analysis = None
    start = clock.now()
    with _blaming(number):
        action = player.choose(game, state, stop, turns)
    seconds = clock.now() - start
    if not is_among(action, actions):
        names = [game.action_name(state, each) for each in actions]
        listed = ", ".join(names[:30]) + (f" and {len(names) - 30} more" if len(names) > 30 else "")
        raise _illegal(number, f"{player.name} plays {action!r} in {state}, which is not legal there; legal: {listed}.")
    return Turn(state, number, as_action(action), game.result(state, action), player.analysis, seconds)


def _at_once(
    game: Game[S], state: S, players: Sequence[Player], stop: threading.Event | None, turns: Sequence[Turn[S]]
) -> Turn[S]:
    """A simultaneous turn: each player chooses without knowing the other's choice."""
    chosen = []
    for seat, player in enumerate(players):
        player.analysis = None
        with _blaming(seat):
            choice = player.choose_at_once(game, state, seat, stop, turns)
        if choice not in choices(game, state, seat):
            raise _illegal(seat, f"{player.name} chooses {choice!r} in {state}, which is not legal there.")
        chosen.append(choice)
    action = joint(chosen[0], chosen[1])
    return Turn(state, SIMULTANEOUS, action, game.result(state, action))


@contextmanager
def _blaming(seat: int) -> Iterator[None]:
    """Name the seat of a player that forfeits."""
    try:
        yield
    except ForfeitError as error:
        error.seat = seat
        raise


def _illegal(seat: int, sentence: str) -> ForfeitError:
    error = ForfeitError(sentence)
    error.seat = seat
    return error


def check_seats(game: Game, players: Sequence[Player]) -> None:
    """Refuse a wrong number of players, and players who cannot play the game."""
    if len(players) != game.players:
        few = "1 player" if game.players == 1 else f"{game.players} players"
        raise SpecError(f"{type(game).__name__} needs {few}, but {len(players)} are given.")
    for seat, player in enumerate(players):
        with _blaming(seat):
            if game.axes.hidden and not player.plays_hidden:
                raise UnfitError(
                    f"{player.name} looks at whole states, and {type(game).__name__} hides some of them from its "
                    "players; use human, random, best, ismcts, pimc or solve."
                )
            player.sit(game, seat)
