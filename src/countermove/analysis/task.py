"""One question with its budget, and what every search of it shares."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Protocol

from countermove import textbook, worker
from countermove.analysis.answer import Analysis
from countermove.analysis.budget import Budget
from countermove.errors import NativeError, SpecError
from countermove.game import Game, State
from countermove.textbook import Score

if TYPE_CHECKING:
    from countermove.engine.model import Model
    from countermove.engine.table import Table
    from countermove.native.memory import Memory

__all__ = [
    "MANY", "Database", "Opponent", "Task", "number", "require_compiled", "require_fit", "since", "view_of", "viewer",
]  # fmt: skip

MANY: Final = ("maxn", "shallow", "paranoid", "bestreply")
"""Searches for any number of players; compiled, what they find is the mover's own."""
FLIPPED: Final = {"=": "=", "<=": ">=", ">=": "<="}


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
    """The textbook's name for what is searched."""
    budget: Budget
    deepening: bool = False
    """Whether to search deeper and deeper even where only the depth limits the search."""
    lines: int = 1
    table: Table | None = None
    history: Sequence[State] = ()
    database: Database | None = None
    opponent: Opponent | None = None
    sample: int | None = None
    stop: threading.Event | None = None
    progress: Callable[[Analysis], None] | None = None
    watch: Callable[[int, float], None] | None = None
    """Called about fifty times a second with the nodes and the seconds so far."""
    start: float = field(default_factory=worker.clock)
    """When the search began; what went before it does not count, but for `spent`."""
    spent: float = 0.0

    def report(self, nodes: int) -> None:
        """Report how far the search is, if anybody watches."""
        if self.watch:
            self.watch(nodes, since(self))

    def depths(self) -> Iterator[int | None]:
        """The depths to search in turn."""
        return self.budget.depths(self.deepening)

    def restarted(self) -> Task:
        """The same, beginning now: loading and compiling is not searching."""
        return replace(self, start=worker.clock())


def require_fit(database: Database, game: Game) -> None:
    """Raise SpecError where a database is not complete, or not one of the game."""
    if not database.complete:
        raise SpecError("The database is not complete, for its sweep was stopped; sweep to the end first.")
    if database.game != game:
        raise SpecError(f"The database is one of {database.game!r}, and the game is {game!r}.")


def require_compiled(game: Game, algorithm: str = "") -> None:
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
