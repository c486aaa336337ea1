"""The Pacman tests of the course project: the game replayed, every turn judged, solutions compared."""

from __future__ import annotations

import json
import random

import pytest
from course_pacman import Course

from countermove.errors import SpecError
from countermove.lectures.course import PROJECT
from countermove.lectures.course.pacman_game import read_pacman_solution, write_pacman_solution
from countermove.lectures.course.suite import read_pacman_test, run_folder, run_test, verdict

TEST = '''class: "PacmanGameTreeTest"
alg: "{alg}"
seed: "{seed}"
depth: "{depth}"
max_points: "4"

# a layout of our own
layoutName: "yard"
layout: """
%%%%%%%%%%
%....%G G%
%.%%.%.%.%
%o...P...%
%.%%.%.%.%
%........%
%%%%%%%%%
"""
'''
AGENTS = ("MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent")


@pytest.fixture
def made(tmp_path):
    def make(alg="MinimaxAgent", depth=2, seed=0, *changes, name="game"):
        text = TEST.format(alg=alg, depth=depth, seed=seed)
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / f"{name}.test"
        path.write_text(text, encoding="utf-8")
        return path

    return make


def plain(course, depth, alg, stop=True):
    """The best actions and the number of different states, with the rules of the other Pacman and plain recursion."""
    seen = set()

    def identity(game):
        ghosts = tuple((g["at"], g["facing"], g["timer"]) for g in game.ghosts)
        return game.pacman, facing[id(game)], ghosts, frozenset(game.food), frozenset(game.capsules), game.score

    facing = {}
    kept = []

    def value(game, left):
        seen.add(identity(game))
        left -= game.turn == 0
        if game.won or game.lost or left == 0:
            return game.score
        values = [value(child, left) for _, child in children(game)]
        if game.turn == 0:
            return max(values)
        return sum(values) / len(values) if alg == "ExpectimaxAgent" else min(values)

    def children(game):
        for action in game.legal():
            if action == "Stop" and game.turn == 0 and not stop:
                continue
            child = game.play(action)
            kept.append(child)
            moved = game.turn == 0 and action != "Stop"
            facing[id(child)] = action if moved else facing[id(game)]
            yield action, child

    facing[id(course)] = "Stop"
    seen.add(identity(course))
    scores = {action: value(child, depth) for action, child in children(course)}
    best = max(scores.values())
    return sorted(action for action, score in scores.items() if abs(score - best) < 1e-9), len(seen)


@pytest.mark.parametrize("alg", ["MinimaxAgent", "ExpectimaxAgent"])
def test_best_actions_and_states_of_the_first_turn_equal_a_plain_program(made, alg):
    test = read_pacman_test(made(alg))
    for (actions, count), stop in zip(test.played[0].optimal, (True, False)):
        assert (sorted(actions), count) == plain(Course("\n".join(test.game.rows)), 2, alg, stop)


@pytest.mark.parametrize("alg", AGENTS)
@pytest.mark.parametrize("depth", [1, 2])
def test_the_textbook_is_right_at_every_turn(made, alg, depth):
    test = read_pacman_test(made(alg, depth, 3))
    judged = verdict(test)
    assert judged.right and len(judged.actions) == len(test.played) > 3
    assert all(action in turn.optimal[0][0] for action, turn in zip(judged.actions, test.played))


@pytest.mark.parametrize("alg", AGENTS)
def test_known_mistakes_are_named_as_the_grader_does(made, alg):
    test = read_pacman_test(made(alg))
    for mistake, cause in {
        "wrong:first-reply": "partial ply",
        "wrong:depth-short": "depth off by one",
        "wrong:depth-long": "depth off by one",
    }.items():
        judged = verdict(test, mistake)
        assert (judged.fault, judged.cause, judged.turn) == ("Wrong number of states expanded", cause, 1)


def test_actions_alone_name_the_mistake_where_the_number_of_states_is_right(made):
    test = read_pacman_test(made("MinimaxAgent", 2, 0))
    causes = {"partial_ply": "partial ply", "other_depth": "depth off by one"}
    for field, cause in causes.items():
        lists = [getattr(turn, field)[-1] for turn in test.played]
        wrong = any(not set(best) & {a for b, _ in turn.optimal for a in b} for best, turn in zip(lists, test.played))
        answers = iter([best[0] for best in lists])
        judged = test.judge(lambda turn, answers=answers: (next(answers), turn.optimal[0][1]))
        assert not wrong or (judged.cause in causes.values() and not judged.right), cause
    judged = test.judge(lambda turn: ("Nowhere", turn.optimal[0][1]))
    assert (judged.fault, judged.cause, judged.turn) == ("Suboptimal moves", "", 1)


def test_only_two_ghosts_take_part_and_they_are_numbered_by_column_then_row(made):
    path = made("MinimaxAgent", 1, 0, ("%....%G G%", "%G...%G G%"), ("%........%", "%G.......%"))
    game = read_pacman_test(path).game
    assert [(place % 1024 // 2, place // 1024 // 2) for place in game.tables.ghosts] == [(1, 1), (1, 5)]
    assert game.rows[-1] == "%" * 10, "a short last row continues as a wall"


@pytest.mark.parametrize("alg", AGENTS)
@pytest.mark.parametrize("order", ["NSEW-", "W-ENS"])
def test_a_solution_is_written_read_and_compared(made, alg, order, tmp_path):
    path = made(alg)
    test = read_pacman_test(path)
    other = type(test)(type(test.game)(test.game.layout, order), test.algorithm, test.depth, test.seed, test.name)
    write_pacman_solution(other, path.with_suffix(".solution"))
    result = run_test(path)
    assert result.agrees is True and not result.remark
    lines = read_pacman_solution(path.with_suffix(".solution"))
    assert len(lines["optimalActions"][0]) == 2 and len(lines["altDepthActions"][0]) == 4
    lines["optimalActions"][1][0][1] += 1
    changed = "\n".join(f'{key}: """\n' + "\n".join(map(json.dumps, each)) + '\n"""' for key, each in lines.items())
    path.with_suffix(".solution").write_text(changed, encoding="utf-8")
    result = run_test(path)
    assert result.agrees is False and result.remark.startswith("Turn 2, optimalActions:")


def test_the_ghosts_draw_from_the_seed(made):
    games = [[turn.state for turn in read_pacman_test(made(seed=seed)).played] for seed in (0, 0, 1)]
    assert games[0] == games[1] != games[2]
    test = read_pacman_test(made())
    state = test.game.result(test.game.initial(), 4)
    odds = sorted((test.game.action_name(state, a), p) for a, p in test.game.chances(state))
    drawn = random.Random(1).random()
    name = next(odds[i][0] for i in range(len(odds)) if drawn <= sum(chance for _, chance in odds[: i + 1]))
    after = test._haunted(state, random.Random(1))
    way = next(a for a in test.game.actions(state) if test.game.action_name(state, a) == name)
    assert after.ghosts[0] == test.game.result(state, way).ghosts[0]


MISTAKES = {
    "no seed": (('seed: "0"\n', ""), "game.test has no 'seed'"),
    "bad depth": (('depth: "2"', 'depth: "two"'), "line 4: depth is 'two'"),
    "unknown agent": (("MinimaxAgent", "ReflexAgent"), "line 2: alg is 'ReflexAgent'"),
    "no Pacman": (("%o...P...%", "%o.......%"), "has no Pacman"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_reported_with_its_line(made, mistake):
    change, words = MISTAKES[mistake]
    with pytest.raises(SpecError) as error:
        read_pacman_test(made("MinimaxAgent", 2, 0, change))
    assert words in str(error.value)


def test_an_impossible_solution_is_refused(made):
    path = made()
    path.with_suffix(".solution").write_text('optimalActions: "[[[1"\n', encoding="utf-8")
    with pytest.raises(SpecError, match="is not a list of actions"):
        read_pacman_test(path)
    lists = {"optimalActions": [[[["Up"], 3], [["Up"], 2]]], "altDepthActions": [[]], "partialPlyBugActions": [[]]}
    text = "\n".join(f'{key}: """\n{json.dumps(lines[0])}\n"""' for key, lines in lists.items())
    path.with_suffix(".solution").write_text(text, encoding="utf-8")
    with pytest.raises(SpecError, match="'Up' at turn 1, which is not legal"):
        read_pacman_test(path)


TREE = '''class: "GraphGameTreeTest"
alg: "MinimaxAgent"
depth: "1"
num_agents: "2"
start_state: "s"
win_states: "{win}"
lose_states: "z9"
successors: """
s L a
s R b
a L c
b L d
"""
evaluation: """
c 3
d 5
"""
'''


def test_a_folder_runs_in_one_call(made, tmp_path):
    (tmp_path / "q2").mkdir()
    made(name="q2/10-pacman")
    (tmp_path / "q2" / "2-tree.test").write_text(TREE.format(win="c d unused"), encoding="utf-8")
    (tmp_path / "q2" / "2-tree.solution").write_text('action: "R"\ngenerated: "a b c d s"\n', encoding="utf-8")
    (tmp_path / "3-wrong.test").write_text(TREE.format(win=""), encoding="utf-8")
    (tmp_path / "3-wrong.solution").write_text('action: "L"\ngenerated: "a b c d s"\n', encoding="utf-8")
    (tmp_path / "eval.test").write_text('class: "EvalAgentTest"\nagentName: "X"\n', encoding="utf-8")
    (tmp_path / "zz.test").write_text("nonsense", encoding="utf-8")
    results = {result.file: result for result in run_folder(tmp_path)}
    names = [name.replace("\\", "/") for name in results]
    assert names == ["eval.test", "q2/2-tree.test", "q2/10-pacman.test", "zz.test", "3-wrong.test"]
    assert [result.agrees for result in results.values()].count(True) == 1
    assert results["3-wrong.test"].remark == "the solution has action L"
    assert results["zz.test"].invalid and "EvalAgentTest" in results["eval.test"].remark


def test_the_command_compares_and_exits_with_the_result(made, tmp_path, capsys):
    from countermove.cli import main

    path = tmp_path / "tree.test"
    path.write_text(TREE.format(win="unused"), encoding="utf-8")
    assert main(["lecture", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agrees"] is None
    path.with_suffix(".solution").write_text('action: "R"\ngenerated: "a b c d s"\n', encoding="utf-8")
    assert main(["lecture", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agrees"] is True
    path.with_suffix(".solution").write_text('action: "R"\ngenerated: "a b c s"\n', encoding="utf-8")
    assert main(["lecture", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["agrees"] is False
    game = made("AlphaBetaAgent")
    assert main(["lecture", str(game)]) == 0
    assert "every number of states is right" in capsys.readouterr().out
    assert main(["lecture", str(game), "--algorithm", "wrong:first-reply", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["right"], answer["cause"], answer["agrees"]) == (False, "partial ply", None)
    assert main(["lecture", str(tmp_path), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["agrees"] is False and len(answer["tests"]) == 2
    assert main(["lecture", str(tmp_path)]) == 1
    assert "2 tests: 1 disagree, 1 without a solution." in capsys.readouterr().out
    assert main(["tree", str(path)]) == 0
    assert "▼ MIN" in capsys.readouterr().out


def test_the_conventions_of_the_project_are_the_tests(made):
    assert (PROJECT.prune, PROJECT.ply) == (">", "cycle")
