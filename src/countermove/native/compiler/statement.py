"""Statements: assignments, loops, branches, `match`, `try`, and functions inside functions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.game import Game
from countermove.native.compiler import standard
from countermove.native.compiler.base import Handler
from countermove.native.compiler.code import Value, boolean, constant, integer, none
from countermove.native.compiler.expression import Closure
from countermove.native.compiler.iterate import Lazy
from countermove.native.compiler.kinds import (
    INT,
    MEMORY,
    NEVER,
    Array,
    Clash,
    Dict,
    Kind,
    List,
    Optional,
    Record,
    Seq,
    Set,
    Static,
    Tuple,
    Union,
    contains_memory,
    fields_of,
    join,
    leaves,
    plain,
    words,
)  # fmt: skip
from countermove.native.compiler.narrowing import Narrowing
from countermove.native.compiler.program import Unsupported, is_record
from countermove.native.compiler.unbound import is_read_once, local_names, maybe_unbound

__all__ = ["Statement", "Variable"]


LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
"""Statements after which nothing in their block is reached."""


class Variable:
    """A local variable: its kind and where its parts are."""

    def __init__(self, kind: Kind, places: list[str]) -> None:
        self.kind = kind
        self.places = places


class Statement(Narrowing):
    """Statements."""

    sites: dict[str, int]
    """How often each name is bound in the source."""
    loops: list[tuple[str, str]]
    """Where `break` and `continue` go."""
    sink: Callable[[Value], None] | None
    """What is done with what is yielded."""
    kinds: dict[str, Kind]
    """The kinds of variables, as known from earlier passes."""

    # Variables.

    def bind(self, key: str, value: Value, site: ast.AST | None = None) -> None:
        """Give a variable a value."""
        if key in self.bound:
            self.body.store("i1", "true", self.bound[key])
        value = self.unshared(value, site)
        if value.is_const and isinstance(value.const, Lazy) and value.const.once:
            if not is_read_once(self.frames[-1].node, key.partition("@")[0]):
                value = constant(self.held(value.const, (site, "held"), site))
        once = self.sites.get(key.partition("@")[0], 2) <= 1 and not self.unrolled
        have = self.kind_of(value)
        if (
            value.is_const
            and key not in self.variables
            and (isinstance(have, Static) or (once and self.is_plain_key(key)))
        ):
            self.constants[key] = value
            return
        if value.is_const and isinstance(have, Static):
            if key in self.constants and self.constants[key].const is value.const:
                return
            if isinstance(value.const, dict) and not isinstance(value.const, Lazy):
                value = self.copied_dict(value.const, site)
                have = value.kind
            else:
                raise self.no(f"{plain(have)} as one of several values of {key.partition('@')[0]}", site)
        self.constants.pop(key, None)
        known = self.kinds.get(key, NEVER)
        try:
            kind = join(known, have)
        except Clash as clash:
            raise self.no(f"{key.partition('@')[0]} is sometimes {clash}", site) from None
        if kind != known:
            self.kinds[key] = kind
            if known is not NEVER or key in self.variables:
                self.changed = True
        variable = self.variables.get(key)
        if variable is None or variable.kind != kind:
            if variable is not None:
                self.changed = True
            variable = Variable(kind, [self.body.place(llvm) for llvm in leaves(kind)])
            self.variables[key] = variable
        value = self.convert(value, kind, site)
        if self.kernel and contains_memory(kind) and self.is_state(kind) and not self.fresh:
            value = self.owned(key, value, kind)
        for llvm, part, place in zip(leaves(kind), value.parts, variable.places):
            self.body.store(llvm, part, place)

    frames: list[Any]
    returns: list[tuple[str, str]]

    def watch(self, tree: Any, suffix: str = "") -> None:
        """Keep a note of the variables of a function that may be read before they have a value."""
        if not isinstance(tree, ast.FunctionDef) or self.kernel:
            return
        for name in maybe_unbound(tree, local_names(tree)):
            place = self.body.place("i1")
            self.body.store("i1", "false", place)
            self.bound[f"{name}{suffix}"] = place

    def is_plain_key(self, key: str) -> bool:
        return True

    def is_state(self, kind: Kind) -> bool:
        return self.program.state is not None and kind == self.program.state

    fresh = False
    """Whether what is assigned lies in a place that nothing else uses."""

    def owned(self, key: str, value: Value, kind: Kind) -> Value:
        """A state copied into the place of a variable, so that it stays when the place it came from is used again."""
        slot = self.slot(f"variable {key}", words(kind))
        spare = self.slot(f"spare {key}", words(kind))
        self.store(value, spare)  # by way of another place: the value may be made of what stands in the first
        self.body.copy(slot, spare, words(kind))
        return self.load(kind, slot)

    def slot(self, key: str, count: int) -> str:
        if key not in self.slots:
            self.slots[key] = self.body.place("i64", max(2, count), name="state")
        return self.slots[key]

    slots: dict[str, str]

    def state_slot(self, node: ast.AST) -> str:
        """A place for the state that is made at a place of the source."""
        assert self.program.state is not None
        return self.slot(f"site {id(node)} {self.depth()}", words(self.program.state))

    def depth(self) -> int:
        return 0

    def copied_dict(self, table: dict[Any, Any], site: ast.AST | None) -> Value:
        found = self.new_dict((site, "copy"))
        for key, value in table.items():
            self.set_entry(found, constant(key), constant(value), site)
        return found

    def assign(self, target: ast.expr, value: Value) -> None:
        """Assign a value to a name, to several, to an item or to an attribute."""
        if isinstance(target, ast.Name):
            self.bind(self.key_of(target.id), value, target)
        elif isinstance(target, ast.Tuple | ast.List):
            stars = [at for at, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
            items = self.destructured(value, len(target.elts), target, stars[0] if stars else None)
            for each, item in zip(target.elts, items):
                self.assign(each.value if isinstance(each, ast.Starred) else each, item)
        elif isinstance(target, ast.Subscript):
            self.set_item(target, value)
        elif isinstance(target, ast.Attribute):
            self.set_field(self.expr(target.value), target, value)
        else:
            raise self.no("this assignment", target)

    def set_field(self, owner: Value, target: ast.Attribute, value: Value) -> None:
        """`owner.name = value`, for records only."""
        if owner.is_const or not isinstance(owner.kind, Record):
            raise self.no(f"{target.attr} is assigned on an object; make a new one", target)
        address, llvm = self.field(owner, target.attr, target)
        if llvm == "ptr":
            raise self.no(f"{target.attr} is an array; assign its words", target)
        self.body.store(llvm, (self.as_float(value) if llvm == "double" else self.as_int(value)).op, address)

    def key_of(self, name: str) -> str:
        """The variable that an assignment to a name means."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        self.scopes[0][name] = name
        return name

    def set_item(self, target: ast.Subscript, value: Value) -> None:
        owner = self.expr(target.value)
        if owner.is_const:
            raise self.no("a constant is changed; copy it first", target)
        owner = self.present(owner)
        kind = owner.kind
        if isinstance(kind, Array):
            self.set_element(owner, target, value)
            return
        if isinstance(target.slice, ast.Slice):
            self.set_slice(owner, target.slice, value, target)
            return
        index = self.expr(target.slice)
        if kind is MEMORY:
            address = self.memory_address(owner, self.as_int(index).op)
            self.body.store("i64", self.as_int(value).op, address)
        elif isinstance(kind, Dict):
            self.set_entry(owner, index, value, target)
        elif isinstance(kind, List) and not isinstance(kind, Set):
            self.widen(kind.cell, self.kind_of(value), target)
            item = self.convert(value, kind.cell.kind, target)
            at = self.checked_index(self.as_int(index).op, self.length(owner))
            self.store(item, self.body.at(self.body.load("ptr", owner.op), self._scaled(at, words(kind.cell.kind))))
        elif kind is NEVER:
            return
        else:
            raise self.no(f"an item of {plain(kind)} is assigned; tuples and strings do not change", target)

    def set_slice(self, owner: Value, cut: ast.Slice, value: Value, node: ast.AST) -> None:
        """list[a:b] = values."""
        if owner.kind is NEVER:
            return
        if type(owner.kind) is not List:
            raise self.no(f"a slice of {plain(owner.kind)} is assigned; tuples and strings do not change", node)
        new = self.listed(value, (node, "new"), node)
        ends = [self.expr(each) if each is not None else constant(None) for each in (cut.lower, cut.upper, cut.step)]
        size = self.length(owner)
        if ends[2].is_const and ends[2].const in (None, 1):
            start, stop = self._slice_end(ends[0], size, "0"), self._slice_end(ends[1], size, size)
            self.call_function(standard.set_slice, [owner, integer(start), integer(stop), new], {}, node)
            return
        lower, upper, step = ends
        places = self._stepped(self.counted(size), lower, upper, step, node)
        self.call_function(standard.set_steps, [owner, self.listed(places, (node, "places"), node), new], {}, node)

    def counted(self, size: str) -> Value:
        """The numbers from 0 up to a size."""
        target = self.alloc(size)
        self.count_up(size, lambda at: self.body.store("i64", at, self.body.at(target, at)))
        return Value(Seq(INT), [target, size])

    def set_element(self, owner: Value, target: ast.Subscript, value: Value) -> None:
        raise self.no("an item of an array is assigned", target)

    # Statements.

    def block(self, nodes: list[ast.stmt]) -> bool:
        """Statements one after the other; gives whether what comes after them is reached."""
        for at, node in enumerate(nodes):
            if not self.statement(node):
                return False
            if isinstance(node, ast.If) and not node.orelse and isinstance(node.body[-1], LEAVING):
                with self.knowing(node.test, False, nodes[at + 1 :]):
                    return self.block(nodes[at + 1 :])
        return True

    def statement(self, node: ast.stmt) -> bool:
        """One statement; gives whether what comes after it is reached."""
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
        """A statement where all problems are wanted: note its own, unless that follows from an earlier one."""
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
                del stack[size:]  # type: ignore[attr-defined]
            if not self.body.open:
                self.body.begin(self.body.label("noted"))

        resume()
        doubts |= made
        self.program.broken.add(self.function.__name__)
        for call in calls:  # what it calls may have problems of its own
            try:
                self.expr(call)
            except Unsupported:
                resume()
        for block in (getattr(node, "body", []), getattr(node, "orelse", [])):
            self.block([each for each in block if isinstance(each, ast.stmt)])
        return True

    def where(self) -> tuple[Any, ...]:
        """Which function is being written, and where in it."""
        return (
            self.function, self.scopes, self.sites, self.loops, self.sink, self.unrolled, self.kernel, self.finals,
            self.caught,
        )  # fmt: skip

    def go_on(self, where: tuple[Any, ...]) -> None:
        """Go on in another function, that is written out or around one that is."""
        (
            self.function, self.scopes, self.sites, self.loops, self.sink, self.unrolled, self.kernel, self.finals,
            self.caught,
        ) = where  # fmt: skip

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
        """Hand every item of an expression on."""
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

    def _do_assign(self, node: ast.Assign) -> None:
        if isinstance(node.value, ast.Dict | ast.Set):
            setattr(node.value, "parent", node)  # noqa: B010
        target = node.targets[0]
        value = self.expr(node.value)
        if len(node.targets) == 1 and isinstance(target, ast.Name) and isinstance(node.value, ast.Call) and self.kernel:
            old = self.variables.get(self.key_of(target.id))
            if old is not None and self._is_canonical(node.value) and self.program.state == value.kind:
                return  # it is what it was
            self.fresh = self.sites.get(target.id, 2) == 1
            self.assign(target, value)
            self.fresh = False
            return
        several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
        if several and not value.is_const and isinstance(value.kind, Tuple):
            value = Value(value.kind, list(value.parts))
        value = self._made_anew(node.value, value, target)
        for each in node.targets:
            self.assign(each, value)

    def _made_anew(self, node: ast.expr, value: Value, target: ast.expr) -> Value:
        """What is assigned to a name: a new list can change."""
        from countermove.native.compiler.call import changed_names

        if not value.is_const or not isinstance(target, ast.Name):
            return value
        tree = self.frames[-1].node
        if (
            isinstance(node, ast.Call)
            and isinstance(value.const, list | dict | set | np.ndarray)
            and target.id in changed_names(tree)
        ):
            return self.thawed(value.const, (node, "new"))
        return value

    def thawed(self, value: Any, key: Any) -> Value:
        """A constant as a new value that can change, and so can what is inside."""
        if isinstance(value, list):
            found = self.new_list(self.cell(key), len(value))
            for item in value:
                self.append(found, self.thawed(item, (key, "item")))
            return found
        if isinstance(value, dict) and not isinstance(value, Lazy):
            table = self.new_dict(key)
            for name, item in value.items():
                self.set_entry(table, constant(name), self.thawed(item, (key, "item")))
            return table
        if isinstance(value, set):
            return self.set_of(constant(tuple(value)), key)
        if isinstance(value, np.ndarray):
            return self.thawed_array(value)
        return constant(value)

    def thawed_array(self, value: np.ndarray[Any, Any]) -> Value:
        raise NotImplementedError

    def _is_canonical(self, node: ast.Call) -> bool:
        """Whether a call asks for the state that stands for another, in a game where each stands for itself."""
        named = isinstance(node.func, ast.Name) and node.func.id == "canonical_state"
        return named and type(self.program.game).canonical is Game.canonical

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            if isinstance(node.value, ast.Dict | ast.Set):
                setattr(node.value, "parent", node)  # noqa: B010
            self.assign(node.target, self._made_anew(node.value, self.expr(node.value), node.target))

    def _do_augassign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            old = self.expr(ast.copy_location(ast.Name(target.id, ast.Load()), target))
            if not old.is_const and isinstance(old.kind, List) and self.changed_in_place(old, node):
                return
            if not old.is_const and isinstance(old.kind, Array) and self.array_in_place(old, node):
                return
            self.assign(target, self.arithmetic(type(node.op), old, self.expr(node.value), node))
            return
        if isinstance(target, ast.Subscript):
            self.augmented_item(target, node)
            return
        owner = self.expr(target.value)
        if owner.is_const or not isinstance(owner.kind, Record):
            raise self.no("an attribute is changed on an object; make a new one", node)
        old = self.attribute(owner, target.attr, node)
        self.set_field(owner, target, self.arithmetic(type(node.op), old, self.expr(node.value), node))

    def changed_in_place(self, old: Value, node: ast.AugAssign) -> bool:
        """`list += ...`, which changes the list itself."""
        if isinstance(old.kind, Set):
            return self.set_in_place(old, node)
        if not isinstance(node.op, ast.Add):
            return False
        self.extend(old, self.expr(node.value), node)
        return True

    def set_in_place(self, old: Value, node: ast.AugAssign) -> bool:
        raise NotImplementedError

    def array_in_place(self, old: Value, node: ast.AugAssign) -> bool:
        return False

    def augmented_item(self, target: ast.Subscript, node: ast.AugAssign) -> None:
        owner = self.present(self.expr(target.value))
        if isinstance(owner.kind, Array) or isinstance(target.slice, ast.Slice):
            self.augmented_element(owner, target, node)
            return
        index = self.expr(target.slice)
        old = self.index(owner, index, target)
        new = self.arithmetic(type(node.op), old, self.expr(node.value), node)
        self._put(owner, index, new, target)

    def augmented_element(self, owner: Value, target: ast.Subscript, node: ast.AugAssign) -> None:
        raise self.no("an item of an array is changed", target)

    def _put(self, owner: Value, index: Value, value: Value, node: ast.Subscript) -> None:
        kind = owner.kind
        if kind is MEMORY:
            self.body.store("i64", self.as_int(value).op, self.memory_address(owner, self.as_int(index).op))
        elif isinstance(kind, Dict):
            self.set_entry(owner, index, value, node)
        elif isinstance(kind, List):
            self.widen(kind.cell, self.kind_of(value), node)
            at = self.checked_index(self.as_int(index).op, self.length(owner))
            place = self.body.at(self.body.load("ptr", owner.op), self._scaled(at, words(kind.cell.kind)))
            self.store(self.convert(value, kind.cell.kind, node), place)
        elif kind is not NEVER:
            raise self.no(f"an item of {plain(kind)} is assigned; tuples and strings do not change", node)

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

        self.iterate(node.iter, one)
        reached = self.block(node.orelse)
        if reached:
            body.jump(end)
        body.open = False
        body.begin(end)
        return reached or any(_breaks(each) for each in node.body)

    def iterate(self, node: ast.expr, one: Callable[[Value], None]) -> None:
        self.each(self.expr(node), one, node)

    def _bind_loop(self, target: ast.expr, item: Value) -> dict[str, Value | None]:
        """Assign the target of a loop; constants of different kinds are known to the body as constants."""
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

    def _do_return(self, node: ast.Return) -> bool:
        self.give_back(node)
        self.body.open = False
        return False

    def give_back(self, node: ast.Return) -> None:
        raise NotImplementedError

    def _do_assert(self, node: ast.Assert) -> bool:
        truth = self.test(node.test)
        self.guard(truth, AssertionError)
        return truth != "false"

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

    def _do_functiondef(self, node: ast.FunctionDef) -> None:
        if any(isinstance(each, ast.Nonlocal) for each in ast.walk(node)) and _calls_itself(node):
            raise self.no(f"{node.name} changes a variable of the function around it (nonlocal) and calls itself", node)
        self.constants[self.key_of(node.name)] = constant(self.program.keep(Closure(node, list(self.scopes), self)))

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

    def _do_delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                if self.key_of(target.id) in self.bound:
                    self.body.store("i1", "false", self.bound[self.key_of(target.id)])
                continue
            if not isinstance(target, ast.Subscript):
                raise self.no("del of an attribute", node)
            owner = self.present(self.expr(target.value))
            if isinstance(owner.kind, Dict):
                self.remove_key(owner, self.expr(target.slice), node)
            elif isinstance(owner.kind, List) and not isinstance(target.slice, ast.Slice):
                at = self.checked_index(self.as_int(self.expr(target.slice)).op, self.length(owner))
                self.remove_at(owner, at)
            elif isinstance(owner.kind, List) and isinstance(target.slice, ast.Slice):
                self.set_slice(owner, target.slice, constant(()), node)
            else:
                raise self.no("del of this", node)

    def remove_key(self, owner: Value, key: Value, node: ast.AST) -> None:
        raise NotImplementedError

    def remove_at(self, owner: Value, at: str) -> None:
        """Take an item out of a list."""
        assert isinstance(owner.kind, List)
        body, size = self.body, words(owner.kind.cell.kind)
        last = body.set(f"sub i64 {self.length(owner)}, 1")
        data = body.load("ptr", owner.op)
        target = body.at(data, self._scaled(at, size))
        count = body.set(f"mul i64 {body.set(f'sub i64 {last}, {at}')}, {8 * size}")
        body.add(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {body.at(target, size)}, i64 {count}, i1 false)")
        body.store("i64", last, body.at(owner.op, 1))
        if isinstance(owner.kind, Set):
            self.drop_index(owner)

    def _do_with(self, node: ast.With) -> bool:
        raise self.no("with", node)

    # try.

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
        first = self.block(node.body)
        del self.handlers[count:]
        if first:
            first = self.block(node.orelse)
        if first:
            body.jump(end)
        body.open = False
        reached = first
        for handler, label in zip(node.handlers, labels):
            body.begin(label)
            if handler.name:
                self.constants[self.key_of(handler.name)] = constant(None)
            self.caught.append((handler.name or "", code))
            on = self.block(handler.body)
            self.caught.pop()
            if on:
                body.jump(end)
            body.open = False
            reached = reached or on
        if reached:
            body.begin(end)
        return reached

    def _do_finally(self, node: ast.Try) -> bool:
        """Try ... finally: what comes last is written out for every way out."""
        body = self.body
        code, label = body.place("i64", name="error"), body.label("finally")
        inner = ast.copy_location(ast.Try(node.body, node.handlers, node.orelse, []), node)
        self.handlers.append(Handler((BaseException,), label, code))
        self.finals.append((node.finalbody, len(self.handlers) - 1, len(self.loops)))
        reached = self._do_try(inner) if node.handlers else self.block(node.body)
        self.finals.pop()
        self.handlers.pop()
        if reached:
            reached = self.block(node.finalbody)
        end = body.label("end")
        if reached:
            body.jump(end)
        body.open = False
        body.begin(label)
        if self.block(node.finalbody):
            self.raised(body.load("i64", code))
        body.open = False
        if reached:
            body.begin(end)
        return reached

    def run_finals(self, depth: int) -> None:
        """Write what `finally` asks for, of all that is left by a way out; loops up to `depth` stay."""
        finals, handlers = self.finals, self.handlers
        for at in reversed(range(len(finals))):
            nodes, outside, loops = finals[at]
            if loops < depth:
                break
            self.finals, self.handlers = finals[:at], handlers[:outside]
            self.block(nodes)
        self.finals, self.handlers = finals, handlers

    finals: list[tuple[list[ast.stmt], int, int]]
    """What `finally` asks for around here; and how many handlers and loops are outside of it."""
    caught: list[tuple[str, str]]
    """The errors that are being handled: the name of each, and where its number is."""

    def _caught(self, handler: ast.ExceptHandler) -> tuple[type[BaseException], ...]:
        if handler.type is None:
            return (BaseException,)
        nodes = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        found = []
        for node in nodes:
            value = self.expr(node).const
            if not (isinstance(value, type) and issubclass(value, BaseException)):
                raise self.no("an except that names no exception", handler)
            found.append(value)
        return tuple(found)

    # match.

    def _do_match(self, node: ast.Match) -> bool:
        body = self.body
        subject = self.expr(node.subject)
        end = body.label("end")
        reached = False
        for case in node.cases:
            other = body.label("case")
            truth = self.matches(case.pattern, subject)
            if truth == "false":
                continue
            if truth != "true":
                on = body.label("then")
                body.branch(truth, on, other)
                body.begin(on)
            if case.guard is not None:
                guard = self.test(case.guard)
                on = body.label("then")
                body.branch(guard, on, other)
                body.begin(on)
            on_reached = self.block(case.body)
            if on_reached:
                body.jump(end)
            body.open = False
            reached = reached or on_reached
            if truth == "true" and case.guard is None:
                if reached:
                    body.begin(end)
                return reached
            body.begin(other)
        body.jump(end)
        body.begin(end)
        return True

    def matches(self, pattern: ast.pattern, value: Value) -> str:
        """Whether a value matches a pattern, as an operand of one bit; names in the pattern are bound on the way."""
        if isinstance(pattern, ast.MatchAs):
            truth = "true" if pattern.pattern is None else self.matches(pattern.pattern, value)
            if pattern.name is not None and truth != "false":
                self.bind(self.key_of(pattern.name), value, pattern)
            return truth
        if isinstance(pattern, ast.MatchSingleton):
            return self.truth(self.compared(ast.Is, value, constant(pattern.value), pattern))
        if isinstance(pattern, ast.MatchOr):
            return self._match_any(pattern.patterns, value)
        if not value.is_const and isinstance(value.kind, Optional):
            inner = lambda: boolean(self.matches(pattern, value.inner()))  # noqa: E731
            return self.choose(value.parts[0], inner, lambda: boolean("false")).op
        if not value.is_const and isinstance(value.kind, Union):
            return self._match_united(pattern, value, 0)
        if isinstance(pattern, ast.MatchValue):
            return self.truth(self.compared(ast.Eq, value, self.expr(pattern.value), pattern))
        if isinstance(pattern, ast.MatchSequence):
            return self._match_sequence(pattern, value)
        if isinstance(pattern, ast.MatchClass):
            return self._match_class(pattern, value)
        raise self.no("this pattern in match", pattern)

    def _match_any(self, patterns: list[ast.pattern], value: Value) -> str:
        first = self.matches(patterns[0], value)
        if len(patterns) == 1 or first == "true":
            return first
        rest = lambda: boolean(self._match_any(patterns[1:], value))  # noqa: E731
        return self.choose(first, lambda: boolean("true"), rest).op

    def _match_united(self, pattern: ast.pattern, value: Value, number: int) -> str:
        """A pattern for a value of one of several kinds."""
        items = value.alternatives()
        here = self.body.set(f"icmp eq i64 {value.parts[0]}, {number}")
        this = lambda: boolean(self.matches(pattern, items[number]))  # noqa: E731
        if number == len(items) - 1:
            return self.choose(here, this, lambda: boolean("false")).op
        return self.choose(here, this, lambda: boolean(self._match_united(pattern, value, number + 1))).op

    def _match_sequence(self, pattern: ast.MatchSequence, value: Value) -> str:
        patterns = pattern.patterns
        stars = [at for at, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
        count = len(patterns)
        if value.is_const:
            if not isinstance(value.const, tuple | list):
                return "false"
            value = self.tuple_of([constant(item) for item in value.const]) if stars else value
            if value.is_const:
                if len(value.const) != count:
                    return "false"
                return self._match_all(list(zip(patterns, map(constant, value.const))))
        if isinstance(value.kind, Tuple) and not stars:
            return self._match_all(list(zip(patterns, value.items()))) if len(value.kind.items) == count else "false"
        if not isinstance(value.kind, Seq | List | Tuple) or (isinstance(value.kind, Seq) and value.kind.text):
            return "false"
        whole = self.as_sequence(value)
        assert isinstance(whole.kind, Seq)
        if whole.kind.count is not None and (whole.kind.count < count - 1 if stars else whole.kind.count != count):
            return "false"
        test, least = ("sge", count - 1) if stars else ("eq", count)
        fits = self.body.set(f"icmp {test} i64 {self.length(whole)}, {least}")

        def inside() -> Value:
            if stars:
                items = self._starred(whole, count, stars[0], pattern)
            else:
                items = [self.item(whole, str(at)) for at in range(count)]
            return boolean(self._match_all(list(zip(patterns, items))))

        return self.choose(fits, inside, lambda: boolean("false")).op

    def _match_all(self, pairs: list[tuple[ast.pattern, Value]]) -> str:
        """Whether every one of some values matches its pattern."""
        if not pairs:
            return "true"
        (pattern, value), *rest = pairs
        if isinstance(pattern, ast.MatchStar):
            if pattern.name is not None:
                self.bind(self.key_of(pattern.name), value, pattern)
            first = "true"
        else:
            first = self.matches(pattern, value)
        if first in ("true", "false"):
            return self._match_all(rest) if first == "true" else "false"
        return self.choose(first, lambda: boolean(self._match_all(rest)), lambda: boolean("false")).op

    def _match_class(self, pattern: ast.MatchClass, value: Value) -> str:
        cls = self.expr(pattern.cls).const
        truth = self.is_instance(value, cls, pattern)
        if truth == "false":
            return truth
        if cls in (int, float, str, bool, tuple, list, frozenset, set):
            return self._match_all([(each, value) for each in pattern.patterns])
        if not is_record(cls):
            return truth if not pattern.patterns and not pattern.kwd_attrs else "false"
        fields = fields_of(cls)
        items = dict(zip(fields, self.runtime(value).items()))
        wanted = [*zip(fields, pattern.patterns), *zip(pattern.kwd_attrs, pattern.kwd_patterns)]
        return self._match_all([(each, items[name]) for name, each in wanted])

    def is_instance(self, value: Value, cls: Any, node: ast.AST) -> str:
        raise NotImplementedError


def _breaks(node: ast.AST) -> bool:
    """Whether a statement can leave the loop around it by `break`."""
    if isinstance(node, ast.Break):
        return True
    if isinstance(node, ast.For | ast.While):
        return any(_breaks(each) for each in node.orelse)
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        return False
    return any(_breaks(each) for each in ast.iter_child_nodes(node))


def _calls_itself(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == node.name for each in ast.walk(node))


STATEMENTS = {"AsyncFor": "async", "AsyncWith": "async", "ClassDef": "a class inside a method", "TryStar": "except*"}
