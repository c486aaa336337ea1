"""Functions compiled from Python versions: see `standard.py`."""

from __future__ import annotations

import ast
import bisect
import heapq
import math
import statistics
from typing import Any

from countermove.native.compiler import standard
from countermove.native.compiler.code import Value
from countermove.native.compiler.compiled_call import PLACED
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.writer import Writer

_PLACES = "a, x, lo=0, hi=None"


def _is_plain(value: Value) -> bool:
    return value.is_const and not isinstance(value.const, PLACED)


def _in_python(function: Any, *originals: Any, takes: str) -> None:
    """Register functions to be compiled from a Python version."""

    @intrinsic(*originals, takes=takes)
    def write(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        if originals[0].__module__ == "math" and all(map(_is_plain, (*arguments, *named.values()))):
            return c.fold(originals[0], arguments, node, **{name: each.const for name, each in named.items()})
        return c.call_function(function, arguments, named, node)


_in_python(standard.perm, math.factorial, takes="x, /")
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
_in_python(standard.is_close, math.isclose, takes="a, b, *, rel_tol=1e-09, abs_tol=0.0")
_in_python(standard.mean, statistics.mean, statistics.fmean, takes="data")
_in_python(standard.median, statistics.median, takes="data")
_in_python(standard.median_low, statistics.median_low, takes="data")
_in_python(standard.median_high, statistics.median_high, takes="data")
_in_python(standard.mode, statistics.mode, takes="data")
