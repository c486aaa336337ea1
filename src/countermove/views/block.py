r"""A node as marks: its shape (who acts), value, name, window and board.

    Left                 the action                 Left ▲ a ≤ 2 (-∞, 5)     the same in one row, for
     /\                                                                      trees with too many nodes
  a /  \ (-∞, 5)         name and window go                                  to fit side by side
   / ≤2 \                where the shape leaves room
   ------

MAX is a triangle that points up and MIN one that points down, CHANCE is a circle, any other player a rounded box in the
player's colour, a leaf is a box. With boards, the board is the node, framed in the colour of the player to act. A block
knows its extent around its anchor, so that a layout can keep blocks apart; nothing is drawn outside.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from countermove.views.board import Picture, board_picture
from countermove.views.figure import Item
from countermove.views.mark import Box, Circle, Mark, Path, Point, Polygon, Text, moved, width_of

VALUE, LABEL, WINDOW, NAME = 13.0, 11.0, 10.0, 11.0
TRIANGLE_HEIGHT = 40.0
"""Height of a triangle."""
CELL = 14.0
MAX_RADIUS, MAX_ROW_RADIUS = 18.0, 9.0
"""The radius of the disc of all simulations, upright and in a row."""
MAX_LABEL = 22
"""Characters of a label; longer ones end in an ellipsis."""


@dataclass(slots=True)
class Block:
    """Marks around an anchor; the branch arrives at `enter`, and those of the children start at `leave`."""

    marks: list[Mark]
    left: float
    right: float
    top: float
    bottom: float
    enter: Point
    leave: Point


def role(item: Item) -> str:
    """The role of an item's shape, which selects its colour."""
    if item.kind == "pruned":
        return "pruned"
    if item.kind == "leaf":
        name = "estimate" if item.estimate else "leaf"
    else:
        name = f"p{(item.player or 0) % 6}" if item.kind == "player" else item.kind
    return name + "-best" if item.best else name


def label_of(item: Item) -> str:
    """The words on the branch: the action and its probability."""
    if item.together > 1:
        return f"{item.together} pruned"
    name = item.label if len(item.label) <= MAX_LABEL else item.label[: MAX_LABEL - 1] + "…"
    return f"{name} · {item.chance}" if item.chance and name else item.chance or name


def _words(item: Item) -> tuple[str, str]:
    """The roles of the value and of the other words."""
    if item.kind == "pruned":
        return "cut", "cut"
    return ("value-best", "label-best") if item.best else ("value", "label")


# Upright, the children below.


def upright(item: Item) -> Block:
    """The block of an item in a tree that grows downwards; its anchor is the middle of its top edge."""
    marks: list[Mark] = []
    y = 0.0
    label = label_of(item)
    if label and item.kind != "more":
        marks.append(Text(0, y + 7, label, _words(item)[1], LABEL))
        y += 15
    if item.kind == "more":
        if item.hidden:
            marks.append(Text(0, y + 9, f"… {item.hidden:,} more", "more", LABEL))
        else:
            marks += [Circle(0, y + 3 + 6 * dot, 1.5, "counter") for dot in range(3)]
        y += 18
    elif item.together > 1:
        marks.append(Box(-13, y, 26, 20, "pruned", 3))
        marks.append(Text(0, y + 10, "?", "cut", VALUE))
        y += 20
    elif item.board is not None:
        y = _standing_board(item, board_picture(item.board, CELL), y, marks)
    else:
        y = _standing_shape(item, y, marks)
    if item.visits is not None:
        y = _disc(item, y, marks)
    if item.hidden and item.kind != "more":
        marks.append(Text(0, y + 9, f"… {item.hidden:,} more", "more", LABEL))
        y += 18
    left, right = _reach(marks)
    return Block(marks, -left, right, 0, y, (0, 0), (0, y))


def _disc(item: Item, y: float, marks: list[Mark]) -> float:
    """The visits as the area of a disc."""
    radius = MAX_RADIUS * math.sqrt(item.share)
    marks.append(Circle(0, y + 3 + radius, max(1.0, radius), "visits"))
    return y + 3 + 2 * radius


def _standing_shape(item: Item, y: float, marks: list[Mark]) -> float:
    kind = item.shape if item.kind == "pruned" else item.kind
    form, words = role(item), _words(item)[0]
    value = item.bare or ("?" if kind in ("", "leaf") or not item.children else "")
    wide = width_of(value, VALUE)
    if kind in ("max", "min"):
        half = max(28.0, wide * 0.95 + 2)
        tip, base = (y, y + TRIANGLE_HEIGHT) if kind == "max" else (y + TRIANGLE_HEIGHT, y)
        marks.append(Polygon(((0, tip), (half, base), (-half, base)), form))
        marks.append(Text(0, y + TRIANGLE_HEIGHT * (0.68 if kind == "max" else 0.32), value, words, VALUE))
        _beside(item, marks, y + 7 if kind == "max" else y + TRIANGLE_HEIGHT - 5, 8 + 0.1 * half)
        return y + TRIANGLE_HEIGHT
    if kind == "chance":
        radius = max(19.0, wide / 2 + 6)
        marks.append(Circle(0, y + radius, radius, form))
        marks.append(Text(0, y + radius, value, words, VALUE))
        _beside(item, marks, y + 5, radius * 0.75 + 5)
        return y + 2 * radius
    if kind == "player":
        half = max(22.0, wide / 2 + 11)
        marks.append(Box(-half, y, 2 * half, 30, form, 15))
        marks.append(Text(0, y + 15, value, words, VALUE))
        if item.name:
            marks.append(Text(-half - 4, y + 7, item.name, "name", NAME, "end"))
        return y + 30
    half = max(13.0, wide / 2 + 6)
    marks.append(Box(-half, y, 2 * half, 26, form, 3))
    marks.append(Text(0, y + 13, value, words, VALUE))
    y += 26
    if item.name:
        marks.append(Text(0, y + 8, item.name, "name" if item.kind != "pruned" else "cut", NAME - 1))
        y += 15
    return y


def _beside(item: Item, marks: list[Mark], y: float, away: float) -> None:
    """The name and the window, in the space on both sides of a shape's tip."""
    if item.name:
        marks.append(Text(-away, y, item.name, "cut" if item.kind == "pruned" else "name", NAME, "end"))
    if item.window:
        marks.append(Text(away, y, item.window, "window", WINDOW, "start"))


def _standing_board(item: Item, picture: Picture, y: float, marks: list[Mark]) -> float:
    half = picture.width / 2
    marks.append(Box(-half - 4, y, picture.width + 8, picture.height + 8, role(item), 3))
    marks += [moved(mark, -half, y + 4) for mark in picture.marks]
    y += picture.height + 8
    value = item.bare
    sign = item.kind if item.kind != "pruned" else ""
    if value:
        size = width_of(value, VALUE)
        shift = 8 if sign in ("max", "min", "chance", "player") else 0
        if shift:
            marks += symbol(item, -size / 2 - 1, y + 11)
        marks.append(Text(shift, y + 11, value, _words(item)[0], VALUE))
        y += 20
    if item.window:
        marks.append(Text(0, y + 6, item.window, "window", WINDOW))
        y += 14
    return y


def symbol(item: Item, x: float, y: float, reach: float = 6.0) -> list[Mark]:
    """A small sign of who acts, around a point."""
    kind = item.shape if item.kind == "pruned" else item.kind
    form = role(item).removesuffix("-best")
    if kind == "max":
        return [Polygon(((x, y - reach), (x + reach, y + reach), (x - reach, y + reach)), form)]
    if kind == "min":
        return [Polygon(((x, y + reach), (x + reach, y - reach), (x - reach, y - reach)), form)]
    if kind == "chance":
        return [Circle(x, y, reach, form)]
    if kind == "player":
        return [Box(x - reach, y - reach + 1, 2 * reach, 2 * reach - 2, form, reach - 1)]
    return [Box(x - reach, y - reach + 1, 2 * reach, 2 * reach - 2, form, 2)]


# In a row, the children to the right.


def row(item: Item) -> Block:
    """The block of an item in a tree that grows to the right; its anchor is the middle of the row's left edge."""
    marks: list[Mark] = []
    x, half = 4.0, 9.0
    words = _words(item)

    def write(text: str, style: str, size: float) -> None:
        nonlocal x
        if text:
            marks.append(Text(x, 0, text, style, size, "start"))
            x += width_of(text, size) + 6

    if item.kind == "more":
        write(f"… {item.hidden:,} more", "more", LABEL)
    else:
        write(label_of(item), words[1], LABEL)
        if item.board is not None:
            picture = board_picture(item.board, CELL)
            marks.append(Box(x, -picture.height / 2 - 4, picture.width + 8, picture.height + 8, role(item), 3))
            marks += [moved(mark, x + 4, -picture.height / 2) for mark in picture.marks]
            x += picture.width + 16
            half = picture.height / 2 + 6
        if item.kind not in ("leaf", "pruned") or item.shape not in ("", "leaf"):
            marks += symbol(item, x + 6, 0)
            x += 18
        write(item.name, "cut" if item.kind == "pruned" else "name", NAME)
        write(item.bare or ("?" if item.kind == "pruned" and not item.children else ""), words[0], VALUE)
        write(item.window, "window", WINDOW)
        if item.visits is not None:
            radius = MAX_ROW_RADIUS * math.sqrt(item.share)
            marks.append(Circle(x + MAX_ROW_RADIUS, 0, max(1.0, radius), "visits"))
            x += 2 * MAX_ROW_RADIUS + 6
        if item.hidden:
            write(f"… {item.hidden:,} more", "more", LABEL)
    return Block(marks, 0, x, -half, half, (0, 0), (x, 0))


def _reach(marks: list[Mark]) -> tuple[float, float]:
    """The extent of marks to the left (negative) and to the right."""
    low, high = 0.0, 0.0
    for mark in marks:
        if isinstance(mark, Text):
            start, end = mark.span()
        elif isinstance(mark, Circle):
            start, end = mark.x - mark.radius, mark.x + mark.radius
        elif isinstance(mark, Box):
            start, end = mark.x, mark.x + mark.width
        elif isinstance(mark, (Polygon, Path)):
            start, end = min(x for x, _ in mark.points), max(x for x, _ in mark.points)
        else:
            continue
        low, high = min(low, start), max(high, end)
    return low, high
