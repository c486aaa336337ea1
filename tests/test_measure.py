"""Measuring a game: what is counted is right, what is estimated holds the truth, and the same seed gives the same."""

from __future__ import annotations

import math
import random
import threading
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from countermove import Axes, Game, load, solve
from countermove.errors import GameError, SpecError
from countermove.game import CHANCE, State, legal
from countermove.games.tree import Tree
from countermove.measure import measure
from countermove.measure.census import counting
from countermove.measure.interval import mean, mean_of_powers, ratio, share
from countermove.measure.match import self_play
from countermove.measure.sample import Sample, path
from countermove.native import layout
from countermove.values import freeze

# An independent account: plain recursion, each state once.


class Account(NamedTuple):
    games: int
    nodes: int
    wins: tuple[float, ...]
    plies: float
    shortest: int
    longest: int


def account(game: Game, state: State, known: dict[Any, Account] | None = None) -> Account:
    """What follows a state, with random play from there on."""
    known = {} if known is None else known
    if freeze(state) not in known:
        known[freeze(state)] = _account(game, state, known)
    return known[freeze(state)]


def _account(game: Game, state: State, known: dict[Any, Account]) -> Account:
    if game.is_terminal(state):
        worth = [game.utility(state, player) for player in range(game.players)]
        alone = worth.count(max(worth)) == 1 and len(worth) > 1
        wins = tuple(float(alone and each == max(worth)) for each in worth)
        return Account(1, 1, wins, 0.0, 0, 0)
    odds = {a: 1 / len(legal(game, state)) for a in legal(game, state)}
    if game.player(state) == CHANCE:
        odds = dict(game.chances(state))
    below = {action: account(game, game.result(state, action), known) for action in odds}
    return Account(
        sum(each.games for each in below.values()),
        1 + sum(each.nodes for each in below.values()),
        tuple(sum(odds[a] * below[a].wins[p] for a in odds) for p in range(game.players)),
        1 + sum(odds[a] * below[a].plies for a in odds),
        1 + min(each.shortest for each in below.values()),
        1 + max(each.longest for each in below.values()),
    )


def reachable(game: Game) -> list[State]:
    states = [game.initial()]
    met = {freeze(states[0])}
    for state in states:
        for action in legal(game, state):
            after = game.result(state, action)
            if freeze(after) not in met:
                met.add(freeze(after))
                states.append(after)
    return states


def random_tree(rng: random.Random, depth: int, chance: bool, players: int) -> Any:
    if depth == 0 or rng.random() < 0.15:
        return rng.randint(-2, 2) if players < 3 else tuple(rng.randint(0, 2) for _ in range(players))
    children = [random_tree(rng, depth - 1, chance, players) for _ in range(rng.randint(1, 4))]
    if chance and rng.random() < 0.3:
        return {"children": children, "chances": [1 / len(children)] * len(children)}
    return children


def trees(seed: int) -> Any:
    rng = random.Random(seed)
    for _ in range(60):
        players = rng.choice([1, 2, 2, 2, 3])
        tree = [random_tree(rng, rng.randint(1, 5), rng.random() < 0.4, players) for _ in range(rng.randint(1, 3))]
        yield Tree(tree, players=players)


# Counting.


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.native)])
def test_tic_tac_toe_has_5478_states_255168_games_and_549946_nodes(native: bool) -> None:
    game = load("tictactoe")
    census = counting(game, native=native).count(game.initial())
    assert census.complete and not census.cyclic
    assert census.states == 5478
    root = census.root
    assert root is not None
    assert (root.games, root.tree, root.shortest, root.longest) == (255_168, 549_946, 5, 9)
    assert root.values == (0.0, 0.0)
    truth = account(game, game.initial())
    assert root.wins == pytest.approx(truth.wins)
    assert [round(100 * each, 1) for each in (*root.wins, root.draws)] == [58.5, 28.8, 12.7]
    assert root.plies == pytest.approx(truth.plies)
    assert census.ends == 958


@pytest.mark.parametrize("seed", range(4))
def test_a_census_of_random_trees_is_what_recursion_finds(seed: int) -> None:
    for game in trees(seed):
        truth = account(game, game.initial())
        census = counting(game, native=False).count(game.initial())
        root = census.root
        assert root is not None
        assert census.states == len(reachable(game))
        assert (root.games, root.tree) == (truth.games, truth.nodes)
        assert (root.shortest, root.longest) == (truth.shortest, truth.longest)
        assert root.wins == pytest.approx(truth.wins)
        assert root.plies == pytest.approx(truth.plies)
        assert sum(root.wins) + root.draws == pytest.approx(1)
        solution = solve(game)
        viewer = max(0, game.player(game.initial()))
        assert root.values[viewer] == pytest.approx(solution.value)


SMALL = [
    "nim:piles=(2,3),misere=true", "subtract:counters=40", "hexapawn", "connect:rows=3,cols=4,k=3",
    "domineering:rows=3,cols=4",
]  # fmt: skip


@pytest.mark.native
@pytest.mark.parametrize("spec", SMALL)
def test_a_compiled_census_equals_an_interpreted_one(spec: str) -> None:
    game = load(spec)
    one = counting(game, native=True).count(game.initial())
    other = counting(game, native=False).count(game.initial())
    assert one.native and not other.native
    for name in (
        "states",
        "complete",
        "cyclic",
        "ends",
        "forced",
        "choices",
        "unique",
        "better",
        "even",
        "worse",
        "only",
    ):
        assert getattr(one, name) == getattr(other, name), name
    assert one.root and other.root
    for name in ("games", "tree", "shortest", "longest", "values"):
        assert getattr(one.root, name) == getattr(other.root, name), name
    for name in ("wins", "draws", "scores", "plies"):
        assert getattr(one.root, name) == pytest.approx(getattr(other.root, name)), name


def test_how_often_one_action_is_best_is_what_solve_says() -> None:
    for spec in SMALL[:3]:
        game = load(spec)
        solution = solve(game)
        choices = unique = 0
        for state in reachable(game):
            values = list(solution.values(state).values())
            choices += len(values) > 1
            unique += len(values) > 1 and values.count(max(values)) == 1
        census = counting(game).count(game.initial())
        assert (census.choices, census.unique) == (choices, unique), spec


def test_of_a_game_whose_positions_repeat_the_states_are_counted_and_the_tree_has_no_end() -> None:
    game = load("morris:men=3")
    met = reachable(game)
    for native in (False, None):
        census = counting(game, native=native).count(game.initial())
        assert census.complete and census.cyclic and census.root is None
        assert census.states == len(met)
    stop = threading.Event()
    found = measure(
        game,
        games=200,
        seconds=None,
        stop=stop,
        progress=lambda words: stop.set() if words == "comparing actions" else None,
    )
    assert found.tree is None and found.games is None
    assert "no end" in found.notes["tree"]
    assert found.perfect is not None and found.perfect.method == "sweep"


def test_too_many_states_are_counted_as_far_as_they_may_be() -> None:
    game = load("tictactoe")
    for native in (False, None):
        census = counting(game, 1000, native=native).count(game.initial())
        assert census.states == 1000
        assert not census.complete and census.root is None


class Pile(NamedTuple):
    taken: tuple[int, ...]
    mover: int


class Lengthy(Game):
    """A game that is long only where everybody takes one all the time, which hardly any random game shows."""

    def initial(self):
        return Pile((), 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        return range(1, 9)

    def result(self, state, action):
        return Pile((*state.taken, min(action, 2)), 1 - state.mover)

    def is_terminal(self, state):
        return len(state.taken) >= 30 or state.taken[-1:] == (2,)

    def utility(self, state, player):
        return 1.0 if player == state.mover else -1.0


@pytest.mark.native
def test_states_that_outgrow_those_of_random_games_are_counted_compiled() -> None:
    game = Lengthy()
    counter = counting(game, native=True)
    before = layout.size(game)
    found, other = counter.count(game.initial()), counting(game, native=False).count(game.initial())
    assert layout.size(game) > before, "otherwise this shows nothing"
    assert found.complete and found.states == other.states == 61
    assert found.root is not None and other.root is not None and found.root.games == other.root.games
    late = Pile((1,) * 29, 1)
    assert counting(Lengthy(), native=True).count(late).states == 3


# Random games.

DICE = "{'chances':[0.25,0.75],'children':[[1,2,0],[[3,4],0]]}"


@pytest.mark.native
@pytest.mark.parametrize("spec", ["tictactoe", "connect4", "nim", "othello:size=4", "morris:men=3", DICE])
def test_compiled_random_games_are_the_interpreted_ones(spec: str) -> None:
    game = load(spec)
    one, other = Sample(game, 60, seed=5, native=True), Sample(game, 60, seed=5, native=False)
    assert one.run(game.initial()) == other.run(game.initial()) == 60
    assert one.native and not other.native
    assert one.play().wins == other.play().wins
    assert one.length() == other.length()
    assert one.plies() == other.plies()
    assert one.tree() == other.tree()


def test_a_random_game_depends_on_its_number_alone() -> None:
    game = load("connect4")
    few, many = Sample(game, 3, seed=1), Sample(game, 30, seed=1)
    few.run(game.initial())
    many.run(game.initial())
    lengths = [len(list(path(game, game.initial(), 1, number))) for number in range(30)]
    assert few.length().seen == {n: lengths[:3].count(n) for n in sorted(set(lengths[:3]))}
    assert many.length().seen == {n: lengths.count(n) for n in sorted(set(lengths))}
    other = Sample(game, 30, seed=2)
    other.run(game.initial())
    assert other.length() != many.length()


@pytest.mark.parametrize("spec", ["tictactoe", "nim", "hexapawn", DICE, "subtract:counters=20"])
def test_what_is_estimated_from_random_games_holds_the_truth(spec: str) -> None:
    """Each interval misses the truth once in twenty; with these seeds, none by more than half its width."""
    game = load(spec)
    truth = account(game, game.initial())
    sample = Sample(game, 4000, seed=7)
    sample.run(game.initial())

    def near(found: Any, value: float) -> bool:
        reach = 1.5 * max(found.high - found.value, found.value - found.low)
        return abs(found.value - value) <= reach + 1e-12

    assert near(sample.games().log, math.log10(truth.games))
    assert near(sample.tree().log, math.log10(truth.nodes))
    assert near(sample.length().mean, truth.plies)
    for found, value in zip(sample.play().wins, truth.wins):
        assert near(found, value)


def test_intervals_hold_the_truth_about_nineteen_times_of_twenty() -> None:
    game = load("tictactoe")
    held = tree = 0
    for seed in range(60):
        sample = Sample(game, 400, seed=seed)
        sample.run(game.initial())
        held += sample.play().wins[0].holds(0.58492)
        tree += sample.tree().log.holds(math.log10(549_946))
    assert 50 <= held <= 60
    assert 50 <= tree <= 60


def test_uneven_dice_fall_as_they_should() -> None:
    game = load("{'chances':[0.1,0.9],'children':[1,-1]}")
    sample = Sample(game, 5000, seed=3)
    sample.run(game.initial())
    won = sample.play().wins[0]
    assert won.low <= 0.1 + 0.01 and won.high >= 0.1 - 0.01
    assert sample.tree().log.holds(math.log10(3)) or abs(10 ** sample.tree().log.value - 3) < 0.3


# All of it.


def test_the_same_seed_gives_the_same_numbers_where_no_clock_counts() -> None:
    game = load("connect:rows=3,cols=4,k=3")
    one, other = (measure(game, games=500, seed=4, seconds=None) for _ in range(2))
    for name in ("states", "games", "tree", "branching", "plies", "length", "perfect", "strong", "random", "choice"):
        assert getattr(one, name) == getattr(other, name), name


def test_perfect_strong_and_random_play_of_nim() -> None:
    found = measure(load("nim:piles=(1,2)"), games=100, seconds=None)
    assert found.perfect is not None and found.perfect.values == (1.0, -1.0)
    assert found.strong is not None and found.strong.games == 10
    assert found.random is not None and found.random.wins[0].exact


def test_search_against_itself_draws_tic_tac_toe_and_wins_what_is_won() -> None:
    game = load("tictactoe")
    drawn = self_play(game, game.initial(), 5, 5000, 0, 1)
    assert drawn is not None and drawn.games == 1 and drawn.draws.value == 1
    won = self_play(game, game.read("XX.OO...."), 5, 5000, 0, 1)
    assert won is not None and won.wins[0].value == 1


def test_any_kind_of_game_can_be_measured() -> None:
    for spec in ("{'chances':[0.25,0.75],'children':[[1,2],[3,0]]}", "tree:tree=[[[3],[12]],[[1],[2]]],players=1"):
        found = measure(load(spec), games=50, seconds=None)
        assert found.complete and found.perfect is not None and found.random is not None
    three = Tree([[(1, 2, 3), (3, 1, 1)], [(2, 2, 0), [(0, 0, 5), (1, 1, 1)]]], players=3)
    found = measure(three, games=50, seconds=None)
    assert found.perfect is not None
    assert found.perfect.values[0] == solve(three).value
    assert found.strong is not None and len(found.strong.wins) == 3


class Coin(NamedTuple):
    first: int
    second: int


@dataclass(frozen=True)
class Pennies(Game):
    """Both show a coin, and neither sees the other's."""

    axes = Axes(hidden=True)

    def initial(self) -> Coin:
        return Coin(-1, -1)

    def player(self, state: Coin) -> int:
        return 0 if state.first < 0 else 1

    def actions(self, state: Coin) -> Any:
        yield 0
        yield 1

    def result(self, state: Coin, action: int) -> Coin:
        return Coin(action, -1) if state.first < 0 else Coin(state.first, action)

    def is_terminal(self, state: Coin) -> bool:
        return state.second >= 0

    def utility(self, state: Coin, player: int) -> float:
        return 1.0 if (state.first == state.second) == (player == 0) else -1.0


def test_what_does_not_apply_is_left_out_with_a_reason() -> None:
    found = measure(Pennies(), games=200, seconds=None)
    assert found.perfect is None and "perfect information" in found.notes["perfect"]
    assert found.strong is None and "hidden" in found.notes["strong"]
    assert found.random is not None and found.random.wins[0].value == 0.5
    assert found.choice is not None and found.choice.unique is None


@dataclass(frozen=True)
class Worded(Pennies):
    """A game that cannot be compiled."""

    axes = Axes()

    def is_terminal(self, state: Coin) -> bool:
        return state.second >= 0 and time.time() > 0


def test_rules_that_do_not_compile_are_measured_interpreted_and_it_says_so() -> None:
    found = measure(Worded(), games=50, seconds=None)
    assert found.states == 7 and found.complete
    assert found.random is not None and not found.random.native
    assert "interpreted" in found.notes["random"]


@dataclass(frozen=True)
class Stuck(Pennies):
    def is_terminal(self, state: Coin) -> bool:
        return False

    def actions(self, state: Coin) -> Any:
        if state.second < 0:
            yield 0


def test_a_state_without_actions_that_is_not_over_is_a_fault_of_the_rules() -> None:
    for native in (None, False):
        with pytest.raises(GameError, match="no action in a state that is not terminal"):
            measure(Stuck(), games=5, seconds=None, native=native)


def test_told_to_stop_it_gives_what_it_has() -> None:
    stop = threading.Event()
    told: list[str] = []

    def progress(words: str) -> None:
        told.append(words)
        if words == "counting states":
            stop.set()

    found = measure(load("connect4"), games=100, seconds=None, stop=stop, progress=progress)
    assert found.stopped and found.random is not None
    assert not found.complete and found.perfect is None and found.strong is None


def test_a_budget_that_is_none_is_refused() -> None:
    game = load("nim")
    for seconds in (0, -1.0, math.inf, math.nan):
        with pytest.raises(SpecError, match="seconds"):
            measure(game, seconds=seconds)
    for games in (0, -5, 10**9):
        with pytest.raises(SpecError, match="random games"):
            measure(game, games=games)
    with pytest.raises(SpecError, match="seed"):
        measure(game, seed=2**70)
    with pytest.raises(SpecError, match="over"):
        measure(game, game.read("a3 b4 c5"))


@pytest.mark.parametrize(
    ("spec", "states", "games"), [("kuhn", 58, 30), ("kuhn:players=3", 617, 312), ("goofspiel:cards=3", 48, 36)]
)
def test_hidden_deals_and_choices_made_at_once_are_counted(spec: str, states: int, games: int) -> None:
    found = measure(load(spec), games=20)
    assert (found.states, found.games.count) == (states, games) and found.complete and found.perfect is None


# Estimates.


def test_means_shares_and_ratios() -> None:
    assert mean([2.0, 4.0]).value == 3
    assert mean([5.0]).high == math.inf
    assert share(0, 10).high > 0.2
    assert share(10, 10).low < 0.8
    assert ratio([1.0, 2.0], [2.0, 4.0]).value == 0.5
    large = mean_of_powers([500.0, 500.0])
    assert (large.value, large.low, large.high) == (500.0, 500.0, 500.0)
    assert not large.exact
