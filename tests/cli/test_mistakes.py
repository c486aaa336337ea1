"""Whatever a person gets wrong ends as one sentence on stderr with exit code 2, and never as a traceback."""

from __future__ import annotations

import os

import pytest

CHANCE = '[{"children":[1,2],"chances":[0.5,0.5]},3]'
ACTIONS = """        root = 1
        while root * root <= state.counters:
            yield root * root
            root += 1
"""

MISTAKES = {
    "unknown game": (["best", "tictactoo"], "did you mean 'tictactoe'?"),
    "unknown game, nothing close": (["best", "xyzzy"], "'xyzzy'", "the games are"),
    "no game": (["best"], "GAME"),
    "bad field": (["best", "nim:heaps=(1,2)"], "'heaps'", "piles, misere"),
    "bad value of a field": (["best", "connect:rows=six"], "rows=six", "whole number"),
    "bad position": (["best", "tictactoe", "--position", "XX......."], "2 X and 0 O"),
    "illegal action in a position": (["best", "tictactoe", "--position", "a1 a1"], "'a1'", "legal: a3"),
    "finished position": (["best", "tictactoe", "--position", "XXXOO...."], "X wins", "over"),
    "finished position, to solve": (["solve", "tictactoe", "--position", "XXXOO...."], "X wins", "over"),
    "finished position, as a tree": (["tree", "tictactoe", "--position", "XXXOO...."], "X wins", "over"),
    "missing file": (["best", "nowhere.py:Game"], "nowhere.py"),
    "bad algorithm": (["best", "nim", "--algorithm", "alphabet"], "'alphabet'", "alphabeta"),
    "bad algorithm of a tree": (["tree", "[[1,2],[3,4]]", "--algorithm", "x"], "'x'", "minimax"),
    "algorithm that does not fit": (["best", f"tree:tree={CHANCE}", "--algorithm", "alphabeta"], "expectiminimax"),
    "algorithm that does not fit a tree": (["tree", CHANCE, "--algorithm", "minimax"], "expectiminimax"),
    "algorithm for two, three players": (
        ["tree", "[[(1,2,3),(3,2,1)]]", "--players", "3", "--algorithm", "alphabeta"],
        "maxn",
    ),
    "no algorithm of a tree": (["tree", "[[1,2],[3,4]]", "--algorithm", ""], "''", "minimax"),
    "no player at the root": (["tree", "[[1,2],[3,4]]", "--root", ""], "''", '"max"'),
    "depth of a hundred digits": (["opponents", "nim:piles=(1,2)", "--depth", "9" * 100], "999", "whole number"),
    "position of a hundred thousand signs": (["best", "nim", "--position", "9" * 100_000], "9 … 9", "legal"),
    "film into no folder": (["play", "nim", "--film", "/nowhere/film.svg"], "/nowhere/film.svg", "folder"),
    "negative seconds": (["best", "nim", "--seconds", "-1"], "-1", "above 0"),
    "endless seconds": (["best", "nim", "--seconds", "inf"], "inf"),
    "negative seconds to solve": (["solve", "nim", "--seconds", "-1"], "-1", "above 0"),
    "negative seconds to check": (["check", "nim", "--seconds", "-1"], "-1"),
    "no games to check": (["check", "nim", "--games", "0"], "1 or more"),
    "zero depth": (["best", "nim", "--depth", "0"], "depth", "1 or more"),
    "zero depth of a tree": (["tree", "nim", "--depth", "0"], "depth"),
    "negative nodes": (["best", "nim", "--nodes", "-5"], "nodes", "-5"),
    "seconds in words": (["best", "nim", "--seconds", "two"], "--seconds"),
    "unbalanced list": (["tree", "[[3,12],[4,6]"], "[[3,12],[4,6]", "nested list"),
    "non-numeric leaf": (["tree", "[[3,'x'],[4,6]]"], "'x'", "number"),
    "a name for a leaf": (["tree", "[[3,x],[4,6]]"], "nested list"),
    "a number for a tree": (["tree", "5"], "'5' is neither a game nor a tree", "[[3,12],[4,6]]"),
    "numbers for a tree": (["tree", "3,12"], "'3,12' is neither a game nor a tree", "[[3,12],[4,6]]"),
    "too deep a list": (["tree", "[" * 300 + "1" + "]" * 300], "nested 300 deep", "at most 200 levels"),
    "empty list": (["tree", "[]"], "empty list"),
    "empty list inside": (["tree", "[[3],[]]"], "second child", "empty list"),
    "bad root": (["tree", "[[3],[4]]", "--root", "mid"], "'mid'", "max"),
    "root of a game": (["tree", "nim", "--root", "min"], "--root"),
    "players of a game": (["tree", "nim", "--players", "3"], "--players"),
    "bad prune": (["tree", "[[3],[4]]", "--prune", "="], "--prune", ">= or >"),
    "bad root depth": (["tree", "[[3],[4]]", "--root-depth", "2"], "--root-depth", "0 or 1"),
    "bad format": (["tree", "[[3],[4]]", "--format", "gif"], "'gif'", "html, efg or json"),
    "unknown option": (["best", "nim", "--dept", "3"], "--dept"),
    "unknown command": (["bets", "nim"], "'bets'"),
    "unknown player": (["play", "nim", "--second", "alphabet:depth=3"], "did you mean 'alphabeta'?"),
    "unknown player, nothing close": (["play", "nim", "--second", "zzz"], "human", "maxn"),
    "unknown option of a player": (["play", "nim", "--second", "alphabeta:dept=3"], "did you mean 'depth'?"),
    "bad value of an option of a player": (["play", "nim", "--second", "alphabeta:depth=x"], "'x'", "whole number"),
    "player that does not fit": (["play", f"tree:tree={CHANCE}", "--first", "alphabeta"], "expectiminimax"),
    "too few players": (["play", "nim", "--players", "human"], "2 players"),
    "second of one": (["play", "tree:tree=[1,2],players=1", "--second", "human"], "--second"),
    "players twice": (["play", "nim", "--players", "human,human", "--first", "human"], "--players"),
    "nothing to play": (["play"], "--load"),
    "missing saved game": (["play", "--load", "nowhere.json"], "nowhere.json"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_gets_one_sentence_and_exit_code_2(run, refused, mistake):
    arguments, *words = MISTAKES[mistake]
    refused(run(*arguments), *words)


FAULTS = {
    "raises at import": (("import dataclass\n", "import dataclass\n1/0\n"), "rules.py", "line 3", "ZeroDivisionError"),
    "does not parse": (("import dataclass\n", "import dataclass\n)\n"), "rules.py", "line 3"),
    "exits at import": (("import dataclass\n", "import dataclass\nexit()\n"), "rules.py", "SystemExit"),
    "imports something missing": (("import NamedTuple", "import NamedTuple\nimport nowhere_at_all"), "nowhere_at_all"),
    "raises in actions": (
        ("        root = 1\n", "        root = 1 // 0\n"),
        "SubtractSquare.actions",
        "rules.py line 22",
        "ZeroDivisionError",
    ),
    "raises in result": (("- action, 1", "- acton, 1"), "SubtractSquare.result", "NameError", "acton"),
    "raises in initial": (("Heap(self.counters, 0)", "Heap(self.counter, 0)"), "SubtractSquare.initial", "counter"),
    "calls exit": (("        root = 1\n", "        exit()\n        root = 1\n"), "actions", "SystemExit"),
    "yields nothing": ((ACTIONS, "        yield from ()\n"), "SubtractSquare.actions", "no action"),
    "returns nothing": ((ACTIONS, "        pass\n"), "SubtractSquare.actions", "None", "yield"),
    "gives lists for actions": (
        ("yield root * root", "yield [root]"),
        "SubtractSquare.actions",
        "[1]",
        "a list",
        "tuple",
    ),
    "yields for ever": (("while root * root <= state.counters", "while True"), "SubtractSquare.actions", "1,000,000"),
    "gives no state": (("return Heap(state", "Heap(state"), "SubtractSquare.result", "None"),
    "has no such player": (("return state.mover", "return 5"), "SubtractSquare.player", "5", "0 to 1"),
    "lacks a method": (("def utility", "def utilities"), "utility"),
    "has no class": (("(Game)", ""), "rules.py", "Game"),
    "refuses its parameters": (
        ("counters: int = 100", "counters: int = 100\n    def __post_init__(self): raise ValueError('too many')"),
        "too many",
    ),
}


@pytest.mark.parametrize("command", ["best", "solve", "play", "tree"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_file_of_rules_gets_one_sentence_and_exit_code_2(run, refused, write, fault, command):
    replaced, *words = FAULTS[fault]
    refused(run(command, write("rules.py", replaced)), *words)


@pytest.mark.parametrize("fault", ["raises at import", "imports something missing", "lacks a method", "has no class"])
def test_check_too_needs_rules_that_load(run, refused, write, fault):
    replaced, *words = FAULTS[fault]
    refused(run("check", write("rules.py", replaced)), *words)


def test_a_fault_met_later_names_class_method_file_line_and_error(run, refused, write):
    path = write(
        "rules.py", ("return -1.0 if", "if state.mover: raise IndexError('off the board')\n        return -1.0 if")
    )
    for arguments in (["best", path, "--interpreted", "--depth", "30"], ["solve", path + ":counters=20"]):
        refused(run(*arguments), "SubtractSquare.utility (rules.py line 34)", "IndexError: off the board")


def test_a_fault_in_a_helper_names_the_method_asked_and_the_line_of_the_helper(run, refused, write):
    helper = ("class Heap", "def square(root):\n    return root * unknown\n\nclass Heap")
    path = write("rules.py", helper, ("yield root * root", "yield square(root)"))
    refused(run("best", path), "SubtractSquare.actions (rules.py line 7)", "NameError")


def test_native_insisted_on_is_refused_where_rules_do_not_compile(run, refused, write):
    path = write("rules.py", ("        root = 1\n", "        root = eval('1')\n"))
    refused(run("best", path, "--native", "--depth", "2"), "SubtractSquare")
    allowed = run("best", path, "--depth", "2", "--json")
    assert allowed.code == 0
    assert allowed.json["native"] is False
    assert allowed.err.count("\n") == 1
    assert allowed.json["note"] == allowed.err.strip()


def test_rules_that_never_answer_are_left_behind(process, write):
    path = write("rules.py", ("            yield root * root\n            root += 1\n", "            pass\n"))
    running = process("best", path)
    out, err = running.communicate(timeout=600)
    assert running.returncode == 2
    assert out == ""
    assert err.count("\n") == 1
    assert "SubtractSquare.actions (rules.py line 23" in err or "SubtractSquare.actions (rules.py line 24" in err


def test_rules_that_catch_everything_cannot_keep_the_process_alive(process, write):
    loop = "while True:\n            try: root = 2\n            except BaseException: pass\n"
    path = write("rules.py", ("root = 1\n", loop))
    running = process("best", path)
    _, err = running.communicate(timeout=600)
    assert running.returncode == 2
    assert "SubtractSquare.actions" in err


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no device that gives bytes for ever")
@pytest.mark.parametrize(
    "line", ["play --load /dev/zero", "verify tictactoe /dev/zero", "best pacman:layout=/dev/zero",
             "best tictactoe --against record:/dev/zero"],
)  # fmt: skip
def test_a_device_is_no_file(run, refused, line):
    refused(run(*line.split()), "/dev/zero", "it is a device, not a file")
