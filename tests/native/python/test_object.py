"""Objects that can change."""

import copy
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest
from plain import Table
from samples import SMALL

pytestmark = pytest.mark.native

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


@pytest.mark.parametrize("case", objects, ids=str)
def test_objects_change_as_in_python(case):
    case.check()
