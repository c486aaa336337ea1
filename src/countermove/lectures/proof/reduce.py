"""A statement about a position, reduced to statements about the positions after it.

    W(X+)   PLUS, to move in X, can win     true if W is true after some action    (an OR node)
    W(X-)   with MINUS to move, PLUS can    true if W is true after every action   (an AND node)

and where the game is over, PLUS has won or has not; a draw is no win. The whole reduction has a node for each way to
play. A proof needs far less: of an OR one true branch, of an AND all of them; a refutation the reverse. What is
left is a strategy for one player, PLUS in a proof and MINUS in a refutation, together with everything that the other
can try against it. A position met twice is argued once, and called on "as above" later.

The same is asked for MINUS with L(X): MINUS can win in X, so PLUS loses. Which statements are true comes from `solve`,
so among the actions that do, the strategy takes one that wins soonest. In a game for scores, to win is to get more
than an equal share.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from countermove import position
from countermove.action import as_action
from countermove.errors import SpecError, UnfitError
from countermove.game import Action, Game, State, legal, offers
from countermove.solve import Progress, Solution, solve
from countermove.values import freeze

__all__ = ["DEEPEST", "MOST", "Place", "Proof", "Statement", "prove"]

MOST = 1000
"""Statements that a proof has at most, unless told otherwise."""
DEEPEST = 150
"""Plies below which nobody can follow a proof."""


@dataclass(slots=True, eq=False)
class Statement:
    """That a player can win from a state, and what follows from it in the proof."""

    state: State
    statement: str
    """As the lectures write it: "W(7+)"."""
    true: bool
    kind: str
    """ "OR" where the player whose win it is about acts, "AND" where the other does, "end" where the game is over."""
    mover: int | None
    """Who acts; None where the game is over."""
    value: int
    """How it ends for that player if both do their best: won (1), drawn (0) or lost (-1)."""
    distance: int
    """Plies to the end, if whoever wins hurries and the other delays."""
    because: list[tuple[int, Statement]] = field(default_factory=list)
    """The actions that decide it and what they lead to: one that suffices, or all there are."""
    also: tuple[Action, ...] = ()
    """Other actions that would suffice and are as good."""

    @property
    def one(self) -> bool:
        """Whether one action settles it, chosen by whom the proof gives a strategy."""
        return self.kind != "end" and (self.kind == "OR") == self.true


class Place(NamedTuple):
    """Where a statement stands in the drawn tree."""

    depth: int
    node: Statement
    parent: Statement | None
    action: Action
    again: bool
    """Whether its reasons were given above."""


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """A statement proved or refuted, and how large its whole reduction is."""

    game: Game
    player: int
    """Whose win it is about."""
    root: Statement
    statements: tuple[Statement, ...]
    """Everything the proof states, each once, in the order of its tree."""
    states: int
    """Different positions of the whole reduction."""
    nodes: int
    """Nodes of the whole reduction, drawn as a tree."""
    leaves: int
    """Ends of games in that tree."""
    scored: bool = False
    """Whether the game ends with scores, of which a win is only what is more than an equal share."""

    @property
    def true(self) -> bool:
        return self.root.true

    @property
    def distance(self) -> int:
        """Actions to the end, if whoever wins hurries and the other delays."""
        return self.root.distance

    @property
    def strategist(self) -> int:
        """Whose strategy the proof is: the player's who can win, or the other's who prevents it."""
        return self.player if self.true else 1 - self.player

    def walk(self) -> Iterator[Place]:
        """The tree of the proof from the root down; reasons come where a statement is first made."""
        given: set[int] = set()
        stack = [Place(0, self.root, None, None, False)]
        while stack:
            place = stack.pop()
            node = place.node
            again = bool(node.because) and id(node) in given
            yield place._replace(again=again)
            if not again:
                given.add(id(node))
                below = [Place(place.depth + 1, child, node, action, False) for action, child in node.because]
                stack.extend(reversed(below))


def prove(
    game: Game,
    state: State | None = None,
    player: int = 0,
    *,
    most: int | None = MOST,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Proof:
    """Prove or refute that `player` can win from `state`, by default the first.

    >>> from countermove.games.nim import Nim
    >>> proof = prove(Nim((1, 2)))
    >>> [node.statement for node in proof.statements]
    ['W(1,2+)', 'W(1,1-)', 'W(0,1+)', 'W(0,0-)', 'W(1,0+)']
    """
    fit(game)
    if player not in (0, 1):
        raise SpecError(f"The player who should win is {player}; the players are 0 and 1.")
    if most is not None and most < 1:
        raise SpecError(f"A proof of at most {most} statements was asked for; give 1 or more.")
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
            f"The {_noun(proof)} of {root.statement} has {statements:,} statements, and at most {most:,} are wanted; "
            "allow more of them, or start from a later position."
        )
    places = list(proof.walk())
    deepest = max(place.depth for place in places)
    if deepest > DEEPEST:
        raise SpecError(
            f"The {_noun(proof)} of {root.statement} is {deepest} plies deep, and nobody can follow more than "
            f"{DEEPEST}; start from a later position."
        )
    ordered = tuple(dict.fromkeys(place.node for place in places))
    return Proof(game, player, root, ordered, *_measure(game, start, stop), scored)


class Decided(Game):
    """A game for scores played for the win alone, so that how soon counts and how high does not."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def initial(self) -> State:
        return self.game.initial()

    def player(self, state: State) -> int:
        return self.game.player(state)

    def actions(self, state: State) -> Iterable[Action]:
        return self.game.actions(state)

    def result(self, state: State, action: Action) -> State:
        return self.game.result(state, action)

    def is_terminal(self, state: State) -> bool:
        return self.game.is_terminal(state)

    def utility(self, state: State, player: int) -> float:
        return float(_sign(self.game.utility(state, player) - self.game.neutral))


def _ends(game: Game) -> set[float]:
    """What a loss, a draw and a win are worth where nothing else is."""
    win = game.neutral + (game.axes.total / 2 or 1.0)
    return {2 * game.neutral - win, game.neutral, win}


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def fit(game: Game) -> None:
    """Refuse a game in which "can win" is not the opposite of "can be kept from winning"."""
    name, axes = type(game).__name__, game.axes
    if game.players != 2:
        raise UnfitError(f"{name} has {game.players} players, and proofs are for games of two; use `solve` instead.")
    if axes.stochastic:
        raise UnfitError(f"In {name} chance takes part, so who wins cannot be proved beforehand; use `solve` instead.")
    if axes.payoff not in ("zero", "constant") or axes.teams:
        raise UnfitError(
            f"In {name} one player's win is not the other's loss ({axes.words()}), and proofs are for games "
            "where it is; use `solve` instead."
        )


def _noun(proof: Proof) -> str:
    return "proof" if proof.true else "refutation"


def _argue(game: Game, found: Solution, start: State, player: int) -> tuple[Statement, int]:
    """The statement about the first state with its reasons, and how many different statements that takes."""
    root = _state(game, found, start, player, None)
    known: dict[Hashable, Statement] = {freeze(start): root}
    stack = [root]
    while stack:
        node = stack.pop()
        if node.mover is None:
            continue
        actions = legal(game, node.state)
        if node.one:
            # A win has a best action that wins, and who only has to prevent one has a best action that does.
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
    """The statement about a state, `before` being who acted last."""
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
    """The position without who is to move, for the sign says that."""
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
