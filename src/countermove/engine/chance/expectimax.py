"""Expectimax, compiled: MAX chooses, chance follows its odds, and everybody else a policy.

    MAX-VALUE(s) = the largest value of any successor      EXP-VALUE(s) = sum of pi(s, a) * value of RESULT(s, a)

MAX is the player in one seat, and values are that player's. A model (model.py) says how the others act. Values are the
textbook's: averages carry their rounding errors along (Neumaier, 1974), so that ties stay ties.

A book is one array of words, its keys in order. Its actions and odds are at the beginning of `choices` and `odds`; the
free parts of these follow.

    book     n | key 0 ... key n-1 | begin 0 ... begin n-1 | end n-1
    choices  actions of key 0 | of key 1 | ... | free
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from countermove.engine.chance.model import BOOK, OWN, RANKED, SOFTMAX, Book, Model
from countermove.engine.chance.outcomes import lost
from countermove.engine.root import RootSearch
from countermove.engine.workspace import Workspace, must_stop
from countermove.errors import GameError
from countermove.game import CHANCE, Action, Game, State
from countermove.native.bridge import as_action, each_action, fill_actions, fill_chances, next_state
from countermove.native.kernel import again, bind, kernel
from countermove.native.naming import Naming
from countermove.outcome import span

MAX_OUTCOMES = 1 << 16
"""Maximum total outcomes of the nodes on one path."""


@kernel
def expectimax(
    game: Any, state: Any, depth: int, ply: int, seat: int, kind: int, temperature: float, top: int,
    work: Workspace, book: Any, choices: Any, odds: Any,
) -> float:  # fmt: skip
    """The expected value of `state` for the player in `seat`, `depth` plies deep; meaningless once `stop` is set.

    `kind`, `temperature` and `book` are the model of the others; `choices` and `odds` are free from `top` on.
    """
    # Step 1. The end of the game, or of the search.
    work.nodes += 1
    if game.is_terminal(state):
        return np.float64(game.utility(state, seat))
    if depth <= 0:
        work.horizon = 1
        return np.float64(game.evaluate(state, seat))

    # Step 2. Check the limits.
    if must_stop(work, ply):
        return 0.0
    player = game.player(state)
    count = 0

    # Step 3. MAX: the best of the children.
    if player == seat:
        best = -np.inf
        for choice in each_action(game, state):
            count += 1
            child = next_state(game, state, as_action(choice))
            value = again(
                expectimax, game, child, depth - 1, ply + 1, seat, kind, temperature, top, work, book, choices, odds
            )
            if work.stop != 0:
                return 0.0
            best = max(best, value)
        if count == 0:
            work.stuck = work.stop = 1
        return best

    # Step 4. The others: their actions and odds.
    begin, end, free = top, top, top
    if player == CHANCE or kind == OWN:
        end = free = fill_chances(game, state, choices, odds, top)
    else:
        at = _page(book, int(game.key(state))) if kind == BOOK else 0
        if at > 0:
            begin, end = book[at], book[at + 1]
        else:
            end = free = fill_actions(game, state, choices, top)
    if free > len(choices):
        work.too_wide = work.stop = 1
        return 0.0
    if begin == end:
        work.stuck = work.stop = 1
        return 0.0
    if begin == top and player != CHANCE and kind != OWN:
        for at in range(begin, end):
            if kind == SOFTMAX:
                child = next_state(game, state, int(choices[at]))
                over = game.is_terminal(child)
                odds[at] = np.float64(game.utility(child, player) if over else game.evaluate(child, player))
            elif kind == RANKED:
                odds[at] = np.float64(game.order(state, int(choices[at])))
            else:
                odds[at] = 1.0 / (end - begin)
        if kind == SOFTMAX:
            _soften(odds, begin, end, temperature)
        elif kind == RANKED:
            _rank(odds, begin, end)

    # Step 5. The average, with its rounding error.
    total = carried = 0.0
    for at in range(begin, end):
        if odds[at] == 0.0:
            continue
        child = next_state(game, state, int(choices[at]))
        value = again(
            expectimax, game, child, depth - 1, ply + 1, seat, kind, temperature, free, work, book, choices, odds
        )
        if work.stop != 0:
            return 0.0
        carried += lost(total, odds[at] * value)
        total += odds[at] * value
    return total + carried


def _page(book: Any, key: int) -> int:
    """The index in a book of where the odds for a key begin, followed by where they end; 0 for keys not listed."""
    count = book[0]
    low, high = 1, count + 1
    while low < high:
        middle = (low + high) // 2
        if book[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low + count if low <= count and book[low] == key else 0


def _soften(odds: Any, begin: int, end: int, temperature: float) -> None:
    """Turn values into probabilities, in proportion to exp(value / temperature)."""
    most = odds[begin:end].max()
    total = 0.0
    for at in range(begin, end):
        odds[at] = 1.0 if odds[at] == most else math.exp((odds[at] - most) / temperature)
        total += odds[at]
    for at in range(begin, end):
        odds[at] /= total


def _rank(odds: Any, begin: int, end: int) -> None:
    """Turn ranks into probabilities: half a point for each equal action, a point for each worse one."""
    count = end - begin
    points = np.zeros(count)
    for one in range(count):
        points[one] = 1.0
        for other in range(count):
            if other != one:
                better, equal = odds[begin + one] > odds[begin + other], odds[begin + one] == odds[begin + other]
                points[one] += 1.0 if better else 0.5 if equal else 0.0
    for one in range(count):
        odds[begin + one] = points[one] / (count * (count + 1) / 2)


class Expectimax(RootSearch[Workspace]):
    """Expectimax against a model, for states where `seat` acts; values are those of the seat."""

    for_mover = True

    def __init__(self, game: Game, model: Model | None = None, seat: int = 0, nodes: int | None = None) -> None:
        self.model = model or Model()
        self.seat = seat
        work = Workspace(nodes)
        words, reals = np.zeros(1, np.int64), np.zeros(1)
        super().__init__(game, [work], bind(expectimax, game, 0, 0, 0, 0, 0.0, 0, work, words, words, reals))
        self.book, self.choices, self.odds = _bound(self.model.book, self.names)

    def search_action(
        self, work: Workspace, state: State, action: Action, depth: int, low: float, high: float
    ) -> tuple[float, bool]:
        child, model, top = self.game.result(state, action), self.model, len(self.choices) - MAX_OUTCOMES
        tables = self.book, self.choices, self.odds
        value = float(self.run(child, depth - 1, 1, self.seat, model.kind, model.temperature, top, work, *tables))
        if math.isnan(value) and not work.stop:
            name = type(self.game).__name__
            raise GameError(f"{name} has outcomes worth both inf and -inf; they have no average.")
        return value, True

    def limits(self, state: State) -> tuple[float, float]:
        return span(self.game)  # the bounds of a state hold for minimax

    def refuse(self, work: Workspace) -> None:
        if work.too_wide:
            name = type(self.game).__name__
            raise GameError(f"{name} has more than {MAX_OUTCOMES:,} outcomes on one path; search less deep.")
        super().refuse(work)


def _bound(book: Book, names: Naming) -> tuple[Any, Any, Any]:
    """A book as the kernel reads it: its words, and choices and odds that begin with its own."""
    keys = sorted(book)
    pairs = [pair for key in keys for pair in book[key]]
    ends = np.cumsum([0, *(len(book[key]) for key in keys)])
    choices, odds = np.zeros(len(pairs) + MAX_OUTCOMES, np.int64), np.zeros(len(pairs) + MAX_OUTCOMES)
    choices[: len(pairs)] = [names.word(None, action) for action, _ in pairs]
    odds[: len(pairs)] = [probability for _, probability in pairs]
    return np.array([len(keys), *keys, *ends], np.int64), choices, odds
