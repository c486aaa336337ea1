"""Paranoid and best-reply search, compiled: one player, the hero, and its team against everybody else.

It is alpha-beta over what the hero gets, so it prunes at any depth, with a table (float_table.py) that gives bounds and
the action to try first. By best reply, of the others only one strays from its usual action until the hero acts again:
`replied` says whether that has been done (see textbook/bestreply.py). Where chance acts values are averaged, each
outcome with the widest window.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from countermove.engine.chance import USUAL, average, sound
from countermove.engine.expectiminimax import SIDE
from countermove.engine.float_table import answers, recalled, remember
from countermove.engine.maxn import NO_NUMBER, NOBODY, UNSOUND, complain
from countermove.engine.ranking import after, foremost, gathered, promote, rank
from countermove.engine.root import Root, Search
from countermove.engine.table import EXACT, LEAST, MOST, Table, place
from countermove.engine.workspace import (
    BREADTH,
    DEEP,
    DEEPEST,
    END,
    ENDLESS,
    HEAD,
    HORIZON,
    LIMIT,
    LINE,
    NODES,
    ODD,
    ORDERED,
    STACK,
    STOP,
    STUCK,
    TOP,
    WIDE,
    best_line,
    keep,
)
from countermove.errors import GameError, NativeError
from countermove.game import CHANCE, Game, State, offers
from countermove.native.bridge import fill_chances
from countermove.native.kernel import again, bind, kernel
from countermove.native.memory import Memory
from countermove.native.naming import Naming
from countermove.native.real import real_of
from countermove.textbook.fit import team

__all__ = ["coalition", "search"]

HERO = 24
"""Whose payoff counts, in the workspace."""
REPLY = 28
"""Not 0: of the others only one replies."""
LAST = 62
"""The last player there is a bit for."""
REPLIED = 0x2545F4914F6CDD1D
"""What the key of a position is mixed with where the reply has been given."""


@kernel
def coalition(
    game: Any, state: Any, depth: int, alpha: float, beta: float, ply: int, replied: int, work: Any, table: Any
) -> float:
    """The value v of `state` for the hero, `depth` plies deep, or a bound on it.

    If alpha < v < beta it is exact. If v <= alpha the true value is at most v; if v >= beta it is at least v.
    Worthless when STOP was set.
    """
    # Step 1. The end of the game, or of the search.
    work[NODES] += 1
    if ply < LINE:
        work[HEAD + ply * LINE] = END
    hero = work[HERO]
    if game.is_terminal(state):
        return np.float64(game.utility(state, hero))
    if depth <= 0:
        work[HORIZON] = 1
        return np.float64(game.evaluate(state, hero))

    # Step 2. Stop when told to.
    if work[NODES] >= work[LIMIT]:
        work[STOP] = 1
    if ply >= DEEPEST:
        work[DEEP] = work[STOP] = 1
    if work[STOP] != 0:
        return 0.0
    mover = game.player(state)
    if mover < CHANCE or mover > LAST:
        work[ODD] = NOBODY
        work[STOP] = 1
        return 0.0
    maximises = mover != CHANCE and work[SIDE] >> mover & 1 != 0
    if maximises or work[REPLY] == 0:
        replied = 0

    # Step 3. What the table knows.
    key = 0
    at = 0
    choice = END
    if depth > 1:
        key = int(game.key(state)) ^ replied * REPLIED
        at = place(table, key)
        entry = recalled(table, at, key)
        if entry >= 0:
            choice = table[entry + 3]
            if answers(table, entry, depth, alpha, beta):
                work[HORIZON] |= table[entry + 2] >> 2 & 1
                if choice != END:
                    keep(work, ply, choice, True)
                return real_of(table[entry + 1])
    before = work[HORIZON]
    work[HORIZON] = 0
    floor, ceiling = alpha, beta
    best = 0.0

    if mover == CHANCE:
        # Step 4. The average of the outcomes.
        outcomes = np.empty(USUAL, np.int64)
        odds = np.empty(USUAL, np.float64)
        count = fill_chances(game, state, outcomes, odds, 0)
        if count > USUAL:
            outcomes = np.empty(count, np.int64)
            odds = np.empty(count, np.float64)
            count = fill_chances(game, state, outcomes, odds, 0)
        if count == 0:
            work[STUCK] = work[STOP] = 1
            return 0.0
        if not sound(count, odds):
            work[ODD] = UNSOUND
            work[STOP] = 1
            return 0.0
        found = np.empty(count, np.float64)
        for i in range(count):
            child = after(game, state, outcomes[i])
            found[i] = again(coalition, game, child, depth - 1, -np.inf, np.inf, ply + 1, replied, work, table)
            if work[STOP] != 0:
                return 0.0
        best = average(count, odds, found)
        choice = END
        if ply < LINE:
            work[HEAD + ply * LINE] = END
        floor, ceiling = -np.inf, np.inf
    else:
        # Step 5. The actions; the usual one is the first that the game's order puts first.
        start = work[TOP]
        end = gathered(game, state, work)
        if end - STACK > BREADTH:
            work[WIDE] = work[STOP] = 1
            return 0.0
        if end == start:
            work[STUCK] = work[STOP] = 1
            return 0.0
        usual = END
        if not maximises and work[REPLY] != 0:
            rank(game, state, start, end, END, END, work)
            usual = work[foremost(start, end, work)]
            if replied != 0:
                work[start] = usual
                end = start + 1

        # Step 6. The most promising first, until one is too good to be allowed.
        rank(game, state, start, end, choice, END, work)
        work[TOP] = end
        best = -np.inf if maximises else np.inf
        for i in range(start, end):
            promote(i, end, work)
            action = work[i]
            then = 0 if maximises else (1 if replied != 0 or action != usual else 0)
            child = after(game, state, action)
            value = again(coalition, game, child, depth - 1, alpha, beta, ply + 1, then, work, table)
            if work[STOP] != 0:
                work[TOP] = start
                return 0.0
            if i == start or (value > best if maximises else value < best):
                best = value
                choice = action
                keep(work, ply, action, depth <= 1 or game.is_terminal(child))
                if maximises:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if alpha >= beta:
                    break
        work[TOP] = start
    if np.isnan(best):
        work[ODD] = NO_NUMBER
        work[STOP] = 1
        return 0.0

    # Step 7. Remember it.
    estimate = work[HORIZON]
    work[HORIZON] = before | estimate
    if depth > 1:
        bound = EXACT if floor < best < ceiling or mover == CHANCE else (LEAST if best >= ceiling else MOST)
        remember(table, at, key, best, depth, estimate, bound, choice)
    return best


def search(game: Game, state: State, work: Memory, megabytes: float, one_reply: bool, lines: int = 1) -> Search:
    """Paranoid search, or by best reply, compiled for a game or loaded; for the player who acts in `state`.

    Where chance acts there, for player 0.
    """
    if game.players > LAST + 1:
        raise NativeError(f"{type(game).__name__} runs interpreted: compiled, this search is for {LAST + 1} players.")
    table = Table(megabytes).memory
    value_of = bind(coalition, game, 0, 0.0, 0.0, 0, 0, work, table)
    names = Naming(value_of, game)
    mover = game.player(state)
    hero = max(mover, 0)
    work[HERO] = hero
    work[SIDE] = sum(1 << friend for friend in team(game, hero))
    work[REPLY] = int(one_reply and game.players > 2)
    work[ORDERED] = int(offers(game, "order"))
    work[TOP] = STACK

    def look(state: State, actions: Iterable[int], depth: int | None) -> Root:
        root = Root(depth, value=-math.inf, exact=True)
        limit = ENDLESS if depth is None else depth
        work[NODES] = work[NODES] + 1
        sure = set()
        for action in actions:
            work[HORIZON] = 0
            child = game.result(state, action)
            low = root.to_beat(lines) if mover != CHANCE else -math.inf
            value = float(value_of(child, limit - 1, low, math.inf, 1, 0, work, table))
            if work[STOP]:
                _refuse(game, work)
                return root
            root.exact &= not work[HORIZON]
            if not work[HORIZON]:
                sure.add(action)
            root.values[action] = (value, "=" if value > low or low == -math.inf else "<=")
            if root.values[action][1] == "=":
                last = limit <= 1 or game.is_terminal(child)
                root.lines[action] = (action,) if last else (action, *names.line(child, best_line(work, 1)))
            if mover != CHANCE and (not root.line or value > root.value):
                root.action, root.value, root.line = action, value, root.lines.get(action, (action,))
        if mover == CHANCE:
            root.value = math.fsum(odds * root.values[action][0] for action, odds in game.chances(state))
        root.conclude(sure, root.value >= game.stakes[1], lines=lines)
        return root

    return look


def _refuse(game: Game, work: Memory) -> None:
    """Say what is wrong with the rules, if that is why a search stopped."""
    if work[WIDE]:
        raise GameError(f"{type(game).__name__} has more than {BREADTH:,} actions on one path; search less deep.")
    complain(game, work)
