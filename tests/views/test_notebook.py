"""The drawing as an object: in notebooks, in files, and what it refuses."""

from __future__ import annotations

import subprocess
import sys

import pytest

from countermove import load
from countermove.errors import SpecError
from countermove.games.tree import Tree
from countermove.textbook import alphabeta, expectimax, minimax, trace
from countermove.views import FORMATS, Drawing, draw
from countermove.views.sketch import Sketch

GAME = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


@pytest.mark.parametrize(
    ("ending", "start"),
    [(".svg", "<svg"), (".tex", "\\documentclass"), (".typ", "#set page"), (".html", "<!DOCTYPE html>"), (".txt", "▲")],
)
def test_the_ending_of_a_file_says_its_format(tmp_path, ending, start):
    path = draw(GAME, alphabeta(GAME)).save(tmp_path / f"tree{ending}")
    assert path.read_text(encoding="utf-8").startswith(start)


def test_what_cannot_be_is_refused_with_a_sentence(tmp_path):
    drawing = draw(GAME, alphabeta(GAME))
    for wrong in (
        lambda: draw(GAME, alphabeta(GAME), format="gif"),
        lambda: draw(GAME, alphabeta(GAME), most=0),
        lambda: draw(GAME, alphabeta(GAME), direction="up"),
        lambda: drawing.save(tmp_path / "tree.doc"),
        lambda: drawing.save(tmp_path / "no" / "tree.svg"),
        lambda: Drawing(GAME, Sketch.of(alphabeta(GAME))).html,
    ):
        with pytest.raises(SpecError, match=r"\.$"):
            wrong()


def test_events_in_a_list_and_a_running_search_give_the_same_drawing():
    events, _ = trace(alphabeta(GAME))
    assert draw(GAME, events, algorithm="alphabeta").svg == draw(GAME, alphabeta(GAME)).svg


def test_the_algorithm_is_taken_from_the_search():
    drawing = draw(GAME, expectimax(GAME))
    assert drawing.algorithm == "expectimax"
    assert "CHANCE" in drawing.svg


@pytest.mark.parametrize("format", FORMATS)
def test_a_drawing_shows_itself_in_its_format(format):
    drawing = draw(GAME, alphabeta(GAME), format=format)
    printed = format in ("pdf", "png")
    assert str(drawing) == (repr(drawing) if printed else drawing.render(format))
    assert drawing.content().startswith({"pdf": b"%PDF", "png": b"\x89PNG"}.get(format, str(drawing).encode()))
    shown = {"svg": drawing._repr_svg_() is not None, "html": drawing._repr_html_() is not None}
    assert shown == {"svg": format not in ("html", "text"), "html": format == "html"}


def test_boards_are_drawn_where_nodes_are_few():
    game = load("tictactoe")
    few, many = minimax(game, depth=1), minimax(game, depth=3)
    assert 'class="cell"' in draw(game, few).svg
    assert 'class="cell"' not in draw(game, many).svg
    assert 'class="cell"' not in draw(game, minimax(game, depth=1), boards=False).svg
    assert 'class="cell"' in draw(game, minimax(game, depth=3), most=40).svg


def test_most_and_title_reach_every_format():
    game = load("tictactoe")
    drawing = draw(game, minimax(game, depth=3), most=30, title="First plies")
    assert drawing.svg.count('<g class="node" data-node') == 30
    assert all("First plies" in drawing.render(format) for format in ("svg", "tikz", "typst", "html"))
    assert drawing.summary == "minimax: value ≈ 0, action a3; 586 nodes."


def test_a_search_without_events_is_an_empty_drawing():
    drawing = draw(GAME, [])
    assert (drawing.text, drawing.summary, drawing.steps) == ("", "", [])
    assert drawing.svg.endswith("</svg>")
    assert all(drawing.content(format) is not None for format in FORMATS)


def test_the_widget_steps_forward_back_and_jumps():
    pytest.importorskip("anywidget")
    drawing = draw(GAME, alphabeta(GAME))
    widget = drawing.widget()
    assert len(widget) == len(drawing.steps)
    widget.back()
    assert widget.at == 0
    widget.jump(-1)
    assert widget.at == len(widget) - 1
    widget.forward()
    assert widget.at == len(widget) - 1
    widget.jump(3)
    widget.back()
    assert widget.at == 2
    widget.play()
    assert widget.playing
    widget.play(False)
    assert not widget.playing


def test_views_load_neither_the_compiler_nor_anywidget():
    code = "import sys, countermove.views; print({'llvmlite', 'anywidget', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    assert done.stdout.strip() == "set()", done.stderr
