"""Rules that call themselves, found by reading them.

A method that comes back to itself by way of `self` is plain Python but nothing the compiler can take: it finds out what
a method returns by going through it, and would have to know that already. It takes many seconds to give up and cannot
say why, so rules are read first. (A function outside the class may call itself: there the compiler looks no method up.)
"""

from __future__ import annotations

import functools
from pathlib import Path
from types import FunctionType
from typing import Any

from countermove.native import digest

__all__ = ["sentence"]


def sentence(kernel: Any, cls: type) -> str | None:
    """What to say where rules that a kernel asks call themselves; None where they do not."""
    found = _circle(cls, _contract(kernel.py_func))
    if found is None:
        return None
    (name, path, line), *others = found
    where = f"{name} ({Path(path).name} line {line})" if Path(path).exists() else f"{name} (line {line})"
    way = f" by way of {', '.join(other for other, _, _ in others)}" if others else ""
    return (
        f"{where} calls itself{way}, and a compiled method cannot; write a loop, or move it out of the class: "
        "a function may call itself"
    )


Method = tuple[str, type]
"""A method, by its name and the class that defines it."""
Step = tuple[str, str, int]
"""A method, and the file and the line where it calls the next one."""


def _circle(cls: type, methods: tuple[str, ...]) -> list[Step] | None:
    """The methods of a circle, each calling the next and the last one the first; None where there is none."""
    functions = digest.reached(cls, methods)
    done: set[Method] = set()

    def follow(method: Method, passed: dict[Method, Step]) -> list[Step] | None:
        if method in passed:
            return list(passed.values())[list(passed).index(method) :]
        if method not in functions or method in done:
            return None
        code = functions[method].__code__
        for name, line in digest.taken(code):
            if name is not None and digest.method(cls, name) is not None:
                step = (method[0], code.co_filename, line)
                found = follow((name, digest.owner_of(cls, name)), {**passed, method: step})
                if found:
                    return found
        done.add(method)
        return None

    return next(filter(None, (follow(method, {}) for method in functions)), None)


@functools.cache
def _contract(kernel: FunctionType) -> tuple[str, ...]:
    """The methods of the contract that a kernel asks, itself or by the functions that it calls."""
    names: set[str] = set()
    seen: set[FunctionType] = set()
    waiting = [kernel]
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        names |= digest.names_in(function)
        around = [getattr(value, "py_func", value) for value in digest.surroundings(function).values()]
        waiting += [each for each in around if isinstance(each, FunctionType) and "countermove" in each.__module__]
    return tuple(name for name in digest.CONTRACT if name in names)
