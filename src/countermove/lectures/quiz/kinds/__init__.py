"""The kinds of questions, one file each."""

from __future__ import annotations

from typing import Final

from countermove.lectures.quiz.kinds.action import ACTION
from countermove.lectures.quiz.kinds.count import COUNT
from countermove.lectures.quiz.kinds.kind import Kind
from countermove.lectures.quiz.kinds.order import ORDER
from countermove.lectures.quiz.kinds.pruned import PRUNED
from countermove.lectures.quiz.kinds.values import AVERAGES, VALUES
from countermove.lectures.quiz.kinds.window import WINDOW

__all__ = ["KINDS", "Kind"]

KINDS: Final[dict[str, Kind]] = {kind.name: kind for kind in (VALUES, PRUNED, WINDOW, ACTION, COUNT, ORDER, AVERAGES)}
"""Every kind by its name."""
