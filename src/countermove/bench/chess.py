"""Chess: perft, the speed of the search, and mates to find, beside other programs where they are installed.

Every position is counted by Stockfish and python-chess, and searched by Stockfish and sunfish, a chess program in plain
Python (`pip install sunfish`), one after the other, on one core.
"""

from __future__ import annotations

import importlib
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from countermove.analysis import analyse
from countermove.engine.plain.perft import perft
from countermove.engine.table import Table
from countermove.engine.workspace import Workspace
from countermove.errors import SpecError
from countermove.native.kernel import bind
from countermove.players.program import Program, command_of
from countermove.registry import load

PUBLISHED = (
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551),
)
"""Positions with their published counts at a depth."""
SEARCHED = (
    ("opening", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 8"),
    ("middle game", "r2q1rk1/1b2bppp/p2p1n2/1p2p3/4P3/1BN2Q1P/PPP2PP1/R1B2RK1 w - - 0 14"),
    ("attack", "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16"),
    ("ending", "8/5pk1/3p2p1/1p1P3p/pP2P2P/P4KP1/8/8 w - - 0 40"),
)
"""Positions to search, by name."""
NODES = 2_000_000
"""Nodes for each of them."""
PROGRAMS = {"Stockfish": ("stockfish", NODES), "sunfish": ("sunfish-uci", 10_000)}
"""Other programs that search, each with its command and the nodes it searches."""
SLOW_DEPTH = 3
"""How many plies less python-chess counts."""
MAX_SECONDS = 120.0
"""Seconds that another program has for an answer."""
TACTICS = Path(__file__).with_name("tactics.epd")


@dataclass(frozen=True, slots=True)
class Counted:
    """The perft of a position."""

    position: str
    depth: int
    plays: int
    published: int
    seconds: float
    others: dict[str, float] = field(default_factory=dict)
    """Plays a second of other programs."""

    @property
    def rate(self) -> float:
        return self.plays / self.seconds


@dataclass(frozen=True, slots=True)
class Searched:
    """A search of a position."""

    position: str
    depth: int
    selective: int
    nodes: int
    seconds: float
    others: dict[str, float] = field(default_factory=dict)
    """Nodes a second of other programs."""

    @property
    def rate(self) -> float:
        return self.nodes / self.seconds


@dataclass(frozen=True, slots=True)
class Tactics:
    """Forced mates: how many are found in time."""

    positions: int
    solved: int
    """Those in which a forced mate was found."""
    shortest: int
    """Those in which it was also the shortest."""
    limit: float
    """Seconds for each position."""
    seconds: float


def counts() -> Iterator[Counted]:
    """Perft of the published positions."""
    game: Any = load("chess")
    run = bind(perft, game, 0, Workspace())
    for name, text, depth, published in PUBLISHED:
        state = game.read(text)
        run(state, 1, Workspace())
        start = time.process_time()
        plays = run(state, depth, Workspace())
        seconds = time.process_time() - start
        yield Counted(name, depth, plays, published, seconds, _others_counting(text, depth, published))


def searches() -> Iterator[Searched]:
    """The speed of the search."""
    game: Any = load("chess")
    analyse(game, game.initial(), nodes=100)
    for name, text in SEARCHED:
        state = game.read(text)
        table = Table(64)
        start = time.process_time()
        found = analyse(game, state, nodes=NODES, table=table)
        seconds = time.process_time() - start
        yield Searched(name, found.depth, found.selective or 0, found.nodes, seconds, _others_searching(text))


def tactics(limit: float = 0.2) -> Tactics:
    """Mates in three to six moves, proven by search to the end: how many are found in `limit` seconds each."""
    game: Any = load("chess")
    analyse(game, game.initial(), nodes=100)
    solved = shortest = positions = 0
    start = time.process_time()
    for state, moves in mates(game):
        positions += 1
        found = analyse(game, state, seconds=limit)
        if found.value == 1 and found.distance is not None:
            solved += 1
            shortest += (found.distance + 1) // 2 <= moves
    return Tactics(positions, solved, shortest, limit, time.process_time() - start)


def mates(game: Any) -> Iterator[tuple[Any, int]]:
    """The positions of tactics.epd, each with the moves that mate takes."""
    for line in TACTICS.read_text(encoding="ascii").splitlines():
        if found := re.fullmatch(r"(.*?) bm \S+; dm (\d+);", line):
            yield game.read(f"{found[1]} 0 1"), int(found[2])


def _others_counting(text: str, depth: int, plays: int) -> dict[str, float]:
    found = {}
    if command := _command("stockfish"):
        lines, seconds = _asked(command, f"position fen {text}", f"go perft {depth}", "Nodes searched")
        if str(plays) in lines[-1]:
            found["Stockfish"] = plays / seconds
    if board := _board(text):
        start = time.process_time()
        count = _count(board, depth - SLOW_DEPTH)
        found["python-chess"] = count / (time.process_time() - start)
    return found


def _others_searching(text: str) -> dict[str, float]:
    found = {}
    for name, (program, nodes) in PROGRAMS.items():
        if command := _command(program):
            lines, _ = _asked(command, f"position fen {text}", f"go nodes {nodes}", "bestmove")
            rates = [int(seen[1]) for line in lines if (seen := re.search(r" nps (\d+)", line))]
            if rates:
                found[name] = float(rates[-1])
    return found


def _command(program: str) -> list[str]:
    """The command of a program, on the PATH or installed beside this Python; empty if there is none."""
    for name in (program, str(Path(sys.executable).with_name(program))):
        try:
            return command_of(name)
        except SpecError:
            continue
    return []


def _asked(command: list[str], position: str, question: str, end: str) -> tuple[list[str], float]:
    """The lines of a UCI program's answer, up to the one that begins with `end`, and the seconds it took."""
    program = Program(command, command[0])
    try:
        for line in ("uci", position, "isready"):
            program.send(line)
        _lines(program, "readyok")
        start = time.perf_counter()
        program.send(question)
        return _lines(program, end), time.perf_counter() - start
    finally:
        program.close("quit")


def _lines(program: Program, end: str) -> list[str]:
    found = [""]
    deadline = time.monotonic() + MAX_SECONDS
    while not found[-1].startswith(end) and (line := program.read(deadline)) is not None:
        found.append(line)
    return found


def _board(text: str) -> Any:
    """The position for python-chess; None if that is not installed."""
    try:
        return importlib.import_module("chess").Board(text)
    except ImportError:
        return None


def _count(board: Any, depth: int) -> int:
    if depth == 1:
        return int(board.legal_moves.count())
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _count(board, depth - 1)
        board.pop()
    return total
