import random

import pytest

from countermove.errors import SpecError
from countermove.game import CHANCE, legal
from countermove.games.twentyfortyeight import TwentyFortyEight


def pushed(line):
    """A line of numbers slid to its beginning, with the points: lists and no bits."""
    tiles, made, points = [each for each in line if each], [], 0
    while tiles:
        first = tiles.pop(0)
        if tiles and tiles[0] == first:
            first += tiles.pop(0)
            points += first
        made.append(first)
    return made + [0] * (4 - len(made)), points


def plain(rows, action):
    """A slide done with lists: the board is turned until the slide is one to the left."""
    turns = {"left": 0, "up": 1, "right": 2, "down": 3}[action]
    for _ in range(turns):
        rows = [list(column) for column in zip(*rows)][::-1]  # to the left what was above
    slid = [pushed(row) for row in rows]
    rows = [row for row, _ in slid]
    for _ in range(4 - turns):
        rows = [list(column) for column in zip(*rows)][::-1]
    return rows, sum(points for _, points in slid)


def numbers(game, state):
    return [[0 if sign == "." else int(sign) for sign in row] for row in game.rows(state)]


def test_it_slides_as_lists_do():
    game, chosen = TwentyFortyEight(), random.Random(2)
    for _ in range(300):
        cells = [chosen.choice([".", ".", "2", "4", "8", "16"]) for _ in range(16)]
        board = "/".join(",".join(cells[at : at + 4]) for at in range(0, 16, 4))
        state = game.read(f"{board} 0 0")
        before = numbers(game, state)
        ways = {game.action_name(state, action): action for action in game.actions(state)}
        for name in ("up", "right", "down", "left"):
            rows, points = plain(before, name)
            assert (name in ways) == (rows != before)
            if name in ways:
                after = game.result(state, ways[name])
                assert (numbers(game, after), after.score) == (rows, points)


@pytest.mark.parametrize("target", [32, 2048])
def test_it_plays_as_openspiel_does(target):
    """OpenSpiel overlooks slides that do no more than merge what the slide before has merged; all else is the same."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    theirs = pyspiel.load_game("2048", {"max_tile": target})
    game, chosen = TwentyFortyEight(target), random.Random(target)
    same = overlooked = 0
    for _ in range(5):
        state, other = game.initial(), theirs.new_initial_state()
        while not other.is_terminal():
            assert other.current_player() == game.player(state)
            if game.player(state) == CHANCE:
                assert dict(game.chances(state)) == pytest.approx(dict(other.chance_outcomes()))
            assert set(other.legal_actions()) <= set(legal(game, state))
            for action in set(legal(game, state)) - set(other.legal_actions()):
                overlooked += 1
                assert game.result(state, action).score > state.score
            same += legal(game, state) == other.legal_actions()
            action = chosen.choice(other.legal_actions())
            other.apply_action(action)
            state = game.result(state, action)
            assert [int(each) for each in str(other).split()] == [each for row in numbers(game, state) for each in row]
        assert other.returns() == [game.utility(state, 0)]
        assert overlooked or game.is_terminal(state)
    assert same > 20 * overlooked


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2,2/4,4 0 0", "four rows of four cells"),
        ("2,.,.,3/.,.,.,./.,.,.,./.,.,.,. 0 0", "has '3'; a tile is a power of two"),
        ("2,.,.,4096/.,.,.,./.,.,.,./.,.,.,. 0 0", "from 2 to 2048"),
        ("2,.,.,2/.,.,.,./.,.,.,./.,.,.,. 0", "must end with the score"),
        ("2048,.,.,2/.,.,.,./.,.,.,./.,.,.,. 0 1", "continues after a tile of 2048"),
        ("2,.,.,2/.,.,.,./.,.,.,./.,.,.,. 999999 1", "the impossible score"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        TwentyFortyEight().read(text)


@pytest.mark.parametrize("target", [0, 4, 100, 65536, True])
def test_another_target_is_refused(target):
    with pytest.raises(SpecError, match="must be a power of two from 8 to 32768"):
        TwentyFortyEight(target)
