"""The forward half of a sweep, compiled: every state that can follow is found, numbered and linked to its successors.

States are numbered in the order they are found, breadth first, so the numbers are the same whenever and wherever it
runs. A state lies packed in its row of `rows`; `table` leads from the hash of a row to its number (open addressing, the
number plus one, 0 for a free slot):

    hash & mask  ->  table: | 0 | 17 | 4 | 0 | 0 | ...      17 - 1 = 16  ->  row 16: is it the one looked for?

Each state is expanded once, in the order of the numbers, a few at a time: first the successors of all of them are made,
and then looked up one after the other, by when the memory that they hash to has arrived (a look into a table of
gigabytes takes longer than the rules of most games). What comes out goes into a chunk, which begins at state FIRST:
whether the game is over there or who acts, how many successors there are and which, what an end is worth. When anything
is full, or odd, the kernel comes back and says why; states that were left in the middle are begun anew later, and find
what they found before under the same numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.sweep_pack import FITS, hash_of, pack, unpack
from countermove.native.bridge import canonical_state, fill_actions, flatten, next_state, unflatten
from countermove.native.kernel import kernel
from countermove.native.memory import prefetch

STOP = 0
"""Not 0: come back as soon as possible."""
COUNT = 1
"""States found."""
NEXT = 2
"""The state to expand next."""
FIRST = 3
"""The first state of the chunk."""
EDGES = 4
"""Successors in the chunk."""
ENDS = 5
"""Ends of the game in the chunk."""
LAYER, BORDER = 6, 7
"""How many plies from the first state the next one lies, and the first state that lies one further."""
SIZE = 8
"""How many words a row has."""
NEEDED, VALUE = 9, 10
"""What the kernel came back for: how many actions or states, or which field, and the number that does not fit it; after
a fault of the rules, the state that shows it."""
DONE = 11
"""How far the work is that comes after, in steps of any size."""
PLAYERS = 12
PAUSE = 13
"""Not 0: come back when it suits, so that the chunk can be put away."""
WORK = 16

ENDED = 2
"""What stands in the place of a player where the game is over."""
FULLEST = 1.6
"""Slots that the table has at least for each state."""
NEAR = 1e-9
"""By how much utilities may miss their sum."""

ALL, HALTED, FULL, GROW, WIDEN, BROAD, STUCK, PLAYER, NAN, SUM, SHAPE = range(11)
"""Why the kernel came back: every state is expanded; it was told to stop; the chunk is full; rows or table are; a
number is outside the range of its field; a state has more actions than the buffer; and five faults of the rules."""


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


@kernel
def expand(
    game: Any, example: Any, work: Any, fields: Any, flat: Any, row: Any, table: Any, rows: Any, actions: Any,
    fresh: Any, hashes: Any, total: float, kinds: Any, degrees: Any, edges: Any, utilities: Any,
) -> int:  # fmt: skip
    """Expand states until there are no more, or the chunk is full; tells why it came back.

    `kinds`, `degrees` (successors), `edges` (their numbers) and `utilities` are the chunk; `fresh` and `hashes` are for
    successors that are not looked up yet. `total` is what the utilities of both players add up to.
    """
    size = work[SIZE]
    mask = len(table) - 1
    while work[NEXT] < work[COUNT]:
        # Step 1. Room for a batch of states, all of one layer, whatever may follow them.
        if work[STOP] != 0 or work[PAUSE] != 0:
            return HALTED
        room = work[FIRST] + len(kinds)
        if work[NEXT] >= room or work[EDGES] + len(hashes) > len(edges):
            return FULL
        most = work[COUNT] + len(hashes)
        if most * size > len(rows) or most * FULLEST > len(table):
            work[NEEDED] = most
            return GROW
        number, until, ends, pending = work[NEXT], min(work[BORDER], room), work[ENDS], 0
        while number < until and work[STOP] == 0:
            # Step 2. A state, from its row. Perhaps the game is over.
            place = number - work[FIRST]
            unpack(fields, rows, number * size, flat)
            state = unflatten(game, flat)
            work[NEEDED] = number
            if game.is_terminal(state):
                utility = np.float64(game.utility(state, 0)) + 0.0
                if np.isnan(utility):
                    return NAN
                if work[PLAYERS] == 2:
                    other = np.float64(game.utility(state, 1))
                    if other != total - utility and not abs(utility + other - total) <= NEAR:
                        return SUM
                utilities[ends] = utility
                ends += 1
                kinds[place] = ENDED
                degrees[place] = 0
                number += 1
                continue

            # Step 3. Otherwise who acts, and how.
            player = game.player(state)
            if player < 0 or player >= work[PLAYERS]:
                return PLAYER
            count = fill_actions(game, state, actions, 0)
            if count == 0:
                return STUCK
            if count > len(actions):
                work[NEEDED] = count
                return BROAD
            if pending + count > len(hashes):
                break

            # Step 4. The successors, packed.
            for i in range(count):
                child = canonical_state(game, next_state(game, state, int(actions[i])))
                if flatten(game, child, flat) != len(flat):
                    return SHAPE
                outside = pack(fields, 0, flat, row, size)
                if outside != FITS:
                    work[NEEDED] = outside
                    work[VALUE] = flat[outside]
                    return WIDEN
                hashed = hash_of(row, size)
                prefetch(table, hashed & mask)
                hashes[pending] = hashed
                for word in range(size):
                    fresh[pending * size + word] = row[word]
                pending += 1
            kinds[place] = player
            degrees[place] = count
            number += 1

        # Step 5. The successors of all states of the batch: each is found in the table, or new.
        for i in range(pending):
            entry = table[hashes[i] & mask]
            if entry != 0:
                prefetch(rows, (int(entry) - 1) * size)
        first = work[EDGES]
        for i in range(pending):
            slot = find(table, rows, size, fresh, i * size, int(hashes[i]))
            if table[slot] == 0:
                for word in range(size):
                    rows[work[COUNT] * size + word] = fresh[i * size + word]
                work[COUNT] += 1
                table[slot] = work[COUNT]
            edges[first + i] = table[slot] - 1

        # Step 6. On to the next states, perhaps in the next layer.
        work[EDGES] = first + pending
        work[ENDS] = ends
        work[NEXT] = number
        if number == work[BORDER] and number < work[COUNT]:
            work[LAYER] += 1
            work[BORDER] = work[COUNT]
    return ALL
