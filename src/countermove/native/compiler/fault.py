"""Faults: where compiled code goes when the rules raise an error."""

from __future__ import annotations

from countermove.native.compiler.base import Base
from countermove.native.compiler.code import zero
from countermove.native.compiler.program import FAULT, PLACE, STACK


class Faults(Base):
    """Where an error goes: to a handler in the function, or out of it."""

    def fault(self, error: type[BaseException]) -> str:
        """The block to jump to when an error of this class occurs here."""
        number = self.program.fault_number(error)
        found = next((handler for handler in reversed(self.handlers) if handler.takes(error)), None)
        if found is None:
            self.spec.fails = True
        key = (number + 1, self.line, found)
        if key not in self.faults:
            self.faults[key] = self.body.label("fault")
        return self.faults[key]

    def guard(self, good: str, error: type[BaseException]) -> None:
        """Continue only if a condition holds."""
        if good == "true":
            return
        label = self.body.label("ok")
        self.body.branch(good, label, self.fault(error), likely=True)
        self.body.begin(label)

    def finish_faults(self) -> None:
        """Write the fault blocks."""
        body = self.body
        if not self.faults and not any("%failed" in line for line in body.lines):
            return
        name, file = self.function.__qualname__, self.function.__code__.co_filename
        for (number, line, handler), label in self.faults.items():
            body.begin(label)
            body.store("i64", str(self.program.place(name, file, line)), body.at("%ctx", PLACE))
            if handler is not None:
                body.store("i64", str(number), handler.code)
                body.jump(handler.label)
                continue
            body.store("i64", str(number), body.at("%ctx", FAULT))
            body.jump("failed")
        body.begin("failed")
        self.leave(zero(self.spec.result))

    def check_stack(self) -> None:
        """Before a recursive call: continue only if there is room on the stack."""
        body = self.body
        here = body.set(f"ptrtoint ptr {body.place('i64', name='here')} to i64")
        limit = body.load("i64", body.at("%ctx", STACK))
        self.guard(body.set(f"icmp ugt i64 {here}, {limit}"), RecursionError)

    def check_call(self) -> None:
        """After a call that may fail: continue only if it did not."""
        body = self.body
        code = body.load("i64", body.at("%ctx", FAULT))
        with body.when(body.set(f"icmp eq i64 {code}, 0"), False, likely=True):
            self.raised(code)

    def raised(self, code: str) -> None:
        """Jump to the handler of an error whose number is known only at run time."""
        body = self.body
        for handler in reversed(self.handlers):
            for number, error in enumerate(self.program.faults):
                if not handler.takes(error):
                    continue
                with body.when(body.set(f"icmp eq i64 {code}, {number + 1}")):
                    body.store("i64", "0", body.at("%ctx", FAULT))
                    body.store("i64", code, handler.code)
                    body.jump(handler.label)
        self.spec.fails = True
        body.store("i64", code, body.at("%ctx", FAULT))
        body.jump("failed")
        body.open = False
