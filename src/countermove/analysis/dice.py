"""Games of dice: compiled expectiminimax, in full or with sampled chance outcomes."""

from __future__ import annotations

from countermove.analysis.answer import Analysis, untried
from countermove.analysis.running import as_analysis, run_search
from countermove.analysis.task import Task, number, require_compiled, view_of, viewer
from countermove.game import CHANCE, require_actions
from countermove.textbook import Score

__all__ = ["DICE", "search_dice"]

DICE = "expectiminimax"


def search_dice(task: Task) -> Analysis:
    """The answer of the chance search."""
    require_compiled(task.game)
    from countermove.engine.chance.stochastic import Search
    from countermove.engine.table import DEFAULT_MEGABYTES, Table
    from countermove.engine.workspace import MAX_PLIES

    game, state = task.game, task.state
    actions = require_actions(game, state)
    table = task.table or Table(DEFAULT_MEGABYTES if task.budget.memory is None else task.budget.memory)
    search = Search(game, table, threads=task.budget.threads, nodes=task.budget.nodes, sample=task.sample)
    task = task.restarted()
    player = viewer(game, state)
    view = view_of(game, player)
    is_chance = game.player(state) == CHANCE
    first, line = (None, ()) if is_chance else (actions[0], untried(actions[0]))
    done = [Analysis(first, game.neutral, line=line, algorithm=DICE, native=True)]

    def deepen() -> None:
        order = actions
        for depth in task.depths():
            if task.sample is not None:
                means, mean = search.sampled(state, actions, depth)
                if mean.times < 2 or search.stopped:
                    return
                best = max(actions, key=lambda action: number(view(Score(means[action].value))))
                done.append(
                    Analysis(
                        action=None if is_chance else best,
                        value=number(view(Score(mean.value))),
                        values={action: view(Score(means[action].value)) for action in actions},
                        line=() if is_chance else (best,),
                        depth=depth or 0,
                        error=mean.error,
                        algorithm=DICE,
                        native=True,
                    )
                )
                continue
            found = search.search_root(state, order, depth, task.lines)
            if not found.complete:
                return
            done.append(as_analysis(task, found, actions))
            if found.settled or depth is None or depth >= MAX_PLIES:
                return
            if found.action is not None or found.line:
                best = found.action
                order = sorted(actions, key=lambda action: (action != best, -number(done[-1].values[action])))

    return run_search(task, deepen, done, nodes=lambda: search.nodes, halt=search.halt, halted=lambda: search.stopped)
