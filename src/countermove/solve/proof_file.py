"""The state of a proof in a file: what proof-number search knows so far, to go on another day.

It is the table of the search, without its empty entries, and the question that is being answered. Every few minutes it
is written anew, under another name, and renamed; so a process that is killed loses those minutes at most.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from countermove import worker
from countermove.errors import SpecError
from countermove.files import written_whole

if TYPE_CHECKING:
    from countermove.solve.proof import _Search

SECONDS = 120.0
"""Seconds between writes."""
FORMAT = "countermove proof 2"


class Keeper:
    """Writes the state of a search to a file from time to time."""

    def __init__(self, search: _Search, path: Path) -> None:
        self.search, self.path = search, path
        self.written = worker.clock()
        self.keep()  # so that an unwritable place fails now

    def tick(self) -> None:
        if worker.clock() - self.written > SECONDS:
            self.keep()

    def keep(self) -> None:
        """Write it. The search goes on meanwhile: an entry it is writing is lost, as between threads."""
        search = self.search
        table = search.table
        words = table.memory.words
        used = np.flatnonzero(words[1::2]) if len(words) % 2 == 0 else np.flatnonzero(words[1:-1:2])
        question = search.question
        facts = {
            "format": FORMAT, "game": repr(search.game), "position": search.game.write(search.state),
            "low": _text(search.low), "high": _text(search.high), "nodes": int(search.nodes),
            "kept": int(search.work.kept), "salt": table.salt, "age": table.age, "size": len(words),
            "question": None if question is None else question.facts(),
            "answered": [each.facts() for _, each in sorted(search.sure.items())], "sure": sorted(search.sure),
        }  # fmt: skip
        try:
            with written_whole(self.path) as part, open(part, "wb") as stream:
                np.savez(stream, facts=json.dumps(facts), at=used, first=words[2 * used], second=words[2 * used + 1])
        except OSError as error:
            raise SpecError(f"{self.path} cannot be written: {error.strerror or error}.") from None
        self.written = worker.clock()


def _text(number: float) -> str:
    return number.hex() if math.isfinite(number) else str(number)


def number(text: str) -> float:
    """A number that a file has as text."""
    return float.fromhex(text) if "x" in text else float(text)


def read(path: Path) -> tuple[dict[str, Any], Any, Any, Any]:
    """What a file has: facts, and of each entry of the table that is in use its place and its two words."""
    try:
        with open(path, "rb") as stream, np.load(stream, allow_pickle=False) as held:
            facts: dict[str, Any] = json.loads(str(held["facts"]))
            at, first, second = (held[name] for name in ("at", "first", "second"))
        if facts["format"] != FORMAT:
            raise ValueError
    except OSError as error:
        raise SpecError(f"The proof in {path} cannot be read: {error.strerror or error}.") from None
    except Exception:
        raise SpecError(f"{path} is not the state of a proof, or damaged; give another name, or remove it.") from None
    return facts, at, first, second


def resume(search: _Search, path: Path) -> None:
    """Go on from a file, if it exists; SpecError if it is not the state of this proof."""
    from countermove.engine.table import Table
    from countermove.solve.proof import _Question

    if not path.exists():
        return
    facts, at, first, second = read(path)
    same = facts["game"], facts["position"]
    if same != (repr(search.game), search.game.write(search.state)):
        raise SpecError(f"{path} is a proof about {same[1]} of {same[0]}; give another name, or the same game.")
    table = search.table
    words = table.memory.words
    if facts["size"] != len(words):
        megabytes = facts["size"] * 8 / 2**20
        raise SpecError(f"The proof in {path} has a table of {megabytes:,.0f} MB; give --memory {megabytes:.0f}.")
    assert isinstance(table, Table)
    words[2 * at], words[2 * at + 1] = first, second
    table.salt, table.age = facts["salt"], facts["age"]
    search.low, search.high = number(facts["low"]), number(facts["high"])
    search.work.kept, search.earlier = facts["kept"], facts["nodes"]
    answered = [_Question.of(search, each, is_open=False) for each in facts["answered"]]
    search.sure = dict(zip(facts["sure"], answered, strict=True))
    if facts["question"] is not None:
        search.question = _Question.of(search, facts["question"], is_open=True)
