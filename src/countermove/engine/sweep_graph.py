"""The backward half of a sweep: values and distances on the graph of all states, cycles included. No rules take part.

Play that goes round for ever is worth `endless` to player 0. Who can get more than that must force it, by reaching an
end; so it is worked out from the ends backwards (retrograde analysis), the best ends for player 0 first:

    for each utility u above endless, the largest first:
        the ends worth u, and then, in the order of their distance, every state that leads to one of them:
        where player 0 acts, one successor worth u is enough;
        where the other acts, the last of the successors to be known decides: all others are worth u or more

The same for the other player with the utilities below, the smallest first. What is left is worth `endless`: neither can
force more. Each state is settled once, by its best utility and then by its distance: who forces takes the nearest end,
who is forced the farthest. Each successor is looked at once, so the time is linear in their number.

For win, draw and loss this is K. Thompson's algorithm for chess endgames (1986); taking the utilities one by one, from
the outside in, makes it right for any (and `tests/solve/test_sweep.py` holds it to a fixpoint on random cyclic games).
"""

from __future__ import annotations

from typing import Any

from countermove.engine.sweep_expand import ENDED, SweepWorkspace
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


@kernel
def tally(edges: Any, starts: Any, work: SweepWorkspace) -> None:
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
def link(first: int, degrees: Any, edges: Any, starts: Any, sources: Any, work: SweepWorkspace) -> None:
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
def add_up(counts: Any, work: SweepWorkspace) -> None:
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
    distances: Any, queue: Any, work: SweepWorkspace,
) -> int:  # fmt: skip
    """Settle every state from which `player` can force utility number `level`; tells how many there are.

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
def leave(levels: Any, distances: Any, kinds: Any, level: int, work: SweepWorkspace) -> int:
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
