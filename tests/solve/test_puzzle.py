"""Puzzles: the best end, the shortest way to it, and honest words where there is none."""

import itertools
import random
import threading

import pytest
from puzzles import Hanoi, LedHanoi, LightsOut, River, Solitaire, random_web, worth_after

from countermove import analyse, load, solve
from countermove.check import check_game
from countermove.engine.puzzle.interpreted import BREADTH, DEEPENING, Breadth, Deepening, search_for, way_from
from countermove.engine.table import Table
from countermove.errors import GameError, SpecError, UnfitError
from countermove.games.sliding import Sliding
from countermove.players.solver import Solver
from countermove.solve.puzzle import puzzle

METHODS = [BREADTH, DEEPENING]
BOTH = [False, pytest.param(True, marks=pytest.mark.native)]


def searched(game, method, native):
    return search_for(game, method, nodes=None, memory=64, table=lambda: Table(1), native=native)[0]


# Against an oracle.


@pytest.mark.parametrize("native", BOTH)
@pytest.mark.parametrize("method", METHODS)
def test_random_puzzles_with_cycles_are_solved_as_sets_solve_them(method, native):
    for seed in range(300):
        game, (value, plies) = random_web(random.Random(seed))
        found = way_from(game, game.initial(), searched(game, method, native))
        assert (found.value, found.distance, found.complete) == (value, plies, True), seed
        if plies is not None:
            assert (worth_after(game, game.initial(), found.line), len(found.line)) == (value, plies), seed


def test_solve_picks_a_method_that_answers_random_puzzles():
    for seed in range(100):
        game, (value, plies) = random_web(random.Random(seed))
        found = solve(game)
        assert (found.value, found.distance, found.complete) == (value, plies, True), seed
        best = max(found.actions.values())
        assert best == value == found.actions[found.action]
        for action, worth in found.actions.items():
            child = game.result(game.initial(), action)
            expected = way_from(game, child, Breadth(game))
            assert worth == expected.value
            after = expected.distance
            assert found.distances[action] == (None if after is None else after + 1)


@pytest.mark.parametrize("method", METHODS)
def test_a_puzzle_that_is_stopped_says_no_more_than_it_knows(method):
    for seed in range(120):
        game, (value, plies) = random_web(random.Random(seed))
        search = (Breadth if method == BREADTH else Deepening)(game, nodes=1 + seed % 7)
        found = way_from(game, game.initial(), search)
        if found.complete:
            assert (found.value, found.distance) == (value, plies)
        elif found.value is not None:
            assert worth_after(game, game.initial(), found.line) == found.value


@pytest.mark.parametrize("algorithm", [None, pytest.param("pvs", marks=pytest.mark.native)])
def test_best_proves_nothing_that_its_line_does_not_reach(algorithm):
    proven = 0
    for seed in range(60):
        game, (value, plies) = random_web(random.Random(seed))
        found = analyse(game, nodes=3_000, algorithm=algorithm)
        if found.exact and plies is not None:
            proven += 1
            assert (found.value, worth_after(game, game.initial(), found.line)) == (value, value), seed
        elif found.exact:
            assert found.value == value, seed
    assert proven > 20


# Puzzles whose answers are known.


@pytest.mark.parametrize("count", range(1, 8))
def test_towers_of_hanoi_take_two_to_the_n_less_one(count):
    found = solve(Hanoi(count))
    assert (found.value, found.distance) == (1.0, 2**count - 1)
    assert worth_after(found.game, found.game.initial(), found.line) == 1.0


@pytest.mark.parametrize("native", BOTH)
@pytest.mark.parametrize("method", METHODS)
def test_towers_of_hanoi_with_bounds_take_as_long(method, native):
    assert puzzle(LedHanoi(5), method=method, native=native).distance == 31


def test_wolf_goat_and_cabbage_cross_in_seven_whatever_states_hold():
    for method in (None, *METHODS):
        found = solve(River(), method=method)
        assert (found.value, found.distance, found.complete) == (1.0, 7, True)
        assert worth_after(found.game, River().initial(), found.line) == 1.0


def fewest(game, state, known):
    """The best that a board of pegs comes to, by plain recursion."""
    if state not in known:
        after = [fewest(game, game.result(state, action), known) for action in game.actions(state)]
        known[state] = max(after) if after else game.utility(state, 0)
    return known[state]


@pytest.mark.parametrize("method", [None, *METHODS])
def test_solitaire_leaves_as_few_pegs_as_can_be(method):
    rng = random.Random(3)
    board = [hole for hole in range(25) if hole not in (0, 4, 20, 24)]
    for _ in range(20):
        game = Solitaire(sum(1 << hole for hole in rng.sample(board, rng.randint(3, 9))))
        if game.is_terminal(game.initial()):
            continue
        found = solve(game, method=method)
        assert found.value == fewest(game, game.initial(), {})
        assert worth_after(game, game.initial(), found.line) == found.value


@pytest.mark.parametrize("method", METHODS)
def test_lights_go_out_with_the_fewest_presses_or_provably_not(method):
    plain = LightsOut()
    presses = [plain.result(plain.initial(), action).lit for action in range(16)]
    least = {}
    for count in range(8):
        for chosen in itertools.combinations(presses, count):
            lit = 0
            for each in chosen:
                lit ^= each
            least.setdefault(lit, count)
    rng = random.Random(5)
    boards = [rng.randrange(1, 1 << 16) for _ in range(4)] + [presses[0] ^ presses[5], presses[3]]
    for start in boards if method == BREADTH else boards[-2:]:
        found = solve(LightsOut(start), method=method)
        assert found.complete
        assert (found.value, found.distance) == ((1.0, least[start]) if start in least else (0.0, None))


@pytest.mark.native
@pytest.mark.parametrize("board", ["8,6,7/2,5,4/3,.,1", "6,4,7/8,5,./3,2,1"])
def test_the_two_hardest_boards_of_the_8_puzzle_take_31_slides(board):
    game = load("sliding")
    for method in (None, *METHODS):
        found = solve(game, game.read(board), method=method)
        assert (found.value, found.distance) == (1.0, 31)
        assert worth_after(game, game.read(board), found.line) == 1.0


KORF = {
    12: ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45),
    55: ("13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11", 41),
    79: ("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42),
}
"""Of the hundred boards in R. E. Korf's paper of 1985, by their numbers: the gap belongs to the first cell."""


def turned(board):
    """Korf's board turned by half, so that the gap belongs to the last cell, its tiles numbered anew."""
    cells = [(16 - int(word)) % 16 for word in reversed(board.split())]
    return "/".join(",".join(str(cell or ".") for cell in cells[at : at + 4]) for at in range(0, 16, 4))


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("number", KORF)
def test_boards_of_the_15_puzzle_take_as_many_slides_as_korf_found(number):
    board, slides = KORF[number]
    game = Sliding(4, 4)
    state = game.read(turned(board))
    found = solve(game, state)
    assert (found.value, found.distance, found.complete) == (1.0, slides, True)
    assert worth_after(game, state, found.line) == 1.0


@pytest.mark.native
def test_best_gives_the_whole_way_of_a_15_puzzle():
    game = Sliding(4, 4)
    state = game.read(turned(KORF[79][0]))
    found = analyse(game, state, seconds=20)
    assert (found.exact, found.distance, found.algorithm, found.native) == (True, 42, DEEPENING, True)
    assert worth_after(game, state, found.line) == 1.0


# Boards that cannot be solved.


class Blind(Sliding):
    """The same rules, but which half of the boards can be solved is not known."""

    def bounds(self, state):
        return 0.0, 1.0, 0, state.left


LOYD = "1,2,3/4,5,6/8,7,."


@pytest.mark.native
def test_a_board_that_cannot_be_solved_is_proven_so_by_looking_at_all_it_can_become():
    game = Blind()
    found = solve(game, game.read(LOYD), method=BREADTH)
    assert (found.value, found.distance, found.complete, found.states) == (0.0, None, True, 181_440)
    assert worth_after(game, game.read(LOYD), found.line) is None


def test_a_board_that_cannot_be_solved_is_proven_so_by_bounds_without_search():
    game = load("sliding:rows=4,cols=4")
    state = game.read("1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,.")
    found, looked = solve(game, state), analyse(game, state)
    assert (found.value, found.distance, found.complete, found.nodes) == (0.0, None, True, 0)
    assert (looked.value, looked.distance, looked.exact) == (0.0, None, True)


@pytest.mark.parametrize("method", METHODS)
def test_depth_first_too_proves_that_a_small_board_cannot_be_solved(method):
    game = Blind(2, 3)
    state = game.read("1,2,3/5,4,.")
    assert puzzle(game, state, method=method, native=False).complete
    assert puzzle(game, state, method=method).value == 0.0


class Undeclared(Sliding):
    """It does not say that positions repeat."""

    repeats = False


def test_a_puzzle_without_any_end_says_what_to_declare():
    game = Undeclared(2, 3)
    with pytest.raises(GameError, match=r"cannot reach an end from .* set repeats = True"):
        solve(game, game.read("1,2,3/5,4,."))


# Budgets, words and what is built on it.


@pytest.mark.parametrize(("name", "fits"), [
    ("connect4", "alphabeta"), ("morris", "sweep"), ("pig", "iterate"), ("tictactoe3", "exhaustive"),
    ("twentyfortyeight", "exhaustive"), ("rps", "exhaustive"),
])  # fmt: skip
@pytest.mark.parametrize("method", METHODS)
def test_other_games_are_refused_by_naming_what_fits(method, name, fits):
    with pytest.raises(UnfitError, match=f"{method} is for puzzles .*; solve it with --method {fits}"):
        solve(load(name), method=method)


def test_exhaustive_advises_nothing_that_the_game_says_already():
    with pytest.raises(GameError, match="Solve it with --method breadth") as caught:
        solve(load("sliding"), method="exhaustive")
    assert "repeats = True" not in str(caught.value)


@pytest.mark.native
def test_memory_that_is_too_small_is_a_sentence():
    with pytest.raises(SpecError, match=r"too many for breadth in its memory of 1 MB; .*--method idastar"):
        solve(load("sliding"), method=BREADTH, memory=1)


@pytest.mark.parametrize("native", BOTH)
@pytest.mark.parametrize("method", METHODS)
def test_a_hard_board_is_given_up_when_told_to(method, native):
    game = Sliding(4, 4)
    state = game.read("15,14,13,12/11,10,9,8/7,6,5,4/3,1,2,.")
    stop = threading.Event()
    stop.set()
    assert not puzzle(game, state, method=method, native=native, stop=stop).complete
    quick = puzzle(game, state, method=method, native=native, seconds=0.3)
    assert (quick.complete, quick.value, quick.distance) == (False, None, None)
    few = puzzle(game, state, method=method, native=native, nodes=1_000)
    assert not few.complete and few.nodes < 1_100


def test_progress_is_told_with_the_method_at_work():
    told = []
    game = Sliding(4, 4)
    puzzle(game, game.read("15,14,13,12/11,10,9,8/7,6,5,4/3,1,2,."), method=DEEPENING, native=False, seconds=0.5,
           progress=told.append)  # fmt: skip
    assert told and {each.method for each in told} == {DEEPENING}
    assert told[-1].nodes > 0


def test_a_solution_knows_the_states_along_its_way():
    game = load("sliding")
    found, state = solve(game), game.initial()
    for action in found.line:
        assert action in found.best(state)
        state = game.result(state, action)
    with pytest.raises(SpecError, match="was not met"):
        found.best(game.read(LOYD))


def test_a_perfect_player_finishes_a_puzzle():
    game, player = load("sliding"), Solver()
    state, plies = game.initial(), 0
    while not game.is_terminal(state):
        state = game.result(state, player.choose(game, state))
        plies += 1
    assert plies == 22


def test_several_lines_are_each_a_way_to_the_end():
    game = load("sliding")
    found = analyse(game, nodes=200_000, lines=3)
    assert [line.distance for line in found.lines] == [22, 22, 24]
    assert all(worth_after(game, game.initial(), line.line) == 1.0 for line in found.lines)


def test_nodes_are_kept_and_all_of_them_counted():
    found = analyse(Sliding(4, 4), nodes=6_000)
    assert not found.exact
    assert 5_000 < found.nodes < 7_000


def test_a_depth_is_kept():
    game = load("sliding")
    assert analyse(game, depth=22).exact
    assert not analyse(game, depth=6).exact


class Boastful(Sliding):
    """It claims that the goal is farther than it is."""

    def bounds(self, state):
        return 0.0, 1.0, 0, 2 * state.left


def test_check_takes_walks_that_do_not_end_for_what_they_are():
    for game in (Sliding(), Hanoi(8), LightsOut(0b1011), Solitaire()):
        assert check_game(game, games=3, seconds=3.0, native=False).problems == ()


def test_check_finds_bounds_that_promise_the_goal_too_late():
    report = check_game(Boastful(slides=8), games=3, seconds=5.0, native=False)
    assert [problem.law for problem in report.problems] == ["bounds-plies"]
