"""Values that functions are tried with, in the tests of what compiles."""

import enum
import math

INTS = [0, 1, -1, 2, -2, 3, 5, -7, 10, 63, 64, -64, 100, 12345]
SMALL = [0, 1, 2, 3, 4, 5]
ANY = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]
FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1.5, 3.7, 1e10, -1e-3, math.inf, -math.inf, math.nan]
BOOLS = [False, True]
TUPLES = [(), (1,), (1, 2), (3, 1, 2), (5, 5, 0, -1), (2, 7, 1, 8, 2, 8), (0, 0, 0)]
TEXTS = ["", "a", "abc", "abcabc", "Hello World", "  x ", "äöü", "12", "aaa", "XO.XO.XX."]
MAYBE = [None, 0, 1, 7, -3]
PAIRS = [(), ((1, 2),), ((1, 2), (0, 5), (1, 1)), ((3, 4), (3, 4), (2, 9), (0, 0))]


class Size(enum.Enum):
    LARGE = 3
    MIDDLE = 2
    SMALL = 1

    def __lt__(self, other):
        return self.value < other.value

    def __neg__(self):
        return Size(4 - self.value)
