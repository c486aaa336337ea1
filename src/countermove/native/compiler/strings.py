"""Methods of strings."""

from __future__ import annotations

import ast
from typing import Any

from countermove.native.compiler import letters, standard
from countermove.native.compiler.code import Value, boolean, constant, integer
from countermove.native.compiler.kinds import INT, NEVER, NONE, Cell, Seq, plain
from countermove.native.compiler.lists import Lists

IN_PYTHON = {
    "partition": standard.partition, "rpartition": standard.rpartition, "removeprefix": standard.remove_prefix,
    "removesuffix": standard.remove_suffix,
}  # fmt: skip


class Strings(Lists):
    """Strings."""

    def text_method(self, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
        def call(function: Any, *given: Value) -> Value:
            return self.call_function(function, list(given), {}, node)

        if name in IN_PYTHON:
            return call(IN_PYTHON[name], owner, *arguments)
        if name in ("capitalize", "title"):
            tables = letters.changes("title"), letters.cased(), letters.ignored()
            return call(getattr(standard, name), owner, *map(constant, tables))
        if name in ("count", "startswith", "endswith") and len(arguments) > 1:
            beyond, start, stop = self.bounds(arguments[1:], self.length(owner))
            part = self.cut(owner, start, stop)
            nothing = constant(0) if name == "count" else constant(False)
            return self.choose(beyond, lambda: nothing, lambda: self.text_method(part, name, arguments[:1], node))
        if name in ("isupper", "islower"):
            other = "islower" if name == "isupper" else "isupper"
            bad = tuple(sorted(set(letters.spans(other)) ^ set(letters.titles())))
            starts = (65, 97) if name == "isupper" else (97, 65)
            return call(standard.is_cased, owner, *map(constant, (letters.spans(name), bad, *starts)))
        if name in ("isalpha", "isdigit", "isalnum", "isspace", "isnumeric", "isdecimal"):
            plainly = frozenset(code for code in range(128) if getattr(chr(code), name)())
            return call(standard.is_every, owner, constant(letters.spans(name)), constant(plainly))
        if name == "isascii":
            body = self.body
            beyond = self.any_of(owner, True, lambda each: body.set(f"icmp ugt i64 {body.load('i64', each.op)}, 127"))
            return boolean(body.set(f"xor i1 {beyond}, true"))
        if name in ("upper", "lower", "swapcase", "casefold"):
            sides = constant(name in ("upper", "swapcase")), constant(name != "upper")

            def turned() -> Value:
                return call(standard.turned, owner, constant(letters.changes(name)), *sides)

            if name in ("upper", "casefold") or self._is_one_sign(owner):
                return turned()
            sigma = self.body.set(f"icmp sge i64 {self.text_find(owner, constant('Σ'), node).op}, 0")
            given = constant(name), constant(letters.cased()), constant(letters.ignored())
            return self.choose(sigma, lambda: call(standard.with_sigma, owner, *given), turned)
        if name in ("strip", "lstrip", "rstrip") and (not arguments or arguments[0].const is None):
            return call(standard.stripped, owner, constant(name != "rstrip"), constant(name != "lstrip"))
        if name == "center":
            return call(standard.centred, owner, arguments[0], arguments[1] if len(arguments) > 1 else constant(" "))
        if name in ("split", "rsplit"):
            if not arguments or (arguments[0].is_const and arguments[0].const is None):
                if len(arguments) > 1:
                    raise self.no(f"{name} at whitespace with maxsplit", node)
                return call(standard.split_words, owner)
            most = arguments[1] if len(arguments) > 1 else constant(-1)
            return call(getattr(standard, name), owner, arguments[0], most)
        if name == "splitlines":
            if arguments and not (arguments[0].is_const and not arguments[0].const):
                raise self.no("splitlines with keepends", node)
            return call(standard.split_lines, owner)
        if name == "count" and not self._is_one_sign(arguments[0]):
            return call(standard.count_text, owner, arguments[0])
        if name == "replace" and not self._is_one_sign(arguments[0]):
            return call(
                standard.replace_text, owner, *arguments[:2], arguments[2] if len(arguments) > 2 else constant(-1)
            )
        if name == "zfill":
            return call(standard.padded, owner, constant("0"), constant("="), arguments[0])
        if name == "rindex":
            found = self._find_from(owner, arguments, True, node)
            self.guard(self.body.set(f"icmp sge i64 {found.op}, 0"), ValueError)
            return found
        if name == "translate":
            return self._translated(owner, arguments[0], node)
        if name == "isidentifier":
            raise self.no("isidentifier of a string", node)
        return self._plain_text_method(owner, name, arguments, node)

    def _plain_text_method(self, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
        body = self.body
        size = self.length(owner)
        if name in ("find", "index", "rfind"):
            found = self._find_from(owner, arguments, name == "rfind", node)
            if name == "index":
                self.guard(body.set(f"icmp sge i64 {found.op}, 0"), ValueError)
            return found
        if name == "count":
            return self.count_of(owner, self.runtime(arguments[0], node))
        if name in ("startswith", "endswith"):
            part = arguments[0]
            if part.is_const and isinstance(part.const, tuple):
                hit = "false"
                for each in part.const:
                    more = self.truth(self.text_method(owner, name, [constant(each)], node))
                    hit = more if hit == "false" else body.set(f"or i1 {hit}, {more}")
                return boolean(hit)
            part = self.runtime(part, node)
            other = self.length(part)
            fits = body.set(f"icmp sle i64 {other}, {size}")
            start = "0" if name == "startswith" else body.set(f"sub i64 {size}, {other}")

            def same() -> Value:
                stop = other if name == "startswith" else size
                return boolean(self.equal(self.cut(owner, start, stop), part))

            return self.choose(fits, same, lambda: boolean("false"))
        if name == "replace":
            old, new = (self.runtime(each, node) for each in arguments[:2])
            counts = [each.kind.count if isinstance(each.kind, Seq) else None for each in (old, new)]
            if counts[1] != 1 or len(arguments) > 2:
                return self._replace_slowly(owner, old, new, arguments[2:], node)
            target = self.alloc(size)
            first, second = (body.load("i64", each.op) for each in (old, new))

            def one(index: str) -> None:
                sign = body.load("i64", body.at(owner.op, index))
                same = body.set(f"icmp eq i64 {sign}, {first}")
                body.store("i64", body.set(f"select i1 {same}, i64 {second}, i64 {sign}"), body.at(target, index))

            self.count_up(size, one)
            fixed = isinstance(owner.kind, Seq) and owner.kind.count is not None
            return Value(Seq(INT, owner.kind.count, None, True), [target] if fixed else [target, size])  # type: ignore[attr-defined]
        if name in ("ljust", "rjust"):
            return self._padded(owner, name, arguments, node)
        if name == "join":
            return self._join(owner, arguments[0], node)
        if name in ("strip", "rstrip", "lstrip"):
            return self._strip(owner, self.runtime(arguments[0], node), name)
        raise self.no(f"{name} of a string", node)

    def text_find(self, whole: Value, part: Value, node: ast.AST, last: bool = False) -> Value:
        """The index of a substring; -1 if absent."""
        body = self.body
        part = self.present(self.runtime(part, node))
        if not (isinstance(part.kind, Seq) and part.kind.text):
            raise self.no(f"{plain(part.kind)} in a string", node)
        size, other = self.length(whole), self.length(part)
        result, place = body.place("i64"), body.place("i64")
        body.store("i64", "-1", result)
        span = body.set(f"sub i64 {size}, {other}")
        body.store("i64", "0", place)
        head, inside, on, hit, end = (body.label(name) for name in ("head", "in", "on", "hit", "out"))
        body.begin(head)
        at = body.load("i64", place)
        body.branch(body.set(f"icmp sle i64 {at}, {span}"), inside, end)
        body.begin(inside)

        def compare(index: str) -> None:
            here = body.load("i64", body.at(whole.op, body.set(f"add i64 {at}, {index}")))
            there = body.load("i64", body.at(part.op, index))
            body.jump_if(body.set(f"icmp eq i64 {here}, {there}"), on, False)

        self.count_up(other, compare)
        body.begin(hit)
        body.store("i64", at, result)
        body.jump(on if last else end)
        body.begin(on)
        body.store("i64", body.set(f"add i64 {body.load('i64', place)}, 1"), place)
        body.jump(head)
        body.begin(end)
        return integer(body.load("i64", result))

    def bounds(self, ends: list[Value], size: str) -> tuple[str, str, str]:
        """The bounds of a search, and whether they are empty even for an empty string."""
        start = self._slice_end(ends[0], size, "0")
        stop = self._slice_end(ends[1], size, size) if len(ends) > 1 else size
        first = constant(0) if self.kind_of(ends[0]) is NONE else ends[0]
        past = self.body.set(f"icmp sgt i64 {self.as_int(first).op}, {size}")
        return self.body.set(f"or i1 {past}, {self.body.set(f'icmp sgt i64 {start}, {stop}')}"), start, stop

    def _find_from(self, owner: Value, arguments: list[Value], last: bool, node: ast.AST) -> Value:
        if len(arguments) == 1:
            return self.text_find(owner, arguments[0], node, last)
        body = self.body
        size = self.length(owner)
        beyond, start, stop = self.bounds(arguments[1:], size)
        found = self.text_find(self.cut(owner, start, stop), arguments[0], node, last).op
        there = body.set(f"icmp sge i64 {found}, 0")
        there = body.set(f"and i1 {there}, {body.set(f'xor i1 {beyond}, true')}")
        return integer(body.set(f"select i1 {there}, i64 {body.set(f'add i64 {found}, {start}')}, i64 -1"))

    def _padded(self, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
        """A padded string."""
        body, size = self.body, self.length(owner)
        sign = self.runtime(arguments[1] if len(arguments) > 1 else constant(" "), node)
        wanted = self.as_int(arguments[0]).op
        total = body.set(f"call i64 @llvm.smax.i64(i64 {wanted}, i64 {size})")
        more = body.set(f"sub i64 {total}, {size}")
        before = "0" if name == "ljust" else more
        target = self.alloc(total)
        filler = body.load("i64", sign.op)
        self.count_up(total, lambda at: body.store("i64", filler, body.at(target, at)))
        body.copy(body.at(target, before), owner.op, size)
        return Value(Seq(INT, None, None, True), [target, total])

    def _replace_slowly(self, owner: Value, old: Value, new: Value, more: list[Value], node: ast.AST) -> Value:
        """replace, where the length may change."""
        body = self.body
        left = body.slot("i64", self.as_int(more[0]).op if more else str(1 << 60))
        found = self.new_list(Cell(INT), self.length(owner))
        sign = body.load("i64", old.op)

        def one(index: str) -> None:
            here = body.load("i64", body.at(owner.op, index))
            again = body.set(f"icmp ne i64 {body.load('i64', left)}, 0")
            same = body.set(f"and i1 {body.set(f'icmp eq i64 {here}, {sign}')}, {again}")
            yes, no, end = body.label("yes"), body.label("no"), body.label("end")
            body.branch(same, yes, no)
            body.begin(yes)
            body.store("i64", body.set(f"sub i64 {body.load('i64', left)}, 1"), left)
            self.count_up(
                self.length(new), lambda at: self.append(found, integer(body.load("i64", body.at(new.op, at))))
            )
            body.jump(end)
            body.begin(no)
            self.append(found, integer(here))
            body.begin(end)

        self.count_up(self.length(owner), one)
        return Value(Seq(INT, None, None, True), [body.load("ptr", found.op), self.length(found)])

    def _join(self, owner: Value, items: Value, node: ast.AST) -> Value:
        """Strings joined with the owner as separator."""
        body = self.body
        count = self.static_count(items)
        found = self.new_list(Cell(INT), count or 0)
        first = body.slot("i1", "true")
        gap = self.length(owner)
        fixed: list[int | None] = []

        def one(item: Value) -> None:
            item = self.present(self.runtime(item, node))
            if item.kind is NEVER:
                return
            if not (isinstance(item.kind, Seq) and item.kind.text):
                raise self.no(f"join of {plain(item.kind)}", node)
            fixed.append(item.kind.count)
            if gap != "0":
                with body.when(body.load("i1", first), False):
                    self.count_up(gap, lambda at: self.append(found, integer(body.load("i64", body.at(owner.op, at)))))
                body.store("i1", "false", first)
            if item.kind.count == 1:
                self.append(found, integer(body.load("i64", item.op)))
            else:
                size = self.length(item)
                self.count_up(size, lambda at: self.append(found, integer(body.load("i64", body.at(item.op, at)))))

        self.each(items, one, node)
        data = body.load("ptr", found.op)
        if gap == "0" and count is not None and fixed and len(set(fixed)) == 1 and fixed[0] is not None:
            return Value(Seq(INT, count * fixed[0], None, True), [data])
        return Value(Seq(INT, None, None, True), [data, self.length(found)])

    def _strip(self, owner: Value, signs: Value, name: str) -> Value:
        body = self.body
        start, stop = body.place("i64"), body.place("i64")
        body.store("i64", "0", start)
        body.store("i64", self.length(owner), stop)

        def trim(place: str, step: int) -> None:
            head, inside, cut, end = (body.label(each) for each in ("head", "in", "cut", "out"))
            body.begin(head)
            low, high = body.load("i64", start), body.load("i64", stop)
            body.branch(body.set(f"icmp slt i64 {low}, {high}"), inside, end)
            body.begin(inside)
            at = low if step > 0 else body.set(f"sub i64 {high}, 1")
            there = self.any_of(signs, True, lambda each: self.equal(each, self.item(owner, at)))
            body.branch(there, cut, end)
            body.begin(cut)
            body.store("i64", body.set(f"add i64 {body.load('i64', place)}, {step}"), place)
            body.jump(head)
            body.begin(end)

        if name != "rstrip":
            trim(start, 1)
        if name != "lstrip":
            trim(stop, -1)
        return self.cut(owner, body.load("i64", start), body.load("i64", stop))

    def _is_one_sign(self, value: Value) -> bool:
        kind = self.kind_of(value)
        return isinstance(kind, Seq) and kind.count == 1

    def _translated(self, owner: Value, table: Value, node: ast.AST) -> Value:
        """Translate by a constant table of single characters."""
        if not table.is_const or not isinstance(table.const, dict):
            raise self.no("translate by a table that is not constant", node)
        signs: dict[int, int] = {}
        for key, value in table.const.items():
            sign = ord(value) if isinstance(value, str) and len(value) == 1 else value
            if not isinstance(sign, int):
                raise self.no("translate that deletes characters or inserts several", node)
            signs[key] = sign
        body, size = self.body, self.length(owner)
        target = self.alloc(size)

        def one(index: str) -> None:
            sign = integer(body.load("i64", body.at(owner.op, index)))
            body.store("i64", self.as_int(self.looked_up(signs, sign, sign, node)).op, body.at(target, index))

        self.count_up(size, one)
        kind = owner.kind
        assert isinstance(kind, Seq)
        return Value(Seq(INT, kind.count, None, True), [target] if kind.count is not None else [target, size])
