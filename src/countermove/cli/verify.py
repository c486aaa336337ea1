"""`countermove verify`: play a strategy from a file against every reply."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countermove.cli.common import OK, PROBLEMS, console, emit, stoppable, watched
from countermove.cli.option import GAME, JSON, POSITION
from countermove.loader import load_game, read_position
from countermove.views.words import count, line_names, number

if TYPE_CHECKING:
    from countermove.game import Game, State
    from countermove.solve.strategy import Strategy, Verification


def verify(
    game: GAME,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Strategy written by solve --strategy.", show_default=False)
    ],
    position: POSITION = None,
    database: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Endgame database that the strategy ends in.", show_default="no"),
    ] = None,
    json: JSON = False,
) -> int:
    """Verify a strategy: play it against every reply.

    It must have a legal action in every reachable position, every game must end with at least the promised value, and
    repetition must be worth as much. Exit code 0: verified; 1: refuted.
    """
    from countermove import worker
    from countermove.solve import SliceDatabase
    from countermove.solve.strategy import Strategy
    from countermove.solve.strategy import verify as verified

    rules = load_game(game)
    plan = Strategy.load(file, rules)
    ends = None if database is None else SliceDatabase.open(database, rules)
    start = plan.start if position is None else read_position(rules, position)
    met = [0]

    def far(states: int) -> None:
        met[0] = states

    with stoppable() as stop, watched("verifying …") as status:
        found = worker.run(
            lambda: verified(plan, start, database=ends, stop=stop, progress=far),
            rules,
            progress=lambda: met[0],
            tick=lambda: status(count(met[0], "state")),
        )
    if json:
        emit(_as_json(rules, plan, start, found))
    else:
        _show(rules, plan, start, found)
    return OK if found.holds else PROBLEMS


def _as_json(game: Game, plan: Strategy, start: State, found: Verification) -> dict[str, object]:
    return {
        "holds": found.holds,
        "player": game.player_name(plan.player),
        "value": plan.value,
        "positions": len(plan.actions),
        "states": found.states,
        "ends": found.ends,
        "longest": found.longest,
        "fault": found.fault or None,
        "line": line_names(game, start, found.line),
    }


def _show(game: Game, plan: Strategy, start: State, found: Verification) -> None:
    from countermove.cli.table import facts_table, show

    out = console()
    promise = f"{game.player_name(plan.player)} gets {number(plan.value, signed=False)} or more"
    if not found.holds:
        out.print("Not verified.\n", style="bold red")
        out.print(found.fault)
        line = " ".join(line_names(game, start, found.line))
        out.print(f"After: {line}" if line else "At the start.")
        return
    out.print(f"Verified: {promise}, whatever the opponent does.\n", style="bold green")
    table = facts_table()
    table.add_row("strategy", count(len(plan.actions), "position"))
    table.add_row("played", f"{count(found.states, 'state')}, {count(found.ends, 'end')}")
    table.add_row("longest game", "play can repeat" if found.longest is None else count(found.longest, "ply", "plies"))
    show(out, table)
