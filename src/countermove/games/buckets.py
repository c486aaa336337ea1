"""Hold'em on buckets: the whole of heads-up hold'em, made small enough to be solved.

Hold'em has too many deals for any tree. Here hands that are about as good are one *bucket*: in each round a player is
told a bucket, not cards. `counts` says how many there are before the flop, after the flop, the turn and the river, all
equally likely. Before the flop they are made of the 169 classes of hands, by the mean square of what they beat on the
river; later, of the percentile of that among all hands. Chance leads from the buckets of both players in one round to
those of the next as often as in 88,400 random deals from all flops, seen from both seats (learn/deals.py), and what
two buckets are worth when nothing is left to bet is their average in those deals; before the flop it is exact.

    AKs, 72o   raise call   60-80, 20-40   bet call   80-100, 0-20   ...        percentiles: 80-100 is the best fifth

So this is a game of its own, whose equilibrium and exploitability are exact *in the abstraction*. Real hold'em differs:
there, players tell hands of one bucket apart, and the next bucket depends on more than the last one. Betting is as in
`holdem`, blinds of 1 and 2 chips. See Billings and others, "Approximating game-theoretic optimal strategies for
full-scale poker" (2003).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from countermove.board import Board
from countermove.errors import SpecError
from countermove.game import CHANCE, Axes
from countermove.games._betting import BIG_BLIND, Bets
from countermove.games._cards import HIDDEN, hands
from countermove.games._deals import shipped
from countermove.games._starting import CLASSES, class_named, class_size, range_of

ROUNDS = 4
ROUND_NAMES = ("before the flop", "flop", "turn", "river")
LEVELS = 256
MAX_COUNT = 32


class Bucketed(NamedTuple):
    held: tuple[int, int]
    """The bucket of each player in this round; HIDDEN if not dealt, or not seen."""
    next: int
    """The first player's bucket of the next round, while the second's is to be dealt; else HIDDEN."""
    shown: int
    """Open cards of the round that the buckets are of; -1 at first."""
    due: int
    """Open cards of this round: 0, 3, 4, 5; 6 after the last."""
    paid: tuple[int, int]
    """The chips of each player in the pot."""
    mover: int
    bets: int
    """Bets and raises in this round, the big blind included."""
    acted: int
    """Actions in this round."""
    step: int
    """The last bet or raise, in chips."""
    folded: bool
    """Whether the mover has folded."""


@dataclass(frozen=True)
class Buckets(Bets[Bucketed]):
    """Heads-up hold'em on buckets of hands.

    >>> game = Buckets(counts=(6, 3, 3, 3))
    >>> game.text(game.read("AKs 72o raise6 call"))
    'player 1 holds 83-100 %, player 2 holds 0-17 % before the flop; pot 12, cards are dealt'
    >>> game.classes_in(5)
    '66+ A5s A7s+ K9s+ QTs+ JTs A9o+ KTo+ QJo'
    """

    limit: bool = False
    stack: int = 20
    sizes: tuple[int, ...] = (100,)
    counts: tuple[int, ...] = (6, 3, 3, 3)

    axes: ClassVar[Axes] = Axes(stochastic=True, hidden=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        given = self.counts
        if not (isinstance(given, tuple) and len(given) == ROUNDS and all(type(each) is int for each in given)):
            raise SpecError(f"Buckets: counts={given!r} must be four numbers, one for each round, as in (6,3,3,3).")
        if not all(1 <= each <= MAX_COUNT for each in given):
            raise SpecError(f"Buckets: counts={given!r} must be numbers from 1 to {MAX_COUNT}.")

    # The tables, from the deals.

    @cached_property
    def bucket_of_class(self) -> NDArray[np.int64]:
        """The bucket of each class of starting hands."""
        order = np.argsort(shipped().strengths, kind="stable")
        sizes = np.array([class_size(kind) for kind in range(CLASSES)])
        middle = (np.cumsum(sizes[order]) - sizes[order] / 2) / sizes.sum()
        found = np.zeros(CLASSES, np.int64)
        found[order] = (middle * self.counts[0]).astype(np.int64)
        return found

    @cached_property
    def tables(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """What is dealt to the first player, then to the second, and what the buckets are worth to the first.

        The first two by round, buckets of both players in the round before (width * first + second), and new buckets;
        the last by round and buckets.
        """
        deals, width = shipped(), max(self.counts)
        classes = self.bucket_of_class[deals.classes.astype(np.int64)]
        rounds = [classes]
        for number in range(1, ROUNDS):
            rounds.append(deals.percentiles[:, number - 1].astype(np.int64) * self.counts[number] // LEVELS)
        both = [np.concatenate([each, each[:, ::-1]]) for each in rounds]  # every deal, seen from both seats
        won = np.concatenate([deals.won, -deals.won])
        joint = np.zeros((ROUNDS, width * width, width, width))
        worth = np.zeros((ROUNDS, width, width))
        kinds = self.bucket_of_class
        pairs = width * kinds[:, None] + kinds[None, :]
        joint[0, 0] = np.bincount(pairs.ravel(), deals.odds.ravel(), width**2).reshape(width, width)
        value = np.bincount(pairs.ravel(), (deals.odds * (2 * deals.equity - 1)).ravel(), width**2)
        worth[0] = value.reshape(width, width) / np.maximum(1e-300, joint[0, 0])
        for number in range(1, ROUNDS):
            before = width * both[number - 1][:, 0] + both[number - 1][:, 1]
            after = width * both[number][:, 0] + both[number][:, 1]
            joint[number] = np.bincount(before * width**2 + after, minlength=width**4).reshape(joint[number].shape)
            mean = np.bincount(after, won, width**2) / np.maximum(1, np.bincount(after, minlength=width**2))
            worth[number] = mean.reshape(width, width)
        alone = joint.sum(axis=3)
        first = alone / np.maximum(1e-300, alone.sum(axis=2, keepdims=True))
        second = joint / np.maximum(1e-300, alone[..., None])
        return first, second, worth

    @cached_property
    def first_odds(self) -> NDArray[np.float64]:
        return self.tables[0]

    @cached_property
    def second_odds(self) -> NDArray[np.float64]:
        return self.tables[1]

    @cached_property
    def worth(self) -> NDArray[np.float64]:
        return self.tables[2]

    @property
    def width(self) -> int:
        return max(self.counts)

    # The rules.

    def initial(self) -> Bucketed:
        return Bucketed((HIDDEN, HIDDEN), HIDDEN, -1, 0, (BIG_BLIND // 2, BIG_BLIND), 0, 1, 0, BIG_BLIND, False)

    def round_of(self, cards: int) -> int:
        """The number of a round, by its open cards."""
        return 0 if cards == 0 else cards - 2

    def is_dealing(self, state: Bucketed) -> bool:
        """Whether a bucket is to be dealt."""
        return state.shown < state.due and not self.is_terminal(state)

    def player(self, state: Bucketed) -> int:
        return CHANCE if self.is_dealing(state) else state.mover

    def chances(self, state: Bucketed) -> Iterator[tuple[int, float]]:
        number = self.round_of(state.due)
        before = 0 if state.shown < 0 else self.width * state.held[0] + state.held[1]
        for bucket in range(self.counts[number]):
            if state.next == HIDDEN:
                chance = float(self.first_odds[number, before, bucket])
            else:
                chance = float(self.second_odds[number, before, state.next, bucket])
            if chance > 0.0:
                yield bucket, chance

    def actions(self, state: Bucketed) -> Iterator[int]:
        if not self.is_terminal(state):
            yield from self.bets_of(state)

    def result(self, state: Bucketed, action: int) -> Bucketed:
        if self.is_dealing(state):
            if state.next == HIDDEN:
                return state._replace(next=action)
            return state._replace(held=(state.next, action), next=HIDDEN, shown=state.due)
        after: Bucketed = self.after_bet(state, action)
        return after

    def is_terminal(self, state: Bucketed) -> bool:
        return state.folded or state.due == 6 or self.is_spent(state)

    def utility(self, state: Bucketed, player: int) -> float:
        if state.folded:
            lost = float(state.paid[state.mover])
            return -lost if player == state.mover else lost
        won = min(state.paid) * float(self.worth[self.round_of(state.shown), state.held[0], state.held[1]])
        return won if player == 0 else -won

    # What is seen.

    def view(self, state: Bucketed, player: int) -> Bucketed:
        """The own bucket."""
        held = (state.held[0] if player == 0 else HIDDEN, state.held[1] if player == 1 else HIDDEN)
        return state._replace(held=held, next=HIDDEN)

    def sees(self, state: Bucketed, player: int, action: int) -> bool:
        return not self.is_dealing(state)

    # Words and pictures.

    def bucket_name(self, number: int, bucket: int) -> str:
        """The percentiles of a bucket: 80-100 is the best fifth."""
        count = self.counts[number]
        return f"{round(100 * bucket / count)}-{round(100 * (bucket + 1) / count)}"

    def classes_in(self, bucket: int) -> str:
        """The starting hands of a bucket, as a range."""
        return range_of({kind for kind in range(CLASSES) if self.bucket_of_class[kind] == bucket})

    def action_name(self, state: Bucketed, action: int) -> str:
        if self.is_dealing(state):
            return self.bucket_name(self.round_of(state.due), action)
        return self.bet_name(state, action)

    def read_action(self, state: Bucketed, text: str) -> int | None:
        """Before the flop a hand stands for its bucket: AKs, AsKs."""
        if not self.is_dealing(state) or state.due:
            return None
        kind = class_named(text)
        bucket = None if kind is None else int(self.bucket_of_class[kind])
        return bucket if bucket in [action for action, _ in self.chances(state)] else None

    def betting(self, state: Bucketed) -> str:
        """The pot, and what is to happen."""
        pot = f"pot {sum(state.paid)}"
        if state.folded:
            return f"{pot}, {self.player_name(state.mover)} has folded"
        if self.is_terminal(state):
            return f"{pot}, showdown"
        return f"{pot}, {'cards are dealt' if self.is_dealing(state) else f'{self.player_name(state.mover)} to bet'}"

    def hand_name(self, state: Bucketed, player: int) -> str:
        bucket = state.held[player]
        return "?" if bucket == HIDDEN else f"{self.bucket_name(self.round_of(state.shown), bucket)} %"

    def text(self, state: Bucketed) -> str:
        when = "" if state.shown < 0 else f" {ROUND_NAMES[self.round_of(state.shown)]}"
        when = when if state.shown <= 0 else f" on the{when}"
        held = [f"{self.player_name(player)} holds {self.hand_name(state, player)}" for player in (0, 1)]
        return f"{', '.join(held)}{when}; {self.betting(state)}"

    def board(self, state: Bucketed) -> Board:
        held = [[self.hand_name(state, player)] for player in (0, 1)]
        return hands(self, held, state.paid, self.betting(state))
