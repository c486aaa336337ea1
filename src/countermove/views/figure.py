"""The content of every drawing: one model for text, SVG, TikZ, Typst and HTML.

A `Figure` is a tree of `Item`s in words: who acts, the action and probability on the branch, the value and whether it
is exact (=), a bound (≤, ≥) or rests on an estimate (≈, ≲, ≳), the window, whether it is on the principal variation,
and for a pruned branch the reason, as a sentence. Large trees are truncated level by level, so that the deepest nodes
are left out, and "n more" says how many.

    kind      max, min, player, chance, leaf    a node that the search entered
              pruned                            a branch that it cut off; `shape` is what would have been there
              more                              children left out of the drawing
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal

from countermove.action import sent
from countermove.board import Board
from countermove.drawn import require_board
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, State, legal, offers
from countermove.textbook import STANDARD, Bound, Conventions, Policy, Value, is_max_side, team, uniform
from countermove.values import joint
from countermove.views.narrate import COALITION_SEARCHES, VECTOR_SEARCHES, digits
from countermove.views.sketch import Sketch, SketchNode

ROUNDING_NOISE = 1e-12
MAX_NODES = 200
"""The most nodes shown by default."""
MAX_UNKNOWN_BRANCHES = 3
"""The most pruned branches of unknown content shown one by one."""
MAX_PRUNED_LEAVES = 8
"""The most leaves shown of a pruned branch."""
SIGNS: Final = {"=": "=", "<=": "≤", ">=": "≥", None: "="}
ROUGHLY: Final = {"=": "≈", "≤": "≲", "≥": "≳"}
"""The signs of values that rest on an estimate."""
Kind = Literal["max", "min", "player", "chance", "leaf", "pruned", "more"]


@dataclass(slots=True)
class Item:
    """A node of the figure, with the branch that leads to it."""

    kind: Kind
    label: str = ""
    """The action on the branch; for several pruned branches shown as one, all of them."""
    chance: str = ""
    """The probability of the branch."""
    name: str = ""
    """The node's name, if the game names nodes."""
    title: str = ""
    """Who acts: MAX, MIN, CHANCE, player 2."""
    player: int | None = None
    value: str = ""
    """The value with its sign: "= 3", "≤ 2", "≈ 0", "≳ 1"."""
    window: str = ""
    best: bool = False
    """Whether it is on the principal variation."""
    chosen: bool = False
    """Whether it is the root's best child."""
    estimate: bool = False
    """Whether it is a leaf at the depth limit."""
    hidden: int = 0
    """The number of nodes below it, or in its place, that are not shown."""
    reason: str = ""
    """For a pruned branch: why it was never searched."""
    shape: str = ""
    """For a pruned branch: the kind of node that would have been there; empty if unknown."""
    together: int = 1
    """For a pruned branch: how many branches it combines."""
    leaves: tuple[str, ...] | None = None
    """For a pruned branch: the payoffs below it, if they are few."""
    number: int | None = None
    """The number of the node in the events; for a pruned branch, and for omitted nodes, that of its parent."""
    action: int | str | None = None
    """The action that leads there, as in JSON; None at the root, and for several branches combined."""
    board: Board | None = None
    visits: int | None = None
    """In a tree that simulations grow, how many went through the node."""
    share: float = 0.0
    """The part of all simulations that these are."""
    together_with: int | None = None
    """The number of its information set, if its player cannot tell it apart from other nodes."""
    children: list[Item] = field(default_factory=list)

    @property
    def bare(self) -> str:
        """The value without an equals sign, which a picture does not need."""
        return self.value.removeprefix("= ")

    def walk(self) -> Iterator[Item]:
        """The item and all below it, level by level."""
        waiting = deque([self])
        while waiting:
            item = waiting.popleft()
            yield item
            waiting.extend(item.children)


@dataclass(slots=True)
class Figure:
    """A tree to be drawn."""

    root: Item | None
    title: str = ""
    summary: str = ""
    """What the search found, as a sentence."""

    def items(self) -> list[Item]:
        """All items, level by level."""
        return [] if self.root is None else list(self.root.walk())


def figure(
    game: Game,
    sketch: Sketch,
    conventions: Conventions = STANDARD,
    algorithm: str = "",
    most: int = MAX_NODES,
    boards: bool = False,
    opponent: Policy = uniform,
) -> Figure:
    """The figure of a search. Pass `algorithm` for expectimax, which treats opponents as chance: their branches show
    the probabilities of `opponent`.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> game = Tree([[2, 7], [1, 8]])
    >>> tree = figure(game, Sketch.of(alphabeta(game))).root
    >>> tree.children[1].value, tree.children[1].children[1].reason
    ('≤ 1', 'c (MIN) holds 1, at most alpha 2 from b: g is skipped.')
    """
    if sketch.root is None:
        return Figure(None)
    return Figure(_FigureBuilder(game, conventions, algorithm, boards, opponent, sketch.root, most).root)


def make_blank(made: Figure) -> None:
    """Leave out what the search found: only leaves keep their values. Boards keep the sign of who acts."""
    for item in made.items():
        item.window, item.best, item.chosen = "", False, False
        if item.kind != "leaf":
            item.value = "   " if item.board else ""


class _FigureBuilder:
    """A figure being made."""

    def __init__(
        self,
        game: Game,
        conventions: Conventions,
        algorithm: str,
        boards: bool,
        opponent: Policy,
        root: SketchNode,
        most: int,
    ) -> None:
        self.game = game
        self.conventions = conventions
        self.algorithm = algorithm
        self.boards = boards and offers(game, "board")
        self.opponent = opponent
        self.start = root.state
        self.simulations = root.visits or 0
        self.many = algorithm in VECTOR_SEARCHES or isinstance(root.value, tuple)
        root_player = root.player if root.player is not None and root.player != CHANCE else 0
        self.friends = team(game, root_player) if algorithm in COALITION_SEARCHES else None
        """Who maximises, if the search treats everybody else as opponents."""
        self.root = self._item(root, "", "")
        self.root.best = True
        waiting = deque([(root, self.root)])
        shown = 1
        while waiting:
            node, item = waiting.popleft()
            children = self._ordered(node)
            visible = children[: max(0, most - shown)]
            shown += len(visible)
            item.hidden = sum(child.size() for _, child in children[len(visible) :]) + node.below
            if visible:
                waiting.extend(self._grow(node, item, visible))

    def _ordered(self, node: SketchNode) -> list[tuple[Action, SketchNode]]:
        """The children as the rules order them; simulations add them in any order."""
        if node.visits is None or not node.children:
            return list(node.children.items())
        order = legal(self.game, node.state)
        return sorted(node.children.items(), key=lambda pair: order.index(pair[0]))

    def _grow(
        self, node: SketchNode, item: Item, visible: list[tuple[Action, SketchNode]]
    ) -> list[tuple[SketchNode, Item]]:
        """Add an item's children: those shown, the number of those that are not, and those pruned."""
        odds = self._weights(node) if item.kind == "chance" or node.mix else {}
        grown = []
        for action, child in visible:
            chance = _odds(odds[action]) if action in odds else ""
            name = self.game.action_name(node.state, action)
            below = self._item(child, name, chance)
            below.action = sent(action, name)
            below.best = item.best and node.has_best and action == node.best and item.kind != "chance"
            below.chosen = below.best and not node.path
            item.children.append(below)
            grown.append((child, below))
        if item.hidden:
            item.children.append(Item("more", hidden=item.hidden, number=node.number))
            item.hidden = 0
        if node.cut:
            item.children.extend(self._pruned(node))
        return grown

    def _item(self, node: SketchNode, label: str, chance: str) -> Item:
        kind, title = self._kind(node)
        window = "" if node.window is None or node.leaf else f"({short(node.window[0])}, {short(node.window[1])})"
        share = 0.0
        if node.visits is not None:
            window = visited(node.visits)
            share = node.visits / self.simulations if self.simulations else 0.0
        return Item(
            kind, label, chance, self.game.node_name(node.state), title, node.player, _valued(node), window,
            estimate=node.leaf and node.estimate, number=node.number, board=self._board(node.state),
            visits=node.visits, share=share,
        )  # fmt: skip

    def _weights(self, node: SketchNode) -> dict[Action, float]:
        """The probability of each action at a chance node, or one that the search treats as chance."""
        if node.player == CHANCE:
            return dict(self.game.chances(node.state))
        if node.mix:
            first, second = node.mix
            return {joint(one, other): x * y for one, x in first for other, y in second}
        return dict(self.opponent(self.game, node.state))

    def _board(self, state: State) -> Board | None:
        return require_board(self.game, state) if self.boards else None

    def _kind(self, node: SketchNode) -> tuple[Kind, str]:
        if node.leaf or node.player is None:
            return "leaf", ""
        return self._side(node.player)

    def _side(self, player: int) -> tuple[Kind, str]:
        """The kind and title of a node where `player` acts."""
        if player == CHANCE or (self.algorithm == "expectimax" and player != 0):
            return "chance", self.conventions.name(CHANCE)
        if player == SIMULTANEOUS:
            return "player", self.game.player_name(player)
        if self.friends is not None:
            return "max" if player in self.friends else "min", self.game.player_name(player)
        if self.many or (self.game.players > 2 and not self.game.axes.teams):
            return "player", self.game.player_name(player)
        top = is_max_side(self.game, player)
        return ("max", self.conventions.name(0)) if top else ("min", self.conventions.name(1))

    # Branches that were cut off.

    def _pruned(self, node: SketchNode) -> list[Item]:
        states = {action: self.game.result(node.state, action) for action in node.skipped}
        leaves = {action: self._leaves(state) for action, state in states.items()}
        names = {action: self.game.action_name(node.state, action) for action in states}
        reason = self._reason(node, [self.game.node_name(state) or names[action] for action, state in states.items()])
        if len(states) > MAX_UNKNOWN_BRANCHES and any(each is None for each in leaves.values()):
            label = ", ".join(names.values())
            return [Item("pruned", label, reason=reason, together=len(states), number=node.number)]
        items = []
        odds = self._weights(node) if node.player == CHANCE else {}
        for action, state in states.items():
            item = self._cut_off(state, names[action], leaves[action])
            item.chance = _odds(odds[action]) if action in odds else ""
            item.action = sent(action, names[action])
            for each in item.walk():
                each.reason, each.number = reason, node.number
            items.append(item)
        return items

    def _cut_off(self, state: State, label: str, leaves: tuple[str, ...] | None) -> Item:
        """What would have been there, if it is small."""
        item = Item("pruned", label, name=self.game.node_name(state), leaves=leaves, board=self._board(state))
        if self.game.is_terminal(state):
            item.shape, item.value = "leaf", f"= {self._payoff(state)}"
            return item
        item.player = self.game.player(state)
        item.shape, item.title = self._side(item.player)
        if leaves is None or not item.name:
            return item  # a lecture tree is known as a whole; in a game, what was not searched is unknown
        odds = dict(self.game.chances(state)) if item.player == CHANCE else {}
        for action in legal(self.game, state):
            child = self.game.result(state, action)
            below = self._cut_off(child, self.game.action_name(state, action), self._leaves(child))
            below.action = sent(action, below.label)
            below.chance = _odds(odds[action]) if action in odds else ""
            item.children.append(below)
        return item

    def _payoff(self, state: State) -> str:
        factor, shift = self.conventions.scale(self.game)
        players = range(self.game.players if self.many else 1)
        payoffs = tuple(factor * float(self.game.utility(state, player)) + shift for player in players)
        return worth(payoffs if self.many else payoffs[0])

    def _leaves(self, state: State) -> tuple[str, ...] | None:
        """The payoffs below a state, from left to right; None if there are too many."""
        found: list[str] = []
        waiting, steps = [state], 0
        while waiting:
            state = waiting.pop()
            steps += 1
            if self.game.is_terminal(state):
                found.append(self._payoff(state))
            else:
                waiting += [self.game.result(state, action) for action in reversed(legal(self.game, state))]
            if len(found) + len(waiting) > MAX_PRUNED_LEAVES or steps > 3 * MAX_PRUNED_LEAVES:
                return None
        return tuple(found)

    def _reason(self, node: SketchNode, skipped: list[str]) -> str:
        """Why a node cut, as one sentence."""
        cut = node.cut
        if cut is None or node.player is None:
            return ""
        rest = ", ".join(skipped[:4]) + (f" and {len(skipped) - 4} more" if len(skipped) > 4 else "")
        verb = "is" if len(skipped) == 1 else "are"
        name, title = self.game.node_name(node.state), self._side(node.player)[1]
        who = f"{name} ({title})" if name else f"{title} after {self._arrived(node.path)}" if node.path else title
        held = "" if cut.value is None else signed(cut.value, "=", cut.estimate).removeprefix("= ")
        least = "at least" if cut.bound == ">=" else "at most"
        if cut.probe:
            return f"{who} is only probed and worth {least} {held}: {rest} {verb} left out."
        strict = self.conventions.prune == ">"
        if cut.bound == "<=":
            side, limit, reached = "alpha", cut.window[0], "less than" if strict else "at most"
        else:
            side, limit, reached = "beta", cut.window[1], "more than" if strict else "at least"
        holds = f"is worth {least}" if node.player == CHANCE else "holds"
        return f"{who} {holds} {held}, {reached} {side} {short(limit)}{self._source(node)}: {rest} {verb} skipped."

    def _source(self, node: SketchNode) -> str:
        """The name of the node that set the limit, if known."""
        path = node.cut.source if node.cut else None
        return f" from {self._arrived(path)}" if path else ""

    def _arrived(self, path: tuple[Action, ...]) -> str:
        """The name of the node at the end of a path, or else the action that leads there."""
        state = self.start
        for action in path[:-1]:
            state = self.game.result(state, action)
        return self.game.node_name(self.game.result(state, path[-1])) or self.game.action_name(state, path[-1])


def visited(visits: int) -> str:
    """A number of visits.

    >>> visited(1), visited(1200)
    ('1 visit', '1,200 visits')
    """
    return f"{visits:,} visit{'' if visits == 1 else 's'}"


def _valued(node: SketchNode) -> str:
    if node.value is None:
        return "?"
    return signed(node.value, node.bound, node.estimate)


def signed(value: Value, bound: Bound | None, estimate: bool = False) -> str:
    """A value with its sign: exact or a bound, either by estimate.

    >>> signed(3.0, "="), signed(2.0, "<="), signed(0.5, "=", True), signed(0.5, ">=", True)
    ('= 3', '≤ 2', '≈ 0.5', '≳ 0.5')
    """
    sign = SIGNS[bound]
    return f"{ROUGHLY[sign] if estimate else sign} {worth(value)}"


def worth(value: Value) -> str:
    """A value or a payoff vector, in few characters."""
    return f"({', '.join(short(each) for each in value)})" if isinstance(value, tuple) else short(value)


def short(number: float) -> str:
    """A number in few characters; rounding noise is 0.

    >>> short(7.0), short(-0.0), short(23 / 3), short(-1 / 1024), short(float("-inf"))
    ('7', '0', '7.667', '-0.00098', '-∞')
    """
    if math.isinf(number):
        return "+∞" if number > 0 else "-∞"
    return "0" if abs(number) < ROUNDING_NOISE else f"{number:.{digits(number)}g}"


def _odds(probability: float) -> str:
    """A probability as people write it: 0.25, but 1/3."""
    if math.isclose(probability, round(probability, 3), rel_tol=1e-9):
        return f"{probability:.4g}"
    near = Fraction(probability).limit_denominator(100)
    return str(near) if math.isclose(near, probability, rel_tol=1e-9) else f"{probability:.4g}"
