"""Make a quiz: random trees are grown until one meets the request, within a bounded number of tries.

The same seed gives the same quiz on every machine: all randomness comes from `random.Random`, seeded with text, which
Python hashes the same way everywhere. Every question has its own generator, made from the seed and its number, so a
longer quiz starts with the questions of a shorter one.

Without a named target, some questions still get a trap; a named target that is not found within the tries is an error
that says what to relax.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from countermove.errors import SpecError
from countermove.lectures.quiz.grow import MAX_LEAVES, Shape, grow
from countermove.lectures.quiz.kinds import KINDS
from countermove.lectures.quiz.question import Feedback, Question, Quiz
from countermove.lectures.quiz.request import DEEP_CUT_DEPTH, Request, check, requests
from countermove.lectures.quiz.target import TARGETS, found
from countermove.lectures.quiz.worked import Worked, work

TRIES = 1000
DIFFICULTY = {"values": 0, "pruned": 1, "action": 1, "count": 1, "window": 2, "expectimax": 2, "order": 3}
"""The difficulty of a kind: values first, then cuts, then windows, then orders."""
SOFT_TRIES = 60
"""Tries for an optional trap."""


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
    """Questions about random trees; whatever is not given varies.

    The kinds take turns; if none is named, easier ones come first. Every tree has all of the targets, and exactly
    `cuts` cuts if given.

    >>> quiz = make_quiz(1, questions=2, kinds=["count"], branching=2, depth=2)
    >>> [(question.tree, question.answer) for question in quiz.questions]
    [('[[3,-1],[-1,1]]', '3'), ('[[16,14],[9,10]]', '3')]
    """
    check(seed, questions, prune, root)
    requested = requests(kinds, algorithm, prune, root, branching, depth, cuts, targets)
    if not kinds:
        random.Random(f"countermove quiz {seed}").shuffle(requested)
        requested.sort(key=lambda request: DIFFICULTY[request.kind.name])
    named = algorithm is not None
    made = [_question(requested[at % len(requested)], named, seed, at + 1) for at in range(questions)]
    return Quiz(seed, prune, tuple(made))


def grade_answer(question: Question, text: str) -> Feedback:
    """Grade an answer; SpecError, with how to write it, if it cannot be read.

    >>> question = make_quiz(1, questions=1, kinds=["count"], branching=2, depth=2).questions[0]
    >>> grade_answer(question, "4").category, grade_answer(question, " 3 leaves").correct
    ('under-pruning', True)
    """
    kind = KINDS.get(question.kind)
    if kind is None:
        raise SpecError(f"Unknown kind of question {question.kind!r}; use one of: {', '.join(KINDS)}.")
    if question.algorithm not in kind.algorithms:
        about = " or ".join(kind.algorithms)
        raise SpecError(f"A {kind.name} question is about {about}, not {question.algorithm!r}.")
    if not text.strip():
        raise SpecError(f"The answer is empty; write {question.format}.")
    worked = question.worked()
    known = worked.windows if question.kind == "window" else worked.inner
    if (kind.name in ("window", "values", "expectimax") and not question.nodes) or set(question.nodes) - set(known):
        raise SpecError(
            f"The question asks about {', '.join(question.nodes) or 'no node'}, which its search never enters."
        )
    return kind.grade(question, worked, text)


def _question(request: Request, named: bool, seed: int, number: int) -> Question:
    rng = random.Random(f"countermove quiz {seed} question {number}")
    for each, tries in _variants(request, named, rng):
        worked = _grown(each, rng, tries)
        if worked is not None:
            body = request.kind.ask(worked, rng)
            return Question(
                number=number,
                kind=request.kind.name,
                tree=worked.tree,
                root=worked.root,
                algorithm=worked.algorithm,
                prune=request.prune,
                prompt=body.prompt,
                format=body.format,
                answer=body.answer,
                hint=body.hint,
                explanation=body.explanation,
                nodes=body.nodes,
                targets=found(worked),
            )
    raise SpecError(
        f"No tree was found in {TRIES:,} tries for {request.words()}; drop a requirement, or increase the branching or "
        "depth."
    )


def _variants(request: Request, named: bool, rng: random.Random) -> list[tuple[Request, int]]:
    """What to look for, first choice first: with a trap if no target is named, else as requested."""
    if request.targets or request.cuts is not None:
        return [(request, TRIES)]
    traps = [""]
    if request.algorithm == "alphabeta":
        traps += ["tie"]
        traps += ["unsafe-root"] * 2 if request.kind.name == "action" and request.prune == ">=" else []
        traps += ["deep-cut"] if request.depth in (None, DEEP_CUT_DEPTH) and request.branching in (None, 2) else []
        traps += [""] if request.kind.name != "order" else ["", "", ""]
    if request.kind.name == "expectimax":
        traps += ["chance"]
    trap = rng.choice(traps)
    if not trap:
        return [(request, TRIES)]
    algorithm = "expectiminimax" if trap == "chance" and not named else request.algorithm
    return [(replace(request, targets=(trap,), algorithm=algorithm), SOFT_TRIES), (request, TRIES)]


def _grown(request: Request, rng: random.Random, tries: int) -> Worked | None:
    """The first tree that meets the request."""
    for _ in range(tries):
        shape = Shape(
            branching=request.branching,
            depth=request.depth or _depth(request, rng),
            chance="chance" in request.targets,
            ties=bool({"tie", "unsafe-root"} & set(request.targets)),
        )
        worked = work(grow(rng, shape), request.root, request.algorithm, request.prune)
        if len(worked.leaves) <= MAX_LEAVES and _fits(request, worked):
            return worked
    return None


def _depth(request: Request, rng: random.Random) -> int:
    """Mostly two levels, sometimes three, four for a deep cut."""
    if "deep-cut" in request.targets:
        return DEEP_CUT_DEPTH
    deeper = rng.random() < 0.35 and (request.branching or 2) ** 3 <= MAX_LEAVES
    return 3 if deeper else 2


def _fits(request: Request, worked: Worked) -> bool:
    if request.cuts is not None and len(worked.cuts) != request.cuts:
        return False
    pointless = (
        request.cuts is None and request.algorithm == "alphabeta" and request.kind.name != "order" and not worked.cuts
    )
    if pointless and not (request.targets and request.prune == ">"):
        return False
    return all(TARGETS[target](worked) for target in request.targets) and request.kind.suits(worked)
