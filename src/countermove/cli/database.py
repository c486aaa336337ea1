"""`countermove database`: endgame databases by slices, built, listed, verified and probed."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countermove.cli.common import (
    INTERRUPTED,
    OK,
    PROBLEMS,
    answering,
    complain,
    console,
    emit,
    require,
    stoppable,
    watched,
)
from countermove.cli.option import GAME, JSON, MEMORY, POSITION
from countermove.loader import load_game, read_position
from countermove.views.words import count, line_names, names, number, verdict
from countermove.views.words import seconds as in_seconds

if TYPE_CHECKING:
    from countermove.game import Game, State
    from countermove.solve.slice_build import SliceProgress
    from countermove.solve.slices import SliceDatabase, SliceInfo
    from countermove.solve.solution import Outcome

database = typer.Typer(
    name="database",
    help="Build, list, verify and probe endgame databases.",
    rich_markup_mode=None,
)
OUT = Annotated[Path, typer.Option("--out", "--dir", metavar="DIR", help="Directory of the files.", show_default=False)]
DIRECTORY = Annotated[
    Path, typer.Option("--dir", "--out", metavar="DIR", help="Directory of the files.", show_default=False)
]

MAX_LISTED = 60
"""Slices that are listed after a build; `info` lists any number."""


@database.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """Build, list, verify and probe endgame databases."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def build(
    game: GAME,
    out: OUT,
    pieces: Annotated[
        int | None, typer.Option(metavar="N", help="Build all slices of up to N pieces.", show_default=False)
    ] = None,
    slices: Annotated[
        list[str] | None,
        typer.Option("--slice", metavar="NAME", help="Build this slice and those it needs.", show_default=False),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", help="Slices to solve at once.", show_default="one per core")
    ] = None,
    memory: MEMORY = None,
    distances: Annotated[
        bool | None,
        typer.Option(
            "--distances/--no-distances", help="Keep how soon games are won.", show_default="as is usual for the game"
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Build on a Ray cluster whose machines share --out; local starts one."),
    ] = None,
    json: JSON = False,
) -> int:
    """Solve all positions with little material, into files for search to probe.

    One file per slice: chess's are KQK, KQKR, and so on. Finished files are kept, so that the same command continues a
    build that was stopped or killed.
    """
    from countermove import registry
    from countermove.solve.slice_build import Source, require_pieces
    from countermove.solve.slices import build_slices

    require(bool(pieces is not None or slices), "Give --pieces N, or --slice NAME.")
    rules = load_game(game)
    if pieces is not None:
        require_pieces(rules, pieces)
    last: list[SliceProgress] = []

    def watch(now: SliceProgress) -> None:
        last[:] = [now]
        status(_words(now))

    with stoppable() as stop, watched("building …") as status:
        made = build_slices(
            rules, out, pieces, slices=slices or (), threads=threads, memory=memory, distances=distances, ray=ray,
            source=Source(registry.load, game), stop=stop, progress=watch,
        )  # fmt: skip
    _report(made, json, "built")
    if stop.is_set():
        complain(f"Stopped; the same command continues in {out}.")
        return INTERRUPTED
    return OK


def _words(now: SliceProgress) -> str:
    working = ", ".join(f"{name} {'' if level < 0 else f'{level} plies'}".strip() for name, level in now.working)
    return f"{now.slices} of {count(now.total, 'slice')}  {working}  {in_seconds(now.seconds)}"


def info(game: GAME, directory: DIRECTORY, json: JSON = False) -> None:
    """List the slices in a directory, with their wins, losses and draws for the player to move."""
    from countermove.solve.slices import SliceDatabase

    _report(SliceDatabase.open(directory, load_game(game)), json)


def _report(made: SliceDatabase, json: bool, done: str = "") -> None:
    """List the slices; of many that were just built, only the sums."""
    slices = made.info()
    groups = {pieces: list(group) for pieces, group in groupby(slices, key=lambda each: each.pieces)}
    if json:
        emit(
            {
                "directory": str(made.directory),
                "pieces": {str(pieces): _sums(group) for pieces, group in groups.items()},
                "slices": {each.name: _fields(each) for each in slices},
            }
        )
        return
    from countermove.cli.table import plain_table, show

    columns = ("states", "wins", "losses", "draws", "longest win", "kB")
    table = plain_table("", *columns, right=columns)
    for pieces, group in groups.items():
        for each in group if not done or len(slices) <= MAX_LISTED else ():
            longest = count(each.longest_win, "ply", "plies") if each.wins and made.timed else "-"
            table.add_row(each.name, *_counts(_fields(each)), longest, f"{each.size / 1000:,.0f}")
        sums = _sums(group)
        size = sum(each.size for each in group)
        table.add_row(count(pieces, "piece"), *_counts(sums), "", f"{size / 1000:,.0f}", style="bold")
    out = console()
    show(out, table, whole=True)
    if done:
        out.print(f"\n{made.directory}: {count(len(slices), 'slice')} {done}.", soft_wrap=True)


def _counts(sums: dict[str, int]) -> list[str]:
    return [f"{sums[name]:,}" for name in ("states", "wins", "losses", "draws")]


def _sums(group: list[SliceInfo]) -> dict[str, int]:
    return {name: sum(getattr(each, name) for each in group) for name in ("states", "wins", "losses", "draws")}


def _fields(each: SliceInfo) -> dict[str, int]:
    return {
        "pieces": each.pieces, "states": each.states, "wins": each.wins, "losses": each.losses, "draws": each.draws,
        "longest_win": each.longest_win, "longest_loss": each.longest_loss, "indices": each.indices,
        "bytes": each.size,
    }  # fmt: skip


def verify(game: GAME, directory: DIRECTORY, json: JSON = False) -> int:
    """Verify that every result in a directory follows from those after it, by the rules alone.

    Exit code 0: verified; 1: refuted.
    """
    from countermove.solve.slices import SliceDatabase

    made = SliceDatabase.open(directory, load_game(game))
    with stoppable() as stop, watched("verifying …") as status:
        wrong = made.verify(stop=stop, progress=lambda done, total: status(f"{done:,} of {total:,} indices"))
    states = sum(each.states for each in made.info())
    if json:
        emit({"holds": wrong is None, "slices": len(made.results), "states": states, "fault": wrong})
    elif wrong is None:
        console().print(f"Verified: {count(len(made.results), 'slice')}, {count(states, 'state')}.", style="bold green")
    else:
        console().print(wrong, style="bold red", soft_wrap=True)
    return OK if wrong is None else PROBLEMS


def probe(game: GAME, directory: DIRECTORY, position: POSITION = None, json: JSON = False) -> None:
    """Look up a position: its value, its distance, and those of every action.

    Distances are plies to the end with best play. Rules that end a game by its length, such as the fifty-move rule of
    chess, are ignored.
    """
    from countermove.solve.slices import SliceDatabase

    rules = load_game(game)
    state = read_position(rules, position)
    made = SliceDatabase.open(directory, rules)
    made.outcome(state)
    if json:
        emit(_as_json(made, state))
    else:
        _show(made, state)


def _as_json(made: SliceDatabase, state: State) -> dict[str, object]:
    game = made.game
    named, after, best = names(game, state), made.after(state), made.best(state)
    viewer = game.player(state)
    return {
        "value": made.value(state),
        "distance": made.distance(state),
        "action": named[best[0]] if best else None,
        "best": [named[action] for action in best],
        "actions": {named[action]: outcome.values[viewer] for action, outcome in after.items()},
        "distances": {named[action]: _later(outcome.distance) for action, outcome in after.items()},
        "line": line_names(game, state, made.line(state)),
        "slice": game.slice_name(game.slice_of(state)) if game.slice_of(state) >= 0 else None,
        "player": game.player_name(viewer),
    }


def _later(distance: int | None) -> int | None:
    return None if distance is None else distance + 1


def _show(made: SliceDatabase, state: State) -> None:
    from countermove.cli.drawing import draw
    from countermove.cli.table import facts_table, plain_table, show

    game: Game = made.game
    out, viewer = console(), game.player(state)
    out.print(draw(game, state))
    result = _result(game, made.value(state), made.distance(state), viewer)
    out.print(f"\n{game.player_name(viewer)} to move: {result}.\n", style="bold green")
    named, after, best = names(game, state), made.after(state), made.best(state)
    if not best:
        return
    table = facts_table()
    table.add_row("best", ", ".join(named[action] for action in best[:10]), style="bold green")
    if line := made.line(state):
        table.add_row("line", " ".join(line_names(game, state, line)))
    table.add_row("slice", game.slice_name(game.slice_of(state)) if game.slice_of(state) >= 0 else "-")
    show(out, table)
    out.print()
    others = plain_table("action", "value", "", right=("value",))
    for action in sorted(after, key=lambda each: _rank(game, after[each], viewer)):
        outcome = after[action]
        words = _result(game, outcome.values[viewer], _later(outcome.distance), viewer)
        others.add_row(named[action], number(outcome.values[viewer]), words)
    show(out, others, whole=True)


def _rank(game: Game, outcome: Outcome, viewer: int) -> tuple[float, int]:
    """The order of actions: the best first, short wins and long losses."""
    gain, distance = outcome.values[viewer] - game.neutral, outcome.distance or 0
    return -gain, distance if gain > 0 else -distance


def _result(game: Game, value: float, distance: int | None, viewer: int) -> str:
    after = "" if distance is None else f" in {distance}"
    return f"{verdict(game, value, viewer) or number(value)}{after}"


for command in (build, info, verify, probe):
    database.command()(answering(command))
