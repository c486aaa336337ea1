"""A lecture's search, or any other the page requests, as a `Study`: the source of trees and predictions."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Generator
from dataclasses import fields, replace
from typing import Any

from countermove.errors import SpecError
from countermove.game import Game
from countermove.games.tree import Tree
from countermove.lectures import Item, Run, find, items
from countermove.lectures.show import Performance, perform
from countermove.studio.games.shelf import Place, Shelf
from countermove.studio.pool import Turn
from countermove.studio.tree.study import CONVENTIONS, SEARCH, Study, study
from countermove.studio.web.shape import Fields, RefusedError, Shape, Text, Whole
from countermove.textbook import Conventions
from countermove.textbook.wrong import right_of
from countermove.views.sketch import Sketch

SWITCHES = Fields({name: replace(shape, default=None) for name, shape in CONVENTIONS.fields.items()}, default=None)  # type: ignore[type-var]
"""Conventions; only those given change."""
SOURCE: dict[str, Shape] = {
    **SEARCH,
    "game": replace(SEARCH["game"], default=None),  # type: ignore[type-var]
    "lecture": Text(60, default=None),
    "run": Whole(0, 100, default=0),
    "conventions": SWITCHES,
}
"""A search: a lecture's, by name and number from 0, or that of a game or list."""


def item_of(name: str) -> Item:
    """The lecture of that name; the page shows the list of lectures beside the error."""
    try:
        return find(name)
    except SpecError:
        close = difflib.get_close_matches(name, [item.name for item in items()], 1, 0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise RefusedError(f"Lecture “{name}” not found.{hint}", 404) from None


def run_of(lecture: str, number: int) -> Run:
    """One search of a lecture."""
    item = item_of(lecture)
    if number >= len(item.runs):
        raise RefusedError(f"The lecture {item.name} has no search {number}; it has {len(item.runs)}.", 404)
    return item.runs[number]


def switches(request: dict[str, Any]) -> dict[str, Any]:
    """The conventions given in a request."""
    return {name: value for name, value in (request["conventions"] or {}).items() if value is not None}


def run_study(
    run: Run, conventions: Conventions | None = None, algorithm: str | None = None
) -> tuple[Performance, Study]:
    """A search of a lecture, performed."""
    done = perform(run, conventions, algorithm)
    place = Place("", done.game, done.state, (), done.state)
    model = right_of(done.algorithm, done.game)
    sketch = Sketch.of(done.events, steps=True)
    iterations = [
        {"depth": event.depth, "value": event.value, "exact": event.bound == "=", "nodes": 0}
        for event in done.events
        if event.kind == "iteration"
    ]
    made = Study(
        place, done.algorithm, model, run.depth, done.conventions, run.opponent, sketch, done.decision,
        [event for event in done.last if event.kind != "iteration"], iterations,
    )  # fmt: skip
    return done, made


def tree_study(tree: str, root: str, algorithm: str, prune: str) -> Study:
    """The search of a tree given as lists."""
    conventions = Conventions(prune=">" if prune == ">" else ">=")
    return run_study(Run(tree_rules(tree, root), algorithm, conventions=conventions))[1]


def tree_rules(tree: str, root: str) -> Callable[[], Game]:
    """The function that builds the game of a tree."""
    return lambda: Tree(tree, root=root)


def searched(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, Study]:
    """The search named by the fields of `SOURCE`."""
    if request["lecture"] is not None:
        run = run_of(request["lecture"], request["run"])
        return run_study(run, replace(run.conventions, **switches(request)), request["algorithm"])[1]
    if request["game"] is None:
        raise RefusedError("Name a lecture or a game.")
    standard = {each.name: each.default for each in fields(Conventions)}
    options = {name: request[name] for name in SEARCH}
    return (yield from study(shelf, options | {"conventions": standard | switches(request)}, turn))
