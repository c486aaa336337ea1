"""A proof as a drawn tree, as sentences, and as data.

W(1,2+)            OR   true
└─ b1  W(1,1-)     AND  true
   ├─ a1  W(0,1+)  OR   true
   ...
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from countermove.errors import SpecError
from countermove.game import Action
from countermove.lectures.proof.reduce import Proof, Statement
from countermove.lectures.proof.strategy import ending, strategy
from countermove.solve.strategy import action_word
from countermove.views.narrate import number
from countermove.views.text import Line

LEVELS = ("brief", "full")


def headline(proof: Proof) -> str:
    """The statement, its meaning, and whether it is true.

    >>> from countermove.games.grundy import Grundy
    >>> from countermove.lectures.proof import prove
    >>> headline(prove(Grundy(7)))
    'W(7+): PLUS, to move, can win. False: MINUS prevents it, and wins in 4.'
    """
    game, root = proof.game, proof.root
    name, other = game.player_name(proof.player), game.player_name(1 - proof.player)
    if root.mover is None:
        return f"{root.statement}: {name} has won. {_truth(root).capitalize()}: {_over(proof, root)}."
    moving = "to move" if root.mover == proof.player else f"with {other} to move"
    verdict = f"True, in {root.distance}{f' if {other} delays' if root.distance > 1 else ''}."
    if not root.true:
        how = f"and wins in {root.distance}" if root.value < 0 else "since a draw is not a win"
        verdict = f"False: {other} prevents it, {how}."
    return f"{root.statement}: {name}, {moving}, can win. {verdict}"


def measure(proof: Proof) -> str:
    """What counts as a win in a game with scores; empty for other games.

    >>> from countermove.games.tree import Tree
    >>> from countermove.lectures.proof import prove
    >>> measure(prove(Tree([[3, 12], [2, 6]])))
    'A payoff above 0 counts as a win for MAX, one below 0 as a win for MIN, and 0 as a draw.'
    """
    if not proof.scored:
        return ""
    game = proof.game
    first, second, middle = game.player_name(0), game.player_name(1), number(game.neutral)
    return (
        f"A payoff above {middle} counts as a win for {first}, one below {middle} as a win for {second}, "
        f"and {middle} as a draw."
    )


def lines(proof: Proof) -> list[Line]:
    """The tree of the proof: statement, OR or AND, true or false, and remarks."""
    drawn: list[Line] = []
    trunk: list[str] = []
    for place in proof.walk():
        node, parent = place.node, place.parent
        branch = node.statement
        if parent is not None:
            last = place.action == parent.because[-1][0]
            del trunk[place.depth - 1 :]
            branch = f"{''.join(trunk)}{'└─' if last else '├─'} {_action(proof, parent, place.action)}  {branch}"
            trunk.append("   " if last else "│  ")
        drawn.append(Line(branch, node.kind, _truth(node), _remark(proof, node, place.again)))
    return drawn


def argument(proof: Proof, level: str = "brief") -> list[str]:
    """The argument in sentences: brief gives what one player can try and the answers to it, full every statement.

    >>> from countermove.games.grundy import Grundy
    >>> from countermove.lectures.proof import prove
    >>> print(argument(prove(Grundy(7)))[0])
    W(7+) is false: to 6-1, MINUS answers 4-2; to 5-2, MINUS answers 4-1; to 4-3, MINUS answers 2-1.
    """
    if level not in LEVELS:
        raise SpecError(f"Unknown level {level!r}; use brief or full.")
    if level == "full":
        return [_reason(proof, node) for node in proof.statements]
    some = [node for node in proof.statements if node is proof.root or (node.kind != "end" and not node.one)]
    return [_reason(proof, node) if node.one or node.kind == "end" else _answers(proof, node) for node in some]


def as_json(proof: Proof) -> dict[str, Any]:
    """The proof as data."""
    return {
        "statement": proof.root.statement,
        "true": proof.true,
        "nodes": proof.nodes,
        "leaves": proof.leaves,
        "states": proof.states,
        "distance": proof.distance,
        "strategy": strategy(proof),
        "proof": _nested(proof, proof.root, set()),
        "player": proof.game.player_name(proof.player),
        "strategist": proof.game.player_name(proof.strategist),
        "statements": len(proof.statements),
        "measure": measure(proof),
    }


def _nested(proof: Proof, node: Statement, given: set[int]) -> dict[str, Any]:
    stated: dict[str, Any] = {
        "statement": node.statement,
        "position": proof.game.write(node.state),
        "kind": node.kind,
        "true": node.true,
        "distance": node.distance,
    }
    if node.kind == "end":
        return {**stated, "end": ending(proof, node)}
    if id(node) in given:
        return {**stated, "as_above": True}
    given.add(id(node))
    because = {_action(proof, node, action): _nested(proof, child, given) for action, child in node.because}
    return {**stated, "because": because}


def _truth(node: Statement) -> str:
    return "true" if node.true else "false"


def _action(proof: Proof, node: Statement, action: Action) -> str:
    return action_word(proof.game, node.state, action)


def _remark(proof: Proof, node: Statement, again: bool) -> str:
    if node.kind == "end":
        return ending(proof, node)
    if again:
        return "as above"
    if node.also:
        return f"or {', '.join(_action(proof, node, action) for action in node.also)}"
    return ""


def _reason(proof: Proof, node: Statement) -> str:
    """Why a statement is true or false, in a sentence."""
    begin = f"{node.statement} is {_truth(node)}: "
    if node.kind == "end":
        return f"{begin}{_over(proof, node)}."
    name = proof.game.player_name(node.mover or 0)
    pairs = [(_action(proof, node, action), child.statement) for action, child in node.because]
    if node.one:
        return f"{begin}{name} plays {pairs[0][0]}, and {pairs[0][1]} is {_truth(node)}."
    if len(pairs) == 1:
        return f"{begin}{name} has only {pairs[0][0]}, and {pairs[0][1]} is {_truth(node)}."
    after = _joined([f"{statement} after {word}" for word, statement in pairs])
    return f"{begin}whatever {name} does, the result is {_truth(node)}: {after}."


def _answers(proof: Proof, node: Statement) -> str:
    """What can be tried in a state and the answers to it, in a sentence."""
    return f"{node.statement} is {_truth(node)}: " + "; ".join(_tries(proof, node)) + "."


def _tries(proof: Proof, node: Statement) -> Iterator[str]:
    game = proof.game
    for action, child in node.because:
        word = _action(proof, node, action)
        if child.one:
            answer = _action(proof, child, child.because[0][0])
            yield f"to {word}, {game.player_name(proof.strategist)} answers {answer}"
        elif child.kind == "end":
            yield f"after {word}, {_over(proof, child)}"
        else:
            yield f"after {word}, {child.statement} is {_truth(child)}"


def _over(proof: Proof, node: Statement) -> str:
    return f"the game is over, {ending(proof, node) if node.value else 'a draw, which is not a win'}"


def _joined(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
