"""Statements: branches, loops, `return`, `yield`, imports, and functions inside functions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from countermove.native.compiler.code import Value, constant, none
from countermove.native.compiler.exception import Exceptions
from countermove.native.compiler.program import Unsupported
from countermove.native.compiler.syntax import names_itself

LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
"""Statements that end their block."""


class Statement(Exceptions):
    """Statements."""

    def give_back(self, node: ast.Return) -> None:
        raise NotImplementedError

    def block(self, nodes: list[ast.stmt]) -> bool:
        """Compile statements; returns whether what follows is reachable."""
        for at, node in enumerate(nodes):
            if not self.statement(node):
                return False
            if isinstance(node, ast.If) and _leaves(node.body) != _leaves(node.orelse):
                with self.knowing(node.test, not _leaves(node.body), nodes[at + 1 :]):
                    return self.block(nodes[at + 1 :])
        return True

    def statement(self, node: ast.stmt) -> bool:
        """Compile a statement; returns whether what follows is reachable."""
        self.line = node.lineno
        method = getattr(self, f"_do_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.no(STATEMENTS.get(type(node).__name__, type(node).__name__.lower()), node)
        try:
            if self.program.problems is None:
                return method(node) is not False
            return self._noted(node, method)
        except Unsupported as problem:
            if problem.function is None and not problem.reason.startswith("the source of"):
                problem.function, problem.line = self.function, node.lineno
            raise

    def _noted(self, node: ast.stmt, method: Callable[[Any], Any]) -> bool:
        """Compile a statement while collecting problems: note its own, unless it follows from an earlier one."""
        doubts = self.program.doubts.setdefault(self.function, set())
        heads = [each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.stmt | ast.excepthandler)]
        inner = [each for head in heads for each in ast.walk(head)]
        used = {each.id for each in inner if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
        calls = [each for each in inner if isinstance(each, ast.Call)]
        called = {getattr(each.func, "attr", getattr(each.func, "id", "")) for each in calls}
        made = {each.id for each in inner if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        where = self.where()
        stacks = [
            (stack, len(stack)) for stack in (self.inlining, self.frames, self.returns, self.handlers, self.loops)
        ]
        try:
            on = method(node) is not False
            if used & doubts or called & self.program.broken:
                doubts |= made
            return on
        except Unsupported as problem:
            if not used & doubts and not called & self.program.broken:
                assert self.program.problems is not None
                if problem.function is None and not problem.reason.startswith("the source of"):
                    problem.function, problem.line = self.function, node.lineno
                self.program.problems.append(problem)

        def resume() -> None:
            self.go_on(where)
            for stack, size in stacks:
                del stack[size:]
            if not self.body.open:
                self.body.begin(self.body.label("noted"))

        resume()
        doubts |= made
        self.program.broken.add(self.function.__name__)
        for call in calls:  # its callees may have problems, too
            try:
                self.expr(call)
            except Unsupported:
                resume()
        for block in (getattr(node, "body", []), getattr(node, "orelse", [])):
            self.block([each for each in block if isinstance(each, ast.stmt)])
        return True

    def where(self) -> tuple[Any, ...]:
        """The current function and location."""
        return (
            self.function, self.scopes, self.sites, self.loops, self.sink, self.unrolled, self.kernel, self.finals,
            self.caught,
        )  # fmt: skip

    def go_on(self, where: tuple[Any, ...]) -> None:
        """Continue in another function, inlined or enclosing."""
        (
            self.function, self.scopes, self.sites, self.loops, self.sink, self.unrolled, self.kernel, self.finals,
            self.caught,
        ) = where  # fmt: skip

    # Branches and loops.

    def _do_if(self, node: ast.If) -> bool:
        truth = self.test(node.test)
        if truth in ("true", "false"):
            return self.block(node.body if truth == "true" else node.orelse)
        body = self.body
        yes, no, end = body.label("then"), body.label("else"), body.label("end")
        body.branch(truth, yes, no if node.orelse else end)
        body.begin(yes)
        with self.knowing(node.test, True, node.body):
            first = self.block(node.body)
        if first:
            body.jump(end)
        body.open = False
        second = True
        if node.orelse:
            body.begin(no)
            with self.knowing(node.test, False, node.orelse):
                second = self.block(node.orelse)
            if second:
                body.jump(end)
            body.open = False
        if first or second:
            body.begin(end)
            return True
        return False

    def _do_while(self, node: ast.While) -> bool:
        body = self.body
        head, inside, other, end = (body.label(name) for name in ("while", "do", "else", "end"))
        body.begin(head)
        truth = self.test(node.test)
        if truth == "false":
            reached = self.block(node.orelse)
            body.begin(end)
            return reached
        if truth == "true":
            body.jump(inside)
        else:
            body.branch(truth, inside, other)
        body.begin(inside)
        self.loops.append((end, head))
        if self.block(node.body):
            body.jump(head)
        body.open = False
        self.loops.pop()
        leaves_by_break = any(_breaks(each) for each in node.body)
        if truth == "true":
            body.begin(end)
            return leaves_by_break
        body.begin(other)
        reached = self.block(node.orelse)
        if reached:
            body.jump(end)
        body.open = False
        body.begin(end)
        return reached or leaves_by_break

    def _do_for(self, node: ast.For) -> bool:
        body = self.body
        end = body.label("end")

        def one(item: Value) -> None:
            on = body.label("next")
            bound = self._bind_loop(node.target, item)
            self.loops.append((end, on))
            if self.block(node.body):
                body.jump(on)
            body.open = False
            self.loops.pop()
            for key, old in bound.items():
                self.constants.pop(key, None)
                if old is not None:
                    self.constants[key] = old
            body.begin(on)

        self.iterate(node.iter, one, small=len(node.body) == 1 and isinstance(node.body[0], ast.AugAssign))
        reached = self.block(node.orelse)
        if reached:
            body.jump(end)
        body.open = False
        body.begin(end)
        return reached or any(_breaks(each) for each in node.body)

    def iterate(self, node: ast.expr, one: Callable[[Value], None], small: bool) -> None:
        self.each(self.expr(node), one, node)

    def _bind_loop(self, target: ast.expr, item: Value) -> dict[str, Value | None]:
        """Assign a loop target; constants of different kinds stay constants in the body."""
        if not (self.unrolled and item.is_const):
            self.assign(target, item)
            return {}
        if isinstance(target, ast.Name):
            key = self.key_of(target.id)
            if key in self.variables:
                self.assign(target, item)
                return {}
            old = self.constants.get(key)
            self.constants[key] = item
            if key in self.bound:
                self.body.store("i1", "true", self.bound[key])
            return {key: old}
        if isinstance(target, ast.Tuple | ast.List) and not any(isinstance(e, ast.Starred) for e in target.elts):
            bound: dict[str, Value | None] = {}
            for each, value in zip(target.elts, self.destructured(item, len(target.elts), target)):
                bound |= self._bind_loop(each, value)
            return bound
        self.assign(target, item)
        return {}

    def _do_break(self, node: ast.Break) -> bool:
        self.run_finals(len(self.loops))
        self.body.jump(self.loops[-1][0])
        return False

    def _do_continue(self, node: ast.Continue) -> bool:
        self.run_finals(len(self.loops))
        self.body.jump(self.loops[-1][1])
        return False

    # Other statements.

    def _do_pass(self, node: ast.Pass) -> None:
        pass

    def _do_expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Yield):
            assert self.sink is not None
            self.sink(self.expr(node.value.value) if node.value.value is not None else none)
        elif isinstance(node.value, ast.YieldFrom):
            assert self.sink is not None
            self.stream(node.value.value, self.sink)
        elif not isinstance(node.value, ast.Constant):
            self.expr(node.value)

    def stream(self, node: ast.expr, sink: Callable[[Value], None]) -> None:
        """Yield every item of an expression."""
        if isinstance(node, ast.List | ast.Tuple) and not any(isinstance(each, ast.Starred) for each in node.elts):
            for each in node.elts:
                sink(self.expr(each))
        elif isinstance(node, ast.ListComp):
            self.lazy(node).each(sink)
        elif isinstance(node, ast.IfExp):
            truth = self.test(node.test)
            if truth in ("true", "false"):
                self.stream(node.body if truth == "true" else node.orelse, sink)
                return
            body = self.body
            yes, no, end = body.label("yes"), body.label("no"), body.label("end")
            body.branch(truth, yes, no)
            body.begin(yes)
            self.stream(node.body, sink)
            body.jump(end)
            body.begin(no)
            self.stream(node.orelse, sink)
            body.begin(end)
        else:
            self.each(self.expr(node), sink, node)

    def _do_return(self, node: ast.Return) -> bool:
        self.give_back(node)
        self.body.open = False
        return False

    def _do_functiondef(self, node: ast.FunctionDef) -> None:
        if any(isinstance(each, ast.Nonlocal) for each in ast.walk(node)) and names_itself(node):
            raise self.no(f"{node.name} changes a variable of the function around it (nonlocal) and calls itself", node)
        self.bind(self.key_of(node.name), self.closure(node), node)

    def _do_nonlocal(self, node: ast.Nonlocal) -> None:
        pass

    def _do_global(self, node: ast.Global) -> None:
        raise self.no(f"it changes the global variable {node.names[0]}; keep it in the state", node)

    def _do_import(self, node: ast.Import) -> None:
        for each in node.names:
            module = __import__(each.name)
            if each.asname:
                for part in each.name.split(".")[1:]:
                    module = getattr(module, part)
            self.constants[self.key_of(each.asname or each.name.split(".")[0])] = constant(module)

    def _do_importfrom(self, node: ast.ImportFrom) -> None:
        import importlib

        if node.level:
            raise self.no("a relative import inside a method; import at the top of the file", node)
        module = importlib.import_module(node.module or "")
        for each in node.names:
            self.constants[self.key_of(each.asname or each.name)] = self.known(getattr(module, each.name))

    def _do_with(self, node: ast.With) -> bool:
        raise self.no("with", node)


def _leaves(nodes: list[ast.stmt]) -> bool:
    """Whether what follows some statements is unreachable."""
    if not nodes:
        return False
    last = nodes[-1]
    if isinstance(last, ast.If):
        return _leaves(last.body) and _leaves(last.orelse)
    return isinstance(last, LEAVING)


def _breaks(node: ast.AST) -> bool:
    """Whether a statement can break out of its loop."""
    if isinstance(node, ast.Break):
        return True
    if isinstance(node, ast.For | ast.While):
        return any(_breaks(each) for each in node.orelse)
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        return False
    return any(_breaks(each) for each in ast.iter_child_nodes(node))


STATEMENTS = {"AsyncFor": "async", "AsyncWith": "async", "ClassDef": "a class inside a method", "TryStar": "except*"}
