"""Checkers, and other kinds of draughts."""

from countermove.games.checkers.rules import Checkers

__all__ = ["Checkers"]
