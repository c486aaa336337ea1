"""Variables: name resolution and assignment."""

from __future__ import annotations

import ast
import builtins
from typing import Any

from countermove.native.compiler import kinds
from countermove.native.compiler.attribute import Attribute
from countermove.native.compiler.base import Variable
from countermove.native.compiler.callee import Closure, Selected
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import MISSING, Value, constant, never
from countermove.native.compiler.iterate import Alternatives, Count, Lazy, Range, is_endless
from countermove.native.compiler.syntax import binding_sites, stepped_names
from countermove.native.compiler.unbound import is_read_once, local_names, maybe_unbound


class Variables(Attribute):
    """Names and their values."""

    def find(self, name: str) -> Value | None:
        """The value of a name of this function; None if it is not one."""
        for scope in reversed(self.scopes):
            if name in scope:
                key = scope[name]
                if key in self.bound:
                    self.guard(self.body.load("i1", self.bound[key]), UnboundLocalError)
                return self.read(key)
        return None

    def read(self, key: str) -> Value:
        if key in self.constants:
            return self.constants[key]
        variable = self.variables.get(key)
        if variable is None:
            return never
        parts = [self.body.load(t, p) for t, p in zip(kinds.leaves(variable.kind), variable.places)]
        return self.meant(Value(variable.kind, parts))

    def outside(self, name: str) -> Any:
        """What a name means outside of the function; MISSING if it means nothing."""
        function = self.function
        if name in function.__code__.co_freevars:
            cell = (function.__closure__ or ())[function.__code__.co_freevars.index(name)]
            try:
                return cell.cell_contents
            except ValueError:
                return MISSING
        if name in function.__globals__:
            return function.__globals__[name]
        return getattr(builtins, name, MISSING)

    def key_of(self, name: str) -> str:
        """The variable that an assignment to a name refers to."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        self.scopes[0][name] = name
        return name

    def bind(self, key: str, value: Value, site: ast.AST | None = None) -> None:
        """Give a variable a value."""
        if key in self.bound:
            self.body.store("i1", "true", self.bound[key])
        value = self.writer.unshared(value, site)
        name, node = key.partition("@")[0], self.frames[-1].node
        used_up = value.is_const and isinstance(value.const, Lazy) and value.const.once
        if used_up and not is_read_once(node, name):
            value = constant(self.held(value.const, (site, "held"), site))
        counts = value.is_const and isinstance(value.const, Count)
        if counts and (name in stepped_names(node) or not is_read_once(node, name)):
            value = constant(value.const.iterator())
        once = self.sites.get(name, 2) <= 1 and not self.unrolled
        value = self._held_apart(key, value, site)
        have = self.kind_of(value)
        if value.is_const and key not in self.variables and (isinstance(have, kinds.Static) or once):
            self.constants[key] = value
            return
        if value.is_const and isinstance(have, kinds.Static):
            if key in self.constants and self.constants[key].const is value.const:
                return
            if isinstance(value.const, dict) and not isinstance(value.const, Lazy):
                value = self.writer.copied_dict(value.const, site)
                have = value.kind
            else:
                raise self.no(f"{name} holds {kinds.plain(have)} and other values", site)
        self.constants.pop(key, None)
        known = self.kinds.get(key, kinds.NEVER)
        try:
            kind = kinds.join(known, have)
        except kinds.Clash as clash:
            raise self.no(f"{name} is sometimes {clash}", site) from None
        if _differs(kind, known):
            self.kinds[key] = kind
            if known is not kinds.NEVER or key in self.variables:
                self.changed = True
        variable = self.variables.get(key)
        if variable is None or _differs(kind, variable.kind):
            if variable is not None:
                self.changed = True
            variable = Variable(kind, [self.body.place(llvm) for llvm in kinds.leaves(kind)])
            self.variables[key] = variable
        value = self.convert(value, kind, site)
        if self.kernel and kinds.contains_memory(kind) and self.is_state(kind) and not self.fresh:
            value = self.owned(key, value, kind)
        for llvm, part, place in zip(kinds.leaves(kind), value.parts, variable.places):
            self.body.store(llvm, part, place)

    def _held_apart(self, key: str, value: Value, site: ast.AST | None) -> Value:
        """A compile-time value in a form that a variable can hold."""
        if not value.is_const or not isinstance(self.kind_of(value), kinds.Static):
            return value
        if not isinstance(value.const, Chosen | Selected) and self._is_bound_once(key) and key not in self.variables:
            return value
        if isinstance(value.const, Lazy | Range):
            return self._gathered_apart(key, value, site)
        return self.as_choice(value)

    def _is_bound_once(self, key: str) -> bool:
        """Whether a name is bound in exactly one place, executed once."""
        name = key.partition("@")[0]
        if self.unrolled or name == "return":
            return False
        within = self.inlining[-1].node if self.inlining and isinstance(self.inlining[-1], Closure) else None
        nodes = [node for node in (self.frames[-1].node, within) if node is not None]
        return all(binding_sites(node).get(name, 0) <= 1 for node in nodes)

    def _gathered_apart(self, key: str, value: Value, site: ast.AST | None) -> Value:
        """A generator among several values of a name, as its items."""
        name, node = key.partition("@")[0], self.frames[-1].node
        others = self.constants[key].const if key in self.constants else None
        if is_endless(value) or isinstance(others, Alternatives):
            if self.loops or key in self.variables:
                raise self.no(f"{name} sometimes holds an endless iterator", site)
            found = others if isinstance(others, Alternatives) else Alternatives(self)
            found.add(value)
            return constant(found)
        if name in stepped_names(node):
            return self.listed(value, (site, key, "apart"), site)
        if isinstance(value.const, Lazy) and value.const.once and not is_read_once(node, name):
            raise self.no(f"{name} sometimes holds a generator; make it a list", site)
        return self.gathered(value, (site, key, "apart"), site)

    def watch(self, tree: Any, suffix: str = "") -> None:
        """Add flags for variables of a function that may be read while unbound."""
        if not isinstance(tree, ast.FunctionDef) or self.kernel:
            return
        for name in maybe_unbound(tree, local_names(tree)):
            place = self.body.slot("i1", "false")
            self.bound[f"{name}{suffix}"] = place

    # States of kernels, each in its own slot.

    def is_state(self, kind: kinds.Kind) -> bool:
        return self.program.state is not None and kind == self.program.state

    def owned(self, key: str, value: Value, kind: kinds.Kind) -> Value:
        """A state copied into a variable's slot, so that it survives reuse of its source."""
        slot = self.slot(f"variable {key}", kinds.words(kind))
        spare = self.slot(f"spare {key}", kinds.words(kind))
        self.store(value, spare)  # via a spare slot: the value may depend on the old contents
        self.body.copy(slot, spare, kinds.words(kind))
        return self.load(kind, slot)

    def slot(self, key: str, count: int) -> str:
        if key not in self.slots:
            self.slots[key] = self.body.place("i64", max(2, count), name="state")
        return self.slots[key]

    def state_slot(self, node: ast.AST) -> str:
        """A slot for the state created at a source location."""
        assert self.program.state is not None
        return self.slot(f"site {id(node)} {len(self.inlining)}", kinds.words(self.program.state))


def _differs(kind: kinds.Kind, known: kinds.Kind) -> bool:
    """Whether a variable's kind changed, including becoming a view."""
    views = [isinstance(each, kinds.Array) and each.borrowed for each in (kind, known)]
    return kind != known or views[0] != views[1]
