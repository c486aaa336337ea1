"""Parts of Python's standard library, written in Python: compiled along with the rules that use them.

They are textbook versions in the supported subset, and return what Python's return. Unlike kernels they check their
indices, as an author's functions do.
"""

from __future__ import annotations

import math
import operator
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


def bisect_left(items: Items, item: Any, low: int = 0, end: int | None = None) -> int:
    if low < 0:
        raise ValueError
    high = len(items) if end is None else end
    while low < high:
        middle = (low + high) // 2
        if items[middle] < item:
            low = middle + 1
        else:
            high = middle
    return low


def bisect_right(items: Items, item: Any, low: int = 0, end: int | None = None) -> int:
    if low < 0:
        raise ValueError
    high = len(items) if end is None else end
    while low < high:
        middle = (low + high) // 2
        if item < items[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def insort_left(items: Items, item: Any, low: int = 0, end: int | None = None) -> None:
    items.insert(bisect_left(items, item, low, end), item)


def insort_right(items: Items, item: Any, low: int = 0, end: int | None = None) -> None:
    items.insert(bisect_right(items, item, low, end), item)


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
    """`del items[a:b:step]`, given all affected indices."""
    items[:] = [item for at, item in enumerate(items) if at not in places]


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
    if count < 0:
        raise ValueError
    if count > size:
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


def choices(pool: Items, count: int, step: int, restarts: bool) -> Items:
    """Combinations (each index at least `step` beyond the last one), or products (each index restarts at 0)."""
    found: Items = []
    size = len(pool)
    if count < 0:
        raise ValueError
    if count and size <= step * (count - 1):
        return found
    indices = [step * at for at in range(count)]
    while True:
        found.append(tuple(pool[at] for at in indices))
        at = count - 1
        while at >= 0 and indices[at] == size - 1 - step * (count - 1 - at):
            at -= 1
        if at < 0:
            return found
        indices[at] += 1
        for place in range(at + 1, count):
            indices[place] = 0 if restarts else indices[place - 1] + step


# Sums.


def fsum(items: Any) -> float:
    """The sum of floats, rounded once: exact partial sums, as in Python."""
    partials: list[float] = []
    special, infinite = 0.0, 0.0
    for item in items:
        first = x = float(item)
        count = 0
        for at in range(len(partials)):
            y = partials[at]
            if abs(x) < abs(y):
                x, y = y, x
            high = x + y
            low = y - (high - x)
            if low != 0.0:
                partials[count] = low
                count += 1
            x = high
        while len(partials) > count:
            partials.pop()
        if x - x != 0.0:
            if first - first == 0.0:
                raise OverflowError
            if first == first:
                infinite += first
            special += first
            partials.clear()
        elif x != 0.0:
            partials.append(x)
    if special != 0.0:
        if infinite != infinite:
            raise ValueError
        return special
    return rounded_once(partials)


def rounded_once(partials: list[float]) -> float:
    """The sum of non-overlapping partial sums, smallest first."""
    high, low = 0.0, 0.0
    at = len(partials) - 1
    if at < 0:
        return 0.0
    high = partials[at]
    while at > 0 and low == 0.0:
        at -= 1
        x, y = high, partials[at]
        high = x + y
        low = y - (high - x)
    if at > 0 and ((low < 0.0 and partials[at - 1] < 0.0) or (low > 0.0 and partials[at - 1] > 0.0)):
        y = low * 2.0
        x = high + y
        if y == x - high:
            high = x
    return high


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


def counter_negative(counts: Any) -> Any:
    return counter_by(Counter(), counts, operator.sub)


def counter_within(one: Any, two: Any) -> bool:
    return all(one[key] <= two[key] for key in one) and all(one[key] <= two[key] for key in two)


def most_common(counts: Any, most: int | None) -> Items:
    found = sorted(counts.items(), key=lambda pair: pair[1], reverse=True)
    return found if most is None else found[: max(most, 0)]


def elements(counts: Any) -> Items:
    return [key for key, count in counts.items() for _ in range(count)]


def counter_by(one: Any, two: Any, combined: Any) -> Any:
    """The positive counts that a function makes of the counts of two Counters."""
    found: Any = Counter()
    for key in [*one, *two]:
        count = combined(one[key], two[key])
        if count > 0:
            found[key] = count
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
    found: list[Any] = []
    start, at = 0, 0
    while at < len(text):
        code = ord(text[at])
        if 10 <= code <= 13 or 28 <= code <= 30 or code in (133, 8232, 8233):
            found.append(text[start:at])
            if code == 13 and at + 1 < len(text) and text[at + 1] == "\n":
                at += 1
            start = at + 1
        at += 1
    if start < len(text):
        found.append(text[start:])
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


def capitalize(text: str, titles: dict[str, str], cased: tuple[int, ...], ignored: tuple[int, ...]) -> str:
    found: list[Any] = []
    for at, sign in enumerate(text):
        found.append(lowered(text, at, cased, ignored) if at else titled(sign, titles))
    return "".join(found)


def title(text: str, titles: dict[str, str], cased: tuple[int, ...], ignored: tuple[int, ...]) -> str:
    found: list[Any] = []
    inside = False
    for at, sign in enumerate(text):
        found.append(lowered(text, at, cased, ignored) if inside else titled(sign, titles))
        inside = within(cased, ord(sign))
    return "".join(found)


def titled(sign: str, titles: dict[str, str]) -> str:
    return sign.upper() if ord(sign) < 128 else titles.get(sign, sign)


def lowered(text: str, at: int, cased: tuple[int, ...], ignored: tuple[int, ...]) -> str:
    """A letter of a string in lower case: a word-final sigma differs."""
    if text[at] != "Σ":
        return text[at].lower()
    before, after = at - 1, at + 1
    while before >= 0 and within(ignored, ord(text[before])):
        before -= 1
    while after < len(text) and within(ignored, ord(text[after])):
        after += 1
    last = after == len(text) or not within(cased, ord(text[after]))
    return "ς" if before >= 0 and within(cased, ord(text[before])) and last else "σ"


def with_sigma(text: str, name: str, cased: tuple[int, ...], ignored: tuple[int, ...]) -> str:
    """`lower` and swapcase of a string with a capital sigma."""
    found: list[Any] = []
    for at, sign in enumerate(text):
        if sign == "Σ":
            found.append(lowered(text, at, cased, ignored))
        else:
            found.append(sign.swapcase() if name == "swapcase" else sign.lower())
    return "".join(found)


def quoted(text: str, printable: tuple[int, ...], plainly: bool) -> str:
    """`repr` and ascii of a string."""
    quote = '"' if "'" in text and '"' not in text else "'"
    found: list[Any] = [quote]
    for sign in text:
        code = ord(sign)
        if sign == quote or sign == "\\":
            found.append("\\")
            found.append(sign)
        elif sign == "\n":
            found.append("\\n")
        elif sign == "\r":
            found.append("\\r")
        elif sign == "\t":
            found.append("\\t")
        elif 32 <= code < 127 or (code > 127 and not plainly and is_printable(code, printable)):
            found.append(sign)
        elif code < 256:
            found.append("\\x" + digits(code, 16, False).zfill(2))
        elif code < 65536:
            found.append("\\u" + digits(code, 16, False).zfill(4))
        else:
            found.append("\\U" + digits(code, 16, False).zfill(8))
    found.append(quote)
    return "".join(found)


def is_printable(code: int, printable: tuple[int, ...]) -> bool:
    return within(printable, code) if code < 0x40000 else 0xE0100 <= code < 0xE01F0


def within(spans: Any, code: int) -> bool:
    """Whether a code is in one of the runs of a table: an odd number of ends are not beyond it."""
    return bisect_right(spans, code) % 2 == 1


def is_every(text: str, spans: tuple[int, ...], plainly: frozenset[int]) -> bool:
    """`isalpha` and similar: non-empty, and every character passes."""
    for sign in text:
        code = ord(sign)
        if not (code in plainly if code < 128 else within(spans, code)):
            return False
    return len(text) > 0


def is_cased(text: str, good: tuple[int, ...], bad: tuple[int, ...], low: int, other: int) -> bool:
    """`isupper` and islower: a letter of that case, and none of another."""
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
    left = min(number, -number)  # negative, so that the smallest int fits
    found = [signs[-(left % -base)]]
    while left <= -base:
        left = -(left // -base)
        found.append(signs[-(left % -base)])
    if number < 0:
        found.append("-")
    return "".join(found[::-1])


def prefixed(number: int, prefix: str, base: int) -> str:
    """`hex` and oct."""
    text = digits(number, base, False)
    return "-" + prefix + text[1:] if number < 0 else prefix + text


def decimal(number: float, places: int, negative: bool) -> str:
    """A rounded float with `places` decimals."""
    if number != number:
        return "nan"
    sign = "-" if negative else ""
    if math.isinf(number):
        return sign + "inf"
    whole = abs(number) * 10**places
    if whole < 9007199254740992.0:
        text = str(int(whole + 0.5)).zfill(places + 1)
    elif number == math.floor(number):
        text = str(int(abs(number))) + "0" * places
    else:
        raise OverflowError
    return sign + text if places == 0 else sign + text[: len(text) - places] + "." + text[len(text) - places :]


def parse_int(text: str, base: int, zeros: tuple[int, ...]) -> int:
    if base < 0 or base == 1 or base > 36:
        raise ValueError
    text = text.strip().lower()
    negative = text.startswith("-")
    if negative or text.startswith("+"):
        text = text[1:]
    start = text[:2]
    if (base in (0, 16) and start == "0x") or (base in (0, 2) and start == "0b") or (base in (0, 8) and start == "0o"):
        base = 16 if start == "0x" else 2 if start == "0b" else 8
        text = text[2:]
        if text.startswith("_"):
            text = text[1:]
    elif base == 0:
        base = 10
        if text.startswith("0") and text.strip("0_"):
            raise ValueError
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
            digit = -1
            for zero in zeros:
                if zero <= ord(sign) < zero + 10:
                    digit = ord(sign) - zero
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
    if modulus == 0:
        raise ValueError
    size = abs(modulus)
    base %= size
    if by < 0:
        base, by = inverse(base, size), -by
    found = 1 % size
    while by > 0:
        if by & 1:
            found = times(found, base, size)
        base = times(base, base, size)
        by >>= 1
    return found % modulus


def norm(numbers: list[float]) -> float:
    """The length of a vector: squares are summed exactly, as in Python."""
    most = 0.0
    undefined = False
    for each in numbers:
        most = max(most, abs(each))
        undefined = undefined or each != each
    if most == most + 1.0 and most - most != 0.0:
        return most
    if undefined:
        return math.nan
    scale = 2.0**-600 if most > 2.0**400 else 2.0**600 if most < 2.0**-400 else 1.0
    total, error = 0.0, 0.0
    for each in numbers:
        x = abs(each) * scale
        high = x * 134217729.0
        high -= high - x
        low = x - high
        square = x * x
        error += ((high * high - square) + 2.0 * high * low) + low * low
        before = total
        total += square
        error += (before - (total - (total - before))) + (square - (total - before))
    root = math.sqrt(total + error)
    if root == 0.0:
        return 0.0
    high = root * 134217729.0
    high -= high - root
    low = root - high
    square = root * root
    rest = (total - square) - (((high * high - square) + 2.0 * high * low) + low * low) + error
    return (root + rest / (2.0 * root)) / scale


def times(one: int, two: int, modulus: int) -> int:
    """A product of two numbers modulo another, even if it exceeds 64 bits."""
    if modulus < 1 << 31:
        return one * two % modulus
    found = 0
    while two:
        if two & 1:
            found = found - (modulus - one) if found >= modulus - one else found + one
        one = one - (modulus - one) if one >= modulus - one else one + one
        two >>= 1
    return found


def lcm(one: int, two: int) -> int:
    if one == 0 or two == 0:
        return 0
    return abs(one // math.gcd(one, two) * two)


def inverse(number: int, modulus: int) -> int:
    """The modular inverse of a number."""
    rest, divisor, found, other = modulus, number, 0, 1
    while divisor:
        rest, divisor, found, other = divisor, rest % divisor, other, found - rest // divisor * other
    if rest != 1:
        raise ValueError
    return found % modulus


def comb(number: int, count: int) -> int:
    if number < 0 or count < 0:
        raise ValueError
    if count > number:
        return 0
    found = 1
    for at in range(min(count, number - count)):
        found = found * (number - at) // (at + 1)
    return found


def perm(number: int, given: int | None = None) -> int:
    count = number if given is None else given
    if number < 0 or count < 0:
        raise ValueError
    if count > number:
        return 0
    found = 1
    for at in range(count):
        found *= number - at
    return found
