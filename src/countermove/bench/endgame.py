"""Othello: perft, and exact endgame solving."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from countermove.bench.settler import lines, settled
from countermove.engine.table import Table
from countermove.errors import SpecError
from countermove.game import State
from countermove.registry import load

DEPTH = 9
PUBLISHED = 3_005_288
"""Plays of nine plies."""
EMPTY, COUNT = 14, 10
"""Empty squares of the random endgames, and the number of endgames."""


@dataclass(frozen=True, slots=True)
class Perft:
    """Perft of Othello."""

    depth: int
    plays: int
    published: int
    seconds: float


def perfts(data: Path | None = None) -> Iterator[Perft]:
    """Plays of nine plies; with `data`, of all depths up to eleven in its file."""
    from countermove.engine.plain.perft import perft
    from countermove.engine.workspace import Workspace
    from countermove.native.kernel import call

    game = load("othello")
    call(perft, game, game.initial(), 1, Workspace())
    known = {DEPTH: PUBLISHED}
    path = data / "othello" / "perft.txt" if data is not None else None
    if path is not None and path.is_file():
        for row in path.read_text().splitlines():
            if not row.startswith("#") and int(row.split()[0]) in range(DEPTH, DEPTH + 3):
                known[int(row.split()[0])] = int(row.split()[2])
    for depth, published in known.items():
        start = time.process_time()
        plays = call(perft, game, game.initial(), depth, Workspace())
        yield Perft(depth, int(plays), published, time.process_time() - start)


@dataclass(frozen=True, slots=True)
class Endgames:
    """A set of endgames, as many as were solved in time."""

    name: str
    positions: int
    solved: int
    nodes: int
    seconds: float
    wrong: int | None = None
    """Number that differ from published values; None if there are none."""


def endgames(data: Path | None = None, seconds: float = 60.0) -> Iterator[Endgames]:
    """Random endgames, and those of the files in `data`, with `seconds` for each file."""
    game = load("othello")
    states = []
    for line in lines(game, 60 - EMPTY, COUNT):
        state = game.initial()
        for action in line:
            state = game.result(state, action)
        states.append(state)
    yield _endgames(f"random, about {EMPTY} empty", states, None, seconds)
    if data is not None:
        for path in sorted((data / "othello").glob("*.obf")):
            rows = path.read_text().splitlines()
            values = [_value(path, row) for row in rows]
            yield _endgames(path.stem, [game.read(row) for row in rows], values, seconds)


def _value(path: Path, row: str) -> int:
    """The value of the best action, which comes first."""
    found = re.search(r";\s*[A-H][1-8]:([+-]\d+)", row)
    if not found:
        raise SpecError(f"{path} has the line {row!r}; expected a board and the values of its actions.")
    return int(found[1])


def _endgames(name: str, states: list[State], values: list[int] | None, seconds: float) -> Endgames:
    game = load("othello")
    table = Table()
    settled(game, states[0], table, seconds=0.01)  # compile before timing
    solved = nodes = wrong = 0
    spent = 0.0
    for number, state in enumerate(states):
        if spent >= seconds:
            break
        found = settled(game, state, table, seconds=seconds - spent)
        if not found.scores:
            break
        solved, nodes, spent = solved + 1, nodes + found.nodes, spent + found.seconds
        if values is not None:
            value = found.search.scale.value(found.scores[0])
            wrong += value != (values[number] if game.player(state) == 0 else -values[number])
    return Endgames(name, len(states), solved, nodes, spent, None if values is None else wrong)
