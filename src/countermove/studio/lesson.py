"""A search of a lecture, or any other that the page asks for, as a `Study`: what trees and predictions are made of."""

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
from countermove.studio.pool import Turn
from countermove.studio.shape import Fields, RefusedError, Shape, Text, Whole
from countermove.studio.shelf import Place, Shelf
from countermove.studio.study import CONVENTIONS, SEARCH, Study, study
from countermove.textbook import Conventions
from countermove.textbook.wrong import right_of
from countermove.views.sketch import Sketch

__all__ = ["SOURCE", "SWITCHES", "item_of", "run_of", "run_study", "searched", "switches", "tree_study"]

SWITCHES = Fields({name: replace(shape, default=None) for name, shape in CONVENTIONS.fields.items()}, default=None)  # type: ignore[type-var]
"""Conventions, of which only those that are given change."""
SOURCE: dict[str, Shape] = {
    **SEARCH,
    "game": replace(SEARCH["game"], default=None),  # type: ignore[type-var]
    "lecture": Text(60, default=None),
    "run": Whole(0, 100, default=0),
    "conventions": SWITCHES,
}
"""A search: that of a lecture, by its name and number from 0, or that of a game or list."""


def item_of(name: str) -> Item:
    """The lecture of that name; where there is none, a sentence for the page, which links the list beside it."""
    try:
        return find(name)
    except SpecError:
        close = difflib.get_close_matches(name, [item.name for item in items()], 1, 0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise RefusedError(f"There is no lecture “{name}”.{hint}", 404) from None


def run_of(lecture: str, number: int) -> Run:
    """One search of a lecture."""
    item = item_of(lecture)
    if number >= len(item.runs):
        raise RefusedError(f"The lecture {item.name} has no search {number}; it has {len(item.runs)}.", 404)
    return item.runs[number]


def switches(asked: dict[str, Any]) -> dict[str, Any]:
    """The conventions that are given."""
    return {name: value for name, value in (asked["conventions"] or {}).items() if value is not None}


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
    """The search of a tree that is given as lists."""
    conventions = Conventions(prune=">" if prune == ">" else ">=")
    return run_study(Run(tree_rules(tree, root), algorithm, conventions=conventions))[1]


def tree_rules(tree: str, root: str) -> Callable[[], Game]:
    """What makes the game of a tree."""
    return lambda: Tree(tree, root=root)


def searched(shelf: Shelf, asked: dict[str, Any], turn: Turn) -> Generator[None, None, Study]:
    """The search that the fields of `SOURCE` name."""
    if asked["lecture"] is not None:
        run = run_of(asked["lecture"], asked["run"])
        return run_study(run, replace(run.conventions, **switches(asked)), asked["algorithm"])[1]
    if asked["game"] is None:
        raise RefusedError("Name a lecture, or a game.")
    standard = {each.name: each.default for each in fields(Conventions)}
    own = {name: asked[name] for name in SEARCH}
    return (yield from study(shelf, own | {"conventions": standard | switches(asked)}, turn))
