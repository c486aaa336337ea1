"""Every state of a game of chance, found and linked; and values for all of them, from below and from above.

`unfold` numbers states in the order they are found, breadth first, and writes each down as its numbers, one word each
(`flatten`). `table` leads from the hash of those to the number of the state plus one, by open addressing. Of
each state there stands who acts, where its successors begin in `after` and how likely they are, and what it is worth
where the game is over.

`improve` goes over all states from the last found to the first, again and again: a state's value can be no less than
what the least values of its successors make of it, and no more than what the greatest do. Both start beyond the truth
and close in on it, through cycles too, as long as chance leads out of them (interval iteration: S. Haddad and
B. Monmege, "Interval iteration algorithm for MDPs and IMDPs", Theoretical Computer Science 735, 2018).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.sweep_expand import find
from countermove.engine.sweep_pack import hash_of
from countermove.engine.workspace import Workspace
from countermove.game import CHANCE
from countermove.native.bridge import fill_actions, fill_chances, flatten, next_state, unflatten
from countermove.native.kernel import kernel

LARGEST, SMALLEST, AVERAGE, OVER = range(4)
"""What a state's value is made of its successors'; or the game is over."""
ALL, HALTED, GROW, BROAD, NAN = range(5)
"""Why `unfold` came back: all is found; told to stop, or the rules are at fault; an array is full; a state has more
actions than the buffer; a utility is no number."""
SLACK = 1e-9
"""How far from 1 probabilities may be together."""


class UnfoldWorkspace(Workspace):
    """All states of a game, found one after the other."""

    count: int
    """States found."""
    next: int
    """The state to look at next."""
    edges: int
    """Successors so far."""
    side: int
    """Whose players maximise: bit p for player p."""
    needed: int
    """How many actions there should be room for."""


@kernel
def unfold(
    game: Any, example: Any, work: UnfoldWorkspace, flat: Any, rows: Any, table: Any, actions: Any, chances: Any,
    kinds: Any, first: Any, after: Any, odds: Any, worth: Any,
) -> int:  # fmt: skip
    """Find all states, from those that are found already; tells why it came back."""
    size = len(flat)
    while work.next < work.count:
        # Step 1. Room for whatever may follow.
        number = work.next
        work.nodes += 1
        if work.stop != 0:
            return HALTED
        room = work.count + len(actions)
        if room >= len(kinds) or 2 * room > len(table) or work.edges + len(actions) > len(after):
            return GROW
        for place in range(size):
            flat[place] = rows[number * size + place]
        state = unflatten(game, flat)

        # Step 2. What the state is.
        first[number] = work.edges
        first[number + 1] = work.edges
        if game.is_terminal(state):
            kinds[number] = OVER
            worth[number] = np.float64(game.utility(state, 0))
            if np.isnan(worth[number]):
                return NAN
            work.next = number + 1
            continue
        player = game.player(state)
        if player == CHANCE:
            count = fill_chances(game, state, actions, chances, 0)
            kinds[number] = AVERAGE
        else:
            count = fill_actions(game, state, actions, 0)
            kinds[number] = LARGEST if work.side >> player & 1 else SMALLEST
        if count > len(actions):
            work.needed = count
            return BROAD
        if count == 0:
            work.stuck = 1
            return HALTED
        if player == CHANCE:
            together = 0.0
            for i in range(count):
                together += chances[i] if chances[i] > 0.0 else np.nan
            if not abs(together - 1.0) < SLACK:
                work.fault = 1
                return HALTED

        # Step 3. Its successors, each found in the table, or new.
        for i in range(count):
            child = next_state(game, state, int(actions[i]))
            flatten(game, child, flat)
            slot = find(table, rows, size, flat, 0, hash_of(flat, size))
            if table[slot] == 0:
                for place in range(size):
                    rows[work.count * size + place] = flat[place]
                work.count += 1
                table[slot] = work.count
            after[work.edges] = table[slot] - 1
            odds[work.edges] = chances[i] if player == CHANCE else 1.0
            work.edges += 1
        first[number + 1] = work.edges
        work.next = number + 1
    return ALL


@kernel
def seat(table: Any, rows: Any, size: int, count: int) -> None:
    """Find a slot in an empty table for each state."""
    for number in range(count):
        row = rows[number * size : (number + 1) * size]
        table[find(table, rows, size, row, 0, hash_of(row, size))] = number + 1


@kernel
def improve(
    kinds: Any, first: Any, after: Any, odds: Any, low: Any, high: Any, work: UnfoldWorkspace
) -> tuple[float, float]:
    """Go over all states once; gives the widest interval that is left, and the largest change."""
    widest = change = 0.0
    for number in range(len(low) - 1, -1, -1):
        kind = kinds[number]
        if kind == OVER:
            continue
        if number & 4095 == 0:
            work.nodes += 1
            if work.stop != 0:
                break
        start, end = first[number], first[number + 1]
        least, most = low[after[start]], high[after[start]]
        if kind == AVERAGE:
            least *= odds[start]
            most *= odds[start]
        for i in range(start + 1, end):
            below, above = low[after[i]], high[after[i]]
            if kind == LARGEST:
                least = max(least, below)
                most = max(most, above)
            elif kind == SMALLEST:
                least = min(least, below)
                most = min(most, above)
            else:
                least += odds[i] * below
                most += odds[i] * above
        least = max(least, low[number])  # a rounding error must not undo what is proven
        most = min(most, high[number])
        change = max(change, least - low[number], high[number] - most)
        widest = max(widest, most - least)
        low[number] = least
        high[number] = most
    return widest, change
