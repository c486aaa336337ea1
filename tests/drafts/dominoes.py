from collections import defaultdict
from itertools import combinations_with_replacement
from typing import NamedTuple, Optional

from countermove import Game

Tile = tuple[int, int]
TILES: list[Tile] = list(combinations_with_replacement(range(4), 2))


class Table(NamedTuple):
    hands: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    ends: Optional[tuple[int, int]]
    mover: int
    passes: int


def follow(tile, end):
    """The new end of the chain when a tile is laid at an end; None where it does not fit."""
    try:
        return tile[1 - tile.index(end)]
    except ValueError:
        return None


def pips(hand):
    return sum(map(sum, hand))


class Dominoes(Game):
    """Dominoes with open hands: match an end or pass; when nobody can go on, pips are counted."""

    def initial(self):
        return Table((tuple(TILES[::2]), tuple(TILES[1::2])), None, 0, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        if self.is_terminal(state):
            return []
        hand = state.hands[state.mover]
        if state.ends is None:
            return [(tile, "right") for tile in hand]
        left, right = state.ends
        moves = [(tile, "left") for tile in hand if left in tile]
        if left != right:
            moves += [(tile, "right") for tile in hand if right in tile]
        return moves or [None]

    def result(self, state, action):
        mover = state.mover
        if action is None:
            return state._replace(mover=1 - mover, passes=state.passes + 1)
        tile, _ = action
        match state.ends, action:
            case None, _:
                ends = tile
            case (left, right), (_, "left"):
                ends = follow(tile, left), right
            case (left, right), (_, "right"):
                ends = left, follow(tile, right)
        assert None not in ends
        hand = list(state.hands[mover])
        hand.remove(tile)
        hands = (tuple(hand), state.hands[1]) if mover == 0 else (state.hands[0], tuple(hand))
        return Table(hands, tuple(sorted(ends)), 1 - mover, 0)

    def is_terminal(self, state):
        return state.passes == 2 or () in state.hands

    def utility(self, state, player):
        return pips(state.hands[1 - player]) - pips(state.hands[player])

    def evaluate(self, state, player):
        mine, theirs = state.hands[player], state.hands[1 - player]
        balance = defaultdict(int)
        for sign, hand in ((1, mine), (-1, theirs)):
            for number in {n for tile in hand for n in tile}:
                balance[number] += sign
        return 0.5 * (pips(theirs) - pips(mine)) + 0.25 * sum(balance.values())

    def order(self, state, action):
        if action is None:
            return 0
        (a, b), _ = action
        return a + b + (0.5 if a == b else 0)

    def action_name(self, state, action):
        if action is None:
            return "pass"
        (a, b), side = action
        return f"{a}:{b}{side[0]}"

    def text(self, state):
        hands = [" ".join(f"{a}:{b}" for a, b in hand) for hand in state.hands]
        ends = "-" if state.ends is None else f"{state.ends[0]} ... {state.ends[1]}"
        return "\n".join([hands[1], ends, hands[0]])
