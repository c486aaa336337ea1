"""What compiles means what Python means: functions as people write them, run both ways on many arguments.

Each table below is about one thing. A decorator says what each parameter is given; every combination is tried, or a
sample where these are many. The one difference that is meant: ints beyond 64 bits wrap.

PYTEST_DONT_REWRITE: an assert below is what it says, since it is compiled.
"""

# ruff: noqa
# These functions are written as people write them.

import bisect
import copy
import enum
import functools
import heapq
import itertools
import math
import operator
import statistics
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import asdict, astuple, dataclass, field, replace
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain import Table, check, compiled, either

from countermove.native.compiler.program import Unsupported

pytestmark = pytest.mark.native

INTS = [0, 1, -1, 2, -2, 3, 5, -7, 10, 63, 64, -64, 100, 12345]
SMALL = [0, 1, 2, 3, 4, 5]
ANY = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]
FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1.5, 3.7, 1e10, -1e-3, math.inf, -math.inf, math.nan]
BOOLS = [False, True]
TUPLES = [(), (1,), (1, 2), (3, 1, 2), (5, 5, 0, -1), (2, 7, 1, 8, 2, 8), (0, 0, 0)]
TEXTS = ["", "a", "abc", "abcabc", "Hello World", "  x ", "äöü", "12", "aaa", "XO.XO.XX."]
MAYBE = [None, 0, 1, 7, -3]
PAIRS = [(), ((1, 2),), ((1, 2), (0, 5), (1, 1)), ((3, 4), (3, 4), (2, 9), (0, 0))]

# Arithmetic.

arithmetic = Table()


@arithmetic(INTS, INTS)
def sums(a, b):
    return a + b, a - b, a * b, -a, +b, ~a


@arithmetic(INTS, INTS)
def quotients(a, b):
    return a // b, a % b


@arithmetic(INTS, INTS)
def divided(a, b):
    return a / b


@arithmetic(INTS)
def quotients_by_constants(a):
    return a // 2, a % 2, a // 8, a % 8, a // 3, a % 3, a // -3, a % -3, a // -1, a % -1, a // -4, a % -4, a // 1, a % 1


@arithmetic(INTS)
def constants_by_numbers(a):
    return 7 // a, -7 % a


@arithmetic([-3, -1, 0, 1, 2, 3], SMALL)
def powers(a, b):
    return a**b


@arithmetic(INTS)
def powers_of_constants(a):
    return a**2, a**0, a**3


@arithmetic([1.5, -2.0, 4.0, 0.25], [0.0, 1.0, 2.0, -1.0, 3.0])
def real_powers(a, b):
    return a**b


@arithmetic([1, -3, 12, 255, -256], [-1, 0, 1, 3, 10, 40])
def shifts_left(a, b):
    return a << b


@arithmetic(INTS, [-1, 0, 1, 3, 63, 64, 100])
def shifts_right(a, b):
    return a >> b


@arithmetic(INTS, INTS)
def bits(a, b):
    return a & b, a | b, a ^ b


@arithmetic(FLOATS, FLOATS)
def real_sums(a, b):
    return a + b, a - b, a * b, -a


@arithmetic(FLOATS, FLOATS)
def real_quotient(a, b):
    return a / b


@arithmetic(FLOATS, FLOATS)
def real_floor(a, b):
    return a // b


@arithmetic(FLOATS, FLOATS)
def real_rest(a, b):
    return a % b


@arithmetic(INTS, FLOATS)
def mixed_sums(a, b):
    return a + b, a * b, b - a


@arithmetic(INTS, INTS)
def divmod_of_ints(a, b):
    return divmod(a, b)


@arithmetic(BOOLS, INTS)
def arithmetic_of_bools(a, b):
    return a + b, a * b, a - 1, -a, ~a, a & (b > 0), a | (b > 0), a ^ (b > 0), a + a, a // 1


@arithmetic(INTS)
def absolute(a):
    return abs(a), abs(-a), abs(a - 3)


@arithmetic(FLOATS)
def real_absolute(a):
    return abs(a)


@arithmetic([0.0, 0.5, 1.5, 2.5, -0.5, -1.5, 2.4, 2.6, -7.49, math.nan, math.inf])
def rounded(a):
    return round(a)


@arithmetic([0.0, 0.5, 1.5, -1.5, 2.999, -2.999, 1e10, math.nan, math.inf])
def whole(a):
    return int(a)


@arithmetic([0.0, 0.5, 1.5, -1.5, 2.999, -2.999])
def floors_and_ceilings(a):
    return math.floor(a), math.ceil(a), math.trunc(a)


@arithmetic(INTS)
def conversions(a):
    return int(a), float(a), bool(a), round(a), int(a > 2), float(a > 2)


@arithmetic(INTS, INTS, BOOLS)
def ternary_of_mixed(a, b, c):
    x = a if c else b / 2
    return x, x * 2, x > 1, x == a


@arithmetic(INTS, INTS)
def augmented(a, b):
    a += b
    a -= 1
    a *= 3
    b |= 4
    b &= 7
    b ^= a
    a <<= 2
    a >>= 1
    a //= 5
    a %= 7
    return a, b


@arithmetic(INTS)
def bit_methods(a):
    return a.bit_count(), a.bit_length(), bin(a)


@arithmetic([1, 4, 6, -9, 0, 12], [8, -12, 0, 15])
def number_theory(a, b):
    return math.gcd(a, b), math.isqrt(abs(a)), math.isqrt(b * b)


@arithmetic([0.1, 0.5, 1.0, 2.0, 10.0])
def real_functions(a):
    return (
        math.sqrt(a), math.exp(a), math.log(a), math.log2(a), math.log10(a), math.sin(a), math.cos(a), math.tan(a),
        math.atan(a), math.hypot(a, 3.0), math.atan2(a, 2.0), math.pow(a, 2.0), math.copysign(a, -1.0), math.tanh(a),
    )  # fmt: skip


@arithmetic([-1.0, 0.0, 4.0])
def roots(a):
    return math.sqrt(a)


@arithmetic([-1.0, 0.0, 4.0])
def logarithms(a):
    return math.log(a)


@arithmetic(FLOATS)
def real_questions(a):
    return math.isnan(a), math.isinf(a), math.isfinite(a), bool(a), not a, a == a, a != a


@arithmetic([2.0, 2.5, -3.0, 0.0])
def is_integer(a):
    return a.is_integer()


@arithmetic(SMALL)
def constants_of_math(a):
    return math.pi * a, math.inf, -math.inf, math.e, math.tau


@arithmetic([2, 4, 10], [1, 2, 3])
def logarithms_by_base(a, b):
    return math.log(a, b + 1)


@arithmetic([0, 1, 5, 6])
def factorials(a):
    return math.factorial(a), math.comb(6, a), math.perm(6, a)


@arithmetic([(), (2,), (2, 3, 4)])
def products(t):
    return math.prod(t), math.prod(t, start=2), sum(t, 10), math.fsum(t)


# Comparisons and truth.

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


# Control.

control = Table()


@control([0, 1, 5, 10])
def sum_of_range(n):
    total = 0
    for i in range(n):
        if i % 3 == 0:
            continue
        if i == 8:
            break
        total += i
    else:
        total += 1000
    return total


@control(ANY, ANY, [-3, -2, -1, 1, 2, 3])
def ranges(a, b, c):
    return list(range(a, b, c)), list(range(a)), list(range(a, b)), sum(range(a, b, c))


@control([-5, 0, 5], [0, 1, -1])
def range_with_any_step(a, s):
    return [i for i in range(0, a, s)]


@control(ANY, ANY, [1, 2, -2])
def questions_about_ranges(a, b, s):
    return (
        a in range(b),
        a in range(0, b, 2),
        len(range(a, b)),
        len(range(a, b, s)),
        a in range(10, b, -3),
        b in range(a, 20, s),
    )


@control(ANY, [-3, -1, 0, 1, 2])
def items_of_ranges(a, i):
    return range(2, 10)[i], list(range(a, 9))[i]


@control(ANY, [-3, -1, 0, 1, 2, 5])
def items_of_a_range(a, i):
    return range(a)[i]


@control(INTS)
def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
        if steps > 50:
            break
    else:
        steps = -steps
    return n, steps


@control(SMALL)
def while_true(n):
    found = []
    while True:
        n -= 1
        if n == 3:
            continue
        if n < 0:
            break
        found.append(n)
    return found


@control(SMALL, SMALL)
def nested_loops(a, b):
    found = []
    for i in range(a):
        for j in range(b):
            if j > i:
                break
            if (i + j) % 2:
                continue
            found.append((i, j))
        else:
            found.append((i, -1))
    return found


@control(TUPLES)
def for_else(t):
    for x in t:
        if x == 2:
            found = "two"
            break
    else:
        found = "none"
    return found


@control(TUPLES)
def loop_variable_after_the_loop(t):
    x = -1
    for x in t:
        pass
    return x


@control(SMALL)
def loop_variable_changed_inside(n):
    found = []
    for i in range(n):
        found.append(i)
        i += 10
        found.append(i)
    return found


@control(SMALL)
def range_end_changed_inside(n):
    end = n
    count = 0
    for _ in range(end):
        end = 100
        count += 1
    return count, end


@control(TUPLES)
def list_grows_while_looped_over(t):
    found = list(t)
    for x in found:
        if x > 0 and len(found) < 12:
            found.append(x - 1)
    return found


@control(TUPLES)
def list_shrinks_while_looped_over(t):
    found = list(t)
    seen = []
    for x in found:
        seen.append(x)
        if x % 2:
            found.remove(x)
    return seen, found


@control(TUPLES)
def list_replaced_while_looped_over(t):
    found = list(t)
    seen = 0
    for x in found:
        found = [x]
        seen += x
    return seen, found


@control(SMALL)
def early_return(n):
    for i in range(10):
        if i * i > n:
            return i
    return None


@control(INTS)
def chained_elif(a):
    if a < 0:
        return "negative"
    elif a == 0:
        return "zero"
    elif a < 10:
        return "small"
    return "large"


@control(INTS)
def several_targets(a):
    x = y = a + 1
    x += 1
    b, c = c, d = (a, 2)
    return x, y, b, c, d


@control(INTS, INTS)
def swapped(a, b):
    a, b = b, a
    a, b = b + 1, a - 1
    return a, b


@control(INTS, INTS, INTS)
def rotated(a, b, c):
    a, b, c = c, a, b
    (a, b), c = (b, c), a
    return a, b, c


@control(INTS)
def walrus(a):
    if (b := a * 2) > 4:
        return b
    while (c := a + b) < 3:
        a += 1
    return b, c, [y for x in range(4) if (y := x * 2) > 2], y


@control(INTS)
def asserted(a):
    assert a > 0, "it must be"
    assert a != 5
    return a


@control(INTS)
def raised(a):
    if a == 1:
        raise ValueError("one")
    if a == 2:
        raise KeyError
    if a == 3:
        raise IndexError("three")
    if a == 5:
        raise TypeError
    return a


@control(TUPLES, ANY)
def caught(t, i):
    try:
        x = t[i]
    except IndexError:
        x = -100
    else:
        x += 1
    return x


@control(TUPLES, ANY)
def finally_always_runs(t, i):
    log = []
    try:
        log.append("try")
        x = 10 // t[i]
        log.append("good")
    except (IndexError, KeyError):
        log.append("index")
        x = 1
    except ZeroDivisionError:
        log.append("zero")
        x = 2
    else:
        log.append("else")
    finally:
        log.append("finally")
    return log, x


@control(TUPLES, ANY)
def finally_runs_before_return(t, i):
    log = []

    def inside():
        try:
            return t[i]
        finally:
            log.append("finally")

    try:
        x = inside()
    except IndexError:
        x = None
    return x, log


@control(TUPLES)
def finally_runs_on_break(t):
    log = []
    for x in t:
        try:
            if x == 2:
                break
            if x == 1:
                continue
            log.append(x)
        finally:
            log.append(-1)
    return log


def risky(t, i):
    if i > 3:
        raise KeyError(i)
    return 100 // t[i]


@control(TUPLES, ANY)
def caught_from_a_helper(t, i):
    try:
        return risky(t, i)
    except ZeroDivisionError:
        return "zero"
    except LookupError:
        return "lookup"


@control(TUPLES, ANY)
def uncaught_from_a_helper(t, i):
    try:
        return risky(t, i)
    except ZeroDivisionError:
        return -1


@control(TUPLES, ANY)
def nested_try(t, i):
    try:
        try:
            return risky(t, i)
        except KeyError:
            return -1
    except Exception:
        return -2


@control(TUPLES, ANY)
def raised_in_a_handler(t, i):
    try:
        try:
            return risky(t, i)
        except IndexError:
            raise ValueError from None
        except ZeroDivisionError:
            raise
    except ValueError:
        return "value"


class Odd(Exception):
    pass


class Odder(Odd):
    pass


def only_even(n):
    if n == 3:
        raise Odder
    if n % 2:
        raise Odd(n)
    return n


@control(SMALL)
def own_exceptions(n):
    try:
        return only_even(n)
    except Odder:
        return -3
    except Odd:
        return -1


@control(SMALL)
def own_exceptions_in_the_body(n):
    try:
        if n > 2:
            raise Odd(n)
        return n
    except ValueError:
        return -1
    except Odd:
        return -2


@control(SMALL)
def variable_set_before_a_fault_stays(n):
    x = 0
    try:
        x = 1
        y = 10 // (n - 2)
        x = 2
    except ZeroDivisionError:
        y = -1
    return x, y


@control(TUPLES)
def loop_with_try(t):
    total = 0
    for x in t:
        try:
            total += 10 // x
        except ZeroDivisionError:
            continue
    return total


@control(SMALL)
def unbound_variable(n):
    if n > 2:
        x = 1
    return x


@control(TUPLES)
def unbound_loop_variable(t):
    for x in t:
        pass
    return x


@control(SMALL)
def deleted_items(n):
    found = [1, 2, 3, 4]
    del found[n]
    del found[-1]
    return found


# Functions.

functions = Table()


def with_defaults(a, b=2, *, c=3):
    return a * 100 + b * 10 + c


@functions(SMALL)
def defaults_and_keywords(n):
    return (
        with_defaults(n),
        with_defaults(n, 5),
        with_defaults(n, c=1),
        with_defaults(b=n, a=1),
        with_defaults(1, n, c=n),
    )


def many(first, *rest):
    return first, len(rest), sum(rest)


@functions(SMALL)
def star_parameters(n):
    return many(n), many(n, 1), many(n, n, n + 1), many(*(n, 2, 3))


def three(a, b, c):
    return a + 2 * b + 3 * c


@functions([(1, 2, 3), (4, 5, 6)])
def star_arguments(t):
    return three(*t), three(1, *t[1:]), three(*(1, 2), 3)


@functions(SMALL)
def nested_function(n):
    def twice(x):
        return x * 2 + n

    return twice(n) + twice(1)


@functions(SMALL)
def nested_function_sees_later_values(n):
    def shown():
        return n

    first = shown()
    n += 10
    return first, shown()


@functions(SMALL)
def nested_function_with_nonlocal(n):
    count = 0

    def more(by):
        nonlocal count
        count += by
        return count

    a = more(n)
    b = more(2)
    return a, b, count


@functions(SMALL)
def nested_function_with_own_names(n):
    x = n

    def inside(x):
        y = x + 1
        x = 0
        return y + x

    y = inside(5)
    return x, y, inside(x)


@functions(SMALL)
def lambdas(n):
    f = lambda x, y=3: x * n + y  # noqa: E731
    g = lambda: n  # noqa: E731
    return f(2), f(2, 1), g(), (lambda z: z + 1)(n)


@functions(SMALL)
def functions_as_arguments(n):
    def apply(f, x):
        return f(f(x))

    return apply(lambda x: x + n, 1), apply(lambda x: x * 2, n)


def applied(function, value):
    return function(value) + 1


@functions(SMALL)
def functions_to_helpers(n):
    return applied(lambda x: x * n, 3), applied(abs, -n), applied(len, (n, n))


@functions(SMALL)
def lambda_default_captures_the_value(n):
    found = []
    for i in range(n):
        f = lambda x, i=i: x + i  # noqa: E731
        found.append(f(10))
    return found


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@functions(SMALL)
def recursion(n):
    return fibonacci(n + 4)


@functions([3, 100, 2000])
def deep_recursion(n):
    def down(k):
        return 0 if k == 0 else 1 + down(k - 1)

    return down(n)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


@functions(SMALL)
def mutual_recursion(n):
    return is_even(n), is_odd(n)


@functions(SMALL)
def recursion_that_builds(n):
    def walk(k, path):
        if k == 0:
            return [path]
        return walk(k - 1, (*path, k)) + walk(k - 1, path)

    return walk(min(n, 3), ())


def flood(cells, start):
    seen = {start}
    todo = [start]
    while todo:
        at = todo.pop()
        for near in (at - 1, at + 1):
            if 0 <= near < len(cells) and cells[near] == cells[start] and near not in seen:
                seen.add(near)
                todo.append(near)
    return seen


@functions([(1, 1, 0, 0, 0, 1), (0, 0, 0, 0, 0, 0)], SMALL)
def flood_fill(cells, start):
    return flood(cells, start), len(flood(cells, 0))


def evens(n):
    for i in range(n):
        if i % 2 == 0:
            yield i


def both_ways(t):
    yield from t
    yield -1
    for x in reversed(t):
        yield x


@functions(SMALL)
def generators(n):
    return list(evens(n)), sum(evens(n)), [x + 1 for x in evens(n)], tuple(evens(n)), max(evens(n), default=-1)


@functions(TUPLES)
def generators_with_several_yields(t):
    found = []
    for x in both_ways(t):
        if x == -1:
            continue
        found.append(x)
    return found, list(both_ways(t)), len(list(both_ways(t)))


@functions(SMALL)
def broken_off_generator(n):
    for x in evens(100):
        if x > n:
            break
    return x


@functions(TUPLES)
def iterator_used_step_by_step(t):
    it = iter(t)
    first = next(it, -1)
    second = next(it, -2)
    return first, second, list(it), next(it, -3)


@functions(TUPLES)
def generator_used_up(t):
    doubled = (x * 2 for x in t)
    return sum(doubled), list(doubled)


@functions(TUPLES)
def generator_held_in_a_loop(t):
    it = iter(t)
    found = []
    for x in it:
        found.append((x, next(it, None)))
    return found


@functions(TUPLES)
def any_stops_early(t):
    it = iter(t)
    return any(x > 1 for x in it), list(it)


@functions(TUPLES)
def first_that_fits(t):
    return next((x for x in t if x > 1), None), next((i for i, x in enumerate(t) if x == 2), -1)


@functions(TUPLES)
def next_of_nothing(t):
    return next(iter(t))


@functions(SMALL)
def conditional_function(n):
    f = max if n > 2 else min
    return f(1, n, 3)


@functions(TUPLES)
def reduced(t):
    return functools.reduce(lambda a, b: a * 2 + b, t, 1), functools.reduce(operator.or_, t, 0)


@functions(TUPLES)
def reduced_without_a_start(t):
    return functools.reduce(lambda a, b: a * 2 + b, t)


@functions(INTS, INTS)
def operators(a, b):
    return (
        operator.add(a, b), operator.sub(a, b), operator.mul(a, b), operator.lt(a, b), operator.eq(a, b),
        operator.neg(a), operator.not_(a), operator.and_(a, b), operator.xor(a, b),
    )  # fmt: skip


@functions(PAIRS)
def item_getters(t):
    return sorted(t, key=operator.itemgetter(1)), max(t, key=operator.itemgetter(0), default=None)


@functions(PAIRS)
def item_getters_of_several(t):
    return sorted(t, key=operator.itemgetter(1, 0)), [operator.itemgetter(1, -1, 0)(pair) for pair in t]


add_three = functools.partial(three, 1, c=5)


@functions(SMALL)
def partials(n):
    return add_three(n), functools.partial(three, n)(1, 2)


# Names that stand for one of several functions, tables or generators.

choices = Table()

WORTH = {"white": {"a": 1, "b": 2}, "black": {"a": 5, "c": 7}}
WHITE, BLACK = WORTH["white"], WORTH["black"]
ACTS = {"+": operator.add, "*": lambda a, b: a * b}
k = 1000
"""A global that has the name of a local variable below."""


def with_two(function, n):
    return function(n, 2)


def read_in(table, key):
    return table.get(key, 0), len(table), key in table, sorted(table)


def smaller_or_larger(smaller):
    if smaller:
        return min
    return max


@choices(SMALL, BOOLS)
def functions_by_branches(n, up):
    if up:
        step = lambda k: k + 1
    else:
        step = lambda k: k - 1
    best = max
    if n > 2:
        best = min
    return step(n), best(n, 2), with_two(best, n), smaller_or_larger(up)(n, 2)


@choices(SMALL, BOOLS)
def functions_or_none(n, up):
    step = None
    if up:
        step = lambda k: k + 1
    act = ACTS.get("+" if up else "?")
    return step(n) if step else 0, act is None or act(n, 3)


@choices(SMALL, BOOLS)
def functions_defined_anew(n, up):
    def step(k):
        return k

    if up:

        def step(k):
            return k * 2

    def by(amount):
        return lambda k: k + amount

    other = by(2) if up else by(5)
    return step(n), other(n)


@choices(SMALL, BOOLS)
def functions_out_of_loops(n, up):
    best = None
    for each in (min, max):
        if (each is max) == up:
            best = each
    named = [(name, act(n, 2)) for name, act in [("least", min), ("most", max)]]
    todo = [("a", min, n), ("b", max, 1)]
    steps = []
    for i in range(n):
        steps.append(lambda x: x + i)
    return best(n, 2), named, [act(i, 2) for _, act, i in todo], [step(1) for step in steps]


@choices(BOOLS, ["a", "b", "c"])
def tables_by_branches(white, key):
    if white:
        table = WHITE
    else:
        table = BLACK
    other = BLACK if white else WHITE
    return read_in(table, key), read_in(other, key), read_in(WORTH["white" if white else "black"], key), table["a"]


@choices(SMALL, BOOLS)
def generators_by_branches(n, up):
    places = range(n)
    if up:
        places = range(10, 10 + n)
    back = range(n)
    if up:
        back = reversed(range(n))
    pairs = enumerate([1, 2, 3])
    if up:
        pairs = zip([1, 2], [4, 5])
    numbers = (k for k in range(n))
    while up:
        numbers = (k * 2 for k in range(n))
        up = False
    return list(places), list(back), list(pairs), list(numbers)


@choices(SMALL, BOOLS)
def iterators_by_branches(n, up):
    steps = iter(range(n))
    if up:
        steps = iter([5, 6])
    return next(steps, -1), next(steps, -1), list(steps)


@choices(SMALL)
def helpers_of_a_function_that_calls_itself(n):
    k = n

    def helper(x):
        return x + k

    def total(m):
        k = 7
        return 0 if m <= 0 else helper(m) + total(m - 1) + k

    return total(n)


@choices(SMALL)
def functions_inside_that_call_each_other(n):
    seen = []

    def even(m):
        seen.append(m)
        return True if m == 0 else odd(m - 1)

    def odd(m):
        return False if m == 0 else even(m - 1)

    return even(n), odd(n), seen


@choices(SMALL, BOOLS)
def truth_of_what_was_chosen(n, up):
    places = range(n)
    table = WHITE if up else {}
    return 1 if places else 0, not places, 1 if table else 0, not table


@choices(SMALL, BOOLS)
def endless_by_branches(n, up):
    if up:
        cells = ((2 - k, 2) for k in itertools.count(2))
    else:
        cells = ((2 + k, n) for k in itertools.count(n))
    numbers = itertools.count(n)
    if up:
        numbers = itertools.count(10)
    return list(itertools.takewhile(lambda p: 0 <= p[0] < 9, cells)), list(itertools.islice(numbers, 3))


@choices(SMALL)
def a_search_inside(n):
    score = lambda m: m * n

    def best(depth, m):
        if depth == 0:
            return score(m)
        pick = max if depth % 2 else min
        return pick(best(depth - 1, m + j) for j in range(2))

    return best(n, 1)


def ray(start, size):
    for k in range(size):
        yield start + k


def reach(start):
    for step in (1, 2):
        for place in ray(start * step, 3):
            yield place


def ahead(start):
    """All that is ahead, without end."""
    return (start + k for k in itertools.count(1))


def a_few(n):
    if n > 2:
        yield n
    yield n + 1
    yield 60 // n


@functions(SMALL)
def generators_inside_generators_twice(n):
    found = []
    for first in reach(n):
        for second in reach(first):
            found.append((first, second))
    return found


@functions(SMALL)
def generators_of_which_little_is_taken(n):
    return (
        next(a_few(n)), next(iter(a_few(n)), None), any(a_few(n)), any(x > n for x in a_few(n)), [x for x in ray(n, 2)],
        list(itertools.takewhile(lambda x: x < 9, ahead(n))), next(x for x in ahead(n) if x % 4 == 0),
        list(itertools.islice(ahead(n), 3)), [(x, y) for x in ray(n, 2) for y in ray(x, 2)],
    )  # fmt: skip


# Comprehensions.

comprehensions = Table()


@comprehensions(TUPLES)
def of_every_sort(t):
    return [x * 2 for x in t], {x % 3 for x in t}, {x: x * x for x in t}, tuple(x for x in t if x > 0)


@comprehensions(TUPLES)
def with_conditions(t):
    return [x for x in t if x if x > 1], [x if x > 1 else -x for x in t], [x for x in t if 0 < x < 5 and x != 2]


@comprehensions(SMALL, SMALL)
def nested(a, b):
    return [(i, j) for i in range(a) for j in range(b) if i != j], [[i * j for j in range(b)] for i in range(a)]


@comprehensions(SMALL)
def later_loops_use_earlier_names(n):
    return [(i, j, k) for i in range(n) for j in range(i) for k in (i, j) if k % 2]


@comprehensions(SMALL)
def names_inside_stay_inside(n):
    i = 100
    x = [i for i in range(n)]
    return i, x, [i + n for n in x], n


@comprehensions(TUPLES)
def same_name_twice(t):
    return [x for x in [x + 1 for x in t]], sum(x for x in t for x in (x, x + 1))


@comprehensions(TUPLES)
def generator_over_generator(t):
    squares = (x * x for x in t)
    return [y + 1 for y in squares if y > 1], sum(x for x in (y + 1 for y in t if y) if x % 2)


@comprehensions(SMALL)
def generator_captures_the_loop_variable(n):
    return [sum(i * j for j in range(3)) for i in range(n)], [any(i == k for k in (1, 3)) for i in range(n)]


@comprehensions(SMALL)
def functions_inside(n):
    return [(lambda y: y * i)(2) for i in range(n)], [f(3) for f in (abs, float)]


@comprehensions(PAIRS)
def targets_taken_apart(t):
    return [a + b for a, b in t], {a: b for a, b in t}, [i * a for i, (a, b) in enumerate(t)], {(b, a) for a, b in t}


@comprehensions(TEXTS)
def over_texts(s):
    return (
        [c for c in s if c != "a"],
        "".join(c for c in s if c.isalpha()),
        {c for c in s},
        [ord(c) for c in s],
        {c: s.count(c) for c in s},
    )


@comprehensions(SMALL)
def grids(n):
    grid = [[0] * n for _ in range(n)]
    for i in range(n):
        grid[i][i] = 1
        grid[0][i] += 2
    return grid, tuple(map(tuple, grid)), [row[:] for row in grid], [list(col) for col in zip(*grid)]


@comprehensions(SMALL)
def shared_rows(n):
    grid = [[0, 0]] * 3
    grid[0][1] = n
    return grid


# Builtins.

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


# Tuples, strings and lists as sequences.

sequences = Table()
ENDS = [None, -9, -3, -1, 0, 1, 2, 9]


@sequences(TUPLES, ANY)
def item_of_a_tuple(t, i):
    return t[i]


@sequences(TUPLES, ANY)
def item_of_a_list(t, i):
    return list(t)[i]


@sequences(TEXTS, ANY)
def item_of_a_text(s, i):
    return s[i]


@sequences([(1, "a", 2.5)], [0, 1, 2, -1, 3])
def item_of_a_mixed_tuple(t, i):
    return t[i]


@sequences([(1, 2)], ANY)
def item_of_a_pair(t, i):
    return t[i], t[0], t[-1]


@sequences(TUPLES, ANY, ANY)
def slices_of_tuples(t, a, b):
    return t[a:b], t[a:], t[:b], t[:], t[a:b:2], t[::2], t[1:-1], t[-2:], t[:2]


@sequences(TUPLES, ANY, ANY)
def slices_backwards(t, a, b):
    return t[a:b:-1], t[::-1], t[a::-1], t[:b:-1], t[a:b:-2], t[::-3]


@sequences(TUPLES, ANY, ANY)
def slices_of_lists(t, a, b):
    x = list(t)
    return x[a:b], x[a:], x[:b], x[:], x[a:b:2], x[::-1], x[a:b:-1]


@sequences(TEXTS, ANY, ANY)
def slices_of_texts(s, a, b):
    return s[a:b], s[a:], s[:b], s[a:b:2], s[::-1], s[a:b:-1], s[:a] + "-" + s[a + 1 :]


@sequences(TUPLES, ENDS, ENDS)
def slices_with_no_end(t, a, b):
    return t[a:b]


@sequences(TUPLES, ANY, [-3, -2, -1, 0, 1, 2, 3])
def slices_with_any_step(t, a, s):
    return t[::s], t[a::s]


@sequences([(1, "a", 2.5, None)], ANY, ANY)
def slices_of_mixed_tuples(t, a, b):
    return t[1:], t[:-1], t[::-1], t[a:b]


@sequences(TUPLES, INTS)
def membership(t, x):
    return (
        x in t,
        x not in t,
        x in list(t),
        x in set(t),
        x in {y: 1 for y in t},
        x in (1, 2, 3),
        x in [5, 100],
        x in {1: 2},
    )


@sequences(MAYBE, TUPLES)
def membership_of_maybe(x, t):
    return x in t, x in (1, 7), x in (None, 0), x in {1, 7}, x in {1: 0, None: 1}


@sequences(FLOATS[:8], [(1.0, 0.5), (0.0, -1.0)])
def membership_of_reals(x, t):
    return x in t, x in (0, 1, 2), x in {0.5, 1.5}, x in range(3)


@sequences(TEXTS, TEXTS)
def membership_of_texts(s, t):
    return s in t, t not in s, s in ("a", "abc"), s in ["", "12"], s in {"a": 1, "b": 2}, s in "abcabc"


@sequences(TUPLES, TUPLES)
def membership_of_tuples(a, b):
    return a in (a, b), a in [b], a in {b}, (1, 2) in [a], a in ((1, 2), (1,))


@sequences(TUPLES, INTS)
def index_of(t, x):
    return t.index(x)


@sequences(TUPLES, SMALL, ANY)
def index_from(t, x, i):
    return t.index(x, i)


@sequences(TUPLES, INTS)
def counts(t, x):
    return t.count(x), list(t).count(x), t.count(None), t.count(True)


@sequences(TUPLES, TUPLES)
def joined(a, b):
    return a + b, a + (1,), (0, *a, *b), [*a, *b], [*a] + [*b], list(a) + list(b), a + (), () + b


@sequences(TUPLES, [-1, 0, 1, 2, 3])
def repeated(t, n):
    return t * n, n * t, list(t) * n, [0] * n, (1, 2) * n, n * [None], [n] * 2


@sequences(TEXTS, [-1, 0, 1, 3])
def repeated_texts(s, n):
    return s * n, n * s, "ab" * n, s + "x" * n


@sequences([(1, 2), (3, 4)], [(1, "a"), (2, "b")])
def records_put_together(a, b):
    return a + b, b + a, (*a, *b), a + (None,), (b, a), a * 2, b * 2


@sequences(TUPLES)
def taken_apart(t):
    a, b = t
    return b, a


@sequences(TUPLES)
def taken_apart_with_a_star(t):
    a, *b = t
    return a, b


@sequences(TUPLES)
def taken_apart_in_the_middle(t):
    first, *middle, last = t
    return first, middle, last


@sequences(TUPLES)
def taken_apart_in_front(t):
    *front, last = list(t)
    return front, last


@sequences([((1, 2), 3), ((4, 5), 6)])
def taken_apart_deeply(t):
    (a, b), c = t
    [d, e] = t[0]
    return a, b, c, d, e


@sequences(["ab", "xy", "a", "abc"])
def texts_taken_apart(s):
    a, b = s
    return b + a


@sequences([(1, "a", None), (2, "b", 5)])
def mixed_taken_apart(t):
    a, *rest = t
    return a, rest


@sequences(TUPLES, INTS)
def stars_on_the_right(t, n):
    return (*t, n), [n, *t, n], {*t, n}, (*range(3), *t), [*reversed(t)], (*"ab", *"c")


@sequences([((1, 2), (3, 4)), ((5, 6), (7, 8))], [0, 1, -1, 2], [0, 1, -2])
def tables(t, i, j):
    return t[i][j]


@sequences(PAIRS, ANY)
def tables_of_any_length(t, i):
    return t[i], t[i][0], t[i:], [p[1] for p in t]


@sequences([((1,), (2, 3), ()), ((), (1, 2, 3), (4,))], SMALL, SMALL)
def ragged_tables(t, i, j):
    return t[i][j], len(t[i]), sum(len(row) for row in t), [x for row in t for x in row]


# Lists.

lists = Table()


@lists(TUPLES, INTS)
def append_and_extend(t, n):
    found = []
    found.append(n)
    found.extend(t)
    found += t
    found.extend(range(2))
    found += [n]
    return found


@lists(TUPLES, ANY, INTS)
def insert(t, i, n):
    found = list(t)
    found.insert(i, n)
    found.insert(0, -n)
    return found


@lists(TUPLES)
def pop(t):
    found = list(t)
    last = found.pop()
    return last, found


@lists(TUPLES, ANY)
def pop_at(t, i):
    found = list(t)
    return found.pop(i), found


@lists([(1, 2, 3, 4), (9, 8, 7, 6)])
def pop_inside_expressions(t):
    a = list(t)
    b = a.pop() - a.pop() * 10
    return b, (a.pop(), len(a), a.pop(0)), a


@lists([(1, 2, 3, 4), (9, 8, 7, 6)])
def pop_as_an_index(t):
    a = list(t)
    a[a.pop() % 2] = a.pop()
    a[0], a[1] = a[1], a[0]
    return a


@lists(TUPLES, INTS)
def remove(t, n):
    found = list(t)
    found.remove(n)
    return found


@lists(TUPLES, INTS)
def index_in_a_list(t, n):
    return list(t).index(n)


@lists(TUPLES)
def order_in_place(t):
    a, b, c, d = list(t), list(t), list(t), list(t)
    a.sort()
    b.sort(reverse=True)
    c.sort(key=lambda x: (x % 2, x))
    d.reverse()
    return a, b, c, d


@lists(TUPLES)
def copies(t):
    a = list(t)
    b = a.copy()
    c = a[:]
    d = list(a)
    a.append(9)
    e = a
    e.append(10)
    a.clear()
    a.append(1)
    return a, b, c, d, e


@lists(TUPLES)
def aliases(t):
    a = list(t)
    b = a
    b += [1]
    c = [a, a]
    c[0].append(2)
    d = (a, 1)
    d[0].append(3)
    e = {"x": a}
    e["x"].append(4)
    return a, b, c, d, e


def grown(values, n):
    values.append(n)
    if n > 0:
        grown(values, n - 1)
    return values


@lists(TUPLES, SMALL)
def changed_by_a_helper(t, n):
    found = list(t)
    other = grown(found, n)
    return found, other, found is other


@lists(TUPLES, SMALL)
def sum_is_a_new_list(t, n):
    a = list(t)
    b = a
    a = a + [n]
    return a, b


@lists(TUPLES)
def items_assigned(t):
    found = list(t)
    for i in range(len(found)):
        found[i] += i
        found[-1] = found[i] * 2
    return found


@lists(TUPLES, ANY)
def item_assigned(t, i):
    found = list(t)
    found[i] = 50
    found[i] += 1
    found[i] *= 2
    return found


@lists(TUPLES, ANY, ANY)
def slices_assigned(t, a, b):
    found = list(t)
    found[a:b] = [7, 7]
    found[:1] = []
    return found


@lists(TUPLES, ANY, ANY)
def slices_deleted(t, a, b):
    found = list(t)
    del found[a:b]
    return found


@lists(SMALL)
def lists_of_lists(n):
    rows = [[] for _ in range(3)]
    rows[n % 3].append(n)
    rows[0].append(-1)
    rows.append([5])
    rows[-1] += [6]
    return rows, [len(row) for row in rows], rows[n % 3][0], sum(rows, [])


@lists([(1, 2, 3), (3, 2, 1)])
def lists_of_tuples(t):
    found = [(x, x + 1) for x in t]
    first = found[0]
    found[0] = (9, 9)
    found.append(first)
    last = found.pop()
    found.sort()
    return first, last, found, found.index((9, 9)), (2, 3) in found


@lists([(1, 2, 3), (3, 2, 1)])
def lists_of_long_tuples(t):
    found = [t, (0, 0, 0)]
    first = found[0]
    found[0] = (9, 9, 9)
    kept = found.pop()
    found.append((5, 5, 5))
    found.insert(0, t)
    return first, kept, found


@lists(TEXTS)
def lists_of_texts(s):
    found = [s, "x"]
    found.append(s + "!")
    first = found[0]
    found[0] = "changed"
    return first, found, "".join(found), found.index("x")


@lists([(1, 2, 3)], SMALL)
def stacks(t, n):
    stack = [(x, [x]) for x in t]
    seen = []
    while stack:
        x, path = stack.pop()
        seen.append((x, len(path)))
        if x < n:
            stack.append((x + 2, [*path, x]))
    return seen


@lists(TUPLES)
def lists_of_maybe(t):
    found = [None] * 4
    for i, x in enumerate(t[:4]):
        found[i] = x
    return found, [x for x in found if x is not None], found.count(None), None in found


@lists(TUPLES, BOOLS)
def lists_of_mixed(t, b):
    found = [1, "a", None, (1, 2)]
    found.append(b)
    found.extend(t)
    return found, len(found), found[1], "a" in found, found.count(1), [x for x in found if isinstance(x, str)]


@lists(TUPLES)
def queues(t):
    queue = deque(t)
    queue.append(7)
    queue.appendleft(8)
    seen = []
    while queue:
        x = queue.popleft()
        seen.append(x)
        if x > 7 and len(seen) < 20:
            queue.append(x - 7)
    return seen, len(queue)


@lists(TUPLES, ANY)
def queues_rotated(t, n):
    queue = deque(t)
    queue.rotate(n)
    queue.extendleft([1, 2])
    return list(queue), queue[0], queue[-1]


@lists(TUPLES)
def empty_lists_join(t):
    a = []
    b = [] if len(t) > 2 else [1]
    for x in t:
        if x > 100:
            a.append(x)
    return a, b, a + b, a == [], not a, max(a, default=None), sum(a)


@lists(TUPLES, [-2, -1, 1, 2, 3])
def every_second_item_deleted(t, step):
    one, two, three = list(t), list(t), list(t)
    del one[::2]
    del two[1::step]
    del three[::step]
    return one, two, three


# Sets.

sets = Table()
SETS = [frozenset(), frozenset({1}), frozenset({1, 2, 3}), frozenset({2, 3, 5, 9}), frozenset({-1, 0})]


@sets(SETS, SETS)
def set_operators(a, b):
    return a & b, a | b, a - b, a ^ b, a <= b, a < b, a >= b, a > b, a == b, a != b, a.isdisjoint(b), len(a)


@sets(SETS, TUPLES)
def set_methods(a, t):
    return a.union(t), a.intersection(t), a.difference(t), a.symmetric_difference(t), a.issubset(t), a.issuperset(t), a.isdisjoint(t), a.union(t, [4]), a.difference(t, (1,)), a.intersection(t, {1, 2})  # fmt: skip


@sets(TUPLES, INTS)
def sets_changed(t, n):
    s = set(t)
    s.add(n)
    s.discard(5)
    s.update([1, 2], (3,))
    u = s
    u.add(1000)
    v = s.copy()
    v.clear()
    v.add(4)
    s |= {7}
    s -= {1}
    s &= set(range(-100, 2000))
    s ^= {8}
    return s, u, v, n in s


@sets(TUPLES, INTS)
def set_remove(t, n):
    s = set(t)
    s.remove(n)
    return s


@sets(TUPLES)
def set_pop(t):
    s = set(t)
    x = s.pop()
    return x in t, len(s), x in s


@sets(SETS, INTS)
def frozensets_made(a, n):
    b = a | {n}
    c = a - {n}
    return b, c, n in b, n in c, sorted(b), min(b), sum(a), frozenset([*a, n])


@sets(TUPLES)
def sets_of_tuples(t):
    s = {(x, x % 2) for x in t}
    s.add((1, 1))
    s.discard((0, 0))
    return s, (1, 1) in s, (5, 0) in s, {a for a, _ in s}


@sets(TEXTS)
def sets_of_texts(s):
    found = {s, "a", "abc"}
    found.discard("abc")
    return found, s in found, len(set(s)), set(s) <= set("abc"), set(s) & {"a", "b"}


@sets(SETS, SETS)
def sets_of_sets(a, b):
    return {a, b}, a in {b}, len({a, b, a | b}), {a: 1, b: 2}[b]


@sets(TUPLES, TUPLES)
def set_update_methods(a, b):
    s, u, v = set(a), set(a), set(a)
    s.difference_update(b)
    u.intersection_update(b)
    v.symmetric_difference_update(b)
    return s, u, v


@sets(TUPLES)
def sets_while_looped(t):
    seen = set()
    found = []
    for x in t:
        if x not in seen:
            seen.add(x)
            found.append(x)
    return found, seen


@sets(SMALL)
def any_number_of_sets(n):
    rows = [set(range(k)) for k in range(1, n + 2)]
    frozen = [frozenset(row) for row in rows]
    some = {9, 8}
    some.update(*rows)
    few = {0, 1, 2, 7}
    few.intersection_update(*rows)
    return (
        set().union(*(row for row in rows if n in row)), set.union(*rows), set.intersection(*rows), some, few,
        {0, 1, 2, 7}.difference(*rows), frozenset().union(*frozen), frozenset.intersection(*frozen),
    )  # fmt: skip


# Dictionaries.

dicts = Table()


@dicts(SMALL)
def one_of_a_table_and_an_empty_one(n):
    known = {"a": 1, "b": n} if n > 2 else {}
    return len({"a": 1} if n == 0 else {}), "a" in known, known.get("b", 7), sorted(known), ({} if n else {1: 2}).get(1)


@dicts(TUPLES, INTS)
def dict_items(t, n):
    d = {x: x * 2 for x in t}
    d[n] = 1
    d[n] += 5
    d[0] = -1
    return d, d[n], n in d, d.get(3), d.get(99, -1), len(d), list(d), list(d.keys()), list(d.values()), list(d.items())


@dicts(TUPLES, INTS)
def dict_missing_key(t, n):
    return {x: i for i, x in enumerate(t)}[n]


@dicts(TUPLES, INTS)
def dict_pop(t, n):
    d = {x: x * 2 for x in t}
    return d.pop(n), d


@dicts(TUPLES, INTS)
def dict_pop_with_default(t, n):
    d = {x: x * 2 for x in t}
    return d.pop(n, None), d.pop(n, -1), d


@dicts(TUPLES, INTS)
def dict_changes(t, n):
    d = dict.fromkeys(t, 0)
    d.setdefault(n, 7)
    d.setdefault(1, 8)
    d.update({2: 3})
    d.update({n: 4, 50: 1})
    e = d.copy()
    e[n] = 0
    if 50 in d:
        del d[50]
    f = d
    f[60] = 1
    return d, e, d == e, d == f, d | {1: 1}


@dicts(TUPLES, INTS)
def dict_delete(t, n):
    d = {x: 1 for x in t}
    del d[n]
    return d


@dicts(TUPLES)
def dict_loops(t):
    d = {x: [x] for x in t}
    for k, v in d.items():
        v.append(k)
    total = 0
    for k in d:
        total += k
    for v in d.values():
        total += len(v)
    return d, total, [k for k, v in d.items() if len(v) > 1], max(d, key=lambda k: -k, default=None), sorted(d.items())


@dicts(TUPLES)
def dict_of_lists(t):
    d = {}
    for x in t:
        d.setdefault(x % 3, []).append(x)
    return d, {k: len(v) for k, v in d.items()}


@dicts(TUPLES)
def dict_of_dicts(t):
    d = {0: {1: 2}, 5: {}}
    for x in t:
        d.setdefault(x, {})[x + 1] = x
    return d


@dicts(TUPLES, INTS)
def counters(t, n):
    c = Counter(t)
    c[n] += 1
    return c[n], c[77], len(c), dict(c), sum(c.values()), max(c.values())


@dicts(TEXTS)
def counters_of_texts(s):
    c = Counter(s)
    return c["a"], c["zz"], {k: v for k, v in c.items() if v > 1}, c.most_common(1)


@dicts(TUPLES, INTS)
def default_dicts(t, n):
    d = defaultdict(list)
    for x in t:
        d[x % 2].append(x)
    e = defaultdict(int)
    for x in t:
        e[x] += x
    return dict(d), dict(e), e[n], n in e, d.get(5)


def counted(values):
    found = Counter()
    for x in values:
        found[x] += 1
    return found


@dicts(TUPLES, INTS)
def counters_from_a_helper(t, n):
    c = counted(t)
    return c[n], dict(c)


@dicts(TEXTS)
def dicts_by_text(s):
    d = {"a": 1, "abc": 2}
    d[s] = 3
    return d, d.get("a"), d["abc"], s in d, d.get("nothing"), {c: i for i, c in enumerate(s)}


@dicts(PAIRS)
def dicts_by_tuple(t):
    d = {p: sum(p) for p in t}
    d[(1, 2)] = 100
    return d, d.get((3, 4), 0), (0, 5) in d, min(d.values())


@dicts(INTS)
def dict_aliases(n):
    d = {1: 2}
    e = d
    e[n] = 3
    return d, e, d is e, {**d, 4: 4}, {**d, **e}


# Strings.

texts = Table()


@texts(TEXTS)
def letter_cases(s):
    return s.upper(), s.lower(), s.swapcase(), s.title(), s.capitalize()


@texts([*TEXTS, "ß", "Straße", "ÀÉ", "Ωμέγα", "١٢", "½", "日本", "ǅ", "İ", "ﬃ", "\u00a0", "\u2003", "²", "ſ", "Ⅷ", "ª"])
def unicode_cases(s):
    return s.upper(), s.lower(), s.swapcase(), s.isupper(), s.islower()


@texts([*TEXTS, "ß", "ÀÉ", "١٢", "½", "日本", "ǅ", "\u00a0", "\u2003 ", "²", "Ⅷ", "ª", "\x1c", "\x85", "A1", " \t\n"])
def character_classes(s):
    return (
        s.isalpha(),
        s.isdigit(),
        s.isalnum(),
        s.isspace(),
        s.isupper(),
        s.islower(),
        s.isnumeric(),
        s.isdecimal(),
        s.isascii(),
    )


@texts(TEXTS, TEXTS)
def finding(s, t):
    return s.find(t), s.rfind(t), t in s, s.count(t), s.startswith(t), s.endswith(t)


@texts(TEXTS, ["a", "bc", ""], ANY, ANY)
def finding_from(s, t, a, b):
    return s.find(t, a), s.find(t, a, b), s.rfind(t, a, b), s.count(t, a, b), s.startswith(t, a)


@texts(TEXTS, ["a", "bc", "X", ""])
def index_in_a_text(s, t):
    return s.index(t)


@texts(TEXTS, ["a", "bc", "X", ""])
def last_index_in_a_text(s, t):
    return s.rindex(t)


@texts(TEXTS)
def starts(s):
    return (
        s.startswith("a"),
        s.startswith(("X", "ab")),
        s.endswith("c"),
        s.startswith(""),
        s.endswith(("", "x")),
        s.count("a"),
        s.count("ab"),
    )


@texts(TEXTS, ["a", "ab", "", "."], ["", "b", "xyz"])
def replacing(s, a, b):
    return (
        s.replace(a, b),
        s.replace("a", b),
        s.replace("a", "é"),
        s.replace("a", ""),
        s.replace("a", "bb", 1),
        s.replace(a, b, 2),
    )


@texts(TEXTS, [0, 3, 8])
def padding(s, n):
    return s.ljust(n), s.rjust(n, "."), s.center(n), s.center(n, "*"), s.zfill(n), s.ljust(5, "-")


@texts(["", "5", "-5", "+5", "--5", "a"], [0, 1, 2, 5])
def zero_fill(s, n):
    return s.zfill(n)


@texts([*TEXTS, " \t x\n", "xxaxx", "\u2003a\u00a0"])
def stripping(s):
    return (
        s.strip(),
        s.lstrip(),
        s.rstrip(),
        s.strip("ax"),
        s.lstrip("x"),
        s.rstrip("c"),
        s.removeprefix("ab"),
        s.removesuffix("bc"),
    )


@texts([*TEXTS, "a,b,,c", ",", " a  b "])
def splitting(s):
    return (
        s.split(","),
        s.split(),
        s.split("b"),
        [part + "!" for part in s.split(",")],
        s.split(",", 1),
        s.partition(","),
        "a\nb".splitlines(),
    )


@texts(TEXTS, TEXTS)
def joining(s, t):
    return (
        s.join([t, "x", t]),
        "".join([s, t]),
        ", ".join((s, t)),
        "-".join(s),
        s.join([]),
        "".join(reversed(s)),
        s.join(t),
    )


@texts(TEXTS, SMALL)
def rows_of_text(s, n):
    return (
        [s[i : i + 3] for i in range(0, len(s), 3)],
        s[:n] + "X" + s[n + 1 :],
        s[n:] + s[:n],
        "".join(c if i != n else "_" for i, c in enumerate(s)),
    )


@texts(TEXTS)
def texts_as_lists(s):
    board = list(s)
    if board:
        board[0] = "Z"
        board[-1] += "!"
    board = "".join(board)
    return board, s, sorted(s), s[::-1], s == s[::-1], tuple(s), len(s)


@texts(TEXTS, INTS)
def formatted(s, n):
    return f"{s}{n}", f"{s}:{n > 0}", f"<{s}>", "%" + s, str(s), f"{n}{n}"


@texts(TEXTS)
def translated(s):
    swap = {"X": "O", "O": "X"}
    return "".join(swap.get(c, c) for c in s), s.translate(str.maketrans("XO", "OX"))


@texts(["abc", "äbc", "XO."], SMALL)
def characters_held(s, i):
    c = s[i]
    d = c
    t = s.replace(c, "?")
    return c, d, t, c == d, c + d, c * 2, c in "abc", ord(c), c < "b"


# match.

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


# Enumerations, records and constants.


class Colour(enum.Enum):
    RED = "r"
    GREEN = "g"
    BLUE = "b"

    @property
    def next(self):
        return Colour.GREEN if self is Colour.RED else Colour.RED

    def shade(self, n):
        return self.value + str(n)


class Piece(enum.IntEnum):
    NONE = 0
    PAWN = 1
    KING = 10


class Flag(enum.Enum):
    A = 1
    B = 5


class Word(str, enum.Enum):
    YES = "yes"
    NO = "no"


class Point(NamedTuple):
    x: int
    y: int = 0

    def moved(self, dx, dy=0):
        return self._replace(x=self.x + dx, y=self.y + dy)

    @property
    def norm(self):
        return abs(self.x) + abs(self.y)


@dataclass(frozen=True)
class Board:
    cells: tuple
    turn: int = 0
    last: int | None = None

    def play(self, i):
        cells = self.cells[:i] + (self.turn + 1,) + self.cells[i + 1 :]
        return replace(self, cells=cells, turn=1 - self.turn, last=i)

    @property
    def empty(self):
        return [i for i, c in enumerate(self.cells) if c == 0]

    def __len__(self):
        return len(self.cells)


@dataclass(frozen=True, order=True)
class Card:
    rank: int
    suit: str


records = Table()


@dataclass(frozen=True)
class Strip:
    cells: tuple[int, ...]
    width: int

    def __iter__(self):
        for place in range(len(self.cells)):
            yield divmod(place, self.width)

    def __getitem__(self, place):
        row, column = place
        return self.cells[row * self.width + column]


@records(TUPLES)
def records_that_are_looped_over(t):
    strip = Strip(t, 2)
    pair = Strip((5, 6), 1)
    first, second = pair
    return [(place, strip[place]) for place in strip], list(strip), tuple(strip), first, second, (0, 1) in strip


@records(SMALL, BOOLS)
def truth_and_numbers_in_tuples(n, b):
    move = (n, n + 1, b)
    found = []
    for each in ((n, 1, True), (1, n, False), move):
        found.append(each)
    return [f"{flag}" for _, _, flag in found], str(found[n % 3][2])


COLOURS, PIECES = list(Colour), list(Piece)


@records(COLOURS, COLOURS)
def enums(a, b):
    return (
        a == b,
        a is b,
        a != b,
        a.value,
        a.name,
        b.next,
        a in (Colour.RED, Colour.BLUE),
        a in {Colour.RED},
        a.shade(3),
        a == "r",
    )


@records(["r", "b", "x"])
def enum_by_value(v):
    return Colour(v)


@records([1, 5, 2])
def enum_by_number(v):
    return Flag(v), Flag(v).name


@records(COLOURS)
def enum_loops(a):
    return (
        [c for c in Colour if c is not a],
        [c.value for c in Colour],
        len(Colour),
        list(Colour).index(a),
        {c: c.name for c in Colour}[a],
    )


@records(PIECES, PIECES)
def int_enums(a, b):
    return (
        a + b,
        a < b,
        a == b,
        a == 1,
        int(a),
        a.name,
        a.value,
        max(a, b),
        -a,
        a * 2,
        [0, 1][a > b],
        a in (1, 10),
        bool(a),
    )


@records([0, 1, 2, 10])
def int_enum_by_value(n):
    return Piece(n)


@records(list(Flag), list(Flag))
def plain_enums(a, b):
    return a is b, a.value + b.value, a == 1, {Flag.A: "a", Flag.B: "b"}[a], a.name + b.name, bool(a)


@records(list(Word), ["yes", "no", "maybe"])
def text_enums(w, s):
    return w == s, w.value, w == "yes", w is Word.YES, s == w


@records(COLOURS)
def enum_texts(a):
    return str(a), f"{a}"


@records([Point(1, 2), Point(0, 0), Point(-3, 4)], SMALL)
def named_tuples(p, n):
    x, y = p
    q = p._replace(y=n)
    return (
        q,
        p.moved(1),
        p.moved(n, n),
        p.norm,
        x + y,
        p[0],
        p[1],
        p == (1, 2),
        p == q,
        p < q,
        (*p, n),
        Point(n),
        Point(y=1, x=n),
        len(p),
        n in p,
        list(p),
        p + (1,),
    )


@records([Board((0, 0, 0, 0)), Board((1, 2, 0, 0), 1, 1)], [0, 1, 3])
def dataclasses_with_methods(b, i):
    c = b.play(i)
    return c, c.empty, len(c), b.last is None, c.last, b == c, b == Board((0, 0, 0, 0)), replace(c, turn=5), c.cells[i]


@records([Card(1, "a"), Card(2, "a"), Card(1, "b")], [Card(1, "a"), Card(3, "x")])
def ordered_dataclasses(a, b):
    return a < b, a == b, max(a, b), sorted([a, b]), a <= b


@records([Card(1, "a"), Card(2, "b")])
def records_matched(c):
    match c:
        case Card(1, s):
            return s
        case Card(rank=r, suit="b"):
            return r


@records([Point(1, 2), Point(0, 0)], [Card(1, "a")])
def records_in_containers(p, c):
    return {p: 1}[p], p in [Point(1, 2)], {p, Point(1, 2)}, [p, p._replace(x=9)], (p, c), c in (c,), p == (1, 2)


LINES = ((0, 1, 2), (3, 4, 5), (0, 4, 8))
RAGGED = ((1, 2), (), (3, 4, 5), (6,))
NAMES = ("ann", "bob", "", "cy")
STEPS = {"N": (-1, 0), "S": (1, 0), "E": (0, 1)}
NEAR = {0: [1, 2], 1: [0], 2: []}

# Objects that can change.

objects = Table()


class Groups:
    """Which numbers belong together."""

    def __init__(self, n):
        self.parent = list(range(n))
        self.rank = [0] * n
        self.joined = 0

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.rank[a] < self.rank[b]:
            a, b = b, a
        self.parent[b] = a
        if self.rank[a] == self.rank[b]:
            self.rank[a] += 1
        self.joined += 1
        return True


@objects(SMALL)
def groups_that_grow(n):
    groups = Groups(6)
    found = groups.union(0, n), groups.union(1, 2), groups.union(2, n)
    return found, groups.find(2), groups.parent, groups.joined


@dataclass
class Tour:
    size: int
    rows: list[list[int]] = field(default_factory=list)
    place: tuple[int, int] = (0, 0)
    name: str = "a"
    last: str | None = None

    def __post_init__(self):
        if not self.rows:
            self.rows = [[0] * self.size for _ in range(self.size)]

    def visit(self, row, column):
        self.rows[row][column] += 1
        self.place = (row, column)
        self.last = "rc"[column % 2] * row

    def __len__(self):
        return sum(map(sum, self.rows))


@objects([0, 1, 2])
def copies_of_objects(n):
    one = Tour(3)
    one.visit(n, 1)
    two = copy.deepcopy(one)
    equal = one == two
    two.visit(0, 0)
    three = copy.copy(one)
    three.visit(2, 2)
    three.name = "three"
    return (
        one.rows, two.rows, three.rows, one.place, two.place, three.place, len(one), one.name, three.name, one.last,
        equal, one == two, one is three, one != three, 1 if one else 2,
    )  # fmt: skip


class Branch:
    def __init__(self, value, parent=None):
        self.value = value
        self.parent = parent
        self.children = []

    def grow(self, value):
        child = Branch(value, self)
        self.children.append(child)
        return child

    def total(self):
        return self.value + sum(child.total() for child in self.children)

    def depth(self):
        found, node = 0, self
        while node.parent is not None:
            node = node.parent
            found += 1
        return found


@objects(SMALL)
def objects_that_hold_each_other(n):
    root = Branch(n)
    low = high = root.grow(2)
    for k in range(n):
        high = high.grow(k)
    return root.total(), high.depth(), low.parent is root, high.parent is root, high is low, len(root.children)


class Heap:
    limit = 3

    def __init__(self, items=()):
        self.items = list(items)

    def push(self, item):
        if len(self.items) >= self.limit:
            raise OverflowError("full")
        self.items.append(item)
        return self

    @property
    def top(self):
        return self.items[-1] if self.items else None

    def __iter__(self):
        return iter(self.items)

    def __contains__(self, item):
        return item in self.items

    def __getitem__(self, at):
        return self.items[at]

    def __setitem__(self, at, item):
        self.items[at] = item

    def __len__(self):
        return len(self.items)

    def __bool__(self):
        return len(self.items) > 1

    def __add__(self, other):
        return Heap([*self.items, *other.items])


class Doubled(Heap):
    limit = 9

    def __init__(self, items=(), tag="plain"):
        super().__init__(items)
        self.tag = tag

    def push(self, item):
        super().push(item * 2)
        return self


@objects(SMALL)
def special_methods_of_objects(n):
    heap = Heap((1,))
    heap.push(n).push(2)
    try:
        heap.push(7)
        full = False
    except OverflowError:
        full = True
    other = Doubled([n], tag="twice")
    other.push(5)
    heap[1] = heap[0] + 8
    heap.limit = 100
    heap.push(4)
    both = heap + other
    return (
        full, heap.top, list(heap), n in heap, len(heap), bool(heap), other.top, other.tag, isinstance(other, Heap),
        isinstance(heap, Doubled), other.limit, heap.limit, both.items, [each for each in both if each > 2],
    )  # fmt: skip


@objects(SMALL)
def objects_in_variables_and_lists(n):
    best = None
    heaps = []
    for k in range(n):
        heap = Heap(range(k))
        heaps.append(heap)
        if best is None or len(heap) > len(best):
            best = heap
    heaps.sort(key=lambda heap: -len(heap))
    return len(best) if best is not None else -1, [heap.items for heap in heaps]


class Match:
    def __init__(self, cells, turn="X"):
        self._cells = [list(row) for row in cells]
        self.turn = turn
        self.score = {"X": 0, "O": 0}

    @classmethod
    def read(cls, text):
        return cls([text[i : i + 3] for i in range(0, 9, 3)])

    @property
    def cells(self):
        return tuple(map(tuple, self._cells))

    def clone(self):
        other = Match(self._cells, self.turn)
        other.score = dict(self.score)
        return other

    def move(self, row, column):
        self._cells[row][column] = self.turn
        self.score[self.turn] += row + column
        self.turn = "O" if self.turn == "X" else "X"


@objects([0, 1, 2])
def objects_made_from_constants(n):
    match = Match.read(".........")
    other = match.clone()
    other.move(n, 1)
    other.move(0, 0)
    return match.cells, other.cells, match.turn, other.turn, match.score, other.score


class Rook:
    value = 5

    def __init__(self, place):
        self.place, self.moved = place, False

    def moves(self, size):
        return [(self.place + k) % size for k in (-1, 1)]


class King(Rook):
    value = 100

    def moves(self, size):
        return [k for k in range(size) if k != self.place]


class Circle(NamedTuple):
    radius: int

    def area(self, times=1):
        return 3 * self.radius**2 * times


@dataclass(frozen=True)
class Oblong:
    width: int
    height: int

    def area(self, times=1):
        return self.width * self.height * times


@objects(SMALL)
def methods_of_one_of_several_records(n):
    shapes = [Circle(n), Oblong(n, 2), Circle(1)]
    largest = max(shapes, key=lambda shape: shape.area())
    return [shape.area(times=2) for shape in shapes], largest.area(), shapes[n % 3].area(n)


@objects(SMALL)
def objects_of_several_classes(n):
    pieces = [Rook(1), King(n), Rook(n)]
    for piece in pieces:
        if isinstance(piece, King):
            piece.place = piece.moves(5)[0]
            piece.moved = True
    return [(piece.value, piece.place, piece.moved, piece.moves(4)) for piece in pieces]


@objects(SMALL, SMALL)
def shallow_and_deep_copies(n, m):
    grid = [[0, 1], [2, 3]]
    table = {"a": [n]}
    shallow, deep, other = copy.copy(grid), copy.deepcopy(grid), copy.deepcopy(table)
    shallow[0][0] = n
    shallow[1] = [m]
    deep[1][1] = m
    other["a"].append(m)
    return grid, shallow, deep, table, other


DEEP = {"a": {"x": 1, "y": 2}, "b": {"x": 3}}
VALUES = {1: "one", 2: "two", 10: "ten"}
CORNERS = frozenset({0, 2, 6, 8})
MIXED = ((1, "a"), (2, "b"), (3, None))
ODD_ONE = (1, "a", 2.5, None, (1, 2))
KINDS = {"p": 1, "n": 3.5}
BY_PAIR = {(0, 1): "x", (1, 0): "y"}
BY_COLOUR = {Colour.RED: 1, Colour.BLUE: 2}
SETS_BY_NUMBER = {0: {1, 2}, 1: set()}
GRID = [[1, 2], [3, 4]]
ODD = {1, 3, 5}

constants = Table()


@constants(ANY, ANY)
def tables_of_constants(i, j):
    return LINES[i][j]


@constants(ANY, ANY)
def ragged_constants(i, j):
    return RAGGED[i][j]


@constants(ANY)
def rows_of_constants(i):
    row = RAGGED[i]
    return row, len(row), sum(row), row + (9,), list(row), 3 in row, [x for r in RAGGED for x in r]


@constants(ANY)
def texts_of_constants(i):
    return NAMES[i], NAMES[i].upper(), NAMES[i] + "!", len(NAMES[i]), NAMES.index("bob"), "cy" in NAMES


@constants(["N", "S", "E", "W"])
def steps_of_constants(s):
    dr, dc = STEPS[s]
    return dr, dc, STEPS.get(s), s in STEPS, [k for k in STEPS], [(k, r) for k, (r, c) in STEPS.items()], len(STEPS)


@constants(["N", "W"])
def constants_got(s):
    return STEPS.get(s), STEPS.get(s, (5, 5)), s in STEPS, s in list(STEPS), list(STEPS.values()), sorted(STEPS)


@constants([0, 1, 2, 3])
def lists_of_constants(n):
    return NEAR[n], len(NEAR[n]), [m for m in NEAR[n] if m], sum(len(v) for v in NEAR.values()), NEAR[n] + [7]


@constants(["a", "b", "c"], ["x", "y"])
def dicts_of_constants(a, b):
    return DEEP[a][b]


@constants(["a", "b"], ["x", "y"])
def dicts_of_constants_asked(a, b):
    return (
        DEEP[a].get(b),
        b in DEEP[a],
        len(DEEP[a]),
        [k for k in DEEP[a]],
        sum(DEEP[a].values()),
        list(DEEP[a].items()),
    )


@constants(INTS)
def values_of_constants(n):
    return VALUES.get(n), VALUES.get(n, "?"), n in VALUES, n in CORNERS, n in LINES[0]


@constants(INTS)
def missing_constants(n):
    return VALUES[n]


@constants(SMALL)
def mixed_constants(n):
    return [a for a, b in MIXED if b is not None], MIXED[n], MIXED[n][1]


@constants(ANY)
def constants_of_every_kind(n):
    return ODD_ONE[n]


@constants(["p", "n", "q"])
def numbers_of_constants(s):
    return KINDS.get(s, 0), KINDS[s] * 2


@constants(SMALL, SMALL)
def constants_by_pair(a, b):
    return BY_PAIR.get((a, b)), (a, b) in BY_PAIR, BY_PAIR[a % 2, 1 - a % 2]


@constants(COLOURS)
def constants_by_colour(c):
    return BY_COLOUR.get(c), c in BY_COLOUR


@constants(COLOURS)
def missing_colours(c):
    return BY_COLOUR[c]


@constants([0, 1], SMALL)
def sets_of_constants(a, b):
    return b in SETS_BY_NUMBER[a], SETS_BY_NUMBER[a] | {b}, len(SETS_BY_NUMBER[a]), sorted(SETS_BY_NUMBER[a])


@constants([0, 1], [0, 1])
def constant_lists_are_not_changed(i, j):
    grid = [row[:] for row in GRID]
    grid[i][j] = 0
    return grid, GRID, GRID[i], GRID[i][j]


@constants(SMALL)
def constants_inside(n):
    directions = [(0, 1), (1, 0)]
    names = {"a": 1, "b": 2}
    odd = {1, 3, 5}
    return [(n + a, n + b) for a, b in directions], names["a"] + n, n in odd, directions[n % 2], list(names)


@constants(SMALL)
def constants_inside_changed(n):
    names = {"a": 1}
    odd = {1, 3}
    found = [1, 2]
    names["b"] = n
    odd.add(n)
    found.append(n)
    return names, odd, found


# Variables of several kinds.

kinds_of_variables = Table()


@kinds_of_variables(INTS)
def int_or_none(n):
    found = None
    for i in range(5):
        if i * i == n:
            found = i
    return found, found is None, -1 if found is None else found + 1


@kinds_of_variables(INTS)
def int_or_tuple(n):
    x = n
    if n > 2:
        x = (n, n + 1)
    return x, isinstance(x, tuple), x == n, x == (3, 4)


@kinds_of_variables(INTS)
def int_or_text(n):
    x = "many" if n > 3 else n
    return x, x == "many", x == 2, isinstance(x, str), [x, x], (x, 1), {"k": x}


@kinds_of_variables(INTS)
def changes_in_a_loop(n):
    x = 0
    for i in range(3):
        x = (n, i) if n > 5 and i == 2 else i + n
    return x


@kinds_of_variables(INTS)
def int_becomes_float(n):
    x = 0
    for i in range(3):
        x = x / 2 + n
    y = 1
    y = y * 0.5
    return x, y


@kinds_of_variables(TUPLES)
def none_becomes_tuple(t):
    best = None
    for i, x in enumerate(t):
        if best is None or x > best[0]:
            best = (x, i)
    return best


@kinds_of_variables(TUPLES)
def none_becomes_list(t):
    found = None
    for x in t:
        if found is None:
            found = []
        found.append(x)
    return found, found is None, len(found) if found else 0


@kinds_of_variables(TUPLES)
def none_becomes_text(t):
    s = None
    for x in t:
        s = str(x) if s is None else s + str(x)
    return s, s or "empty"


@kinds_of_variables(INTS)
def attribute_of_none(n):
    x = None if n > 3 else "abc"
    return x.upper()


@kinds_of_variables(INTS)
def item_of_none(n):
    x = None if n > 3 else (1, 2, 3)
    return x[1]


@kinds_of_variables(INTS)
def arithmetic_of_none(n):
    x = None if n > 3 else 2
    return x + n


@kinds_of_variables(INTS)
def loop_over_none(n):
    x = None if n > 3 else (1, 2, 3)
    return [y for y in x]


@kinds_of_variables(INTS)
def always_none(n):
    x = None
    for _ in range(n):
        x = None
    try:
        return x[0]
    except TypeError:
        pass
    try:
        return x + 1
    except TypeError:
        pass
    try:
        return x.upper()
    except AttributeError:
        return x is None


@kinds_of_variables(INTS)
def length_of_none(n):
    x = None if n > 3 else (1, 2, 3)
    return len(x)


@kinds_of_variables([None, (1, 2), (3, 4)])
def optional_tuples(p):
    if p is None:
        return -1
    a, b = p
    return a + b, p == (1, 2), p in ((1, 2), None)


@kinds_of_variables([None, "abc", "x"], [None, "abc"])
def optional_texts(a, b):
    return a == b, a is None, a or "?", (a or "") + (b or ""), a in (None, "x"), [a, b], (a, b)


@kinds_of_variables([1, (1, 2), "a", None], [1, (1, 2), "b", None])
def unions(a, b):
    return a == b, a is None, isinstance(a, int), [a, b], a in (1, "a"), a != b, (a, b) == (1, 1), a in [b]


@kinds_of_variables([1, (1, 2), "abc"])
def unions_used(a):
    if isinstance(a, int):
        return a + 1
    if isinstance(a, str):
        return a[0]
    return a[1]


@kinds_of_variables([1, (1, 2), "abc"])
def unions_misused(a):
    return a + 1


@kinds_of_variables(INTS)
def reused_names(n):
    board = [n, 1, 2]
    board[0] += 1
    board = tuple(board)
    board = str(board[0])
    return board


@kinds_of_variables(INTS, INTS)
def values_across_branches(a, b):
    if a > b:
        x, y = a, None
    elif a == b:
        x, y = None, (a, b)
    else:
        x, y = 2.5, (b, a)
    return x, y


def maybe_found(t, x):
    for i, y in enumerate(t):
        if y == x:
            return i
    return None


@kinds_of_variables(TUPLES, SMALL)
def results_that_may_be_none(t, x):
    i = maybe_found(t, x)
    j = maybe_found(t, 100)
    if i is not None and j is None:
        return t[i]
    return i, j


@kinds_of_variables(INTS)
def bool_or_none(n):
    won = None
    if n > 3:
        won = True
    elif n < 0:
        won = False
    return won, won is True, won is None, not won, won == False  # noqa: E712


# itertools.

tools = Table()


@tools(TUPLES, [(1, 2), (0, 5)])
def product(t, p):
    return (
        list(itertools.product(t, p)),
        list(itertools.product(p, repeat=2)),
        list(itertools.product(range(2), "ab", p)),
        sum(1 for _ in itertools.product(t, t)),
    )


@tools(TUPLES)
def arrangements(t):
    return (
        list(itertools.combinations(t, 2)),
        list(itertools.permutations(t, 2)),
        list(itertools.combinations_with_replacement(t, 2)),
        list(itertools.combinations(t, 3)),
        list(itertools.combinations(range(4), 2)),
    )


@tools([(1, 2, 3), (3, 3, 1)])
def all_permutations(t):
    return list(itertools.permutations(t)), len(list(itertools.permutations(t)))


@tools(TUPLES, TUPLES)
def chained(a, b):
    return (
        list(itertools.chain(a, b)),
        list(itertools.chain.from_iterable([a, b, a])),
        sum(itertools.chain(a, [1], b)),
        [x for x in itertools.chain(a, range(2))],
    )


@tools(TUPLES)
def pairs(t):
    return (
        list(itertools.pairwise(t)),
        [b - a for a, b in itertools.pairwise(t)],
        all(a < b for a, b in itertools.pairwise(t)),
    )


@tools(TUPLES)
def accumulated(t):
    return (
        list(itertools.accumulate(t)),
        list(itertools.accumulate(t, max)),
        list(itertools.accumulate(t, lambda a, b: a * 2 + b, initial=1)),
    )


@tools(TEXTS)
def grouped(s):
    return (
        [(k, len(list(g))) for k, g in itertools.groupby(s)],
        [k for k, g in itertools.groupby(s, key=lambda c: c < "b")],
        max((len(list(g)) for k, g in itertools.groupby(s)), default=0),
    )


@tools(TUPLES, [0, 1, 3])
def sliced(t, n):
    return (
        list(itertools.islice(t, n)),
        list(itertools.islice(t, 1, 4)),
        list(itertools.islice(t, n, None)),
        list(itertools.islice(itertools.count(n), 3)),
        list(itertools.repeat(n, 2)),
    )


@tools(TUPLES)
def taken_while(t):
    return (
        list(itertools.takewhile(lambda x: x < 5, t)),
        list(itertools.dropwhile(lambda x: x < 5, t)),
        list(itertools.filterfalse(lambda x: x > 1, t)),
        list(itertools.starmap(lambda a, b: a + b, zip(t, t))),
        list(itertools.compress(t, [1, 0, 1])),
    )


@tools(TUPLES, TUPLES)
def zipped_longest(a, b):
    return list(itertools.zip_longest(a, b, fillvalue=0)), list(itertools.zip_longest(a, b))


@tools(SMALL)
def counted_up(n):
    found = []
    for i in itertools.count(n, 2):
        if i > 9:
            break
        found.append(i)
    return found, [x for x, _ in zip(itertools.count(), range(n))], [x for x, _ in zip(itertools.cycle("ab"), range(n))]


@tools(SMALL, BOOLS)
def numbers_without_end(n, down):
    found = []
    for j in itertools.count(10 + n, -2 if down else 3):
        if not 0 <= j < 20:
            break
        found.append(j)
    numbers = itertools.count(n)
    first = next(numbers)
    for j in numbers:
        if j > n + 2:
            break
    turns = itertools.cycle("ab")
    return (
        found, first, j, next(numbers), [next(turns) for _ in range(n)], next(turns),
        list(zip(itertools.count(n, 2), "abc")), list(zip(itertools.repeat(n), "ab")), dict(zip("abc", itertools.count())),
        list(map(operator.add, range(n), itertools.count(1))), next(k for k in itertools.count() if k * k > n),
    )  # fmt: skip


# NumPy.

arrays = Table()
GRIDS = [np.arange(6).reshape(2, 3), np.array([[0, -1, 2], [3, 0, -5]]), np.zeros((2, 3), int)]
SQUARES = [np.arange(9).reshape(3, 3), np.array([[1, 0, 0], [0, 1, 2], [0, 0, 1]])]
ROWS = [np.array([3, 1, 2, 0]), np.array([0, 0, 0, 0]), np.array([-1, 5, -1, 5])]
BYTES = [np.array([1, 2, 250], np.uint8), np.array([0, 255, 128], np.uint8)]
REALS = [np.array([0.5, -1.5, 2.0]), np.array([0.0, 3.25, -7.5])]


@arrays(GRIDS, ANY, ANY)
def elements(g, i, j):
    return int(g[i, j]), int(g[i][j])


@arrays(GRIDS, [0, 1, -1, 2])
def rows(g, i):
    return g[i], g[i].sum(), g[i, 1:], g[i][::-1]


@arrays(GRIDS, [0, 1, -1, 2, 3])
def columns(g, j):
    return g[:, j], g[:, j].sum(), g.T[j]


@arrays(GRIDS)
def blocks(g):
    return g[:, 1:], g[1:, :2], g[::-1], g[:, ::-1], g[:1], g[-1]


@arrays(GRIDS, SMALL)
def elementwise(g, n):
    return (
        g + n,
        g * 2,
        n - g,
        g + g,
        g == n,
        g > n,
        -g,
        g % 3,
        g // 2,
        abs(g),
        (g > 0) & (g < n),
        ~(g > 0),
        (g > n) | (g == 0),
        g != 0,
    )


@arrays(GRIDS, [1, 2])
def elementwise_division(g, n):
    return g / n, (g + 1) / 2


@arrays(GRIDS)
def totals(g):
    return (
        int(g.sum()),
        int(g.max()),
        int(g.min()),
        bool(g.any()),
        bool(g.all()),
        int(np.sum(g)),
        int(g.argmax()),
        int(g.argmin()),
        float(g.mean()),
        int(np.count_nonzero(g)),
        g.size,
        g.shape,
        g.ndim,
        len(g),
    )


@arrays(GRIDS)
def totals_along(g):
    return (
        g.sum(axis=0),
        g.sum(axis=1),
        g.max(axis=0),
        g.min(axis=1),
        (g > 0).any(axis=0),
        (g > 0).all(axis=1),
        g.sum(0),
        np.sum(g, axis=-1),
        g.argmax(axis=1),
        g.argmax(axis=0),
    )


@arrays(GRIDS)
def copies_and_views(g):
    a = g.copy()
    b = a
    c = a[0]
    b[0, 0] = 50
    c[1] = 60
    d = a.copy()
    d[1, 1] = 70
    return g, a, c, d


@arrays(GRIDS)
def reshaped_arrays_are_views(g):
    a = g.copy()
    r = a.reshape(3, 2)
    r[0, 0] = 55
    f = a.ravel()
    f[3] = 44
    k = a.flatten()
    k[0] = 1
    return a


@arrays(GRIDS, SMALL)
def assigned(g, n):
    a = g.copy()
    a[0] = n
    a[1, 1] += 5
    a[:, 2] = 9
    a[1, :2] = 8
    b = g.copy()
    b[b > 0] = n
    b += 1
    b[0] *= 2
    c = np.zeros((2, 2), dtype=int)
    c[0, 0] = n
    c[1] = [1, 2]
    c[:, 0] += 1
    return a, b, c


@arrays(GRIDS)
def reshaped(g):
    return (
        g.reshape(3, 2),
        g.reshape(-1),
        g.reshape((6,)),
        g.reshape(3, -1),
        g.ravel(),
        g.flatten(),
        g.T,
        g.tolist(),
        np.transpose(g),
    )


@arrays(SQUARES)
def squares(g):
    return g.diagonal(), np.diag(g), np.fliplr(g), np.flipud(g), np.fliplr(g).diagonal(), int(np.trace(g)), g.T


@arrays(GRIDS, SMALL)
def where(g, n):
    return np.where(g > n, 1, 0), np.where(g == 0, g + 1, g), [(int(i), int(j)) for i, j in np.argwhere(g == 0)]


@arrays(ROWS)
def rows_of_numbers(r):
    return [int(i) for i in np.where(r == 0)[0]], r[1:3], r[::-1], sorted(r.tolist()), np.sort(r)


@arrays(ROWS)
def rows_looped(r):
    total = 0
    for i, x in enumerate(r):
        total += int(x) * i
    return total, [int(x) for x in r], tuple(r.tolist()), 3 in r, list(map(int, r)), int(sum(r)), int(max(r))


@arrays(BYTES, [1, 2])
def bytes_wrap(b, n):
    return b + n, b * 2, b.sum(), b.max(), b - 3, b >> 1, int(b[0]) - 300, b.astype(np.int64) * 2


@arrays(REALS)
def reals(r):
    return r * 2, r + 1, r / 4, r.sum(), r.max(), abs(r), r > 0, -r, r.astype(int)


@arrays(SMALL)
def made(n):
    return (
        np.zeros(3),
        np.ones((2, 2), int),
        np.full((2, 2), n),
        np.array([n, 1, 2]),
        np.array([[n, 1], [2, 3]]),
        np.zeros(3, bool),
        np.array((1.5, n)),
    )


@arrays(SQUARES, SQUARES)
def compared(a, b):
    return np.array_equal(a, b), bool((a == b).all()), (a == b).sum(), np.array_equal(a, a.T)


@arrays(GRIDS, ANY, ANY)
def parts_whose_ends_are_not_constant(g, i, k):
    after = g.copy()
    after[i:k, 1] = 7
    after[1, i:k] = 8
    after[i:k, k:] = 9
    return (
        g[0][i:k].sum(), (g[1][i:k] == 1).all(), np.any(g[1, i:k] == 2), np.count_nonzero(g[i:k, 1]), g[i:k, i:k].sum(),
        (g[i:k, i:k] == 0).sum(), [int(x) for x in g[i:k, 1]], g[i:k, 1].tolist(), len(g[i:k, 1]), (g[i:k, 0] * 2).tolist(),
        (g[i:k, 0] + g[i:k, 1]).sum(), np.array_equal(g[0, i:k], g[1, i:k]), np.array_equal(g[0, i:], g[1, :k]), after,
        g[max(0, i - 1) : i + 2, max(0, k - 1) : k + 2].sum(), (g[i:k] == 1).ravel().tolist(),
    )  # fmt: skip


@arrays(GRIDS, ANY)
def diagonals(g, k):
    return (
        np.diag(g, k).tolist(), np.diag(g, -1).tolist(), g.diagonal(1).tolist(), g.diagonal(offset=k).sum(),
        np.diag(np.fliplr(g), k=k).tolist(), (np.diag(g, k) == 1).all(), np.diag(g).tolist(),
    )  # fmt: skip


# Side effects, in order.

effects = Table()


def logged(log, x):
    log.append(x)
    return x


@effects(INTS)
def operands_from_left_to_right(n):
    log = []
    a = logged(log, n) + logged(log, 2) * logged(log, 3)
    b = (logged(log, 4), logged(log, 5))
    c = [logged(log, 6), logged(log, 7)]
    d = {logged(log, 8): logged(log, 9)}
    e = with_defaults(logged(log, 1), c=logged(log, 2), b=logged(log, 3))
    f = logged(log, 1) < logged(log, n) < logged(log, 100)
    g = logged(log, 10) if logged(log, n) > 0 else logged(log, 11)
    return log, a, b, c, d, e, f, g


@effects(TUPLES)
def assignments_from_right_to_left(t):
    log = []
    found = [0] * 3
    found[logged(log, 1)] = logged(log, 2)
    found[logged(log, 0)] += logged(log, 5)
    i = 0
    i, found[i] = 2, 9
    return log, found, i


@effects([(1, 2, 3), (4, 5, 6)])
def values_kept_across_changes(t):
    found = [t, (0, 0, 0)]
    a = found[0]
    b, c = found
    pair = (found[0], found[1])
    d = {1: found[0]}
    found[0] = (7, 7, 7)
    found[1] = (8, 8, 8)
    found.append(a)
    return a, b, c, pair, d, found


@effects([(1, 2, 3), (4, 5, 6)])
def loop_items_kept_across_changes(t):
    found = [t, (0, 0, 0), t]
    seen = []
    best = None
    for x in found:
        found[0] = (9, 9, 9)
        found[2] = (8, 8, 8)
        seen.append(x)
        if best is None:
            best = x
    return found, seen, best


@effects([(1, 2, 3), (4, 5, 6)])
def values_of_dicts_kept_across_changes(t):
    d = {1: t, 2: t}
    a = d[1]
    for k, v in d.items():
        d[1] = (0, 0, 0)
        d[k] = (5, 5, 5)
        a = max(a, v)
    e = d.get(2)
    d[2] = (1, 1, 1)
    f = [v for v in d.values()]
    d[1] = (2, 2, 2)
    return a, e, f, d


@effects([(1, 2, 3), (4, 5, 6)])
def best_kept_across_changes(t):
    found = [t, (0, 9, 9)]
    best = max(found)
    least = min(found, key=lambda x: x[1])
    first = next(x for x in found if x)
    found[0] = (0, 0, 0)
    found[1] = (0, 0, 1)
    return best, least, first


@effects(TUPLES)
def unpacked_swaps(t):
    a = list(t) + [1, 2, 3]
    a[0], a[1], a[2] = a[2], a[0], a[1]
    i, j = 0, 1
    a[i], a[j] = a[j], a[i]
    i, a[i] = 1, 50
    return a


@effects([((1, 2, 3), (4, 5, 6)), ((7, 8, 9), (1, 1, 1))])
def rows_swapped(t):
    a = list(t)
    a[0], a[1] = a[1], a[0]
    b = [t[0], t[1]]
    x = b[0]
    b[0] = b[1]
    b[1] = x
    return a, b


@effects(SMALL)
def many_temporaries(n):
    total = 0
    for i in range(300):
        row = [j for j in range(n)]
        text = "".join(str(j) for j in row)
        total += len(text) + len({j % 2 for j in row})
    return total


# What drafts of games with cards, dice, words and graphs use.


class Way(enum.IntEnum):
    LEFT = -1
    STAY = 0
    RIGHT = 1

    @property
    def opposite(self):
        return Way(-self)


class Door(enum.Flag):
    NORTH = enum.auto()
    EAST = enum.auto()
    SOUTH = enum.auto()


class Hue(str, enum.Enum):
    WHITE = "white"
    BLACK = "black"
    GREEN = "green"


class Size(enum.Enum):
    LARGE = 3
    MIDDLE = 2
    SMALL = 1

    def __lt__(self, other):
        return self.value < other.value

    def __neg__(self):
        return Size(4 - self.value)


@functools.total_ordering
class Rank(enum.Enum):
    ACE = "A"
    KING = "K"
    TWO = "2"

    def __lt__(self, other):
        return "2KA".index(self.value) < "2KA".index(other.value)


@dataclass(frozen=True)
class Runner:
    name: str
    speed: int

    def __lt__(self, other):
        return self.speed < other.speed


class Entry(NamedTuple):
    name: str
    speed: int

    def __lt__(self, other):
        return self.speed < other.speed


@dataclass(frozen=True, order=True)
class Task:
    due: int
    name: str = field(compare=False)


class Bank(NamedTuple):
    gold: int
    silver: int

    def __add__(self, other):
        return Bank(*(a + b for a, b in zip(self, other)))

    def less(self, other):
        return Bank(*[a - b for a, b in zip(self, other)])


@dataclass(frozen=True)
class Tickets:
    taxi: int = 3
    bus: int = 1

    def __getitem__(self, kind):
        return getattr(self, kind)

    def use(self, kind):
        return replace(self, **{kind: self[kind] - 1})


@dataclass(frozen=True)
class Meant:
    place: str
    dice: tuple[int, ...] = ()
    note: str | None = None


def price(amount, *, fixed=1, each=2):
    return fixed + each * amount


@functools.cache
def nimber(heap):
    """What Kayles is worth; without remembered answers it takes for ever."""
    after = {nimber(a) ^ nimber(heap - take - a) for take in (1, 2) for a in range(heap - take + 1)}
    return next(value for value in itertools.count() if value not in after)


@functools.lru_cache(maxsize=None)
def wins(heaps):
    for at, heap in enumerate(heaps):
        for take in range(1, heap + 1):
            if not wins(tuple(sorted(heaps[:at] + (heap - take,) + heaps[at + 1 :]))):
                return True
    return False


@functools.cache
def share(name, part=0.5, *, least=None):
    return None if len(name) > 5 else (len(name) * part, name > "b", least)


@functools.cache
def cross_sum(n):
    return n if n < 10 else n % 10 + cross_sum(n // 10)


PRICES = [price, functools.partial(price, each=3), functools.partial(price, fixed=0)]
MINUTES = {"A": 4, "B": 2, "C": 9}


@records(list(Way))
def int_enums_below_zero(way):
    return way.opposite, way + 1, -way, abs(way), (10, 20, 30)[way], way.name, bool(way), way < Way.RIGHT


@records([Door.NORTH, Door.EAST, Door.NORTH | Door.SOUTH, Door(0)])
def flags(door):
    return (
        door | Door.EAST, door & Door.NORTH, door ^ Door.NORTH, ~door, Door.NORTH in door, bool(door), not door,
        door == Door.EAST, door.value, door & (Door.NORTH | Door.SOUTH) == Door.SOUTH, Door(3),
    )  # fmt: skip


@records(list(Hue))
def text_enums_as_texts(hue):
    return hue + "!", "the " + hue, hue == "white", len(hue), hue.upper(), hue.startswith("b"), sorted([hue, Hue.WHITE])


@records(list(Hue), list(Hue))
def text_enums_in_order(a, b):
    return a < b, sorted([a, b]), max(a, b), sorted([(a, 1), (b, 0)])


@records(list(Size), list(Size))
def enums_with_an_order(a, b):
    return a < b, sorted([a, b, Size.MIDDLE]), min(a, b), sorted([(a, 1), (b, 0)]), -a, max([a, b])


@records(list(Rank), list(Rank))
def total_orders(a, b):
    return a < b, a <= b, a > b, a >= b, sorted([a, b, Rank.KING], reverse=True), max(a, b)


@records(SMALL)
def records_with_an_order(n):
    runners = [Runner("a", 3), Runner("b", 1), Runner("c", n)]
    entries = [Entry("a", 3), Entry("b", 1), Entry("c", n)]
    return (
        [each.name for each in sorted(runners)], max(runners).name, min(runners).name,
        [each.name for each in sorted(entries)], max(entries).name, min(entries).name,
    )  # fmt: skip


@records(SMALL)
def fields_left_out(n):
    one, two = Task(n, "a"), Task(2, "b")
    return one == two, one < two, one <= two, [t.name for t in sorted([two, one])], one in [two], len({one, two})


@records(SMALL, SMALL)
def records_of_generators(a, b):
    bank = Bank(a, b) + Bank(b, 1)
    return bank, bank.less((1, 2)), Bank._make([b, a]), bank._asdict()["gold"], Bank(*[a, b])


@records(["taxi", "bus", "tram"])
def fields_by_name(kind):
    tickets = Tickets()
    return (
        tickets[kind],
        tickets.use(kind),
        getattr(tickets, kind, 0),
        getattr(tickets, "tram", 5),
        hasattr(tickets, "bus"),
    )


@records(SMALL)
def records_taken_to_pieces(n):
    return astuple(Tickets(n)), astuple(Tickets(n, 2)) == (1, 2), asdict(Tickets(bus=n))["bus"], astuple(Runner("x", n))


@records(SMALL, list(Size))
def sorted_by_getters(n, size):
    cells = [Point(2, n), Point(1, 5), Point(n, 0)]
    return (
        sorted(cells, key=operator.attrgetter("x", "y")), sorted(cells, key=operator.itemgetter(1, 0)),
        max(cells, key=operator.attrgetter("y")).x, list(map(operator.methodcaller("bit_length"), (n, 8))), Size[size.name],
    )  # fmt: skip


@kinds_of_variables(SMALL)
def fields_of_what_is_meant(n):
    action = "left" if n < 2 else (n, 1) if n < 4 else (n, "x")
    found = Meant("here")
    if isinstance(action, tuple) and n < 4:
        found = replace(found, dice=tuple(sorted(found.dice + action)))
    elif isinstance(action, str):
        found = Meant(action, (n,))
    return found


@kinds_of_variables(SMALL)
def kinds_left_by_a_branch_that_returns(n):
    move = Size.SMALL if n == 0 else "abc" if n < 3 else n
    if isinstance(move, Size):
        if n > 1:
            return "never"
        else:
            return move.name
    if isinstance(move, str):
        return move.upper()
    return move + 1


@kinds_of_variables(SMALL, SMALL)
def orders_between_kinds(a, b):
    pair = [x if x > 2 else str(x) for x in (a, b)]
    return sorted(pair)


@functions(SMALL)
def named_arguments_in_dictionaries(n):
    def f(a=1, b=2, c=3):
        return a * 100 + b * 10 + c

    key = "a" if n > 2 else "c"
    return [f(**given) for given in (dict(a=n), {"b": n}, {"a": n, "c": n})], f(**{key: n}), f(4, **dict(c=n))


@functions(SMALL)
def named_arguments_of_no_parameter(n):
    def f(a=1, b=2):
        return a + b

    return f(**{"a" if n else "z": n})


@functions(SMALL)
def any_named_arguments(n):
    def f(x, *rest, k=1, **more):
        return x + sum(rest) * k, sorted(more.items())

    key = "p" if n > 2 else "q"
    return f(n), f(n, 1, 2), f(n, 1, k=3), f(n, z=n), f(*[n, 2], **{"k": 2}), f(n, **{key: n})


@functions(TUPLES)
def starred_arguments_of_any_number(t):
    def f(a, b):
        return a * 10 + b

    def g(a, *rest):
        return a, len(rest), sum(rest)

    return g(*list(t)) if t else 0, f(*[x for x in t])


@functions(TUPLES)
def functions_beside_values(t):
    return (
        [f(x) for f, x in zip(PRICES, t)], [f(i) for i, f in enumerate(PRICES)], sum(f(1) for f in PRICES),
        [x * y for x, y in zip((), t)],
    )  # fmt: skip


@functions(["ABC", "CAB", "BBX", ""])
def methods_of_tables(s):
    known = [c for c in s if c in MINUTES]
    return (
        sorted(known, key=MINUTES.__getitem__), sum(map(MINUTES.__getitem__, known)), list(filter("AB".__contains__, s)),
        sorted(range(len(s)), key=s.__getitem__),
    )  # fmt: skip


@functions([0, 1, 5, 12, 30])
def remembered_answers(n):
    @functools.cache
    def ways(left, coin):
        if left == 0 or coin == 0:
            return int(left == 0)
        return sum(ways(left - k * coin, coin - 1) for k in range(left // coin + 1))

    return [nimber(heap) for heap in range(n)], ways(n, 12)


@functions([(), (1,), (3, 4, 5, 6), (5, 5, 5), (1, 2, 3, 4, 5)])
def remembered_by_tuples(t):
    return wins(t), wins(t[:2]), wins(tuple(sorted(t)))


@functions(TEXTS, [0.5, 2.0], MAYBE)
def remembered_by_anything(s, x, m):
    return share(s), share(s, x), share(s, part=x, least=m), share("b", least=m)


@functions(INTS)
def remembered_and_forgotten(n):
    return sum(cross_sum(k) for k in range(abs(n), abs(n) + 20_000)), cross_sum(abs(n))


@tools(SMALL)
def iterators_without_end(n):
    numbers, signs = itertools.count(n), itertools.cycle("ab")
    a, b = next(numbers), next(numbers)
    return a, b, [(next(numbers), next(signs)) for _ in range(3)], next(signs), list(zip("xy", numbers))


@tools(TUPLES)
def one_iterator_twice(t):
    it = iter(t)
    pairs = list(zip(it, it))
    one, two = itertools.tee(t)
    next(two, None)
    return pairs, list(zip(one, two))


@tools(SMALL)
def products_of_any_width(n):
    return [sum(roll) for roll in itertools.product(range(1, 4), repeat=n)], list(itertools.product("ab", repeat=n))


@tools([t for t in TUPLES if t])
def statistics_of_items(t):
    return statistics.mean(t), statistics.median(t), statistics.mode(t), statistics.fmean(t), statistics.median_low(t)


@arithmetic(TUPLES)
def exact_sums(t):
    return math.fsum([0.1] * 10), math.fsum(x * 0.1 for x in t), math.fsum([1e16, 1.0, -1e16])


@arithmetic([0.0, 0.9999999999999999, 2.0, 1e200], [0.5, 2.0, -1.0, 3.0])
def powers_as_rounded(a, b):
    return a**b, a**2, a**0.5


@arithmetic(SMALL, SMALL)
def distances(a, b):
    return (
        round(math.hypot(a, b, 2), 9),
        math.hypot(a),
        math.radians(a),
        math.degrees(b),
        math.isclose(a, b),
        math.fabs(-a),
    )


@arithmetic([15, 25, -25, 349, 2], [-2, -1, 0, 1])
def ints_rounded(n, places):
    return round(n, places)


@arithmetic([0.125, 2.675, -1.5], SMALL)
def rounded_to_any_digit(x, places):
    return round(x, places)


@dicts(TEXTS)
def ordered_dicts(s):
    counts = OrderedDict()
    for sign in s:
        counts[sign] = counts.get(sign, 0) + 1
    if s:
        counts.move_to_end(s[0])
    first = counts.popitem(last=False) if counts else None
    return list(counts.items()), first, list(reversed(counts))


@dicts(TEXTS)
def popped_from_an_empty_dict(s):
    counts = {sign: 1 for sign in s}
    try:
        return counts.popitem()
    except KeyError:
        return None


@dicts(TEXTS)
def counters_with_signs(s):
    counts = Counter(s)
    counts.subtract("ab")
    return (
        sorted((+counts).items()),
        sorted((-counts).items()),
        Counter(s) <= Counter("abcabc"),
        Counter("a") < Counter(s),
    )


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


@builtin(TUPLES)
def largest_of_a_number_and_items(t):
    return max(0, *t), min(*t, 0, 1)


@lists(SMALL)
def steps_deleted(n):
    numbers = list(range(8))
    del numbers[n::2]
    return numbers


@lists(TUPLES)
def deques_of_limited_length(t):
    last = deque(t, maxlen=3)
    last.appendleft(9)
    last.rotate(-1)
    return list(last), last.maxlen


@pytest.mark.parametrize("case", arithmetic, ids=str)
def test_arithmetic_is_that_of_python(case):
    case.check()


@pytest.mark.parametrize("case", comparisons, ids=str)
def test_comparisons_and_truth_are_those_of_python(case):
    case.check()


@pytest.mark.parametrize("case", control, ids=str)
def test_loops_branches_and_exceptions_go_where_python_goes(case):
    case.check()


@pytest.mark.parametrize("case", functions, ids=str)
def test_functions_see_and_give_what_they_do_in_python(case):
    case.check()


@pytest.mark.parametrize("case", comprehensions, ids=str)
def test_comprehensions_collect_what_python_collects(case):
    case.check()


@pytest.mark.parametrize("case", builtin, ids=str)
def test_builtins_give_what_python_gives(case):
    case.check()


@pytest.mark.parametrize("case", sequences, ids=str)
def test_sequences_behave_as_in_python(case):
    case.check()


@pytest.mark.parametrize("case", lists, ids=str)
def test_lists_change_as_in_python(case):
    case.check()


@pytest.mark.parametrize("case", sets, ids=str)
def test_sets_behave_as_in_python(case):
    case.check()


@pytest.mark.parametrize("case", dicts, ids=str)
def test_dictionaries_behave_as_in_python(case):
    case.check()


@pytest.mark.parametrize("case", texts, ids=str)
def test_strings_behave_as_in_python(case):
    case.check()


@pytest.mark.parametrize("case", matches, ids=str)
def test_match_takes_the_case_python_takes(case):
    case.check()


@pytest.mark.parametrize("case", records, ids=str)
def test_enumerations_and_records_behave_as_in_python(case):
    case.check()


@pytest.mark.parametrize("case", constants, ids=str)
def test_constants_of_a_module_are_what_they_are_in_python(case):
    case.check()


@pytest.mark.parametrize("case", kinds_of_variables, ids=str)
def test_a_variable_may_hold_values_of_several_kinds(case):
    case.check()


@pytest.mark.parametrize("case", tools, ids=str)
def test_itertools_give_what_python_gives(case):
    case.check()


@pytest.mark.parametrize("case", arrays, ids=str)
def test_arrays_behave_as_in_numpy(case):
    case.check()


def column_changed(g):
    column = g[:, 1]
    column[0] = 9
    return g


def transposed_changed(g):
    g.T[0, 0] = 9
    return g


def stepped_changed(g):
    g[::-1][0, 0] = 9
    return g


@pytest.mark.parametrize("function", [column_changed, transposed_changed, stepped_changed])
def test_a_change_of_a_view_is_refused_since_it_would_be_lost(function):
    with pytest.raises(Unsupported, match="view"):
        compiled(function, GRIDS[0])


def literal_changed(n):
    table = CORNERS
    table.add(n)
    return table


def constant_set_changed(n):
    s = ODD
    s |= {n}
    return s


@pytest.mark.parametrize("function", [literal_changed, constant_set_changed])
def test_a_change_of_a_constant_set_is_refused(function):
    with pytest.raises(Unsupported):
        compiled(function, 1)


@pytest.mark.parametrize("case", choices, ids=str)
def test_names_mean_what_branches_made_of_them(case):
    case.check()


@pytest.mark.parametrize("case", objects, ids=str)
def test_objects_change_as_in_python(case):
    case.check()


@pytest.mark.parametrize("case", effects, ids=str)
def test_side_effects_happen_in_the_order_of_python(case):
    case.check()


# What a call gives, by place and by name.

calls = Table()


@calls([0.0, 1.26, -2.5, 1e10])
def numbers_by_name(x):
    return round(x, ndigits=1), round(number=x), round(x, None), round(ndigits=0, number=x)


@calls([0, 3, 4, -7], [2, 5, -3])
def powers_by_name(a, m):
    return pow(a, 3, mod=m), pow(base=a, exp=2), pow(a, 2, None), pow(exp=5, base=a, mod=m)


@calls([3, 10, -4], [7, 11, -7, 2**61 - 1, 10**12 + 39], [-2, -1, 0, 5, 10**9])
def powers_of_a_modulus(a, m, by):
    return pow(a, by, m)


@calls(["ff", "0x1F", "-a_b", "zz", "0b11", "", "_1"], [2, 10, 16, 36, 0, 1, 37, -1])
def ints_in_a_base(t, n):
    return int(t, base=n)


@calls(["0o17", "017", "12", "0x_f", "00", "٣٤", "-٥"])
def ints_in_other_scripts(t):
    return int(t, 0) if t[0] == "0" else int(t)


@calls(TUPLES, INTS)
def sums_by_name(t, n):
    return sum(t, start=n), sum(t, n), math.prod(t, start=n), math.prod((2, 3), start=n), math.prod((2, 3), start=10)


@calls(TUPLES)
def more_by_name(t):
    return (
        list(enumerate(t, start=3)),
        sorted(t, reverse=True, key=lambda x: -x),
        max(t, default=-1),
        min(t, key=None, default=5),
        list(itertools.accumulate(t, func=max, initial=1)),
        list(itertools.islice(itertools.count(step=2), 3)),
        list(itertools.permutations(t[:2], r=None)),
        list(itertools.combinations(iterable=t, r=2)),
        list(itertools.compress(data=t, selectors=(1, 0, 1))),
        list(itertools.repeat(object=1, times=2)),
        [list(g) for _, g in itertools.groupby(iterable=t, key=abs)],
        list(deque(maxlen=2, iterable=t)),
        heapq.nsmallest(2, t, key=abs),
        heapq.nlargest(n=-1, iterable=t),
        bisect.bisect_left(sorted(t), 2, lo=0, hi=None),
        bisect.bisect(sorted(t), x=2),
    )


@calls(["a,b,c", " x  y ", "", "aXbX"])
def strings_by_name(t):
    return t.split(sep=","), t.split(",", maxsplit=1), t.rsplit(maxsplit=1, sep="X"), t.splitlines(keepends=False)


@calls([0, 1, -3])
def dictionaries_by_name(n):
    a = dict(x=n, y=2)
    a.update(z=n)
    b = Counter("xy", x=n)
    b.update("x", y=n)
    b.subtract(x=1)
    c = defaultdict(int, {"a": 1}, b=n)
    return a, b, c, Counter("aab").most_common(n=1), Counter("aab").most_common(-1), Counter("ab").most_common(None)


@calls(SMALL)
def arrays_by_name(n):
    return (
        np.zeros(shape=(2, 2), dtype=int),
        np.full(fill_value=n, shape=2),
        np.array(object=(n, 1), dtype=float),
        np.ones((1, 2), int).sum(axis=1),
        np.roll((1, 2, n), axis=0, shift=1),
        np.array([[n, 1], [2, 3]]).mean(axis=0),
    )


def unknown_name(n):
    return sorted([n], cmp=None)


def no_argument(n):
    return len()


def too_many(n):
    return abs(n, 2)


def twice(n):
    return round(1.5, 1, ndigits=n)


def only_by_place(n):
    return [n].index(value=n)


def sums_of_kept_shape(n):
    return np.zeros((2, 2)).sum(axis=0, keepdims=True)


def reshaped_in_order(n):
    return np.reshape(np.zeros((2, 2)), (4,), order="F")


def split_of_three(n):
    return "a b".join([str(n)]).split(" ", 1, 2)


def strict_by_chance(n):
    return list(zip((1, 2), (3,), strict=n > 0))


def missing_keys(n):
    return {n: 1}.get()


def constant_table_without_a_key(n):
    return VALUES.get(default=n)


@pytest.mark.parametrize(
    "function",
    [
        unknown_name, no_argument, too_many, twice, only_by_place, sums_of_kept_shape, reshaped_in_order,
        split_of_three, strict_by_chance, missing_keys, constant_table_without_a_key,
    ],
)  # fmt: skip
def test_arguments_that_a_function_does_not_take_are_refused(function):
    with pytest.raises(Unsupported):
        compiled(function, 1)


@pytest.mark.parametrize("case", calls, ids=str)
def test_arguments_may_be_given_by_name(case):
    case.check()


# What numbers come to.

edges = Table()
LEAST, MOST = -(2**63), 2**63 - 1


@edges([0, -4, 6, 12, LEAST + 1, MOST], [-1, 0, 8, -6, LEAST + 1])
def divisors(a, b):
    return math.gcd(a), math.gcd(a, b, 4), math.gcd(), math.gcd(b)


@edges([0, 10, -4], [4, -6, 0])
def multiples(a, b):
    return math.lcm(a, b, 6), math.lcm(a), math.lcm(), math.lcm(a, b)


@edges([3_000_000_000, -6_000_000_000], [6_000_000_000, 4])
def multiples_of_large_numbers(a, b):
    return math.lcm(a, b)


@edges([1.0, 0.0, -3.5, math.inf, math.nan, 1e300, 1e-300], [2.0, -0.5, 1e299])
def lengths_of_vectors(x, y):
    return math.hypot(x, y, 2.0), math.hypot(x), math.hypot(), math.dist((x, y, 1.0), (0.5, 1.0, 2.0))


@edges([0.5, 0.1, 1e16, -1e16, math.inf, -math.inf, math.nan, 1e308], [0.1, 1.0, 1e-8, -math.inf, 1e308])
def sums_rounded_once(x, y):
    return math.fsum([x, y, -x, y]), math.fsum((x, y) * 5), math.fsum(z for z in (y, x))


@edges([0])
def exact_sums_of_constants(n):
    return math.fsum((0.1,) * 10) + n, math.fsum([])


@edges([0.0, 1.0, -1.0, 2.0, 800.0, -800.0, math.inf, -math.inf, math.nan])
def square_roots(x):
    return math.sqrt(x)


@edges([0.0, 1.0, -1.0, 2.0, 800.0, -800.0, math.inf, -math.inf, math.nan])
def logarithms_of_all(x):
    return math.log(x), math.log2(x), math.log10(x)


@edges([0.0, 1.0, -1.0, 2.0, math.inf], [0.0, 1.0, -1.0, 2.0, 10.0])
def logarithms_to_a_base(x, base):
    return math.log(x, base)


@edges([0.0, 1.0, -1.0, 800.0, -800.0, math.inf, -math.inf, math.nan])
def exponentials(x):
    return math.exp(x)


@edges([0.0, 1.0, 2.0, math.inf, math.nan])
def angles(x):
    return math.acos(x)


@edges([0.0, 1.0, math.inf, math.nan], [0.0, 2.0, math.inf, math.nan])
def remainders(x, y):
    return math.fmod(x, y)


@edges([0.0, -0.0, 2.0, -2.0, 1e200, math.inf, math.nan], [0.0, 3.0, -1.0, 2.0, -math.inf, math.inf, math.nan])
def powers_of_floats(x, y):
    return x**y


@edges([0.0, -0.0, 2.0, -2.0, 1e200, math.inf, math.nan], [0.0, 3.0, -1.0, 0.5, -math.inf, math.inf, math.nan])
def powers_of_the_module(x, y):
    return math.pow(x, y)


@edges([0, 1, 15, 16, 17, 2**52, 3037000499**2, 3037000499**2 - 1, MOST, 4503599761588225, 4503599761588224])
def whole_roots(n):
    return math.isqrt(n)


@edges([0, 1, -1, 255, LEAST, MOST, LEAST + 1])
def digits_of_edges(n):
    return hex(n), oct(n), bin(n), str(n), f"{n:x}", f"{n:o}"


@edges([LEAST, MOST, -1, 1], [-1, 1, 7, LEAST])
def edges_divided(a, b):
    return a % b, divmod(a, 7), a // 3


@edges([0, 1, 2, 3, 5, -1])
def counts_of_orders(n):
    return math.perm(n), math.perm(5, n), math.comb(5, n)


@edges([None, 0, 1, 2, -1], [None, 0, 2, -1], [None, 1, 2, 0, -1])
def steps_of_islice(a, b, c):
    return list(itertools.islice(range(5), a, b, c))


@edges([-1, 0, 2, 7])
def arrangements_of_so_many(n):
    return (
        list(itertools.permutations((1, 2), n)),
        list(itertools.combinations((1, 2), n)),
        list(itertools.repeat(1, n)),
    )


@edges([(), (3,), (1, 2, 2, 5)], [-2, -1, 0, 2, 9])
def places_between(t, n):
    return bisect.bisect_left(t, 2, 0, n), bisect.bisect_right(t, 2, n)


def of_strings(n):
    return sum(["a", "b"], "")


def test_sums_of_strings_are_refused():
    with pytest.raises(Unsupported):
        compiled(of_strings, 1)


@pytest.mark.parametrize("case", edges, ids=str)
def test_numbers_at_the_edges_are_those_of_python(case):
    case.check()


# Things with two names.

shared = Table()


@shared(SMALL)
def copied_lists(n):
    a = [[n], [n]]
    b, c = copy.copy(a), copy.deepcopy(a)
    b[0].append(1)
    c[1].append(2)
    b.append([5])
    return a, b, c


@shared(SMALL)
def copied_dictionaries(n):
    a = {1: [n], 2: [n]}
    b, c = copy.copy(a), copy.deepcopy(a)
    b[1].append(1)
    c[2].append(2)
    d = [{1: n}]
    e = copy.deepcopy(d)
    e[0][2] = 3
    return a, b, c, d, e


@shared(SMALL)
def copies_of_what_is_shared(n):
    row = [n]
    a = [row, row, [n]]
    b = copy.deepcopy(a)
    b[0].append(1)
    c = {1: row, 2: row}
    d = copy.deepcopy(c)
    d[2].append(7)
    return a, b, b[0] is b[1], b[0] is b[2], c, d


@shared(SMALL)
def copies_of_several_kinds(n):
    a = ([n], {n}, (n, [1]), None)
    b = copy.deepcopy(a)
    b[0].append(2)
    b[1].add(99)
    b[2][1].append(3)
    c = [[[n]], [[n]]]
    d = copy.deepcopy(c)
    d[0][0].append(1)
    e = copy.copy(deque([1, n]))
    e.appendleft(5)
    return a, b, c, d, list(e)


@shared(MAYBE)
def copies_of_what_may_be_missing(m):
    a = None if m is None else [[m]]
    b = copy.deepcopy(a)
    if b is not None:
        b[0].append(1)
    return a, b


@shared(GRIDS)
def copied_arrays(g):
    a = [g.copy(), g.copy()]
    b = copy.deepcopy(a)
    b[0][0, 0] = 9
    c = copy.copy(a)
    c[1][0, 0] = 7
    return a[0], a[1], b[0], c[1]


@shared(SMALL)
def items_changed_in_place(n):
    grid = [[n], [n]]
    row = grid[0]
    grid[0] += [1]
    grid[1] *= 2
    table = {1: row, 2: {n}}
    return grid, row, len(table)


@shared(SMALL)
def entries_changed_in_place(n):
    row = [n]
    table = {1: row}
    table[1] += (5, 6)
    sets = {1: {n}}
    one = sets[1]
    sets[1] |= {7}
    inner = {2: {n: 1}}
    two = inner[2]
    inner[2] |= {8: 2}
    counts = defaultdict(list)
    counts[n] += [1]
    counts[n] += [2]
    return row, table, one, sets, two, inner, counts


@shared(SMALL)
def names_changed_in_place(n):
    a = [n]
    b = a
    b *= 2
    c = {n: 1}
    d = c
    d |= {n + 1: 2}
    d |= [(50, 3)]
    e = Counter([n, n, 1])
    f = e
    f += Counter([1])
    f -= Counter([n])
    g = (n,)
    h = g
    h += (1,)
    h *= 2
    i = "a"
    j = i
    j += "b"
    return a, b, c, d, e, f, g, h, i, j


@shared(MAYBE)
def what_may_be_missing_changed_in_place(m):
    a = [1]
    b = None if m is None else a
    if b is not None:
        b += [m]
    return a, b


@shared(SMALL)
def rows_of_arrays_changed_in_place(n):
    rows = [np.array([n, 1]), np.array([2, 3])]
    first = rows[0]
    rows[0] += 5
    return first, rows[0], rows[1]


@shared(SMALL)
def classes_of_containers(n):
    a, b, c, d = [n], deque([n]), Counter([n]), {n: 1}
    e, f, g, h = {n}, frozenset([n]), defaultdict(int), deque([n], 3)
    return (
        [isinstance(a, k) for k in (list, object, tuple, deque)],
        [isinstance(b, k) for k in (list, object, deque)],
        [isinstance(c, k) for k in (Counter, dict, object, defaultdict)],
        [isinstance(d, k) for k in (Counter, dict, object, list)],
        [isinstance(e, k) for k in (set, frozenset, object)],
        [isinstance(f, k) for k in (set, frozenset, object)],
        [isinstance(g, k) for k in (dict, defaultdict, Counter)],
        [isinstance(h, k) for k in (list, deque)],
        isinstance((n,), object), isinstance(n, object), isinstance("a", (list, object)), a == b, b == deque([n]), b == h,
    )  # fmt: skip


@shared(SMALL)
def entries_taken_out(n):
    d = {n: 1}
    found = [d.popitem(), d.setdefault(5), d.setdefault(5, 3), d.setdefault(6, 3)]
    try:
        d.clear()
        d.popitem()
    except KeyError:
        found.append("empty")
    return found, d


@shared(SMALL)
def counts_taken_out(n):
    c = Counter([n])
    del c[n + 1]
    found = [c.pop(n + 1, -1), c.pop(n)]
    try:
        c.pop(n)
    except KeyError:
        found.append(-7)
    e = defaultdict(list)
    e[n].append(1)
    try:
        e.pop(n + 1)
    except KeyError:
        found.append(-8)
    return found, c, e


@shared([None, 0, 1, -1, 9], [None, 0, 2, -2, -9], [-1, -2, 1, 2])
def ends_that_may_be_missing(a, b, step):
    t = (1, 2, 3, 4)
    return t[a:b:-1], t[a:b:-2], t[a:b:step], [1, 2, 3][a:b:step], "abcd"[a:b:-1]


@shared([0, 1])
def some_of_chosen_tables(n):
    tables = ({1: 2}, {0: 5, 1: 7})
    return any(tables[n]), all(tables[n]), sorted(tables[n]), list(tables[n]), tuple(tables[n]), sum(tables[n])


@shared(["Straße", "É", "ǅ", "ﬁ", "ABC", "İ", ""])
def folded(t):
    return t.casefold()


def of_a_set(n):
    found = {n, n + 1}
    return found[0]


def slice_of_a_set(n):
    found = {n, n + 1}
    return found[1:]


def slice_of_a_deque(n):
    return deque([n])[1:]


def what_an_error_says(n):
    try:
        return [n][n]
    except IndexError as e:
        return str(e)


def left_of_a_list(n):
    return [n].popleft()


def constant_list_changed(n):
    found = LINES_AS_LISTS
    found += [n]
    return found


def item_of_a_constant_changed(n):
    found = GRID[n]
    found += [1]
    return found


LINES_AS_LISTS = [1, 2, 3]


@pytest.mark.parametrize(
    "function",
    [
        of_a_set, slice_of_a_set, slice_of_a_deque, what_an_error_says, left_of_a_list, constant_list_changed,
        item_of_a_constant_changed,
    ],
)  # fmt: skip
def test_what_python_does_not_have_or_compiled_rules_cannot_do_is_refused(function):
    with pytest.raises(Unsupported):
        compiled(function, 1)


@shared(SMALL)
def defaults_worked_out_once(n):
    def counted(x, seen=[]):
        seen.append(x)
        return len(seen)

    k = n
    later = lambda x=k: x + 1
    k = 50
    tens = []
    for i in range(3):
        ten = lambda i=i: i * 10
        tens.append(ten())
    prices = {1: 3, 2: 1, 3: n}
    return counted(n), counted(n), later(), later(2), k, tens, sorted([1, 2, 3], key=lambda x, w=prices: w[x])


@shared([3, 4])
def defaults_of_functions_that_call_themselves(n):
    def downwards(k, found=()):
        return found if k == 0 else downwards(k - 1, found + (k,))

    return downwards(n)


@shared([1, 2, 3, 9])
def sets_changed_while_looped_over(n):
    s = {1, 2, 3}
    for x in s:
        if x == n:
            s.add(55)
    return len(s)


@shared([1, 2, 3, 9])
def sets_that_stay_as_long(n):
    s = {1, 2, 3}
    for x in list(s):
        if x == n:
            s.discard(x)
    t = {1, 2, 3}
    for x in t:
        t.add(x)
    return s, t


@shared([1, 2, 3, 9])
def dictionaries_changed_while_looped_over(n):
    d = {1: 1, 2: 2, 3: 3}
    for k in d:
        d[k] += 1
        if k == n:
            d[99] = 1
    return d


@shared([1, 2, 3, 9])
def entries_changed_while_looped_over(n):
    d = {1: 1, 2: 2, 3: 3}
    for k, v in d.items():
        d[k] = v + 1
        if k == n:
            d.pop(3)
    return d


ODD_TEXTS = [
    "", "a", "Straße", "ǅungla", "ﬁn", "İI", "ΑΣ", "ΟΔΥΣΣΕΥΣ Σ.", "Σ", "aΣ1", "aΣ'b", "a\u0301b", "\x1c x\x85", "\u2028a\u2029b",
    "a\r\nb\rc\x0bd", "１２", "😀a", "\u200d", "o'neil mcX", "they're \"bill's\"", "ŉ", "ᾳ", "tab\t\\x", "\U000e0100\U0010ffff\xad",
]  # fmt: skip


@shared(ODD_TEXTS)
def odd_texts(t):
    return (
        t.upper(),
        t.lower(),
        t.swapcase(),
        t.casefold(),
        t.title(),
        t.capitalize(),
        t.splitlines(),
        repr(t),
        f"{t!a}",
    )


@shared([0.0, -0.0, 1.5, 2.675, -0.004, 1e15, 123456.789, 0.5, 1.005, math.inf, -math.inf, math.nan])
def odd_floats(x):
    return f"{x:.2f}", f"{x:8.1f}", f"{x:.0f}", "%.3f" % x


@pytest.mark.parametrize("case", shared, ids=str)
def test_things_with_two_names_change_as_in_python(case):
    case.check()


# Arrays, in all the ways that NumPy has.

numpy_ways = Table()


@numpy_ways(GRIDS, SMALL)
def rows_filled(g, n):
    a = g.copy()
    a[0] = [n]
    a[1] = (n, 1, 2)
    b = g.copy()
    b[:] = [n, 5, 6]
    c = g.copy()
    c[:, 1] = [n]
    c[:, :2] = [n, 8]
    d = g.copy()
    d[0] = g[1]
    d[:, 0] = np.array([7, n])
    e = g.copy()
    e[:] = ((n,), (9,))
    f = g.copy()
    f[0] = [x + n for x in range(3)]
    return a, b, c, d, e, f


@numpy_ways(GRIDS)
def parts_that_overlap(g):
    a = g.copy()
    a[0, 1:] = a[0, :-1]
    b = np.array([1, 2, 3, 4, 5])
    b[1:] = b[:-1]
    c = np.array([1, 2, 3, 4, 5])
    c[:-1] = c[1:]
    d = g.copy()
    d[:, 1:] = d[:, :-1]
    return a, b, c, d


@numpy_ways(GRIDS, [0, 1, 2, 3])
def lists_of_any_length(g, n):
    a = g.copy()
    a[0] = [5 for _ in range(n)]
    return a


@numpy_ways(GRIDS, SMALL)
def bools_and_numbers(g, n):
    m = g > n
    return m + 1, m * 2, m * n, m + 0.5, m + m, m * m, 1 - m, m & True, m | (g == 0), m ^ m, m.sum(), m + g, m == 1


@numpy_ways(GRIDS, SMALL)
def kinds_of_numbers(g, n):
    return (
        np.concatenate([g[0], [0.5]]),
        np.concatenate([g[0] > 0, [True]]),
        np.array([[n, 1.5], [2, 3]]),
        np.full(2, n > 1),
        np.where(g > n, True, False),
        np.where(g > n, 1.5, 0),
        np.zeros_like((1, n)),
        ~g,
        -(g * 0.5),
        g + (1, 2, n),
        g == (0, 1, n),
    )


@numpy_ways([np.array([1, 2, 250], np.uint8), np.array([0, 255, 128], np.uint8)], [1, -1, 255, 256, 300])
def bytes_and_ints(b, n):
    return b + n


@numpy_ways([np.array([1, 2, 100], np.int8), np.array([-128, 127, 0], np.int8)])
def small_ints(b):
    c = b.copy()
    c += 100
    c[0] -= 50
    return b + b, b * 2, -b, abs(b), b // 2, b % 5, b / 2, b.sum(), b.astype(np.uint8), b**2, c, b < 0, b << 1, b >> 1


@numpy_ways([np.array([[200, 100], [100, 250]], np.uint8)])
def sums_of_bytes(b):
    return (
        b.sum(axis=0),
        b.sum(axis=1),
        b.max(axis=0),
        b.mean(axis=1),
        int(b.sum()),
        b.argmax(axis=-1),
        b[0].sum(axis=0),
    )


@numpy_ways([np.array([0.5, -1.5, 2.0]), np.array([0.0, math.nan, -7.5]), np.array([-0.0, math.inf, 1e300])])
def undefined_numbers(r):
    return (
        r.max(), r.min(), int(r.argmax()), int(r.argmin()), np.sign(r), np.isnan(r), np.sqrt(abs(r)), -r, r ** 2,
        r / 0.0, np.floor(r), bool(r.any()), float(np.floor(r[2])),
    )  # fmt: skip


@numpy_ways(GRIDS, [-7, -6, 0, 5, 6])
def single_items(g, n):
    return g.item(n)


@numpy_ways(GRIDS, SMALL)
def found_in_arrays(g, n):
    return (
        n in g,
        n in g[0],
        (n + 0.5) in g,
        np.array_equal(g, g[0]),
        np.array_equal(g, g + 0),
        np.array([n == 1]).all(),
    )


@numpy_ways([np.array([3]), np.array([0])])
def one_number(a):
    return bool(a), not a, 1 if a else 2, a.item()


@numpy_ways(GRIDS)
def the_same_array(g):
    a = g.copy()
    b = np.asarray(a)
    b[0, 0] = 77
    c = np.array(a)
    c[0, 1] = 66
    return a, c


def view_of_a_view(g):
    g.T[0][1] = 9
    return g


def slice_of_a_view(g):
    g.T[1:][0, 0] = 9
    return g


def view_in_a_variable(g):
    a = g.copy()
    if g[0, 0] > 0:
        a = g.T
    a[0, 0] = 1
    return g


def diagonal_changed(g):
    g.diagonal()[0] = 5
    return g


def flipped_changed(g):
    np.flip(g)[0, 0] = 5
    return g


def rotated_changed(g):
    np.rot90(g)[0, 0] = 5
    return g


def view_filled(g):
    g.T.fill(3)
    return g


@pytest.mark.parametrize(
    "function",
    [
        view_of_a_view, slice_of_a_view, view_in_a_variable, diagonal_changed, flipped_changed, rotated_changed,
        view_filled,
    ],
)  # fmt: skip
def test_a_change_of_what_comes_from_a_view_is_refused(function):
    with pytest.raises(Unsupported, match="view"):
        compiled(function, SQUARES[0])


def too_many_numbers(g):
    g[0] = np.array([1, 2, 3, 4, 5])
    return g


def mask_of_another_shape(g):
    g[g[0] > 0] = 1
    return g


def truth_of_many(g):
    return 1 if g == 1 else 0


def ints_made_floats(g):
    g += 0.5
    return g


def rows_made_floats(g):
    g[0] /= 2
    return g


def bools_subtracted(g):
    return (g > 0) - (g < 0)


def bools_negated(g):
    return -(g > 0)


def indexed_by_a_bool(g):
    return g[g[0, 0] > 0]


def new_axis(g):
    return g[None]


def whole_rows_in_an_array(g):
    return g[0] in g


def axis_beyond(g):
    return np.flip(g, axis=2)


def arrays_that_are_one(g):
    return g is g


def arrays_inside_lists_compared(g):
    return [g] == [g]


def classes_of_numpy(g):
    return isinstance(g[0, 0], np.int64)


@pytest.mark.parametrize(
    "function",
    [
        too_many_numbers, mask_of_another_shape, truth_of_many, ints_made_floats, rows_made_floats, bools_subtracted,
        bools_negated, indexed_by_a_bool, new_axis, whole_rows_in_an_array, axis_beyond, classes_of_numpy,
        arrays_that_are_one,
        arrays_inside_lists_compared,
    ],
)  # fmt: skip
def test_what_numpy_does_otherwise_is_refused(function):
    with pytest.raises(Unsupported):
        compiled(function, SQUARES[0])


def too_many_indices(g):
    return g[0, 1, 2]


@numpy_ways([0, 1, 127, -128, 200, 255, -1, 300])
def ints_of_numpy(n):
    return int(np.int64(n)), int(np.int8(n)), int(np.uint8(n))


def test_too_many_indices_are_an_error():
    with pytest.raises(IndexError):
        compiled(too_many_indices, SQUARES[0])(SQUARES[0])


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("case", numpy_ways, ids=str)
def test_arrays_behave_in_all_ways_as_in_numpy(case):
    case.check()


# Numbers of any size, within 64 bits.

numbers = st.integers(-(2**30), 2**30)
reals = st.floats(allow_nan=True, allow_infinity=True, width=32)


def of_ints(a, b):
    return a + b, a - b, a * b, a & b, a | b, a ^ b, a < b, a == b, max(a, b), min(a, b), abs(a), -a, ~b


def of_quotients(a, b):
    return a // b, a % b, divmod(a, b), a / b


def of_reals(a, b):
    return a + b, a - b, a * b, a < b, a <= b, a == b, max(a, b), min(a, b), abs(a), -a


def of_real_quotients(a, b):
    return a // b, a % b, a / b


@pytest.mark.parametrize("function", [of_ints, of_quotients])
def test_arithmetic_of_any_ints_is_that_of_python(function):
    native = compiled(function, 1, 1)

    @settings(max_examples=200, deadline=None, database=None)
    @given(numbers, numbers)
    def holds(a, b):
        check(function, native, [(a, b)])

    holds()


@pytest.mark.parametrize("function", [of_reals, of_real_quotients])
def test_arithmetic_of_any_floats_is_that_of_python(function):
    native = compiled(function, 1.0, 1.0)

    @settings(max_examples=200, deadline=None, database=None)
    @given(reals, reals)
    def holds(a, b):
        check(function, native, [(a, b)])

    holds()


def of_texts(s, t):
    return (
        s + t, s < t, s == t, s in t, s.find(t), s.count(t), s.startswith(t), s.upper(), s.lower(), s[::-1], sorted(s),
        s.split(","), s.replace(t, "-"), s.strip(), set(s) & set(t), s.isalpha(), s.isdigit(), s.isupper(), s[1:3], list(s),
    )  # fmt: skip


def some_codes(seed, count, most):
    return [(seed + n * n * 2654435761) // 977 % most for n in range(count)]


def steps_of_a_set(seed, count, most):
    codes = some_codes(seed, count, most)
    found, trail = set(), []
    for code in codes:
        what, n = code % 7, code // 7
        item = (n % 13, n // 13)
        if what < 4:
            found.add(item)
        elif what == 4:
            found.discard(item)
        elif what == 5:
            trail.append(item in found)
        else:
            found = found - {item, (0, 0)} | {(n, n)}
    return sorted(found), trail, len(found)


def steps_of_a_dict(seed, count, most):
    codes = some_codes(seed, count, most)
    found, trail = {}, []
    for code in codes:
        what, n = code % 7, code // 7
        if what < 4:
            found[n] = code
        elif what == 4:
            trail.append(found.pop(n, -1))
        elif what == 5:
            trail.append(found.get(n, -2))
        else:
            trail.append(n in found)
    return sorted(found.items()), trail, len(found)


def steps_of_a_frozen_set(seed, count, most):
    codes = some_codes(seed, count, most)
    cells = frozenset(codes)
    missing = [n for n in range(300) if n not in cells]
    return len(missing), sum(missing), cells == frozenset(sorted(codes)), cells <= frozenset(range(900)), helped(cells)


def helped(cells):
    return sum(n for n in range(100) if n in cells) + sum(-n for n in range(50, 150) if n in cells)


@pytest.mark.parametrize("function", [steps_of_a_set, steps_of_a_dict, steps_of_a_frozen_set])
def test_sets_and_dictionaries_of_any_size_are_those_of_python(function):
    native = compiled(function, 1, 1, 1)

    @settings(max_examples=200, deadline=None, database=None)
    @given(st.integers(0, 10**6), st.integers(0, 400), st.sampled_from([40, 200, 900, 10_000]))
    def holds(seed, count, most):
        check(function, native, [(seed, count, most)])

    holds()


def test_strings_of_any_characters_are_those_of_python():
    native = compiled(of_texts, either("", "abc"), either("", "abc"))
    texts = st.text(st.characters(exclude_characters="Σ", exclude_categories=["Cs"]), max_size=6)
    part = st.sampled_from(["", "a", "b", ",", "ab", "é"])

    @settings(max_examples=300, deadline=None, database=None)
    @given(texts | st.text("ab,X1 é", max_size=8), part)
    def holds(s, t):
        check(of_texts, native, [(s, t)])

    holds()


def of_tuples(t, n):
    found = list(t)
    found.sort()
    return (
        found, t[::-1], t[n:], t[:n], t[n::2], n in t, t.count(n), sum(t), max(t, default=0), sorted(set(t)), [*t, n],
        {x: t.count(x) for x in t}, [x for x in t if x > n], t + (n,), t * 2, t < (n,), t == (n,), len(t),
    )  # fmt: skip


def test_tuples_of_any_length_are_those_of_python():
    native = compiled(of_tuples, either((), (1, 2, 3)), 1)

    @settings(max_examples=200, deadline=None, database=None)
    @given(st.lists(st.integers(-5, 5), max_size=10).map(tuple), st.integers(-6, 6))
    def holds(t, n):
        check(of_tuples, native, [(t, n)])

    holds()
