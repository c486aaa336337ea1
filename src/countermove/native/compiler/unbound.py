"""Variables that may be unbound where they are read.

    for cell in cells:
        if board[cell] == EMPTY:
            found = cell
    return found            # UnboundLocalError where no cell is empty

Most functions have none. For those found here, the compiler keeps a flag that says whether they are bound.
"""

from __future__ import annotations

import ast
import functools

State = frozenset[str] | None
"""Names that are certainly bound; None if unreachable."""


@functools.cache
def local_names(tree: ast.FunctionDef) -> frozenset[str]:
    """The names a function binds."""
    found: set[str] = set()
    foreign: set[str] = set()

    def visit(each: ast.AST) -> None:
        if isinstance(each, ast.FunctionDef) and each is not tree:
            found.add(each.name)
            return
        if isinstance(each, ast.Lambda | ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            found.update(inner.target.id for inner in ast.walk(each) if isinstance(inner, ast.NamedExpr))
            return
        if isinstance(each, ast.Nonlocal | ast.Global):
            foreign.update(each.names)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store | ast.Del):
            found.add(each.id)
        if isinstance(each, ast.MatchAs | ast.MatchStar) and each.name:
            found.add(each.name)
        if isinstance(each, ast.alias):
            found.add(each.asname or each.name.split(".")[0])
        if isinstance(each, ast.ExceptHandler) and each.name:
            found.add(each.name)
        for child in ast.iter_child_nodes(each):
            visit(child)

    for statement in tree.body:
        visit(statement)
    return frozenset(found - foreign)


@functools.cache
def maybe_unbound(tree: ast.FunctionDef, local: frozenset[str]) -> frozenset[str]:
    """The names a function may read before binding them."""
    reader = _Reader(local)
    reader.block(tree.body, frozenset())
    return frozenset(reader.found)


@functools.cache
def is_read_once(tree: ast.AST, name: str) -> bool:
    """Whether a name is read in exactly one place, outside any loop."""
    count = 0

    def visit(node: ast.AST, times: int) -> None:
        nonlocal count
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            count += times
        for field, value in ast.iter_fields(node):
            again = times
            if isinstance(node, ast.For | ast.While) and field != "iter":
                again = 2
            if isinstance(node, ast.Lambda | ast.FunctionDef) and node is not tree:
                again = 2
            if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
                again = 2
            for each in value if isinstance(value, list) else [value]:
                first = field == "generators" and each is value[0]
                if first:
                    visit(each.iter, times)
                    for test in each.ifs:
                        visit(test, 2)
                elif isinstance(each, ast.AST):
                    visit(each, again)

    visit(tree, 1)
    return count <= 1


def _both(one: State, two: State) -> State:
    if one is None or two is None:
        return two if one is None else one
    return one & two


class _Reader:
    def __init__(self, local: frozenset[str]) -> None:
        self.local = local
        self.found: set[str] = set()
        self.breaks: list[State] = []

    def block(self, nodes: list[ast.stmt], state: State) -> State:
        for node in nodes:
            state = self.statement(node, state)
        return state

    def reads(self, node: ast.AST | None, state: State) -> State:
        """The names bound after an expression; unbound reads are noted."""
        if node is None or state is None:
            return state
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load) and node.id in self.local and node.id not in state:
                self.found.add(node.id)
            return state | {node.id} if isinstance(node.ctx, ast.Store) else state
        if isinstance(node, ast.NamedExpr):
            state = self.reads(node.value, state)
            return self.reads(node.target, state)
        if isinstance(node, ast.BoolOp):
            state = self.reads(node.values[0], state)
            inner = state
            for each in node.values[1:]:
                inner = self.reads(each, inner)
            return state
        if isinstance(node, ast.IfExp):
            state = self.reads(node.test, state)
            return _both(self.reads(node.body, state), self.reads(node.orelse, state))
        if isinstance(node, ast.Lambda | ast.FunctionDef):
            return state
        if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            own = {each.id for g in node.generators for each in ast.walk(g.target) if isinstance(each, ast.Name)}
            outer, self.local = self.local, self.local - own
            state = self.reads(node.generators[0].iter, state)
            inner = state
            for child in ast.iter_child_nodes(node):
                inner = self.reads(child, inner)
            self.local = outer
            return state
        if isinstance(node, ast.comprehension):
            for child in (node.iter, *node.ifs):
                state = self.reads(child, state)
            return state
        for child in ast.iter_child_nodes(node):
            state = self.reads(child, state)
        return state

    def statement(self, node: ast.stmt, state: State) -> State:
        if state is None:
            return None
        if isinstance(node, ast.Assign):
            state = self.reads(node.value, state)
            for target in node.targets:
                state = self.reads(target, state)
            return state
        if isinstance(node, ast.AugAssign):
            if isinstance(node.target, ast.Name):
                self.reads(ast.Name(node.target.id, ast.Load()), state)
            return self.reads(node.target, self.reads(node.value, state))
        if isinstance(node, ast.AnnAssign):
            return self.reads(node.target, self.reads(node.value, state)) if node.value is not None else state
        if isinstance(node, ast.If):
            state = self.reads(node.test, state)
            return _both(self.block(node.body, state), self.block(node.orelse, state))
        if isinstance(node, ast.While):
            return self._while(node, state)
        if isinstance(node, ast.For):
            state = self.reads(node.iter, state)
            self.breaks.append(None)
            self.block(node.body, self.reads(node.target, state))
            return _both(self.block(node.orelse, state), self.breaks.pop())
        if isinstance(node, ast.Break):
            self.breaks[-1] = _both(self.breaks[-1], state)
            return None
        if isinstance(node, ast.Continue):
            return None
        if isinstance(node, ast.Return | ast.Raise):
            for child in ast.iter_child_nodes(node):
                self.reads(child, state)
            return None
        if isinstance(node, ast.Try):
            return self._try(node, state)
        if isinstance(node, ast.Match):
            return self._match(node, state)
        if isinstance(node, ast.FunctionDef):
            return state | {node.name}
        if isinstance(node, ast.Import | ast.ImportFrom):
            return state | {each.asname or each.name.split(".")[0] for each in node.names}
        if isinstance(node, ast.Delete):
            gone = {each.id for each in node.targets if isinstance(each, ast.Name)}
            for target in node.targets:
                if not isinstance(target, ast.Name):
                    self.reads(target, state)
            return state - gone
        return self.reads(node, state)

    def _while(self, node: ast.While, state: State) -> State:
        state = self.reads(node.test, state)
        self.breaks.append(None)
        self.block(node.body, state)
        out = self.breaks.pop()
        if isinstance(node.test, ast.Constant) and node.test.value:
            return out
        return _both(self.block(node.orelse, state), out)

    def _try(self, node: ast.Try, state: State) -> State:
        after = self.block(node.orelse, self.block(node.body, state))
        for handler in node.handlers:
            named = state | {handler.name} if handler.name and state is not None else state
            after = _both(after, self.block(handler.body, named))
        if not node.finalbody:
            return after
        end = self.block(node.finalbody, state)
        return None if after is None or end is None else after | end

    def _match(self, node: ast.Match, state: State) -> State:
        state = self.reads(node.subject, state)
        after: State = None
        for case in node.cases:
            assert state is not None
            bound = {
                each.name
                for each in ast.walk(case.pattern)
                if isinstance(each, ast.MatchAs | ast.MatchStar) and each.name
            }
            after = _both(after, self.block(case.body, self.reads(case.guard, state | bound)))
            last = case.pattern
            if isinstance(last, ast.MatchAs) and last.pattern is None and case.guard is None:
                return after
        return _both(after, state)
