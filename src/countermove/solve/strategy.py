"""A strategy: one action for every position that the opponent can force, and the value it guarantees.

It can come from any exact answer: a `Solution`, a swept `Database`, a proof-number search. It can be saved to a file,
and verified independently of its origin: `verify` plays it against every reply by the rules alone. A guaranteed win
must be reached, not put off for ever; so positions may repeat only where endless play is worth the guaranteed value.

Positions are stored as the game writes them. Where the game has `canonical`, one position represents all that are
symmetric to it, and its action the actions that lead to symmetric positions.

A strategy may end where an endgame database begins; to verify it takes the database, which is verified on its own.
"""

from __future__ import annotations

import json
import math
import os
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from countermove.errors import SpecError, UnfitError
from countermove.files import no_device, written_whole
from countermove.game import Action, Game, S, State, legal, offers, utility_of
from countermove.values import freeze

if TYPE_CHECKING:
    from countermove.solve.database import Database
    from countermove.solve.slices import SliceDatabase
    from countermove.solve.solution import Solution

MAX_POSITIONS = 1_000_000
"""The default limit on the positions of a strategy."""
FORMAT = "countermove strategy"
VERSION = 1
TOLERANCE = 1e-9
"""Utilities that differ by no more count as equal: one player's may be computed from the other's."""


@dataclass(frozen=True, slots=True)
class Strategy(Generic[S]):
    """What a player does from `start` on, to get at least `value` whatever the opponent does.

    >>> from countermove.games.nim import Nim
    >>> from countermove.solve import solve
    >>> game = Nim((1, 2))
    >>> plan = strategy(solve(game))
    >>> plan.player, plan.value, plan.actions
    (0, 1.0, {'piles=(1,2),mover=0': 'b1', 'piles=(0,1),mover=0': 'b1', 'piles=(1,0),mover=0': 'a1'})
    >>> plan.verify().holds
    True
    """

    game: Game[S] = field(repr=False)
    start: S
    player: int
    value: float
    actions: Mapping[str, str]
    """The name of the action by position, as the game writes them."""
    ends_in_database: bool = False
    """Whether it has no actions for positions of an endgame database."""

    def entry(self, state: S) -> S | None:
        """The state that the strategy has an action for: this one, or its canonical state."""
        for place in (state, _canonical(self.game, state)):
            if self.game.write(place) in self.actions:
                return place
        return None

    def action(self, state: S) -> Action:
        """The action in a state; None when the strategy has no legal one. A pass may be None too."""
        return next(iter(self.chosen(state)), None)

    def chosen(self, state: S) -> list[Action]:
        """The action in a state, alone; nothing when the strategy has no legal one."""
        place = self.entry(state)
        if place is None:
            return []
        named = _named(self.game, place, self.actions[self.game.write(place)])
        return _moved(self.game, place, named[0], state) if named else []

    def verify(
        self,
        *,
        database: SliceDatabase[S] | None = None,
        stop: threading.Event | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Verification:
        """Play it against every reply."""
        return verify(self, database=database, stop=stop, progress=progress)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save it to a file, atomically."""
        place = Path(path)
        data = {
            "format": FORMAT,
            "version": VERSION,
            "game": _name(self.game),
            "position": self.game.write(self.start),
            "player": self.player,
            "value": self.value if math.isfinite(self.value) else str(self.value),
            "actions": dict(self.actions),
        } | ({"database": True} if self.ends_in_database else {})
        try:
            with written_whole(place) as part:
                part.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        except OSError as error:
            raise SpecError(f"The strategy cannot be written to {place}: {error.strerror or error}.") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: Game[S]) -> Strategy[S]:
        """Load a strategy; SpecError when the file is invalid, or for another game."""
        data = _read(Path(path))
        if data["game"] != _name(game):
            raise SpecError(f"The file {path} is a strategy for {data['game']}, not for {_name(game)}.")
        if data["player"] not in range(game.players):
            raise SpecError(
                f"The file {path} is a strategy for player {data['player']}; the players are 0 to {game.players - 1}."
            )
        return cls(game, game.read(data["position"]), data["player"], float(data["value"]), data["actions"],
                   data.get("database") is True)  # fmt: skip


def _read(path: Path) -> dict[str, Any]:
    """The contents of a strategy file, validated."""
    try:
        data = json.loads(no_device(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise SpecError(f"The file {path} cannot be read: {error.strerror or error}.") from None
    except (ValueError, RecursionError):
        raise SpecError(
            f"The file {path} is not a strategy: it is not JSON. Write one with solve --strategy."
        ) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SpecError(f"The file {path} is not a strategy; write one with solve --strategy.")
    if data.get("version") != VERSION:
        raise SpecError(
            f"The file {path} has format version {data.get('version')!r}, but this Countermove reads {VERSION}."
        )
    number = data.get("value")
    if number in ("inf", "-inf"):
        number = float(number)
    kinds = {"game": str, "position": str, "player": int, "actions": dict}
    wrong = [name for name, kind in kinds.items() if not isinstance(data.get(name), kind)]
    if not isinstance(number, (int, float)) or math.isnan(number):
        wrong.append("value")
    elif not wrong and not all(isinstance(word, str) for word in data["actions"].values()):
        wrong.append("actions")
    if wrong:
        raise SpecError(
            f"The file {path} is a damaged strategy: its {wrong[0]!r} is missing or not a {_kind(wrong[0])}."
        )
    return {**data, "value": number}


def _kind(name: str) -> str:
    kinds = {"player": "number", "value": "number", "actions": "list of actions by position"}
    return kinds.get(name, "text")


# Building.


def strategy(
    found: Solution | Database,
    state: State | None = None,
    player: int | None = None,
    *,
    most: int = MAX_POSITIONS,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> Strategy:
    """The strategy in an exact answer, from `state` on (by default the game's first), for `player`.

    By default for the player who is ahead, or the one to move when neither is. `most` limits the positions in it.
    """
    from countermove.solve.lazy import LazySolution

    if isinstance(found, LazySolution):
        if state is not None and freeze(state) != freeze(found.search.state):
            raise SpecError(f"The position {found.game.write(state)} was not met: solve from it.")
        return found.strategy(player, most=most, stop=stop, progress=progress)
    game = found.game
    if not found.complete:
        raise SpecError("The search was stopped before the value was proven, so there is no strategy yet.")
    start = game.initial() if state is None else state
    fit(game, "A strategy")
    mover = 0 if game.is_terminal(start) else int(game.player(start))
    outcome = found.outcomes.get(freeze(start)) if hasattr(found, "outcomes") else found.outcome(start)
    if outcome is None:
        raise SpecError(f"The position {game.write(start)} was not met: solve from it.")
    player = better(game, mover, outcome.values[mover]) if player is None else player
    if player not in (0, 1):
        raise SpecError(f"There is no player {player}; the players are 0 and 1.")
    best = found.best
    return build(game, start, player, outcome.values[player], lambda at: best(at)[0], most, stop, progress)


def export(
    found: Solution | Database,
    path: str | os.PathLike[str],
    state: State | None = None,
    player: int | None = None,
    *,
    most: int = MAX_POSITIONS,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> Strategy:
    """Write the strategy in an exact answer to a file."""
    made = strategy(found, state, player, most=most, stop=stop, progress=progress)
    made.save(path)
    return made


def build(
    game: Game[S],
    start: S,
    player: int,
    value: float,
    choose: Callable[[S], Action],
    most: int = MAX_POSITIONS,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] | None = None,
    database: SliceDatabase[S] | None = None,
) -> Strategy[S]:
    """The strategy that takes the action of `choose` in every state that can come up, as far as a database."""
    if most < 1:
        raise SpecError(f"The limit is {most} positions; give 1 or more.")
    actions: dict[str, str] = {}
    written: dict[str, Hashable] = {}
    met: set[Hashable] = set()
    waiting = [start]
    while waiting:
        state = waiting.pop()
        image = _canonical(game, state)
        key = freeze(image)
        if key in met or game.is_terminal(state):
            continue
        met.add(key)
        if database is not None and state in database:
            continue
        if stop is not None and stop.is_set():
            raise SpecError(f"Stopped after {len(actions):,} positions, before the strategy was complete.")
        if game.player(state) != player:
            waiting.extend(game.result(state, action) for action in reversed(legal(game, state)))
            continue
        if len(actions) == most:
            raise SpecError(
                f"The strategy has more than {most:,} positions; allow more, or start from a later position."
            )
        action = choose(state)
        moved = _moved(game, state, action, image)
        place, there = (image, moved[0]) if moved else (state, action)
        text = game.write(place)
        if written.setdefault(text, freeze(place)) != freeze(place):
            raise SpecError(
                f"{type(game).__name__}.write gives {text!r} for two different positions, so no strategy can be "
                "saved. Run `countermove check` to find out more."
            )
        actions[text] = action_word(game, place, there)
        waiting.append(game.result(state, action))
        if progress is not None:
            progress(len(actions))
    return Strategy(game, start, player, value, actions, database is not None)


def better(game: Game, mover: int, value: float) -> int:
    """Who is ahead, given the value for the mover; the mover when neither is."""
    return mover if value >= game.neutral else 1 - mover


def fit(game: Game, what: str) -> None:
    """Raise UnfitError for a game whose values are not guarantees against every reply."""
    name, axes = type(game).__name__, game.axes
    if game.players != 2:
        players = "one player" if game.players == 1 else f"{game.players} players"
        raise UnfitError(f"{what} needs two players, but {name} has {players}; use solve.")
    if axes.stochastic:
        raise UnfitError(f"{what} does not support chance, which {name} has; use solve.")
    if axes.hidden or axes.simultaneous:
        kind = "hidden information" if axes.hidden else "simultaneous actions"
        raise UnfitError(f"{what} needs perfect information and turns, but {name} has {kind}.")
    if axes.payoff not in ("zero", "constant") or axes.teams:
        raise UnfitError(f"{what} needs two opposed sides, but {name} has none ({axes.words()}); use solve.")


def action_word(game: Game[S], state: S, action: Action) -> str:
    """The name of an action, with its number where another has the same name."""
    name = game.action_name(state, action)
    twice = sum(game.action_name(state, other) == name for other in legal(game, state)) > 1
    return f"{name} (#{action})" if twice else name


def _named(game: Game, state: State, word: str) -> list[Action]:
    """The legal action with this name, alone; nothing where there is none."""
    return [action for action in legal(game, state) if action_word(game, state, action) == word][:1]


def _canonical(game: Game[S], state: S) -> S:
    return game.canonical(state) if offers(game, "canonical") else state


def _moved(game: Game, state: State, action: Action, image: State) -> list[Action]:
    """The corresponding action in a symmetric state, alone; nothing if there is none."""
    if freeze(image) == freeze(state):
        return [action]
    target = freeze(_canonical(game, game.result(state, action)))
    there = (other for other in legal(game, image) if freeze(_canonical(game, game.result(image, other))) == target)
    return list(islice(there, 1))


def _name(game: Game) -> str:
    """The name of the game in a file: its class and fields."""
    return type(game).__name__ if type(game).__repr__ is object.__repr__ else repr(game)


# Verifying.


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of playing a strategy against every reply."""

    holds: bool
    states: int
    """Different positions that came up."""
    ends: int
    """Terminal positions among them."""
    longest: int | None
    """Plies of the longest game; None when positions can repeat, or the strategy does not hold."""
    fault: str = ""
    """What is wrong, as a sentence."""
    line: tuple[int, ...] = ()
    """The actions that lead to the fault."""


@dataclass(slots=True)
class _Frame:
    """A state on the path, with the actions still to try."""

    state: State
    key: Hashable
    actions: Iterator[int]
    taken: int = 0
    longest: int = 0


class _BrokenError(Exception):
    """The strategy does not hold; the text says why."""


def verify(
    plan: Strategy[S],
    start: S | None = None,
    *,
    database: SliceDatabase[S] | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> Verification:
    """Play a strategy against every reply, by the rules alone, from `start` (by default its own first position).

    It must have a legal action in every position that comes up, every game must end with at least the guaranteed value,
    and positions must not repeat unless endless play is worth as much. A position of a `database` counts as an end.
    """
    fit(plan.game, "A strategy")
    if plan.ends_in_database and database is None:
        raise SpecError("This strategy ends where an endgame database begins; give the database.")
    return _Walk(plan, stop, progress, database).run(plan.start if start is None else start)


class _Walk:
    """A depth-first walk through everything that can come up."""

    def __init__(
        self, plan: Strategy, stop: threading.Event | None, progress: Callable[[int], None] | None,
        database: SliceDatabase | None,
    ) -> None:  # fmt: skip
        self.plan, self.game = plan, plan.game
        self.stop, self.progress = stop, progress
        self.lengths: dict[Hashable, int | None] = {}
        """Plies of the longest game from each state; None while it is on the path."""
        self.database = database
        self.ends = 0
        self.rounds = False
        self.path: list[_Frame] = []

    def run(self, start: State) -> Verification:
        try:
            self._enter(start)
            while self.path:
                self._step()
        except _BrokenError as broken:
            line = tuple(frame.taken for frame in self.path)
            return Verification(False, len(self.lengths), self.ends, None, str(broken), line)
        longest = None if self.rounds else self.lengths[freeze(start)]
        return Verification(True, len(self.lengths), self.ends, longest)

    def _step(self) -> None:
        """Take the next action of the last state on the path, or go back when there is none."""
        frame = self.path[-1]
        for action in frame.actions:
            frame.taken = action
            self._enter(self.game.result(frame.state, action))
            return
        self.lengths[frame.key] = frame.longest
        self.path.pop()
        self._note(frame.longest)

    def _note(self, length: int) -> None:
        """Record the longest game below the last state on the path."""
        if self.path:
            self.path[-1].longest = max(self.path[-1].longest, length + 1)

    def _enter(self, state: State) -> None:
        """Enter a state: met before, on the path, terminal, or new."""
        game, plan = self.game, self.plan
        key = freeze(state)
        if key in self.lengths:
            known = self.lengths[key]
            if known is None:
                self._repeated()
            self._note(known or 0)
            return
        if self.stop is not None and self.stop.is_set():
            raise SpecError(f"Stopped after {len(self.lengths):,} positions, before the strategy was verified.")
        there = None if self.database is None else self.database.found(state)
        if there is not None or game.is_terminal(state):
            self.lengths[key] = 0
            self.ends += 1
            utility = utility_of(game, state, plan.player) if there is None else there.values[plan.player]
            if not (utility >= plan.value or abs(utility - plan.value) <= TOLERANCE):
                raise _BrokenError(f"The game ends with {utility:g} for {self._who}, who is guaranteed {plan.value:g}.")
            self._note(0)
            return
        self.lengths[key] = None
        self.path.append(_Frame(state, key, iter(self._choices(state))))
        if self.progress is not None:
            self.progress(len(self.lengths))

    def _choices(self, state: State) -> list[Action]:
        """The actions to try in a state: the strategy's, or all of the opponent's."""
        game = self.game
        actions = legal(game, state)
        if game.player(state) != self.plan.player:
            if not actions:
                raise _BrokenError("The game is not over, but it has no action.")
            return actions
        place = self.plan.entry(state)
        if place is None:
            raise _BrokenError(f"The strategy has no action for the position {game.write(state)!r}.")
        chosen = self.plan.chosen(state)
        if not chosen:
            text = game.write(place)
            raise _BrokenError(f"The action {self.plan.actions[text]!r} for the position {text!r} is not legal.")
        return chosen

    def _repeated(self) -> None:
        """A position repeats on the path."""
        game, plan = self.game, self.plan
        if not game.repeats:
            raise _BrokenError(f"A position repeats, but {type(game).__name__} does not declare repeats = True.")
        worth = float(game.endless(plan.player))
        if not (worth >= plan.value or abs(worth - plan.value) <= TOLERANCE):
            raise _BrokenError(
                f"Play can go on for ever, which is worth {worth:g} to {self._who}, who is guaranteed {plan.value:g}."
            )
        self.rounds = True

    @property
    def _who(self) -> str:
        return self.game.player_name(self.plan.player)
