"""The transposition table: positions that a search has seen, shared by all its threads without a lock.

    bucket = one line of the processor's cache = 4 entries of two words
    entry  = key ^ data, data

Two threads may write one entry at the same time; then its words do not belong together, their xor is no key that
anybody asks for, and the entry is as good as empty. The data are 64 bits, from the top:

    32  score     the mover's, plies counted from this position
    12  depth     plies searched below; TO_THE_END when no estimate took part
     8  choice    which of the candidates is best, by its number in their order; NO_CHOICE when not known
     5  effort    about how many nodes it took: a power of two
     4  age       which search it was
     1  estimate  whether the score rests on an estimate
     2  bound     LOWER, UPPER, or EXACT

Behind the buckets stand the actions that threads are searching right now, so that no two search the same (`busy`).
"""

from __future__ import annotations

from typing import Any

from countermove.bits import highest
from countermove.errors import SpecError
from countermove.native.memory import Memory

LOWER, UPPER, EXACT = 1, 2, 3
"""Bounds: the score is a lower bound, an upper bound, or both."""
TO_THE_END = 4095
NO_CHOICE = 255
GOLDEN = -7046029254386353131
"""2^64 divided by the golden ratio, as a signed word; it is odd, and spreads keys."""
ENTRY = 2
BUCKET = 4 * ENTRY
BUSY_SIZE = 1 << 12
"""Words for what threads are searching."""
DEFAULT_MEGABYTES = 64
"""Megabytes, when nobody says."""


class Table:
    """Room for what searches find; keep one for a whole game to profit from the moves before."""

    def __init__(self, megabytes: float = DEFAULT_MEGABYTES) -> None:
        if not (isinstance(megabytes, (int, float)) and 0 < megabytes < 1 << 40):
            raise SpecError(f"The memory for the table is {megabytes!r} MB; give a number above 0.")
        buckets = 1
        while buckets * 2 * BUCKET * 8 <= megabytes * 2**20:
            buckets *= 2
        require(buckets * BUCKET * 8)
        try:
            self.memory = Memory(BUCKET + buckets * BUCKET + BUSY_SIZE)
        except MemoryError:
            raise SpecError(f"A table of {megabytes:g} MB does not fit into memory; give less.") from None
        self.memory[MASK_AT] = (buckets - 1) * BUCKET
        self.age = 0
        self.salt = 0
        self.selective = False
        """Whether a search that left something out has filled it."""
        self.scale: object = None
        """How the scores in it are measured."""
        self.earlier: object = None
        """The positions of the game before the root, which the scores in it know."""

    def forget(self) -> None:
        """Empty the table, in no time: what it holds will not be found again."""
        self.salt = renewed(self.salt)
        self.selective = False
        self.begin()

    def begin(self) -> None:
        """A new search begins: what earlier ones left may be found but goes first."""
        self.age = (self.age + 1) & 15


MIN_FAR_SIZE = 1 << 20
"""Words of a table from which on most of it is far from the processor."""
NEARBY_SIZE = 1 << 17
"""Words of such a table that one thread uses for what took it little."""
MASK_AT = 0
"""The first bucket is the table's head: this word masks the place of a bucket."""


def require(size: int) -> None:
    """Raise SpecError when the machine has fewer bytes free than this."""
    free = _free()
    if free is not None and size > free:
        raise SpecError(
            f"A table of {size / 2**20:,.0f} MB does not fit: {free / 2**20:,.0f} MB of memory are free. Give less."
        )


def _free() -> int | None:
    """Bytes of memory that are free; None where the system does not say."""
    try:
        with open("/proc/meminfo") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return None


def renewed(salt: int) -> int:
    """Another salt, of 63 bits: two that differ in bits which the game's own keys have not can never be mixed up."""
    return salt * 6364136223846793005 + 1442695040888963407 & (1 << 63) - 1


def place(table: Any, key: int) -> int:
    """Where the bucket of a key begins."""
    word = int(key)  # which never overflows in Python, and wraps around compiled
    return BUCKET + (((word ^ word >> 31) * GOLDEN) >> 29 & table[MASK_AT])


def nearby(table: Any, at: int, thread: int) -> int:
    """Another place instead of one, in a stretch of the table that the thread's processor keeps at hand.

    A table of a few megabytes fits the cache as it is.
    """
    if table[MASK_AT] < MIN_FAR_SIZE:
        return at
    return BUCKET + ((at & NEARBY_SIZE - BUCKET) + thread * NEARBY_SIZE & table[MASK_AT])


def busy(table: Any, mark: int) -> int:
    """Where it stands that a thread is searching an action of a position, which have this mark together."""
    return table[MASK_AT] + 2 * BUCKET + (mark >> 20 & BUSY_SIZE - 1)


def find(table: Any, at: int, key: int) -> int:
    """The data of a key in the bucket at a place; 0 when there are none."""
    for entry in range(at, at + BUCKET, ENTRY):
        data = table[entry + 1]
        if table[entry] ^ data == key and data != 0:
            return data
    return 0


def pack(score: int, depth: int, choice: int, nodes: int, age: int, estimate: int, bound: int) -> int:
    """The data of an entry."""
    effort = highest(nodes | 1) & 31
    return score << 32 | depth << 20 | choice << 12 | effort << 7 | age << 3 | estimate << 2 | bound


def put(table: Any, at: int, key: int, data: int) -> None:
    """Keep the data of a key: in its own entry, or in the one that is least worth keeping."""
    age = data >> 3 & 15
    worst = at
    least = 1 << 20
    for entry in range(at, at + BUCKET, ENTRY):
        old = table[entry + 1]
        if table[entry] ^ old == key:
            worst = entry
            break
        worth = (old >> 7 & 31) + (32 if old >> 3 & 15 == age else 0)
        if old == 0:
            worth = -1
        if worth < least:
            least = worth
            worst = entry
    table[worst] = key ^ data
    table[worst + 1] = data
