"""The textbook's searches, interpreted: where rules cannot be compiled, or should not be."""

from __future__ import annotations

import dataclasses
import threading
import time

from countermove import textbook, worker
from countermove.analysis.answer import Analysis, untried
from countermove.analysis.task import Task, number, since, view_of, viewer
from countermove.game import CHANCE, Action, Game, State, legal
from countermove.outcome import bounds_of, span
from countermove.textbook import Decision, Run, Score

FULL_SPEED_SECONDS = 0.4
"""Seconds at full speed beside the compiler; the two share the interpreter, so later most of it is the compiler's."""
EVENTS_PER_BREAK, BREAK_SECONDS = 64, 0.005


def search_interpreted(task: Task, compiled: threading.Event | None = None) -> Analysis:
    """The textbook's answer; it ends early when `compiled` is set, and lets the compiler go first."""
    began = time.monotonic()
    task = task if compiled is None else dataclasses.replace(task, stop=worker.Either(task.stop, compiled))
    game, state = task.game, task.state
    actions = legal(game, state)
    events = 0
    nodes = 0
    halted = threading.Event()
    done: list[tuple[Decision, bool]] = []

    def stop() -> bool:
        return halted.is_set() or (task.budget.nodes is not None and nodes >= task.budget.nodes)

    def search() -> None:
        nonlocal events, nodes
        for depth in task.depths():
            unsure: set[Action] = set()
            running = Run(_narration(task, depth))
            for event in running:
                events += 1
                nodes += event.kind == "enter"
                if event.estimate:
                    unsure.update(event.path[:1])
                if stop():
                    return
                if compiled and not events % EVENTS_PER_BREAK and time.monotonic() - began > FULL_SPEED_SECONDS:
                    compiled.wait(BREAK_SECONDS)
            done.append(_proven(game, state, running.answer, unsure))
            if done[-1][1]:
                return

    reported = 0

    def tick() -> None:
        nonlocal reported
        while task.progress and reported < len(done):
            task.progress(_as_analysis(task, *done[reported], nodes))
            reported += 1
        task.report(nodes)

    worker.run(
        search, game, halt=halted.set, progress=lambda: events, tick=tick, seconds=task.budget.seconds, stop=task.stop
    )  # fmt: skip
    tick()
    stopped = halted.is_set() and bool(task.stop and task.stop.is_set())
    if not done:
        action, line = (None, ()) if game.player(state) == CHANCE else (actions[0], untried(actions[0]))
        answer = Analysis(action, game.neutral, line=line, nodes=nodes, seconds=since(task), algorithm=task.algorithm)
        return dataclasses.replace(answer, stopped=stopped)
    return dataclasses.replace(_as_analysis(task, *done[-1], nodes), stopped=stopped)


def _narration(task: Task, depth: int | None) -> textbook.Narration[Decision]:
    """The textbook's search to a depth."""
    if task.algorithm == "expectimax":
        opponent = textbook.uniform if task.opponent is None else task.opponent.odds
        seat = viewer(task.game, task.state)
        return textbook.expectimax(task.game, task.state, depth=depth, opponent=opponent, seat=seat)
    return textbook.ALGORITHMS[task.algorithm](task.game, task.state, depth=depth)


def _proven(game: Game, state: State, found: Decision, unsure: set[Action]) -> tuple[Decision, bool]:
    """The decision, and whether it is certain: exact, or the best possible and reached without an estimate."""
    if found.exact or not found.has_action or found.action in unsure or isinstance(found.value, tuple):
        return found, found.exact
    # Bounds are for minimax values.
    low, high = span(game) if found.algorithm == "expectimax" else bounds_of(game, state)
    biggest = found.algorithm == "expectimax" or textbook.is_max_side(game, game.player(state))
    if found.value < high if biggest else found.value > low:
        return found, False
    bound = Score(found.value, "<=" if biggest else ">=")  # all that is certain of the other actions
    values = {action: bound if action in unsure else score for action, score in found.values.items()}
    return dataclasses.replace(found, values=values), True


def _as_analysis(task: Task, decision: Decision, proven: bool, nodes: int) -> Analysis:
    """The textbook's decision, from the point of view of the player to move."""
    view = view_of(task.game, 0 if task.algorithm == "expectimax" else viewer(task.game, task.state))
    return Analysis(
        action=decision.action,
        value=number(view(Score(decision.value))),
        values={action: view(score) for action, score in decision.values.items()},
        line=decision.line,
        depth=decision.depth if decision.depth is not None else len(decision.line),
        nodes=nodes,
        seconds=since(task),
        exact=proven,
        algorithm=task.algorithm,
        strategies=decision.strategies,
    )
