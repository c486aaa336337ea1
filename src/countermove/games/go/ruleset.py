"""Rules by name. They differ less than people think: on the same game, the results are mostly the same.

                 scoring      repetition             suicide     dead stones
    tromp-taylor area         positional superko     allowed     captured: every stone on the board counts
    chinese      area         positional superko     forbidden   judged
    aga          area         situational superko    forbidden   judged
    japanese     territory    simple ko              forbidden   judged

Area is one's stones and the points that they surround; territory is the points and the prisoners. Superko forbids to
repeat any position (positional), or any with the same player to move (situational). A simple ko only forbids to take
back at once; a position that occurs for the third time is then a game without result.

People agree on the stones that are dead. Here playouts judge it (see `rules.py`), the same way every time. Under the
rules of Tromp and Taylor nobody has to agree on anything, so they are the default.

J. Tromp and B. Taylor, "The logical rules of Go", https://tromp.github.io/go.html.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from countermove.errors import SpecError

AREA, TERRITORY = "area", "territory"
SIMPLE, POSITIONAL, SITUATIONAL = "simple", "positional", "situational"
ALLOWED, FORBIDDEN = "allowed", "forbidden"
CAPTURED, JUDGED = "captured", "judged"
CHOICES: Final = {
    "scoring": (AREA, TERRITORY),
    "ko": (SIMPLE, POSITIONAL, SITUATIONAL),
    "suicide": (ALLOWED, FORBIDDEN),
    "dead": (CAPTURED, JUDGED),
}
"""The values of each part of the rules."""


class Ruleset(NamedTuple):
    """What sets of rules differ in."""

    scoring: str
    ko: str
    suicide: str
    dead: str


RULES: Final = {
    "tromp-taylor": Ruleset(AREA, POSITIONAL, ALLOWED, CAPTURED),
    "chinese": Ruleset(AREA, POSITIONAL, FORBIDDEN, JUDGED),
    "aga": Ruleset(AREA, SITUATIONAL, FORBIDDEN, JUDGED),
    "japanese": Ruleset(TERRITORY, SIMPLE, FORBIDDEN, JUDGED),
}


def ruleset(name: str, **changes: str) -> Ruleset:
    """The rules with a name, and some parts of them changed where that is not empty.

    >>> ruleset("japanese", scoring="area")
    Ruleset(scoring='area', ko='simple', suicide='forbidden', dead='judged')
    """
    if name not in RULES:
        raise SpecError(f"Go: there are no rules called {name!r}; use {', '.join(RULES)}.")
    given = {part: value for part, value in changes.items() if value}
    for part, value in given.items():
        if value not in CHOICES[part]:
            raise SpecError(f"Go: {part}={value} is unknown; use {' or '.join(CHOICES[part])}.")
    found = RULES[name]._replace(**given)
    if found.scoring == TERRITORY and found.dead == CAPTURED:
        raise SpecError("Go: territory cannot be counted with dead=captured, since capturing costs points; use judged.")
    return found
