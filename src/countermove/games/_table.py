"""From the nested lists of a tree to arrays, level by level; errors say what is wrong, and where.

The grammar of a node and a picture of the arrays are in `tree.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count, product
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countermove.errors import SpecError
from countermove.game import CHANCE, Axes, number_in
from countermove.games._list import MAX_LEVELS, read

LEAF_KEYS = {"name", "value"}
INNER_KEYS = {"name", "children", "player", "chances", "actions", "set"}


class Table:
    """A tree as arrays with an entry for each node, and its names."""

    first: NDArray[np.int64]  # its first child; the others follow
    count: NDArray[np.int64]  # the number of children
    mover: NDArray[np.int64]  # who acts there
    probability: NDArray[np.float64]  # of reaching it from a chance node
    payoff: NDArray[np.float64]  # by node and player
    low: NDArray[np.float64]  # the smallest leaf below it, for player 0
    high: NDArray[np.float64]  # the largest
    seen: NDArray[np.int64]  # the first node that its player cannot tell apart from it
    node_names: tuple[str, ...]
    action_names: dict[int, tuple[str, ...]]  # only if given
    kind: Axes


class Builder(Table):
    """Builds the table of a tree, level by level, with error messages for invalid trees."""

    def __init__(self, tree: Any, root: str | int, players: int, names: str | tuple[str, ...]) -> None:
        self.players = players
        self.nodes: list[tuple[Any, int, int]] = [(_literal(tree), -1, 0)]  # what is given, parent, number
        self.given_names: dict[int, str] = {}
        self.action_names = {}
        first, counts, movers, payoffs, probabilities, depths = [], [], [], [], [1.0], [1]
        turns = [self._player(root, "Tree: root")]
        node = 0
        while node < len(self.nodes):
            inner = self._inner(node)
            children = [] if inner is None else inner["children"]
            if children and depths[node] == MAX_LEVELS:
                raise SpecError(f"The tree has more than {MAX_LEVELS} levels, the limit.")
            mover = turns[node] if inner is None else self._mover(node, inner, turns[node])
            chances = self._chances(node, inner) if inner and mover == CHANCE else [0.0] * len(children)
            turn = turns[node] if mover == CHANCE else (mover + 1) % self.players
            first.append(len(self.nodes) if children else 0)
            counts.append(len(children))
            movers.append(mover)
            payoffs.append(self._payoff(node) if inner is None else [0.0] * self.players)
            probabilities += chances
            turns += [turn] * len(children)
            depths += [depths[node] + 1] * len(children)
            self.nodes += [(child, node, number) for number, child in enumerate(children)]
            node += 1
        self.first, self.count = np.array(first, np.int64), np.array(counts, np.int64)
        self.mover, self.probability = np.array(movers, np.int64), np.array(probabilities)
        self.payoff = np.array(payoffs)
        self._find_sets()
        self._summarise()
        self.node_names = self._names(names)

    def _place(self, node: int) -> str:
        """The location of a node, in words."""
        path = []
        while node:
            _, node, number = self.nodes[node]
            path.append(number)
        if len(path) > 4:
            return f"the node at {'.'.join(str(number + 1) for number in reversed(path))} (children counted from 1)"
        return "".join(f"the {_ordinal(number)} child of " for number in path) + "the root"

    def _wrong(self, node: int, what: str) -> SpecError:
        place = self._place(node)
        return SpecError(f"In the tree, {place} {what}.")

    def _inner(self, node: int) -> dict[str, Any] | None:
        """What is given at an inner node, as a dict; None for a leaf."""
        given = self.nodes[node][0]
        if not isinstance(given, (dict, list)):
            return None
        inner = {"children": given} if isinstance(given, list) else given
        for key in inner:
            if key not in LEAF_KEYS | INNER_KEYS:
                known = '"name", "value", "children", "player", "chances", "actions" and "set"'
                raise self._wrong(node, f"has the unknown key {key!r}; the keys are {known}")
        if "name" in inner:
            self.given_names[node] = str(inner["name"]).strip()
        if "value" in inner:
            extra = sorted(inner.keys() - LEAF_KEYS)
            if extra:
                raise self._wrong(node, f'has a "value", so it is a leaf, and also "{extra[0]}"; leave one out')
            return None
        children = inner.get("children")
        if not isinstance(children, list):
            raise self._wrong(node, 'must have either a "value" or a list of "children"')
        if not children:
            raise self._wrong(node, "is an empty list; an inner node needs at least one child")
        if "actions" in inner:
            self.action_names[node] = self._actions(node, inner["actions"], len(children))
        return inner

    def _actions(self, node: int, names: Any, children: int) -> tuple[str, ...]:
        if not isinstance(names, (list, tuple)) or len(names) != children:
            raise self._wrong(node, f'has {children} children but "actions" is {names!r}; give a name for each')
        words = tuple(str(name).strip() for name in names)
        if len(set(words)) < children or "" in words:
            raise self._wrong(node, f'has "actions" {names!r}; each needs a unique name')
        return words

    def _player(self, given: Any, what: str) -> int:
        """The player for "max", "min", or a number."""
        sides = {"max": 0, "min": 1} if self.players == 2 else {"max": 0}
        player = sides.get(given, given) if isinstance(given, str) else given
        if isinstance(player, str):
            player = number_in(player)
        if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < self.players:
            names = '"max", "min"' if self.players == 2 else '"max"'
            raise SpecError(f"{what} is {given!r}; use {names} or a player's number, less than {self.players}.")
        return player

    def _mover(self, node: int, inner: dict[str, Any], turn: int) -> int:
        if "chances" in inner and inner.get("player", "chance") != "chance":
            raise self._wrong(node, f'has "chances", so chance acts there, not {inner["player"]!r}')
        if "chances" in inner or inner.get("player") == "chance":
            return CHANCE
        if "player" in inner:
            return self._player(inner["player"], f"In the tree, the player of {self._place(node)}")
        return turn

    def _chances(self, node: int, inner: dict[str, Any]) -> list[float]:
        children = len(inner["children"])
        given = inner.get("chances", [1 / children] * children)
        if not isinstance(given, (list, tuple)) or len(given) != children:
            raise self._wrong(node, f'has {children} children but "chances" is {given!r}; give a probability for each')
        chances = [_number(chance) for chance in given]
        for chance, probability in zip(given, chances):
            if probability is None or not 0 < probability <= 1:
                raise self._wrong(node, f"has {chance!r} among its chances; give numbers above 0 and at most 1")
        total = math.fsum(chance or 0.0 for chance in chances)
        if abs(total - 1) > 1e-9:
            raise self._wrong(node, f"has chances that sum to {total:.12g}; they must sum to 1")
        return [chance or 0.0 for chance in chances]

    def _payoff(self, node: int) -> list[float]:
        given = self.nodes[node][0]
        value = given["value"] if isinstance(given, dict) else given
        vector = list(value) if isinstance(value, (tuple, list)) else [value]
        numbers = [_number(item) for item in vector]
        for item, number in zip(vector, numbers):
            if number is None:
                raise self._wrong(node, f"is {item!r}; a leaf is a number, or a tuple with one number per player")
        payoffs = [number or 0.0 for number in numbers]
        if self.players == 2 and not isinstance(value, (tuple, list)):
            return [payoffs[0], 0.0 - payoffs[0]]
        if len(payoffs) != self.players:
            need = f"a tuple of {self.players} numbers, one per player" if self.players > 1 else "one number"
            raise self._wrong(node, f"is {value!r}; with players={self.players} a leaf is {need}")
        return payoffs

    def _find_sets(self) -> None:
        """Information sets: nodes of a player with the same "set", which it cannot tell apart."""
        self.seen = np.arange(len(self.nodes))
        firsts: dict[tuple[int, str], int] = {}
        for node, (given, _, _) in enumerate(self.nodes):
            if not isinstance(given, dict) or "set" not in given:
                continue
            mover = int(self.mover[node])
            if mover == CHANCE:
                raise self._wrong(node, 'is a chance node; only players have a "set"')
            first = firsts.setdefault((mover, str(given["set"])), node)
            self.seen[node] = first
            names = self.action_names.get(first), self.action_names.get(node)
            if self.count[node] != self.count[first] or names[0] != names[1]:
                raise self._wrong(node, f"is in the same set as {self._place(first)}, but has other actions")
            if self._before(node) != self._before(first):
                raise self._wrong(
                    node, f"is in the same set as {self._place(first)}, but its player did something else before; "
                    "players remember what they did"
                )  # fmt: skip

    def _before(self, node: int) -> tuple[int, int] | None:
        """The last information set of a node's player before it, and what it did there."""
        mover, at = self.mover[node], node
        while at:
            _, parent, number = self.nodes[at]
            if self.mover[parent] == mover:
                return int(self.seen[parent]), number
            at = parent
        return None

    def _summarise(self) -> None:
        """Summarise the leaves for every node above them, and for the kind of game."""
        self.low, self.high = self.payoff[:, 0].copy(), self.payoff[:, 0].copy()
        for node in range(len(self.count) - 1, -1, -1):
            if self.count[node]:
                children = slice(self.first[node], self.first[node] + self.count[node])
                self.low[node], self.high[node] = self.low[children].min(), self.high[children].max()
        leaves = self.payoff[self.count == 0]
        totals = leaves.sum(axis=1)
        chance = bool((self.mover == CHANCE).any())
        hidden = bool((self.seen != np.arange(len(self.seen))).any())
        if self.players == 1:
            self.kind = Axes(stochastic=chance, hidden=hidden, payoff="general")
        elif np.allclose(totals, 0.0, 0.0, 1e-9):
            self.kind = Axes(stochastic=chance, hidden=hidden)
        elif np.allclose(totals, totals[0], 0.0, 1e-9):
            self.kind = Axes(stochastic=chance, hidden=hidden, payoff="constant", total=float(totals[0]))
        else:
            common = bool((leaves == leaves[:, :1]).all())
            self.kind = Axes(stochastic=chance, hidden=hidden, payoff="common" if common else "general")

    def _names(self, given: str | tuple[str, ...]) -> tuple[str, ...]:
        nodes = len(self.nodes)
        words = given.replace(",", " ").split() if isinstance(given, str) else [str(name).strip() for name in given]
        if words and len(words) != nodes:
            raise SpecError(f"Tree: names gives {len(words)} names, but the tree has {nodes} nodes.")
        names = {**dict(enumerate(words)), **self.given_names}
        taken = set(names.values())
        if len(taken) < len(names) or "" in taken:
            twice = next(name for name in names.values() if not name or list(names.values()).count(name) > 1)
            raise SpecError(f"Tree: two nodes are named {twice!r}; every node needs a unique name.")
        letters = (name for name in _letters() if name not in taken)
        return tuple(names[node] if node in names else next(letters) for node in range(nodes))


def _literal(tree: Any) -> Any:
    """The nested lists, parsed if given as text."""
    return read(tree) if isinstance(tree, str) else tree


def _number(given: Any) -> float | None:
    """A finite number as a float, or None."""
    if isinstance(given, (bool, np.bool_)) or not isinstance(given, Real):
        return None
    try:
        number = float(given)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _ordinal(number: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    return words[number] if number < len(words) else f"{number + 1}th"


def _letters() -> Iterator[str]:
    """a, b, ... z, aa, ab, ..."""
    for length in count(1):
        for letters in product("abcdefghijklmnopqrstuvwxyz", repeat=length):
            yield "".join(letters)
