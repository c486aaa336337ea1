"""The forward half: every state that can follow is found, numbered and linked to its successors.

States are numbered in the order they are found, breadth first, so the numbers are the same whenever and wherever it
runs. A state lies packed in its row of `rows`; `table` leads from the hash of a row to its number (open addressing, the
number plus one, 0 for a free slot):

    hash & mask  ->  table: | 0 | 17 | 4 | 0 | 0 | ...      17 - 1 = 16  ->  row 16: is it the one looked for?

Each state is expanded once, in the order of the numbers, a few at a time: first the successors of all of them are made,
and then looked up one after the other, by when the memory that they hash to has arrived (a look into a table of
gigabytes takes longer than the rules of most games). What comes out goes into a chunk, which begins at state `first`:
what its value is made of, how many successors there are and which, how likely each is where chance acts, what an end is
worth. When anything is full, or odd, the kernel comes back and says why; states that were left in the middle are begun
anew later, and find what they found before under the same numbers.
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
"""What a state's value is made of its successors': the largest, the smallest, the average; or the game is over."""
MIN_SLOTS_PER_STATE = 1.6
"""Slots that the table has at least for each state."""
SUM_TOLERANCE = 1e-9
"""By how much utilities may miss their sum."""

ALL, HALTED, LIMIT, FULL, GROW, WIDEN, BROAD, STUCK, PLAYER, ODDS, NAN, SUM, SHAPE = range(13)
"""Why the kernel came back: every state is expanded; it was told to stop; there are more states than allowed; the chunk
is full; rows or table are; a number is outside the range of its field; a state has more actions than the buffer; and
six faults of the rules."""


def find(table: Any, rows: Any, size: int, others: Any, start: int, hashed: int) -> int:
    """The slot of the table where a row is, or where it would be: the row that begins at `start` of `others`."""
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
    """What an enumeration and the kernels tell each other."""

    stop: int
    """Not 0: come back as soon as possible."""
    pause: int
    """Not 0: come back when it suits, so that the chunk can be put away."""
    players: int
    """How many players there are."""
    side: int
    """Whose players maximise: bit p for player p."""
    opposed: int
    """Not 0: there are two players whose utilities have a constant sum, which is checked."""
    symmetric: int
    """Not 0: of symmetric states only the canonical one counts."""
    limit: int
    """How many states there may be."""
    size: int
    """How many words a row has."""
    count: int
    """States found."""
    next: int
    """The state to expand next."""
    first: int
    """The first state of the chunk."""
    edges: int
    """Successors in the chunk."""
    ends: int
    """Ends of the game in the chunk."""
    layer: int
    """How many plies from the first state the next one lies."""
    border: int
    """The first state that lies one ply further."""
    needed: int
    """What the kernel came back for: how many actions or states, or which field; after a fault of the rules, the state
    that shows it."""
    value: int
    """The number that does not fit its field."""
    done: int
    """How far the work is that comes after, in steps of any size."""


@kernel
def expand(
    game: Any, example: Any, work: GraphWorkspace, fields: Any, flat: Any, row: Any, table: Any, rows: Any,
    actions: Any, chances: Any, fresh: Any, hashes: Any, total: float, kinds: Any, degrees: Any, edges: Any, odds: Any,
    utilities: Any,
) -> int:  # fmt: skip
    """Expand states until there are no more, or the chunk is full; returns why it stopped.

    `kinds`, `degrees` (successors), `edges` (their numbers), `odds` and `utilities` are the chunk; `fresh` and `hashes`
    are for successors that are not looked up yet. `total` is what the utilities of both players add up to. Odds are
    written in games of chance only.
    """
    size = work.size
    mask = len(table) - 1
    while work.next < work.count:
        # Step 1. Room for a batch of states, all of one layer, whatever may follow them.
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
            # Step 2. A state, from its row. Perhaps the game is over.
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

            # Step 3. Otherwise who acts, and how.
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

            # Step 4. The successors, packed.
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

        # Step 5. The successors of all states of the batch: each is found in the table, or new.
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

        # Step 6. On to the next states, perhaps in the next layer.
        work.edges = first + pending
        work.ends = ends
        work.next = number
        if number == work.border and number < work.count:
            work.layer += 1
            work.border = work.count
    return ALL
