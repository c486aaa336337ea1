"""One turn after another: who acts is asked, dice are thrown where chance acts, and nothing illegal passes.

The game ends where its rules say so, and where play goes round (repetition.py).
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from countermove.action import as_action, is_among
from countermove.analysis import Analysis
from countermove.errors import GameError, SpecError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, State, choices, require_actions
from countermove.players import clock
from countermove.players.player import Player
from countermove.players.repetition import worth
from countermove.values import joint

__all__ = ["Turn", "check_seats", "play_game", "take_turn"]


@dataclass(frozen=True, slots=True)
class Turn:
    """An action taken."""

    state: State
    """Where it was taken."""
    player: int
    """Who took it; CHANCE where dice did, SIMULTANEOUS where both acted at once."""
    action: Action
    after: State
    analysis: Analysis | None = None
    """What the player thought, if it tells."""
    seconds: float = 0.0
    """How long the player took."""


def play_game(
    game: Game,
    players: Sequence[Player],
    state: State | None = None,
    *,
    seed: int | None = None,
    stop: threading.Event | None = None,
    on_turn: Callable[[Turn], None] | None = None,
) -> Iterator[Turn]:
    """The turns of a game played to its end, one by one as they are taken.

    Dice are thrown with `random.Random(seed)`. When `stop` is set, the game breaks off after the turn under way. In a
    game that says `repeats`, a position that comes up for the third time is the end.

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
    turns: list[Turn] = []
    while worth(game, state, turns) is None and not (stop and stop.is_set()):
        turn = take_turn(game, state, players, dice, stop, turns)
        turns.append(turn)
        if on_turn:
            on_turn(turn)
        yield turn
        state = turn.after


def take_turn(
    game: Game, state: State, players: Sequence[Player], dice: random.Random, stop: threading.Event | None = None,
    turns: Sequence[Turn] = (),
) -> Turn:  # fmt: skip
    """What happens next in a game that is not over, after these turns."""
    actions = require_actions(game, state)
    number = game.player(state)
    if number == CHANCE:
        odds = dict(game.chances(state))
        action = dice.choices(list(odds), list(odds.values()))[0]
        return Turn(state, CHANCE, action, game.result(state, action))
    if number == SIMULTANEOUS and game.axes.simultaneous:
        return _at_once(game, state, players, stop)
    if not 0 <= number < len(players):
        raise GameError(
            f"{type(game).__name__}.player gives {number} in {state}; the players are 0 to {len(players) - 1}."
        )
    player = players[number]
    player.analysis = None
    start = clock.now()
    action = player.choose(game, state, stop, turns)
    seconds = clock.now() - start
    if not is_among(action, actions):
        names = [game.action_name(state, each) for each in actions]
        listed = ", ".join(names[:30]) + (f" and {len(names) - 30} more" if len(names) > 30 else "")
        raise GameError(f"{player.name} plays {action!r} in {state}, which is not legal there; legal: {listed}.")
    return Turn(state, number, as_action(action), game.result(state, action), player.analysis, seconds)


def _at_once(game: Game, state: State, players: Sequence[Player], stop: threading.Event | None) -> Turn:
    """A turn that both take: each is asked for its own choice, and neither is told the other's."""
    chosen = []
    for seat, player in enumerate(players):
        player.analysis = None
        choice = player.choose_at_once(game, state, seat, stop)
        if choice not in choices(game, state, seat):
            raise GameError(f"{player.name} chooses {choice!r} in {state}, which is not legal there.")
        chosen.append(choice)
    action = joint(chosen[0], chosen[1])
    return Turn(state, SIMULTANEOUS, action, game.result(state, action))


def check_seats(game: Game, players: Sequence[Player]) -> None:
    """Refuse too few players, too many, and such as cannot play the game."""
    if len(players) != game.players:
        few = "1 player" if game.players == 1 else f"{game.players} players"
        raise SpecError(f"{type(game).__name__} is for {few}, and {len(players)} are given.")
    for seat, player in enumerate(players):
        player.sit(game, seat)
