"""`countermove solve` for games of hidden information: a strategy for every player, and how good it is."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from countermove.cli.common import console, emit, stoppable, watched
from countermove.errors import SpecError
from countermove.game import Game
from countermove.views.words import count, number
from countermove.views.words import seconds as in_seconds

if TYPE_CHECKING:
    from countermove.solve.nash import Equilibrium, Progress
    from countermove.solve.profile import Choice, Profile
    from countermove.solve.sampled import Sampled

BARS = "▁▂▃▄▅▆▇█"
MAX_BARS = 24
"""Points of the curve that are shown while work goes on."""
MIN_EXPLOITABILITY = 1e-16
"""What a logarithmic scale shows instead of 0."""
MAX_SETS_SHOWN = 48
"""Information sets that are listed."""
TOLERANCE = 1e-6
"""How far the exploitability may be above what a file says: its probabilities are rounded."""
MIN_SHOWN = 0.0005
"""Probabilities below this are left out."""


def solve_hidden(
    game: Game,
    position: str | None,
    method: str | None,
    target: float | None,
    iterations: int | None,
    seconds: float | None,
    memory: float | None,
    *,
    threads: int,
    save: Path | None,
    strategy: Path | None,
    plot: Path | None,
    json: bool,
) -> int | None:
    """Find an equilibrium, and show it; with a position, the probabilities of the player to move there."""
    from countermove.solve.nash import equilibrium

    if plot is not None and (plot.suffix != ".svg" or not plot.parent.is_dir()):
        raise SpecError(f"Cannot draw to {plot}; give a file that ends in .svg, in an existing folder.")
    with stoppable() as stop, watched("unrolling the game …") as status:
        found = equilibrium(
            game, method=method, target=target, iterations=iterations, seconds=seconds, threads=threads, memory=memory,
            save=save, stop=stop, progress=lambda far: status(_doing(far)),
        )  # fmt: skip
    if strategy is not None:
        found.save(strategy)
    if plot is not None:
        _draw(game, found, plot)
    choice = None if position is None else _asked(found, position)
    if json:
        emit(_as_json(game, found, choice))
    else:
        _show(game, found, choice)
    return None


def _doing(far: Progress) -> str:
    if not far.iterations:
        return f"unrolling the game: {count(far.nodes, 'node')}"
    known = "" if far.exploitability is None else f", exploitability {far.exploitability:.2g} {_falling(far.curve)}"
    return f"{far.method}: {count(far.iterations, 'iteration')}{known}"


def _falling(curve: tuple[tuple[int, float], ...]) -> str:
    """The last points of a curve as a row of bars, on a logarithmic scale."""
    heights = [math.log10(max(known, MIN_EXPLOITABILITY)) for _, known in curve[-MAX_BARS:]]
    span = max(heights) - min(heights)
    return "".join(BARS[round((len(BARS) - 1) * (each - min(heights)) / span)] if span else BARS[0] for each in heights)


def _draw(game: Game, found: Equilibrium | Sampled, path: Path) -> None:
    """Draw how the exploitability fell."""
    from countermove.files import written_whole
    from countermove.views.plot import Plot, Series, svg

    points = tuple((done, max(known, MIN_EXPLOITABILITY)) for done, known in found.curve if done)
    if len(points) < 2:
        raise SpecError(
            f"There is no curve to draw: the exploitability was computed {count(len(points), 'time')}; use an "
            "iterative method, or allow more iterations."
        )
    title = f"Exploitability of {type(game).__name__}"
    series = (Series(found.method, points),)
    image = svg(Plot(title, "iterations", "exploitability", series, log=True, log_x=True))
    try:
        with written_whole(path) as part:
            part.write_text(image, encoding="utf-8")
    except OSError as error:
        raise SpecError(f"The plot cannot be written to {path}: {(error.strerror or str(error)).lower()}.") from None


def _asked(found: Equilibrium | Sampled, position: str) -> Choice:
    """The choice after the actions of a position."""
    from countermove.action import SEPARATORS

    if "=" in position:
        raise SpecError(
            "What a player believes depends on what happened; give the actions so far as the position, those of chance "
            "included."
        )
    words = [word for word in position.replace(",", " ").split(" ") if word.strip(SEPARATORS)]
    return found.choice(words)


def _as_json(game: Game, found: Equilibrium | Sampled, choice: Choice | None) -> dict[str, object]:
    form = getattr(found, "form", None)
    more: dict[str, object] = {}
    if choice is not None:
        more = {"player": game.player_name(choice.player), "seen": choice.seen, "strategy": choice.probabilities}
    return {
        "value": found.value,
        "exploitability": found.exploitability,
        "iterations": found.iterations,
        "seconds": found.seconds,
        "method": found.method,
        "values": list(found.values),
        "regret": getattr(found, "regret", None),
        "complete": found.complete,
        "sets": form.sets if form is not None else found.sets,  # type: ignore[union-attr]
        "nodes": form.nodes if form is not None else None,
        **more,
    }


def _show(game: Game, found: Equilibrium | Sampled, choice: Choice | None) -> None:
    from countermove.cli.table import facts_table, show
    from countermove.solve.nash import opposed
    from countermove.solve.profile import Profile

    out = console()
    each = ", ".join(f"{value:+.7g} for {game.player_name(player)}" for player, value in enumerate(found.values))
    value = f"{found.value:+.7g} for {game.player_name(0)}" if opposed(game) else each
    known = found.exploitability
    proof = ", exploitability not computed" if known is None else f", exploitability {known:.2g}"
    out.print(f"{value}{proof}.\n", style="bold green" if found.complete else "bold yellow")
    table = facts_table()
    table.add_row(
        "method", f"{found.method}, {count(found.iterations, 'iteration')}" if found.iterations else found.method
    )
    if isinstance(found, Profile):
        form = found.form
        table.add_row("size", f"{count(form.sets, 'information set')}, {count(form.nodes, 'node')}")
    else:
        table.add_row("size", f"{count(found.sets, 'information set')} met; the whole tree was not visited")
        if found.curve:
            done, before = found.curve[-1]
            table.add_row("last check", f"exploitability {before:.2g} after {count(done, 'iteration')}")
    table.add_row("time", in_seconds(found.seconds))
    regret = getattr(found, "regret", None)
    if regret is not None:
        table.add_row(
            "regret", f"{number(regret, signed=False)}: play over time is a coarse correlated equilibrium up to it"
        )
    show(out, table)
    if choice is not None:
        out.print(f"\n{_sentence(game, choice)}")
    elif isinstance(found, Profile) and found.form.sets <= MAX_SETS_SHOWN:
        out.print()
        _list(game, found)


def verify_hidden(game: Game, file: Path, json: bool) -> bool:
    """Compute the value and the exploitability of a profile in a file again; whether they are as good as it says."""
    from countermove.solve.nash import loaded

    with watched("visiting the game …"):
        found, promised = loaded(file, game)
    holds = isinstance(promised, int | float) and found.exploitability <= promised + TOLERANCE
    if json:
        emit({"holds": holds, "value": found.value, "exploitability": found.exploitability, "sets": found.form.sets})
        return holds
    verdict = "Verified" if holds else f"Not verified: the file promises an exploitability of {promised}"
    value = f"{found.value:+.7g} for {game.player_name(0)}"
    out = console()
    out.print(
        f"{verdict}: {value}, exploitability {found.exploitability:.2g}.", style="bold green" if holds else "bold red"
    )
    return holds


def _sentence(game: Game, choice: Choice) -> str:
    return f"{game.player_name(choice.player)}, who sees “{choice.seen}”: {_mixed(choice)}."


def _mixed(choice: Choice) -> str:
    """The probabilities in words: call 33.3 %, fold 66.7 %."""
    shown = {name: chance for name, chance in choice.probabilities.items() if chance >= MIN_SHOWN}
    return ", ".join(f"{name} {100 * chance:.3g} %" for name, chance in shown.items())


def _list(game: Game, found: Profile) -> None:
    from countermove.cli.table import plain_table, show

    table = plain_table("player", "sees", "plays")
    for choice in found.choices():
        table.add_row(game.player_name(choice.player), choice.seen, _mixed(choice))
    show(console(), table, whole=True)
