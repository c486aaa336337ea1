"""Positions as text, for games without their own notation: the fields of the state, `counters=60,mover=0`.

Text reads back as the same state (`literal.py` has the format of each kind of value). The items of a plain tuple are
numbered, `0=3,1=(4,5)`; a bare value is called `state`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from countermove import literal
from countermove.errors import SpecError
from countermove.values import is_record

__all__ = ["fields", "read", "split_list", "write"]


def fields(state: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a state with their names, or their numbers if they have none."""
    if hasattr(state, "_fields"):
        yield from zip(state._fields, state)
    elif is_record(state):
        yield from literal.given_fields(state)
    elif isinstance(state, tuple) and state:
        yield from ((str(index), value) for index, value in enumerate(state))
    else:
        yield "state", state


def write(state: Any, home: str = "") -> str:
    """A state as text; `home` is the module of the game, whose classes may be named.

    >>> write((3, (4, 5)))
    '0=3,1=(4,5)'
    """
    inside = isinstance(state, tuple) and not hasattr(state, "_fields")
    return ",".join(f"{name}={literal.write(value, home, not inside)}" for name, value in fields(state))


def read(text: str, model: Any, home: str = "") -> Any:
    """The state of a text, of the same type as `model`.

    >>> read("0=1,1=(2,3)", (3, (4, 5)))
    (1, (2, 3))
    """
    given = dict(part.split("=", 1) for part in split_list(text) if "=" in part)
    given = {name.strip(): value for name, value in given.items()}
    models = dict(fields(model))
    if isinstance(model, tuple) and not hasattr(model, "_fields"):  # its length may vary
        models = {"state": model} if "state" in given else {str(n): models.get(str(n)) for n in range(len(given))}
    if sorted(given) != sorted(models):
        names = ", ".join(name for name, _ in fields(model))
        raise SpecError(f"The position {text!r} must give each of: {names} (as in {write(model, home)!r}).")
    values = {}
    hints = {"state": str} if isinstance(model, str) else literal.hints(type(model))
    reader = literal.Reader(_known(model, home))
    for name, like in models.items():
        try:
            values[name] = reader.read(given[name], like, hints.get(name))
        except (ValueError, SyntaxError, TypeError, KeyError, OverflowError, MemoryError, RecursionError):
            shown = given[name] if given[name].isprintable() else repr(given[name])
            raise SpecError(
                f"The position {text!r} gives {name}={shown}; expected a value like {literal.write(like, home)}."
            ) from None
    if hasattr(model, "_fields") or is_record(model):
        return type(model)(**values)
    if "state" in values:
        return values["state"]
    return tuple(values.values())


def _known(model: Any, home: str) -> dict[str, type]:
    """The classes that a position may name: those of the game's module, of the state's, and of its parts'."""
    found: dict[str, type] = {}
    waiting = [type(model), *(type(value) for _, value in fields(model))]
    while waiting:
        cls = waiting.pop()
        if literal.is_named(cls) and cls.__name__ not in found:
            found[cls.__name__] = cls
            found = {**literal.classes(cls.__module__), **found}
            waiting += [one for hint in literal.hints(cls).values() for one in literal.options(hint)]
    return {**literal.classes(home), **found}


def split_list(text: str) -> list[str]:
    """`text` split at commas outside brackets and quotes.

    >>> split_list("n=7,tree=[[1,2],[3]],x='a,b'")
    ['n=7', 'tree=[[1,2],[3]]', "x='a,b'"]
    """
    parts, depth, quote, part = [], 0, "", ""
    escaped = False
    for sign in text:
        if escaped:
            escaped = False
        elif quote:
            escaped = sign == "\\"
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "," and depth == 0:
            parts.append(part)
            part = ""
            continue
        part += sign
    return [*parts, part] if part.strip() or parts else []
