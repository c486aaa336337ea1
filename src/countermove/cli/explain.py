"""`countermove explain`: what the evaluation of a position is made of."""

from __future__ import annotations

from countermove.cli.common import console, emit
from countermove.cli.option import GAME, JSON, POSITION
from countermove.errors import SpecError
from countermove.loader import load_game, read_position
from countermove.views.words import number, outcome

BAR_WIDTH = 12
"""The length of the longest bar, in characters."""


def explain(game: GAME, position: POSITION = None, json: JSON = False) -> None:
    """Show what the evaluation of a position is made of, term by term.

    The evaluation is static: no action is searched. Use best for the value after a search.
    """
    rules = load_game(game)
    state = read_position(rules, position)
    if rules.is_terminal(state):
        raise SpecError(
            f"The game is over in this position ({outcome(rules, state)}), so there is nothing to evaluate."
        )
    player = max(0, rules.player(state))
    found = rules.explain(state, player)
    if found is None:
        raise SpecError(
            f"{type(rules).__name__} does not explain its evaluation; define features with weights, or explain."
        )
    name = rules.player_name(player)
    if json:
        parts = [
            {"name": part.name, "value": float(part.value), **dict(zip(found.headings, part.details))}
            for part in found.parts
        ]
        emit(
            {
                "player": name,
                "total": float(found.total),
                "unit": found.unit,
                "estimate": found.estimate,
                "parts": parts,
            }
        )
        return
    from rich.text import Text

    from countermove.cli.drawing import draw, player_style
    from countermove.cli.table import plain_table, show

    out = console()
    out.print(draw(rules, state))
    out.print(f"\n{name} to move\n", style=player_style(player))
    last = f"for {name}"
    table = plain_table("", *found.headings, last, " ", right=(*found.headings, last))
    largest = max((abs(float(part.value)) for part in found.parts), default=0.0) or 1.0
    for part in found.parts:
        length = round(abs(float(part.value)) / largest * BAR_WIDTH)
        bar = Text("█" * length, "green" if part.value > 0 else "red")
        details = [f"{each:.2f}" for each in part.details] or ["" for _ in found.headings]
        table.add_row(part.name, *details, f"{float(part.value):+.2f}", bar)
    table.add_row("total", *("" for _ in found.headings), f"{float(found.total):+.2f}", found.unit, style="bold")
    show(out, table, whole=True)
    out.print(f"\nestimate {number(found.estimate)} for {name}")
