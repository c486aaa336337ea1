"""Problem reduction: "PLUS can win" proved or refuted over an AND/OR tree, and the winning strategy.

>>> from countermove.games.grundy import Grundy
>>> proof = prove(Grundy(7))
>>> proof.root.statement, proof.true, proof.distance
('W(7+)', False, 4)
"""

from countermove.lectures.proof.reduce import MAX_PLIES, MAX_STATEMENTS, Proof, Statement, prove
from countermove.lectures.proof.show import argument, as_json, lines
from countermove.lectures.proof.strategy import strategy, strategy_lines, strategy_tree

__all__ = [
    "MAX_PLIES",
    "MAX_STATEMENTS",
    "Proof",
    "Statement",
    "argument",
    "as_json",
    "lines",
    "prove",
    "strategy",
    "strategy_lines",
    "strategy_tree",
]
