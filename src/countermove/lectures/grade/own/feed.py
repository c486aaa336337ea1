"""How to call a student's function: what its parameters mean, and what to begin with.

Parameters are understood by their names and by trying. The first call that leads to a search of two or more actions,
and from there to an end, is it.
"""

from __future__ import annotations

import ast
import inspect
import re
import time
from collections.abc import Iterator
from functools import partial
from math import inf
from typing import Any

from countermove.lectures.grade.own.load import Late, limited
from countermove.lectures.grade.own.pool import Pool, by_sum
from countermove.lectures.grade.own.role import rivals_differ, role_of, tables
from countermove.lectures.grade.own.stage import Moment, Stage, fault_of
from countermove.lectures.grade.own.survey import Function, Survey

TRIES = 220
PATIENCE = 6.0
"""Seconds for trying."""
DEEPEST = 120


class Feeder(Pool):
    """Finds the first call of a search."""

    def __init__(self, stage: Stage, found: Survey, given: dict[str, str]) -> None:
        super().__init__(stage, found, given)
        self.until = time.process_time() + PATIENCE
        self.strict = False
        """Whether only what the program itself begins with is tried."""
        self.crashes: list[str] = []
        """Where the program stopped in calls that were tried, the likeliest first."""

    def moments(self, function: Function) -> Iterator[tuple[str, Moment]]:
        """Calls of a function that could be meant, the likeliest first, each with what the state is."""
        plain = self.stage.plain.get(function.name)
        if plain is None:
            return
        yield from self._own_calls(function, plain)
        parameters = inspect.signature(plain).parameters
        static = function.owner and not isinstance(
            inspect.getattr_static(self.space.get(function.owner), function.short, None), (staticmethod, classmethod)
        )
        names = list(parameters)
        choices: list[list[tuple[str, Any]]] = []
        said = self._said(function, plain)
        for index, name in enumerate(names):
            if name in said and role_of(name, names) == "turn":  # for one player, where it is called for one only
                choices.append([("", value) for value in said[name]])
            elif function.owner and static and index == 0:
                choices.append([(f"{cls}()", made) for cls, made in self.objects if self._is_a(made, function.owner)])
            else:
                choices.append(self._for(name, names, parameters[name]))
        for _, picked in zip(range(TRIES), by_sum(choices)):
            if time.process_time() > self.until:
                return
            if not rivals_differ(names, [value for _, value in picked]):
                continue
            arguments = {name: value for name, (_, value) in zip(names, picked) if value is not _LEFT_OUT}
            words = next(
                (words for name, (words, _) in zip(names, picked) if words and role_of(name, names) == "state"), ""
            )
            yield words, Moment(function.name, arguments, self.stage.variables()).copy()

    def _own_calls(self, function: Function, plain: Any) -> Iterator[tuple[str, Moment]]:
        """The calls that the program itself makes, where what it passes can be computed without playing."""
        for node in ast.walk(self.survey.tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if called != function.short or any(isinstance(each, ast.Starred) for each in node.args):
                continue
            try:
                places = [self._computed(each) for each in node.args]
                named = {word.arg: self._computed(word.value) for word in node.keywords if word.arg}
                if function.owner and isinstance(node.func, ast.Attribute):
                    places.insert(0, self._computed(node.func.value))
                bound = inspect.signature(plain).bind(*places, **named)
            except (Exception, Late, SystemExit):
                continue
            words = ast.unparse(node.args[0]) if node.args else ast.unparse(node.func)
            yield words, Moment(function.name, dict(bound.arguments), self.stage.variables()).copy()

    def _said(self, function: Function, plain: Any) -> dict[str, list[Any]]:
        """What the program itself passes to a function from outside, for each parameter where that is a constant."""
        found: dict[str, list[Any]] = {}
        inside = {id(node) for name in self.stage.group for node in ast.walk(self.survey.functions[name].node)}
        for node in ast.walk(self.survey.tree):
            if id(node) in inside or not isinstance(node, ast.Call):
                continue
            called = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            if called != function.short:
                continue
            places = [None] * bool(function.owner and isinstance(node.func, ast.Attribute)) + list(node.args)
            given = dict(zip(inspect.signature(plain).parameters, places))
            given |= {word.arg: word.value for word in node.keywords if word.arg}
            for name, expression in given.items():
                if expression is None:
                    continue
                constant = isinstance(expression, ast.Constant) or (
                    isinstance(expression, ast.Name) and expression.id.isupper()
                )
                value = self._tried(partial(self._computed, expression)) if constant else None
                values = found.setdefault(name, [])
                if value is None:
                    values.append(_UNKNOWN)
                elif not any(type(value) is type(each) and value == each for each in values):
                    values.append(value)
        return {name: values for name, values in found.items() if _UNKNOWN not in values}

    def _computed(self, expression: ast.expr) -> Any:
        code = compile(ast.Expression(expression), "<call>", "eval")
        return limited(1.0, partial(eval, code, self.space))

    def _is_a(self, made: Any, owner: str) -> bool:
        return owner in [cls.__name__ for cls in type(made).__mro__]

    def _for(self, name: str, names: list[str], parameter: inspect.Parameter) -> list[tuple[str, Any]]:
        if name in self.given:
            try:
                return [(self.given[name], eval(self.given[name], self.space))]
            except Exception:
                pass
        left_out = [("", _LEFT_OUT)] if parameter.default is not parameter.empty else []
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            return [("", _LEFT_OUT)]
        role = next((role for role, word in self.given.items() if word == name), role_of(name, names))
        if role in ("alpha", "beta"):
            return left_out or [("", -inf if role == "alpha" else inf)]
        if role == "depth":
            return [*left_out, ("", 0), ("", 3), ("", 9)]
        if role == "table":
            return [*left_out, *(("", table) for table in tables(name))]
        if role in ("height", "index"):
            return [*left_out, ("", 3 if role == "height" else 0), ("", 1), ("", 0)]
        if role == "turn":
            objects = [(f"{cls}()", each) for cls, each in self.objects if name.lower() in cls.lower()]
            flags = [("", True), *(("", mark) for mark in self.marks[:6]), ("", False)]
            if not re.search(r"max|is_|turn", name.lower()):
                flags = [*flags[1:], flags[0]]
            return [*left_out, *flags, *objects]
        states = [pair for pair in self.states if pair[0] in self.own] if self.strict else self.states
        graphs = [each for each in names if re.search(r"graph|^adj|^tree|^succ", each.lower())]
        if graphs and not self.strict and name not in graphs:  # a node by its name
            states = sorted(states, key=lambda pair: not isinstance(pair[1], str) or len(pair[1]) > 2)
        elif name in graphs and len(names) > 1:
            states = sorted(states, key=lambda pair: not isinstance(pair[1], dict))
        like = [pair for pair in states if len(name) > 2 and name.lower() in pair[0].lower()]
        others = [pair for pair in states if not any(pair is each for each in like)] if len(like) < 40 else []
        return [*left_out, *like, *others][:26] or [("", None)]

    def first_of_search(self, moment: Moment) -> Moment | None:
        """The call of the search that a call leads to, if from there it comes to actions and to an end."""
        stage = self.stage
        try:
            if moment.name in stage.group:
                core = moment
            else:
                child = stage.first(moment)
                if not isinstance(child, Moment):
                    return None
                core = child
            return core if self.leaf(core) is not None else None
        except (Exception, Late, SystemExit) as error:
            fault = fault_of(error, self.space["__file__"])
            if fault["line"] and fault["kind"] == "crash":
                self.crashes.append(f"line {fault['line']} stops with {fault['type']}: {fault['text']}")
            return None

    def leaf(self, core: Moment) -> tuple[Moment, Any] | None:
        """The end of the leftmost line below a call, at least one action away, and what the search answers there."""
        stage, here = self.stage, core
        for level in range(DEEPEST):
            found = stage.first(here)
            if not isinstance(found, Moment):
                return (here, found) if level and found is not None else None
            if level == 0 and not stage.scalars and stage.key(found) == stage.key(here):
                stage.scalars = True
                if stage.key(found) == stage.key(here):
                    return None
            here = found
        return None


_LEFT_OUT, _UNKNOWN = object(), object()
