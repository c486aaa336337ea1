"""Predictions: what is asked of a search, and that right answers are right and mistakes have their names."""

from __future__ import annotations

import math
import random

import pytest

from countermove.errors import SpecError
from countermove.games.tictactoe import TicTacToe
from countermove.games.tree import Tree
from countermove.lectures import items
from countermove.lectures.predict import Prediction, TracedSearch, grade, predictions
from countermove.lectures.quiz.answer import agrees, one_number, read_window, show
from countermove.lectures.quiz.grow import Shape, grow
from countermove.lectures.show import perform
from countermove.textbook import ALGORITHMS, Conventions, trace


def told(tree: object, algorithm: str = "alphabeta", **conventions: str) -> TracedSearch:
    game, rules = Tree(tree), Conventions(**conventions)  # type: ignore[arg-type]
    return TracedSearch(game, *trace(ALGORITHMS[algorithm](game, conventions=rules)), rules, algorithm)


def right(search: TracedSearch, asked: Prediction) -> tuple[str, list[int]]:
    """The answer that the hidden event gives."""
    event = search.events[asked.at]
    if asked.kind == "cut":
        assert len(event.skipped) in (0, len(asked.options))  # what was looked at already is not offered
        return "", list(range(len(event.skipped)))
    if asked.kind == "action":
        return "", [list(search.decision.values).index(search.decision.action or 0)]
    if asked.kind == "window":
        assert event.after is not None
        return f"{event.after[0]}, {event.after[1]}", []
    value = event.value if isinstance(event.value, tuple) else (event.value,)
    return ", ".join(show(each) for each in value if each is not None), []


@pytest.mark.parametrize("conventions", [{}, {"prune": ">"}, {"returns": "hard"}, {"names": "plus-minus"}])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "expectimax", "deepening"])
def test_what_the_search_does_is_the_right_answer(algorithm: str, conventions: dict[str, str]) -> None:
    for seed in range(8):
        search = told(grow(random.Random(seed), Shape(None, 3, ties=seed % 2 == 0)), algorithm, **conventions)
        for asked in predictions(search):
            assert grade(search, asked, *right(search, asked)).correct, (seed, asked)


def test_every_search_of_the_lectures_can_be_predicted() -> None:
    for item in items():
        for run in item.runs:
            done = perform(run)
            search = TracedSearch(done.game, done.last, done.decision, done.conventions, done.algorithm, run.opponent)
            for asked in predictions(search):
                feedback = grade(search, asked, *right(search, asked))
                assert feedback.correct and feedback.details, (item.name, asked)


def test_a_position_met_twice_is_two_nodes() -> None:
    game = TicTacToe()
    state = game.read("XOXXO.O..")
    search = TracedSearch(game, *trace(ALGORITHMS["alphabeta"](game, state)), algorithm="alphabeta")
    assert len(set(search.names.values())) == len(search.names)
    for asked in predictions(search):
        assert grade(search, asked, *right(search, asked)).correct


def test_a_leaf_at_the_depth_limit_has_no_window_to_ask_for() -> None:
    game = TicTacToe()
    search = TracedSearch(game, *trace(ALGORITHMS["alphabeta"](game, depth=2)), algorithm="alphabeta")
    for asked in predictions(search):
        if asked.kind == "window":
            assert not grade(search, asked, "1, 2").correct


@pytest.mark.parametrize(
    ("number", "text", "chosen", "category"),
    [
        (0, "7", [], "swapped"),
        (0, "-2", [], "sign"),
        (0, "4.5", [], "averaged"),
        (1, "inf, 2", [], "swapped"),
        (1, "-inf, inf", [], "too-wide"),
        (1, "2, 7", [], "too-narrow"),
        (2, "", [], "under-pruning"),
        (2, "", [1], "wrong-children"),
        (3, "", [1], "swapped"),
    ],
)
def test_mistakes_have_names(number: int, text: str, chosen: list[int], category: str) -> None:
    search = told([[2, 7], [1, 8, 9]])
    feedback = grade(search, predictions(search)[number], text, chosen)
    assert not feedback.correct and feedback.category == category


def test_a_tie_depends_on_the_prune_test() -> None:
    for prune, chosen, category in ((">=", [], "prune-test"), (">", [0], "prune-test")):
        search = told([[3, 5], [3, 0]], prune=prune)
        asked = next(each for each in predictions(search) if each.kind == "cut")
        assert grade(search, asked, "", chosen).category == category


def test_what_fails_hard_is_clamped() -> None:
    search = told([[5, 9], [8, 3, 1]], returns="hard")
    asked = [each for each in predictions(search) if each.kind == "value"][-1]
    assert grade(search, asked, "5").correct
    assert grade(search, asked, "3").category == "not-clamped"


@pytest.mark.parametrize(
    ("typed", "window"),
    [
        *(
            (f"{sign}{word}; 5", (-math.inf, 5))
            for sign in ("-", "−", "- ", "minus ", "–")
            for word in ("inf", "∞", "oo")
        ),
        *((f"5; {word}", (5, math.inf)) for word in ("inf", "+inf", "+ ∞", "Infinity", "infty", "\\infty", "plus oo")),
        ("2,5; 10/3", (2.5, 10 / 3)),
        ("(-inf, 5)", (-math.inf, 5)),
        ("β=5 α=−∞", (-math.inf, 5)),
    ],
)
def test_a_window_is_read_however_it_is_written(typed: str, window: tuple[float, float]) -> None:
    assert read_window(typed) == window


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("7,67", 7.67),
        (" 7.67 ", 7.67),
        ("23 / 3", 23 / 3),
        ("- 5", -5),
        ("−5", -5),
        ("+5.", 5),
        ("(5)", 5),
        ("0,667", 0.667),
    ],
)
def test_a_number_is_read_however_it_is_written(typed: str, number: float) -> None:
    assert one_number(typed) == number


@pytest.mark.parametrize(
    "typed", ["", " ", "7,667", "1,234", "3 4", "1/0", "nan", "1e5", "9" * 400, "9" * 5000, "²", "--3"]
)
def test_what_may_be_read_in_two_ways_or_in_none_is_a_sentence(typed: str) -> None:
    with pytest.raises(SpecError, match=r"write .*\d"):
        one_number(typed)


def test_more_places_must_all_be_right() -> None:
    assert agrees(7.67, 23 / 3) and agrees(7.666, 23 / 3) and agrees(7.6667, 23 / 3) and agrees(8, 7.998)
    assert not agrees(7.7, 23 / 3) and not agrees(0.001, 0.002) and not agrees(math.inf, 5)


def test_answers_that_are_none_are_sentences() -> None:
    search = told([[2, 7], [1, 8]])
    value, window, cut, action = predictions(search)
    for asked, text, chosen in (
        (value, "", []),
        (value, "two", []),
        (window, "2", []),
        (cut, "", [5]),
        (action, "", []),
    ):
        with pytest.raises(SpecError):
            grade(search, asked, text, chosen)


def test_a_wrong_value_is_explained_once() -> None:
    search = told([[10, 6], [1, 2]], "minimax")
    value = next(asked for asked in predictions(search) if asked.kind == "value")
    sentence = "You took the average at b, but MIN chooses there: b (MIN) is worth 6, the smallest of 10 and 6."
    assert grade(search, value, "8").details == (sentence,)
    assert len(grade(search, value, "6").details) == 1
