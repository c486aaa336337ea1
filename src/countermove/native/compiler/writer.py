"""The last class in the chain of code writers; library functions take one as `c`."""

from __future__ import annotations

from countermove.native.compiler.array.method import ArrayMethods


class Writer(ArrayMethods):
    """Writes expressions, statements and calls of every kind."""
