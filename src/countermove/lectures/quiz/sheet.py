"""A quiz on paper: a sheet with space for answers, and a key, as Markdown, Typst, or PDF made by Typst.

The sheet states the conventions and the seed, from which a teacher can make it again. A question is never split across
pages; the space left on a page is divided among its questions, for working. The key follows on a separate page, or goes
into another file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from countermove.errors import SpecError
from countermove.lectures.quiz.question import Question, Quiz
from countermove.lectures.quiz.text import tree_text
from countermove.lectures.quiz.typst import escaped, tree_typst
from countermove.lectures.quiz.worked import work
from countermove.views.paper import compiled

FORMATS: Final = (".md", ".typ", ".pdf")
ROOM: Final = {"values": 1, "expectimax": 3, "order": 2}
"""Lines for an answer, if not one."""
SCRATCH: Final = {"expectimax": 8, "order": 6}
"""The least space for working, in millimetres."""

HEAD: Final = """\
#set document(title: "{title}", date: none)
#set page(paper: "a4", margin: (x: 21mm, top: 20mm, bottom: 18mm), numbering: "1 / 1")
#set text(size: 10.5pt, lang: "en")
#set par(justify: false)
#let rule() = block(above: 8mm, below: 0mm, line(length: 100%, stroke: 0.4pt + luma(150)))
"""


def write_sheet(quiz: Quiz, path: str | Path, key: str | Path | None = None, title: str = "Game tree quiz") -> None:
    """Write the sheet, with the key at its end or in a separate file; the file extension selects the format."""
    written = [(Path(path), True, key is None)] + ([] if key is None else [(Path(key), False, True)])
    if key is not None and Path(key) == Path(path):
        raise SpecError(f"The sheet and the key are both {str(path)!r}; name two files, or leave the key out.")
    for file, _, _ in written:
        if file.suffix not in FORMATS:
            raise SpecError(
                f"{str(file)!r} is not a sheet format; use a name ending in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}."
            )
    made = [(file, made_sheet(quiz, file.suffix, title, sheet, keyed)) for file, sheet, keyed in written]
    for file, content in made:
        file.write_bytes(content)


def made_sheet(
    quiz: Quiz, suffix: str, title: str = "Game tree quiz", sheet: bool = True, key: bool = True
) -> bytes:  # fmt: skip
    """The content of a file with the sheet, the key or both, in the format of a file extension."""
    if suffix == ".md":
        return as_markdown(quiz, title, sheet, key).encode()
    source = as_typst(quiz, title, sheet, key)
    return source.encode() if suffix == ".typ" else compiled(source, "pdf")


# Markdown.


def as_markdown(quiz: Quiz, title: str = "Game tree quiz", sheet: bool = True, key: bool = True) -> str:
    """The sheet, the key, or both, as Markdown.

    >>> from countermove.lectures.quiz.make import make_quiz
    >>> print(as_markdown(make_quiz(1, questions=1, kinds=["action"]), key=False).splitlines()[0])
    # Game tree quiz
    """
    parts = []
    if sheet:
        parts.append("\n".join([f"# {title}", "", f"Seed {quiz.seed}. {quiz.conventions}", "", *_markdown_sheet(quiz)]))
    if key:
        lead = '<div style="page-break-before: always"></div>\n\n' if sheet else ""
        parts.append(
            "\n".join([f"{lead}# {title}: key", "", f"Seed {quiz.seed}. {quiz.conventions}", "", *_markdown_key(quiz)])
        )
    return "\n".join(parts)


def _markdown_sheet(quiz: Quiz) -> Iterator[str]:
    for question in quiz.questions:
        yield f"## Question {question.number}"
        yield f"\n{_marked_down(question.prompt)}\n"
        yield f"```text\n{tree_text(question.worked())}\n```\n"
        yield f"*Write {_marked_down(question.format)}.*\n"
        yield "Answer: " + "\\_" * 40 + "\n"


def _markdown_key(quiz: Quiz) -> Iterator[str]:
    for question in quiz.questions:
        yield f"## Question {question.number}"
        yield f"\n**{_marked_down(question.answer)}**\n"
        yield from (f"- {_marked_down(line)}" for line in question.explanation)
        yield ""


def _marked_down(words: str) -> str:
    """Words with Markdown's markup characters escaped."""
    return "".join(f"\\{sign}" if sign in "\\`*_<>[]#|~" else sign for sign in words)


# Typst.


def as_typst(quiz: Quiz, title: str = "Game tree quiz", sheet: bool = True, key: bool = True) -> str:
    """The sheet, the key, or both, as Typst markup that needs no package."""
    parts = [HEAD.format(title=title.replace("\\", "").replace('"', "'"))]
    if sheet:
        questions = "\n\n#v(1fr)\n\n".join(_typst_question(question) for question in quiz.questions)
        parts += [_typst_title(quiz, title, named=True), questions, "#v(1fr)"]
    if key:
        parts += ["#pagebreak()"] if sheet else []
        parts += [
            _typst_title(quiz, f"{title}: key", named=False),
            *(_typst_answer(question) for question in quiz.questions),
        ]
    return "\n\n".join(parts) + "\n"


def _typst_title(quiz: Quiz, title: str, named: bool) -> str:
    name = "Name: #box(width: 62mm, repeat[.]) #h(4mm) Date: #box(width: 30mm, repeat[.])" if named else ""
    seed = f"#text(size: 9pt, fill: luma(60))[seed {quiz.seed}]"
    return (
        f'#text(size: 19pt, weight: "bold")[{escaped(title)}] #h(1fr) {seed}\n\n'
        + (f"{name}\n\n" if named else "")
        + "#block(width: 100%, inset: 3mm, radius: 1mm, fill: luma(245), above: 4mm, below: 5mm)"
        f"[#text(size: 9.5pt)[{escaped(quiz.conventions)} "
        "Triangles pointing up are MAX, pointing down MIN; circles are chance.]]"
    )


def _typst_question(question: Question) -> str:
    rules = "#rule()" * ROOM.get(question.kind, 1)
    scratch = SCRATCH.get(question.kind, 0)
    return (
        "#block(breakable: false, width: 100%, above: 7mm, inset: (bottom: 5mm))[\n"
        f"*{question.number}.* {escaped(question.prompt)}\n\n#v(1mm)\n{tree_typst(question.worked())}\n"
        f"#text(size: 10pt)[_Write {escaped(question.format)}._]\n"
        f"#v({scratch}mm)\n{rules}\n]"
    )


def _typst_answer(question: Question) -> str:
    explanation = "\n".join(f"- {escaped(line)}" for line in question.explanation)
    return (
        "#block(breakable: false, width: 100%, above: 7mm, below: 3mm)[\n"
        f"*{question.number}.* #h(1mm) *{escaped(question.answer)}*\n\n#v(1mm)\n"
        f"{_solved(question)}\n]\n"
        f"#text(size: 9.5pt)[\n{explanation}\n]"
    )


def _solved(question: Question) -> str:
    """The tree with its search; for a question about orders, in the best order."""
    if question.kind != "order":
        return tree_typst(question.worked(), solved=True)
    return tree_typst(
        work(question.answer, question.root, question.algorithm, question.prune), solved=True, named=False
    )
