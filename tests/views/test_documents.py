"""SVG, TikZ and Typst: documents that are well-formed, complete, and accepted by the programs that read them."""

from __future__ import annotations

import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest

from countermove import load
from countermove.errors import SpecError
from countermove.games.tree import Tree
from countermove.textbook import alphabeta, minimax, trace
from countermove.views import board_svg, draw
from countermove.views.palette import DARK, LIGHT, STROKES, TEXTS

SVG = "{http://www.w3.org/2000/svg}"


def test_svg_is_xml_with_a_title_a_description_and_a_role(search):
    root = ElementTree.fromstring(draw(*search, title="Odd & <even>").svg)
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "Odd & <even>"
    assert "value" in root.find(f"{SVG}desc").text.lower()


def test_every_node_of_the_search_is_a_group_with_its_number(search):
    game, narration = search
    events, decision = trace(narration)
    root = ElementTree.fromstring(draw(game, events).svg)
    numbers = [int(g.get("data-node")) for g in root.iter(f"{SVG}g") if g.get("class") == "node" and g.get("data-node")]
    assert sorted(numbers) == list(range(decision.nodes))


def test_names_with_signs_of_xml_come_out_as_they_went_in():
    game = Tree({"children": [[1, 2], [0, 9]], "actions": ["<b>&\"'", "]]>"], "name": "</svg>"})
    root = ElementTree.fromstring(draw(game, alphabeta(game)).svg)
    words = {text.text for text in root.iter(f"{SVG}text")}
    assert {"<b>&\"'", "]]>", "</svg>"} <= words


def test_values_are_exact_bounds_or_estimates():
    game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert ">≤ 2</text>" in draw(game, alphabeta(game)).svg
    tictactoe = load("tictactoe")
    assert draw(tictactoe, minimax(tictactoe, depth=1)).svg.count(">≈ 0</text>") == 10


def test_a_cut_branch_tells_its_reason_to_whoever_points_at_it():
    game = Tree([[10, 8], [4, 50]])
    root = ElementTree.fromstring(draw(game, alphabeta(game)).svg)
    told = [g.find(f"{SVG}title").text for g in root.iter(f"{SVG}g") if g.get("data-cut")]
    assert told[0] == "c (MIN) holds 4, at most alpha 8 from b: g is skipped."


def test_two_thousand_nodes_are_drawn_within_two_megabytes(large):
    game = Tree(large)
    events, decision = trace(minimax(game))
    svg = draw(game, events).svg
    assert decision.nodes >= 2000
    assert len(svg.encode()) < 2_000_000
    assert svg.count('<g class="node"') >= 2000


def test_more_nodes_than_the_limit_are_counted(large):
    game = Tree(large)
    svg = draw(game, minimax(game), most=50).svg
    shown = len(re.findall('<g class="node" data-node', svg))
    more = sum(int(number.replace(",", "")) for number in re.findall(r">… ([\d,]+) more</text>", svg))
    assert shown == 50
    assert shown + more == sum(1 for event in minimax(game) if event.kind == "enter")


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, two):
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_is_readable_on_its_paper_and_on_every_shape(colours):
    for role, kind in TEXTS.items():
        stone = {"go0-label": "go0", "go1-label": "go1"}.get(role)  # these are on stones
        under = STROKES[stone].fill if stone else "paper"
        assert contrast(colours[kind.colour], colours[under]) >= 4.5, kind
    fills = {stroke.fill for role, stroke in STROKES.items() if stroke.fill.endswith("tint")}
    for fill in fills:
        assert contrast(colours["ink"], colours[fill]) >= 7, fill


@pytest.mark.parametrize(
    "spec", ["tictactoe", "connect", "nim", "grundy", "subtract:counters=40", "tree", "mnk", "hexapawn", "domineering"]
)
def test_every_board_is_drawn(spec):
    game = load(spec)
    state = game.initial()
    while not game.is_terminal(state):
        ElementTree.fromstring(board_svg(game.board(state)))
        state = game.result(state, next(iter(game.actions(state))))
    root = ElementTree.fromstring(board_svg(game.board(state), title="The end"))
    assert root.find(f"{SVG}title").text == "The end"


def test_a_board_of_points_has_its_points_lines_and_men():
    game = load("morris:men=6")
    root = ElementTree.fromstring(board_svg(game.board(game.read("a1 b2 a3"))))
    assert len(list(root.iter(f"{SVG}circle"))) == 16
    assert sum(text.text in ("W", "B") for text in root.iter(f"{SVG}text")) == 3
    assert "in hand: White 4, Black 5" in [text.text for text in root.iter(f"{SVG}text")]


# TikZ.


def test_tikz_balances_its_braces_and_defines_what_it_uses(search):
    source = draw(*search).tikz
    bare = re.sub(r"\\.", "", re.sub(r"(?m)^\s*%.*$", "", source))
    assert bare.count("{") == bare.count("}")
    styles = set(re.findall(r"(?m)^  ([\w-]+)/\.style", source))
    assert set(re.findall(r"\\path\[([\w-]+)", source)) <= styles
    colours = set(re.findall(r"\\definecolor\{([\w-]+)\}", source))
    assert set(re.findall(r"=(cm-[\w-]+)", source)) <= colours


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_tikz_compiles(search, tmp_path):
    draw(*search, title="100% & more_").save(tmp_path / "tree.tex")
    line = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tree.tex"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=600)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "(1 page" in done.stdout


def test_a_picture_too_large_for_tex_is_refused(large):
    game = Tree(large)
    with pytest.raises(SpecError, match="too large for TeX"):
        draw(game, minimax(game), most=2000).tikz


# Typst.


def test_typst_compiles(search, tmp_path):
    typst = pytest.importorskip("typst")
    path = draw(*search, title='A "title" \\ #here').save(tmp_path / "tree.typ")
    pdf = typst.compile(str(path), format="pdf")
    assert pdf.startswith(b"%PDF")
    assert typst.compile(str(path), format="png").startswith(b"\x89PNG")
