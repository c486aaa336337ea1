"""What the network of backgammon sees."""

from __future__ import annotations

import numpy as np

from countermove.games import _backgammon_net as net
from countermove.games._checkers import add
from countermove.games.backgammon import Backgammon


def test_the_network_sees_the_position_from_the_side_that_rolls() -> None:
    game = Backgammon()
    state = game.read("3-1 8/5+6/5")
    inputs = np.zeros(net.INPUTS, np.float32)
    assert net.see(game.mine(state), game.theirs(state), inputs) == net.CONTACT
    assert inputs[4 * 23 + 1] == 1  # Black's last two men, on the own 24
    assert inputs[net.SIDE + 4 * 4 + 1] == 1  # White's new point 5, as White counts
    assert inputs[net.SIDE + 4 * 7 + 1] == 1 and inputs[net.SIDE + 4 * 7 + 2] == 0  # two left on 8
    assert inputs[2 * net.SIDE] == np.float32(1.67) and inputs[2 * net.SIDE + 1] == np.float32(1.63)


def men(*points: int) -> tuple[int, int, int, int]:
    """Men on these points, one for each time that a point is named."""
    found = (0, 0, 0, 0)
    for point in points:
        found = add(found, point)
    return found


def test_shots_are_counted_as_on_paper() -> None:
    assert net.shots(men(20), men(11)) == 17  # six pips away: any 6, 5-1, 4-2, 3-3, 2-2
    assert net.shots(men(20), men(6)) == 11  # one pip away: any 1
    assert net.shots(men(20), men(11, 8, 8)) == 16  # a point made 3 pips on stops 3-3 only
    assert net.shots(men(20), men(11, 11)) == 0
    assert net.shots(men(25, 25), men(4, 1, 1)) == 11  # both men enter first: any 4
    assert net.shots(men(1), men(1)) == 0


def test_a_result_counts_in_points_without_the_cube() -> None:
    game = Backgammon(cube=True)
    over = game.initial()._replace(white=men(), black=men(3), cube=4, mover=1)
    target = np.zeros(net.OUTPUTS, np.float32)
    game.final_outputs(over, 0, target)
    assert game.utility(over, 0) == 4 and target.tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    game.turn_outputs(target, turned := np.zeros(net.OUTPUTS, np.float32))
    assert turned.tolist() == [0] * 8
