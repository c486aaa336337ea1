"""`countermove quiz`: practice with seeded questions, in the terminal or on paper.

Each answer is marked at once, with what went wrong and why. An unreadable answer costs nothing and is asked again.
Without a person (`--json`, `--sheet`) questions come with their answers.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from countermove.cli.common import INTERRUPTED, console, emit, require
from countermove.cli.option import JSON
from countermove.errors import SpecError
from countermove.views.words import count

if TYPE_CHECKING:
    from countermove.lectures.quiz import Feedback, Question, Quiz

HELP = "Type an answer, or: hint, skip, quit."


def quiz(
    seed: Annotated[int | None, typer.Option(help="Same seed, same quiz.", show_default="a new one each time")] = None,
    questions: Annotated[int, typer.Option(help="Number of questions.")] = 5,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="values, pruned, window, action, count, order or expectimax; repeatable.",
            show_default="all in turn",
        ),
    ] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="minimax, alphabeta, expectimax or expectiminimax.",
            show_default="what the kind calls for",
        ),
    ] = None,
    prune: Annotated[str, typer.Option(help="Alpha-beta cuts when a bound is reached (>=) or exceeded (>).")] = ">=",
    branching: Annotated[int | None, typer.Option(help="Children of every inner node.", show_default="2 or 3")] = None,
    depth: Annotated[int | None, typer.Option(help="Levels below the root.", show_default="2 to 4")] = None,
    cuts: Annotated[int | None, typer.Option(help="Number of cuts alpha-beta makes.", show_default="1 or more")] = None,
    target: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Property of every tree: tie, deep-cut, unsafe-root, ordering or chance; repeatable.",
            show_default="a trap now and then",
        ),
    ] = None,
    root: Annotated[str, typer.Option(help="Player at the root: max or min.")] = "max",
    sheet: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a sheet to print: FILE.md, FILE.typ or FILE.pdf.")
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the key to a separate file.", show_default="at the end of the sheet"),
    ] = None,
    json: JSON = False,
) -> int | None:
    """Practise search on small trees, or write a quiz sheet."""
    require(key is None or sheet is not None, "--key goes with --sheet; name a file for the sheet as well.")
    made = _make(seed, questions, kind, algorithm, prune, branching, depth, cuts, target, root)
    if sheet is not None:
        from countermove.lectures.quiz.sheet import write_sheet

        write_sheet(made, sheet, key)
    if json:
        emit(_as_json(made))
    elif sheet is not None:
        where = f"{sheet}, the key in {key}" if key else f"{sheet}, with the key at its end"
        console().print(f"{count(len(made.questions), 'question')} of seed {made.seed} written to {where}.")
    else:
        return Practice(made).run()
    return None


def _make(
    seed: int | None,
    questions: int,
    kinds: list[str] | None,
    algorithm: str | None,
    prune: str,
    branching: int | None,
    depth: int | None,
    cuts: int | None,
    targets: list[str] | None,
    root: str,
) -> Quiz:
    import random

    from countermove.lectures.quiz import make_quiz

    return make_quiz(
        random.SystemRandom().randrange(1, 10_000) if seed is None else seed,
        questions=questions,
        kinds=_listed(kinds),
        algorithm=algorithm,
        prune=prune,
        branching=branching,
        depth=depth,
        cuts=cuts,
        targets=_listed(targets),
        root=root,
    )


def _listed(given: list[str] | None) -> list[str]:
    """Names from repeated options or comma-separated."""
    return [name for each in given or [] for name in each.replace(",", " ").split()]


def _as_json(made: Quiz) -> dict[str, object]:
    from countermove.lectures.quiz.text import tree_text

    answer = made.as_json()
    for entry, question in zip(answer["questions"], made.questions):
        entry["drawing"] = tree_text(question.worked())
    return answer


class Practice:
    """A quiz in progress."""

    def __init__(self, made: Quiz) -> None:
        self.quiz = made
        self.right = 0
        self.asked = 0
        self.out = console()
        self._typed = sys.stdin.isatty() and sys.stdout.isatty()
        if self._typed:
            with suppress(ImportError):  # not on Windows, whose console edits lines itself
                import readline  # noqa: F401 (editing keys and history for input)

    def run(self) -> int | None:
        """Ask every question, or until the person quits."""
        code = None
        self._say(
            f"Quiz {self.quiz.seed}: {count(len(self.quiz.questions), 'question')}. {self.quiz.conventions}", "dim"
        )
        self._say(HELP, "dim")
        try:
            for question in self.quiz.questions:
                self._ask(question)
                self.asked += 1
        except EOFError:
            self._say(f"\nYou quit after {self.asked} of {count(len(self.quiz.questions), 'question')}.")
        except KeyboardInterrupt:
            self._say(f"\nInterrupted after {self.asked} of {count(len(self.quiz.questions), 'question')}.")
            code = INTERRUPTED
        self._say(f"\nScore: {self.right} of {self.asked}. Repeat it with --seed {self.quiz.seed}.", "bold")
        return code

    def _ask(self, question: Question) -> None:
        """Ask one question until answered or skipped; quitting raises EOFError."""
        from countermove.lectures.quiz import grade_answer
        from countermove.lectures.quiz.text import tree_text

        self._say(f"\nQuestion {question.number} of {len(self.quiz.questions)}. {question.prompt}\n", "bold")
        width = self.out.width if self.out.is_terminal else 100
        self.out.print(tree_text(question.worked(), width), soft_wrap=True)
        self._say(f"\nWrite {question.format}.", "dim")
        while True:
            line = self._read()
            word = line.casefold()
            if word in ("quit", "exit"):
                raise EOFError
            if word in ("help", "?"):
                self._say(f"{HELP} Write {question.format}.", "dim")
            elif word == "hint":
                self._say(f"Hint: {question.hint}", "green")
            elif word == "skip":
                self._say(f"Skipped. The answer is {question.answer}.", "yellow")
                self._explain(question.explanation)
                return
            else:
                try:
                    feedback = grade_answer(question, line)
                except SpecError as error:
                    self._say(str(error), "red")
                    continue
                self._show_feedback(question, feedback)
                return

    def _show_feedback(self, question: Question, feedback: Feedback) -> None:
        self.right += feedback.correct
        if feedback.correct:
            self._say(feedback.text, "bold green")
            return
        self._say(f"{feedback.text} The answer is {feedback.answer}.", "bold red")
        self._explain(feedback.details or question.explanation)

    def _explain(self, sentences: tuple[str, ...]) -> None:
        for sentence in sentences:
            self._say(f"  {sentence}")

    def _say(self, text: str, style: str = "") -> None:
        """Print a sentence, wrapped on a terminal only."""
        self.out.print(text, style=style, soft_wrap=not self.out.is_terminal)

    def _read(self) -> str:
        """The next non-empty line; EOFError at end of input."""
        while True:
            if self._typed:
                line = input("> ")
            else:
                self.out.print("> ", end="")
                line = sys.stdin.readline()
                self.out.print(line.rstrip())
                if not line:
                    raise EOFError
            if line.strip():
                return line.strip()
