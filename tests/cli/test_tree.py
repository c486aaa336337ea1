"""`countermove tree`: lecture trees, the conventions, and trees of games."""

from __future__ import annotations

import pytest

TWO_PLY = "[[3,12,8],[2,4,6],[14,5,2]]"
EXAMPLES = [
    (TWO_PLY, [], 3, "Left", [3, 12, 8, 2, 14, 5, 2], [4, 6]),
    ("[[10,8],[4,50]]", [], 8, "Left", [10, 8, 4], [50]),
    ("[[[10,6],[100,8]],[[1,2],[20,4]]]", [], 10, "Left", [10, 6, 100, 1, 2], [8, 20, 4]),
    ("[[3,5],[3,0]]", [], 3, "Left", [3, 5, 3], [0]),
    ("[[10],[10,0]]", ["--prune", ">"], 10, "Left", [10, 10, 0], []),
    ("[[10],[10,0]]", ["--prune", ">="], 10, "Left", [10, 10], [0]),
    ("[[10,10],[9,100]]", ["--algorithm", "expectimax"], 54.5, "Right", [10, 10, 9, 100], []),
    ("[[10,10],[9,100]]", ["--algorithm", "minimax"], 10, "Left", [10, 10, 9, 100], []),
    ("[[-21,3],[-12,70,1]]", ["--root", "min"], 3, "Left", [-21, 3, -12, 70], [1]),
]


@pytest.mark.parametrize(("tree", "options", "value", "action", "visited", "pruned"), EXAMPLES)
def test_a_lecture_tree_gives_its_leaves_in_order(run, tree, options, value, action, visited, pruned):
    answer = run("tree", tree, *options, "--json").json
    assert list(answer)[:5] == ["value", "action", "nodes", "leaves_visited", "leaves_pruned"]
    assert (answer["value"], answer["action"]) == (value, action)
    assert (answer["leaves_visited"], answer["leaves_pruned"]) == (visited, pruned)


def test_format_json_and_json_are_the_same(run):
    assert run("tree", TWO_PLY, "--format", "json").out == run("tree", TWO_PLY, "--json").out


def test_text_shows_kinds_values_bounds_windows_and_cuts(run):
    assert run("tree", TWO_PLY).out.splitlines() == [
        "▲ MAX             = 3   (-∞, +∞)",
        "├─ Left    ▼ MIN  = 3   (-∞, +∞)  best",
        "│  ├─ Left        = 3",
        "│  ├─ Center      = 12",
        "│  └─ Right       = 8",
        "├─ Center  ▼ MIN  ≤ 2   (3, +∞)",
        "│  ├─ Left        = 2",
        "│  ├─ Center      ✂ 4             pruned",
        "│  └─ Right       ✂ 6             pruned",
        "└─ Right   ▼ MIN  = 2   (3, +∞)",
        "   ├─ Left        = 14",
        "   ├─ Center      = 5",
        "   └─ Right       = 2",
        "",
        "alphabeta: value 3, action Left; 11 nodes, 7 leaves visited.",
    ]


def test_every_convention_is_an_option(run):
    hard = run("tree", "[[2,7],[1,8]]", "--returns", "hard").out
    assert "≤ 2" in hard
    assert "PLUS" in run("tree", TWO_PLY, "--names", "plus-minus").out
    assert "(2, 14)" in run("tree", TWO_PLY, "--window", "utilities").out
    assert run("tree", "tictactoe", "--depth", "2", "--root-depth", "1", "--json").json["nodes"] == 10
    assert run("tree", "tictactoe", "--payoff", "unit", "--depth", "1", "--json").json["value"] == 0.5
    cycles = run("tree", "tictactoe", "--ply", "cycle", "--depth", "1", "--algorithm", "minimax", "--json").json
    assert cycles["nodes"] == 1 + 9 + 72


def test_chance_and_many_players_are_drawn(run):
    chance = run("tree", '[{"children":[12,8],"chances":[0.25,0.75]},3]').out
    assert "○ CHANCE" in chance
    assert "Left (0.25)" in chance
    three = run("tree", "[[(1,2,6),(4,3,3)],[(6,1,2),(7,4,1)]]", "--players", "3").out
    assert "◇ player 2" in three
    assert "= (7, 4, 1)" in three


def test_expectimax_takes_the_opponent_for_chance(run):
    out = run("tree", "[[10,10],[9,100]]", "--algorithm", "expectimax").out
    assert out.splitlines()[1] == "├─ Left   ○ CHANCE  = 10"
    assert "MIN" not in out


def test_a_game_is_searched_from_where_actions_differ_unless_told_otherwise(run):
    answer = run("tree", "tictactoe", "--json").json
    assert (answer["position"], answer["value"], answer["depth"]) == ("O.OXX.XO.", 1, None)
    assert len({score["value"] for score in answer["values"].values()}) == 3
    assert "leaves_visited" not in answer
    out = run("tree", "tictactoe").out
    assert out.startswith("O.OXX.XO., near the end of a game; --position or --depth 2 shows another.") and "✂" in out
    answer = run("tree", "tictactoe", "--algorithm", "minimax", "--depth", "2", "--json").json
    assert (answer["nodes"], answer["depth"]) == (82, 2) and "position" not in answer
    assert run("tree", "tictactoe", "--position", "X........", "--json").json["depth"] == 2
    assert run("tree", "breakthrough", "--json").json["depth"] == 2, "no small tree is found"


def test_a_blank_tree_shows_only_its_leaves(run, refused, tmp_path):
    lines = run("tree", TWO_PLY, "--blank").out.splitlines()
    assert lines[:3] == ["▲ MAX", "├─ Left    ▼ MIN", "│  ├─ Left        = 3"] and len(lines) == 13
    drawn = run("tree", TWO_PLY, "--blank", "--format", "svg").out
    assert "value 3" not in drawn and "best" not in drawn and "pruned" not in drawn and "∞" not in drawn
    assert ">14</text>" in drawn
    star = run("tree", '[{"children":[12,8],"chances":[0.25,0.75]},3]', "--blank", "--algorithm", "star2").out
    assert "○ CHANCE" in star and "= 12" in star and "= 9" not in star
    refused(run("tree", TWO_PLY, "--blank", "--json"), "A blank tree is a drawing")


def test_an_outline_has_symmetric_positions_once_and_some_ends(run, refused):
    drawn = run("tree", "tictactoe", "--outline", "--title", "Tic-tac-toe", "--format", "svg").out
    assert drawn.count('<g class="node"') == 1 + 3 + 12 + 12 + 3, "boards, dots and ends"
    assert all(f">{words}</text>" in drawn for words in ("MAX (X)", "MIN (O)", "TERMINAL", "× 4", "-1", "0", "1"))
    for game in ("connect4", "hexapawn", "backgammon", "tictactoe3"):
        assert run("tree", game, "--outline", "--depth", "1", "--format", "svg").out.startswith("<svg")
    refused(run("tree", "tictactoe", "--outline"), "name a file for it with --out")
    refused(run("tree", "tictactoe", "--outline", "--depth", "5", "--format", "svg"), "the limit is 60")
    refused(run("tree", TWO_PLY, "--outline", "--format", "svg"), "no board")


def test_a_large_tree_is_cut_and_says_by_how_much(run):
    result = run("tree", "tictactoe", "--algorithm", "minimax", "--depth", "4")
    lines = result.out.splitlines()
    shown = sum(line.strip("│├└─ ").startswith("…") is False for line in lines[:-3])
    hidden = sum(int(line.split("…")[1].split()[0].replace(",", "")) for line in lines if "…" in line)
    assert shown == 200
    assert shown + hidden == 1 + 9 + 72 + 504 + 3024
    assert max(map(len, lines)) <= 80


def test_a_position_may_be_searched(run):
    answer = run("tree", TWO_PLY, "--position", "Center", "--json").json
    assert (answer["value"], answer["action"], answer["leaves_visited"]) == (2, "Left", [2, 4, 6])


@pytest.mark.parametrize(
    ("format", "start"),
    [("svg", "<svg"), ("tikz", "\\documentclass"), ("typst", "#set page"), ("html", "<!DOCTYPE html>")],
)
@pytest.mark.parametrize("game", [TWO_PLY, "tictactoe"])
def test_documents_go_to_stdout_and_nothing_else_does(run, game, format, start):
    result = run("tree", game, "--format", format)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(start)


@pytest.mark.parametrize(
    ("name", "start"),
    [("t.svg", "<svg"), ("t.tex", "\\doc"), ("t.typ", "#set"), ("t.html", "<!DOC"), ("t.txt", "▲"), ("t.json", "{")],
)
def test_a_file_gets_the_format_of_its_ending(run, tmp_path, name, start):
    result = run("tree", TWO_PLY, "--out", tmp_path / name)
    assert (result.code, result.out, result.err) == (0, "", "")
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


@pytest.mark.parametrize(("ending", "magic"), [("pdf", b"%PDF"), ("png", b"\x89PNG")])
@pytest.mark.parametrize("command", [("tree", TWO_PLY), ("lecture", "cmu"), ("lecture", "claim-ordering")])
def test_every_drawing_can_be_printed(run, tmp_path, command, ending, magic):
    result = run(*command, "--out", tmp_path / f"x.{ending}")
    assert (result.code, result.out, result.err) == (0, "", "")
    assert (tmp_path / f"x.{ending}").read_bytes().startswith(magic)


def test_a_format_goes_before_the_ending_of_a_file(run, tmp_path):
    run("tree", TWO_PLY, "--format", "svg", "--out", tmp_path / "tree.dat")
    assert (tmp_path / "tree.dat").read_text(encoding="utf-8").startswith("<svg")


def test_nodes_boards_and_title_are_options(run):
    drawn = run(
        "tree",
        "tictactoe",
        "--depth",
        "2",
        "--algorithm",
        "minimax",
        "--most",
        "12",
        "--title",
        "X first",
        "--format",
        "svg",
    ).out
    assert drawn.count('<g class="node" data-node') == 12
    assert ">X first</text>" in drawn
    assert 'class="cell"' in drawn
    assert 'class="cell"' not in run("tree", "tictactoe", "--no-boards", "--format", "svg").out
    lines = run("tree", "tictactoe", "--depth", "2", "--algorithm", "minimax", "--most", "12").out.splitlines()
    assert sum("…" not in line or "▼" in line for line in lines[:-3]) == 12


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--format", "gif"], "svg, pdf, png, tikz, typst, html, efg or json"),
        (["--format", "png"], "name one with --out"),
        (["--out", "tree.gif"], "'tree.gif'"),
        (["--out", "/nowhere/at/all/tree.svg"], "Cannot write"),
        (["--most", "0"], "--most"),
        (["--json", "--format", "svg"], "--json"),
    ],
)
def test_what_cannot_be_drawn_is_refused(run, refused, options, words):
    refused(run("tree", TWO_PLY, *options), words)


def test_conventions_reach_the_drawing(run):
    drawn = run("tree", "[[10],[10,0]]", "--prune", ">", "--names", "plus-minus", "--format", "svg").out
    assert "PLUS" in drawn
    assert "data-cut" not in drawn


def test_a_search_that_is_wrong_on_purpose_is_drawn_with_where_it_parts_from_the_right_one(run):
    answer = run("tree", "[[2,7],[5,7]]", "--algorithm", "wrong:shared-beta", "--json").json
    assert answer["value"] == 2.0
    assert answer["divergence"].startswith("Step 9: the right search sets a (MAX) to 2")
    shown = run("tree", "[[3,12],[4,6],[15,2]]", "--algorithm", "wrong:shared-beta").out
    assert "wrong:shared-beta: value 3" in shown and "Step " in shown
    same = run("tree", "[[1,2],[3,4]]", "--algorithm", "wrong:draw-loss").out
    assert "takes the same steps as" in same or "Step " in same


def test_an_unknown_mistake_is_a_sentence(run):
    result = run("tree", "[[1,2],[3,4]]", "--algorithm", "wrong:shared-betta")
    assert result.code == 2 and "shared-beta" in result.err
