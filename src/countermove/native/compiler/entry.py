"""The entry point of compiled code: one function that takes the address of its arguments.

word 0      the address of the context
word 1 ...  the arguments, each as an item of its kind lies in memory
after them  room for the answer
"""

from __future__ import annotations

from types import FunctionType

from countermove.native.compiler.code import Body, Value
from countermove.native.compiler.function import Function, specialised
from countermove.native.compiler.kinds import Kind, leaves, words
from countermove.native.compiler.program import FAULT, STACK, Program, Spec
from countermove.native.compiler.syntax import parsed


def start(program: Program, function: FunctionType, values: dict[str, Value]) -> tuple[Spec, dict[str, Kind]]:
    """Compile a function for Python to call."""
    tree = parsed(function)
    if tree is None:
        raise OSError(f"the source of {function.__name__} is not available")
    return specialised(program, function, tree, values)


def entry_text(program: Program, spec: Spec, parameters: dict[str, Kind], function: FunctionType) -> tuple[str, int]:
    """The entry point's text, and the offset of the result."""
    writer = Function(program, Spec("entry", ""), function, parsed(function), {}, None)
    writer.body = body = Body()
    writer.kernel = True
    at, kinds, operands = 1, [], []
    body.add("%ctx = load ptr, ptr %argv")
    here = body.set("call ptr @llvm.frameaddress.p0(i32 0)")
    place = body.at("%ctx", STACK)
    below = body.set(f"sub i64 0, {body.load('i64', place)}")
    body.store("ptr", body.set(f"getelementptr i8, ptr {here}, i64 {below}"), place)
    for kind in parameters.values():
        value = writer.load(kind, body.at("%argv", at))
        kinds += leaves(kind)
        operands += value.parts
        at += words(kind)
    found = writer.call(spec.name, kinds, operands, spec.result)
    # After a fault there is no result: its parts are null and must not be dereferenced.
    good, end = body.label("good"), body.label("end")
    body.branch(body.set(f"icmp eq i64 {body.load('i64', body.at('%ctx', FAULT))}, 0"), good, end)
    body.begin(good)
    writer.store(found, body.at("%argv", at))
    body.begin(end)
    body.end("ret void")
    writer.finish_faults()
    text = "\n".join(["define void @entry(ptr %argv) #0 {", "entry:", *body.head, *body.lines, "}"])
    return text, at
