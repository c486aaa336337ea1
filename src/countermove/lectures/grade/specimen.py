"""Trees to try code on: small, seeded, and easy to make smaller still.

A tree says nothing about who acts; a *pattern* does, level by level: (0, 1) is MAX and MIN in turn, (0, 1, 2) MAX and
two opponents, (0, CHANCE) MAX and dice. So a branch can be cut or pulled up and the result is a game again. Every
inner node has an estimate of its own, for searches that stop there. Actions are numbered from 101, so that an action
is never mistaken for a value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from countermove.game import CHANCE, Axes, Game

FIRST: Final = 101
"""The number of the first action."""
LONG = 40
"""Letters of a node's name at most."""
WORDS = {2: ("Left", "Right"), 3: ("Left", "Center", "Right")}


@dataclass(frozen=True, slots=True)
class Sprout:
    """A node and all below it."""

    value: int = 0
    """What a leaf is worth to MAX; of an inner node, an estimate."""
    children: tuple[Sprout, ...] = ()
    chances: tuple[float, ...] = ()
    """The odds of the children, where chance acts."""

    @property
    def size(self) -> int:
        return 1 + sum(child.size for child in self.children)

    @property
    def height(self) -> int:
        return max((1 + child.height for child in self.children), default=0)

    @property
    def weight(self) -> int:
        """What makes a tree hard to read: its nodes first, then the size of its numbers."""
        return 1000 + abs(self.value) + (self.value < 0) + sum(child.weight for child in self.children)


class Spot(NamedTuple):
    path: tuple[int, ...]


@dataclass(frozen=True)
class Specimen(Game[Spot]):
    """A tree as a game.

    >>> print(of_list([[3, 12], [4, 6]]))
    [[3, 12], [4, 6]]
    """

    tree: Sprout
    pattern: tuple[int, ...] = (0, 1)

    @cached_property
    def players(self) -> int:  # type: ignore[override]
        return max(2, max(self.pattern) + 1)

    @cached_property
    def axes(self) -> Axes:  # type: ignore[override]
        others = tuple(range(1, self.players))
        return Axes(stochastic=CHANCE in self.pattern, teams=(others,) if len(others) > 1 else ())

    @cached_property
    def nodes(self) -> dict[tuple[int, ...], Sprout]:
        """Every node by the actions that lead to it."""
        found: dict[tuple[int, ...], Sprout] = {(): self.tree}
        waiting: list[tuple[int, ...]] = [()]
        for path in waiting:
            for index, child in enumerate(found[path].children):
                below = (*path, FIRST + index)
                found[below] = child
                waiting.append(below)
        return found

    def at(self, path: tuple[int, ...]) -> Sprout:
        return self.nodes[path]

    def initial(self) -> Spot:
        return Spot(())

    def player(self, state: Spot) -> int:
        return self.pattern[len(state.path) % len(self.pattern)]

    def actions(self, state: Spot) -> Iterator[int]:
        yield from range(FIRST, FIRST + len(self.at(state.path).children))

    def chances(self, state: Spot) -> Iterator[tuple[int, float]]:
        yield from zip(self.actions(state), self.at(state.path).chances)

    def result(self, state: Spot, action: int) -> Spot:
        return Spot((*state.path, action))

    def is_terminal(self, state: Spot) -> bool:
        return not self.at(state.path).children

    def utility(self, state: Spot, player: int) -> float:
        value = float(self.at(state.path).value)
        return value if player == 0 else 0.0 - value / (self.players - 1)

    def evaluate(self, state: Spot, player: int) -> float:
        return self.utility(state, player)

    # Words.

    def node_name(self, state: Spot) -> str:
        """A node as a person sees it in the nested lists: by what stands there."""
        node = self.at(state.path)
        if not state.path:
            return "the root"
        if not node.children:
            spots = [Spot(state.path[:level]) for level in range(len(state.path))]
            way = ", ".join(self.action_name(spot, action) for spot, action in zip(spots, state.path))
            return f"the leaf {node.value} after {way}"
        text = _nested(node)
        return text if len(text) <= LONG else f"{text[: LONG - 3]}..."

    def action_name(self, state: Spot, action: int) -> str:
        children = len(self.at(state.path).children)
        return WORDS.get(children, tuple(str(number + 1) for number in range(children)))[action - FIRST]

    def leaf_values(self, paths: frozenset[tuple[int, ...]]) -> list[int]:
        """The values of some nodes, from left to right."""
        return [self.at(path).value for path in sorted(paths)]

    def __str__(self) -> str:
        return _text(self.tree)

    def to_json(self) -> dict[str, Any]:
        return {"tree": _plain(self.tree), "pattern": self.pattern, "players": self.players}


def _text(node: Sprout) -> str:
    """The tree as `countermove tree` reads it."""
    if not node.children:
        return str(node.value)
    children = f"[{', '.join(map(_text, node.children))}]"
    if not node.chances:
        return children
    return f'{{"chances": [{", ".join(f"{chance:.6g}" for chance in node.chances)}], "children": {children}}}'


def _nested(node: Sprout) -> str:
    """The tree as nested lists, without the odds."""
    return f"[{', '.join(map(_nested, node.children))}]" if node.children else str(node.value)


def _plain(node: Sprout) -> Any:
    return [node.value, list(map(_plain, node.children)), list(node.chances)]


def of_list(nested: Any) -> Specimen:
    """A specimen from nested lists of whole numbers."""

    def sprout(node: Any) -> Sprout:
        return Sprout(0, tuple(map(sprout, node))) if isinstance(node, list) else Sprout(node)

    return Specimen(sprout(nested), (0, 1))


def grow(rng: random.Random, pattern: tuple[int, ...] = (0, 1), deepest: int = 4, values: int = 9) -> Specimen:
    """A random tree with leaves from -values to values, many of them equal."""

    def sprout(level: int) -> Sprout:
        value = rng.randint(-values, values)
        if level and (level == deepest or rng.random() < 0.15):
            return Sprout(value)
        width = rng.choice((1, 2, 2, 2, 3, 3))
        children = tuple(sprout(level + 1) for _ in range(width))
        weights = [rng.randint(1, 4) for _ in children]
        chance = pattern[level % len(pattern)] == CHANCE
        return Sprout(value, children, tuple(weight / sum(weights) for weight in weights) if chance else ())

    return Specimen(sprout(0), pattern)


def smaller(specimen: Specimen) -> Iterator[Specimen]:
    """Simpler trees, the simplest first: a child less, a branch pulled up or cut short, a smaller number."""
    simpler = list(_shorter(specimen.tree, 0, specimen.pattern == (0, 1)))
    for old in sorted(_values(specimen.tree)):
        simpler += [_renumbered(specimen.tree, old, new) for new in _easier(old)]
    for tree in sorted(dict.fromkeys(simpler), key=lambda tree: tree.weight):
        if tree.weight < specimen.tree.weight:
            yield replace(specimen, tree=tree)


def _shorter(node: Sprout, level: int, swaps: bool) -> Iterator[Sprout]:
    """The tree with one change; if it `swaps`, a branch may be pulled up, so that MAX and MIN change places in it."""
    if node.children and level:
        yield Sprout(node.value)
    for child in node.children:
        if swaps if child.children else level:
            yield child
    for index in range(len(node.children)):
        if len(node.children) > 1:
            rest = node.children[:index] + node.children[index + 1 :]
            left = node.chances[:index] + node.chances[index + 1 :]
            yield replace(node, children=rest, chances=tuple(chance / sum(left) for chance in left))
    for index, child in enumerate(node.children):
        for less in _shorter(child, level + 1, swaps):
            yield replace(node, children=(*node.children[:index], less, *node.children[index + 1 :]))
    for value in _easier(node.value):
        yield replace(node, value=value)


def _renumbered(node: Sprout, old: int, new: int) -> Sprout:
    """The tree with one number for another, so that equal values stay equal."""
    children = tuple(_renumbered(child, old, new) for child in node.children)
    return replace(node, value=new if node.value == old else node.value, children=children)


def _easier(value: int) -> Iterator[int]:
    """Numbers that are easier to read."""
    yield from (each for each in dict.fromkeys((0, 1, 2, value // 2, value - 1, -value)) if each != value)


def _values(node: Sprout) -> set[int]:
    return {node.value}.union(*map(_values, node.children))
