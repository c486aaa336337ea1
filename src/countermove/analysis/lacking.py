"""What a game could add to get a better answer, in a sentence for its author."""

from __future__ import annotations

from countermove.analysis.answer import Analysis
from countermove.analysis.tie import has_seen_an_end, is_blind
from countermove.game import Game, offers
from countermove.outcome import line_to_add


def lacking(game: Game, found: Analysis) -> str:
    """The method to write next; empty where the value is proven, or the game has `evaluate` or is built in."""
    sampled = found.error is not None
    if found.exact or sampled or not is_blind(game) or type(game).__module__.startswith("countermove."):
        return ""
    name = type(game).__name__
    others = [method for method in ("bounds", "canonical") if not offers(game, method)]
    if has_seen_an_end(game, found):
        if "bounds" not in others or game.outcomes is not None:
            return ""
        return (
            f"{name} declares no outcomes, so the search cannot tell that nothing better is possible: "
            f"add `{line_to_add([found.value])}` to the class, or whatever its utilities can be."
        )
    more = f"; {' and '.join(others)} would speed up the search" if others else ""
    return (
        f"{name} has no evaluate(state, player), so everything beyond depth {found.depth} counts as "
        f"{game.neutral:g}: two lines that estimate who is ahead would make it play better{more}."
    )
