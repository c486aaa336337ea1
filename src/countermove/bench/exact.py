"""Connect 4 solved exactly, compared with bitbully, a dedicated solver in C++ (https://pypi.org/p/bitbully).

Each position starts with an empty table. Here the positions of a set are solved in one compiled call; bitbully is
called for each, and its clock stops while its table is cleared, which takes longer than most positions.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countermove.bench.settler import lines, settled, settled_each
from countermove.engine.strong.score import plies, units
from countermove.engine.table import Table
from countermove.errors import SpecError
from countermove.game import Game
from countermove.registry import load

Outcome = tuple[list[int], int, float]
"""Scores for the players to move, nodes and seconds."""
MEGABYTES = 2
"""Enough for any position of these sets, and small enough for the processor's cache."""
SETS = {28: 200, 20: 200, 16: 50, 12: 20}
"""The number of positions by stones on the board."""
WIN_BASE = 22
"""A win is worth this minus the winner's stones."""
HARD = ("22645754", "75137177", "67345745")
"""Hard positions, as columns played."""


@dataclass(frozen=True, slots=True)
class Exact:
    """A solved set of positions."""

    name: str
    positions: int
    nodes: int
    seconds: float
    wrong: int | None = None
    """Number that differ from published scores; None if there are none."""
    rival: str = ""
    rival_positions: int = 0
    """Number of positions, from the first, that the rival solved too."""
    rival_nodes: int = 0
    rival_seconds: float = 0.0
    same_seconds: float = 0.0
    """Our time for those."""
    different: int = 0
    """Number of those on which the rival differs."""

    @property
    def ratio(self) -> float | None:
        """Our time per second of the rival."""
        return self.same_seconds / self.rival_seconds if self.rival_seconds else None


def sets(data: Path | None = None, positions: int = 10) -> Iterator[Exact]:
    """Random positions, and those of the files in `data`; the rival gets `positions` of each set."""
    game = load("connect4")
    for stones, count in SETS.items():
        yield _exact(f"{stones} stones", lines(game, stones, count), None, positions)
    if data is not None:
        for path in sorted((data / "connect4").glob("Test_*")):
            yield exact_file(path, positions)


def exact_file(path: Path, positions: int = 0) -> Exact:
    """The positions of one file, compared with their published scores."""
    known = entries(path)
    return _exact(path.name, [line for line, _ in known], [score for _, score in known], positions)


def entries(path: Path) -> list[tuple[tuple[int, ...], int]]:
    """The positions of a file: the columns played, and the score for the player to move."""
    return [_entry(path, line) for line in path.read_text().splitlines()]


def _entry(path: Path, line: str) -> tuple[tuple[int, ...], int]:
    """A line of a file: the columns played, from 1, and the score for the player to move."""
    try:
        columns, score = line.split()
        return tuple(int(column) - 1 for column in columns), int(score)
    except ValueError:
        raise SpecError(f"{path} has the line {line!r}; expected the columns played and a score.") from None


def _exact(name: str, positions: list[tuple[int, ...]], known: list[int] | None, few: int) -> Exact:
    scores, nodes, seconds = _better(_solved, positions)
    wrong = None if known is None else sum(here != there for here, there in zip(scores, known))
    few = min(few, len(positions))
    if not few or importlib.util.find_spec("bitbully") is None:
        return Exact(name, len(positions), nodes, seconds, wrong)
    same = _better(_solved, positions[:few])[2]
    theirs, their_nodes, their_seconds = _better(_bitbully, positions[:few])
    different = sum(here != there for here, there in zip(scores, theirs))
    return Exact(
        name, len(positions), nodes, seconds, wrong, "bitbully", few, their_nodes, their_seconds, same, different
    )


def _better(solve: Callable[[Any], Outcome], positions: Sequence[tuple[int, ...]]) -> Outcome:
    """The better of two runs: the first also allocates memory."""
    return min(solve(positions), solve(positions), key=lambda outcome: outcome[2])


def _solved(positions: Sequence[tuple[int, ...]]) -> Outcome:
    """All in one call of compiled code."""
    found = settled_each(load("connect4"), positions, MEGABYTES)
    scores = [_worth(score, len(line)) for score, line in zip(found.scores, positions)]
    return scores, found.nodes, found.seconds


def scores_of(positions: Sequence[tuple[int, ...]]) -> list[int]:
    """What positions that are not over are worth to the player to move."""
    return _solved(positions)[0] if positions else []


def worth_now(game: Game, line: Sequence[int]) -> int | None:
    """What a position is worth to the player who moved last, where the game is over; None where it goes on."""
    state = game.initial()
    for column in line:
        state = game.result(state, column)
    if not game.is_terminal(state):
        return None
    return (WIN_BASE - (len(line) + 1) // 2) if game.utility(state, (len(line) + 1) % 2) > 0 else 0


def _worth(score: int, stones: int) -> int:
    """A score as in such files: for the player to move, 22 minus the winner's stones at the win."""
    last = plies(score)
    if last is None:
        return 0
    sign = 1 if units(score) > 0 else -1
    return (sign if stones % 2 == 0 else -sign) * (WIN_BASE - (stones + last + 1) // 2)


def _bitbully(positions: Sequence[tuple[int, ...]]) -> Outcome:
    from bitbully import bitbully_core

    solver = bitbully_core.BitBullyCore()
    scores, nodes, seconds = [], 0, 0.0
    for line in positions:
        board = bitbully_core.BoardCore()
        board.setBoard(list(line))
        solver.resetTranspositionTable()
        solver.resetNodeCounter()
        start = time.process_time()
        scores.append(int(solver.mtdf(board, 0)))
        seconds += time.process_time() - start
        nodes += solver.getNodeCounter()
    return scores, nodes, seconds


@dataclass(frozen=True, slots=True)
class Threads:
    """One hard position solved by one thread and by two."""

    position: str
    nodes: int
    seconds: float
    both_nodes: int
    both_seconds: float
    same: bool
    """Whether both found the same score."""

    @property
    def ratio(self) -> float:
        """How many times faster two threads are."""
        return self.seconds / self.both_seconds


def threads() -> Iterator[Threads]:
    """Hard positions of Connect 4, by one thread and by two; the better of two runs each."""
    game, table = load("connect4"), Table()
    for position in HARD:
        state = game.read(position)
        runs = [(settled(game, state, table), settled(game, state, table, threads=2)) for _ in range(2)]
        one, two = (min(side, key=lambda run: run.seconds) for side in zip(*runs))
        yield Threads(position, one.nodes, one.seconds, two.nodes, two.seconds, one.scores == two.scores)
