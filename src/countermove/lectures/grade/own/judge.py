"""The verdict on a search that comes with its own game.

The student's process reports positions (`explore.py`): the tree below each, with the values of its ends, and what the
search said. Each is a case for the textbook like any other tree: its value, its best actions, and the mistakes that
would explain what is wrong. What cannot be told from the answers is left out, so that no right code is accused.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from countermove.errors import SpecError
from countermove.game import CHANCE
from countermove.lectures.grade.case import Case, Given
from countermove.lectures.grade.diagnose import NEGAMAX, diagnose
from countermove.lectures.grade.pupil import Fault, Pupil
from countermove.lectures.grade.report import Example, Grade
from countermove.lectures.grade.specimen import FIRST, Specimen, Sprout
from countermove.lectures.grade.submission import Submission
from countermove.textbook import Conventions
from countermove.textbook.wrong import WRONG

BUDGET = 9.0
"""Seconds for exploring a program."""
INFINITE = 2.0**200
UNCLEAR = "its answers differ from ours only as its rules were read here"
FEWEST = 3
"""The fewest positions for a verdict."""
FACTS = {
    "missing-action": ("An action is never tried", "Loop over all actions, from the first to the last."),
    "plays-on": ("The search goes on after the end of the game", "Test whether the game is over before anything else."),
    "stops-early": ("The search stops before the end of the game", "Return a value only where the game is over."),
    "same-mark": ("The players do not take turns", "Pass the other player, or the negated flag, to the next call."),
    "ignores-values": (
        "The action does not depend on the values",
        "Remember an action only if its value is better than the best so far.",
    ),
    "constant": (
        "The value of a position does not depend on what follows it",
        "Start with the worst value for the player to act, and take each better one.",
    ),
    "ends": (
        "Ends are valued in the wrong order",
        "To the player who maximizes, a win is worth more than a draw, and a draw more than a loss.",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """A position of the student's game as a case."""

    case: Case
    given: Given
    told: dict[str, Any]
    sign: int
    """-1 where the position is MIN's, so that all values here are negated."""

    @property
    def wrong(self) -> tuple[str, ...]:
        return self.given.wrong(self.case)


def grade_own(
    path: Path, function: str | None, algorithm: str | None, mapped: dict[str, str], seconds: float, memory: int
) -> tuple[Grade | None, str]:
    """The verdict, or None and what was found when there can be none."""
    submission = Submission(path, function or "", 0, "own", "minimax", (), False, False, None, False, False, None)
    with Pupil(submission, BUDGET + 12.0, memory) as pupil:
        told, fault = pupil.explore({"function": function, "map": mapped, "seconds": seconds, "budget": BUDGET})
    if fault is not None and fault.kind == "crash":
        raise SpecError(fault.sentence(path.name, seconds))
    if not told:
        return None, "no function that calls itself was found" if fault is None else fault.sentence(path.name, BUDGET)
    grades = [grade for each in told if (grade := _Judgement(path, each, algorithm).grade()) is not None]
    if not grades:
        first = next((each for each in told if each["why"].startswith(UNCLEAR)), told[0])
        return (
            None,
            f"{first['signature']} (line {first['line']}) looks like the search, but "
            f"{first['why'] or 'too few positions were found'}; {_help(first['why'])}",
        )
    chosen = next((grade for grade in grades if not grade.ok), grades[0])
    others = [
        f"{grade.function} is {'right' if grade.ok else 'wrong'} too."
        for grade in grades
        if grade is not chosen and grade.ok == chosen.ok
    ]
    return replace(chosen, notes=(*chosen.notes, *others)), ""


class _Judgement:
    def __init__(self, path: Path, told: dict[str, Any], algorithm: str | None) -> None:
        self.path, self.told = path, told
        self.algorithm = algorithm or told["algorithm"]
        self.name = told["head"].rsplit(".", 1)[-1]
        self.usual = told["kind"]
        self.asked = [asked for each in told["positions"] if (asked := self._case(each)) is not None]

    def grade(self) -> Grade | None:
        told = self.told
        facts = {fact["fact"]: fact for fact in told["facts"]}
        if len(self.asked) < FEWEST and not facts:
            return None
        wrong = sorted((each for each in self.asked if each.wrong), key=lambda each: each.told["size"])
        doubtful = [each for each in wrong if each.told.get("doubt")]
        wrong = [each for each in wrong if not each.told.get("doubt")]
        fault = self._fault()
        later = facts.pop("mutated-later", None)  # harmless where the caller has given a copy
        if later is not None and wrong:
            facts.setdefault("mutated-state", later | {"fact": "mutated-state"})
        if "mutated-state" in facts:
            return self._fact(facts["mutated-state"], wrong)
        if wrong:
            names = self._names() if any(each.given.has_value for each in wrong) else []
            if names:
                return self._wrong(wrong[0], names)
            for name in ("same-mark", "missing-action", "plays-on", "depth-in-loop"):
                if name in facts:
                    return self._fact(facts[name], wrong)
            return self._wrong(wrong[0], [])
        if fault is not None:
            return fault
        if doubtful and not facts:
            taken = "; ".join(self._taken(told))
            told["why"] = f"{UNCLEAR} ({taken}): {doubtful[0].told['doubt']}"
            return None
        for fact in facts.values():
            return self._fact(fact, [])
        if told["prunes"] is False and self.algorithm == "alphabeta":
            return self._unpruned()
        return self._made(ok=True, sentence=self._praise())

    # Cases.

    def _case(self, told: dict[str, Any]) -> Asked | None:
        """A position as a tree whose root is MAX's; None where that is unclear."""
        kind = told["kind"] or ("neg" if self.usual == "neg" else "max")
        unclear = told.get("guessed") and (kind == "odd" or (not told["kind"] and self.usual != "neg"))
        if kind == "average" or told["mixed"] or "fault" in told or unclear:
            return None
        chance = self.algorithm in ("expectimax", "expectiminimax") and not told.get("collapsed")
        agents = told.get("agents", 2)
        sign = -1 if kind == "min" else 1
        if chance and (kind != "max" or not _finite(told["tree"])):
            return None

        def sprout(node: list[Any], level: int) -> Sprout:
            value: Any = _bounded(node[0]) * sign * (-1 if kind == "neg" and level % 2 else 1) + 0.0
            children = tuple(sprout(child, level + 1) for child in node[1])
            odds = (1 / len(children),) * len(children) if chance and level % agents and children else ()
            return Sprout(int(value) if value.is_integer() else value, children, odds)

        pattern = (0, *[CHANCE] * (agents - 1)) if chance else tuple(range(agents))
        specimen = Specimen(sprout(told["tree"], 0), pattern)
        base = "expectimax" if chance else "minimax" if told.get("collapsed") else self.algorithm
        value = None if told.get("value") is None else _bounded(told["value"])
        action = told.get("action")
        given = Given(
            None if value is None else value * sign + 0.0,
            None if action is None else FIRST + action,
            None,
            value is not None,
            action is not None,
        )
        if not given.has_value and not given.has_action:
            return None
        return Asked(Case(specimen, None, base, Conventions()), given, told, sign)

    def _names(self) -> list[str]:
        """The mistakes that explain every answer."""
        submission = Submission(
            self.path, self.name, 0, "own", self.algorithm, (), False, False, None, self.usual == "neg", False, None
        )
        drawn = [(each.case, each.given) for each in self.asked if not each.told.get("collapsed")]
        if not any(given.wrong(case) for case, given in drawn):
            return []
        names = diagnose(drawn, submission)
        # The actions it tries have been observed; without a window they cannot be wrong.
        fitting = [name for name in names if self.algorithm == "alphabeta" or WRONG[name].of(self.algorithm)]
        unfit = {"wrong:first-child"} if self.usual == "neg" else {"wrong:first-child", *NEGAMAX}
        return [name for name in fitting if name not in unfit]

    # Verdicts.

    def _wrong(self, asked: Asked, names: list[str]) -> Grade:
        where = self._difference(asked)
        if names:
            variant = WRONG[names[0]]
            return self._made(
                mistake=names[0],
                also=tuple(names[1:]),
                sentence=variant.mistake,
                hint=variant.hint,
                example=self._example(asked, where),
            )
        return self._made(
            mistake="unknown",
            sentence=f"Something is wrong that has no name here. {where}",
            hint="Go through the position below by hand, and compare each value with what your code returns there.",
            example=self._example(asked, where),
        )

    def _fact(self, fact: dict[str, Any], wrong: list[Asked]) -> Grade:
        name = f"wrong:{fact['fact']}"
        head, hint = (WRONG[name].mistake, WRONG[name].hint) if name in WRONG else FACTS[fact["fact"]]
        words = fact["words"][0].upper() + fact["words"][1:]
        sentence = head if name in WRONG else f"{head}: {fact['words']}."
        example = Example("", None, 2, {}, {}, f"{words}.", "", fact["text"])
        return self._made(
            mistake=name if name in WRONG else fact["fact"], sentence=sentence, hint=hint, example=example
        )

    def _fault(self) -> Grade | None:
        """A crash in some positions, where in others the search answers."""
        crashed = [
            each
            for each in self.told["positions"]
            if each.get("fault", {}).get("kind") in ("crash", "recursion", "exit")
        ]
        if not crashed:
            return None
        told = min(crashed, key=lambda each: each["size"])
        fault = Fault(**told["fault"])
        sentence = fault.sentence(self.path.name, 0)
        example = Example("", None, 2, {}, {"fault": fault.kind}, "", "", told["text"])
        return self._made(
            mistake=fault.kind,
            sentence=sentence,
            hint="Run your function in the position below and read the line it stops in.",
            example=example,
        )

    def _unpruned(self) -> Grade:
        variant = WRONG["wrong:no-prune"]
        told = min((each for each in self.told["positions"] if each.get("all", 0) >= 60), key=lambda each: each["all"])
        words = f"{self.name} makes {told['calls']} calls below this position, which is every one there is."
        example = Example("", None, 2, {}, {}, words, "", told["text"])
        return self._made(mistake=variant.name, sentence=variant.mistake, hint=variant.hint, example=example)

    # Pieces.

    def _difference(self, asked: Asked) -> str:
        parts = []
        function = asked.told["at"].rsplit(".", 1)[-1]
        line = self.told["lines"].get(asked.told["at"])
        function += f" (line {line})" if line else ""
        if "value" in asked.wrong:
            value = asked.given.value
            said = "none" if value is None else _number(value * asked.sign)
            parts.append(f"the value is {_number(asked.case.value * asked.sign)} and {function} says {said}")
        if "action" in asked.wrong:
            right = " or ".join(self._ordinal(action - FIRST) for action in sorted(asked.case.best))
            yours = self._ordinal((asked.given.action or FIRST) - FIRST)
            answer = asked.told.get("answer", "")
            words = f"the best action is the {right} that it tries and {function} takes the {yours}"
            parts.append(f"{words}, {answer}" if answer else words)
        acts = {"min": ", MIN to act", "max": ", MAX to act"}.get(asked.told["kind"], "")
        return f"In the position below{acts}, {'; '.join(parts)}."

    def _ordinal(self, index: int) -> str:
        words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
        return words[index] if index < len(words) else f"{index + 1}th"

    def _example(self, asked: Asked, sentence: str) -> Example:
        tree = _plain(asked.told["tree"])
        text = "" if asked.told.get("collapsed") else str(tree)
        expected: dict[str, Any] = {"value": asked.case.value * asked.sign}
        if asked.given.has_action:
            expected["actions"] = [self._ordinal(action - FIRST) for action in sorted(asked.case.best)]
        got = {"value": asked.told.get("value")}
        if asked.given.action is not None:
            got["action"] = self._ordinal(asked.given.action - FIRST)
        return Example(
            text if len(text) < 160 else "", asked.told["depth"], 2, expected, got, sentence, "", asked.told["text"]
        )

    def _praise(self) -> str:
        searched = [each for each in self.asked if each.told["at"] in self.told["functions"]]
        aspects = [
            word
            for word, has in (
                ("value", any(each.given.has_value for each in searched)),
                ("action", any(each.given.has_action for each in searched)),
            )
            if has
        ]
        what, number = " and ".join(aspects) or "action", len(searched) or len(self.asked)
        sentence = f"{self.name} is right: {what} in {number} positions of its own game"
        entry = [each for each in self.asked if each.told["at"] not in self.told["functions"]]
        if entry and searched:
            sentence += f", and {entry[0].told['at'].rsplit('.', 1)[-1]} takes a best action in {len(entry)}"
        return sentence + "."

    def _made(
        self,
        *,
        ok: bool = False,
        mistake: str = "",
        also: tuple[str, ...] = (),
        sentence: str,
        hint: str = "",
        example: Example | None = None,
    ) -> Grade:
        told = self.told
        graded = {
            "value": [each for each in self.asked if each.given.has_value],
            "action": [each for each in self.asked if each.given.has_action],
        }
        right = {aspect: sum(aspect not in each.wrong for each in asked) for aspect, asked in graded.items() if asked}
        return Grade(
            ok, self.path.name, self.name, "own", self.algorithm, ", ".join(right), len(self.asked), right, mistake,
            also, sentence, hint, example, "", (), tuple(self._taken(told)),
            {aspect: len(asked) for aspect, asked in graded.items() if asked},
        )  # fmt: skip

    def _taken(self, told: dict[str, Any]) -> list[str]:
        """What was taken for what, in sentences."""
        taken = told["taken"]
        words = [f"{told['signature']} (line {told['line']}) is the search"]
        if told["entry"]:
            words.append(f"{told['entry']} chooses the action")
        if told["state"]:
            words.append(f"it begins with {told['state']}")
        if "actions" in taken:
            words.append(f"{taken['actions']} gives the actions")
        if "board" in taken:
            words.append(f"{taken['board']} is the board, with {taken['marks']} on it")
        if "turn" in taken:
            words.append(f"{taken['turn']} says whose turn it is")
        if "depth" in taken:
            words.append(f"{taken['depth']} is the depth")
        return words


def _help(why: str) -> str:
    """What would help where a search could not be graded."""
    if "another file" in why:
        return "put both into one file"
    if why.startswith(UNCLEAR):
        return "correct what was taken for what, as --map turn=name or --map start=new_board"
    if "players" in why:
        return "grade a game of two"
    return "take out what is random" if "random" in why else "show how to begin, as --map start=new_board"


def _number(value: float) -> str:
    return f"{math.copysign(math.inf, value) if abs(value) == INFINITE else value:g}"


def _bounded(value: float) -> float:
    """A number for an infinite one, which programs give to a win or a loss."""
    return max(-INFINITE, min(INFINITE, value))


def _finite(node: list[Any]) -> bool:
    return math.isfinite(node[0]) and all(map(_finite, node[1]))


def _plain(node: list[Any]) -> Any:
    value = node[0]
    return [_plain(child) for child in node[1]] if node[1] else int(value) if float(value).is_integer() else value
