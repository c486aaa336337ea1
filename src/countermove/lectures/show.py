"""An item performed: its searches run, told and compared with what the notes say.

Conventions can be switched. Then a second search, under the item's own conventions, tells what the switch changed:
"on > 1 more leaf is visited: 4". Leaves are compared by where they stand in the tree, so that two leaves of the same
value are not mistaken for each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from countermove.errors import SpecError
from countermove.game import Game, State
from countermove.lectures.item import Item, Run
from countermove.textbook import (
    Conventions,
    Decision,
    Event,
    Value,
    leaves_pruned,
    leaves_visited,
    refuse,
    trace,
)
from countermove.textbook.wrong import named, right_of
from countermove.views.narrate import Level, Narrator, listed, marked, number, sentences, shown
from countermove.views.trace import Row, calls, rows

__all__ = ["Performance", "as_json", "changes", "perform", "switched"]

FEW = 6
"""Nodes that return something else, told one by one."""
WORDS = {
    "soft": "fail-soft",
    "hard": "fail-hard",
    "action": "a ply of one action",
    "cycle": "a ply of one cycle",
    "0": "a root at depth 0",
    "1": "a root at level 1",
    "given": "payoffs as given",
    "signed": "payoffs of +1, 0, -1",
    "unit": "payoffs of 1, 1/2, 0",
    "infinite": "the infinite window",
    "utilities": "the window of the utilities",
}


@dataclass(frozen=True, slots=True)
class Performance:
    """A run that has been run."""

    run: Run
    game: Game
    state: State
    conventions: Conventions
    algorithm: str
    events: list[Event]
    decision: Decision

    @property
    def visited(self) -> list[Value]:
        """The leaves looked at, from left to right."""
        return leaves_visited(self.events)

    @property
    def pruned(self) -> list[Value]:
        """The leaves cut off, from left to right; not told where a depth limit leaves it open what they are."""
        if not self.decision.exact or not any(event.skipped for event in self.events):
            return []
        return leaves_pruned(self.game, self.events, self.conventions)

    @property
    def action(self) -> str | None:
        """The action chosen, by name."""
        chosen = self.decision.action
        return None if chosen is None else self.game.action_name(self.state, chosen)

    def sentences(self, level: Level = "brief", boards: bool = False) -> list[str]:
        """The search in words."""
        told = sentences(
            self.events,
            self.game,
            self.conventions,
            algorithm=self.algorithm,
            level=level,
            boards=boards,
            opponent=self.run.opponent,
        )
        return list(told)

    def told(self, level: str, boards: bool = False) -> list[Any]:
        """The search at a level: brief or full sentences, the trace of calls, or the rows of the table."""
        if level == "table":
            return list(self.rows())
        return self.calls() if level == "trace" else self.sentences("brief" if level == "brief" else "full", boards)

    def calls(self) -> list[str]:
        """The trace of calls and returns."""
        return list(calls(self.events, self.game, self.conventions, algorithm=self.algorithm))

    def rows(self) -> list[Row]:
        """The table NODE TYPE ALPHA BETA VALUE."""
        return rows(self.events, self.game, self.conventions, algorithm=self.algorithm)


def perform(run: Run, conventions: Conventions | None = None, algorithm: str | None = None) -> Performance:
    """Run a search of an item, under its own conventions or others.

    >>> done = perform(Run([[10, 8], [4, 50]], "alphabeta"))
    >>> done.decision.value, done.action, done.pruned
    (8.0, 'Left', [50.0])
    """
    game = run.game()
    state = game.initial() if run.position is None else game.read(run.position)
    conventions = run.conventions if conventions is None else conventions
    algorithm = run.algorithm if algorithm is None else algorithm
    search = named(algorithm, game)
    refuse(game, right_of(algorithm, game))
    depth = run.depth
    if depth is not None:
        depth += conventions.root_depth - run.conventions.root_depth  # as deep as before, however levels are counted
    more: dict[str, Any] = {"opponent": run.opponent} if algorithm == "expectimax" else {}
    events, decision = trace(search(game, state, depth=depth, conventions=conventions, **more))
    return Performance(run, game, state, conventions, algorithm, events, decision)


def switched(run: Run, given: dict[str, Any]) -> Conventions:
    """The conventions of a run with some of them switched."""
    known = {field.name for field in fields(Conventions)}
    for name in given:
        if name not in known:
            raise SpecError(f"There is no convention {name!r}; there are: {', '.join(sorted(known))}.")
    return replace(run.conventions, **given)


def changes(run: Run, now: Performance) -> list[str]:
    """What is different from the run under the item's own conventions, a sentence each; nothing if none is switched.

    >>> tie = Run([[7, 6, 5], [3, 1], [6, 5, 4, 9]], "alphabeta")
    >>> changes(tie, perform(tie, Conventions(prune=">")))
    ['On > 1 more leaf is visited: 4.', 'On > d returns <= 4 instead of <= 5.']
    """
    names = [
        f.name for f in fields(Conventions) if getattr(now.conventions, f.name) != getattr(run.conventions, f.name)
    ]
    if not names:
        return []
    before = perform(run, algorithm=now.algorithm)
    words = [_word(now.conventions, name) for name in names]
    on = f"On {listed(words)}"
    told = [*_leaves(before, now), *_returned(before, now), *_answer(before, now), *_first(before, now)]
    if "names" in names:
        told.append(f"the players are called {now.conventions.name(0)} and {now.conventions.name(1)}")
    if "root_depth" in names:
        told.append(f"the root counts as {'level 1' if now.conventions.root_depth else 'depth 0'}")
    if not told:
        told = ["nothing changes: the same leaves, the same values, the same action"]
    return [f"{on} {one}." for one in told]


def _word(conventions: Conventions, name: str) -> str:
    value = str(getattr(conventions, name))
    return WORDS.get(value, value)


def _leaves(before: Performance, now: Performance) -> list[str]:
    """Which leaves are looked at now and were not, or were and are not."""
    old, new = _places(before), _places(now)
    more = [shown(value) for path, value in new.items() if path not in old]
    fewer = [shown(value) for path, value in old.items() if path not in new]
    told = []
    for leaves, word in ((more, "more"), (fewer, "fewer")):
        if leaves:
            noun = "leaf is" if len(leaves) == 1 else "leaves are"
            told.append(f"{len(leaves):,} {word} {noun} visited: {', '.join(leaves[:12])}{_rest(leaves)}")
    return told


def _rest(leaves: list[str]) -> str:
    return f" and {len(leaves) - 12:,} more" if len(leaves) > 12 else ""


def _places(done: Performance) -> dict[tuple[int, ...], Value | None]:
    return {event.path: event.value for event in done.events if event.kind == "leaf"}


def _returned(before: Performance, now: Performance) -> list[str]:
    """Which inner nodes hand something else to their parents."""
    if before.conventions.payoff != now.conventions.payoff:
        return []  # all do
    old = {event.path: event for event in before.events if event.kind == "exit"}
    told = []
    for event, name in _exits(now):
        was = old.get(event.path)
        if was is not None and event.path and (was.value, was.bound) != (event.value, event.bound):
            told.append(f"{name} returns {marked(event.value, event.bound)} instead of {marked(was.value, was.bound)}")
    if len(told) > FEW:
        told = [*told[:FEW], f"{len(told) - FEW:,} more nodes return something else"]
    return told


def _exits(done: Performance) -> Iterator[tuple[Event, str]]:
    """The returns of inner nodes, with their names."""
    narrator = Narrator(done.game, done.conventions, algorithm=done.algorithm)
    for event in done.events:
        frame = narrator.follow(event)
        if event.kind == "exit":
            yield event, frame.name
        narrator.leave(event, frame)


def _answer(before: Performance, now: Performance) -> list[str]:
    told = []
    if before.decision.value != now.decision.value:
        told.append(f"the value is {shown(now.decision.value)} instead of {shown(before.decision.value)}")
    if before.action != now.action:
        told.append(f"the action is {now.action} instead of {before.action}")
    return told


def _first(before: Performance, now: Performance) -> list[str]:
    old, new = before.events[0].after, now.events[0].after
    if old is None or new is None or old == new:
        return []
    return [
        f"the search starts with the window ({number(new[0])}, {number(new[1])}) "
        f"instead of ({number(old[0])}, {number(old[1])})"
    ]


def as_json(item: Item, performances: list[Performance], level: str = "brief") -> dict[str, Any]:
    """An item and what came of it, as plain values, told at a level: brief, full, trace or table."""
    answer: dict[str, Any] = {
        "name": item.name,
        "title": item.title,
        "items": list(item.numbers),
        "question": item.question,
        "answer": item.answer,
        "words": item.words,
        "runs": [_run_json(done, level) for done in performances],
    }
    answer["tables"] = [
        {"title": table.title, "columns": table.columns, "rows": table.rows}
        for table in (item.tables() if item.tables else ())
    ]
    return answer


def _run_json(done: Performance, level: str) -> dict[str, Any]:
    run, decision = done.run, done.decision
    named = {action: done.game.action_name(done.state, action) for action in decision.values}
    return {
        "caption": run.caption,
        "algorithm": done.algorithm,
        "conventions": {field.name: getattr(done.conventions, field.name) for field in fields(Conventions)},
        "value": decision.value,
        "action": done.action,
        "nodes": decision.nodes,
        "leaves_visited": done.visited,
        "leaves_pruned": done.pruned,
        "values": {named[action]: {"value": s.value, "bound": s.bound} for action, s in decision.values.items()},
        "depth": decision.depth,
        "exact": decision.exact,
        "narration": done.told(level),
        "changed": changes(run, done),
    }
