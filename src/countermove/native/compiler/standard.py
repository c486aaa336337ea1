"""Parts of Python's standard library, written in Python: compiled along with the rules that use them.

They are the textbook forms, in the words that the compiler understands, and give what Python's own give. Unlike a
kernel they check their indices, as an author's functions do.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

Items = list[Any]

# heapq.


def heappush(heap: Items, item: Any) -> None:
    heap.append(item)
    _sift_down(heap, 0, len(heap) - 1)


def heappop(heap: Items) -> Any:
    last = heap.pop()
    if heap:
        first = heap[0]
        heap[0] = last
        _sift_up(heap, 0)
        return first
    return last


def heapreplace(heap: Items, item: Any) -> Any:
    first = heap[0]
    heap[0] = item
    _sift_up(heap, 0)
    return first


def heappushpop(heap: Items, item: Any) -> Any:
    if heap and heap[0] < item:
        first = heap[0]
        heap[0] = item
        _sift_up(heap, 0)
        return first
    return item


def heapify(heap: Items) -> None:
    for at in range(len(heap) // 2 - 1, -1, -1):
        _sift_up(heap, at)


def _sift_down(heap: Items, start: int, at: int) -> None:
    item = heap[at]
    while at > start:
        above = at - 1 >> 1
        if not item < heap[above]:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = item


def _sift_up(heap: Items, at: int) -> None:
    end, start, item = len(heap), at, heap[at]
    child = 2 * at + 1
    while child < end:
        if child + 1 < end and not heap[child] < heap[child + 1]:
            child += 1
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _sift_down(heap, start, at)


# bisect.


def bisect_left(items: Items, item: Any, low: int = 0, high: int = -1) -> int:
    high = len(items) if high < 0 else high
    while low < high:
        middle = (low + high) // 2
        if items[middle] < item:
            low = middle + 1
        else:
            high = middle
    return low


def bisect_right(items: Items, item: Any, low: int = 0, high: int = -1) -> int:
    high = len(items) if high < 0 else high
    while low < high:
        middle = (low + high) // 2
        if item < items[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def insort_left(items: Items, item: Any) -> None:
    items.insert(bisect_left(items, item), item)


def insort_right(items: Items, item: Any) -> None:
    items.insert(bisect_right(items, item), item)


# Lists and deques.


def rotate(items: Items, by: int = 1) -> None:
    if items:
        for _ in range(by % len(items)):
            items.insert(0, items.pop())


def set_slice(items: Items, start: int, stop: int, new: Items) -> None:
    rest = items[max(start, stop) :]
    while len(items) > start:
        items.pop()
    items.extend(new)
    items.extend(rest)


def delete_steps(items: Items, places: Items) -> None:
    """`del items[a:b:step]`, given all places that this means."""
    kept = [item for at, item in enumerate(items) if at not in places]
    items[:] = kept


def set_steps(items: Items, places: Items, new: Items) -> None:
    if len(places) != len(new):
        raise ValueError
    for at, item in zip(places, new):
        items[at] = item


def grouped(items: Items, keys: Items) -> Items:
    found: list[Any] = []
    at = 0
    while at < len(items):
        end = at + 1
        while end < len(items) and keys[end] == keys[at]:
            end += 1
        found.append((keys[at], items[at:end]))
        at = end
    return found


def permutations(pool: Items, count: int) -> Items:
    found: Items = []
    size = len(pool)
    if not 0 <= count <= size:
        return found
    indices, cycles = list(range(size)), list(range(size, size - count, -1))
    found.append(tuple(pool[at] for at in indices[:count]))
    at = count - 1
    while at >= 0:
        cycles[at] -= 1
        if cycles[at] == 0:
            first = indices[at]
            for place in range(at, size - 1):
                indices[place] = indices[place + 1]
            indices[size - 1] = first
            cycles[at] = size - at
            at -= 1
        else:
            other = size - cycles[at]
            indices[at], indices[other] = indices[other], indices[at]
            found.append(tuple(pool[at] for at in indices[:count]))
            at = count - 1
    return found


def combinations(pool: Items, count: int) -> Items:
    found: Items = []
    size = len(pool)
    if not 0 <= count <= size:
        return found
    indices = list(range(count))
    while True:
        found.append(tuple(pool[at] for at in indices))
        at = count - 1
        while at >= 0 and indices[at] == at + size - count:
            at -= 1
        if at < 0:
            return found
        indices[at] += 1
        for place in range(at + 1, count):
            indices[place] = indices[place - 1] + 1


def combinations_with_replacement(pool: Items, count: int) -> Items:
    found: Items = []
    if count < 0 or (not pool and count):
        return found
    indices = [0] * count
    while True:
        found.append(tuple(pool[at] for at in indices))
        at = count - 1
        while at >= 0 and indices[at] == len(pool) - 1:
            at -= 1
        if at < 0:
            return found
        first = indices[at] + 1
        for place in range(at, count):
            indices[place] = first


def product(pool: Items, count: int) -> Items:
    found: Items = []
    if count < 0:
        raise ValueError
    if count and not pool:
        return found
    indices = [0] * count
    while True:
        found.append(tuple(pool[at] for at in indices))
        at = count - 1
        while at >= 0 and indices[at] == len(pool) - 1:
            indices[at] = 0
            at -= 1
        if at < 0:
            return found
        indices[at] += 1


# Sums.


def fsum(items: Items) -> float:
    """The exact sum, rounded once: `parts` are numbers that do not overlap (Shewchuk)."""
    parts: list[float] = []
    for item in items:
        rest = float(item)
        count = 0
        for at in range(len(parts)):
            part = parts[at]
            larger, smaller = (part, rest) if abs(rest) < abs(part) else (rest, part)
            rest = larger + smaller
            lost = smaller - (rest - larger)
            if lost != 0.0:
                parts[count] = lost
                count += 1
        while len(parts) > count:
            parts.pop()
        parts.append(rest)
    total = 0.0
    for part in parts:
        total += part
    return total


# Statistics.


def mean(items: Items) -> float:
    if not items:
        raise ValueError
    return math.fsum(items) / len(items)


def median(items: Items) -> Any:
    ordered = sorted(items)
    if not ordered:
        raise ValueError
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 == 1 else (ordered[half - 1] + ordered[half]) / 2


def median_low(items: Items) -> Any:
    ordered = sorted(items)
    if not ordered:
        raise ValueError
    return ordered[(len(ordered) - 1) // 2]


def median_high(items: Items) -> Any:
    ordered = sorted(items)
    if not ordered:
        raise ValueError
    return ordered[len(ordered) // 2]


def mode(items: Items) -> Any:
    if not items:
        raise ValueError
    return max(items, key=items.count)


# Counters.


def counter_positive(counts: Any) -> Any:
    return counter_add(counts, Counter())


def counter_negative(counts: Any) -> Any:
    return counter_sub(Counter(), counts)


def counter_within(one: Any, two: Any) -> bool:
    return all(one[key] <= two[key] for key in one) and all(one[key] <= two[key] for key in two)


def most_common(counts: Any, most: int) -> Items:
    found = sorted(counts.items(), key=lambda pair: pair[1], reverse=True)
    return found if most < 0 else found[:most]


def elements(counts: Any) -> Items:
    return [key for key, count in counts.items() for _ in range(count)]


def counter_add(one: Any, two: Any) -> Any:
    found: Any = Counter()
    for key in one:
        if one[key] + two[key] > 0:
            found[key] = one[key] + two[key]
    for key in two:
        if key not in one and two[key] > 0:
            found[key] = two[key]
    return found


def counter_sub(one: Any, two: Any) -> Any:
    found: Any = Counter()
    for key in one:
        if one[key] - two[key] > 0:
            found[key] = one[key] - two[key]
    for key in two:
        if key not in one and two[key] < 0:
            found[key] = -two[key]
    return found


def counter_and(one: Any, two: Any) -> Any:
    found: Any = Counter()
    for key in one:
        if min(one[key], two[key]) > 0:
            found[key] = min(one[key], two[key])
    return found


def counter_or(one: Any, two: Any) -> Any:
    found: Any = Counter()
    for key in one:
        if max(one[key], two[key]) > 0:
            found[key] = max(one[key], two[key])
    for key in two:
        if key not in one and two[key] > 0:
            found[key] = two[key]
    return found


# Strings.


def split(text: str, separator: str, most: int) -> Items:
    if not separator:
        raise ValueError
    found: list[Any] = []
    start = 0
    at = text.find(separator)
    while at >= 0 and most != 0:
        found.append(text[start:at])
        start = at + len(separator)
        at = text.find(separator, start)
        most -= 1
    found.append(text[start:])
    return found


def rsplit(text: str, separator: str, most: int) -> Items:
    if not separator:
        raise ValueError
    found: list[Any] = []
    stop = len(text)
    at = text.rfind(separator)
    while at >= 0 and most != 0:
        found.append(text[at + len(separator) : stop])
        stop = at
        at = text.rfind(separator, 0, stop)
        most -= 1
    found.append(text[:stop])
    return found[::-1]


def split_words(text: str) -> Items:
    found: list[Any] = []
    start = -1
    for at, sign in enumerate(text):
        if sign.isspace():
            if start >= 0:
                found.append(text[start:at])
            start = -1
        elif start < 0:
            start = at
    if start >= 0:
        found.append(text[start:])
    return found


def split_lines(text: str) -> Items:
    found = split(text, "\n", -1)
    if not found[-1]:
        found.pop()
    return found


def partition(text: str, separator: str) -> tuple[str, str, str]:
    if not separator:
        raise ValueError
    at = text.find(separator)
    if at < 0:
        return text[:], "", ""
    return text[:at], text[at : at + len(separator)], text[at + len(separator) :]


def rpartition(text: str, separator: str) -> tuple[str, str, str]:
    if not separator:
        raise ValueError
    at = text.rfind(separator)
    if at < 0:
        return "", "", text[:]
    return text[:at], text[at : at + len(separator)], text[at + len(separator) :]


def count_text(text: str, part: str) -> int:
    if not part:
        return len(text) + 1
    count = 0
    at = text.find(part)
    while at >= 0:
        count += 1
        at = text.find(part, at + len(part))
    return count


def replace_text(text: str, old: str, new: str, most: int) -> str:
    if old:
        return new.join(split(text, old, most))
    found: list[Any] = []
    for sign in text:
        if most != 0:
            found.append(new)
            most -= 1
        found.append(sign)
    if most != 0:
        found.append(new)
    return "".join(found)


def remove_prefix(text: str, prefix: str) -> str:
    return text[len(prefix) :] if text.startswith(prefix) else text[:]


def remove_suffix(text: str, suffix: str) -> str:
    return text[: len(text) - len(suffix)] if suffix and text.endswith(suffix) else text[:]


def capitalize(text: str) -> str:
    return text[:1].upper() + text[1:].lower()


def title(text: str) -> str:
    found: list[Any] = []
    inside = False
    for sign in text:
        found.append(sign.lower() if inside else sign.upper())
        inside = sign.isalpha()
    return "".join(found)


def within(spans: tuple[int, ...], code: int) -> bool:
    """Whether a code lies in one of the runs of a table: an odd number of ends are not beyond it."""
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle] <= code:
            low = middle + 1
        else:
            high = middle
    return low % 2 == 1


def is_every(text: str, spans: tuple[int, ...], plainly: frozenset[int]) -> bool:
    """Isalpha and the like: every character is one of them, and there is one."""
    for sign in text:
        code = ord(sign)
        if not (code in plainly if code < 128 else within(spans, code)):
            return False
    return len(text) > 0


def is_cased(text: str, good: tuple[int, ...], bad: tuple[int, ...], low: int, other: int) -> bool:
    """Isupper and islower: a letter of that case, and none of another."""
    found = False
    for sign in text:
        code = ord(sign)
        if code < 128:
            if other <= code < other + 26:
                return False
            found = found or low <= code < low + 26
        else:
            if within(bad, code):
                return False
            found = found or within(good, code)
    return found


def turned(text: str, table: dict[str, str], lower: bool, upper: bool) -> str:
    """upper, lower and swapcase."""
    found: list[Any] = []
    for sign in text:
        code = ord(sign)
        if code >= 128:
            found.append(table.get(sign, sign))
        elif (lower and 97 <= code < 123) or (upper and 65 <= code < 91):
            found.append(chr(code ^ 32))
        else:
            found.append(sign)
    return "".join(found)


def is_blank(code: int) -> bool:
    if code < 128:
        return 9 <= code <= 13 or 28 <= code <= 32
    return code in (133, 160, 5760, 8232, 8233, 8239, 8287, 12288) or 8192 <= code <= 8202


def stripped(text: str, left: bool, right: bool) -> str:
    start, stop = 0, len(text)
    while left and start < stop and is_blank(ord(text[start])):
        start += 1
    while right and start < stop and is_blank(ord(text[stop - 1])):
        stop -= 1
    return text[start:stop]


def centred(text: str, width: int, sign: str) -> str:
    more = max(0, width - len(text))
    left = more // 2 + (more & width & 1)
    return sign * left + text + sign * (more - left)


def padded(text: str, fill: str, align: str, width: int) -> str:
    more = max(0, width - len(text))
    if align == "<":
        return text + fill * more
    if align == "^":
        return fill * (more // 2) + text + fill * (more - more // 2)
    if align == "=" and text[:1] in ("-", "+"):
        return text[:1] + fill * more + text[1:]
    return fill * more + text


def digits(number: int, base: int, upper: bool) -> str:
    signs = "0123456789ABCDEF" if upper else "0123456789abcdef"
    left = abs(number)
    found = [signs[left % base]]
    while left >= base:
        left //= base
        found.append(signs[left % base])
    if number < 0:
        found.append("-")
    return "".join(found[::-1])


def decimal(number: float, places: int, negative: bool) -> str:
    """A rounded float with all of its `places` digits after the point."""
    text = str(int(abs(number) * 10**places + 0.5)).zfill(places + 1)
    sign = "-" if negative else ""
    return sign + text if places == 0 else sign + text[: len(text) - places] + "." + text[len(text) - places :]


def parse_int(text: str, base: int) -> int:
    text = text.strip().lower()
    negative = text.startswith("-")
    if negative or text.startswith("+"):
        text = text[1:]
    if (base == 16 and text.startswith("0x")) or (base == 2 and text.startswith("0b")):
        text = text[2:]
        if text.startswith("_"):
            text = text[1:]
    if not text or text.startswith("_") or text.endswith("_") or "__" in text:
        raise ValueError
    found = 0
    for sign in text:
        if sign == "_":
            continue
        if "0" <= sign <= "9":
            digit = ord(sign) - ord("0")
        elif "a" <= sign <= "z":
            digit = ord(sign) - ord("a") + 10
        else:
            raise ValueError
        if not 0 <= digit < base:
            raise ValueError
        found = found * base + digit
    return -found if negative else found


def round_int(number: int, places: int) -> int:
    if places >= 0:
        return number
    ten: int = 10**-places
    low = number // ten * ten
    twice = 2 * (number - low)
    return low + ten if twice > ten or (twice == ten and low // ten % 2 == 1) else low


def is_close(one: float, two: float, rel_tol: float = 1e-09, abs_tol: float = 0.0) -> bool:
    if one == two:
        return True
    if math.isinf(one) or math.isinf(two):
        return False
    return abs(one - two) <= max(rel_tol * max(abs(one), abs(two)), abs_tol)


def power(base: int, by: int, modulus: int) -> int:
    found = 1
    base %= modulus
    while by > 0:
        if by & 1:
            found = found * base % modulus
        base = base * base % modulus
        by >>= 1
    return found % modulus


def factorial(number: int) -> int:
    if number < 0:
        raise ValueError
    found = 1
    for each in range(2, number + 1):
        found *= each
    return found


def comb(number: int, count: int) -> int:
    if number < 0 or count < 0:
        raise ValueError
    if count > number:
        return 0
    found = 1
    for at in range(min(count, number - count)):
        found = found * (number - at) // (at + 1)
    return found


def perm(number: int, count: int) -> int:
    if number < 0 or count < 0:
        raise ValueError
    found = 1
    for at in range(count):
        found *= number - at
    return found
