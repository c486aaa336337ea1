"""Calls: of rules and helpers, of functions inside functions, of generators, of classes.

A function is compiled once for each list of kinds it is called with. A lambda or a function inside a function is
written out where it is called, for it may change what is around it; one that calls itself becomes a function of its
own, which takes what it uses of its surroundings as arguments. A generator that is looped over is written out around
the body of the loop where it yields in one place, and otherwise gathered into a list first.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import itertools
import operator
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType
from typing import Any

from countermove.native import digest, source
from countermove.native.compiler import purity
from countermove.native.compiler.chosen import Chosen, Selected
from countermove.native.compiler.code import MISSING, Value, constant, never, none, zero
from countermove.native.compiler.expression import BuiltinMethod, Closure, Method
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import (
    NEVER,
    Cell,
    Dict,
    Enum,
    Kind,
    List,
    Optional,
    Seq,
    Set,
    Tuple,
    Union,
    fields_of,
    leaves,
    plain,
)  # fmt: skip
from countermove.native.compiler.program import (
    Spec,
    Unsupported,
    is_dataclass,
    is_record,
    number_of,
    own_kind,
    signature,
)  # fmt: skip
from countermove.native.compiler.statement import Statement
from countermove.native.compiler.unbound import local_names
from countermove.native.compiler.version import versioned

__all__ = ["INTRINSICS", "Call", "Frame", "intrinsic", "is_generator", "yields"]

INTRINSICS: dict[Any, Callable[..., Value]] = {}
"""Functions that the compiler knows itself: what writes a call of each."""
SHORT = 8
"""Items of a constant that is handed to a function as a value like any other; longer ones are known to it."""
ACTED: dict[str, Callable[..., Value]] = {}
"""Methods of a game that take an action, which a kernel knows only by its word."""
PURE = {"builtins", "math", "itertools", "operator", "_operator", "functools", "_functools", "fractions", "string"}
"""Modules whose functions Python is asked about where all arguments are constants."""


def intrinsic(*functions: Any) -> Callable[[Any], Any]:
    """Have the decorated function write calls of these."""

    def register(writer: Any) -> Any:
        for function in functions:
            INTRINSICS[function] = writer
        return writer

    return register


def is_kernel(function: FunctionType) -> bool:
    """Whether a function is a kernel, or part of one."""
    module = function.__module__ or ""
    own = module.startswith(("countermove.engine", "countermove.native"))
    return (own and module != "countermove.native.compiler.standard") or getattr(function, "is_kernel", False)


PARTS: set[Any] = set()
"""Functions whose first argument is a list of values of any kind."""


class Spread:
    """Arguments behind a star, whose number is not known."""

    def __init__(self, value: Value) -> None:
        self.value = value


class Parts:
    """Values of any kind, written out as a list."""

    def __init__(self, values: list[Value]) -> None:
        self.values = values


PLACED = (Lazy, Range, Closure, Method, BuiltinMethod, Chosen, Selected, Spread, Parts)
"""What is a constant to the compiler but nothing that Python knows."""


def _is_among(thing: Any, things: set[Any]) -> bool:
    try:
        return thing in things
    except TypeError:
        return False


class Partial:
    """A function with some of its arguments."""

    def __init__(self, function: Any, arguments: list[Value], named: dict[str, Value]) -> None:
        self.function = function
        self.arguments = arguments
        self.named = named


class Frame:
    """A function that is being written, in itself or inside another."""

    def __init__(self, function: FunctionType, node: Any, owner: type | None) -> None:
        self.function = function
        self.node = node
        self.owner = owner


@functools.cache
def parsed(function: FunctionType) -> ast.FunctionDef | None:
    """The syntax tree of a function, the same object each time."""
    found = source.syntax(getattr(function, "source", function))
    return found if found is None or is_kernel(function) else versioned(found)


def yields(node: ast.AST) -> int:
    """In how many places a function yields."""
    count = 0
    waiting = list(ast.iter_child_nodes(node))
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.FunctionDef | ast.Lambda | ast.GeneratorExp):
            continue
        count += isinstance(each, ast.Yield | ast.YieldFrom)
        waiting += ast.iter_child_nodes(each)
    return count


def is_generator(function: Any) -> bool:
    return isinstance(function, FunctionType) and bool(function.__code__.co_flags & inspect.CO_GENERATOR)


@functools.cache
def calls_itself(function: FunctionType) -> bool:
    """Whether a function comes back to itself by the names it mentions."""
    seen: set[FunctionType] = set()
    waiting = [function]
    while waiting:
        each = waiting.pop()
        for value in digest.surroundings(each).values():
            value = digest.uncached(value)
            if value is function:
                return True
            if isinstance(value, FunctionType) and value not in seen and digest.is_authors(value.__module__):
                seen.add(value)
                waiting.append(value)
    return function.__name__ in digest.names_in(function)


def binding_sites(node: Any) -> dict[str, int]:
    """How often each name is bound in a function; loops and functions inside count for two."""
    found: dict[str, int] = {}

    def add(name: str, times: int) -> None:
        found[name] = found.get(name, 0) + times

    def visit(each: ast.AST) -> None:
        if isinstance(each, ast.FunctionDef) and each is not node:
            add(each.name, 1)
            for inner in ast.walk(each):
                if isinstance(inner, ast.Nonlocal):
                    for name in inner.names:
                        add(name, 2)
            return
        if (
            isinstance(each, ast.Lambda | ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp)
            and each is not node
        ):
            for inner in ast.walk(each):
                if isinstance(inner, ast.NamedExpr):
                    add(inner.target.id, 2)
            return
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            add(each.id, 1)
        if isinstance(each, ast.MatchAs | ast.MatchStar) and each.name:
            add(each.name, 2)
        if isinstance(each, ast.For):
            for inner in ast.walk(each.target):
                if isinstance(inner, ast.Name):
                    add(inner.id, 1)
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
            add(each.target.id, 1)
        for child in ast.iter_child_nodes(each):
            visit(child)

    visit(node)
    arguments = node.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        add(argument.arg, 1)
    return found


class Call(Statement):
    """Calls."""

    frames: list[Frame]
    inlining: list[Any]

    def _call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute) and _is_super(node.func.value):
            function = self._super(node.func.value, node.func.attr, node)  # type: ignore[arg-type]
        else:
            function = self.expr(node.func)
        if function.kind is NEVER:
            return never
        if not function.is_const:
            raise self.no(f"{plain(function.kind)} is called", node)
        if function.const is zip and len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            rows = self.expr(node.args[0].value)
            if not rows.is_const and self.static_count(rows) is None:
                return self.transposed(rows, node)
        arguments: list[Value] = []
        for number, each in enumerate(node.args):
            if number == 0 and _is_among(function.const, PARTS) and isinstance(each, ast.List | ast.Tuple):
                displays = [
                    self._display(item.elts, item) if isinstance(item, ast.List) else self.expr(item)
                    for item in each.elts
                ]
                arguments.append(constant(Parts(displays)))
            elif isinstance(each, ast.Starred):
                arguments += self._spread(self.expr(each.value), each)
            else:
                arguments.append(self.expr(each))
        named: dict[str, Value] = {}
        for keyword in node.keywords:
            given = self.expr(keyword.value)
            if keyword.arg is not None:
                named[keyword.arg] = given
            elif given.is_const and isinstance(given.const, dict):
                named |= {name: constant(value) for name, value in given.const.items()}
            else:
                raise self.no("** before a dictionary that is not constant", node)
        return self.called(function.const, arguments, named, node)

    def transposed(self, rows: Value, node: ast.AST) -> Value:
        """zip(*rows): the columns of a table, as many as the shortest row is long."""
        whole = self.as_sequence(rows, node)
        assert isinstance(whole.kind, Seq)
        body, count = self.body, self.length(whole)

        def each(one: Callable[[Value], None]) -> None:
            width = body.place("i64")
            body.store("i64", str(1 << 40), width)

            def narrow(row: Value) -> None:
                least = (
                    f"call i64 @llvm.smin.i64(i64 {body.load('i64', width)}, i64 {self.length(self.as_sequence(row))})"
                )
                body.store("i64", body.set(least), width)

            self.each(whole, narrow, node)
            some = body.set(f"icmp sgt i64 {count}, 0")
            columns = body.set(f"select i1 {some}, i64 {body.load('i64', width)}, i64 0")

            def column(at: str) -> None:
                cell = self.cell((node, "column"))
                found = self.new_list(cell, count)
                self.each(whole, lambda row: self.append(found, self.item(self.as_sequence(row), at), node), node)
                one(self._tuple_of(found))

            self.count_up(columns, column)

        return constant(Lazy(each))

    def _spread(self, value: Value, node: ast.AST) -> list[Value]:
        """The items of a starred argument, whose number must be known."""
        if value.is_const and not isinstance(value.const, Lazy | Range):
            return [constant(item) for item in value.const]
        value = value if value.is_const else self.present(value)
        count = self.static_count(value)
        if count is None:
            return [constant(Spread(self.gathered(value, (node, "star"), node)))]
        return self.destructured(value, count, node)

    def _super(self, node: ast.Call, name: str, where: ast.AST) -> Value:
        frame = self.frames[-1]
        owner, chain = frame.owner, type(self.program.game).__mro__
        if node.args:
            given = self.expr(node.args[0])
            owner = given.const if given.is_const else owner
        own = self.expr(ast.copy_location(ast.Name(self.own_name(), ast.Load()), node))
        if not own.is_const and isinstance(own.kind, Tuple) and own.kind.cls is not None:
            chain = own.kind.cls.__mro__
            if owner not in chain:
                homes = (cls for cls in chain if vars(cls).get(frame.function.__name__) is frame.function)
                owner = next(homes, owner)
        if owner in chain:
            for cls in chain[chain.index(owner) + 1 :]:
                if name in vars(cls):
                    found = digest.uncached(vars(cls)[name])
                    if isinstance(found, staticmethod):
                        return constant(found.__func__)
                    if isinstance(found, FunctionType):
                        method = Method(found, own)
                        method.owner_class = cls  # type: ignore[attr-defined]
                        return constant(method)
        raise self.no(f"super() has no {name}", where)

    def own_name(self) -> str:
        arguments = self.frames[-1].node.args.args
        return arguments[0].arg if arguments else "self"

    def called(self, function: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """The value of a call of something that is known."""
        if isinstance(function, Selected):
            return self._call_selected(function, arguments, named, node)
        if isinstance(function, Closure):
            return self._call_closure(function, arguments, named, node)
        if isinstance(function, Method):
            cls = getattr(function, "owner_class", None)
            name = getattr(function.function, "__name__", "")
            if self.kernel and name in ACTED and function.owner.const is self.program.game:
                return ACTED[name](self, [function.owner, *arguments], named, node)
            if function.function in INTRINSICS:
                return INTRINSICS[function.function](self, [function.owner, *arguments], named, node)
            return self.call_function(function.function, [function.owner, *arguments], named, node, cls)
        if isinstance(function, BuiltinMethod):
            return self.call_method(function, arguments, named, node)
        if type(function).__name__ == "method_descriptor" and arguments and function not in INTRINSICS:
            return self.called(BuiltinMethod(function.__name__, arguments[0]), arguments[1:], named, node)
        if isinstance(function, Partial):
            return self.called(function.function, [*function.arguments, *arguments], {**function.named, **named}, node)
        if isinstance(function, functools.partial):
            first = [constant(each) for each in function.args]
            more = {name: constant(each) for name, each in function.keywords.items()}
            return self.called(function.func, [*first, *arguments], {**more, **named}, node)
        self._refuse_world(function, node)
        try:
            writer = INTRINSICS.get(function)
        except TypeError:
            writer = None
        if writer is not None:
            if any(each.is_const and isinstance(each.const, Spread) for each in arguments):
                return self._call_spread(function, arguments, named, node)
            return writer(self, arguments, named, node)
        if isinstance(function, operator.itemgetter):
            items: Any = function.__reduce__()[1]
            return self.index(arguments[0], constant(items[0]), node)
        if isinstance(function, type):
            return self._construct(function, arguments, named, node)
        function = digest.uncached(getattr(function, "py_func", function))
        if isinstance(function, FunctionType):
            return self.call_function(function, arguments, named, node)
        if any(each.is_const and isinstance(each.const, Spread) for each in arguments):
            raise self.no("a star before something whose length is not known", node)
        if all(each.is_const for each in (*arguments, *named.values())):
            module = getattr(function, "__module__", None) or getattr(type(function), "__module__", "")
            if module in PURE or (isinstance(function, BuiltinFunctionType) and module in PURE):
                more = {name: each.const for name, each in named.items()}
                return self.fold(function, arguments, node, **more)
        name = getattr(function, "__name__", type(function).__name__)
        module = getattr(function, "__module__", None)
        whole = name if module in (None, "builtins") else f"{module}.{name}"
        raise self.no(f"it calls {whole}", node)

    def _call_spread(self, function: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """A function of Python's with arguments behind a star, whose number is not known."""
        whole = self._rest(arguments, node)
        if function in (max, min):
            return self.called(function, [whole], named, node)
        if function is itertools.chain:
            return self.called(itertools.chain.from_iterable, [whole], {}, node)
        raise self.no("a star before something whose length is not known", node)

    def _call_selected(self, chosen: Selected, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """Call one of several functions."""

        def pick(number: int) -> Value:
            option = chosen.options[number]
            call = lambda: self.called(option, arguments, named, node)  # noqa: E731
            if number == len(chosen.options) - 1:
                return call()
            here = self.body.set(f"icmp eq i64 {chosen.index}, {number}")
            return self.choose(here, call, lambda: pick(number + 1))

        return pick(0)

    def _refuse_world(self, function: Any, node: ast.AST) -> None:
        reason = purity.reason(function)
        if reason:
            raise self.no(reason, node)

    def without_source(self, function: FunctionType, node: ast.AST) -> Unsupported:
        """What is said of a function that Python knows and the compiler cannot read."""
        if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
            return self.no(f"{function.__name__} is async; rules answer at once: write def", node)
        if digest.is_authors(function.__module__):
            reason = f"the source of {function.__name__} cannot be read (typed at Python's prompt, or edited since?)"
            return Unsupported(f"{reason}; put the rules into a file and load it anew")
        return self.no(f"it calls {function.__module__}.{function.__name__}", node)

    def call_method(
        self, method: BuiltinMethod, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        raise NotImplementedError

    # Classes.

    def _construct(self, cls: type, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        if issubclass(cls, enum.Enum):
            return self._member(cls, arguments[0], node)
        if is_record(cls):
            return self.record(cls, arguments, named, node)
        if all(each.is_const for each in (*arguments, *named.values())) and cls.__module__ in PURE:
            return self.fold(cls, arguments, node, **{name: each.const for name, each in named.items()})
        raise self.no(f"it makes a {cls.__name__}; states are NamedTuples, frozen dataclasses or tuples", node)

    def record(self, cls: type, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """A new NamedTuple or dataclass."""
        names = fields_of(cls)
        own = vars(cls).get("__init__")
        if (
            not issubclass(cls, tuple)
            and isinstance(own, FunctionType)
            and not own.__qualname__.endswith("__create_fn__.<locals>.__init__")
        ):
            if "__dataclass_fields__" not in vars(cls) or own.__code__.co_filename != "<string>":
                raise self.no(f"{cls.__name__} has an __init__ of its own", node)
        if len(arguments) > len(names):
            raise self.no(f"{cls.__name__} has {len(names)} fields, and {len(arguments)} are given", node)
        given = dict(zip(names, arguments))
        for name, value in named.items():
            if name not in names or name in given:
                raise self.no(f"{cls.__name__} has no field {name} left", node)
            given[name] = value
        for name in names:
            if name not in given:
                default = _default(cls, name)
                if default is MISSING:
                    raise self.no(f"{cls.__name__} is made without {name}", node)
                given[name] = constant(default)
        values = []
        for name in names:
            value = given[name]
            if value.is_const and isinstance(value.const, Lazy | Range):
                value = self.gathered(value, (node, name), node)
            values.append(self.runtime(value, node))
        found = self.tuple_of(values, node, cls)
        for each in cls.__mro__:
            if is_dataclass(cls) and "__post_init__" in vars(each):
                self.call_function(vars(each)["__post_init__"], [found], {}, node)
                break
        return found

    def _member(self, cls: type[enum.Enum], value: Value, node: ast.AST) -> Value:
        if value.is_const:
            return self.fold(cls, [value], node)
        if isinstance(value.kind, Enum) and value.kind.cls is cls:
            return value
        if issubclass(cls, enum.IntFlag):
            number = self.as_int(value)
            every = functools.reduce(operator.or_, (int(each) for each in cls), 0)
            self.guard(self.body.set(f"icmp ule i64 {number.op}, {every}"), ValueError)
            return Value(Enum(cls), number.parts)
        if issubclass(cls, int):
            number = self.as_int(value)
            good = self._in_constant([int(member) for member in cls], number, node)
            self.guard(good, ValueError)
            return Value(Enum(cls), number.parts)
        table = {member.value: number_of(member) for member in cls}
        self.guard(self._in_constant(list(table), self.runtime(value, node), node), ValueError)
        found = self.looked_up(table, value, None, node)
        return Value(Enum(cls), found.parts)

    # Functions.

    def call_function(
        self, function: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST, owner: type | None = None
    ) -> Value:
        function = digest.uncached(getattr(function, "py_func", function))
        if function in INTRINSICS:
            return INTRINSICS[function](self, arguments, named, node)
        if not isinstance(function, FunctionType):
            return self.called(function, arguments, named, node)
        self._refuse_world(function, node)
        tree = parsed(function)
        if tree is None:
            raise self.without_source(function, node)
        if self._is_foldable(function, arguments, named):
            try:
                found = function(*(each.const for each in arguments), **{k: v.const for k, v in named.items()})
            except Exception as error:
                self.guard("false", type(error))
                return never
            return constant(tuple(found) if inspect.isgenerator(found) else found)
        if digest.is_library(function.__module__) and not digest.is_library(self.function.__module__):
            try:
                return self._called_plainly(function, tree, arguments, named, node, owner)
            except Unsupported:  # an author is told of the call, not of what stands in the library
                raise self.no(f"it calls {function.__module__}.{function.__name__}", node) from None
        return self._called_plainly(function, tree, arguments, named, node, owner)

    def _called_plainly(
        self, function: FunctionType, tree: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST,
        owner: type | None,
    ) -> Value:  # fmt: skip
        values = self._arguments(function, tree, arguments, named, node)
        if getattr(function, "inline", False):
            return self.inline(function, tree, values, node, owner)
        if any(each.is_const and isinstance(each.const, Closure | Method) for each in values.values()):
            return self.inline(function, tree, values, node, owner)
        return self.call_spec(function, tree, values, node, owner)

    def _is_foldable(self, function: FunctionType, arguments: list[Value], named: dict[str, Value]) -> bool:
        """Whether Python can say what a call comes to, before the game is played."""
        if self.kernel and not digest.is_authors(function.__module__):
            return False
        given = [*arguments, *named.values()]
        if not all(each.is_const and not isinstance(each.const, PLACED) for each in given):
            return False
        if not digest.is_authors(function.__module__) and not (given and given[0].const is self.program.game):
            return False
        return purity.is_pure(function, self.program.game)

    def _arguments(
        self, function: FunctionType, tree: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> dict[str, Value]:
        """The value of each parameter."""
        spec = tree.args
        names = [each.arg for each in (*spec.posonlyargs, *spec.args)]
        found = dict(zip(names, arguments))
        if len(arguments) > len(names):
            if spec.vararg is None:
                raise self.no(f"{tree.name} takes {len(names)} arguments, and {len(arguments)} are given", node)
            found[spec.vararg.arg] = self._rest(arguments[len(names) :], node)
        elif spec.vararg is not None:
            found[spec.vararg.arg] = constant(())
        if any(value.is_const and isinstance(value.const, Spread) for value in found.values()):
            raise self.no("a star before something whose length is not known", node)
        if spec.kwarg is not None:
            known = {*names, *(each.arg for each in spec.kwonlyargs)}
            more = {name: value for name, value in named.items() if name not in known}
            named = {name: value for name, value in named.items() if name in known}
            found[spec.kwarg.arg] = self._kwargs(more, (node, "kwargs"), node)
        defaults = function.__defaults__ or ()
        for name, default in zip(names[len(names) - len(defaults) :], defaults):
            found.setdefault(name, named[name] if name in named else constant(default))
        for name, default in (function.__kwdefaults__ or {}).items():
            found.setdefault(name, named[name] if name in named else constant(default))
        for name, value in named.items():
            if name not in names and name not in [each.arg for each in spec.kwonlyargs]:
                raise self.no(f"{tree.name} has no parameter {name}", node)
            found.setdefault(name, value)
        for name in names:
            if name not in found:
                raise self.no(f"{tree.name} is called without {name}", node)
        return {name: self._passed(value, (node, name), node) for name, value in found.items()}

    def _rest(self, arguments: list[Value], node: ast.AST) -> Value:
        """What *args is: a tuple of all arguments that are left."""
        found: Value = constant(())
        for each in arguments:
            spread = each.is_const and isinstance(each.const, Spread)
            found = self.concat(found, each.const.value if spread else self.tuple_of([each], node), node)
        return found

    def _kwargs(self, named: dict[str, Value], key: Any, node: ast.AST) -> Value:
        """What **kwargs is: a dictionary of all arguments with other names."""
        if all(value.is_const for value in named.values()):
            return constant({name: value.const for name, value in named.items()})
        found = self.new_dict(key)
        for name, value in named.items():
            self.set_entry(found, constant(name), value, node)
        return found

    def _passed(self, value: Value, key: Any, node: ast.AST) -> Value:
        """A value as it is handed to a function."""
        value = self.unshared(value, node)
        if not value.is_const:
            return value
        if isinstance(value.const, Lazy | Range):
            return self.listed(value, (key, "argument"), node)
        if isinstance(value.const, bool | int | float | str) or value.const is None:
            return value if isinstance(value.const, str) and len(value.const) > 64 else self.runtime(value)
        if isinstance(value.const, tuple | frozenset) and len(value.const) <= SHORT and not self.kernel:
            found = self.program.runtime(value.const)
            return value if found is None else found
        return value

    def call_spec(
        self, function: FunctionType, tree: Any, values: dict[str, Value], node: ast.AST, owner: type | None = None
    ) -> Value:
        """Call a function that is compiled for the kinds of these values."""
        from countermove.native.compiler.function import specialised

        spec, parameters = specialised(self.program, function, tree, values, owner)
        return self._call_compiled(spec, parameters, values, node)

    def _call_compiled(self, spec: Spec, parameters: dict[str, Kind], values: dict[str, Value], node: ast.AST) -> Value:
        self.line = getattr(node, "lineno", self.line)
        kinds, operands = [], []
        for name, kind in parameters.items():
            given = values[name].kind
            _learn(self, given, kind)
            converted = self.convert(values[name], kind if not _has_cells(kind) else given, node)
            kinds += leaves(kind)
            operands += converted.parts
        if spec.busy:
            spec.recursive = True
            self.spec.fails = True
        if spec.fails or spec.busy:
            self.spec.fails = True
        self.spec.allocates |= spec.allocates or spec.busy
        marked = (self.kernel or _keeps_nothing(spec, parameters)) and not spec.kernel and (spec.allocates or spec.busy)
        mark = self.mark() if marked and "ptr" not in leaves(spec.result) else ""
        found = self.call(spec.name, kinds, operands, spec.result)
        if mark:
            self.release(mark)
        if spec.fails or spec.busy:
            self.check_call()
        if spec.busy or not _has_cells(spec.result):
            return found
        same: dict[Any, Any] = {}
        for name, kind in parameters.items():
            _same_cells(kind, values[name].kind, same)
        return self.deep(found, self._own_cells(spec.result, same, (node, "result", spec.fixed)))

    def _own_cells(self, kind: Kind, same: dict[int, Cell], key: Any) -> Kind:
        """The kind of what a function gives, as it is known here: its lists may come to hold more than it put in.

        A list that was handed over and comes back is still the same list.
        """

        def own(cell: Cell, part: str) -> Cell:
            if id(cell.top) in same:
                return same[id(cell.top)]
            found = self.cell((key, part))
            if cell.kind is not NEVER:
                self.widen(found, self._own_cells(cell.kind, same, (key, part)))
            return found

        if isinstance(kind, Optional):
            return Optional(self._own_cells(kind.item, same, (key, "item")))
        if isinstance(kind, Tuple | Union):
            items = tuple(self._own_cells(item, same, (key, at)) for at, item in enumerate(kind.items))
            return dataclasses.replace(kind, items=items)
        if isinstance(kind, Seq):
            return dataclasses.replace(kind, item=self._own_cells(kind.item, same, (key, "item")))
        if isinstance(kind, Dict):
            return Dict(own(kind.key, "keys"), own(kind.value, "values"), kind.made)
        if isinstance(kind, List) and not (isinstance(kind, Set) and kind.room is not None):
            return dataclasses.replace(kind, cell=own(kind.cell, "items"))
        return kind

    def deep(self, value: Value, kind: Kind) -> Value:
        """A value with lists of items of another kind: made again where it holds something else than is wanted."""
        if signature(value.kind) == signature(kind):
            return Value(kind, value.parts)
        if isinstance(kind, Optional) and isinstance(value.kind, Optional):
            some = lambda: Value(kind, ["true", *self.deep(value.inner(), kind.item).parts])  # noqa: E731
            return self.choose(value.parts[0], some, lambda: zero(kind))
        if isinstance(kind, Tuple) and isinstance(value.kind, Tuple):
            parts = [part for item, each in zip(value.items(), kind.items) for part in self.deep(item, each).parts]
            return Value(kind, parts)
        if isinstance(kind, Dict):
            found = self.new_dict(("deep", id(kind)), kind.made)
            copy = Value(kind, found.parts)
            pairs = self.call_method(BuiltinMethod("items", value), [], {}, self.frames[-1].node)

            def one(pair: Value) -> None:
                key, item = pair.items()
                self.set_entry(copy, self.deep(key, kind.key.kind), self.deep(item, kind.value.kind))

            self.each(pairs, one)
            return copy
        if isinstance(kind, List) and isinstance(value.kind, List):
            copy = Value(kind, self.new_list(kind.cell, self.length(value)).parts)
            self.each(value, lambda item: self.append(copy, self.deep(item, kind.cell.kind)))
            return copy
        if isinstance(kind, Seq) and isinstance(value.kind, Seq) and _has_cells(kind):
            copy = self.new_list(Cell(kind.item), self.length(value))
            self.each(value, lambda item: self.append(copy, self.deep(item, kind.item)))
            whole = self.as_sequence(copy)
            return Value(kind, whole.parts if kind.count is None else whole.parts[:1])
        return self.convert(value, kind)

    # Functions inside functions, and functions written out.

    def _call_closure(self, closure: Closure, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        tree = closure.node
        values = self._closure_arguments(closure, arguments, named, node)
        if (
            closure in self.inlining
            or closure.home is not self
            or (
                isinstance(tree, ast.FunctionDef)
                and any(isinstance(each, ast.Name) and each.id == tree.name for each in ast.walk(tree))
            )
        ):
            return self._lifted(closure, values, node)
        return self._written_out(closure, closure.scopes, tree, values, node, self.frames[-1])

    def _closure_arguments(
        self, closure: Closure, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> dict[str, Value]:
        spec = closure.node.args
        names = [each.arg for each in (*spec.posonlyargs, *spec.args)]
        if spec.kwarg is not None or (len(arguments) > len(names) and spec.vararg is None):
            raise self.no("a function inside a function that takes any number of named arguments", node)
        found = {**dict(zip(names, arguments)), **named}
        if spec.vararg is not None:
            found[spec.vararg.arg] = self._rest(arguments[len(names) :], node)
        if any(value.is_const and isinstance(value.const, Spread) for value in found.values()):
            raise self.no("a star before something whose length is not known", node)
        for name, default in zip(names[len(names) - len(spec.defaults) :], spec.defaults):
            if name not in found:
                found[name] = self.expr(default)
        for each, default_or in zip(spec.kwonlyargs, spec.kw_defaults):
            if each.arg not in found and default_or is not None:
                found[each.arg] = self.expr(default_or)
        for name in names:
            if name not in found:
                raise self.no(f"a function is called without {name}", node)
        return {name: self._passed(value, (node, name), node) for name, value in found.items()}

    def inline(
        self, function: FunctionType, tree: Any, values: dict[str, Value], node: ast.AST, owner: type | None
    ) -> Value:
        """Write a function out where it is called."""
        if self.inlining.count(tree) > 2:
            raise self.no(f"{tree.name} takes a function and calls itself", node)
        return self._written_out(tree, [], tree, values, node, Frame(function, tree, owner))

    def _written_out(
        self, what: Any, scopes: list[dict[str, str]], tree: Any, values: dict[str, Value], node: ast.AST, frame: Frame
    ) -> Value:
        if isinstance(tree, ast.FunctionDef) and yields(tree):
            return constant(Lazy(lambda one: self.generator_inside(frame, scopes, tree, values, node, one)))
        body = self.body
        key = f"@{id(node)}.{id(tree)}.{len(self.inlining)}"
        outer = self._enter(what, frame, scopes, tree, values, key)
        line = self.line
        try:
            if isinstance(tree, ast.Lambda):
                return self.expr(tree.body)
            end = body.label("return")
            self.returns.append((f"return{key}", end))
            if self.block(tree.body):
                self.bind(f"return{key}", none)
                body.jump(end)
            body.open = False
            self.returns.pop()
            body.begin(end)
            return self.read(f"return{key}")
        finally:
            self.line = line
            self._exit(outer)

    returns: list[tuple[str, str]]

    def _enter(
        self, what: Any, frame: Frame, scopes: list[dict[str, str]], tree: Any, values: dict[str, Value], key: str
    ) -> tuple[Any, ...]:
        outer = (
            self.function,
            self.scopes,
            self.sites,
            self.loops,
            self.sink,
            self.unrolled,
            self.kernel,
            self.finals,
            self.caught,
        )
        names = {} if isinstance(tree, ast.Lambda) else {name: f"{name}{key}" for name in local_names(tree)}
        names |= {name: f"{name}{key}" for name in values}
        self.inlining.append(what)
        self.frames.append(frame)
        self.function = frame.function
        self.sites = {}
        self.kernel = is_kernel(frame.function)
        for name, value in values.items():
            self.constants.pop(names[name], None)
            self.bind(names[name], value)
        self.scopes = [*scopes, names]
        self.loops, self.sink, self.finals, self.caught = [], None, [], []
        parameters = {names[name] for name in values}
        self.watch(tree, key)
        self.bound = {each: place for each, place in self.bound.items() if each not in parameters}
        return outer

    def _exit(self, outer: tuple[Any, ...]) -> None:
        self.inlining.pop()
        self.frames.pop()
        self.go_on(outer)

    def depth(self) -> int:
        return len(self.inlining)

    def generator_inside(
        self, frame: Frame, scopes: list[dict[str, str]], tree: Any, values: dict[str, Value], node: ast.AST,
        one: Callable[[Value], None],
    ) -> None:  # fmt: skip
        """Write a generator out, with what is done with each item in the place of `yield`."""
        if self.inlining.count(tree) > 0:
            raise self.no(f"the generator {tree.name} calls itself", node)
        body = self.body
        key = f"@{id(node)}.{id(tree)}.{len(self.inlining)}"
        outer = self._enter(tree, frame, scopes, tree, values, key)
        inner: tuple[Any, ...] = ()
        handlers = list(self.handlers)

        def sink(item: Value) -> None:
            nonlocal inner
            inner = (
                self.function,
                self.scopes,
                self.sites,
                self.loops,
                self.sink,
                self.unrolled,
                self.kernel,
                self.finals,
                self.caught,
            )
            kept = self.inlining.pop(), self.frames.pop(), self.returns.pop()
            self.go_on(outer)
            inside, self.handlers = self.handlers, list(handlers)
            one(item)
            self.handlers = inside
            self.inlining.append(kept[0])
            self.frames.append(kept[1])
            self.returns.append(kept[2])
            self.go_on(inner)

        self.sink = sink
        end = body.label("return")
        self.returns.append((f"return{key}", end))
        if self.block(tree.body):
            body.jump(end)
        body.open = False
        self.returns.pop()
        self._exit(outer)
        body.begin(end)

    def _lifted(self, closure: Closure, values: dict[str, Value], node: ast.AST) -> Value:
        """Call a function inside a function as one of its own, with what it uses of its surroundings as arguments."""
        from countermove.native.compiler.function import lifted

        tree = closure.node
        own = {each.arg for each in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)}
        used = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)} - own
        locals_ = local_names(tree) if isinstance(tree, ast.FunctionDef) else set()
        around: dict[str, Value] = {}
        scopes = closure.scopes if closure.scopes and closure.home is self else self.scopes
        for name in sorted(used - locals_):
            for scope in reversed(scopes):
                if name in scope:
                    around[name] = self.read(scope[name])
                    break
        around = {name: value for name, value in around.items() if not (value.is_const and value.const is closure)}
        spec, parameters = lifted(self.program, closure, self.frames[-1], {**values, **around}, set(around))
        return self._call_compiled(spec, parameters, {**values, **around}, node)

    # Generators.

    def iterate(self, node: ast.expr, one: Callable[[Value], None]) -> None:
        """Loop over an expression; a generator that yields in one place is written out around the loop."""
        if isinstance(node, ast.Name) and node.id in stepped_names(self.frames[-1].node):
            value = self.expr(node)
            if not value.is_const and type(value.kind) is List:
                self._each_left(value, one)
                return
        found = self._generator_call(node)
        if found is not None:
            frame, tree, values = found
            self.generator_inside(frame, [], tree, values, node, one)
            return
        super().iterate(node, one)

    def _each_left(self, value: Value, one: Callable[[Value], None]) -> None:
        """Loop over what is left of an iterator, which the loop may move on itself."""
        body = self.body
        head, inside, end = body.label("head"), body.label("in"), body.label("out")
        body.begin(head)
        body.branch(body.set(f"icmp sgt i64 {self.length(value)}, 0"), inside, end)
        body.begin(inside)
        one(self.call_method(BuiltinMethod("popleft", value), [], {}, self.frames[-1].node))
        body.jump(head)
        body.begin(end)

    def stream(self, node: ast.expr, sink: Callable[[Value], None]) -> None:
        found = self._generator_call(node, 8)
        if found is not None:
            frame, tree, values = found
            self.generator_inside(frame, [], tree, values, node, sink)
            return
        super().stream(node, sink)

    def _generator_call(self, node: ast.expr, most: int = 1) -> tuple[Frame, Any, dict[str, Value]] | None:
        """A call of a generator that can be written out; None where it is not one."""
        if not isinstance(node, ast.Call) or any(isinstance(each, ast.Starred) for each in node.args):
            return None
        if any(keyword.arg is None for keyword in node.keywords):
            return None
        if isinstance(node.func, ast.Name) and self.find(node.func.id) is None:
            function: Any = digest.uncached(self.outside(node.func.id))
            first: list[Value] = []
            owner = None
        elif isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            base = self.find(node.func.value.id)
            if base is None or not base.is_const or base.const is not self.program.game:
                return None
            method = self._game_attribute(node.func.attr, node).const
            if not isinstance(method, Method):
                return None
            function, first = method.function, [method.owner]
            owner = digest.owner_of(type(self.program.game), node.func.attr)
        elif isinstance(node.func, ast.Attribute) and _is_super(node.func.value):
            method = self._super(node.func.value, node.func.attr, node).const  # type: ignore[arg-type]
            if not isinstance(method, Method):
                return None
            function, first = method.function, [method.owner]
            owner = getattr(method, "owner_class", None)
        else:
            return None
        if (
            not is_generator(function)
            or function in INTRINSICS
            or (calls_itself(function) and function.__name__ != "actions")
        ):
            return None
        tree = parsed(function)
        if tree is None or yields(tree) > most or tree in self.inlining or tree is self.frames[0].node:
            return None
        arguments = [self.expr(each) for each in node.args]
        named = {keyword.arg or "": self.expr(keyword.value) for keyword in node.keywords}
        values = self._arguments(function, tree, [*first, *arguments], named, node)
        return Frame(function, tree, owner), tree, values


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


@functools.cache
def stepped_names(tree: Any) -> frozenset[str]:
    """The names that a function moves on with `next`."""
    return frozenset(
        each.args[0].id for each in ast.walk(tree)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == "next"
        and each.args and isinstance(each.args[0], ast.Name)
    )  # fmt: skip


@functools.cache
def changed_names(tree: Any) -> frozenset[str]:
    """The names whose values a function changes in place, or hands to another function that may."""
    found = set()
    for each in ast.walk(tree):
        if isinstance(each, ast.Subscript) and not isinstance(each.ctx, ast.Load):
            found.add(_root(each))
        elif isinstance(each, ast.AugAssign):
            found.add(_root(each.target))
        elif isinstance(each, ast.Call):
            if isinstance(each.func, ast.Attribute):
                found.add(_root(each.func))
            found |= {argument.id for argument in each.args if isinstance(argument, ast.Name)}
    return frozenset(found)


def _root(node: ast.expr) -> str:
    """The name that an expression such as a[i].b begins with."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _default(cls: Any, name: str) -> Any:
    """The default of a field."""
    if hasattr(cls, "_field_defaults"):
        return cls._field_defaults.get(name, MISSING)
    field = cls.__dataclass_fields__[name]
    if type(field.default).__name__ != "_MISSING_TYPE":
        return field.default
    if type(field.default_factory).__name__ != "_MISSING_TYPE":
        return field.default_factory()
    return MISSING


def _keeps_nothing(spec: Spec, parameters: dict[str, Kind]) -> bool:
    """Whether what a function allocates is of no use once it has returned: it has changed nothing it was given.

    A list that was handed over may have been grown into new memory, or hold something new; sets, dictionaries and lists
    in a state do not change.
    """
    return not any(_can_change(kind) for kind in parameters.values())


def _can_change(kind: Kind) -> bool:
    """Whether there is anything in a value that a function could put new memory into."""
    if isinstance(kind, Set) and kind.room is not None:
        return _can_change(kind.cell.kind)
    if isinstance(kind, List) or type(kind).__name__ == "Dict":
        return True
    if isinstance(kind, Tuple | Union):
        return any(map(_can_change, kind.items))
    return isinstance(kind, Optional | Seq) and _can_change(kind.item)


def _same_cells(one: Kind, two: Kind, found: dict[int, Cell]) -> None:
    """Which lists of a function's parameters are which of its caller's."""
    if (isinstance(one, Optional) and isinstance(two, Optional)) or (isinstance(one, Seq) and isinstance(two, Seq)):
        _same_cells(one.item, two.item, found)
    elif isinstance(one, Tuple | Union) and isinstance(two, Tuple | Union):
        for first, second in zip(one.items, two.items):
            _same_cells(first, second, found)
    elif isinstance(one, Dict) and isinstance(two, Dict):
        for cell, other in ((one.key, two.key), (one.value, two.value)):
            found[id(cell.top)] = other
            _same_cells(cell.kind, other.kind, found)
    elif isinstance(one, List) and isinstance(two, List):
        found[id(one.cell.top)] = two.cell
        _same_cells(one.cell.kind, two.cell.kind, found)


def _has_cells(kind: Kind) -> bool:
    """Whether a kind has a list in it, whose items may turn out to be of a wider kind."""
    text = signature(kind)
    return "list[" in text or "dict[" in text or "set[" in text


def _learn(caller: Any, given: Kind, kind: Kind) -> None:
    """What a function has learnt of a list that it was given holds for who gave it."""
    if isinstance(given, List) and isinstance(kind, List):
        if signature(given.cell.kind) != signature(kind.cell.kind):
            caller.widen(given.cell, own_kind(kind.cell.kind))
        _learn(caller, given.cell.kind, kind.cell.kind)
    elif isinstance(given, Tuple) and isinstance(kind, Tuple):
        for one, two in zip(given.items, kind.items):
            _learn(caller, one, two)
    elif type(given).__name__ == "Dict" and type(kind).__name__ == "Dict":
        caller.widen(given.key, own_kind(kind.key.kind))  # type: ignore[attr-defined]
        caller.widen(given.value, own_kind(kind.value.kind))  # type: ignore[attr-defined]
