"""The forward half of a sweep, compiled: every state that can follow is found, numbered and linked to its successors.

States are numbered in the order they are found, breadth first, so the numbers are the same whenever and wherever it
runs. A state lies packed in its row of `rows`; `table` leads from the hash of a row to its number (open addressing, the
number plus one, 0 for a free slot):

    hash & mask  ->  table: | 0 | 17 | 4 | 0 | 0 | ...      17 - 1 = 16  ->  row 16: is it the one looked for?

Each state is expanded once, in the order of the numbers. What that gives goes into a chunk, which begins at state
FIRST: whether the game is over there or who acts, how many successors there are and which, what an end is worth.
When anything is full, or odd, the kernel comes back and says why; a state that was left in the middle is begun anew
later, and finds what it found before under the same numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import register_jitable

from countermove.engine.sweep_pack import FITS, exact, flatten, hash_of, pack, unflatten, unpack
from countermove.native.bridge import canonical_state, fill_actions, next_state
from countermove.native.kernel import kernel

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
"""What the kernel came back for: how many actions or states, or which field, and the number that does not fit it."""
DONE = 11
"""How far the work is that comes after, in steps of any size."""
PLAYERS = 12
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


@register_jitable
def find(table: Any, rows: Any, size: int, row: Any) -> int:
    """The slot of the table where a row is, or where it would be."""
    mask = len(table) - 1
    slot = hash_of(row, size) & mask
    while table[slot] != 0:
        start = (int(table[slot]) - 1) * size
        same = True
        for word in range(size):
            if rows[start + word] != row[word]:
                same = False
                break
        if same:
            break
        slot = (slot + 1) & mask
    return slot


@kernel
def expand(
    game: Any, example: Any, work: Any, fields: Any, flat: Any, row: Any, table: Any, rows: Any, actions: Any,
    total: float, kinds: Any, degrees: Any, edges: Any, utilities: Any,
) -> int:  # fmt: skip
    """Expand states until there are no more, or the chunk is full; tells why it came back.

    `kinds`, `degrees` (successors), `edges` (their numbers) and `utilities` are the chunk. `total` is what the
    utilities of both players add up to.
    """
    size = work[SIZE]
    while work[NEXT] < work[COUNT]:
        # Step 1. The state, from its row.
        place = work[NEXT] - work[FIRST]
        if work[STOP] != 0:
            return HALTED
        if place >= len(kinds):
            return FULL
        unpack(fields, rows, work[NEXT] * size, flat)
        state = unflatten(example, flat)

        # Step 2. The end of the game.
        if game.is_terminal(state):
            utility = np.float64(game.utility(state, 0)) + 0.0
            if np.isnan(utility):
                return NAN
            if work[PLAYERS] == 2:
                other = np.float64(game.utility(state, 1))
                if other != total - utility and not abs(utility + other - total) <= NEAR:
                    return SUM
            utilities[work[ENDS]] = utility
            work[ENDS] += 1
            kinds[place] = ENDED
            degrees[place] = 0
        else:
            # Step 3. Who acts, and room for whatever may follow.
            player = game.player(state)
            if player < 0 or player >= work[PLAYERS]:
                return PLAYER
            count = fill_actions(game, state, actions, 0)
            if count == 0:
                return STUCK
            if count > len(actions) or count > len(edges):
                work[NEEDED] = count
                return BROAD
            first = work[EDGES]
            if first + count > len(edges):
                return FULL
            most = work[COUNT] + count
            if most * size > len(rows) or most * FULLEST > len(table):
                work[NEEDED] = most
                return GROW

            # Step 4. The successors: each is found in the table, or new.
            for i in range(count):
                child = canonical_state(game, next_state(game, state, int(actions[i])))
                if flatten(exact(game, child), flat) != len(flat):
                    return SHAPE
                outside = pack(fields, 0, flat, row, size)
                if outside != FITS:
                    work[NEEDED] = outside
                    work[VALUE] = flat[outside]
                    return WIDEN
                slot = find(table, rows, size, row)
                if table[slot] == 0:
                    for word in range(size):
                        rows[work[COUNT] * size + word] = row[word]
                    work[COUNT] += 1
                    table[slot] = work[COUNT]
                edges[first + i] = table[slot] - 1
            work[EDGES] = first + count
            kinds[place] = player
            degrees[place] = count

        # Step 5. On to the next state, perhaps in the next layer.
        work[NEXT] += 1
        if work[NEXT] == work[BORDER] and work[NEXT] < work[COUNT]:
            work[LAYER] += 1
            work[BORDER] = work[COUNT]
    return ALL
