"""The contingent strategy of a proof: an action for every state the opponent can force, as a table and as a tree.

In the tree, a line is an action of the opponent and the answer:

    after 6-1, answer 4-2
    └─ after 3-1, answer 2-1    MINUS has won
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from countermove.lectures.proof.reduce import Proof, Statement
from countermove.solve.strategy import action_word
from countermove.views.text import Line


def strategy(proof: Proof) -> dict[str, str]:
    """The strategist's action in every position that can occur, by the position as text.

    >>> from countermove.games.grundy import Grundy
    >>> from countermove.lectures.proof import prove
    >>> strategy(prove(Grundy(7)))
    {'6-1 -': '4-2', '3-2-1-1 -': '2-1', '5-2 -': '4-1', '4-3 -': '2-1'}
    """
    game = proof.game
    return {
        game.write(node.state): action_word(game, node.state, node.because[0][0])
        for node in proof.statements
        if node.one
    }


def strategy_tree(proof: Proof) -> dict[str, Any]:
    """The strategy as nested data: the answer, and `after` each action of the other the next step."""
    return _nested(proof, proof.root, set())


def _nested(proof: Proof, start: Statement, given: set[int]) -> dict[str, Any]:
    answers, node = _answered(proof, start)
    step: dict[str, Any] = {"position": proof.game.write(start.state), "answer": answers}
    if node.kind == "end":
        return {**step, "end": ending(proof, node)}
    if id(node) in given:
        return {**step, "as_above": proof.game.write(node.state)}
    given.add(id(node))
    after = ((action_word(proof.game, node.state, action), child) for action, child in node.because)
    return {**step, "after": {word: _nested(proof, child, given) for word, child in after}}


def strategy_lines(proof: Proof) -> list[Line]:
    """The strategy as a tree of text."""
    game = proof.game
    answers, _ = _answered(proof, proof.root)
    first = f"{game.player_name(proof.strategist)}: " + (
        f"begin with {', then '.join(answers)}" if answers else f"wait for {game.player_name(1 - proof.strategist)}"
    )
    return list(_lines(proof, proof.root, first, "", set()))


def _lines(proof: Proof, start: Statement, words: str, indent: str, given: set[int]) -> Iterator[Line]:
    _, node = _answered(proof, start)
    if node.kind == "end":
        yield Line(words, ending(proof, node))
        return
    if id(node) in given:
        yield Line(words, f"{node.statement} as above")
        return
    given.add(id(node))
    yield Line(words, node.statement)
    for number, (action, child) in enumerate(node.because, 1):
        last = number == len(node.because)
        answers, _ = _answered(proof, child)
        answer = f", answer {', then '.join(answers)}" if answers else ""
        branch = f"{indent}{'└─' if last else '├─'} after {action_word(proof.game, node.state, action)}{answer}"
        yield from _lines(proof, child, branch, indent + ("   " if last else "│  "), given)


def _answered(proof: Proof, node: Statement) -> tuple[list[str], Statement]:
    """The strategist's actions from a state on, and the statement where the other acts or the game is over."""
    answers = []
    while node.one:
        action, child = node.because[0]
        answers.append(action_word(proof.game, node.state, action))
        node = child
    return answers, node


def ending(proof: Proof, node: Statement) -> str:
    """The result of a finished game."""
    if node.value == 0:
        return "draw"
    return f"{proof.game.player_name(proof.player if node.value > 0 else 1 - proof.player)} has won"
