"""Why rules are not compiled, in sentences: the method, the line, the reason, and what to write instead.

A refusal is stored on disk beside compiled code, while the files it mentions stay the same.
"""

from __future__ import annotations

import contextlib
import hashlib
import linecache
import pickle
import re
from pathlib import Path
from typing import Any

from countermove.errors import NativeError
from countermove.game import Game
from countermove.native import cache, digest, layout
from countermove.native import kernel as kernels
from countermove.native.compiler.kinds import Kind
from countermove.native.compiler.program import Unsupported

REWRITES = (
    (r"with", "it uses with; rules only compute: read files into a constant at the top of the file"),
    (r"a class inside a method", "it defines a class inside a method; define it at the top of the file"),
    (r"async|await", "it is async; write plain functions"),
    (r"except\*", "it uses except*; write except"),
    (r"yield( from)? inside an expression", r"it uses \g<0>; make yield a separate statement"),
    (r"a format in a string", "it formats a number in a string; write {value} without a format, or do it in `text`"),
    (
        r"it calls getattr",
        "it calls getattr with a name computed at run time; write the name out, or use a dict",
    ),
    (r"there is no (\w+)", r"\1 is not defined: misspelt, or defined only on some paths"),
    (
        r"a constant is changed; copy it first",
        "it changes a constant; keep what changes in the state, or change a copy: list(...), dict(...)",
    ),
    (
        r"(\w+) is assigned on an object; make a new one",
        r"it sets .\1 on an object; keep it in the state, and make a new one with _replace or dataclasses.replace",
    ),
    (
        r"an attribute is changed on an object; make a new one",
        "it changes an object; keep it in the state, and make a new one with _replace or dataclasses.replace",
    ),
    (
        r"it creates an? (\w+); states are .*",
        r"it creates a \1; make it a NamedTuple or a frozen dataclass, or use numbers and tuples",
    ),
    (r"the generator (\w+) calls itself", r"the generator \1 is recursive; return a list instead"),
    (
        r"a tuple has no (append|extend|insert|remove|pop|clear|sort|reverse|add|discard|update)",
        r"it calls \1 on a tuple or a constant list; keep what changes in the state, or change a copy: "
        r"list(...)",
    ),
    (
        r"(\w+) of a (list|set|dict|dictionary) that is a constant.*",
        r"it calls \1 on a constant \2; keep what changes in the state, or change a copy: \2(...)",
    ),
    (r"pop of a dictionary with a default", "it calls pop on a dict with a default; test with `in` first"),
    (r"it calls ([\w.]+)", r"it calls \1, which is not supported; write your own version"),
    (r"\*\* in a call", "it passes keyword arguments with **; write them out"),
    (r"\*\* in a dictionary", "it merges dicts with **; add the items one by one"),
    (r"the types of its values do not settle", "its values keep changing their types; use one type per variable"),
    (r"a relative import inside a method.*", "it imports inside a method; import at the top of the file"),
)
"""Bare reasons, and how they are worded."""


def full(reason: str) -> str:
    """A reason with what to write instead."""
    for pattern, rewrite in REWRITES:
        found = re.fullmatch(pattern, reason)
        if found:
            return found.expand(rewrite)
    return reason


def sentence(game: Game | None, error: Exception) -> str:
    """Why a game is not compiled, as one sentence."""
    opening = kernels.opening(type(game)) if game is not None else ""
    if not isinstance(error, Unsupported):
        return f"{opening}{error}."
    if error.function is None:
        return f"{opening}{full(error.reason)}."
    return f"{opening}{_place(error)} cannot be compiled: {full(error.reason)}."


def refusal(game: Game, state: Kind, error: Exception) -> NativeError:
    """The error for rules that cannot be compiled: a sentence, and one per problem found."""
    from countermove.native import survey  # here, since it imports the compiler

    found = survey.problems(game, state)
    first = error if isinstance(error, Unsupported) else Unsupported(str(error))
    if _is_whole(first):
        first = Unsupported(first.reason)
    if first.function is None or not digest.is_authors(first.function.__module__):
        if found and not _is_whole(first):
            first = found[0]
        elif first.function is not None:
            first = Unsupported(first.reason)
    if first.function is not None:
        found = [first, *(each for each in found if _spot(each) != _spot(first))]
    told = tuple(f"{_place(each)}: {full(each.reason)}" for each in found)
    return NativeError(sentence(game, first), told)


def of_state(game: Game, error: Exception) -> NativeError:
    """The error for states that compiled code cannot hold."""
    name = "initial"
    with contextlib.suppress(NativeError):
        layout.of_state(game.initial())
        name = "result"  # the first state is fine, so a later one is not
    function: Any = digest.method(type(game), name) or getattr(type(game), name)
    where = Unsupported(str(error), None, function)
    where.line = function.__code__.co_firstlineno
    return NativeError(sentence(game, where), (f"{_place(where)}: {full(where.reason)}",))


def _is_whole(error: Unsupported) -> bool:
    """Whether an error deliberately names no location."""
    return error.reason.startswith("the source of")


def _spot(error: Unsupported) -> tuple[str, int]:
    assert error.function is not None
    return error.function.__code__.co_filename, error.line


def _place(error: Unsupported) -> str:
    assert error.function is not None
    path = Path(error.function.__code__.co_filename)
    where = f"{path.name} line {error.line}" if path.exists() else f"line {error.line}"
    return f"{error.function.__name__} ({where})"


# Refusals on disk.


def _name(key: str) -> str:
    return f"{key[:32]}-refused"


def _files(text: str) -> dict[str, str]:
    """A hash of every source file that Python has read and that a text mentions."""
    named = set(re.findall(r"\(([^()]*?) line \d+\)", text))
    found = {}
    for path in list(linecache.cache):
        if Path(path).name in named:
            found[path] = hashlib.sha256(Path(path).read_bytes()).hexdigest() if Path(path).exists() else ""
    return found


def remember(key: str, error: NativeError) -> None:
    """Store a refusal, so that the next process need not look again."""
    try:
        files = _files(" ".join([str(error), *error.problems]))
        cache.write(_name(key), pickle.dumps((str(error), error.problems, files)))
    except OSError:
        return


def require_none(key: str) -> None:
    """Raise a stored refusal if its files have not changed since."""
    stored = cache.read(_name(key))
    if stored is None:
        return
    try:
        text, problems, files = pickle.loads(stored)
        same = all(hashlib.sha256(Path(path).read_bytes()).hexdigest() == mark for path, mark in files.items() if mark)
    except Exception:  # a damaged entry is dropped
        same = False
    if same:
        raise NativeError(text, problems)
    cache.remove(_name(key))
