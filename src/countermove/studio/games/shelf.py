"""The studio's games: built-in games, plug-ins, and the author's, which only the command line names.

The page names a game by its name on the shelf, with parameters. It cannot name a file, module or code: names are looked
up here, and games are cached.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from countermove import dual, registry
from countermove.analysis.task import Database
from countermove.errors import SpecError
from countermove.game import Game, State
from countermove.loader import in_time, try_rules
from countermove.players import Turn
from countermove.players.external import External
from countermove.players.repetition import final_payoffs
from countermove.players.solver import Solver
from countermove.position import split_list
from countermove.studio.ahead import Ahead
from countermove.studio.games.author import AuthorGames
from countermove.studio.room.equilibria import Equilibria
from countermove.studio.room.room import Rooms
from countermove.studio.tables import Tables
from countermove.studio.web.shape import Choice, Many, RefusedError, Shape, Text
from countermove.views.wire import received

if TYPE_CHECKING:
    from countermove.studio.tree.proof_call import SavedProof

T = TypeVar("T")

MAX_CACHED = 64
"""Cached games, and cached positions per thread."""
MAX_ACTIONS = 4000
"""Maximum actions in one game."""
AT: dict[str, Shape] = {
    "game": Text(20_000),
    "start": Text(20_000, default=None),
    "actions": Many(Choice(), MAX_ACTIONS, default=()),
}
"""The fields of a position: a game, a starting position, and the actions since."""


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a game, with how it arose."""

    name: str
    game: Game
    start: State
    turns: tuple[Turn, ...]
    state: State

    @property
    def worth(self) -> tuple[float, ...] | None:
        """Each player's payoff, if the game is over."""
        return final_payoffs(self.game, self.state, self.turns)


@dataclass(slots=True)
class Shelf:
    """The available games, and the caches for them."""

    authored: AuthorGames = field(default_factory=AuthorGames)
    """The author's games, by the name the page uses."""
    tables: Tables = field(default_factory=Tables)
    """Transposition tables, per page."""
    ahead: Ahead = field(default_factory=Ahead)
    """What is compiled before anybody asks."""
    engines: dict[str, External] = field(default_factory=dict)
    """Other programs as players, which only the command line names."""
    databases: Sequence[Database] = ()
    """Endgame databases, which only the command line names."""
    entrance: str = ""
    """What the address needs for other machines: the token."""
    rooms: Rooms = field(default_factory=Rooms)
    """Games of hidden information under way."""
    equilibria: Equilibria = field(default_factory=Equilibria)
    proofs: Sequence[SavedProof] = ()
    """Saved proofs, which only the command line names."""
    networks: Sequence[str] = ()
    """Files of networks of policy and value, which only the command line names."""
    solvers: OrderedDict[str, tuple[Game, Solver, threading.Event]] = field(default_factory=OrderedDict)
    """For games with a player that solves them: who knows the solution, and whether the solver is compiled."""
    _games: OrderedDict[str, Game] = field(default_factory=OrderedDict)
    _entries: dict[str, dict[str, Any]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.authored.renewed = self.forget

    def names(self) -> list[str]:
        """All game names, the author's first."""
        return [*self.authored, *sorted(set(registry.BUILT_IN) - {"connect"}), *sorted(_installed())]

    def game(self, spec: str) -> Game:
        """The game the page names, of which pages may see everything; refused if it hides something."""
        return _seen_whole(self.any_game(spec), spec)

    def any_game(self, spec: str) -> Game:
        """The game the page names: NAME, NAME:field=value,... or a list, which is a tree."""
        if spec in self.authored:
            return self.authored[spec].game
        with self._lock:
            if spec in self._games:
                self._games.move_to_end(spec)
                return self._games[spec]
        parts = self.authored.split(spec)
        version = self.authored[parts[0]].version if parts else None
        game = again(lambda: registry.altered(self.authored[parts[0]].game, parts[1]) if parts else _built_in(spec))
        try_rules(game)
        with self._lock:
            if parts is None or version == self.authored[parts[0]].version:  # else the file was just saved
                self._games[spec] = game
            while len(self._games) > MAX_CACHED:
                self._games.popitem(last=False)
        return game

    def database(self, game: Game) -> Database | None:
        """The endgame database of a game, if there is one."""
        return next((each for each in self.databases if each.game == game), None)

    def network(self, game: Game) -> Game | None:
        """The game with a network of policy and value, if there is one: named on the command line, or shipped."""
        shipped = game.network_file
        for file in (*map(Path, self.networks), *([shipped] if shipped else [])):
            if dual.game_in(file) == type(game).__name__:
                with contextlib.suppress(SpecError):  # of another size
                    return dual.learned(game, file)
        return None

    def entry(self, name: str, make: Callable[[Shelf, str], dict[str, Any]]) -> dict[str, Any]:
        """A game's gallery card, cached; errors are not."""
        if (known := self._entries.get(name)) is not None:
            return known
        version = self.authored[name].version if name in self.authored else None
        made = make(self, name)
        with self._lock:
            if "error" not in made and (version is None or version == self.authored[name].version):
                self._entries[name] = made
        return made

    def forget(self, name: str) -> None:
        """Drop the caches of a game, with any parameters: its rules have changed."""
        with self._lock:
            self._entries.pop(name, None)
            for spec in [spec for spec in self._games if spec.startswith(f"{name}:")]:
                del self._games[spec]
        self.tables.forget(name)
        self.solvers.pop(name, None)
        self.ahead.forget(name)

    def place(self, request: dict[str, Any]) -> Place:
        """The position given by the fields of `AT`, each action checked."""
        game = self.game(request["game"])
        return in_time(game, lambda: again(lambda: self._walk(game, request)))

    def _walk(self, game: Game, request: dict[str, Any]) -> Place:
        start = game.initial() if request["start"] is None else game.read(request["start"])
        state, turns = start, []
        for at, given in enumerate(request["actions"]):
            try:
                action = received(game, state, given)
            except SpecError:
                raise RefusedError(f"Action {at + 1} of the game, {given}, is not legal there.") from None
            turns.append(Turn(state, game.player(state), action, game.result(state, action)))
            state = turns[-1].after
        return Place(request["game"], game, start, tuple(turns), state)


def again(work: Callable[[], T]) -> T:
    """The result of `work()`, retried if two threads parse Python at once, which some Python versions get wrong."""
    for _ in range(5):
        try:
            return work()
        except SystemError:
            continue
    return work()


def _built_in(spec: str) -> Game:
    """A built-in game, a plug-in, or the tree of a list; never a file."""
    name, _, fields = spec.partition(":")
    if not spec.lstrip().startswith(("[", "{")):
        if name not in registry.BUILT_IN and name not in _installed():
            raise RefusedError(f"Game {name[:40]!r} not found; the gallery shows all games.", 404)
        if len(spec) > 2000 and name != "tree":
            raise RefusedError(f"The parameters of {name} have {len(fields):,} characters; give at most 2,000.", 413)
        if name == "pacman":
            _refuse_files(fields)
    return registry.load(spec, files=False)


def _seen_whole(game: Game, spec: str) -> Game:
    """The game; refused if it hides something, for pages are sent whole positions."""
    if game.axes.hidden:
        raise RefusedError(
            f"{type(game).__name__} hides something from its players, so it is played in a room: open it from the "
            f"gallery, or at #/room?game={spec[:200]}."
        )
    return game


@functools.cache
def _installed() -> frozenset[str]:
    """The plug-ins, looked up once: none are installed while the studio runs."""
    return frozenset(registry.installed())


def _refuse_files(fields: str) -> None:
    """Reject a layout of Pacman that is not built in: on the command line it may be a file."""
    from countermove.games._pacman_layout import SHIPPED

    for part in split_list(fields):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name == "layout" and value.strip("'\"") not in SHIPPED:
            raise RefusedError(f"Layout {value[:40]!r} not found; use {', '.join(SHIPPED)}.")
