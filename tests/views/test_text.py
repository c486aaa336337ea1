"""Trees as text: what is drawn is what the events tell."""

from __future__ import annotations

import pytest

from countermove import load
from countermove.games.tree import Tree
from countermove.textbook import ALGORITHMS, Conventions, alphabeta, deepening, minimax, trace
from countermove.views.text import Sketch, tree_lines, tree_text


def test_the_cs208_trace_is_drawn_with_its_bounds():
    game = Tree([[2, 7], [1, 8]])
    assert tree_text(game, alphabeta(game)).splitlines() == [
        "▲ MAX            = 2  (-∞, +∞)",
        "├─ Left   ▼ MIN  = 2  (-∞, +∞)  best",
        "│  ├─ Left       = 2",
        "│  └─ Right      = 7",
        "└─ Right  ▼ MIN  ≤ 1  (2, +∞)",
        "   ├─ Left       = 1",
        "   └─ Right      ✂ 8            pruned",
    ]


def test_a_pruned_subtree_shows_its_leaves():
    game = Tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
    assert "pruned: 20, 4" in tree_text(game, alphabeta(game))


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "expectimax", "maxn", "expectiminimax"])
def test_every_node_entered_gets_a_line_and_so_does_every_cut(algorithm):
    game = Tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
    events, decision = trace(ALGORITHMS[algorithm](game))
    lines = tree_text(game, events, algorithm=algorithm).splitlines()
    skipped = sum(len(event.skipped) for event in events)
    assert len(lines) == decision.nodes + skipped


def test_deepening_shows_its_last_search():
    game = Tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
    assert tree_text(game, deepening(game)) == tree_text(game, alphabeta(game, depth=3))


def test_estimates_are_marked():
    game = load("tictactoe")
    text = tree_text(game, minimax(game, depth=1))
    assert text.count("≈ 0") == 10
    assert text.count("estimate") == 9


def test_names_follow_the_conventions():
    game = Tree([[1, 2], [3, 4]])
    text = tree_text(game, minimax(game), Conventions(names="agent-opponent"))
    assert "▲ agent" in text
    assert "▼ opp" in text


def test_what_is_left_out_is_counted():
    game = load("tictactoe")
    text = tree_text(game, minimax(game, depth=3), most=20)
    hidden = sum(int(line.split("…")[1].split()[0]) for line in text.splitlines() if "…" in line)
    assert 20 + hidden == 1 + 9 + 72 + 504


def test_memory_stays_small_and_the_count_right(monkeypatch):
    monkeypatch.setattr("countermove.views.sketch.MAX_KEPT", 50)
    monkeypatch.setattr("countermove.views.sketch.KEPT_DEPTH", 1)
    game = load("tictactoe")
    sketch = Sketch()
    for event in minimax(game, depth=3):
        sketch.add(event)
    lines = list(tree_lines(game, sketch, most=30))
    hidden = sum(
        int((line.branch + line.remark).split("…")[1].split()[0]) for line in lines if "…" in line.branch + line.remark
    )
    shown = sum("…" not in line.branch for line in lines)
    assert shown + hidden == 1 + 9 + 72 + 504


def test_an_empty_stream_is_an_empty_text():
    assert tree_text(load("nim"), []) == ""
