"""Strings made of values: f-strings, `format`, `%`, `str`, `repr`; and methods of strings written in Python."""

from __future__ import annotations

import ast
import re
import string

from countermove.native.compiler import letters, standard
from countermove.native.compiler.code import Value, boolean, constant, integer, is_number
from countermove.native.compiler.container import Container
from countermove.native.compiler.kinds import BOOL, FLOAT, INT, NEVER, NONE, Enum, Optional, Seq, Tuple, Union, plain

__all__ = ["Text"]

SPEC = re.compile(r"(?:(.)?([<>=^]))?([-+ ]?)(0?)(\d*)(?:\.(\d+))?([a-zA-Z%]?)$")
"""A format: fill and alignment, sign, zeros, width, digits after the point, type."""
PERCENT = re.compile(r"%([-0 +]*)(\d*)(?:\.(\d+))?([sdixXofr%])")
BASES = {"b": 2, "o": 8, "x": 16, "X": 16, "d": 10}
IN_PYTHON = {
    "partition": standard.partition, "rpartition": standard.rpartition, "removeprefix": standard.remove_prefix,
    "removesuffix": standard.remove_suffix, "capitalize": standard.capitalize, "title": standard.title,
}  # fmt: skip


class Text(Container):
    """Strings made of values."""

    def text_of(self, value: Value, node: ast.AST) -> Value:
        """str(value)."""
        if value.is_const:
            return self.fold(str, [value], node)
        kind = value.kind
        if isinstance(kind, Optional):
            return self.choose(value.parts[0], lambda: self.text_of(value.inner(), node), lambda: constant("None"))
        if isinstance(kind, Union):
            return self.per_alternative(value, lambda each: True, lambda each: self.text_of(each, node))
        if isinstance(kind, Seq) and kind.text:
            return value
        own = self.special(value, "__str__", [], node) or self.special(value, "__repr__", [], node)
        if own is not None:
            return own
        if isinstance(kind, Enum):
            return self._member_text(value, kind, node)
        if kind is NONE:
            return constant("None")
        if kind is NEVER:
            return value
        if kind is BOOL:
            return self.choose(value.op, lambda: constant("True"), lambda: constant("False"))
        if is_number(kind) and kind is not FLOAT:
            target = self.alloc(24)
            count = self.body.set(f"call i64 @cm_digits(ptr {target}, i64 {value.op})")
            return Value(Seq(INT, None, None, True), [target, count])
        if kind is FLOAT:
            raise self.no("a float as a string; say how many digits: f'{x:.2f}'", node)
        hint = "; give its class a __str__" if isinstance(kind, Tuple) and kind.cls is not None else ""
        raise self.no(f"{plain(kind)} as a string{hint}", node)

    def _member_text(self, value: Value, kind: Enum, node: ast.AST) -> Value:
        members = list(kind.cls)  # type: ignore[call-overload]
        if issubclass(kind.cls, int):
            return self.looked_up({int(each): str(each) for each in members}, integer(value.op), None, node)
        return self.index(constant(tuple(str(each) for each in members)), integer(value.op), node)

    def repr_of(self, value: Value, node: ast.AST) -> Value:
        """repr(value)."""
        if value.is_const:
            return self.fold(repr, [value], node)
        kind = value.kind
        if isinstance(kind, Optional):
            return self.choose(value.parts[0], lambda: self.repr_of(value.inner(), node), lambda: constant("None"))
        if isinstance(kind, Seq) and kind.text:
            return self.concat(self.concat(constant("'"), value, node), constant("'"), node)
        own = self.special(value, "__repr__", [], node)
        if own is not None:
            return own
        if kind in (INT, BOOL, NONE):
            return self.text_of(value, node)
        raise self.no(f"repr of {plain(kind)}", node)

    # Formats.

    def _joinedstr(self, node: ast.JoinedStr) -> Value:
        found: Value = constant("")
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                spec = self.expr(part.format_spec) if part.format_spec is not None else constant("")
                conversion = chr(part.conversion) if part.conversion > 0 else ""
                value = self.formatted(self.expr(part.value), conversion, spec, part)
            else:
                value = self.expr(part)
            found = self.concat(found, value, node)
        return found

    def formatted(self, value: Value, conversion: str, spec: Value, node: ast.AST) -> Value:
        """A value as a format asks for it."""
        if not spec.is_const:
            raise self.no("a format that is not constant", node)
        if conversion:
            value = self.repr_of(value, node) if conversion in "ra" else self.text_of(value, node)
        if not spec.const:
            return self.text_of(value, node)
        if value.is_const:
            return self.fold(format, [value, spec], node)
        parts = SPEC.match(spec.const)
        if parts is None:
            raise self.no(f"the format {spec.const!r}", node)
        fill, align, sign, zero, width, places, how = parts.groups()
        value = self.present(value)
        text = self._number_text(value, sign, places, how, node)
        if not width:
            return text
        if zero and not align:
            fill, align = "0", "="
        align = align or (">" if is_number(value.kind) else "<")
        given = [text, constant(fill or " "), constant(align), constant(int(width))]
        return self.call_function(standard.padded, given, {}, node)

    def _number_text(self, value: Value, sign: str, places: str | None, how: str, node: ast.AST) -> Value:
        """A value as a string, before it is padded."""
        kind = value.kind
        if sign in ("+", " "):
            raise self.no(f"the sign {sign!r} in a format", node)
        if is_number(kind) and (kind is FLOAT or how in ("f", "F")):
            if how not in ("f", "F"):
                raise self.no("a float as a string; say how many digits: f'{x:.2f}'", node)
            digits = constant(int(places or 6))
            number = self.as_float(value)
            below = boolean(self.body.set(f"fcmp olt double {number.op}, 0.0"))
            whole = self.as_float(self.called(round, [number, digits], {}, node))
            return self.call_function(standard.decimal, [whole, digits, below], {}, node)
        if is_number(kind) and how in BASES and how != "d":
            given = [self.as_int(value), constant(BASES[how]), constant(how == "X")]
            return self.call_function(standard.digits, given, {}, node)
        if is_number(kind) and how == "c":
            return self.called(chr, [value], {}, node)
        if how in ("", "s", "d", "i"):
            text = self.text_of(self.as_int(value) if how in ("d", "i") else value, node)
            if places:
                return self.cut(text, "0", self._slice_end(constant(int(places)), self.length(text), "0"))
            return text
        raise self.no(f"{plain(kind)} in the format {how!r}", node)

    def text_format(self, pattern: Value, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """'{} {}'.format(...)."""
        if not pattern.is_const:
            raise self.no("format of a string that is not constant", node)
        found: Value = constant("")
        number = 0
        for before, name, spec, conversion in string.Formatter().parse(pattern.const):
            found = self.concat(found, constant(before), node)
            if name is None:
                continue
            if not name:
                name, number = str(number), number + 1
            if not name.isalnum() and not name.isidentifier():
                raise self.no(f"{{{name}}} in a format; work it out first", node)
            if (name.isdigit() and int(name) >= len(arguments)) or (not name.isdigit() and name not in named):
                raise self.no(f"format is not given {name}", node)
            value = arguments[int(name)] if name.isdigit() else named[name]
            found = self.concat(found, self.formatted(value, conversion or "", constant(spec), node), node)
        return found

    def text_percent(self, pattern: Value, values: Value, node: ast.AST) -> Value:
        """'%d %s' % (...)."""
        text = pattern.const
        fields = [each for each in PERCENT.finditer(text) if each[4] != "%"]
        is_many = isinstance(self.kind_of(values), Tuple | Seq) and not getattr(self.kind_of(values), "text", False)
        items = self.destructured(values, len(fields), node) if is_many else [values]
        if len(items) != len(fields):
            raise self.no(f"{len(items)} values for {len(fields)} places", node)
        found: Value = constant("")
        at, given = 0, iter(items)
        for each in PERCENT.finditer(text):
            found = self.concat(found, constant(text[at : each.start()]), node)
            at = each.end()
            if each[4] == "%":
                found = self.concat(found, constant("%"), node)
                continue
            flags, width, places, how = each.groups()
            align = "<" if "-" in flags else "" if "0" in flags else ">" if width else ""
            zeros, digits = "0" if "0" in flags else "", f".{places}" if places else ""
            spec = f"{align}{zeros}{width}{digits}{'' if how in 'sr' else how}"
            value = self.formatted(
                next(given), how if how == "r" else "s" if how == "s" else "", constant(spec.replace("i", "d")), node
            )
            found = self.concat(found, value, node)
        return self.concat(found, constant(text[at:]), node)

    # Methods.

    def text_method(self, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
        call = lambda function, *given: self.call_function(function, list(given), {}, node)  # noqa: E731
        if name in IN_PYTHON:
            return call(IN_PYTHON[name], owner, *arguments)
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
        if name in ("upper", "lower", "swapcase"):
            sides = constant(name != "lower"), constant(name != "upper")
            return call(standard.turned, owner, constant(letters.changes(name)), *sides)
        if name in ("strip", "lstrip", "rstrip") and (not arguments or arguments[0].const is None):
            return call(standard.stripped, owner, constant(name != "rstrip"), constant(name != "lstrip"))
        if name == "center":
            return call(standard.centred, owner, arguments[0], arguments[1] if len(arguments) > 1 else constant(" "))
        if name in ("split", "rsplit"):
            if not arguments or (arguments[0].is_const and arguments[0].const is None):
                if len(arguments) > 1:
                    raise self.no(f"{name} at spaces, but only so often", node)
                return call(standard.split_words, owner)
            most = arguments[1] if len(arguments) > 1 else constant(-1)
            return call(getattr(standard, name), owner, arguments[0], most)
        if name == "splitlines":
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
        if name == "casefold":
            name = "lower"
        if name == "isidentifier":
            raise self.no("isidentifier of a string", node)
        return super().text_method(owner, name, arguments, node)

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
                raise self.no("translate that leaves characters out, or puts in several", node)
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
