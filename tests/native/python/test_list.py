"""Lists."""

from collections import deque

import pytest
from plain import Table
from samples import ANY, BOOLS, INTS, SMALL, TEXTS, TUPLES

pytestmark = pytest.mark.native

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


@pytest.mark.parametrize("case", lists, ids=str)
def test_lists_change_as_in_python(case):
    case.check()
