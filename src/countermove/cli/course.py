"""Course tests on the command line: a folder of them as a table, and a whole Pacman game."""

from __future__ import annotations

from dataclasses import asdict
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING

from countermove.cli.common import PROBLEMS, WRONG, console, require, watched
from countermove.cli.document import deliver
from countermove.views.plain import plain
from countermove.views.words import count

if TYPE_CHECKING:
    from countermove.lectures.course.pacman_game import PacmanTest, Verdict
    from countermove.lectures.course.suite import Result

CAUSES = {
    "": "",
    "partial ply": ": the last ghost is left out of the last cycle (partial ply)",
    "depth off by one": ": the search is a cycle too deep or too shallow (depth off by one)",
}


def is_pacman_test(path: Path) -> bool:
    """Whether a file is a test of a whole Pacman game."""
    from countermove.lectures.course.suite import is_pacman

    return path.suffix == ".test" and is_pacman(path)


def show_folder(folder: Path, format: str, out: str | None) -> int | None:
    """Run all tests of a folder; exit code 1 if one disagrees with its solution, 2 if one cannot be read."""
    from countermove.lectures.course.suite import run_folder

    require(format in ("text", "json"), f"A folder of tests is shown as text or json; omit --format {format}.")
    results: list[Result] = []
    with watched("running the tests …") as status:
        for result in run_folder(folder):
            results.append(result)
            status(f"{count(len(results), 'test')} run, the last {result.file}")
    wrong = [result for result in results if result.agrees is False]
    if format == "json":
        answer = {
            "agrees": not wrong and not any(result.invalid for result in results),
            "tests": [asdict(result) for result in results],
        }
        deliver(dumps(plain(answer)), out)
    else:
        _table(results, out)
    return PROBLEMS if wrong else WRONG if any(result.invalid for result in results) else None


def _table(results: list[Result], out: str | None) -> None:
    from countermove.cli.table import plain_table, show

    table = plain_table("test", "algorithm", "answer", "solution")
    for result in results:
        words = {True: "agrees", False: "disagrees", None: "none"}[result.agrees]
        words = "invalid" if result.invalid else "skipped" if not result.algorithm else words
        table.add_row(result.file, result.algorithm, result.answer, words)
    lines = [f"{result.file}: {result.remark.rstrip('.')}." for result in results if result.remark]
    tally = {
        "agree": sum(result.agrees is True for result in results),
        "disagree": sum(result.agrees is False for result in results),
        "without a solution": sum(bool(r.algorithm) and r.agrees is None for r in results),
        "skipped": sum(not r.algorithm and not r.invalid for r in results),
        "invalid": sum(result.invalid for result in results),
    }
    counts = ", ".join(f"{number} {words}" for words, number in tally.items() if number)
    summary = f"{count(len(results), 'test')}: {counts}."
    if out is not None:
        rows = [f"{r.file}\t{r.algorithm}\t{r.answer}\t{r.agrees}" for r in results]
        deliver("\n".join([*rows, *lines, summary]), out)
        return
    screen = console()
    show(screen, table)
    for line in lines:
        screen.print(line, soft_wrap=True)
    screen.print(f"\n{summary}", style="bold")


def show_pacman(path: Path, algorithm: str | None, format: str, out: str | None) -> int | None:
    """Play the game of a Pacman test, and judge a search at each of Pacman's turns as the course's grader does."""
    from countermove.lectures.course.suite import read_pacman_test, verdict

    require(format in ("text", "json"), f"A Pacman game is shown as text or json; omit --format {format}.")
    with watched("playing …"):
        test = read_pacman_test(path)
        judged = verdict(test, algorithm)
        different = "".join(test.differences[:1])
    agrees = None if test.expected is None else not different
    if format == "json":
        answer = {
            "agrees": agrees,
            "right": judged.right,
            "fault": judged.fault,
            "cause": judged.cause,
            "turn": judged.turn,
            "action": judged.actions[0],
            "algorithm": algorithm or test.algorithm,
            "depth": test.depth,
            "turns": [
                {"action": action, "states": states, "optimal": turn.optimal, "score": turn.state.score}
                for action, states, turn in zip(judged.actions, judged.states, test.played)
            ],
            "difference": different,
        }
        deliver(dumps(plain(answer)), out)
    else:
        deliver("\n".join(_pacman_lines(path, test, judged, algorithm or test.algorithm, different)), out)
    return None if judged.right and agrees is not False else PROBLEMS


def _pacman_lines(path: Path, test: PacmanTest, judged: Verdict, algorithm: str, different: str) -> list[str]:
    first = test.played[0]
    lines = [path.name, "", test.game.text(first.state), ""]
    lines += [f"{algorithm}, depth {test.depth} in cycles; {count(len(test.played), 'turn')} of Pacman.", ""]
    best = " or ".join(first.optimal[0][0])
    lines += [
        f"At the first turn {best} is best, and {count(first.optimal[0][1], 'state is', 'states are')} generated."
    ]
    if judged.right:
        lines += ["Every action is among the best ones, and every number of states is right."]
    else:
        cause = CAUSES[judged.cause]
        turn = judged.turn or 1
        taken, generated = judged.actions[turn - 1], count(judged.states[turn - 1], "state")
        right = " or ".join(f"{'/'.join(actions)} with {states:,}" for actions, states in test.played[turn - 1].optimal)
        lines += [f"{judged.fault}{cause}. Turn {turn}: {taken} with {generated}; right is {right}."]
    if test.expected is not None:
        lines += [
            f"The solution file {'disagrees' if different else 'agrees'}." + (f" {different}" if different else "")
        ]
    return lines
