"""`countermove bench`: speed on this machine, against the textbook, other frameworks and other solvers."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countermove.cli.common import console, emit, watched
from countermove.cli.option import JSON
from countermove.errors import SpecError

if TYPE_CHECKING:
    from rich.console import Console

    from countermove.bench import (
        Compilation,
        Converged,
        Counted,
        Depth,
        Endgames,
        Exact,
        Hunted,
        Match,
        Ordinary,
        Perfect,
        Perft,
        Plays,
        Rival,
        Searched,
        Signature,
        Simulated,
        Start,
        Tactics,
        Threads,
    )

SECTIONS = (
    "alphabeta", "plays", "start", "compile", "drafts", "rivals", "mcts", "ismcts", "connect4", "perfect", "threads",
    "othello",
    "chess", "backgammon", "equilibria", "battleships", "signature",
)  # fmt: skip
RIGHT = (
    "depth", "nodes", "compiled", "textbook", "ratio", "plays", "a second", "seconds", "times faster here", "positions",
    "count", "µs", "M/s", "bitbully", "its µs", "its = 1", "1 thread", "2 threads", "solved", "in full",
    "selectively", "to the end", "games", "points a game", "won", "gammons", "lost gammons", "empty cache",
    "warm cache", "after an edit", "bit boards = 1", "textbook = 1", "OpenSpiel = 1", "easyAI = 1",
    "target", "iterations", "unrolling", "LiteEFG = 1", "keep the result", "and the score",
    "Stockfish = 1", "python-chess = 1", "Stockfish M/s", "sunfish M/s", "selective", "fleets",
)  # fmt: skip
CHESS_PROGRAMS = ("Stockfish", "python-chess")
CHESS_SEARCHERS = ("Stockfish", "sunfish")


def bench(
    sections: Annotated[
        list[str] | None, typer.Argument(metavar="[SECTION]...", help=f"What to measure: {', '.join(SECTIONS)}.")
    ] = None,
    depth: Annotated[int, typer.Option(metavar="N", help="Depth of the compiled search on Connect 4.")] = 14,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Positions with known values: connect4/Test_*, othello/*.obf, and the weights of pubeval.",
        ),
    ] = None,
    positions: Annotated[int, typer.Option(metavar="N", help="Positions per set for bitbully.")] = 10,
    seconds: Annotated[float, typer.Option(metavar="S", help="Time limit per file of Othello endgames.")] = 60.0,
    games: Annotated[int, typer.Option(metavar="N", help="Backgammon games against each opponent.")] = 200,
    hunted: Annotated[int, typer.Option(metavar="N", help="Fleets of battleships to sink with each shooter.")] = 5000,
    json: JSON = False,
) -> None:
    """Measure speed: search, solving, start-up, other frameworks."""
    chosen = _chosen(sections or [])
    if not 1 <= depth <= 20:
        raise SpecError(f"--depth is {depth}; give 1 to 20.")
    if positions < 0:
        raise SpecError(f"--positions is {positions}; give 0 or more.")
    if games < 2:
        raise SpecError(f"--games is {games}; give 2 or more.")
    if hunted < 2:
        raise SpecError(f"--hunted is {hunted}; give 2 or more.")
    if not 0 < seconds < 10**6:
        raise SpecError(f"--seconds is {seconds:g}; give a number above 0.")
    if data is not None and not data.is_dir():
        raise SpecError(f"Directory {data} not found.")
    found: dict[str, Any] = {}
    with watched("measuring …") as status:
        for section in chosen:
            status(section)
            found[section] = _measure(section, status, depth, data, positions, seconds, games, hunted)
    if json:
        emit({"load": _load(), **{section: _plain(part) for section, part in found.items()}})
        return
    out = console()
    for number, (section, part) in enumerate(found.items()):
        if number:
            out.print()
        SHOWN[section](out, part)
    load = _load()
    if load is not None:
        out.print(f"\n{os.cpu_count()} processors, load average {load:.1f} over the last minute.", style="dim")


def _chosen(sections: list[str]) -> list[str]:
    for section in sections:
        if section not in SECTIONS:
            raise SpecError(f"Unknown section {section!r}; choose from {', '.join(SECTIONS)}.")
    return [section for section in SECTIONS if not sections or section in sections]


def _load() -> float | None:
    """The load average of the last minute, if the platform reports it."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _measure(
    section: str,
    status: Callable[[str], None],
    depth: int,
    data: Path | None,
    positions: int,
    seconds: float,
    games: int,
    hunted: int,
) -> Any:
    """The results of one section."""
    from countermove import bench as measure

    def each(parts: Any, what: str) -> list[Any]:
        found = []
        for part in parts:
            found.append(part)
            status(f"{section}: {getattr(part, what)} done")
        return found

    match section:
        case "alphabeta":
            return each(measure.depths(depth), "depth")
        case "plays":
            return each(measure.plays(), "depth")
        case "start":
            return measure.start_up()
        case "compile":
            return each(measure.compilations(), "game")
        case "drafts":
            return measure.ordinary()
        case "rivals":
            return measure.rivals()
        case "mcts":
            return each(measure.simulated(), "game")
        case "ismcts":
            return each(measure.information(), "game")
        case "connect4":
            return each(measure.sets(data, positions), "name")
        case "perfect":
            return [] if data is None else each(measure.perfect(data), "name")
        case "threads":
            return each(measure.threads(), "position")
        case "othello":
            return each(measure.perfts(data), "depth"), each(measure.endgames(data, seconds), "name")
        case "chess":
            return each(measure.counts(), "position"), each(measure.searches(), "depth"), measure.tactics()
        case "equilibria":
            return each(measure.equilibria(), "game")
        case "battleships":
            return each(measure.hunts(hunted), "sea")
        case "backgammon":
            return each(measure.matches(data, games), "opponent")
        case _:
            return each(measure.signatures(), "game")


def _plain(part: Any) -> Any:
    """Results as JSON, with the figures derived from them."""
    if isinstance(part, (list, tuple)):
        return [_plain(each) for each in part]
    if not hasattr(part, "__dataclass_fields__"):
        return part
    more = {name: getattr(part, name) for name in ("same", "ratio", "rate", "total", "share") if hasattr(part, name)}
    return {**asdict(part), **more}


# Tables.


def _show(out: Console, title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    from countermove.cli.table import plain_table, show

    out.print(title, style="bold")
    table = plain_table(*columns, right=RIGHT)
    for row in rows:
        table.add_row(*row)
    if rows:
        show(out, table)


def _show_alphabeta(out: Console, depths: list[Depth]) -> None:
    rows = []
    for d in depths:
        same = {None: "", True: "yes", False: "NO"}[d.same]
        book = _rate(d.book_nodes, d.book_seconds) if d.book_nodes and d.book_seconds else ""
        ratio = f"{d.ratio:,.0f}" if d.ratio else ""
        rows.append((str(d.depth), f"{d.nodes:,}", _rate(d.nodes, d.seconds), book, ratio, same))
    title = "Alpha-beta on Connect 4 from the empty board, plain order, no table"
    _show(out, title, ("depth", "nodes", "compiled", "textbook", "ratio", "same value and nodes"), rows)


def _show_plays(out: Console, plays: list[Plays]) -> None:
    _show(out, "Perft of Connect 4", ("depth", "plays", "a second", "as published"), _counts(plays))


def _counts(plays: list[Plays] | list[Perft]) -> list[tuple[str, ...]]:
    return [
        (
            str(p.depth), f"{p.plays:,}", _rate(p.plays, p.seconds),
            "yes" if p.plays == p.published else f"NO: {p.published:,}",
        )
        for p in plays
    ]  # fmt: skip


def _show_start(out: Console, start: Start) -> None:
    rows = [
        ("import Countermove and NumPy", f"{start.importing:.2f}"),
        ("then compile a small game", f"{start.compiling:.2f}"),
        ("or load it, in the next process", f"{start.loading:.2f}"),
        ("countermove --help", f"{start.helping:.2f}"),
    ]
    _show(out, "Start-up", ("what", "seconds"), rows)


def _show_compile(out: Console, found: list[Compilation]) -> None:
    rows = [(c.game, f"{c.cold:.2f}", f"{c.warm:.2f}", f"{c.edited:.2f}") for c in found]
    title = "CPU seconds of a fresh process from its start to the first compiled answer"
    _show(out, title, ("game", "empty cache", "warm cache", "after an edit"), rows)


def _show_drafts(out: Console, found: tuple[list[Ordinary], list[str]]) -> None:
    rules, missing = found
    rows = []
    for each in rules:
        peers = {name: _peer(rules, each.work, name) for name in ("bit boards", "the textbook", "OpenSpiel", "easyAI")}
        ratios = [_ratio(each.rate / peer.rate) if peer and each.native else "" for peer in peers.values()]
        rows.append((each.work, each.rules, f"{each.nodes:,}", _rate(each.nodes, each.seconds), *ratios))
    columns = ("on", "rules", "nodes", "a second", "bit boards = 1", "textbook = 1", "OpenSpiel = 1", "easyAI = 1")
    _show(out, "Ordinary rules: plain alpha-beta, no table, no evaluation, CPU time", columns, rows)
    for word in missing:
        out.print(f"{word}. To compare: pip install 'countermove[bench]'.")


def _peer(rules: list[Ordinary], work: str, name: str) -> Ordinary | None:
    """The first entry on the same work whose name begins with this."""
    return next((each for each in rules if each.work == work and each.rules.startswith(name)), None)


def _ratio(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2g}"


def _show_rivals(out: Console, found: tuple[list[Rival], list[str]]) -> None:
    rivals, missing = found
    rows = [
        (r.name, r.note, r.work, f"{r.nodes:,}", _rate(r.nodes, r.seconds), f"{r.ratio:,.0f}" if r.ratio >= 10 else
         f"{r.ratio:.1f}")
        for r in rivals
    ]  # fmt: skip
    title = "Other frameworks: alpha-beta without an evaluation, the same nodes"
    _show(out, title, ("framework", "what runs", "on", "nodes", "a second", "times faster here"), rows)
    for r in rivals:
        if r.leaves:
            here, there = _rate(r.leaves, r.native_seconds), _rate(r.leaves, r.seconds)
            out.print(f"{r.work} has {r.leaves:,} leaves at that depth: {here} here, {there} there.")
    for word in missing:
        out.print(f"{word}. To compare: pip install 'countermove[bench]'.")


def _show_connect4(out: Console, sets: list[Exact]) -> None:
    rows = []
    for s in sets:
        few = s.rival_positions
        wrong = (s.wrong or 0) + s.different
        against = "" if s.wrong is None and not few else ("yes" if not wrong else f"NO: {wrong} wrong")
        rows.append(
            (
                s.name, f"{s.positions:,}", f"{s.nodes / s.positions:,.0f}", f"{s.seconds / s.positions * 1e6:,.0f}",
                f"{s.nodes / s.seconds / 1e6:.1f}", against,
                f"{s.rival_nodes / few:,.0f}" if few else "", f"{s.rival_seconds / few * 1e6:,.0f}" if few else "",
                f"{s.ratio:.2f}" if s.ratio is not None else "",
            )
        )  # fmt: skip
    columns = ("set", "count", "nodes", "µs", "M/s", "right", "bitbully", "its µs", "its = 1")
    _show(out, "Connect 4 solved exactly, an empty table for each position; nodes and µs per position", columns, rows)
    few = max(s.rival_positions for s in sets)
    if few:
        out.print(f"bitbully's nodes, time and ratio are for the first {few} positions of each set.")
    if not any(s.rival for s in sets):
        out.print("bitbully is not installed. To compare: pip install 'countermove[bench]'.")


def _show_perfect(out: Console, found: list[Perfect]) -> None:
    rows = [
        (each.name, each.player, f"{each.positions:,}", f"{each.share:.1%}", f"{each.fastest / each.positions:.1%}")
        for each in found
    ]
    columns = ("set", "player", "positions", "keep the result", "and the score")
    _show(out, "Connect Four by Monte Carlo tree search, 600 simulations: moves that are perfect", columns, rows)
    if not found:
        out.print("Give --data: positions with known values.")


def _show_threads(out: Console, found: list[Threads]) -> None:
    rows = [
        (t.position, f"{t.nodes:,}", f"{t.seconds:.2f} s", f"{t.both_seconds:.2f} s", f"{t.ratio:.2f}",
         "yes" if t.same else "NO")
        for t in found
    ]  # fmt: skip
    columns = (
        "position",
        "nodes",
        "1 thread",
        "2 threads",
        "keep the result",
        "and the score",
        "times faster here",
        "same value",
    )
    _show(out, "Hard Connect 4 positions, one thread and two", columns, rows)
    one, two = sum(t.seconds for t in found), sum(t.both_seconds for t in found)
    out.print(f"Total: {one:.2f} s and {two:.2f} s, {one / two:.2f} times faster.")


def _show_othello(out: Console, found: tuple[list[Perft], list[Endgames]]) -> None:
    perfts, endgames = found
    _show(out, "Perft of Othello", ("depth", "plays", "a second", "as published"), _counts(perfts))
    out.print()
    rows = [
        (e.name, str(e.positions), str(e.solved), f"{e.nodes:,}", f"{e.seconds:.2f}",
         _rate(e.nodes, e.seconds) if e.solved else "", "" if e.wrong is None else "yes" if not e.wrong else
         f"NO: {e.wrong} wrong")
        for e in endgames
    ]  # fmt: skip
    columns = ("set", "positions", "solved", "nodes", "seconds", "a second", "right")
    _show(out, "Othello endgames solved exactly, an empty table for each", columns, rows)


def _show_chess(out: Console, found: tuple[list[Counted], list[Searched], Tactics]) -> None:
    counted, searched, mates = found
    rows = []
    for c in counted:
        right = "yes" if c.plays == c.published else f"NO: {c.published:,}"
        ratios = [f"{c.rate / c.others[name]:.1f}" if name in c.others else "" for name in CHESS_PROGRAMS]
        rows.append((c.position, str(c.depth), f"{c.plays:,}", f"{c.rate / 1e6:.0f}", right, *ratios))
    columns = ("position", "depth", "plays", "M/s", "as published", *(f"{name} = 1" for name in CHESS_PROGRAMS))
    _show(out, "Perft of chess", columns, rows)
    out.print()
    rows = [
        (s.position, str(s.depth), str(s.selective), f"{s.nodes:,}", f"{s.rate / 1e6:.2f}",
         *(f"{s.others[name] / 1e6:.3g}" if name in s.others else "" for name in CHESS_SEARCHERS))
        for s in searched
    ]  # fmt: skip
    others = [f"{name} M/s" for name in CHESS_SEARCHERS]
    _show(out, "Search of chess", ("position", "depth", "selective", "nodes", "M/s", *others), rows)
    out.print(
        f"\nOf {mates.positions} positions with a mate in 3 to 6 moves, it finds a forced mate in {mates.solved}, and "
        f"the shortest in {mates.shortest}, in {mates.limit:g} s each."
    )
    if not any(c.others for c in counted):
        out.print("Stockfish is not installed; on Debian: apt install stockfish.")


def _show_backgammon(out: Console, found: list[Match]) -> None:
    rows = [
        (m.opponent, m.looks, f"{m.games:,}", f"{m.points:+.3f} ± {m.error:.3f}", f"{m.wins:.1%}", f"{m.gammons:.1%}",
         f"{m.lost_gammons:.1%}")
        for m in found
    ]  # fmt: skip
    columns = ("against", "searched here", "games", "points a game", "won", "gammons", "lost gammons")
    _show(out, "Backgammon without the cube, every dice sequence played from both seats", columns, rows)
    if not any("GNU" in m.opponent for m in found):
        out.print("GNU Backgammon is not installed; on Debian: apt install gnubg.")
    if not any("pubeval" in m.opponent for m in found):
        out.print("pubeval's weights were not found; point --data to a directory that has them.")


def _show_equilibria(out: Console, found: list[Converged]) -> None:
    def times(ratio: float | None) -> str:
        return "" if ratio is None else f"{ratio:,.0f}"

    rows = [
        (
            each.game, each.method, f"{each.target:g}", f"{each.iterations:,}", f"{each.unrolling:.3f}",
            f"{each.seconds:.3f}", times(each.ratio), times(each.lite_ratio),
        )
        for each in found
    ]  # fmt: skip
    title = "Equilibria, in CPU seconds after unrolling; CFR+ of OpenSpiel and LiteEFG is in C++"
    columns = ("game", "method", "target", "iterations", "unrolling", "seconds", "OpenSpiel = 1", "LiteEFG = 1")
    _show(out, title, columns, rows)
    if all(each.lite is None for each in found):
        out.print("LiteEFG is not installed; run pip install 'countermove[equilibria]'.")


def _show_signature(out: Console, found: list[Signature]) -> None:
    rows = [
        (s.game, str(s.depth), f"{s.nodes:,}", f"{s.selective:,}", "" if s.solved is None else f"{s.solved:,}")
        for s in found
    ]
    title = "Signature of the engine: nodes on fixed positions, the same on every machine"
    _show(out, title, ("game", "depth", "in full", "selectively", "to the end"), rows)
    out.print(f"Total: {sum(s.total for s in found):,} nodes.")


def _show_mcts(
    out: Console,
    found: list[Simulated],
    title: str = "Monte Carlo tree search with random playouts, simulations a second",
) -> None:
    rows = [
        (
            each.game, _rate(each.simulations, each.seconds),
            "" if each.spiel_seconds is None else _rate(each.simulations, each.spiel_seconds),
            "" if each.ratio is None else f"{each.ratio:.1f}",
        )
        for each in found
    ]  # fmt: skip
    _show(out, title, ("game", "here", "OpenSpiel, C++", "ratio"), rows)


def _show_ismcts(out: Console, found: list[Simulated]) -> None:
    _show_mcts(out, found, "Information-set Monte Carlo tree search with random playouts, simulations a second")


def _show_battleships(out: Console, found: list[Hunted]) -> None:
    rows = [
        (
            each.sea, f"{each.fleets:,}", each.shooter, f"{each.games:,}", f"{each.mean:.2f} ± {each.error:.2f}",
            "" if each.optimum is None else "{}/{} = {:.3f}".format(*each.optimum, each.optimum[0] / each.optimum[1]),
        )
        for each in found
    ]  # fmt: skip
    title = "Shots to sink a random fleet (95 % intervals)"
    _show(out, title, ("sea", "fleets", "shooter", "games", "shots", "optimum"), rows)


SHOWN: dict[str, Callable[[Console, Any], None]] = {
    "alphabeta": _show_alphabeta,
    "plays": _show_plays,
    "start": _show_start,
    "compile": _show_compile,
    "drafts": _show_drafts,
    "rivals": _show_rivals,
    "mcts": _show_mcts,
    "ismcts": _show_ismcts,
    "connect4": _show_connect4,
    "perfect": _show_perfect,
    "threads": _show_threads,
    "othello": _show_othello,
    "chess": _show_chess,
    "backgammon": _show_backgammon,
    "equilibria": _show_equilibria,
    "battleships": _show_battleships,
    "signature": _show_signature,
}


def _rate(nodes: int, seconds: float) -> str:
    """Nodes per second, abbreviated."""
    rate = nodes / max(seconds, 1e-9)
    return f"{rate / 1e6:,.1f} M/s" if rate >= 1e6 else f"{rate / 1e3:,.1f} k/s"
