"""Nested lists from text; errors say what cannot be read, and where.

Python reads them. If it cannot, the text is scanned for the first thing to fix: an unmatched bracket, or a word in
place of a number.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from countermove.errors import SpecError

MAX_LEVELS = 200
"""The most levels of a tree: what Python can parse as nested brackets."""
MAX_QUOTED = 60
"""The most characters of a text to quote."""
PARTNERS = {"]": "[", ")": "(", "}": "{"}
NUMBER = re.compile(r"[+-]?(\d[\d_]*\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
TOKEN = re.compile(r"""'[^'\n]*'|"[^"\n]*"|[\[\](){}]|[^\s\[\](){},:'"]+""")


def read(text: str) -> Any:
    """The lists in a text.

    >>> read("[[3, 12], [4, 6]]")
    [[3, 12], [4, 6]]
    >>> read("[[3, 12], [4, 6]")
    Traceback (most recent call last):
    countermove.errors.SpecError: The tree '[[3, 12], [4, 6]' is not a nested list of numbers, such as [[3,12],[4,6]]: \
the [ at character 1 is never closed.
    """
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        depth = nesting(text)
        if depth > MAX_LEVELS:
            raise SpecError(
                f"The brackets of the tree are nested {depth:,} deep; a tree has at most {MAX_LEVELS} levels."
            ) from None
        quoted = repr(text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…")
        what, at = fault(text)
        place = f" at character {at + 1}" if at is not None else ""
        raise SpecError(
            f"The tree {quoted} is not a nested list of numbers, such as [[3,12],[4,6]]: {what.format(place)}."
        ) from None


def nesting(text: str) -> int:
    """The deepest nesting of brackets."""
    depth = deepest = 0
    for token in TOKEN.findall(text):
        depth += (token in PARTNERS.values()) - (token in PARTNERS)
        deepest = max(deepest, depth)
    return deepest


def fault(text: str) -> tuple[str, int | None]:
    """The first thing to fix, with a placeholder for its position, and the position."""
    opened: list[tuple[str, int]] = []
    for found in TOKEN.finditer(text):
        token, at = found[0], found.start()
        if token in PARTNERS.values():
            opened.append((token, at))
        elif token in PARTNERS:
            if not opened or opened[-1][0] != PARTNERS[token]:
                return f"the {token}{{}} has no {PARTNERS[token]}", at
            opened.pop()
        elif token[0] not in "'\"" and not NUMBER.fullmatch(token):
            return f"{token.replace('{', '{{').replace('}', '}}')!r}{{}} is not a number", at
    if opened:
        return f"the {opened[0][0]}{{}} is never closed", opened[0][1]
    return "a comma or a bracket is missing or too many", None
