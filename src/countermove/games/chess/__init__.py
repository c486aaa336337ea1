"""Chess."""

from countermove.games.chess.rules import Chess

__all__ = ["Chess"]
