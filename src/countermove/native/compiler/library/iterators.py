"""The module `itertools`."""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Callable

from countermove.native.compiler import standard
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, integer, none, zero
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.iterate import ENDLESS, Count, Lazy, Range
from countermove.native.compiler.kinds import NEVER, NONE, Optional
from countermove.native.compiler.library.iteration import Cycle, applied, kept, passes
from countermove.native.compiler.writer import Writer


@intrinsic(itertools.chain, takes="*iterables")
def _chain(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    def each(one: Callable[[Value], None]) -> None:
        for source in arguments:
            c.each(source, one, node)

    counts = [c.static_count(each_) for each_ in arguments]
    return constant(Lazy(each, None if None in counts else sum(counts)))  # type: ignore[arg-type]


@intrinsic(itertools.chain.from_iterable, takes="iterable, /")
def _chained(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    def each(one: Callable[[Value], None]) -> None:
        c.each(arguments[0], lambda source: c.each(source, one, node), node)

    return constant(Lazy(each))


@intrinsic(itertools.pairwise, takes="iterable, /")
def _pairwise(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    whole = c.as_sequence(c.listed(arguments[0], (node, "pairs"), node), node)
    count = c.body.set(f"sub i64 {c.length(whole)}, 1")

    def each(one: Callable[[Value], None]) -> None:
        def pair(index: str) -> None:
            one(c.tuple_of([c.item(whole, index), c.item(whole, c.body.set(f"add i64 {index}, 1"))], node))

        c.count_up(count, pair)

    return constant(Lazy(each))


@intrinsic(itertools.repeat, takes="object, times=None")
def _repeat(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if len(arguments) < 2:
        return _cycle(c, [c.tuple_of([arguments[0]], node)], {}, node)
    given = arguments[1]
    times = c.as_int(given).op
    known = max(0, int(given.const)) if given.is_const else None
    return constant(Lazy(lambda one: c.count_up(times, lambda _: one(arguments[0])), known))


@intrinsic(itertools.islice, takes="iterable, start, stop=None, step=None, /")
def _islice(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    ends = [constant(0), *arguments[1:]] if len(arguments) == 2 else arguments[1:]
    start, stop, step = [*ends, constant(1)][:3]
    first, last, by = (_or_else(c, end, other) for end, other in ((start, 0), (stop, ENDLESS), (step, 1)))
    body = c.body
    for number, least in ((first, 0), (last, 0), (by, 1)):
        if not number.isdigit() or int(number) < least:
            c.guard(body.set(f"icmp sge i64 {number}, {least}"), ValueError)

    def each(one: Callable[[Value], None]) -> None:
        place, end = body.place("i64"), body.label("end")
        body.store("i64", "0", place)

        def item(value: Value) -> None:
            at = body.load("i64", place)
            body.store("i64", body.set(f"add i64 {at}, 1"), place)
            inside, take, on = body.label("in"), body.label("take"), body.label("on")
            body.branch(body.set(f"icmp slt i64 {at}, {last}"), inside, end)
            body.begin(inside)
            offset = body.set(f"sub i64 {at}, {first}")
            even = body.set(f"icmp eq i64 {body.set(f'srem i64 {offset}, {by}')}, 0")
            good = body.set(f"and i1 {body.set(f'icmp sge i64 {offset}, 0')}, {even}")
            body.branch(good, take, on)
            body.begin(take)
            one(value)
            body.begin(on)

        with body.when(body.set(f"icmp sgt i64 {last}, 0")):
            c.each(arguments[0], item, node)
        body.begin(end)

    return constant(Lazy(each))


def _or_else(c: Writer, value: Value, other: int) -> str:
    """An int; a default if None."""
    value = c.runtime(value)
    if value.kind is NONE:
        return str(other)
    if not isinstance(value.kind, Optional):
        return str(c.as_int(value).op)
    return str(c.choose(value.parts[0], lambda: c.as_int(value.inner()), lambda: integer(other)).op)


@intrinsic(itertools.count, takes="start=0, step=1")
def _count(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    start = arguments[0] if arguments else constant(0)
    step = arguments[1] if len(arguments) > 1 else constant(1)
    return constant(Count(c.body, c.as_int(start).op, c.as_int(step).op))


@intrinsic(itertools.cycle, takes="iterable, /")
def _cycle(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    source = arguments[0]
    if source.is_const and isinstance(source.const, str):
        whole = c.runtime(source, node)
    else:
        whole = c.as_sequence(c.listed(source, (node, "cycle"), node), node)
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        again, end = body.label("again"), body.label("end")
        body.begin(again)
        c.each(whole, one, node)
        body.branch(body.set(f"icmp sgt i64 {c.length(whole)}, 0"), again, end)
        body.begin(end)

    return constant(Cycle(each, whole))


@intrinsic(itertools.tee, takes="iterable, n=2, /")
def _tee(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    source, count = arguments[0], arguments[1] if len(arguments) > 1 else constant(2)
    if not count.is_const:
        raise c.no("tee with a variable number of iterators", node)
    whole = c.listed(source, (node, "tee"), node)
    return constant(tuple(Lazy(lambda one: c.each(whole, one, node)) for _ in range(count.const)))


@intrinsic(itertools.accumulate, takes="iterable, func=None, *, initial=None")
def _accumulate(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    source = arguments[0]
    function = arguments[1] if len(arguments) > 1 else constant(None)
    initial = named.get("initial", constant(None))
    key = f"total@{id(node)}"
    begins = initial.is_const and initial.const is None
    body = c.body

    def combined(one: Value, two: Value) -> Value:
        if function.is_const and function.const is None:
            return c.arithmetic(ast.Add, one, two, node)
        return c.called(function.const, [one, two], {}, node)

    def each(one: Callable[[Value], None]) -> None:
        c.constants.pop(key, None)
        c.variables.pop(key, None)
        empty = body.slot("i1", "true" if begins else "false")
        if not begins:
            c.bind(key, c.runtime(initial, node), node)
            one(c.read(key))
        elif key in c.kinds:
            c.bind(key, zero(c.kinds[key]), node)
        else:
            c.changed = True
            c.kinds[key] = NEVER

        def item(value: Value) -> None:
            value = c.runtime(value, node)
            if key not in c.variables:
                c.bind(key, value, node)
            found = c.choose(body.load("i1", empty), lambda: value, lambda: combined(c.read(key), value))
            body.store("i1", "false", empty)
            c.bind(key, found, node)
            one(c.read(key))

        c.each(source, item, node)

    known = c.static_count(source)
    return constant(Lazy(each, None if known is None else known + (not begins)))


@intrinsic(itertools.takewhile, takes="predicate, iterable, /")
def _takewhile(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source = arguments
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        end = body.label("end")

        def item(value: Value) -> None:
            body.jump_if(c.truth(applied(c, function, value, node)), end, False)
            one(value)

        c.each(source, item, node)
        body.begin(end)

    return constant(Lazy(each))


@intrinsic(itertools.dropwhile, takes="predicate, iterable, /")
def _dropwhile(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source = arguments
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        begun = body.slot("i1", "false")

        def item(value: Value) -> None:
            take, look, on = body.label("take"), body.label("look"), body.label("on")
            body.branch(body.load("i1", begun), take, look)
            body.begin(look)
            body.branch(c.truth(applied(c, function, value, node)), on, take)
            body.begin(take)
            body.store("i1", "true", begun)
            one(value)
            body.begin(on)

        c.each(source, item, node)

    return constant(Lazy(each))


@intrinsic(itertools.filterfalse, takes="function, iterable, /")
def _filterfalse(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source = arguments
    return kept(c, source, lambda value: (value, passes(c, function, value, node)), node, False)


@intrinsic(itertools.compress, takes="data, selectors")
def _compress(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    def test(pair: Value) -> tuple[Value, str]:
        value, wanted = c.destructured(pair, 2, node)
        return value, c.truth(wanted)

    return kept(c, c.called(zip, arguments, {}, node), test, node)


@intrinsic(itertools.starmap, takes="function, iterable, /")
def _starmap(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source = arguments

    def each(one: Callable[[Value], None]) -> None:
        c.each(source, lambda item: one(c.called(function.const, c._spread(item, node), {}, node)), node)

    return constant(Lazy(each, c.static_count(source)))


@intrinsic(itertools.zip_longest, takes="*iterables, fillvalue=None")
def _zip_longest(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    fill = named.get("fillvalue", none)
    wholes = [c.as_sequence(c.listed(each, (node, "zip", at), node), node) for at, each in enumerate(arguments)]
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        size = "0"
        for whole in wholes:
            size = body.set(f"call i64 @llvm.smax.i64(i64 {size}, i64 {c.length(whole)})")

        def row(at: str) -> None:
            items = []
            for whole in wholes:
                here = body.set(f"icmp slt i64 {at}, {c.length(whole)}")
                items.append(c.choose(here, lambda whole=whole: c.item(whole, at), lambda: fill))  # type: ignore[misc]
            one(c.tuple_of(items, node))

        c.count_up(size, row)

    return constant(Lazy(each))


@intrinsic(itertools.groupby, takes="iterable, key=None")
def _groupby(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    key = arguments[1] if len(arguments) > 1 else constant(None)
    items = c.listed(arguments[0], (node, "groupby"), node)
    keys = items
    if not (key.is_const and key.const is None):
        keys = c.listed(c.called(map, [key, items], {}, node), (node, "groupby keys"), node)
    return c.call_function(standard.grouped, [items, keys], {}, node)


@intrinsic(itertools.product, takes="*iterables, repeat=1")
def _product(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    repeat = named.get("repeat", constant(1))
    if not repeat.is_const:
        if len(arguments) > 1:
            raise c.no("product of several with repeat= that is not constant", node)
        whole = c.listed(arguments[0], (node, "pool"), node)
        return c.call_function(standard.choices, [whole, repeat, constant(0), constant(True)], {}, node)
    if not isinstance(repeat.const, int):
        raise c.no("product with repeat= that is not an int", node)
    if repeat.const < 0:
        c.guard("false", ValueError)
    sources = []
    for number, source in enumerate(arguments):
        if source.is_const and isinstance(source.const, Lazy):
            source = c.listed(source, (node, number), node)
        sources.append(source)
    sources = sources * int(repeat.const)
    if all(each.is_const and not isinstance(each.const, Range | Chosen) for each in sources):
        items = tuple(itertools.product(*(each.const for each in sources)))
        return constant(items)

    def each(one: Callable[[Value], None]) -> None:
        def inner(at: int, items: list[Value]) -> None:
            if at == len(sources):
                one(c.tuple_of(items, node))
            else:
                c.each(sources[at], lambda item: inner(at + 1, [*items, item]), node)

        inner(0, [])

    counts = [c.static_count(each_) for each_ in sources]
    return constant(Lazy(each, None if None in counts else math.prod(counts)))  # type: ignore[arg-type]


@intrinsic(itertools.combinations, takes="iterable, r", how="combinations")
@intrinsic(itertools.permutations, takes="iterable, r=None", how="permutations")
@intrinsic(itertools.combinations_with_replacement, takes="iterable, r", how="combinations_with_replacement")
def _arrangements(c: Writer, arguments: list[Value], named: Named, node: ast.AST, how: str) -> Value:
    source = arguments[0]
    given = arguments[1] if len(arguments) > 1 and arguments[1].const is not None else None
    if source.is_const and not isinstance(source.const, Lazy | Range | Chosen) and (given is None or given.is_const):
        function = getattr(itertools, how)
        return c.fold(lambda *each: tuple(function(*each)), [source, *([given] if given is not None else [])], node)
    if given is None:
        known = c.static_count(source)
        if known is None:
            source = c.listed(source, (node, how), node)
            given = integer(c.length(source))
        else:
            given = constant(known)
    if given.is_const and given.const < 0:
        c.guard("false", ValueError)
    if not given.is_const or not 0 <= given.const <= 6:
        whole = c.listed(source, (node, how, "pool"), node)
        if how == "permutations":
            return c.call_function(standard.permutations, [whole, given], {}, node)
        step = constant(int(how == "combinations"))
        return c.call_function(standard.choices, [whole, given, step, constant(False)], {}, node)
    if source.is_const and isinstance(source.const, Lazy | Range | Chosen):
        source = c.listed(source, (node, how), node)
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        whole = c.as_sequence(source, node)
        size = c.length(whole)

        def inner(indices: list[str]) -> None:
            if len(indices) == given.const:
                one(c.tuple_of([c.item(whole, index) for index in indices], node))
                return
            start = "0"
            if indices and how == "combinations":
                start = body.set(f"add i64 {indices[-1]}, 1")
            elif indices and how == "combinations_with_replacement":
                start = indices[-1]

            def pick(item: Value) -> None:
                skip = body.label("skip")
                if how == "permutations":
                    for other in indices:
                        body.jump_if(body.set(f"icmp eq i64 {item.op}, {other}"), skip)
                inner([*indices, item.op])
                body.begin(skip)

            c._each_of_range(Range(start, size, "1"), pick)

        inner([])

    return constant(Lazy(each))
