"""The best response to a policy, exactly: what is there to gain from knowing how the others act.

Both questions are answered by working the game backwards (solve/graph.py), for any seat and any number of players:
how much a player gets who knows the policy of all others and makes the best of it, and how much everybody gets when
everybody follows a policy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from countermove.errors import SpecError
from countermove.game import CHANCE, Action, Game, S
from countermove.players.policy import Policy
from countermove.solve.graph import Graph, Vector, Vertex
from countermove.textbook.odds import Odds

__all__ = ["Plan", "Response", "best_response", "outcome"]


class Plan(Policy):
    """What working backwards found best in each position, the first of equals."""

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
    """The best response of one seat to how all others act."""

    seat: int
    value: float
    """What the player in the seat gets on average."""
    action: Action
    """The best action; None where another player or chance acts."""
    actions: dict[Action, float]
    """What each action is worth to the player in the seat."""
    states: int
    """Positions that can follow."""
    plan: Plan = field(repr=False)
    """What to do in each of them."""


def best_response(
    game: Game[S],
    opponent: Policy | None,
    state: S | None = None,
    *,
    seat: int | None = None,
    graph: Graph | None = None,
) -> Response:
    """The best that the player in `seat` (the one to move, or player 0) can do where all others follow a policy.

    With None for an opponent all others play their best, too. UnfitError where the game is too large to look at
    everything. A `graph` of the state, if there is one already, saves looking again.

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
    """What each player gets on average when each follows a policy, exactly.

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
    """How each seat acts, as the graph asks it."""
    game = graph.game
    for policy in set(policies.values()):
        policy.fit(game, graph.vertices[graph.root].state)

    def way(policy: Policy) -> Callable[[Vertex[int]], Odds]:
        return lambda vertex: policy.odds(game, vertex.state)

    return {seat: way(policy) for seat, policy in policies.items()}


def _require_seat(game: Game, seat: int) -> None:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.players:
        raise SpecError(f"The seat is {seat!r}; the seats of {type(game).__name__} are 0 to {game.players - 1}.")
