"""Value iteration: games of chance whose positions come back, solved with a stated bound.

Rolling a one in pig brings the same scores back; no order of the states has every successor before its state. So all
states are found first (engine/unfold.py), and then gone over again and again, each value made anew from its
successors'. Two values are kept of every state, one that is too low and one that is too high. The truth lies between
them, so it is known at any time how good the answer is; it ends when no state's interval is wider than the tolerance.

Where players can go round for ever without chance, the two need not meet; then a sentence says so, with both.
"""

from __future__ import annotations

import functools
import math
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from countermove import worker
from countermove.errors import GameError, NativeError, SpecError, UnfitError
from countermove.game import CHANCE, Game, State, legal
from countermove.solve import budget
from countermove.solve.solution import Outcome, Progress, Solution, viewing
from countermove.textbook.fit import fitting, is_max_side
from countermove.values import freeze, is_array

__all__ = ["Iterated", "iterate"]

MEMORY = 4096.0
"""Megabytes, when nobody says."""
TOLERANCE = 1e-9
STILL = 1e-15
"""A change that is none."""


def iterate(
    game: Game,
    state: State | None = None,
    *,
    tolerance: float = TOLERANCE,
    seconds: float | None = None,
    memory: float | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Iterated:
    """The worth of `state` (by default the first) and of all that can follow, to within half of `tolerance`.

    For one or two opposed sides, with chance and with cycles. `error` of the solution is how far its values may be off.
    After `seconds`, or when `stop` is set, that is what has been reached, and `complete` is False.

    >>> from countermove.games.pig import Pig
    >>> solution = iterate(Pig(target=10))
    >>> round(solution.value, 4), solution.error < 1e-9
    (0.7094, True)
    """
    budget.check(seconds, memory=memory)
    if not (isinstance(tolerance, (int, float)) and 0 < tolerance < math.inf):
        raise SpecError(f"The tolerance is {tolerance!r}; give a number above 0, such as 1e-9.")
    if fitting(game) not in ("expectiminimax", "alphabeta"):
        raise UnfitError(f"Value iteration needs one or two opposed sides, and {type(game).__name__} has others.")
    start = game.initial() if state is None else state
    work = _Iteration(game, start, float(tolerance), MEMORY if memory is None else float(memory))
    tick = worker.Ticker(progress, lambda seconds: Progress("iterate", work.states, work.nodes, seconds))
    worker.run(work.run, game, halt=work.halt, progress=lambda: work.moved, tick=tick, seconds=seconds, stop=stop)
    return work.solution(tick.seconds)


@dataclass(frozen=True, slots=True)
class Iterated(Solution):
    """A solution whose values are known to within a bound."""

    error: float
    """How far off a value may be, at most."""


class _Iteration:
    """All states of a game, and what is known of their values."""

    def __init__(self, game: Game, start: State, tolerance: float, memory: float) -> None:
        import numpy as np

        from countermove.engine import unfold
        from countermove.engine.sweep_pack import hash_of
        from countermove.native import layout

        self.game, self.start, self.tolerance, self.memory = game, start, tolerance, memory
        self.steps = unfold
        self.work = work = unfold.UnfoldWorkspace()
        sides = [player for player in range(game.players) if is_max_side(game, player)]
        work.side = sum(1 << player for player in sides)
        self.example = game.initial()
        self._begin()
        size = layout.size(game)
        self.flat = np.zeros(size, np.int64)
        self.rows = np.zeros(size << 10, np.int64)
        self.table = np.zeros(1 << 11, np.int32)
        self.actions, self.chances = np.zeros(64, np.int64), np.zeros(64)
        self.kinds = np.zeros(1 << 10, np.int8)
        self.first = np.zeros((1 << 10) + 1, np.int64)
        self.after, self.odds = np.zeros(1 << 12, np.int32), np.zeros(1 << 12)
        self.worth = np.zeros(1 << 10)
        self.flat[:] = layout.words_of(game, start)
        self.rows[:size] = self.flat
        self.table[hash_of(self.flat, size) & len(self.table) - 1] = 1
        work.count = 1
        self.passes = 0
        self.widest = math.inf
        self.low = self.high = self.worth

    def _begin(self) -> None:
        """Bind the kernel first: compiling it shows how many words a state takes."""
        import numpy as np

        from countermove.native import kernel

        words, bytes_, numbers, reals = (np.zeros(1, kind) for kind in (np.int64, np.int8, np.int32, np.float64))
        arguments = (self.work, words, words, numbers, words, reals, bytes_, words, numbers, reals, reals)
        try:
            kernel.require_on(self.game)
            self.find_all = kernel.bind(self.steps.unfold, self.game, *arguments)
        except NativeError:
            self.find_all = functools.partial(self.steps.unfold.py_func, self.game)

    def _arguments(self) -> tuple[Any, ...]:
        return (
            self.work, self.flat, self.rows, self.table, self.actions, self.chances, self.kinds, self.first,
            self.after, self.odds, self.worth,
        )  # fmt: skip

    # What the thread that waits may ask.

    def halt(self) -> None:
        self.work.stop = 1

    @property
    def states(self) -> int:
        return self.work.count

    @property
    def nodes(self) -> int:
        return self.work.edges + 1

    @property
    def moved(self) -> tuple[int, int]:
        return self.work.nodes, self.passes

    # The work.

    def run(self) -> None:
        """Find all states, then close in on their values."""
        import numpy as np

        steps = self.steps
        while (reason := int(self.find_all(self.example, *self._arguments()))) != steps.ALL:
            if reason == steps.GROW:
                self._grow()
            elif reason == steps.BROAD:
                self.actions = np.zeros(2 * self.work.needed, np.int64)
                self.chances = np.zeros(len(self.actions))
            else:
                self._refuse(reason)
                return
        count = self.states
        self.kinds, self.first = self.kinds[:count], self.first[: count + 1]
        ends = self.worth[:count][self.kinds == steps.OVER]
        least, most = self._range(ends)
        over = self.kinds == steps.OVER
        self.low, self.high = (np.where(over, self.worth[:count], edge) for edge in (least, most))
        while not self.work.stop:
            widest, change = steps.improve(
                self.kinds, self.first, self.after, self.odds, self.low, self.high, self.work
            )
            if self.work.stop:
                return
            self.passes += 1
            self.widest = float(widest)
            if widest <= self.tolerance:
                return
            if change < STILL:
                raise UnfitError(
                    f"{type(self.game).__name__} can go round for ever without chance, and what that is worth decides: "
                    f"the value for player 0 lies between {self.low[0]:.6g} and {self.high[0]:.6g}."
                )

    def _range(self, ends: Any) -> tuple[float, float]:
        """The least and the most that any play is worth to player 0: its ends, and going round for ever."""
        worth = [float(each) for each in (ends.min(), ends.max())] if len(ends) else []
        if self.game.repeats:
            worth.append(float(self.game.endless(0)))
        if not worth or not all(map(math.isfinite, worth)):
            raise GameError(
                f"{type(self.game).__name__} has utilities without bounds, or no end; none can be averaged."
            )
        return min(worth), max(worth)

    def _grow(self) -> None:
        """Twice the room for states, or for successors, and a table that is not too full."""
        import numpy as np

        steps, size = self.steps, len(self.flat)
        room = self.work.count + len(self.actions)
        if room >= len(self.kinds):
            states = 2 * len(self.kinds)
            while states <= room:
                states *= 2
            self.rows = _longer(self.rows, states * size)
            self.kinds, self.worth = _longer(self.kinds, states), _longer(self.worth, states)
            self.first = _longer(self.first, states + 1)
        while self.work.edges + len(self.actions) > len(self.after):
            self.after, self.odds = _longer(self.after, 2 * len(self.after)), _longer(self.odds, 2 * len(self.odds))
        if 2 * room > len(self.table):
            slots = len(self.table)
            while 2 * room > slots:
                slots *= 2
            self.table = np.zeros(slots, np.int32)
            steps.seat(self.table, self.rows, size, self.work.count)
        held = (self.rows, self.table, self.kinds, self.worth, self.first, self.after, self.odds)
        if sum(array.nbytes for array in held) > self.memory * 2**20:
            raise SpecError(
                f"{type(self.game).__name__} has more than {self.work.count:,} states, too many for "
                f"{self.memory:,.0f} MB; give more memory, or solve from a later position."
            )

    def _refuse(self, reason: int) -> None:
        """Say what is wrong with the rules, if that is why it came back."""
        from countermove.engine.root import refuse

        refuse(self.game, self.work)
        name = type(self.game).__name__
        if self.work.fault:
            raise GameError(
                f"{name}.chances gives probabilities that are not all above 0 or do not add up to 1 (countermove check "
                "shows where)."
            )
        if reason == self.steps.NAN:
            raise GameError(f"{name}.utility gives nan, which is no number (countermove check shows where).")

    # The answer.

    def solution(self, seconds: float) -> Iterated:
        game, start = self.game, self.start
        known = self.passes > 0
        outcomes = _Outcomes(self) if known else {}
        player, viewer = game.player(start), viewing(game, start)
        actions = {}
        if known and not game.is_terminal(start):
            actions = {a: outcomes[freeze(game.result(start, a))].values[viewer] for a in legal(game, start)}
        value = outcomes[freeze(start)].values[viewer] if known else None
        chooses = bool(actions) and player != CHANCE
        best = max(actions, key=lambda action: actions[action]) if chooses else None
        return Iterated(
            value=value,
            action=best,
            actions=actions,
            distances=dict.fromkeys(actions),
            distance=None,
            line=(best,) if chooses else (),
            nodes=self.nodes,
            states=self.states,
            depth=self.passes,
            seconds=seconds,
            complete=self.widest <= self.tolerance,
            game=game,
            outcomes=outcomes,
            error=self.widest / 2,
        )


def _longer(array: Any, size: int) -> Any:
    import numpy as np

    longer = np.zeros(size, array.dtype)
    longer[: len(array)] = array
    return longer


class _Outcomes(Mapping[Hashable, Outcome]):
    """What every state is worth, looked up by its frozen form."""

    def __init__(self, work: _Iteration) -> None:
        self.work = work

    def __getitem__(self, key: Hashable) -> Outcome:
        from countermove.engine.sweep_expand import find
        from countermove.engine.sweep_pack import hash_of
        from countermove.native import layout

        work = self.work
        flat = work.flat.copy()
        flat[:] = layout.words_of(work.game, _thawed(key, work.example))
        place = int(work.table[find(work.table, work.rows, len(flat), flat, 0, hash_of(flat, len(flat)))]) - 1
        if place < 0:
            raise KeyError(key)
        value = float(work.low[place] + work.high[place]) / 2
        rest = work.game.axes.total - value
        players = range(work.game.players)
        return Outcome(tuple(value if is_max_side(work.game, player) else rest for player in players), None)

    def __len__(self) -> int:
        return self.work.states

    def __iter__(self) -> Iterator[Hashable]:
        from countermove.native import layout

        size = len(self.work.flat)
        for number in range(len(self)):
            yield freeze(layout.state_of(self.work.game, self.work.rows[number * size : (number + 1) * size]))


def _thawed(key: Any, example: Any) -> Any:
    """The state of a frozen form."""
    if is_array(example):
        import numpy as np

        return np.frombuffer(key[2], key[1]).reshape(key[0])
    if isinstance(example, tuple):
        items = [_thawed(one, other) for one, other in zip(key, example)]
        return type(example)(*items) if hasattr(example, "_fields") else tuple(items)
    return key
