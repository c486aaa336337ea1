"""The best action in a state, within a budget: `analyse`, the one question everything else asks.

It picks the algorithm that fits the kind of game, compiles it with the rules where that is possible and otherwise says
why not and searches interpreted, deepens step by step while there is time, and always has the answer of the last
complete depth at hand. Two players against each other, without chance, are searched by `pvs`, the strong one; the
textbook's algorithms do what the textbook does, compiled too where they can be. A puzzle is first searched for the
shortest way to its best end.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from countermove import textbook, worker
from countermove.analysis.answer import Analysis, Line
from countermove.analysis.compiled import search_compiled
from countermove.analysis.dice import DICE, search_dice
from countermove.analysis.interpreted import search_interpreted
from countermove.analysis.lacking import lacking
from countermove.analysis.puzzle import is_puzzle, reaching, search_puzzle
from countermove.analysis.strong import search_strongly
from countermove.analysis.task import (
    MOST,
    SECONDS,
    STRONG,
    Database,
    Opponent,
    Task,
    check_budget,
    require_fit,
    since,
)  # fmt: skip
from countermove.analysis.tie import HELD_BACK, break_tie, is_blind, is_timed
from countermove.errors import NativeError, OutcomeError, SpecError
from countermove.game import Game, State, utility_of
from countermove.textbook.matrix import load_solver

if TYPE_CHECKING:
    from countermove.engine.table import Table

__all__ = ["MOST", "SECONDS", "STRONG", "Analysis", "Line", "analyse"]

INDUCTION = "induction"


def analyse(
    game: Game,
    state: State | None = None,
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
    history: Sequence[State] = (),
    database: Database | None = None,
    opponent: Opponent | None = None,
    sample: int | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Analysis], None] | None = None,
    watch: Callable[[int, float], None] | None = None,
) -> Analysis:
    """The best action in `state` (by default the first), searching for so many seconds, plies or nodes.

    With a depth alone, that depth is searched in full; with seconds or nodes, depth after depth until the budget is
    spent or the value is exact. Without any, one second. The best so many `lines` are given, each with its value, where
    the search is compiled. The strong one, `pvs`, may have several `threads`, a table of so many megabytes of `memory`
    or the `table` of the search before; where positions repeat, `history` tells which ones the game has had. What is in
    a `database` of the game (from `sweep`) is not searched but looked up. Expectimax chooses for the player to move; to
    it the `opponent` says how all others act, by default any action as likely. Where chance has very many outcomes,
    compiled expectiminimax may `sample` so many of them at each node, and then tells the `error` of its value. With one
    thread and without seconds, the same question has the same answer every time. Where the end is out of sight, the
    game has no `evaluate` and nobody named an algorithm, random playouts choose among actions that look equal.
    `native=True` insists on compiled search, False on interpreted. Set `stop` from another thread to have the best
    answer so far; `progress` is called with each complete depth, and `watch` many times a second with the nodes and the
    seconds so far.

    >>> from countermove.games.connect import Connect
    >>> game = Connect()
    >>> found = analyse(game, game.read("4455"), depth=6)
    >>> game.action_name(None, found.action), found.value
    ('3', 1.0)
    """
    check_budget(seconds, depth, nodes, threads, memory, lines)
    if seconds is depth is nodes is None:
        seconds = SECONDS
    state = game.initial() if state is None else state
    deepening = algorithm == "deepening"
    chosen = algorithm
    algorithm = textbook.fitting(game) if deepening or algorithm is None else algorithm
    strong = algorithm == STRONG or (chosen is None and algorithm == "alphabeta")
    algorithm = "alphabeta" if strong else algorithm
    textbook.refuse(game, algorithm)
    if threads > 1 and not strong and algorithm != DICE:
        raise SpecError(f"Only {STRONG} and {DICE} search with several threads, and this is {algorithm}.")
    if lines > 1 and (algorithm == INDUCTION or sample is not None):
        what = "a sample" if sample is not None else INDUCTION
        raise SpecError(f"There are several lines for what is searched in full, and this is {what}.")
    if opponent is not None and algorithm != "expectimax":
        raise SpecError(f"Only expectimax takes the others to follow a policy, and this is {algorithm}.")
    if sample is not None and (algorithm != DICE or native is False):
        raise SpecError(f"Only compiled {DICE} draws a sample of what chance may do; search with that, or without.")
    if database is not None:
        require_fit(database, game, strong and native is not False)
    task = Task(
        game, state, algorithm, seconds, depth, nodes, stop, progress, deepening, threads, memory, table, lines,
        history, database, opponent, sample, worker.clock(), watch=watch,
    )  # fmt: skip
    if game.is_terminal(state):
        value = utility_of(game, state, 0)
        return Analysis(value=value, nodes=1, exact=True, algorithm=algorithm, seconds=since(task))
    if strong and is_puzzle(game):
        return _puzzled(task, native, chosen is None and database is None)
    chooses = is_blind(game) and chosen in (None, STRONG) and lines == 1 and opponent is None and sample is None
    if chooses and seconds is not None and is_timed(task):
        task = dataclasses.replace(task, seconds=seconds * (1 - HELD_BACK))
    found = _searched(task, strong, native)
    if chooses:

        def ask(child: State, **budget: Any) -> Analysis:
            again = dataclasses.replace(task, state=child, progress=None, watch=None, **budget)
            if game.is_terminal(child):
                return Analysis(value=utility_of(game, child, 0), nodes=1, exact=True)
            return _searched(dataclasses.replace(again, start=worker.clock()), strong, found.native)

        found = break_tie(dataclasses.replace(task, seconds=seconds), found, ask)
    sentences = (found.advice, lacking(game, found))
    return dataclasses.replace(found, advice=" ".join(filter(None, sentences)))


def _puzzled(task: Task, native: bool | None, looks: bool) -> Analysis:
    """The answer for a puzzle: the whole way, if it can be found, else what the strong search can say."""
    way, spent = None, 0
    if looks:
        way, task, spent = search_puzzle(task, native)
        if way is not None and way.exact:
            return way
    found = reaching(task, _searched(task, True, native))
    found = dataclasses.replace(found, nodes=found.nodes + spent)
    if way is not None and not found.exact and way.value >= found.value:
        return dataclasses.replace(way, nodes=found.nodes, seconds=found.seconds, stopped=found.stopped)
    return found


def _searched(task: Task, strong: bool, native: bool | None) -> Analysis:
    """The answer of the search that fits, compiled where it can be."""
    algorithm, database, sample = task.algorithm, task.database, task.sample
    note = ""
    if algorithm == INDUCTION:
        if native:
            raise NativeError(f"{INDUCTION} runs interpreted: what it needs for mixed strategies is no compiled code.")
        load_solver()
        task = dataclasses.replace(task, start=worker.clock())  # loading is not searching
    elif native is not False:
        try:
            with worker.heeding(task.stop):
                if strong and task.game.players > 2:  # two teams, each against the other: what paranoid search is for
                    return search_compiled(dataclasses.replace(task, algorithm="paranoid"))
                if strong:
                    return search_strongly(task)
                if algorithm == DICE:
                    return search_dice(task)
                return search_compiled(task)
        except worker.StoppedError:
            if task.stop is None or not task.stop.is_set():
                raise
        except OutcomeError as reason:
            return _without_scale(task, reason)
        except NativeError as error:
            if native or sample is not None:
                raise
            note = str(error) + (" The database is not asked." if database else "")
            task = dataclasses.replace(task, start=worker.clock())  # trying to compile is not searching
    return dataclasses.replace(search_interpreted(task), note=note)


def _without_scale(task: Task, reason: OutcomeError) -> Analysis:
    """The answer of compiled alpha-beta, in floats, with what is left of the seconds."""
    wishes = {
        f"{task.threads} threads": task.threads > 1,
        "the database": task.database is not None,
        "the positions before this one": bool(task.history) and task.game.repeats,
    }
    dropped = [wish for wish, given in wishes.items() if given]
    without = f", without {' and '.join(dropped)}" if dropped else ""
    note = f"{reason} Until then {task.algorithm} searches it{without}."
    spent = since(task)
    left = None if task.seconds is None else max(0.001, task.seconds - spent)
    return dataclasses.replace(search_compiled(dataclasses.replace(task, seconds=left, spent=spent)), note=note)
