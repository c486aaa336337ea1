"""The tree tests of the course project: read, searched as the project does, and written."""

from __future__ import annotations

import random
from fractions import Fraction
from math import inf

import pytest

from countermove.errors import SpecError
from countermove.games.tree import Tree
from countermove.lectures.course import PROJECT, Course, ProjectGame, from_game, read, run, write

SMALL = '''# two ghosts, one cycle
class: "GraphGameTreeTest"
alg: "{alg}"
depth: "{depth}"
diagram: """
      top
     /   \\
   x1     x2
"""
num_agents: "3"

start_state: "top"
win_states: "w"
lose_states: ""
successors: """
top Left x1
top Right x2
x1 Left y1
x1 Right w
x2 Left y2
x2 Right y3
y1 Left p
y1 Right q
y2 Left r
y3 Left s
y3 Right t
p Left u
"""
evaluation: """
w 6
p 4
q 9
r 3
s 8
t 1
u 50
"""
'''


def small(tmp_path, alg="MinimaxAgent", depth=1, *changes):
    text = SMALL.format(alg=alg, depth=depth)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "small.test"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_test_is_read_with_its_conventions(tmp_path):
    course = read(small(tmp_path))
    assert (course.algorithm, course.depth, course.conventions, course.game.players) == ("minimax", 1, PROJECT, 3)
    assert "x1     x2" in course.diagram and course.expected is None


def test_minimax_generates_all_states_within_the_depth_and_the_start_state(tmp_path):
    assert run(small(tmp_path)) == {"action": "Left", "generated": "p q r s t top w x1 x2 y1 y2 y3".split()}  # noqa: SIM905


def test_the_depth_counts_cycles(tmp_path):
    assert "u" not in run(small(tmp_path))["generated"]
    assert "u" in run(small(tmp_path, depth=2))["generated"]


def test_alphabeta_prunes_strictly_and_generates_less(tmp_path):
    path = small(tmp_path, "AlphaBetaAgent")
    assert run(path) == {"action": "Left", "generated": ["p", "q", "r", "top", "w", "x1", "x2", "y1", "y2"]}
    tied = small(tmp_path, "AlphaBetaAgent", 1, ("r 3", "r 4"))
    assert "s" in run(tied)["generated"], "on equality nothing is pruned"


def test_names_that_do_not_occur_are_ignored_among_wins_and_losses(tmp_path):
    changes = ('"w"', '"w v17 Z"'), ('lose_states: ""', 'lose_states: "y9 v17"')
    assert run(small(tmp_path, "MinimaxAgent", 1, *changes)) == run(small(tmp_path))
    assert read(small(tmp_path, "MinimaxAgent", 1, *changes)).game.win == ("w",)


def test_expectimax_averages_the_ghosts(tmp_path):
    course = read(small(tmp_path, "ExpectimaxAgent"))
    assert course.search()[1].value == 6.25
    assert course.solve()["action"] == "Left"


def test_what_is_written_is_read_back_the_same(tmp_path):
    course = read(small(tmp_path, "AlphaBetaAgent"))
    other = tmp_path / "other.test"
    write(course, other)
    again = read(other)
    assert again.expected == again.solve() == course.solve()
    assert again.game.successors == course.game.successors and again.game.evaluation == course.game.evaluation
    assert (again.game.win, again.depth, again.diagram.split()) == (("w",), 1, course.diagram.split())
    assert (tmp_path / "other.solution").read_text().startswith('# The solution of other.test.\naction: "Left"')


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "expectimax"])
def test_a_tree_becomes_a_test_with_the_same_answer(tmp_path, algorithm):
    game = Tree([[3, 12, 8], [2, [4, 1], 6], [14, 5, 2]])
    write(from_game(game, algorithm), tmp_path / "made.test")
    course = read(tmp_path / "made.test")
    assert course.solve() == course.expected
    assert course.search()[1].value == pytest.approx({"expectimax": 23 / 3}.get(algorithm, 3))
    assert course.depth == 2 and "4" not in course.game.win


def plain(agents, successors, evaluation, depth, alg):
    """The project's search, written as its students do, with nothing of ours."""
    generated = {"s"}

    def value(state, agent, left, alpha, beta):
        children = successors.get(state)
        if not children or left == 0:
            return Fraction(evaluation[state]), None
        after, below = (agent + 1) % agents, left - 1 if (agent + 1) % agents == 0 else left
        best = (-inf if agent == 0 else inf), None
        total = Fraction(0)
        for action, child in children.items():
            generated.add(child)
            found = value(child, after, below, alpha, beta)[0]
            total += found
            if found > best[0] if agent == 0 else found < best[0]:
                best = found, action
            if alg == "AlphaBetaAgent":
                if (agent == 0 and best[0] > beta) or (agent != 0 and best[0] < alpha):
                    return best
                alpha, beta = (max(alpha, best[0]), beta) if agent == 0 else (alpha, min(beta, best[0]))
        return best if alg != "ExpectimaxAgent" or agent == 0 else (total / len(children), None)

    return value("s", 0, depth, -inf, inf)[1], sorted(generated)


@pytest.mark.parametrize("alg", ["MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"])
def test_action_and_generated_equal_a_plain_program_on_random_graphs(alg):
    names = {"MinimaxAgent": "minimax", "AlphaBetaAgent": "alphabeta", "ExpectimaxAgent": "expectimax"}
    for seed in range(300):
        rng = random.Random(seed)
        agents, depth = rng.randint(1, 4), rng.randint(1, 2)
        layers = [["s"]]
        successors, evaluation = {}, {"s": 0.0}
        for level in range(agents * depth + 1):
            layer = [f"n{level}x{index}" for index in range(rng.randint(1, 4))]
            for state in layers[-1]:
                if state == "s" or rng.random() < 0.8:
                    afters = rng.sample(layer, rng.randint(1, len(layer)))
                    successors[state] = {f"a{index}": after for index, after in enumerate(afters)}
            evaluation |= {state: float(rng.randint(-5, 5)) for state in layer}
            layers.append(layer)
        game = ProjectGame("s", agents, successors, evaluation)
        solved = Course(game, names[alg], depth, PROJECT).solve()
        assert (solved["action"], solved["generated"]) == plain(agents, successors, evaluation, depth, alg), seed


MISTAKES = {
    "no file": (None, "There is no file"),
    "missing successor": (("y2 Left r\n", ""), "small.test line 20: 'y2' has neither successors nor an evaluation"),
    "missing evaluation": (("q 9\n", ""), "small.test line 23: 'q' has neither successors nor an evaluation"),
    "missing evaluation of a win": (("w 6\n", ""), "line 19: 'w' has no evaluation, but the search stops there"),
    "missing evaluation at the depth": (("p 4\n", ""), "line 22: 'p' has no evaluation, but the search stops there"),
    "two words": (("x1 Left y1", "x1 y1"), "line 18: 'x1 y1' should be three words"),
    "action twice": (("x1 Right w", "x1 Left w"), "line 19: 'x1' has the action 'Left' twice"),
    "no number": (("r 3", "r three"), "line 33: 'r three' should be a state and a number"),
    "evaluated twice": (("r 3", "q 3"), "line 33: 'q' is evaluated twice"),
    "unknown agent": (("MinimaxAgent", "ReflexAgent"), "line 3: alg is 'ReflexAgent'"),
    "depth 0": (('depth: "1"', 'depth: "0"'), "line 4: depth is '0'"),
    "no depth": (('depth: "1"\n', ""), "small.test has no 'depth'"),
    "other class": (("GraphGameTreeTest", "EvalAgentTest"), "line 2: class is 'EvalAgentTest'"),
    "open quotes": (('"3"', '"3'), "line 10: the value of 'num_agents' is not in double quotes"),
    "never closed": (('u 50\n"""', "u 50"), "line 29: the value of 'evaluation' opens with"),
    "no field": (('num_agents: "3"', "three agents"), "line 10: 'three agents' is not a field"),
    "key twice": (('num_agents: "3"', 'num_agents: "3"\nalg: "x"'), "line 11: 'alg' is given twice"),
    "unknown start": (('"top"', '"tip"'), "line 12: the start state 'tip' has no successors"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_reported_with_its_file_and_line(tmp_path, mistake):
    change, words = MISTAKES[mistake]
    path = tmp_path / "nowhere.test" if change is None else small(tmp_path, "MinimaxAgent", 1, change)
    with pytest.raises(SpecError) as error:
        read(path)
    assert words in str(error.value)


def test_a_tree_that_is_no_test_is_refused():
    with pytest.raises(SpecError, match="players are out of turn"):
        from_game(Tree([[1, 2], [3, 4]], root="min"))
    with pytest.raises(SpecError, match="single leaf"):
        from_game(Tree(3))
    with pytest.raises(SpecError, match="cannot be for 'maxn'"):
        from_game(Tree([1, 2]), "maxn")
