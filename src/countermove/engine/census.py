"""A census of a game: every state that can follow is found once, and what lies below it is summed up.

The states are kept in a table by their hash (open addressing; a word for the hash and a row of numbers for each):

    hash & mask  ->  keys:  | 0 | h1 | 0 | h2 | ...      facts:  row 1, row 3: what is known of the state

A row is filled when all successors have theirs, so each is a sum over the rows below: the games and nodes of the tree,
the shortest and the longest game, the value with best play, and what random play comes to. Two states with the same
hash would be taken for one; with n states that happens about n^2 / 2^65 times: for ten million, once in 370,000
censuses.

A state that is met below itself makes a cycle. The count of states goes on and is right, but the tree has no end then
and the sums mean nothing, which `cycle` says.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.workspace import MAX_PLIES, Workspace
from countermove.native.bridge import as_action, each_action, next_state
from countermove.native.kernel import again, kernel
from countermove.values import key_of

GAMES, TREE, SHORTEST, LONGEST, VALUE, WON, DRAWN, WORTH, PLIES, UNIQUE = range(10)
"""What is known of a state: the games that can follow and the nodes of their tree, the plies of the shortest and of
the longest; its value to player 0; what random play comes to: how likely player 0 wins, and nobody, the worth to
player 0, the plies; whether one action is better than all others (1), or not (0), or there is no choice (-1)."""
FACTS = 10


class CensusWorkspace(Workspace):
    """A census; `nodes` counts how often a state was met."""

    full: int
    """Not 0: the census was stopped because `limit` states were found."""
    cycle: int
    """Not 0: a state was met below itself."""
    states: int
    """States found."""
    ends: int
    """States where the game is over."""
    forced: int
    """States with one action."""
    choices: int
    """States with more."""
    unique: int
    """Of these, states with an action that is better than all others."""
    better: int
    """States where it goes on and that are, with best play, better than neutral for the player to act."""
    even: int
    """The same, as good as neutral."""
    worse: int
    """The same, worse."""


def place(keys: Any, key: int) -> int:
    """The slot where a hash is, or where it would be."""
    mask = len(keys) - 1
    slot = key & mask
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def census(game: Any, state: Any, neutral: float, ply: int, keys: Any, facts: Any, work: CensusWorkspace) -> int:
    """The slot of a state, its row filled; worthless when `stop` was set."""
    # Step 1. Met before, or new.
    work.nodes += 1
    key = key_of(state)
    if key == 0:
        key = 1
    slot = place(keys, key)
    if keys[slot] == key:
        if facts[slot, GAMES] == 0:
            work.cycle = 1
        return slot
    if work.states >= work.limit:
        work.full = 1
        work.stop = 1
    if ply >= MAX_PLIES:
        work.too_deep = 1
        work.stop = 1
    if work.stop != 0:
        return -1
    keys[slot] = key
    work.states += 1

    # Step 2. The end of a game.
    if game.is_terminal(state):
        first, second = np.float64(game.utility(state, 0)), np.float64(game.utility(state, 1))
        facts[slot, GAMES] = facts[slot, TREE] = 1.0
        facts[slot, VALUE] = facts[slot, WORTH] = first
        facts[slot, WON] = 1.0 if first > second else 0.0
        facts[slot, DRAWN] = 1.0 if first == second else 0.0
        facts[slot, UNIQUE] = -1.0
        work.ends += 1
        return slot

    # Step 3. What its successors are, summed up.
    sign = 1.0 if game.player(state) == 0 else -1.0
    games = 0.0
    tree = 1.0
    shortest, longest = np.inf, 0.0
    won = drawn = worth = plies = 0.0
    best = -np.inf
    equal = count = 0
    for choice in each_action(game, state):
        child = again(census, game, next_state(game, state, as_action(choice)), neutral, ply + 1, keys, facts, work)
        if work.stop != 0:
            return -1
        count += 1
        games += facts[child, GAMES]
        tree += facts[child, TREE]
        shortest = min(shortest, facts[child, SHORTEST])
        longest = max(longest, facts[child, LONGEST])
        won += facts[child, WON]
        drawn += facts[child, DRAWN]
        worth += facts[child, WORTH]
        plies += facts[child, PLIES]
        value = sign * facts[child, VALUE]
        if value > best:
            best = value
            equal = 1
        elif value == best:
            equal += 1
    if count == 0:
        work.stuck = 1
        work.stop = 1
        return -1

    # Step 4. The row, and the books.
    facts[slot, GAMES] = max(games, 1.0)  # in a cycle the games may be none, and 0 is for a row not filled
    facts[slot, TREE] = tree
    facts[slot, SHORTEST] = shortest + 1
    facts[slot, LONGEST] = longest + 1
    facts[slot, VALUE] = sign * best
    facts[slot, WON] = won / count
    facts[slot, DRAWN] = drawn / count
    facts[slot, WORTH] = worth / count
    facts[slot, PLIES] = plies / count + 1
    if count == 1:
        work.forced += 1
        facts[slot, UNIQUE] = -1.0
    else:
        work.choices += 1
        if equal == 1:
            work.unique += 1
            facts[slot, UNIQUE] = 1.0
    if best == sign * neutral:
        work.even += 1
    elif best > sign * neutral:
        work.better += 1
    else:
        work.worse += 1
    return slot
