"""An analysis in sentences a player can use: the hint, and the why."""

from __future__ import annotations

from collections.abc import Iterator

from countermove.analysis import Analysis
from countermove.game import CHANCE, Game, S
from countermove.players import Turn
from countermove.textbook import Score
from countermove.views.words import count, line_names, listed, mixed, names, number, verdict


def in_short(game: Game, turn: Turn) -> str:
    """The computer's view of its action, in a few words."""
    found = turn.analysis
    assert found is not None
    worth = verdict(game, found.value, turn.player) if found.exact else ""
    parts = [f"value {number(found.value)}" + (f", {worth}" if worth else "")]
    if found.known:
        parts.append(f"from the {found.known}")
    elif found.nodes:
        parts.append(f"depth {found.depth}, {count(found.nodes, 'node')}")
    return "; ".join(parts)


def hint(game: Game[S], state: S, found: Analysis) -> str:
    """The best action and what it is worth."""
    if found.strategies:
        strategies = [f"{game.player_name(p)} {mixed(game, state, p, mix)}" for p, mix in enumerate(found.strategies)]
        return f"{'; '.join(strategies)}; worth {worth(game, found.value, found.exact, 0)}."
    if not found.has_action:
        return "there is no choice here."
    name = names(game, state)[found.action]
    return f"{name}, worth {worth(game, found.value, found.exact, game.player(state))}."


def explained(game: Game[S], state: S, found: Analysis, played: Turn | None = None) -> Iterator[str]:
    """Why the best action (or the one played) was chosen, line by line."""
    player = game.player(state)
    if found.strategies:
        yield f"Simultaneous turn:  {hint(game, state, found)}"
        return
    viewer = 0 if player == CHANCE else player
    named = names(game, state)
    who = game.player_name(player)
    chosen = found.action if played is None else played.action
    if played is None and not found.has_action:
        yield f"{who} is to move: worth {worth(game, found.value, found.exact, viewer)}."
        return
    verb = "is best for" if played is None else "was played by"
    yield f"{named[chosen]} {verb} {who}: worth {worth(game, found.value, found.exact, viewer)}."
    line = line_names(game, state, found.line)
    if len(line) > 1:
        yield f"Expected: {' '.join(line[:12])}{' …' if len(line) > 12 else ''}."
    others = [f"{named[other]} {compared(score)}" for other, score in found.values.items() if other != chosen]
    if others:
        yield f"The others: {listed(others, 20)}."
    if not found.exact:
        yield f"The search looked {count(found.depth, 'action')} ahead; the values are estimates."
        if found.advice:
            yield found.advice


def worth(game: Game, value: float, exact: bool, player: int) -> str:
    """A value with its meaning."""
    words = verdict(game, value, player)
    if exact and words:
        return f"{number(value)} ({words})"
    return f"{number(value)} for {game.player_name(player)}"


def compared(score: Score) -> str:
    """The score of another action, in words."""
    value = score.value if isinstance(score.value, (int, float)) else score.value[0]
    return {"=": "is worth ", "<=": "at most ", ">=": "at least "}[score.bound] + number(value)
