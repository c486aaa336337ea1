"""The state that a running kernel shares with its caller, as records that both read and write.

Compiled code sees neither Ctrl-C nor the clock. It counts its nodes here and checks here whether to stop; the
caller may set `stop` at any time, from any thread. The principal variation is here too.

    Workspace           every search
      StackWorkspace    adds the actions of all nodes on the path, with their ranks
        PvsWorkspace    adds what principal-variation search orders its actions by

A search that needs more declares a record of its own, next to its kernel.
"""

from __future__ import annotations

from countermove.bits import highest
from countermove.native.record import Record, Words, words

MAX_PLIES = 10_000
"""The deepest ply of any search: each takes stack space."""
MAX_LINE = 128
"""The longest principal variation kept."""
NO_ACTION = -(1 << 63)
"""Ends a line, and marks a missing action; no game uses this value."""
UNLIMITED = 1 << 40
"""A depth beyond every search: to the end of the game."""
MAX_NODES = (1 << 63) - 1
"""A node limit beyond every search."""
MAX_STACK = 1 << 17
"""Maximum total actions of the nodes on one path."""
MAX_EARLIER = 1024
"""Maximum positions before the root that are kept."""
HISTORY_SIZE = 4096
"""Words per player in `history` and `countermoves`, indexed by the low bits of an action."""
MAX_HISTORY = 1 << 26
"""The count at which all of `history` is halved."""


class Workspace(Record):
    """Common to every search."""

    nodes: int
    """Nodes entered so far."""
    limit: int
    """Stop when `nodes` reaches this."""
    stop: int
    """Not 0: stop as soon as possible; the returned value is then meaningless."""
    horizon: int
    """Not 0: the depth limit was reached somewhere, so the value rests on `evaluate`."""
    too_deep: int
    """Not 0: stopped because the game went deeper than MAX_PLIES."""
    stuck: int
    """Not 0: stopped because a non-terminal state had no actions."""
    too_wide: int
    """Not 0: stopped because the nodes on one path had more actions than there is room for."""
    fault: int
    """Not 0: stopped because of a bad value or a fault in the rules; each search defines its codes."""
    line: Words = words(MAX_LINE * MAX_LINE)
    """Row p: the principal variation from ply p on, NO_ACTION after its last action; MAX_LINE words per row."""

    def __init__(self, limit: int | None = None) -> None:
        """For a search of at most `limit` nodes."""
        super().__init__()
        self.limit = MAX_NODES if limit is None else limit
        self.line[::MAX_LINE] = NO_ACTION


class StackWorkspace(Workspace):
    """A search that generates all actions of a node before it searches them."""

    ordered: int
    """Not 0: the game defines `order`."""
    top: int
    """Where the free part of `actions` begins."""
    actions: Words = words(MAX_STACK)
    """The actions of the nodes on the path."""
    ranks: Words = words(MAX_STACK)
    """Their ranks; the highest is searched first."""


class PvsWorkspace(StackWorkspace):
    """Principal-variation search."""

    scale: float
    """Units of score per utility of 1 (see score.py)."""
    neutral: float
    """The neutral utility, in units."""
    max_outcome: int
    """The most units that the utility of a finished game may have."""
    declared: float
    """The units of the best outcome that the game declares; infinite where it declares none."""
    step_mask: int
    """The bits that are 0 in the units of every outcome."""
    unexpected: float
    """The utility that is not among the outcomes, where `fault` is set."""
    won: int
    """The units of a win: from here on, distance counts (see score.py)."""
    lost: int
    """The units of a loss."""
    knee: float
    """The units beyond which estimates are compressed (see score.py)."""
    salt: int
    """Mixed into all keys, so that a table can be cleared in constant time."""
    age: int
    """The age of this search: the table replaces entries of earlier ones first."""
    selective: int
    """Not 0: late-move reductions are allowed."""
    thread: int
    """The number of the thread."""
    other_threads: int
    """The number of other threads in the same search."""
    hits: int
    """Positions found in slices of an endgame database."""
    database: int
    """The address of the database that `probing` probes (see pvs.py)."""
    repetition: int
    """The lowest ply on the path that was repeated below."""
    earlier: int
    """The number of positions before the root that `path` holds."""
    path: Words = words(MAX_EARLIER + MAX_PLIES + 1)
    """The key of the position at each ply, at index MAX_EARLIER + ply."""
    taken: Words = words(MAX_PLIES + 3)
    """The action that led to each ply; 0 at the root."""
    killers: Words = words(2 * (MAX_PLIES + 1))
    """Two actions per ply that caused a beta cutoff there."""
    effort: Words = words(MAX_PLIES + 1)
    """For each ply, the average log2 of the size of the trees below it, in 65,536ths."""
    countermoves: Words = words(2 * HISTORY_SIZE)
    """By player and previous action: the action that refuted it."""
    history: Words = words(2 * HISTORY_SIZE)
    """By player and action: beta cutoffs it caused, weighted by depth."""


def must_stop(work: Workspace, ply: int) -> bool:
    """Whether to stop: the nodes are spent, the path is too long, or someone has asked to."""
    if work.nodes >= work.limit:
        work.stop = 1
    if ply >= MAX_PLIES:
        work.too_deep = work.stop = 1
    return work.stop != 0


def best_line(work: Workspace, ply: int) -> list[int]:
    """The principal variation that a search left, from `ply` on."""
    row: list[int] = work.line.words[ply * MAX_LINE : (ply + 1) * MAX_LINE].tolist()
    return row[: row.index(NO_ACTION)]


def update_line(work: Workspace, ply: int, action: int, last: bool) -> None:
    """Set the principal variation at `ply`: `action`, followed by the child's unless `last`."""
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
