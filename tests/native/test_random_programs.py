"""Random programs mean the same compiled and in Python: they give the same, or raise the same."""

import linecache
import os
import random
import sys
import types

import pytest
from plain import check, compiled, either
from programs import program

pytestmark = pytest.mark.native

LONG = bool(os.environ.get("COUNTERMOVE_LONG"))
PROGRAMS = 6000 if LONG else 180
GROUP = 10
FIRST = 1
"""Groups that are always run; the others are slow."""
CALLS = 12


def loaded(seed):
    """A random program as a module whose source can be read."""
    source, name = program(seed), f"random_program_{seed}"
    file = f"<{name}.py>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, file, "exec"), module.__dict__)
    return module


def arguments(seed):
    chance = random.Random(seed)
    for _ in range(CALLS):
        row = tuple(chance.randint(-3, 6) for _ in range(chance.randint(0, 5)))
        text = "".join(chance.choice("abcé") for _ in range(chance.randint(0, 4)))
        yield chance.randint(-4, 8), chance.randint(-4, 8), row, text


@pytest.mark.parametrize(
    "group",
    [group if group < FIRST else pytest.param(group, marks=pytest.mark.slow) for group in range(PROGRAMS // GROUP)],
)
def test_random_programs_do_what_they_do_in_python(group):
    for seed in range(group * GROUP, (group + 1) * GROUP):
        module = loaded(seed)
        try:
            native = compiled(module.program, 1, 1, either((), (1, 2, 3)), either("", "abc"))
            check(module.program, native, arguments(seed))
        finally:
            del sys.modules[module.__name__]
