"""A tree with its search worked through: the basis of every question and its grading.

A question keeps only its tree as text, the algorithm and the prune test. From these the search is rerun when needed,
and everything else is read from the events: which leaves were visited, with which window a node was entered, what was
cut and by which bound. Nodes have the names of the tree (a, b, c, ... level by level), as a student writes them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, Literal, cast

from countermove.game import CHANCE
from countermove.games.tree import Tree, TreeState
from countermove.textbook import ALGORITHMS, Conventions, Decision, Event, Window, trace
from countermove.views.narrate import Narrator

Prune = Literal[">=", ">"]


class Worked:
    """A search of a tree, with its events indexed for questions.

    >>> worked = work("[[3,12],[2,4]]", "max", "alphabeta", ">=")
    >>> worked.visited, worked.pruned, worked.windows["c"]
    (('d', 'e', 'f'), ('g',), (3.0, inf))
    """

    def __init__(self, tree: str, root: str, algorithm: str, prune: str) -> None:
        self.tree = tree
        self.root = root
        self.algorithm = algorithm
        self.conventions = Conventions(prune=cast(Prune, prune))
        self.game = Tree(tree, root=root)
        self.events: list[Event[TreeState]]
        self.decision: Decision
        self.events, self.decision = trace(ALGORITHMS[algorithm](self.game, conventions=self.conventions))

    # The tree.

    def name(self, state: TreeState) -> str:
        return self.game.node_name(state)

    def node(self, name: str) -> TreeState:
        return TreeState(self.game.node_names.index(name))

    def children(self, name: str) -> tuple[str, ...]:
        """The names of a node's children, from left to right."""
        node = self.node(name)
        first, count = int(self.game.first[node.node]), int(self.game.count[node.node])
        return self.game.node_names[first : first + count]

    def role(self, name: str) -> str:
        """MAX, MIN or CHANCE, as the algorithm treats the node; "" for a leaf."""
        node = self.node(name)
        if self.game.is_terminal(node):
            return ""
        player = self.game.player(node)
        if player == CHANCE or (self.algorithm == "expectimax" and player != 0):
            return "CHANCE"
        return "MAX" if player == 0 else "MIN"

    def odds(self, name: str) -> dict[str, float]:
        """The children of a chance node, each with its probability."""
        node, children = self.node(name), self.children(name)
        if self.game.player(node) == CHANCE:
            return dict(zip(children, (probability for _, probability in self.game.chances(node))))
        return dict.fromkeys(children, 1 / len(children))

    @cached_property
    def inner(self) -> tuple[str, ...]:
        """Every inner node, the deepest first and the root last: the order in which values are worked out."""
        names = self.game.node_names
        inner = [node for node in range(len(names)) if self.game.count[node]]
        depths = {0: 0}
        for node in inner:
            depths |= {int(self.game.first[node]) + child: depths[node] + 1 for child in range(self.game.count[node])}
        return tuple(names[node] for node in sorted(inner, key=lambda node: (-depths[node], node)))

    @cached_property
    def leaves(self) -> dict[str, float]:
        """Every leaf and its payoff to MAX, from left to right."""

        def below(name: str) -> list[str]:
            return [leaf for child in self.children(name) for leaf in below(child)] or [name]

        return {leaf: self.game.utility(self.node(leaf), 0) for leaf in below(self.game.node_names[0])}

    # The search.

    @cached_property
    def visited(self) -> tuple[str, ...]:
        return tuple(self.name(event.state) for event in self.events if event.kind == "leaf")

    @cached_property
    def pruned(self) -> tuple[str, ...]:
        return tuple(leaf for leaf in self.leaves if leaf not in self.visited)

    @cached_property
    def cuts(self) -> list[Event[TreeState]]:
        return [event for event in self.events if event.kind == "cut"]

    @cached_property
    def windows(self) -> dict[str, Window]:
        """The window that each visited inner node was entered with."""
        entered = [event for event in self.events if event.kind == "enter" and event.player is not None]
        return {self.name(event.state): event.before for event in entered if event.before is not None}

    @cached_property
    def values(self) -> dict[str, float]:
        """What every node is worth: alpha-beta may only have bounds, so this is from minimax."""
        complete = self if self.algorithm != "alphabeta" else work(self.tree, self.root, "minimax", ">=")
        ended = [event for event in complete.events if event.kind in ("leaf", "exit")]
        return {self.name(event.state): event.value for event in ended if isinstance(event.value, float)}

    @cached_property
    def swapped(self) -> dict[str, float]:
        """What every node would be worth if MAX took the minimum and MIN the maximum."""
        other = "min" if self.root == "max" else "max"
        algorithm = "minimax" if self.algorithm == "alphabeta" else self.algorithm
        return work(self.tree, other, algorithm, ">=").values

    def otherwise(self, **changed: str) -> Worked:
        """The same tree with another algorithm or prune test."""
        given = {"algorithm": self.algorithm, "prune": self.conventions.prune, **changed}
        return work(self.tree, self.root, given["algorithm"], given["prune"])

    def explain(self, keep: Callable[[Event], Any]) -> tuple[str, ...]:
        """The selected events, each as a sentence."""
        narrator = Narrator(self.game, self.conventions, algorithm=self.algorithm)
        sentences = [(event, narrator.narrate(event)) for event in self.events]
        return tuple(sentence for event, sentence in sentences if keep(event))


@lru_cache(maxsize=256)
def work(tree: str, root: str, algorithm: str, prune: str) -> Worked:
    """The search of a tree, cached."""
    return Worked(tree, root, algorithm, prune)
