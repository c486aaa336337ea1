"""What kernels call: the game's rules, in the forms a search needs.

A state in a kernel has its own stack slot, so that it outlives the memory of the rule that created it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.game import CHANCE, Game
from countermove.native import bridge, digest, kernel, memory
from countermove.native.compiler import kinds
from countermove.native.compiler import words as _words
from countermove.native.compiler.action import decoded, encoded, int_bits, is_plain
from countermove.native.compiler.base import Frame
from countermove.native.compiler.code import Value, constant, integer, literal, real
from countermove.native.compiler.function import Function, specialised
from countermove.native.compiler.intrinsic import ACTED, Named, intrinsic
from countermove.native.compiler.iterate import Lazy
from countermove.native.compiler.program import Restart, Unsupported
from countermove.native.compiler.syntax import is_generator, parsed, yields
from countermove.native.compiler.writer import Writer

BUFFER = 64
"""Initial room for actions in a loop."""


def _method(c: Writer, name: str) -> Any:
    """A method of the game, and its class."""
    cls = type(c.program.game)
    return digest.method(cls, name), digest.owner_of(cls, name)


def _form(c: Writer, name: str, form: str, state: Value, extra: list[tuple[str, str]], node: ast.AST) -> Value:
    """Call a generator method in one of its forms."""
    function, owner = _method(c, name)
    c.program.asked.add(name)
    by_number = not is_plain(c.program.action) and int_bits(c.program.action) is None
    if name == "candidates" and (function is Game.candidates or by_number):
        name = "actions"
        function, owner = _method(c, name)
    tree = parsed(function)
    if tree is None:
        raise c.without_source(function, node)
    values = dict(zip((each.arg for each in tree.args.args), (constant(c.program.game), state)))
    spec, parameters = specialised(c.program, function, tree, values, owner, form)
    types, operands = [], []
    for parameter, kind in parameters.items():
        types += kinds.leaves(kind)
        operands += c.convert(values[parameter], kind, node).parts
    mark = c.mark() if spec.allocates else ""
    found = c.call(
        spec.name, types + [kind for kind, _ in extra], operands + [value for _, value in extra], spec.result
    )
    if mark:
        c.release(mark)
    if spec.fails:
        c.check_call()
    return found


def _buffer(c: Writer, value: Value) -> tuple[str, str]:
    """The address and length of a buffer of words."""
    return value.op, c.length(value)


@intrinsic(bridge.fill_actions, name="actions")
@intrinsic(bridge.fill_candidates, name="candidates")
@intrinsic(bridge.fill_tactical, name="tactical")
def _fill(c: Writer, arguments: list[Value], named: Named, node: ast.AST, name: str) -> Value:
    _, state, buffer, start = arguments
    address, room = _buffer(c, buffer)
    extra = [("ptr", address), ("i64", room), ("i64", c.as_int(start).op)]
    return _form(c, name, "fill", state, extra, node)


@intrinsic(bridge.fill_chances, name="chances")
@intrinsic(bridge.fill_policy, name="policy")
def _fill_pairs(c: Writer, arguments: list[Value], named: Named, node: ast.AST, name: str) -> Value:
    _, state, buffer, odds, start = arguments
    address, room = _buffer(c, buffer)
    other, other_room = _buffer(c, odds)
    extra = [("ptr", address), ("i64", room), ("i64", c.as_int(start).op), ("ptr", other), ("i64", other_room)]
    return _form(c, name, "pairs", state, extra, node)


@intrinsic(bridge.count_actions, form="count")
@intrinsic(bridge.any_action, form="any")
def _without_list(c: Writer, arguments: list[Value], named: Named, node: ast.AST, form: str) -> Value:
    return _form(c, "actions", form, arguments[1], [], node)


@intrinsic(bridge.ends_without_actions, asked=bridge.ends_without_actions)
@intrinsic(bridge.offers_predecessors, asked=bridge.offers_predecessors)
@intrinsic(bridge.offers_active_words, asked=bridge.offers_active_words)
@intrinsic(bridge.offers_playout, asked=bridge.offers_playout)
@intrinsic(bridge.is_appraised, asked=bridge.is_appraised)
def _of_game(c: Writer, arguments: list[Value], named: Named, node: ast.AST, asked: Callable[[Any], bool]) -> Value:
    """What the game offers is known when it is compiled."""
    return constant(asked(c.program.game))


@intrinsic(bridge.offers_policy)
def _offers_policy(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not bridge.offers_policy(c.program.game):
        return constant(False)
    if c.program.action is kinds.NEVER:
        survey(c.program)
    by_number = not is_plain(c.program.action) and int_bits(c.program.action) is None
    return constant(not by_number)  # else words are places among the actions, which a policy does not know


@intrinsic(bridge.each_action)
def _each_action(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """The actions of a state: streamed if the rules have one yield, otherwise collected first."""
    body = c.body
    state = arguments[1]
    function, owner = _method(c, "actions")
    tree = parsed(function)
    by_number = not is_plain(c.program.action) and int_bits(c.program.action) is None
    if tree is not None and is_generator(function) and yields(tree) == 1 and not by_number:
        values = dict(zip((each.arg for each in tree.args.args), (constant(c.program.game), state)))

        def lazily(one: Callable[[Value], None]) -> None:
            c.keeps_memory()
            frame = Frame(function, tree, owner)
            c.generator_inside(frame, [], tree, values, node, lambda item: one(integer(encoded(c, item))))

        return constant(Lazy(lazily))

    def each(one: Callable[[Value], None]) -> None:
        c.keeps_memory()
        place, room = body.place("i64", BUFFER, name="actions"), str(BUFFER)
        count = _form(c, "actions", "fill", state, [("ptr", place), ("i64", room), ("i64", "0")], node).op
        where = body.slot("ptr", place)
        with body.when(body.set(f"icmp sgt i64 {count}, {room}"), likely=False):
            large = c.alloc(count)
            body.store("ptr", large, where)
            _form(c, "actions", "fill", state, [("ptr", large), ("i64", count), ("i64", "0")], node)
        data = body.load("ptr", where)
        c.count_up(count, lambda at: one(integer(body.load("i64", body.at(data, at)))))

    return constant(Lazy(each))


@intrinsic(bridge.each_before)
def _each_before(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """The numbers that `slice_before` yields, streamed."""
    function, owner = _method(c, "slice_before")
    tree = parsed(function)
    if tree is None:
        raise c.without_source(function, node)
    values = dict(zip((each.arg for each in tree.args.args), (constant(c.program.game), arguments[1])))

    def lazily(one: Callable[[Value], None]) -> None:
        c.keeps_memory()
        c.generator_inside(Frame(function, tree, owner), [], tree, values, node, lambda item: one(c.as_int(item)))

    def listed(one: Callable[[Value], None]) -> None:
        c.keeps_memory()
        c.each(_ask(c, "slice_before", [arguments[1]], node), lambda item: one(c.as_int(item)))

    return constant(Lazy(lazily if is_generator(function) else listed))


@intrinsic(bridge.as_action)
def _as_action(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = c.runtime(arguments[0], node)
    return value if value.kind is kinds.INT else integer(encoded(c, value))


def survey(program: Any) -> None:
    """Infer the kind of actions if nothing has used them yet: all kernels must agree on the meaning of a word."""
    names = {"actions", *(["chances"] if program.game.axes.stochastic else [])} - program.asked
    cls, known = type(program.game), set(program.specs)
    for name in sorted(names):
        function, owner = digest.method(cls, name), digest.owner_of(cls, name)
        tree = parsed(function)
        if tree is None:
            raise Unsupported(f"the source of {name} is not available (typed at the prompt?)", None, function)
        values = dict(zip((each.arg for each in tree.args.args), (constant(program.game), Value(program.state, []))))
        specialised(program, function, tree, values, owner, "fill" if name == "actions" else "pairs")
    program.asked |= names
    for key in set(program.specs) - known:
        del program.specs[key]


def _action(c: Writer, state: Value, word: Value, node: ast.AST) -> Value:
    """The author's action of a word."""
    if c.program.action is kinds.NEVER:
        survey(c.program)
    c.program.acts = True
    kind = c.program.action
    if is_plain(kind):
        return c.as_int(word)
    if int_bits(kind) is not None:
        return decoded(c, c.as_int(word).op, kind)
    outer, c.kernel = c.kernel, False
    try:

        def chosen() -> Value:
            return _numbered(c, "actions", state, word, node)

        if not c.program.game.axes.stochastic:
            return chosen()
        player = c.as_int(_ask(c, "player", [state], node)).op
        luck = c.body.set(f"icmp eq i64 {player}, {CHANCE}")
        return c.choose(luck, lambda: _numbered(c, "chances", state, word, node), chosen)
    finally:
        c.kernel = outer


def _numbered(c: Writer, name: str, state: Value, word: Value, node: ast.AST) -> Value:
    """The action at an index among its state's."""
    function, owner = _method(c, name)
    listed = c.call_function(function, [constant(c.program.game), state], {}, node, owner)
    whole = c.as_sequence(c.listed(listed, (node, name), node))
    found = c.item(whole, c.checked_index(c.as_int(word).op, c.length(whole)))
    if name == "chances":
        found = c.destructured(found, 2, node)[0]
    kind = c.program.action
    return found if isinstance(kind, kinds.Numbered) else c.convert(found, kind, node)


@intrinsic(bridge.next_state)
def _next_state(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    _, state, word = arguments
    return _state(c, lambda: _ask(c, "result", [state, _action(c, state, word, node)], node), node)


@intrinsic(bridge.canonical_state)
def _canonical_state(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, _ = _method(c, "canonical")
    if function is Game.canonical:
        return arguments[1]
    return _state(c, lambda: _ask(c, "canonical", [arguments[1]], node), node)


@intrinsic(bridge.view_state)
def _view_state(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _state(c, lambda: _ask(c, "view", arguments[1:], node), node)


@intrinsic(bridge.view_key)
def _view_key(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """A hash of what a player sees; a view has the layout of a state, so that equal views have equal hashes."""
    _, state, player = arguments
    function, _ = _method(c, "view")
    if function is Game.view:
        return integer(_words.stirred(c, str(_words.START_WORD), c.runtime(state, node)))
    mark = c.mark()
    seen = _state(c, lambda: _ask(c, "view", [state, player], node), node)
    found = integer(_words.stirred(c, str(_words.START_WORD), seen))
    c.release(mark)
    return found


@intrinsic(bridge.imagined_state)
def _imagined_state(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _state(c, lambda: _ask(c, "imagine", arguments[1:], node), node)


@intrinsic(bridge.slice_state)
def _slice_state(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _state(c, lambda: _ask(c, "slice_state", arguments[1:], node), node)


def _ask(c: Writer, name: str, arguments: list[Value], node: ast.AST) -> Value:
    """The result of a game's method, before its memory is freed."""
    function, owner = _method(c, name)
    outer, c.kernel = c.kernel, False
    try:
        return c.call_function(function, [constant(c.program.game), *arguments], {}, node, owner)
    finally:
        c.kernel = outer


def _state(c: Writer, make: Callable[[], Value], node: ast.AST) -> Value:
    """A state created by the rules, in its own slot."""
    from countermove.native.layout import merged

    wanted = c.program.state
    assert wanted is not None
    has_memory = "ptr" in kinds.leaves(wanted)
    mark = c.mark()
    found = c.runtime(make(), node)
    kind = merged(wanted, found.kind)
    if kind != wanted:
        raise Restart(kind)
    c.making_room = True
    found = c.convert(found, wanted, node)
    c.making_room = False
    if has_memory:
        slot = c.state_slot(node)
        c.store(found, slot)
        c.release(mark)
        return c.load(wanted, slot)
    c.release(mark)
    return found


@intrinsic(bridge.limits)
def _limits(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, _ = _method(c, "bounds")
    if function is Game.bounds:
        low, high = real(literal(-np.inf)), real(literal(np.inf))
        return c.tuple_of([low, high, integer(-1), integer(-1)], node)
    mark = c.mark()
    given = c.runtime(_ask(c, "bounds", [arguments[1]], node), node)
    if isinstance(given.kind, kinds.Seq) and given.kind.count is not None:
        items = [c.item(given, str(at)) for at in range(given.kind.count)]
    elif isinstance(given.kind, kinds.Tuple):
        items = given.items()
    else:
        raise c.no("bounds must return (low, high) or four numbers", node)
    if len(items) not in (2, 4):
        raise c.no(f"bounds must return (low, high) or four numbers, not {len(items)}", node)
    numbers = [c.as_float(each) for each in items[:2]]
    numbers += [c.as_int(c.called(int, [each], {}, node)) for each in items[2:]] or [integer(-1), integer(-1)]
    c.release(mark)
    return c.tuple_of(numbers, node)


@intrinsic(kernel.again)
def _again(c: Function, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """A recursive call of the kernel."""
    spec, parameters = c.spec, c.parameters
    names = [each.arg for each in c.node.args.args]
    given = dict(zip(names, arguments[1:]))
    types, operands = [], []
    for name, kind in parameters.items():
        types += kinds.leaves(kind)
        operands += c.convert(given[name], kind, node).parts
    spec.calls_itself = True
    spec.fails = True
    c.check_stack()
    found = c.call(spec.name, types, operands, spec.result)
    c.check_call()
    return found


@intrinsic(memory.prefetch)
def _prefetch(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    owner, index = arguments
    at = c.as_int(index).op
    if isinstance(owner.kind, kinds.Array):
        from countermove.native.compiler.program import array_type

        llvm, _ = array_type(owner.kind.dtype)
        address = c.body.set(f"getelementptr {llvm}, ptr {owner.op}, i64 {at}")
    else:
        address = c.body.set(f"getelementptr i64, ptr {owner.op}, i64 {at}")
    c.body.add(f"call void @llvm.prefetch.p0(ptr {address}, i32 0, i32 3, i32 1)")
    return Value(kinds.INT, ["0"])


@intrinsic(memory.add_word, kind="i64", operation="add")
@intrinsic(memory.add_real, kind="double", operation="fadd")
def _add(c: Writer, arguments: list[Value], named: Named, node: ast.AST, kind: str, operation: str) -> Value:
    owner, index, amount = arguments
    by = c.as_int(amount).op if kind == "i64" else c.as_float(amount).op
    address = c.body.set(f"getelementptr i64, ptr {owner.op}, i64 {c.as_int(index).op}")
    c.body.set(f"atomicrmw {operation} ptr {address}, {kind} {by} monotonic")
    return Value(kinds.INT, ["0"])


@intrinsic(memory.publish)
def _publish(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    owner, index, value = arguments
    address = c.body.set(f"getelementptr i64, ptr {owner.op}, i64 {c.as_int(index).op}")
    c.body.add(f"store atomic i64 {c.as_int(value).op}, ptr {address} release, align 8")
    return Value(kinds.INT, ["0"])


@intrinsic(memory.memory_at)
def _memory_at(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return Value(kinds.MEMORY, [c.body.set(f"inttoptr i64 {c.as_int(arguments[0]).op} to ptr")])


# States as words.


@intrinsic(bridge.flatten)
def _flatten(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """Write a state's words into a buffer, identically for equal states."""
    _, state, flat = arguments
    kind = c.program.state
    assert kind is not None
    size = kinds.words(kind)
    if _varies(kind):
        c.body.add(f"call void @llvm.memset.p0.i64(ptr {flat.op}, i8 0, i64 {8 * size}, i1 false)")
    c.store(_without_minus_zero(c, c.convert(state, kind, node)), flat.op)
    return integer(size)


def _varies(kind: kinds.Kind) -> bool:
    """Whether storing a value may leave some words unwritten."""
    if isinstance(kind, kinds.Tuple):
        return any(map(_varies, kind.items))
    if isinstance(kind, kinds.Seq):
        return kind.count is None or _varies(kind.item)
    return isinstance(kind, kinds.Set) or type(kind).__name__ in ("Optional", "Union")


def _without_minus_zero(c: Writer, value: Value) -> Value:
    parts = [
        c.body.set(f"fadd double {part}, 0.0") if llvm == "double" else part
        for llvm, part in zip(kinds.leaves(value.kind), value.parts)
    ]
    return Value(value.kind, parts)


@intrinsic(bridge.unflatten)
def _unflatten(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    kind = c.program.state
    assert kind is not None
    slot = c.state_slot(node)
    c.body.copy(slot, arguments[1].op, kinds.words(kind))
    return c.load(kind, slot)


@intrinsic(bridge.stir)
def _stir(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return integer(_words.mixed(c, *(c.as_int(each).op for each in arguments)))


def _order(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """`order`, which takes an action."""
    owner, state, word = arguments
    function, cls = _method(c, "order")
    if function is Game.order:
        return constant(0.0)
    if c.program.action is kinds.NEVER:
        survey(c.program)
    action = word if is_plain(c.program.action) else _action(c, state, word, node)
    return c.call_function(function, [owner, state, action], named, node, cls)


ACTED["order"] = _order
