"""Perfect play: every action comes from a solution of the game, not from an estimate.

A solution covers every reachable state, so a game is solved once; then actions are looked up. Where information is
hidden, the solution is an equilibrium: actions are drawn by its probabilities for what the player has seen and done.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from countermove.analysis import Analysis, analyse
from countermove.errors import SpecError, UnfitError
from countermove.game import Action, Game, S, choices, require_actions
from countermove.players.player import Player
from countermove.players.repetition import repetition_history
from countermove.solve import Solution, solve
from countermove.textbook import Score
from countermove.values import freeze

if TYPE_CHECKING:
    from countermove.players.turn import Turn
    from countermove.solve.nash import Equilibrium
    from countermove.solve.sampled import Sampled

TARGET = 1e-4
"""The exploitability of its equilibria."""
SECONDS, MEGABYTES = 30.0, 1024
"""The time and memory to find one."""


class Solver(Player):
    """Plays what `solve` proves best. If it runs out of time, it plays what one second of search finds.

    >>> from countermove import load
    >>> game = load("nim:piles=(1,2)")
    >>> player = Solver()
    >>> game.action_name(game.initial(), player.choose(game, game.initial()))
    'b1'
    """

    plays_hidden = True

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self.name = "solve" if seconds is None else f"solve:seconds={seconds:.15g}"
        self._known: Solution | None = None
        self._profile: Equilibrium | Sampled | None = None
        self._lots: random.Random = random.Random()
        self._solving = threading.Lock()

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        if game.axes.hidden:
            actions = require_actions(game, state)
            return actions[self._drawn(game, game.player(state), turns, len(actions), stop)]
        if self.knows(game, state):
            return self.recall(state)
        found = solve(game, state, seconds=self.seconds, stop=stop)
        if not self.take(found):
            self.analysis = analyse(game, state, stop=stop, history=repetition_history(game, turns))
            return self.analysis.action
        return found.action

    def knows(self, game: Game[S], state: S) -> bool:
        """Whether a solution taken before covers the state."""
        return self._known is not None and self._known.game == game and freeze(state) in self._known.outcomes

    def recall(self, state: S) -> Action:
        """The best action by the solution taken before."""
        assert self._known is not None
        action = self._known.best(state)[0]
        values = self._known.values(state)
        scores = {choice: Score(value) for choice, value in values.items()}
        self.analysis = Analysis(action, values[action], scores, (action,), exact=True, algorithm="solve")
        return action

    def take(self, found: Solution) -> bool:
        """Take a solution, for its state and those it covers; False if it is not complete."""
        if not found.complete or not found.has_action or found.value is None:
            return False
        self._known = found if found.outcomes else None  # a solution of one state only would keep a large table
        scores = {action: Score(value) for action, value in found.actions.items()}
        self.analysis = Analysis(
            found.action, found.value, scores, found.line, distance=found.distance, depth=len(found.line),
            nodes=found.nodes, seconds=found.seconds, exact=True, algorithm="solve",
        )  # fmt: skip
        return True

    def choose_at_once(
        self, game: Game[S], state: S, seat: int, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> int:  # fmt: skip
        """A choice sampled from the optimal strategy, from a solution of the whole game."""
        if game.axes.hidden:
            offered = choices(game, state, seat)
            return offered[self._drawn(game, seat, turns, len(offered), stop)]
        known = self._known
        if known is None or known.game != game or freeze(state) not in known.outcomes:
            known = solve(game, state, seconds=self.seconds, stop=stop)
            self._known = known if known.complete else None
        mix = known.mix(state)[seat] if known.complete else analyse(game, state, stop=stop).strategies[seat]
        return self._lots.choices(list(mix), list(mix.values()))[0]

    def sit(self, game: Game, seat: int) -> None:
        """Find the equilibrium of a game of hidden information before it starts."""
        if game.axes.hidden:
            self._equilibrium(game, None)

    def _equilibrium(self, game: Game, stop: threading.Event | None) -> Equilibrium | Sampled:
        from countermove.solve.nash import equilibrium, opposed

        with self._solving:
            if self._profile is None or self._profile.game != game:
                seconds = SECONDS if self.seconds is None else self.seconds
                try:
                    self._profile = equilibrium(
                        game, method="dcfr" if opposed(game) else "cfr", seconds=seconds, target=TARGET,
                        memory=MEGABYTES, stop=stop,
                    )  # fmt: skip
                except SpecError:
                    raise UnfitError(
                        f"{type(game).__name__} is too large to be solved in {seconds:g} s and {MEGABYTES:,} MB; play "
                        "against random (--second random), or choose smaller parameters."
                    ) from None
            return self._profile

    def mix(
        self, game: Game[S], seat: int, turns: Sequence[Turn[S]], count: int, stop: threading.Event | None = None
    ) -> list[float] | None:  # fmt: skip
        """The probabilities of the `count` actions of the player in a seat, in equilibrium, for what it has seen and
        done; None if it should never come here, or if the equilibrium has not been there.
        """
        from countermove.information import Knowledge

        known = Knowledge.after(game, (turn.action for turn in turns))
        found = self._equilibrium(game, stop).mix(known.keys[seat], count)
        return None if found is None or len(found) != count else [float(each) for each in found]

    def _drawn(
        self, game: Game[S], seat: int, turns: Sequence[Turn[S]], count: int, stop: threading.Event | None
    ) -> int:  # fmt: skip
        """The place of an action drawn by the equilibrium, for what the player in a seat has seen and done."""
        found = self.mix(game, seat, turns, count, stop)
        return self._lots.randrange(count) if found is None else self._lots.choices(range(count), found)[0]
