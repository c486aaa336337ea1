"""One question with its budget, and what every search of it shares."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from countermove import textbook, worker
from countermove.analysis.answer import Analysis
from countermove.errors import NativeError, SpecError
from countermove.game import Game, State
from countermove.textbook import Score

if TYPE_CHECKING:
    from countermove.engine.model import Model
    from countermove.engine.table import Table
    from countermove.native.memory import Memory

__all__ = [
    "MANY", "MOST", "SECONDS", "STRONG", "Database", "Opponent", "Task", "check_budget", "number", "require_compiled",
    "require_fit", "since", "view_of", "viewer",
]  # fmt: skip

STRONG: Final = "pvs"
MANY: Final = ("maxn", "shallow", "paranoid", "bestreply")
"""Searches for any number of players; compiled, what they find is the mover's own."""
FLIPPED: Final = {"=": "=", "<=": ">=", ">=": "<="}
MOST: Final = 10**8
"""Seconds that anybody would wait, and more."""
SECONDS: Final = 1.0
"""The budget when none is given."""


class Database(Protocol):
    """What a search asks before it searches: all states of a game with what they are worth, as `sweep` makes it."""

    game: Game
    complete: bool
    memory: Memory | None


class Opponent(Protocol):
    """How all others act, to expectimax (see players/policy.py)."""

    def odds(self, game: Game, state: State) -> list[tuple[int, float]]:
        """Each action with its probability."""

    def model(self, game: Game, state: State, seat: int) -> Model | None:
        """What compiled search knows it by, in all that follows a state where `seat` acts; None where it does not."""


@dataclass(frozen=True, slots=True)
class Task:
    """One question, with its budget."""

    game: Game
    state: State
    algorithm: str
    seconds: float | None
    depth: int | None
    nodes: int | None
    stop: threading.Event | None
    progress: Callable[[Analysis], None] | None
    deepening: bool
    threads: int
    memory: float | None
    table: Table | None
    lines: int
    history: Sequence[State]
    database: Database | None
    opponent: Opponent | None
    sample: int | None
    start: float
    """When the search began; what went before it does not count, but for `spent`."""
    spent: float = 0.0
    watch: Callable[[int, float], None] | None = None
    """Called about fifty times a second with the nodes and the seconds so far."""

    def tell(self, nodes: int) -> None:
        """Tell whoever watches how far the search is."""
        if self.watch:
            self.watch(nodes, since(self))

    @property
    def limited(self) -> bool:
        """Whether time or nodes end the search, and not the depth."""
        return self.seconds is not None or self.nodes is not None

    def depths(self) -> Iterator[int | None]:
        """The depths to search in turn: just the one asked for, or deeper and deeper where time or nodes limit."""
        if not self.limited and not self.deepening:
            yield self.depth
            return
        depth = 1
        while self.depth is None or depth <= self.depth:
            yield depth
            depth += 1


def check_budget(seconds: Any, depth: Any, nodes: Any, threads: Any, memory: Any, lines: Any) -> None:
    if seconds is not None and not (_is_number(seconds) and 0 < seconds <= MOST):
        raise SpecError(f"The seconds to search are {seconds!r}; give a number above 0 (and at most {MOST:,}).")
    for name, number in (("depth", depth), ("number of nodes", nodes)):
        if number is not None and not (_is_count(number) and number <= MOST**2):
            raise SpecError(f"The {name} to search is {number!r}; give a whole number, 1 or more, up to 16 digits.")
    if not (_is_count(threads) and threads <= 256):
        raise SpecError(f"The number of threads is {threads!r}; give a whole number from 1 to 256.")
    if not (_is_count(lines) and lines <= 1000):
        raise SpecError(f"The number of lines is {lines!r}; give a whole number from 1 to 1,000.")
    if memory is not None and not (_is_number(memory) and memory > 0):
        raise SpecError(f"The memory for the table is {memory!r} MB; give a number above 0.")


def require_fit(database: Database, game: Game, able: bool) -> None:
    if not able:
        raise SpecError(f"Only {STRONG}, compiled, asks a database; search with that, or without the database.")
    if not database.complete:
        raise SpecError("The database is not complete, for its sweep was stopped; sweep to the end first.")
    if database.game != game:
        raise SpecError(f"The database is one of {database.game!r}, and the game is {game!r}.")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and _is_number(value) and value >= 1


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def require_compiled(game: Game, algorithm: str = STRONG) -> None:
    """NativeError where compiled search is not possible, whatever the rules."""
    if game.players > 2 and algorithm not in MANY:
        raise NativeError(f"{type(game).__name__} runs interpreted: compiled search is for two players at most.")
    try:
        from countermove.native.kernel import require_on
    except ImportError as error:
        raise NativeError(f"{type(game).__name__} runs interpreted: llvmlite cannot be imported ({error}).") from error
    require_on(game)


def viewer(game: Game, state: State) -> int:
    """Whose values to give: the player to move; player 0 where chance is."""
    player = game.player(state)
    return player if 0 <= player < game.players else 0


def view_of(game: Game, player: int) -> Callable[[Score], Score]:
    """How a score of player 0's, or of all players, looks to one of them."""

    def view(score: Score) -> Score:
        if isinstance(score.value, tuple):
            return Score(score.value[player], score.bound)
        if player == 0 or textbook.is_max_side(game, player):
            return score
        return Score(game.axes.total - score.value, FLIPPED[score.bound])  # type: ignore[arg-type]

    return view


def number(score: Score) -> float:
    assert not isinstance(score.value, tuple)
    return float(score.value)


def since(task: Task) -> float:
    return worker.clock() - task.start + task.spent
