"""The exact best response to a policy: the value of knowing how the others act.

Backward induction over the whole game (solve/graph.py), for any seat and any number of players, finds what a player
gets by the best response to the policies of all others, and what everyone gets if everyone follows a policy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from countermove.errors import SpecError
from countermove.game import CHANCE, Action, Game, S
from countermove.players.policy import Policy
from countermove.solve.graph import Graph, Vector, Vertex
from countermove.textbook.odds import Odds


class Plan(Policy):
    """The best action in each position by backward induction, the first of equals."""

    def __init__(self, name: str, graph: Graph, values: Sequence[Vector]) -> None:
        self.name = name
        self.graph = graph
        self._values = values

    def chances(self, game: Game[S], state: S) -> Odds:
        if game != self.graph.game or state not in self.graph:
            raise SpecError(f"The plan {self.name} says nothing about {game.write(state)}; work backwards from there.")
        return [(self.graph.best(self.graph.vertex(state), self._values)[0], 1.0)]


@dataclass(frozen=True, slots=True)
class Response:
    """The best response of one seat to the policies of all others."""

    seat: int
    value: float
    """The expected payoff of the player in the seat."""
    action: Action
    """The best action; None where another player or chance acts."""
    actions: dict[Action, float]
    """The value of each action to the player in the seat."""
    states: int
    """Number of reachable positions."""
    plan: Plan = field(repr=False)
    """The best action in each of them."""


def best_response(
    game: Game[S],
    opponent: Policy | None,
    state: S | None = None,
    *,
    seat: int | None = None,
    graph: Graph | None = None,
) -> Response:
    """The best response of the player in `seat` (by default the one to move, or player 0) to a policy of all others.

    If `opponent` is None, all others play their best too. UnfitError if the game is too large to enumerate. Pass the
    `graph` of the state if there is one already.

    >>> from countermove.games.tree import Tree
    >>> from countermove.players import Uniform
    >>> game = Tree([[10, 10], [9, 100]])
    >>> best_response(game, Uniform()).value, best_response(game, None).value
    (54.5, 10.0)
    """
    graph = graph or Graph(game, state)
    root = graph.vertices[graph.root]
    if seat is None:
        seat = 0 if root.player is None or root.player == CHANCE else root.player
    _require_seat(game, seat)
    policies = (
        {} if opponent is None else _ways(graph, {other: opponent for other in range(game.players) if other != seat})
    )
    values = graph.values(policies)
    plan = Plan("minimax" if opponent is None else f"response to {opponent.name}", graph, values)
    own = {action: values[number][seat] for action, number in zip(root.actions, root.after)}
    action = graph.best(root, values)[0] if root.player == seat else None
    return Response(seat, values[graph.root][seat], action, own, len(graph.vertices), plan)


def outcome(game: Game[S], policies: Sequence[Policy], state: S | None = None, *, graph: Graph | None = None) -> Vector:
    """The exact expected payoff of each player when each follows a policy.

    >>> from countermove.games.tree import Tree
    >>> from countermove.players import Uniform
    >>> outcome(Tree([[10, 10], [9, 100]]), [Uniform(), Uniform()])
    (32.25, -32.25)
    """
    if len(policies) != game.players:
        raise SpecError(f"{type(game).__name__} is for {game.players} players, and {len(policies)} policies are given.")
    graph = graph or Graph(game, state)
    return graph.values(_ways(graph, dict(enumerate(policies))))[graph.root]


def _ways(graph: Graph, policies: dict[int, Policy]) -> dict[int, Callable[[Vertex[int]], Odds]]:
    """The policy of each seat, as a function of a vertex."""
    game = graph.game
    for policy in set(policies.values()):
        policy.fit(game, graph.vertices[graph.root].state)

    def way(policy: Policy) -> Callable[[Vertex[int]], Odds]:
        return lambda vertex: policy.odds(game, vertex.state)

    return {seat: way(policy) for seat, policy in policies.items()}


def _require_seat(game: Game, seat: int) -> None:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.players:
        raise SpecError(f"The seat is {seat!r}; the seats of {type(game).__name__} are 0 to {game.players - 1}.")
