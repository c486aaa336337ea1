"""What hands of hold'em are worth: every flop with every turn and river, and every pair of starting hands.

Two passes over all boards, up to a change of suits; they take some minutes of one core:

    equities    all 134,459 boards of five cards: how often each class of starting hands (AA, AKs, AKo, ...) beats each
                other one. Exact; `pushfold` is solved with it.
    deals       all 1,755 flops, with all 1,176 pairs of turn and river: for every hand the share of opponents that it
                beats, and the mean square of that share over the cards to come, which values draws above steady
                mediocrity (Johanson and others, "Evaluating state-space abstractions in extensive-form games", 2013).
                Random deals are drawn, and for each the percentile of both hands in every round is kept; `buckets`
                is made of them.

A board is four sets of ranks, one for each suit. Changing suits permutes them, so one board stands for all where they
are in falling order. The hands on a board are sorted by strength once; then whom each beats is a count of the weaker
hands, without those that share a card with it.

    python -m countermove.learn.deals FILE        writes the file that ships as games/weights/holdem.npz
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countermove.engine.play.playout import random_bits
from countermove.games._poker import strength
from countermove.games._starting import CLASSES, class_of
from countermove.native.kernel import kernel

HANDS = 1326
RADIX = 10
"""Bits of a strength that are sorted in one pass; three passes are enough."""
SAMPLES = 4
"""Random deals for each flop of the whole deck, of 22,100."""
LEVELS = 256
"""Percentiles are kept as one byte."""


def sort_hands(count: int, keys: Any, order: Any, spare: Any, tally: Any) -> None:
    """Sort the hands listed in `order` by their keys, in place; `tally` is scratch."""
    size = 1 << RADIX
    for turn in range(3):
        shift = RADIX * turn
        for digit in range(size + 1):
            tally[digit] = 0
        for i in range(count):
            tally[(keys[order[i]] >> shift & size - 1) + 1] += 1
        for digit in range(size):
            tally[digit + 1] += tally[digit]
        for i in range(count):
            digit = keys[order[i]] >> shift & size - 1
            spare[tally[digit]] = order[i]
            tally[digit] += 1
        for i in range(count):
            order[i] = spare[i]


def rank_hands(board: int, suits: Any, low: Any, high: Any, keys: Any, order: Any, spare: Any, tally: Any) -> int:
    """Sort all hands without a card of the board, given as a set of cards and by suit; returns their number."""
    count = 0
    for hand in range(HANDS):
        a, b = low[hand], high[hand]
        if board >> a & 1 or board >> b & 1:
            continue
        suits[a & 3] ^= 1 << (a >> 2)
        suits[b & 3] ^= 1 << (b >> 2)
        keys[hand] = strength(int(suits[0]), int(suits[1]), int(suits[2]), int(suits[3]))
        suits[a & 3] ^= 1 << (a >> 2)
        suits[b & 3] ^= 1 << (b >> 2)
        order[count] = hand
        count += 1
    sort_hands(count, keys, order, spare, tally)
    return count


@kernel
def compare_classes(
    first: int, low: Any, high: Any, kinds: Any, wins: Any, ties: Any, suits: Any, keys: Any, order: Any, spare: Any,
    tally: Any, weaker: Any, sharing: Any,
) -> int:  # fmt: skip
    """Add to `wins` and `ties`, by class and class, all boards whose lowest card is `first`; returns their number."""
    boards = 0
    for i in range(4):
        suits[i] = 0
    for b in range(first + 1, 52):
        for c in range(b + 1, 52):
            for d in range(c + 1, 52):
                for e in range(d + 1, 52):
                    # Step 1. One board for all changes of suits: their ranks are in falling order.
                    for i in range(4):
                        suits[i] = 0
                    suits[first & 3] |= 1 << (first >> 2)
                    suits[b & 3] |= 1 << (b >> 2)
                    suits[c & 3] |= 1 << (c >> 2)
                    suits[d & 3] |= 1 << (d >> 2)
                    suits[e & 3] |= 1 << (e >> 2)
                    if suits[0] < suits[1] or suits[1] < suits[2] or suits[2] < suits[3]:
                        continue
                    weight = arrangements(suits)
                    boards += weight
                    cards = 1 << first | 1 << b | 1 << c | 1 << d | 1 << e
                    count = rank_hands(cards, suits, low, high, keys, order, spare, tally)

                    # Step 2. From the weakest hand up: whom it beats, and whom it ties with.
                    for i in range(CLASSES):
                        weaker[i] = 0
                    for i in range(52 * CLASSES):
                        sharing[i] = 0
                    begin = 0
                    while begin < count:
                        end = begin
                        while end < count and keys[order[end]] == keys[order[begin]]:
                            end += 1
                        for i in range(begin, end):
                            hand = order[i]
                            row = kinds[hand] * CLASSES
                            one, two = low[hand] * CLASSES, high[hand] * CLASSES
                            for kind in range(CLASSES):
                                wins[row + kind] += weight * (weaker[kind] - sharing[one + kind] - sharing[two + kind])
                            for j in range(begin, end):
                                other = order[j]
                                if (
                                    low[other] != low[hand]
                                    and low[other] != high[hand]
                                    and high[other] != low[hand]
                                    and high[other] != high[hand]
                                ):
                                    ties[row + kinds[other]] += weight
                        for i in range(begin, end):
                            hand = order[i]
                            kind = kinds[hand]
                            weaker[kind] += 1
                            sharing[low[hand] * CLASSES + kind] += 1
                            sharing[high[hand] * CLASSES + kind] += 1
                        begin = end
    return boards


def arrangements(suits: Any) -> int:
    """How many boards become this one by a change of suits: the orders of its four sets of ranks, in falling order."""
    orders = 24
    run = 1
    for i in range(1, 4):
        run = run + 1 if suits[i] == suits[i - 1] else 1
        orders //= run
    return orders


@kernel
def draw_deals(one: int, two: int, three: int, samples: int, deals: Any, won: Any, suits: Any) -> int:
    """Draw random deals with a flop: rows of the cards of two hands, turn and river; and the sign of who wins."""
    draws = 0
    seed = one * 2704 + two * 52 + three
    for row in range(samples):
        used = 1 << one | 1 << two | 1 << three
        for place in range(6):
            card = 0
            while True:
                draws += 1
                card = int(random_bits(7, seed, draws) % 52)
                if not used >> card & 1:
                    break
            used |= 1 << card
            deals[6 * row + place] = card
        strengths = (0, 0)
        for player in range(2):
            others = 1 << deals[6 * row + 2 - 2 * player] | 1 << deals[6 * row + 3 - 2 * player]
            for i in range(4):
                suits[i] = 0
            for card in range(52):
                if (used & ~others) >> card & 1:
                    suits[card & 3] |= 1 << (card >> 2)
            value = strength(int(suits[0]), int(suits[1]), int(suits[2]), int(suits[3]))
            strengths = (value, strengths[1]) if player == 0 else (strengths[0], value)
        won[row] = 1 if strengths[0] > strengths[1] else -1 if strengths[0] < strengths[1] else 0
    return draws


@kernel
def measure_flop(
    one: int, two: int, three: int, samples: int, low: Any, high: Any, kinds: Any, shares: Any, after_flop: Any,
    after_turn: Any, strengths: Any, deals: Any, values: Any, suits: Any, keys: Any, order: Any, spare: Any, tally: Any,
    holding: Any, tied: Any,
) -> int:  # fmt: skip
    """Measure all hands on a flop, and those of some deals with it.

    `shares` gets the share of opponents beaten by each hand with each pair of turn and river, in 1,980ths, and
    `strengths` the sum of its squares by class of hands, with its number of terms. A row of `values`
    gets the two players' values after the flop, the turn and the river.
    """
    # Step 1. Every turn and river: the share of opponents that each hand beats.
    flop = 1 << one | 1 << two | 1 << three
    for i in range(HANDS):
        after_flop[i] = 0.0
    for i in range(52 * HANDS):
        after_turn[i] = 0.0
    for turn in range(52):
        if flop >> turn & 1:
            continue
        for river in range(turn + 1, 52):
            if flop >> river & 1:
                continue
            for i in range(4):
                suits[i] = 0
            board = flop | 1 << turn | 1 << river
            for card in range(52):
                if board >> card & 1:
                    suits[card & 3] |= 1 << (card >> 2)
            count = rank_hands(board, suits, low, high, keys, order, spare, tally)
            for card in range(52):
                holding[card] = 0
            place = (turn * 52 + river) * HANDS
            begin = 0
            while begin < count:
                end = begin
                while end < count and keys[order[end]] == keys[order[begin]]:
                    end += 1
                for card in range(52):
                    tied[card] = 0
                for i in range(begin, end):
                    tied[low[order[i]]] += 1
                    tied[high[order[i]]] += 1
                for i in range(begin, end):
                    hand = order[i]
                    a, b = low[hand], high[hand]
                    beaten = begin - holding[a] - holding[b]
                    equal = end - begin - tied[a] - tied[b] + 1
                    shares[place + hand] = 2 * beaten + equal
                    square = ((2 * beaten + equal) / 1980.0) ** 2
                    after_flop[hand] += square
                    after_turn[turn * HANDS + hand] += square
                    after_turn[river * HANDS + hand] += square
                for card in range(52):
                    holding[card] += tied[card]
                begin = end

    # Step 2. Means over the cards to come.
    for hand in range(HANDS):
        if not (flop >> low[hand] & 1 or flop >> high[hand] & 1):
            strengths[2 * kinds[hand]] += after_flop[hand] * samples
            strengths[2 * kinds[hand] + 1] += 1081.0 * samples

    # Step 3. The deals.
    for row in range(samples):
        turn, river = deals[6 * row + 4], deals[6 * row + 5]
        place = (min(turn, river) * 52 + max(turn, river)) * HANDS
        for player in range(2):
            a, b = deals[6 * row + 2 * player], deals[6 * row + 2 * player + 1]
            hand = max(a, b) * (max(a, b) - 1) // 2 + min(a, b)
            values[6 * row + player] = after_flop[hand] / 1081.0
            values[6 * row + 2 + player] = after_turn[turn * HANDS + hand] / 46.0
            values[6 * row + 4 + player] = shares[place + hand] / 1980.0
    return 0


def hands_of_deck() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The low card, the high card and the class of every hand: hand high * (high - 1) / 2 + low."""
    pairs = [(low, high) for high in range(52) for low in range(high)]
    low, high = np.array(pairs).T
    return low.copy(), high.copy(), np.array([class_of(int(a), int(b)) for a, b in pairs])


def scratch() -> tuple[NDArray[np.int64], ...]:
    """Suits, keys, order, a spare order and a tally, for `rank_hands`."""
    return tuple(np.zeros(size, np.int64) for size in (4, HANDS, HANDS, HANDS, (1 << RADIX) + 1))


def equities(report: Any = None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each class beats each other one, and ties with it, over all hands and boards."""
    low, high, kinds = hands_of_deck()
    wins, ties = np.zeros(CLASSES**2, np.int64), np.zeros(CLASSES**2, np.int64)
    weaker, sharing = np.zeros(CLASSES, np.int64), np.zeros(52 * CLASSES, np.int64)
    boards = 0
    for first in range(48):
        boards += compare_classes(first, low, high, kinds, wins, ties, *scratch(), weaker, sharing)
        if report is not None:
            report(f"{boards:,} of 2,598,960 boards")
    return wins.reshape(CLASSES, CLASSES), ties.reshape(CLASSES, CLASSES)


def flops() -> list[tuple[int, int, int, int]]:
    """One flop for all changes of suits, and how many it stands for."""
    found = []
    for one in range(52):
        for two in range(one + 1, 52):
            for three in range(two + 1, 52):
                suits = [0, 0, 0, 0]
                for card in (one, two, three):
                    suits[card % 4] |= 1 << card // 4
                if suits == sorted(suits, reverse=True):
                    found.append((one, two, three, arrangements(suits)))
    return found


def deals(chosen: list[tuple[int, int, int, int]], samples: int = SAMPLES, report: Any = None) -> dict[str, Any]:
    """Random deals from some flops: classes, and the values of both hands after the flop, the turn and the river."""
    low, high, kinds = hands_of_deck()
    shares = np.zeros(52 * 52 * HANDS, np.int64)
    after_flop, after_turn = np.zeros(HANDS), np.zeros(52 * HANDS)
    strengths = np.zeros(2 * CLASSES)
    drawn, valued, won = [], [], []
    for number, (one, two, three, weight) in enumerate(chosen, 1):
        rows = weight * samples
        cards, values, winners = np.zeros(6 * rows, np.int64), np.zeros(6 * rows), np.zeros(rows, np.int64)
        draw_deals(one, two, three, rows, cards, winners, np.zeros(4, np.int64))
        won.append(winners)
        measure_flop(
            one, two, three, rows, low, high, kinds, shares, after_flop, after_turn, strengths, cards, values,
            *scratch(), np.zeros(52, np.int64), np.zeros(52, np.int64),
        )  # fmt: skip
        drawn.append(cards.reshape(-1, 6))
        valued.append(values.reshape(-1, 3, 2))
        if report is not None and number % 20 == 0:
            report(f"{number:,} of {len(chosen):,} flops")
    hands = np.concatenate(drawn)
    classes = [[class_of(row[0], row[1]), class_of(row[2], row[3])] for row in hands.tolist()]
    shaped = strengths.reshape(-1, 2)
    return {
        "classes": np.array(classes), "values": np.concatenate(valued), "won": np.concatenate(won), "strengths": shaped,
    }  # fmt: skip


def percentiles(values: NDArray[np.float64]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Values as percentiles of all of them, in 256ths, and the values that part the percentiles."""
    parts = np.quantile(values, np.arange(1, LEVELS) / LEVELS)
    return np.searchsorted(parts, values, side="right").astype(np.uint8), parts


def main(path: Path) -> None:
    """Write the file that ships."""

    def report(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    wins, ties = equities(report)
    found = deals(flops(), report=report)
    rounds = [percentiles(found["values"][:, number]) for number in range(3)]
    strengths = found["strengths"]
    np.savez_compressed(
        path,
        wins=wins,
        ties=ties,
        classes=found["classes"].astype(np.uint8),
        percentiles=np.stack([levels for levels, _ in rounds], axis=1),
        parts=np.stack([parts for _, parts in rounds]),
        won=found["won"].astype(np.int8),
        strengths=strengths[:, 0] / strengths[:, 1],
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
