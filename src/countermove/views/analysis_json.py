"""An analysis as JSON values, the fields of `best --json`."""

from __future__ import annotations

from typing import Any

from countermove.analysis import Analysis
from countermove.game import Game, S
from countermove.views.belief import belief_json
from countermove.views.words import line_names, names


def analysis_json(game: Game[S], state: S, found: Analysis) -> dict[str, Any]:
    """Everything a search found, its actions by name."""
    named = names(game, state)
    return {
        "action": named[found.action] if found.has_action else None,
        "value": found.value,
        "line": line_names(game, state, found.line),
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": found.seconds,
        "exact": found.exact,
        "algorithm": found.algorithm,
        "native": found.native,
        "distance": found.distance,
        "timed": found.timed,
        "hits": found.hits,
        "in_database": found.in_database,
        "error": found.error,
        "lines": [
            {
                "action": named[each.action],
                "value": each.score.value,
                "bound": each.score.bound,
                "distance": each.distance,
                "line": line_names(game, state, each.line),
            }
            for each in found.lines
        ],
        "player": game.player_name(game.player(state)),
        "opening": game.opening_name(state) or None,
        "values": {
            named[action]: {"value": score.value, "bound": score.bound} for action, score in found.values.items()
        },
        "visits": {named[action]: visits for action, visits in found.visits.items()},
        "priors": {named[action]: prior for action, prior in found.priors.items()},
        "network": network_json(game, state),
        "simulations": found.simulations,
        "belief": belief_json(found.guesses),
        "strategies": strategies(game, state, found.strategies),
        "stopped": found.stopped,
        "note": found.note,
        "advice": found.advice,
    }


def network_json(game: Game[S], state: S) -> dict[str, Any] | None:
    """What the network of policy and value thinks of a state; None where a game has none."""
    from countermove.dual import Dual, opinion  # needs NumPy

    if not isinstance(game, Dual) or game.is_terminal(state) or game.player(state) < 0:
        return None
    found, named = opinion(game, state), names(game, state)
    return {
        "value": found.value,
        "actions": {named[each]: {"policy": share, "value": value} for each, (share, value) in found.actions.items()},
    }


def strategies(game: Game[S], state: S, mixes: tuple[dict[int, float], ...]) -> dict[str, dict[str, float]]:
    """Each player's mixed strategy in a simultaneous turn, by action name."""
    return {
        game.player_name(player): {game.choice_name(state, player, choice): odds for choice, odds in mix.items()}
        for player, mix in enumerate(mixes)
    }
