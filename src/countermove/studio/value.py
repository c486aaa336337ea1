"""A value as every page of the studio writes it, in one place so that one value is never written two ways.

What is certain and whole stands without decimals, everything else with two: so `0` is a proven draw and `0.00` an
estimate. Signs are those of mathematics, as in all that a page shows; the command line keeps the hyphen, which every
terminal has (`views/words.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["apart", "bounded", "written"]

MANY = 1000
"""From here on nobody reads decimals."""
FINEST = 4
"""Decimals beyond which two values may look the same."""
NOISE = 9
"""Decimals beyond which a difference is what rounding has left."""
SIGNS = {"=": "", "<=": "≤ ", ">=": "≥ "}


def written(value: float, certain: bool, signed: bool = True, places: int = 2, bound: str = "=") -> str:
    """A value, with a sign where values may be below 0; a bound is rounded outwards, so that it still holds.

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
    whole = abs(value) >= MANY or (certain and value == int(value))
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
    """Values that are to be compared, without plus signs: whole numbers as they are, and of the others so many decimals
    that different ones look different.

    >>> apart([-1.0, 2.0]), apart([0.5, 0.25]), apart([0.0417, 0.0385])
    (['−1', '2'], ['0.50', '0.25'], ['0.042', '0.038'])
    """
    exact = [round(value, NOISE) for value in values]
    whole = all(value == int(value) for value in exact if math.isfinite(value))
    told: list[str] = []
    for places in range(2, FINEST + 1):
        told = [written(value, whole, signed=False, places=places) for value in exact]
        if len(set(told)) == len(set(exact)):
            break
    return told
