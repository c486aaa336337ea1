"""A sweep gives every state its value and distance, cycles included."""

import math
import random
import threading
from typing import NamedTuple

import numpy as np
import pytest

from countermove import Axes, Game, load
from countermove.errors import GameError, NativeError, SpecError, UnfitError
from countermove.games.tree import Tree
from countermove.native.kernel import is_on
from countermove.solve import Database, solve, sweep

ACYCLIC = [
    "tictactoe", "nim", "nim:piles=[2,3,4],misere=true", "grundy", "grundy:n=9,misere=true", "subtract",
    "connect:rows=3,cols=3,k=3", "connect:rows=3,cols=4,k=3", "tree:tree=[[1,2],[[3,0],4]],root=min",
]  # fmt: skip


def spot(game, place):
    return type(game.initial())(place)


@pytest.mark.parametrize("spec", ACYCLIC)
def test_it_says_of_every_state_what_solving_says(spec):
    game = load(spec)
    database, solution = sweep(game), solve(game)
    assert database.complete
    plain = solution.outcomes
    states = [game.initial()]
    met = {game.write(states[0])}
    rng = random.Random(1)
    for _ in range(150):  # states, and what both know of them
        state = rng.choice(states)
        outcome = database.outcome(state)
        found = solution._outcome(state)
        assert outcome.values == found.values
        if outcome.values[0] != game.neutral:
            assert outcome.distance == found.distance
            assert database.best(state) == solution.best(state)
        assert database.values(state) == solution.values(state)
        for action in solution.values(state):
            after = game.result(state, action)
            if game.write(after) not in met:
                met.add(game.write(after))
                states.append(after)
    assert database.states <= len(plain)
    if type(game).canonical is Game.canonical:
        assert database.states == len(plain)


def test_its_solution_has_all_that_a_solution_has():
    game = load("connect:rows=3,cols=4,k=3")
    database, plain = sweep(game), solve(game)
    mine = database.solution()
    for name in ("value", "action", "actions", "distances", "distance", "line", "complete"):
        assert getattr(mine, name) == getattr(plain, name), name
    assert mine.best(game.initial()) == plain.best(game.initial())
    assert mine.values(game.initial()) == plain.values(game.initial())
    assert mine.states == database.states > 0 and mine.nodes > mine.states
    assert dict(mine.outcomes).keys() <= plain.outcomes.keys()
    assert all(plain.outcomes[state].values == outcome.values for state, outcome in mine.outcomes.items())


def test_random_cyclic_games_are_worth_what_a_fixpoint_says(graphs):
    _, random_graph, fixpoint = graphs
    rng = random.Random(7)
    around = 0
    for _ in range(150):
        game = random_graph(rng)
        database = sweep(game)
        expected = fixpoint(game)
        assert database.states == len(expected)
        for place, (value, distance) in expected.items():
            outcome = database.outcome(spot(game, place))
            assert (outcome.values, outcome.distance) == ((value, -value), distance), (place, expected)
            around += distance is None
    assert around > 180


def test_best_play_gets_what_was_promised_against_anybody_within_the_distance(graphs):
    _, random_graph, _ = graphs
    rng = random.Random(8)
    for _ in range(40):
        game = random_graph(rng)
        database = sweep(game)
        solution = database.solution()
        for player in (0, 1):
            state = game.initial()
            promised = database.outcome(state).values[player]
            hurries = promised > game.endless(player)
            left = database.distance(state)
            for _ in range(200):
                if game.is_terminal(state):
                    assert game.utility(state, player) >= promised
                    break
                assert not hurries or left > 0
                if game.player(state) == player:
                    assert solution.best(state) == database.best(state)
                    action = rng.choice(database.best(state))
                else:
                    action = rng.choice(list(game.actions(state)))
                state = game.result(state, action)
                if hurries and database.outcome(state).values[player] > promised:
                    promised, left = database.outcome(state).values[player], database.distance(state)
                elif hurries:
                    left -= 1
                    assert database.distance(state) <= left
            else:
                assert game.endless(player) >= promised


def test_the_interpreted_sweep_is_the_same(graphs):
    _, random_graph, _ = graphs
    rng = random.Random(9)
    for game in [random_graph(rng) for _ in range(40)] + [load("tictactoe"), load("grundy"), load("nim")]:
        compiled, plain = sweep(game), sweep(game, native=False)
        assert plain.note and not plain.native
        assert np.array_equal(compiled.memory.words, plain.memory.words)


def test_endless_play_is_worth_what_the_game_says(graphs):
    graph, _, _ = graphs
    loop = ([0, 1, 2], [[1], [0, 2], []], [0, 0, -1])
    for around, value, distance in ((0.0, -1.0, 2), (-2.0, -2.0, None), (-1.0, -1.0, None)):
        game = graph(*loop, around)
        assert sweep(game).outcome(game.initial()) == ((value, -value), distance)


def test_the_line_of_endless_play_ends_where_it_begins_to_go_round(graphs):
    graph, _, _ = graphs
    game = graph([0, 1, 2], [[1], [0, 2], []], [0, 0, 5])
    solution = sweep(game).solution()
    assert (solution.value, solution.distance, solution.line) == (0.0, None, (0, 0))


def test_one_player_takes_the_best_end_or_goes_round():
    tree = Tree([[3, (1,)], 2], players=1)
    assert sweep(tree).solution().actions == {0: 3.0, 1: 2.0}


class Walk(NamedTuple):
    at: int
    far: float
    odd: bool
    trail: tuple[int, int]


class Wide(Game):
    """Walks far to both sides, so that every field grows while it is swept."""

    def initial(self):
        return Walk(0, 0.0, False, (0, 0))

    def player(self, state):
        return 1 if state.odd else 0

    def actions(self, state):
        yield -1
        yield 1

    def result(self, state, action):
        at = 50 * state.at + action
        return Walk(at, state.far - 0.5 * action, not state.odd, (state.trail[1], -7 * at))

    def is_terminal(self, state):
        return abs(state.at) > 10**15

    def utility(self, state, player):
        return state.far if player == 0 else -state.far


def test_fields_grow_as_numbers_do():
    game = Wide()
    database, solution = sweep(game), solve(game)
    assert database.states == solution.states
    assert {state: outcome.values for state, outcome in database.solution().outcomes.items()} == {
        state: outcome.values for state, outcome in solution.outcomes.items()
    }


def test_a_position_that_cannot_follow_is_not_known():
    game = load("connect:rows=3,cols=4,k=3")
    later = game.read("1 2")
    database = sweep(game, later)
    assert later in database and game.initial() not in database
    with pytest.raises(SpecError, match="cannot follow the one that was swept"):
        database.value(game.initial())


def test_a_finished_game_has_one_state():
    game = load("subtract:counters=0")
    solution = sweep(game).solution()
    assert (solution.value, solution.distance, solution.states, solution.action) == (-1.0, 0, 1, None)


def test_it_stops_when_told_to_and_says_that_nothing_is_known():
    game = load("connect:rows=4,cols=5,k=4")
    stop = threading.Event()
    stop.set()
    database = sweep(game, stop=stop)
    assert not database.complete and database.solution().value is None
    with pytest.raises(SpecError, match="stopped"):
        database.value(game.initial())
    told = []
    database = sweep(load("connect4"), seconds=0.5, progress=told.append)  # 4.5e12 states: no machine is done in time
    assert not database.complete and database.states > 1
    assert told and told[-1].stage == "enumerate" and told[-1].states >= told[-1].expanded


def test_a_game_that_does_not_fit_into_memory_is_told_in_one_sentence():
    with pytest.raises(SpecError, match=r"does not fit into 2 MB: [\d,]+ states found, [\d,]+ of them expanded"):
        sweep(load("connect:rows=4,cols=5,k=4"), memory=2)


@pytest.mark.parametrize("given", [{"seconds": 0}, {"seconds": -1}, {"memory": 0}, {"memory": math.nan}])
def test_budgets_are_above_nothing(given):
    with pytest.raises(SpecError, match="give a number above 0"):
        sweep(load("nim"), **given)


class Bad(Wide):
    """Rules with one fault each."""

    def __init__(self, fault):
        self.fault = np.array([fault])  # a table, so that all are compiled as one

    def player(self, state):
        return 5 if self.fault[0] == 1 and state.at > 20 else super().player(state)

    def actions(self, state):
        if self.fault[0] != 2 or state.at < 20:
            yield from super().actions(state)

    def utility(self, state, player):
        if self.fault[0] == 3:
            return math.nan
        return 1.0 if self.fault[0] == 4 else super().utility(state, player)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (1, "player gives 5 in"),
        (2, "no action in a state"),
        (3, "nan, which is not a number"),
        (4, "do not add up to 0"),
    ],
)
@pytest.mark.parametrize("native", [None, False])
def test_faults_of_the_rules_are_named(fault, sentence, native):
    with pytest.raises(GameError, match=sentence):
        sweep(Bad(fault), native=native)


class Spelling(NamedTuple):
    word: str
    trail: tuple[int, ...]


class Spelt(Game):
    """Take letters from the front; the state is a text that gets shorter and a tuple that grows."""

    def initial(self):
        return Spelling("abba", ())

    def player(self, state):
        return len(state.trail) % 2

    def actions(self, state):
        return range(1, min(2, len(state.word)) + 1)

    def result(self, state, action):
        return Spelling(state.word[action:], (*state.trail, action))

    def is_terminal(self, state):
        return not state.word

    def utility(self, state, player):
        return 1.0 if player == len(state.trail) % 2 else -1.0


@pytest.mark.parametrize("native", [True, False])
def test_texts_and_tuples_that_grow_are_swept_as_they_are_solved(native):
    database, solution = sweep(Spelt(), native=native and is_on()), solve(Spelt())
    assert database.states == solution.states
    assert {state: outcome.values for state, outcome in database.solution().outcomes.items()} == {
        state: outcome.values for state, outcome in solution.outcomes.items()
    }


class Items(NamedTuple):
    items: list


class Listed(Wide):
    def initial(self):
        return Items([1, 2])


def test_states_that_can_change_are_refused():
    with pytest.raises(GameError, match=r"Listed cannot be swept: .*field 'items' of the state is a list"):
        sweep(Listed())


class Looks(Wide):
    def is_terminal(self, state):
        asked.append(state.at)
        return f"{abs(state.at):08}" > "00009000"


asked = []


def test_rules_that_do_not_compile_are_swept_interpreted_and_it_says_so():
    database = sweep(Looks())
    assert not database.native and "Looks runs interpreted, not compiled" in database.note
    assert {state: outcome.values for state, outcome in database.solution().outcomes.items()} == {
        state: outcome.values for state, outcome in solve(Looks()).outcomes.items()
    }


@pytest.mark.native
def test_requiring_compiled_rules_says_why_they_do_not_compile():
    with pytest.raises(NativeError, match="Looks runs interpreted, not compiled"):
        sweep(Looks(), native=True)


class Dice(Wide):
    axes = Axes(stochastic=True)


class Three(Wide):
    players = 3


class General(Wide):
    axes = Axes(payoff="general")


class Unfair(Wide):
    repeats = True

    def endless(self, player):
        return 1.0


def test_kinds_of_games_that_it_is_not_for_are_refused():
    for game, sentence in ((Dice(), "chance"), (Three(), "has 3"), (General(), "general payoff")):
        with pytest.raises(UnfitError, match=sentence):
            sweep(game)
    with pytest.raises(GameError, match="endless gives 1 and 1"):
        sweep(Unfair())


def test_a_database_is_made_of_its_states():
    game = load("tictactoe")
    database = sweep(game)
    assert len(list(database)) == len(database) == database.states == 765
    assert all(state in database for state in database)
    assert isinstance(database, Database)


def layers(game):
    """Value to the player to move and distance of every state of a game of wins and losses, ply by ply.

    Every state is looked at again for each distance; where nothing more is found, play goes round.
    """
    first = game.initial()
    after, waiting = {}, [first]
    while waiting:
        state = waiting.pop()
        if state not in after:
            after[state] = [] if game.is_terminal(state) else [game.result(state, a) for a in game.actions(state)]
            waiting += after[state]
    known = {state: (game.utility(state, game.player(state)), 0) for state, next in after.items() if not next}
    for distance in range(1, len(after)):
        found = {}
        for state in after.keys() - known.keys():
            values = [
                None if next not in known else known[next][0] * (1 if game.player(next) == game.player(state) else -1)
                for next in after[state]
            ]
            if 1.0 in values:
                found[state] = (1.0, distance)
            elif all(value == -1.0 for value in values):
                found[state] = (-1.0, distance)
        if not found:
            break
        known.update(found)
    return {state: known.get(state, (0.0, None)) for state in after}


def test_three_mens_morris_is_won_by_the_first_player_and_right_in_every_state():
    game = load("morris:men=3")
    database, slow = sweep(game), layers(game)
    assert (database.value(game.initial()), database.distance(game.initial())) == (1.0, 9)
    assert {state: (database.value(state), database.distance(state)) for state in slow} == slow
    assert None in {distance for _, distance in slow.values()}, "play can go round"
    assert database.states == len({game.canonical(state) for state in slow}) == 744


@pytest.mark.native
def test_hexapawn_is_lost_and_every_state_of_it_right():
    game = load("hexapawn")
    database, slow = sweep(game), layers(game)
    assert database.value(game.initial()) == -1.0
    assert {state: (database.value(state), database.distance(state)) for state in slow} == slow
