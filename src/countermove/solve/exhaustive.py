"""Solving by looking at everything: each state once, remembered, its worth a vector with one number a player.

    VALUE(s) = UTILITY(s)                                            where the game is over
             = the vector of the successor best for PLAYER(s)        where a player acts
             = the average of the vectors, by their probabilities    where chance acts
             = the value of the matrix of all pairs of choices       where both act at once

One rule serves any number of players. States are remembered by value (graph.py), so a game whose positions can repeat
has no end here; it is refused when a state is met again below itself.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Hashable

from countermove import worker
from countermove.action import as_action
from countermove.errors import GameError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, S, State, require_actions, utilities
from countermove.solve import budget
from countermove.solve.graph import Vertex, Walk, average
from countermove.solve.solution import Outcome, Progress, Solution, equally_best, viewing
from countermove.textbook import Mix, fitting, stage
from countermove.textbook.matrix import load_solver
from countermove.values import freeze


def exhaustive(
    game: Game[S],
    state: S | None = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
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
    state = game.initial() if state is None else state
    search = Exhaustive(game, limit=math.inf if nodes is None else nodes)
    tick = worker.Ticker(progress, lambda seconds: Progress("exhaustive", len(search.known), search.nodes, seconds))
    worker.run(
        lambda: search.run(state),
        game,
        halt=search.halt,
        progress=lambda: search.nodes,
        tick=tick,
        seconds=seconds,
        stop=stop,
    )
    return search.solution(tick.seconds)


class Exhaustive(Walk[Outcome]):
    """One search of everything below a state: what is folded is what the state is worth."""

    def fold(self, vertex: Vertex[Outcome]) -> Outcome:
        game, axes = self.game, self.game.axes
        if vertex.player is None:
            return Outcome(utilities(game, vertex.state), None if axes.stochastic or axes.simultaneous else 0)
        if vertex.player == CHANCE:
            terms = ((chance, outcome.values) for chance, outcome in zip(vertex.chances, vertex.after))
            return Outcome(average(game, vertex.state, terms), None)
        if vertex.player == SIMULTANEOUS:
            return Outcome((value := self._stage(vertex)[0], axes.total - value), None)
        best = vertex.after[equally_best(vertex.after, vertex.player, game.neutral)[0]]
        return best if best.distance is None else Outcome(best.values, best.distance + 1)

    def repeated(self, state: State) -> Outcome:
        game = self.game
        fits = "iterate" if game.axes.stochastic else "breadth" if game.players == 1 else "sweep"
        do = "Let the game say repeats = True, and it is solved by"
        raise GameError(
            f"{type(game).__name__} can repeat positions: {game.write(state)} can be reached again from itself. "
            + (f"Solve it with --method {fits}." if game.repeats else f"{do} {fits}.")
        )

    def _stage(self, vertex: Vertex[Outcome]) -> tuple[float, Mix, int]:
        """A state where both act at once, all successors known."""
        values = {action: outcome.values[0] for action, outcome in zip(vertex.actions, vertex.after)}
        return stage(self.game, vertex.state, values)

    def solution(self, seconds: float) -> Solution:
        """What was found, complete or not."""
        game, root = self.game, self.root
        assert root is not None
        state, actions, outcomes = root.state, root.actions, root.after
        proven = {key: outcome for key, outcome in self.known.items() if outcome is not None}
        whole = proven.get(root.key)
        viewer = viewing(game, state)
        outcome, action = whole, None
        line: tuple[Action, ...] = ()
        mix: Mix = ()
        if whole and root.player == SIMULTANEOUS:
            _, mix, action = self._stage(root)
            line = (action,)
        elif outcomes and root.player is not None and root.player >= 0:
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
            best = equally_best([proven[freeze(each)] for each in after], game.player(state), game.neutral)[0]
            line.append(as_action(actions[best]))
            state = after[best]
        return tuple(line)
