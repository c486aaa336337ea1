"""Solving by proof-number search: what a state is worth, found with a few questions: so much, or less.

First: does the player to move win? If not: does he lose? Where a game ends with more than wins, draws and losses, the
interval that is left is halved, and each answer narrows it down to utilities that there are. Such a question needs
no estimates and no depth, and the search for its answer (`engine/dfpn.py`) goes where the answer is nearest, so it is
at its best where few actions are left to one side: forced wins, far down, in a wide game. It tells nothing of how
soon. Where positions repeat, going round for ever is worth what the game says.

Inside, all values are player 0's.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from countermove import worker
from countermove.errors import GameError, NativeError, UnfitError
from countermove.game import Action, Game, State, legal, require_actions, utility_of
from countermove.outcome import bounds_of
from countermove.solve import budget
from countermove.solve.asked import Asked, StoppedError
from countermove.solve.solution import Progress
from countermove.solve.strategy import Strategy, fit

__all__ = ["Proven", "prove"]


@dataclass(frozen=True, slots=True)
class Proven(Asked):
    """What the questions have settled; `actions` has no more than the best action, for no other is weighed.

    `value` is None, or what the player to move is sure of, while `complete` is False.
    """

    least: float
    """The player to move gets this or more."""
    most: float
    """And no more than this."""
    native: bool
    """Whether the search ran compiled."""
    note: str | None
    """Why it did not, if it did not."""


def prove(
    game: Game,
    state: State | None = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: float | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
    native: bool | None = None,
) -> Proven:
    """The exact worth of `state` (by default the first) to the player to move, by proof-number search.

    For two players without chance. After `seconds` or `nodes`, or when `stop` is set, what is proven so far: an
    interval from `least` to `most`. `memory` is what the table may take, in megabytes. A game whose `bounds` say
    that there is nothing better than a win saves a question.

    >>> from countermove.games.hexapawn import Hexapawn
    >>> prove(Hexapawn()).value, prove(Hexapawn(4, 4)).value
    (-1.0, 1.0)
    """
    budget.check(seconds, memory=memory, nodes=nodes)
    fit(game, "A proof by numbers")
    state = game.initial() if state is None else state
    search = _Search(game, state, nodes, memory, native)
    tick = worker.Ticker(progress, lambda seconds: Progress("proof", search.states, search.nodes, seconds))

    worker.run(
        search.run,
        game,
        halt=search.halt,
        progress=lambda: search.nodes,
        tick=tick,
        seconds=seconds,
        stop=stop,
    )
    return search.proven(tick.seconds)


class _Search:
    """The questions about one state, one after the other, in one table."""

    def __init__(self, game: Game, state: State, nodes: int | None, memory: float | None, native: bool | None) -> None:
        from countermove.engine import dfpn
        from countermove.engine.table import DEFAULT_MEGABYTES

        self.game, self.state = game, state
        self.table = budget.table(memory, DEFAULT_MEGABYTES)
        self.work = dfpn.ProofWorkspace(nodes)
        self.note, self.resolve, self.recall = _kernels(game, self.work, self.table.memory, native)
        self.low, self.high = bounds_of(game, state)
        self.sure: dict[int, _Question] = {}
        """For each player the question whose answer is the best that player is sure of."""
        self.chosen: tuple[Action, ...] = ()
        """An action that gets the value, alone, once it is known."""
        if game.is_terminal(state):
            self.low = self.high = utility_of(game, state, 0)

    @property
    def nodes(self) -> int:
        return self.work.nodes

    @property
    def states(self) -> int:
        """Different positions met and searched, those that the table has forgotten counted again."""
        return self.work.kept

    def halt(self) -> None:
        self.work.stop = 1

    def run(self) -> None:
        """Ask until the value is known, and then for an action that gets it."""
        try:
            while self.low < self.high:
                self._ask(self._split())
            if self.low > self.high:
                name, place = type(self.game).__name__, self.game.write(self.state)
                raise GameError(f"{name}.bounds do not hold the value of {place}; countermove check tells more.")
            if not self.game.is_terminal(self.state):
                self.chosen = (self._good(),)
        except StoppedError:
            return

    def _split(self) -> float:
        """Where to divide what is left: at the win of who moves, at his loss, in the middle."""
        low, high, neutral = self.low, self.high, float(self.game.neutral)
        beyond = math.nextafter(neutral, math.inf)
        for split in (beyond, neutral) if self.game.player(self.state) == 0 else (neutral, beyond):
            if low < split <= high:
                return split
        if math.isinf(high):
            return math.nextafter(low, math.inf)
        middle = low + (high - low) / 2 if math.isfinite(low) else high
        return middle if middle > low else high

    def _ask(self, split: float) -> None:
        question = _Question(self, split)
        above = question.above(self.state)
        endless = float(self.game.endless(0)) if self.game.repeats else math.nan
        if above:
            # Where the answer rests on going round, that is one of the ends.
            least = min(question.least, endless) if question.attacker == 1 and endless >= split else question.least
            self.low = max(self.low, split, least)
            self.sure[0] = question
        else:
            most = max(question.most, endless) if question.attacker == 0 and endless < split else question.most
            self.high = min(self.high, math.nextafter(split, -math.inf), most)
            self.sure[1] = question

    def _good(self) -> Action:
        """An action that gets the player to move what he is sure of."""
        state = self.state
        player = int(self.game.player(state))
        question = self.sure.get(player)
        if question is not None:
            action = question.choose(state, player)
            # Where the table had forgotten the proof, another was found, and ends worth less may have come up in it.
            if question.least >= self.low if player == 0 else question.most <= self.high:
                return action
        return self.keeping(player)(state)

    def keeping(self, player: int) -> Callable[[State], Action]:
        """What gives an action in any state, after which a player still gets what he is sure of in the first."""
        if (self.low if player == 0 else -self.high) == -math.inf:
            return lambda state: require_actions(self.game, state)[0]  # nothing is worse
        question = _Question(self, self.low if player == 0 else math.nextafter(self.high, math.inf))
        question.known(self.state)  # the whole proof, so that what is chosen below belongs together
        return lambda state: question.choose(state, player)

    def proven(self, seconds: float) -> Proven:
        """What was found, complete or not."""
        game, state = self.game, self.state
        _refuse(game, self.work)
        player = 0 if game.is_terminal(state) else int(game.player(state))
        least, most = self.low, self.high
        if player == 1:
            least, most = game.axes.total - most, game.axes.total - least
        complete = self.low == self.high and (bool(self.chosen) or game.is_terminal(state))
        value = least if self.low == self.high or player in self.sure else None
        return Proven(
            value=value,
            action=self.chosen[0] if self.chosen else None,
            actions={} if value is None else dict.fromkeys(self.chosen, value),
            distances={},
            distance=None,
            line=self.chosen,
            nodes=self.nodes,
            states=self.states,
            depth=0,
            seconds=seconds,
            complete=complete,
            game=game,
            outcomes={},
            least=least,
            most=most,
            native=self.note is None,
            note=self.note,
            search=self,
        )

    def resume(self) -> None:
        from countermove.engine.workspace import MAX_NODES

        self.work.limit, self.work.stop = MAX_NODES, 0

    def doubt(self, made: Strategy) -> str:
        """Where positions repeat, a proof of which the table has forgotten a part may go round."""
        if not self.game.repeats or made.verify().holds:
            return ""
        size = len(self.table.memory) // 2**17
        return f"The table of {size:,} MB is too small to keep the whole proof; give more memory."


class _Question:
    """Whether player 0 gets at least `split`, of any state of a game; what was found is kept in the table."""

    def __init__(self, search: _Search, split: float) -> None:
        game = search.game
        self.search, self.split = search, split
        self.attacker = int(game.repeats and float(game.endless(0)) >= split)
        """Whom the search asks: going round for ever is not enough for him."""
        search.table.forget()
        self._salt = search.table.salt
        self._mark = 1
        self.least, self.most = math.inf, -math.inf
        """Of the utilities met, the least from `split` on, and the greatest below it."""

    def above(self, state: State) -> bool:
        """Whether player 0 gets so much from `state`."""
        return (self.known(state) < 0) == (self.attacker == 0)

    def known(self, state: State, search: bool = True) -> int:
        """What is known of a state: below 0 when the attacker gets what he wants."""
        work, table = self.search.work, self.search.table
        work.salt, work.age, work.mark = self._salt, table.age, self._mark
        work.above, work.below = self.least, self.most
        run = self.search.recall if not search or self.search.game.is_terminal(state) else self.search.resolve
        found = run(state, self.attacker, self.split)
        self._mark = work.mark
        self.least, self.most = work.above, work.below
        if work.stop:
            _refuse(self.search.game, work)
            raise StoppedError
        return found

    def choose(self, state: State, player: int) -> Action:
        """An action after which the player still gets what the question is about.

        What the table holds comes first, and of proofs the shortest: so play that may go round gets to an end.
        """
        game = self.search.game
        after = {action: game.result(state, action) for action in legal(game, state)}
        attacks = player == self.attacker
        held = {action: self.known(child, search=False) for action, child in after.items()}
        good = [action for action, known in held.items() if self._is_good(known, attacks)]
        if good:
            return max(good, key=lambda action: held[action])
        for action, child in after.items():
            if (self.known(child) < 0) == attacks:
                return action
        raise GameError(
            f"{type(game).__name__} contradicts itself in {game.write(state)}: no action keeps what was proven there; "
            "are its bounds, candidates and canonical right? countermove check tells."
        )

    def _is_good(self, known: int, attacks: bool) -> bool:
        """Whether what the table holds is certain, and what the player wants."""
        from countermove.engine import dfpn

        if attacks:
            return known < 0
        return known >= dfpn.DISPROVEN and known - dfpn.DISPROVEN in (dfpn.FOREVER, self._mark)


Resolve = Callable[[State, int, float], int]
"""What is known of a state when it is proven or refuted."""


def _kernels(game: Game, work: Any, table: Any, native: bool | None) -> tuple[str | None, Resolve, Resolve]:
    """Why the search is not compiled, if it is not; the search; and what only recalls, which need not be."""
    from countermove.engine import dfpn
    from countermove.native import kernel

    # The functions as they are written, calling one another as such.
    space = {name: getattr(value, "py_func", value) for name, value in vars(dfpn).items()}
    space["again"] = lambda function, *arguments: function(*arguments)
    for name, value in space.items():
        if isinstance(value, FunctionType) and value.__module__ == dfpn.__name__:
            space[name] = FunctionType(value.__code__, space)

    def recall(state: State, attacker: int, split: float) -> int:
        return int(space["glance"](game, state, attacker, split, -1, work, table))

    whole = 0, 0.0, work, table
    part = 0, 0.0, dfpn.INFINITY, dfpn.INFINITY, 0, work, table
    note = None if native is not False else f"{type(game).__name__} runs interpreted, not compiled, as was asked for."
    try:
        if note is None:
            kernel.require_on(game)
            # Where nothing repeats the search is all there is to it, and quicker to compile.
            run = kernel.bind(dfpn.resolve, game, *whole) if game.repeats else kernel.bind(dfpn.dfpn, game, *part)
    except NativeError as error:
        if native:
            raise
        note = str(error)
    if note is not None:
        return (
            note,
            lambda state, attacker, split: int(space["resolve"](game, state, attacker, split, work, table)),
            recall,
        )

    def resolve(state: State, attacker: int, split: float) -> int:
        if game.repeats:
            return int(run(state, attacker, split, work, table))
        known = recall(state, attacker, split)
        is_open = 0 <= known < dfpn.DISPROVEN
        return int(run(state, attacker, split, dfpn.INFINITY, dfpn.INFINITY, 0, work, table)) if is_open else known

    return None, resolve, recall


def _refuse(game: Game, work: Any) -> None:
    """Say what is wrong with the rules, if that is why the search stopped."""
    from countermove.engine.workspace import MAX_PLIES

    name = type(game).__name__
    if work.stuck:
        raise GameError(
            f"{name}.actions gives no action in a state that is not terminal (countermove check shows which). "
            "Make is_terminal true there, or yield at least one action."
        )
    if work.too_deep:
        raise UnfitError(
            f"{name} went on for more than {MAX_PLIES:,} plies, too deep for a proof by numbers; try sweep."
        )
    if work.too_wide:
        raise UnfitError(f"{name} has too many actions for a proof by numbers; use another method.")
