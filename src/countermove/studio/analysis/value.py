"""The text of a value, in one place so that no value is ever written two ways.

Certain integers have no decimals, everything else has two: `0` is a proven draw, `0.00` an estimate. The minus sign is
the mathematical one, as everywhere on the page; the command line keeps the hyphen (`views/words.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

NO_DECIMALS_FROM = 1000
"""Values from here on have no decimals."""
MAX_DECIMALS = 6
"""Maximum decimals to tell two values apart."""
ROUNDING_DECIMALS = 9
"""Decimals beyond which a difference is rounding error."""
SIGNS = {"=": "", "<=": "≤ ", ">=": "≥ "}


def written(value: float, certain: bool, signed: bool = True, places: int = 2, bound: str = "=") -> str:
    """A value, signed if values may be negative; a bound is rounded outwards, so that it still holds.

    >>> written(1.0, True), written(0.0, True), written(0.0, False), written(-0.254, False), written(-1.0, True)
    ('+1', '0', '0.00', '−0.25', '−1')
    >>> written(0.34, False, signed=False), written(12345.6, False), written(-0.001, False), written(-math.inf, True)
    ('0.34', '+12,346', '0.00', '−∞')
    >>> written(0.421, False, bound="<="), written(0.429, False, bound=">=")
    ('+0.43', '+0.42')
    """
    if math.isnan(value):
        return "?"
    if math.isinf(value):
        return "−∞" if value < 0 else "+∞" if signed else "∞"
    whole = abs(value) >= NO_DECIMALS_FROM or (certain and value == int(value))
    if bound != "=":
        finest = 10 ** (0 if whole else places)
        value = (math.ceil(value * finest - 1e-9) if bound == "<=" else math.floor(value * finest + 1e-9)) / finest
    size = f"{abs(value):,.{0 if whole else places}f}"
    if not size.strip("0.,"):
        return size
    return ("−" if value < 0 else "+" if signed else "") + size


def bounded(text: str, bound: str) -> str:
    """A value with its bound.

    >>> bounded("0", "="), bounded("+1", "<=")
    ('0', '≤ +1')
    """
    return SIGNS[bound] + text


def apart(values: Sequence[float]) -> list[str]:
    """Values to compare, without plus signs: integers as they are, others with enough decimals to differ
    visibly.

    >>> apart([-1.0, 2.0]), apart([0.5, 0.25]), apart([0.0417, 0.0385])
    (['−1', '2'], ['0.50', '0.25'], ['0.042', '0.038'])
    """
    exact = [round(value, ROUNDING_DECIMALS) for value in values]
    whole = all(value == int(value) for value in exact if math.isfinite(value))
    places = decimals(exact)
    return [written(value, whole, signed=False, places=places) for value in exact]


def decimals(values: Sequence[float]) -> int:
    """The decimals that tell these values apart: two, or more if needed.

    >>> decimals([0.5, 0.25]), decimals([0.0417, 0.0418]), decimals([0.1, 0.1])
    (2, 4, 2)
    """
    exact = {round(value, ROUNDING_DECIMALS) for value in values}
    for places in range(2, MAX_DECIMALS):
        if len({written(value, False, places=places) for value in exact}) == len(exact):
            return places
    return MAX_DECIMALS
