"""Actions as one word each: how a search, which handles only numbers, represents tuples or strings.

An int is its own word. Anything else is packed from its parts, each in a few bits: a bool in one, a character in eight,
an enum member in twelve (if its number is small); the ints share the remaining bits:

    (row, col)          32 bits  32 bits
    ((3, 4), "up")      number of characters, characters, and two ints in the rest

If the parts need more than 64 bits, the word is the action's index among those of its state.
"""

from __future__ import annotations

import enum
from typing import Any

from countermove.native.compiler import kinds
from countermove.native.compiler.code import Value, integer
from countermove.native.compiler.enumeration import every_bit, is_numbered, member_of, names_of, number_of, span_of
from countermove.native.compiler.program import RoomError, is_dataclass

CHARACTER, LENGTH, CHOICE = 8, 5, 3
"""Bits of a character, of the length of a sequence, of the choice between kinds."""
MAX_ITEMS = 15
"""Maximum items of a varying-length sequence in an action."""


def is_plain(kind: kinds.Kind) -> bool:
    """Whether actions of a kind are their own words."""
    return kind in (kinds.INT, kinds.NEVER, kinds.BOOL)


def fixed_bits(kind: kinds.Kind) -> tuple[int, int]:
    """The bits a kind needs besides its ints, and the number of ints; (1000, 0) if it cannot be packed."""
    if kind in (kinds.NONE, kinds.NEVER):
        return 0, 0
    if kind is kinds.INT:
        return 0, 1
    if kind is kinds.BOOL:
        return 1, 0
    if isinstance(kind, kinds.Enum):
        bits = span_of(kind.cls)[1]
        return (bits if bits < 63 else 1000), 0
    if isinstance(kind, kinds.Optional):
        bits, ints = fixed_bits(kind.item)
        return bits + 1, ints
    if isinstance(kind, kinds.Union):
        found = [fixed_bits(item) for item in kind.items]
        return CHOICE + sum(bits for bits, _ in found), sum(ints for _, ints in found)
    if isinstance(kind, kinds.Tuple):
        found = [fixed_bits(item) for item in kind.items]
        return sum(bits for bits, _ in found), sum(ints for _, ints in found)
    if isinstance(kind, kinds.Seq):
        bits, ints = (CHARACTER, 0) if kind.text else fixed_bits(kind.item)
        if kind.count is not None:
            return bits * kind.count, ints * kind.count
        if kind.room is not None and kind.room < 1 << LENGTH:
            return LENGTH + bits * kind.room, ints * kind.room
    return 1000, 0


def int_bits(kind: kinds.Kind) -> int | None:
    """The bits per int in an action; None if actions do not fit into a word."""
    bits, ints = fixed_bits(kind)
    if bits > 64:
        return None
    if ints == 0:
        return 0
    share = (64 - bits) // ints
    return min(share, 63) if share >= 5 else None


def encoded(function: Any, value: Value) -> str:
    """The word of an action just returned by the rules."""
    program = function.program
    value = function.runtime(value)
    from countermove.native.layout import merged

    kind = program.action
    if isinstance(kind, kinds.Numbered):
        return str(function.ordinal())
    joined = merged(kind, value.kind)
    if joined != kind:
        program.action = joined
        program.restless = True
        kind = joined
    if kind in (kinds.INT, kinds.BOOL):
        return str(function.as_int(function.convert(value, kinds.INT)).op)
    width = int_bits(kind)
    if width is None:
        # Its index among the state's actions: how many came before it.
        return str(function.ordinal())
    packer = _Packer(function, width)
    function.making_room = True
    packer.add(function.convert(value, kind))
    function.making_room = False
    return packer.word


class _Packer:
    def __init__(self, function: Any, width: int) -> None:
        self.c = function
        self.width = width
        self.word = "0"
        self.at = 0

    def put(self, operand: str, bits: int) -> None:
        """Add the lowest bits of a number that is known to fit."""
        body = self.c.body
        if self.at:
            operand = body.set(f"shl i64 {operand}, {self.at}")
        self.word = operand if self.word == "0" else body.set(f"or i64 {self.word}, {operand}")
        self.at += bits

    def add(self, value: Value) -> None:
        c, body, kind = self.c, self.c.body, value.kind
        if kind in (kinds.NONE, kinds.NEVER):
            return
        if kind is kinds.BOOL:
            self.put(body.set(f"zext i1 {value.op} to i64"), 1)
        elif kind is kinds.INT:
            bits = self.width
            if bits < 63:
                half = 1 << bits - 1
                moved = body.set(f"add i64 {value.op}, {half}")
                c.guard(body.set(f"icmp ult i64 {moved}, {1 << bits}"), RoomError)
                self.put(moved, bits)
            else:
                self.put(value.op, 64)
        elif isinstance(kind, kinds.Enum):
            low, bits = span_of(kind.cls)
            self.put(body.set(f"and i64 {body.set(f'sub i64 {value.op}, {low}')}, {(1 << bits) - 1}"), bits)
        elif isinstance(kind, kinds.Optional):
            self.put(body.set(f"zext i1 {value.parts[0]} to i64"), 1)
            self._only_if(value.parts[0], value.inner())
        elif isinstance(kind, kinds.Union):
            self.put(value.parts[0], CHOICE)
            for number, item in enumerate(value.alternatives()):
                self._only_if(body.set(f"icmp eq i64 {value.parts[0]}, {number}"), item)
        elif isinstance(kind, kinds.Tuple):
            for item in value.items():
                self.add(item)
        elif isinstance(kind, kinds.Seq) and kind.count is None:
            size = c.length(value)
            self.put(size, LENGTH)
            letter = kinds.Seq(kinds.INT, 1, None, True)
            for at in range(kind.room or 0):
                there = body.set(f"icmp slt i64 {at}, {size}")
                if kind.text:
                    self._only_if(there, Value(letter, [body.at(value.op, at)]))
                else:
                    place = body.at(value.op, at * kinds.words(kind.item))
                    self._only_if(there, _Later(c, kind.item, place))  # type: ignore[arg-type]
        elif isinstance(kind, kinds.Seq):
            assert kind.count is not None
            for at in range(kind.count):
                if kind.text:
                    sign = body.load("i64", body.at(value.op, at))
                    c.guard(body.set(f"icmp ult i64 {sign}, {1 << CHARACTER}"), RoomError)
                    self.put(sign, CHARACTER)
                else:
                    self.add(c.item(value, str(at)))
        else:
            raise c.no("an action that does not fit into 64 bits")

    def _load(self, value: Value | _Later) -> Value:
        if isinstance(value, _Later):
            found: Value = value.c.load(value.kind, value.place)
            return found
        return value

    def _only_if(self, condition: str, value: Value) -> None:
        """Add a value if present, else zeros."""
        c = self.c
        word, at = self.word, self.at
        bits, ints = fixed_bits(value.kind)

        def there() -> Value:
            self.word, self.at = "0", at
            self.add(self._load(value))
            return integer(self.word)

        more = c.choose(condition, there, lambda: integer(0)).op
        self.word = more if word == "0" else c.body.set(f"or i64 {word}, {more}")
        self.at = at + bits + ints * self.width


class _Later:
    """An item in memory, read only if present."""

    def __init__(self, c: Any, kind: kinds.Kind, place: str) -> None:
        self.c, self.kind, self.place = c, kind, place


def decoded(function: Any, word: str, kind: kinds.Kind) -> Value:
    """The action that a word stands for."""
    if kind in (kinds.INT, kinds.NEVER):
        return integer(word)
    if kind is kinds.BOOL:
        return Value(kinds.BOOL, [function.body.set(f"icmp ne i64 {word}, 0")])
    width = int_bits(kind)
    assert width is not None
    return _Unpacker(function, word, width).take(kind)


class _Unpacker:
    def __init__(self, function: Any, word: str, width: int) -> None:
        self.c, self.word, self.width, self.at = function, word, width, 0

    def get(self, bits: int) -> str:
        body = self.c.body
        found = self.word if not self.at else body.set(f"lshr i64 {self.word}, {self.at}")
        self.at += bits
        return found if bits >= 64 else str(body.set(f"and i64 {found}, {(1 << bits) - 1}"))

    def take(self, kind: kinds.Kind) -> Value:
        body = self.c.body
        if kind in (kinds.NONE, kinds.NEVER):
            return Value(kind, [])
        if kind is kinds.BOOL:
            return Value(kinds.BOOL, [body.set(f"icmp ne i64 {self.get(1)}, 0")])
        if kind is kinds.INT:
            if self.width >= 63:
                return integer(self.get(64))
            return integer(body.set(f"sub i64 {self.get(self.width)}, {1 << self.width - 1}"))
        if isinstance(kind, kinds.Enum):
            low, bits = span_of(kind.cls)
            return Value(kind, [body.set(f"add i64 {self.get(bits)}, {low}")])
        if isinstance(kind, kinds.Optional):
            flag = body.set(f"icmp ne i64 {self.get(1)}, 0")
            return Value(kind, [flag, *self.take(kind.item).parts])
        if isinstance(kind, kinds.Union):
            choice = self.get(CHOICE)
            return Value(kind, [choice, *(part for item in kind.items for part in self.take(item).parts)])
        if isinstance(kind, kinds.Tuple):
            return Value(kind, [part for item in kind.items for part in self.take(item).parts])
        assert isinstance(kind, kinds.Seq)
        if kind.count is None:
            size = self.get(LENGTH)
            room = kind.room or 0
            items = [integer(self.get(CHARACTER)) if kind.text else self.take(kind.item) for _ in range(room)]
            return Value(kind, [self.c.sequence(items, kind.item, kind.text).op, size])
        if kind.text:
            signs = [integer(self.get(CHARACTER)) for _ in range(kind.count)]
            return Value(kind, self.c.sequence(signs, kinds.INT, True).parts)
        return Value(kind, self.c.sequence([self.take(kind.item) for _ in range(kind.count)], kind.item).parts)


class Codec:
    """The Python version: from an action to its word and back."""

    def __init__(self, kind: kinds.Kind) -> None:
        self.kind = kind
        self.width = None if kind in (kinds.INT, kinds.BOOL, kinds.NEVER) else int_bits(kind)
        self.plain = kind in (kinds.INT, kinds.BOOL, kinds.NEVER)
        self.by_number = not self.plain and self.width is None
        """Whether an action's word is its index among its state's actions."""

    def word(self, action: Any) -> int:
        """The word of an action; RoomError if it does not fit."""
        if self.plain:
            return int(action)
        bits: list[tuple[int, int]] = []
        self._put(self.kind, action, bits)
        word = at = 0
        for number, width in bits:
            word |= (number & (1 << width) - 1) << at
            at += width
        return word - (1 << 64) if word >> 63 else word

    def _put(self, kind: kinds.Kind, value: Any, bits: list[tuple[int, int]]) -> None:
        if kind in (kinds.NONE, kinds.NEVER):
            return
        if kind is kinds.BOOL:
            bits.append((int(value), 1))
        elif kind is kinds.INT:
            width = self.width or 0
            half = 1 << width - 1
            if not isinstance(value, int) or (width < 63 and not -half <= value < half):
                raise RoomError(f"an action contains {value!r}, unlike any in random games")
            bits.append((int(value) + half, width) if width < 63 else (int(value), 64))
        elif isinstance(kind, kinds.Enum):
            low, width = span_of(kind.cls)
            bits.append((number_of(value) - low, width))
        elif isinstance(kind, kinds.Optional):
            bits.append((int(value is not None), 1))
            self._some(kind.item, value, value is not None, bits)
        elif isinstance(kind, kinds.Union):
            from countermove.native.compiler.program import alternative_of

            chosen = alternative_of(value, kind)
            bits.append((chosen, CHOICE))
            for number, item in enumerate(kind.items):
                self._some(item, value, number == chosen, bits)
        elif isinstance(kind, kinds.Tuple):
            items = (
                [getattr(value, name) for name in value.__dataclass_fields__] if is_dataclass(type(value)) else value
            )
            if len(items) != len(kind.items):
                raise RoomError(f"an action contains {value!r}, unlike any in random games")
            for each, item in zip(kind.items, items):
                self._put(each, item, bits)
        elif isinstance(kind, kinds.Seq):
            if len(value) > (kind.room or 0) if kind.count is None else len(value) != kind.count:
                raise RoomError(f"an action contains {value!r}, longer than any in random games")
            if kind.count is None:
                bits.append((len(value), LENGTH))
            for item in value:
                if kind.text:
                    if ord(item) >> CHARACTER:
                        raise RoomError(f"an action contains the character {item!r}, unlike any in random games")
                    bits.append((ord(item), CHARACTER))
                else:
                    self._put(kind.item, item, bits)
            for _ in range((kind.room or 0) - len(value) if kind.count is None else 0):
                fixed, ints = (CHARACTER, 0) if kind.text else fixed_bits(kind.item)
                bits.append((0, fixed + ints * (self.width or 0)))

    def _some(self, kind: kinds.Kind, value: Any, there: bool, bits: list[tuple[int, int]]) -> None:
        if there:
            self._put(kind, value, bits)
        else:
            fixed, ints = fixed_bits(kind)
            bits.append((0, fixed + ints * (self.width or 0)))

    def action(self, word: int) -> Any:
        """The action of a word."""
        if self.plain:
            return word
        taker = _Taker(word & (1 << 64) - 1, self.width or 0)
        return taker.take(self.kind)


class _Taker:
    def __init__(self, word: int, width: int) -> None:
        self.word, self.width = word, width

    def get(self, bits: int) -> int:
        found = self.word & (1 << bits) - 1
        self.word >>= bits
        return found

    def take(self, kind: kinds.Kind) -> Any:
        if kind in (kinds.NONE, kinds.NEVER):
            return None
        if kind is kinds.BOOL:
            return bool(self.get(1))
        if kind is kinds.INT:
            if self.width >= 63:
                number = self.get(64)
                return number - (1 << 64) if number >> 63 else number
            return self.get(self.width) - (1 << self.width - 1)
        if isinstance(kind, kinds.Enum):
            low, width = span_of(kind.cls)
            number = self.get(width) + low
            if issubclass(kind.cls, enum.Flag):
                return None if number & ~every_bit(kind.cls) else member_of(kind.cls, number)
            known = names_of(kind.cls) if is_numbered(kind.cls) else range(len(list(kind.cls)))  # type: ignore[call-overload]
            return member_of(kind.cls, number) if number in known else None
        if isinstance(kind, kinds.Optional):
            there = self.get(1)
            value = self.take(kind.item)
            return value if there else None
        if isinstance(kind, kinds.Union):
            choice = self.get(CHOICE)
            values = [self.take(item) for item in kind.items]
            return values[choice]
        if isinstance(kind, kinds.Tuple):
            items = [self.take(item) for item in kind.items]
            return tuple(items) if kind.cls is None else kind.cls(*items)
        assert isinstance(kind, kinds.Seq)
        if kind.count is None:
            size = self.get(LENGTH)
            room = kind.room or 0
            items = [chr(self.get(CHARACTER)) if kind.text else self.take(kind.item) for _ in range(room)][:size]
            return "".join(items) if kind.text else tuple(items)
        if kind.text:
            return "".join(chr(self.get(CHARACTER)) for _ in range(kind.count))
        return tuple(self.take(kind.item) for _ in range(kind.count))
