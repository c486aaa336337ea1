"""Go."""

from countermove.games.go.rules import Go

__all__ = ["Go"]
