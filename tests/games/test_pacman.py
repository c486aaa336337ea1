"""Pacman: beside a twin written in another way, on layouts good and bad, and what its agents make of it."""

from __future__ import annotations

import math
import random

import course_pacman as course
import pytest

from countermove import analyse, load
from countermove.errors import SpecError, UnfitError
from countermove.games._pacman_layout import FOLDER, ROW, SCARED_TURNS, SHIPPED
from countermove.games.pacman import Features, Pacman
from countermove.players import Directional, Uniform, make, play_game
from countermove.textbook import Conventions, expectimax, minimax, run
from countermove.values import freeze

CROWD = """
%%%%%%%%%%%%
%o..o..G.o.%
%.%%.%%%.%.%
%G.P....o..%
%.%%.%%%.%.%
%o..oG.G...%
%%%%%%%%%%%%
"""
"""Four ghosts and capsules everywhere, so that some are scared again while they are between cells."""
CELL = """
%%%%%%%
%2%...%
%%%.%1%
%P....%
%%%%%%%
"""
"""A ghost that is walled in, and ghosts with numbers."""


def agree(game, state, twin):
    """Whether both games are in the same state, and say the same of it."""
    assert [game.action_name(state, action) for action in game.actions(state)] == twin.legal()
    assert game.is_terminal(state) == (twin.won or twin.lost)
    assert (state.outcome == 1, state.outcome == 2) == (twin.won, twin.lost)
    assert state.score == twin.score
    assert state.agent == twin.turn
    assert (state.pacman % ROW / 2, state.pacman // ROW / 2) == twin.pacman
    for number, ghost in enumerate(twin.ghosts):
        place = state.ghosts[number]
        assert (place % ROW / 2, place // ROW / 2) == ghost["at"]
        assert state.scared[number] == ghost["timer"]
    assert game.left(state.food) == len(twin.food)
    assert state.capsules.bit_count() == len(twin.capsules)


def side_by_side(game, text, moves, seed, order=()):
    """Random play in both games; gives how often a ghost stood between cells, was eaten, and how games ended."""
    lots = random.Random(seed)
    seen = {"half": 0, "eaten": 0, "won": 0, "lost": 0}
    fresh = course.Course(text, *order)
    state, twin = game.initial(), fresh
    for _ in range(moves):
        agree(game, state, twin)
        if game.is_terminal(state):
            seen["won"] += twin.won
            seen["lost"] += twin.lost
            state, twin = game.initial(), fresh
        if twin.turn:
            odds = {game.action_name(state, action): chance for action, chance in game.chances(state)}
            assert odds == pytest.approx(twin.directional())
            assert list(odds) == twin.legal()
        actions = list(game.actions(state))
        action = lots.choice(actions)
        before = state.score
        state, twin = game.result(state, action), twin.play(game.action_name(state, action))
        seen["half"] += any(place & 1 or place // ROW & 1 for place in state.ghosts)
        seen["eaten"] += state.score - before > 150 and not twin.won
    return seen


@pytest.mark.parametrize("name", SHIPPED)
def test_ten_thousand_random_moves_agree_with_the_twin(name):
    seen = side_by_side(Pacman(name), (FOLDER / f"{name}.lay").read_text(), 10_000, 1)
    assert seen["won"] + seen["lost"] > 5
    if name in ("small", "medium", "tricky"):
        assert seen["half"] > 100


@pytest.mark.parametrize("text", [CROWD, CELL])
def test_crowds_of_scared_ghosts_and_walled_in_ones_agree_with_the_twin(text):
    order = ("West", "Stop", "East", "North", "South")
    seen = side_by_side(Pacman(text, "W-ENS"), text, 10_000, 2, (order,))
    assert seen["half"] > 1000 or text is CELL
    assert seen["eaten"] > 50 or text is CELL


def test_the_order_of_actions_is_a_parameter():
    for letters, first in (("NSEW-", ["East", "West", "Stop"]), ("W-ENS", ["West", "Stop", "East"])):
        game = load(f"pacman:layout=corridor,directions={letters}")
        assert [game.action_name(None, action) for action in game.actions(game.initial())] == first


def test_a_layout_comes_from_a_file(tmp_path, monkeypatch):
    path = tmp_path / "my.lay"
    path.write_bytes(b"%%%%%%\r\n%P  .%\r\n%%%%%%\r\n\r\n")
    monkeypatch.chdir(tmp_path)
    game = load("pacman:layout=my.lay")
    assert game.rows == ("%%%%%%", "%P  .%", "%%%%%%")
    assert (game.players, game.crew, game.cycle) == (1, 0, 1)
    assert game.read("East East East").outcome == 1
    assert game.read("East East East").score == 507


BAD = {
    "has no Pacman": "%%%%\n%. %\n%%%%\n",
    "has 2 Pacman": "%%%%\n%PP%\n%.G%\n%%%%\n",
    "is ragged: row 2 has 5 characters and the first one 4": "%%%%\n%P. %\n%%%%\n",
    "is open in row 2": "%%%%\n%P.\n%%%%\n".replace("P.\n", "P.G\n"),
    "is open in row 1": "% %%\n%P.%\n%%%%\n",
    "has the invalid character 'x' in row 2": "%%%%\n%Px%\n%%%%\n",
    "has no food": "%%%%\n%PG%\n%%%%\n",
    "is empty": "\n\n",
}


@pytest.mark.parametrize("words", BAD)
def test_a_bad_layout_gets_a_sentence(words, tmp_path):
    path = tmp_path / "bad.lay"
    path.write_text(BAD[words])
    with pytest.raises(SpecError, match=words.replace("(", r"\(")):
        load(f"pacman:layout={path}")


def test_no_such_layout_other_directions_and_other_weights_get_a_sentence_each(tmp_path):
    with pytest.raises(SpecError, match=r"Unknown layout 'nowhere\.lay'; use a shipped one, corridor"):
        load("pacman:layout=nowhere.lay")
    with pytest.raises(SpecError, match="cannot be read"):
        load(f"pacman:layout={tmp_path}")
    (tmp_path / "binary.lay").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SpecError, match="is not text"):
        load(f"pacman:layout={tmp_path / 'binary.lay'}")
    with pytest.raises(SpecError, match="directions='NSE' must be the letters"):
        load("pacman:directions=NSE")
    with pytest.raises(SpecError, match="must be 7 numbers, for score, food"):
        load("pacman:weights=(1,2)")
    with pytest.raises(SpecError, match="must be 7 numbers"):
        Pacman(weights=(math.nan,) * 7)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pacman": 7}, "no agent can be at 7"),
        ({"agent": 9}, "the agents are 0 to 2"),
        ({"ghosts": (1,)}, "ghosts must be a tuple of 2"),
        ({"scared": (0, 41)}, "scared for 0 to 40"),
        ({"food": (1 << 61,)}, "the layout lacks"),
        ({"outcome": 1}, "the outcome must be 0"),
        ({"headings": (7, 4)}, "headings must be 0 to 4"),
    ],
)
def test_a_position_that_cannot_be_gets_a_sentence(change, words):
    game = Pacman()
    with pytest.raises(SpecError, match=words):
        game.read(game.write(game.initial()._replace(**change)))


def test_two_ghosts_at_once_cost_twice_and_a_win_goes_before_a_loss():
    game = Pacman("%%%%%%\n%G.P.%\n%G%%%%\n%%%%%%")
    state = game.initial()
    both = state._replace(ghosts=(state.pacman - 2, state.pacman - 2))
    assert (game.result(both, 3).score, game.result(both, 3).outcome) == (10 - 1 - 1000, 2)
    last = both._replace(food=(both.food[0] & both.food[0] - 1,))  # the food to the East is left
    ahead = last._replace(ghosts=(state.pacman + 2, state.pacman - 2))
    assert (game.result(ahead, 2).score, game.result(ahead, 2).outcome) == (509, 1)


def test_a_ghost_between_cells_that_is_no_longer_scared_snaps_to_the_larger_coordinate():
    game = Pacman("%%%%%%%%\n%P. G  %\n%%%%%%%%")
    state = game.initial()._replace(agent=1, scared=(1,), headings=(3,))
    west = game.result(state, 3)
    assert (west.ghosts, west.scared) == (state.ghosts, (0,))
    east = game.result(state._replace(headings=(2,)), 2)
    assert east.ghosts == (state.ghosts[0] + 2,)


def test_contributions_sum_to_the_evaluation_and_are_opposite_for_the_ghosts():
    game = Pacman("tricky", weights=(1, -2, 30, -4, -50, 6, 0.7))
    lots = random.Random(3)
    state = game.initial()
    for _ in range(300):
        if game.is_terminal(state):
            state = game.initial()
        features = game.features(state, 0)
        parts = [weight * feature for weight, feature in zip(game.weights, features)]
        assert game.evaluate(state, 0) == pytest.approx(math.fsum(parts)) == -game.evaluate(state, 1)
        assert features.food == game.left(state.food)
        state = game.result(state, lots.choice(list(game.actions(state))))
    assert Pacman("corridor").features(Pacman("corridor").initial(), 0) == Features(0, 1, 0.25, 0, 0, 0, 0)


def test_distances_go_round_walls():
    game = Pacman("%%%%%%%\n%P%G..%\n% %%% %\n%     %\n%%%%%%%")
    assert game.features(game.initial(), 0).apart == 10


def test_bounds_hold_in_random_games():
    for name in SHIPPED:
        game, lots = Pacman(name), random.Random(4)
        for _ in range(20):
            path, state = [], game.initial()
            while not game.is_terminal(state):
                path.append(state)
                state = game.result(state, lots.choice(list(game.actions(state))))
            assert all(game.bounds(each)[0] <= state.score <= game.bounds(each)[1] for each in path)


def test_what_one_ghost_sees_is_the_game_without_the_others():
    game = Pacman("tricky")
    lots, state = random.Random(5), game.initial()
    for _ in range(200):
        if game.is_terminal(state):
            state = game.initial()
        if state.agent:
            ghost = state.agent - 1
            mine, seen = game.alone(ghost), game.seen(state, ghost)
            assert list(mine.actions(seen)) == list(game.actions(state))
            for action in mine.actions(seen):
                after = mine.result(seen, action)
                assert after.ghosts[0] == game.result(state, action).ghosts[ghost]
                assert after.score == game.result(state, action).score
        state = game.result(state, lots.choice(list(game.actions(state))))


# Search.

SMALL = "%%%%%%%\n%P...G%\n%.%%%.%\n%..G..%\n%%%%%%%"


def test_a_cycle_of_the_textbook_is_one_move_of_each_agent():
    game = Pacman(SMALL)
    for depth in (1, 2):
        cycles = run(minimax(game, depth=depth, conventions=Conventions(ply="cycle")))
        plies = run(minimax(game, depth=3 * depth))
        assert (cycles.value, cycles.action, cycles.nodes) == (plies.value, plies.action, plies.nodes)


@pytest.mark.native
@pytest.mark.parametrize("opponent", [None, Uniform(), Directional()])
def test_compiled_expectimax_is_the_textbooks(opponent):
    game, lots = Pacman(SMALL), random.Random(6)
    state = game.initial()
    for _ in range(60):
        if game.is_terminal(state):
            state = game.initial()
        if game.player(state) == 0:
            question = {"depth": 4, "algorithm": "expectimax", "opponent": opponent}
            fast, slow = (analyse(game, state, native=native, **question) for native in (True, False))
            assert fast.native and not slow.native
            assert (fast.action, fast.nodes, fast.line) == (slow.action, slow.nodes, slow.line)
            assert {a: s.value for a, s in fast.values.items()} == pytest.approx(
                {a: s.value for a, s in slow.values.items()}, abs=1e-9
            )
        state = game.result(state, lots.choice(list(game.actions(state))))


@pytest.mark.native
def test_compiled_alpha_beta_is_the_textbooks_with_and_without_weights():
    lots = random.Random(7)
    for game in (Pacman(SMALL), Pacman(SMALL, weights=(1, -3, 5, 0, -20, 4, 0.5))):
        state = game.initial()
        for _ in range(40):
            if game.is_terminal(state):
                state = game.initial()
            fast, slow = (analyse(game, state, depth=5, algorithm="alphabeta", native=n) for n in (True, False))
            assert (fast.value, fast.action, fast.nodes) == (slow.value, slow.action, slow.nodes)
            state = game.result(state, lots.choice(list(game.actions(state))))


def test_minimax_is_at_most_expectimax_and_equals_it_where_ghosts_have_no_choice():
    game = Pacman("trap")
    state = game.initial()
    for depth in (3, 6, 9):
        assert run(minimax(game, depth=depth)).value <= run(expectimax(game, depth=depth)).value
    hall = Pacman("%%%%%%%%\n%P.  .G%\n%%%%%%%%")
    for depth in (2, 4, 6):
        assert run(minimax(hall, depth=depth)).value == run(expectimax(hall, depth=depth)).value
    assert freeze(state) == freeze(game.initial())


def wins(game, pacman, ghosts, games):
    """How many games Pacman wins."""
    count = 0
    player = make(pacman)
    for seed in range(games):
        *_, last = play_game(game, [player, make(ghosts.format(seed=seed))])
        count += last.after.outcome == 1
    return count


@pytest.mark.slow
@pytest.mark.native
def test_in_the_trap_minimax_gives_up_and_expectimax_wins_about_half():
    game = Pacman("trap")
    assert wins(game, "minimax:cycles=3", "random:seed={seed}", 200) == 0
    assert wins(game, "alphabeta:cycles=3", "random:seed={seed}", 20) == 0
    assert 75 <= wins(game, "expectimax:cycles=3", "random:seed={seed}", 200) <= 125
    for pacman in ("minimax:cycles=3", "expectimax:cycles=3"):
        assert wins(game, pacman, "coordinated:cycles=3", 1) == 0


def test_every_way_to_act_plays_a_legal_game():
    game = Pacman(SMALL)
    for pacman in ("reflex:seed=1", "expectimax:cycles=1,opponent=directional", "alphabeta:cycles=1", "random:seed=1"):
        for ghosts in ("random:seed=2", "directional:seed=2", "alone:cycles=1", "coordinated:cycles=1"):
            turns = []
            for turn in play_game(game, [make(pacman), make(ghosts)]):
                turns.append(turn)
                if len(turns) == 60:
                    break
            assert turns


def test_players_know_their_seats_and_games():
    with pytest.raises(UnfitError, match="TicTacToe has none"):
        list(play_game(load("tictactoe"), [make("random"), make("directional")]))
    with pytest.raises(UnfitError, match="plays ghosts; use alphabeta:cycles=2 for Pacman"):
        list(play_game(Pacman(), [make("alone"), make("random")]))
    with pytest.raises(UnfitError, match="TicTacToe has none"):
        list(play_game(load("tictactoe"), [make("expectimax:depth=1,opponent=directional"), make("random")]))
    with pytest.raises(SpecError, match="gives both depth and cycles"):
        make("alphabeta:depth=2,cycles=2")
    with pytest.raises(SpecError, match="There is no policy 'nobody'; the policies are uniform"):
        make("expectimax:opponent=nobody")
    with pytest.raises(SpecError, match="Only expectimax supports an opponent model"):
        analyse(Pacman(), depth=1, algorithm="minimax", opponent=Uniform())
    assert make("expectimax:cycles=3,opponent=directional").name == "expectimax:cycles=3,opponent=directional"
    assert make("alone").name == "alone:cycles=2"


def test_ghosts_are_scared_for_forty_of_their_turns():
    game = Pacman("%%%%%%%%%%%%%%%\n%Po          .%\n%%%%%%%%%%%%%%%\n%G          G %\n%%%%%%%%%%%%%%%")
    state = game.result(game.initial(), 2)
    assert state.scared == (SCARED_TURNS, SCARED_TURNS)
    turns = 0
    while state.scared[0]:
        turns += state.agent == 1
        state = game.result(state, 4 if state.agent == 0 else next(iter(game.actions(state))))
    assert turns == SCARED_TURNS
