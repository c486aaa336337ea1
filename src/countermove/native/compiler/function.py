"""One function, compiled for certain argument kinds in passes until all kinds are known."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from countermove.native import digest
from countermove.native.compiler import kinds, library
from countermove.native.compiler.base import Frame, Variable
from countermove.native.compiler.callee import Closure, Selected
from countermove.native.compiler.code import Body, Value, boolean, constant, integer, none
from countermove.native.compiler.program import DEPTH, MAX_CALL_DEPTH, EndlessError, Program, Spec, own_kind, signature
from countermove.native.compiler.syntax import binding_sites, is_kernel, yields
from countermove.native.compiler.unbound import local_names
from countermove.native.compiler.writer import Writer

assert library  # registers the functions it supports


class Widen(Exception):
    """A recursive call with wider arguments than those being compiled for."""

    def __init__(self, spec: Spec, wider: dict[str, kinds.Kind]) -> None:
        super().__init__(spec.name)
        self.spec, self.wider = spec, wider


PASSES = 30
"""Maximum passes over a function."""
FORMS = ("fill", "count", "any", "pairs")
"""The forms of a generator method: fill a buffer, count, or test for any."""


class Function(Writer):
    """A function under construction."""

    def __init__(
        self, program: Program, spec: Spec, function: FunctionType, node: Any, values: dict[str, Value],
        owner: type | None, form: str = "",
    ) -> None:  # fmt: skip
        super().__init__(program, spec, function, is_kernel(function))
        self.node = node
        self.values = values
        self.owner = owner
        self.form = form
        self.kinds: dict[str, kinds.Kind] = {}
        self.parameters = {name: own_kind(value.kind) for name, value in values.items() if not value.is_const}
        self.itself: Closure | None = None
        self.captured: dict[str, dict[str, str]] = {}
        """Sibling functions passed along, and the names by which they find what they use."""
        self.generates = isinstance(node, ast.FunctionDef) and bool(yields(node))
        spec.kernel = self.kernel
        spec.parameters = list(self.parameters.values())

    def compile(self) -> None:
        """Compile the function in passes until nothing new is learnt."""
        for _ in range(PASSES):
            self.program.pause()
            before = signature(self.spec.result)
            self.changed = False
            try:
                self._pass()
            except Widen as error:
                if error.spec is not self.spec:
                    raise
                self.parameters = error.wider
                self.spec.parameters = list(error.wider.values())
                self.spec.result = kinds.NEVER
                self.kinds.clear()
                self._forget()
                continue
            if not self.changed and signature(self.spec.result) == before:
                return
            self._forget()
        raise self.no("the types of its values do not settle")

    def _forget(self) -> None:
        """Recompile what was compiled with less information about this function."""
        for key in [key for key, spec in self.program.specs.items() if spec.depends is self.spec]:
            del self.program.specs[key]

    def _pass(self) -> None:
        function, spec = self.function, self.spec
        self.body = Body()
        self.faults, self.handlers = {}, []
        self.finals, self.caught = [], []
        self.variables: dict[str, Variable] = {}
        self.constants: dict[str, Value] = {}
        own = local_names(self.node) if isinstance(self.node, ast.FunctionDef) else ()
        self.scopes = [{name: name for name in (*self.values, *own)}]
        self.sites = binding_sites(self.node)
        self.loops, self.returns, self.inlining = [], [], []
        self.frames = [Frame(function, self.node, self.owner)]
        self.unrolled = 0
        self.sink = None
        self.slots = {}
        self.kernel = is_kernel(function)
        if self.keeps:
            self.start_of_memory = self.body.place("ptr")
            self.body.store("ptr", self.mark(), self.start_of_memory)
        spec.fails = spec.allocates = False
        names: list[str] = []
        for name, value in self.values.items():
            if value.is_const:
                if name in self.captured:
                    inner = Closure(value.const.node, [self.captured[name]], self)
                    inner.defaults = _known_defaults(value.const)
                    value = constant(self.program.keep(inner))
                self.constants[name] = value
                continue
            kind = self.parameters[name]
            parts = [f"%arg{len(names)}.{at}" for at in range(len(kinds.leaves(kind)))]
            names += [f"{llvm} {part}" for llvm, part in zip(kinds.leaves(kind), parts)]
            self.kinds[name] = kinds.join(self.kinds.get(name, kinds.NEVER), kind)
            given = Value(kind, parts)
            wide = self.kinds[name]
            variable = Variable(wide, [self.body.place(llvm) for llvm in kinds.leaves(wide)])
            self.variables[name] = variable
            for llvm, part, place in zip(kinds.leaves(wide), self.convert(given, wide).parts, variable.places):
                self.body.store(llvm, part, place)
        if self.itself is not None:
            self.scopes[0][self.node.name] = "itself@"
            self.itself.scopes = [self.scopes[0]]
            self.constants["itself@"] = constant(self.itself)
        self.bound = {}
        self.watch(self.node)
        self.bound = {name: place for name, place in self.bound.items() if name not in self.values}
        self._begin_form(names)
        if spec.recursive:
            self._count_depth()
        tree = self.node
        if isinstance(tree, ast.Lambda):
            self._return(self.expr(tree.body), tree.body)
        elif self.block(tree.body):
            self._fall_off()
        if self.body.open:
            self.body.end("unreachable")
        self.finish_faults()
        self._finish(names)

    def _begin_form(self, names: list[str]) -> None:
        if self.form:
            self._begin_stream(names)
        elif self.generates:
            cell = self.cell("yields")
            self.given = self.new_list(cell)
            self.sink = lambda item: self.append(self.given, item)
            self._widen_result(kinds.List(cell))

    def _begin_stream(self, names: list[str]) -> None:
        """A generator method: what to do with each item."""
        body = self.body
        self.counter = body.place("i64", name="n")
        if self.form in ("fill", "pairs"):
            names += ["ptr %buffer", "i64 %room", "i64 %start"]
            body.store("i64", "%start", self.counter)
            if self.form == "pairs":
                names += ["ptr %odds", "i64 %oddsroom"]
        else:
            body.store("i64", "0", self.counter)
        self.sink = {"fill": self._fill, "pairs": self._fill_pair, "count": self._count, "any": self._any}[self.form]
        self._widen_result(kinds.BOOL if self.form == "any" else kinds.INT)

    def _fill(self, item: Value) -> None:
        body = self.body
        word = self.action_word(item)
        count = body.load("i64", self.counter)
        with body.when(body.set(f"icmp slt i64 {count}, %room"), likely=True):
            body.store("i64", word, body.at("%buffer", count))
        more = body.set(f"add i64 {count}, 1")
        body.store("i64", more, self.counter)
        self.guard(body.set(f"icmp slt i64 {more}, {1 << 20}"), EndlessError)

    def _fill_pair(self, item: Value) -> None:
        body = self.body
        action, odds = self.destructured(item, 2, self.node)
        count = body.load("i64", self.counter)
        number = self.as_float(odds).op
        with body.when(body.set(f"icmp slt i64 {count}, %oddsroom"), likely=True):
            body.store("double", number, body.at("%odds", count))
        self._fill(action)

    def _count(self, item: Value) -> None:
        body = self.body
        self.action_word(item)
        body.store("i64", body.set(f"add i64 {body.load('i64', self.counter)}, 1"), self.counter)

    def _any(self, item: Value) -> None:
        self.action_word(item)
        self.leave(boolean("true"))
        self.body.open = False

    def action_word(self, item: Value) -> str:
        """An action as its word."""
        from countermove.native.compiler.action import encoded

        return encoded(self, item)

    def ordinal(self) -> str:
        """The number of actions yielded so far."""
        count = self.body.load("i64", self.counter)
        return self.body.set(f"sub i64 {count}, %start") if self.form in ("fill", "pairs") else count

    def _count_depth(self) -> None:
        """A recursive function: limit its depth as Python does."""
        body = self.body
        at = body.at("%ctx", DEPTH)
        depth = body.load("i64", at)
        self.guard(body.set(f"icmp slt i64 {depth}, {MAX_CALL_DEPTH}"), RecursionError)
        body.store("i64", body.set(f"add i64 {depth}, 1"), at)

    def before_leaving(self) -> None:
        if self.keeps and hasattr(self, "start_of_memory"):
            self.release(self.body.load("ptr", self.start_of_memory))
        if self.spec.recursive:
            at = self.body.at("%ctx", DEPTH)
            depth = self.body.load("i64", at)
            self.body.store(
                "i64", self.body.set(f"call i64 @llvm.smax.i64(i64 {self.body.set(f'sub i64 {depth}, 1')}, i64 0)"), at
            )

    def _finish(self, names: list[str]) -> None:
        spec = self.spec
        types = kinds.leaves(spec.result)
        given = "void" if not types else types[0] if len(types) == 1 else f"{{ {', '.join(types)} }}"
        lines = [f"define internal fastcc {given} @{spec.name}({', '.join(['ptr %ctx', *names])}) #0 {{", "entry:"]
        spec.text = "\n".join([*lines, *self.body.head, *self.body.lines, "}"])

    # Returning.

    def give_back(self, node: ast.Return) -> None:
        if self.returns:
            self._give_back_inside(node)
        elif self.generates:
            self.run_finals(0)
            self._end_stream()
        elif self.form:
            if node.value is not None:
                assert self.sink is not None
                self.stream(node.value, self.sink)
            self.run_finals(0)
            self._end_stream()
        elif node.value is None:
            self._return(none, node)
        else:
            self._return(self.expr(node.value), node)

    def _give_back_inside(self, node: ast.Return) -> None:
        key, end = self.returns[-1]
        if self.sink is None:
            value = self.expr(node.value) if node.value is not None else none
            self.bind(key, self._returned(value, node), node)
        self.run_finals(0)
        self.body.jump(end)

    def _returned(self, value: Value, node: ast.AST) -> Value:
        from countermove.native.compiler.iterate import Lazy, Range

        if value.is_const and isinstance(value.const, Lazy | Range):
            return self.listed(value, (node, "returned"), node)
        return value

    def _return(self, value: Value, node: ast.AST) -> None:
        value = self._returned(value, node)
        given = value.const.options if value.is_const and isinstance(value.const, Selected) else [value.const]
        if not any(isinstance(each, Closure) for each in given):
            value = self.as_choice(value)
        if value.is_const and self.program.runtime(value.const) is None:
            raise self.no(f"{kinds.plain(value.kind)} is returned", node)
        value = self.runtime(value, node)
        self._widen_result(value.kind, node)
        if self.kernel and self.is_state(self.spec.result) and "ptr" in kinds.leaves(self.spec.result):
            raise self.no("a state is returned by a kernel", node)
        value = self.convert(value, self.spec.result, node)
        self.run_finals(0)
        self.leave(value)

    def _widen_result(self, kind: kinds.Kind, node: ast.AST | None = None) -> None:
        try:
            self.spec.result = kinds.join(self.spec.result, kind)
        except kinds.Clash as clash:
            raise self.no(f"it sometimes returns {clash}", node) from None
        if isinstance(self.spec.result, kinds.Static):
            raise self.no(f"{kinds.plain(kind)} is returned", node)

    def _fall_off(self) -> None:
        if self.form or self.generates:
            self._end_stream()
        else:
            self._return(none, self.node)

    def _end_stream(self) -> None:
        if self.form == "any":
            self.leave(boolean("false"))
        elif self.form:
            self.leave(integer(self.body.load("i64", self.counter)))
        else:
            self.leave(self.given)


def specialised(
    program: Program, function: FunctionType, tree: Any, values: dict[str, Value], owner: type | None = None,
    form: str = "",
) -> tuple[Spec, dict[str, kinds.Kind]]:  # fmt: skip
    """A function compiled for the kinds of some values, and the kinds of its parameters."""
    if owner is None and program.game is not None:
        owner = _owner(type(program.game), function)
    return _compiled(program, ("function", id(program.keep(function)), form), function, tree, values, owner, form)


def _owner(cls: type, function: FunctionType) -> type | None:
    for each in cls.__mro__:
        found = vars(each).get(function.__name__)
        if digest.uncached(getattr(found, "__func__", found)) is function:
            return each
    return None


def lifted(
    program: Program, closure: Closure, frame: Frame, values: dict[str, Value], captured: dict[str, dict[str, str]]
) -> tuple[Spec, dict[str, kinds.Kind]]:
    """A nested function compiled as a separate one."""
    what = ("closure", id(closure.node), "")
    return _compiled(program, what, frame.function, closure.node, values, frame.owner, "", closure, captured)


def _compiled(
    program: Program, what: tuple[Any, ...], function: FunctionType, tree: Any, values: dict[str, Value],
    owner: type | None, form: str, closure: Closure | None = None, captured: dict[str, dict[str, str]] | None = None,
) -> tuple[Spec, dict[str, kinds.Kind]]:  # fmt: skip
    parts = [repr(what)]
    for name, value in values.items():
        if value.is_const:
            program.keep(value.const)
            parts.append(f"{name}={_identity(value.const)}")
        else:
            parts.append(f"{name}:{signature(value.kind)}")
    key = " ".join(parts)
    spec = program.specs.get(key)
    fixed = " ".join([parts[0], *(part for part, value in zip(parts[1:], values.values()) if value.is_const)])
    if spec is None:
        for each in reversed(program.stack):
            if each.fixed == fixed:
                have = each.builder.parameters
                wider = {
                    name: kinds.join(have[name], own_kind(value.kind)) for name, value in values.items() if name in have
                }
                if any(signature(wider[name]) != signature(have[name]) for name in have):
                    raise Widen(each, wider)
                spec = each
                break
    if spec is None:
        name = "".join(sign if sign.isalnum() else "_" for sign in getattr(tree, "name", "lambda"))
        spec = Spec(f"{name}.{len(program.specs)}.{program.count()}", key)
        spec.fixed = fixed
        spec.depends = None
        program.specs[key] = spec
        program.stack.append(spec)
        builder = Function(program, spec, function, tree, values, owner, form)
        if closure is not None and isinstance(tree, ast.FunctionDef):
            builder.itself = program.keep(Closure(tree, [], builder))
            builder.itself.defaults = _known_defaults(closure)
        builder.captured = captured or {}
        spec.builder = builder
        try:
            builder.compile()
        except BaseException:
            program.specs.pop(key, None)
            raise
        finally:
            program.stack.pop()
        spec.busy = False
    elif spec.busy:
        spec.recursive = True
        at = program.stack.index(spec)
        for each in program.stack[at + 1 :]:
            each.depends = spec
    return spec, spec.builder.parameters


def _identity(value: Any) -> str:
    """The identity of a constant argument."""
    if isinstance(value, Closure):
        return f"closure {id(value.node)}"
    try:
        if isinstance(value, tuple | frozenset | str | int | float | None | range | list | dict | set):
            return f"{type(value).__name__}{value!r}"
    except Exception:  # a failing repr identifies nothing
        pass
    return f"{type(value).__name__}{id(value)}"


def _known_defaults(closure: Closure) -> dict[str, Value | str]:
    """A nested function's defaults as seen by another function, without access to its variables."""
    return {name: value if isinstance(value, Value) else "" for name, value in closure.defaults.items()}
