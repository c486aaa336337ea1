"""`countermove check`: is this game right? Play it at random, test its laws, compare compiled with interpreted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from countermove.cli.common import INTERRUPTED, OK, PROBLEMS, complain, console, emit, stoppable, watched
from countermove.cli.option import GAME, JSON
from countermove.errors import SpecError
from countermove.loader import load_untried
from countermove.views.words import count
from countermove.views.words import seconds as in_seconds

if TYPE_CHECKING:
    from rich.console import Console

    from countermove.check import Problem, Report


def check(
    game: GAME,
    games: Annotated[int | None, typer.Option(metavar="N", help="Number of random games.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Time limit in seconds.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Random seed.")] = None,
    native: Annotated[
        bool | None,
        typer.Option("--native/--interpreted", help="Require that the rules compile, or skip compiling."),
    ] = None,
    json: JSON = False,
) -> int:
    """Check the rules of a game.

    Plays random games, tests what every method promises, and compares compiled rules with interpreted ones. Exit
    code 0: no problems; 1: problems found.
    """
    from countermove.check import check_game

    if games is not None and games < 1:
        raise SpecError(f"--games is {games}; give 1 or more.")
    rules = load_untried(game)
    given: dict[str, Any] = {"games": games, "seconds": seconds, "seed": seed, "native": native}
    with stoppable() as stop, watched("checking …") as status:
        report = check_game(
            rules,
            **{name: value for name, value in given.items() if value is not None},
            stop=stop,
            progress=lambda far: status(f"{count(far.games, 'game')}, {count(far.states, 'state')}"),
        )
    if stop.is_set() and report.ok and not report.states:
        complain("Stopped before anything was checked.")
        return INTERRUPTED
    if json:
        emit(_as_json(game, report, stop.is_set()))
    else:
        _show(type(rules).__name__, report, stop.is_set())
    return OK if report.ok else PROBLEMS


def _as_json(spec: str, report: Report, stopped: bool) -> dict[str, Any]:
    return {
        "game": spec,
        "ok": report.ok,
        "problems": [_problem(problem) for problem in report.problems],
        "games": report.games,
        "states": report.states,
        "compared": report.compared,
        "native": report.native,
        "note": report.note,
        "refused": list(report.refused),
        "seconds": report.seconds,
        "stopped": stopped,
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "law": problem.law,
        "sentence": problem.sentence,
        "example": problem.example,
        "actions": list(problem.sent),
    }


def _show(name: str, report: Report, stopped: bool) -> None:
    from rich.padding import Padding

    from countermove.cli.table import facts_table, show

    out = console()
    if report.ok:
        out.print(f"{name}: no problems found.", style="bold green")
    else:
        out.print(f"{name}: {count(len(report.problems), 'problem')} found.", style="bold red")
    _list(out, report.problems)
    out.print()
    table = facts_table()
    played = f"{count(report.games, 'random game')}, {count(report.states, 'state')} in {in_seconds(report.seconds)}"
    table.add_row("checked", played + (", then stopped" if stopped else ""))
    differs = any(problem.law.startswith("native-") for problem in report.problems)
    same = "and not always the same as interpreted" if differs else "and the same as interpreted"
    compiled = f"compiled, {same} in {count(report.compared, 'state')}"
    table.add_row("native", compiled if report.native and not report.note else report.note or "not compiled")
    show(out, table)
    if len(report.refused) > 1:
        out.print("\nTo compile, rewrite these:")
        for place in report.refused:
            show(out, Padding(place, (0, 0, 0, 2)))


def _list(out: Console, problems: tuple[Problem, ...]) -> None:
    """Each problem: its law, what was found, what to do, and where to see it."""
    from rich.padding import Padding

    from countermove.cli.table import show

    for problem in problems:
        out.print(f"\n{problem.law}", style="bold red")
        show(out, Padding(problem.sentence, (0, 0, 0, 2)))
        if problem.example:
            show(out, Padding(f"e.g. {problem.example}", (0, 0, 0, 2)), "dim")
