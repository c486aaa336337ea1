"""The transposition table, shared by all threads of a search without a lock.

    bucket = one cache line = 4 entries of two words
    entry  = key ^ data, data

If two threads write an entry at the same time, its words may not match; then their xor is not the key, and the entry
counts as empty. The data are 64 bits, from the top:

    32  score     the mover's, plies counted from this position
    12  depth     plies searched below; TO_THE_END if no estimate was used
     8  choice    the index of the best action among the candidates; NO_CHOICE when unknown
     5  effort    log2 of the nodes it took
     4  age       the search that stored it
     1  estimate  whether the score depends on an estimate
     2  bound     LOWER, UPPER, or EXACT

After the buckets come the actions that threads are searching now, so that no two search the same one (`busy`).
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
"""2^64 divided by the golden ratio, as a signed word: an odd multiplier that spreads keys."""
ENTRY = 2
BUCKET = 4 * ENTRY
BUSY_SIZE = 1 << 12
"""Words for the actions that threads are searching."""
DEFAULT_MEGABYTES = 64
"""The default size."""


class Table:
    """A transposition table; keep one for a whole game to reuse earlier searches."""

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
        """Whether a search with late-move reductions has filled it."""
        self.scale: object = None
        """The scale of its scores."""
        self.earlier: object = None
        """The positions before the root that its scores take into account."""

    def forget(self) -> None:
        """Clear the table in constant time: with a new salt, old entries match no key."""
        self.salt = renewed(self.salt)
        self.selective = False
        self.begin()

    def begin(self) -> None:
        """Start a new search: older entries stay valid but are replaced first."""
        self.age = (self.age + 1) & 15


MIN_FAR_SIZE = 1 << 20
"""Words of a table too large for the processor's cache."""
NEARBY_SIZE = 1 << 17
"""Words of such a table that one thread uses for cheap positions."""
MASK_AT = 0
"""The first bucket is the header; this word is the mask of a bucket index."""


def require(size: int) -> None:
    """Raise SpecError when the machine has fewer bytes free than this."""
    free = _free()
    if free is not None and size > free:
        raise SpecError(
            f"A table of {size / 2**20:,.0f} MB does not fit: {free / 2**20:,.0f} MB of memory are free. Give less."
        )


def _free() -> int | None:
    """Free memory in bytes; None where the system does not report it."""
    try:
        with open("/proc/meminfo") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return None


def renewed(salt: int) -> int:
    """The next salt, of 63 bits. Where salts differ in bits that the game's keys never use, entries never collide."""
    return salt * 6364136223846793005 + 1442695040888963407 & (1 << 63) - 1


def place(table: Any, key: int) -> int:
    """The start of a key's bucket."""
    word = int(key)  # arbitrary precision in Python, wraps around compiled
    return BUCKET + (((word ^ word >> 31) * GOLDEN) >> 29 & table[MASK_AT])


def nearby(table: Any, at: int, thread: int) -> int:
    """The place to use instead of `at`, in a part of the table that stays in the thread's cache.

    A table of a few megabytes fits the cache anyway.
    """
    if table[MASK_AT] < MIN_FAR_SIZE:
        return at
    return BUCKET + ((at & NEARBY_SIZE - BUCKET) + thread * NEARBY_SIZE & table[MASK_AT])


def busy(table: Any, mark: int) -> int:
    """The word where a thread notes that it is searching the action and position with this mark."""
    return table[MASK_AT] + 2 * BUCKET + (mark >> 20 & BUSY_SIZE - 1)


def find(table: Any, at: int, key: int) -> int:
    """The data of a key in the bucket at `at`; 0 if absent."""
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
    """Store the data of a key: in its own entry, or in place of the least valuable one."""
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
