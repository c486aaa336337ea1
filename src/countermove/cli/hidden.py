"""`countermove solve` for games of hidden information: a strategy for every player, and how good it is."""

from __future__ import annotations

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

MAX_SETS_SHOWN = 48
"""Information sets that are listed."""
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
    save: Path | None,
    strategy: Path | None,
    json: bool,
) -> int | None:
    """Find an equilibrium, and show it; with a position, the probabilities of the player to move there."""
    from countermove.solve.nash import equilibrium
    from countermove.solve.sampled import Sampled

    with stoppable() as stop, watched("unrolling the game …") as status:
        found = equilibrium(
            game, method=method, target=target, iterations=iterations, seconds=seconds, memory=memory, save=save,
            stop=stop, progress=lambda far: status(_doing(far)),
        )  # fmt: skip
    if strategy is not None:
        if isinstance(found, Sampled):
            raise SpecError(f"The tree of {type(game).__name__} does not fit into memory, so it cannot be written.")
        found.save(strategy)
    choice = None if position is None else _asked(found, position)
    if json:
        emit(_as_json(game, found, choice))
    else:
        _show(game, found, choice)
    return None


def _doing(far: Progress) -> str:
    if not far.iterations:
        return f"unrolling the game: {count(far.nodes, 'node')}"
    known = "" if far.exploitability is None else f", exploitability {far.exploitability:.2g}"
    return f"{far.method}: {count(far.iterations, 'iteration')}{known}"


def _asked(found: Equilibrium | Sampled, position: str) -> Choice:
    """The choice after the actions of a position."""
    from countermove.action import SEPARATORS
    from countermove.solve.profile import Profile

    if not isinstance(found, Profile):
        raise SpecError("The tree does not fit into memory, so positions cannot be looked up; play against it instead.")
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
    proof = "" if known is None else f", exploitability {known:.2g}"
    out.print(f"{value}{proof}.\n", style="bold green" if found.complete else "bold yellow")
    table = facts_table()
    table.add_row(
        "method", f"{found.method}, {count(found.iterations, 'iteration')}" if found.iterations else found.method
    )
    if isinstance(found, Profile):
        form = found.form
        table.add_row("size", f"{count(form.sets, 'information set')}, {count(form.nodes, 'node')}")
    else:
        table.add_row("size", f"{count(found.sets, 'information set')} met; the tree does not fit into memory")
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
