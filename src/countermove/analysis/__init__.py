"""The best action in a state, within a budget: `analyse`, the entry point to every search.

It picks the algorithm that fits the kind of game and compiles it with the rules; where that fails it says why and
searches interpreted. It deepens while there is time, and always has the answer of the last complete depth. `pvs`, the
strong search, is for two opposed players without chance; the textbook's algorithms do what the textbook does, compiled
where possible. A puzzle is first searched for the shortest way to its best end.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from countermove import worker
from countermove.analysis.answer import Analysis, Line
from countermove.analysis.budget import DEFAULT_SECONDS, Budget
from countermove.analysis.compiled import search_compiled
from countermove.analysis.known import known_answer, probed_answer, searched_without_distances
from countermove.analysis.lacking import lacking
from countermove.analysis.pimc import open_game
from countermove.analysis.puzzle import is_puzzle, reaching, search_puzzle
from countermove.analysis.search import DEEPENING, ISMCTS, MCTS, PIMC, SEARCHES, STRONG, Search, able, search_for
from countermove.analysis.task import Database, Opponent, Results, Task, require_fit, since
from countermove.analysis.tie import PLAYOUT_SHARE, break_tie, is_blind
from countermove.errors import CompilingError, NativeError, OutcomeError, SpecError
from countermove.game import CHANCE, Action, Game, S, utility_of
from countermove.textbook.matrix import load_solver

if TYPE_CHECKING:
    from countermove.analysis.belief import Belief
    from countermove.engine.mcts.recipe import Recipe
    from countermove.engine.mcts.search import TreeSearch
    from countermove.engine.table import Table

__all__ = [
    "COMPILING", "ISMCTS", "MCTS", "PIMC", "SEARCHES", "STRONG", "Analysis", "Budget", "Line", "Search", "analyse",
    "search_for",
]  # fmt: skip

MAX_LINES = 1000
COMPILING = "Compiling the search (once); until then, this is the interpreted textbook search."
"""The note of an answer found while the search was still being compiled (`worker.hurrying`)."""


def analyse(
    game: Game[S],
    state: S | None = None,
    budget: Budget | None = None,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: float | None = None,
    lines: int = 1,
    algorithm: str | None = None,
    native: bool | None = None,
    table: Table | None = None,
    history: Sequence[S] = (),
    database: Database | None = None,
    opponent: Opponent | None = None,
    sample: int | None = None,
    only: Sequence[Action] | None = None,
    simulations: int | None = None,
    recipe: Recipe | None = None,
    tree: TreeSearch | None = None,
    below: str | None = None,
    belief: Belief | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Analysis], None] | None = None,
    watch: Callable[[int, float], None] | None = None,
) -> Analysis:
    """The best action in `state` (by default the first), within a budget of seconds, plies (`depth`) or nodes.

    Give the limits as a `Budget`, or one by one. A depth alone is searched in full; within seconds or nodes, the
    search deepens until they are spent or the value is exact. Without a limit it takes one second. `lines` is the
    number of best lines to return, each with its value. `algorithm` is a name from `SEARCHES`, or "deepening"; by
    default the best search for the kind of game.

    `threads` and `memory` (megabytes) are for searches that can use them, and so is the `table` of an earlier search.
    Where positions repeat, `history` lists those of the game so far. A `database` of the game (from `sweep` or
    `build_slices`) is probed. Expectimax maximises for the player to move and assumes that all others follow the
    `opponent`, by default uniformly random. Where chance has very many outcomes, compiled expectiminimax may draw a
    `sample` of that size at each node; the answer then has an `error`. Where the end is out of sight and the game has
    no `evaluate`, random playouts choose among equal actions, unless an algorithm is named. The strong search can
    search `only` some actions.

    `mcts` counts `simulations`, takes a `recipe`, and can go on with the `tree` of the search before. Where information
    is hidden, only what the player to move sees counts: `ismcts` simulates, and `pimc` runs the search `below` in
    imagined states, counted as simulations. `history` may then list all states before, of which its player knows what
    it saw, and `belief` is that of its turns before.

    `native=True` requires compiled search, False interpreted. Set `stop` from another thread to get the best answer so
    far. `progress` is called with each complete depth, and `watch` many times a second with the nodes and seconds so
    far. With one thread and no time limit, results are reproducible.

    >>> from countermove.games.connect import Connect
    >>> game = Connect()
    >>> found = analyse(game, game.read("4455"), depth=6)
    >>> game.action_name(None, found.action), found.value
    ('3', 1.0)
    """
    if budget is None:
        budget = Budget(seconds, depth, nodes, threads, memory, simulations)
    elif not (seconds is depth is nodes is memory is simulations is None and threads == 1):
        raise SpecError("Give the limits of a search as a Budget or one by one, not both.")
    state = game.initial() if state is None else state
    search = search_for(game, algorithm)
    if not budget.is_limited and (budget.depth is None or (search.simulations and not search.below)):
        budget = dataclasses.replace(budget, seconds=DEFAULT_SECONDS)
    _refuse_options(search, budget, lines, native, database, opponent, sample)
    if not search.simulations and any(each is not None for each in (budget.simulations, recipe, tree)):
        raise SpecError(f"Only {able('simulations')} simulate games; this is {search.name}. Leave simulations out.")
    if below is not None:
        if not search.below:
            raise SpecError(f"Only {able('below')} runs another search in imagined states; this is {search.name}.")
        search_for(open_game(game), below)
    if database is not None:
        require_fit(database, game)
    task = Task(
        game, state, search.textbook, budget, algorithm == DEEPENING, lines, table, history, database, opponent, sample,
        stop, progress, watch, only=only, recipe=recipe, tree=tree, below=below, belief=belief,
    )  # fmt: skip
    if only is not None and (search.name != STRONG or native is False):
        raise SpecError(f"Only compiled {STRONG} searches some of the actions; this is {search.name}.")
    if game.is_terminal(state):
        value = utility_of(game, state, 0)
        return Analysis(value=value, nodes=1, exact=True, algorithm=task.algorithm, seconds=since(task))
    if search.hidden and game.player(state) == CHANCE:
        raise SpecError(
            f"Chance acts in this position of {type(game).__name__}; give one in which a player is to move."
        )
    if search.name == STRONG and is_puzzle(game):
        return _puzzled(task, search, native, algorithm is None and database is None)
    chooses = (
        algorithm in (None, STRONG)
        and not search.simulations
        and is_blind(game)
        and lines == 1
        and opponent is None
        and sample is None
    )
    if not chooses:
        return _advised(game, _searched(task, search, native))
    held = task
    if budget.is_timed and budget.seconds is not None:
        held = dataclasses.replace(
            task, budget=dataclasses.replace(budget, seconds=budget.seconds * (1 - PLAYOUT_SHARE))
        )
    found = _searched(held, search, native)

    def search_child(child: S, budget: Budget, history: Sequence[S]) -> Analysis:
        if game.is_terminal(child):
            return Analysis(value=utility_of(game, child, 0), nodes=1, exact=True)
        again = dataclasses.replace(task, state=child, budget=budget, history=history, progress=None, watch=None)
        return _searched(again.restarted(), search, found.native)

    return _advised(game, break_tie(task, found, search_child))


def _refuse_options(
    search: Search,
    budget: Budget,
    lines: int,
    native: bool | None,
    database: Database | None,
    opponent: Opponent | None,
    sample: int | None,
) -> None:
    """Raise SpecError for options that this search does not support."""
    if isinstance(lines, bool) or not isinstance(lines, int) or not 1 <= lines <= MAX_LINES:
        raise SpecError(f"The number of lines is {lines!r}; give a whole number from 1 to {MAX_LINES:,}.")
    name = search.name
    if budget.threads > 1 and not search.threads:
        raise SpecError(f"Only {able('threads')} support several threads; this is {name}.")
    if lines > 1 and (not search.lines or sample is not None):
        what = "a sample" if sample is not None else name
        raise SpecError(f"Several lines need a full search; this is {what}.")
    if opponent is not None and not search.opponent:
        raise SpecError(f"Only {able('opponent')} supports an opponent model; this is {name}.")
    if sample is not None and (not search.sample or native is False):
        raise SpecError(f"Only compiled {able('sample')} samples chance outcomes; this is {name}.")
    if database is not None and (not search.database or native is False):
        raise SpecError(f"Only compiled {able('database')} probes a database; use it, or leave the database out.")


def _advised(game: Game, found: Analysis) -> Analysis:
    """The answer, with advice on what the game could add to improve it."""
    return dataclasses.replace(found, advice=" ".join(filter(None, (found.advice, lacking(game, found)))))


def _puzzled(task: Task, search: Search, native: bool | None, solves: bool) -> Analysis:
    """The answer for a puzzle: the whole way, if it can be found, else that of the strong search."""
    way, spent = None, 0
    if solves:
        with worker.impatient(native is None):
            way, task, spent = search_puzzle(task, native)
        if way is not None and way.exact:
            return way
    found = reaching(task, _searched(task, search, native))
    found = dataclasses.replace(found, nodes=found.nodes + spent)
    if way is not None and not found.exact and way.value >= found.value:
        return dataclasses.replace(way, nodes=found.nodes, seconds=found.seconds, stopped=found.stopped)
    return found


def _searched(task: Task, search: Search, native: bool | None) -> Analysis:
    """The answer of a search, which may probe a database without distances."""
    database = task.database
    if search.name == STRONG and isinstance(database, Results) and not database.has_distances:
        return searched_without_distances(task, lambda given: _searched_at_all(given, search, native))
    return _searched_at_all(task, search, native)


def _searched_at_all(task: Task, search: Search, native: bool | None) -> Analysis:
    """The answer of a search, compiled if possible; none is needed where the rules prove the value of every action."""
    note = ""
    database = task.database
    timed = not isinstance(database, Results) or database.has_distances
    if search.name == STRONG and not native and timed and (database is None or database.sliced):
        known = known_answer(task) if database is None else probed_answer(task)
        if known is not None:
            return known
    if search.run is None:
        if native:
            raise NativeError(f"{search.name} runs interpreted: compiled code has no solver for mixed strategies.")
        load_solver()
        task = task.restarted()
    elif native is not False:
        whole = task.database is not None and not task.database.sliced
        interprets = native is None and task.sample is None and not whole and task.only is None
        try:
            with worker.heeding(task.stop), worker.impatient(interprets):
                return search.run(task)
        except CompilingError as compiling:
            return _search_meanwhile(task, search, compiling.ready)
        except worker.CancelledError:
            if task.stop is None or not task.stop.is_set():
                raise
        except OutcomeError as reason:
            return _without_scale(task, reason)
        except NativeError as error:
            if native or task.sample is not None or task.only is not None:
                raise
            note = str(error) + (" The database is not used." if task.database else "")
            task = task.restarted()
    return dataclasses.replace(search.plain(task), note=note)


def _search_meanwhile(task: Task, search: Search, ready: threading.Event) -> Analysis:
    """The interpreted answer; where compiled code is `ready` before it is found, the compiled one, in the time left."""
    progress = task.progress
    noted = None if progress is None else lambda found: progress(dataclasses.replace(found, note=COMPILING))
    found = search.plain(dataclasses.replace(task.restarted(), progress=noted), compiled=ready)
    found = dataclasses.replace(found, note=COMPILING)
    if not found.stopped or (task.stop and task.stop.is_set()):
        return found
    spent = task.spent + found.seconds
    rest = dataclasses.replace(task, budget=task.budget.less(found.seconds, found.nodes), spent=spent)
    answer = _searched(rest, search, None)
    return answer if answer.values or answer.strategies else found


def _without_scale(task: Task, reason: OutcomeError) -> Analysis:
    """The answer of compiled alpha-beta, in floats, with the seconds that are left."""
    options = {
        f"{task.budget.threads} threads": task.budget.threads > 1,
        "the database": task.database is not None,
        "the positions before this one": bool(task.history) and task.game.repeats,
    }
    dropped = [option for option, given in options.items() if given]
    without = f", without {' and '.join(dropped)}" if dropped else ""
    note = f"{reason} Until then {task.algorithm} searches it{without}."
    left = dataclasses.replace(task, budget=task.budget.less(reason.seconds), spent=reason.seconds)
    return dataclasses.replace(search_compiled(left), note=note)
