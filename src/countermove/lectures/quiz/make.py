"""Making a quiz: trees are grown at random until one has what is wanted, within a bounded number of tries.

The same seed gives the same quiz on every machine: all chance comes from `random.Random`, seeded with text, which
Python digests the same way everywhere. Every question has a generator of its own, made from the seed and its number, so
a longer quiz begins with the questions of the shorter one.

Where no target is named, questions get a trap now and then all the same; what was named and is not found within the
tries ends with a sentence that says what to relax.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from countermove.errors import SpecError
from countermove.lectures.quiz.grow import MOST_LEAVES, Shape, grow
from countermove.lectures.quiz.kinds import KINDS
from countermove.lectures.quiz.question import Feedback, Question, Quiz
from countermove.lectures.quiz.target import TARGETS, found
from countermove.lectures.quiz.wish import DEEP, Wish, check, wishes
from countermove.lectures.quiz.worked import Worked, work

__all__ = ["grade_answer", "make_quiz"]

TRIES = 1000
HARD = {"values": 0, "pruned": 1, "action": 1, "count": 1, "window": 2, "expectimax": 2, "order": 3}
"""How hard a kind is: what a tree is worth comes first, then what is cut, then by which window, then in which order."""
SOFT_TRIES = 60
"""Tries for a trap that nobody asked for."""


def make_quiz(
    seed: int,
    *,
    questions: int = 5,
    kinds: Sequence[str] = (),
    algorithm: str | None = None,
    prune: str = ">=",
    branching: int | None = None,
    depth: int | None = None,
    cuts: int | None = None,
    targets: Sequence[str] = (),
    root: str = "max",
) -> Quiz:
    """Questions about random trees; all that is not said is varied.

    The kinds are asked in turn; where none is named, those that are easier come first. Every tree has all of the
    targets, and exactly so many cuts if that is said.

    >>> quiz = make_quiz(1, questions=2, kinds=["count"], branching=2, depth=2)
    >>> [(question.tree, question.answer) for question in quiz.questions]
    [('[[3,-1],[-1,1]]', '3'), ('[[16,14],[9,10]]', '3')]
    """
    check(seed, questions, prune, root)
    wanted = wishes(kinds, algorithm, prune, root, branching, depth, cuts, targets)
    if not kinds:
        random.Random(f"countermove quiz {seed}").shuffle(wanted)
        wanted.sort(key=lambda wish: HARD[wish.kind.name])
    named = algorithm is not None
    made = [_question(wanted[at % len(wanted)], named, seed, at + 1) for at in range(questions)]
    return Quiz(seed, prune, tuple(made))


def grade_answer(question: Question, text: str) -> Feedback:
    """Judges an answer; one that cannot be read raises SpecError, with a sentence on how to write it.

    >>> question = make_quiz(1, questions=1, kinds=["count"], branching=2, depth=2).questions[0]
    >>> grade_answer(question, "4").category, grade_answer(question, " 3 leaves").correct
    ('under-pruning', True)
    """
    kind = KINDS.get(question.kind)
    if kind is None:
        raise SpecError(f"There is no kind of question {question.kind!r}; there are: {', '.join(KINDS)}.")
    if question.algorithm not in kind.algorithms:
        about = " or ".join(kind.algorithms)
        raise SpecError(f"Questions of the kind {kind.name} are about {about}, not {question.algorithm!r}.")
    if not text.strip():
        raise SpecError(f"The answer is empty; write {question.format}.")
    worked = question.worked()
    known = worked.windows if question.kind == "window" else worked.inner
    if (kind.name in ("window", "values", "expectimax") and not question.nodes) or set(question.nodes) - set(known):
        raise SpecError(
            f"The question asks about {', '.join(question.nodes) or 'no node'}, which its search never enters."
        )
    return kind.grade(question, worked, text)


def _question(wish: Wish, named: bool, seed: int, number: int) -> Question:
    rng = random.Random(f"countermove quiz {seed} question {number}")
    for each, tries in _variants(wish, named, rng):
        worked = _grown(each, rng, tries)
        if worked is not None:
            asked = wish.kind.ask(worked, rng)
            return Question(
                number=number,
                kind=wish.kind.name,
                tree=worked.tree,
                root=worked.root,
                algorithm=worked.algorithm,
                prune=wish.prune,
                prompt=asked.prompt,
                format=asked.format,
                answer=asked.answer,
                hint=asked.hint,
                explanation=asked.explanation,
                nodes=asked.nodes,
                targets=found(worked),
            )
    raise SpecError(
        f"No tree was found in {TRIES:,} tries for {wish.words()}; ask for less, or for a larger branching or depth."
    )


def _variants(wish: Wish, named: bool, rng: random.Random) -> list[tuple[Wish, int]]:
    """What to look for, first choice first: with a trap where nothing was said, else as it was said."""
    if wish.targets or wish.cuts is not None:
        return [(wish, TRIES)]
    traps = [""]
    if wish.algorithm == "alphabeta":
        traps += ["tie"]
        traps += ["unsafe-root"] * 2 if wish.kind.name == "action" and wish.prune == ">=" else []
        traps += ["deep-cut"] if wish.depth in (None, DEEP) and wish.branching in (None, 2) else []
        traps += [""] if wish.kind.name != "order" else ["", "", ""]
    if wish.kind.name == "expectimax":
        traps += ["chance"]
    trap = rng.choice(traps)
    if not trap:
        return [(wish, TRIES)]
    algorithm = "expectiminimax" if trap == "chance" and not named else wish.algorithm
    return [(replace(wish, targets=(trap,), algorithm=algorithm), SOFT_TRIES), (wish, TRIES)]


def _grown(wish: Wish, rng: random.Random, tries: int) -> Worked | None:
    """The first tree that has all that is wanted."""
    for _ in range(tries):
        shape = Shape(
            branching=wish.branching,
            depth=wish.depth or _depth(wish, rng),
            chance="chance" in wish.targets,
            ties=bool({"tie", "unsafe-root"} & set(wish.targets)),
        )
        worked = work(grow(rng, shape), wish.root, wish.algorithm, wish.prune)
        if len(worked.leaves) <= MOST_LEAVES and _fits(wish, worked):
            return worked
    return None


def _depth(wish: Wish, rng: random.Random) -> int:
    """Two levels mostly, three at times, four for a deep cut."""
    if "deep-cut" in wish.targets:
        return DEEP
    deeper = rng.random() < 0.35 and (wish.branching or 2) ** 3 <= MOST_LEAVES
    return 3 if deeper else 2


def _fits(wish: Wish, worked: Worked) -> bool:
    if wish.cuts is not None and len(worked.cuts) != wish.cuts:
        return False
    pointless = wish.cuts is None and wish.algorithm == "alphabeta" and wish.kind.name != "order" and not worked.cuts
    if pointless and not (wish.targets and wish.prune == ">"):
        return False
    return all(TARGETS[target](worked) for target in wish.targets) and wish.kind.suits(worked)
