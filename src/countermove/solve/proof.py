"""Solving by proof-number search: the value of a state, found by a few yes/no questions.

First: does the player to move win? If not: does he lose? Where a game has more outcomes than wins, draws and losses,
the remaining interval is bisected, and each answer narrows it to utilities that occur. Such a question needs no
estimates and no depth limit, and the search (`engine/dfpn.py`) goes where the answer is nearest, so it is at its best
where one side has few actions: long forced wins in a wide game. It gives no distances. Where positions repeat, endless
play is worth what the game says.

With an endgame database, positions in it need no search: a proof reaches back from there, and so does its strategy.

Inside, all values are player 0's.
"""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from countermove import worker
from countermove.analysis.task import require_fit
from countermove.errors import GameError, NativeError, SpecError, UnfitError
from countermove.game import Action, Game, S, State, legal, offers, require_actions, utility_of
from countermove.outcome import bounds_of, outcomes_of
from countermove.solve import budget, proof_file
from countermove.solve.lazy import LazySolution
from countermove.solve.solution import Progress
from countermove.solve.strategy import Strategy, fit

if TYPE_CHECKING:
    from countermove.solve.slices import SliceDatabase


@dataclass(frozen=True, slots=True)
class Proven(LazySolution):
    """What is proven; `actions` has only the best action, since no other is valued.

    `value` is None, or what the player to move is sure of, while `complete` is False.
    """

    least: float
    """The player to move gets this or more."""
    most: float
    """And no more than this."""
    native: bool
    """Whether the search ran compiled."""
    note: str | None
    """Why not, if it did not."""


def prove(
    game: Game[S],
    state: S | None = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: float | None = None,
    database: SliceDatabase[S] | None = None,
    save: str | os.PathLike[str] | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
    native: bool | None = None,
) -> Proven:
    """The exact value of `state` (by default the first) for the player to move, by proof-number search.

    For two players without chance. After `seconds` or `nodes`, or when `stop` is set, it returns what is proven so far:
    an interval from `least` to `most`. `memory` is the size of the table in megabytes. Positions of an endgame
    `database` are not searched. The state of the proof is kept in the file `save`, from which it resumes. A game whose
    `bounds` or `outcomes` rule out anything better than a win saves a question.

    >>> from countermove.games.hexapawn import Hexapawn
    >>> prove(Hexapawn()).value, prove(Hexapawn(4, 4)).value
    (-1.0, 1.0)
    """
    budget.check(seconds, memory=memory, nodes=nodes)
    fit(game, "Proof-number search")
    state = game.initial() if state is None else state
    search = _Search(game, state, nodes, memory, native, database)
    if save is not None:
        proof_file.resume(search, Path(save))
    tick = worker.Ticker(progress, lambda seconds: Progress("proof", search.states, search.nodes, seconds))
    keeper = None if save is None else proof_file.Keeper(search, Path(save))

    def each_tick() -> None:
        tick()
        if keeper is not None:
            keeper.tick()

    worker.run(
        search.run,
        game,
        halt=search.halt,
        progress=lambda: search.nodes,
        tick=each_tick,
        seconds=seconds,
        stop=stop,
    )
    if keeper is not None:
        keeper.keep()
    return search.proven(tick.seconds)


class _Search:
    """The questions about one state, in turn, with one table."""

    def __init__(
        self, game: Game, state: State, nodes: int | None, memory: float | None, native: bool | None,
        database: SliceDatabase | None = None,
    ) -> None:  # fmt: skip
        from countermove.engine import dfpn
        from countermove.engine.table import DEFAULT_MEGABYTES

        self.game, self.state = game, state
        self.table = budget.table(memory, DEFAULT_MEGABYTES)
        self.work = dfpn.ProofWorkspace(nodes)
        self.database = database
        if database is not None:
            probe_in(self.work, game, database)
        self.note, self.resolve, self.recall = _kernels(game, self.work, self.table.memory, native)
        self.low, self.high = bounds_of(game, state)
        self.question: _Question | None = None
        """The one that is being answered."""
        self.sure: dict[int, _Question] = {}
        """For each player, the question that proved the best value the player is sure of."""
        self.earlier = 0
        """Nodes searched before the proof was resumed."""
        self.chosen: tuple[Action, ...] = ()
        """An action that gets the value, alone, once known."""
        if game.is_terminal(state):
            self.low = self.high = utility_of(game, state, 0)

    @property
    def nodes(self) -> int:
        return self.earlier + int(self.work.nodes)

    @property
    def states(self) -> int:
        """Different positions searched; those that the table has replaced count again."""
        return self.work.kept

    def halt(self) -> None:
        self.work.stop = 1

    def run(self) -> None:
        """Ask until the value is known, then find an action that gets it."""
        try:
            while self.low < self.high:
                self._ask(self._split())
            if self.low > self.high:
                name, place = type(self.game).__name__, self.game.write(self.state)
                raise GameError(f"{name}.bounds do not contain the value of {place}. Run `countermove check`.")
            if not self.game.is_terminal(self.state):
                self.chosen = (self._good(),)
        except worker.CancelledError:
            return

    def _split(self) -> float:
        """Where to split the interval: at the mover's win, at his loss, then in the middle."""
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
        question = self.question
        if question is None or question.split != split:
            question = self.question = _Question(self, split)
        above = question.above(self.state)
        self.question = None
        endless = float(self.game.endless(0)) if self.game.repeats else math.nan
        if above:
            # Where the answer rests on endless play, its value counts too.
            found = question.lowest_above
            least = min(found, endless) if question.attacker == 1 and endless >= split else found
            self.low = max(self.low, split, least)
            self.sure[0] = question
        else:
            found = question.highest_below
            most = max(found, endless) if question.attacker == 0 and endless < split else found
            self.high = min(self.high, math.nextafter(split, -math.inf), most)
            self.sure[1] = question

    def _good(self) -> Action:
        """An action that gets the mover the value he is sure of."""
        state = self.state
        player = int(self.game.player(state))
        question = self.sure.get(player)
        if question is not None:
            action = question.choose(state, player)
            # Where the table had lost the proof, a new one was found, and it may rest on lower utilities.
            if question.lowest_above >= self.low if player == 0 else question.highest_below <= self.high:
                return action
        return self.chooser(player)(state)

    def chooser(self, player: int) -> Callable[[State], Action]:
        """A function from states to actions that keep the value a player is sure of at the root."""
        if (self.low if player == 0 else -self.high) == -math.inf:
            return lambda state: require_actions(self.game, state)[0]  # nothing is worse
        question = _Question(self, self.low if player == 0 else math.nextafter(self.high, math.inf))
        question.known(self.state)  # the whole proof, so that the choices below are consistent
        return lambda state: question.choose(state, player)

    def proven(self, seconds: float) -> Proven:
        """The solution, complete or not."""
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

    def objection(self, made: Strategy) -> str:
        """Where positions repeat, a strategy from a partly replaced proof may go in circles."""
        if not self.game.repeats or made.verify(database=self.database).holds:
            return ""
        size = len(self.table.memory) // 2**17
        return f"The table of {size:,} MB is too small to hold the whole proof; allow more memory."


def probe_in(work: Any, game: Game, database: SliceDatabase) -> None:
    """Have a search probe a database."""
    from countermove.native.memory import address_of

    require_fit(database, game)
    if not offers(game, "slice_before"):
        raise UnfitError(f"{type(game).__name__} has no slice_before, which a proof with a database needs.")
    if game.max_reversible:
        raise SpecError(
            f"{type(game).__name__} is drawn after {game.max_reversible} plies without progress, which the database "
            "does not know of; switch that rule off to prove anything with it."
        )
    assert database.memory is not None
    work.database = address_of(database.memory)
    work.win = max(abs(float(value) - game.neutral) for value in outcomes_of(game) or (1.0,))


class _Question:
    """Whether player 0 gets at least `split` from a state; results are kept in the table."""

    def __init__(self, search: _Search, split: float) -> None:
        game = search.game
        self.search, self.split = search, split
        self.attacker = int(game.repeats and float(game.endless(0)) >= split)
        """The player for whom endless play is not enough."""
        search.table.forget()
        self._salt = search.table.salt
        self._mark = 1
        self.lowest_above, self.highest_below = math.inf, -math.inf
        """The lowest utility met at or above `split`, and the highest below it."""

    def facts(self) -> dict[str, Any]:
        """What a file needs, to go on with it."""
        numbers = [each.hex() for each in (self.split, self.lowest_above, self.highest_below)]
        mark = self.search.work.mark if self is self.search.question else self._mark
        return {"numbers": numbers, "salt": self._salt, "mark": int(mark)}

    @classmethod
    def of(cls, search: _Search, facts: dict[str, Any], is_open: bool) -> _Question:
        """A question from a file, whose table has been restored; what an open one was verifying counts no more."""
        found: _Question = object.__new__(cls)
        found.search = search
        found.split, found.lowest_above, found.highest_below = map(float.fromhex, facts["numbers"])
        found.attacker = int(search.game.repeats and float(search.game.endless(0)) >= found.split)
        found._salt, found._mark = facts["salt"], facts["mark"] + is_open
        return found

    def above(self, state: State) -> bool:
        """Whether player 0 gets at least `split` from `state`."""
        return (self.known(state) < 0) == (self.attacker == 0)

    def known(self, state: State, search: bool = True) -> int:
        """What is known of a state: below 0 when the attacker succeeds."""
        work, table = self.search.work, self.search.table
        work.salt, work.age, work.mark = self._salt, table.age, self._mark
        work.above, work.below = self.lowest_above, self.highest_below
        run = self.search.recall if not search or self.search.game.is_terminal(state) else self.search.resolve
        found = run(state, self.attacker, self.split)
        self._mark = work.mark
        self.lowest_above, self.highest_below = work.above, work.below
        if work.stop:
            _refuse(self.search.game, work)
            raise worker.CancelledError
        return found

    def choose(self, state: State, player: int) -> Action:
        """An action that keeps the answer for the player.

        Answers in the table come first, the shortest proof before others, so that play reaches an end.
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
            f"{type(game).__name__} contradicts itself in {game.write(state)}: no action keeps its proven value. "
            "Are bounds, candidates and canonical right? Run `countermove check` to find out."
        )

    def _is_good(self, known: int, attacks: bool) -> bool:
        """Whether an answer from the table is certain, and good for the player."""
        from countermove.engine import dfpn

        if attacks:
            return known < 0
        return known >= dfpn.DISPROVEN and known - dfpn.DISPROVEN in (dfpn.FOREVER, self._mark)


Resolve = Callable[[State, int, float], int]
"""Proves or refutes a state: what is known of it then."""


def plain_functions() -> dict[str, Any]:
    """The functions of the search as plain Python, calling one another."""
    from countermove.engine import dfpn

    space = {name: getattr(value, "py_func", value) for name, value in vars(dfpn).items()}
    space["again"] = lambda function, *arguments: function(*arguments)
    for name, value in space.items():
        if isinstance(value, FunctionType) and value.__module__ == dfpn.__name__:
            space[name] = FunctionType(value.__code__, space)
    return space


def _kernels(game: Game, work: Any, table: Any, native: bool | None) -> tuple[str | None, Resolve, Resolve]:
    """Why the search is not compiled, if it is not; the search; and a table lookup, which is interpreted."""
    from countermove.engine import dfpn
    from countermove.native import kernel

    space = plain_functions()

    def recall(state: State, attacker: int, split: float) -> int:
        return int(space["glance"](game, state, attacker, split, -1, work, table))

    whole = 0, 0.0, work, table
    part = 0, 0.0, dfpn.INFINITY, dfpn.INFINITY, 0, work, table
    note = None if native is not False else f"{type(game).__name__} runs interpreted, as requested."
    try:
        if note is None:
            kernel.require_on(game)
            # Where positions cannot repeat, `dfpn` alone is enough, and faster to compile.
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
    """Raise an error if a fault in the rules stopped the search."""
    from countermove.engine.root import refuse
    from countermove.engine.workspace import MAX_PLIES

    name = type(game).__name__
    if work.too_deep:
        raise UnfitError(
            f"{name} went on for more than {MAX_PLIES:,} plies, too deep for proof-number search; try sweep."
        )
    if work.too_wide:
        raise UnfitError(f"{name} has too many actions for proof-number search; use another method.")
    refuse(game, work)
