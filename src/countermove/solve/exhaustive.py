"""Solving by looking at everything: each state once, remembered, its worth a vector with one number a player.

    VALUE(s) = UTILITY(s)                                            where the game is over
             = the vector of the successor best for PLAYER(s)        where a player acts
             = the average of the vectors, by their probabilities    where chance acts
             = the value of the matrix of all pairs of choices       where both act at once

One rule serves any number of players. The stack is a list and not Python's, so a game may go as deep as it likes.
States are remembered by value, so a game whose positions can repeat has no end here; it is refused when a state is
met again below itself.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from countermove import worker
from countermove.action import as_action
from countermove.errors import GameError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, State, choices, require_actions, utilities
from countermove.immutable import DEFAULT_REMEDY, flaw
from countermove.solve import budget
from countermove.solve.solution import Outcome, Progress, Solution, equally_best, viewing
from countermove.textbook import Mix, fitting, stage
from countermove.textbook.matrix import load_solver
from countermove.values import freeze

__all__ = ["Exhaustive", "exhaustive"]

TELL = 0.1
"""Seconds between two reports of progress."""


def exhaustive(
    game: Game,
    state: State | None = None,
    *,
    seconds: float | None = None,
    nodes: float = math.inf,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """The exact worth of `state` (by default the first), and the best actions in every state that can follow.

    It works for any number of players and with chance, as long as positions do not repeat. After `seconds` or `nodes`,
    or when `stop` is set, it gives what is proven so far. `progress` is called about ten times a second.

    >>> from countermove.games.tree import Tree
    >>> solution = exhaustive(Tree([[3, 12], [4, 6], [15, 2]]))
    >>> solution.value, solution.action, solution.actions
    (4.0, 1, {0: 3.0, 1: 4.0, 2: 2.0})
    """
    budget.check(seconds, nodes=nodes)
    fitting(game)  # says what is not solved at all
    if game.axes.simultaneous:
        load_solver()
    start = told = time.perf_counter()
    search = Exhaustive(game, limit=nodes)

    def tick() -> None:
        nonlocal told
        now = time.perf_counter()
        if progress and now - told >= TELL:
            told = now
            progress(Progress("exhaustive", len(search.known), search.nodes, now - start))

    worker.run(
        lambda: search.run(state),
        game,
        halt=search.halt,
        progress=lambda: search.nodes,
        tick=tick,
        seconds=seconds,
        stop=stop,
    )
    return search.solution(time.perf_counter() - start)


@dataclass(slots=True)
class _Frame:
    """A state whose successors are being looked at."""

    state: State
    key: Hashable
    player: int
    actions: list[Action]
    chances: list[float]
    outcomes: list[Outcome] = field(default_factory=list)


class Exhaustive:
    """One search of everything below a state, within limits, with what earlier searches have proven."""

    def __init__(
        self,
        game: Game,
        known: dict[Hashable, Outcome | None] | None = None,
        limit: float = math.inf,
        until: float = math.inf,
    ) -> None:
        self.game = game
        self.known = {} if known is None else known
        """What is proven of each state; None while it is looked at."""
        self.limit = limit
        """How many nodes to look at."""
        self.until = until
        """When to stop, by `time.perf_counter`."""
        self.nodes = self.depth = 0
        self.root: _Frame | None = None
        self._start: State = None
        self._stack: list[_Frame] = []
        self._halted = False

    def halt(self) -> None:
        self._halted = True

    def run(self, state: State | None) -> None:
        """Solve everything below `state`."""
        self._start = self.game.initial() if state is None else state
        stack = self._stack
        self.root = self._enter(self._start, _key(self.game, self._start))
        if self.root:
            self._push(self.root)
        while stack and not self._halted:
            if self.nodes >= self.limit or time.perf_counter() >= self.until:
                return

            # Step 1. All successors known: so is the state.
            frame = stack[-1]
            if len(frame.outcomes) == len(frame.actions):
                outcome = self.known[frame.key] = self._outcome(frame)
                stack.pop()
                if stack:
                    stack[-1].outcomes.append(outcome)
                continue

            # Step 2. The next successor: met before, above on the path, at the end of the game, or new.
            child = self.game.result(frame.state, frame.actions[len(frame.outcomes)])
            key = _key(self.game, child)
            if key in self.known:
                self.nodes += 1
                frame.outcomes.append(self.known[key] or self._repeated(child))
                continue
            below = self._enter(child, key)
            self.depth = max(self.depth, len(stack))
            if below is None:
                frame.outcomes.append(self.known[key])  # type: ignore[arg-type]
            else:
                self._push(below)

    def _push(self, frame: _Frame) -> None:
        self.known[frame.key] = None
        self._stack.append(frame)

    def forget(self) -> None:
        """Drop the states that were left unproven, so that a later search may begin with the others."""
        for frame in self._stack:
            self.known.pop(frame.key, None)

    def _enter(self, state: State, key: Hashable) -> _Frame | None:
        """A new state: a frame to look at its successors, or None when it is the end of a game, and known."""
        self.nodes += 1
        game = self.game
        if game.is_terminal(state):
            self.known[key] = Outcome(
                utilities(game, state), None if game.axes.stochastic or game.axes.simultaneous else 0
            )
            return None
        player = int(game.player(state))
        if player == SIMULTANEOUS and game.axes.simultaneous:
            choices(game, state, 0)
            return _Frame(state, key, player, [int(action) for action in game.actions(state)], [])
        if not CHANCE <= player < game.players:
            raise GameError(f"{_name(game)}.player gives {player} in {state}; the players are 0 to {game.players - 1}.")
        if player != CHANCE:
            return _Frame(state, key, player, [as_action(action) for action in require_actions(game, state)], [])
        if not game.axes.stochastic:
            raise GameError(f"In {_name(game)}, chance acts in {state}, but its axes say that no chance takes part.")
        pairs = [(as_action(action), float(chance)) for action, chance in game.chances(state)]
        total = math.fsum(chance for _, chance in pairs)
        if not abs(total - 1) <= 1e-9:
            raise GameError(
                f"{_name(game)}.chances gives probabilities that sum to {total:.12g} in {state}; they must sum to 1."
            )
        return _Frame(state, key, player, [action for action, _ in pairs], [chance for _, chance in pairs])

    def _outcome(self, frame: _Frame) -> Outcome:
        """What a state is worth, from what its successors are."""
        if frame.player == CHANCE:
            return Outcome(tuple(self._average(frame, player) for player in range(self.game.players)), None)
        if frame.player == SIMULTANEOUS:
            return Outcome((value := self._stage(frame)[0], self.game.axes.total - value), None)
        best = frame.outcomes[equally_best(frame.outcomes, frame.player, self.game.neutral)[0]]
        return best if best.distance is None else Outcome(best.values, best.distance + 1)

    def _stage(self, frame: _Frame) -> tuple[float, Mix, int]:
        """A state where both act at once, all successors known."""
        values = {action: outcome.values[0] for action, outcome in zip(frame.actions, frame.outcomes)}
        return stage(self.game, frame.state, values)

    def _average(self, frame: _Frame, player: int) -> float:
        try:
            return math.fsum(chance * outcome.values[player] for chance, outcome in zip(frame.chances, frame.outcomes))
        except (ValueError, OverflowError):
            raise GameError(
                f"{_name(self.game)} has outcomes worth both inf and -inf after {frame.state}; they have no average."
            ) from None

    def _repeated(self, state: State) -> Outcome:
        game = self.game
        fits = "iterate" if game.axes.stochastic else "breadth" if game.players == 1 else "sweep"
        do = "Let the game say repeats = True, and it is solved by"
        raise GameError(
            f"{_name(game)} can repeat positions: {game.write(state)} can be reached again from itself. "
            + (f"Solve it with --method {fits}." if game.repeats else f"{do} {fits}.")
        )

    def solution(self, seconds: float) -> Solution:
        """What was found, complete or not."""
        game, state = self.game, self._start
        proven = {key: outcome for key, outcome in self.known.items() if outcome is not None}
        whole = proven.get(_key(game, state))
        viewer = viewing(game, state)
        actions, outcomes = (self.root.actions, self.root.outcomes) if self.root else ([], [])
        outcome, action = whole, None
        line: tuple[Action, ...] = ()
        mix: Mix = ()
        if whole and self.root and self.root.player == SIMULTANEOUS:
            _, mix, action = self._stage(self.root)
            line = (action,)
        elif outcomes and self.root and self.root.player >= 0:
            best = equally_best(outcomes, viewer, game.neutral)[0]
            action = actions[best]
            outcome = whole or outcomes[best]
            line = self._line(state, action, proven)
        return Solution(
            value=outcome.values[viewer] if outcome else None,
            action=action,
            actions={action: outcome.values[viewer] for action, outcome in zip(actions, outcomes)},
            distances={
                action: None if outcome.distance is None else outcome.distance + 1
                for action, outcome in zip(actions, outcomes)
            },
            distance=whole.distance if whole else None,
            line=line,
            nodes=self.nodes,
            states=len(self.known),
            depth=self.depth,
            seconds=seconds,
            complete=whole is not None,
            game=game,
            outcomes=proven,
            strategies=tuple(dict(each) for each in mix),
        )

    def _line(self, state: State, action: Action, proven: dict[Hashable, Outcome]) -> tuple[Action, ...]:
        """Best play from a state on, its first action given."""
        game = self.game
        line = [action]
        state = game.result(state, action)
        while not game.is_terminal(state) and game.player(state) >= 0:
            actions = require_actions(game, state)
            after = [game.result(state, choice) for choice in actions]
            best = equally_best([proven[_key(game, each)] for each in after], game.player(state), game.neutral)[0]
            line.append(as_action(actions[best]))
            state = after[best]
        return tuple(line)


def _key(game: Game, state: State) -> Hashable:
    """The frozen form of a state, or a sentence when it holds something that can change."""
    try:
        key = freeze(state)
        hash(key)
    except TypeError as error:
        found = flaw(state)
        raise GameError(
            f"A state of {_name(game)} cannot be remembered ({error}): {state}. {found.do if found else DEFAULT_REMEDY}"
        ) from None
    return key


def _name(game: Game) -> str:
    return type(game).__name__
