"""The backward half: what every state is, worked out from the ends. No rules take part.

**Exact values and distances, cycles included** (`settle`). Play that goes round for ever is worth `endless` to player
0. Who can get more than that must force it, by reaching an end; so it is worked out from the ends backwards
(retrograde analysis), the best ends for player 0 first:

    for each utility u above endless, the largest first:
        the ends worth u, and then, in the order of their distance, every state that leads to one of them:
        where player 0 acts, one successor worth u is enough;
        where the other acts, the last of the successors to be known decides: all others are worth u or more

The same for the other player with the utilities below, the smallest first. What is left is worth `endless`: neither can
force more. Each state is settled once, by its best utility and then by its distance: who forces takes the nearest end,
who is forced the farthest. Each successor is looked at once, so the time is linear in their number.

For win, draw and loss this is K. Thompson's algorithm for chess endgames (1986); taking the utilities one by one, from
the outside in, makes it right for any (and `tests/solve/test_sweep.py` holds it to a fixpoint on random cyclic games).

**Intervals** (`improve`), where chance acts. All states are gone over from the last found to the first, again and
again: a state's value can be no less than what the least values of its successors make of it, and no more than what the
greatest do. Both start beyond the truth and close in on it, through cycles too, as long as chance leads out of them
(interval iteration: S. Haddad and B. Monmege, "Interval iteration algorithm for MDPs and IMDPs", Theoretical Computer
Science 735, 2018).

**Sums** (`sum_up`), where no state follows itself: how many games there are, how long, and what random play comes to.
A row is filled when all successors have theirs, so depth first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.graph.expand import AVERAGE, ENDED, MAX, MIN, GraphWorkspace
from countermove.native.kernel import kernel
from countermove.native.memory import prefetch

UNKNOWN = -1
"""The level of a state that is not settled."""
NO_DISTANCE = -1
"""The distance of a state whose best play need not end."""
STOP_INTERVAL = 4096
"""States between two looks at `stop`."""
PREFETCH_DISTANCE = 32
"""How far ahead of its use memory is asked for."""
GAMES, TREE, SHORTEST, LONGEST, VALUE, WON, DRAWN, WORTH, PLIES, UNIQUE = range(10)
"""What is summed up of a state: the games that can follow and the nodes of their tree, the plies of the shortest and of
the longest; its value to player 0; what random play comes to: how likely player 0 wins, and nobody, the worth to
player 0, the plies; whether one action is better than all others (1), or not (0), or there is no choice (-1)."""
SUMS = 10
OPEN = -1.0
"""What stands for TREE in a row that is being filled."""


@kernel
def count_into(edges: Any, starts: Any, work: GraphWorkspace) -> None:
    """Count each edge of a chunk at the state it leads to, two places further on."""
    for edge in range(len(edges)):
        if edge % STOP_INTERVAL == 0:
            work.done += 1
            if work.stop != 0:
                return
        if edge + PREFETCH_DISTANCE < len(edges):
            prefetch(starts, int(edges[edge + PREFETCH_DISTANCE]) + 2)
        starts[int(edges[edge]) + 2] += 1


@kernel
def link(first: int, degrees: Any, edges: Any, starts: Any, sources: Any, work: GraphWorkspace) -> None:
    """Enter each edge of a chunk at the state it leads to.

    Before the first chunk, starts[s + 1] is where the edges into s begin; after the last, it is where they end, and so
    starts[s] is where they begin.
    """
    edge = 0
    for place in range(len(degrees)):
        if place % STOP_INTERVAL == 0:
            work.done += 1
            if work.stop != 0:
                return
        for _ in range(degrees[place]):
            if edge + PREFETCH_DISTANCE < len(edges):
                prefetch(starts, int(edges[edge + PREFETCH_DISTANCE]) + 1)
            if edge + PREFETCH_DISTANCE // 2 < len(edges):
                prefetch(sources, int(starts[int(edges[edge + PREFETCH_DISTANCE // 2]) + 1]))
            to = int(edges[edge]) + 1
            sources[starts[to]] = first + place
            starts[to] += 1
            edge += 1


@kernel
def add_up(counts: Any, work: GraphWorkspace) -> None:
    """Each count becomes the sum of all up to it."""
    for place in range(1, len(counts)):
        if place % STOP_INTERVAL == 0:
            work.done += 1
            if work.stop != 0:
                return
        counts[place] += counts[place - 1]


@kernel
def settle(
    player: int, level: int, ends: Any, kinds: Any, degrees: Any, starts: Any, sources: Any, levels: Any,
    distances: Any, queue: Any, work: GraphWorkspace,
) -> int:  # fmt: skip
    """Settle every state from which `player` can force utility number `level`; returns how many there are.

    `ends` are the ends of that utility; all that is better for the player is settled already. Where the other acts,
    `degrees` counts the successors of a state that are not settled yet.
    """
    # Step 1. The ends.
    last = 0
    for end in ends:
        levels[end] = level
        distances[end] = 0
        queue[last] = end
        last += 1

    # Step 2. From each state in turn, those before it. The queue is in the order of distance.
    turn = 0
    while turn < last:
        if turn % STOP_INTERVAL == 0 and work.stop != 0:
            return last
        work.done += 1
        if turn + PREFETCH_DISTANCE < last:
            prefetch(starts, int(queue[turn + PREFETCH_DISTANCE]))
        if turn + PREFETCH_DISTANCE // 2 < last:
            prefetch(sources, int(starts[int(queue[turn + PREFETCH_DISTANCE // 2])]))
        if turn + PREFETCH_DISTANCE // 4 < last:
            edge = int(starts[int(queue[turn + PREFETCH_DISTANCE // 4])])
            if edge < len(sources):
                prefetch(levels, int(sources[edge]))
                prefetch(degrees, int(sources[edge]))
        state = int(queue[turn])
        turn += 1
        for edge in range(starts[state], starts[state + 1]):
            before = int(sources[edge])
            if levels[before] != UNKNOWN:
                continue
            if kinds[before] != player:
                degrees[before] -= 1
                if degrees[before] != 0:
                    continue
            levels[before] = level
            distances[before] = distances[state] + 1
            queue[last] = before
            last += 1
    return last


@kernel
def leave(levels: Any, distances: Any, kinds: Any, level: int, work: GraphWorkspace) -> int:
    """Everything that is not settled is worth `level`, and need not end unless it has; gives the longest distance."""
    longest = 0
    for state in range(len(levels)):
        if state % STOP_INTERVAL == 0:
            work.done += 1
            if work.stop != 0:
                return longest
        if levels[state] == UNKNOWN:
            levels[state] = level
            distances[state] = 0 if kinds[state] == ENDED else NO_DISTANCE
        longest = max(longest, int(distances[state]))
    return longest


@kernel
def improve(
    kinds: Any, first: Any, edges: Any, odds: Any, low: Any, high: Any, work: GraphWorkspace
) -> tuple[float, float]:
    """Go over all states once; gives the widest interval that is left, and the largest change.

    The successors of state s are `edges[first[s]:first[s + 1]]`.
    """
    widest = change = 0.0
    for state in range(len(low) - 1, -1, -1):
        kind = kinds[state]
        if kind == ENDED:
            continue
        if state % STOP_INTERVAL == 0:
            work.done += 1
            if work.stop != 0:
                break
        start, end = first[state], first[state + 1]
        least, most = low[edges[start]], high[edges[start]]
        if kind == AVERAGE:
            least *= odds[start]
            most *= odds[start]
        for i in range(start + 1, end):
            below, above = low[edges[i]], high[edges[i]]
            if kind == MAX:
                least = max(least, below)
                most = max(most, above)
            elif kind == MIN:
                least = min(least, below)
                most = min(most, above)
            else:
                least += odds[i] * below
                most += odds[i] * above
        least = max(least, low[state])  # a rounding error must not undo what is proven
        most = min(most, high[state])
        change = max(change, least - low[state], high[state] - most)
        widest = max(widest, most - least)
        low[state] = least
        high[state] = most
    return widest, change


@kernel
def sum_up(
    kinds: Any, first: Any, edges: Any, worth: Any, total: float, path: Any, ahead: Any, sums: Any,
    work: GraphWorkspace,
) -> bool:  # fmt: skip
    """Fill the row of each state in `sums`; gives True, and leaves it undone, where a state can follow itself.

    The successors of state s are `edges[first[s]:first[s + 1]]`, and `worth` is what each end is worth to player 0.
    `path` has room for all states, and `ahead[s]`, which begins as `first[s]`, is the edge of s to follow next.
    """
    path[0] = 0
    length = 1
    sums[0, TREE] = OPEN
    steps = 0
    while length > 0:
        steps += 1
        if steps % STOP_INTERVAL == 0:
            work.done += 1
            if work.stop != 0:
                return False

        # Step 1. The next successor, unless its row is filled.
        state = int(path[length - 1])
        if ahead[state] < first[state + 1]:
            child = int(edges[ahead[state]])
            ahead[state] += 1
            if sums[child, TREE] == OPEN:
                return True
            if sums[child, TREE] == 0.0:
                sums[child, TREE] = OPEN
                path[length] = child
                length += 1
            continue
        length -= 1

        # Step 2. The end of a game.
        if kinds[state] == ENDED:
            value = worth[state]
            sums[state, GAMES] = sums[state, TREE] = 1.0
            sums[state, VALUE] = sums[state, WORTH] = value
            sums[state, WON] = 1.0 if value > total - value else 0.0
            sums[state, DRAWN] = 1.0 if value == total - value else 0.0
            sums[state, UNIQUE] = -1.0
            continue

        # Step 3. What its successors are, summed up.
        sign = 1.0 if kinds[state] == MAX else -1.0
        games = 0.0
        tree = 1.0
        shortest, longest = np.inf, 0.0
        won = drawn = scores = plies = 0.0
        best = -np.inf
        equal = 0
        for i in range(first[state], first[state + 1]):
            child = int(edges[i])
            games += sums[child, GAMES]
            tree += sums[child, TREE]
            shortest = min(shortest, sums[child, SHORTEST])
            longest = max(longest, sums[child, LONGEST])
            won += sums[child, WON]
            drawn += sums[child, DRAWN]
            scores += sums[child, WORTH]
            plies += sums[child, PLIES]
            value = sign * sums[child, VALUE]
            if value > best:
                best = value
                equal = 1
            elif value == best:
                equal += 1
        count = first[state + 1] - first[state]
        sums[state, GAMES] = games
        sums[state, TREE] = tree
        sums[state, SHORTEST] = shortest + 1
        sums[state, LONGEST] = longest + 1
        sums[state, VALUE] = sign * best
        sums[state, WON] = won / count
        sums[state, DRAWN] = drawn / count
        sums[state, WORTH] = scores / count
        sums[state, PLIES] = plies / count + 1
        sums[state, UNIQUE] = -1.0 if count == 1 else (1.0 if equal == 1 else 0.0)
    return False
