"""A student's program, read without running it: which functions search, who calls them, what gives the actions.

A search is a group of functions that call each other (a minimax that calls itself; max_value and min_value) and is
called, or looks, like one. What calls it from outside is an entry: it asks the search about each action and chooses.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

SEARCH = re.compile(
    r"min_?i?_?max|max_?min|nega_?(max|scout)|alpha_?_?beta|^_*ab_?|expecti|(max|min)(_?(value|score|agent|node|level|player))"
    r"|^_*(max|min)(imi[sz]er?|imi[sz]e|_turn|_move|_play)?$|^_*pvs|^_*(maxi|mini)$|prun",
    re.IGNORECASE,
)
LIKELY = re.compile(r"search|best|value|score|solve|think|eval|recurs|explore|choose|decide", re.IGNORECASE)
ACTIONS = re.compile(
    r"action|moves|legal|possible|available|empty|valid|free|cells|squares|spots|succ|child|location|option",
    re.IGNORECASE,
)


@dataclass
class Function:
    """A function of the file."""

    name: str
    """With the classes and functions that it is in, as Game.minimax."""
    node: ast.FunctionDef
    owner: str = ""
    """The class it is a method of."""
    nested: bool = False
    """Whether it is inside another function."""
    calls: set[str] = field(default_factory=set)

    @property
    def short(self) -> str:
        return self.name.rsplit(".", 1)[-1]

    @property
    def parameters(self) -> list[str]:
        given = self.node.args
        names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
        static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in self.node.decorator_list)
        return names[1:] if self.owner and names and not static else names

    @property
    def required(self) -> int:
        """How many parameters have no default."""
        return len(self.parameters) - len(self.node.args.defaults)


@dataclass
class Survey:
    """What a file has."""

    functions: dict[str, Function]
    classes: dict[str, ast.ClassDef]
    groups: list[frozenset[str]]
    """The searches, the likeliest first: names of functions that call each other."""
    tree: ast.Module

    def entries(self, group: frozenset[str]) -> list[str]:
        """Who calls a search from outside, nearest first."""
        found: list[str] = []
        wanted = set(group)
        for _ in range(2):
            shorts = {self.functions[name].short for name in wanted}
            callers = [name for name, function in self.functions.items() if function.calls & shorts]
            wanted = {outer for name in callers if (outer := self._outermost(name)) not in (*group, *found)}
            found += sorted(wanted, key=lambda name: self.functions[name].node.lineno)
        return found

    def _outermost(self, name: str) -> str:
        """The function that a nested function is inside of, or itself."""
        while self.functions[name].nested and "." in name:
            name = name.rsplit(".", 1)[0]
        return name

    def actions(self) -> set[str]:
        """Functions whose names say that they give the actions."""
        return {name for name, each in self.functions.items() if ACTIONS.search(each.short)}


def brings_rules(found: Survey) -> bool:
    """Whether a search uses rules of its own file: methods, other functions, boards that it changes."""
    for group in found.groups:
        for name in group:
            function = found.functions[name]
            if _of_classes(found, function):
                return True
            shorts = {each.short for other, each in found.functions.items() if other not in group and not each.nested}
            if function.owner or function.calls & shorts:
                return True
            stores = (node for node in ast.walk(function.node) if isinstance(node, ast.Subscript))
            if any(isinstance(node.ctx, ast.Store) for node in stores):
                return True
    return False


def _of_classes(found: Survey, function: Function) -> bool:
    """Whether a function uses attributes of its parameters that a class of the file sets."""
    nodes = [node for cls in found.classes.values() for node in ast.walk(cls)]
    kept = {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    used = [node for node in ast.walk(function.node) if isinstance(node, ast.Attribute) and node.attr in kept]
    return any(isinstance(node.value, ast.Name) and node.value.id in function.parameters for node in used)


def uses(found: Survey, group: frozenset[str], names: set[str]) -> str:
    """The first of some names whose answer a search, or a function that it calls, uses; nothing without one."""
    by_short = {function.short: function for function in found.functions.values()}
    waiting = [found.functions[name] for name in sorted(group)]
    seen: set[str] = set()
    while waiting:
        function = waiting.pop(0)
        seen.add(function.name)
        alone = {id(node.value) for node in ast.walk(function.node) if isinstance(node, ast.Expr)}
        for node in ast.walk(function.node):
            if isinstance(node, ast.Call) and id(node) not in alone:
                called = node.func
                while isinstance(called, ast.Attribute):
                    called = called.value
                if isinstance(called, ast.Name) and called.id in names:
                    return called.id
        waiting += [
            by_short[name] for name in sorted(function.calls) if name in by_short and by_short[name].name not in seen
        ]
    return ""


def shortcuts(found: Survey, group: frozenset[str]) -> set[str]:
    """Functions that value some of the actions of a loop themselves, and others by a call of the search."""
    shorts = {found.functions[name].short for name in group}

    def calls(*nodes: ast.AST) -> bool:
        named = [each.func for node in nodes for each in ast.walk(node) if isinstance(each, ast.Call)]
        return any((getattr(each, "id", "") or getattr(each, "attr", "")) in shorts for each in named)

    def gives(*nodes: ast.AST) -> bool:
        """Whether statements assign or return a value."""
        return any(
            isinstance(each, (ast.Assign, ast.Return)) and each.value is not None
            for node in nodes
            for each in ast.walk(node)
        )

    def splits(block: list[ast.stmt]) -> bool:
        for index, statement in enumerate(block):
            if isinstance(statement, ast.If):
                mine, other = calls(*statement.body), calls(*statement.orelse)
                if mine != other and statement.orelse and gives(*(statement.orelse if mine else statement.body)):
                    return True
                leaves = isinstance(statement.body[-1], (ast.Return, ast.Continue, ast.Break))
                if not mine and not other and leaves and gives(*statement.body) and calls(*block[index + 1 :]):
                    return True
            inner = [getattr(statement, part, []) for part in ("body", "orelse")]
            if any(splits(part) for part in inner):
                return True
        return False

    def of(function: ast.FunctionDef) -> bool:
        nodes = list(ast.walk(function))
        loops = [node for node in nodes if isinstance(node, (ast.For, ast.While))]
        halves = [(calls(node.body), calls(node.orelse)) for node in nodes if isinstance(node, ast.IfExp)]
        return any(splits(loop.body) for loop in loops) or any(one != two for one, two in halves)

    return {name for name in group if of(found.functions[name].node)}


def survey(tree: ast.Module, function: str | None = None) -> Survey:
    """Read a file; with a name, the search that it names comes alone."""
    functions, classes = _defined(tree)
    groups = _groups(functions)
    if function is not None:
        named = [name for name in functions if function in (name, functions[name].short)]
        groups = [group for group in groups if group & set(named)] or [
            group for group in groups if any(group_calls(functions, name, group) for name in named)
        ]
    return Survey(functions, classes, groups, tree)


def group_calls(functions: dict[str, Function], name: str, group: frozenset[str]) -> bool:
    return bool(functions[name].calls & {functions[each].short for each in group})


def _defined(tree: ast.Module) -> tuple[dict[str, Function], dict[str, ast.ClassDef]]:
    functions: dict[str, Function] = {}
    classes: dict[str, ast.ClassDef] = {}

    def visit(node: ast.AST, inside: list[str], owner: str, nested: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                classes[child.name] = child
                visit(child, [*inside, child.name], child.name, nested)
            elif isinstance(child, ast.FunctionDef):
                name = ".".join([*inside, child.name])
                functions[name] = Function(name, child, owner, nested, _called(child))
                visit(child, [*inside, child.name], "", True)
            else:
                visit(child, inside, owner, nested)

    visit(tree, [], "", False)
    return functions, classes


def _called(function: ast.FunctionDef) -> set[str]:
    """The names that the body calls, nested functions apart."""
    found: set[str] = set()
    local = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    local |= {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}

    def visit(node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                continue
            if isinstance(child, ast.Call):
                called = child.func
                if isinstance(called, (ast.Name, ast.Attribute)):
                    found.add(called.id if isinstance(called, ast.Name) else called.attr)
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load) and child.id not in local:
                found.add(f"={child.id}")  # handed on, as key=value
            visit(child)

    visit(function)
    return found


def _groups(functions: dict[str, Function]) -> list[frozenset[str]]:
    """Functions that reach themselves, joined with those that they reach and that reach them."""
    by_short: dict[str, list[str]] = {}
    for name, function in functions.items():
        by_short.setdefault(function.short, []).append(name)
    edges = {
        name: {
            other
            for called in function.calls
            for other in by_short.get(called.lstrip("="), [])
            if not functions[other].owner or not called.startswith("=")
            if _reachable(function, functions[other])
        }
        for name, function in functions.items()
    }
    reach = {name: _reach(edges, name) for name in functions}
    groups: dict[frozenset[str], float] = {}
    for name in functions:
        if name in reach[name]:
            group = frozenset(other for other in reach[name] if name in reach[other])
            rank = max(_rank(functions[each]) for each in group)
            if rank > 0:
                groups[group] = rank
    return sorted(groups, key=lambda group: -groups[group])


def _reachable(caller: Function, called: Function) -> bool:
    """Whether a name means that function: a method of the same class, not that of another with the same name."""
    if called.owner and caller.owner and called.owner != caller.owner and called.short == caller.short:
        return False
    if called.nested and not called.owner:
        outer = called.name.rsplit(".", 1)[0]
        return caller.name == outer or caller.name.startswith(outer + ".")
    return True


def _reach(edges: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = list(edges[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += edges[name]
    return found


def _rank(function: Function) -> float:
    """How much a function looks like a search."""
    text = ast.dump(function.node)
    loops = any(isinstance(node, (ast.For, ast.While, ast.comprehension)) for node in ast.walk(function.node))
    itself = [
        node
        for node in ast.walk(function.node)
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == function.short
    ]
    loops = loops or len(itself) > 1
    compares = any(word in text for word in ("'max'", "'min'", "'inf'", "Gt()", "Lt()", "GtE()", "LtE()"))
    if SEARCH.search(function.short):
        return 3.0 if loops else 2.0
    if "'input'" in text:
        return 0.0
    return 1.0 + (0.5 if LIKELY.search(function.short) else 0.0) if loops and compares and "Return" in text else 0.0
