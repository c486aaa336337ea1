"""How long the studio keeps a person waiting: for each game, in a fresh studio, seconds from the click to

- the first value on the board,
- compiled speed: the first result of the compiled search,
- the reply of the computer's default player to the first action,

on an empty and on a warm cache. Run it by hand; machines differ, so compare figures of the same run only:

    python3 run.py python tests/support/measure_waits.py [GAME ...] [--cache empty|warm] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from serving import running

LIMIT = 120.0
"""Seconds after which a question is given up."""
DEMOS = ("thrashing", "mystery", "limited-depth", "smart-ghosts")


def ask(address: str, name: str, **body: Any) -> Any:
    with urllib.request.urlopen(_request(address, name, body), timeout=LIMIT) as response:
        return json.load(response)


def events(address: str, name: str, **body: Any) -> Iterator[tuple[str, Any]]:
    """The events of a stream, as they come."""
    with urllib.request.urlopen(_request(address, name, body), timeout=LIMIT) as response:
        kind = ""
        for line in response:
            text = line.decode().rstrip("\n")
            if text.startswith("event: "):
                kind = text[7:]
            elif text.startswith("data: "):
                yield kind, json.loads(text[6:])


def _request(address: str, name: str, body: Any) -> urllib.request.Request:
    headers = {"Content-Type": "application/json", "X-Page": "measure"}
    return urllib.request.Request(f"{address.rstrip('/')}/api/{name}", json.dumps(body).encode(), headers)


def analysis(address: str, game: str) -> dict[str, float | None]:
    """Seconds to the first value and to the first compiled one."""
    start = time.perf_counter()
    at: dict[str, Any] = {"game": game, "start": None, "actions": []}
    shown = ask(address, "position", **at)
    first = compiled = None
    for kind, data in events(address, "analyse", **at, lines=len(shown["legal"]) or 1, seconds=30):
        now = time.perf_counter() - start
        if kind == "error" or now > LIMIT:
            break
        if kind in ("progress", "done") and (data["values"] or data["strategies"] or data["depth"]):
            first = now if first is None else first
            if data["native"]:
                compiled = now
                break
    return {"first value": first, "compiled": compiled}


def reply(address: str, game: str) -> dict[str, float | None]:
    """Seconds to the computer's first reply."""
    at: dict[str, Any] = {"game": game, "start": None, "actions": []}
    player = ask(address, "seats", game=game)["opponent"]
    start = time.perf_counter()
    people = 0
    while True:
        shown = ask(address, "position", **at)
        if shown["over"] or (shown["player"] != -1 and (people or len(shown["players"]) == 1)):
            break
        people += shown["player"] != -1
        if shown["player"] == -2:
            break
        at["actions"] = [*at["actions"], shown["legal"][0]["action"]]
    *_, (kind, _) = events(address, "act", **at, player=player, seat=1 if shown["player"] == -2 else 0)
    return {"reply": time.perf_counter() - start if kind == "done" else None}


def demo(address: str, name: str) -> dict[str, float | None]:
    """Seconds to Pacman's first step in every lane of a demonstration, and to the tenth cycle."""
    scene = next(each for each in ask(address, "demos")["demos"] if each["name"] == name)
    start, first, ten = time.perf_counter(), None, None
    for lane in scene["lanes"]:
        for kind, _ in events(address, "pacman", **lane["setup"], seed=scene["seeds"][0], play=10):
            if kind == "turn" and first is None:
                first = time.perf_counter() - start
    ten = time.perf_counter() - start
    return {"first step": first, "ten cycles": ten}


def measure(names: list[str], caches: list[str]) -> dict[str, dict[str, dict[str, float | None]]]:
    found: dict[str, dict[str, dict[str, float | None]]] = {}
    with running() as address:
        games = [card["game"] for card in ask(address, "games")["games"]]
    jobs: dict[str, list[Any]] = {game: [analysis, reply] for game in games} | {
        f"demo {name}": [demo] for name in DEMOS
    }
    for name, questions in jobs.items():
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            for cache in caches:
                row = found.setdefault(name, {}).setdefault(cache, {})
                for number, question in enumerate(questions):
                    # A reply may come before its search is compiled; the analysis waits, and warms the cache.
                    os.environ["COUNTERMOVE_CACHE"] = str(Path(folder, str(number if cache == "empty" else 0)))
                    with running() as address:
                        row |= question(address, name.removeprefix("demo "))
                print(f"{name:18} {cache:6}", *(f"{key} {_text(value)}" for key, value in row.items()), flush=True)
    return found


def _text(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.2f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--cache", choices=("empty", "warm"), help="only the empty one; both by default")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    given = parser.parse_args()
    figures = measure(given.names, ["empty"] if given.cache == "empty" else ["empty", "warm"])
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1))
    sys.exit()
