"""Comprehensions and `itertools`."""

import itertools
import operator
import statistics

import pytest
from plain import Table
from samples import BOOLS, PAIRS, SMALL, TEXTS, TUPLES

pytestmark = pytest.mark.native

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


@pytest.mark.parametrize("case", comprehensions, ids=str)
def test_comprehensions_collect_what_python_collects(case):
    case.check()


@pytest.mark.parametrize("case", tools, ids=str)
def test_itertools_give_what_python_gives(case):
    case.check()
