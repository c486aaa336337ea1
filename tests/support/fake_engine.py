"""A program that speaks UCI, GTP or JSON lines, badly: `fake_engine.py PROTOCOL FAULT [ANSWER]`.

It gets ready as it should, and is at fault when asked for an action; with the fault "says" it gives the answer. With
"mute" and "dead" it never gets ready.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

PROTOCOL, FAULT = (*sys.argv[1:3], "", "")[:2]
ANSWER = sys.argv[3] if len(sys.argv) > 3 else ""


def say(line: str) -> None:
    print(line, flush=True)


def act(number: Any = None) -> None:
    """What the program does when asked for an action."""
    if FAULT == "crash":
        sys.exit("the king is lost")
    if FAULT == "hang":
        time.sleep(600)
    if FAULT == "flood":
        while True:
            say({"uci": "info string noise", "gtp": "", "json": '{"progress": {}}'}[PROTOCOL])
    if FAULT == "noise":
        say("\x00\udcff ☃ {[".encode("utf-8", "replace").decode())
        time.sleep(600)
    if FAULT == "stderr":
        for _ in range(20_000):
            print("a complaint " * 10, file=sys.stderr)
    if FAULT == "slow":
        time.sleep(0.3)
    if PROTOCOL == "uci":
        say("info depth 7 seldepth 9 score cp 100 nodes 1234 time 20 pv e2e4 e7e5 e2e4")
        say(f"bestmove {ANSWER}")
    elif PROTOCOL == "gtp":
        say(f"= {ANSWER}\n")
    else:
        say(json.dumps({"id": number, "action": ANSWER, "value": 0.5, "depth": 3, "line": [ANSWER, "?"]}))


def handle(line: str) -> None:
    if PROTOCOL == "uci":
        said = {"uci": "option name Skill type spin default 9 min 0 max 9\nuciok", "isready": "readyok"}
        if line.startswith("go"):
            act()
        elif line in said:
            say(said[line])
    elif PROTOCOL == "gtp":
        said = {"protocol_version": "2", "list_commands": "genmove\nplay"}
        if line.startswith("genmove"):
            act()
        else:
            say(f"= {said.get(line, '')}\n")
    else:
        request = json.loads(line)
        if request["command"] == "best":
            act(request["id"])
        else:
            say(json.dumps({"id": request["id"]}))


def serve() -> None:
    if FAULT == "dead":
        sys.exit(3)
    for each in sys.stdin:
        if FAULT == "mute":
            continue
        if each.strip() in ("quit", '{"command": "quit"}'):
            break
        handle(each.strip())


if __name__ == "__main__":
    serve()
