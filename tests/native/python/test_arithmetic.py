"""Arithmetic: operators, `math`, and numbers at the edges of their range."""

import bisect
import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain import Table, check, compiled
from samples import BOOLS, FLOATS, INTS, SMALL, TUPLES

from countermove.native.compiler.program import Unsupported

pytestmark = pytest.mark.native

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


@pytest.mark.parametrize("case", arithmetic, ids=str)
def test_arithmetic_is_that_of_python(case):
    case.check()


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
