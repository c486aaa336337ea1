"""Methods of lists and tuples."""

from __future__ import annotations

import ast

from countermove.native.compiler import standard
from countermove.native.compiler.code import Value, constant, integer, none
from countermove.native.compiler.dicts import Dicts
from countermove.native.compiler.kinds import Deque, List, Seq, Tuple, plain, words


class Lists(Dicts):
    """Lists and tuples."""

    def _list_method(
        self, owner: Value, name: str, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        body = self.body
        assert isinstance(owner.kind, List)
        if (name in DEQUES and not isinstance(owner.kind, Deque)) or (name == "sort" and isinstance(owner.kind, Deque)):
            raise self.no(f"{plain(owner.kind)} has no {name}", node)
        if name == "append":
            self.append(owner, arguments[0], node)
        elif name == "extend":
            if not arguments[0].is_const and isinstance(arguments[0].kind, List):
                arguments = [self.listed(arguments[0], (node, "extend"), node)]  # which may be the list itself
            self.extend(owner, arguments[0], node)
        elif name in ("pop", "popleft"):
            count = self.length(owner)
            first = constant(0) if name == "popleft" else constant(-1)
            at = self.checked_index(self.as_int(arguments[0] if arguments else first).op, count)
            found = self.load(owner.kind.cell.kind, self._slot(owner, at), True)
            self.remove_at(owner, at)
            return found
        elif name in ("insert", "appendleft"):
            at = "0" if name == "appendleft" else self._slice_end(arguments[0], self.length(owner), "0")
            item = arguments[0] if name == "appendleft" else arguments[1]
            if isinstance(owner.kind, Deque) and owner.kind.most is not None:
                self.shortened(owner, owner.kind.most - 1, self.body.set(f"sub i64 {self.length(owner)}, 1"))
            self.append(owner, item, node)
            item = self.convert(item, owner.kind.cell.kind, node)
            size = words(owner.kind.cell.kind)
            last = body.set(f"sub i64 {self.length(owner)}, 1")
            target = self._slot(owner, at)
            count = body.set(f"mul i64 {body.set(f'sub i64 {last}, {at}')}, {8 * size}")
            body.add(
                f"call void @llvm.memmove.p0.p0.i64(ptr {body.at(target, size)}, ptr {target}, i64 {count}, i1 false)"
            )
            self.store(item, target)
        elif name == "remove":
            self._discard(owner, arguments[0], True, node)
        elif name == "clear":
            body.store("i64", "0", body.at(owner.op, 1))
        elif name == "copy":
            return self.like(owner, self.listed(owner, (node, "copy"), node))
        elif name == "count":
            return self.count_of(owner, self.runtime(arguments[0], node))
        elif name == "index":
            return self._index_in(owner, arguments, node)
        elif name == "reverse":
            copy = self.listed(self.reversed_value(owner, node), (node, "reverse"), node)
            body.copy(
                body.load("ptr", owner.op),
                body.load("ptr", copy.op),
                self._scaled(self.length(owner), words(owner.kind.cell.kind)),
            )
        elif name == "sort":
            self.sort_by(owner, named, node)
        elif name == "extendleft":
            self.each(arguments[0], lambda item: self._push(owner, item, node), node)
        elif name == "rotate":
            self.call_function(standard.rotate, [owner, *arguments], {}, node)
        else:
            raise self.no(f"a list has no {name} here", node)
        return none

    def _push(self, owner: Value, item: Value, node: ast.AST) -> None:
        self._list_method(owner, "appendleft", [item], {}, node)

    def _tuple_method(
        self, owner: Value, name: str, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        if name == "count":
            return self.count_of(owner, self.runtime(arguments[0], node))
        if name == "index":
            return self._index_in(owner, arguments, node)
        if name == "copy" and isinstance(owner.kind, Seq) and owner.kind.listed:
            return self.listed(owner, (node, "copy"), node)
        if isinstance(owner.kind, Seq) and owner.kind.listed and name in CHANGES:
            raise self.no(f"{name} of a list that is a constant; copy it first", node)
        if isinstance(owner.kind, Tuple) and owner.kind.cls is not None:
            if name == "_replace":
                return self.replaced(owner, named, node)
            if name == "_asdict":
                return self.fields_as_dict(owner, node)
        raise self.no(f"a tuple has no {name}", node)

    def _index_in(self, owner: Value, arguments: list[Value], node: ast.AST) -> Value:
        item = self.runtime(arguments[0], node)
        if len(arguments) == 1:
            return self.first_index(owner, item, ValueError)
        whole = self.as_sequence(owner, node)
        size = self.length(whole)
        start = self._slice_end(arguments[1], size, "0")
        stop = self._slice_end(arguments[2], size, size) if len(arguments) > 2 else size
        found = self.first_index(self.cut(whole, start, stop), item, ValueError)
        return integer(self.body.set(f"add i64 {found.op}, {start}"))


DEQUES = {"appendleft", "extendleft", "popleft", "rotate"}
"""Methods of deques that lists do not have."""
CHANGES = {
    "append", "extend", "pop", "insert", "remove", "clear", "sort", "reverse", "add", "discard", "update", "setdefault",
    "popitem", "difference_update", "intersection_update",
}  # fmt: skip
