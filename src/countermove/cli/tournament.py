"""`countermove tournament`: everyone meets everyone, and the ratings that follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from countermove.cli.common import console, emit
from countermove.cli.contest import (
    ADJUDICATE,
    CLOCK,
    CSV,
    DEPTH,
    JOBS,
    MARGIN,
    MAX_PLIES,
    NODES,
    OPENINGS,
    PGN,
    PLIES,
    RAY,
    SAVE,
    SECONDS,
    SEED,
    budget_of,
    check_files,
    conditions_of,
    forfeits,
    held,
    percent,
    plan_of,
    show_reasons,
    so_far,
    write_files,
)
from countermove.cli.option import GAME, JSON
from countermove.errors import SpecError
from countermove.loader import load_game
from countermove.views.words import count

if TYPE_CHECKING:
    from rich.table import Table

    from countermove.arena import Place, Plan, Played


def tournament(
    game: GAME,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="The players.", show_default=False)],
    rounds: Annotated[int, typer.Option(metavar="N", help="Rounds: openings that every pairing plays.")] = 10,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="Only the first player meets the others.")] = False,
    clock: CLOCK = None,
    seconds: SECONDS = None,
    nodes: NODES = None,
    depth: DEPTH = None,
    openings: OPENINGS = None,
    plies: PLIES = None,
    seed: SEED = 0,
    jobs: JOBS = 1,
    save: SAVE = None,
    ray: RAY = None,
    adjudicate: ADJUDICATE = None,
    max_plies: MAX_PLIES = 1000,
    margin: MARGIN = 0.25,
    pgn: PGN = None,
    csv: CSV = None,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="Plot the ratings as SVG.")] = None,
    json: JSON = False,
) -> None:
    """Play a tournament and rate the players.

    In each round everyone meets everyone else from the same opening, in every seat. Ratings are by maximum likelihood
    and relative to the average player of the tournament.
    """
    if rounds < 1:
        raise SpecError(f"--rounds is {rounds}; give a whole number, 1 or more.")
    rules = load_game(game)
    plan = plan_of(
        game, rules, players, budget_of(clock, seconds, nodes, depth), lambda plan: rounds, openings=openings,
        plies=plies, seed=seed, conditions=conditions_of(max_plies, margin, adjudicate), gauntlet=gauntlet,
    )  # fmt: skip
    check_files(rules, pgn, csv, out)
    played, _ = held(
        plan, rules, lambda played, _: _table(plan, played, live=True), save=save, jobs=jobs, ray=ray, quiet=json
    )
    write_files(plan, rules, played, pgn, csv)
    if out is not None:
        _plot(plan, played, out)
    if json:
        emit(_as_json(plan, played))
    else:
        _show(plan, played, save)


def _as_json(plan: Plan, played: list[Played]) -> dict[str, Any]:
    from countermove.arena import places

    return {
        "game": plan.game,
        "games": len(played),
        "draw_rate": _draw_rate(played),
        "players": [
            {
                "player": plan.players[each.player], "rating": each.rating.value, "rating_low": each.rating.low,
                "rating_high": each.rating.high, "games": each.games, "points": each.points, "score": each.score,
                "against": [
                    {"player": plan.players[other], "points": points, "games": games}
                    for other, (points, games) in each.against.items()
                ],
            }
            for each in places(plan, played)
        ],
        "reasons": forfeits(played),
        "complete": len(played) == plan.games,
    }  # fmt: skip


def _table(plan: Plan, played: list[Played], live: bool = False) -> Table:
    """The crosstable, the strongest player first."""
    from countermove.arena import places
    from countermove.cli.table import plain_table

    ranked = places(plan, played)
    numbers = [str(number) for number in range(1, len(ranked) + 1)]
    columns = ("", "player", "rating", "±", "games", "score", *numbers)
    table = plain_table(*columns, right=("", "rating", "±", "games", "score", *numbers))
    for number, place in zip(numbers, ranked):
        rating = place.rating
        table.add_row(
            number, plan.players[place.player], f"{rating.value:+.0f}", f"{(rating.high - rating.low) / 2:.0f}",
            f"{place.games:,}", percent(place.score), *(_cell(place, other) for other in ranked),
        )  # fmt: skip
    if live:
        table.caption = f"{len(played):,} of {count(plan.games, 'game')}"
    return table


def _cell(place: Place, other: Place) -> str:
    """The points against an opponent, and of how many."""
    found = place.against.get(other.player)
    return "–" if found is None else f"{found[0]:.4g}/{found[1]:.4g}"


def _show(plan: Plan, played: list[Played], save: str | None) -> None:
    from countermove.cli.table import show

    out = console()
    kind = "gauntlet" if plan.gauntlet else "round robin"
    out.print(f"{plan.game}, {kind}: {count(len(played), 'game')}, {percent(_draw_rate(played))} drawn\n")
    show(out, _table(plan, played), whole=True)
    out.print("\nRatings are Elo relative to the average player, ± 95 %; then the points against each.", soft_wrap=True)
    show_reasons(out, played)
    if len(played) < plan.games:
        out.print(f"\n{so_far(len(played), plan, save)}")


def _draw_rate(played: list[Played]) -> float:
    from countermove.arena.standing import worths

    return sum(len(set(worths(each.record))) == 1 for each in played) / len(played)


def _plot(plan: Plan, played: list[Played], path: str) -> None:
    from countermove.arena import places
    from countermove.cli.document import deliver
    from countermove.views.ranking import ranking

    rows = [
        (plan.players[each.player], each.rating.value, each.rating.low, each.rating.high)
        for each in places(plan, played)
    ]
    deliver(ranking(f"{plan.game}: ratings after {count(len(played), 'game')}", "Elo, 95 %", rows), path)
