"""The conventions of the lectures as options: what is not given stays as the lecture has it."""

from __future__ import annotations

from typing import Annotated, Any, get_args, get_type_hints

import typer

from countermove.errors import SpecError
from countermove.textbook import Conventions

__all__ = ["NAMES", "OWN", "PAYOFF", "PLY", "PRUNE", "RETURNS", "ROOT_DEPTH", "WINDOW", "given"]

OWN = "the lecture's own"
PRUNE = Annotated[str | None, typer.Option(help="Cut when a bound is reached (>=) or passed (>).", show_default=OWN)]
RETURNS = Annotated[str | None, typer.Option(help="Fail soft or hard.", show_default=OWN)]
PLY = Annotated[str | None, typer.Option(help="What a depth counts: action or cycle.", show_default=OWN)]
ROOT_DEPTH = Annotated[str | None, typer.Option(help="The depth of the root: 0 or 1.", show_default=OWN)]
WINDOW = Annotated[str | None, typer.Option(help="The first window: infinite or utilities.", show_default=OWN)]
PAYOFF = Annotated[str | None, typer.Option(help="The scale of payoffs: given, signed or unit.", show_default=OWN)]
NAMES = Annotated[str | None, typer.Option(help="max-min, plus-minus or agent-opponent.", show_default=OWN)]


def given(**options: str | None) -> dict[str, Any]:
    """The conventions that options name, those left out not among them; each checked under the option's own name.

    >>> given(prune=">", returns=None, root_depth="1")
    {'prune': '>', 'root_depth': 1}
    """
    hints = get_type_hints(Conventions)
    values: dict[str, Any] = {}
    for name, value in options.items():
        if value is None:
            continue
        known = {str(each): each for each in get_args(hints[name])}
        if value not in known:
            *most, last = known
            raise SpecError(f"--{name.replace('_', '-')} is {value!r}; use {', '.join(most)} or {last}.")
        values[name] = known[value]
    return values
