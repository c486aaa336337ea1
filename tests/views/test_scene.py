"""Pictures: nothing on top of anything else, nothing outside, every node and every cut there."""

from __future__ import annotations

import pytest

from countermove import load
from countermove.games.tree import Tree
from countermove.textbook import alphabeta, minimax
from countermove.views.figure import figure
from countermove.views.mark import Box, Circle, Curve, Text
from countermove.views.scene import tree_scene
from countermove.views.sketch import Sketch


def extent(marks):
    """The rectangle that marks fill."""
    xs, ys = [], []
    for mark in marks:
        if isinstance(mark, Text):
            xs += mark.span()
            ys += [mark.y - mark.size * 0.4, mark.y + mark.size * 0.4]
        elif isinstance(mark, Circle):
            xs += [mark.x - mark.radius, mark.x + mark.radius]
            ys += [mark.y - mark.radius, mark.y + mark.radius]
        elif isinstance(mark, Box):
            xs += [mark.x, mark.x + mark.width]
            ys += [mark.y, mark.y + mark.height]
        else:
            points = (mark.start, mark.end) if isinstance(mark, Curve) else mark.points
            xs += [x for x, _ in points]
            ys += [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def overlap(one, two):
    return min(one[2], two[2]) - max(one[0], two[0]) > 0.5 and min(one[3], two[3]) - max(one[1], two[1]) > 0.5


def drawn(search, direction, boards=True):
    game, events = search
    made = figure(game, Sketch.of(events), most=300, boards=boards)
    made.title = "A heading"
    return made, tree_scene(made, direction)


@pytest.mark.parametrize("boards", [True, False])
@pytest.mark.parametrize("direction", ["auto", "down", "right"])
def test_no_two_nodes_overlap(search, direction, boards):
    _, scene = drawn(search, direction, boards)
    boxes = sorted(extent(group.marks) for group in scene.groups if group.part == "node")
    for at, one in enumerate(boxes):
        for two in boxes[at + 1 :]:
            if two[0] >= one[2]:
                break
            assert not overlap(one, two)


@pytest.mark.parametrize("direction", ["down", "right"])
def test_all_of_it_is_on_the_paper(search, direction):
    _, scene = drawn(search, direction)
    for group in scene.groups:
        if group.marks:
            left, top, right, bottom = extent(group.marks)
            assert left >= 0
            assert top >= 0
            assert right <= scene.width + 1, group
            assert bottom <= scene.height + 1, group


@pytest.mark.parametrize("direction", ["down", "right"])
def test_words_around_the_tree_do_not_lie_on_it(search, direction):
    _, scene = drawn(search, direction)
    nodes = [extent(group.marks) for group in scene.groups if group.part == "node"]
    words = [extent([mark]) for group in scene.groups if group.part == "other" for mark in group.marks]
    for word in words:
        assert not any(overlap(word, node) for node in nodes)


def test_there_is_a_branch_to_every_node_but_the_root_and_a_strike_for_every_cut_branch(search):
    made, scene = drawn(search, "auto")
    assert sum(group.part == "node" for group in scene.groups) == len(made.items())
    assert sum(group.part == "edge" for group in scene.groups) == len(made.items()) - 1
    cut = sum(child.kind == "pruned" for item in made.items() if item.kind != "pruned" for child in item.children)
    strikes = [mark for group in scene.groups if group.part == "edge" for mark in group.marks if mark.role == "strike"]
    assert len(strikes) == 2 * cut


def test_a_branch_stays_between_the_levels_it_joins(search):
    _, scene = drawn(search, "down", boards=False)
    nodes = [extent(group.marks) for group in scene.groups if group.part == "node"]
    for group in scene.groups:
        if group.part == "edge":
            (x1, y1), (x2, y2) = group.marks[0].points[-2:]
            for node in nodes:
                for part in (0.1, 0.3, 0.5, 0.7, 0.9):
                    x, y = x1 + part * (x2 - x1), y1 + part * (y2 - y1)
                    assert not (node[0] < x < node[2] and node[1] + 0.5 < y < node[3] - 0.5)


def test_a_wide_tree_grows_to_the_right():
    game = load("tictactoe")
    sketch = Sketch.of(minimax(game, depth=3))
    scene = tree_scene(figure(game, sketch, most=500))
    assert scene.width < 1500
    assert any(isinstance(mark, Curve) for group in scene.groups for mark in group.marks)


def test_the_legend_explains_what_occurs_and_nothing_else():
    game = load("tree")
    plain = tree_scene(figure(game, Sketch.of(minimax(game))))
    cut = tree_scene(figure(game, Sketch.of(alphabeta(game))))

    def words(scene):
        return {mark.text for group in scene.groups if group.kind in ("legend", "reasons") for mark in group.marks
                if isinstance(mark, Text)}  # fmt: skip

    assert words(plain) == {"MAX", "MIN", "best play"}
    assert words(cut) == {
        "MAX", "MIN", "best play", "pruned", "≤", "at most",
        "c (MIN) holds 2, at most alpha 3 from b: i, j are skipped.",
    }  # fmt: skip


def test_a_very_large_tree_reads_from_the_top(large):
    game = Tree(large)
    scene = tree_scene(figure(game, Sketch.of(minimax(game)), most=3000))
    boxes = sorted(extent(group.marks) for group in scene.groups if group.part == "node")
    assert min(box[1] for box in boxes) == boxes[0][1]
    for at, one in enumerate(boxes):
        for two in boxes[at + 1 :]:
            if two[0] >= one[2]:
                break
            assert not overlap(one, two)
