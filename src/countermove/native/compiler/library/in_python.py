"""Functions that are compiled from the same, written in Python: see `standard.py`."""

from __future__ import annotations

import ast
import bisect
import heapq
import math
from typing import Any

from countermove.native.compiler import standard
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.writer import Writer

__all__: list[str] = []


_PLACES = "a, x, lo=0, hi=None"


def _in_python(function: Any, *originals: Any, takes: str) -> None:
    """Have calls of some functions compiled from the same, written in Python."""

    @intrinsic(*originals, takes=takes)
    def write(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        lazy = any(each.is_const and isinstance(each.const, Lazy | Range | Chosen) for each in arguments)
        if originals[0].__module__ == "math" and all(each.is_const for each in arguments) and not lazy:
            return c.fold(originals[0], arguments, node)
        return c.call_function(function, arguments, named, node)


_in_python(standard.factorial, math.factorial, takes="x, /")
_in_python(standard.fsum, math.fsum, takes="seq, /")
_in_python(standard.comb, math.comb, takes="n, k, /")
_in_python(standard.perm, math.perm, takes="n, k=None, /")
_in_python(standard.heappush, heapq.heappush, takes="heap, item, /")
_in_python(standard.heappop, heapq.heappop, takes="heap, /")
_in_python(standard.heapify, heapq.heapify, takes="heap, /")
_in_python(standard.heapreplace, heapq.heapreplace, takes="heap, item, /")
_in_python(standard.heappushpop, heapq.heappushpop, takes="heap, item, /")
_in_python(standard.bisect_left, bisect.bisect_left, takes=_PLACES)
_in_python(standard.bisect_right, bisect.bisect_right, bisect.bisect, takes=_PLACES)
_in_python(standard.insort_left, bisect.insort_left, takes=_PLACES)
_in_python(standard.insort_right, bisect.insort_right, bisect.insort, takes=_PLACES)
