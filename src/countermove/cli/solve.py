"""`countermove solve`: the exact value of a position, with proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countermove.cli.common import INTERRUPTED, complain, console, emit, stoppable, watched
from countermove.cli.option import GAME, JSON, MEMORY, POSITION, THREADS
from countermove.errors import SpecError
from countermove.game import SIMULTANEOUS, Game, State
from countermove.vetting import load_game, read_position
from countermove.views.words import count, line_names, looked, mixed, names, number, outcome, verdict
from countermove.views.words import seconds as in_seconds

if TYPE_CHECKING:
    from rich.table import Table

    from countermove.solve import Progress, Solution

__all__ = ["solve"]

MANY = 40


def solve(
    game: GAME,
    position: POSITION = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after so long.", show_default="no limit")] = None,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="exhaustive, alphabeta, proof, sweep or iterate; for a puzzle breadth or idastar.",
            show_default="the one that fits",
        ),
    ] = None,
    threads: THREADS = 1,
    memory: MEMORY = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep a sweep in a file; resume it there.", show_default="no")
    ] = None,
    strategy: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write a strategy, for verify: an action for every position.", show_default="no"
        ),
    ] = None,
    json: JSON = False,
) -> int | None:
    """Solve a position: its exact value, and that of every action.

    A small game is solved by looking at everything that can follow; a larger one by searching to its end, and one whose
    positions repeat by a sweep, or with chance by iteration. Of a puzzle, the shortest way to its best end is found.
    Ctrl-C ends it with what is proven so far.
    """
    from countermove.solve import solve as solution_of

    rules = load_game(game)
    state = read_position(rules, position)
    if rules.is_terminal(state):
        raise SpecError(f"The game is over in this position ({outcome(rules, state)}), so there is nothing to solve.")
    if strategy is not None:
        _fit(rules, strategy)
    with stoppable() as stop, watched("solving …") as tell:
        found = solution_of(
            rules,
            state,
            method=method,
            seconds=seconds,
            threads=threads,
            memory=memory,
            save=save,
            stop=stop,
            progress=lambda far: tell(f"{_doing(far)}: {looked(far.states, far.nodes)}"),
        )
    if stop.is_set() and found.value is None:
        far = looked(found.states, found.nodes)
        kept = f"; the same command goes on from what is kept beside {save}" if save else ""
        complain(f"Stopped after {far}, before anything was proven, so there is no answer yet{kept}.")
        return INTERRUPTED
    if json:
        emit(_as_json(rules, state, found))
    else:
        _show(rules, state, found)
    return None if strategy is None else _export(found, state, strategy)


def _fit(game: Game, path: Path) -> None:
    """Refuse a strategy that could not be written, before the work is done."""
    from countermove.solve.strategy import fit

    fit(game, "A strategy")
    if not path.parent.is_dir() or path.is_dir():
        raise SpecError(f"The strategy cannot be written to {path}; give the name of a file in a folder that is there.")


def _export(found: Solution, state: State, path: Path) -> int | None:
    """Write the strategy, and say so."""
    from countermove.solve.strategy import export

    with stoppable() as stop, watched("writing the strategy …") as tell:
        made = export(found, path, state, stop=stop, progress=lambda far: tell(count(far, "position")))
    promise = f"to get {number(made.value, signed=False)} or more"
    positions = count(len(made.actions), "position")
    complain(f"{path}: what {found.game.player_name(made.player)} does in {positions}, {promise}.")
    return None


def _doing(far: Progress) -> str:
    """Which method is at work, and what it is doing."""
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


def strategies(game: Game, state: State, mixes: tuple[dict[int, float], ...]) -> dict[str, dict[str, float]]:
    """The mixed strategy of each player, where both act at once, by name."""
    return {
        game.player_name(player): {game.choice_name(state, player, choice): odds for choice, odds in mix.items()}
        for player, mix in enumerate(mixes)
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
        return f"Not solved: the best end found so far is worth {number(found.value)}, after {len(found.line)}."
    if game.players == 1 and found.distance is None and game.repeats:
        return f"{name} to move: no end in reach is better than going round for ever ({number(found.value)})."
    if not found.complete:
        proven = f"{len(found.actions)} of {len(names(game, state))} actions"
        return f"Not solved: {proven} proven, the best of them {number(found.value)} for {name}."
    return f"{name} act at once: {words}.".capitalize() if player == SIMULTANEOUS else f"{name} to move: {words}."


def _value_words(game: Game, value: float, distance: int | None, player: int) -> str:
    words = verdict(game, value, player) or f"{number(value)} for {game.player_name(player)}"
    return words if distance is None else f"{words} in {distance}"


def _actions(game: Game, state: State, found: Solution) -> Table:
    """Every action with its value, the best first."""
    from countermove.cli.table import plain_table

    player = game.player(state)
    viewer = max(0, player)
    named = names(game, state)
    table = plain_table("action", "value", "", right=("value",))
    order = sorted(found.actions, key=lambda action: (action != found.action, -found.actions[action]))
    for action in order[:MANY]:
        value, distance = found.actions[action], found.distances.get(action)
        words = verdict(game, value, viewer)
        after = "" if distance is None else f"in {distance}"
        table.add_row(named[action], number(value), f"{words} {after}".strip())
    if len(order) > MANY:
        table.add_row(f"{len(order) - MANY:,} more", "", "", style="dim")
    return table
