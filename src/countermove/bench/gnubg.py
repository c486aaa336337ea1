"""GNU Backgammon as an opponent, through its external player socket.

It runs headless and listens on a local port; for each position, as a FIBS board, it returns a play. The referee is
here: an illegal play is an error.
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from types import TracebackType
from typing import IO

from countermove.errors import CountermoveError
from countermove.games._checkers import BAR, Men, count, total
from countermove.games.backgammon import MEN, Backgammon, Table

PLACES = ("gnubg", "/usr/games/gnubg")
CONNECT_SECONDS = 20.0
"""Seconds to wait for it to start listening."""
STEP = re.compile(r"(?P<way>[\w*]+(?:/[\w*]+)+)(?:\((?P<times>\d)\))?")


def path() -> str | None:
    """The path of the program; None if it is not installed."""
    return next((found for found in map(shutil.which, PLACES) if found), None)


def board(game: Backgammon, state: Table) -> str:
    """A position with rolled dice as a FIBS board, from the view of the player to move."""
    mine, theirs = game.mine(state), game.theirs(state)
    points = [count(mine, point) - count(theirs, BAR - point) for point in range(1, BAR)]
    dice = (state.dice // 10, state.dice % 10)
    fields = [
        "you", "other", 9999, 0, 0, -count(theirs, BAR), *points, count(mine, BAR), 1, *dice, 0, 0, 1, 1, 1, 0, 1, -1,
        0, BAR, MEN - total(mine), MEN - total(theirs), count(mine, BAR), count(theirs, BAR), 0, 0, 0, 0,
    ]  # fmt: skip
    return "board:" + ":".join(map(str, fields))


class Gnubg:
    """The running program; it plays by its network, `plies` deep, without noise, for points."""

    def __init__(self, plies: int = 0) -> None:
        program = path()
        if program is None:
            raise CountermoveError("GNU Backgammon is not installed; on Debian the package is gnubg.")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [program, "--tty", "--quiet", "--no-rc"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdin
        for line in (
            "set evaluation chequerplay type evaluation",
            f"set evaluation chequerplay evaluation plies {plies}",
            "set evaluation chequerplay evaluation cubeful off",
            "set evaluation chequerplay evaluation noise 0",
            f"external 127.0.0.1:{port}",
        ):
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        self.line = self._connected(port)

    def _connected(self, port: int) -> IO[str]:
        until = time.monotonic() + CONNECT_SECONDS
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=CONNECT_SECONDS)
                return self.socket.makefile("rw")
            except OSError:
                if time.monotonic() > until or self.process.poll() is not None:
                    self.process.kill()
                    raise CountermoveError(
                        "GNU Backgammon does not accept connections; check that it starts from the command line."
                    ) from None
                time.sleep(0.1)

    def __enter__(self) -> Gnubg:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.line.close()
        self.socket.close()
        self.process.kill()
        self.process.wait()

    def choose(self, game: Backgammon, state: Table) -> int:
        """Its play."""
        actions = list(game.actions(state))
        if len(actions) == 1:
            return actions[0]
        self.line.write(board(game, state) + "\n")
        self.line.flush()
        answer = self.line.readline().strip()
        expected = _after(game.mine(state), answer)
        for action in actions:
            after = game.result(state, action)
            men = after.white if state.mover == 0 else after.black
            if [count(men, point) for point in range(BAR + 1)][1:] == expected[1:]:
                return action
        raise CountermoveError(f"GNU Backgammon plays {answer!r} in {game.write(state)}, which is not legal.")


def _after(men: Men, answer: str) -> list[int]:
    """The men on each point after a play such as "bar/22 13/8*", "6/off(2)", "24/20/16"."""
    on = [count(men, point) for point in range(BAR + 1)]
    for step in STEP.finditer(answer):
        stops = [_point(word) for word in step["way"].split("/")]
        for _ in range(int(step["times"] or 1)):
            on[stops[0]] -= 1
            on[stops[-1]] += 1
    return on


def _point(word: str) -> int:
    word = word.rstrip("*")
    return BAR if word == "bar" else 0 if word == "off" else int(word)
