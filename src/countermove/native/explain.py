"""Why rules cannot be compiled, in one sentence an author can act on.

Numba answers with a page of text. What an author needs is the method, the line, and the reason in words of Python. The
place comes from the innermost line of the author's own files that Numba mentions. The reason comes from looking at
that line for constructs that compiled code does not have; failing that, from the few forms that Numba's messages take.
"""

from __future__ import annotations

import ast
import dis
import linecache
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from countermove.game import Game
from countermove.native import digest, rewrite

CONSTRUCTS: dict[type[ast.AST], str] = {
    ast.Dict: "it makes a dictionary",
    ast.DictComp: "it makes a dictionary",
    ast.Set: "it makes a set",
    ast.SetComp: "it makes a set",
    ast.JoinedStr: "it formats a string",
    ast.GeneratorExp: "it uses a generator expression; write a loop",
    ast.Try: "it uses try",
    ast.With: "it uses with",
    ast.Lambda: "it uses lambda",
    ast.Import: "it imports inside a method",
    ast.ImportFrom: "it imports inside a method",
    ast.Match: "it uses match; use if",
    ast.Global: "it changes a global variable",
    ast.Delete: "it uses del",
    ast.Starred: "it unpacks with a star",
}
HINT = "compiled rules use numbers, tuples, arrays, loops and functions made of them"
OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "and_": "&",
    "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">",
    "ge": ">=", "getitem": "[ ]", "setitem": "[ ] =", "contains": "in", "neg": "-", "invert": "~", "iadd": "+=",
    "isub": "-=", "imul": "*=", "ior": "|=", "iand": "&=", "ixor": "^=", "is_": "is", "is_not": "is not",
}  # fmt: skip


def opening(cls: type) -> str:
    """How every such sentence begins."""
    return f"{cls.__name__} runs interpreted, not compiled: "


def sentence(game: Game, kind: Any, error: BaseException) -> str:
    """One sentence for an error that the compiler raised."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    functions = dict(_functions(type(game)))
    place = _place(text, functions) or _method(text, functions) or _suspect(functions)
    if place is None:
        return f"{opening(type(game))}{_reason(text, None)}."
    name, path, line = place
    where = f"{name} ({Path(path).name} line {line})" if Path(path).exists() else f"{name} (line {line})"
    return f"{opening(type(game))}{where} cannot be compiled: {_reason(text, functions[name], line)}."


def _functions(cls: type) -> Iterator[tuple[str, FunctionType]]:
    """The rules and the helper functions they reach, by the names to call them by in a sentence."""
    waiting = [(name, function) for (name, _), function in digest.reached(cls).items()]
    seen = set()
    while waiting:
        name, function = waiting.pop()
        if function.__code__ in seen:
            continue
        seen.add(function.__code__)
        yield name, function
        for other, value in digest.surroundings(function).items():
            value = digest.uncached(value)
            if isinstance(value, FunctionType) and digest.is_authors(value.__module__):
                waiting.append((other, value))


def _place(text: str, functions: dict[str, FunctionType]) -> tuple[str, str, int] | None:
    """The innermost method, file and line of the author's that the message mentions."""
    mentions = re.findall(r'(?:File "(?P<a>[^"]+)", line (\d+))|(?:(?:at|from) (\S[^\n]*?) \((\d+)\))', text)
    for one, one_line, other, other_line in mentions:
        path, line = one or other, int(one_line or other_line)
        for name, function in functions.items():
            code = function.__code__
            same = Path(code.co_filename).name == Path(path).name
            lines = [n for c in digest.codes(code) for _, _, n in c.co_lines() if n]
            if same and lines and min(lines) <= line <= max(lines):
                return name, code.co_filename, line
    return None


def _method(text: str, functions: dict[str, FunctionType]) -> tuple[str, str, int] | None:
    """The innermost method that the message names without a line."""
    found = re.search(r"BoundFunction\(\(<[^>]*>, '(\w+)'\)", text)
    name = found[1].partition("__")[0] if found else ""
    for start, method in (("actions are ints", "actions"), ("chances gives", "chances"), ("result: ", "result")):
        name = method if start in text else name
    if name not in functions:
        return None
    code = functions[name].__code__
    missing = re.search(r"name '(\w+)' is not defined", text)
    wanted = {"actions": "YIELD_VALUE", "chances": "YIELD_VALUE", "result": "RETURN_VALUE"}.get(name)
    line = code.co_firstlineno
    for instruction in dis.get_instructions(code):
        at = instruction.positions.lineno if instruction.positions else None
        if at and (instruction.argval == missing[1] if missing else instruction.opname == wanted):
            line = at
            break
    return name, code.co_filename, line


def _suspect(functions: dict[str, FunctionType]) -> tuple[str, str, int] | None:
    """The first line with a construct that compiled code does not have."""
    for name, function in functions.items():
        definition = rewrite.syntax(function)
        for node in ast.walk(definition) if definition else ():
            if isinstance(node, tuple(CONSTRUCTS)) and hasattr(node, "lineno"):
                return name, function.__code__.co_filename, node.lineno
    return None


def _reason(text: str, function: FunctionType | None, line: int = 0) -> str:
    found = _known(text)
    if found:
        return found
    source = linecache.getline(function.__code__.co_filename, line) if function else ""
    return _construct(source) or _message(text) or f"the compiler does not know how; {HINT}"


def _known(text: str) -> str | None:
    """A reason that was given in an author's words to begin with."""
    found = re.search(
        r"((?:actions are ints|chances gives pairs|result: |put needs|features gives|self\.\w+ is )[^\n]*)", text
    )
    if found:
        return found[1].removeprefix("result: ").strip()
    return None


def _construct(source: str) -> str | None:
    """What on a line of source compiled code does not have."""
    source = source.strip()
    for attempt in (source, f"{source}\n    pass", f"if 1: pass\n{source}\n    pass", f"try: pass\n{source}\n    pass"):
        try:
            tree = ast.parse(attempt)
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            for construct, words in CONSTRUCTS.items():
                if isinstance(node, construct):
                    return f"{words}, which compiled rules cannot" if ";" not in words else words
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                return f"it uses a string; {HINT}"
        break
    return None


def _message(text: str) -> str | None:
    """What the compiler says, where it takes one of its usual forms."""
    found = re.search(r"Cannot unify (.+?) and (.+?) for '(\$?)([^'.]+)", text)
    if found:
        return f"{'a value' if found[3] else found[4]} is sometimes {_kind(found[1])} and sometimes {_kind(found[2])}"
    found = re.search(r"Can't unify return type from the following types: ([^\n]+)", text)
    if found:
        kinds = [_kind(kind) for kind in _split(found[1])]
        return f"it returns now {', now '.join(dict.fromkeys(kinds))}; let it always return the same kind"
    found = re.search(r"NameError: (?:global )?name '(\w+)' is not defined", text)
    if found:
        return f"there is no {found[1]}"
    found = re.search(r"The use of a (?:reflected )?(\w+)[^,]* type, assigned to variable '(\w+)' in globals", text)
    if found:
        return f"it uses {found[2]}, {_a(found[1])}; {HINT}"
    if "Int value is too large" in text:
        return "it uses a number beyond 64 bits"
    found = re.search(r"Untyped global name '([\w.]+)'", text)
    if found and "builtin_function_or_method" in text:
        return f"it uses {found[1]}, which compiled rules do not have; write a loop"
    if found:
        kind = re.search(r"Cannot determine Numba type of <class '([\w.]+)'>", text)
        return f"it uses {found[1]}, {_a(kind[1]) if kind else 'which the compiler does not know'}; {HINT}"
    found = re.search(r"Cannot determine Numba type of <class '([\w.]+)'>", text)
    if found:
        return f"it uses {_a(found[1])}; {HINT}"
    found = re.search(r"Unknown attribute '(\w+)' of type Module\(<module '([\w.]+)'", text)
    if found:
        return f"it uses {found[2]}.{found[1]}; {HINT}"
    found = re.search(r"Unknown attribute '(\w+)' of type ([^\n]+)", text)
    if found:
        return f"{_kind(found[2])} has no {found[1]} in compiled rules"
    found = re.search(
        r"Function\(<(?:built-in function|class) '?([\w.]+)[^)]*\)\s*found for signature:\s*>>> \w+\(([^\n]*)\)", text
    )
    if found:
        name = OPERATORS.get(found[1], found[1])
        return f"{name} does not work with {' and '.join(_kind(kind) for kind in _split(found[2]))} in compiled rules"
    if "GET_YIELD_FROM_ITER" in text:
        return "it uses yield from, and without its source (at Python's prompt) that cannot be rewritten; write a loop"
    found = re.search(r"unsupported opcode \((\w+)\)", text)
    if found:
        return f"it uses a part of Python ({found[1].lower().replace('_', ' ')}) that compiled rules do not have"
    return None


def _split(kinds: str) -> list[str]:
    """A list of types, cut at the commas outside brackets."""
    parts, depth, part = [], 0, ""
    for sign in kinds:
        depth += (sign in "([{<") - (sign in ")]}>")
        if sign == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += sign
    return [item for item in [*parts, part.strip()] if item]


def _kind(kind: str) -> str:
    """A compiled type, written by Numba, in words."""
    kind = kind.strip().strip("`'")
    literal = re.match(r"Literal\[(\w+)\]", kind)
    if literal:
        kind = literal[1]
    for pattern, words in (
        (r"u?int\d*\b", "an int"), (r"float\d*\b", "a float"), (r"bool", "a bool"), (r"none|None", "nothing"),
        (r"unicode|str", "a string"), (r"(Uni)?Tuple|.*\bx \d+\)", "a tuple"), (r"array", "an array"),
        (r"reflected list|list|List", "a list"), (r"Dict", "a dictionary"), (r"set|Set", "a set"),
    ):  # fmt: skip
        if re.match(pattern, kind):
            return words
    named = re.match(r"(\w+)[(<]", kind)
    return f"a {named[1]}" if named else kind


def _a(name: str) -> str:
    name = name.rpartition(".")[2]
    name = "class" if name in ("type", "ABCMeta") else name
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
