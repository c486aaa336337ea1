"""A person, asked through a function that the terminal or the studio provides."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from countermove.game import Action, Game, S, State
from countermove.players.player import Player

if TYPE_CHECKING:
    from countermove.players.turn import Turn


class Ask(Protocol):
    """Shows a state to a person and waits for an action; for simultaneous actions, for the choice of one seat."""

    def __call__(self, game: Game, state: State, seat: int | None = None) -> Action: ...


class Human(Player):
    """Plays what `ask` returns.

    >>> from countermove import load
    >>> game = load("tictactoe")
    >>> Human(lambda game, state, seat=None: 4).choose(game, game.initial())
    4
    """

    name = "human"
    is_human = plays_hidden = True

    def __init__(self, ask: Ask) -> None:
        self.ask = ask

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        return self.ask(game, state)

    def choose_at_once(
        self, game: Game[S], state: S, seat: int, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> int:  # fmt: skip
        return int(self.ask(game, state, seat))
