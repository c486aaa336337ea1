"""Pig: roll as often as you dare; a 1 loses the points of the turn.

In a turn a player rolls a die repeatedly. Each roll from 2 to 6 adds to the turn total; a 1 ends the turn, and its
total is lost. A player who holds adds the total to the score and passes the die on. The first to hold with the target
or more wins; a player who has enough must hold. Any number of players from two; the utility is 1 for the winner and 0
for the others, so a value is the probability to win.

    player 0: hold, or roll -> CHANCE: 1 -> player 1, nothing won
                                       2 .. 6 -> player 0 again, with that much more in the turn

After ones, play returns to an earlier state: the game has cycles, all of them through chance. The first of two players
wins a game to 100 with probability 0.5306, if both play optimally (T. Neller and C. Presser, "Optimal play of the dice
game Pig", The UMAP Journal 25, 2004).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from countermove.errors import SpecError
from countermove.game import CHANCE, Axes, Game
from countermove.games._checked import whole
from countermove.values import put

HOLD, ROLL = 0, 1
FACES = 6


class Scores(NamedTuple):
    scores: tuple[int, ...]
    turn: int
    """The points of the turn so far."""
    mover: int
    rolling: bool
    """Whether the die is being rolled."""


@dataclass(frozen=True)
class Pig(Game[Scores]):
    """Roll as often as you dare; a 1 loses the points of the turn.

    >>> game = Pig()
    >>> print(game.text(game.read("roll 5 roll 3")))
    player 1  0 + 8
    player 2  0
    >>> game.read("roll 5 hold roll 1")
    Scores(scores=(5, 0), turn=0, mover=0, rolling=False)
    """

    target: int = 100
    players: int = 2  # type: ignore[misc]

    axes: ClassVar[Axes] = Axes(stochastic=True, payoff="constant", total=1.0)
    repeats: ClassVar[bool] = True

    def __post_init__(self) -> None:
        whole(self, 1, 10_000, "target")
        whole(self, 2, 10, "players")

    def initial(self) -> Scores:
        return Scores((0,) * self.players, 0, 0, False)

    def player(self, state: Scores) -> int:
        return CHANCE if state.rolling else state.mover

    def actions(self, state: Scores) -> Iterator[int]:
        if state.rolling:
            yield from range(1, FACES + 1)
        elif not self.is_terminal(state):
            yield HOLD
            if not self.full(state):
                yield ROLL

    def chances(self, state: Scores) -> Iterator[tuple[int, float]]:
        for face in range(1, FACES + 1):
            yield face, 1 / FACES

    def result(self, state: Scores, action: int) -> Scores:
        after = (state.mover + 1) % self.players
        if state.rolling:
            if action == 1:
                return Scores(state.scores, 0, after, False)
            return Scores(state.scores, state.turn + action, state.mover, False)
        if action == ROLL:
            return Scores(state.scores, state.turn, state.mover, True)
        return Scores(put(state.scores, state.mover, state.scores[state.mover] + state.turn), 0, after, False)

    def full(self, state: Scores) -> bool:
        """Whether the mover has enough to win by holding."""
        return state.scores[state.mover] + state.turn >= self.target

    def is_terminal(self, state: Scores) -> bool:
        return max(state.scores) >= self.target

    def utility(self, state: Scores, player: int) -> float:
        return 1.0 if state.scores[player] >= self.target else 0.0

    def bounds(self, state: Scores) -> tuple[float, float]:
        return 0.0, 1.0

    def evaluate(self, state: Scores, player: int) -> float:
        """The player's share of all points, the turn's included; plus one each, so that no share is undefined."""
        mine = 1 + state.scores[player] + (state.turn if player == state.mover else 0)
        return mine / (self.players + sum(state.scores) + state.turn)

    # Words and pictures.

    def action_name(self, state: Scores, action: int) -> str:
        return str(action) if state.rolling else ("hold", "roll")[action]

    def text(self, state: Scores) -> str:
        lines = [f"{self.player_name(player)}  {score}" for player, score in enumerate(state.scores)]
        if not self.is_terminal(state):
            lines[state.mover] += f" + {state.turn}" + (", rolling" if state.rolling else "")
        return "\n".join(lines)

    def read(self, text: str) -> Scores:
        """The actions so far ("roll 5 hold"), or "scores=(5,0),turn=0,mover=1,rolling=False"."""
        state = super().read(text)
        if len(state.scores) != self.players or not 0 <= state.mover < self.players:
            raise SpecError(f"The position {text!r} must have {self.players} scores, and a mover below that number.")
        if min(*state.scores, state.turn) < 0:
            raise SpecError(f"The position {text!r} has negative points; scores and the turn must be 0 or more.")
        over = sum(score >= self.target for score in state.scores)
        much = state.turn or state.rolling if over else state.rolling and self.full(state)
        if over > 1 or much:
            raise SpecError(f"The position {text!r} continues after a score of {self.target}, which ends the game.")
        return state
