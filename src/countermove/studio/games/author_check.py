"""Try an author's file in a separate process: `python -m countermove.studio.games.author_check FILE.py:Class`.

A file may raise, hang or crash the process; the studio survives. Results go to stdout as lines of JSON:
{"loaded": true} once the rules get through their first states, then {"report": ...}, by when the compiled rules are in
the cache; or {"error": a sentence}. What the file prints goes to stderr.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any

from countermove import fault
from countermove.check.report import LAWS, Report, family
from countermove.loader import load_game
from countermove.views.plain import plain
from countermove.views.words import count
from countermove.views.words import seconds as in_seconds

SECONDS, GAMES = 6.0, 1000
"""Limits of the check; shorter than on the command line, because an author waits for a reload here."""


def main(spec: str) -> int:
    """Try a file and write the results."""
    sys.dont_write_bytecode = True  # a late .pyc would look like a saved file
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def emit(found: dict[str, Any]) -> None:
        print(json.dumps(plain(found), allow_nan=False), file=out, flush=True)

    with suppress(OSError, AttributeError):
        os.nice(5)  # people playing come first
    try:
        game = load_game(spec)
        emit({"loaded": True})
        from countermove.check import check_game

        emit({"report": report_json(check_game(game, games=GAMES, seconds=SECONDS))})
    except (Exception, SystemExit) as error:
        emit({"error": fault.sentence(error)})
    return 0


def report_json(report: Report) -> dict[str, Any]:
    """A check's report, for the page."""
    compiled = True if report.native else None if report.note.startswith("compiled rules") else False
    return {
        "ok": report.ok,
        "summary": _summary(report),
        "problems": [
            {
                "law": problem.law,
                "about": LAWS.get(family(problem.law), ""),
                "sentence": problem.sentence,
                "example": problem.example,
                "actions": list(problem.sent),
            }
            for problem in report.problems
        ],
        "games": report.games,
        "states": report.states,
        "compared": report.compared,
        "compiled": compiled,
        "note": report.note,
        "seconds": report.seconds,
    }


def _summary(report: Report) -> str:
    found = "No problems" if report.ok else count(len(report.problems), "problem")
    played = f"{count(report.games, 'random game')} and {count(report.states, 'state')}"
    return f"{found} found in {played}, in {in_seconds(report.seconds)}."


if __name__ == "__main__":
    code = main(sys.argv[1])
    os._exit(code)  # do not wait for a thread stuck in rules that hang
