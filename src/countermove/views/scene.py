"""A figure as a scene: blocks, branches between them, a heading and a legend.

A tree grows downwards, as in the lectures, if it fits on a wide page; a larger one grows to the right, one row per
node, so that it scrolls like text. A branch starts below its parent's whole level and ends above its child's, so it
never crosses a node. A pruned branch is dashed, grey and struck through, and the legend says why. The legend explains
only the signs that occur.
"""

from __future__ import annotations

import itertools
import math
from typing import Literal

from countermove.views.block import Block, row, symbol, upright
from countermove.views.figure import Figure, Item
from countermove.views.layout import tidy
from countermove.views.mark import Box, Circle, Curve, Group, Mark, Path, Point, Scene, Text, moved, width_of

Direction = Literal["auto", "down", "right"]
MAX_WIDTH = 1500.0
"""The width above which a tree grows to the right instead of downwards."""
MAX_BOARDS_WIDTH = 2600.0
"""The same for a tree of boards, which are readable at any size."""
MAX_CENTRED_HEIGHT = 2000.0
"""The height above which, in a tree that grows to the right, parents are beside their first child, not centred."""
EDGE = 14.0
MAX_REASONS = 6
"""The most cuts that the legend explains; tooltips explain all."""


def tree_scene(figure: Figure, direction: Direction = "auto", legend: bool = True) -> Scene:
    """The scene of a figure."""
    items = figure.items()
    if not items:
        return Scene(2 * EDGE, 2 * EDGE, [], figure.title, figure.summary)
    number = {id(item): at for at, item in enumerate(items)}
    children = [[number[id(child)] for child in item.children] for item in items]
    groups: list[Group] = []
    width, height = math.inf, 0.0
    if direction != "right":
        most = MAX_WIDTH if items[0].board is None else MAX_BOARDS_WIDTH
        groups, width, height = _downwards(items, children, most if direction == "auto" else math.inf)
    grows = "down" if width < math.inf else "right"
    if grows == "right":
        groups, width, height = _rightwards(items, children)
    top = _heading(figure, groups)
    for group in groups:
        if group.part != "other" or group.kind == "level":
            group.marks = [moved(mark, 0, top) for mark in group.marks]
    scene = Scene(width, top + height, groups, figure.title, figure.summary, grows)
    scene.width = max(scene.width, max((_end(group) for group in groups if group.kind == "heading"), default=0) + EDGE)
    if legend:
        _legend(items, scene)
    return scene


def _downwards(items: list[Item], children: list[list[int]], most: float) -> tuple[list[Group], float, float]:
    blocks = [upright(item) for item in items]
    levels = _levels(children)
    margin = _margin(items, levels)
    places = tidy([(block.left, block.right) for block in blocks], children, 9.0, 9.0)
    width = max(place + block.right for place, block in zip(places, blocks)) + 2 * EDGE + margin
    if width > most:
        return [], math.inf, 0.0
    tops, bottoms, y = [], [], EDGE
    for level in levels:
        tops.append(y)
        y += max(blocks[node].bottom for node in level)
        bottoms.append(y)
        spread = max((abs(places[node] - places[c]) for node in level for c in children[node]), default=0.0)
        y += min(80.0, 30.0 + 0.09 * spread)
    depth = {node: at for at, level in enumerate(levels) for node in level}
    edges, nodes = [], []
    for node, item in enumerate(items):
        x, block = EDGE + margin + places[node], blocks[node]
        top = tops[depth[node]]
        nodes.append(_node(item, block, x, top))
        bottom = bottoms[depth[node]]
        for child in children[node]:
            end = (EDGE + margin + places[child], tops[depth[child]] - 1)
            start = (x, top + block.bottom + 1)
            points = (start, (x, bottom + 1), end) if bottom - top > block.bottom + 3 else (start, end)
            edges.append(_edge(items[child], item, [Path(points, _line(items[child]))]))
    words = _level_words(items, levels, tops, bottoms) if margin else []
    ends = {node: (EDGE + margin + places[node], tops[depth[node]] + blocks[node].bottom) for node in depth}
    return [*edges, *_sets(items, ends, down=True), *nodes, *words], width, max(bottoms) + EDGE


def _rightwards(items: list[Item], children: list[list[int]]) -> tuple[list[Group], float, float]:
    blocks = [row(item) for item in items]
    levels = _levels(children)
    places = tidy([(-block.top, block.bottom) for block in blocks], children, 1.0, 3.0)
    if max(places) > MAX_CENTRED_HEIGHT:
        places = _stacked(blocks, children)
    lefts, x = [], EDGE
    for level in levels:
        lefts.append(x)
        x += max(blocks[node].right for node in level) + 44
    depth = {node: at for at, level in enumerate(levels) for node in level}
    edges, nodes = [], []
    for node, item in enumerate(items):
        y, block, left = EDGE + places[node], blocks[node], lefts[depth[node]]
        nodes.append(_node(item, block, left, y))
        for child in children[node]:
            start, turn = (left + block.right, y), lefts[depth[child]] - 44
            end = (lefts[depth[child]], EDGE + places[child])
            line = _line(items[child])
            marks: list[Mark] = [Curve((turn, y), end, line)]
            if turn - start[0] > 1:
                marks.insert(0, Path((start, (turn, y)), line))
            edges.append(_edge(items[child], item, marks))
    height = max(place + block.bottom for place, block in zip(places, blocks))
    ends = {node: (lefts[depth[node]], EDGE + places[node]) for node in depth}
    return [*edges, *_sets(items, ends, down=False), *nodes], x - 44 + EDGE, height + 2 * EDGE


def _sets(items: list[Item], ends: dict[int, Point], down: bool) -> list[Group]:
    """Dashed lines that join the nodes of an information set, each a little further from the nodes than the last."""
    members: dict[int, list[int]] = {}
    for node, item in enumerate(items):
        if item.together_with is not None:
            members.setdefault(item.together_with, []).append(node)
    groups, used = [], dict[float, int]()
    for nodes in members.values():
        across = [ends[node][1 if down else 0] for node in nodes]
        line = max(across) if down else min(across)
        used[line] = used.get(line, 0) + 1
        away = 3 + 4 * (used[line] % 6)
        at = line + away if down else line - away
        marks: list[Mark] = []
        for one, other in itertools.pairwise(nodes):
            (x1, y1), (x2, y2) = ends[one], ends[other]
            bends = ((x1, y1), (x1, at), (x2, at), (x2, y2)) if down else ((x1, y1), (at, y1), (at, y2), (x2, y2))
            marks.append(Path(bends, "set"))
        if marks:
            groups.append(Group(marks, "edge", kind="set"))
    return groups


def _stacked(blocks: list[Block], children: list[list[int]]) -> list[float]:
    """Positions of rows with each parent beside its first child, to be read from the top."""
    places = [0.0] * len(blocks)
    top = max(-block.top for block in blocks)
    step = top + max(block.bottom for block in blocks) + 1
    waiting, y = [0], top
    while waiting:
        node = waiting.pop()
        places[node] = y
        waiting += reversed(children[node])
        y += 0 if children[node] else step
    return places


def _levels(children: list[list[int]]) -> list[list[int]]:
    levels = [[0]]
    while below := [child for node in levels[-1] for child in children[node]]:
        levels.append(below)
    return levels


# Nodes and branches.


def _node(item: Item, block: Block, x: float, y: float) -> Group:
    marks = [moved(mark, x, y) for mark in block.marks]
    return Group(marks, "node", item.number, item.kind == "pruned", item.best, item.kind, _tooltip(item))


def _tooltip(item: Item) -> str:
    """An item in words, as a tooltip."""
    if item.kind == "more":
        return f"{item.hidden:,} more nodes are not shown." if item.hidden else "The game goes on."
    if item.kind == "pruned":
        what = item.label if item.together > 1 else item.name or item.label
        return f"{what}: pruned. {item.reason}".strip()
    what = " ".join(part for part in (item.name, item.title or "leaf") if part)
    if item.visits is not None:
        return f"{what} {item.value}, {item.window}" + (", on the most visited line" if item.best else "")
    text = f"{what} {item.value}" + (f", entered with {item.window}" if item.window else "")
    guessed = ", estimated" if item.estimate else ", based on an estimate" if set("≈≲≳") & set(item.value) else ""
    return text + guessed + (", on the principal variation" if item.best else "")


def _line(item: Item) -> str:
    return {"pruned": "edge-pruned", "more": "edge-more"}.get(item.kind, "edge-best" if item.best else "edge")


def _edge(item: Item, parent: Item, marks: list[Mark]) -> Group:
    """The branch to an item; where a search cut it off, it is struck through."""
    pruned = item.kind == "pruned"
    if pruned and parent.kind != "pruned":
        marks = [*marks, *_strike(*_near_end(marks[-1]))]
    return Group(marks, "edge", item.number, pruned, item.best, item.kind, item.reason)


def _near_end(line: Mark) -> tuple[Point, Point]:
    """A point near the end of a branch, where branches are far apart, and the direction there."""
    if isinstance(line, Curve):
        (x1, y1), (x2, y2), part = line.start, line.end, 0.8
        rest = 1 - part
        early = rest**3 + 3 * rest**2 * part
        bend = 3 * rest**2 * part + 3 * rest * part**2
        point = ((x1 + x2) / 2 * bend + x1 * rest**3 + x2 * part**3, y1 * early + y2 * (1 - early))
        return point, ((x2 - x1) * 1.5 * (rest**2 + part**2), (y2 - y1) * 6 * rest * part)
    assert isinstance(line, Path)
    (x1, y1), (x2, y2) = line.points[-2:]
    return (x1 + 0.62 * (x2 - x1), y1 + 0.62 * (y2 - y1)), (x2 - x1, y2 - y1)


def _strike(point: Point, direction: Point) -> list[Mark]:
    """Two short strokes across a line, given a point and its direction."""
    length = math.hypot(*direction) or 1.0
    along = (direction[0] / length, direction[1] / length)
    across = (-along[1], along[0]) if along[0] <= 0 else (along[1], -along[0])
    lean = (across[0] * 6 + along[0] * 2, across[1] * 6 + along[1] * 2)
    marks: list[Mark] = []
    for step in (-2.2, 2.2):
        x, y = point[0] + step * along[0], point[1] + step * along[1]
        marks.append(Path(((x - lean[0], y - lean[1]), (x + lean[0], y + lean[1])), "strike"))
    return marks


# Words around the tree.


def _heading(figure: Figure, groups: list[Group]) -> float:
    if not figure.title:
        return 0.0
    groups.append(Group([Text(EDGE, EDGE + 6, figure.title, "title", 16, "start")], kind="heading"))
    return 26.0


def _end(group: Group) -> float:
    return max(mark.span()[1] for mark in group.marks if isinstance(mark, Text))


def _title(items: list[Item], level: list[int]) -> str:
    """Who acts at a level, if it is a single side."""
    titles = {items[node].title for node in level if items[node].kind not in ("pruned", "more")} - {""}
    return titles.pop() if len(titles) == 1 else ""


def _margin(items: list[Item], levels: list[list[int]]) -> float:
    """The left margin for the names of levels."""
    names = [_title(items, level) for level in levels]
    return max(width_of(name, 11) for name in names) + 12 if any(names) and len(levels) > 1 else 0.0


def _level_words(items: list[Item], levels: list[list[int]], tops: list[float], bottoms: list[float]) -> list[Group]:
    marks: list[Mark] = [
        Text(EDGE, (top + bottom) / 2 + 4, name, "level", 11, "start")
        for level, top, bottom in zip(levels, tops, bottoms)
        if (name := _title(items, level))
    ]
    return [Group(marks, kind="level")]


def _legend(items: list[Item], scene: Scene) -> None:
    """What the signs mean, below the tree."""
    width = max(scene.width, 420.0) - 2 * EDGE
    y = scene.height + 4
    marks: list[Mark] = []
    x = EDGE
    for sign, words in _signs(items):
        size = 26 + width_of(words, 11) + 14
        if x > EDGE and x + size > width + EDGE:
            x, y = EDGE, y + 20
        marks += [moved(mark, x + 9, y + 4) for mark in sign]
        marks.append(Text(x + 24, y + 4, words, "legend", 11, "start"))
        x += size
    y += 22
    scene.groups.append(Group(marks, kind="legend"))
    marks = []
    reasons = list(dict.fromkeys(item.reason for item in items if item.kind == "pruned"))
    more = len(reasons) - MAX_REASONS
    for reason in [*reasons[:MAX_REASONS], *([f"… and {more:,} more cuts."] if more > 0 else [])]:
        marks += [moved(mark, EDGE + 9, y + 2) for mark in _strike((0, 0), (1, 0))]
        for line in _wrapped(reason, width - 24, 11):
            marks.append(Text(EDGE + 24, y + 2, line, "legend", 11, "start"))
            y += 17
    aside = (width + 2 * EDGE - scene.width) / 2
    for group in scene.groups:
        if group.part != "other":
            group.marks = [moved(mark, aside, 0) for mark in group.marks]
    scene.groups.append(Group(marks, kind="reasons"))
    scene.width = width + 2 * EDGE
    scene.height = y + 4


def _signs(items: list[Item]) -> list[tuple[list[Mark], str]]:
    """The signs that occur, each with its meaning."""
    signs: list[tuple[list[Mark], str]] = []
    seen = set()
    for item in items:
        if item.kind in ("max", "min", "player", "chance") and item.title not in seen:
            seen.add(item.title)
            plain = Item(item.kind, title=item.title, player=item.player)
            signs.append((symbol(plain, 0, 0), item.title))
    if any(item.chosen for item in items):
        signs.append(([Path(((-8, 0), (8, 0)), "edge-best")], "best play"))
    if any(item.together_with is not None for item in items):
        signs.append(
            ([Path(((-10, 0), (10, 0)), "set")], "one information set: its player cannot tell these nodes apart")
        )
    if any(item.kind == "pruned" for item in items):
        signs.append(([Path(((-10, 0), (10, 0)), "edge-pruned"), *_strike((0, 0), (1, 0))], "pruned"))
    if any(item.visits for item in items):
        signs.append(([Circle(0, 0, 6, "visits")], "area: simulations"))
    values = "".join(item.value[:2] for item in items)
    roughly = (("≲", "at most, by estimate"), ("≳", "at least, by estimate"))
    for sign, words in (("≤", "at most"), ("≥", "at least"), *roughly):
        if sign in values:
            signs.append(([Text(0, 0, sign, "value", 13)], words))
    if "≈" in values:
        box: list[Mark] = [Box(-8, -6, 16, 12, "estimate", 2), Text(0, 0, "≈", "value", 11)]
        grown = any(item.visits for item in items)
        signs.append((box, "mean of simulations" if grown else "estimate, or based on one"))
    return signs


def _wrapped(text: str, width: float, size: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
