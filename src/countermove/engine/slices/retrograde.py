"""Solve a slice backwards: from mates and smaller slices to ever longer wins and losses.

`codes` has a code (see code.py) for each index of the slice. The first pass (`begin`) looks at every state once, and at
what its successors in smaller slices are worth. Then `advance` proceeds level by level: at level n all results of up to
n plies are final, and a state that may lead to one of exactly n plies is looked at again:

    won     if a successor is lost for the opponent
    lost    if all successors are won for the opponent
    else    wait for a later level; what still waits after the last is a draw

Results are always worked out forwards, by the rules: `slice_before` only says where it is worth a try, and a game
without it has all open states tried at every level. A win in a smaller slice is noted with its distance at once, and
gives way to a shorter one found before its level. States without an index are looked at one ply deeper, and those that
lead to them are tried at every level.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.bits import shl, shr
from countermove.engine.slices.code import (
    DRAW,
    LOST,
    MISSING,
    NO_STATE,
    UNKNOWN,
    WIN,
    before,
    code_of,
    plies_of,
    score_of,
)
from countermove.engine.slices.probe import BLOCK, LEAST_AT, WIDTH_AT, code_at, probe
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
from countermove.native.record import Record

STOP_INTERVAL = 1024
"""Indices between two checks of `stop`."""
MAX_DEEPER = 8
"""Plies that states without an index may follow each other."""
TRY, ALWAYS = 1, 2
"""Marks of an index: its state is to be tried at this level; at every level."""
PROVISIONAL = 1 << 20
"""Added to a win whose distance may still get shorter."""


class SliceWorkspace(Record):
    """Variables shared by the passes over a slice and Python."""

    stop: int
    """Not 0: return as soon as possible."""
    number: int
    """The slice."""
    level: int
    done: int
    """Indices passed so far, in all passes."""
    without_index: int
    """Not 0: a successor without an index was met."""
    missing: int
    """After a fault in the rules: the index of the state that leads to one that is in no slice, plus 1."""
    changed: int
    """Results found so far, where no distances are kept (results.py)."""
    overflow: int
    """Not 0: the stack was too short, there."""
    longest: int
    """The largest distance so far: the last level."""
    states: int
    wins: int
    losses: int
    draws: int
    longest_win: int
    longest_loss: int


def viewer(game: Any, state: Any) -> int:
    """Whose result the code of a state is: the player to move; player 0 if a finished game names nobody."""
    player = int(game.player(state))
    return player if player == 1 else 0


def ended(game: Any, state: Any) -> int:
    """The code of a terminal state."""
    value = np.float64(game.utility(state, viewer(game, state)))
    return LOST + 1 if value > game.neutral else LOST if value < game.neutral else DRAW


def evaluate(
    game: Any, state: Any, deeper: int, level: int, codes: Any, directory: Memory, work: SliceWorkspace
) -> int:  # fmt: skip
    """The code of a state, from those of its successors: in `codes` up to `level` plies, in smaller slices all.

    UNKNOWN where they do not suffice; a win that may still get shorter has PROVISIONAL added.
    """
    if deeper > MAX_DEEPER:
        return MISSING
    if not ends_without_actions(game) and game.is_terminal(state):
        return ended(game, state)
    best = -2 * WIN
    complete = True
    player = viewer(game, state)
    count = 0
    for action in each_action(game, state):
        count += 1
        child = next_state(game, state, action)
        code = UNKNOWN
        index = -1
        if int(game.slice_of(child)) == work.number:
            index = int(game.slice_index(child))
            if index >= 0:
                code = int(codes[index])
                if code >= LOST and plies_of(code) > level:
                    code = UNKNOWN
                elif code == NO_STATE:
                    return MISSING
            else:
                work.without_index = 1
        else:
            code = probe(directory, game, child)
            index = 0 if code != UNKNOWN else -1
        if index < 0:
            code = evaluate(game, child, deeper + 1, level, codes, directory, work)
            if code >= PROVISIONAL:  # final at that level, which must come
                work.longest = max(work.longest, plies_of(code - PROVISIONAL))
                code = UNKNOWN
        if code == MISSING:
            return MISSING
        if code == UNKNOWN:
            complete = False
            continue
        best = max(best, before(score_of(code), viewer(game, child) == player))
        if deeper == 0 and best >= WIN - level - 1:  # a shorter win would have been found at an earlier level
            break
    if count == 0:
        return ended(game, state)
    if complete or best >= WIN - level - 1:
        return code_of(best)
    return code_of(best) + PROVISIONAL if best > 0 else UNKNOWN


def attempt(
    game: Any, state: Any, index: int, codes: Any, directory: Memory, work: SliceWorkspace
) -> bool:  # fmt: skip
    """Work out a state again, and note its code if that is new or a shorter win; False after a fault."""
    found = evaluate(game, state, 0, work.level, codes, directory, work)
    if found == MISSING:
        work.missing = index + 1
        return False
    if found != UNKNOWN:
        code = int(found & PROVISIONAL - 1)
        old = int(codes[index])
        if code >= LOST:
            work.longest = max(work.longest, plies_of(code))
        if old == UNKNOWN or (old >= LOST and code < old):
            codes[index] = code
    return True


def is_open(code: int, level: int) -> bool:
    """Whether a code may still change: unknown, or a win for which a shorter one may be found."""
    return code == UNKNOWN or (code >= LOST and code & 1 != 0 and plies_of(code) > level + 1)


def mark_before(game: Any, state: Any, level: int, codes: Any, marks: Any) -> None:
    """Mark the states to try after a result of `level` plies: those that may lead to it."""
    for index in each_before(game, state):
        if is_open(int(codes[index]), level):
            marks[index] = int(marks[index]) | TRY


@kernel
def begin(
    game: Any, example: Any, codes: Any, marks: Any, directory: Memory, work: SliceWorkspace
) -> None:  # fmt: skip
    """The first pass: which indices have a state, and what is known of those from smaller slices."""
    for index in range(len(codes)):
        if index % STOP_INTERVAL == 0:
            work.done += STOP_INTERVAL
            if work.stop != 0:
                return
        state = slice_state(game, work.number, index)
        if game.slice_of(state) != work.number or game.slice_index(state) != index:
            codes[index] = NO_STATE
            continue
        work.without_index = 0
        if not attempt(game, state, index, codes, directory, work):
            return
        if work.without_index != 0:
            marks[index] = ALWAYS


@kernel
def advance(
    game: Any, example: Any, codes: Any, marks: Any, directory: Memory, work: SliceWorkspace
) -> None:  # fmt: skip
    """One level: try every state that may lead to a result of exactly `level` plies."""
    # Step 1. Mark what is worth a try.
    if offers_predecessors(game):
        for index in range(len(codes)):
            if index % STOP_INTERVAL == 0:
                work.done += STOP_INTERVAL
                if work.stop != 0:
                    return
            code = int(codes[index])
            if code >= LOST and plies_of(code) == work.level:
                mark_before(game, slice_state(game, work.number, index), work.level, codes, marks)

    # Step 2. Try it.
    for index in range(len(codes)):
        if index % STOP_INTERVAL == 0:
            work.done += STOP_INTERVAL
            if work.stop != 0:
                return
        mark = int(marks[index])
        if mark == 0 and offers_predecessors(game):
            continue
        marks[index] = mark & ALWAYS
        if is_open(int(codes[index]), work.level):
            state = slice_state(game, work.number, index)
            if not attempt(game, state, index, codes, directory, work):
                return


@kernel
def conclude(codes: Any, work: SliceWorkspace) -> None:
    """After the last level: what is still unknown is a draw; count the results."""
    for index in range(len(codes)):
        code = int(codes[index])
        if code == NO_STATE:
            continue
        work.states += 1
        if code >= LOST:
            plies = plies_of(code)
            if code & 1 != 0:
                work.wins += 1
                work.longest_win = max(work.longest_win, plies)
            else:
                work.losses += 1
                work.longest_loss = max(work.longest_loss, plies)
        else:
            codes[index] = DRAW
            work.draws += 1


@kernel
def count_codes(codes: Any, counts: Any) -> None:
    """How often each code occurs."""
    for index in range(len(codes)):
        counts[int(codes[index])] += 1


@kernel
def measure(codes: Any, ranks: Any, blocks: Any) -> int:
    """Fill the words of all blocks, and return the words that their ranks take; `ranks` has the rank of each code."""
    words = 0
    for block in range(len(blocks)):
        least, most = len(ranks), -1
        for index in range(block * BLOCK, min(len(codes), (block + 1) * BLOCK)):
            code = int(codes[index])
            if code != NO_STATE:
                rank = int(ranks[code])
                least = min(least, rank)
                most = max(most, rank)
        width = 0
        if most < 0:
            least = 0
        else:
            while shr(most - least, width) != 0:
                width += 1
        blocks[block] = words | shl(width, WIDTH_AT) | shl(least, LEAST_AT)
        words += (BLOCK * width + 63) // 64
    return words


@kernel
def fill(codes: Any, ranks: Any, blocks: Any, data: Any) -> None:
    """Write the ranks of all blocks, as `measure` laid them out, into zeroed words."""
    for block in range(len(blocks)):
        word = int(blocks[block])
        width = shr(word, WIDTH_AT) & 63
        if width == 0:
            continue
        start, least = word & shl(1, WIDTH_AT) - 1, shr(word, LEAST_AT) & 0xFFFF
        for index in range(block * BLOCK, min(len(codes), (block + 1) * BLOCK)):
            code = int(codes[index])
            if code == NO_STATE:
                continue
            rank = int(ranks[code]) - least
            bit = index % BLOCK * width
            at = start + (bit >> 6)
            bit &= 63
            data[at] = int(data[at]) | shl(rank, bit)
            if bit + width > 64:
                data[at + 1] = int(data[at + 1]) | shr(rank, 64 - bit)


@kernel
def verify(
    game: Any, example: Any, results: Memory, size: int, directory: Memory, work: SliceWorkspace
) -> int:  # fmt: skip
    """Whether the code of every state of a slice follows from those of its successors; returns the first index where it
    does not, or -1.

    All codes come from the directory, which has this slice too: nothing is shared with how it was solved.
    """
    for index in range(size):
        if index % STOP_INTERVAL == 0:
            work.done += STOP_INTERVAL
            if work.stop != 0:
                return -1
        state = slice_state(game, work.number, index)
        if game.slice_of(state) != work.number or game.slice_index(state) != index:
            continue
        code = code_at(results, index)
        work.states += 1
        if code == DRAW:
            work.draws += 1
        elif code & 1 != 0:
            work.wins += 1
            work.longest_win = max(work.longest_win, plies_of(code))
        else:
            work.losses += 1
            work.longest_loss = max(work.longest_loss, plies_of(code))
        if follows(game, state, 0, directory) != code:
            return index
    return -1


def follows(game: Any, state: Any, deeper: int, directory: Memory) -> int:
    """The code of a state that follows from what the directory says of its successors; MISSING if it says nothing."""
    if deeper > MAX_DEEPER:
        return MISSING
    if not ends_without_actions(game) and game.is_terminal(state):
        return ended(game, state)
    best = -2 * WIN
    player = viewer(game, state)
    count = 0
    for action in each_action(game, state):
        count += 1
        child = next_state(game, state, action)
        code = probe(directory, game, child)
        if code == UNKNOWN:
            code = follows(game, child, deeper + 1, directory)
        if code == MISSING:
            return MISSING
        best = max(best, before(score_of(code), viewer(game, child) == player))
    return ended(game, state) if count == 0 else code_of(best)
