"""A lecture item as data, so that a page, a command and a test read the same thing.

An item asks a question and states the answer. Most have runs: a tree (or a game), an algorithm, the conventions of the
notes, and the expected result. Some have tables, computed on demand, never typed in. `Item.numbers` are the numbers of
the examples in the lecture notes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from countermove import registry
from countermove.game import Game
from countermove.textbook import STANDARD, Conventions, Policy, Value, uniform
from countermove.views.plot import Plot

Cell: TypeAlias = str | int | float


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""

    def column(self, name: str) -> list[Cell]:
        """All cells under one heading."""
        at = self.columns.index(name)
        return [row[at] for row in self.rows]


@dataclass(frozen=True, slots=True)
class Run:
    """One search of an item, and what the notes say about it.

    >>> Run([[3, 12], [4, 6]], "minimax", value=4, action="Right").game().axes.words()
    'deterministic, perfect information, taking turns, zero-sum'
    """

    rules: Any
    """A tree as nested lists, the name of a game, or a function that makes one."""
    algorithm: str
    value: Value | None = None
    """The value that the notes state or imply; likewise the fields below."""
    action: str | None = None
    visited: tuple[float, ...] | None = None
    pruned: tuple[float, ...] | None = None
    caption: str = ""
    root: str = "max"
    players: int = 2
    names: str = ""
    depth: int | None = None
    position: str | None = None
    conventions: Conventions = STANDARD
    opponent: Policy = uniform

    def game(self) -> Game:
        """The game that is searched."""
        if isinstance(self.rules, str):
            return registry.load(self.rules)
        if callable(self.rules):
            made: Game = self.rules()
            return made
        from countermove.games.tree import Tree  # needs NumPy, which a list of lectures does not

        return Tree(self.rules, root=self.root, players=self.players, names=self.names)


@dataclass(frozen=True, slots=True)
class Item:
    """An example, a quiz, a demonstration or a claim of the lectures."""

    name: str
    title: str
    numbers: tuple[int, ...]
    """The numbers of its examples in the notes."""
    question: str
    answer: str
    words: str
    """The point of the item."""
    runs: tuple[Run, ...] = ()
    tables: Callable[[], tuple[Table, ...]] | None = None
    plot: Callable[[tuple[Table, ...]], Plot] | None = None
    """A drawing of the tables."""


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the lectures."""

    number: int
    title: str
    items: tuple[Item, ...]
