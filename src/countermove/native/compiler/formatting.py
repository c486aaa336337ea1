"""Formatting: f-strings, `format`, `%`, `str` and `repr`."""

from __future__ import annotations

import ast
import re
import string

from countermove.native.compiler import letters, standard
from countermove.native.compiler.code import Value, boolean, constant, integer, is_number
from countermove.native.compiler.enumeration import is_numbered, names_of
from countermove.native.compiler.kinds import BOOL, FLOAT, INT, NEVER, NONE, Enum, Optional, Seq, Tuple, Union, plain
from countermove.native.compiler.strings import Strings

SPEC = re.compile(r"(?:(.)?([<>=^]))?([-+ ]?)(0?)(\d*)(?:\.(\d+))?([a-zA-Z%]?)$")
"""A format: fill and alignment, sign, zeros, width, digits after the point, type."""
PERCENT = re.compile(r"%([-0 +]*)(\d*)(?:\.(\d+))?([sdixXofr%])")
BASES = {"b": 2, "o": 8, "x": 16, "X": 16, "d": 10}


class Formatting(Strings):
    """Values as strings."""

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
            raise self.no("it converts a float to a string; give the digits: f'{x:.2f}'", node)
        hint = "; give its class a __str__" if isinstance(kind, Tuple) and kind.cls is not None else ""
        raise self.no(f"{plain(kind)} as a string{hint}", node)

    def _member_text(self, value: Value, kind: Enum, node: ast.AST) -> Value:
        members = list(kind.cls)  # type: ignore[call-overload]
        if is_numbered(kind.cls):
            table = {at: str(each) for at, each in names_of(kind.cls).items()}
            return self.looked_up(table, integer(value.op), None, node)
        return self.index(constant(tuple(str(each) for each in members)), integer(value.op), node)

    def repr_of(self, value: Value, node: ast.AST, plainly: bool = False) -> Value:
        """repr(value), or ascii(value)."""
        if value.is_const:
            return self.fold(ascii if plainly else repr, [value], node)
        kind = value.kind
        if isinstance(kind, Optional):
            return self.choose(
                value.parts[0], lambda: self.repr_of(value.inner(), node, plainly), lambda: constant("None")
            )
        if isinstance(kind, Seq) and kind.text:
            given = [value, constant(letters.spans("isprintable")), constant(plainly)]
            return self.call_function(standard.quoted, given, {}, node)
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
        """A value formatted by a format spec."""
        if not spec.is_const:
            raise self.no("a format that is not constant", node)
        if conversion:
            value = self.repr_of(value, node, conversion == "a") if conversion in "ra" else self.text_of(value, node)
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
        """A value as a string, before padding."""
        kind = value.kind
        if sign in ("+", " "):
            raise self.no(f"the sign {sign!r} in a format", node)
        if is_number(kind) and (kind is FLOAT or how in ("f", "F")):
            if how not in ("f", "F"):
                raise self.no("it converts a float to a string; give the digits: f'{x:.2f}'", node)
            digits = constant(int(places or 6))
            number = self.as_float(value)
            below = boolean(self.body.set(f"icmp slt i64 {self.body.set(f'bitcast double {number.op} to i64')}, 0"))
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
            raise self.no(f"{len(items)} values for {len(fields)} placeholders", node)
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
