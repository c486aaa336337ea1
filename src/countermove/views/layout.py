"""The layout of a tree: tidy, narrow, and without overlaps.

Positions are along one axis, the breadth of the tree; each level has its own band along the other. A node extends
`before` its position and `after` it, so nodes may differ in width and need not be symmetric. The rules of a tidy tree:
nodes of a level keep their order and a gap between them, a parent is centred between its first and last child, and a
subtree is drawn the same wherever it is; its mirror image is drawn as a mirror image.

Subtrees are laid out bottom-up, each with its contour: how far it extends to both sides, level by level. The children
of a node are pushed together from left to right until contours touch; this packs small subtrees to the left of large
ones. So they are also packed from right to left, within the same span, and the mean of both is used. The gaps are
linear constraints, x[j] - x[i] >= a constant, so the mean of two placements that satisfy them satisfies them too.
(Reingold and Tilford, "Tidier drawings of trees", 1981; the mean replaces the spreading of Walker and of Buchheim,
Jünger and Leipert.)
"""

from __future__ import annotations

from collections.abc import Sequence


class _Contour:
    """How far a subtree extends to both sides of its root, deepest level first; `shift` is added to all."""

    __slots__ = ("left", "right", "shift")

    def __init__(self, left: list[float], right: list[float], shift: float = 0.0) -> None:
        self.left = left
        self.right = right
        self.shift = shift

    def copy(self) -> _Contour:
        return _Contour(self.left[:], self.right[:], self.shift)

    def clash(self, other: _Contour) -> float:
        """How far `other` must move to the right to clear this one."""
        both = zip(reversed(self.right), reversed(other.left))
        return max(right - left for right, left in both) + self.shift - other.shift

    def join(self, other: _Contour) -> _Contour:
        """The contour of both, `other` on the right; takes time proportional to the depth of the shallower one."""
        shared = min(len(self.left), len(other.left))
        if len(self.left) >= len(other.left):
            moved = other.shift - self.shift
            self.right[-shared:] = [right + moved for right in other.right[-shared:]]
            return self
        moved = self.shift - other.shift
        other.left[-shared:] = [left + moved for left in self.left[-shared:]]
        return other


def tidy(
    sizes: Sequence[tuple[float, float]], children: Sequence[Sequence[int]], gap: float = 10.0, apart: float = 0.0
) -> list[float]:
    """The positions of the nodes of a tree; node 0 is the root, and the leftmost extent is 0.

    `sizes` is how far each node extends before and after its position, `children` lists the numbers of each node's
    children, all larger than its own. Nodes of a level keep the `gap`; subtrees, if one has children, are `apart` by
    that much more.

    >>> tidy([(5, 5), (5, 5), (5, 5)], [[1, 2], [], []], gap=2)
    [11.0, 5.0, 17.0]
    """
    offsets = [0.0] * len(sizes)
    contours: dict[int, _Contour] = {}
    for node in range(len(sizes) - 1, -1, -1):
        before, after = sizes[node]
        below = [contours.pop(child) for child in children[node]]
        joined = _Contour([], [])
        if below:
            places, joined = _place(below, gap + apart * any(len(one.left) > 1 for one in below))
            for child, place in zip(children[node], places):
                offsets[child] = place
        joined.left.append(-before - joined.shift)
        joined.right.append(after - joined.shift)
        contours[node] = joined
    positions = [0.0] * len(sizes)
    for node, below_it in enumerate(children):
        for child in below_it:
            positions[child] = positions[node] + offsets[child]
    least = min((place - before for place, (before, _) in zip(positions, sizes)), default=0.0)
    return [place - least for place in positions]


def _place(below: list[_Contour], gap: float) -> tuple[list[float], _Contour]:
    """The positions of children, relative to the middle of the first and last, and their joint contour."""
    if len(below) == 1:
        return [0.0], below[0]
    rightward = _push([one.copy() for one in below], gap)
    mirrored = [_Contour([-each for each in one.right], [-each for each in one.left]) for one in reversed(below)]
    for one, other in zip(mirrored, reversed(below)):
        one.shift = -other.shift
    leftward = [rightward[-1] - place for place in reversed(_push(mirrored, gap))]
    middle = rightward[-1] / 2
    places = [(one + other) / 2 - middle for one, other in zip(rightward, leftward)]
    for one, place in zip(below, places):
        one.shift += place
    joined = below[0]
    for one in below[1:]:
        joined = joined.join(one)
    return places, joined


def _push(below: list[_Contour], gap: float) -> list[float]:
    """Positions from left to right, each as far left as possible; the first is 0."""
    places = [0.0]
    joined = below[0]
    for one in below[1:]:
        place = max(joined.clash(one) + gap, places[-1])
        one.shift += place
        places.append(place)
        joined = joined.join(one)
    return places
