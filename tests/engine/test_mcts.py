"""Compiled Monte Carlo tree search: equal to the textbook's, its proofs right, its threads and memory in order."""

import importlib.util
import math
import random
from pathlib import Path

import pytest

from countermove import analyse, load
from countermove.analysis import Budget, search_for
from countermove.engine.mcts.backup import remember, slot
from countermove.engine.mcts.recipe import Recipe
from countermove.engine.mcts.row import CHILDREN, MAX_CHILDREN, PROVEN, VALUES, VISITS
from countermove.engine.mcts.search import TreeSearch
from countermove.engine.mcts.work import MAX_PLAYERS, TreeWorkspace
from countermove.errors import GameError, SpecError
from countermove.game import Axes, Game, legal
from countermove.games.tree import Tree
from countermove.native.real import real_of, word_of
from countermove.players import make
from countermove.textbook import induction, mcts, minimax, run
from countermove.values import joint

spec = importlib.util.spec_from_file_location("company", Path(__file__).parent.parent / "textbook" / "company.py")
company = importlib.util.module_from_spec(spec)
spec.loader.exec_module(company)
PLAIN = Recipe(solver=False)
TRIO = Axes(stochastic=True, payoff="general")


class Advised(type(load("tictactoe"))):
    """Tic-tac-toe whose policy prefers the middle and the corners, and leaves b1 out."""

    def policy(self, state):
        for action in self.actions(state):
            if action != 7:
                yield action, 4.0 if action == 4 else 1.5 if action % 2 == 0 else 1.0


class Blind(type(load("connect4"))):
    """Connect Four without any knowledge."""

    evaluate, bounds, candidates = Game.evaluate, Game.bounds, Game.candidates
    outcomes = (-1, 0, 1)


def trio(seed):
    """A random tree of one kind, compiled once for all seeds: three players, with chance."""
    while (game := company.grow(seed, players=3, constant=False, chance=True)).axes != TRIO:
        seed += 1000
    return game


def grown(game, simulations, recipe=PLAIN, state=None, **more):
    search = TreeSearch(game, recipe, megabytes=more.pop("megabytes", 4), **more)
    search.begin(game.initial() if state is None else state)
    search.grow(simulations)
    return search


def found_by(search):
    """Visits and mean payoffs of the actions tried."""
    return {action: (each.visits, each.values) for action, each in search.branches().items() if each.visits}


def found_by_textbook(game, simulations, **options):
    decision = run(mcts(game, simulations=simulations, **options))
    return {action: (decision.visits[action], score.value) for action, score in decision.values.items()}


def assert_equal(compiled, textbook):
    assert compiled.keys() == textbook.keys()
    for action, (visits, values) in compiled.items():
        times, value = textbook[action]
        assert visits == times
        assert values[: len(value)] == value if isinstance(value, tuple) else values[0] == value


# Equal to the textbook.


@pytest.mark.native
@pytest.mark.parametrize("formula", ["ucb1", "puct"])
@pytest.mark.parametrize("name", ["tictactoe", "pig", "morris:men=3"])
def test_with_the_plain_recipe_it_is_the_textbook_random_number_by_random_number(name, formula):
    game = load(name)
    recipe = Recipe(solver=False, formula=formula, seed=7)
    assert_equal(found_by(grown(game, 120, recipe)), found_by_textbook(game, 120, formula=formula, seed=7))


@pytest.mark.native
@pytest.mark.parametrize("seed", range(40))
def test_it_is_the_textbook_on_random_trees_of_many_players_and_chance(seed):
    game = trio(seed)
    recipe = Recipe(solver=False, seed=seed)
    assert_equal(found_by(grown(game, 80, recipe)), found_by_textbook(game, 80, seed=seed))


@pytest.mark.native
@pytest.mark.parametrize("formula", ["ucb1", "puct"])
def test_it_follows_a_policy_as_the_textbook_does(formula):
    recipe = Recipe(solver=False, formula=formula)
    assert_equal(found_by(grown(Advised(), 150, recipe)), found_by_textbook(Advised(), 150, formula=formula))


@pytest.mark.native
def test_a_depth_limits_the_tree_as_in_the_textbook():
    game = load("tictactoe")
    search = TreeSearch(game, PLAIN, megabytes=4)
    search.begin(game.initial(), depth=2)
    search.grow(200)
    assert_equal(found_by(search), found_by_textbook(game, 200, depth=2))


@pytest.mark.native
@pytest.mark.parametrize("recipe", ["rave=300", "formula=puct,bias=2", "widening=2,urgency=0.6", "plies=3"])
def test_every_recipe_is_the_same_interpreted(recipe):
    for game in (Advised(), trio(1)):
        compiled, interpreted = (grown(game, 90, Recipe.read(recipe), native=native) for native in (True, False))
        assert found_by(compiled) == found_by(interpreted) and compiled.nodes == interpreted.nodes


# Proven values.


@pytest.mark.native
@pytest.mark.parametrize("seed", range(60))
def test_a_proven_value_is_the_exact_one_on_random_games(seed):
    game = trio(seed)
    search = grown(game, 20_000, Recipe(seed=seed))
    exact = company.maxn(game, game.initial(), 99)
    assert search.proven
    assert search.values() == pytest.approx(exact)
    for action, each in search.branches().items():
        if each.proven:
            assert each.values == pytest.approx(company.maxn(game, game.result(game.initial(), action), 99))


@pytest.mark.native
@pytest.mark.parametrize("seed", range(30))
def test_two_sides_are_proven_by_wins_and_losses(seed):
    rng = random.Random(seed)

    def plant(level):
        if level == 0:
            return rng.choice([-1, -1, 0, 1])
        return [plant(level - 1) for _ in range(rng.randint(2, 3))]

    game = Tree(plant(5))
    answer, exact = analyse(game, algorithm="mcts", nodes=10**6), run(minimax(game)).value
    assert answer.exact and answer.value == exact
    assert answer.values[answer.action].value == exact


@pytest.mark.native
def test_tic_tac_toe_is_proven_to_be_a_draw():
    found = analyse(load("tictactoe"), algorithm="mcts", simulations=100_000)
    assert found.exact and found.value == 0.0 and found.simulations < 100_000
    assert sum(found.visits.values()) >= found.simulations


@pytest.mark.native
@pytest.mark.parametrize(("position", "best"), [("4455", "3"), ("443355", "2")])
def test_it_converges_on_connect_four_without_knowledge(position, best):
    game = Blind()
    state = game.read(position)
    found = analyse(game, state, algorithm="mcts", simulations=60_000)
    assert game.action_name(state, found.action) == best


# Simultaneous turns.


@pytest.mark.native
def test_a_certain_value_is_preferred_to_a_more_visited_mean_that_is_lower():
    search = grown(load("tictactoe"), 60, Recipe())
    width, children = search.works[0].width, list(search._children(0))
    for child in children:
        visits = search.rows[child * width + VISITS]
        search.rows[child * width + VALUES] = word_of(-0.5 * visits)
    assert not any(search.rows[child * width + PROVEN] for child in children)
    least = min(children, key=lambda child: search.rows[child * width + VISITS])
    assert search._best(0) != least
    search.rows[least * width + PROVEN] = 1
    search.rows[least * width + VALUES + 2] = word_of(0.0)  # a draw
    assert search._best(0) == least and list(search.branches())[least - children[0]] == search.chosen()
    for child in children:
        search.rows[child * width + VALUES] = word_of(0.5 * search.rows[child * width + VISITS])
    assert search._best(0) != least


def test_simultaneous_turns_tend_to_the_equilibrium():
    matrix = load("matrix:payoffs=[[3,-1],[-2,1]]")
    found, exact = analyse(matrix, algorithm="mcts", simulations=60_000), run(induction(matrix))
    assert found.value == pytest.approx(exact.value, abs=0.1)
    for mix, right in zip(found.strategies, exact.strategies):
        assert mix == pytest.approx(right, abs=0.1)


@pytest.mark.native
def test_simultaneous_turns_are_the_same_interpreted():
    game = load("matrix:payoffs=[[3,-1],[-2,1]]")
    one, two = (grown(game, 200, Recipe(), native=native) for native in (True, False))
    assert one.mixes() == two.mixes() and one.values() == two.values()


def test_pairs_of_choices_that_are_missing_are_reported():
    class Holes(Game):
        axes = Axes(simultaneous=True)

        def initial(self):
            return 0

        def player(self, state):
            return -2

        def actions(self, state):
            return [] if state else [joint(0, 0), joint(0, 1), joint(1, 0)]

        def is_terminal(self, state):
            return state == 1

        def result(self, state, action):
            return 1

        def utility(self, state, player):
            return 0.0

    with pytest.raises(GameError, match="does not give every pair of choices"):
        grown(Holes(), 10, native=False)


# Threads, memory, reuse.


def visits_add_up(search):
    """Whether every node has as many visits as its children, one more where it was a leaf; and all sums are finite."""
    rows, width = search.rows, search.works[0].width
    waiting, checked = [0], 0
    while waiting:
        row = waiting.pop()
        children = rows[row * width + CHILDREN]
        assert math.isfinite(real_of(rows[row * width + VALUES]))
        if not children:
            continue
        below = range(children >> 16, (children >> 16) + (children & MAX_CHILDREN))
        total = sum(rows[child * width + VISITS] for child in below)
        assert 0 <= rows[row * width + VISITS] - total <= 2 * len(search.works), row
        waiting += below
        checked += 1
    return checked


@pytest.mark.native
def test_threads_share_one_tree_and_take_back_their_virtual_losses():
    game = Blind()
    search = grown(game, 20_000, PLAIN, threads=3, megabytes=32)
    assert search.simulations == 20_000 == search.rows[VISITS]
    total = sum(each.visits for each in search.branches().values())
    assert total == 20_000
    payoffs = [each.values[0] * each.visits for each in search.branches().values()]
    assert sum(payoffs) == pytest.approx(search.values()[0] * 20_000)
    assert all(-1 <= each.values[0] <= 1 for each in search.branches().values())
    assert max(search.branches(), key=lambda action: search.branches()[action].visits) == 3


@pytest.mark.native
def test_visits_add_up_at_every_node():
    assert visits_add_up(grown(Blind(), 5_000, PLAIN, megabytes=16)) > 500


@pytest.mark.native
def test_a_full_memory_is_pruned_and_the_search_goes_on():
    game = Blind()
    search = grown(game, 40_000, PLAIN, megabytes=2)
    assert search.pruned > 2 and search.simulations == 40_000 == search.rows[VISITS]
    assert sum(each.visits for each in search.branches().values()) == 40_000
    best = max(search.branches(), key=lambda action: search.branches()[action].visits)
    assert best == 3
    assert len(search.rows) * 8 <= 2**20


@pytest.mark.native
def test_the_tree_is_kept_when_the_root_moves():
    game = Blind()
    search = grown(game, 5_000, PLAIN, megabytes=16)
    line = search.branches()[3].line[:2]
    state = game.initial()
    for action in line:
        state = game.result(state, action)
    search.begin(state)
    kept = search.rows[VISITS]
    assert 50 < kept < 5_000
    search.grow(1_000)
    assert search.simulations == 1_000 and search.rows[VISITS] == kept + 1_000
    assert visits_add_up(search)
    search.begin(game.read("1122"))  # elsewhere
    assert search.rows[VISITS] == 0


@pytest.mark.native
def test_a_player_keeps_its_tree_between_turns():
    game = Blind()
    player = make("mcts:simulations=2000")
    player.sit(game, 0)
    state = game.initial()
    action = player.choose(game, state)
    assert player.analysis.simulations == 2_000
    state = game.result(game.result(state, action), 3)
    player.choose(game, state)
    assert sum(player.analysis.visits.values()) > 2_000


# Budgets and answers.


@pytest.mark.native
def test_the_same_question_has_the_same_answer():
    one, two = (analyse(Blind(), algorithm="mcts", simulations=500, recipe=PLAIN) for _ in range(2))
    assert (one.action, one.value, one.visits, one.line) == (two.action, two.value, two.visits, two.line)
    other = analyse(Blind(), algorithm="mcts", simulations=500, recipe=Recipe(solver=False, seed=1))
    assert other.visits != one.visits


@pytest.mark.native
def test_an_answer_has_visits_and_a_standard_error():
    found = analyse(Blind(), algorithm="mcts", simulations=4_000, recipe=PLAIN, lines=3)
    assert sum(found.visits.values()) == 4_000 and found.action == max(found.visits, key=found.visits.get)
    visits = found.visits[found.action]
    assert found.error == pytest.approx(math.sqrt((1 - found.value**2) / visits), rel=0.05)  # few draws
    assert [line.action for line in found.lines] == sorted(found.visits, key=found.visits.get, reverse=True)[:3]
    assert not found.exact and found.native and found.algorithm == "mcts"


@pytest.mark.native
def test_nodes_limit_the_states_of_all_simulations():
    found = analyse(Blind(), algorithm="mcts", nodes=10_000)
    assert 10_000 <= found.nodes < 10_100 and found.simulations < 1_000


def test_interpreted_search_has_the_same_answer():
    game = load("tictactoe")
    found = analyse(game, algorithm="mcts", simulations=60, native=False)
    assert not found.native and found.simulations == 60
    assert found.visits == {a: v for a, (v, _) in found_by(grown(game, 60, Recipe(), native=False)).items()} | {
        action: 0 for action in legal(game, game.initial()) if action not in found.visits
    }


def test_what_means_nothing_to_a_search_is_refused():
    game = load("tictactoe")
    with pytest.raises(SpecError, match="Only mcts, ismcts and pimc simulate games; this is pvs"):
        analyse(game, algorithm="pvs", simulations=10)
    with pytest.raises(SpecError, match="The number of simulations to search is 0"):
        Budget(simulations=0)
    for recipe, message in {
        "rave=-1": "The rave of mcts is -1.0; give a number, 0 or more",
        "rave=nan": "The rave of mcts is nan; give a number, 0 or more",
        "exploration=inf": "The exploration of mcts is inf",
        "seed=x": "The seed of mcts is 'x'; give a whole number",
        "solver=maybe": "The solver of mcts is 'maybe'; give yes or no",
        "formula=ucb9": "The formula of mcts is 'ucb9'; use 'ucb1' or 'puct'",
        "luck=1": "The recipe 'luck=1' has 'luck=1'; give option=value",
        "plies=-1": "The plies of a playout are -1; give a whole number, 0 or more",
    }.items():
        with pytest.raises(SpecError, match=message):
            Recipe.read(recipe)
    with pytest.raises(SpecError, match="has no option 'rave'"):
        make("pvs:rave=3")


def test_it_fits_every_kind_of_game():
    for name in ("tictactoe", "pig", "tictactoe3", "rps", "sliding"):
        assert search_for(load(name), "mcts").name == "mcts"


# All moves as first.


def test_only_the_first_of_two_players_to_take_an_action_counts_as_having_taken_it():
    work = TreeWorkspace()
    work.players, work.simulations = 2, 3
    for place, (action, player) in enumerate([(5, 0), (7, 1), (5, 1), (7, 0), (9, 0)]):
        work.taken[2 * place], work.taken[2 * place + 1] = action, player
    remember(work, 2, 5)
    remember(work, 0, 2)
    seen = {
        (action, player)
        for action in range(12)
        for player in range(2)
        if work.seen[slot(action * MAX_PLAYERS + player)] == 3 << 24 | action * MAX_PLAYERS + player
    }
    assert seen == {(5, 0), (7, 1), (9, 0)}


@pytest.mark.native
def test_a_new_search_forgets_the_actions_of_the_last_one():
    game = load("tictactoe")
    search = grown(game, 50, Recipe(rave=100.0, solver=False))
    assert search.works[0].seen.words.any()
    search.begin(game.result(game.initial(), 4))
    assert not search.works[0].seen.words.any()
