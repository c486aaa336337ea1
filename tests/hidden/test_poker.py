"""The strength of poker hands: all of them, by class, and against a plain ranking."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from countermove import load
from countermove.game import legal
from countermove.games._poker import MAJOR, strength
from countermove.native.kernel import kernel
from countermove.solve.nash import equilibrium

COUNTS = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]


@kernel
def count_hands(counts) -> int:
    """Count all hands of five cards by class."""
    suits = np.zeros(4, np.int64)
    for a in range(52):
        suits[a & 3] |= 1 << (a >> 2)
        for b in range(a):
            suits[b & 3] |= 1 << (b >> 2)
            for c in range(b):
                suits[c & 3] |= 1 << (c >> 2)
                for d in range(c):
                    suits[d & 3] |= 1 << (d >> 2)
                    for e in range(d):
                        suits[e & 3] |= 1 << (e >> 2)
                        value = strength(int(suits[0]), int(suits[1]), int(suits[2]), int(suits[3]))
                        counts[value >> MAJOR] += 1
                        suits[e & 3] ^= 1 << (e >> 2)
                    suits[d & 3] ^= 1 << (d >> 2)
                suits[c & 3] ^= 1 << (c >> 2)
            suits[b & 3] ^= 1 << (b >> 2)
        suits[a & 3] ^= 1 << (a >> 2)
    return 0


def test_all_hands_of_five_cards_have_the_known_classes():
    counts = np.zeros(9, np.int64)
    count_hands(counts)
    assert counts.tolist() == COUNTS


def plain(cards):
    """The strength of five cards, ranked as a person would."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape, order = [count for _, count in counts], [rank for rank, _ in counts]
    flush = len({card % 4 for card in cards}) == 1
    run = 3 if ranks == [12, 3, 2, 1, 0] else ranks[0] if len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4 else None
    if run is not None:
        return (8 if flush else 4, [run])
    classes = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return (5, order) if flush else (classes[tuple(shape)], order)


def bits(cards):
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card % 4] |= 1 << card // 4
    return strength(*suits)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_hands_are_ordered_as_a_person_would(size):
    lots = random.Random(size)
    hands = [lots.sample(range(52), size) for _ in range(300)]
    ranked = [(bits(hand), max(plain(five) for five in itertools.combinations(hand, 5))) for hand in hands]
    for (value, expected), (other, wanted) in itertools.pairwise(ranked):
        assert (value > other) == (expected > wanted)
        assert (value == other) == (expected == wanted)


def test_nobody_gains_on_a_river_that_is_the_best_hand_itself():
    found = equilibrium(load("holdem:table=As Ks Qs Js Ts,pot=10,ranks=5"), target=1e-4)
    assert found.value == pytest.approx(0, abs=1e-3)
    assert found.exploitability <= 1e-4


def test_no_limit_bets_follow_the_sizes_and_the_stack():
    game = load("holdem:limit=false,stack=40,sizes=(50,100)")
    state = game.read("2c 3c 4c 5c")
    names = [game.action_name(state, action) for action in legal(game, state)]
    assert names == ["fold", "call", "raise4", "raise6", "allin"]
    state = game.read("2c 3c 4c 5c allin call Ts Js Qs Ks As")
    assert game.is_terminal(state) and game.utility(state, 0) == 0
    push = load("holdem:limit=false,stack=20,sizes=()")
    state = push.read("2c 3c 4c 5c")
    assert [push.action_name(state, action) for action in legal(push, state)] == ["fold", "allin"]
    state = push.result(state, push.all_in)
    assert [push.action_name(state, action) for action in legal(push, state)] == ["fold", "call"]
