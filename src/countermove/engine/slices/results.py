"""Solve a slice for its results alone: who wins, without how soon. It takes two bits per index.

    0   not known; a draw, if it stays so
    1   lost for the player to move
    2   won
    3   no position has this index

`settle` passes over the slice once. A state that is won or lost goes onto a stack, and all states that may lead to it
are tried again at once, then those before them, until the stack is empty. No order is needed, since without distances a
result never changes. The stack is short: where it overflows, or a game has states without an index, the states are
tried again in another pass, until a pass finds nothing new.

Results are worked out forwards, by the rules, as in retrograde.py.
"""

from __future__ import annotations

from typing import Any

from countermove.bits import shl, shr
from countermove.engine.slices import code as full
from countermove.engine.slices.code import DRAW, LOST, MISSING, UNKNOWN, WON
from countermove.engine.slices.probe import code_at, probe
from countermove.engine.slices.retrograde import MAX_DEEPER, STOP_INTERVAL, SliceWorkspace, ended, viewer
from countermove.native.bridge import (
    each_action,
    each_before,
    ends_without_actions,
    next_state,
    offers_predecessors,
    slice_state,
)
from countermove.native.kernel import kernel
from countermove.native.memory import Memory

OPEN, LOSS, WIN, NONE = range(4)
PER_WORD = 32
"""Results in a word."""
STACK = 1 << 16
"""Indices that the stack holds."""


def result_at(results: Any, index: int) -> int:
    """The two bits of an index."""
    return int(shr(results[index >> 5], (index & 31) << 1) & 3)


def note(results: Any, index: int, result: int) -> None:
    """Set the two bits of an index, which are 0."""
    results[index >> 5] = results[index >> 5] | shl(result, (index & 31) << 1)


def plain(code: int) -> int:
    """A code without its distance: LOST, DRAW or WON."""
    return code if code < LOST else LOST + (code & 1)


def judge(
    game: Any, state: Any, deeper: int, results: Memory, directory: Memory, work: SliceWorkspace
) -> int:  # fmt: skip
    """LOST, DRAW or WON, as far as it follows from the successors; UNKNOWN, or MISSING, if it does not."""
    if deeper > MAX_DEEPER:
        return MISSING
    if not ends_without_actions(game) and game.is_terminal(state):
        return plain(ended(game, state))
    player = viewer(game, state)
    best = LOST
    complete = True
    count = 0
    for action in each_action(game, state):
        count += 1
        child = next_state(game, state, action)
        code = UNKNOWN
        index = -1
        if int(game.slice_of(child)) == work.number:
            index = int(game.slice_index(child))
            if index >= 0:
                result = result_at(results, index)
                if result == NONE:
                    return MISSING
                code = UNKNOWN if result == OPEN else LOST if result == LOSS else WON
            else:
                work.without_index = 1
        else:
            code = plain(probe(directory, game, child))
            index = 0 if code != UNKNOWN else -1
        if index < 0:
            code = judge(game, child, deeper + 1, results, directory, work)
        if code == MISSING:
            return MISSING
        if code == UNKNOWN:
            complete = False
            continue
        if code != DRAW and viewer(game, child) != player:
            code ^= 1
        if code == WON:
            return WON
        if code == DRAW:
            best = DRAW
    if count == 0:
        return plain(ended(game, state))
    return best if complete else UNKNOWN


def attempt(
    game: Any, state: Any, index: int, results: Memory, stack: Memory, top: int, directory: Memory, work: SliceWorkspace
) -> int:  # fmt: skip
    """Try an open state; put it onto the stack if it is won or lost. Returns the new height, or -1 after a fault."""
    found = judge(game, state, 0, results, directory, work)
    if found == MISSING:
        work.missing = index + 1
        return -1
    if found != WON and found != LOST:
        return top
    note(results, index, WIN if found == WON else LOSS)
    work.changed += 1
    if not offers_predecessors(game) or top >= len(stack):
        work.overflow = 1
        return top
    stack[top] = index
    return top + 1


def follow(game: Any, results: Memory, stack: Memory, top: int, directory: Memory, work: SliceWorkspace) -> bool:
    """Empty the stack: try what leads to each of its states; False after a fault."""
    while top > 0:
        top -= 1
        work.done += 1
        state = slice_state(game, work.number, stack[top])
        for before in each_before(game, state):
            index = int(before)
            if result_at(results, index) == OPEN and top >= 0:
                earlier = slice_state(game, work.number, index)
                top = attempt(game, earlier, index, results, stack, top, directory, work)
        if top < 0:
            return False
    return True


@kernel
def settle(
    game: Any, example: Any, size: int, results: Memory, stack: Memory, directory: Memory, work: SliceWorkspace
) -> None:  # fmt: skip
    """One pass over a slice: try every open state, and all that follows from those that are settled."""
    first = work.level < 0
    for index in range(size):
        if index % STOP_INTERVAL == 0:
            work.done += STOP_INTERVAL
            if work.stop != 0:
                return
        if result_at(results, index) != OPEN:
            continue
        state = slice_state(game, work.number, index)
        if first and (game.slice_of(state) != work.number or game.slice_index(state) != index):
            note(results, index, NONE)
            continue
        top = attempt(game, state, index, results, stack, 0, directory, work)
        if top < 0:
            return
        if top > 0 and not follow(game, results, stack, top, directory, work):
            return


@kernel
def count_results(size: int, results: Memory, work: SliceWorkspace) -> None:
    """After the last pass: what is still open is a draw; count the results."""
    for index in range(size):
        found = result_at(results, index)
        if found == WIN:
            work.wins += 1
        elif found == LOSS:
            work.losses += 1
        elif found == OPEN:
            work.draws += 1
    work.states = work.wins + work.losses + work.draws


@kernel
def verify_results(
    game: Any, example: Any, results: Memory, size: int, directory: Memory, work: SliceWorkspace
) -> int:  # fmt: skip
    """Whether every result of a slice follows from those of its successors; returns the first index where it does not,
    or -1.

    All results come from the directory, which has this slice too: nothing is shared with how it was solved.
    """
    for index in range(size):
        if index % STOP_INTERVAL == 0:
            work.done += STOP_INTERVAL
            if work.stop != 0:
                return -1
        state = slice_state(game, work.number, index)
        if game.slice_of(state) != work.number or game.slice_index(state) != index:
            continue
        code = plain(code_at(results, index))
        work.states += 1
        if code == DRAW:
            work.draws += 1
        elif code == WON:
            work.wins += 1
        else:
            work.losses += 1
        if follows(game, state, 0, directory) != code:
            return index
    return -1


def follows(game: Any, state: Any, deeper: int, directory: Memory) -> int:
    """The result of a state that follows from its successors'; MISSING if the directory does not have them."""
    if deeper > MAX_DEEPER:
        return MISSING
    if not ends_without_actions(game) and game.is_terminal(state):
        return plain(ended(game, state))
    best = -2 * full.WIN
    player = viewer(game, state)
    count = 0
    for action in each_action(game, state):
        count += 1
        child = next_state(game, state, action)
        code = plain(probe(directory, game, child))
        if code == UNKNOWN:
            code = follows(game, child, deeper + 1, directory)
        if code == MISSING:
            return MISSING
        best = max(best, full.before(full.score_of(code), viewer(game, child) == player))
    if count == 0:
        return plain(ended(game, state))
    return DRAW if best == 0 else WON if best > 0 else LOST
