"""Comparisons, truth and `match`."""

import pytest
from plain import Table
from samples import BOOLS, FLOATS, INTS, MAYBE, SMALL, TEXTS, TUPLES

pytestmark = pytest.mark.native

comparisons = Table()


@comparisons(INTS, INTS)
def orders(a, b):
    return a < b, a <= b, a > b, a >= b, a == b, a != b


@comparisons(INTS, INTS, INTS)
def chains(a, b, c):
    return a < b < c, a <= b == c, 0 < a < 10, a != b != c, a < b > c


@comparisons(FLOATS, FLOATS)
def real_orders(a, b):
    return a < b, a <= b, a > b, a >= b, a == b, a != b


@comparisons(INTS, FLOATS)
def mixed_orders(a, b):
    return a < b, a <= b, a == b, a != b


@comparisons(TUPLES, TUPLES)
def orders_of_tuples(a, b):
    return a < b, a <= b, a > b, a >= b, a == b, a != b


@comparisons([(0, "b"), (1, "a"), (1, "b")], [(0, "a"), (1, "b"), (1, "c")])
def orders_of_mixed_tuples(a, b):
    return a < b, a <= b, a > b, a >= b, a == b, a != b


@comparisons(TEXTS, TEXTS)
def orders_of_texts(a, b):
    return a < b, a <= b, a > b, a >= b, a == b, a != b


@comparisons(MAYBE, MAYBE)
def equality_of_maybe(a, b):
    return a == b, a != b, a is None, b is not None, a is None and b is None


@comparisons(MAYBE, INTS)
def orders_of_maybe(a, b):
    return a < b


@comparisons(MAYBE)
def truth_of_maybe(a):
    return bool(a), not a, a or 5, a and 6, (a if a is not None else -1) + 1


@comparisons(INTS, INTS)
def and_or_values(a, b):
    return a and b, a or b, a and b or 9, (a or b) and 3, not a or b


@comparisons(TUPLES, TUPLES)
def and_or_of_tuples(a, b):
    return a and b, a or b, a or (9,), not a


@comparisons(TEXTS)
def and_or_of_texts(a):
    return a or "nothing", a and a[0], bool(a), not a


@comparisons(INTS)
def short_circuit_skips_faults(a):
    return a != 0 and 10 // a > 1, a == 0 or 10 // a > 1


@comparisons(INTS)
def short_circuit_skips_side_effects(a):
    seen = [0]
    found = a > 0 and seen.append(a) is None
    other = a > 5 or seen.append(-a) is None
    return found, other, seen


@comparisons(TUPLES, TUPLES)
def lists_and_tuples_are_not_equal(a, b):
    return list(a) == list(b), list(a) == a, list(a) < list(b), [1, 2] == list(a)


@comparisons(INTS, TEXTS)
def unlike_things_are_not_equal(a, b):
    return a == b, a != b, (a,) == (b,), None == a, b == None  # noqa: E711


@comparisons(BOOLS, INTS)
def bools_equal_ints(a, b):
    return a == b, a < b, a is True, a is False, a == 1


@comparisons(TUPLES)
def truth_of_containers(t):
    return bool(t), bool(list(t)), bool(set(t)), bool({each: 1 for each in t}), not t, not list(t)


@comparisons(TUPLES)
def identity_of_lists(t):
    a = list(t)
    b = a
    c = list(t)
    return a is b, a is c, a == c, a is not c


matches = Table()


@matches(INTS)
def match_literals(n):
    match n:
        case 0:
            return "zero"
        case 1 | 2 | -1:
            return "small"
        case x if x > 50:
            return x
        case _:
            return None


@matches(TUPLES)
def match_sequences(t):
    match t:
        case ():
            return "empty"
        case (x,):
            return x
        case (1, y):
            return y
        case (a, *rest, 2):
            return a, rest
        case (a, b, c):
            return a + b + c
        case (0, *_):
            return "zeros"
        case _:
            return -1


@matches(TEXTS)
def match_texts(s):
    match s:
        case "a" | "b":
            return 1
        case "":
            return 0
        case str(x):
            return len(x)


@matches([None, 1, "a", (1, 2)])
def match_kinds(v):
    match v:
        case None:
            return "none"
        case int(n):
            return n + 1
        case str():
            return "text"
        case (a, b):
            return a * b


@matches([((1, 2), "a"), ((0, 5), "b"), ((3, 3), "a")])
def match_nested(v):
    match v:
        case ((0, y), _):
            return y
        case ((x, y), "a") if x == y:
            return "same"
        case ((x, _) as p, s):
            return x, p, s


@matches(BOOLS, MAYBE)
def match_singletons(b, m):
    match b, m:
        case True, None:
            return 1
        case False, None:
            return 2
        case _, 7:
            return 3
    return 4


@matches(TUPLES)
def match_lists(t):
    found = list(t)
    match found:
        case []:
            return 0
        case [x, *rest] if x > 2:
            rest.append(1)
            return rest, found
        case [*front, last]:
            return front, last


@matches(SMALL)
def match_mappings(n):
    order = {"kind": n, "size": 2}
    match order:
        case {"kind": 0}:
            return "none"
        case {"kind": 1 | 2 as kind, "size": size}:
            return kind + size
        case {"colour": _}:
            return "never"
        case {"kind": kind} if kind > 4:
            return "many"
    return order["kind"]


@pytest.mark.parametrize("case", comparisons, ids=str)
def test_comparisons_and_truth_are_those_of_python(case):
    case.check()


@pytest.mark.parametrize("case", matches, ids=str)
def test_match_takes_the_case_python_takes(case):
    case.check()
