"""A search task: the position, the options and the budget, with helpers that every search shares."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from countermove import textbook, worker
from countermove.analysis.answer import Analysis
from countermove.analysis.budget import Budget
from countermove.errors import NativeError, SpecError
from countermove.game import Action, Game, S, State
from countermove.textbook import Score

if TYPE_CHECKING:
    from countermove.analysis.belief import Belief
    from countermove.engine.chance.model import Model
    from countermove.engine.mcts.recipe import Recipe
    from countermove.engine.mcts.search import TreeSearch
    from countermove.engine.table import Table
    from countermove.native.memory import Memory

MULTIPLAYER: Final = ("maxn", "shallow", "paranoid", "bestreply", "mcts")
"""Searches for any number of players; compiled, their values are the mover's."""
FLIPPED: Final = {"=": "=", "<=": ">=", ">=": "<="}


class Database(Protocol):
    """States of a game with their values, as `sweep` makes them or, `sliced`, `build_slices`."""

    game: Game
    complete: bool
    memory: Memory | None
    sliced: bool


@runtime_checkable
class Endings(Database, Protocol):
    """A database that is asked without a search, too."""

    source: str
    """What an answer calls it."""
    timed: bool
    """Whether its plies are those to the end of the game."""

    def known(self, state: Any) -> dict[Action, tuple[float, int]]:
        """Each action of a state with its value for player 0 and the plies after it, if all are known; else nothing.

        Among equal values, the winner prefers few plies and the others many.
        """

    def line(self, state: Any) -> tuple[Action, ...]:
        """Best play from a state, as far as it is known."""


class Conversion(Protocol):
    """The ways out of slices (solve/conversion.py)."""

    def prepare(self) -> None:
        """Compile what is needed, so that no clock runs meanwhile."""

    def fits(self, state: Any, seconds: float | None) -> bool:
        """Whether the slice of a state can be solved in this time."""

    def after(self, state: Any, stop: threading.Event | None, seconds: float | None) -> dict[Action, int]:
        """The plies to the next slice after each action that keeps a win or a loss; nothing if that took too long."""

    def line(self, state: Any) -> tuple[Action, ...]:
        """The winner's shortest way to the next slice."""


@runtime_checkable
class Results(Endings, Protocol):
    """An endgame database that may know who wins, but not how soon."""

    has_distances: bool
    conversion: Conversion
    """The ways from slice to slice, where there are no distances."""

    def below(self, state: Any) -> Results:
        """The database without the slice of a state."""


class Opponent(Protocol):
    """How all other players act in expectimax (see players/policy.py)."""

    def odds(self, game: Game[S], state: S) -> list[tuple[int, float]]:
        """Each action with its probability."""

    def model(self, game: Game[S], state: S, seat: int) -> Model | None:
        """The model for compiled search below a state where `seat` acts; None where there is none."""


@dataclass(frozen=True, slots=True)
class Task:
    """A position to search, with options and budget."""

    game: Game
    state: State
    algorithm: str
    """The textbook's name of the algorithm."""
    budget: Budget
    deepening: bool = False
    """Whether to deepen iteratively even where only the depth limits the search."""
    lines: int = 1
    table: Table | None = None
    history: Sequence[State] = ()
    database: Database | None = None
    opponent: Opponent | None = None
    sample: int | None = None
    stop: threading.Event | None = None
    progress: Callable[[Analysis], None] | None = None
    watch: Callable[[int, float], None] | None = None
    """Called about fifty times a second with the nodes and seconds so far."""
    start: float = field(default_factory=worker.clock)
    """When the search began; earlier work counts only as `spent`."""
    spent: float = 0.0
    only: Sequence[Action] | None = None
    """The actions of the root to search; None for all."""
    recipe: Recipe | None = None
    """The options of mcts."""
    tree: TreeSearch | None = None
    """The tree that mcts grew before."""
    below: str | None = None
    """The search that pimc runs in each imagined state; None for the one that fits."""
    belief: Belief | None = None
    """What the player to move believed before."""

    def report(self, nodes: int) -> None:
        """Pass the nodes and seconds so far to `watch`."""
        if self.watch:
            self.watch(nodes, since(self))

    def depths(self) -> Iterator[int | None]:
        """The depths to search in turn."""
        return self.budget.depths(self.deepening)

    def restarted(self) -> Task:
        """The same, starting now: loading and compiling do not count."""
        return replace(self, start=worker.clock())


def require_fit(database: Database, game: Game) -> None:
    """Raise SpecError where a database is incomplete, or of another game."""
    if not database.complete:
        raise SpecError("The database is incomplete: its sweep was stopped. Finish the sweep first.")
    if database.game != game:
        raise SpecError(f"The database is for {database.game!r}, but the game is {game!r}.")


def require_compiled(game: Game, algorithm: str = "") -> None:
    """Raise NativeError where compiled search is impossible, whatever the rules."""
    if game.players > 2 and algorithm not in MULTIPLAYER:
        raise NativeError(f"{type(game).__name__} runs interpreted: compiled search supports at most two players.")
    try:
        from countermove.native.kernel import require_on
    except ImportError as error:
        raise NativeError(f"{type(game).__name__} runs interpreted: llvmlite cannot be imported ({error}).") from error
    require_on(game)


def viewer(game: Game[S], state: S) -> int:
    """Whose point of view to take: the player to move, or player 0 where chance acts."""
    player = game.player(state)
    return player if 0 <= player < game.players else 0


def view_of(game: Game, player: int) -> Callable[[Score], Score]:
    """A function that turns scores of player 0, or of all players, into those of one player."""

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
