"""Proof-number search, depth first (df-pn): whether a player gets what is asked, or not; no other values.

The question is put to one player, the attacker: can player 0 get at least `split`, or can player 1 hold player 0 below
it? A *proof number* says how many positions must still be proven to prove a position, a *disproof number* how many
refuted to refute it. Where the attacker acts one good action is enough, where the other acts all must be good:

                     attacker acts           the other acts
    proof            the least of a child    as of the hardest child, and 1 more for each other open one
    disproof         as of the hardest ...   the least of a child

The search goes where least is missing, and stays there until another place is clearly better (a quarter, and 1 more),
so that it does not hop about. Sums would count a position once for every way to it; the hardest child and the number
of the others err less (Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search", 2008). Numbers only guide: what
is proven or refuted is so whatever they say. A node keeps the numbers of its children while it is searched, so
each visit raises one of them, and the search ends even if the table forgets everything.

Positions that repeat. The attacker is always the one for whom endless play is not enough. So a repetition on the path
counts as a refutation, a proof never rests on one, and proofs may be used on any path. A refutation may rest on one,
and is then true on that path only; it is kept as a belief. When the first position is believed to be refuted, `closed`
goes through what the other player then relies on: wherever the attacker acts every action must stay inside, wherever
the other acts one must. A set of positions that can be held in this way is a refutation, for play never gets out of it,
whatever paths it was found on. A belief that fails turns out to be a proof; it is kept, and the set is gone through
again. There are only so many positions, so that ends, if the table can hold them.

    known          what is known of a position, in one number
      < 0          proven; -1 at the end of a game, and one less for each ply of the proof
      proof << 23 | disproof
      DISPROVEN + mark      refuted: FOREVER, or in the set that `closed` goes through now, or believed (0)

    table          48 bits known, 4 free, and below them effort and age as in table.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.bits import highest
from countermove.engine.table import find, place, put
from countermove.engine.workspace import AGE, DEEP, DEEPEST, HEAD, LIMIT, NODES, SALT, STOP, STUCK, TOP, WIDE
from countermove.native.bridge import canonical_state, fill_actions, fill_candidates, limits, next_state
from countermove.native.kernel import again, kernel
from countermove.native.memory import Memory
from countermove.native.real import real_of, word_of

HALF = 23
"""Bits of a number."""
NEVER = (1 << HALF) - 1
"""The number of what cannot be done any more; as a limit, none."""
MUCH = NEVER - 1
"""The largest number of what is still open."""
DISPROVEN = NEVER << HALF
FOREVER, HERE = NEVER, NEVER - 1
"""Marks of a refutation: true on every path; a position that is on the path."""
UNSEEN = 1 << HALF | 1
WON = -1

# The workspace: after the numbers that every search has, these.
MARK = HEAD
"""The mark of the set that is gone through."""
FAILED = HEAD + 1
"""Not 0: a belief has failed."""
ABOVE, BELOW = HEAD + 2, HEAD + 3
"""Of the utilities for player 0 that were met, the least from `split` on and the greatest below it: floats, as bits."""
KEPT = HEAD + 4
"""Positions that were put into the table."""
PATH = HEAD + 8
"""The key of the position at each ply."""
STACK = PATH + DEEPEST + 2
"""The actions of the nodes on the path, and what is known of them; BREADTH words each."""
BREADTH = 1 << 17
LASTING = 1 << 30
"""Nodes that a position is said to have taken so that the table keeps it."""


def workspace(limit: int | None = None) -> Memory:
    """Room for a search of at most `limit` nodes."""
    work = Memory(STACK + 2 * BREADTH)
    work[LIMIT] = np.iinfo(np.int64).max if limit is None else limit
    work[TOP] = STACK
    work[MARK] = 1
    return work


def begin(work: Memory, above: float = np.inf, below: float = -np.inf) -> None:
    """Another question comes, or one of before: these are the utilities met on both sides."""
    work.words[ABOVE : BELOW + 1].view(np.float64)[:] = above, below


def met(work: Memory) -> tuple[float, float]:
    """The utilities met: the least from `split` on, and the greatest below it."""
    above, below = work.words[ABOVE : BELOW + 1].view(np.float64)
    return float(above), float(below)


def proof_of(known: int) -> int:
    """The proof number in what is known."""
    return 0 if known < 0 else known >> HALF


def disproof_of(known: int) -> int:
    """The disproof number in what is known."""
    if known < 0:
        return NEVER
    return 0 if known >= DISPROVEN else known & NEVER


def is_settled(known: int, work: Any) -> bool:
    """Whether a refutation needs no more looking into."""
    return known >= DISPROVEN and (known - DISPROVEN >= HERE or known - DISPROVEN == work[MARK])


def remember(table: Any, at: int, key: int, known: int, nodes: int, work: Any) -> None:
    """Keep what is known of a position."""
    if find(table, at, key) == 0:
        work[KEPT] += 1
    put(table, at, key, known << 16 | (highest(nodes | 1) & 31) << 7 | work[AGE] << 3 | 1)


def key_in(game: Any, state: Any, work: Any) -> int:
    """The key of a position, symmetric ones taken together."""
    return int(np.int64(game.key(canonical_state(game, state)))) ^ work[SALT]


def fill(game: Any, state: Any, work: Any) -> int:
    """The actions to look at, from TOP on; gives their end, or 0 when there is no room or no action.

    Where positions repeat these are all: an action may be as good as another by what it is worth, and yet go round.
    """
    start = work[TOP]
    end = fill_actions(game, state, work, start) if game.repeats else fill_candidates(game, state, work, start)
    if end - STACK > BREADTH:
        work[WIDE] = work[STOP] = 1
        return 0
    if end == start:
        work[STUCK] = work[STOP] = 1
        return 0
    work[TOP] = end
    return end


def glance(game: Any, state: Any, attacker: int, split: float, ply: int, work: Any, table: Any) -> int:
    """What is known of a position after the one at `ply`, without search."""
    # Step 1. The end of the game.
    work[NODES] += 1
    if game.is_terminal(state):
        utility = np.float64(game.utility(state, 0))
        if utility >= split:
            work[ABOVE] = word_of(min(real_of(work[ABOVE]), utility))
        else:
            work[BELOW] = word_of(max(real_of(work[BELOW]), utility))
        return WON if (utility >= split) == (attacker == 0) else DISPROVEN + FOREVER

    # Step 2. What the game itself has proven; but where play may go round, a proof must be one that gets to an end.
    low, high, _, _ = limits(game, state)
    if low >= split and (attacker == 1 or not game.repeats):
        work[ABOVE] = word_of(min(real_of(work[ABOVE]), low))
        return WON if attacker == 0 else DISPROVEN + FOREVER
    if high < split and (attacker == 0 or not game.repeats):
        work[BELOW] = word_of(max(real_of(work[BELOW]), high))
        return WON if attacker == 1 else DISPROVEN + FOREVER

    # Step 3. The path, and the table.
    key = key_in(game, state, work)
    if game.repeats:
        for earlier in range(ply, -1, -1):
            if work[PATH + earlier] == key:
                return DISPROVEN + HERE
    data = find(table, place(table, key), key)
    return UNSEEN if data == 0 else data >> 16


@kernel
def dfpn(
    game: Any, state: Any, attacker: int, split: float, proof: int, disproof: int, ply: int, work: Any, table: Any
) -> int:
    """What is known of `state` when its proof or its disproof number has reached these limits, or it is settled.

    Worthless when STOP was set.
    """
    # Step 1. Stop when told to.
    if work[NODES] >= work[LIMIT]:
        work[STOP] = 1
    if ply >= DEEPEST:
        work[DEEP] = work[STOP] = 1
    if work[STOP] != 0:
        return UNSEEN

    # Step 2. The actions, and what is known of each.
    nodes = work[NODES]
    key = key_in(game, state, work)
    at = place(table, key)
    work[PATH + ply] = key
    start = work[TOP]
    end = fill(game, state, work)
    if end == 0:
        return UNSEEN
    for i in range(start, end):
        child = next_state(game, state, work[i])
        work[i + BREADTH] = glance(game, child, attacker, split, ply, work, table)

    # Step 3. Numbers seen by who acts: `easy` of getting what he wants, `hard` of being kept from it.
    attacks = game.player(state) == attacker
    easy_limit, hard_limit = (proof, disproof) if attacks else (disproof, proof)
    while True:
        first = start
        best = second = NEVER
        hard = others = 0
        nearest, farthest = -DISPROVEN, -1
        certain = uncertain = 0
        for i in range(start, end):
            known = work[i + BREADTH]
            easy, other = proof_of(known), disproof_of(known)
            if not attacks:
                easy, other = other, easy
            if easy < best:
                second = best
                best = easy
                first = i
            elif easy < second:
                second = easy
            if easy < NEVER:
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
        elif best == NEVER and attacks:
            found = DISPROVEN + (FOREVER if uncertain == 0 else 0)
        elif best == NEVER:
            found = farthest - 1
        else:
            hard = min(hard + others, MUCH)
            found = best << HALF | hard if attacks else hard << HALF | best
        if best == 0 or best == NEVER or best >= easy_limit or hard >= hard_limit:
            break

        # Step 5. The child where least is missing, until it is clearly not that any more.
        easier = min(easy_limit, second + (second >> 2) + 1)
        harder = hard_limit if hard_limit == NEVER else hard_limit - others
        easier = NEVER if easier >= MUCH else easier
        harder = NEVER if harder >= MUCH else harder
        child = next_state(game, state, work[first])
        below, above = (easier, harder) if attacks else (harder, easier)
        found = again(dfpn, game, child, attacker, split, below, above, ply + 1, work, table)
        if work[STOP] != 0:
            work[TOP] = start
            return UNSEEN
        work[first + BREADTH] = found

    # Step 6. Remember it. Where positions cannot repeat, what is refuted is so for good.
    work[TOP] = start
    if found >= DISPROVEN and not game.repeats:
        found = DISPROVEN + FOREVER
    remember(table, at, key, found, work[NODES] - nodes, work)
    return found


@kernel
def closed(game: Any, state: Any, attacker: int, split: float, ply: int, work: Any, table: Any) -> int:
    """Go through the set of positions that refutes `state`, which is believed: what is known of `state` then.

    Proven, or refuted if no belief has FAILED. Worthless when STOP was set.
    """
    # Step 1. The position belongs to the set; where it is met again, that is taken for granted.
    nodes = work[NODES]
    key = key_in(game, state, work)
    at = place(table, key)
    work[PATH + ply] = key
    if ply >= DEEPEST:
        work[DEEP] = work[STOP] = 1
        return UNSEEN
    remember(table, at, key, DISPROVEN + work[MARK], LASTING, work)
    start = work[TOP]
    end = fill(game, state, work)
    if end == 0:
        return UNSEEN
    for i in range(start, end):
        child = next_state(game, state, work[i])
        work[i + BREADTH] = glance(game, child, attacker, split, ply, work, table)

    # Step 2. What decides: for who attacks an action that is proven, for who defends one that stays in the set. First
    # those are asked that need no search, then those that are believed to stay, then all others.
    attacks = game.player(state) == attacker
    decided = False
    for turn in range(3):
        for i in range(start, end):
            known = work[i + BREADTH]
            if decided or turn != (0 if known < 0 or is_settled(known, work) else 1 if known >= DISPROVEN else 2):
                continue
            if turn > 0:
                child = next_state(game, state, work[i])
                known = glance(game, child, attacker, split, ply, work, table)  # it may have been settled meanwhile
                if 0 <= known < DISPROVEN:
                    known = dfpn(game, child, attacker, split, np.int64(NEVER), np.int64(NEVER), ply + 1, work, table)
                if work[STOP] == 0 and known >= DISPROVEN and not is_settled(known, work):
                    known = again(closed, game, child, attacker, split, ply + 1, work, table)
                if work[STOP] != 0:
                    work[TOP] = start
                    return UNSEEN
                work[i + BREADTH] = known
            decided = attacks == (known < 0)

    # Step 3. The position stays in the set; or it is proven, and the belief was wrong.
    work[TOP] = start
    if decided != attacks:
        return DISPROVEN + work[MARK]
    nearest, farthest = -DISPROVEN, -1
    for i in range(start, end):
        if work[i + BREADTH] < 0:
            nearest = max(nearest, work[i + BREADTH])
            farthest = min(farthest, work[i + BREADTH])
    found = nearest - 1 if attacks else farthest - 1
    work[FAILED] = 1
    remember(table, at, key, found, work[NODES] - nodes, work)
    return found


@kernel
def resolve(game: Any, state: Any, attacker: int, split: float, work: Any, table: Any) -> int:
    """Prove or refute `state`: below 0 when the attacker gets what is asked, otherwise DISPROVEN or above.

    Worthless when STOP was set. The game must not be over in `state`.
    """
    key = key_in(game, state, work)
    data = find(table, place(table, key), key)
    known = UNSEEN if data == 0 else data >> 16
    if 0 <= known < DISPROVEN:
        known = dfpn(game, state, attacker, split, np.int64(NEVER), np.int64(NEVER), np.int64(0), work, table)
    while work[STOP] == 0 and known >= DISPROVEN and not is_settled(known, work):
        work[FAILED] = 0
        known = closed(game, state, attacker, split, np.int64(0), work, table)
        if work[FAILED] != 0 or work[STOP] != 0:
            # What bears the mark was gone through in vain.
            work[MARK] += 1
    return known
