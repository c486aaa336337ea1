"""The games of the studio: those that are built in, plug-ins, and the author's own, which only the command line names.

The page names a game by its name on the shelf and gives parameters in a form. It can name no file, no module and no
code: what it sends is looked up here, and what is found is kept, for the same game is asked for again and again.
"""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from countermove import registry
from countermove.errors import SpecError
from countermove.game import Game, State
from countermove.players import Turn
from countermove.players.repetition import final_payoffs
from countermove.position import split_list
from countermove.studio.own import Own
from countermove.studio.shape import Choice, Many, RefusedError, Shape, Text
from countermove.studio.tables import Tables
from countermove.vetting import patient, vet
from countermove.views.wire import received

__all__ = ["AT", "Place", "Shelf", "again"]

T = TypeVar("T")

KEPT = 64
"""Games kept, and for each thread the last positions."""
LONGEST = 4000
"""Actions in one game."""
AT: dict[str, Shape] = {
    "game": Text(20_000),
    "start": Text(20_000, default=None),
    "actions": Many(Choice(), LONGEST, default=()),
}
"""The fields that say where one is: a game, a first position, and the actions since then."""
FILES = {"backgammon": "network", "pacman": "layout"}
"""Parameters that on the command line may name a file; the page can only name what is shipped."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one is in a game."""

    name: str
    game: Game
    start: State
    turns: tuple[Turn, ...]
    state: State

    @property
    def worth(self) -> tuple[float, ...] | None:
        """What each player got, where the game is over."""
        return final_payoffs(self.game, self.state, self.turns)


@dataclass(slots=True)
class Shelf:
    """What there is to play, and what is remembered of it."""

    own: Own = field(default_factory=Own)
    """The author's games, by the name that the page uses."""
    tables: Tables = field(default_factory=Tables)
    """What searches remember, for each page."""
    _games: OrderedDict[str, Game] = field(default_factory=OrderedDict)
    _entries: dict[str, dict[str, Any]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.own.renewed = self.forget

    def names(self) -> list[str]:
        """Every game by its name, the author's own first."""
        return [*self.own, *sorted(set(registry.BUILT_IN) - {"connect"}), *sorted(_installed())]

    def game(self, spec: str) -> Game:
        """The game that the page names: NAME or NAME:field=value,... or a list, which is a tree."""
        if spec in self.own:
            return self.own[spec].game
        with self._lock:
            if spec in self._games:
                self._games.move_to_end(spec)
                return self._games[spec]
        parts = self.own.split(spec)
        version = self.own[parts[0]].version if parts else None
        game = again(lambda: registry.altered(self.own[parts[0]].game, parts[1]) if parts else _built_in(spec))
        vet(game)
        with self._lock:
            if parts is None or version == self.own[parts[0]].version:  # else the file was saved just now
                self._games[spec] = game
            while len(self._games) > KEPT:
                self._games.popitem(last=False)
        return game

    def entry(self, name: str, make: Callable[[Shelf, str], dict[str, Any]]) -> dict[str, Any]:
        """What the gallery shows of a game, made once; what went wrong is looked at again."""
        if (known := self._entries.get(name)) is not None:
            return known
        version = self.own[name].version if name in self.own else None
        made = make(self, name)
        with self._lock:
            if "error" not in made and (version is None or version == self.own[name].version):
                self._entries[name] = made
        return made

    def forget(self, name: str) -> None:
        """Forget what is remembered of a game, with whatever parameters: its rules have changed."""
        with self._lock:
            self._entries.pop(name, None)
            for spec in [spec for spec in self._games if spec.startswith(f"{name}:")]:
                del self._games[spec]
        self.tables.forget(name)

    def place(self, asked: dict[str, Any]) -> Place:
        """Where the fields of `AT` lead, each action checked."""
        game = self.game(asked["game"])
        return patient(game, lambda: again(lambda: self._walk(game, asked)))

    def _walk(self, game: Game, asked: dict[str, Any]) -> Place:
        start = game.initial() if asked["start"] is None else game.read(asked["start"])
        state, turns = start, []
        for at, given in enumerate(asked["actions"]):
            try:
                action = received(game, state, given)
            except SpecError:
                raise RefusedError(f"Action {at + 1} of the game, {given}, is not legal there.") from None
            turns.append(Turn(state, game.player(state), action, game.result(state, action)))
            state = turns[-1].after
        return Place(asked["game"], game, start, tuple(turns), state)


def again(work: Callable[[], T]) -> T:
    """The answer of `work()`, tried anew where two threads read Python's syntax at once, which some Pythons mix up."""
    for _ in range(5):
        try:
            return work()
        except SystemError:
            continue
    return work()


def _built_in(spec: str) -> Game:
    """A game that is not the author's, or the tree that a list is; never a file."""
    name, _, fields = spec.partition(":")
    if not spec.lstrip().startswith(("[", "{")):
        if name not in registry.BUILT_IN and name not in _installed():
            raise RefusedError(f"There is no game {name[:40]!r} here; the gallery shows them all.", 404)
        if len(spec) > 2000 and name != "tree":
            raise RefusedError(f"The parameters of {name} have {len(fields):,} characters; give at most 2,000.", 413)
        if name in FILES:
            _refuse_files(fields, FILES[name])
    return registry.load(spec, files=False)


@functools.cache
def _installed() -> frozenset[str]:
    """The plug-ins, looked for once: they do not come while the studio is open."""
    return frozenset(registry.installed())


def _refuse_files(fields: str, parameter: str) -> None:
    """Refuse a value that names no layout of ours; there is nothing else on the shelf that could be named."""
    from countermove.games._pacman_layout import SHIPPED

    known = SHIPPED if parameter == "layout" else ()
    for part in split_list(fields):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name == parameter and value.strip("'\"") not in known:
            there = f"there are {', '.join(known)}" if known else "leave it out"
            raise RefusedError(f"There is no {parameter} {value[:40]!r} here; {there}.")
