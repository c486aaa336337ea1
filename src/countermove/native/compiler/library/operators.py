"""The module `operator`."""

from __future__ import annotations

import ast
import operator
from typing import Any

from countermove.native.compiler.intrinsic import intrinsic


def _operator(function: Any, op: Any) -> None:
    if issubclass(op, ast.cmpop):
        intrinsic(function, takes="a, b, /")(lambda c, arguments, named, node: c.compared(op, *arguments, node))
    else:
        intrinsic(function, takes="a, b, /")(lambda c, arguments, named, node: c.arithmetic(op, *arguments, node))


for _name, _op in (
    ("add", ast.Add), ("sub", ast.Sub), ("mul", ast.Mult), ("truediv", ast.Div), ("floordiv", ast.FloorDiv),
    ("mod", ast.Mod), ("xor", ast.BitXor), ("and_", ast.BitAnd), ("or_", ast.BitOr), ("eq", ast.Eq), ("ne", ast.NotEq),
    ("lt", ast.Lt), ("le", ast.LtE), ("gt", ast.Gt), ("ge", ast.GtE), ("is_", ast.Is), ("is_not", ast.IsNot),
    ("lshift", ast.LShift), ("rshift", ast.RShift), ("pow", ast.Pow),
):  # fmt: skip
    _operator(getattr(operator, _name), _op)


for _name, _sign in (("neg", ast.USub), ("pos", ast.UAdd), ("invert", ast.Invert)):
    intrinsic(getattr(operator, _name), takes="a, /")(
        lambda c, arguments, named, node, sign=_sign: c.unary(sign, arguments[0], node)
    )


intrinsic(operator.not_, takes="a, /")(lambda c, arguments, named, node: c._negated(c.truth(arguments[0]), True))
intrinsic(operator.truth, takes="a, /")(lambda c, arguments, named, node: c._negated(c.truth(arguments[0]), False))
intrinsic(operator.contains, takes="a, b, /")(
    lambda c, arguments, named, node: c.compared(ast.In, arguments[1], arguments[0], node)
)
intrinsic(operator.getitem, takes="a, b, /")(lambda c, arguments, named, node: c.index(*arguments, node))
