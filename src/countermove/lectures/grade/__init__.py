r"""Check my code: a student's own search, run beside the textbook, and the mistake in it called by its name.

The function is asked about seeded trees in a process of its own. What is wrong is matched with the searches that are
wrong on purpose; then the tree is made smaller as long as it still shows the mistake.

>>> import tempfile, pathlib
>>> text = "def minimax(tree):\n    return tree if isinstance(tree, int) else min(minimax(child) for child in tree)"
>>> with tempfile.TemporaryDirectory() as folder:
...     file = pathlib.Path(folder, "homework.py")
...     _ = file.write_text(text)
...     report = grade(file)
>>> report.mistake, report.example.tree
('wrong:all-min', '[1, 0]')
"""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from countermove.errors import SpecError
from countermove.lectures.grade.case import TRAPS, Case, Given, Reading, cases, given, reading
from countermove.lectures.grade.diagnose import diagnose, form_of, reproduces
from countermove.lectures.grade.own import grade_own
from countermove.lectures.grade.own.survey import Survey, brings_rules, survey
from countermove.lectures.grade.pupil import Fault, Pupil, Reply
from countermove.lectures.grade.report import Example, Grade, difference, expected_of, got_of
from countermove.lectures.grade.see import see
from countermove.lectures.grade.specimen import of_list, smaller
from countermove.lectures.grade.submission import ALGORITHMS as GRADED
from countermove.lectures.grade.submission import Submission, parse, read
from countermove.textbook import ALGORITHMS, Algorithm, Conventions
from countermove.textbook.wrong import WRONG, diverge

__all__ = ["Example", "Grade", "grade"]

HOUR, MANY = 3600, 10_000
"""The most seconds for a tree, and the most trees."""
ASKED = 600
"""How often a function is asked at most while its tree is made smaller."""
LAST = ("endless", "memory", "crashed", "ended")
"""What ends the student's process, and would on every tree."""
UNSURE = ("crash", "answer", "empty", "misuse", "recursion", "endless", "unknown")
"""Verdicts that may be due to our feeding a function with what it does not take."""
HINTS = {
    "crash": "Run your function on the tree below and read the line it stops in.",
    "misuse": "A state comes from game.initial or game.result, an action from game.actions.",
    "endless": "Every call must come closer to a leaf, and every loop to its end.",
    "recursion": "Return at a leaf (is_terminal, or a number in a nested list) before calling the function again.",
    "memory": "A search needs the current path only; do not keep every state.",
    "exit": "A function that is graded returns its answer.",
    "reads": "Take everything from the parameters.",
    "empty": "Is a return missing? Every path through the function must end in one.",
    "crashed": "Return at a leaf before calling the function again, and leave the recursion limit as it is.",
    "ended": "A function that is graded returns its answer.",
}


def grade(
    path: str | Path,
    *,
    function: str | None = None,
    algorithm: str | None = None,
    prune: Literal[">=", ">"] = ">=",
    ply: Literal["action", "cycle"] = "action",
    seconds: float = 2.0,
    memory: int = 2048,
    seed: int = 0,
    trees: int = 80,
    mapped: dict[str, str] | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Grade:
    """Grade a function of a file against the textbook: on trees, or on the game that the file brings with it.

    `seconds` is the time for one tree, `memory` the megabytes that the code may use (where the system can hold it to
    that). The same seed asks the same trees.
    """
    if not 0 < seconds <= HOUR:
        raise SpecError(f"seconds is {seconds:g}; give a number above 0, and {HOUR} at most.")
    for name, number, least, most in (("trees", trees, 1, MANY), ("memory", memory, 64, 2**20)):
        if not least <= number <= most:
            raise SpecError(f"{name} is {number}; give {least} to {most:,}.")
    conventions = Conventions(prune=prune, ply=ply)
    path = Path(path)
    if algorithm is not None and algorithm not in GRADED:
        raise SpecError(f"{algorithm!r} cannot be graded; use {', '.join(GRADED[:-1])} or {GRADED[-1]}.")
    found = survey(parse(path), function)
    own = bool(mapped) or (brings_rules(found) and not _on_a_game(found))
    refusals = []
    for on_own in (own, not own):
        try:
            if on_own:
                report, why = grade_own(path, function, algorithm, mapped or {}, seconds, memory)
                if report is None:
                    raise SpecError(f"{path.name}: {why.rstrip('.')}.")
            else:
                report = _on_trees(path, function, algorithm, conventions, seconds, memory, seed, trees, progress)
                unsure = (*UNSURE, "wrong:mutated-state") if own else UNSURE
                if report.mistake in unsure and (own or not _certain(found, report)):
                    raise SpecError(f"{path.name}: {report.sentence.removeprefix(f'{path.name} ')}")
            return report
        except SpecError as error:
            refusals.append(error)
            if several := re.search(r"several searches \((.*?)\)", str(error)):
                return _each(
                    several[1].split(", "), error, path, prune=prune, ply=ply, seconds=seconds, memory=memory,
                    seed=seed, trees=trees, progress=progress,
                )  # fmt: skip
            if not found.groups and not own:
                break
    raise _refusal(refusals)


def _each(names: list[str], refusal: SpecError, path: Path, **options: Any) -> Grade:
    """The verdict on the first search of a file that is wrong, or on the first, with a note on each of the others."""
    reports = []
    for name in names:
        with contextlib.suppress(SpecError):
            reports.append(grade(path, function=name, **options))
    if not reports:
        raise refusal
    chosen = next((report for report in reports if not report.ok), reports[0])
    others = [f"{each.function} is {'right' if each.ok else 'wrong'} too." for each in reports if each is not chosen]
    if chosen.ok or len({report.ok for report in reports}) == 1:
        return replace(chosen, notes=(*chosen.notes, *others))
    return chosen


def _on_trees(
    path: Path,
    function: str | None,
    algorithm: str | None,
    conventions: Conventions,
    seconds: float,
    memory: int,
    seed: int,
    trees: int,
    progress: Callable[[int], None],
) -> Grade:
    """The verdict on a function that takes a tree, or a game, as we make them."""
    submission = read(path, function, algorithm)
    _refuse(submission, conventions)
    reports = []
    for start in submission.starts:  # more than one only where a parameter's meaning is the student's own
        meant = replace(submission, start=start)
        with Pupil(meant, seconds, memory) as pupil:
            pupil.check()
            marking = _Marking(meant, pupil, conventions)
            marking.ask(cases(meant, conventions, seed, trees), progress)
            reports.append(marking.report())
        if reports[-1].ok:
            break
    return max(reports, key=lambda report: (report.ok, sum(report.right.values())))


def _on_a_game(found: Survey) -> bool:
    """Whether a search takes the game as a parameter and asks it as the contract says."""
    group = found.groups[0]
    names = {each.lower() for name in group for each in found.functions[name].parameters}
    return "game" in names and not any(found.functions[name].owner for name in group) and len(names) > 1


def _certain(found: Survey, report: Grade) -> bool:
    """Whether what a function takes is clear from its parameters, so that a crash is its own."""
    function = found.functions.get(report.function)
    names = {each.lower() for each in function.parameters} if function else set()
    loops = [node for node in ast.walk(found.tree) if isinstance(node, (ast.For, ast.While))]
    if not found.groups and loops and report.mistake == "crash":  # it does not call itself, and may take other trees
        return False
    if names & {"tree", "game", "t"} or function is None:
        return True
    return report.right.get("value", 0) > 0 and report.mistake != "crash"  # a list where it takes a number is ours


def _refusal(errors: list[SpecError]) -> SpecError:
    """The refusal that says most: what was taken for the search, and why that did not work."""
    if not any(words in str(errors[0]) for words in ("cannot be filled", "has no function called", "takes no state")):
        return errors[0]
    return next((error for error in errors if "looks like the search" in str(error)), errors[0])


def _refuse(submission: Submission, conventions: Conventions) -> None:
    name = submission.path.name
    if submission.style == "tree" and submission.algorithm == "expectiminimax":
        raise SpecError(
            f"{name} line {submission.line}: nested lists have no chance nodes, so expectiminimax cannot be graded on "
            "them; use game.chances(state) or probability(successor)."
        )
    if conventions.ply == "cycle" and not submission.limited:
        raise SpecError(
            f"{name} line {submission.line}: a ply of a cycle matters to a depth limit only, and {submission.function} "
            "has no parameter depth with which it stops and calls evaluate."
        )


@dataclass
class _Marking:
    """One submission being graded."""

    submission: Submission
    pupil: Pupil
    conventions: Conventions

    def ask(self, suite: list[Case], progress: Callable[[int], None]) -> None:
        """Ask every case; one that ends the process is the last."""
        self.asked: list[tuple[Case, Reply]] = []
        for case in suite:
            reply = self.pupil.ask(case.specimen, case.depth)
            self.asked.append((case, reply))
            progress(len(self.asked))
            if reply.fault and reply.fault.kind in LAST:
                break
        answers = [(case, reply.answer) for case, reply in self.asked if reply.fault is None]
        self.how: Reading | None = reading(answers, self.submission)

    def report(self) -> Grade:
        """What was found, the gravest first; a player taken for a text explains all else."""
        found = self._found()
        if found.ok or self.submission.text is None or self.submission.style == "tree":
            return found  # on trees the players are the program's own
        line, text = self.submission.text
        sentence = (
            f"{self.submission.path.name} line {line} compares the player with {text!r}, and a player is a number."
        )
        hint = "Player 0 is MAX, 1 (and more) the opponents, -1 chance: write player(state) == 0 for MAX."
        return replace(found, mistake="player-text", also=(), sentence=sentence, hint=hint, see="")

    def _found(self) -> Grade:
        changed = next(((case, reply) for case, reply in self.asked if reply.changed), None)
        fault = next(((case, reply) for case, reply in self.asked if reply.fault), None)
        if changed:
            return self._mutated(changed[0])
        if fault:
            return self._failed(fault[0], fault[1])
        if self.how is None:
            return self._unreadable()
        answers = self._understood()
        wrong = [(case, answer) for case, answer in answers if answer.wrong(case)]
        if not wrong:
            return self._grade(ok=True, sentence=self._praise(), answers=answers)
        names = diagnose(answers, self.submission)
        if not names:
            return self._unknown(*_gravest(wrong), answers)
        return self._known(names, *_gravest(wrong), answers)

    # The verdicts.

    def _known(self, names: list[str], case: Case, answer: Given, answers: list[tuple[Case, Given]]) -> Grade:
        name, visits = names[0], True
        form = form_of(name, answers)
        if form is None:
            form, visits = form_of(name, answers, False), False
        assert form is not None
        found: Algorithm = form

        aspect = answer.wrong(case)[0]

        def shows(case: Case, reply: Reply) -> bool:
            answer = self._given(case, reply)
            return aspect in answer.wrong(case) and reproduces(found, case, answer, visits)

        case, reply = self._shrunk(case, shows)
        answer = self._given(case, reply)
        variant = WRONG[name]
        return self._grade(
            mistake=name,
            also=tuple(names[1:]),
            sentence=variant.mistake,
            hint=variant.hint,
            example=self._example(case, answer, found),
            see=self._see(name, case),
            answers=answers,
        )

    def _unknown(self, case: Case, answer: Given, answers: list[tuple[Case, Given]]) -> Grade:
        aspect = answer.wrong(case)[0]

        def shows(case: Case, reply: Reply) -> bool:
            return aspect in self._given(case, reply).wrong(case)

        case, reply = self._shrunk(case, shows)
        answer = self._given(case, reply)
        return self._grade(
            mistake="unknown",
            sentence=f"Something is wrong that has no name here. {difference(case, answer)}",
            hint="Go through the tree below by hand, and compare each value with what your code returns there.",
            example=self._example(case, answer),
            answers=answers,
        )

    def _mutated(self, case: Case) -> Grade:
        case, reply = self._shrunk(case, lambda case, reply: bool(reply.changed))
        variant = WRONG["wrong:mutated-state"]
        answer = self._given(case, reply) if reply.fault is None and self.how else None
        mistake = variant.mistake
        if self.how and not any(reply.fault or self._given(asked, reply).wrong(asked) for asked, reply in self.asked):
            mistake = "The answers are right, but the function changes its input, so the next caller gets less."
        sentence = f"On {case.specimen}, {reply.changed}."
        example = replace(self._example(case, answer, fault=reply.fault), sentence=sentence)
        return self._grade(
            mistake=variant.name,
            sentence=mistake,
            hint=variant.hint,
            example=example,
            see=self._see(variant.name, case),
        )

    def _failed(self, case: Case, reply: Reply) -> Grade:
        assert reply.fault is not None
        kind, line = reply.fault.kind, reply.fault.line
        if kind not in LAST:
            case, reply = self._shrunk(case, lambda case, reply: _same(reply.fault, kind, line))
        assert reply.fault is not None
        sentence = reply.fault.sentence(self.submission.path.name, self.pupil.seconds)
        return self._grade(
            mistake=kind, sentence=sentence, hint=HINTS[kind], example=self._example(case, None, fault=reply.fault)
        )

    def _unreadable(self) -> Grade:
        case, reply = self.asked[0]
        words = reply.said
        example = Example(str(case.specimen), None, 2, expected_of(case), {"answer": words}, "", "")
        return self._grade(
            mistake="answer",
            sentence=f"On {case.specimen}, {self.submission.function} answers {words}: neither a value nor an action.",
            hint="Return the value (a number), the action, or a pair of both, always in the same order.",
            example=example,
        )

    # The pieces.

    def _given(self, case: Case, reply: Reply) -> Given:
        if reply.fault is not None or self.how is None:
            return Given(None, None, None, False, False)
        return given(case, reply, self.how, self.submission)

    def _shrunk(self, case: Case, shows: Callable[[Case, Reply], bool]) -> tuple[Case, Reply]:
        """The smallest case that still shows it, and the reply to that."""
        reply = self.pupil.ask(case.specimen, case.depth)
        left, smallest = ASKED, False
        while left and not smallest:
            smallest = True
            for specimen in smaller(case.specimen):
                left -= 1
                trial = replace(case, specimen=specimen)
                said = self.pupil.ask(specimen, case.depth)
                if shows(trial, said):
                    case, reply, smallest = trial, said, False
                    break
                if not left:
                    break
        return case, reply

    def _example(
        self, case: Case, answer: Given | None, form: Algorithm | None = None, fault: Fault | None = None
    ) -> Example:
        step = ""
        if form is not None:
            base = self._right(form)
            right, wrong = (case.run(search)[0] for search in (ALGORITHMS[base], form))
            parted = diverge(right, wrong, case.specimen, self.conventions, base)
            step = parted.sentence if parted else ""
        return Example(
            str(case.specimen),
            case.limit,
            case.specimen.players,
            expected_of(case),
            got_of(case, answer, fault),
            difference(case, answer) if answer and answer.wrong(case) else "",
            step,
        )

    def _right(self, form: Algorithm) -> str:
        """The right algorithm that a wrong form was made from."""
        return next(base for variant in WRONG.values() for base, search in variant.forms if search is form)

    def _see(self, name: str, case: Case) -> str:
        """The command that shows the mistake: on the smallest tree, or on another that was asked, or on any."""
        traps = (replace(case, specimen=of_list(trap)) for trap in TRAPS)
        return see(name, [case, *(each for each, _ in self.asked), *traps])

    def _praise(self) -> str:
        counted = len(self.asked)
        what = {"value": "value", "action": "action"}.get(str(self.how), "value and action")
        visited = self.submission.algorithm == "alphabeta" and any(r.leaves is not None for _, r in self.asked)
        looked = ", and the leaves visited," if visited else ""
        return f"{self.submission.function} is right: {what}{looked} on {counted} trees."

    def _grade(
        self,
        *,
        ok: bool = False,
        mistake: str = "",
        also: tuple[str, ...] = (),
        sentence: str,
        hint: str = "",
        example: Example | None = None,
        see: str = "",
        answers: list[tuple[Case, Given]] | None = None,
    ) -> Grade:
        submission = self.submission
        if answers is None:
            answers = self._understood()
        right = {
            aspect: sum(aspect not in answer.wrong(case) for case, answer in answers if _has(answer, aspect))
            for aspect in self._aspects(answers)
        }
        return Grade(
            ok, submission.path.name, submission.function, submission.style, submission.algorithm, self.how or "",
            len(self.asked), right, mistake, also, sentence, hint, example, see, self._notes(ok),
        )  # fmt: skip

    def _aspects(self, answers: list[tuple[Case, Given]]) -> list[str]:
        aspects = ["value", "action", *(["visited"] if self.submission.algorithm == "alphabeta" else [])]
        return [aspect for aspect in aspects if any(_has(answer, aspect) for _, answer in answers)]

    def _notes(self, ok: bool) -> tuple[str, ...]:
        notes = []
        name = self.submission.path.name
        if self.pupil.prints:
            notes.append(f"{name} line {self.pupil.prints} prints; what it prints is left out.")
        if self.submission.algorithm == "alphabeta" and self.how and all(r.leaves is None for _, r in self.asked):
            notes.append("The leaves that were visited cannot be told, since the code compares types exactly.")
        if "depth" in dict(self.submission.roles).values() and not self.submission.limited:
            notes.append("The depth was not tested, since the code evaluates nothing where it stops.")
        late = next(((case, answer) for case, answer in self._understood() if answer.late(case)), None)
        if ok and late:
            case, answer = late
            game, root = case.specimen, case.specimen.initial()
            first, yours = (game.action_name(root, action) for action in (min(case.best), answer.action or 0))
            notes.append(
                f"Of equal actions the textbook takes the first, as quizzes here do: on {game} that is {first}, and "
                f"yours takes {yours}."
            )
        return tuple(notes)

    def _understood(self) -> list[tuple[Case, Given]]:
        return [(case, self._given(case, reply)) for case, reply in self.asked]


def _gravest(wrong: list[tuple[Case, Given]]) -> tuple[Case, Given]:
    """The smallest case with a wrong value; without one, with a wrong action; else with wrong visits."""
    order = ("value", "action", "visited")
    return min(wrong, key=lambda pair: order.index(pair[1].wrong(pair[0])[0]))


def _same(fault: Fault | None, kind: str, line: int) -> bool:
    return fault is not None and fault.kind == kind and fault.line == line


def _has(answer: Given, aspect: str) -> bool:
    return {"value": answer.has_value, "action": answer.has_action, "visited": answer.leaves is not None}[aspect]
