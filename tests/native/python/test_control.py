"""Branches, loops and exceptions.

PYTEST_DONT_REWRITE: an assert below is what it says, since it is compiled.
"""

import pytest
from plain import Table
from samples import ANY, INTS, SMALL, TUPLES

pytestmark = pytest.mark.native

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


@pytest.mark.parametrize("case", control, ids=str)
def test_loops_branches_and_exceptions_go_where_python_goes(case):
    case.check()
