"""Functions: arguments, closures, recursion, generators."""

import functools
import itertools
import operator

import pytest
from plain import Table
from samples import INTS, MAYBE, PAIRS, SMALL, TEXTS, TUPLES

pytestmark = pytest.mark.native

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


@pytest.mark.parametrize("case", functions, ids=str)
def test_functions_see_and_give_what_they_do_in_python(case):
    case.check()
