"""NumPy arrays."""

import math

import numpy as np
import pytest
from plain import Table, compiled
from samples import ANY, SMALL

from countermove.native.compiler.program import Unsupported

pytestmark = pytest.mark.native

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
