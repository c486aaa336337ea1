"""The conventions of the lectures as options; each defaults to the lecture's own."""

from __future__ import annotations

from typing import Annotated, Any, get_args, get_type_hints

import typer

from countermove.errors import SpecError
from countermove.textbook import Conventions

LECTURE_DEFAULT = "the lecture's own"
PRUNE = Annotated[
    str | None, typer.Option(help="Cut when a bound is reached (>=) or exceeded (>).", show_default=LECTURE_DEFAULT)
]
RETURNS = Annotated[
    str | None, typer.Option(help="Fail-soft or fail-hard: soft or hard.", show_default=LECTURE_DEFAULT)
]
PLY = Annotated[str | None, typer.Option(help="Unit of depth: action or cycle.", show_default=LECTURE_DEFAULT)]
ROOT_DEPTH = Annotated[str | None, typer.Option(help="Depth of the root: 0 or 1.", show_default=LECTURE_DEFAULT)]
WINDOW = Annotated[
    str | None, typer.Option(help="Window at the root: infinite or utilities.", show_default=LECTURE_DEFAULT)
]
PAYOFF = Annotated[str | None, typer.Option(help="Payoff scale: given, signed or unit.", show_default=LECTURE_DEFAULT)]
NAMES = Annotated[
    str | None, typer.Option(help="Player names: max-min, plus-minus or agent-opponent.", show_default=LECTURE_DEFAULT)
]


def given(**options: str | None) -> dict[str, Any]:
    """The conventions given as options, each checked under its option's name; omitted ones are left out.

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
