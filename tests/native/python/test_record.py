"""Enumerations, records, and the constants of a module."""

import enum
import functools
import operator
from dataclasses import asdict, astuple, dataclass, field, replace
from typing import NamedTuple

import pytest
from plain import Table, compiled
from samples import ANY, BOOLS, INTS, SMALL, TUPLES, Size

from countermove.native.compiler.program import Unsupported

pytestmark = pytest.mark.native


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


@pytest.mark.parametrize("case", records, ids=str)
def test_enumerations_and_records_behave_as_in_python(case):
    case.check()


@pytest.mark.parametrize("case", constants, ids=str)
def test_constants_of_a_module_are_what_they_are_in_python(case):
    case.check()


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
