"""The strength of a poker hand of five to seven cards, by bits: no tables, and about 40 operations.

    card = 4 * rank + suit            rank 0 is a two, 12 an ace
    a suit of a hand                  13 bits, one for each rank

From the four suits, bit by bit: the ranks held at least once, twice, three times and four times. A strength is one
number, larger for a better hand:

    class << 26 | ranks that make the class << 13 | other ranks that count
"""

from __future__ import annotations

from countermove.bits import highest, popcount

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
CLASSES = (
    "high card", "a pair", "two pair", "three of a kind", "a straight", "a flush", "a full house", "four of a kind",
    "a straight flush",
)  # fmt: skip
LETTERS, SUITS = "23456789TJQKA", "cdhs"
MAJOR, MINOR = 26, 13


def top(ranks: int, count: int) -> int:
    """The highest `count` of some ranks."""
    extra = popcount(ranks) - count
    while extra > 0:
        ranks &= ranks - 1
        extra -= 1
    return ranks


def straight(ranks: int) -> int:
    """The highest rank of a straight, from 1 for five high; 0 if there is none. An ace is also below the two."""
    whole = ranks << 1 | ranks >> 12 & 1
    pairs = whole & whole >> 1
    run = pairs & pairs >> 2 & whole >> 4
    return highest(run) + 1 if run else 0


def strength(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The strength of a hand, given its ranks by suit."""
    # Step 1. How often each rank occurs.
    low, high = clubs & diamonds, hearts & spades
    either, other = clubs | diamonds, hearts | spades
    once = either | other
    twice = low | high | either & other
    thrice = low & other | high & either
    four = low & high

    # Step 2. Five of a suit.
    flush = 0
    if popcount(clubs) >= 5:
        flush = clubs
    elif popcount(diamonds) >= 5:
        flush = diamonds
    elif popcount(hearts) >= 5:
        flush = hearts
    elif popcount(spades) >= 5:
        flush = spades
    if flush:
        run = straight(flush)
        if run:
            return STRAIGHT_FLUSH << MAJOR | run

    # Step 3. From the best class down.
    if four:
        return FOUR << MAJOR | four << MINOR | top(once & ~four, 1)
    if thrice:
        best = top(thrice, 1)
        pair = twice & ~best
        if pair:
            return FULL_HOUSE << MAJOR | best << MINOR | top(pair, 1)
    if flush:
        return FLUSH << MAJOR | top(flush, 5)
    run = straight(once)
    if run:
        return STRAIGHT << MAJOR | run
    if thrice:
        return THREE << MAJOR | thrice << MINOR | top(once & ~thrice, 2)
    if twice:
        pairs = top(twice, 2)
        if popcount(pairs) == 2:
            return TWO_PAIR << MAJOR | pairs << MINOR | top(once & ~pairs, 1)
        return PAIR << MAJOR | pairs << MINOR | top(once & ~pairs, 3)
    return top(once, 5)


def card_name(card: int) -> str:
    """A card in words: As, Td; ? if it is not seen."""
    return "?" if card < 0 else LETTERS[card // 4] + SUITS[card % 4]


def class_name(value: int) -> str:
    """The class of a strength, in words."""
    return CLASSES[value >> MAJOR]
