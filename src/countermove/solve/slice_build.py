"""Build an endgame database slice by slice, in as many threads as there are cores, or on a Ray cluster.

A slice is solved when all slices below it are (engine/slices/retrograde.py or, without distances, results.py), and is
then one file. Kernels do not hold the interpreter's lock, so slices that do not depend on each other are solved at the
same time. On a cluster, a slice is a task: it reads the files of the slices below from a directory that all machines
share. A build that was killed
leaves finished files and nothing else: run again, it goes on with the slices that are missing. The files are the same
however often it was interrupted and whatever number of threads built them.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from countermove import parallel, worker
from countermove.engine.slices import results, retrograde
from countermove.engine.slices.code import MAX_PLIES
from countermove.engine.slices.probe import STATES, UNTIMED, directory_of
from countermove.engine.slices.results import PER_WORD, STACK, count_results
from countermove.engine.slices.retrograde import SliceWorkspace, conclude
from countermove.errors import GameError, NativeError, SpecError, UnfitError
from countermove.game import Game, offers
from countermove.native import kernel
from countermove.native.memory import Memory
from countermove.outcome import outcomes_of
from countermove.solve import slice_file, store
from countermove.solve.identity import Identity
from countermove.solve.store import Words

MAX_PIECES = 64
"""The most pieces that `slices` is asked for."""
BYTES = 3.2
"""Memory per index while a slice is solved."""
BYTES_UNTIMED = 0.6
"""The same without distances: two bits, and as much for packing them."""
MEMORY = 4096.0
"""The default limit in megabytes."""
LOCK = ".building"


@dataclass(frozen=True, slots=True)
class SliceProgress:
    """The progress of a build."""

    slices: int
    """Slices finished, including those that were there."""
    total: int
    working: tuple[tuple[str, int], ...]
    """The slices being solved, each with the plies that are settled; -1 in the first pass."""
    states: int
    """States in the finished slices."""
    seconds: float


def require_slices(game: Game) -> None:
    """UnfitError for a game without slices, or whose results are not wins, losses and draws of two players."""
    name, axes = type(game).__name__, game.axes
    needed = ("slice_of", "slice_index", "slice_state", "slice_size", "slices", "slices_below")
    missing = [each for each in needed if not offers(game, each)]
    if missing:
        raise UnfitError(f"{name} has no endgame databases by slices: it does not define {', '.join(missing)}.")
    if game.players != 2 or axes.payoff not in ("zero", "constant") or axes.stochastic or axes.hidden:
        raise UnfitError(f"{name} is {axes.words()}; slices are for two opposed players who see everything.")
    values = {float(value) for value in outcomes_of(game) or ()}
    if len({abs(value - game.neutral) for value in values} - {0.0}) != 1:
        raise UnfitError(f"{name} has more results than win, loss and draw; slices keep no others.")
    if game.repeats and float(game.endless(0)) != game.neutral:
        raise UnfitError(f"Endless play in {name} is not a draw; slices take it for one.")


def require_pieces(game: Game, pieces: int) -> None:
    """SpecError if there are no slices with this many pieces."""
    known = [count for count in range(1, MAX_PIECES + 1) if any(True for _ in game.slices(count))]
    if known and pieces not in known:
        raise SpecError(f"--pieces is {pieces}; the slices of {type(game).__name__} have {known[0]} to {known[-1]}.")


def plan(game: Game, pieces: int | None, wanted: Iterable[int] = ()) -> dict[int, tuple[int, ...]]:
    """The slices to build, each after those below it, which are its value.

    >>> from countermove.games.chess import Chess
    >>> game = Chess()
    >>> [game.slice_name(number) for number in plan(game, 3)]
    ['KQK', 'KRK', 'KBK', 'KNK', 'KPK']
    """
    first = [number for count in range(1, min(pieces or 0, MAX_PIECES) + 1) for number in game.slices(count)]
    found: dict[int, tuple[int, ...]] = {}
    open_: set[int] = set()

    def add(number: int) -> None:
        if number in found:
            return
        if number in open_:
            raise GameError(
                f"{type(game).__name__}.slices_below leads from {game.slice_name(number)} back to itself; every action "
                "between slices must lead to a smaller one."
            )
        open_.add(number)
        below = tuple(each for each in game.slices_below(number) if each != number)
        for each in below:
            add(each)
        found[number] = below

    for number in [*first, *wanted]:
        add(number)
    return found


def pieces_of(game: Game) -> Callable[[int], int]:
    """A function from slices to their number of pieces; 0 where `slices` does not list one."""
    known: dict[int, int] = {}
    upcoming = iter(range(1, MAX_PIECES + 1))

    def pieces(number: int) -> int:
        while number not in known and (count := next(upcoming, None)) is not None:
            known.update(dict.fromkeys(game.slices(count), count))
        return known.get(number, 0)

    return pieces


@contextlib.contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep other processes from building into a directory, where the system allows it."""
    with store.sentences(directory, "written", slice_file.SLICE_FILE):
        directory.mkdir(parents=True, exist_ok=True)
        file = (directory / LOCK).open("ab")
    with file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SpecError(f"Another process is building into {directory}; wait for it, or give another.") from None
        except (ImportError, OSError):  # not on this system, or file system
            pass
        yield


@dataclass
class Kernels:
    """The passes over a slice, compiled if possible."""

    begin: Callable[..., Any]
    """The first pass; without distances, every pass."""
    advance: Callable[..., Any]
    note: str | None
    distances: bool

    @classmethod
    def of(cls, game: Game, native: bool | None, distances: bool = True) -> Kernels:
        codes, marks = np.zeros(1, np.uint16), np.zeros(1, np.uint8)
        arguments: tuple[Any, ...] = codes, marks, Memory(1), SliceWorkspace()
        first, later = retrograde.begin, retrograde.advance
        if not distances:
            arguments = 0, Memory(1), Memory(1), Memory(1), SliceWorkspace()
            first = later = results.settle
        note = f"{type(game).__name__} runs interpreted, not compiled, as was asked for."
        if native is not False:
            try:
                kernel.require_on(game)
                begin = kernel.bind(first, game, *arguments)
                return cls(begin, kernel.bind(later, game, *arguments), None, distances)
            except NativeError as error:
                if native:
                    raise
                note = str(error)
        begin = functools.partial(first.py_func, game)
        return cls(begin, functools.partial(later.py_func, game), note, distances)


class Source(NamedTuple):
    """Where another process gets the game from."""

    load: Callable[[str], Game]
    """A function of a module."""
    name: str


class Job(NamedTuple):
    """A slice to solve, in any process."""

    source: Source
    directory: str
    number: int
    below: tuple[int, ...]
    distances: bool


def solve_job(job: Job) -> None:
    """Solve a slice into its file, which is kept if it is there."""
    game, kernels = _prepared(*job.source, job.distances)
    plan = {**dict.fromkeys(job.below, ()), job.number: job.below}
    work = Build(game, Path(job.directory), plan, 1, kernels)
    worker.run(
        lambda: work.solve_alone(job.number), game, halt=work.halt, progress=work.moved, stop=worker.stop_here()
    )  # fmt: skip


@functools.lru_cache(1)
def _prepared(load: Callable[[str], Game], name: str, distances: bool) -> tuple[Game, Kernels]:
    """The game of this process, compiled."""
    game = load(name)
    return game, Kernels.of(game, None, distances)


def workspace(number: int) -> SliceWorkspace:
    """A slice about to be solved."""
    work = SliceWorkspace()
    work.number, work.level = number, -1
    return work


@dataclass
class Build:
    """A build in progress."""

    game: Game
    directory: Path
    plan: dict[int, tuple[int, ...]]
    threads: int
    kernels: Kernels
    results: dict[int, Memory] = field(default_factory=dict)
    working: dict[int, SliceWorkspace] = field(default_factory=dict)
    failure: BaseException | None = None
    halted: bool = False
    before: int = 0
    """Steps of slices that are finished."""

    def __post_init__(self) -> None:
        self.pieces = pieces_of(self.game)
        self.changed = threading.Condition()
        self.example = self.game.initial()

    @functools.cached_property
    def identity(self) -> Identity:
        return slice_file.identity_of(self.game)

    def halt(self) -> None:
        """Stop as soon as possible."""
        self.halted = True
        for work in list(self.working.values()):
            work.stop = 1

    def moved(self) -> int:
        """A number that changes while work goes on."""
        return self.before + sum(work.done for work in list(self.working.values()))

    def progress(self, seconds: float) -> SliceProgress:
        working = tuple((self.game.slice_name(number), work.level) for number, work in list(self.working.items()))
        states = sum(memory[STATES] for memory in list(self.results.values()))
        return SliceProgress(len(self.results), len(self.plan), working, states, seconds)

    def load(self) -> None:
        """Read the slices that are there."""
        for number in self.plan:
            path = slice_file.path_of(self.directory, self.game, number)
            if path.exists():
                found = self.results[number] = slice_file.read(path, self.identity, number)
                if found[UNTIMED] == self.kernels.distances:
                    kept, asked = ("no distances", "with") if found[UNTIMED] else ("distances", "without")
                    raise SpecError(f"The file {path} has {kept}, and this build is {asked}; give another directory.")
            self.before += 1

    def run(self) -> None:
        """Solve all missing slices, each as soon as those below it are done."""
        threads: list[threading.Thread] = []
        with self.changed:
            while self.failure is None and not self.halted and len(self.results) < len(self.plan):
                ready = [number for number in self.plan if self._is_ready(number)]
                for number in ready[: self.threads - len(self.working)]:
                    work = self.working[number] = workspace(number)
                    threads.append(worker.start(functools.partial(self._solve_in_thread, number, work)))
                self.changed.wait(0.1)
        for thread in threads:
            thread.join()
        if self.failure is not None:
            raise self.failure

    def run_on(self, ray: str, source: Source, stop: threading.Event | None, told: Callable[[], None]) -> None:
        """The same on a Ray cluster; `told` is called after each slice."""
        found = parallel.answers(solve_job, self._jobs(source), jobs=self.threads, ray=ray, stop=stop)
        with contextlib.closing(found):
            for job, _ in found:
                path = slice_file.path_of(self.directory, self.game, job.number)
                del self.working[job.number]
                self.results[job.number] = slice_file.read(path, self.identity, job.number)
                told()

    def _jobs(self, source: Source) -> Iterator[Job]:
        """Each missing slice when it is ready."""
        missing = [number for number in self.plan if number not in self.results]
        while missing:
            number = next((each for each in missing if self._is_ready(each)), None)
            if number is None:
                yield parallel.WAIT
                continue
            missing.remove(number)
            self.working[number] = workspace(number)
            yield Job(source, str(self.directory.absolute()), number, self.plan[number], self.kernels.distances)

    def solve_alone(self, number: int) -> None:
        """Solve one slice into its file, and only that."""
        self.load()
        if number not in self.results:
            work = self.working[number] = workspace(number)
            if self._solve(number, work) is None:
                raise worker.CancelledError

    def _is_ready(self, number: int) -> bool:
        if number in self.results or number in self.working:
            return False
        return all(each in self.results for each in self.plan[number])

    def _solve_in_thread(self, number: int, work: SliceWorkspace) -> None:
        memory = None
        try:
            memory = self._solve(number, work)
        except BaseException as error:
            self.failure = self.failure or error
            self.halt()
        with self.changed:
            del self.working[number]
            self.before += work.done + 1
            if memory is not None:
                self.results[number] = memory
            self.changed.notify()

    def _solve(self, number: int, work: SliceWorkspace) -> Memory | None:
        """Solve one slice into its file; None if it was stopped."""
        size = int(self.game.slice_size(number))
        words = (self._timed if self.kernels.distances else self._untimed)(number, size, work)
        if words is None:
            return None
        path = slice_file.path_of(self.directory, self.game, number)
        slice_file.write(path, words)
        return slice_file.read(path, self.identity, number)

    def _untimed(self, number: int, size: int, work: SliceWorkspace) -> Words | None:
        """Solve a slice without distances, in as many passes as it takes."""
        found, stack = Memory(size // PER_WORD + 1), Memory(STACK)
        directory = directory_of({each: self.results[each] for each in self.plan[number]})
        again = True
        while again and not work.stop and not work.missing:
            before, work.overflow, work.without_index = work.changed, 0, 0
            self.kernels.begin(self.example, size, found, stack, directory, work)
            work.level += 1
            again = work.changed > before and (work.overflow != 0 or work.without_index != 0)
        if work.missing:
            raise self._missing(number, work.missing - 1)
        if work.stop or self.halted:
            return None
        count_results(size, found, work)
        return slice_file.packed_results(size, found, number, self.pieces(number), self.identity, work)

    def _timed(self, number: int, size: int, work: SliceWorkspace) -> Words | None:
        """Solve a slice with distances."""
        codes = self.codes(number, work)
        if codes is None:
            return None
        conclude(codes, work)
        return slice_file.packed(codes, number, self.pieces(number), self.identity, work)

    def codes(self, number: int, work: SliceWorkspace) -> Any:
        """Solve a slice level by level: a code for each index; None if it was stopped."""
        size = int(self.game.slice_size(number))
        codes, marks = np.zeros(size, np.uint16), np.zeros(size, np.uint8)
        directory = directory_of({each: self.results[each] for each in self.plan[number]})
        arguments = codes, marks, directory, work
        self.kernels.begin(self.example, *arguments)
        while work.level < work.longest and not work.stop and not work.missing:
            if work.longest > MAX_PLIES:
                raise GameError(f"The slice {self.game.slice_name(number)} has wins longer than {MAX_PLIES:,} plies.")
            work.level += 1
            self.kernels.advance(self.example, *arguments)
        if work.missing:
            raise self._missing(number, work.missing - 1)
        return None if work.stop or self.halted else codes

    def _missing(self, number: int, index: int) -> GameError:
        game, name = self.game, type(self.game).__name__
        state = game.slice_state(number, index)
        for action in game.actions(state):
            child = game.result(state, action)
            other = game.slice_of(child)
            if other >= 0 and other != number and other not in self.plan[number]:
                return GameError(
                    f"{name}.slices_below({game.slice_name(number)}) does not give {game.slice_name(other)}, which "
                    f"the action {game.action_name(state, action)} leads to from {game.write(state)}."
                )
        return GameError(
            f"An action of {name} leads from {game.write(state)}, in the slice {game.slice_name(number)}, to states "
            "without an index. Run countermove check."
        )
