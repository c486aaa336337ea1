"""An author's file, tried in a process of its own: `python -m countermove.studio.own_check FILE.py:Class`.

A file may raise, hang or bring the process down. Here it may, and the studio goes on. What it finds is written to
stdout as lines of JSON: {"loaded": true} once the rules get through their first states, then {"report": ...}, which
also leaves the compiled rules in the cache; or {"error": a sentence}. What the file itself prints goes to stderr.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any

from countermove import fault
from countermove.check.report import LAWS, Report, family
from countermove.vetting import load_game
from countermove.views.plain import plain
from countermove.views.words import count
from countermove.views.words import seconds as in_seconds

__all__ = ["main", "report_json"]

SECONDS, GAMES = 6.0, 1000
"""How long to check; the command line takes longer, and nobody waits for a reload there."""


def main(spec: str) -> int:
    """Try a file, and write what comes of it."""
    sys.dont_write_bytecode = True  # what is written late would be taken for a file that was saved meanwhile
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def tell(found: dict[str, Any]) -> None:
        print(json.dumps(plain(found), allow_nan=False), file=out, flush=True)

    with suppress(OSError, AttributeError):
        os.nice(5)  # whoever plays meanwhile comes first
    try:
        game = load_game(spec)
        tell({"loaded": True})
        from countermove.check import check_game

        tell({"report": report_json(check_game(game, games=GAMES, seconds=SECONDS))})
    except (Exception, SystemExit) as error:
        tell({"error": fault.sentence(error)})
    return 0


def report_json(report: Report) -> dict[str, Any]:
    """What a check found, in words for the page."""
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
    os._exit(code)  # a thread of rules that hang is not waited for
