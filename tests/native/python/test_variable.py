"""Variables of several kinds."""

from dataclasses import dataclass, replace

import pytest
from plain import Table
from samples import INTS, SMALL, TUPLES, Size

pytestmark = pytest.mark.native

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


@dataclass(frozen=True)
class Meant:
    place: str
    dice: tuple[int, ...] = ()
    note: str | None = None


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


@pytest.mark.parametrize("case", kinds_of_variables, ids=str)
def test_a_variable_may_hold_values_of_several_kinds(case):
    case.check()
