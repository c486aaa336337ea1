"""Max^n, compiled: each player maximises its own payoff, and a value is a vector with one number per player.

A kernel returns one number, so vectors are in a memory beside the workspace, as the bits of floats:

    row p       the values of the node at ply p
    row p + 1   the values of its last child, copied to row p when it is the best so far

Where chance acts, the rows between hold the rounding errors of averages (Neumaier, 1974).

Actions keep the order of the rules, and the first of equals is chosen, as in the textbook: with many players, the
choice between equals decides what the others get. Where payoffs have a constant sum and the game declares `outcomes`,
shallow pruning (see textbook/shallow.py) saves nodes and changes nothing else. The table keeps exact vectors, for
searches of the same depth, or of any depth if no estimate took part. An entry:

    key,  depth << 1 | estimate, plus 1,  the best action,  the vector
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from countermove.bits import shr
from countermove.engine.chance.float_table import TO_THE_END
from countermove.engine.chance.outcomes import SLACK, lost, outcomes_of, refuse_odds
from countermove.engine.chance.ranking import after
from countermove.engine.root import Root, RootSearch, refuse
from countermove.engine.table import GOLDEN, require
from countermove.engine.workspace import (
    MAX_LINE,
    MAX_PLIES,
    NO_ACTION,
    UNLIMITED,
    Workspace,
    best_line,
    must_stop,
    update_line,
)
from countermove.errors import GameError
from countermove.game import CHANCE, Action, Game, State
from countermove.native.bridge import as_action, each_action
from countermove.native.kernel import again, bind, kernel
from countermove.native.memory import Memory
from countermove.native.naming import Naming
from countermove.native.real import real_of, word_of
from countermove.outcome import span
from countermove.textbook.fit import prunes

UNFAIR, NO_NUMBER, NOBODY = 2, 3, 4
"""In `fault`: payoffs break the assumptions of pruning; a payoff is not a number; a player does not exist."""
SHIFT, HEADER = 0, 1
"""The first word of the table says how far to shift a key to find its place."""


class MaxnWorkspace(Workspace):
    """Max^n."""

    players: int
    """The number of players."""
    pruning: int
    """Not 0: payoffs are checked against the assumptions of pruning."""
    total: float
    """The sum of all payoffs."""
    low: float
    """The least payoff of any player."""
    high: float
    """The greatest payoff of any player."""
    room: float
    """The most that two players can have together."""


@kernel
def maxn(
    game: Any, state: Any, depth: int, ply: int, rival: int, held: float, work: MaxnWorkspace, values: Any, table: Any
) -> int:
    """Store the vector of `state`, `depth` plies deep, in its row; returns 1 if it is exact for that depth.

    Returns 0 where the player `rival`, who acts one ply above and already has `held`, cannot get more here; the vector
    is then one that the player to move can have. Meaningless once `stop` is set.
    """
    # Step 1. The end of the game, or of the search.
    players = work.players
    row = 2 * ply * players
    work.nodes += 1
    over = game.is_terminal(state)
    if over or depth <= 0:
        low, high = work.low, work.high
        total, fair = 0.0, True
        for player in range(players):
            value = float(game.utility(state, player)) if over else float(game.evaluate(state, player))
            if np.isnan(value):
                work.fault = NO_NUMBER
                work.stop = 1
            values[row + player] = word_of(value)
            total += value
            fair = fair and low - SLACK <= value <= high + SLACK
        if work.pruning != 0 and not (fair and abs(total - work.total) <= SLACK * max(1.0, abs(total))):
            work.fault = UNFAIR
            work.stop = 1
        if not over:
            work.horizon = 1
        return 1

    # Step 2. Check the limits.
    mover = game.player(state)
    if mover < CHANCE or mover >= players:
        work.fault = NOBODY
        work.stop = 1
    if must_stop(work, ply):
        return 0

    # Step 3. Transposition table lookup.
    key = 0
    entry = 0
    if depth > 1:
        key = int(game.key(state))
        entry = HEADER + shr(key * GOLDEN, table[SHIFT]) * (3 + players)
        data = table[entry + 1] - 1
        if data >= 0 and table[entry] == key and (data >> 1 == depth or data >> 1 == TO_THE_END):
            work.horizon |= data & 1
            for player in range(players):
                values[row + player] = table[entry + 3 + player]
            if table[entry + 2] != NO_ACTION:
                update_line(work, ply, table[entry + 2], True)
            elif ply < MAX_LINE:
                work.line[ply * MAX_LINE] = NO_ACTION
            return 1
    before = work.horizon
    work.horizon = 0
    below = row + 2 * players
    best = NO_ACTION
    exact = 1
    count = 0

    if mover == CHANCE:
        # Step 4. The average of the outcomes for each player, with its rounding error.
        count, outcomes, odds = outcomes_of(game, state, work)
        if work.stop != 0:
            return 0
        for player in range(2 * players):
            values[row + player] = 0
        for i in range(count):
            child = after(game, state, int(outcomes[i]))
            again(maxn, game, child, depth - 1, ply + 1, CHANCE, -np.inf, work, values, table)
            if work.stop != 0:
                return 0
            for player in range(players):
                term = float(odds[i]) * real_of(values[below + player])
                total = real_of(values[row + player])
                carried = real_of(values[row + players + player])
                values[row + player] = word_of(total + term)
                values[row + players + player] = word_of(carried + lost(total, term))
        for player in range(players):
            average = real_of(values[row + player]) + real_of(values[row + players + player])
            values[row + player] = word_of(average)
            if np.isnan(average):
                work.fault = NO_NUMBER
                work.stop = 1
        if ply < MAX_LINE:
            work.line[ply * MAX_LINE] = NO_ACTION
    else:
        # Step 5. The first of the vectors that are best for the player to move, until shallow pruning.
        high = work.high
        limit = np.inf
        if rival != CHANCE and rival != mover:
            limit = work.room - held
        most = -np.inf
        for choice in each_action(game, state):
            count += 1
            action = as_action(choice)
            child = after(game, state, action)
            sure = again(maxn, game, child, depth - 1, ply + 1, mover, most, work, values, table)
            if work.stop != 0:
                return 0
            value = real_of(values[below + mover])
            if count == 1 or (sure != 0 and value > most):
                most = value
                best = action
                for player in range(players):
                    values[row + player] = values[below + player]
                update_line(work, ply, action, depth <= 1 or game.is_terminal(child))
                if most >= high:
                    break
                if most >= limit:
                    exact = 0
                    break
    if count == 0:
        work.stuck = work.stop = 1
        return 0

    # Step 6. Store it in the table, unless that holds a deeper entry.
    estimate = work.horizon
    work.horizon = before | estimate
    if depth > 1 and exact != 0:
        reach = depth if estimate else TO_THE_END
        if table[entry + 1] == 0 or table[entry] == key or (table[entry + 1] - 1) >> 1 <= reach:
            table[entry] = key
            table[entry + 1] = (reach << 1 | estimate) + 1
            table[entry + 2] = best
            for player in range(players):
                table[entry + 3 + player] = values[row + player]
    return exact


class Maxn(RootSearch[MaxnWorkspace]):
    """Max^n; values are those of the player who acts in `state`, or player 0's where chance acts there."""

    for_mover = True

    def __init__(self, game: Game, state: State, megabytes: float, nodes: int | None = None) -> None:
        work = MaxnWorkspace(nodes)
        self.vectors = Memory(2 * (MAX_PLIES + 2) * game.players)
        self.table = _table(game.players, megabytes)
        super().__init__(game, [work], bind(maxn, game, 0, 0, 0, 0.0, work, self.vectors, self.table))
        self.mover = game.player(state)
        _set_span(game, work)

    def search_root(self, state: State, actions: Sequence[Action], depth: int | None, lines: int = 1) -> Root:
        work = self.works[0]
        root = super().search_root(state, actions, depth, lines)
        if not root.complete and work.fault == UNFAIR:  # then pruning is unsound
            work.pruning = work.fault = work.stop = 0
            work.high = work.room = math.inf
            root = super().search_root(state, actions, depth, lines)
        return root

    def search_action(
        self, work: MaxnWorkspace, state: State, action: Action, depth: int, low: float, high: float
    ) -> tuple[float, bool]:
        child = self.game.result(state, action)
        vector, exact = self._vector(child, depth - 1, self.mover, low)
        if exact or work.stop:
            return vector[max(self.mover, 0)], True
        return work.room - vector[self.game.player(child)], False

    def _vector(self, state: State, depth: int, rival: int, held: float) -> tuple[list[float], bool]:
        """The values of a state one ply below the root for all players, and whether they are exact."""
        players = self.game.players
        exact = bool(self.run(state, depth, 1, rival, held, self.works[0], self.vectors, self.table))
        return [real_of(self.vectors[2 * players + player]) for player in range(players)], exact

    def limits(self, state: State) -> tuple[float, float]:
        return -math.inf, float(self.works[0].high)

    def enough(self) -> float:
        return float(self.works[0].high)

    def reordered(self, actions: Sequence[Action], root: Root) -> Sequence[Action]:
        return actions  # the first of equal actions is the answer

    def line(self, root: Root, child: State, words: list[int], names: Naming) -> Sequence[Action]:
        """The line, extended from where it met the table, which has one action at a time."""
        game, work, state = self.game, self.works[0], child
        line = list(super().line(root, child, words, names))
        for action in line:
            state = game.result(state, action)
        limit = UNLIMITED if root.depth is None else root.depth
        while len(line) + 1 < min(limit, MAX_LINE) and not game.is_terminal(state) and game.player(state) != CHANCE:
            work.line[MAX_LINE] = NO_ACTION
            self._vector(state, limit - 1 - len(line), CHANCE, -math.inf)
            more = self.names.line(state, best_line(work, 1))
            if work.stop or not more:
                break
            line += more
            for action in more:
                state = game.result(state, action)
        return line

    def refuse(self, work: MaxnWorkspace) -> None:
        if work.fault != UNFAIR:
            refuse_payoffs(self.game, work)


def _set_span(game: Game, work: MaxnWorkspace) -> None:
    """Set the assumptions of pruning; where they do not hold, nothing is pruned."""
    low, high = span(game)
    able = prunes(game) and game.players > 1
    total = game.axes.total
    work.players = game.players
    work.pruning = int(able)
    work.total, work.low = total, low
    work.high = high if able else math.inf
    work.room = total - (low * (game.players - 2) if game.players > 2 else 0.0) if able else math.inf


def _table(players: int, megabytes: float) -> Memory:
    """Room for vectors: the largest power of two that fits into `megabytes`."""
    entry = 3 + players
    bits = 1
    while entry * 8 << bits + 1 <= megabytes * 2**20:
        bits += 1
    require(entry * 8 << bits)
    table = Memory(HEADER + (entry << bits))
    table[SHIFT] = 64 - bits
    return table


def refuse_payoffs(game: Game, work: Workspace) -> None:
    """Raise GameError if a fault in the rules stopped the search."""
    name = type(game).__name__
    if work.fault == NO_NUMBER:
        raise GameError(f"{name} has a payoff that is not a number (nan), or outcomes worth both inf and -inf.")
    if work.fault == NOBODY:
        raise GameError(f"{name}.player gives somebody who does not exist; the players are 0 to {game.players - 1}.")
    refuse_odds(game, work)
    refuse(game, work)
