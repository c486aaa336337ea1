"""Names that stand for one of several functions, tables or generators."""

import itertools
import operator

import pytest
from plain import Table
from samples import BOOLS, SMALL

pytestmark = pytest.mark.native

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


@pytest.mark.parametrize("case", choices, ids=str)
def test_names_mean_what_branches_made_of_them(case):
    case.check()
