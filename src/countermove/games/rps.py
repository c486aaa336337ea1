"""Rock, paper, scissors: two players choose at once, and a predictable player loses.

Rock blunts scissors, scissors cut paper, paper wraps rock; a round is worth 1 to the winner. With `rounds` above 1, the
payoffs of the rounds add up. `rock` is the payoff for winning with the rock: raising it makes players choose paper more
often.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from countermove.errors import SpecError
from countermove.game import SIMULTANEOUS, Axes, Game
from countermove.games._checked import whole
from countermove.values import joint, split

NAMES = ("rock", "paper", "scissors")


class Score(NamedTuple):
    left: int
    lead: float


@dataclass(frozen=True)
class RockPaperScissors(Game[Score]):
    """Rock, paper or scissors, both at once.

    >>> game = RockPaperScissors()
    >>> state = game.read("paper/rock")
    >>> game.utility(state, 0), game.utility(state, 1)
    (1.0, -1.0)
    """

    rounds: int = 1
    rock: float = 1.0

    axes: ClassVar[Axes] = Axes(simultaneous=True)

    def __post_init__(self) -> None:
        whole(self, 1, 20, "rounds")
        if isinstance(self.rock, bool) or not isinstance(self.rock, (int, float)) or not math.isfinite(self.rock):
            raise SpecError(f"RockPaperScissors: rock={self.rock!r} must be a number, the payoff for winning with it.")

    def initial(self) -> Score:
        return Score(self.rounds, 0.0)

    def player(self, state: Score) -> int:
        return SIMULTANEOUS

    def actions(self, state: Score) -> Iterator[int]:
        if state.left > 0:
            for first in range(3):
                for second in range(3):
                    yield joint(first, second)

    def result(self, state: Score, action: int) -> Score:
        first, second = split(action)
        won = (first - second) % 3  # 1: the first player wins, 2: the second
        worth = self.rock if (first if won == 1 else second) == 0 else 1.0
        return Score(state.left - 1, state.lead + (worth if won == 1 else -worth if won == 2 else 0.0))

    def is_terminal(self, state: Score) -> bool:
        return state.left == 0

    def utility(self, state: Score, player: int) -> float:
        return state.lead if player == 0 else -state.lead

    def bounds(self, state: Score) -> tuple[float, float]:
        most = state.left * max(1.0, abs(self.rock))
        return state.lead - most, state.lead + most

    def evaluate(self, state: Score, player: int) -> float:
        """The lead so far, since the remaining rounds favour nobody."""
        return state.lead if player == 0 else -state.lead

    # Words and pictures.

    def choice_name(self, state: Score, player: int, choice: int) -> str:
        return NAMES[choice]

    def read(self, text: str) -> Score:
        """The rounds so far ("paper/rock rock/rock"), or "left=1,lead=0.0"."""
        state = super().read(text)
        if not 0 <= state.left <= self.rounds:
            raise SpecError(f"The position {text!r} has {state.left} rounds left; the game has {self.rounds}.")
        return state

    def text(self, state: Score) -> str:
        rounds = "over" if state.left == 0 else "1 round left" if state.left == 1 else f"{state.left} rounds left"
        lead = "even" if state.lead == 0 else f"player {1 if state.lead > 0 else 2} leads by {abs(state.lead):g}"
        return f"{rounds}, {lead}"
