"""A statement about a position, reduced to statements about the positions after it.

    W(X+)   PLUS, to move in X, can win     true if W is true after some action    (an OR node)
    W(X-)   with MINUS to move, PLUS can    true if W is true after every action   (an AND node)

and where the game is over, PLUS has won or has not; a draw is not a win. The whole reduction has a node for each way to
play. A proof needs far less: one true branch of an OR, all branches of an AND; a refutation, the reverse. What remains
is a strategy for one player, PLUS in a proof and MINUS in a refutation, against everything the other can try. A
position that occurs twice is proved once, and later referred to "as above".

L(X) is the same for MINUS: MINUS can win in X, so PLUS loses. `solve` decides which statements are true, and the
strategy takes an action that wins soonest. In a game with scores, a win is more than an equal share.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from countermove import position
from countermove.action import as_action
from countermove.errors import SpecError, UnfitError
from countermove.game import Action, Game, S, State, legal, offers
from countermove.solve import Progress, Solution, solve
from countermove.values import freeze

MAX_STATEMENTS = 1000
"""The most statements of a proof, by default."""
MAX_PLIES = 150
"""The most plies that a reader can follow."""


@dataclass(slots=True, eq=False)
class Statement:
    """The statement that a player can win from a state, and its part of the proof."""

    state: State
    statement: str
    """As the lectures write it: "W(7+)"."""
    true: bool
    kind: str
    """ "OR" where the player in question acts, "AND" where the other does, "end" where the game is over."""
    mover: int | None
    """Who acts; None where the game is over."""
    value: int
    """The result for that player with best play: won (1), drawn (0) or lost (-1)."""
    distance: int
    """Plies to the end, if the winner hurries and the loser delays."""
    because: list[tuple[int, Statement]] = field(default_factory=list)
    """The deciding actions and what they lead to: one that suffices, or all."""
    also: tuple[Action, ...] = ()
    """Other actions that would do equally well."""

    @property
    def one(self) -> bool:
        """Whether one action of the strategist decides it."""
        return self.kind != "end" and (self.kind == "OR") == self.true


class Occurrence(NamedTuple):
    """An occurrence of a statement in the drawn tree."""

    depth: int
    node: Statement
    parent: Statement | None
    action: Action
    again: bool
    """Whether it was proved above."""


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """A statement proved or refuted, and the size of its whole reduction."""

    game: Game
    player: int
    """The player whose win is in question."""
    root: Statement
    statements: tuple[Statement, ...]
    """All statements of the proof, each once, in tree order."""
    states: int
    """Distinct positions of the whole reduction."""
    nodes: int
    """Nodes of the whole reduction as a tree."""
    leaves: int
    """Leaves of that tree."""
    scored: bool = False
    """Whether the game has scores, where a win is more than an equal share."""

    @property
    def true(self) -> bool:
        return self.root.true

    @property
    def distance(self) -> int:
        """Actions to the end, if the winner hurries and the loser delays."""
        return self.root.distance

    @property
    def strategist(self) -> int:
        """The player whose strategy the proof gives: the one who can win, or the one who prevents it."""
        return self.player if self.true else 1 - self.player

    def walk(self) -> Iterator[Occurrence]:
        """The tree of the proof from the root down; a statement is proved where it first occurs."""
        given: set[int] = set()
        stack = [Occurrence(0, self.root, None, None, False)]
        while stack:
            place = stack.pop()
            node = place.node
            again = bool(node.because) and id(node) in given
            yield place._replace(again=again)
            if not again:
                given.add(id(node))
                below = [Occurrence(place.depth + 1, child, node, action, False) for action, child in node.because]
                stack.extend(reversed(below))


def prove(
    game: Game[S],
    state: S | None = None,
    player: int = 0,
    *,
    most: int | None = MAX_STATEMENTS,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Proof:
    """Prove or refute that `player` can win from `state` (by default the initial one).

    >>> from countermove.games.nim import Nim
    >>> proof = prove(Nim((1, 2)))
    >>> [node.statement for node in proof.statements]
    ['W(1,2+)', 'W(1,1-)', 'W(0,1+)', 'W(0,0-)', 'W(1,0+)']
    """
    fit(game)
    if player not in (0, 1):
        raise SpecError(f"The player who should win is {player}; the players are 0 and 1.")
    if most is not None and most < 1:
        raise SpecError(f"The limit of statements is {most}; give 1 or more.")
    start = game.initial() if state is None else state
    found = solve(game, start, seconds=seconds, stop=stop, progress=progress)
    payoffs = {outcome.values[0] for outcome in found.outcomes.values()}
    if len(payoffs) > 3:
        found = solve(Decided(game), start, seconds=seconds, stop=stop, progress=progress)
    if not found.complete:
        raise SpecError(
            f"Stopped after {found.states:,} states, before anything was proved; "
            "allow more time, or start from a later position."
        )
    root, statements = _argue(game, found, start, player)
    scored = not payoffs <= _ends(game)
    proof = Proof(game, player, root, (), 0, 0, 0, scored)
    if most is not None and statements > most:
        raise SpecError(
            f"The {_noun(proof)} of {root.statement} has {statements:,} statements, and the limit is {most:,}; "
            "raise the limit, or start from a later position."
        )
    occurrences = list(proof.walk())
    deepest = max(place.depth for place in occurrences)
    if deepest > MAX_PLIES:
        raise SpecError(
            f"The {_noun(proof)} of {root.statement} is {deepest} plies deep, and the limit is "
            f"{MAX_PLIES}; start from a later position."
        )
    ordered = tuple(dict.fromkeys(place.node for place in occurrences))
    return Proof(game, player, root, ordered, *_measure(game, start, stop), scored)


class Decided(Game[S]):
    """A game with scores played for the win alone: how soon counts, how high does not."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def initial(self) -> S:
        return self.game.initial()

    def player(self, state: S) -> int:
        return self.game.player(state)

    def actions(self, state: S) -> Iterable[Action]:
        return self.game.actions(state)

    def result(self, state: S, action: Action) -> S:
        return self.game.result(state, action)

    def is_terminal(self, state: S) -> bool:
        return self.game.is_terminal(state)

    def utility(self, state: S, player: int) -> float:
        return float(_sign(self.game.utility(state, player) - self.game.neutral))


def _ends(game: Game) -> set[float]:
    """The values of a loss, a draw and a win, if the game has no others."""
    win = game.neutral + (game.axes.total / 2 or 1.0)
    return {2 * game.neutral - win, game.neutral, win}


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def fit(game: Game) -> None:
    """Refuse a game in which "can win" is not the opposite of "can be prevented from winning"."""
    name, axes = type(game).__name__, game.axes
    if game.players != 2:
        raise UnfitError(f"{name} has {game.players} players, and proofs need two; use `solve` instead.")
    if axes.stochastic:
        raise UnfitError(f"{name} has chance, so nobody can prove a win beforehand; use `solve` instead.")
    if axes.payoff not in ("zero", "constant") or axes.teams:
        raise UnfitError(
            f"In {name} one player's win is not the other's loss ({axes.words()}), and proofs need games "
            "where it is; use `solve` instead."
        )


def _noun(proof: Proof) -> str:
    return "proof" if proof.true else "refutation"


def _argue(game: Game, found: Solution, start: State, player: int) -> tuple[Statement, int]:
    """The statement about the first state with its proof, and the number of distinct statements in it."""
    root = _state(game, found, start, player, None)
    known: dict[Hashable, Statement] = {freeze(start): root}
    stack = [root]
    while stack:
        node = stack.pop()
        if node.mover is None:
            continue
        actions = legal(game, node.state)
        if node.one:
            # A best action of the winner wins, and a best action of the other prevents a win if that is possible.
            best = found.best(node.state)
            met = [action for action in best if freeze(game.result(node.state, action)) in known]
            chosen = (met or best)[0]
            node.also = tuple(action for action in best if action != chosen)
            actions = [chosen]
        new = []
        for action in actions:
            state = game.result(node.state, action)
            key = freeze(state)
            if key not in known:
                known[key] = _state(game, found, state, player, node.mover)
                new.append(known[key])
            node.because.append((as_action(action), known[key]))
        stack.extend(reversed(new))
    return root, len(known)


def _state(game: Game, found: Solution, state: State, player: int, before: int | None) -> Statement:
    """The statement about a state; `before` is who acted last."""
    outcome = found.outcomes[freeze(state)]
    value = _sign(outcome.values[player] - found.game.neutral)
    mover = None if game.is_terminal(state) else int(game.player(state))
    turn = mover if mover is not None or before is None else 1 - before
    return Statement(
        state=state,
        statement=f"{'WL'[player]}({_position(game, state)}{'' if turn is None else '+-'[turn]})",
        true=value > 0,
        kind="end" if mover is None else "OR" if mover == player else "AND",
        mover=mover,
        value=value,
        distance=outcome.distance or 0,
    )


def _position(game: Game, state: State) -> str:
    """The position without the player to move, which the sign shows."""
    if not offers(game, "write") and "mover" in getattr(state, "_fields", ()):
        parts = [part for part in position.split_list(game.write(state)) if not part.startswith("mover=")]
        return parts[0].partition("=")[2].strip("()") if len(parts) == 1 else ",".join(parts)
    text = game.write(state)
    return text[:-2] if text.endswith((" +", " -")) else text


def _measure(game: Game, start: State, stop: threading.Event | None) -> tuple[int, int, int]:
    """States, tree nodes and leaves of the whole reduction; the tree is counted, not built."""
    sizes: dict[Hashable, tuple[int, int]] = {}
    stack: list[tuple[State, list[State] | None]] = [(start, None)]
    while stack:
        if stop is not None and stop.is_set():
            raise KeyboardInterrupt
        state, after = stack.pop()
        key = freeze(state)
        if after is not None:
            below = [sizes[freeze(child)] for child in after]
            sizes[key] = (1 + sum(nodes for nodes, _ in below), sum(leaves for _, leaves in below))
        elif key not in sizes:
            children = [game.result(state, action) for action in legal(game, state)]
            if not children:
                sizes[key] = (1, 1)
                continue
            stack.append((state, children))
            stack.extend((child, None) for child in children)
    return len(sizes), *sizes[freeze(start)]
