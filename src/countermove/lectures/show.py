"""An item performed: its searches run, narrated and compared with the notes.

Conventions and the algorithm can be switched. Then a second search, the item's own, shows what the switch changed: "on
> 1 more leaf is visited: 4"; the answer is that of the switched search. Leaves are compared by their place in the tree,
so that two leaves of the same value are not confused.
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
from countermove.views.estimate import Estimates
from countermove.views.narrate import Level, Narrator, marked, number, said, sentences
from countermove.views.trace import Row, calls, rows

MAX_LISTED_NODES = 6
"""The most changed return values to list one by one."""
WORDS = {
    "soft": "fail-soft",
    "hard": "fail-hard",
    "action": "a ply of one action",
    "cycle": "a ply of one cycle",
    "0": "the root at depth 0",
    "1": "the root at level 1",
    "given": "payoffs as given",
    "signed": "payoffs of +1, 0, -1",
    "unit": "payoffs of 1, 1/2, 0",
    "infinite": "the infinite window",
    "utilities": "the window of the utilities",
}


@dataclass(frozen=True, slots=True)
class Performance:
    """A run with its result."""

    run: Run
    game: Game
    state: State
    conventions: Conventions
    algorithm: str
    events: list[Event]
    """Marked where they rest on an estimate."""
    decision: Decision

    @property
    def switched(self) -> bool:
        """Whether this differs from the lecture's own search."""
        return (self.algorithm, self.conventions) != (self.run.algorithm, self.run.conventions)

    @property
    def last(self) -> list[Event]:
        """The events of the last search of iterative deepening."""
        starts = [at for at, event in enumerate(self.events) if event.kind in ("enter", "expand") and not event.path]
        return self.events[starts[-1] :]

    @property
    def value(self) -> str:
        """The value found, marked where it rests on an estimate."""
        return said(self.decision.value, any(event.estimate for event in self.last if not event.path))

    @property
    def answer(self) -> str:
        """The value and the action that leads to it."""
        return self.value if self.action is None else f"{self.value}, by {self.action}"

    @property
    def visited(self) -> list[Value]:
        """The leaves visited, from left to right."""
        return leaves_visited(self.events)

    @property
    def pruned(self) -> list[Value]:
        """The leaves cut off, from left to right; empty where a depth limit leaves them unknown."""
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
        return list(
            sentences(
                self.events,
                self.game,
                self.conventions,
                algorithm=self.algorithm,
                level=level,
                boards=boards,
                opponent=self.run.opponent,
            )
        )

    def narration(self, level: str, boards: bool = False) -> list[Any]:
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
        depth += conventions.root_depth - run.conventions.root_depth  # the same depth, however levels are counted
    more: dict[str, Any] = {"opponent": run.opponent} if algorithm == "expectimax" else {}
    events, decision = trace(search(game, state, depth=depth, conventions=conventions, **more))
    events = list(map(Estimates().mark, events))
    return Performance(run, game, state, conventions, algorithm, events, decision)


def switched(run: Run, given: dict[str, Any]) -> Conventions:
    """The conventions of a run with some of them switched."""
    known = {field.name for field in fields(Conventions)}
    for name in given:
        if name not in known:
            raise SpecError(f"Unknown convention {name!r}; use one of: {', '.join(sorted(known))}.")
    return replace(run.conventions, **given)


def changes(run: Run, now: Performance, before: Performance | None = None) -> list[str]:
    """The differences from the lecture's own search, a sentence each; empty if nothing is switched.

    That search is run unless given as `before`.

    A single switched convention has a short form. Several switches, or another algorithm, are listed first, then their
    combined changes.

    >>> tie = Run([[7, 6, 5], [3, 1], [6, 5, 4, 9]], "alphabeta")
    >>> changes(tie, perform(tie, Conventions(prune=">")))
    ['On > 1 more leaf is visited: 4.', 'On > d returns <= 4 instead of <= 5.']
    >>> changes(tie, perform(tie, Conventions(prune=">", returns="hard")))[:2]
    ['Switched: > instead of >=, and fail-hard instead of fail-soft.', '1 more leaf is visited: 4.']
    """
    names = [
        f.name for f in fields(Conventions) if getattr(now.conventions, f.name) != getattr(run.conventions, f.name)
    ]
    if not now.switched:
        return []
    before = perform(run) if before is None else before
    found = [*_searched(before, now), *_scaled(before, now), *_answer(before, now), *_first(before, now)]
    if len(names) == 1 and now.algorithm == run.algorithm:
        found = (
            found
            or _renamed(names[0], now.conventions)
            or [f"nothing changes{_why_not(names[0])}: the same leaves, the same values, the same action"]
        )
        return [f"On {_word(now.conventions, names[0])} {one}." for one in found]
    switches = [f"{now.algorithm} instead of {run.algorithm}"] if now.algorithm != run.algorithm else []
    switches += [_switch(name, run.conventions, now.conventions) for name in names]
    lead = "Switched: " + (", and ".join([", ".join(switches[:-1]), switches[-1]]) if switches[1:] else switches[0])
    if not found:
        found = ["nothing changes: the same leaves, the same values, the same action"]
    elif (before.decision.value, before.action) == (now.decision.value, now.action):
        found.append(f"the answer stays the same: {now.answer}")
    return [f"{lead}.", *(f"{_capital(one)}." for one in found)]


def _capital(sentence: str) -> str:
    """A capitalised sentence; the name of a node is left as it is."""
    return sentence[0].upper() + sentence[1:] if sentence.startswith(("the ", "every ", "nothing ")) else sentence


def _word(conventions: Conventions, name: str) -> str:
    value = str(getattr(conventions, name))
    return WORDS.get(value, value)


def _switch(name: str, old: Conventions, new: Conventions) -> str:
    """A switch in words, without repeating what both have in common."""
    if name == "names":
        return f"{new.name(0)} and {new.name(1)} instead of {old.name(0)} and {old.name(1)}"
    was = _word(old, name)
    for stem in ("a ply of ", "the root at ", "payoffs of "):
        was = was.removeprefix(stem)
    return f"{_word(new, name)} instead of {was}"


def _renamed(name: str, conventions: Conventions) -> list[str]:
    """Switches that only change words."""
    if name == "names":
        return [f"the players are called {conventions.name(0)} and {conventions.name(1)}, and nothing else changes"]
    if name == "root_depth":
        return ["only the numbers of the levels change"]
    return []


def _why_not(name: str) -> str:
    """Why a switch may have no effect."""
    return ", since payoffs that sum to 0 are already on that scale" if name == "payoff" else ""


def _searched(before: Performance, now: Performance) -> list[str]:
    """Changes in the leaves visited and in what nodes return; or only in the depth, if that changed."""
    old, new = _places(before), _places(now)
    deep, deeper = (max(map(len, places), default=0) for places in (old, new))
    if deep != deeper and before.run.depth is not None:
        actions = f"{deeper} {'action' if deeper == 1 else 'actions'}"
        return [
            f"the search goes {actions} deep instead of {deep} and visits {len(new):,} leaves instead of {len(old):,}"
        ]
    return [*_leaves(old, new), *_returned(before, now)]


def _leaves(old: dict[tuple[int, ...], Event], new: dict[tuple[int, ...], Event]) -> list[str]:
    """Which leaves are newly visited, and which no longer are."""
    more = [said(event.value, event.estimate) for path, event in new.items() if path not in old]
    fewer = [said(event.value, event.estimate) for path, event in old.items() if path not in new]
    found = []
    for leaves, word in ((more, "more"), (fewer, "fewer")):
        if leaves:
            noun = "leaf is" if len(leaves) == 1 else "leaves are"
            rest = f" and {len(leaves) - 12:,} more" if len(leaves) > 12 else ""
            found.append(f"{len(leaves):,} {word} {noun} visited: {', '.join(leaves[:12])}{rest}")
    return found


def _places(done: Performance) -> dict[tuple[int, ...], Event]:
    return {event.path: event for event in done.last if event.kind == "leaf"}


def _scaled(before: Performance, now: Performance) -> list[str]:
    """How payoffs are scaled, if that changed."""
    factor, shift = now.conventions.scale(now.game)
    was, moved = before.conventions.scale(before.game)
    factor, shift = factor / was, shift - factor / was * moved
    if (factor, shift) == (1, 0):
        return []
    scaled = "x" if factor == 1 else f"{number(factor)} x"
    sign = "-" if shift < 0 else "+"
    return [f"every payoff x counts as {scaled}" + (f" {sign} {number(abs(shift))}" if shift else "")]


def _returned(before: Performance, now: Performance) -> list[str]:
    """Which inner nodes return something else."""
    if before.conventions.payoff != now.conventions.payoff:
        return []  # all do
    old = {event.path: event for event in before.last if event.kind == "exit"}
    found = []
    for event, name in _exits(now):
        was = old.get(event.path)
        if was is not None and event.path and (was.value, was.bound) != (event.value, event.bound):
            new = marked(event.value, event.bound, event.estimate)
            found.append(f"{name} returns {new} instead of {marked(was.value, was.bound, was.estimate)}")
    if len(found) > MAX_LISTED_NODES:
        found = [*found[:MAX_LISTED_NODES], f"{len(found) - MAX_LISTED_NODES:,} more nodes return something else"]
    return found


def _exits(done: Performance) -> Iterator[tuple[Event, str]]:
    """The returns of inner nodes, with their names."""
    narrator = Narrator(done.game, done.conventions, algorithm=done.algorithm)
    for event in done.last:
        frame = narrator.follow(event)
        if event.kind == "exit":
            yield event, frame.name
        narrator.leave(event, frame)


def _answer(before: Performance, now: Performance) -> list[str]:
    found = []
    if before.decision.value != now.decision.value:
        found.append(f"the value is {now.value} instead of {before.value}")
    if before.action != now.action:
        found.append(f"the action is {now.action or 'none'} instead of {before.action or 'none'}")
    return found


def _first(before: Performance, now: Performance) -> list[str]:
    old, new = before.last[0].after, now.last[0].after
    if old is None or new is None or old == new:
        return []
    return [
        f"the search starts with the window ({number(new[0])}, {number(new[1])}) "
        f"instead of ({number(old[0])}, {number(old[1])})"
    ]


def answered(item: Item, performances: list[Performance]) -> tuple[str, str]:
    """The answer, and the lecture's own if it differs: after a switch, the answer is that of the switched search.

    >>> from countermove.lectures import find
    >>> quiz = find("alphabeta-quiz-1")
    >>> answered(quiz, [perform(quiz.runs[0], algorithm="expectimax")])[0]
    '27, by Right (expectimax).'
    """
    if not any(done.switched for done in performances):
        return item.answer, ""
    found = list(dict.fromkeys(f"{done.answer} ({done.algorithm})" for done in performances))
    return f"{'; '.join(found)}.", item.answer


def as_json(item: Item, performances: list[Performance], level: str = "brief") -> dict[str, Any]:
    """An item and its results as plain values, narrated at a level: brief, full, trace or table."""
    answer_here, _ = answered(item, performances)
    answer: dict[str, Any] = {
        "name": item.name,
        "title": item.title,
        "items": list(item.numbers),
        "question": item.question,
        "answer": answer_here,
        "lecture_answer": item.answer,
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
        "narration": done.narration(level),
        "changed": changes(run, done),
    }
