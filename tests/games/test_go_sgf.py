"""SGF: variations kept, games followed, strange files refused."""

import contextlib
import random

import pytest

from countermove.errors import SpecError
from countermove.game import same
from countermove.games.go import Go, sgf


def test_a_tree_with_variations_is_written_as_it_was_read():
    text = r"(;GM[1]FF[4]SZ[9]C[a \] and \\ b](;B[ee](;W[ce];B[cd])(;W[gc]LB[ab:1][cd:2]))(;B[cc]))"
    [root] = sgf.parse(text)
    assert sgf.write(root) == text
    assert root.get("C") == "a ] and \\ b"
    assert [len(root.children), len(root.children[0].children)] == [2, 2]
    assert root.children[0].children[1].properties["LB"] == ["ab:1", "cd:2"]


def test_random_trees_survive_writing_and_reading():
    dice = random.Random(0)

    def grow(depth):
        names = dice.sample(["B", "W", "C", "N", "XX"], dice.randrange(3))
        values = {name: [dice.choice(["aa", "]", "\\", "x\\]y", "", "two\nlines"])] for name in names}
        return sgf.Node(values, [grow(depth - 1) for _ in range(dice.randrange(3))] if depth else [])

    for _ in range(100):
        tree = grow(5)
        assert sgf.parse(sgf.write(tree)) == [tree]


def test_several_games_and_noise_around_them_are_read():
    found = sgf.parse("noise (;SZ[5];B[aa]) more \n (;SZ[7])\n")
    assert [root.get("SZ") for root in found] == ["5", "7"]


def test_a_played_game_is_written_and_followed():
    game, dice = Go(size=7, komi=5.5), random.Random(1)
    state, actions = game.initial(), []
    for _ in range(60):
        actions.append(dice.choice(list(game.actions(state))))
        state = game.result(state, actions[-1])
        if game.is_terminal(state):
            break
    text = sgf.write(sgf.tree_of(game, game.initial(), actions, "B+1"))
    assert same(game.read(text), state)
    assert sgf.fields_of(sgf.parse(text)[0]) == {"size": "7", "komi": "5.5", "rules": "tromp-taylor"}
    assert [action for action, _ in sgf.main_line(game, text)] == actions


def test_handicaps_set_up_stones_and_lists_of_points_are_followed():
    game = Go(size=9)
    state = game.read("(;SZ[9]HA[2]AB[gc][cg];W[ee])")
    assert state.mover == 0 and sum(cell == 1 for cell in state.cells) == 2 and state.cells[40] == 2
    state = game.read("(;SZ[9]AB[aa:cb]AW[ii]PL[B])")
    assert state.mover == 0 and sum(cell == 1 for cell in state.cells) == 6
    assert game.read("(;SZ[9];B[ee];B[ce])").cells[38] == 1, "a colour may move twice"
    assert game.read("(;SZ[9];B[tt];W[])").passes == 2
    handicap = Go(size=9, handicap=3)
    assert same(handicap.read(sgf.write(sgf.tree_of(handicap, handicap.initial(), ()))), handicap.initial())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;SZ[9];B[ee]", r"a '\)' is missing"),
        ("(;SZ[9];B[ee);W[aa])", "a '\\)' is missing|damaged|two letters"),
        ("(;SZ[9];B[zz])", "two letters"),
        ("(;SZ[9];B[jj])", "not on a board of size 9"),
        ("(;SZ[9:13])", "expected a square one"),
        ("(;GM[2]SZ[9])", "another game"),
        ("(;SZ[9];B[ee];W[ee])", "Move 2 of the SGF, E5 by White, is taken"),
        ("(;SZ[9][x]AB[aa][ba]AW[ab][bb][ca])", "without a liberty"),
        ("(; [ee])", "without a property"),
        ("(;SZ[9];B[ee]; %%)", "damaged"),
    ],
)
def test_a_damaged_file_is_a_sentence(text, words):
    with pytest.raises(SpecError, match=words):
        Go(size=9).read(text)


def test_nonsense_never_ends_in_anything_but_a_sentence():
    dice = random.Random(2)
    game = Go(size=5)
    for _ in range(2000):
        text = "(;" + "".join(dice.choice("();[]BWSZAab5\\ \n") for _ in range(dice.randrange(40)))
        with contextlib.suppress(SpecError):
            game.read(text)
