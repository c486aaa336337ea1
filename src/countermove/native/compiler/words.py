"""The functions of `bits` and `values` in compiled code: an instruction or two each."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from countermove import bits, sparse, values
from countermove.native import real
from countermove.native.compiler import kinds
from countermove.native.compiler.code import Value, constant, integer, literal, never, wrapped
from countermove.native.compiler.code import real as real_value
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.iterate import Lazy
from countermove.native.compiler.writer import Writer
from countermove.values import EXACT, START


def _one(function: Any, text: str) -> None:
    """Register a one-word function that is one instruction."""

    @intrinsic(function, folds=True)
    def write(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        return integer(c.body.set(text.format(c.as_int(arguments[0]).op)))


_one(bits.popcount, "call i64 @llvm.ctpop.i64(i64 {})")
_one(bits.lowest, "call i64 @llvm.cttz.i64(i64 {}, i1 false)")
_one(bits.bswap, "call i64 @llvm.bswap.i64(i64 {})")


@intrinsic(bits.highest, folds=True)
def _highest(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    zeros = c.body.set(f"call i64 @llvm.ctlz.i64(i64 {c.as_int(arguments[0]).op}, i1 false)")
    return integer(c.body.set(f"sub i64 63, {zeros}"))


@intrinsic(bits.Word, takes="x=0")
def _word(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return constant(0)
    if arguments[0].is_const:
        return integer(wrapped(int(arguments[0].const)))
    return c.as_int(arguments[0])


@intrinsic(bits.shl, how="shl")
@intrinsic(bits.shr, how="lshr")
def _shift(c: Writer, arguments: list[Value], named: Named, node: ast.AST, how: str) -> Value:
    number, by = (c.as_int(each).op for each in arguments)
    body = c.body
    if by.isdigit() and int(by) < 64:
        return integer(body.set(f"{how} i64 {number}, {by}"))
    shifted = body.set(f"{how} i64 {number}, {body.set(f'and i64 {by}, 63')}")
    inside = body.set(f"icmp ult i64 {by}, 64")
    return integer(body.set(f"select i1 {inside}, i64 {shifted}, i64 0"))


@intrinsic(bits.rotl)
def _rotl(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    number, by = (c.as_int(each).op for each in arguments)
    return integer(c.body.set(f"call i64 @llvm.fshl.i64(i64 {number}, i64 {number}, i64 {by})"))


@intrinsic(bits.bits)
def _bits(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """The positions of a word's set bits, lowest first."""

    def each(one: Callable[[Value], None]) -> None:
        body = c.body
        place = body.slot("i64", c.as_int(arguments[0]).op)
        head, inside, end = body.label("head"), body.label("in"), body.label("out")
        body.begin(head)
        word = body.load("i64", place)
        body.branch(body.set(f"icmp ne i64 {word}, 0"), inside, end)
        body.begin(inside)
        body.store("i64", body.set(f"and i64 {word}, {body.set(f'sub i64 {word}, 1')}"), place)
        one(integer(body.set(f"call i64 @llvm.cttz.i64(i64 {word}, i1 true)")))
        body.jump(head)
        body.begin(end)

    found = Lazy(each)
    found.size = lambda: c.body.set(f"call i64 @llvm.ctpop.i64(i64 {c.as_int(arguments[0]).op})")  # type: ignore[attr-defined]
    return constant(found)


@intrinsic(values.put)
def _put(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    owner, index, value = arguments
    owner = c.present(c.runtime(owner, node))
    if isinstance(owner.kind, kinds.Tuple):
        items = owner.items()
        if index.is_const:
            if not -len(items) <= index.const < len(items):
                c.guard("false", IndexError)
                return never
            items[index.const] = c.convert(value, items[index.const].kind, node)
            return c.tuple_of(items, node, owner.kind.cls)
        at = c.checked_index(c.as_int(index).op, str(len(items)))

        def changed(number: int, item: Value) -> Value:
            here = c.body.set(f"icmp eq i64 {at}, {number}")
            return c.choose(here, lambda: c.convert(value, item.kind, node), lambda: item)

        return c.tuple_of([changed(number, item) for number, item in enumerate(items)], node, owner.kind.cls)
    whole = c.as_sequence(owner, node)
    assert isinstance(whole.kind, kinds.Seq)
    size = kinds.words(whole.kind.item)
    count = c.length(whole)
    at = c.checked_index(c.as_int(index).op, count)
    total = c._scaled(count, size)
    target = c.alloc(total)
    c.body.copy(target, whole.op, total)
    c.store(c.convert(value, whole.kind.item, node), c.body.at(target, c._scaled(at, size)))
    return Value(whole.kind, [target, *whole.parts[1:]])


@intrinsic(values.joint)
def _joint(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    one, two = (c.as_int(each).op for each in arguments)
    return integer(c.body.set(f"add i64 {c.body.set(f'mul i64 {one}, 65536')}, {two}"))


@intrinsic(values.split)
def _split(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    word = c.as_int(arguments[0]).op
    first, second = c.body.set(f"ashr i64 {word}, 16"), c.body.set(f"and i64 {word}, 65535")
    return c.tuple_of([integer(first), integer(second)], node)


@intrinsic(values.dot)
def _dot(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    one, two = (c.runtime(each, node) for each in arguments)
    if isinstance(one.kind, kinds.Array) or isinstance(two.kind, kinds.Array):
        total = c.body.slot("double", "0.0")

        def item(value: Value, index: str) -> Value:
            return (
                c.element(value, [integer(index)])
                if isinstance(value.kind, kinds.Array)
                else c.item(c.as_sequence(value), index)
            )

        def add(index: str) -> None:
            product = c.arithmetic(ast.Mult, c.as_float(item(one, index)), item(two, index), node)
            c.body.store("double", c.body.set(f"fadd double {c.body.load('double', total)}, {product.op}"), total)

        c.count_up(c.length(one), add)
        return real_value(c.body.load("double", total))
    items = [_items(c, each) for each in (one, two)]
    if len(items[0]) != len(items[1]):
        raise c.no(f"features gives {len(items[0])} numbers but weights has {len(items[1])}", node)
    found: Value = constant(0.0)
    for a, b in zip(*items):
        found = c.arithmetic(ast.Add, found, c.arithmetic(ast.Mult, a, b, node), node)
    return c.as_float(found)


def _items(c: Writer, value: Value) -> list[Value]:
    if isinstance(value.kind, kinds.Tuple):
        return value.items()
    count = c.static_count(value)
    if count is None:
        raise c.no("an unknown number of features")
    return [c.item(value, str(at)) for at in range(count)]


@intrinsic(values.weigh)
def _weigh(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    sums, weights, by = arguments
    assert isinstance(sums.kind, kinds.Array)
    kind = sums.kind
    factor = c.as_float(by)
    short = kinds.Array("float32", 1)
    if sums.kind == short and weights.kind == short:
        return _weigh_short(c, sums, weights, factor)

    def add(index: str) -> None:
        place = c._address(sums, [integer(index)])
        more = c.arithmetic(ast.Mult, c.element(weights, [integer(index)]), factor, node)
        c._write(kind, place, c.arithmetic(ast.Add, c._read(kind, place), more, node))

    c.count_up(c.length(sums), add)
    return Value(kinds.NONE, [])


def _weigh_short(c: Writer, sums: Value, weights: Value, factor: Value) -> Value:
    """The same in 32-bit numbers, as in NumPy: vectorized if the processor can."""
    body = c.body
    short = body.set(f"fptrunc double {factor.op} to float")

    def add(index: str) -> None:
        here, there = (
            body.set(f"getelementptr inbounds float, ptr {each.op}, i64 {index}") for each in (sums, weights)
        )
        more = body.set(f"fmul float {body.load('float', there)}, {short}")
        body.store("float", body.set(f"fadd float {body.load('float', here)}, {more}"), here)

    c.count_up(c.length(sums), add)
    return Value(kinds.NONE, [])


# Networks of sparse inputs (see sparse.py), in vectors that LLVM fits to the processor.

_NARROW, _WIDE, _LONG = (f"<{sparse.BLOCK} x i{size}>" for size in (16, 32, 64))


def _blocks(c: Writer, count: str, one: Callable[[str], None]) -> None:
    """A loop over the first numbers of all blocks of hidden units."""
    c.count_up(
        c.body.set(f"udiv i64 {count}, {sparse.BLOCK}"), lambda at: one(c.body.set(f"mul i64 {at}, {sparse.BLOCK}"))
    )


def _block(c: Writer, array: Value, at: str) -> str:
    """Some numbers of an array."""
    return c.body.load(_NARROW, c.place_of(array, at), ", align 2")


def _add(c: Writer, vector: str, total: str, more: str) -> None:
    """Add a vector to one on the stack."""
    found = c.body.set(f"add {vector} {c.body.load(vector, total, ', align 8')}, {more}")
    c.body.add(f"store {vector} {found}, ptr {total}, align 8")


def _zeros(c: Writer, vector: str) -> str:
    """A vector on the stack."""
    place = c.body.place(vector)
    c.body.add(f"store {vector} zeroinitializer, ptr {place}, align 8")
    return place


@intrinsic(sparse.sum_rows)
def _sum_rows(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    sums, weights, rows, count = arguments
    body, many, width = c.body, c.as_int(count).op, c.dimensions(weights)[1]

    def sum_block(start: str) -> None:
        total = _zeros(c, _NARROW)

        def add_row(index: str) -> None:
            row = c.element(rows, [integer(index)]).op
            at = body.set(f"add i64 {body.set(f'mul i64 {row}, {width}')}, {start}")
            _add(c, _NARROW, total, _block(c, weights, at))

        c.count_up(many, add_row)
        found = body.load(_NARROW, total, ", align 8")
        body.add(f"store {_NARROW} {found}, ptr {c.place_of(sums, start)}, align 2")

    _blocks(c, width, sum_block)
    return Value(kinds.NONE, [])


@intrinsic(sparse.add_row, operations=("add",))
@intrinsic(sparse.subtract_row, operations=("sub",))
@intrinsic(sparse.exchange_row, operations=("add", "sub"))
def _change_row(
    c: Writer, arguments: list[Value], named: Named, node: ast.AST, operations: tuple[str, ...]
) -> Value:  # fmt: skip
    memory, to, since, weights, *numbers = arguments
    body, width = c.body, c.dimensions(weights)[1]
    firsts = [body.set(f"mul i64 {c.as_int(number).op}, {width}") for number in numbers]
    target, base = (_words_at(c, memory, each) for each in (to, since))

    def change(start: str) -> None:
        here, there = (body.set(f"getelementptr inbounds i16, ptr {each}, i64 {start}") for each in (target, base))
        found = body.load(_NARROW, there, ", align 8")
        for operation, first in zip(operations, firsts):
            row = _block(c, weights, body.set(f"add i64 {first}, {start}"))
            found = body.set(f"{operation} {_NARROW} {found}, {row}")
        body.add(f"store {_NARROW} {found}, ptr {here}, align 8")

    _blocks(c, width, change)
    return Value(kinds.NONE, [])


def _words_at(c: Writer, memory: Value, at: Value) -> str:
    """The address of a word of a memory."""
    return c.body.set(f"getelementptr inbounds i64, ptr {memory.op}, i64 {c.as_int(at).op}")


@intrinsic(sparse.squared_sum_at)
def _squared_sum_at(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    memory, at, weights = arguments
    sums = _words_at(c, memory, at)
    return _output(c, weights, lambda start: c.body.set(f"getelementptr inbounds i16, ptr {sums}, i64 {start}"))


@intrinsic(sparse.squared_sum)
def _squared_sum(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    sums, weights = arguments
    return _output(c, weights, lambda start: c.place_of(sums, start))


def _output(c: Writer, weights: Value, place: Callable[[str], str]) -> Value:
    """The output of hidden units, whose blocks are at some places."""
    body, total = c.body, _zeros(c, _WIDE)

    def add_block(start: str) -> None:
        unit = body.load(_NARROW, place(start), ", align 2")
        for bound, limit in (("smax", 0), ("smin", sparse.ONE)):
            unit = body.set(
                f"call {_NARROW} @llvm.{bound}.v{sparse.BLOCK}i16({_NARROW} {unit}, {_NARROW} splat (i16 {limit}))"
            )
        unit = body.set(f"sext {_NARROW} {unit} to {_WIDE}")
        weight = body.set(f"sext {_NARROW} {_block(c, weights, start)} to {_WIDE}")
        square = body.set(f"mul {_WIDE} {unit}, {unit}")
        _add(c, _WIDE, total, body.set(f"mul {_WIDE} {square}, {weight}"))

    _blocks(c, c.length(weights), add_block)
    words = body.set(f"sext {_WIDE} {body.load(_WIDE, total, ', align 8')} to {_LONG}")
    return integer(body.set(f"call i64 @llvm.vector.reduce.add.v{sparse.BLOCK}i64({_LONG} {words})"))


@intrinsic(real.word_of)
def _word_of(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return integer(c.body.set(f"bitcast double {c.as_float(arguments[0]).op} to i64"))


@intrinsic(real.real_of)
def _real_of(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return real_value(c.body.set(f"bitcast i64 {c.as_int(arguments[0]).op} to double"))


# Keys.

_A, _B, START_WORD = wrapped(0xBF58476D1CE4E5B9), wrapped(0x94D049BB133111EB), wrapped(START)


def mixed(c: Writer, seed: str, word: str) -> str:
    """One step of the hash (see values.mix)."""
    body = c.body
    z = body.set(f"add i64 {body.set(f'xor i64 {seed}, {word}')}, {START_WORD}")
    z = _round(c, z, 30, _A)
    z = _round(c, z, 27, _B)
    return str(body.set(f"xor i64 {z}, {body.set(f'lshr i64 {z}, 31')}"))


def _round(c: Writer, z: str, by: int, factor: int) -> str:
    shifted = c.body.set(f"lshr i64 {z}, {by}")
    turned = c.body.set(f"xor i64 {z}, {shifted}")
    return str(c.body.set(f"mul i64 {turned}, {factor}"))


def stirred(c: Writer, seed: str, value: Value) -> str:
    """A value mixed into a hash, as `values.key_of` does it; varying lengths come first."""
    kind, body = value.kind, c.body
    if kind in (kinds.NONE, kinds.NEVER):
        from countermove.native.layout import NOTHING

        return mixed(c, seed, str(NOTHING)) if kind is kinds.NONE else seed
    if kind is kinds.FLOAT:
        floor = body.set(f"call double @llvm.floor.f64(double {value.op})")
        whole = body.set(f"fcmp oeq double {value.op}, {floor}")
        size = body.set(f"call double @llvm.fabs.f64(double {value.op})")
        near = body.set(f"fcmp olt double {size}, {literal(EXACT)}")
        number = body.set(f"call i64 @llvm.fptosi.sat.i64.f64(double {value.op})")
        pattern = body.set(f"bitcast double {value.op} to i64")
        return mixed(c, seed, body.set(f"select i1 {body.set(f'and i1 {whole}, {near}')}, i64 {number}, i64 {pattern}"))
    if kind is kinds.BOOL:
        return mixed(c, seed, body.set(f"zext i1 {value.op} to i64"))
    if kind is kinds.INT or isinstance(kind, kinds.Enum):
        return mixed(c, seed, value.op)
    if isinstance(kind, kinds.Optional):
        flag = body.set(f"zext i1 {value.parts[0]} to i64")
        start = mixed(c, seed, flag)
        return c.choose(value.parts[0], lambda: integer(stirred(c, start, value.inner())), lambda: integer(start)).op
    if isinstance(kind, kinds.Union):
        seed = mixed(c, seed, value.parts[0])

        def with_item(before: str, at: int, item: Value) -> str:
            here = body.set(f"icmp eq i64 {value.parts[0]}, {at}")
            return c.choose(here, lambda: integer(stirred(c, before, item)), lambda: integer(before)).op

        for at, item in enumerate(value.alternatives()):
            seed = with_item(seed, at, item)
        return seed
    if isinstance(kind, kinds.Tuple):
        for item in value.items():
            seed = stirred(c, seed, item)
        return seed
    place = body.place("i64")
    if isinstance(kind, kinds.Set | kinds.List) or (isinstance(kind, kinds.Seq) and kind.count is None):
        seed = mixed(c, seed, c.length(value))
    body.store("i64", seed, place)

    def one(item: Value) -> None:
        body.store("i64", stirred(c, body.load("i64", place), item), place)

    if isinstance(kind, kinds.Array):
        c.each_flat(value, one)
    elif isinstance(kind, kinds.Seq) and kind.text:
        c.count_up(c.length(value), lambda at: one(integer(body.load("i64", body.at(value.op, at)))))
    else:
        c.each(value, one)
    return body.load("i64", place)


@intrinsic(values.key_of)
def _key_of(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return integer(stirred(c, str(START_WORD), c.runtime(arguments[0], node)))
