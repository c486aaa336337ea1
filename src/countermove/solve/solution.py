"""What solving a game gives: a value with a proof behind it, and a plan for whatever the others do.

A solution of a game is not one action but a policy, "a move for every state the opponent can force". So a `Solution`
keeps the worth of every state it met, and `best` answers for any of them.

Among actions of equal worth the number of plies to the end decides: who stands better than neutral hurries, who
does not, delays. It decides only where it costs nobody anything: between actions that are worth the same to every
player. Where they differ for the others, the first is taken, as max^n in the textbook does.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from countermove.errors import SpecError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, State, legal
from countermove.textbook import stage
from countermove.values import freeze, joint

__all__ = ["Outcome", "Progress", "Solution"]


class Outcome(NamedTuple):
    """What is proven of a state."""

    values: tuple[float, ...]
    """The worth to each player."""
    distance: int | None
    """Plies to the end with best play; None in games of chance."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come."""

    method: str
    """What is being done: the name of the method."""
    states: int | None
    """Different positions met so far; None where they are not counted."""
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SweepProgress(Progress):
    """How far a sweep has come; `states` and `nodes` count what is found so far."""

    states: int
    stage: str
    """enumerate, link, settle, arrange or save."""
    expanded: int
    """States whose successors are known."""
    layer: int
    """Plies from the first state to those expanded now."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact worth of a state, what to do in it, and in every state that can follow.

    Values are for the player to move (for player 0 where chance is). When the search was stopped, `complete` is
    False: `actions` then has the root actions proven so far, and `value` the best of them, which the player to move
    is sure of; None when nothing is proven yet.

    >>> from countermove.games.nim import Nim
    >>> from countermove.solve import solve
    >>> game = Nim((1, 2))
    >>> solution = solve(game)
    >>> solution.value, game.action_name(game.initial(), solution.action), solution.distance
    (1.0, 'b1', 3)
    >>> [game.action_name(game.initial(), action) for action in solution.best(game.read("a1"))]
    ['b2']
    """

    value: float | None
    action: Action
    """The best action; None when the game is over or chance is to move. A pass may be None too: `has_action` tells."""
    actions: dict[Action, float]
    """The exact value of every action, for the player to move."""
    distances: dict[Action, int | None]
    """Plies to the end after each action, that action included."""
    distance: int | None
    """Plies to the end: who stands better than `game.neutral` hurries, everyone else delays."""
    line: tuple[Action, ...]
    """Best play by everyone, up to the end or to where chance decides."""
    nodes: int
    """Positions looked at, counted each time they are met."""
    states: int | None
    """Different positions met; None where they are not counted, by `alphabeta`."""
    depth: int
    """The deepest ply reached."""
    seconds: float
    complete: bool
    game: Game = field(repr=False, compare=False)
    outcomes: Mapping[Hashable, Outcome] = field(repr=False, compare=False)
    """Everything proven, by frozen state."""
    strategies: tuple[dict[int, float], ...] = field(default=(), kw_only=True)
    """Where both act at once, how likely each player is to take each of its choices; see `mix` for any state."""

    @property
    def has_action(self) -> bool:
        """Whether there is something to do."""
        return self.action is not None or self.line[:1] == (None,)

    def values(self, state: State) -> dict[Action, float]:
        """The exact value of every action in any state met, for the player to move there."""
        after = self._after(state)
        viewer = viewing(self.game, state)
        return {action: outcome.values[viewer] for action, outcome in after.items()}

    def best(self, state: State) -> tuple[Action, ...]:
        """The best actions in any state met, all equally good; none where the game is over or chance is to move.
        Where both act at once, those that their strategies mix.
        """
        after = self._after(state)
        if not after or self.game.player(state) == CHANCE:
            return ()
        if self.game.player(state) == SIMULTANEOUS:
            first, second = self.mix(state)
            return tuple(joint(one, other) for one in first for other in second)
        player = self.game.player(state)
        chosen = equally_best(list(after.values()), player, turning(self.game, player))
        actions = list(after)
        return tuple(actions[index] for index in chosen)

    def mix(self, state: State) -> tuple[dict[int, float], ...]:
        """Where both act at once, in any state met: how likely each player is to take each of its choices."""
        values = {action: outcome.values[0] for action, outcome in self._after(state).items()}
        return tuple(dict(each) for each in stage(self.game, state, values)[1])

    def _after(self, state: State) -> dict[Action, Outcome]:
        """What is proven of each action in a state."""
        self._outcome(state)
        return {action: self._outcome(self.game.result(state, action)) for action in legal(self.game, state)}

    def _outcome(self, state: State) -> Outcome:
        outcome = self.outcomes.get(freeze(state))
        if outcome is None:
            why = "was not met: solve from it" if self.complete else "is not proven, for the search was stopped"
            raise SpecError(f"The position {self.game.write(state)} {why}.")
        return outcome


def viewing(game: Game, state: State) -> int:
    """Whose values to give: the player to move; player 0 where chance is."""
    player = game.player(state)
    return player if 0 <= player < game.players else 0


def turning(game: Game, player: int) -> float:
    """The value above which a player hurries, and otherwise delays.

    Where play can go round for ever it is the worth of that: who can get more must get to an end, and who gets less
    would rather go round.
    """
    return float(game.endless(player)) if game.repeats else game.neutral


def equally_best(outcomes: Sequence[Outcome], player: int, neutral: float) -> list[int]:
    """Which of the outcomes are best for the player who chooses, by their numbers."""
    top = max(outcome.values[player] for outcome in outcomes)
    values = next(outcome.values for outcome in outcomes if outcome.values[player] == top)
    same = [index for index, outcome in enumerate(outcomes) if outcome.values == values]
    lengths = [distance for index in same if (distance := outcomes[index].distance) is not None]
    if len(lengths) < len(same):
        return same
    wanted = min(lengths) if top > neutral else max(lengths)
    return [index for index, length in zip(same, lengths) if length == wanted]
