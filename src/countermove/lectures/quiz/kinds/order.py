"""Put the children in the order that lets alpha-beta prune the most.

Any order with the fewest leaves is right, so an answer is searched, not compared. It may be written as the leaves from
left to right, by name or by value (the leaves below a node must stay together), or as nested lists.
"""

from __future__ import annotations

import random
import re

from countermove.errors import SpecError
from countermove.lectures.quiz.answer import number, show, tidy, tokens
from countermove.lectures.quiz.kinds.kind import Kind, right, wrong
from countermove.lectures.quiz.ordering import Fewest, Nest, fewest, leaves_of_order, nest
from countermove.lectures.quiz.question import Feedback, Question, QuestionBody
from countermove.lectures.quiz.worked import Worked


def suits(worked: Worked) -> bool:
    best = fewest(worked)
    return best is not None and best.leaves < len(worked.visited)


def _best(worked: Worked) -> Fewest:
    best = fewest(worked)
    if best is None:
        raise SpecError("The fewest leaves of this tree are unknown: two leaves have its value and the test is >.")
    return best


def ask(worked: Worked, rng: random.Random) -> QuestionBody:
    best = _best(worked)
    return QuestionBody(
        prompt=(
            f"Alpha-beta cuts on {worked.conventions.prune} and visits {len(worked.visited)} leaves of this tree. "
            "Reorder the children of its nodes so that it visits as few leaves as possible. "
            "In which order are the leaves then?"
        ),
        format="all leaves from left to right, by name or by value, or nested lists; those below a node stay together",
        answer=best.tree,
        hint=f"Best child first: at MAX the largest, at MIN the smallest. {best.leaves} leaves suffice.",
        explanation=_proof(worked, best),
    )


def _proof(worked: Worked, best: Fewest) -> tuple[str, ...]:
    """Why no order visits fewer leaves."""
    first = f"In the order {best.tree} it visits {best.leaves} leaves."
    if not best.lower:
        return first, "Every order was tried, and none visits fewer."
    value = worked.decision.value
    assert isinstance(value, float)
    proof = (
        f"No order visits fewer: to prove that the root is worth at least {show(value)} takes {best.lower} leaves, "
        f"that it is worth at most {show(value)} takes {best.upper}, and the two share one leaf: "
        f"{best.lower} + {best.upper} - 1 = {best.leaves}."
    )
    shape = _uniform(nest(worked.tree))
    if shape is None or shape[1] < 2:
        return first, proof
    width, depth = shape
    up, down = (depth + 1) // 2, depth // 2
    formula = f"{width}^{up} + {width}^{down} - 1 = {width**up + width**down - 1}"
    return (
        first,
        proof,
        f"With {width} children everywhere and depth {depth} that is b^ceil(m/2) + b^floor(m/2) - 1: {formula}.",
    )


def _uniform(tree: Nest) -> tuple[int, int] | None:
    """Branching and depth of a uniform tree."""
    if not isinstance(tree, list):
        return 0, 0
    shapes = {_uniform(child) for child in tree}
    only = next(iter(shapes))
    if len(shapes) > 1 or only is None or only[0] not in (0, len(tree)):
        return None
    return len(tree), only[1] + 1


def grade(question: Question, worked: Worked, text: str) -> Feedback:
    best, order = _best(worked), _order(worked, text)
    given = leaves_of_order(worked, order)
    proof = _proof(worked, best)
    if given == best.leaves:
        return right(question, f"Right: your order visits {given} leaves, and no order visits fewer.")
    message = f"Your order visits {given} leaves, but {best.leaves} suffice."
    if given >= len(worked.visited):
        message += f" The order as drawn is as good or better: it visits {len(worked.visited)}."
    turned = leaves_of_order(worked, _mirrored(order))
    if turned == best.leaves:
        message += " Mirrored, it would be best: the best child goes first."
        return wrong(question, "swapped", message, proof)
    return wrong(question, "off-by-one" if given == best.leaves + 1 else "not-fewest", message, proof)


def _mirrored(tree: Nest) -> Nest:
    return [_mirrored(child) for child in reversed(tree)] if isinstance(tree, list) else tree


# Reading an order.


def _order(worked: Worked, text: str) -> Nest:
    """The tree in the order of an answer."""
    words, leaves = tokens(text), list(worked.leaves)
    payoffs = list(worked.leaves.values())
    if len(words) == 1 and len(leaves) > 1:
        raise SpecError(f"Write all {len(leaves)} leaves in your order, from left to right, not just {words[0]!r}.")
    named = [word.casefold() for word in words if word.casefold() in worked.leaves]
    if len(named) == len(words):
        return _placed(worked, named)
    values = [_payoff(word) for word in words if word.casefold() not in worked.leaves]
    if named:
        raise SpecError("Write the leaves either all by name or all by value.")
    if sorted(values) != sorted(payoffs):
        raise SpecError(f"An order contains every leaf exactly once; the leaves are {', '.join(map(show, payoffs))}.")
    if len(set(payoffs)) == len(payoffs):
        return _placed(worked, [leaves[payoffs.index(value)] for value in values])
    if "[" not in text and "(" not in text:
        raise SpecError("Some leaves have the same value, so write the order by names, or as nested lists.")
    order = _nested(text)
    if _canonical(order) != _canonical(nest(worked.tree)):
        raise SpecError("That is not a reordering of the tree; only children of the same node can change places.")
    return order


def _payoff(word: str) -> float:
    try:
        return number(word)
    except SpecError:
        raise SpecError(f"{word!r} is neither the name of a leaf nor a number.") from None


def _placed(worked: Worked, words: list[str]) -> Nest:
    """The tree with its leaves in the order of these names."""
    if sorted(words) != sorted(worked.leaves):
        missing = [leaf for leaf in worked.leaves if leaf not in words]
        lacks = f"it lacks {', '.join(missing)}" if missing else "a leaf occurs twice"
        raise SpecError(f"An order contains every leaf exactly once; {lacks}.")
    place = {leaf: number for number, leaf in enumerate(words)}

    def build(node: str) -> tuple[Nest, list[int]]:
        below = [build(child) for child in worked.children(node)]
        if not below:
            return worked.leaves[node], [place[node]]
        below.sort(key=lambda pair: min(pair[1]))
        places = sorted(number for _, part in below for number in part)
        if places[-1] - places[0] + 1 != len(places):
            raise SpecError(
                f"The leaves below {node} must stay together: only children of the same node can change places."
            )
        return [tree for tree, _ in below], places

    return build(worked.game.node_names[0])[0]


def _nested(text: str) -> Nest:
    """Nested lists of numbers, with commas or without."""
    stack: list[list[Nest]] = [[]]
    for word in re.findall(r"[\[\](){}]|[^\s,;\[\](){}]+", tidy(text)):
        if word in "[({":
            stack.append([])
        elif word in "])}":
            if len(stack) == 1:
                raise SpecError("The brackets of this order do not match.")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(number(word))
    if len(stack) != 1:
        raise SpecError("The brackets of this order do not match.")
    only: Nest = list(stack[0])
    while isinstance(only, list) and len(only) == 1:  # brackets around everything
        only = only[0]
    return only


def _canonical(tree: Nest) -> str:
    """The same text for the same tree in any order."""
    return f"[{','.join(sorted(map(_canonical, tree)))}]" if isinstance(tree, list) else show(tree)


ORDER = Kind("order", "the order that prunes the most", ("alphabeta",), suits, ask, grade)
