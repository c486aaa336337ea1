"""Trees and boards as text and pictures. A view returns a value (a string, a document); it never prints.

>>> from countermove.games.tree import Tree
>>> from countermove.textbook import alphabeta
>>> game = Tree([[2, 7], [1, 8]])
>>> print(draw(game, alphabeta(game)).text)
▲ MAX            = 2  (-∞, +∞)
├─ Left   ▼ MIN  = 2  (-∞, +∞)  best
│  ├─ Left       = 2
│  └─ Right      = 7
└─ Right  ▼ MIN  ≤ 1  (2, +∞)
   ├─ Left       = 1
   └─ Right      ✂ 8            pruned
"""

from __future__ import annotations

from countermove.views.board import board_svg
from countermove.views.notebook import FORMATS, Drawing, draw

__all__ = ["FORMATS", "Drawing", "board_svg", "draw"]
