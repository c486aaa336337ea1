"""A saved game: JSON that a person can read, edit and share.

    {"countermove": 1, "game": "nim:piles=(3,4,5)", "players": ["human", "alphabeta:depth=6"], "start": null,
     "actions": ["c5", "a1"], "result": null, "resigned": null, "seconds": null}

"countermove" is the version of this format. "start" is a position in the game's notation, null for the initial state.
Actions are named in the game's notation; an int whose name is not unique in its state is given as a number. "result"
has the payoff of each player, null for an unfinished game; "resigned" is the number of a player who resigned or
forfeited the game; "reason" says why, if the game did not end by its rules. "seconds" has the time of each action, if
played with a clock. "variations" has other lines, if any: each a list of actions from the start.

An unfinished game of hidden information has "sealed" in place of "start" and "actions": the same, encoded, so that a
glance at the file shows nothing. It is not encrypted: a player who wants to cheat can.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countermove.action import as_action, sent
from countermove.errors import SpecError
from countermove.files import no_device, written_whole
from countermove.game import Action, Game, S, State, action_named, legal, offers, same
from countermove.players.repetition import final_payoffs
from countermove.players.turn import Turn

VERSION = 1
MAX_SEALED_BYTES = 1 << 22
"""Maximum bytes of a sealed game."""


@dataclass(frozen=True, slots=True)
class Record:
    """A saved game."""

    game: str
    """The specification of the game."""
    players: tuple[str, ...] = ()
    start: str | None = None
    actions: tuple[str | int, ...] = ()
    result: tuple[float, ...] | None = None
    resigned: int | None = None
    seconds: tuple[float, ...] | None = None
    """The time of each action, if played with a clock."""
    variations: tuple[tuple[str | int, ...], ...] = ()
    """Other lines, each from the start."""
    reason: str | None = None
    """Why the game ended, if not by its rules."""
    sealed: bool = False
    """Whether the file should not show its actions: something is hidden, and the game is not over."""

    @classmethod
    def of(
        cls,
        spec: str,
        game: Game[S],
        players: Iterable[str],
        start: S,
        turns: Sequence[Turn[S]],
        resigned: int | None = None,
        timed: bool = False,
        variations: Iterable[Sequence[Turn[S]]] = (),
        reason: str | None = None,
    ) -> Record:
        """The record of turns played from `start`; `timed` keeps the time of each."""
        last = turns[-1].after if turns else start
        result = final_payoffs(game, last, turns)
        return cls(
            spec,
            tuple(players),
            None if same(start, game.initial()) else game.write(start),
            _names(game, turns),
            result,
            resigned,
            tuple(round(turn.seconds, 6) for turn in turns) if timed else None,
            tuple(_names(game, variation) for variation in variations),
            reason,
            sealed=game.axes.hidden and result is None and resigned is None and not reason,
        )

    def as_json(self) -> dict[str, Any]:
        """The record as plain JSON values."""
        played = {"start": self.start, "actions": list(self.actions)}
        return {
            "countermove": VERSION,
            "game": self.game,
            "players": list(self.players),
            **({"sealed": _sealed(played)} if self.sealed else played),
            "result": None if self.result is None else list(self.result),
            "resigned": self.resigned,
            "seconds": None if self.seconds is None else list(self.seconds),
            **({"variations": [list(each) for each in self.variations]} if self.variations else {}),
            **({"reason": self.reason} if self.reason else {}),
        }


def save(record: Record, path: str | Path) -> None:
    """Write a record atomically."""
    path = Path(path)
    text = json.dumps(record.as_json(), indent=1, ensure_ascii=False) + "\n"
    try:
        with written_whole(path) as part:
            part.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SpecError(f"The game cannot be saved in {str(path)!r}: {_reason(error)}.") from None


def load(path: str | Path) -> Record:
    """The record in a file; SpecError says what is wrong with it."""
    path = Path(path)
    try:
        text = no_device(path).read_text(encoding="utf-8")
    except OSError as error:
        raise SpecError(f"The saved game {str(path)!r} cannot be read: {_reason(error)}.") from None
    except UnicodeDecodeError:
        raise SpecError(f"{str(path)!r} is not a saved game: it is not text.") from None
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f"line {error.lineno}, {error.msg}" if isinstance(error, json.JSONDecodeError) else "it is not JSON"
        raise SpecError(f"{str(path)!r} is not a saved game, or is damaged: {where}.") from None
    return parse(given, str(path))


def replay(record: Record, game: Game[S]) -> tuple[S, list[Turn[S]]]:
    """The first state and the turns of a record, replayed by the rules of `game`."""
    start = state = game.initial() if record.start is None else game.read(record.start)
    turns: list[Turn[S]] = []
    for count, action in enumerate(record.actions, 1):
        what = f"action {count} of the saved game"
        if final_payoffs(game, state, turns) is not None:
            raise SpecError(f"The saved game continues after its end: {action!r} is action {count}.")
        if isinstance(action, int):
            found = action_numbered(game, state, action, what)
        else:
            found = action_named(game, state, action, what)
        after = game.result(state, found)
        seconds = 0.0 if record.seconds is None else record.seconds[count - 1]
        turns.append(Turn(state, game.player(state), found, after, seconds=seconds))
        state = after
    return start, turns


def _names(game: Game, turns: Sequence[Turn]) -> tuple[str | int, ...]:
    return tuple(named(game, turn.state, turn.action) for turn in turns)


def named(game: Game, state: State, action: Action) -> str | int:
    """The action's name, or its number if the name is not unique."""
    name = game.action_name(state, action)
    if offers(game, "read_action") and game.read_action(state, name) == action:
        return name
    return unique_names(game, state)[as_action(action)]


def unique_names(game: Game, state: State) -> dict[Action, str | int]:
    """The legal actions, each with its name, or with its number if the name is not unique."""
    named = {as_action(action): game.action_name(state, action) for action in legal(game, state)}
    times = Counter(named.values())
    return {action: name if times[name] == 1 else sent(action, name) for action, name in named.items()}


def action_numbered(game: Game[S], state: S, number: int, what: str) -> Action:
    """The legal action with a number."""
    for action in legal(game, state):
        if sent(action, "") == number:
            return as_action(action)
    raise SpecError(f"{what[0].upper()}{what[1:]} is number {number}, which is not legal there.")


def parse(given: Any, path: str) -> Record:
    """A record from JSON values, checked; `path` names the file in errors."""
    if not isinstance(given, dict) or "countermove" not in given:
        raise SpecError(f'{path!r} is not a saved game: it lacks "countermove", the version of the format.')
    version = given["countermove"]
    if isinstance(version, int) and version > VERSION:
        raise SpecError(f"{path!r} was saved by a newer Countermove (format {version}; this one reads {VERSION}).")

    def part(name: str, fits: bool, expected: str) -> Any:
        if not fits:
            raise SpecError(f'The saved game {path!r} is damaged: "{name}" is {given.get(name)!r}, not {expected}.')
        return given.get(name)

    part("countermove", version == VERSION and not isinstance(version, bool), f"{VERSION}")
    is_sealed = "sealed" in given
    if is_sealed:
        played = _unsealed(given["sealed"])
        part("sealed", played is not None, "a sealed game")
        given = {**given, **(played or {})}
    spec = part("game", isinstance(given.get("game"), str), "the name of a game")
    players = part("players", _is_list(given.get("players", []), str), "a list of players")
    start = part("start", isinstance(given.get("start"), str | None), "a position or null")
    actions = part("actions", _is_list(given.get("actions"), str | int), "a list of actions")
    result = part("result", given.get("result") is None or _is_list(given["result"], float | int), "a list of numbers")
    resigned = part("resigned", isinstance(given.get("resigned"), int | None), "the number of a player or null")
    seconds = given.get("seconds")
    times = seconds is None or (_is_list(seconds, float | int) and len(seconds) == len(actions))
    part("seconds", times, "a number for each action, or null")
    others = given.get("variations") or []
    part("reason", isinstance(given.get("reason"), str | None), "a sentence or null")
    listed = isinstance(others, list) and all(_is_list(each, str | int) for each in others)
    part("variations", listed, "a list of lists of actions")
    return Record(
        spec, tuple(players or ()), start, tuple(actions), _numbers(result), resigned, _numbers(seconds),
        tuple(tuple(each) for each in others), given.get("reason"), is_sealed,
    )  # fmt: skip


def _sealed(played: dict[str, Any]) -> str:
    """The start and the actions of a game, encoded."""
    return base64.b64encode(zlib.compress(json.dumps(played).encode())).decode()


def _unsealed(text: Any) -> dict[str, Any] | None:
    """What was sealed; None if it is damaged."""
    try:
        small = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), MAX_SEALED_BYTES)
        played = json.loads(small)
    except (ValueError, TypeError, binascii.Error, zlib.error, RecursionError):
        return None
    return played if isinstance(played, dict) and played.keys() == {"start", "actions"} else None


def _numbers(given: list[float] | None) -> tuple[float, ...] | None:
    return None if given is None else tuple(float(number) for number in given)


def _is_list(value: Any, kind: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) and not isinstance(item, bool) for item in value)


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).rstrip(".").lower()
