"""`countermove match`: two players, many games, and what the result means."""

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
    signed,
    so_far,
    write_files,
)
from countermove.cli.option import GAME, JSON
from countermove.errors import SpecError
from countermove.loader import load_game
from countermove.views.words import count

if TYPE_CHECKING:
    from rich.table import Table

    from countermove.arena import Plan, Played, Progress, Score, Sprt

MAX_POINTS = 200
"""Points of a curve."""


def match(
    game: GAME,
    first: Annotated[str, typer.Option(metavar="PLAYER", help="The player to judge.")],
    second: Annotated[str, typer.Option(metavar="PLAYER", help="Its opponent.")],
    games: Annotated[int, typer.Option(metavar="N", help="Number of games, in pairs.")] = 100,
    clock: CLOCK = None,
    seconds: SECONDS = None,
    nodes: NODES = None,
    depth: DEPTH = None,
    openings: OPENINGS = None,
    plies: PLIES = None,
    seed: SEED = 0,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="Stop when one of two differences is accepted.")
    ] = None,
    normalized: Annotated[bool, typer.Option("--normalized", help="Normalized Elo in --sprt.")] = False,
    jobs: JOBS = 1,
    save: SAVE = None,
    ray: RAY = None,
    adjudicate: ADJUDICATE = None,
    max_plies: MAX_PLIES = 1000,
    margin: MARGIN = 0.25,
    pgn: PGN = None,
    csv: CSV = None,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="Plot the result as SVG.")] = None,
    json: JSON = False,
) -> None:
    """Play a match and estimate the difference in strength.

    Every opening is played from both seats. A player that crashes, oversteps its time or plays an illegal action loses
    the game. Limits such as --nodes apply to both players, unless a PLAYER has its own (best:nodes=2000).
    """
    from countermove.arena import Sprt

    if games < 1:
        raise SpecError(f"--games is {games}; give a whole number, 1 or more.")
    rules = load_game(game)
    test = None if sprt is None else Sprt.read(sprt, normalized)
    plan = plan_of(
        game, rules, (first, second), budget_of(clock, seconds, nodes, depth),
        lambda plan: -(-games // plan.round_size),
        openings=openings, plies=plies, seed=seed, conditions=conditions_of(max_plies, margin, adjudicate),
    )  # fmt: skip
    check_files(rules, pgn, csv, out)
    played, progress = held(
        plan, rules, lambda played, so_far: _facts(plan, played, so_far, live=True), save=save, jobs=jobs, ray=ray,
        sprt=test, quiet=json,
    )  # fmt: skip
    write_files(plan, rules, played, pgn, csv)
    if out is not None:
        _plot(plan, played, test, out)
    if json:
        emit(_as_json(plan, played, progress))
    else:
        _show(plan, played, progress, save)


def _as_json(plan: Plan, played: list[Played], test: Progress | None) -> dict[str, Any]:
    from countermove.arena import match_payoff, match_score

    found, payoff = match_score(plan, played), match_payoff(plan, played)
    return {
        "game": plan.game,
        "players": list(plan.players),
        "games": found.games,
        "wins": found.wins,
        "draws": found.draws,
        "losses": found.losses,
        "score": found.score,
        "elo": found.elo.value,
        "elo_low": found.elo.low,
        "elo_high": found.elo.high,
        "payoff": None if payoff is None else payoff.value,
        "payoff_low": None if payoff is None else payoff.low,
        "payoff_high": None if payoff is None else payoff.high,
        "superiority": found.superiority,
        "draw_rate": found.draw_rate,
        "pairs": None if found.pairs is None else list(found.pairs),
        "llr": None if test is None else test.llr,
        "llr_bounds": None if test is None else list(test.sprt.bounds),
        "verdict": None if test is None else test.verdict,
        "reasons": forfeits(played),
        "complete": _is_complete(plan, played, test),
    }


def _is_complete(plan: Plan, played: list[Played], test: Progress | None) -> bool:
    return len(played) == plan.games or (test is not None and test.verdict != "undecided")


def _facts(plan: Plan, played: list[Played], test: Progress | None, live: bool = False) -> Table:
    """The score in a few lines."""
    from countermove.arena import match_payoff, match_score
    from countermove.arena.standing import PAIRS
    from countermove.cli.table import facts_table

    found = match_score(plan, played)
    table = facts_table()
    if live:
        table.add_row("games", f"{len(played):,} of {plan.games:,}")
    table.add_row("result", _result(found))
    table.add_row("score", f"{percent(found.score)}, {found.score * found.games:.4g} of {count(found.games, 'point')}")
    table.add_row("Elo", signed(found.elo))
    if (payoff := match_payoff(plan, played)) is not None:
        table.add_row("payoff", f"{payoff.value:+.3g} a game ({payoff.low:+.3g} to {payoff.high:+.3g}, 95 %)")
    table.add_row("superiority", f"{percent(found.superiority)} likely")
    table.add_row("draws", percent(found.draw_rate))
    if found.pairs is not None:
        table.add_row("pairs", ", ".join(f"{kind} {times:,}" for kind, times in zip(PAIRS, found.pairs)))
    if test is not None:
        sprt, (low, high) = test.sprt, test.sprt.bounds
        kind = "normalized Elo" if sprt.normalized else "Elo"
        words = {"accepted": f": {sprt.elo1:g} accepted", "rejected": f": {sprt.elo0:g} accepted", "undecided": ""}
        table.add_row(
            "SPRT",
            f"{kind} {sprt.elo0:g} or {sprt.elo1:g}: LLR {test.llr:.2f} ({low:.2f} to {high:.2f}){words[test.verdict]}",
        )
    return table


def _result(found: Score) -> str:
    kinds = ((found.wins, "win", "wins"), (found.draws, "draw", "draws"), (found.losses, "loss", "losses"))
    return ", ".join(count(times, kind, kinds) for times, kind, kinds in kinds)


def _show(plan: Plan, played: list[Played], test: Progress | None, save: str | None) -> None:
    from countermove.cli.table import show

    out = console()
    begin = "" if not plan.plies else f", after {count(plan.plies, 'random ply', 'random plies')}"
    games = f"{count(len(played), 'game')}{begin}"
    out.print(f"{plan.players[0]} against {plan.players[1]} at {plan.game}: {games}\n", soft_wrap=True)
    show(out, _facts(plan, played, test))
    show_reasons(out, played)
    if not _is_complete(plan, played, test):
        out.print(f"\n{so_far(len(played), plan, save)}")


def _plot(plan: Plan, played: list[Played], sprt: Sprt | None, path: str) -> None:
    """Elo, and the log-likelihood ratio of an SPRT, after each pair of games."""
    from countermove.arena import Progress, match_score
    from countermove.cli.document import deliver
    from countermove.views.plot import Plot, Series, stacked

    size = plan.round_size
    ends = range(size, len(played) + 1, size * max(1, len(played) // size // MAX_POINTS))
    scores = [(end, match_score(plan, played[:end]).elo) for end in ends]
    finite = [(end, elo) for end, elo in scores if abs(elo.low) < 1000 and abs(elo.high) < 1000]
    if not finite:
        raise SpecError("There is nothing to plot: the result is too one-sided for Elo, or the match too short.")
    title = f"{plan.players[0]} against {plan.players[1]}"
    curves = {"Elo": "value", "95 %, upper": "high", "95 %, lower": "low"}
    series = [Series(name, tuple((end, getattr(elo, part)) for end, elo in finite)) for name, part in curves.items()]
    plots = [Plot(title, "games", "Elo", tuple(series))]
    if sprt is not None:
        test, points = Progress(plan, sprt), list[tuple[float, float]]()
        for number, each in enumerate(played, 1):
            test.add(each)
            if number in ends:
                points.append((number, test.llr))
        ends_of_line = (points[0][0], points[-1][0])
        limits = [
            Series(name, tuple((end, bound) for end in ends_of_line))
            for name, bound in zip((f"{sprt.elo0:g} accepted", f"{sprt.elo1:g} accepted"), sprt.bounds)
        ]
        plots.append(Plot("Log-likelihood ratio", "games", "LLR", (Series("LLR", tuple(points)), *limits)))
    deliver(stacked(plots), path)
