r"""A game given as a tree: the examples of the lectures, typed as nested lists.

A number is a leaf (the payoff to MAX), a list is an inner node, a tuple of numbers is a leaf with one payoff per
player, and a dict covers everything else: its keys are "name", "value", "children", "player", "chances" (a probability
for each child, which makes a chance node), "actions" (a name for each child's action) and "set": a player cannot tell
apart its nodes with the same set. Players take turns level by
level; a chance node does not take a turn. Nodes are numbered and named level by level, so that the children of a node
are adjacent, and a state is one number:

    [[2, 7], [1, 8]]           0 a                   node    a  b  c  d  e  f  g
                             /     \                 first   1  3  5  .  .  .  .
                          1 b       2 c              count   2  2  2  0  0  0  0
                          /  \     /  \              mover   0  1  1  0  0  0  0
                        d=2 e=7  f=1 g=8             payoff  .  .  .  2  7  1  8

The rules read only these arrays, so compiled code for one tree serves all trees with the same number of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from countermove.errors import SpecError
from countermove.game import CHANCE, Axes, Game
from countermove.games._checked import whole
from countermove.games._table import Builder, Table

MAX_NAMES = 8
"""Nodes of an information set that are named."""
ACTIONS = {2: ("Left", "Right"), 3: ("Left", "Center", "Right")}


class TreeState(NamedTuple):
    node: int


@dataclass(frozen=True, eq=False)
class Tree(Table, Game[TreeState]):
    """A game tree given as nested lists.

    >>> game = Tree([[3, 12], [4, 6], [15, 2]])
    >>> print(game.text(game.read("Center")))
    c MIN [4, 6]
    """

    tree: Any = field(default_factory=lambda: [[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    root: str | int = "max"
    players: int = 2  # type: ignore[misc]
    names: str | tuple[str, ...] = ""

    def __post_init__(self) -> None:
        whole(self, 1, 100, "players")
        table = Builder(self.tree, self.root, self.players, self.names)
        for name in Table.__annotations__:
            object.__setattr__(self, name, getattr(table, name))

    @property
    def axes(self) -> Axes:  # type: ignore[override]
        return self.kind

    @property
    def outcomes(self) -> tuple[float, ...]:  # type: ignore[override]
        return tuple(sorted(set(self.payoff[self.count == 0].ravel().tolist())))

    def initial(self) -> TreeState:
        return TreeState(0)

    def player(self, state: TreeState) -> int:
        return int(self.mover[state.node])

    def actions(self, state: TreeState) -> Iterator[int]:
        yield from range(self.count[state.node])

    def chances(self, state: TreeState) -> Iterator[tuple[int, float]]:
        for child in range(self.count[state.node]):
            yield child, float(self.probability[self.first[state.node] + child])

    def result(self, state: TreeState, action: int) -> TreeState:
        return TreeState(int(self.first[state.node]) + action)

    def is_terminal(self, state: TreeState) -> bool:
        return bool(self.count[state.node] == 0)

    def utility(self, state: TreeState, player: int) -> float:
        return float(self.payoff[state.node, player])

    def view(self, state: TreeState, player: int) -> TreeState:
        """At its own nodes a player sees the first node of the information set; elsewhere nothing, the root."""
        if not self.axes.hidden:
            return state
        return TreeState(int(self.seen[state.node]) if self.mover[state.node] == player else 0)

    def bounds(self, state: TreeState) -> tuple[float, float]:
        return float(self.low[state.node]), float(self.high[state.node])

    # Words and pictures.

    def node_name(self, state: TreeState) -> str:
        """The name of the node: as given, or a, b, c, ... level by level."""
        return self.node_names[state.node]

    def action_name(self, state: TreeState, action: int) -> str:
        children = int(self.count[state.node])
        named = self.action_names.get(state.node, ACTIONS.get(children))
        return str(range(1, children + 1)[action]) if named is None else named[action]

    def player_name(self, player: int) -> str:
        if player == CHANCE:
            return "CHANCE"
        return ("MAX", "MIN")[player] if self._plain() else super().player_name(player)

    def _plain(self) -> bool:
        """Whether MAX's payoff determines all others."""
        return self.players == 1 or (self.players == 2 and self.axes.payoff == "zero")

    def text(self, state: TreeState) -> str:
        kind = "leaf" if self.is_terminal(state) else self.player_name(self.player(state))
        alike = (self.seen == self.seen[state.node]).nonzero()[0].tolist()
        if len(alike) > 1:  # what is below a node would say which of them it is
            more = ", ..." if len(alike) > MAX_NAMES else ""
            return f"{', '.join(self.node_names[node] for node in alike[:MAX_NAMES])}{more} {kind}"
        below = ""
        for piece in self._below(state.node):
            below += piece
            if len(below) > 1000:
                below += " ..."
                break
        return f"{self.node_name(state)} {kind} {below}"

    def _below(self, node: int) -> Iterator[str]:
        """The subtree as pieces of a nested list of payoffs."""
        if self.count[node] == 0:
            values = [f"{value:.15g}" for value in self.payoff[node]]
            yield values[0] if self._plain() else f"({', '.join(values)})"
            return
        for child in range(self.count[node]):
            yield ", " if child else "["
            yield from self._below(self.first[node] + child)
        yield "]"

    def write(self, state: TreeState) -> str:
        return self.node_name(state)

    def read(self, text: str) -> TreeState:
        """A node by its name ("c"), or by the actions that lead to it ("Left Right")."""
        if text.strip() in self.node_names:
            return TreeState(self.node_names.index(text.strip()))
        state = super().read(text)
        if not 0 <= state.node < len(self.count):
            raise SpecError(f"The tree has no node {state.node}; its nodes are 0 to {len(self.count) - 1}.")
        return state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[Any, ...]:
        arrays = (self.count, self.mover, self.probability, self.payoff, self.seen)
        return (*(array.tobytes() for array in arrays), self.players, self.node_names, *self.action_names.items())
