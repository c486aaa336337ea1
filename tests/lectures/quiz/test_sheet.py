"""Sheets and keys: everything on them, nothing given away, and Typst takes them."""

from __future__ import annotations

import builtins
import re

import pytest

from countermove.errors import CountermoveError, SpecError
from countermove.lectures.quiz import make_quiz
from countermove.lectures.quiz.sheet import as_markdown, as_typst, write_sheet
from countermove.lectures.quiz.text import tree_text
from countermove.lectures.quiz.typst import tree_typst
from countermove.lectures.quiz.worked import work
from countermove.views.paper import compiled

QUIZ = make_quiz(4, questions=7)


@pytest.mark.parametrize("made", [as_markdown, as_typst])
def test_a_sheet_states_seed_and_conventions_and_a_key_answers(made):
    sheet, key, both = made(QUIZ, key=False), made(QUIZ, sheet=False), made(QUIZ)
    for page in (sheet, key, both):
        assert re.search(r"[Ss]eed 4\b", page)
        assert "fail" in page and "left to right" in page
    assert sheet.count("Write ") == len(QUIZ.questions)
    assert both.count("Write ") == len(QUIZ.questions)
    for question in QUIZ.questions:
        for line in question.explanation:
            words = line.split()[:2]
            assert all(word.strip("\\()") in key.replace("\\", "") for word in words)


def test_a_sheet_gives_nothing_away():
    sheet = as_markdown(QUIZ, key=False)
    assert "key" not in sheet
    for question in QUIZ.questions:
        assert f"**{question.answer}**" not in sheet


def test_the_key_stands_on_a_page_of_its_own_or_in_a_file_of_its_own(tmp_path):
    assert "page-break-before" in as_markdown(QUIZ)
    assert "#pagebreak()" in as_typst(QUIZ)
    write_sheet(QUIZ, tmp_path / "quiz.typ", tmp_path / "key.md")
    assert "key" not in (tmp_path / "quiz.typ").read_text(encoding="utf-8")
    assert (tmp_path / "key.md").read_text(encoding="utf-8").startswith("# Game tree quiz: key")


def test_twenty_questions_become_a_pdf(tmp_path):
    pytest.importorskip("typst")
    write_sheet(make_quiz(1, questions=20), tmp_path / "quiz.pdf")
    assert (tmp_path / "quiz.pdf").read_bytes().startswith(b"%PDF")


def test_the_room_left_on_a_page_is_shared_out_for_working():
    source = as_typst(make_quiz(1, questions=6), key=False)
    assert source.count("#v(1fr)") == source.count("#block(breakable: false") == 6
    assert source.count("#text(size: 10pt)[_Write ") == 6 and "luma(90)" not in source


def test_values_in_a_key_are_decimals_as_in_its_sentences_and_only_odds_are_fractions():
    quiz = make_quiz(5, questions=12, kinds=["expectimax"])
    assert any("." in question.answer for question in quiz.questions)
    for question in quiz.questions:
        assert "/" not in question.answer
        for pair in question.answer.split(", "):
            node, value = pair.split("=")
            line = next(line for line in question.explanation if line.startswith(f"{node} ("))
            assert f" = {value}" in line
    assert not re.search(r"\d/\d+(?! ×)", " ".join(line for q in quiz.questions for line in q.explanation))


@pytest.mark.parametrize(
    "wanted",
    [
        {"branching": 6, "depth": 2},
        {"branching": 2, "depth": 5},
        {"targets": ["chance"], "depth": 4},
        {"algorithm": "expectimax", "root": "min", "kinds": ["expectimax"]},
    ],
)
def test_typst_takes_trees_of_every_shape(wanted):
    pytest.importorskip("typst")
    assert compiled(as_typst(make_quiz(2, questions=3, **wanted)), "pdf").startswith(b"%PDF")


def test_odd_titles_do_not_break_a_sheet():
    pytest.importorskip("typst")
    assert compiled(as_typst(QUIZ, title='#panic() "A\\B" $x$ *b* [c] <d>'), "pdf").startswith(b"%PDF")


def test_without_the_package_a_sentence_says_how_to_get_it(monkeypatch):
    real = builtins.__import__

    def missing(name, *rest):
        if name == "typst":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(CountermoveError, match=r"pip install 'countermove\[sheet\]'"):
        compiled("x", "pdf")


def test_names_of_files_are_checked_before_anything_is_written(tmp_path):
    with pytest.raises(SpecError, match=r"\.md, \.typ or \.pdf"):
        write_sheet(QUIZ, tmp_path / "quiz.md", tmp_path / "key.doc")
    with pytest.raises(SpecError, match="two files"):
        write_sheet(QUIZ, tmp_path / "quiz.md", tmp_path / "quiz.md")
    assert not list(tmp_path.iterdir())


def test_a_tree_is_drawn_unsolved():
    worked = work("[[3,12],[2,4]]", "max", "alphabeta", ">=")
    for drawn in (tree_text(worked), tree_text(worked, 10), tree_typst(worked)):
        for sign in ("≤", "≥", "✂", "inf", "best"):
            assert sign not in drawn
    assert "≤2" in tree_typst(worked, solved=True)


def test_wide_trees_are_indented_where_they_do_not_fit():
    worked = make_quiz(1, questions=1, branching=6, depth=2).questions[0].worked()
    assert max(map(len, tree_text(worked, 80).splitlines())) <= 80
    assert len(tree_text(worked, 120).splitlines()) == 6


@pytest.mark.parametrize("seed", range(10))
def test_every_leaf_and_payoff_is_in_the_drawing(seed):
    for question in make_quiz(seed, questions=7).questions:
        worked = question.worked()
        drawn = tree_text(worked).split()
        for leaf in worked.leaves:
            assert drawn.count(leaf) == 1
        for payoff in worked.leaves.values():
            assert f"{payoff:g}" in drawn
