"""Endgame databases by slices: built, opened, probed and verified.

Where a sweep (sweep.py) finds all states that can follow one, a database of slices numbers all states with little
material, whether they can be reached or not, and keeps no keys: only a result for each number. A state is looked up by
its slice and index, which the game works out.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Generic, NamedTuple

from countermove import worker
from countermove.action import as_action
from countermove.engine.slices import results, retrograde
from countermove.engine.slices.code import DRAW, LOST, UNKNOWN, before, code_of, plies_of, score_of
from countermove.engine.slices.probe import (
    DRAWS,
    LONGEST_LOSS,
    LONGEST_WIN,
    LOSSES,
    PIECES,
    SIZE,
    SLICE,
    STATES,
    UNTIMED,
    WINS,
    directory_of,
    probe,
    without,
)
from countermove.engine.slices.retrograde import MAX_DEEPER, SliceWorkspace
from countermove.errors import NativeError, SpecError
from countermove.game import Action, Game, S, legal, utility_of
from countermove.native import kernel
from countermove.native.memory import Memory
from countermove.solve import budget, slice_file
from countermove.solve.conversion import Conversion
from countermove.solve.slice_build import (
    BYTES,
    BYTES_UNTIMED,
    MAX_PIECES,
    MEMORY,
    Build,
    Kernels,
    SliceProgress,
    Source,
    locked,
    plan,
    require_slices,
)
from countermove.solve.solution import Outcome, equally_best, viewing

MAX_LINE = 1000


class SliceInfo(NamedTuple):
    """What a slice contains. Results are those of the player to move."""

    name: str
    pieces: int
    states: int
    wins: int
    losses: int
    draws: int
    longest_win: int
    """Plies of the longest win."""
    longest_loss: int
    indices: int
    size: int
    """Bytes of the results."""


class SliceDatabase(Generic[S]):
    """The slices in a directory.

    >>> import tempfile
    >>> from countermove.games.chess import Chess
    >>> game = Chess()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     database = build_slices(game, folder, slices=["KQK"])
    >>> state = game.read("8/8/8/8/8/2k5/1q6/K7 w - - 0 1")
    >>> state in database, game.is_terminal(state)
    (True, True)
    >>> state = game.read("7k/8/8/8/8/8/Q7/K7 w - - 0 1")
    >>> database.value(state), database.distance(state)
    (1.0, 13)
    """

    sliced = True
    complete = True
    source = "database"
    timed = True

    def __init__(
        self, game: Game[S], results: dict[int, Memory], directory: Path, memory: Memory | None = None
    ) -> None:  # fmt: skip
        self.game = game
        self.directory = directory
        self.results = results
        self.memory: Memory | None = memory or directory_of(results)
        """What `probe` reads."""
        self.has_distances = not any(memory[UNTIMED] for memory in results.values())
        """Whether it knows how soon a game is won."""
        self.timed = self.has_distances
        self.conversion = Conversion(self)
        """The ways from slice to slice, where there are no distances."""

    @classmethod
    def open(cls, directory: str | os.PathLike[str], game: Game[S]) -> SliceDatabase[S]:
        """All slices in a directory; SpecError names a file that is damaged or belongs to another game."""
        require_slices(game)
        place = Path(directory)
        identity = slice_file.identity_of(game)
        results = {}
        for path in slice_file.files_in(place):
            memory = slice_file.read(path, identity)
            if path != slice_file.path_of(place, game, memory[SLICE]):
                raise SpecError(f"The file {path} has the results of another slice; {slice_file.SLICE_FILE.fix}.")
            results[memory[SLICE]] = memory
        if len({memory[UNTIMED] for memory in results.values()}) > 1:
            raise SpecError(f"The directory {place} has slices with distances and without; keep them in two.")
        return cls(game, results, place)

    def below(self, state: S) -> SliceDatabase[S]:
        """The database without the slice of a state."""
        number = self.game.slice_of(state)
        others = {each: memory for each, memory in self.results.items() if each != number}
        assert self.memory is not None
        return SliceDatabase(self.game, others, self.directory, without(self.memory, number))

    def __len__(self) -> int:
        """The number of slices."""
        return len(self.results)

    def info(self) -> list[SliceInfo]:
        """What each slice contains, those with few pieces first."""
        fields = PIECES, STATES, WINS, LOSSES, DRAWS, LONGEST_WIN, LONGEST_LOSS, SIZE
        found = []
        for number, memory in self.results.items():
            counts = [*(memory[field] for field in fields), 8 * len(memory)]
            found.append(SliceInfo(self.game.slice_name(number), *counts))
        return sorted(found, key=lambda each: (each.pieces, each.name))

    def code(self, state: S) -> int:
        """The code of a state (see engine/slices/code.py); UNKNOWN if no slice has it, now or a few plies later."""
        return self._code(state, 0)

    def _code(self, state: S, deeper: int) -> int:
        game = self.game
        found = int(probe(self.memory, game, state))
        if found != UNKNOWN or deeper > MAX_DEEPER:
            return found
        if game.is_terminal(state):
            value = utility_of(game, state, viewing(game, state)) - game.neutral
            return LOST + 1 if value > 0 else LOST if value < 0 else DRAW
        if game.slice_of(state) not in self.results:
            return UNKNOWN
        player, scores = viewing(game, state), []
        for action in legal(game, state):
            child = game.result(state, action)
            code = self._code(child, deeper + 1)
            if code == UNKNOWN:
                return UNKNOWN
            scores.append(before(score_of(code), viewing(game, child) == player))
        return code_of(max(scores))

    def __contains__(self, state: S) -> bool:
        return self.code(state) != UNKNOWN

    def outcome(self, state: S) -> Outcome:
        """The worth of a state to each player, and its distance in plies; SpecError if no slice has it."""
        found = self.found(state)
        if found is None:
            raise self._absent(state)
        return found

    def found(self, state: S) -> Outcome | None:
        """The same; None if no slice has it."""
        game, code = self.game, self.code(state)
        if code == UNKNOWN:
            return None
        score, neutral = score_of(code), game.neutral
        gain = 0.0 if score == 0 else _win(game) if score > 0 else -_win(game)
        mine = viewing(game, state)
        values = [neutral, neutral]
        values[mine], values[1 - mine] = neutral + gain, neutral - gain
        return Outcome((values[0], values[1]), None if code == DRAW or not self.timed else plies_of(code))

    def _absent(self, state: S) -> SpecError:
        game, number = self.game, self.game.slice_of(state)
        if number < 0:
            return SpecError(f"The position {game.write(state)} is in no slice of {type(game).__name__}.")
        if number not in self.results:
            name = game.slice_name(number)
            return SpecError(
                f"The directory {self.directory} does not have {name}, the slice of the position {game.write(state)}; "
                f"countermove database build --slice {name} makes it."
            )
        return SpecError(f"The position {game.write(state)} leads to slices that {self.directory} does not have.")

    def value(self, state: S) -> float:
        """What a state is worth to the player to move."""
        return self.outcome(state).values[viewing(self.game, state)]

    def distance(self, state: S) -> int | None:
        """Plies to the end with best play; None for a draw. Rules that end a game by its length are ignored."""
        return self.outcome(state).distance

    def after(self, state: S) -> dict[Action, Outcome]:
        """The outcome of every action in a state."""
        return {as_action(action): self.outcome(self.game.result(state, action)) for action in legal(self.game, state)}

    def values(self, state: S) -> dict[Action, float]:
        """The value of every action in a state, for the player to move."""
        viewer = viewing(self.game, state)
        return {action: outcome.values[viewer] for action, outcome in self.after(state).items()}

    def best(self, state: S) -> tuple[Action, ...]:
        """The best actions in a state, all equally good; none where the game is over."""
        after = self.after(state)
        if not after:
            return ()
        chosen = equally_best(list(after.values()), self.game.player(state), self.game.neutral)
        actions = list(after)
        return tuple(actions[index] for index in chosen)

    def known(self, state: S) -> dict[Action, tuple[float, int]]:
        """The value of every action for player 0 and the plies after it; nothing if a position after it is missing.

        Nor if rules about the length of a game would forestall a win.
        """
        game, found = self.game, dict[Action, tuple[float, int]]()
        for action in legal(game, state):
            child = game.result(state, action)
            if child not in self:
                return {}
            (value, _), plies = self.outcome(child)
            if plies is not None and game.max_reversible and plies >= game.max_reversible - game.reversible(child):
                return {}
            found[action] = value, plies or 0
        return found

    def line(self, state: S) -> tuple[Action, ...]:
        """Best play from a state to a win or a loss; empty for a draw."""
        found: list[Action] = []
        while self.distance(state) is not None and len(found) < MAX_LINE and (best := self.best(state)):
            found.append(best[0])
            state = self.game.result(state, best[0])
        return tuple(found)

    def verify(
        self,
        *,
        native: bool | None = None,
        stop: threading.Event | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> str | None:
        """What is wrong with the database, as a sentence; None if every result follows from those after it.

        The pass shares nothing with how slices are solved: each state is compared with its successors, by the rules.
        `progress` is called with the indices done, and all.
        """
        check = _Check(self, native)
        total = sum(memory[SIZE] for memory in self.results.values())
        tell = worker.Ticker(progress and (lambda done: progress(done, total)), lambda seconds: check.done)
        return worker.run(
            check.run, self.game, halt=check.halt, progress=lambda: check.done, tick=tell, stop=stop
        )  # fmt: skip


class _Check:
    """A verification in progress."""

    def __init__(self, database: SliceDatabase, native: bool | None) -> None:
        self.database, self.game = database, database.game
        self.work = SliceWorkspace()
        self.before, self.halted = 0, False
        verify = retrograde.verify if database.timed else results.verify_results
        self.run_pass: Callable[..., int] = functools.partial(verify.py_func, self.game)
        if native is not False:
            try:
                kernel.require_on(self.game)
                self.run_pass = kernel.bind(verify, self.game, Memory(1), 0, Memory(1), self.work)
            except NativeError:
                if native:
                    raise

    @property
    def done(self) -> int:
        return self.before + self.work.done

    def halt(self) -> None:
        self.halted = True
        self.work.stop = 1

    def run(self) -> str | None:
        game, database = self.game, self.database
        for number, memory in database.results.items():
            name = game.slice_name(number)
            missing = [each for each in game.slices_below(number) if each not in database.results]
            if missing:
                return f"The slice {name} needs {game.slice_name(missing[0])}, which is not in {database.directory}."
            if memory[SIZE] != game.slice_size(number):
                return f"The slice {name} has {memory[SIZE]:,} indices instead of {game.slice_size(number):,}."
            work = self.work = SliceWorkspace()
            work.number, work.stop = number, int(self.halted)
            index = self.run_pass(game.initial(), memory, memory[SIZE], database.memory, work)
            self.before += work.done
            work.done = 0
            if work.stop:
                raise worker.CancelledError
            if index >= 0:
                state = game.slice_state(number, index)
                return f"The result of {game.write(state)} in the slice {name} does not follow from those after it."
            counted = work.states, work.wins, work.losses, work.draws, work.longest_win, work.longest_loss
            stated = tuple(memory[each] for each in (STATES, WINS, LOSSES, DRAWS, LONGEST_WIN, LONGEST_LOSS))
            if counted != stated:
                return f"The slice {name} states counts {stated}, but has {counted}."
        return None


def _win(game: Game) -> float:
    """How much a win is above a draw."""
    from countermove.outcome import outcomes_of

    return max(abs(float(value) - game.neutral) for value in outcomes_of(game) or (1.0,))


def build_slices(
    game: Game[S],
    directory: str | os.PathLike[str],
    pieces: int | None = None,
    *,
    slices: Iterable[str] = (),
    threads: int | None = None,
    memory: float | None = None,
    distances: bool | None = None,
    native: bool | None = None,
    ray: str | None = None,
    source: Source | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[SliceProgress], None] | None = None,
) -> SliceDatabase[S]:
    """Solve all slices of up to `pieces` pieces, or those named, and all that they need, into files in a directory.

    Files that are there are checked and kept; so a build that was stopped, or killed, goes on. Slices are solved in
    as many `threads` as there are cores, within `memory` megabytes (4096). When `stop` is set, it ends with the slices
    that are finished. `distances` says whether to keep how soon a game is won, by default as the game has it. `native`
    is as for `analyse`. On a `ray` cluster, whose machines share the directory, processes get the game from its
    `source`.
    """
    require_slices(game)
    budget.check(None, memory=memory)
    steps = plan(game, pieces, named(game, slices))
    if not steps:
        raise SpecError(f"{type(game).__name__} has no slices of up to {pieces} pieces.")
    limit = MEMORY if memory is None else memory
    timed = game.slice_distances if distances is None else distances
    sizes = {number: (BYTES if timed else BYTES_UNTIMED) * game.slice_size(number) / 1e6 for number in steps}
    largest = max(sizes, key=lambda number: sizes[number])
    if sizes[largest] > limit:
        raise SpecError(
            f"The slice {game.slice_name(largest)} takes {sizes[largest]:,.0f} MB while it is solved, and the limit is "
            f"{limit:,.0f} MB; give more memory, or fewer pieces."
        )
    at_once = max(1, min(threads or os.cpu_count() or 1, int(limit / max(1.0, sizes[largest]))))
    place = Path(directory)
    kernels = Kernels.of(game, native, timed)
    with locked(place):
        slice_file.tidy(place)
        work = Build(game, place, steps, at_once, kernels)
        tell = worker.Ticker(progress, work.progress)

        def run() -> None:
            work.load()
            work.run()

        try:
            if ray is not None:
                if source is None:
                    raise SpecError("Processes of a cluster load the game themselves; give its source.")
                work.load()
                start = worker.clock()
                work.run_on(ray, source, stop, lambda: progress and progress(work.progress(worker.clock() - start)))
            else:
                worker.run(run, game, halt=work.halt, progress=work.moved, tick=tell, stop=stop)
        except MemoryError:
            raise SpecError("There is not enough memory; give fewer threads, or fewer pieces.") from None
    return SliceDatabase(game, work.results, place)


def named(game: Game, names: Iterable[str]) -> list[int]:
    """The slices with these names; SpecError for a name that is none."""
    return [_named(game, name) for name in names]


def _named(game: Game, name: str) -> int:
    read = game.read_slice(name)
    if read is not None:
        return read
    for pieces in range(1, MAX_PIECES + 1):
        for number in game.slices(pieces):
            if game.slice_name(number).casefold() == name.casefold():
                return number
    raise SpecError(f"{type(game).__name__} has no slice {name!r}.")
