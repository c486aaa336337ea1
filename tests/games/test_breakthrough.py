import random

import pytest

from countermove.errors import SpecError
from countermove.games.breakthrough import Breakthrough


@pytest.mark.parametrize(("rows", "cols"), [(8, 8), (6, 6), (6, 3), (7, 2)])
def test_it_plays_as_openspiel_does(rows, cols):
    """OpenSpiel's first player stands at the top, so its board is ours upside down.

    On fewer than six rows it gives each player one row of pawns, so those are not compared.
    """
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    theirs = pyspiel.load_game("breakthrough", {"rows": rows, "columns": cols})
    game, chosen = Breakthrough(rows, cols), random.Random(1)

    def flipped(name):
        cells = name.replace("-", " ").replace("x", " ").split()
        return "".join(f"{cell[0]}{rows + 1 - int(cell[1])}" for cell in cells)

    for _ in range(10):
        state, other = game.initial(), theirs.new_initial_state()
        while not game.is_terminal(state):
            assert not other.is_terminal() and game.player(state) == other.current_player()
            ours = {flipped(game.action_name(state, action)): action for action in game.actions(state)}
            names = {other.action_to_string(action).rstrip("*"): action for action in other.legal_actions()}
            assert sorted(ours) == sorted(names)
            word = chosen.choice(sorted(ours))
            takes = "x" in game.action_name(state, ours[word])
            assert takes == other.action_to_string(names[word]).endswith("*")
            state = game.result(state, ours[word])
            other.apply_action(names[word])
        assert other.is_terminal()
        assert other.returns() == [game.utility(state, player) for player in (0, 1)]


def test_the_number_of_plays_is_that_of_openspiel(levels):
    """Both count 22, 484, 11132 plays of one, two and three plies on the large board."""
    assert [sum(nodes for _, nodes in level) for level in levels(Breakthrough(), 3)] == [1, 22, 484, 11132]


def test_taking_all_pawns_wins():
    game = Breakthrough(5, 4)
    state = game.read("..../.B../W.../..../.... W")
    taking = next(a for a in game.actions(state) if "x" in game.action_name(state, a))
    after = game.result(state, taking)
    assert game.write(after) == "..../.W../..../..../.... B"
    assert game.is_terminal(after) and game.utility(after, 0) == 1.0


@pytest.mark.parametrize(("rows", "cols"), [(4, 2), (4, 3), (5, 2), (5, 3), (6, 2)])
def test_there_is_always_an_action_while_there_are_pawns(rows, cols, playouts):
    game = Breakthrough(rows, cols)
    for path in playouts(game, 50):
        _, state = path[-1]
        assert game.arrived(state) or 0 in (state.white, state.black)


@pytest.mark.parametrize(("rows", "cols", "sentence"), [(3, 4, "rows=3 must be a whole"), (8, 1, "cols=1 must")])
def test_an_impossible_board_size_is_refused(rows, cols, sentence):
    with pytest.raises(SpecError, match=sentence):
        Breakthrough(rows, cols)
