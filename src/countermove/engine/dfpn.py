"""Depth-first proof-number search (df-pn): proves or refutes that a player reaches a given utility.

The question concerns one player, the attacker: can player 0 get at least `split`, or can player 1 hold player 0
below it? A *proof number* is the number of positions still to be proven to prove a position, a *disproof number* the
number still to be refuted to refute it. Where the attacker acts, one good action is enough; where the defender acts,
all must be good:

                     attacker acts             defender acts
    proof            minimum of the children   the hardest child, plus 1 for each other open one
    disproof         the hardest ...           minimum of the children

The search descends to the most-proving child, and stays there until another is clearly better (by a quarter, plus 1),
so that it does not thrash. Sums would count a position once for every path to it; the hardest child and the number of
the others err less (Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search", 2008). The numbers only guide the
search: a proof or refutation is certain regardless. A node keeps the numbers of its children while it is searched, so
each visit raises one of them, and the search ends even if the table loses every entry.

Repetition. The attacker is always the player for whom endless play is not enough. So a repetition on the path counts
as a refutation, a proof never depends on one, and proofs are valid on any path. A refutation may depend on one, and is
then valid on that path only; it is stored as a belief. When the root is believed to be refuted, `closed` verifies the
set of positions that the defender relies on: where the attacker acts, every action must stay inside; where the defender
acts, one must. Such a closed set is a refutation, since play never leaves it, whatever paths it was found on. A belief
that fails is in fact a proof; it is stored, and the set is verified again. The number of positions is finite, so this
ends if the table can hold them.

Where there is an endgame database of slices, a position in it is the end of the search. Its wins are real ones, so
proofs may rest on them.

    known          what is known about a position, in one number
      < 0          proven; -1 at the end of a game, and one less for each ply of the proof
      proof << 23 | disproof
      DISPROVEN + mark      refuted: FOREVER, or in the set that `closed` is verifying, or believed (0)

    table          48 bits known, 4 free, and below them effort and age as in table.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.bits import highest
from countermove.engine.slices.code import DRAW, UNKNOWN
from countermove.engine.slices.probe import probe
from countermove.engine.table import find, place, put
from countermove.engine.workspace import MAX_PLIES, MAX_STACK, Workspace, must_stop
from countermove.native.bridge import (
    canonical_state,
    fill_actions,
    fill_candidates,
    limits,
    next_state,
    offers_predecessors,
)
from countermove.native.kernel import again, kernel
from countermove.native.memory import memory_at
from countermove.native.record import Words, words

NUMBER_BITS = 23
"""Bits per number."""
INFINITY = (1 << NUMBER_BITS) - 1
"""The number of an impossible goal; as a limit, no limit."""
MAX_OPEN = INFINITY - 1
"""The largest number of an open position."""
DISPROVEN = INFINITY << NUMBER_BITS
FOREVER, ON_PATH = INFINITY, INFINITY - 1
"""Marks of a refutation: valid on every path; a repetition of a position on the path."""
UNSEEN = 1 << NUMBER_BITS | 1
PROVEN = -1

MAX_EFFORT = 1 << 30
"""An effort so large that the table keeps the entry."""


class ProofWorkspace(Workspace):
    """Proof-number search."""

    salt: int
    """Mixed into all keys, so that a table can be cleared in constant time."""
    age: int
    """The age of this search: the table replaces entries of earlier ones first."""
    mark: int
    """The mark of the set that `closed` is verifying."""
    failed: int
    """Not 0: a belief has failed."""
    database: int
    """The address of a directory of slices (engine/slices/probe.py); 0 for none."""
    win: float
    """How much more than a draw a win is worth, to value its positions."""
    hits: int
    """Positions found there."""
    above: float
    """The lowest utility for player 0 met at or above `split`."""
    below: float
    """The highest utility for player 0 met below `split`."""
    kept: int
    """Positions stored in the table."""
    top: int
    """Start of the free part of `actions`."""
    path: Words = words(MAX_PLIES + 2)
    """The key of the position at each ply."""
    actions: Words = words(MAX_STACK)
    """The actions of the nodes on the path."""
    known: Words = words(MAX_STACK)
    """What is known about the position after each of them."""

    def __init__(self, limit: int | None = None) -> None:
        super().__init__(limit)
        self.mark = 1
        self.above, self.below = np.inf, -np.inf


def proof_of(known: int) -> int:
    """The proof number in what is known."""
    return 0 if known < 0 else known >> NUMBER_BITS


def disproof_of(known: int) -> int:
    """The disproof number in what is known."""
    if known < 0:
        return INFINITY
    return 0 if known >= DISPROVEN else known & INFINITY


def is_settled(known: int, work: ProofWorkspace) -> bool:
    """Whether a refutation needs no further verification."""
    return known >= DISPROVEN and (known - DISPROVEN >= ON_PATH or known - DISPROVEN == work.mark)


def remember(table: Any, at: int, key: int, known: int, nodes: int, work: ProofWorkspace) -> None:
    """Store what is known about a position."""
    if find(table, at, key) == 0:
        work.kept += 1
    put(table, at, key, known << 16 | (highest(nodes | 1) & 31) << 7 | work.age << 3 | 1)


def key_in(game: Any, state: Any, work: ProofWorkspace) -> int:
    """The key of a position, the same for symmetric ones."""
    return int(np.int64(game.key(canonical_state(game, state)))) ^ work.salt


def fill(game: Any, state: Any, work: ProofWorkspace) -> int:
    """Generate the actions to search, from `top` on; returns their end, or 0 without room or without an action.

    Where positions repeat, all legal ones: an action may be worth as much as another and still lead in circles.
    """
    start = work.top
    if game.repeats:
        end = fill_actions(game, state, work.actions, start)
    else:
        end = fill_candidates(game, state, work.actions, start)
    if end > MAX_STACK:
        work.too_wide = work.stop = 1
        return 0
    if end == start:
        work.stuck = work.stop = 1
        return 0
    work.top = end
    return end


def settled(utility: float, attacker: int, split: float, work: ProofWorkspace) -> int:
    """What is known of a position with a certain utility for player 0."""
    if utility >= split:
        work.above = min(work.above, utility)
    else:
        work.below = max(work.below, utility)
    return PROVEN if (utility >= split) == (attacker == 0) else DISPROVEN + FOREVER


def glance(game: Any, state: Any, attacker: int, split: float, ply: int, work: ProofWorkspace, table: Any) -> int:
    """What is known, without search, about a position after the one at `ply`."""
    # Step 1. The end of the game, or what a database says of it.
    work.nodes += 1
    if offers_predecessors(game) and work.database != 0:
        code = probe(memory_at(work.database), game, state)
        if code != UNKNOWN:
            work.hits += 1
            gain = 0.0 if code == DRAW else work.win if (code & 1 != 0) == (game.player(state) == 0) else -work.win
            return settled(np.float64(game.neutral) + gain, attacker, split, work)
    if game.is_terminal(state):
        return settled(np.float64(game.utility(state, 0)), attacker, split, work)

    # Step 2. The bounds of the game; but where positions repeat, a proof must reach the end of the game.
    low, high, _, _ = limits(game, state)
    if low >= split and (attacker == 1 or not game.repeats):
        work.above = min(work.above, low)
        return PROVEN if attacker == 0 else DISPROVEN + FOREVER
    if high < split and (attacker == 0 or not game.repeats):
        work.below = max(work.below, high)
        return PROVEN if attacker == 1 else DISPROVEN + FOREVER

    # Step 3. The path, and the table.
    key = key_in(game, state, work)
    if game.repeats:
        for earlier in range(ply, -1, -1):
            if work.path[earlier] == key:
                return DISPROVEN + ON_PATH
    data = find(table, place(table, key), key)
    return UNSEEN if data == 0 else data >> 16


@kernel
def dfpn(
    game: Any, state: Any, attacker: int, split: float, proof: int, disproof: int, ply: int, work: ProofWorkspace,
    table: Any,
) -> int:  # fmt: skip
    """What is known about `state` once its proof or disproof number reaches these limits, or it is settled.

    Meaningless once `stop` is set.
    """
    # Step 1. Check the limits.
    if must_stop(work, ply):
        return UNSEEN

    # Step 2. Generate the actions, and look up what is known about each.
    nodes = work.nodes
    key = key_in(game, state, work)
    at = place(table, key)
    work.path[ply] = key
    start = work.top
    end = fill(game, state, work)
    if end == 0:
        return UNSEEN
    for i in range(start, end):
        child = next_state(game, state, work.actions[i])
        work.known[i] = glance(game, child, attacker, split, ply, work, table)

    # Step 3. The numbers from the mover's side: `easy` to reach its goal, `hard` to be kept from it.
    attacks = game.player(state) == attacker
    easy_limit, hard_limit = (proof, disproof) if attacks else (disproof, proof)
    while True:
        first = start
        best = second = INFINITY
        hard = others = 0
        nearest, farthest = -DISPROVEN, -1
        certain = uncertain = 0
        for i in range(start, end):
            known = work.known[i]
            easy, other = proof_of(known), disproof_of(known)
            if not attacks:
                easy, other = other, easy
            if easy < best:
                second = best
                best = easy
                first = i
            elif easy < second:
                second = easy
            if easy < INFINITY:
                others += 1
                hard = max(hard, other)
            if known < 0:
                nearest = max(nearest, known)
                farthest = min(farthest, known)
            elif known == DISPROVEN + FOREVER:
                certain += 1
            else:
                uncertain += 1
        others -= 1

        # Step 4. Settled, or enough for now.
        if best == 0 and attacks:
            found = nearest - 1
        elif best == 0:
            found = DISPROVEN + (FOREVER if certain > 0 else 0)
        elif best == INFINITY and attacks:
            found = DISPROVEN + (FOREVER if uncertain == 0 else 0)
        elif best == INFINITY:
            found = farthest - 1
        else:
            hard = min(hard + others, MAX_OPEN)
            found = best << NUMBER_BITS | hard if attacks else hard << NUMBER_BITS | best
        if best == 0 or best == INFINITY or best >= easy_limit or hard >= hard_limit:
            break

        # Step 5. Search the most-proving child until another is clearly better.
        easier = min(easy_limit, second + (second >> 2) + 1)
        harder = hard_limit if hard_limit == INFINITY else hard_limit - others
        easier = INFINITY if easier >= MAX_OPEN else easier
        harder = INFINITY if harder >= MAX_OPEN else harder
        child = next_state(game, state, work.actions[first])
        below, above = (easier, harder) if attacks else (harder, easier)
        found = again(dfpn, game, child, attacker, split, below, above, ply + 1, work, table)
        if work.stop != 0:
            work.top = start
            return UNSEEN
        work.known[first] = found

    # Step 6. Store the result. Where positions cannot repeat, a refutation is final.
    work.top = start
    if found >= DISPROVEN and not game.repeats:
        found = DISPROVEN + FOREVER
    remember(table, at, key, found, work.nodes - nodes, work)
    return found


@kernel
def closed(game: Any, state: Any, attacker: int, split: float, ply: int, work: ProofWorkspace, table: Any) -> int:
    """Verify the set of positions believed to refute `state`; returns what is then known about `state`.

    Proven, or refuted if no belief has failed. Meaningless once `stop` is set.
    """
    # Step 1. Add the position to the set; if it recurs, it counts as refuted.
    nodes = work.nodes
    key = key_in(game, state, work)
    at = place(table, key)
    work.path[ply] = key
    if ply >= MAX_PLIES:
        work.too_deep = work.stop = 1
        return UNSEEN
    remember(table, at, key, DISPROVEN + work.mark, MAX_EFFORT, work)
    start = work.top
    end = fill(game, state, work)
    if end == 0:
        return UNSEEN
    for i in range(start, end):
        child = next_state(game, state, work.actions[i])
        work.known[i] = glance(game, child, attacker, split, ply, work, table)

    # Step 2. Look for a decisive action: a proven one for the attacker, one that stays in the set for the defender.
    # First actions that need no search, then those believed to stay, then all others.
    attacks = game.player(state) == attacker
    decided = False
    for turn in range(3):
        for i in range(start, end):
            known = work.known[i]
            if decided or turn != (0 if known < 0 or is_settled(known, work) else 1 if known >= DISPROVEN else 2):
                continue
            if turn > 0:
                child = next_state(game, state, work.actions[i])
                known = glance(game, child, attacker, split, ply, work, table)  # it may have been settled since
                if 0 <= known < DISPROVEN:
                    unlimited = np.int64(INFINITY)
                    known = dfpn(game, child, attacker, split, unlimited, unlimited, ply + 1, work, table)
                if work.stop == 0 and known >= DISPROVEN and not is_settled(known, work):
                    known = again(closed, game, child, attacker, split, ply + 1, work, table)
                if work.stop != 0:
                    work.top = start
                    return UNSEEN
                work.known[i] = known
            decided = attacks == (known < 0)

    # Step 3. The position stays in the set; or it is proven, and the belief was wrong.
    work.top = start
    if decided != attacks:
        return DISPROVEN + work.mark
    nearest, farthest = -DISPROVEN, -1
    for i in range(start, end):
        if work.known[i] < 0:
            nearest = max(nearest, work.known[i])
            farthest = min(farthest, work.known[i])
    found = nearest - 1 if attacks else farthest - 1
    work.failed = 1
    remember(table, at, key, found, work.nodes - nodes, work)
    return found


@kernel
def resolve(game: Any, state: Any, attacker: int, split: float, work: ProofWorkspace, table: Any) -> int:
    """Prove or refute `state`: below 0 when the attacker succeeds, otherwise DISPROVEN or above.

    Meaningless once `stop` is set. The game must not be over in `state`.
    """
    key = key_in(game, state, work)
    data = find(table, place(table, key), key)
    known = UNSEEN if data == 0 else data >> 16
    if 0 <= known < DISPROVEN:
        known = dfpn(game, state, attacker, split, np.int64(INFINITY), np.int64(INFINITY), np.int64(0), work, table)
    while work.stop == 0 and known >= DISPROVEN and not is_settled(known, work):
        work.failed = 0
        known = closed(game, state, attacker, split, np.int64(0), work, table)
        if work.failed != 0 or work.stop != 0:
            # A new mark: results under the old one depend on a belief that failed.
            work.mark += 1
    return known
