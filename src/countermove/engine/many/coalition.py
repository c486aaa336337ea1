"""Paranoid and best-reply search, compiled: one player, the hero, and its team against all others.

Alpha-beta on the hero's payoff: it prunes at any depth, and its table (float_table.py) supplies bounds and the action
to try first. In best-reply search, only one of the others departs from its usual action before the hero acts again;
`replied` says whether one has (see textbook/bestreply.py). Where chance acts, values are averaged, and each outcome is
searched with an infinite window.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from countermove.engine.chance.float_table import answers, recalled, remember
from countermove.engine.chance.outcomes import average, outcomes_of
from countermove.engine.chance.ranking import after, foremost, gathered, promote, rank
from countermove.engine.many.maxn import NO_NUMBER, NOBODY, refuse_payoffs
from countermove.engine.root import Root, RootSearch, within
from countermove.engine.table import EXACT, LOWER, UPPER, Table, place
from countermove.engine.workspace import MAX_LINE, NO_ACTION, StackWorkspace, must_stop, update_line
from countermove.errors import NativeError
from countermove.game import CHANCE, Action, Game, State, offers
from countermove.native.kernel import again, bind, kernel
from countermove.native.real import real_of
from countermove.outcome import span
from countermove.textbook.fit import team

MAX_PLAYER = 62
"""The last player who has a bit in `side`."""
REPLIED = 0x2545F4914F6CDD1D
"""Mixed into the key of a position after the reply."""


class CoalitionWorkspace(StackWorkspace):
    """Paranoid and best-reply search."""

    hero: int
    """Whose payoff counts."""
    side: int
    """The players who maximise: bit p for player p."""
    one_reply: int
    """Not 0: only one of the others replies."""


@kernel
def coalition(
    game: Any, state: Any, depth: int, alpha: float, beta: float, ply: int, replied: int, work: CoalitionWorkspace,
    table: Any,
) -> float:  # fmt: skip
    """The value v of `state` for the hero, `depth` plies deep, or a bound on it.

    If alpha < v < beta it is exact. If v <= alpha the true value is at most v; if v >= beta it is at least v.
    Meaningless once `stop` is set.
    """
    # Step 1. The end of the game, or of the search.
    work.nodes += 1
    if ply < MAX_LINE:
        work.line[ply * MAX_LINE] = NO_ACTION
    hero = work.hero
    if game.is_terminal(state):
        return np.float64(game.utility(state, hero))
    if depth <= 0:
        work.horizon = 1
        return np.float64(game.evaluate(state, hero))

    # Step 2. Check the limits.
    if must_stop(work, ply):
        return 0.0
    mover = game.player(state)
    if mover < CHANCE or mover > MAX_PLAYER:
        work.fault = NOBODY
        work.stop = 1
        return 0.0
    maximises = mover != CHANCE and work.side >> mover & 1 != 0
    if maximises or work.one_reply == 0:
        replied = 0

    # Step 3. Transposition table lookup.
    key = 0
    at = 0
    choice = NO_ACTION
    if depth > 1:
        key = int(game.key(state)) ^ replied * REPLIED
        at = place(table, key)
        entry = recalled(table, at, key)
        if entry.data != 0:
            choice = entry.choice
            if answers(entry, depth, alpha, beta):
                work.horizon |= entry.data >> 2 & 1
                if choice != NO_ACTION:
                    update_line(work, ply, choice, True)
                return real_of(entry.word)
    before = work.horizon
    work.horizon = 0
    floor, ceiling = alpha, beta
    best = 0.0

    if mover == CHANCE:
        # Step 4. The average of the outcomes.
        count, outcomes, odds = outcomes_of(game, state, work)
        if work.stop != 0:
            return 0.0
        found = np.empty(count, np.float64)
        for i in range(count):
            child = after(game, state, outcomes[i])
            found[i] = again(coalition, game, child, depth - 1, -np.inf, np.inf, ply + 1, replied, work, table)
            if work.stop != 0:
                return 0.0
        best = average(count, odds, found)
        choice = NO_ACTION
        if ply < MAX_LINE:
            work.line[ply * MAX_LINE] = NO_ACTION
        floor, ceiling = -np.inf, np.inf
    else:
        # Step 5. The actions; the usual one is the first that the game's order puts first.
        start = work.top
        end = gathered(game, state, work)
        if work.stop != 0:
            return 0.0
        usual = NO_ACTION
        if not maximises and work.one_reply != 0:
            rank(game, state, start, end, NO_ACTION, NO_ACTION, work)
            usual = work.actions[foremost(start, end, work)]
            if replied != 0:
                work.actions[start] = usual
                end = start + 1

        # Step 6. The most promising first, until a beta cutoff.
        rank(game, state, start, end, choice, NO_ACTION, work)
        work.top = end
        best = -np.inf if maximises else np.inf
        for i in range(start, end):
            promote(i, end, work)
            action = work.actions[i]
            then = 0 if maximises else (1 if replied != 0 or action != usual else 0)
            child = after(game, state, action)
            value = again(coalition, game, child, depth - 1, alpha, beta, ply + 1, then, work, table)
            if work.stop != 0:
                work.top = start
                return 0.0
            if i == start or (value > best if maximises else value < best):
                best = value
                choice = action
                update_line(work, ply, action, depth <= 1 or game.is_terminal(child))
                if maximises:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if alpha >= beta:
                    break
        work.top = start
    if np.isnan(best):
        work.fault = NO_NUMBER
        work.stop = 1
        return 0.0

    # Step 7. Store it in the table.
    estimate = work.horizon
    work.horizon = before | estimate
    if depth > 1:
        bound = EXACT if floor < best < ceiling or mover == CHANCE else (LOWER if best >= ceiling else UPPER)
        remember(table, at, key, best, depth, estimate, bound, choice)
    return best


class Coalition(RootSearch[CoalitionWorkspace]):
    """Paranoid search, or by best reply, for the player who acts in `state`; where chance acts there, for player 0."""

    for_mover = True

    def __init__(self, game: Game, state: State, megabytes: float, one_reply: bool, nodes: int | None = None) -> None:
        if game.players > MAX_PLAYER + 1:
            name = type(game).__name__
            raise NativeError(f"{name} runs interpreted: compiled, this search is for {MAX_PLAYER + 1} players.")
        work = CoalitionWorkspace(nodes)
        self.table = Table(megabytes).memory
        super().__init__(game, [work], bind(coalition, game, 0, 0.0, 0.0, 0, 0, work, self.table))
        work.hero = max(game.player(state), 0)
        work.side = sum(1 << friend for friend in team(game, work.hero))
        work.one_reply = int(one_reply and game.players > 2)
        work.ordered = int(offers(game, "order"))

    def search_action(
        self, work: CoalitionWorkspace, state: State, action: Action, depth: int, low: float, high: float
    ) -> tuple[float, bool]:
        child = self.game.result(state, action)
        value = float(self.run(child, depth - 1, low, high, 1, 0, work, self.table))
        return value, within(value, low, high)

    def limits(self, state: State) -> tuple[float, float]:
        return span(self.game)

    def reordered(self, actions: Sequence[Action], root: Root) -> Sequence[Action]:
        return actions  # the first of equal actions is the answer

    def refuse(self, work: CoalitionWorkspace) -> None:
        refuse_payoffs(self.game, work)
