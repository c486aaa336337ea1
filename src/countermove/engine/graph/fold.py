"""The backward half: values, distances and statistics of all states, from the ends back, without the rules.

**Exact values and distances, cycles included** (`settle`). Endless play is worth `endless` to player 0. To get more, a
player must force an end, so values follow from the ends by retrograde analysis, the best ends for player 0 first:

    for each utility u above endless, in descending order:
        settle the ends worth u, then, breadth first, their predecessors:
        where player 0 acts, one successor worth u is enough;
        where the opponent acts, only once all successors are settled: they are worth u or more

Then the same for the opponent, with utilities below `endless` in ascending order. The remaining states are worth
`endless`: neither player can force more. Each state is settled once, by value first and distance second: the player who
forces the end takes the nearest, the other the farthest. Each edge is visited once, so the time is linear.

For win, draw and loss this is K. Thompson's algorithm for chess endgames (1986); taking utilities one by one, from the
extremes inwards, extends it to any utilities (`tests/solve/test_sweep.py` checks it against a fixpoint on random cyclic
games).

**Intervals** (`improve`), for games of chance. Repeated passes over all states, last to first, compute a lower bound of
each value from the lower bounds of its successors, and an upper bound from their upper bounds. Both converge to the
value, through cycles too, as long as chance leads out of them (interval iteration: S. Haddad and B. Monmege, "Interval
iteration algorithm for MDPs and IMDPs", Theoretical Computer Science 735, 2018).

**Sums** (`sum_up`), for acyclic graphs: the number of games, their length, and the results of random play. Depth first,
in postorder.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.graph.expand import AVERAGE, ENDED, MAX, MIN, GraphWorkspace
from countermove.native.kernel import kernel
from countermove.native.memory import prefetch

UNKNOWN = -1
"""The level of an unsettled state."""
NO_DISTANCE = -1
"""The distance of a state from which best play need not end."""
STOP_INTERVAL = 4096
"""States between two checks of `stop`."""
PREFETCH_DISTANCE = 32
"""How many items ahead to prefetch."""
GAMES, TREE, SHORTEST, LONGEST, VALUE, WON, DRAWN, WORTH, PLIES, UNIQUE = range(10)
"""The columns of a state: the number of games from it and of nodes in their tree; the plies of the shortest and of the
longest; its value to player 0; in random play, the probabilities of a win of player 0 and of a draw, the mean utility
of player 0 and the mean plies; whether a single action is best (1), several are (0), or there is no choice (-1)."""
SUMS = 10
OPEN = -1.0
"""The TREE of a state on the path, whose row is not complete."""


@kernel
def count_into(edges: Any, starts: Any, work: GraphWorkspace) -> None:
    """Count the edges of a chunk by target, at index target + 2 of `starts`."""
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
    """Store the source of each edge of a chunk, by target: the predecessors of each state.

    Before the first chunk, starts[s + 1] is the index of the first edge into s; after the last chunk, one past the last
    edge into s, so that the edges into s start at starts[s].
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
    """Replace counts by their prefix sums."""
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
    """Settle all states from which `player` can force utility number `level`; returns their number.

    `ends` are the ends with that utility; better levels for the player are settled already. Where the opponent acts,
    `degrees` counts the unsettled successors of a state.
    """
    # Step 1. Queue the ends.
    last = 0
    for end in ends:
        levels[end] = level
        distances[end] = 0
        queue[last] = end
        last += 1

    # Step 2. Settle the predecessors of each state in the queue, which is ordered by distance.
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
    """Settle the remaining states at `level`; unless terminal, they have no distance. Returns the longest distance."""
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
    """Update the intervals of all states once; returns the widest interval and the largest change.

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
        least = max(least, low[state])  # rounding must not widen a proven interval
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
    """Fill the row of each state in `sums`; returns True if the graph has a cycle, with `sums` incomplete.

    The successors of state s are `edges[first[s]:first[s + 1]]`; `worth` has the utility of each end to player 0.
    `path` has room for all states; `ahead[s]`, initially `first[s]`, is the next edge of s to follow.
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

        # Step 1. Descend to the next successor, unless its row is complete.
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

        # Step 2. A terminal state.
        if kinds[state] == ENDED:
            value = worth[state]
            sums[state, GAMES] = sums[state, TREE] = 1.0
            sums[state, VALUE] = sums[state, WORTH] = value
            sums[state, WON] = 1.0 if value > total - value else 0.0
            sums[state, DRAWN] = 1.0 if value == total - value else 0.0
            sums[state, UNIQUE] = -1.0
            continue

        # Step 3. Sum up its successors.
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
