"""What a convention changes: a search before and after, in sentences, and the nodes that differ.

The sentences are those of the lectures (`lectures/show.py`). The tree marks the nodes: leaves not visited
before, nodes that return something else, and nodes that now stop early.
"""

from __future__ import annotations

from dataclasses import replace

from countermove.lectures.item import Run
from countermove.lectures.show import Performance, changes
from countermove.studio.tree.study import Study
from countermove.textbook import Event
from countermove.views.estimate import Estimates


def change_sentences(before: Study, now: Study) -> list[str]:
    """The differences, one sentence each."""
    run = Run(
        rules=lambda: before.game, algorithm=before.algorithm, depth=before.depth, conventions=before.conventions,
        opponent=before.opponent,
    )  # fmt: skip
    return changes(run, _performance(run, now), _performance(run, before))


def _performance(run: Run, done: Study) -> Performance:
    marked = list(map(Estimates().mark, done.events))
    decision = replace(done.decision, algorithm=done.algorithm)
    return Performance(run, done.game, done.state, done.conventions, done.algorithm, marked, decision)


def changed_nodes(before: Study, now: Study) -> list[int]:
    """The nodes that differ, by their number in the new search."""
    old = {event.path: _done(event) for event in before.events if event.kind in ("leaf", "exit")}
    cuts = {event.path: event.skipped for event in before.events if event.kind == "cut"}
    found = dict.fromkeys(
        event.node
        for event in now.events
        if (event.kind in ("leaf", "exit") and old.get(event.path) != _done(event))
        or (event.kind == "cut" and cuts.get(event.path) != event.skipped)
    )
    return sorted(found)


def _done(event: Event) -> object:
    return event.kind, event.value, event.bound
