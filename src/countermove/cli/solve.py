"""`countermove solve`: the exact value of a position, with proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countermove.cli.common import INTERRUPTED, complain, console, emit, require, stoppable, watched
from countermove.cli.option import GAME, JSON, MEMORY, POSITION, THREADS
from countermove.errors import SpecError
from countermove.game import SIMULTANEOUS, Game, State
from countermove.loader import load_game, read_position
from countermove.views.analysis_json import strategies
from countermove.views.words import count, line_names, looked, mixed, names, number, outcome, verdict
from countermove.views.words import seconds as in_seconds

if TYPE_CHECKING:
    from rich.table import Table

    from countermove.solve import Progress, SliceDatabase, Solution

MAX_ACTIONS_SHOWN = 40
NASH_METHODS = ("dcfr", "cfr+", "pdcfr+", "cfr", "lp", "mccfr")


def solve(
    game: GAME,
    position: POSITION = None,
    seconds: Annotated[float | None, typer.Option(help="Time limit in seconds.", show_default="no limit")] = None,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="exhaustive, alphabeta, proof, sweep or iterate; for a puzzle breadth or idastar; for hidden "
            "information dcfr, cfr+, pdcfr+, cfr, lp or mccfr.",
            show_default="the one that fits",
        ),
    ] = None,
    threads: THREADS = 1,
    memory: MEMORY = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save a sweep, a proof or an equilibrium, and resume.", show_default="no"),
    ] = None,
    strategy: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a strategy for verify: an action per position.", show_default="no"),
    ] = None,
    strategy_for: Annotated[
        int | None,
        typer.Option(metavar="N", help="Player of the strategy, 1 or 2.", show_default="the one who is ahead"),
    ] = None,
    database: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Endgame database for a proof to end in.", show_default="no"),
    ] = None,
    target: Annotated[
        float | None,
        typer.Option(metavar="E", help="Hidden information: stop at this exploitability.", show_default="1e-4"),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Hidden information: at most N iterations.", show_default="no limit")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE.svg", help="Hidden information: draw how the exploitability fell."),
    ] = None,
    opening: Annotated[
        int | None,
        typer.Option(metavar="N", help="Solve all positions of the first N plies into an opening table, --save FILE."),
    ] = None,
    json: JSON = False,
) -> int | None:
    """Solve a position: its exact value and that of every action.

    Small games are enumerated, larger ones searched to the end; games with repetition are swept backwards (retrograde
    analysis), or iterated where there is chance. For a puzzle it finds the shortest path to the best end. A game of
    hidden information gets a strategy for every player, and --position shows the probabilities there. Ctrl-C stops with
    what is proven so far.
    """
    from countermove.solve import solve as solution_of

    rules = _from_gambit(game) if game.endswith(".efg") else load_game(game)
    if opening is not None:
        return _solve_opening(rules, opening, save, memory)
    if rules.axes.hidden or (method in NASH_METHODS):
        from countermove.cli.hidden import solve_hidden

        return solve_hidden(
            rules, position, method, target, iterations, seconds, memory, threads=threads, save=save,
            strategy=strategy, plot=plot, json=json,
        )  # fmt: skip
    given = target is not None or iterations is not None or plot is not None
    require(not given, f"--target, --iterations and --plot are for {', '.join(NASH_METHODS)}.")
    state = read_position(rules, position)
    if rules.is_terminal(state):
        raise SpecError(f"The game is over in this position ({outcome(rules, state)}), so there is nothing to solve.")
    require(strategy_for in (None, 1, 2), f"--strategy-for is {strategy_for}; give 1 or 2.")
    require(strategy is not None or strategy_for is None, "--strategy-for needs --strategy FILE.")
    if strategy is not None:
        _require_writable(rules, strategy)
    with stoppable() as stop, watched("solving …") as status:
        found = solution_of(
            rules,
            state,
            method=method,
            seconds=seconds,
            threads=threads,
            memory=memory,
            save=save,
            database=_opened(rules, database),
            stop=stop,
            progress=lambda far: status(f"{_doing(far)}: {looked(far.states, far.nodes)}"),
        )
    if stop.is_set() and found.value is None:
        far = looked(found.states, found.nodes)
        kept = f"; run the same command to resume from {save}" if save else ""
        complain(f"Stopped after {far}, before anything was proven{kept}.")
        return INTERRUPTED
    if json:
        emit(_as_json(rules, state, found))
    else:
        _show(rules, state, found)
    return None if strategy is None else _export(found, state, strategy, strategy_for)


def _opened(game: Game, database: Path | None) -> SliceDatabase | None:
    from countermove.solve import SliceDatabase

    return None if database is None else SliceDatabase.open(database, game)


def _from_gambit(path: str) -> Game:
    from countermove.lectures.course.efg import read_efg

    return read_efg(Path(path))


def _solve_opening(game: Game, plies: int, path: Path | None, memory: float | None) -> int | None:
    """Settle the first plies of a game into a file, until done or Ctrl-C."""
    from countermove.solve.opening import settle_opening

    require(path is not None and plies >= 0, "--opening needs a number of plies, 0 or more, and --save FILE.")
    assert path is not None
    done = total = 0
    with stoppable() as stop, watched("solving …") as status:
        for done, total in settle_opening(game, plies, path, memory, stop):
            status(f"{done:,} of {total:,} positions")
            if stop.is_set():
                break
    more = "; the same command continues" if done < total else ""
    complain(f"{path}: {done:,} of {count(total, 'position')}{more}.")
    return INTERRUPTED if done < total else None


def _require_writable(game: Game, path: Path) -> None:
    """Reject an unwritable strategy file before the work starts."""
    from countermove.solve.strategy import fit

    fit(game, "A strategy")
    if not path.parent.is_dir() or path.is_dir():
        raise SpecError(f"Cannot write the strategy to {path}; give a file in an existing folder.")


def _export(found: Solution, state: State, path: Path, seat: int | None) -> int | None:
    """Write the strategy, and report it."""
    from countermove.solve.strategy import export

    with stoppable() as stop, watched("writing the strategy …") as status:
        player = None if seat is None else seat - 1
        made = export(found, path, state, player, stop=stop, progress=lambda far: status(count(far, "position")))
    promise = f"to get {number(made.value, signed=False)} or more"
    positions = count(len(made.actions), "position")
    complain(f"{path}: what {found.game.player_name(made.player)} does in {positions}, {promise}.")
    return None


def _doing(far: Progress) -> str:
    """The method at work and what it is doing."""
    from countermove.solve import SweepProgress

    return f"{far.method}, {far.stage}" if isinstance(far, SweepProgress) else far.method


def _as_json(game: Game, state: State, found: Solution) -> dict[str, object]:
    named = names(game, state)
    return {
        "value": found.value,
        "action": named[found.action] if found.has_action else None,
        "actions": {named[action]: value for action, value in found.actions.items()},
        "distance": found.distance,
        "nodes": found.nodes,
        "states": found.states,
        "seconds": found.seconds,
        "error": getattr(found, "error", 0.0),
        "complete": found.complete,
        "line": line_names(game, state, found.line),
        "distances": {named[action]: distance for action, distance in found.distances.items()},
        "player": game.player_name(game.player(state)),
        "strategies": strategies(game, state, found.strategies),
    }


def _show(game: Game, state: State, found: Solution) -> None:
    from countermove.cli.drawing import draw
    from countermove.cli.table import facts_table, show

    out = console()
    out.print(draw(game, state))
    out.print(f"\n{_headline(game, state, found)}\n", style="bold green" if found.complete else "bold yellow")
    table = facts_table()
    for player, mix in enumerate(found.strategies):
        table.add_row(game.player_name(player), mixed(game, state, player, mix))
    if found.has_action and not found.strategies:
        table.add_row("best", names(game, state)[found.action])
        table.add_row("line", " ".join(line_names(game, state, found.line)))
    error = getattr(found, "error", 0.0)
    if error:
        table.add_row("error", f"{error:.1g} at most")
    table.add_row("looked at", f"{looked(found.states, found.nodes)} in {in_seconds(found.seconds)}")
    show(out, table)
    if found.actions:
        out.print()
        show(out, _actions(game, state, found), whole=True)


def _headline(game: Game, state: State, found: Solution) -> str:
    """The result in one sentence."""
    player = game.player(state)
    viewer = max(0, player)
    name = game.player_name(player)
    if found.value is None:
        return f"Not solved: stopped after {looked(found.states, found.nodes)}."
    words = _value_words(game, found.value, found.distance, viewer)
    if game.players == 1 and not found.complete:
        return f"Not solved: the best end so far is worth {number(found.value)}, after {len(found.line)}."
    if game.players == 1 and found.distance is None and game.repeats:
        return f"{name} to move: no reachable end beats repeating for ever ({number(found.value)})."
    if not found.complete:
        proven = f"{len(found.actions)} of {len(names(game, state))} actions"
        return f"Not solved: {proven} proven, the best of them {number(found.value)} for {name}."
    return f"{name} act at once: {words}.".capitalize() if player == SIMULTANEOUS else f"{name} to move: {words}."


def _value_words(game: Game, value: float, distance: int | None, player: int) -> str:
    words = verdict(game, value, player) or f"{number(value)} for {game.player_name(player)}"
    return words if distance is None else f"{words} in {distance}"


def _actions(game: Game, state: State, found: Solution) -> Table:
    """Every action with its value, best first."""
    from countermove.cli.table import plain_table

    player = game.player(state)
    viewer = max(0, player)
    named = names(game, state)
    table = plain_table("action", "value", "", right=("value",))
    order = sorted(found.actions, key=lambda action: (action != found.action, -found.actions[action]))
    for action in order[:MAX_ACTIONS_SHOWN]:
        value, distance = found.actions[action], found.distances.get(action)
        words = verdict(game, value, viewer)
        after = "" if distance is None else f"in {distance}"
        table.add_row(named[action], number(value), f"{words} {after}".strip())
    if len(order) > MAX_ACTIONS_SHOWN:
        table.add_row(f"{len(order) - MAX_ACTIONS_SHOWN:,} more", "", "", style="dim")
    return table
