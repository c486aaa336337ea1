"""Laws that every built-in game keeps."""

import copy
import math
import pickle
from collections import Counter

import pytest

from countermove import CHANCE, load
from countermove.game import action_named, acts_at_once, freeze, legal, same
from countermove.registry import BUILT_IN
from countermove.values import key_of

DICE = "tree:tree=[{'chances':[0.25,0.75],'children':[[1,2],3]},[4,[5,6]]]"
SPECS = [
    *sorted(BUILT_IN), DICE, "tree:tree=[[(1,2,3),(3,2,1)],[(0,0,0)]],players=3", "tree:tree=7",
    "mnk:rows=3,cols=5,k=3",
    "connect:rows=3,cols=12,k=3", "hexapawn:rows=4,cols=5", "breakthrough:rows=5,cols=4", "domineering:rows=3,cols=5",
    "morris:men=3", "morris:men=6", "nim:piles=(1,2,3),misere=true", "grundy:n=20,misere=true", "subtract:counters=0",
    "othello:size=4", "backgammon:cube=true", "pig:target=20,players=3", "twentyfortyeight:target=16",
]  # fmt: skip


MAX_STATES = 400


@pytest.fixture(scope="module", params=SPECS)
def game(request):
    return load(request.param)


@pytest.fixture(scope="module")
def paths(game, playouts):
    return list(playouts(game, 10))


@pytest.fixture(scope="module")
def states(game, paths):
    """The first state, the last ones, and others of random games, at equal distances where there are very many."""
    met = [state for path in paths for _, state in path]
    ends = [path[-1][1] for path in paths if path]
    return [game.initial(), *ends, *met[:: 1 + len(met) // MAX_STATES]]


def test_a_written_position_reads_back_as_the_same_state(game, states):
    for state in states:
        again = game.read(game.write(state))
        assert same(again, state)
        assert type(again) is type(state)


def test_states_are_of_one_type_through_and_through(game, states):
    for state in states:
        assert [type(value) for value in state] == [type(value) for value in game.initial()]


def test_a_result_leaves_its_state_as_it_was(game, states):
    for state in states:
        before = freeze(copy.deepcopy(state))
        for action in legal(game, state):
            game.result(state, action)
        assert freeze(state) == before


def test_every_action_has_a_name_of_its_own_that_is_understood(game, states):
    for state in states[:: 1 + len(states) // 300]:
        names = [game.action_name(state, action) for action in legal(game, state)]
        assert len(set(names)) == len(names)
        assert [action_named(game, state, name) for name in names] == legal(game, state)


def test_the_actions_so_far_are_a_position(game, paths):
    if type(game).__name__ == "Grundy":
        pytest.skip("a list of splits looks like a list of piles, so Grundy's game reads piles only")
    for path in paths[:3]:
        state, names = game.initial(), []
        for action, after in path:
            names.append(game.action_name(state, action))
            state = after
            if len(names) % (1 + len(path) // 8) == 0:  # not all of a long game, for each is read from the start
                assert same(game.read(" ".join(names)), state)


def test_a_finished_game_has_no_actions_and_an_unfinished_one_has(game, states):
    for state in states:
        assert bool(legal(game, state)) != game.is_terminal(state)


def test_clicks_on_the_board_are_exactly_the_legal_actions(game, states):
    for state in states:
        board = game.board(state)
        clicks = [cell.action for row in board.rows for cell in row if cell.action is not None]
        if not clicks and (acts_at_once(game, state) or game.axes.hidden):
            continue  # what both choose, and what to do with hidden cards, is not on the board
        assert set(clicks) | {action for action, _ in board.clicks} == set(legal(game, state))
        choices = Counter(places for _, places in board.clicks)  # a pawn may become one of four pieces
        assert max(choices.values(), default=1) == 1 or (board.look == "chess" and max(choices.values()) <= 4)
        assert len(board.row_names) in (0, len(board.rows))


def test_utilities_are_floats_within_the_bounds_and_sum_as_the_axes_say(game, states):
    for state in states:
        low, high = game.bounds(state)[:2]
        assert isinstance(low, float) and isinstance(high, float)
        if game.is_terminal(state):
            utilities = [game.utility(state, player) for player in range(game.players)]
            assert all(isinstance(utility, float) for utility in utilities)
            assert low <= utilities[0] <= high
            if game.axes.payoff in ("zero", "constant"):
                assert sum(utilities) == pytest.approx(game.axes.total)


def test_estimates_are_less_than_certain(game, states):
    sure = game.bounds(game.initial())[1]
    sure = sure if math.isfinite(sure) else 1
    for state in states:
        low, high = game.bounds(state)[:2]
        estimates = [game.evaluate(state, player) for player in range(game.players)]
        assert all(isinstance(estimate, float) and -sure <= estimate <= sure for estimate in estimates)
        assert low == high or all(abs(estimate) < sure for estimate in estimates)


def test_chance_acts_only_where_the_axes_say_so(game, states):
    chance = [state for state in states if game.player(state) == CHANCE]
    assert game.axes.stochastic or not chance
    for state in chance:
        assert sum(probability for _, probability in game.chances(state)) == pytest.approx(1)


def test_the_canonical_state_is_its_own_and_keeps_the_mover(game, states):
    for state in states:
        image = game.canonical(state)
        assert same(game.canonical(image), image)
        assert game.player(image) == game.player(state)
        assert game.is_terminal(image) == game.is_terminal(state)
        assert len(legal(game, image)) == len(legal(game, state))


def test_equal_states_have_equal_keys_and_different_ones_different(game, states):
    assert len({key_of(state) for state in states}) == len({freeze(state) for state in states})
    assert len({game.key(state) for state in states}) == len({freeze(game.position(state)) for state in states})
    assert all(-(2**63) <= game.key(state) < 2**63 for state in states)


def test_words_are_lines_of_text(game, states):
    for state in states:
        text = game.text(state)
        assert text and text == text.strip("\n")
    assert all(game.player_name(player) for player in range(game.players))


def test_different_states_look_different(game, states):
    looks = {(game.text(state), game.write(state)) for state in states}
    assert len(looks) == len({freeze(state) for state in states})


def test_a_game_can_be_copied_pickled_compared_and_hashed(game):
    assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)
    assert hash(pickle.loads(pickle.dumps(game))) == hash(game)
