"""The result of solving a game: a proven value, and a policy.

A solution of a game is not one action but a policy, "a move for every state the opponent can force". So a `Solution`
keeps the value of every state it met, and `best` answers for any of them.

Among actions of equal value the distance decides: a player who is ahead prefers the shorter game, any other the longer
one. It only decides between actions that are worth the same to every player. Where they differ for the others, the
first is taken, as in the textbook's max^n.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from countermove.errors import SpecError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, S, State, legal
from countermove.textbook import stage
from countermove.values import freeze, joint


class Outcome(NamedTuple):
    """The proven result of a state."""

    values: tuple[float, ...]
    """The value for each player."""
    distance: int | None
    """Plies to the end with best play; None in games of chance."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search."""

    method: str
    """The name of the method."""
    states: int | None
    """Different positions so far; None where they are not counted."""
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SweepProgress(Progress):
    """The progress of a sweep; `states` and `nodes` count what is found so far."""

    states: int
    stage: str
    """enumerate, link, settle, arrange or save."""
    expanded: int
    """States expanded so far."""
    layer: int
    """The ply being expanded."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a state and the best action, in it and in every state below.

    Values are for the player to move (for player 0 where chance acts). When the search was stopped, `complete` is
    False: `actions` then has the root actions proven so far, and `value` the best of them, a lower bound; None when
    nothing is proven yet.

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
    """The best action; None when the game is over or chance acts. A pass may be None too; see `has_action`."""
    actions: dict[Action, float]
    """The exact value of every action, for the player to move."""
    distances: dict[Action, int | None]
    """Plies to the end with each action, that action included."""
    distance: int | None
    """Plies to the end; a player above `game.neutral` prefers a short game, others a long one."""
    line: tuple[Action, ...]
    """Best play by everyone, up to the end or to a chance node."""
    nodes: int
    """Positions searched, counted each time they are met."""
    states: int | None
    """Different positions; None where they are not counted, as by `alphabeta`."""
    depth: int
    """The deepest ply reached."""
    seconds: float
    complete: bool
    game: Game = field(repr=False, compare=False)
    outcomes: Mapping[Hashable, Outcome] = field(repr=False, compare=False)
    """Everything proven, by frozen state."""
    strategies: tuple[dict[int, float], ...] = field(default=(), kw_only=True)
    """Where both act at once, the probability of each choice for each player; see `mix` for other states."""

    @property
    def has_action(self) -> bool:
        """Whether there is an action to take."""
        return self.action is not None or self.line[:1] == (None,)

    def values(self, state: State) -> dict[Action, float]:
        """The exact value of every action in any state met, for the player to move there."""
        after = self._after(state)
        viewer = viewing(self.game, state)
        return {action: outcome.values[viewer] for action, outcome in after.items()}

    def best(self, state: State) -> tuple[Action, ...]:
        """The best actions in any state met, all equally good; none where the game is over or chance acts. Where both
        act at once, those that their strategies mix.
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
        """Where both act at once, in any state met: the probability of each choice for each player."""
        values = {action: outcome.values[0] for action, outcome in self._after(state).items()}
        return tuple(dict(each) for each in stage(self.game, state, values)[1])

    def _after(self, state: State) -> dict[Action, Outcome]:
        """The proven outcome of each action in a state."""
        self._outcome(state)
        return {action: self._outcome(self.game.result(state, action)) for action in legal(self.game, state)}

    def _outcome(self, state: State) -> Outcome:
        outcome = self.outcomes.get(freeze(state))
        if outcome is None:
            why = "was not met: solve from it" if self.complete else "is not proven: the search was stopped"
            raise SpecError(f"The position {self.game.write(state)} {why}.")
        return outcome


def viewing(game: Game[S], state: S) -> int:
    """Whose point of view to take: the player to move, or player 0 where chance acts."""
    player = game.player(state)
    return player if 0 <= player < game.players else 0


def turning(game: Game, player: int) -> float:
    """The value above which a player prefers the shorter game, and otherwise the longer one.

    Where positions repeat it is the value of endless play: a player who can get more must reach an end, and one who
    gets less would rather play on for ever.
    """
    return float(game.endless(player)) if game.repeats else game.neutral


def equally_best(outcomes: Sequence[Outcome], player: int, neutral: float) -> list[int]:
    """The indices of the outcomes that are best for the player who chooses."""
    top = max(outcome.values[player] for outcome in outcomes)
    values = next(outcome.values for outcome in outcomes if outcome.values[player] == top)
    same = [index for index, outcome in enumerate(outcomes) if outcome.values == values]
    lengths = [distance for index in same if (distance := outcomes[index].distance) is not None]
    if len(lengths) < len(same):
        return same
    wanted = min(lengths) if top > neutral else max(lengths)
    return [index for index, length in zip(same, lengths) if length == wanted]
