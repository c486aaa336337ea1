"""Problem reduction: "PLUS can win" proved or refuted over an AND/OR tree, and the strategy that the proof is.

>>> from countermove.games.grundy import Grundy
>>> proof = prove(Grundy(7))
>>> proof.root.statement, proof.true, proof.distance
('W(7+)', False, 4)
"""

from countermove.lectures.proof.reduce import DEEPEST, MOST, Proof, Statement, prove
from countermove.lectures.proof.show import as_json, lines, told
from countermove.lectures.proof.strategy import strategy, strategy_lines, strategy_tree

__all__ = [
    "DEEPEST",
    "MOST",
    "Proof",
    "Statement",
    "as_json",
    "lines",
    "prove",
    "strategy",
    "strategy_lines",
    "strategy_tree",
    "told",
]
