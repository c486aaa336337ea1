import itertools
import random

import pytest

from countermove import load
from countermove.errors import SpecError
from countermove.game import legal
from countermove.games.sliding import Sliding

LAYERS = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952,
    20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
]  # fmt: skip
"""Boards of the 8-puzzle by the slides to the solved one, the gap in a corner (OEIS A089473)."""


def layers(game):
    """The boards that can be solved, by how many slides they are from the solved one."""
    solved = game.placed([*range(1, game.count), 0])
    layer, met = [solved], {solved.tiles}
    while layer:
        yield layer
        after = []
        for state in layer:
            for action in range(4):
                if game.source(state.gap, action) >= 0:
                    child = game.result(state, action)
                    if child.tiles not in met:
                        met.add(child.tiles)
                        after.append(child)
        layer = after


def test_there_are_as_many_boards_of_the_8_puzzle_at_each_distance_as_published():
    assert [len(layer) for layer in layers(Sliding())] == LAYERS


def test_a_board_can_be_solved_exactly_where_slides_lead_to_it():
    for rows, cols in ((2, 3), (3, 2), (2, 2)):
        game = Sliding(rows, cols)
        reached = {state.tiles for layer in layers(game) for state in layer}
        boards = [game.placed(list(order)) for order in itertools.permutations(range(game.count))]
        assert 2 * len(reached) == len(boards)
        assert all(board.even == (board.tiles in reached) for board in boards)


def test_the_distance_that_is_carried_along_is_that_of_the_board_and_never_too_long():
    game = Sliding(2, 4)
    for slides, layer in enumerate(layers(game)):
        for state in layer[:50]:
            assert game.read(game.write(state)) == state
            assert state.left <= slides
            assert (state.left == 0) == (slides == 0)


def test_it_slides_as_a_list_does():
    chosen = random.Random(4)
    for rows, cols in ((3, 3), (4, 4), (2, 8)):
        game = Sliding(rows, cols)
        state = game.initial()
        for _ in range(200):
            cells = [int(sign.replace(".", "0")) for row in game.signs(state) for sign in row]
            action = chosen.choice(legal(game, state))
            gap = cells.index(0)
            step = {"up": cols, "down": -cols, "left": 1, "right": -1}[game.action_name(state, action)]
            cells[gap], cells[gap + step] = cells[gap + step], 0
            state = game.result(state, action)
            assert game.signs(state) == [
                [str(cell or ".") for cell in cells[at : at + cols]] for at in range(0, rows * cols, cols)
            ]
            if game.is_terminal(state):
                break


def test_every_first_board_can_be_solved_and_is_not():
    for seed in range(100):
        for slides in (1, 2, 3, 12, 13):
            state = Sliding(2, 2, slides, seed).initial()
            assert state.even and state.left > 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,2/3,4", "must have 3 rows of 3 cells"),
        ("1,2,3/4,5,6/7,8,9", "must have the tiles 1 to 8, each once, and a dot"),
        ("1,2,3/4,5,6/7,7,.", "must have the tiles 1 to 8, each once, and a dot"),
        ("1,2,3/4,x,6/7,8,.", "must have the tiles 1 to 8, each once, and a dot"),
        ("sideways", "which is not legal here"),
    ],
)
def test_a_board_that_cannot_be_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        load("sliding").read(text)


@pytest.mark.parametrize("fields", ["rows=1", "rows=5,cols=4", "slides=0", "seed=-1", "cols=2.5"])
def test_sizes_that_make_no_sense_are_refused(fields):
    with pytest.raises(SpecError):
        load(f"sliding:{fields}")
