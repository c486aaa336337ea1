"""A room: one game of hidden information, kept here, for people in several browsers and computers.

Pages elsewhere hold the game they play. Here they must not: a page is sent what its seat sees, and nothing else, so the
state stays on the server. Who may see what is decided by tokens:

    seat token       sees the view of a seat, acts for it       in the address of its page: a reload keeps the seat
    invitation       becomes the seat token of its first user   a link for somebody elsewhere
    onlooker token   sees the onlooker's view                   a link for everybody else

The page that opens a room gets the tokens of the seats at its own device, and invitations for the others: once somebody
has taken a seat, not even that page can look at it. After the end of a game everything is shown to all, and the same
seats can play again.
"""

from __future__ import annotations

import random
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from countermove.errors import UnfitError
from countermove.game import CHANCE, ONLOOKER, SIMULTANEOUS, Action, Game, State, choices, legal
from countermove.players import Player, Turn
from countermove.players.random import Random
from countermove.players.repetition import final_payoffs
from countermove.studio.web.shape import RefusedError
from countermove.values import joint

MAX_ROOMS = 500
"""Rooms kept at once."""
MIN_IDLE_SECONDS = 600.0
"""A room that was used since then is never closed to make space."""
MAX_TURNS = 4000
"""Maximum actions in one game."""
MAX_LISTENERS = 64
"""Pages that may follow one room."""
GONE = "This room is gone: the studio was restarted, or nobody has used it for long. Open a new one from the gallery."

Kind = Literal["here", "link", "computer"]
Dealer = Callable[[], str]
Listener = Callable[[], None]


def _token() -> str:
    return secrets.token_urlsafe(18)


@dataclass(slots=True)
class Seat:
    """Who plays: a person at the device that opened the room, a person elsewhere, or a computer."""

    kind: Kind
    player: Player | None = None
    """The computer."""
    invitation: str = ""
    """For a person elsewhere; empty once it is used."""


@dataclass(slots=True)
class Room:
    """A game, its seats and the turns so far."""

    spec: str
    game: Game
    seats: tuple[Seat, ...]
    start: State
    turns: list[Turn] = field(default_factory=list)
    chosen: dict[int, int] = field(default_factory=dict)
    """In a simultaneous turn: the choices made so far, which nobody sees."""
    resigned: int | None = None
    totals: list[float] = field(default_factory=list)
    """What each player has won in all games of this room that ended by the rules."""
    games: int = 0
    """How many these are."""
    number: int = 1
    """The number of this game in the room."""
    note: str = ""
    """What should be known about a computer that plays here."""
    onlooker: str = ""
    """The token of onlookers."""
    entrance: str = ""
    """What the address of a studio needs that other machines may use."""
    used: float = 0.0
    lock: threading.RLock = field(default_factory=threading.RLock)
    thinking: bool = False
    dice: random.Random = field(default_factory=random.SystemRandom)
    listeners: list[Listener] = field(default_factory=list)

    @property
    def state(self) -> State:
        return self.turns[-1].after if self.turns else self.start

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """Each player's payoff, if the game ended by its rules."""
        return final_payoffs(self.game, self.state, self.turns)

    @property
    def is_over(self) -> bool:
        return self.resigned is not None or self.payoffs is not None

    @property
    def waiting(self) -> list[int]:
        """The seats that are to act."""
        if self.is_over:
            return []
        mover = self.game.player(self.state)
        if mover == SIMULTANEOUS:
            return [seat for seat in range(self.game.players) if seat not in self.chosen]
        return [] if mover == CHANCE else [mover]

    def begin(self) -> None:
        """Deal, up to the first decision."""
        with self.lock:
            self.totals = self.totals or [0.0] * self.game.players
            self._deal()

    def again(self) -> None:
        """Start the next game."""
        with self.lock:
            if not self.is_over:
                raise RefusedError("This game is not over; play it to the end, or resign.")
            self.start, self.turns, self.chosen, self.resigned = self.game.initial(), [], {}, None
            self.number += 1
            self._deal()
        self._changed()

    def act(self, seat: int, action: Action) -> None:
        """The action, or in a simultaneous turn the choice, of a seat that is to act."""
        with self.lock:
            if seat not in self.waiting:
                raise RefusedError("It is not your turn.", 409)
            if len(self.turns) >= MAX_TURNS:
                raise RefusedError(f"A game has at most {MAX_TURNS:,} actions here; resign, and play again.")
            state = self.state
            if self.game.player(state) == SIMULTANEOUS:
                self.chosen[seat] = int(action)
                if len(self.chosen) < self.game.players:
                    self._changed()
                    return
                action, self.chosen = joint(self.chosen[0], self.chosen[1]), {}
            self._take(action)
            self._deal()
        self._changed()

    def resign(self, seat: int) -> None:
        """End the game; everything is shown."""
        with self.lock:
            if self.is_over:
                raise RefusedError("This game is over.", 409)
            self.resigned = seat
        self._changed()

    def think(self, stop: threading.Event) -> None:
        """Let the computers act that are to act, until a person is; at once if another page has asked for it."""
        with self.lock:
            if self.thinking:
                return
            self.thinking = True
        try:
            while not stop.is_set():
                with self.lock:
                    state, turns, seats = self.state, tuple(self.turns), self.waiting
                    seat = next((each for each in seats if self.seats[each].player is not None), None)
                    at_once = seat is not None and self.game.player(state) == SIMULTANEOUS
                if seat is None:
                    return
                action = self._chosen_by(seat, state, turns, at_once, stop)
                with self.lock:
                    if tuple(self.turns) == turns and seat in self.waiting:  # nobody has resigned meanwhile
                        self.act(seat, action)
        finally:
            self.thinking = False

    def _chosen_by(
        self, seat: int, state: State, turns: Sequence[Turn], at_once: bool, stop: threading.Event
    ) -> Action:  # fmt: skip
        """What a computer chooses; one that cannot play this game is replaced by random play, which the page says."""
        player = self.seats[seat].player
        assert player is not None
        try:
            if at_once:
                return player.choose_at_once(self.game, state, seat, stop, turns)
            return player.choose(self.game, state, stop, turns)
        except UnfitError as error:
            self.seats[seat].player = stand_in = Random()
            self.note = f"{self.game.player_name(seat).capitalize()} plays at random: {str(error).partition(';')[0]}."
            if at_once:
                return stand_in.choose_at_once(self.game, state, seat, stop, turns)
            return stand_in.choose(self.game, state, stop, turns)

    def _take(self, action: Action) -> None:
        state = self.state
        self.turns.append(Turn(state, self.game.player(state), action, self.game.result(state, action)))
        if (got := self.payoffs) is not None:
            self.games += 1
            self.totals = [total + each for total, each in zip(self.totals, got)]

    def _deal(self) -> None:
        """Sample chance until a player is to act."""
        while not self.is_over and self.game.player(self.state) == CHANCE and len(self.turns) < MAX_TURNS:
            odds = dict(self.game.chances(self.state))
            self._take(self.dice.choices(list(odds), list(odds.values()))[0])

    def offered(self, seat: int) -> list[Action]:
        """What a seat may do now."""
        if seat not in self.waiting:
            return []
        if self.game.player(self.state) == SIMULTANEOUS:
            return list(choices(self.game, self.state, seat))
        return list(legal(self.game, self.state))

    # Those who look.

    def listen(self, told: Listener) -> Callable[[], None]:
        """Have `told` called after every change, until the returned function is called."""
        with self.lock:
            if len(self.listeners) >= MAX_LISTENERS:
                raise RefusedError(f"{MAX_LISTENERS} pages follow this room already; close one.", 503)
            self.listeners.append(told)

        def end() -> None:
            with self.lock, suppress(ValueError):
                self.listeners.remove(told)

        return end

    def _changed(self) -> None:
        self.used = time.monotonic()
        for told in list(self.listeners):
            told()


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a token stands for."""

    room: Room
    viewer: int
    """A seat, or ONLOOKER."""
    hosts: bool = False
    """Whether it is of the page that opened the room, which hands out the invitations."""

    @property
    def seat(self) -> int:
        """The seat; refused for an onlooker."""
        if self.viewer == ONLOOKER:
            raise RefusedError("You are looking on; only a player can do that.", 403)
        return self.viewer


class Rooms:
    """All rooms of a studio, by token."""

    def __init__(self, token: Dealer = _token) -> None:
        self._token = token
        self._tickets: dict[str, Ticket] = {}
        self._invitations: dict[str, tuple[Room, int]] = {}
        self._lock = threading.Lock()

    def open(self, room: Room) -> tuple[list[str], str]:
        """Keep a room; the tokens of the seats at the device that opens it, and that of its onlooker's view."""
        room.onlooker = self._token()
        room.used = time.monotonic()
        with self._lock:
            self._make_space()
            here = []
            for seat, each in enumerate(room.seats):
                if each.kind == "here":
                    here.append(self._seat(room, seat, hosts=True))
                elif each.kind == "link":
                    each.invitation = self._token()
                    self._invitations[each.invitation] = room, seat
            self._tickets[room.onlooker] = Ticket(room, ONLOOKER)
            host = self._token()
            self._tickets[host] = Ticket(room, ONLOOKER, hosts=True)
        return here, host

    def ticket(self, token: str) -> Ticket:
        """What a token stands for; refused if it is unknown."""
        found = self._tickets.get(token)
        if found is None:
            raise RefusedError(GONE, 404)
        found.room.used = time.monotonic()
        return found

    def join(self, invitation: str) -> str:
        """The token of the seat that an invitation is for; it works once."""
        with self._lock:
            found = self._invitations.pop(invitation, None)
            if found is None:
                raise RefusedError("This seat is taken, or its room is gone; ask for the link for onlookers.", 404)
            room, seat = found
            room.seats[seat].invitation = ""
            token = self._seat(room, seat)
        room._changed()
        return token

    def _seat(self, room: Room, seat: int, hosts: bool = False) -> str:
        token = self._token()
        self._tickets[token] = Ticket(room, seat, hosts)
        return token

    def _make_space(self) -> None:
        """Close the room that has been idle for longest, if there are too many."""
        rooms = {id(ticket.room): ticket.room for ticket in self._tickets.values()}
        if len(rooms) < MAX_ROOMS:
            return
        oldest = min(rooms.values(), key=lambda room: room.used)
        if time.monotonic() - oldest.used < MIN_IDLE_SECONDS:
            raise RefusedError(f"All {MAX_ROOMS} rooms are in use; try again in a few minutes.", 503)
        self._tickets = {token: each for token, each in self._tickets.items() if each.room is not oldest}
        self._invitations = {token: each for token, each in self._invitations.items() if each[0] is not oldest}
