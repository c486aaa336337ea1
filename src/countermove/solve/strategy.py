"""A strategy: one action for every position that the other can force, and what it promises.

It can come from any exact answer: a `Solution`, a swept `Database`, a proof by numbers. It can be written to a file,
and it can be verified without trusting who made it: `verify` plays it against every reply by the rules alone. Who is
promised a win must get to it and not go round for ever; so positions may repeat only where endless play is worth what
is promised.

Positions stand in it as the game writes them. Where the game has `canonical`, one position stands for all that are
symmetric to it, and its action for the actions that lead to symmetric positions.
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
from typing import TYPE_CHECKING, Any

from countermove.errors import SpecError, UnfitError
from countermove.files import no_device, written_whole
from countermove.game import Action, Game, State, legal, offers, utility_of
from countermove.values import freeze

if TYPE_CHECKING:
    from countermove.solve.database import Database
    from countermove.solve.solution import Solution

__all__ = ["MOST", "Strategy", "Verification", "action_word", "export", "strategy", "verify"]

MOST = 1_000_000
"""Positions that a strategy has at most, unless told otherwise."""
FORMAT = "countermove strategy"
VERSION = 1
NEAR = 1e-9
"""Utilities are taken as equal when they differ by no more: one player's share may be computed from the other's."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """What a player does from `start` on, to get at least `value` whatever the other does.

    >>> from countermove.games.nim import Nim
    >>> from countermove.solve import solve
    >>> game = Nim((1, 2))
    >>> plan = strategy(solve(game))
    >>> plan.player, plan.value, plan.actions
    (0, 1.0, {'piles=(1,2),mover=0': 'b1', 'piles=(0,1),mover=0': 'b1', 'piles=(1,0),mover=0': 'a1'})
    >>> plan.verify().holds
    True
    """

    game: Game = field(repr=False)
    start: State
    player: int
    value: float
    actions: Mapping[str, str]
    """The name of the action, by position as the game writes it."""

    def entry(self, state: State) -> State | None:
        """The state that the strategy has an action for: this one, or one that stands for it."""
        for place in (state, _canonical(self.game, state)):
            if self.game.write(place) in self.actions:
                return place
        return None

    def action(self, state: State) -> Action:
        """The action in a state; None when the strategy has none that is legal. A pass may be None too."""
        return next(iter(self.chosen(state)), None)

    def chosen(self, state: State) -> list[Action]:
        """The action in a state, alone; nothing when the strategy has none that is legal."""
        place = self.entry(state)
        if place is None:
            return []
        named = _named(self.game, place, self.actions[self.game.write(place)])
        return _moved(self.game, place, named[0], state) if named else []

    def verify(
        self,
        *,
        stop: threading.Event | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Verification:
        """Play it against every reply."""
        return verify(self, stop=stop, progress=progress)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file: the whole file, or none."""
        place = Path(path)
        told = {
            "format": FORMAT,
            "version": VERSION,
            "game": _name(self.game),
            "position": self.game.write(self.start),
            "player": self.player,
            "value": self.value if math.isfinite(self.value) else str(self.value),
            "actions": dict(self.actions),
        }
        try:
            with written_whole(place) as part:
                part.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        except OSError as error:
            raise SpecError(f"The strategy cannot be written to {place}: {error.strerror or error}.") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: Game) -> Strategy:
        """The strategy in a file, or SpecError: when it is none, or not of this game."""
        told = _read(Path(path))
        if told["game"] != _name(game):
            raise SpecError(f"The file {path} is a strategy for {told['game']}, not for {_name(game)}.")
        if told["player"] not in range(game.players):
            raise SpecError(
                f"The file {path} is a strategy for player {told['player']}; the players are 0 to {game.players - 1}."
            )
        return cls(game, game.read(told["position"]), told["player"], float(told["value"]), told["actions"])


def _read(path: Path) -> dict[str, Any]:
    """What a file says, once it is sure to be a strategy."""
    try:
        told = json.loads(no_device(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise SpecError(f"The file {path} cannot be read: {error.strerror or error}.") from None
    except (ValueError, RecursionError):
        raise SpecError(f"The file {path} is no strategy: it is not JSON. Write one with solve --strategy.") from None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise SpecError(f"The file {path} is no strategy; write one with solve --strategy.")
    if told.get("version") != VERSION:
        raise SpecError(
            f"The file {path} is a strategy of version {told.get('version')!r}, and this program reads {VERSION}."
        )
    number = told.get("value")
    if number in ("inf", "-inf"):
        number = float(number)
    kinds = {"game": str, "position": str, "player": int, "actions": dict}
    wrong = [name for name, kind in kinds.items() if not isinstance(told.get(name), kind)]
    if not isinstance(number, (int, float)) or math.isnan(number):
        wrong.append("value")
    elif not wrong and not all(isinstance(word, str) for word in told["actions"].values()):
        wrong.append("actions")
    if wrong:
        raise SpecError(f"The file {path} is a damaged strategy: its {wrong[0]!r} is missing or no {_kind(wrong[0])}.")
    return {**told, "value": number}


def _kind(name: str) -> str:
    kinds = {"player": "number", "value": "number", "actions": "list of actions by position"}
    return kinds.get(name, "text")


# Making one.


def strategy(
    found: Solution | Database,
    state: State | None = None,
    player: int | None = None,
    *,
    most: int = MOST,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> Strategy:
    """The strategy in an exact answer, from `state` on (by default the game's first), for `player`.

    By default for who stands better, or who is to move when nobody does. `most` limits the positions in it.
    """
    from countermove.solve.asked import Asked

    if isinstance(found, Asked):
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
        raise SpecError(f"A strategy for player {player} was asked for; the players are 0 and 1.")
    best = found.best
    return build(game, start, player, outcome.values[player], lambda at: best(at)[0], most, stop, progress)


def export(
    found: Solution | Database,
    path: str | os.PathLike[str],
    state: State | None = None,
    player: int | None = None,
    *,
    most: int = MOST,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> Strategy:
    """Write the strategy in an exact answer to a file."""
    made = strategy(found, state, player, most=most, stop=stop, progress=progress)
    made.save(path)
    return made


def build(
    game: Game,
    start: State,
    player: int,
    value: float,
    choose: Callable[[State], Action],
    most: int = MOST,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> Strategy:
    """The strategy of who takes the action that `choose` gives, in every state that can come up."""
    if most < 1:
        raise SpecError(f"A strategy of at most {most} positions was asked for; give 1 or more.")
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
        if stop is not None and stop.is_set():
            raise SpecError(f"Stopped after {len(actions):,} positions, before the strategy was whole.")
        if game.player(state) != player:
            waiting.extend(game.result(state, action) for action in reversed(legal(game, state)))
            continue
        if len(actions) == most:
            raise SpecError(
                f"The strategy has more than {most:,} positions; allow more of them, or start from a later position."
            )
        action = choose(state)
        moved = _moved(game, state, action, image)
        place, there = (image, moved[0]) if moved else (state, action)
        text = game.write(place)
        if written.setdefault(text, freeze(place)) != freeze(place):
            raise SpecError(
                f"{type(game).__name__}.write gives {text!r} for two different positions, so no strategy can be "
                "written down; countermove check tells more."
            )
        actions[text] = action_word(game, place, there)
        waiting.append(game.result(state, action))
        if progress is not None:
            progress(len(actions))
    return Strategy(game, start, player, value, actions)


def better(game: Game, mover: int, value: float) -> int:
    """Who stands better, when the state is worth so much to who is to move; that player when nobody does."""
    return mover if value >= game.neutral else 1 - mover


def fit(game: Game, what: str) -> None:
    """Refuse a game where "at least so much, whatever the other does" is not what a value means."""
    name, axes = type(game).__name__, game.axes
    if game.players != 2:
        players = "one player" if game.players == 1 else f"{game.players} players"
        raise UnfitError(f"{what} is for games of two and {name} has {players}; use solve.")
    if axes.stochastic:
        raise UnfitError(f"{what} cannot weigh the chance in {name}; use solve.")
    if axes.hidden or axes.simultaneous:
        kind = "hidden information" if axes.hidden else "simultaneous actions"
        raise UnfitError(f"{what} is for games where everyone sees the state, and {name} has {kind}.")
    if axes.payoff not in ("zero", "constant") or axes.teams:
        raise UnfitError(f"{what} needs two opposed sides and {name} has none ({axes.words()}); use solve.")


def action_word(game: Game, state: State, action: Action) -> str:
    """An action by its name, and its number too where another has the same name."""
    name = game.action_name(state, action)
    twice = sum(game.action_name(state, other) == name for other in legal(game, state)) > 1
    return f"{name} (#{action})" if twice else name


def _named(game: Game, state: State, word: str) -> list[Action]:
    """The legal action that a word stands for, alone; nothing where there is none."""
    return [action for action in legal(game, state) if action_word(game, state, action) == word][:1]


def _canonical(game: Game, state: State) -> State:
    return game.canonical(state) if offers(game, "canonical") else state


def _moved(game: Game, state: State, action: Action, image: State) -> list[Action]:
    """The action in a symmetric state that leads to where this one does, symmetry aside; nothing if there is none."""
    if freeze(image) == freeze(state):
        return [action]
    target = freeze(_canonical(game, game.result(state, action)))
    there = (other for other in legal(game, image) if freeze(_canonical(game, game.result(image, other))) == target)
    return list(islice(there, 1))


def _name(game: Game) -> str:
    """What a file calls the game: its class and its fields."""
    return type(game).__name__ if type(game).__repr__ is object.__repr__ else repr(game)


# Verifying one.


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of playing a strategy against every reply."""

    holds: bool
    states: int
    """Different positions that came up."""
    ends: int
    """Those where the game is over."""
    longest: int | None
    """Plies of the longest game; None when play can go round, or the strategy does not hold."""
    fault: str = ""
    """What is wrong, as a sentence."""
    line: tuple[int, ...] = ()
    """The actions that lead to it."""


@dataclass(slots=True)
class _Frame:
    """A state on the path, with the actions still to be tried."""

    state: State
    key: Hashable
    actions: Iterator[int]
    taken: int = 0
    longest: int = 0


class _BrokenError(Exception):
    """The strategy does not hold; the text says why."""


def verify(
    plan: Strategy,
    start: State | None = None,
    *,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> Verification:
    """Play a strategy against every reply, by the rules alone, from `start` (by default its own first position).

    In every position that comes up it must have a legal action, every game must end with what is promised or more, and
    play must not go round unless that is worth as much.
    """
    fit(plan.game, "A strategy")
    return _Walk(plan, stop, progress).run(plan.start if start is None else start)


class _Walk:
    """One way through everything that can come up."""

    def __init__(self, plan: Strategy, stop: threading.Event | None, progress: Callable[[int], None] | None) -> None:
        self.plan, self.game = plan, plan.game
        self.stop, self.progress = stop, progress
        self.lengths: dict[Hashable, int | None] = {}
        """Plies of the longest game from each state; None while it is on the path."""
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
        """The next action of the last state on the path, or back from it when there is none."""
        frame = self.path[-1]
        for action in frame.actions:
            frame.taken = action
            self._enter(self.game.result(frame.state, action))
            return
        self.lengths[frame.key] = frame.longest
        self.path.pop()
        self._note(frame.longest)

    def _note(self, length: int) -> None:
        """From here the longest game takes so many plies."""
        if self.path:
            self.path[-1].longest = max(self.path[-1].longest, length + 1)

    def _enter(self, state: State) -> None:
        """A state that comes up: met before, on the path, the end of a game, or new."""
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
        if game.is_terminal(state):
            self.lengths[key] = 0
            self.ends += 1
            utility = utility_of(game, state, plan.player)
            if not (utility >= plan.value or abs(utility - plan.value) <= NEAR):
                raise _BrokenError(f"The game ends with {utility:g} for {self._who}, who is promised {plan.value:g}.")
            self._note(0)
            return
        self.lengths[key] = None
        self.path.append(_Frame(state, key, iter(self._choices(state))))
        if self.progress is not None:
            self.progress(len(self.lengths))

    def _choices(self, state: State) -> list[Action]:
        """What can be done in a state: the strategy's action, or everything the other may do."""
        game = self.game
        actions = legal(game, state)
        if game.player(state) != self.plan.player:
            if not actions:
                raise _BrokenError("The game is not over, and there is no action.")
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
        """A position comes up again on the path."""
        game, plan = self.game, self.plan
        if not game.repeats:
            raise _BrokenError(f"A position comes again, and {type(game).__name__} does not say that positions repeat.")
        worth = float(game.endless(plan.player))
        if not (worth >= plan.value or abs(worth - plan.value) <= NEAR):
            raise _BrokenError(
                f"Play can go round for ever, which is worth {worth:g} to {self._who}, who is promised {plan.value:g}."
            )
        self.rounds = True

    @property
    def _who(self) -> str:
        return self.game.player_name(self.plan.player)
