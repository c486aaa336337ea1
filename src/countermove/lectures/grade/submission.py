"""A student's file, read without running it: which function to grade, in which style, and what to fill in.

Three styles are told apart by what the function asks for:

    game    minimax(game, state), alphabeta(game, state, depth)     a parameter is called game
    node    value(state), max_value(state, alpha, beta)             it calls successors(state), utility(state), ...
    tree    minimax(tree), max_value(node)                          nested lists of numbers; everything else

Parameters are filled by their names: game; state, node or tree; depth; alpha and beta; player; maximizing; color. A
parameter that has a default and a name not listed is left alone.
"""

from __future__ import annotations

import ast
import builtins
import re
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from countermove.errors import SpecError
from countermove.lectures.grade.player import called, compared_text, starts_of

Style = Literal["game", "node", "tree", "own"]
ALGORITHMS: Final = ("minimax", "alphabeta", "expectimax", "expectiminimax")
ROLES: Final = {
    "game": "game problem",
    "state": "state node tree s n t root position board successor",
    "depth": "depth d limit max_depth maxdepth depth_limit cutoff ply plies depth_left",
    "alpha": "alpha a α",
    "beta": "beta b β",
    "player": "player agent agent_index agentindex index turn",
    "maximizing": "maximizing maximizing_player maximizingplayer is_max ismax maximize is_maximizing max_turn",
    "color": "color colour sign",
}
ROLE_OF: Final = {word: role for role, words in ROLES.items() for word in words.split()}
WHOLE: Final = 99
"""A depth that no tree here has."""
PARSING: Final = threading.Lock()
"""A folder is graded by several threads, and Python 3.11 counts the depth of nested syntax for all of them together."""
HELPERS: Final = {
    "successors", "children", "is_terminal", "terminal", "terminal_test", "utility", "evaluate", "player", "actions",
    "result", "probability", "chances",
}  # fmt: skip
NAMED: Final = (
    ("expectiminimax", r"expecti?_?mini?_?max"),
    ("expectimax", r"expecti?_?max|^exp_?max"),
    ("alphabeta", r"alpha_?beta|^ab_|_ab$|^ab$"),
    ("minimax", r"min_?i?_?max|nega_?max"),
    ("", r"^value$|^state_?value$|^node_?value$|^search$|decision|^best_?action|^choose"),
    ("", r"^max_?value$|^maximize$"),
)
"""What functions are called, the most telling first, and the algorithm that the name promises."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A function to grade."""

    path: Path
    function: str
    line: int
    style: Style
    algorithm: str
    roles: tuple[tuple[str, str], ...]
    """The parameters to fill and what with."""
    limited: bool
    """Whether it takes a depth, and evaluates where it stops."""
    chooses: bool
    """Whether its name says that it answers with an action."""
    unlimited: int | None
    """The depth to pass for the whole tree; None when the parameter may be left out, or is not there."""
    negamax: bool
    """Whether it negates what comes up from a child."""
    lopsided: bool
    """Whether it updates one bound in several places and the other nowhere."""
    text: tuple[int, str] | None
    """The line and the text with which a player, who is a number, is compared."""
    starts: tuple[int | str, ...] = (0,)
    """What the parameter player may mean at the root: the numbers and words that the code compares it with."""
    start: int | str = 0
    """What it is taken to mean."""


def read(path: Path, function: str | None = None, algorithm: str | None = None) -> Submission:
    """The function of a file to grade: the one that is named, or the one that looks like a search."""
    tree = parse(path)
    defined = _defined(tree)
    if algorithm is not None and algorithm not in ALGORITHMS:
        raise SpecError(f"{algorithm!r} cannot be graded; use {', '.join(ALGORITHMS[:-1])} or {ALGORITHMS[-1]}.")
    chosen = _named(path, defined, function) if function is not None else _found(path, tree, defined, algorithm)
    roles = _roles(path, chosen)
    style: Style = "game" if "game" in roles.values() else "node" if _asks_successors(tree) else "tree"
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    depth = next((name for name, role in roles.items() if role == "depth"), None)
    if depth is not None and _default(chosen, depth) == 0:
        del roles[depth]  # it counts up from 0: not a limit
        depth = None
    player = next((name for name, role in roles.items() if role == "player"), None)
    starts = starts_of(chosen, player, style == "tree") if player else (0,)
    limited = depth is not None and style != "tree" and any(name.lower().startswith("eval") for name in names)
    return Submission(
        path,
        chosen.name,
        chosen.lineno,
        style,
        algorithm or _algorithm(chosen, defined, names),
        tuple(roles.items()),
        limited,
        re.search(r"action|decision|choose|move", chosen.name.lower()) is not None,
        WHOLE if depth is not None and not _may_be_none(dict(_parameters(chosen))[depth]) else None,
        _negates(tree, chosen, set(defined)),
        _lopsided(tree),
        compared_text(tree),
        starts,
        starts[0],
    )


def parse(path: Path) -> ast.Module:
    """The syntax of a file."""
    if path.is_dir():
        raise SpecError(f"{str(path)!r} is a folder; give the path of a Python file with a search in it.")
    if not path.is_file():
        raise SpecError(f"There is no file {str(path)!r}; give the path of a Python file with a search in it.")
    try:
        with PARSING:
            return ast.parse(path.read_bytes(), str(path))
    except OSError as error:
        raise SpecError(f"{path.name} cannot be read: {error.strerror}.") from None
    except SyntaxError as error:
        where = f"{path.name} line {error.lineno}" if error.lineno else path.name
        raise SpecError(f"{where} is not Python: {error.msg}.") from None
    except (ValueError, RecursionError, MemoryError, UnicodeDecodeError) as error:
        raise SpecError(f"{path.name} is not Python: {error}.") from None


def _defined(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """The functions of a file by name, with those that are written as `name = lambda ...`."""
    found: dict[str, ast.FunctionDef] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Lambda):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    made = ast.FunctionDef(target.id, node.value.args, [ast.Return(node.value.body)], [])
                    found[target.id] = ast.copy_location(made, node)
    return found


def _named(path: Path, defined: dict[str, ast.FunctionDef], function: str) -> ast.FunctionDef:
    if function not in defined:
        has = f"its functions are {', '.join(defined)}" if defined else "it defines no function at its top level"
        raise SpecError(f"{path.name} has no function {function!r}; {has}.")
    return defined[function]


def _found(path: Path, tree: ast.Module, defined: dict[str, ast.FunctionDef], algorithm: str | None) -> ast.FunctionDef:
    """The function that looks like a search and that no other such function calls."""
    ranks = {name: rank for name in defined if (rank := _rank(name)) is not None}
    if not ranks:
        inside = next((node for node in tree.body if isinstance(node, ast.ClassDef)), None)
        if inside:
            raise SpecError(
                f"{path.name} has no function called minimax, alphabeta, expectimax, value or max_value; the class "
                f"{inside.name} (line {inside.lineno}) is not looked into, so write a function that uses it, as "
                f"def minimax(game, state): return {inside.name}(...).minimax(state)."
            )
        has = f"its functions are {', '.join(defined)}" if defined else "it defines no function at its top level"
        raise SpecError(
            f"{path.name} has no function called minimax, alphabeta, expectimax, value or max_value; {has}. "
            "Name the one to grade with --function."
        )
    calls = {name: _calls(defined[name]) for name in defined}
    entries = [name for name in ranks if not any(name in calls[other] for other in defined if other != name)]
    if algorithm and len(entries) > 1:
        entries = [name for name in entries if NAMED[ranks[name]][0] in (algorithm, "")] or entries
    entries = entries or [min(ranks, key=lambda name: ranks[name])]
    searches = [name for name in entries if NAMED[ranks[name]][0]] or entries
    if len(searches) > 1:
        raise SpecError(
            f"{path.name} has several searches ({', '.join(searches)}); "
            f"say which to grade, as --function {searches[0]}."
        )
    return defined[searches[0]]


def _rank(name: str) -> int | None:
    return next((rank for rank, (_, words) in enumerate(NAMED) if re.search(words, name.lower())), None)


def _reached(function: ast.FunctionDef, defined: dict[str, ast.FunctionDef]) -> list[ast.FunctionDef]:
    """A function, those inside it, and all that they call."""
    found = {function.name: function}
    waiting = [function]
    while waiting:
        here = waiting.pop()
        inner = [node for node in ast.walk(here) if isinstance(node, ast.FunctionDef)]
        for each in (*inner, *(defined[name] for name in _calls(here) if name in defined)):
            if each.name not in found:
                found[each.name] = each
                waiting.append(each)
    return list(found.values())


def _calls(function: ast.FunctionDef) -> set[str]:
    return {
        node.func.id for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def _parameters(function: ast.FunctionDef) -> list[tuple[str, ast.expr | None]]:
    """Parameters with their defaults."""
    given = function.args
    places = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(places) - len(given.defaults)) + list(given.defaults)
    return [(each.arg, default) for each, default in zip(places, defaults)] + [
        (each.arg, default) for each, default in zip(given.kwonlyargs, given.kw_defaults)
    ]


def _default(function: ast.FunctionDef, name: str) -> object:
    default = dict(_parameters(function)).get(name)
    return default.value if isinstance(default, ast.Constant) else None


def _may_be_none(default: ast.expr | None) -> bool:
    return isinstance(default, ast.Constant) and default.value is None


OWN = ("player", "maximizing", "color", "alpha", "beta")
"""What a default is the student's own word for: how a search begins at the root."""


def _roles(path: Path, function: ast.FunctionDef) -> dict[str, str]:
    """What each parameter is to be filled with; a sentence when that cannot be told."""
    parameters = _parameters(function)
    signature = f"{function.name}({', '.join(name for name, _ in parameters)})"
    place = f"{path.name} line {function.lineno}: {signature}"
    if function.args.posonlyargs:
        raise SpecError(f"{place} has parameters before a slash, which cannot be filled by name; leave the slash out.")
    roles: dict[str, str] = {}
    for name, default in parameters:
        role = ROLE_OF.get(name.lower())
        if role in OWN and default is not None:
            continue
        if role is not None and role not in roles.values():
            roles[name] = role
        elif default is None:
            if "state" in roles.values() or (role is None and any(_role(other) == "state" for other, _ in parameters)):
                raise SpecError(
                    f"{place} has the parameter {name!r}, which cannot be filled; known are game, state (or node, "
                    "tree), depth, alpha, beta, player, maximizing and color, and others need a default."
                )
            roles[name] = "state"
    if "state" not in roles.values():
        raise SpecError(
            f"{place} takes no state; it should be like minimax(game, state), value(state) or minimax(tree)."
        )
    return roles


def _role(name: str) -> str | None:
    return ROLE_OF.get(name.lower())


def _asks_successors(tree: ast.Module) -> bool:
    """Whether the file uses the words of the pseudocode without defining them, or the attributes of a node."""
    nodes = list(ast.walk(tree))
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)} | set(dir(builtins))
    used = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return bool((used - bound) & HELPERS or attributes & {"children", "successors", "is_terminal", "probability"})


def _negates(tree: ast.Module, function: ast.FunctionDef, defined: set[str]) -> bool:
    """Whether the code negates the value of a search of its own."""
    if "nega" in function.name.lower() or any(_role(name) == "color" for name, _ in _parameters(function)):
        return True
    negated = [
        node.operand for node in ast.walk(tree) if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    ]
    calls = [node for each in negated for node in ast.walk(each) if isinstance(node, ast.Call)]
    own = defined | {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return any(called(call) in own for call in calls)


def _lopsided(tree: ast.Module) -> bool:
    """Whether the code assigns to alpha often and never to beta, or the other way round."""
    written = [node for node in ast.walk(tree) if isinstance(node, (ast.Assign, ast.AugAssign))]
    targets = [
        target for node in written for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    roles = [_role(target.id) for target in targets if isinstance(target, ast.Name)]
    fewer, more = sorted((roles.count("alpha"), roles.count("beta")))
    return fewer == 0 and more > 1


def _algorithm(function: ast.FunctionDef, defined: dict[str, ast.FunctionDef], names: set[str]) -> str:
    """What the function promises: by its name, by its parameters, by the functions beside it."""
    rank = _rank(function.name)
    promised = NAMED[rank][0] if rank is not None else ""
    called = _reached(function, defined)
    windows = any({"alpha", "beta"} <= {_role(name) for name, _ in _parameters(each)} for each in called)
    if promised in ("expectimax", "expectiminimax", "alphabeta"):
        return promised
    if windows:
        return "alphabeta"
    if promised:
        return promised
    averages = any(re.search(r"exp_?(ect)?|chance", name.lower()) for name in defined)
    if averages or names & {"probability", "chances"}:
        return "expectiminimax" if any(re.search(r"^min", name.lower()) for name in defined) else "expectimax"
    return "minimax"
