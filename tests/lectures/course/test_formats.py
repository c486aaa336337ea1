"""Nested lists, indented text and Gambit files, each as a game."""

from __future__ import annotations

import pytest

from countermove.errors import SpecError
from countermove.game import CHANCE
from countermove.lectures.course import read, run, write


@pytest.fixture
def file(tmp_path):
    def go(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return go


def value(path):
    return read(path).search()[1].value


def test_nested_lists_may_have_lines_and_comments(file):
    path = file("cmu.txt", "# the example\n[[3, 12],  # Left\n [4, 6],\n [15, 2]]\n")
    assert (value(path), run(path)["action"]) == (4, "Center")


TRACE = """
a MAX
  b MIN
    d = 2
    e = 7
  c
    f = 1
    g = 8
"""


def test_indented_text_has_names_sides_and_values(file):
    course = read(file("trace.txt", TRACE))
    assert course.game.node_names == ("a", "b", "c", "d", "e", "f", "g")
    assert course.solve() == {"action": "Left", "generated": ["a", "b", "c", "d", "e", "f"]}
    assert course.algorithm == "alphabeta"


def test_indented_text_may_be_numbers_only_and_start_with_min(file):
    assert value(file("min.txt", "MIN\n\t-21\n\t-3\n")) == -21
    assert value(file("three.txt", "x\n   1.5\n   -2e1\n")) == 1.5


def test_probabilities_make_chance_act(file):
    course = read(file("traffic.txt", "way\n  go\n    0.25: 20\n    1/2: slow = 30\n    .25: 60\n"))
    assert course.game.player(course.game.result(course.game.initial(), 0)) == CHANCE
    assert course.search()[1].value == 35
    assert value(file("even.txt", "coin CHANCE\n  heads = 1\n  tails = 0\n")) == 0.5


GAMBIT = """EFG 2 R "Coin, then choose" { "one" "two" }
"a comment"
p "root" 1 1 "" { "safe" "risky" } 0
t "" 1 "even" { 2, -2 }
c "" 1 "" { "heads" 1/2 "tails" 0.5 } 2 "fee" { 1, -1 }
p "" 2 1 "reply" { "left" "right" } 0
t "" 3 "" { 6 -6 }
t "" 4 "" { 8 -8 }
t "" 3
"""


def test_a_gambit_file_is_read_with_chance_and_payoffs_on_the_way(file):
    course = read(file("coin.efg", GAMBIT))
    assert (course.algorithm, course.search()[1].value, course.solve()["action"]) == ("expectiminimax", 7, "risky")
    root = course.game.initial()
    assert [course.game.action_name(root, action) for action in (0, 1)] == ["safe", "risky"]


def test_a_gambit_file_of_three_players_is_for_maxn(file):
    text = 'EFG 2 R "" { "a" "b" "c" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 2 3 }\nt "" 2 "" { 3/2 0 0 }\n'
    course = read(file("three.efg", text))
    assert (course.algorithm, course.search()[1].value) == ("maxn", (1.5, 0, 0))


MISTAKES = {
    ("a.txt", ""): "a.txt is empty",
    ("a.txt", "[[3, 12],\n [4, 6]\n"): "a.txt line 1: the list cannot be read: the [ is never closed.",
    ("a.txt", "[[3, 12],\n [4, x]]\n"): "a.txt line 2: the list cannot be read: 'x' is not a number.",
    ("a.txt", "[[3, 12],\n [4, 6]]]\n"): "a.txt line 2: the list cannot be read: the ] has no [.",
    (
        "a.txt",
        "[" * 300 + "1" + "]" * 300,
    ): "a.txt: the brackets are nested 300 deep; a tree has at most 200 levels.",
    ("a.txt", "[[3, 'x'], [4, 6]]"): "a.txt: In the tree, the second child of the first child of the root is 'x'",
    ("a.txt", "[]"): "a.txt: In the tree, the root is an empty list",
    ("a.txt", "[f(x)]"): "a.txt line 1: the list cannot be read: 'f' is not a number.",
    ("a.txt", "a\n  b\n  3\n"): "a.txt line 2: b has neither a value (as in b = 3) nor lines below it",
    ("a.txt", "a = 3\n  b = 4\n"): "a.txt line 1: a has both a value and lines below it",
    ("a.txt", "a\n  b = x\n"): "a.txt line 2: 'b = x' lacks a number",
    ("a.txt", "a\n    b = 1\n  c = 2\n"): "a.txt line 3: it is indented by 2, which matches no line above it",
    ("a.txt", "a\n  b = 1\nc = 2\n"): "a.txt line 3: a second root; the first is in line 1",
    ("a.txt", "a\n  b = 1\n  b = 2\n"): "a.txt line 3: the name 'b' is already used in line 2",
    ("a.txt", "a\n  0.5: 1\n  2\n"): "a.txt line 3: a probability is missing",
    ("a.txt", "a\n  0.5: 1\n  0.4: 2\n"): "a.txt line 1: the probabilities below a sum to 0.9, not 1",
    ("a.txt", "a MIN\n  0.5: 1\n  0.5: 2\n"): "a.txt line 1: a is MIN's, but lines below it have probabilities",
    ("a.efg", GAMBIT.replace('"heads" 1/2', '"heads" 1/3')): "a.efg line 5: the probabilities of chance move 1 sum to",
    ("a.efg", GAMBIT.replace('t "" 3\n', "")): "a.efg line 8: the file ends where a node is expected",
    ("a.efg", GAMBIT + 't "" 3\n'): "a.efg line 10: 't' follows the end of the tree",
    ("a.efg", GAMBIT.replace("{ 6 -6 }", "{ 6 }")): "a.efg line 7: outcome 3 has 1 payoffs for 2 players",
    ("a.efg", GAMBIT.replace('t "" 3\n', 't "" 9\n')): "a.efg line 9: outcome 9 has no payoffs",
    ("a.efg", GAMBIT.replace('p "" 2 1', 'p "" 7 1')): "a.efg line 6: player 7 acts",
    ("a.efg", GAMBIT.replace('p "" 2 1', 'q "" 2 1')): "a.efg line 6: 'q' is not a kind of node",
    ("a.efg", GAMBIT.replace("{ 8 -8 }", "{ 8 x }")): "a.efg line 8: expected a payoff, found 'x'",
    ("a.efg", GAMBIT.replace('"fee"', '"fee')): "a.efg line",
    ("a.efg", GAMBIT.replace("EFG 2 R", "EFG 1 R")): "a.efg line 1: only EFG 2 can be read",
    ("a.efg", "NFG 1 R"): "a.efg line 1: a Gambit file starts with EFG",
    ("a.efg", GAMBIT.replace('p "" 2 1 "reply"', 'p "" 1 1 "reply"')): (
        "a.efg line 6: information set 1 of player 1 had other actions before"
    ),
}


@pytest.mark.parametrize("given", MISTAKES)
def test_a_mistake_is_reported_with_its_file_and_line(file, given):
    with pytest.raises(SpecError) as error:
        read(file(*given))
    assert MISTAKES[given] in str(error.value)


def test_only_a_course_test_can_be_written(file, tmp_path):
    with pytest.raises(SpecError, match="from_game makes one"):
        write(read(file("trace.txt", TRACE)), tmp_path / "out.test")
