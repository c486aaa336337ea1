"""Lookup of an item in a set or a key in a dict: by linear search, or through a hash index.

A set is a list of items; small ones are searched linearly. A longer set gets an index after a few lookups: a table of
positions by hash. Items added since are indexed at the next lookup; removing an item drops the index.
"""

from __future__ import annotations

from countermove.native.compiler.kinds import BOOL, INT, Enum, Kind, Seq, Tuple, words

HEADER = 4
"""Words in the header of a list or set: item address, length, capacity, and index."""
INDEX = 3
"""The header word with the index address; before there is one, the number of misses."""
SLOT = 256
"""One slot of an index placed after the header, as counted in the same word before there is an index."""
HIGHEST = 1 << 30
"""A larger number in that word is an address."""
NEVER_INDEXED = -1
"""Marks a set that must not be written to."""
MAX_LINEAR = 16
"""Maximum items for which linear search is faster than an index."""
MISSES_BEFORE_INDEX = 3
"""Linear searches of a long set before it gets an index."""
MAX_ITEM_WORDS = 6
"""Maximum words of a hashable item."""


def has_hash(kind: Kind) -> bool:
    """Whether equal values of a kind are equal word by word, and short enough."""
    return words(kind) <= MAX_ITEM_WORDS and _is_plain(kind)


def _is_plain(kind: Kind) -> bool:
    if isinstance(kind, Tuple):
        return bool(kind.items) and all(map(_is_plain, kind.items))
    return (
        kind in (INT, BOOL) or isinstance(kind, Enum) or (isinstance(kind, Seq) and kind.text and kind.room is not None)
    )


def slots_for(room: int) -> int:
    """The slots of an index for this many items; 0 if too few to need one."""
    return 1 << (2 * room - 1).bit_length() if room > MAX_LINEAR else 0


def find_function(size: int) -> tuple[str, str]:
    """The name and text of the function that finds an item in a longer set; it returns -1 if absent."""
    name = f"@cm_find_{size}"
    given = ", ".join(f"i64 %w{at}" for at in range(size))
    text = f"""
define internal i64 {name}(ptr %ctx, ptr %set, {given}) #3 {{
entry:
  %data = load ptr, ptr %set
  %lenp = getelementptr i64, ptr %set, i64 1
  %len = load i64, ptr %lenp
  %indexp = getelementptr i64, ptr %set, i64 {INDEX}
  %index = load i64, ptr %indexp
  %has = icmp sgt i64 %index, {HIGHEST}
  br i1 %has, label %old, label %miss
miss:
  %never = icmp slt i64 %index, 0
  br i1 %never, label %walk, label %count
count:
  %more = add i64 %index, 1
  store i64 %more, ptr %indexp
  %misses = and i64 %more, {SLOT - 1}
  %patient = icmp slt i64 %misses, {MISSES_BEFORE_INDEX}
  br i1 %patient, label %walk, label %room
room:
  %kept = lshr i64 %more, {SLOT.bit_length() - 1}
  %owns = icmp ne i64 %kept, 0
  br i1 %owns, label %own, label %make
own:
  %behind0 = getelementptr i64, ptr %set, i64 {HEADER}
  br label %clear
old:
  %block0 = inttoptr i64 %index to ptr
  %mask0 = load i64, ptr %block0
  %most = lshr i64 %mask0, 1
  %full = icmp ugt i64 %len, %most
  br i1 %full, label %make, label %ready
make:
  %four = shl i64 %len, 2
  %zeros = call i64 @llvm.ctlz.i64(i64 %four, i1 true)
  %bits = sub i64 64, %zeros
  %wide = shl i64 1, %bits
  %half = lshr i64 %wide, 1
  %need = add i64 %half, 2
  %taken0 = call ptr @cm_alloc(ptr %ctx, i64 %need)
  %none = icmp eq ptr %taken0, null
  br i1 %none, label %walk, label %clear
clear:
  %block = phi ptr [ %behind0, %own ], [ %taken0, %make ]
  %slots = phi i64 [ %kept, %own ], [ %wide, %make ]
  %bytes0 = shl i64 %slots, 2
  %bytes = add i64 %bytes0, 16
  call void @llvm.memset.p0.i64(ptr %block, i8 0, i64 %bytes, i1 false)
  %newmask = sub i64 %slots, 1
  store i64 %newmask, ptr %block
  store ptr %block, ptr %indexp
  br label %ready
ready:
  %b = phi ptr [ %block0, %old ], [ %block, %clear ]
  %mask = load i64, ptr %b
  %table = getelementptr i64, ptr %b, i64 2
  %donep = getelementptr i64, ptr %b, i64 1
  %done = load i64, ptr %donep
  %behind = icmp slt i64 %done, %len
  br i1 %behind, label %insert, label %look
insert:
  %at = phi i64 [ %done, %ready ], [ %next, %put ]
{_loaded(size, "%data", "%at", "i")}
{_hash(size, "i")}
  %start = and i64 %ihash, %mask
  br label %try
try:
  %slot = phi i64 [ %start, %insert ], [ %after, %taken ]
  %slotp = getelementptr i32, ptr %table, i64 %slot
  %there = load i32, ptr %slotp
  %free = icmp eq i32 %there, 0
  br i1 %free, label %put, label %taken
taken:
  %after0 = add i64 %slot, 1
  %after = and i64 %after0, %mask
  br label %try
put:
  %next = add i64 %at, 1
  %short = trunc i64 %next to i32
  store i32 %short, ptr %slotp
  %all = icmp sge i64 %next, %len
  br i1 %all, label %caught, label %insert
caught:
  store i64 %len, ptr %donep
  br label %look
look:
{_hash(size, "w")}
  %first = and i64 %whash, %mask
  br label %probe
probe:
  %p = phi i64 [ %first, %look ], [ %q, %other ]
  %pp = getelementptr i32, ptr %table, i64 %p
  %found = load i32, ptr %pp
  %empty = icmp eq i32 %found, 0
  br i1 %empty, label %absent, label %compare
compare:
  %place0 = zext i32 %found to i64
  %place = sub i64 %place0, 1
{_loaded(size, "%data", "%place", "c")}
{_same(size, "c")}
  br i1 %csame, label %hit, label %other
other:
  %q0 = add i64 %p, 1
  %q = and i64 %q0, %mask
  br label %probe
hit:
  ret i64 %place
absent:
  ret i64 -1
walk:
  %any = icmp sgt i64 %len, 0
  br i1 %any, label %step, label %absent
step:
  %k = phi i64 [ 0, %walk ], [ %k1, %on ]
{_loaded(size, "%data", "%k", "l")}
{_same(size, "l")}
  br i1 %lsame, label %here, label %on
on:
  %k1 = add i64 %k, 1
  %go = icmp slt i64 %k1, %len
  br i1 %go, label %step, label %absent
here:
  ret i64 %k
}}
"""
    return name, text


def _loaded(size: int, data: str, at: str, name: str) -> str:
    """The words of the item at a position."""
    lines = [f"  %{name}off = mul i64 {at}, {size}"]
    for word in range(size):
        lines += [
            f"  %{name}o{word} = add i64 %{name}off, {word}",
            f"  %{name}p{word} = getelementptr i64, ptr {data}, i64 %{name}o{word}",
            f"  %{name}{word} = load i64, ptr %{name}p{word}",
        ]
    return "\n".join(lines)


def _hash(size: int, name: str) -> str:
    """A hash of some words; its low bits depend on all of them."""
    lines = [f"  %{name}h0 = mul i64 %{name}0, -7046029254386353131"]
    for word in range(1, size):
        lines += [
            f"  %{name}r{word} = call i64 @llvm.fshl.i64(i64 %{name}h{word - 1}, i64 %{name}h{word - 1}, i64 25)",
            f"  %{name}x{word} = xor i64 %{name}r{word}, %{name}{word}",
            f"  %{name}h{word} = mul i64 %{name}x{word}, -7046029254386353131",
        ]
    return "\n".join([*lines, f"  %{name}hash = lshr i64 %{name}h{size - 1}, 32"])


def _same(size: int, name: str) -> str:
    """Whether an item's words equal those searched for."""
    lines = [f"  %{name}e0 = icmp eq i64 %{name}0, %w0"]
    for word in range(1, size):
        lines += [
            f"  %{name}q{word} = icmp eq i64 %{name}{word}, %w{word}",
            f"  %{name}e{word} = and i1 %{name}e{word - 1}, %{name}q{word}",
        ]
    return "\n".join([*lines, f"  %{name}same = or i1 false, %{name}e{size - 1}"])
