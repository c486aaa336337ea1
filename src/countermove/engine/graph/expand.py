"""The forward half: find, number and link all reachable states.

States are numbered breadth first, in the order they are found, so numbering is deterministic. Row n of `rows` is the
packed state n; `table`, a hash table with open addressing, maps the hash of a row to its number plus one (0 for a free
slot):

    hash & mask  ->  table: | 0 | 17 | 4 | 0 | 0 | ...      17 - 1 = 16  ->  compare with row 16

Each state is expanded once, in order, in batches: first generate the successors of the whole batch and prefetch their
slots, then look them up, by which time the memory has arrived (a cache miss costs more than the rules of most games).
The output is a chunk that starts at state `first`: the kind and degree of each state, the number of each successor, the
probabilities of chance outcomes, the utilities of terminal states. When an array is full or a rule is at fault, the
kernel returns the reason; an unfinished batch is expanded again later, with the same numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.chance.outcomes import sound
from countermove.engine.graph.pack import FITS, hash_of, pack, unpack
from countermove.game import CHANCE
from countermove.native.bridge import canonical_state, fill_actions, fill_chances, flatten, next_state, unflatten
from countermove.native.kernel import kernel
from countermove.native.memory import prefetch
from countermove.native.record import Record

MAX, MIN, ENDED, AVERAGE = range(4)
"""Kinds of states: maximum of the successors, minimum, game over, average."""
MIN_SLOTS_PER_STATE = 1.6
"""Minimum slots of the hash table per state."""
SUM_TOLERANCE = 1e-9
"""Tolerance for the sum of utilities."""

ALL, HALTED, LIMIT, FULL, GROW, WIDEN, BROAD, STUCK, PLAYER, ODDS, NAN, SUM, SHAPE = range(13)
"""Why the kernel returned: all states are expanded; stopped or paused; too many states; the chunk is full; rows or
table are full; a number is outside its range; a state has more actions than the buffer; or one of six faults in the
rules."""


def find(table: Any, rows: Any, size: int, others: Any, start: int, hashed: int) -> int:
    """The slot of the row that starts at `start` in `others`, or the free slot to insert it into."""
    mask = len(table) - 1
    slot = hashed & mask
    while table[slot] != 0:
        place = (int(table[slot]) - 1) * size
        same = True
        for word in range(size):
            if rows[place + word] != others[start + word]:
                same = False
                break
        if same:
            break
        slot = (slot + 1) & mask
    return slot


class GraphWorkspace(Record):
    """Variables shared by an enumeration and its kernels."""

    stop: int
    """Not 0: return as soon as possible."""
    pause: int
    """Not 0: return before the next batch, so that the chunk can be saved."""
    players: int
    """Number of players."""
    side: int
    """The players who maximise: bit p for player p."""
    opposed: int
    """Not 0: check that the utilities of both players have a constant sum."""
    symmetric: int
    """Not 0: replace each state by its canonical one."""
    limit: int
    """Maximum number of states."""
    size: int
    """Words per row."""
    count: int
    """States found."""
    next: int
    """The state to expand next."""
    first: int
    """The first state of the chunk."""
    edges: int
    """Successors in the chunk."""
    ends: int
    """Terminal states in the chunk."""
    layer: int
    """The ply of the next state."""
    border: int
    """The first state of the next layer."""
    needed: int
    """On return: the number of actions or states to make room for, or the field to widen; after a fault in the rules,
    the state."""
    value: int
    """The number that does not fit its field."""
    done: int
    """Progress of later passes, in arbitrary units."""


@kernel
def expand(
    game: Any, example: Any, work: GraphWorkspace, fields: Any, flat: Any, row: Any, table: Any, rows: Any,
    actions: Any, chances: Any, fresh: Any, hashes: Any, total: float, kinds: Any, degrees: Any, edges: Any, odds: Any,
    utilities: Any,
) -> int:  # fmt: skip
    """Expand states until none are left or the chunk is full; returns why it stopped.

    The chunk is `kinds`, `degrees` (numbers of successors), `edges` (their numbers), `odds` (in games of chance) and
    `utilities`; `fresh` and `hashes` buffer the successors of the batch. `total` is the sum of both players' utilities.
    """
    size = work.size
    mask = len(table) - 1
    while work.next < work.count:
        # Step 1. Check the room for a batch of states of one layer.
        if work.stop != 0 or work.pause != 0:
            return HALTED
        if work.count > work.limit:
            return LIMIT
        room = work.first + len(kinds)
        if work.next >= room or work.edges + len(hashes) > len(edges):
            return FULL
        most = work.count + len(hashes)
        if most * size > len(rows) or most * MIN_SLOTS_PER_STATE > len(table):
            work.needed = most
            return GROW
        number, until, ends, pending = work.next, min(work.border, room), work.ends, 0
        while number < until and work.stop == 0:
            # Step 2. Unpack the next state. The game may be over.
            place = number - work.first
            unpack(fields, rows, number * size, flat)
            state = unflatten(game, flat)
            work.needed = number
            if game.is_terminal(state):
                utility = np.float64(game.utility(state, 0)) + 0.0
                if np.isnan(utility):
                    return NAN
                if work.opposed != 0:
                    other = np.float64(game.utility(state, 1))
                    if other != total - utility and not abs(utility + other - total) <= SUM_TOLERANCE:
                        return SUM
                utilities[ends] = utility
                ends += 1
                kinds[place] = ENDED
                degrees[place] = 0
                number += 1
                continue

            # Step 3. Generate its actions, or the outcomes of chance.
            player = game.player(state)
            acts = 0 <= player < work.players
            count = 0
            if acts:
                count = fill_actions(game, state, actions, 0)
                kinds[place] = MAX if work.side >> player & 1 else MIN
            if game.axes.stochastic and player == CHANCE:
                count = fill_chances(game, state, actions, chances, 0)
                kinds[place] = AVERAGE
            elif not acts:
                return PLAYER
            if count == 0:
                return STUCK
            if count > len(actions):
                work.needed = count
                return BROAD
            if pending + count > len(hashes):
                break
            if game.axes.stochastic and player == CHANCE:
                if not sound(count, chances):
                    return ODDS
                for i in range(count):
                    odds[work.edges + pending + i] = chances[i]

            # Step 4. Pack its successors, and prefetch their slots.
            for i in range(count):
                child = next_state(game, state, int(actions[i]))
                if work.symmetric != 0:
                    child = canonical_state(game, child)
                if flatten(game, child, flat) != len(flat):
                    return SHAPE
                outside = pack(fields, 0, flat, row, size)
                if outside != FITS:
                    work.needed = outside
                    work.value = flat[outside]
                    return WIDEN
                hashed = hash_of(row, size)
                prefetch(table, hashed & mask)
                hashes[pending] = hashed
                for word in range(size):
                    fresh[pending * size + word] = row[word]
                pending += 1
            degrees[place] = count
            number += 1

        # Step 5. Look up the successors of the batch, and number new ones.
        for i in range(pending):
            entry = table[hashes[i] & mask]
            if entry != 0:
                prefetch(rows, (int(entry) - 1) * size)
        first = work.edges
        for i in range(pending):
            slot = find(table, rows, size, fresh, i * size, int(hashes[i]))
            if table[slot] == 0:
                for word in range(size):
                    rows[work.count * size + word] = fresh[i * size + word]
                work.count += 1
                table[slot] = work.count
            edges[first + i] = table[slot] - 1

        # Step 6. Commit the batch; perhaps start the next layer.
        work.edges = first + pending
        work.ends = ends
        work.next = number
        if number == work.border and number < work.count:
            work.layer += 1
            work.border = work.count
    return ALL
