"""`match`: patterns and their bindings."""

from __future__ import annotations

import ast

from countermove.native.compiler.assignment import Assignment
from countermove.native.compiler.code import Value, boolean, constant
from countermove.native.compiler.kinds import Dict, List, Optional, Seq, Tuple, Union, fields_of
from countermove.native.compiler.program import is_record


class Match(Assignment):
    """Patterns."""

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
                body.jump_if(truth, other, False)
            if case.guard is not None:
                guard = self.test(case.guard)
                body.jump_if(guard, other, False)
            on_reached = self.writer.block(case.body)
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
        """Whether a value matches a pattern, as an i1 operand; names in the pattern are bound on the way."""
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
        if isinstance(pattern, ast.MatchMapping):
            return self._match_mapping(pattern, value)
        raise self.no("this pattern in match", pattern)

    def _match_mapping(self, pattern: ast.MatchMapping, value: Value) -> str:
        """{"kind": kind, **rest}, without the rest: each key is there, and its value matches."""
        if pattern.rest is not None:
            raise self.no("** in a match pattern", pattern)
        if value.is_const and isinstance(value.const, dict):
            value = self.copied_dict(value.const, pattern)
        if not isinstance(value.kind, Dict):
            return "false"
        pairs = [(self.expr(key), each) for key, each in zip(pattern.keys, pattern.patterns)]

        def rest(at: int) -> str:
            if at == len(pairs):
                return "true"
            key, inner = pairs[at]

            def found() -> Value:
                hit = self.matches(inner, self.writer.entry(value, key, None, pattern))
                return boolean(self.choose(hit, lambda: boolean(rest(at + 1)), lambda: boolean("false")).op)

            return self.choose(self.writer.has_key(value, self.runtime(key)), found, lambda: boolean("false")).op

        return rest(0)

    def _match_any(self, patterns: list[ast.pattern], value: Value) -> str:
        first = self.matches(patterns[0], value)
        if len(patterns) == 1 or first == "true":
            return first
        rest = lambda: boolean(self._match_any(patterns[1:], value))  # noqa: E731
        return self.choose(first, lambda: boolean("true"), rest).op

    def _match_united(self, pattern: ast.pattern, value: Value, number: int) -> str:
        """A pattern for a union value."""
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
