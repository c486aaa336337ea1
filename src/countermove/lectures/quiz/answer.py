"""Answers as students write them: numbers, lists, windows and names, with any separators.

Spaces, commas, semicolons and brackets separate; a comma is a decimal point only where a single number is expected. A
number is 3, -2.5, 23/3 or a value rounded to two places or more. Infinity is inf, oo, ∞ or a word. Case does not
matter. An unreadable answer is quoted as typed, with how to write it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from countermove.errors import SpecError
from countermove.views.narrate import number as spelt

NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:/\d+)?"
INFINITE = r"[+-]?(?:infinity|infty|inf|oo|∞)"
PAIR = re.compile(rf"([a-z]+)\s*[=:]\s*({NUMBER})(?=$|[\s,;)\]])", re.IGNORECASE)
SPELT = {
    **dict.fromkeys("−–—‐‑﹣－", "-"),
    **dict.fromkeys("⁄∕", "/"),
    "＋": "+",
    "α": "alpha ",
    "β": "beta ",
    "\\infty": "inf",
}
FOLLOWS = r"(?=[\d.∞]|inf|oo)"
SIGNED = (
    (re.compile(rf"\b(?:minus|negative|neg)\s+{FOLLOWS}", re.IGNORECASE), "-"),
    (re.compile(rf"\b(?:plus|positive)\s+{FOLLOWS}", re.IGNORECASE), "+"),
    (re.compile(rf"(?:(?<=[,;(\[=:])|^)\s*([+-])\s+{FOLLOWS}", re.IGNORECASE), r" \1"),
)
"""A sign that is a word, or separated from its number."""
COMMA = re.compile(r"((?:alpha|beta)?\s*[=:]?\s*[+-]?\d+),(\d+)", re.IGNORECASE)
"""A single number with a comma in it."""
MAX_ROUNDING_ERROR = 0.005
"""The largest error of a value rounded to two places."""
MAX_RELATIVE_ERROR = 0.05
"""The largest relative error: of very small values, two places would leave nothing."""
TOLERANCE = 1e-9


def tidy(text: str) -> str:
    """The answer with plain minus signs, fractions without spaces, and no full stop."""
    text = text.strip().rstrip(".")
    for sign, plain in SPELT.items():
        text = text.replace(sign, plain)
    for apart, joined in SIGNED:
        text = apart.sub(joined, text)
    return re.sub(r"(\d)\s*/\s*(\d)", r"\1/\2", text).strip()


def tokens(text: str) -> list[str]:
    """The words of an answer without brackets.

    >>> tokens("[20, 4]; g and h")
    ['20', '4', 'g', 'h']
    """
    return [
        word.rstrip(".")
        for word in re.split(r"[\s,;()\[\]{}<>]+", tidy(text))
        if word.strip(".").casefold() not in ("", "and")
    ]


def number(word: str) -> float:
    """A number; SpecError if it is not one.

    >>> number("23/3") == 23 / 3, number("-∞"), number("minus infinity")
    (True, -inf, -inf)
    """
    word = tidy(word)
    if re.fullmatch(INFINITE, word, re.IGNORECASE):
        return -math.inf if word.startswith("-") else math.inf
    if not re.fullmatch(NUMBER, word) or re.search(r"/0+$", word):
        raise SpecError(f"{word!r} is not a number; write 3, -2.5 or 23/3.")
    over, _, under = word.partition("/")
    try:
        return float(Fraction(over) / Fraction(under or "1"))
    except (OverflowError, ValueError):  # Python does not read thousands of digits
        raise SpecError(f"{word[:12]}... is too large; write 3, -2.5 or 23/3.") from None


def one_number(text: str) -> float:
    """The single number of an answer, with a decimal point or comma.

    >>> one_number("7.67"), one_number("7,67"), one_number("(23/3)") == 23 / 3
    (7.67, 7.67, True)
    """
    words = tokens(_pointed(tidy(text)))
    if len(words) != 1:
        raise SpecError(f"{text.strip()[:40]!r} is not one number; write 3, -2.5 or 23/3.")
    return number(words[0])


def _pointed(text: str) -> str:
    """One number with its decimal comma as a point."""
    found = COMMA.fullmatch(text.strip("()[] "))
    if not found:
        return text
    whole, part = found.groups()
    if len(part) == 3 and re.search(r"(?<!\d)[1-9]\d{0,2}$", whole):
        raise SpecError(f"{text!r} is ambiguous; write {whole}.{part} or {whole}{part}.")
    return f"{whole}.{part}"


def agrees(given: float, true: float) -> bool:
    """Whether a number is the true one, rounded to two or more places; all places given must be right.

    >>> agrees(7.67, 23 / 3), agrees(7.667, 23 / 3), agrees(7.7, 23 / 3), agrees(0.032, 0.0333), agrees(0, 0.002)
    (True, True, False, False, False)
    """
    if given == true or not math.isfinite(given):
        return given == true
    exponent = Decimal(repr(given)).as_tuple().exponent
    places = -exponent if isinstance(exponent, int) else 0
    off = min(MAX_ROUNDING_ERROR, MAX_RELATIVE_ERROR * abs(true)) if places <= 2 else 0.999 * 10.0**-places
    return abs(given - true) <= off + TOLERANCE


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
            raise SpecError(f"{unknown[0]!r} is not part of the question; give a number for each of {order}.")
        given = {name.casefold(): number(word) for name, word in pairs}
        if len(given) < len(pairs):
            raise SpecError(f"A node has two values; give one number for each of {order}.")
        missing = [name for name in names if name not in given]
        if missing:
            raise SpecError(f"The value for {', '.join(missing)} is missing; give a number for each of {order}.")
        return {name: given[name] for name in names}
    values = [number(word) for word in tokens(_pointed(text) if len(names) == 1 else text)]
    if len(values) != len(names):
        counted = "1 number" if len(values) == 1 else f"{len(values) or 'no'} numbers"
        expected = "1 number" if len(names) == 1 else f"{len(names)} numbers"
        raise SpecError(f"This answer has {counted}; give {expected}, for {order}.")
    return dict(zip(names, values))


def read_window(text: str) -> tuple[float, float]:
    """A window in any of its spellings.

    >>> read_window("(2, +inf)"), read_window("beta=∞ alpha=2"), read_window("-oo 5")
    ((2.0, inf), (2.0, inf), (-inf, 5.0))
    """
    text = tidy(text)
    if text.count(";") == 1:  # between two numbers, each of which may have a decimal comma
        text = " ; ".join(_pointed(side) for side in text.strip("()[] ").split(";"))
    named = re.compile(rf"(alpha|beta)\s*[=:]?\s*({INFINITE}|{NUMBER})", re.IGNORECASE)
    sides = {name.casefold(): side for name, side in named.findall(text)}
    if len(sides) == 2 and not tokens(named.sub(" ", text)):
        return number(sides["alpha"]), number(sides["beta"])
    words = tokens(re.sub(r"alpha|beta|window|[=:]", " ", text, flags=re.IGNORECASE))
    if len(words) != 2:
        raise SpecError("A window is two numbers, alpha and beta; write (2, inf) or (-inf, 5).")
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
