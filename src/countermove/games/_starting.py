"""Starting hands of hold'em: the 169 classes, and ranges of hands as text.

Before the flop only ranks count, and whether the suits are the same: AA, AKs (suited), AKo (offsuit). A class is the
place in a square of ranks:

    class = 13 * row + column      row = column: a pair; row > column: suited, high card first; row < column: offsuit

A range names hands, separated by spaces or commas:

    AA  AKs  AKo  AK             classes; without s or o, both
    77+  A9s+  KTo+              the same or better: higher pairs, a higher second card
    99-66  A5s-A2s               from one to another
    AsKs                         one hand
    KQo@50                       half of the time
"""

from __future__ import annotations

import re

from countermove.errors import SpecError
from countermove.games._poker import LETTERS, SUITS

CLASSES = 169
SQUARE = 13
PATTERN = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)(\+|-([2-9TJQKA])([2-9TJQKA])([so]?))?", re.IGNORECASE)


def class_of(low: int, high: int) -> int:
    """The class of two cards.

    >>> class_name_of(class_of(47, 51)), class_name_of(class_of(46, 51)), class_name_of(class_of(0, 1))
    ('AKs', 'AKo', '22')
    """
    one, two = max(low // 4, high // 4), min(low // 4, high // 4)
    return SQUARE * one + two if low % 4 == high % 4 or one == two else SQUARE * two + one


def class_name_of(kind: int) -> str:
    """A class in words: AA, AKs, AKo."""
    row, column = divmod(kind, SQUARE)
    high, low = max(row, column), min(row, column)
    return LETTERS[high] + LETTERS[low] + ("" if row == column else "s" if row > column else "o")


def class_size(kind: int) -> int:
    """How many hands a class has: 6, 4 or 12."""
    row, column = divmod(kind, SQUARE)
    return 6 if row == column else 4 if row > column else 12


CLASS_NAMES = tuple(class_name_of(kind) for kind in range(CLASSES))
BY_NAME = {name: kind for kind, name in enumerate(CLASS_NAMES)}


def class_named(word: str) -> int | None:
    """The class that a word names: "AKs", "kao", or the cards "As Ks" without a space; None if it names none."""
    hand = hand_named(word)
    if hand is not None:
        return class_of(*hand)
    text = word[:2].upper() + word[2:].lower()
    flipped = text[1::-1] + text[2:]
    return BY_NAME.get(text, BY_NAME.get(flipped))


def hand_named(word: str) -> tuple[int, int] | None:
    """The cards of a hand such as "AsKs", the lower one first; None if the word is not two cards."""
    if len(word) != 4:
        return None
    cards = []
    for place in (0, 2):
        rank, suit = LETTERS.find(word[place].upper()), SUITS.find(word[place + 1].lower())
        if rank < 0 or suit < 0:
            return None
        cards.append(4 * rank + suit)
    return None if cards[0] == cards[1] else (min(cards), max(cards))


def hands_in(text: str) -> dict[tuple[int, int], float]:
    """The hands of a range, the lower card first, and how often each is held; SpecError if it is not a range.

    >>> len(hands_in("QQ+ AK")), len(hands_in("22+,A2s+")), hands_in("AsKs@50")
    (34, 126, {(47, 51): 0.5})
    """
    found: dict[tuple[int, int], float] = {}
    for word in text.replace(",", " ").split():
        name, at, share = word.partition("@")
        weight = _share(word, share) if at else 1.0
        hand = hand_named(name)
        chosen = {hand} if hand else set(_hands_of(_classes_in(name)))
        for each in chosen:
            found[each] = weight
    return found


def _share(word: str, share: str) -> float:
    if not re.fullmatch(r"\d{1,3}(\.\d+)?", share) or not 0 < float(share) <= 100:
        raise SpecError(f"{word!r}: after @ comes how often, in percent, as in AKo@50.")
    return float(share) / 100


def _hands_of(kinds: set[int]) -> list[tuple[int, int]]:
    return [(low, high) for high in range(52) for low in range(high) if class_of(low, high) in kinds]


def _classes_in(word: str) -> set[int]:
    """The classes that a word of a range stands for."""
    match = PATTERN.fullmatch(word)
    if match is None:
        raise SpecError(f"{word!r} is not a part of a range; write hands such as AA, AKs, A5s+, 99-66 or AsKs.")
    one, two = sorted((LETTERS.index(match[1].upper()), LETTERS.index(match[2].upper())), reverse=True)
    last = two
    if match[4] == "+":
        last = 12 if one == two else one - 1
    elif match[4]:
        to_one, to_two = sorted((LETTERS.index(match[5].upper()), LETTERS.index(match[6].upper())), reverse=True)
        same = (to_one == to_two) if one == two else (to_one == one and to_two != to_one)
        if not same or match[7].lower() != match[3].lower():
            raise SpecError(f"{word!r} is not a part of a range; give two pairs, or two hands with the same high card.")
        last = to_two
    if one == two:
        if match[3]:
            raise SpecError(f"{word!r} is not a part of a range: a pair is neither suited nor offsuit.")
        return {SQUARE * rank + rank for rank in range(min(two, last), max(two, last) + 1)}
    kinds = set()
    for rank in range(min(two, last), max(two, last) + 1):
        if match[3].lower() != "o":
            kinds.add(SQUARE * one + rank)
        if match[3].lower() != "s":
            kinds.add(SQUARE * rank + one)
    return kinds


def range_of(kinds: set[int]) -> str:
    """Classes as a range.

    >>> range_of(set(range(CLASSES)))[:27], range_of({BY_NAME["AKs"], BY_NAME["A9o"], BY_NAME["22"], BY_NAME["33"]})
    ('22+ A2s+ K2s+ Q2s+ J2s+ T2s', '33-22 AKs A9o')
    """
    runs = [[SQUARE * rank + rank for rank in range(SQUARE)]]
    runs += [[SQUARE * high + low for low in range(high)] for high in range(SQUARE - 1, 0, -1)]
    runs += [[SQUARE * low + high for low in range(high)] for high in range(SQUARE - 1, 0, -1)]
    words = []
    for run in runs:
        start = None
        for place in range(len(run) + 1):
            inside = place < len(run) and run[place] in kinds
            if inside and start is None:
                start = place
            elif not inside and start is not None:
                low, high = CLASS_NAMES[run[start]], CLASS_NAMES[run[place - 1]]
                words.append(low if start == place - 1 else f"{low}+" if place == len(run) else f"{high}-{low}")
                start = None
    return " ".join(words)
