"""Small random programs in Python: one function each, with helpers, that always end and are always valid.

Every expression is made for a kind that is wanted, out of the variables there are. Indices are sometimes outside and
divisors sometimes zero: then both Python and compiled code have to raise the same.
"""

import random

__all__ = ["program"]

INT, BOOL, TUPLE, LIST, TEXT, PAIR, SET, DICT, MAYBE = (
    "int",
    "bool",
    "tuple",
    "list",
    "text",
    "pair",
    "set",
    "dict",
    "maybe",
)
KINDS = (INT, BOOL, TUPLE, LIST, TEXT, PAIR, SET, DICT, MAYBE)
DEPTH = 2
HELPERS = """
def clamp(n):
    return max(-50, min(50, n))


def head(items, default):
    for item in items:
        return item
    return default


def grow(items, n):
    items.append(clamp(n))
    return len(items)


def shift(pair, by=1):
    a, b = pair
    return (clamp(b + by), a)


def find(items, wanted):
    for at, item in enumerate(items):
        if item == wanted:
            return at
    return None


def item(items, at):
    return items[at] if -len(items) <= at < len(items) else 0


def pick(items, at):
    if at < -9:
        raise KeyError(at)
    return items[at]
"""


class Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.names: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self.count = 0
        self.loops = 0
        self.busy: set[str] = set()

    def fresh(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    # Expressions.

    def make(self, kind: str, depth: int = DEPTH) -> str:
        names = self.names[kind]
        if names and self.random.random() < (0.35 if depth > 0 else 0.9):
            return self.random.choice(names)
        return getattr(self, kind)(depth)

    def risky(self) -> bool:
        """Whether to write something that may raise, for once."""
        return self.random.random() < 0.1

    def index(self, items: str, at: str) -> str:
        return f"{items}[{at}]" if self.risky() else f"item({items}, {at})"

    def one_of(self, *makers):
        return self.random.choice(makers)()

    def int(self, depth: int) -> str:
        if depth <= 0:
            return str(self.random.randint(-3, 7))
        d = depth - 1
        r = self.random
        i = lambda: self.make(INT, d)  # noqa: E731
        return self.one_of(
            lambda: f"clamp({i()} {r.choice('+-*')} {i()})",
            lambda: f"({i()} {r.choice(['//', '%'])} {i() if self.risky() else r.choice(['2', '3', '-2', '5'])})",
            lambda: f"({i()} {r.choice('&|^')} {i()})",
            lambda: f"abs({i()})",
            lambda: f"-{i()}",
            lambda: f"{r.choice(['max', 'min'])}({i()}, {i()})",
            lambda: f"len({self.make(r.choice([TUPLE, LIST, TEXT, SET, DICT]), d)})",
            lambda: f"sum({self.make(r.choice([TUPLE, LIST, SET]), d)})",
            lambda: self.index(self.make(r.choice([TUPLE, LIST]), d), i()),
            lambda: f"{self.make(PAIR, d)}[{r.choice(['0', '1', '-1', f'{i()} % 2'])}]",
            lambda: f"({i()} if {self.make(BOOL, d)} else {i()})",
            lambda: f"{self.make(r.choice([TUPLE, LIST]), d)}.count({i()})",
            lambda: f"{self.make(TEXT, d)}.find({self.make(TEXT, d)})",
            lambda: f"sum({i()} for {self.target(d)} if {self.make(BOOL, 1)})",
            lambda: f"max({self.make(r.choice([TUPLE, LIST, SET]), d)}, default={i()})",
            lambda: f"head({self.make(r.choice([TUPLE, LIST]), d)}, {i()})",
            lambda: f"pick({self.make(r.choice([TUPLE, LIST]), d)}, {i()})" if self.risky() else i(),
            lambda: f"{self.make(DICT, d)}.get({i()}, {i()})",
            lambda: f"{self.make(DICT, d)}[{i()}]" if self.risky() else i(),
            lambda: f"({self.make(MAYBE, d)} or {i()})",
            lambda: f"({i()} and {i()})",
            lambda: f"int({self.make(BOOL, d)})",
            lambda: f"ord(({self.make(TEXT, d)} or 'q')[0])",
        )

    def target(self, depth: int) -> str:
        """`x for x in ...` without the first x: a new name that is not remembered."""
        return f"_ in {self.make(self.random.choice([TUPLE, LIST]), depth)}"

    def bool(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(["True", "False"])
        d = depth - 1
        r = self.random
        kind = r.choice([INT, TUPLE, LIST, TEXT, PAIR, SET, DICT, MAYBE])
        ordered = r.choice([INT, TUPLE, LIST, TEXT, PAIR])
        return self.one_of(
            lambda: f"({self.make(kind, d)} {r.choice(['==', '!='])} {self.make(kind, d)})",
            lambda: f"({self.make(ordered, d)} {r.choice(['<', '<=', '>', '>='])} {self.make(ordered, d)})",
            lambda: f"(not {self.make(r.choice(KINDS), d)})",
            lambda: f"({self.make(BOOL, d)} {r.choice(['and', 'or'])} {self.make(BOOL, d)})",
            lambda: (
                f"({self.make(INT, d)} {r.choice(['in', 'not in'])} {self.make(r.choice([TUPLE, LIST, SET, DICT]), d)})"
            ),
            lambda: f"({self.make(TEXT, d)} in {self.make(TEXT, d)})",
            lambda: f"({self.make(MAYBE, d)} is {r.choice(['', 'not '])}None)",
            lambda: (
                f"{r.choice(['any', 'all'])}(x > {self.make(INT, d)} for x in {self.make(r.choice([TUPLE, LIST]), d)})"
            ),
            lambda: f"({self.make(INT, d)} < {self.make(INT, d)} <= {self.make(INT, d)})",
            lambda: f"({self.make(SET, d)} <= {self.make(SET, d)})",
        )

    def tuple(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(["()", "(1,)", "(3, 1)", "(2, 0, 5)"])
        d = depth - 1
        r = self.random
        t, i = lambda: self.make(TUPLE, d), lambda: self.make(INT, d)
        return self.one_of(
            lambda: f"({i()}, {i()}, {i()})",
            lambda: f"{t()}[{r.choice(['', i()])}:{r.choice(['', i()])}]",
            lambda: f"{t()}[::{r.choice(['-1', '2', '-2'])}]",
            lambda: f"({t()} + {t()})[:12]",
            lambda: f"(*{t()}, {i()})[:12]",
            lambda: f"tuple({self.make(r.choice([LIST, TUPLE]), d)})",
            lambda: f"tuple(sorted({self.make(r.choice([LIST, TUPLE, SET]), d)}))",
            lambda: f"tuple(clamp(x {r.choice('+-*')} {i()}) for x in {self.make(r.choice([LIST, TUPLE]), d)})",
            lambda: f"({t()} if {self.make(BOOL, d)} else {t()})",
            lambda: f"({t()} or {t()})",
            lambda: f"tuple(map(abs, {t()}))",
        )

    def list(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(["[1]", "[3, 1]", "[2, 0, 5]"])
        d = depth - 1
        r = self.random
        x, i = lambda: self.make(LIST, d), lambda: self.make(INT, d)
        return self.one_of(
            lambda: f"[{i()}, {i()}]",
            lambda: f"{x()}[{r.choice(['', i()])}:{r.choice(['', i()])}]",
            lambda: f"({x()} + {x()})[:12]",
            lambda: f"list({self.make(r.choice([TUPLE, LIST]), d)})",
            lambda: f"sorted({self.make(r.choice([TUPLE, LIST, SET]), d)}, reverse={self.make(BOOL, 0)})",
            lambda: f"sorted({self.make(r.choice([TUPLE, LIST]), d)}, key=lambda v: v % {r.randint(2, 4)})",
            lambda: (
                f"[clamp(v + {i()}) for v in {self.make(r.choice([TUPLE, LIST]), d)} if v {r.choice(['<', '!='])} {i()}]"
            ),
            lambda: f"[a * b for a, b in zip({x()}, {self.make(TUPLE, d)})]",
            lambda: f"[n - v for n, v in enumerate({x()})]",
            lambda: f"list(range({r.randint(0, 5)}))",
            lambda: f"list(reversed({x()}))",
            lambda: f"({x()} if {self.make(BOOL, d)} else {x()})",
        )

    def text(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(['""', '"a"', '"ab"', '"bca"', '"é"'])
        d = depth - 1
        r = self.random
        s, i = lambda: self.make(TEXT, d), lambda: self.make(INT, d)
        return self.one_of(
            lambda: f"({s()} + {s()})[:12]",
            lambda: f"{s()}[{r.choice(['', i()])}:{r.choice(['', i()])}]",
            lambda: f"{s()}[::-1]",
            lambda: f"{s()}[{i()}]" if self.risky() else f"{s()}[:1]",
            lambda: f"str({i()})",
            lambda: f"{s()}.upper()",
            lambda: f"{s()}.replace({s()}, {s()})[:12]",
            lambda: f"''.join(c for c in {s()} if c != {r.choice(['a', 'b'])!r})",
            lambda: f"({s()} * {r.randint(0, 2)})[:12]",
            lambda: f"'-'.join(sorted({s()}))[:12]",
            lambda: f"({s()} if {self.make(BOOL, d)} else {s()})",
            lambda: f"({s()} or {s()})",
        )

    def pair(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(["(0, 1)", "(2, -1)"])
        d = depth - 1
        return self.one_of(
            lambda: f"({self.make(INT, d)}, {self.make(INT, d)})",
            lambda: f"shift({self.make(PAIR, d)})",
            lambda: f"shift({self.make(PAIR, d)}, by={self.make(INT, d)})",
            lambda: f"divmod({self.make(INT, d)}, {self.make(INT, d) if self.risky() else 3})",
            lambda: f"max({self.make(PAIR, d)}, {self.make(PAIR, d)})",
            lambda: f"({self.make(PAIR, d)} if {self.make(BOOL, d)} else {self.make(PAIR, d)})",
        )

    def set(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(["{1}", "{1, 2}", "{3, 5}"])
        d = depth - 1
        r = self.random
        return self.one_of(
            lambda: f"{{{self.make(INT, d)}, {self.make(INT, d)}}}",
            lambda: f"set({self.make(r.choice([TUPLE, LIST, SET]), d)})",
            lambda: f"({self.make(SET, d)} {r.choice('&|-^')} {self.make(SET, d)})",
            lambda: f"{{v % 3 for v in {self.make(r.choice([TUPLE, LIST]), d)}}}",
        )

    def dict(self, depth: int) -> str:
        d = max(0, depth - 1)
        r = self.random
        return self.one_of(
            lambda: f"{{{self.make(INT, d)}: {self.make(INT, d)}}}",
            lambda: f"{{v: n for n, v in enumerate({self.make(r.choice([TUPLE, LIST]), d)})}}",
            lambda: f"dict(zip({self.make(TUPLE, d)}, {self.make(LIST, d)}))",
        )

    def maybe(self, depth: int) -> str:
        d = max(0, depth - 1)
        r = self.random
        return self.one_of(
            lambda: f"find({self.make(r.choice([TUPLE, LIST]), d)}, {self.make(INT, d)})",
            lambda: f"({self.make(INT, d)} if {self.make(BOOL, d)} else None)",
            lambda: f"{self.make(DICT, d)}.get({self.make(INT, d)})",
        )

    # Statements.

    def put(self, line: str, indent: int) -> None:
        self.lines.append("    " * indent + line)

    def statements(self, indent: int, count: int) -> None:
        for _ in range(count):
            self.statement(indent)

    def statement(self, indent: int) -> None:
        r = self.random
        choices = [self.assign] * 4 + [self.change] * 3
        if indent < 4:
            choices += [self.branch] * 2 + [self.loop] * 2 + [self.attempt, self.inner]
        if self.loops:
            choices += [self.leave]
        r.choice(choices)(indent)

    def assign(self, indent: int) -> None:
        kind = self.random.choice(KINDS)
        free = [name for name in self.names[kind] if name not in self.busy]
        if free and self.random.random() < 0.5:
            name = self.random.choice(free)
        elif indent == 1:
            name = self.fresh(kind[0])
        else:
            return
        self.put(f"{name} = {self.make(kind)}", indent)
        if name not in self.names[kind]:
            self.names[kind].append(name)

    def change(self, indent: int) -> None:
        r = self.random
        lists = [name for name in self.names[LIST] if name not in self.busy]
        sets = [name for name in self.names[SET] if name not in self.busy]
        dicts = [name for name in self.names[DICT] if name not in self.busy]
        ints = [name for name in self.names[INT] if name not in self.busy]
        i = lambda: self.make(INT, 2)  # noqa: E731
        options = []
        if lists:
            x = r.choice(lists)
            at = lambda: i() if self.risky() else f"({i()}) % len({x})"  # noqa: E731
            safe = "" if self.risky() else f"if {x}: "
            options += [
                lambda: f"{x}.append({i()})", lambda: f"{safe}{x}[{at()}] = {i()}",
                lambda: f"{safe}{x}[{at()}] = clamp({x}[{at()}] + {i()})", lambda: f"{safe}{x}[{at()}] -= {i()} % 5",
                lambda: f"{safe}{x}.pop()", lambda: f"{safe}{x}.pop({at()})", lambda: f"{x}.insert({i()}, {i()})",
                lambda: f"{x}.extend({self.make(TUPLE, 1)}[:3])", lambda: f"{x}.sort()", lambda: f"{x}.reverse()",
                lambda: f"{safe}{x}.remove({x}[0])", lambda: f"grow({x}, {i()})", lambda: f"{x} += {self.make(LIST, 1)}[:3]",
                lambda: f"{x}[{i()}:{i()}] = {self.make(LIST, 1)}[:3]", lambda: f"{safe}del {x}[{at()}]",
            ]  # fmt: skip
            if len(lists) > 1:
                options += [lambda: f"{x} = {r.choice(lists)}"]
            if ints:
                two = "" if self.risky() else f"if len({x}) > 1: "
                options += [lambda: f"{two}{r.choice(ints)} = {x}.pop() - {x}.pop()"]
                options += [lambda: f"{safe}{r.choice(ints)}, {x}[{at()}] = {i()}, {i()}"]
        if sets:
            s = r.choice(sets)
            options += [
                lambda: f"{s}.add({i()})", lambda: f"{s}.discard({i()})", lambda: f"{s} |= {self.make(SET, 1)}",
                lambda: f"{s}.update({self.make(TUPLE, 1)})", lambda: f"{s} = {r.choice(sets)}",
            ]  # fmt: skip
        if dicts:
            d = r.choice(dicts)
            options += [
                lambda: f"{d}[{i()}] = {i()}", lambda: f"{d}[{i()}] += {i()}" if self.risky() else f"{d}[1] = {i()}", lambda: f"{d}.pop({i()}, None)",
                lambda: f"{d}.setdefault({i()}, {i()})", lambda: f"{d} = {r.choice(dicts)}",
            ]  # fmt: skip
        if ints:
            options += [lambda: f"{r.choice(ints)} {r.choice(['+=', '-=', '^='])} {i()} % 9"]
        if options:
            self.put(r.choice(options)(), indent)

    def branch(self, indent: int) -> None:
        self.put(f"if {self.make(BOOL)}:", indent)
        self.block(indent)
        if self.random.random() < 0.4:
            self.put("else:", indent)
            self.block(indent)

    def block(self, indent: int) -> None:
        before = len(self.lines)
        self.statements(indent + 1, self.random.randint(1, 3))
        if len(self.lines) == before:
            self.put("pass", indent + 1)

    def loop(self, indent: int) -> None:
        r = self.random
        if self.loops >= 2:
            return
        name = self.fresh("k")
        source = r.choice([f"range({r.randint(1, 5)})", self.make(TUPLE, 1), f"list({self.make(LIST, 1)})[:6]"])
        if r.random() < 0.3:
            self.put(f"{name} = {r.randint(1, 6)}", indent)
            self.put(f"while {name} > 0 and {self.make(BOOL, 1)}:", indent)
            self.put(f"{name} -= 1", indent + 1)
        elif r.random() < 0.3:
            other = self.fresh("v")
            self.put(f"for {other}, {name} in enumerate({source}):", indent)
        else:
            self.put(f"for {name} in {source}:", indent)
        self.loops += 1
        self.busy.add(name)
        self.names[INT].append(name)
        self.block(indent)
        self.names[INT].remove(name)
        self.loops -= 1
        if r.random() < 0.2:
            self.put("else:", indent)
            self.block(indent)

    def attempt(self, indent: int) -> None:
        r = self.random
        self.put("try:", indent)
        self.block(indent)
        error = r.choice(["IndexError", "ZeroDivisionError", "(KeyError, ValueError)", "Exception", "LookupError"])
        self.put(f"except {error}:", indent)
        self.block(indent)
        if r.random() < 0.3:
            self.put("finally:", indent)
            loops, self.loops = self.loops, 0
            self.block(indent)
            self.loops = loops

    def inner(self, indent: int) -> None:
        if indent > 1:
            return
        name = self.fresh("f")
        self.put(f"def {name}(x):", indent)
        self.put(f"return {self.make(INT, 2)} + x", indent + 1)
        out = self.fresh("i")
        self.put(f"{out} = clamp({name}({self.make(INT, 2)}))", indent)
        self.names[INT].append(out)

    def leave(self, indent: int) -> None:
        self.put(f"if {self.make(BOOL, 2)}:", indent)
        self.put(self.random.choice(["break", "continue"]), indent + 1)

    def write(self) -> str:
        r = self.random
        self.names[INT] += ["a", "b"]
        self.names[TUPLE].append("t")
        self.names[TEXT].append("s")
        for kind in KINDS:
            name = self.fresh(kind[0])
            self.put(f"{name} = {self.make(kind, 1)}", 1)
            self.names[kind].append(name)
        self.statements(1, r.randint(3, 6))
        kinds = r.sample(KINDS, 4)
        found = ", ".join(r.choice(self.names[kind]) for kind in kinds)
        self.put(f"return {found}, {self.make(r.choice(KINDS))}", 1)
        return "\n".join(["def program(a, b, t, s):", *self.lines])


def program(seed: int) -> str:
    """The source of a module with a function `program(a, b, t, s)` of two ints, a tuple of ints and a string."""
    return f"{HELPERS}\n\n{Writer(seed).write()}\n"
