"""Functions that are compiled from the same, written in Python: see `standard.py`."""

from __future__ import annotations

import ast
import bisect
import heapq
import math
from typing import Any

from countermove.native.compiler import standard
from countermove.native.compiler.code import Value
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.writer import Writer

__all__: list[str] = []


def _in_python(function: Any, *originals: Any) -> None:
    """Have calls of some functions compiled from the same, written in Python."""

    @intrinsic(*originals)
    def write(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        if originals[0].__module__ == "math" and all(each.is_const for each in arguments):
            return c.fold(originals[0], arguments, node)
        return c.call_function(function, arguments, named, node)


_in_python(standard.factorial, math.factorial)
_in_python(standard.comb, math.comb)
_in_python(standard.perm, math.perm)
_in_python(standard.heappush, heapq.heappush)
_in_python(standard.heappop, heapq.heappop)
_in_python(standard.heapify, heapq.heapify)
_in_python(standard.heapreplace, heapq.heapreplace)
_in_python(standard.heappushpop, heapq.heappushpop)
_in_python(standard.bisect_left, bisect.bisect_left)
_in_python(standard.bisect_right, bisect.bisect_right, bisect.bisect)
_in_python(standard.insort_left, bisect.insort_left)
_in_python(standard.insort_right, bisect.insort_right, bisect.insort)
