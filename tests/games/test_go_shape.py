"""Eyes of a few points: which can be kept from becoming two, where, and what playouts make of them."""

import pytest

from countermove.engine.play.owner import ownership
from countermove.games.go import Go
from countermove.games.go.fastboard import COLOUR, ROOM, on_board, set_up
from countermove.games.go.point import BLACK, EMPTY, name_of, point_named
from countermove.games.go.shape import chain_after, is_nakade, is_single_eye, vital_point

SINGLE = {4: ("xx/xx", "xxx/.x."), 5: (".x./xxx/.x.", "xx./xxx"), 6: ("xx./xxx/.x.",)}
"""The shapes that leave one eye if the opponent moves first, as every textbook of Go lists them."""


def near(point):
    row, column = point
    return ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column))


def moved(points):
    """The same shape in the corner of the plane."""
    top, left = min(row for row, _ in points), min(column for _, column in points)
    return frozenset((row - top, column - left) for row, column in points)


def shapes(size):
    found = {frozenset([(0, 0)])}
    for _ in range(size - 1):
        found = {
            moved(shape | {other}) for shape in found for point in shape for other in near(point) if other not in shape
        }
    return found


def images(text):
    points = {
        (row, column) for row, line in enumerate(text.split("/")) for column, sign in enumerate(line) if sign == "x"
    }
    for _ in range(4):
        points = {(column, -row) for row, column in points}
        yield moved(points)
        yield moved({(row, -column) for row, column in points})


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_shapes_are_told_apart_by_their_neighbours(size):
    known = {image for text in SINGLE.get(size, ()) for image in images(text)}
    for shape in shapes(size):
        total = sum(sum(other in shape for other in near(point)) ** 2 for point in shape)
        assert is_single_eye(size, total) == (size == 3 or shape in known)


EYES = {
    "...../...../...../OOOO./...O.": "B1",
    "...../...../OOO../.OO../..O..": "A1",
    "...../...../OOOOO/O.OOO/...OO": "B1",
    "...../...../OOO../..OO./...O.": "B1",
    "...../OOOO./O.OO./...O./O.OO.": "B2",
    "...../OOOO./..OO./...O./O.OO.": "B2",
    "...../...../OOO../..O../..O..": None,
    "...../...../OOOOO/....O/OOOOO": None,
}


@pytest.mark.parametrize(("board", "vital"), EYES.items())
def test_the_vital_point_is_found_after_a_move_next_to_the_eye(board, vital):
    game = Go(size=5)
    state = game.read(board + " B")
    words = [0] * ROOM
    set_up(words, state.cells, 5)
    found = {vital_point(words, on_board(point, 5), BLACK) for point in range(25) if state.cells[point] != EMPTY}
    assert found - {0} == ({on_board(point_named(vital, 5), 5)} if vital else set())


@pytest.mark.parametrize(
    ("board", "move", "expected"),
    [
        ("...../...../OOOO./OOOO./.X.O.", "A1", True),
        ("...../...../OOO../XXO../X.O..", "B1", True),
        ("...../OOO../XXO../X.O../..O..", "B2", False),
        ("...../...../OOOOO/.XXXO/OOOOO", "A2", False),
        ("...../...../OO.../XO.../.....", "A1", False),
    ],
)
def test_stones_that_fill_an_eye_are_told_from_stones_given_away(board, move, expected):
    game = Go(size=5)
    state = game.read(board + " B")
    words = [0] * ROOM
    set_up(words, state.cells, 5)
    point = on_board(point_named(move, 5), 5)
    before = words[COLOUR : COLOUR + 140]
    stones = chain_after(words, point, BLACK)
    assert stones == 1 + board.count("X")
    assert is_nakade(words, point, BLACK, stones) == expected
    assert words[COLOUR : COLOUR + 140] == before


OUTSIDE = "........./..X...O../........./........./..X...O../"


@pytest.mark.native
@pytest.mark.parametrize(
    ("corner", "point", "low", "high"),
    [
        ("........./XXXXXXXXX/OOOOOOOOX/O.XXXX.OX", "A2", -1.0, -0.9),  # seki
        ("........./XXXXXXXXX/OOOOOOOOX/O.XXXX.OX", "D1", 0.85, 1.0),
        ("XXXXX..../OOO.X..../.OOOX..../OO.OX....", "A3", -1.0, -0.99),  # two eyes
        ("XXXXX..../OOOOX..../..OOX..../..OOX....", "A3", 0.4, 1.0),  # a square is one eye
        ("XXXXX..../OOOOX..../OOOOX..../.XXOX....", "A2", 0.95, 1.0),
    ],
)
def test_playouts_know_seki_and_dead_shapes(corner, point, low, high):
    game = Go(size=9, suicide="forbidden")
    for mover in "BW":
        found = ownership(game, game.read(f"{OUTSIDE}{corner} {mover}"), 1000)
        at = point_named(point, 9)
        assert low <= found.shares[at] <= high, name_of(at, 9)
