"""What a running search and the world outside it tell each other: the fields of a record that both hold.

Compiled code sees neither Ctrl-C nor the clock. It counts its nodes here and checks here whether to stop; the
caller may set `stop` at any time, from any thread. The principal variation is here too.

    Workspace           what every search has
      StackWorkspace    and the actions of all nodes on the path, with their ranks
        PvsWorkspace    and what principal-variation search orders its actions by

A search that needs more declares a record of its own, next to its kernel.
"""

from __future__ import annotations

from countermove.bits import highest
from countermove.native.record import Record, Words, words

MAX_PLIES = 10_000
"""The deepest ply of any search, for each takes room on the processor's stack."""
MAX_LINE = 128
"""The longest principal variation that is kept."""
NO_ACTION = -(1 << 63)
"""What stands after the last action of a line, and where there is no action; no game has it for one."""
UNLIMITED = 1 << 40
"""A depth beyond every search: to the end of the game."""
MAX_NODES = (1 << 63) - 1
"""A node limit beyond every search."""
MAX_STACK = 1 << 17
"""Actions that the nodes on one path may have together."""
MAX_EARLIER = 1024
"""Positions before the root that are remembered."""
HISTORY_SIZE = 4096
"""Words a player in `history` and `countermoves`; an action's place is its lowest bits."""
MAX_HISTORY = 1 << 26
"""Where a count in `history` makes all of them half as large."""


class Workspace(Record):
    """What every search has."""

    nodes: int
    """Nodes entered so far."""
    limit: int
    """Stop when `nodes` reaches this."""
    stop: int
    """Not 0: stop as soon as possible; what comes back is then worthless."""
    horizon: int
    """Not 0: the depth limit was met somewhere, so the value rests on `evaluate`."""
    too_deep: int
    """Not 0: the search was stopped because the game went deeper than MAX_PLIES."""
    stuck: int
    """Not 0: the search was stopped because a state that is not terminal had no actions."""
    too_wide: int
    """Not 0: the search was stopped because the nodes on one path had more actions than there is room for."""
    fault: int
    """Not 0: the search was stopped because something is wrong with a value or with the rules; the search says what."""
    line: Words = words(MAX_LINE * MAX_LINE)
    """Row p: the principal variation from ply p on, NO_ACTION after its last action; MAX_LINE words a row."""

    def __init__(self, limit: int | None = None) -> None:
        """For a search of at most `limit` nodes."""
        super().__init__()
        self.limit = MAX_NODES if limit is None else limit
        self.line[::MAX_LINE] = NO_ACTION


class StackWorkspace(Workspace):
    """A search that gathers the actions of a node before it searches them."""

    ordered: int
    """Not 0: the game has an order of its own."""
    top: int
    """Where the free part of `actions` begins."""
    actions: Words = words(MAX_STACK)
    """The actions of the nodes on the path."""
    ranks: Words = words(MAX_STACK)
    """How soon each of them is to be searched: the highest first."""


class PvsWorkspace(StackWorkspace):
    """Principal-variation search."""

    scale: float
    """Units of score in a utility of 1 (see score.py)."""
    neutral: float
    """The utility that favours nobody, in units."""
    max_outcome: int
    """The most units that the utility of a finished game may have."""
    declared: float
    """The units of the best outcome that the game declares; infinite where it declares none."""
    step_mask: int
    """The bits that are 0 in the units of every outcome."""
    unexpected: float
    """The utility that is not among the outcomes, where `fault` is set."""
    won: int
    """Where a win begins, in units: from there on it counts how soon (see score.py)."""
    lost: int
    """Where a loss begins, in units."""
    knee: float
    """The units beyond which estimates are squeezed (see score.py)."""
    salt: int
    """What all keys are mixed with, so that a table may be forgotten in no time."""
    age: int
    """Which search this is, for the table: entries of earlier ones are replaced first."""
    selective: int
    """Not 0: late-move reductions are allowed."""
    thread: int
    """The number of the thread."""
    other_threads: int
    """How many other threads search with it."""
    database: int
    """Where the memory of a database is that may be probed, for `probing` (see pvs.py)."""
    repetition: int
    """The lowest ply on the path that a position met below was equal to."""
    earlier: int
    """How many positions of the game before the root stand in `path`, right before the root."""
    path: Words = words(MAX_EARLIER + MAX_PLIES + 1)
    """The key of the position at each ply, which stands at MAX_EARLIER + ply."""
    taken: Words = words(MAX_PLIES + 3)
    """The action that led to each ply; 0 at the root."""
    killers: Words = words(2 * (MAX_PLIES + 1))
    """Two actions a ply that caused a beta cutoff there."""
    effort: Words = words(MAX_PLIES + 1)
    """For each ply, how large the trees below it are: the logarithm of their nodes, in 65,536ths, about."""
    countermoves: Words = words(2 * HISTORY_SIZE)
    """By player and the action before: the action that refuted it."""
    history: Words = words(2 * HISTORY_SIZE)
    """By player and action: how often it caused a beta cutoff, deep ones counting more."""


def best_line(work: Workspace, ply: int) -> list[int]:
    """The principal variation that a search left, from `ply` on."""
    row: list[int] = work.line.words[ply * MAX_LINE : (ply + 1) * MAX_LINE].tolist()
    return row[: row.index(NO_ACTION)]


def update_line(work: Workspace, ply: int, action: int, last: bool) -> None:
    """The principal variation at `ply`: `action`, and then that of the child unless it is the last."""
    if ply >= MAX_LINE:
        return
    row = ply * MAX_LINE
    work.line[row] = action
    work.line[row + 1] = NO_ACTION
    if last or ply + 1 == MAX_LINE:
        return
    for i in range(MAX_LINE - 2):
        word = work.line[row + MAX_LINE + i]
        work.line[row + i + 1] = word
        if word == NO_ACTION:
            return
    work.line[row + MAX_LINE - 1] = NO_ACTION


def note_effort(work: PvsWorkspace, ply: int, nodes: int) -> None:
    """Move the average effort of a ply towards a tree of this many nodes."""
    work.effort[ply] += (highest(nodes | 1) << 16) - work.effort[ply] >> 6


def note_cutoff(work: PvsWorkspace, mover: int, ply: int, action: int, depth: int) -> None:
    """An action caused a beta cutoff: make it the first killer of its ply, and raise its history."""
    at = 2 * ply
    if work.killers[at] != action:
        work.killers[at + 1] = work.killers[at]
        work.killers[at] = action
    at = mover + (action & HISTORY_SIZE - 1)
    work.history[at] += max(1, min(depth, 16)) ** 2
    if work.history[at] > MAX_HISTORY:
        for i in range(2 * HISTORY_SIZE):
            work.history[i] >>= 1
