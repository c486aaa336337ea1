"""Built-in functions that loop: `range`, `zip`, `map`, `filter`, `next` and others."""

from __future__ import annotations

import ast
from collections.abc import Callable

from countermove.native.compiler.callee import BuiltinMethod, is_callable
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, boolean, constant, integer, zero
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.iterate import ENDLESS, Held, Lazy, Range, over
from countermove.native.compiler.kinds import NEVER, Array, List, Set, Tuple
from countermove.native.compiler.writer import Writer


class Cycle(Lazy):
    """The items repeated endlessly."""

    def __init__(self, each: Callable[[Callable[[Value], None]], None], whole: Value) -> None:
        super().__init__(each)
        self.items = self.whole = whole
        self.endless = True


@intrinsic(len, takes="obj, /")
def _len(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = arguments[0]
    if value.is_const:
        if isinstance(value.const, Range):
            return integer(c.range_length(value.const))
        if isinstance(value.const, Chosen):
            return integer(c.length(c.option(value.const, tuple, node)))
        if isinstance(value.const, Lazy):
            raise c.no("len of a generator", node)
        return c.fold(len, arguments, node)
    value = c.present(value)
    own = c.special(value, "__len__", [], node)
    if own is not None:
        return own
    size = c.length(c.as_text(value))
    return constant(int(size)) if size.isdigit() else integer(size)


@intrinsic(range, takes="start, stop=None, step=1, /", folds=True)
def _range(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    numbers = [c.as_int(each).op for each in arguments]
    if len(numbers) > 2 and (numbers[2] == "0" or not numbers[2].lstrip("-").isdigit()):
        c.guard(c.body.set(f"icmp ne i64 {numbers[2]}, 0"), ValueError)
    if len(numbers) == 1:
        return constant(Range("0", numbers[0], "1"))
    return constant(Range(numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else "1"))


@intrinsic(enumerate, takes="iterable, start=0")
def _enumerate(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    start = arguments[1] if len(arguments) > 1 else constant(0)
    source = arguments[0]
    first = c.as_int(start).op

    def each(one: Callable[[Value], None]) -> None:
        body = c.body
        place = body.slot("i64", first)

        def item(value: Value) -> None:
            now = body.load("i64", place)
            body.store("i64", body.set(f"add i64 {now}, 1"), place)
            one(_pair(c, integer(now), value, node))

        c.each(source, item, node)

    return constant(over(source, each, c.static_count(source)))


def _pair(c: Writer, one: Value, two: Value, node: ast.AST) -> Value:
    if one.is_const and two.is_const:
        return constant((one.const, two.const))
    return c.tuple_of([one, two], node)


@intrinsic(zip, takes="*iterables, strict=False")
def _zip(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if "strict" in named and not named["strict"].is_const:
        raise c.no("zip with strict= that is not constant", node)
    strict = bool(named["strict"].const) if "strict" in named else False
    if not arguments:
        return constant(())
    if all(each.is_const and not isinstance(each.const, Lazy | Range | Chosen) for each in arguments) and not strict:
        return constant(tuple(zip(*(each.const for each in arguments))))
    if len(arguments) > 1 and isinstance(arguments[0].const, Lazy) and len({id(each.const) for each in arguments}) == 1:
        return _in_turn(c, arguments[0], len(arguments), node)
    wholes: list[Value] = []
    for number, each in enumerate(arguments):
        if each.is_const and isinstance(each.const, Lazy) and not isinstance(each.const, Cycle | Held):
            each = c.listed(each, (node, "zip", number), node)
        wholes.append(each)
    if all(not each.is_const and isinstance(each.kind, Tuple) for each in wholes) and not strict:
        rows = list(zip(*(each.items() for each in wholes)))
        return c.tuple_of([c.tuple_of(list(row), node) for row in rows], node)
    counts = [c.static_count(each) for each in wholes]
    known = min(counts) if None not in counts and counts else None  # type: ignore[type-var]

    def at(value: Value, index: str) -> Value:
        if value.is_const and isinstance(value.const, range | Range):
            given = value.const
            return integer(c.body.set(f"add i64 {given.start}, {c.body.set(f'mul i64 {index}, {given.step}')}"))
        if value.is_const and isinstance(value.const, Cycle):
            whole = value.const.items
            size = c.length(whole)
            c.guard(c.body.set(f"icmp sgt i64 {size}, 0"), StopIteration)
            return c.item(whole, c.body.set(f"srem i64 {index}, {size}"))
        if isinstance(value.const, Held):
            taken = c.body.load("i64", value.const.place)
            c.body.store("i64", c.body.set(f"add i64 {taken}, 1"), value.const.place)
            return value.const.taken(taken)
        if isinstance(value.kind, Array):
            return c.element(value, [integer(index)])
        if _has_functions(value):
            return c._chosen(value.const, integer(index), node)
        return c.item(value, index)

    def each_of(one: Callable[[Value], None]) -> None:
        ready = [
            value
            if isinstance(value.const, range | Range | Cycle | Held)
            or isinstance(value.kind, Array)
            or _has_functions(value)
            else c.as_sequence(value, node)
            for value in wholes
        ]
        sizes = []
        for value in ready:
            if value.is_const and isinstance(value.const, Range):
                sizes.append(c.range_length(value.const))
            elif value.is_const and isinstance(value.const, Cycle):
                sizes.append(str(ENDLESS))
            elif isinstance(value.const, Held):
                taken = c.body.load("i64", value.const.place)
                sizes.append(c.body.set(f"sub i64 {value.const.size}, {taken}"))
            else:
                sizes.append(str(len(value.const)) if value.is_const else c.length(value))
        size = sizes[0]
        if strict:
            for other in sizes[1:]:
                c.guard(c.body.set(f"icmp eq i64 {size}, {other}"), ValueError)
        for other in sizes[1:]:
            if size.isdigit() and other.isdigit():
                size = str(min(int(size), int(other)))
            else:
                size = c.body.set(f"call i64 @llvm.smin.i64(i64 {size}, i64 {other})")
        c.count_up(size, lambda index: one(c.tuple_of([at(value, index) for value in ready], node)))

    return constant(Lazy(each_of, known))


def _in_turn(c: Writer, source: Value, width: int, node: ast.AST) -> Value:
    """The same iterator several times, zip(it, it): each takes the next item."""
    whole = c.as_sequence(c.listed(source, (node, "in turn"), node), node)
    count = c.body.set(f"sdiv i64 {c.length(whole)}, {width}")

    def each(one: Callable[[Value], None]) -> None:
        def row(index: str) -> None:
            first = c.body.set(f"mul i64 {index}, {width}")
            places = [c.body.set(f"add i64 {first}, {at}") for at in range(width)]
            one(c.tuple_of([c.item(whole, place) for place in places], node))

        c.count_up(count, row)

    return constant(Lazy(each))


def _has_functions(value: Value) -> bool:
    held = value.const if value.is_const and isinstance(value.const, tuple | list) else ()
    return bool(held) and all(map(is_callable, held))


@intrinsic(map, takes="function, iterable, /, *iterables")
def _map(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, *sources = arguments
    if len(sources) > 1:
        source = _zip(c, sources, {}, node)

        def several(one: Callable[[Value], None]) -> None:
            def item(value: Value) -> None:
                one(c.called(function.const, c.destructured(value, len(sources), node), {}, node))

            c.each(source, item, node)

        return constant(Lazy(several, c.static_count(source)))

    def each(one: Callable[[Value], None]) -> None:
        c.each(sources[0], lambda item: one(applied(c, function, item, node)), node)

    return constant(over(sources[0], each, c.static_count(sources[0])))


def applied(c: Writer, function: Value, item: Value, node: ast.AST) -> Value:
    """A function of one argument, which may be a method of a built-in class, such as str.upper."""
    given = function.const
    if type(given).__name__ == "method_descriptor":
        return c.called(BuiltinMethod(given.__name__, item), [], {}, node)
    return c.called(given, [item], {}, node)


@intrinsic(filter, takes="function, iterable, /")
def _filter(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source = arguments
    return kept(c, source, lambda value: (value, passes(c, function, value, node)), node)


def passes(c: Writer, function: Value, item: Value, node: ast.AST) -> str:
    """Whether `filter` lets an item through, as an i1 operand."""
    return c.truth(item if function.const is None else applied(c, function, item, node))


def kept(
    c: Writer, source: Value, test: Callable[[Value], tuple[Value, str]], node: ast.AST, wanted: bool = True
) -> Value:
    """A filtered loop: `test` returns an item and whether to keep it."""
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        def item(given: Value) -> None:
            value, truth = test(given)
            with body.when(truth, wanted):
                one(value)

        c.each(source, item, node)

    return constant(over(source, each))


@intrinsic(reversed, takes="sequence, /")
def _reversed(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.reversed_value(arguments[0], node)


@intrinsic(iter, takes="object, /")
def _iter(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    source = arguments[0]
    if source.is_const and isinstance(source.const, Lazy):
        return source
    return constant(Lazy(lambda one: c.each(source, one, node), c.static_count(source)))


@intrinsic(next, takes="iterator, default=None, /")
def _next(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """The first item of a fresh iterable; the next item of an iterator in a variable."""
    body = c.body
    source = arguments[0]
    if not source.is_const and isinstance(source.kind, List) and not isinstance(source.kind, Set):
        some = body.set(f"icmp sgt i64 {c.length(source)}, 0")
        if len(arguments) > 1:
            return c.choose(some, lambda: c.take_first(source), lambda: arguments[1])
        c.guard(some, StopIteration)
        return c.take_first(source)
    key = f"next@{id(node)}"
    end = body.label("end")
    found = body.slot("i1", "false")
    c.constants.pop(key, None)
    if key in c.kinds:
        c.bind(key, zero(c.kinds[key]), node)

    def one(item: Value) -> None:
        c.bind(key, c.runtime(item, node), node)
        body.store("i1", "true", found)
        body.jump(end)
        body.begin(body.label("after"))

    if key not in c.kinds:
        c.changed = True
        c.kinds[key] = NEVER
    c.each(arguments[0], one, node)
    body.begin(end)
    result = c.read(key)
    if len(arguments) > 1:
        return c.choose(body.load("i1", found), lambda: result, lambda: arguments[1])
    c.guard(body.load("i1", found), StopIteration)
    return result


@intrinsic(any, takes="iterable, /", wanted=True)
@intrinsic(all, takes="iterable, /", wanted=False)
def _some(c: Writer, arguments: list[Value], named: Named, node: ast.AST, wanted: bool) -> Value:
    value = arguments[0]
    if value.is_const and not isinstance(value.const, Lazy | Range | Chosen):
        return constant(any(value.const) if wanted else all(value.const))
    found = c.any_of(value, wanted)
    return boolean(found if wanted else c.body.set(f"xor i1 {found}, true"))
