"""The file of a match: a header, and a line of JSON for each game as it finishes.

    {"countermove": "match", "version": 2, "plan": {"game": "chess", "players": ["best:nodes=2000", ...], ...},
     "rules": "5d41402abc4b", "programs": {}, "code": "0.1.0 7d793037a076"}
    {"number": 1, "record": {"countermove": 1, "game": "chess", "players": [...], "actions": [...], ...}}

Lines are only ever appended, so a killed match loses at most its last line, which is dropped when the match resumes.
The header says what the games depend on: a file of another match, with other rules or another version of a program is
refused; of another version of Countermove, a sentence warns. The file is locked while a match writes.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from countermove import __version__
from countermove.arena.referee import Played
from countermove.arena.schedule import Plan
from countermove.errors import SpecError
from countermove.files import no_device
from countermove.game import Game
from countermove.players.record import Record, parse
from countermove.solve.identity import identify

VERSION = 2
DIGITS = 12
"""Digits of a digest in the header."""


@dataclass(frozen=True)
class Made:
    """What the games of a match depend on beside the plan."""

    rules: str
    """A digest of the rules of the game."""
    programs: dict[str, str]
    """What programs that play call themselves, by their specifications."""
    code: str
    """The version of Countermove, and a digest of its source."""

    @classmethod
    def of(cls, game: Game, programs: dict[str, str]) -> Made:
        return cls(identify(game, ()).rules[:DIGITS], programs, f"{__version__} {code_digest()[:DIGITS]}")


@functools.cache
def code_digest() -> str:
    """A digest of Countermove's source."""
    root, ink = Path(__file__).resolve().parents[1], hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        ink.update(path.read_bytes())
    return ink.hexdigest()


class Ledger:
    """The open file of a match, and the games that were in it."""

    def __init__(self, file: IO[bytes], played: list[Played]) -> None:
        self._file = file
        self.played = played

    def add(self, played: Played) -> None:
        """Append a game."""
        _append(self._file, {"number": played.number, "record": played.record.as_json()})


@contextmanager
def opened(
    path: str | Path, plan: Plan, made: Made, warn: Callable[[str], None] = lambda sentence: None
) -> Iterator[Ledger]:
    """The file of a match, created if it is missing; SpecError if it belongs to another match or is damaged."""
    path = Path(path)
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
    except OSError as error:
        raise SpecError(f"The match cannot be saved in {str(path)!r}: {_reason(error)}.") from None
    with os.fdopen(handle, "r+b") as file:
        if not path.is_file():
            raise SpecError(f"The match cannot be saved in {str(path)!r}: it is not a regular file.")
        _lock(file, path)
        yield Ledger(file, _read(file, path, plan, made, warn))


def records(path: str | Path) -> Iterator[Record]:
    """The games in the file of a match, whatever match it is; SpecError if it is damaged."""
    path = Path(path)
    try:
        *lines, _ = no_device(path).read_bytes().split(b"\n")
    except OSError as error:
        raise SpecError(f"The match {str(path)!r} cannot be read: {_reason(error)}.") from None
    if not lines or _parsed(lines[0], path, 1).get("countermove") != "match":
        raise SpecError(f"{str(path)!r} is not the file of a match.")
    for count, line in enumerate(lines[1:], 2):
        yield parse(_parsed(line, path, count).get("record"), f"{path} line {count}")


def _read(file: IO[bytes], path: Path, plan: Plan, made: Made, warn: Callable[[str], None]) -> list[Played]:
    """The games in the file, which is cut after its last complete line and given a header if it has none."""
    header = {
        "countermove": "match", "version": VERSION, "plan": json.loads(json.dumps(plan.as_json())), **asdict(made),
    }  # fmt: skip
    content = file.read()
    *lines, rest = content.split(b"\n")
    if not lines and not (json.dumps(header).encode()).startswith(rest):
        raise SpecError(f"{str(path)!r} is not the file of a match; give another name to --save.")
    file.seek(len(content) - len(rest))
    file.truncate()
    if not lines:
        _append(file, header)
        return []
    given = _parsed(lines[0], path, 1)
    _check_header(given, header, path)
    if given.get("code") != made.code and len(lines) > 1:
        warn(
            f"{str(path)!r} was begun with another version of Countermove ({given.get('code')}, now {made.code}); its "
            "games and those to come may differ in strength."
        )
    found: dict[int, Played] = {}
    for count, line in enumerate(lines[1:], 2):
        given = _parsed(line, path, count)
        number = given.get("number")
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise SpecError(f'Line {count} of {str(path)!r} is damaged: its "number" is {number!r}.')
        record = parse(given.get("record"), f"{path} line {count}")
        if record.players != tuple(plan.players[each] for each in plan.seats(number)):
            raise SpecError(f"Line {count} of {str(path)!r} is damaged: its players are not those of game {number}.")
        found.setdefault(number, Played(number, record))
    return list(found.values())


def _check_header(given: dict[str, Any], header: dict[str, Any], path: Path) -> None:
    if given.get("countermove") != "match":
        raise SpecError(f"{str(path)!r} is not the file of a match; give another name to --save.")
    if given.get("version") != VERSION:
        raise SpecError(f"{str(path)!r} was saved by another version of Countermove; give another name to --save.")
    then, now = given.get("plan"), header["plan"]
    if then != now:
        other = then if isinstance(then, dict) else {}
        differs = next(name for name in now if other.get(name) != now[name])
        shown = [json.dumps(each.get(differs))[:80] for each in (other, now)]
        raise SpecError(
            f"{str(path)!r} is the file of another match: its {differs} is {shown[0]}, here {shown[1]}; give the same "
            "options, or another name to --save."
        )
    if given.get("rules") != header["rules"]:
        raise SpecError(f"The rules of {now['game']} have changed since {str(path)!r} was begun; give another --save.")
    before = given.get("programs")
    for spec, name in header["programs"].items():
        if not isinstance(before, dict) or before.get(spec) != name:
            was = before.get(spec) if isinstance(before, dict) else None
            raise SpecError(f"In {str(path)!r}, {spec} was {was!r}, but now it is {name!r}; give another --save.")


def _parsed(line: bytes, path: Path, count: int) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise SpecError(f"Line {count} of {str(path)!r} is damaged: it is not a JSON object; remove it, or the file.")
    return found


def _append(file: IO[bytes], line: dict[str, Any]) -> None:
    file.write(json.dumps(line).encode() + b"\n")
    file.flush()


def _lock(file: IO[bytes], path: Path) -> None:
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SpecError(f"Another match is writing to {str(path)!r}; wait for it, or give another name.") from None
    except OSError:  # a file system without locks
        return


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).rstrip(".").lower()
