"""Which mistake it is: the one that, made on purpose, gives the same answers on every tree.

A wrong-on-purpose search reproduces a submission when its value, its action and (for alpha-beta) the leaves it visits
are the same in all cases. Code that prunes in its own way may share only the value and the action; that counts too,
once nothing fits better.
"""

from __future__ import annotations

from collections.abc import Iterable

from countermove.lectures.grade.case import Case, Given, close
from countermove.lectures.grade.submission import Submission
from countermove.textbook import ALGORITHMS, Algorithm
from countermove.textbook.wrong import WRONG

SEEN_ONLY = {"wrong:mutated-state"}
"""Mistakes that are seen happening and need no guess from answers."""

NEGAMAX = {"wrong:leaf-sign", "wrong:no-negation", "wrong:window-turned"}
"""Mistakes that are made in negamax."""


def diagnose(answers: list[tuple[Case, Given]], submission: Submission) -> list[str]:
    """The names of the mistakes that explain all answers, the likeliest first; none when no mistake does.

    How the code reads decides between those that cannot be told apart by what they answer.
    """
    answers = sorted(answers, key=lambda pair: not pair[1].wrong(pair[0]))  # most mistakes fail the first of these
    for visits in (True, False):
        if not visits and not any({"value", "action"} & set(answer.wrong(case)) for case, answer in answers):
            break
        for base in _bases(answers[0][0].algorithm):
            found = [name for name in WRONG if name not in SEEN_ONLY and _form(name, base, answers, visits)]
            if found:
                return _likely(found, submission)
    return []


def _likely(found: list[str], submission: Submission) -> list[str]:
    """The names in order, those that the code speaks for first; of twins, the one that fits."""
    twin = "wrong:mover-utility" if submission.negamax else "wrong:leaf-sign"
    names = [name for name in found if name != twin] or found
    spoken = NEGAMAX if submission.negamax else {"wrong:wrong-update"} if submission.lopsided else set()
    return sorted(names, key=lambda name: name not in spoken)


def form_of(name: str, answers: list[tuple[Case, Given]], visits: bool = True) -> Algorithm | None:
    """The form of a mistake that gives all these answers and is not right in all these cases."""
    bases = _bases(answers[0][0].algorithm)
    return next((form for base in bases if (form := _form(name, base, answers, visits))), None)


def _form(name: str, base: str, answers: list[tuple[Case, Given]], visits: bool) -> Algorithm | None:
    for search in WRONG[name].of(base):
        if all(reproduces(search, case, answer, visits) for case, answer in answers) and any(
            _shows(search, base, case) for case, _ in answers
        ):
            return search
    return None


def reproduces(search: Algorithm, case: Case, answer: Given, visits: bool = True) -> bool:
    """Whether a wrong search does in a case what the submission did."""
    decision, leaves = case.outcome(search)
    value = decision.value
    if not isinstance(value, float) or (answer.has_value and (answer.value is None or not close(answer.value, value))):
        return False
    if answer.has_action and answer.action != decision.action and decision.action is not None:
        score = decision.values.get(answer.action if answer.action is not None else -1)
        if score is None or not isinstance(score.value, float) or not close(score.value, value):
            return False
    if visits and case.algorithm == "alphabeta" and answer.leaves is not None:
        return answer.leaves == leaves
    return True


def _shows(search: Algorithm, base: str, case: Case) -> bool:
    """Whether the mistake makes any difference in a case."""
    (found, leaves), (right, right_leaves) = case.outcome(search), case.outcome(ALGORITHMS[base])
    return (found.value, found.action, leaves) != (right.value, right.action, right_leaves)


def _bases(algorithm: str) -> Iterable[str]:
    """The algorithms a submission may turn out to be: minimax may well prune, and alpha-beta forget to."""
    if algorithm in ("minimax", "alphabeta"):
        return dict.fromkeys((algorithm, "alphabeta", "minimax"))
    return (algorithm,)
