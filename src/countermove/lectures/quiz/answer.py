"""Answers as students write them: numbers, lists, windows and names, with whatever stands between them.

Spaces, commas, semicolons and brackets separate; a comma never stands for a decimal point. A number is 3, -2.5, 23/3
or a value rounded to two places. Capitals make no difference, and what cannot be read is quoted as it was typed, in a
sentence that says how to write it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction

from countermove.errors import SpecError
from countermove.views.narrate import number as spelt

__all__ = ["agrees", "named_numbers", "number", "read_window", "show", "tokens"]

NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:/\d+)?"
INFINITE = r"[+-]?(?:infinity|inf|oo|∞)"
PAIR = re.compile(rf"([a-z]+)\s*[=:]\s*({NUMBER})(?=$|[\s,;)\]])", re.IGNORECASE)
SPELT = {"−": "-", "–": "-", "α": "alpha ", "β": "beta "}
ROUNDED = 0.005 + 1e-9
"""How far a value rounded to two places may be off."""


def tidy(text: str) -> str:
    """The answer with one kind of minus, and fractions closed up."""
    text = text.strip()
    for sign, plain in SPELT.items():
        text = text.replace(sign, plain)
    return re.sub(r"(\d)\s*/\s*(\d)", r"\1/\2", text)


def tokens(text: str) -> list[str]:
    """The words of an answer, brackets left out.

    >>> tokens("[20, 4]; g and h")
    ['20', '4', 'g', 'h']
    """
    return [
        word.rstrip(".")
        for word in re.split(r"[\s,;()\[\]{}<>]+", tidy(text))
        if word.strip(".").casefold() not in ("", "and")
    ]


def number(word: str) -> float:
    """A number, or a sentence.

    >>> number("23/3") == 23 / 3, number("-∞")
    (True, -inf)
    """
    word = tidy(word)
    if re.fullmatch(INFINITE, word, re.IGNORECASE):
        return -math.inf if word.startswith("-") else math.inf
    if not re.fullmatch(NUMBER, word) or re.search(r"/0+$", word):
        raise SpecError(f"{word!r} is not a number; write 3, -2.5 or 23/3.")
    over, _, under = word.partition("/")
    return float(Fraction(over) / Fraction(under or "1"))


def agrees(given: float, true: float) -> bool:
    """Whether a number is the true one, rounded to two places at most."""
    return given == true or abs(given - true) <= ROUNDED


def named_numbers(text: str, names: Sequence[str]) -> dict[str, float]:
    """A number for each name: "b=3, c=2", or just numbers in the order of the names.

    >>> named_numbers("c = 2, b=3", ["b", "c"]), named_numbers("3 2", ["b", "c"])
    ({'b': 3.0, 'c': 2.0}, {'b': 3.0, 'c': 2.0})
    """
    text = tidy(text)
    pairs = PAIR.findall(text)
    order = ", ".join(names)
    if pairs:
        rest = tokens(PAIR.sub(" ", text))
        unknown = [name for name, _ in pairs if name.casefold() not in names] + rest
        if unknown:
            raise SpecError(f"{unknown[0]!r} is not asked for; give a number for each of {order}.")
        given = {name.casefold(): number(word) for name, word in pairs}
        if len(given) < len(pairs):
            raise SpecError(f"A node has two values there; give one number for each of {order}.")
        missing = [name for name in names if name not in given]
        if missing:
            raise SpecError(f"There is no value for {', '.join(missing)}; give a number for each of {order}.")
        return {name: given[name] for name in names}
    values = [number(word) for word in tokens(text)]
    if len(values) != len(names):
        counted = "1 number" if len(values) == 1 else f"{len(values) or 'no'} numbers"
        wanted = "1 is" if len(names) == 1 else f"{len(names)} are"
        raise SpecError(f"This answer has {counted}, and {wanted} asked for: {order}.")
    return dict(zip(names, values))


def read_window(text: str) -> tuple[float, float]:
    """A window in any of its spellings.

    >>> read_window("(2, +inf)"), read_window("beta=∞ alpha=2"), read_window("-oo 5")
    ((2.0, inf), (2.0, inf), (-inf, 5.0))
    """
    text = tidy(text)
    found = re.findall(rf"(alpha|beta)\s*[=:]?\s*({INFINITE}|{NUMBER})", text, re.IGNORECASE)
    sides = {name.casefold(): side for name, side in found}
    if len(sides) == 2:
        return number(sides["alpha"]), number(sides["beta"])
    words = tokens(re.sub(r"alpha|beta|window|[=:]", " ", text, flags=re.IGNORECASE))
    if len(words) != 2:
        raise SpecError("A window is two numbers, alpha and beta: write (2, inf), or (-inf, 5).")
    return number(words[0]), number(words[1])


def show(value: float) -> str:
    """A value as narrations write it, so that answers and their explanations look alike.

    >>> show(8.0), show(54.5), show(23 / 3), show(123.456), show(float("inf"))
    ('8', '54.5', '7.667', '123.46', '+inf')
    """
    if math.isinf(value):
        return "+inf" if value > 0 else "-inf"
    text = spelt(value)
    return text if agrees(float(text.replace(",", "")), value) else f"{value:.2f}"
