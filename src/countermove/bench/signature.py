"""The signature of the engine: its node counts on fixed positions of every game.

The numbers are machine-independent. A change that should not alter the search leaves them unchanged; one that should
shows by how much. Positions are the initial one and random ones; each is searched to a full depth, to a depth with
selective pruning, and in some games to the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from countermove.analysis import Budget
from countermove.analysis import task as analysis_task
from countermove.analysis.strong import search_strongly
from countermove.bench.settler import lines, settled
from countermove.engine.table import Table
from countermove.game import Game, State
from countermove.registry import load

POSITIONS = 3
MEGABYTES = 4
UNREACHED_NODES = 10**12
"""A node limit that no search reaches; having one makes the search selective."""


@dataclass(frozen=True, slots=True)
class Task:
    """The positions and depths for one game."""

    game: str
    depth: int
    plies: int
    """The length of the random play before a position searched to a depth."""
    late: int | None = None
    """The same for a position to solve; None to solve none, which saves compiling another kernel."""


TASKS = (
    Task("tictactoe", 6, 1, 0),
    Task("mnk", 5, 4),
    Task("connect4", 10, 6, 14),
    Task("othello", 6, 12, 48),
    Task("breakthrough", 4, 10),
    Task("hexapawn", 6, 0),
    Task("domineering", 4, 8),
    Task("morris", 5, 12),
    Task("nim", 6, 0),
    Task("grundy:n=20", 6, 2),
    Task("subtract", 8, 2),
)


@dataclass(frozen=True, slots=True)
class Signature:
    """Nodes on the positions of one game, summed."""

    game: str
    depth: int
    nodes: int
    selective: int
    solved: int | None

    @property
    def total(self) -> int:
        return self.nodes + self.selective + (self.solved or 0)


def signatures() -> Iterator[Signature]:
    """Game by game."""
    for task in TASKS:
        yield signature(task)


def signature(task: Task) -> Signature:
    """The nodes of one game."""
    game = load(task.game)
    nodes = selective = 0
    for state in _states(game, task.plies):
        nodes += _nodes(game, state, task.depth, None)
        selective += _nodes(game, state, task.depth, UNREACHED_NODES)
    solved = None
    if task.late is not None:
        solved = sum(settled(game, state, Table(MEGABYTES)).nodes for state in _states(game, task.late))
    return Signature(task.game, task.depth, nodes, selective, solved)


def _nodes(game: Game, state: State, depth: int, limit: int | None) -> int:
    """The nodes of the search itself, without the tie-breaking of `analyse`."""
    budget = Budget(depth=depth, nodes=limit, memory=MEGABYTES)
    return search_strongly(analysis_task.Task(game, state, "alphabeta", budget)).nodes


def _states(game: Game, plies: int) -> list[State]:
    """The states after random play of a length; the initial state for length 0."""
    found = []
    for line in lines(game, plies, POSITIONS) if plies else [()]:
        state = game.initial()
        for action in line:
            state = game.result(state, action)
        found.append(state)
    return found
