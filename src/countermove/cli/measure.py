"""`countermove measure`: how large a game is, how long it takes, whom it favours, how much there is to choose."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countermove.cli.common import INTERRUPTED, complain, console, emit, stoppable, watched
from countermove.cli.document import deliver
from countermove.cli.option import GAME, JSON, POSITION
from countermove.errors import SpecError
from countermove.game import CHANCE
from countermove.loader import load_game, read_position
from countermove.views.paper import printed
from countermove.views.words import count, number, outcome, verdict
from countermove.views.words import seconds as in_seconds

if TYPE_CHECKING:
    from rich.table import Table

    from countermove.measure import Estimate, Measure, Play, Size

MAX_DIGITS = 15
"""Maximum digits written out."""


def measure(
    game: GAME,
    position: POSITION = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="Time budget in seconds.")] = 10.0,
    games: Annotated[int, typer.Option(metavar="N", help="Number of random games.")] = 100_000,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    database: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Endgame database that strong play probes; how often is reported."),
    ] = None,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="Also draw a plot: .svg, .pdf or .png.")] = None,
    json: JSON = False,
) -> int | None:
    """Measure a game: its size, length and balance.

    Small games are counted exactly; larger ones are estimated, with 95 % confidence intervals. Ctrl-C stops with the
    results so far.
    """
    from countermove.measure import measure as measured

    ending = Path(out or "plot.svg").suffix.lower()
    if ending not in (".svg", ".pdf", ".png"):
        raise SpecError(f"--out is {out!r}; give the plot a name ending in .svg, .pdf or .png.")
    rules = load_game(game)
    state = read_position(rules, position)
    if rules.is_terminal(state):
        raise SpecError(f"The game is over in this position ({outcome(rules, state)}), so there is nothing to measure.")
    known = None
    if database is not None:
        from countermove.solve import open_database

        known = open_database(database, rules)
    with stoppable() as stop, watched("measuring …") as status:
        found = measured(
            rules, state, seconds=seconds, games=games, seed=seed, database=known, stop=stop, progress=status
        )
    if found.stopped and found.random is None and not found.states:
        complain("Stopped before anything was measured.")
        return INTERRUPTED
    if out is not None:
        from countermove.measure.plot import picture

        plotted = picture(found, type(rules).__name__)
        deliver(plotted if ending == ".svg" else printed(plotted, ending[1:]), out)
    if json:
        emit(_as_json(game, found))
    else:
        _show(found)
    return None


# For programs.


def _as_json(spec: str, found: Measure) -> dict[str, Any]:
    game = found.game
    length, choice = found.length, found.choice
    return {
        "game": spec,
        "position": game.write(found.state),
        "players": [game.player_name(player) for player in range(game.players)],
        "player": game.player_name(game.player(found.state)),
        "seed": found.seed,
        "states": {"count": found.states, "complete": found.complete},
        "games": _size_json(found.games),
        "tree": _size_json(found.tree),
        "branching": found.branching
        and {
            **_estimate_json(found.branching),
            "plies": [{"ply": p.ply, "mean": p.mean, "least": p.least, "most": p.most} for p in found.plies],
        },
        "length": length
        and {
            **_estimate_json(length.mean),
            "deviation": length.deviation,
            "shortest": length.shortest,
            "longest": length.longest,
            "complete": length.exact,
            "seen": length.seen,
        },
        "perfect": found.perfect
        and {
            "values": found.perfect.values,
            "distance": found.perfect.distance,
            "method": found.perfect.method,
        },
        "strong": found.strong
        and {
            **_play_json(found, found.strong),
            **{name: getattr(found.strong, name) for name in ("nodes", "opening", "searched", "hits", "announced")},
        },
        "random": found.random and _play_json(found, found.random),
        "choice": choice
        and {
            "forced": _estimate_json(choice.forced),
            "unique": choice.unique and _estimate_json(choice.unique),
            "positions": choice.positions,
            "late": choice.late,
            "standing": choice.standing and dict(zip(("better", "even", "worse"), choice.standing)),
        },
        "notes": found.notes,
        "seconds": found.seconds,
        "stopped": found.stopped,
    }


def _estimate_json(each: Estimate) -> dict[str, Any]:
    return {"value": each.value, "low": each.low, "high": each.high, "exact": each.exact}


def _size_json(size: Size | None) -> dict[str, Any] | None:
    return None if size is None else {"count": size.count, "log10": _estimate_json(size.log)}


def _play_json(found: Measure, play: Play) -> dict[str, Any]:
    first = found.game.player(found.state)
    two = len(play.wins) == 2 and first >= 0
    return {
        "games": play.games,
        "wins": [_estimate_json(each) for each in play.wins],
        "draws": _estimate_json(play.draws),
        "advantage": _estimate_json(play.advantage(first)) if two else None,
        "scores": [_estimate_json(each) for each in play.scores],
        "unfinished": play.unfinished,
        "native": play.native,
    }


# For people.


def _show(found: Measure) -> None:
    from countermove.cli.table import show

    out = console()
    game = found.game
    mover = game.player_name(game.player(found.state))
    out.print(f"{type(game).__name__}, {mover} to move: {_headline(found)}\n", style="bold")
    show(out, _facts(found))
    rows = _results(found)
    if rows.row_count:
        out.print()
        show(out, rows, whole=True)
    notes = list(_notes(found))
    if notes:
        out.print()
    for note in notes:
        show(out, note, "dim")


def _headline(found: Measure) -> str:
    """Which player the game favours, in a few words."""
    game, perfect = found.game, found.perfect
    if perfect is None:
        return f"{found.notes.get('perfect', 'not solved')}."
    player = game.player(found.state)
    viewer = 0 if player == CHANCE else player
    worth = perfect.values[viewer]
    words = verdict(game, worth, viewer) or f"{number(worth)} for {game.player_name(viewer)}"
    return f"{words} with perfect play."


def _facts(found: Measure) -> Table:
    from countermove.cli.table import facts_table

    notes, choice, length = found.notes, found.choice, found.length
    table = facts_table()
    more = "" if found.complete else "at least "
    table.add_row("states", more + f"{found.states:,}" if found.states else "not counted")
    table.add_row("games", _size(found.games) if found.games else notes.get("tree", "not counted"))
    if found.tree:
        table.add_row("tree", f"{_size(found.tree)} nodes")
    if found.branching and found.plies:
        least, most = min(each.least for each in found.plies), max(each.most for each in found.plies)
        table.add_row("branching", f"{_plain(found.branching)} actions, {least:,} to {most:,}")
    if length:
        spread = f"standard deviation {length.deviation:.3g}, {length.shortest:,} to {length.longest:,}"
        table.add_row("length", f"{_plain(length.mean)} plies, {spread}{'' if length.exact else ' seen'}")
    else:
        table.add_row("length", notes.get("length", "not measured"))
    if choice:
        table.add_row("forced", f"{_percent(choice.forced)} of turns have only one action")
        if choice.unique is not None:
            where = "late positions with a choice" if choice.late else "positions with a choice"
            table.add_row("one best", f"{_percent(choice.unique)} of {choice.positions:,} {where}")
        elif "unique" in notes:
            table.add_row("one best", notes["unique"])
        if choice.standing:
            better, even, worse = (f"{100 * each:.1f} %" for each in choice.standing)
            table.add_row("standing", f"{better} of positions good for the mover, {even} even, {worse} bad")
    return table


def _results(found: Measure) -> Table:
    """How games end, for each kind of play."""
    from countermove.cli.table import plain_table

    game = found.game
    names = [game.player_name(player) for player in range(game.players)]
    plays = [(name, play) for name, play in (("strong", found.strong), ("random", found.random)) if play]
    wins = [f"{name} wins" for name in names] + ["draw"] if game.players > 1 and game.axes.payoff != "common" else []
    scoring = [f"worth to {name}" for name in names] if any(_scores(found, play) for _, play in plays) else []
    scoring = scoring[:1] if game.players == 2 and game.axes.payoff in ("zero", "constant") else scoring
    first = game.player(found.state)
    lead = [f"{names[first]} ahead"] if game.players == 2 and wins and not scoring and first >= 0 else []
    table = plain_table("play", *wins, *lead, *scoring, "games", right=("games", *wins, *lead, *scoring))
    if found.perfect:
        ends = [""] * len(wins)
        values = [number(value) for value in found.perfect.values][: len(scoring)]
        if wins and not scoring:
            top = [player for player, each in enumerate(found.perfect.values) if each == max(found.perfect.values)]
            ends[top[0] if len(top) == 1 else -1] = "always"
        table.add_row("perfect", *ends, *[""] * len(lead), *values, "")
    for name, play in plays:
        shares = [_percent(each) for each in (*play.wins, play.draws)] if wins else []
        worths = [_plain(each, signed=True) for each in play.scores][: len(scoring)]
        ahead = [_percent(play.advantage(first), "+")] if lead else []
        table.add_row(name, *shares, *ahead, *worths, "exact" if play.draws.exact else f"{play.games:,}")
    return table


def _scores(found: Measure, play: Play) -> bool:
    """Whether utilities say more than who won."""
    game = found.game
    if game.players != 2 or game.axes.payoff not in ("zero", "constant"):
        return True
    first, second = play.wins
    if game.axes.total:
        margin = game.axes.total * (first.value + play.draws.value / 2)
    else:
        margin = first.value - second.value
    return abs(margin - play.scores[0].value) > 1e-9


def _notes(found: Measure) -> list[str]:
    """Notes for reading the numbers."""
    lines = []
    if found.strong:
        first = "random ply" if found.strong.opening == 1 else "random plies"
        lines.append(
            f"Strong play: {count(found.strong.nodes, 'node')} per action, after {found.strong.opening} {first}."
        )
        if found.strong.hits:
            share = 100 * found.strong.hits / max(1, found.strong.searched)
            decided = f"it decided {found.strong.announced:,} of {count(found.strong.games, 'game')}"
            lines.append(f"Database: {share:.2g} % of all nodes of strong play were found there; {decided}.")
    elif "strong" in found.notes:
        lines.append(f"Strong play: {found.notes['strong']}.")
    if "unfinished" in found.notes:
        lines.append(f"Not ended: {found.notes['unfinished']}.")
    if "random" in found.notes:
        lines.append(found.notes["random"])
    lines.append(f"Measured in {in_seconds(found.seconds)}{', then stopped' if found.stopped else ''}.")
    return lines


def _size(size: Size) -> str:
    if size.count is not None:
        return f"{size.count:,}" if size.count < 10**MAX_DIGITS else _power(size.log.value)
    return f"about {_power(size.log.value)} ({_power(size.log.low)} to {_power(size.log.high)})"


def _power(log: float) -> str:
    """A number from its logarithm: written out, or as a power of ten.

    >>> _power(3.0), _power(21.5), _power(400.0)
    ('1,000', '3.2e21', '1.0e400')
    """
    if log == float("inf"):
        return "?"
    if log < 6:
        return f"{round(10**log):,}"
    whole = int(log)
    digits = f"{10 ** (log - whole):.1f}"
    return f"1.0e{whole + 1}" if digits == "10.0" else f"{digits}e{whole}"


def _plain(each: Estimate, signed: bool = False) -> str:
    value = number(each.value, signed)
    error = max(each.high - each.value, each.value - each.low)
    return value if each.exact or error == 0 else f"{value} ± {error:.1g}"


def _percent(each: Estimate, sign: str = "") -> str:
    """A share in percent, with as many digits as its error allows.

    >>> from countermove.measure import Estimate
    >>> _percent(Estimate(0.5574, 0.5476, 0.5671)), _percent(Estimate(0.5, 0.5, 0.5, True), "+")
    ('55.7 ± 1.0 %', '+50.0 %')
    """
    error = 100 * max(each.high - each.value, each.value - each.low)
    digits = 1 if each.exact or error >= 0.05 or error == 0 else 2 if error >= 0.005 else 3
    value = f"{100 * each.value:{sign}.{digits}f}"
    return f"{value} %" if each.exact or error == 0 else f"{value} ± {error:.{digits}f} %"
