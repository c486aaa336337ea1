"""`raise`, `assert` and `try`."""

from __future__ import annotations

import ast

from countermove.native.compiler.base import Handler
from countermove.native.compiler.match import Match


class Exceptions(Match):
    """Errors raised and caught."""

    def _do_raise(self, node: ast.Raise) -> bool:
        caught = self.caught[-1] if self.caught else None
        named = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        if caught is not None and (named is None or (isinstance(named, ast.Name) and named.id == caught[0])):
            self.raised(self.body.load("i64", caught[1]))
            return False
        error: type[BaseException] = Exception
        if isinstance(named, ast.Name | ast.Attribute):
            found = self.expr(named).const
            error = found if isinstance(found, type) and issubclass(found, BaseException) else Exception
        self.body.jump(self.fault(error))
        self.body.open = False
        return False

    def _do_assert(self, node: ast.Assert) -> bool:
        truth = self.test(node.test)
        self.guard(truth, AssertionError)
        return truth != "false"

    def _do_try(self, node: ast.Try) -> bool:
        if node.finalbody:
            return self._do_finally(node)
        body = self.body
        end = body.label("end")
        code = body.place("i64", name="error")
        labels = [body.label("except") for _ in node.handlers]
        count = len(self.handlers)
        for handler, label in reversed(list(zip(node.handlers, labels))):
            self.handlers.append(Handler(self._caught(handler), label, code))
        first = self.writer.block(node.body)
        del self.handlers[count:]
        if first:
            first = self.writer.block(node.orelse)
        if first:
            body.jump(end)
        body.open = False
        reached = first
        for handler, label in zip(node.handlers, labels):
            body.begin(label)
            self._refuse_use(handler)
            self.caught.append((handler.name or "", code))
            on = self.writer.block(handler.body)
            self.caught.pop()
            if on:
                body.jump(end)
            body.open = False
            reached = reached or on
        if reached:
            body.begin(end)
        return reached

    def _refuse_use(self, handler: ast.ExceptHandler) -> None:
        """Reject `e` of `except Error as e` except in a raise: only an error's class is known."""
        raised = {
            id(each) for node in ast.walk(handler) if isinstance(node, ast.Raise) for each in (node.exc, node.cause)
        }
        for node in ast.walk(handler):
            used = isinstance(node, ast.Name) and node.id == handler.name and isinstance(node.ctx, ast.Load)
            if used and id(node) not in raised:
                raise self.no(f"it uses the caught exception {handler.name} as a value", node)

    def _do_finally(self, node: ast.Try) -> bool:
        """Try ... finally: the final block is emitted for every exit."""
        body = self.body
        code, label = body.place("i64", name="error"), body.label("finally")
        inner = ast.copy_location(ast.Try(node.body, node.handlers, node.orelse, []), node)
        self.handlers.append(Handler((BaseException,), label, code))
        self.finals.append((node.finalbody, len(self.handlers) - 1, len(self.loops)))
        reached = self._do_try(inner) if node.handlers else self.writer.block(node.body)
        self.finals.pop()
        self.handlers.pop()
        if reached:
            reached = self.writer.block(node.finalbody)
        end = body.label("end")
        if reached:
            body.jump(end)
        body.open = False
        body.begin(label)
        if self.writer.block(node.finalbody):
            self.raised(body.load("i64", code))
        body.open = False
        if reached:
            body.begin(end)
        return reached

    def run_finals(self, depth: int) -> None:
        """Emit the `finally` blocks that an exit leaves; loops up to `depth` stay."""
        finals, handlers = self.finals, self.handlers
        for at in reversed(range(len(finals))):
            nodes, outside, loops = finals[at]
            if loops < depth:
                break
            self.finals, self.handlers = finals[:at], handlers[:outside]
            self.writer.block(nodes)
        self.finals, self.handlers = finals, handlers

    def _caught(self, handler: ast.ExceptHandler) -> tuple[type[BaseException], ...]:
        if handler.type is None:
            return (BaseException,)
        nodes = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        found = []
        for node in nodes:
            value = self.expr(node).const
            if not (isinstance(value, type) and issubclass(value, BaseException)):
                raise self.no("except with something that is not an exception", handler)
            found.append(value)
        return tuple(found)
