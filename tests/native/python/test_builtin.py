"""Built-in functions."""

import pytest
from plain import Table
from samples import ANY, BOOLS, FLOATS, INTS, PAIRS, TEXTS, TUPLES

pytestmark = pytest.mark.native

builtin = Table()


@builtin(TUPLES)
def any_and_all(t):
    return any(t), all(t), any(x > 2 for x in t), all(x > 0 for x in t), any([]), all(()), sum(t), sum(x > 0 for x in t)


@builtin(TUPLES)
def largest(t):
    return max(t), min(t)


@builtin(TUPLES)
def largest_with_default(t):
    return max(t, default=7), min(t, default=None), max((x for x in t if x > 2), default=-1)


@builtin(TUPLES)
def largest_by_key(t):
    return (
        max(t, key=lambda x: (x % 3, -x), default=0),
        min(t, key=lambda x: -x, default=0),
        max(range(5), key=lambda i: -abs(i - 2)),
    )


@builtin(INTS, INTS, INTS)
def largest_of_arguments(a, b, c):
    return max(a, b), min(a, b, c), max(a, b, key=abs), min((a, b), (b, a)), max(a, 3), min(2, a, b)


@builtin(FLOATS, FLOATS)
def largest_of_reals(a, b):
    return max(a, b), min(a, b), max(a, 0.0), min((a, b)), max([a, b, 1.0])


@builtin(INTS, FLOATS)
def largest_of_mixed(a, b):
    return max(a, b), min(a, b)


@builtin(TEXTS)
def largest_of_texts(s):
    return max(s, default=""), min(s, default="?"), max(s, "b"), min(["b", s, "c"])


@builtin(TUPLES)
def ordered(t):
    return (
        sorted(t),
        sorted(t, reverse=True),
        sorted(t, key=lambda x: -x),
        sorted(t, key=lambda x: x % 3),
        sorted(t, key=lambda x: x % 3, reverse=True),
    )


@builtin(PAIRS)
def ordered_pairs(t):
    return (
        sorted(t),
        sorted(t, key=lambda p: p[1]),
        sorted(t, key=lambda p: (-p[0], p[1])),
        sorted(set(t)),
        sorted(t, reverse=True),
    )


@builtin(TEXTS)
def ordered_texts(s):
    return sorted(s), "".join(sorted(s)), sorted(s.split(" ")), sorted([s, "b", "abc", ""]), sorted(s, key=str.lower)


@builtin(TUPLES, BOOLS)
def ordered_either_way(t, back):
    return sorted(t, reverse=back)


@builtin(TUPLES)
def numbered(t):
    return (
        list(enumerate(t)),
        [(i, x) for i, x in enumerate(t, 1)],
        list(enumerate(reversed(t), start=5)),
        dict(enumerate(t)),
    )


@builtin(TUPLES, TUPLES)
def zipped(a, b):
    return (
        list(zip(a, b)),
        [x * y for x, y in zip(a, b)],
        list(zip(a, a[1:])),
        list(zip(range(3), a)),
        dict(zip(a, b)),
        list(zip(a)),
    )


@builtin(TUPLES, TEXTS)
def zipped_with_texts(a, s):
    return list(zip(a, s)), list(zip(s, s[1:], range(5))), [c for c, x in zip(s, a) if x]


@builtin(TUPLES)
def zipped_with_generators(t):
    return list(zip(t, (x + 1 for x in t))), list(zip(map(abs, t), reversed(t))), list(zip(enumerate(t), t))


@builtin(TUPLES, TUPLES)
def zipped_strictly(a, b):
    return list(zip(a, b, strict=True))


@builtin(TUPLES)
def turned_round(t):
    return list(reversed(t)), tuple(reversed(t)), t[::-1], [x for x in reversed(list(t))], list(reversed(range(len(t))))


@builtin(ANY, ANY, [1, 2, -1, -3])
def ranges_turned_round(a, b, s):
    return list(reversed(range(a, b, s))), list(reversed(range(a))), list(range(a, b, s))[::-1]


@builtin(TUPLES)
def mapped(t):
    return (
        list(map(abs, t)),
        tuple(map(lambda x: x + 1, t)),
        sum(map(int, t)),
        list(map(lambda a, b: a - b, t, t[1:])),
        list(map(str, t)),
    )


@builtin(TUPLES)
def filtered(t):
    return list(filter(None, t)), list(filter(lambda x: x > 1, t)), tuple(filter(lambda x: x % 2, map(abs, t)))


@builtin(TUPLES, TEXTS)
def lengths(t, s):
    return len(t), len(s), len(list(t)), len(set(t)), len({x: 1 for x in t}), len(t + t), len(s * 2), len(range(len(t)))


@builtin(["0", "12", "-7", "+3", " 5 ", "", "x", "1x", "007", "1_000", "-", "--1"])
def ints_of_texts(s):
    return int(s)


@builtin(INTS)
def texts_of_ints(n):
    return str(n), f"{n}", f"a{n}b{n + 1}", str(n > 3), str(n) + "!", "x" + str(-n), repr(n)


@builtin(["a", "z", "ä", "0", ""])
def code_of_character(c):
    return ord(c)


@builtin([97, 0, 228, 1114111, -1, 1114112, 128512])
def character_of_code(n):
    return chr(n)


@builtin(TUPLES, TEXTS)
def instances(t, s):
    return isinstance(t, tuple), isinstance(s, str), isinstance(len(t), int), isinstance(t, list | str), isinstance(s, (int, str)), isinstance(len(s) / 2, float), isinstance(s, tuple), isinstance(len(s) > 2, bool), isinstance(len(s) > 2, int)  # fmt: skip


@builtin([None, 1, (1, 2)])
def instances_of_several(x):
    if isinstance(x, int):
        return "int"
    if isinstance(x, tuple):
        return "tuple"
    return "none" if x is None else "?"


@builtin(TUPLES, TEXTS)
def tuples_of_everything(t, s):
    return tuple(t), tuple(list(t)), tuple(s), tuple(range(len(t))), tuple(x for x in t), tuple(sorted(set(t))), tuple({x: 1 for x in t}), tuple(zip(t, s)), tuple(enumerate(s)), tuple()  # fmt: skip


@builtin(TUPLES, TEXTS)
def lists_of_everything(t, s):
    return list(t), list(list(t)), list(s), list(range(len(t))), list(x for x in t), list(map(abs, t)), list({x: 1 for x in t}), list(zip(t, s)), list(enumerate(s)), list()  # fmt: skip


@builtin(TUPLES, TEXTS)
def sets_of_everything(t, s):
    return (
        set(t),
        frozenset(list(t)),
        set(s),
        set(range(len(t))),
        {x for x in t},
        set(map(abs, t)),
        set(zip(t, s)),
        set(),
    )


@builtin(TUPLES, PAIRS)
def dicts_of_everything(t, p):
    return dict(p), dict(zip(t, t)), dict(enumerate(t)), {x: i for i, x in enumerate(t)}, dict([(1, 2), (3, 4)]), dict(a=1, b=2), dict({1: 2}), dict()  # fmt: skip


@builtin(TUPLES)
def largest_of_a_number_and_items(t):
    return max(0, *t), min(*t, 0, 1)


@pytest.mark.parametrize("case", builtin, ids=str)
def test_builtins_give_what_python_gives(case):
    case.check()
