"""Information-set Monte Carlo tree search: `ismcts` plays games of hidden information that are too large to solve."""

from __future__ import annotations

import dataclasses
import functools
import random
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from countermove import worker
from countermove.analysis.answer import Analysis, Line
from countermove.analysis.belief import Belief, Guess, guesses
from countermove.analysis.mcts import in_rounds
from countermove.analysis.running import run_search
from countermove.analysis.task import Task, require_compiled
from countermove.errors import NativeError
from countermove.game import SIMULTANEOUS, Action, State, choices, require_actions
from countermove.information import require_views
from countermove.succession import NONE, Pending, Succession
from countermove.textbook import Score
from countermove.values import joint

if TYPE_CHECKING:
    from countermove.engine.mcts.recipe import Recipe
    from countermove.engine.mcts.search import Branch

ISMCTS: Final = "ismcts"


Run = Callable[[Task, list[State], tuple[Guess, ...]], Analysis]


def search_ismcts(task: Task) -> Analysis:
    """The answer of the compiled search."""
    require_compiled(task.game, "mcts")
    return _answered(task, None, _compiled)


def search_ismcts_interpreted(task: Task, compiled: threading.Event | None = None) -> Analysis:
    """The same answer, by the textbook's search; it ends early when `compiled` is set."""
    return _answered(task, False, functools.partial(_interpreted, compiled=compiled))


def _compiled(task: Task, worlds: list[State], guessed: tuple[Guess, ...]) -> Analysis:
    """Search, compiled, from what the player to move knows; `worlds` fit it."""
    try:
        from countermove.engine.hidden.search import InformationSearch
    except ImportError as error:  # NumPy
        raise NativeError(f"ismcts cannot run: {error}.") from error

    seen = task.game.view(task.state, task.game.player(task.state))
    search = InformationSearch(
        task.game, seen, worlds, _recipe(task), threads=task.budget.threads, megabytes=task.budget.memory
    )
    return _grown(task, guessed, search.grow, search.branches, search, True, None)


def _interpreted(
    task: Task, worlds: list[State], guessed: tuple[Guess, ...], compiled: threading.Event | None
) -> Analysis:  # fmt: skip
    """The same, interpreted."""
    from countermove.textbook.ismcts import InformationTree

    game = task.game
    recipe = _recipe(task).fitted(game)
    assert recipe.exploration is not None and recipe.urgency is not None and recipe.formula is not None
    tree = InformationTree(
        game, worlds, single=recipe.observer == "single", formula=recipe.formula, exploration=recipe.exploration,
        urgency=recipe.urgency, plies=recipe.plies, seed=recipe.seed,
    )  # fmt: skip
    run = _Interpreted(tree)
    return _grown(task, guessed, run.grow, run.branches, run, False, compiled)


# Whom it is for.


def _answered(task: Task, native: bool | None, run: Run) -> Analysis:
    """The answer for the player to move; where both act at once, for each of them, or for whom the belief is."""
    game, state = task.game, task.state
    player = game.player(state)
    if not game.axes.simultaneous:
        worlds = believed(task, native)
        return run(task, worlds, guesses(game, state, player, worlds))
    if player != SIMULTANEOUS:
        return _in_succession(task, player, native, run)
    seats = (0, 1) if task.belief is None else (task.belief.player,)
    share = dataclasses.replace(task, budget=task.budget.share(len(seats)), progress=None)
    found = {seat: _in_succession(share, seat, native, run) for seat in seats}
    mixes = tuple(_mix(found[seat].visits) if seat in found else {} for seat in (0, 1))
    pair = joint(*(max(mix, key=lambda each: mix[each]) for mix in mixes)) if all(mixes) else None
    one = found[seats[0]]
    return dataclasses.replace(
        one, action=pair, line=() if pair is None else (pair,), lines=(), values={}, visits={}, strategies=mixes,
        nodes=sum(each.nodes for each in found.values()), seconds=sum(each.seconds for each in found.values()),
        simulations=sum(each.simulations for each in found.values()), guesses=(),
    )  # fmt: skip


def _in_succession(task: Task, seat: int, native: bool | None, run: Run) -> Analysis:
    """The answer for a player of a game in which players act at once: it does not see what the other has chosen."""
    game, state = task.game, task.state
    worlds = believed(task, native, seat)
    dice = random.Random(_recipe(task).seed)

    def pending(world: State, pick: Callable[[list[int]], int]) -> Pending:
        waits = seat == 1 and game.player(world) == SIMULTANEOUS
        return Pending(world, pick(choices(game, world, 0)) if waits else NONE)

    turned = dataclasses.replace(task, game=Succession(game), state=pending(state, min))
    return run(turned, [pending(world, dice.choice) for world in worlds], guesses(game, state, seat, worlds))


def _mix(visits: dict[Action, int]) -> dict[int, float]:
    """How often each choice was tried."""
    total = sum(visits.values())
    return {choice: count / total for choice, count in visits.items()} if total else {}


class _Interpreted:
    """The textbook's tree, driven like the compiled one."""

    def __init__(self, tree: Any) -> None:
        self.tree = tree
        self.stopped = False

    @property
    def simulations(self) -> int:
        return int(self.tree.simulations)

    @property
    def nodes(self) -> int:
        return int(self.tree.nodes)

    def halt(self) -> None:
        self.stopped = True

    def grow(self, simulations: int, nodes: int | None = None) -> bool:
        while self.simulations < simulations and not self.stopped:
            self.tree.simulate()
            if nodes is not None and self.nodes >= nodes:
                self.stopped = True
        return not self.stopped

    def branches(self) -> dict[Action, Branch]:
        from countermove.engine.hidden.search import branch

        tree = self.tree
        return {
            action: branch(action, tree.me, tree.game.players, tried.visits, tried.total, tried.squares)
            for action, tried in tree.root.actions.items()
        }


def _recipe(task: Task) -> Recipe:
    from countermove.engine.mcts.recipe import Recipe

    return task.recipe or Recipe()


def believed(task: Task, native: bool | None, player: int | None = None) -> list[State]:
    """States that a player, by default the one to move, cannot tell apart: by its belief over the game, or by what it
    sees now.
    """
    require_views(task.game, task.state)
    player = task.game.player(task.state) if player is None else player
    belief = task.belief
    if belief is None or belief.game is not task.game or belief.player != player:
        belief = Belief(task.game, player, seed=0 if task.recipe is None else task.recipe.seed)
    return belief.states(task.state, task.history, native)


def _grown(
    task: Task, guessed: tuple[Guess, ...], grow: Callable[..., bool], branches: Callable[[], dict[Action, Branch]],
    run: Any, native: bool, compiled: threading.Event | None,
) -> Analysis:  # fmt: skip
    """Simulate within the budget."""
    game, state, budget = task.game, task.state, task.budget
    actions = require_actions(game, state)
    task = task.restarted()
    if compiled is not None:
        task = dataclasses.replace(task, stop=worker.Either(task.stop, compiled))
    empty = Analysis(actions[0], game.neutral, line=(actions[0],), algorithm=ISMCTS, native=native, guesses=guessed)
    done = [empty]

    def conclude(more: bool) -> None:
        if run.simulations:
            done.append(conclusion(task, empty, branches(), run.simulations))

    simulate = functools.partial(in_rounds, budget, grow, conclude)
    found = run_search(task, simulate, done, nodes=lambda: run.nodes, halt=run.halt, halted=lambda: run.stopped)
    return dataclasses.replace(found, simulations=run.simulations)


def conclusion(task: Task, empty: Analysis, branches: dict[Action, Branch], simulations: int) -> Analysis:
    """What the tree says about the root: the most visited action."""
    player = task.game.player(task.state)
    order = sorted(branches, key=lambda action: (-branches[action].visits, -branches[action].values[player]))
    scores = {action: Score(branches[action].values[player]) for action in branches if branches[action].visits}
    if not order or order[0] not in scores:
        return empty
    best = branches[order[0]]
    return dataclasses.replace(
        empty,
        action=order[0],
        value=best.values[player],
        values=scores,
        visits={action: each.visits for action, each in branches.items()},
        simulations=simulations,
        line=best.line,
        lines=tuple(
            Line(action, scores[action], branches[action].line) for action in order[: task.lines] if action in scores
        ),
        depth=1,
        error=best.error,
    )
