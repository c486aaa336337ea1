"""To be written: calls about lecture."""

from __future__ import annotations

from countermove.studio.call import Call

__all__ = ["CALLS"]

CALLS: tuple[Call, ...] = ()
