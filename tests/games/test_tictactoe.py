import pytest

from countermove.errors import SpecError
from countermove.game import legal
from countermove.games.tictactoe import Marks, TicTacToe

GAME = TicTacToe()


def test_the_tree_has_the_size_that_the_lectures_give(levels):
    nodes = terminal = 0
    ends = {1.0: 0, -1.0: 0, 0.0: 0}
    for level in levels(GAME):
        for state, count in level:
            nodes += count
            if GAME.is_terminal(state):
                terminal += count
                ends[GAME.utility(state, 0)] += count
    assert (nodes, terminal) == (549_946, 255_168)
    assert ends == {1.0: 131_184, -1.0: 77_904, 0.0: 46_080}


def test_there_are_5478_states_and_765_up_to_symmetry(levels):
    states = {state for level in levels(GAME) for state, _ in level}
    images = {GAME.canonical(state) for state in states}
    assert (len(states), sum(map(GAME.is_terminal, states))) == (5_478, 958)
    assert (len(images), sum(map(GAME.is_terminal, images))) == (765, 138)


def test_first_moves_fall_into_three_classes():
    start = GAME.initial()
    assert len({GAME.canonical(GAME.result(start, action)) for action in GAME.actions(start)}) == 3


def test_symmetric_states_have_the_same_value(levels):
    values = {}
    for level in reversed(list(levels(GAME))):
        for state, _ in level:
            children = [values[GAME.result(state, action)] for action in legal(GAME, state)]
            best = max if GAME.player(state) == 0 else min
            values[state] = GAME.utility(state, 0) if GAME.is_terminal(state) else best(children)
    assert all(value == values[GAME.canonical(state)] for state, value in values.items())
    assert values[GAME.initial()] == 0


def test_it_plays_as_openspiel_does(agrees_with_openspiel):
    agrees_with_openspiel(GAME, "tic_tac_toe", games=200)


def test_cells_have_the_names_of_a_chessboard():
    names = [GAME.action_name(GAME.initial(), action) for action in GAME.actions(GAME.initial())]
    assert names == ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    assert [GAME.player_name(player) for player in (0, 1)] == ["X", "O"]


@pytest.mark.parametrize("text", ["XO..X....", "xo-/-x-/---", "XO.\n.X.\n...", "a3 b3 b2", "A3,B3,B2"])
def test_a_position_is_a_board_or_the_actions_so_far(text):
    assert GAME.read(text) == Marks(0b000010001, 0b000000010)


def test_the_board_shows_the_winning_line_and_takes_no_more_clicks():
    board = GAME.board(GAME.read("XXX/OO./..."))
    assert [cell.marked for row in board.rows for cell in row] == [True] * 3 + [False] * 6
    assert all(cell.action is None for row in board.rows for cell in row)
    assert [cell.piece for cell in board.rows[1]] == ["O", "O", ""]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("XO..X...", "has 8 cells; tic-tac-toe has 9"),
        ("XXX......", "has 3 X and 0 O; X must have the same number or one more"),
        ("O........", "has 0 X and 1 O"),
        ("XXX/OO./O..", "continues after three in a row"),
        ("XX./OOO/X.X", "has 4 X and 3 O|continues after three in a row"),
        ("a1 a1", "Action 2 of the position 'a1 a1' is 'a1', which is not legal here; legal: a3, b3"),
        ("d4", "'d4', which is not legal here"),
        ("a3 a2 b3 b2 c3 c2", "goes on after the game is over: 'c2' is action 6"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        GAME.read(text)
