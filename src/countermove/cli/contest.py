"""What `match` and `tournament` share: their options, the plan they make, the live table, and the files they write."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countermove.cli.common import complain, console, stoppable
from countermove.cli.document import deliver
from countermove.errors import SpecError
from countermove.game import Game
from countermove.views.words import count

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from countermove.arena import Conditions, Plan, Played, Progress, Sprt
    from countermove.measure.interval import Estimate

REFRESH_SECONDS = 0.25
REFRESH_FACTOR = 20
"""A table that takes long to make is made less often: this many times its seconds apart."""
MAX_GAMES = 1_000_000
MAX_LISTED = 5
"""Games that ended otherwise than by the rules, listed at most."""

CLOCK = Annotated[
    str | None, typer.Option(metavar="TIME", help="Seconds for a game and increment: 60+1; per 40 actions: 40/60+1.")
]
SECONDS = Annotated[float | None, typer.Option(metavar="S", help="Seconds per action.")]
NODES = Annotated[int | None, typer.Option(metavar="N", help="Nodes per action.")]
DEPTH = Annotated[int | None, typer.Option(metavar="N", help="Depth in plies.")]
OPENINGS = Annotated[
    str | None, typer.Option(metavar="FILE", help="Openings, one position or line of actions per line.")
]
PLIES = Annotated[
    int | None,
    typer.Option(metavar="N", help="Random plies in each opening.", show_default="an eighth of a game, at most 8"),
]
SEED = Annotated[int, typer.Option(metavar="N", help="Random seed for openings, dice and players.")]
JOBS = Annotated[int, typer.Option(metavar="N", help="Games played at the same time.")]
SAVE = Annotated[str | None, typer.Option(metavar="FILE", help="Keep the games here; the same command resumes.")]
RAY = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one with --jobs processes.")
]
PGN = Annotated[str | None, typer.Option(metavar="FILE", help="Write games of chess as PGN, of checkers as PDN.")]
CSV = Annotated[str | None, typer.Option(metavar="FILE", help="Write the results of the games as CSV.")]
ADJUDICATE = Annotated[
    str | None,
    typer.Option(
        metavar="TERMS", help="End decided games: draw=0.1,resign=5; also draw_plies, draw_after, resign_plies."
    ),
]
MAX_PLIES = Annotated[int, typer.Option("--max-plies", metavar="N", help="Plies after which a game is a draw.")]
MARGIN = Annotated[float, typer.Option(metavar="S", help="Seconds by which a player may overstep its time.")]


def budget_of(clock: str | None, seconds: float | None, nodes: int | None, depth: int | None) -> dict[str, object]:
    """The options that limit every player's search."""
    given = {"clock": clock, "seconds": seconds, "nodes": nodes, "depth": depth}
    return {name: value for name, value in given.items() if value is not None}


def plan_of(
    spec: str,
    game: Game,
    players: Sequence[str],
    budget: dict[str, object],
    rounds: Callable[[Plan], int],
    *,
    openings: str | None,
    plies: int | None,
    seed: int,
    conditions: Conditions,
    gauntlet: bool = False,
) -> Plan:
    """The plan of a contest; `rounds` says how many rounds it has."""
    from dataclasses import replace

    from countermove.arena import Plan, read_openings, require_contest, usual_plies
    from countermove.players.spec import budgeted

    require_contest(game)
    if openings is not None and plies is not None:
        raise SpecError("Give either --openings or --plies, not both.")
    given = () if openings is None else tuple(read_openings(game, openings))
    if plies is None:
        plies = 0 if given else usual_plies(game)
    specs = tuple(budgeted(player, budget) for player in players)
    plan = Plan(spec, specs, game.players, 1, given, plies, seed, gauntlet, conditions)
    plan = replace(plan, rounds=rounds(plan))
    if not 1 <= plan.games <= MAX_GAMES:
        raise SpecError(f"This contest has {plan.games:,} games; give a number that makes 1 to {MAX_GAMES:,}.")
    return plan


def conditions_of(max_plies: int, margin: float, adjudicate: str | None) -> Conditions:
    from countermove.arena import Adjudication, Conditions

    terms = Adjudication() if adjudicate is None else Adjudication.read(adjudicate)
    return Conditions(max_plies, margin, terms)


def held(
    plan: Plan,
    game: Game,
    shown: Callable[[list[Played], Progress | None], RenderableType],
    *,
    save: str | None,
    jobs: int,
    ray: str | None,
    sprt: Sprt | None = None,
    quiet: bool = False,
) -> tuple[list[Played], Progress | None]:
    """Hold the contest with a live table on a terminal; Ctrl-C ends it with the games so far."""
    from countermove.arena import hold

    tests: list[Progress | None] = [None]
    with stoppable() as stop, live(quiet) as update:

        def progress(played: list[Played], test: Progress | None) -> None:
            tests[0] = test
            update(lambda: shown(played, test))

        found = hold(plan, game, file=save, jobs=jobs, ray=ray, sprt=sprt, stop=stop, progress=progress, warn=complain)
        if not found:
            raise SpecError("Stopped before the first game ended.")
    return found, tests[0]


@contextmanager
def live(quiet: bool = False) -> Iterator[Callable[[Callable[[], RenderableType]], None]]:
    """A table on a terminal that changes while work goes on, nothing elsewhere."""
    screen = console(error=True)
    if quiet or not screen.is_terminal:
        yield lambda render: None
        return
    from rich.live import Live

    due = 0.0
    with Live("Getting ready …", console=screen, transient=True, refresh_per_second=4) as view:

        def update(render: Callable[[], RenderableType]) -> None:
            nonlocal due
            start = time.monotonic()
            if start >= due:
                view.update(render())
                now = time.monotonic()
                due = now + max(REFRESH_SECONDS, REFRESH_FACTOR * (now - start))

        yield update


def check_files(game: Game, pgn: str | None, *paths: str | None) -> None:
    """Refuse files that could not be written, before hours of play."""
    if pgn is not None:
        from countermove.arena.pgn import pgn_of

        pgn_of(game, [])
    for path in (pgn, *paths):
        if path is not None and not Path(path).parent.is_dir():
            raise SpecError(f"The folder of {path!r} does not exist; create it first.")


def write_files(plan: Plan, game: Game, played: list[Played], pgn: str | None, table: str | None) -> None:
    """Write the games as PGN or PDN, and as CSV."""
    from countermove.arena.pgn import pgn_of

    if pgn is not None:
        deliver(pgn_of(game, played), pgn)
    if table is not None:
        deliver(csv_of(plan, played), table)


def csv_of(plan: Plan, played: list[Played]) -> str:
    """One line per game: the player in each seat, what each got, the number of plies, and why it ended."""
    from countermove.arena.standing import worths

    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    seats = range(1, plan.width + 1)
    write(
        [
            "game",
            "round",
            *(f"player {seat}" for seat in seats),
            *(f"result {seat}" for seat in seats),
            "plies",
            "reason",
        ]
    )
    for each in played:
        record = each.record
        results = [f"{worth:g}" for worth in worths(record)]
        turn = each.number // plan.round_size + 1
        write([each.number + 1, turn, *record.players, *results, len(record.actions), record.reason or ""])
    return out.getvalue()


def forfeits(played: list[Played]) -> list[dict[str, Any]]:
    """Every game that ended otherwise than by its rules."""
    return [
        {"game": each.number + 1, "reason": each.record.reason} for each in played if each.record.reason is not None
    ]


def show_reasons(out: Console, played: list[Played]) -> None:
    """List games that ended otherwise than by their rules."""
    ended = forfeits(played)
    if ended:
        out.print(f"\n{count(len(ended), 'game')} ended otherwise than by the rules:")
    for each in ended[:MAX_LISTED]:
        out.print(f"game {each['game']}  {each['reason']}", soft_wrap=True)
    if len(ended) > MAX_LISTED:
        out.print(f"and {count(len(ended) - MAX_LISTED, 'more game')}; --csv lists all")


def signed(estimate: Estimate) -> str:
    """Elo with its interval: `+81 ± 45`, or the ends where it is open or lopsided."""
    if abs(estimate.value) == float("inf"):
        return f"{estimate.value:+.0f} ({estimate.low:+.0f} to {estimate.high:+.0f})"
    return f"{estimate.value:+.0f} ({estimate.low:+.0f} to {estimate.high:+.0f}, 95 %)"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def so_far(played: int, plan: Plan, save: str | None) -> str:
    """A note about a contest that was stopped."""
    again = "" if save is None else "; run the same command to continue"
    return f"Stopped after {count(played, 'game')} of {plan.games:,}{again}."
