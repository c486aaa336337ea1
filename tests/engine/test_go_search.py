"""Monte Carlo search of Go: playouts of the game's own, compiled and by threads."""

import pytest

from countermove import analyse
from countermove.analysis import search_for
from countermove.games.go import Go
from countermove.games.tictactoe import TicTacToe

pytestmark = pytest.mark.native


def test_go_is_searched_by_monte_carlo_unless_told_otherwise():
    assert search_for(Go()).name == "mcts"
    assert search_for(Go(), "pvs").name == "pvs"
    assert search_for(TicTacToe()).name == "pvs"


def test_five_by_five_begins_in_the_middle_and_is_won():
    game = Go(size=5)
    found = analyse(game, simulations=6000)
    assert game.action_name(None, found.action) == "C3"
    assert found.native and found.value > 0.3 and found.simulations == 6000
    again = analyse(game, simulations=6000)
    assert again.visits == found.visits, "the same question has the same answer"


@pytest.mark.parametrize(
    ("size", "komi", "value", "best"), [(2, 0.5, 1.0, None), (2, 1.5, -1.0, None), (3, 8.5, 1.0, "B2")]
)
def test_small_boards_are_proven(size, komi, value, best):
    """On 2 x 2 Black wins by one point, on 3 x 3 by all nine, beginning in the middle."""
    game = Go(size=size, komi=komi)
    found = analyse(game, simulations=100_000)
    assert (found.value, found.exact) == (value, True)
    assert best is None or game.action_name(None, found.action) == best


def test_a_chain_in_atari_is_taken_and_a_won_game_is_known_to_be():
    game = Go(size=5)
    state = game.read("...../.XX../XOO../.XX../..... B")
    assert game.action_name(state, analyse(game, state, simulations=1000).action) == "D3"
    ended = game.result(game.read(".X.X./XXXXX/X.X.X/XXXXX/.X.X. W"), game.area)
    found = analyse(game, ended, simulations=2000)
    assert (found.value, found.exact) == (1.0, True)
