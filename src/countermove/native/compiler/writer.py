"""The end of the chain of classes that write code; functions of the library take one as `c`."""

from __future__ import annotations

from countermove.native.compiler.array.method import ArrayMethods

__all__ = ["Writer"]


class Writer(ArrayMethods):
    """What writes expressions, statements and calls of every kind."""
