"""Policies from short specifications: `name`, `name:value`, or `name:option=value,option=value`.

uniform                     any legal action, all equally likely
ranked                      by the game's action ordering, the first most likely
weighted:b2=5,a1=0          by weights; the default weight is 1
softmax:temperature=0.5     better results more likely, by the game's evaluation; softmax:0.5 is the same
solve                       one of the best actions
epsilon:0.1                 any action with this probability, else one of the best
epsilon:0.1,depth=4         the best found by a search, for games too large to solve
record:FILE                 as in a saved game or a folder of them; elsewhere uniform
function:FILE.py:NAME       by a function of a game and a state
directional                 the policy of a ghost in Pacman
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any, Final

from countermove.errors import SpecError
from countermove.players.epsilon import Epsilon, Perfect
from countermove.players.function import Function
from countermove.players.ghosts import Directional
from countermove.players.policy import Policy, Uniform
from countermove.players.recorded import Recorded
from countermove.players.softmax import Softmax
from countermove.players.weighted import Ranked, Weighted


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError("a number") from None


def _count(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError("a whole number, 1 or more") from None


Reader = Callable[[str], Any]
POLICIES: Final[dict[str, tuple[Callable[..., Policy], dict[str, Reader]]]] = {
    "uniform": (Uniform, {}),
    "ranked": (Ranked, {}),
    "weighted": (lambda **weights: Weighted(dict(weights.items())), {}),
    "softmax": (Softmax, {"temperature": _number}),
    "solve": (Perfect, {}),
    "epsilon": (Epsilon, {"epsilon": _number, "depth": _count}),
    "record": (lambda file="": Recorded.read(file), {"file": str}),
    "function": (lambda file="": Function.read(file), {"file": str}),
    "directional": (Directional, {}),
}
"""Every kind of policy: its constructor, and the parsers of its options. The first option may be given without its
name."""
EXAMPLES: Final = {
    "weighted": "weighted:b2=5,a1=0",
    "softmax": "softmax:temperature=0.5",
    "epsilon": "epsilon:0.1,depth=4",
    "record": "record:FILE",
    "function": "function:FILE.py:NAME",
}


def make_policy(spec: str) -> Policy:
    """The policy that a specification describes.

    >>> make_policy("softmax:0.5").name, make_policy("epsilon").name
    ('softmax:temperature=0.5', 'epsilon:0.1')
    >>> make_policy("softmax:temprature=0.5")
    Traceback (most recent call last):
    countermove.errors.SpecError: The policy 'softmax' has no option 'temprature'; write it as softmax:temperature=0.5.
    """
    name, _, rest = (part.strip() for part in spec.partition(":"))
    if name not in POLICIES:
        close = difflib.get_close_matches(name, POLICIES, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"the policies are {', '.join(POLICIES)}."
        raise SpecError(f"There is no policy {name!r}; {hint}")
    make, known = POLICIES[name]
    if not rest and name in ("weighted", "record", "function"):
        raise SpecError(f"The policy {spec!r} is incomplete; write it as {EXAMPLES[name]}.")
    options: dict[str, Any] = {}
    for part in rest.split(",") if rest else []:
        option, value = _option(name, known, part.strip(), first=not options)
        if option in options:
            raise SpecError(f"The policy {spec!r} gives {option} twice; give it once.")
        try:
            options[option] = known.get(option, _number)(value)
        except ValueError as error:
            raise SpecError(f"In the policy {spec!r}, {option} is {value!r}; give {error}.") from None
    return make(**options)


def _option(name: str, known: dict[str, Reader], part: str, first: bool) -> tuple[str, str]:
    """The name and the value of an option; a bare value is for the first option."""
    option, equals, value = (piece.strip() for piece in part.partition("="))
    if first and not equals and known:
        return next(iter(known)), part
    if name != "weighted" and option not in known:
        hint = f"write it as {EXAMPLES[name]}." if name in EXAMPLES else "it has no options."
        raise SpecError(f"The policy {name!r} has no option {option!r}; {hint}")
    if not equals or not value:
        raise SpecError(f"The option {option!r} of the policy {name!r} needs a value, as in {EXAMPLES[name]}.")
    return option, value
