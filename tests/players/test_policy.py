"""Policies, and the best there is to do against them, beside a plain recursion that shares no code with either."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from countermove import load
from countermove.analysis import analyse
from countermove.errors import ForfeitError, GameError, SpecError, UnfitError
from countermove.game import CHANCE, Axes, Game
from countermove.games.tree import Tree
from countermove.players import (
    Epsilon,
    Follower,
    Function,
    Graph,
    Perfect,
    Policy,
    Ranked,
    Record,
    Recorded,
    Softmax,
    Uniform,
    Weighted,
    best_response,
    make,
    make_policy,
    outcome,
    play_game,
    save,
)


class Heap(NamedTuple):
    left: int
    turn: int
    score: int


@dataclasses.dataclass(frozen=True)
class Walk(Game):
    """A made-up game that compiles: take 1 to 3 from a heap; points depend on a table in numbers nobody can guess.

    With `dice`, chance takes its turn after every second action.
    """

    heap: int = 6
    seed: int = 1
    dice: bool = False

    @property
    def axes(self) -> Axes:
        return Axes(stochastic=self.dice)

    def initial(self) -> Heap:
        return Heap(self.heap, 0, 0)

    def player(self, state: Heap) -> int:
        if self.dice and state.turn % 3 == 2:
            return CHANCE
        return (state.turn * state.turn + self.seed + state.left // 2) % 2

    def actions(self, state: Heap) -> Iterator[int]:
        yield from range(1, min(3, state.left) + 1)

    def chances(self, state: Heap) -> Iterator[tuple[int, float]]:
        if state.left == 1:
            yield 1, 1.0
        else:
            yield 1, 0.25
            yield 2, 0.75

    def result(self, state: Heap, action: int) -> Heap:
        gain = (state.left * 7 + action * self.seed * 5 + state.turn * 3) % 11 - 5
        return Heap(state.left - action, state.turn + 1, state.score + gain)

    def is_terminal(self, state: Heap) -> bool:
        return state.left == 0

    def utility(self, state: Heap, player: int) -> float:
        return float(state.score if player == 0 else -state.score)

    def evaluate(self, state: Heap, player: int) -> float:
        guess = state.score + (state.left * 5 + state.turn) % 3
        return float(guess if player == 0 else -guess)

    def order(self, state: Heap, action: int) -> float:
        return float((state.left + action * self.seed) % 3) - 1.0


# The oracle: what each policy does and what follows from it, written another way.


def legal(game: Game, state: Any) -> list[int]:
    return list(game.actions(state))


def said(kind: str, game: Game, state: Any) -> dict[int, float]:
    """pi(s, .) by the definition."""
    actions = legal(game, state)
    me = game.player(state)
    if kind == "uniform":
        return {a: 1 / len(actions) for a in actions}
    if kind == "softmax":
        looks = {}
        for a in actions:
            s = game.result(state, a)
            looks[a] = game.utility(s, me) if game.is_terminal(s) else game.evaluate(s, me)
        return {a: 1 / sum(math.exp((looks[b] - looks[a]) / 2.5) for b in actions) for a in actions}
    if kind == "ranked":
        places = [sorted(p, key=lambda a: game.order(state, a)) for p in itertools.permutations(actions)]
        points = {a: sum(p.index(a) + 1 for p in places) / len(places) for a in actions}
        return {a: points[a] / sum(points.values()) for a in actions}
    if kind == "weighted":
        weights = {a: {1: 2.0, 3: 0.5}.get(a, 1.0) for a in actions}
        return {a: weights[a] / sum(weights.values()) for a in actions}
    if kind == "function":
        return {a: (1.0 if a == actions[-1] else 0.0) for a in actions}
    values = {a: optimum(game, game.result(state, a))[me] for a in actions}
    best = [a for a in actions if values[a] == max(values.values())]
    slip = {"solve": 0.0, "epsilon": 0.3}[kind]
    return {a: slip / len(actions) + (1 - slip) * (a in best) / len(best) for a in actions}


def optimum(game: Game, state: Any) -> list[float]:
    if game.is_terminal(state):
        return [game.utility(state, 0), game.utility(state, 1)]
    if game.player(state) == CHANCE:
        after = [(p, optimum(game, game.result(state, a))) for a, p in game.chances(state)]
        return [sum(p * v[i] for p, v in after) for i in range(2)]
    return max((optimum(game, game.result(state, a)) for a in legal(game, state)), key=lambda v: v[game.player(state)])


def response(kind: str, game: Game, state: Any, seat: int, depth: float = math.inf) -> float:
    if game.is_terminal(state):
        return game.utility(state, seat)
    if depth == 0:
        return game.evaluate(state, seat)

    def after(action: int) -> float:
        return response(kind, game, game.result(state, action), seat, depth - 1)

    if game.player(state) == CHANCE:
        return sum(p * after(a) for a, p in game.chances(state))
    if game.player(state) == seat:
        return max(after(a) for a in legal(game, state))
    return sum(p * after(a) for a, p in said(kind, game, state).items() if p)


POLICIES: dict[str, Policy] = {
    "uniform": Uniform(),
    "softmax": Softmax(2.5),
    "ranked": Ranked(),
    "weighted": Weighted({1: 2, "3": 0.5}),
    "solve": Perfect(),
    "epsilon": Epsilon(0.3),
    "function": Function(lambda game, state: {list(game.actions(state))[-1]: 1}),
}
WALKS = [Walk(heap, seed, dice) for heap in (3, 6, 8) for seed in range(1, 5) for dice in (False, True)]


def states(game: Game) -> list[Any]:
    """All states with somebody to act, each once."""
    found, left = {}, [game.initial()]
    while left:
        state = left.pop()
        if state not in found and not game.is_terminal(state):
            found[state] = None
            chance = game.player(state) == CHANCE
            actions = [a for a, _ in game.chances(state)] if chance else legal(game, state)
            left += [game.result(state, a) for a in actions]
    return [state for state in found if game.player(state) != CHANCE]


@pytest.mark.parametrize("kind", POLICIES)
def test_a_policy_gives_the_odds_it_says(kind):
    for game in WALKS:
        for state in states(game):
            odds = dict(POLICIES[kind].chances(game, state))
            expected = {a: p for a, p in said(kind, game, state).items() if p}
            assert odds == pytest.approx(expected), (game, state)
            assert all(p > 0 for p in odds.values())


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("kind", POLICIES)
def test_the_best_response_is_that_of_plain_recursion(kind, seat):
    for game in WALKS:
        found = best_response(game, POLICIES[kind], seat=seat)
        assert found.value == pytest.approx(response(kind, game, game.initial(), seat)), game
        others = [found.plan if player == seat else POLICIES[kind] for player in range(2)]
        assert outcome(game, others)[seat] == pytest.approx(found.value)  # the plan gets what it promises


@pytest.mark.parametrize("native", [pytest.param(True, marks=pytest.mark.native), False])
@pytest.mark.parametrize("kind", POLICIES)
def test_expectimax_for_either_seat_is_plain_recursion(kind, native):
    rng = random.Random(7)
    seats = set()
    for game in WALKS[:: 3 if native else 5]:
        for state in rng.sample(states(game), min(4, len(states(game)))):
            seat = game.player(state)
            seats.add(seat)
            depth = rng.choice([1, 2, 3, 20])
            found = analyse(game, state, algorithm="expectimax", depth=depth, opponent=POLICIES[kind], native=native)
            assert found.native == native
            for action, score in found.values.items():
                value = response(kind, game, game.result(state, action), seat, depth - 1)
                assert score.value == pytest.approx(value), (game, state, action)
            assert found.value == max(score.value for score in found.values.values())
            assert found.values[found.action].value == found.value
    assert seats == {0, 1}


@pytest.mark.native
@pytest.mark.parametrize("kind", POLICIES)
def test_compiled_and_interpreted_expectimax_agree_node_for_node(kind):
    game = Walk(8, 2, True)
    for state in states(game)[:40:5]:
        question: dict[str, Any] = {"algorithm": "expectimax", "depth": 4, "opponent": POLICIES[kind]}
        one, other = (analyse(game, state, native=native, **question) for native in (True, False))
        assert (one.nodes, one.exact) == (other.nodes, other.exact)
        assert one.value == pytest.approx(other.value)


def grow(rng: random.Random, depth: int) -> Any:
    """A random tree for three."""
    if depth == 0 or rng.random() < 0.2:
        return tuple(rng.randint(-4, 4) for _ in range(3))
    return [grow(rng, depth - 1) for _ in range(rng.randint(1, 3))]


def test_on_random_trees_of_many_players_the_best_response_is_plain_recursion():
    for seed in range(60):
        rng = random.Random(seed)

        game = Tree([grow(rng, 3) for _ in range(2)], players=3)
        for seat in range(3):
            found = best_response(game, Uniform(), seat=seat)
            assert found.value == pytest.approx(response("uniform", game, game.initial(), seat))
        searched = analyse(game, algorithm="expectimax", depth=9)
        assert searched.value == pytest.approx(response("uniform", game, game.initial(), 0))


# What the lectures say.


def test_23_minimax_is_10_left_and_against_random_replies_54_and_a_half_right():
    game = Tree([[10, 10], [9, 100]])
    cautious, hopeful = best_response(game, None), best_response(game, Uniform())
    assert (cautious.value, game.action_name(game.initial(), cautious.action)) == (10, "Left")
    assert (hopeful.value, game.action_name(game.initial(), hopeful.action)) == (54.5, "Right")
    assert outcome(game, [hopeful.plan, Perfect()])[0] == 9  # and a hopeful player gets less than 10 from a perfect one


def test_24_uniform_expectimax_is_left():
    for tree, values in (
        ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], [23 / 3, 4, 7]),
        ([[3, 12, 9], [2, 4, 6], [15, 6, 0]], [8, 4, 7]),
    ):
        found = best_response(Tree(tree), Uniform())
        assert list(found.actions.values()) == pytest.approx(values)
        assert found.action == 0


def test_25_all_mass_on_the_worst_reply_makes_expectimax_minimax():
    for game in WALKS:
        for seat in range(2):
            assert best_response(game, Perfect(), seat=seat).value == pytest.approx(
                best_response(game, None, seat=seat).value
            )


def test_who_knows_the_opponent_gets_at_least_as_much():
    for game, kind in itertools.product(WALKS, POLICIES):
        graph = Graph(game)
        for seat in range(2):
            knowing = best_response(game, POLICIES[kind], seat=seat, graph=graph)
            for other in (None, Uniform()):
                plan = best_response(game, other, seat=seat, graph=graph).plan
                pair = [plan if player == seat else POLICIES[kind] for player in range(2)]
                assert outcome(game, pair, graph=graph)[seat] <= knowing.value + 1e-9


# Recorded games.


def test_recorded_play_is_repeated_and_elsewhere_any_action_is_as_likely(tmp_path):
    rng = random.Random(3)
    game = load("nim:piles=(2,3)")
    counts: dict[Any, dict[int, int]] = {}
    for number in range(20):
        state, names = game.initial(), []
        while not game.is_terminal(state):
            action = rng.choice(list(game.actions(state)))
            counts.setdefault(state, {}).setdefault(action, 0)
            counts[state][action] += 1
            names.append(game.action_name(state, action))
            state = game.result(state, action)
        save(Record("nim:piles=(2,3)", actions=tuple(names)), tmp_path / f"{number}.json")
    policy = make_policy(f"record:{tmp_path}")
    for state, seen in counts.items():
        assert dict(policy.chances(game, state)) == pytest.approx(
            {action: times / sum(seen.values()) for action, times in seen.items()}
        )
    unseen = [state for state in states(game) if state not in counts]
    for state in unseen:
        assert policy.chances(game, state) == Uniform().chances(game, state)
    for native in (None, False):
        found = analyse(game, algorithm="expectimax", depth=9, opponent=policy, native=native)
        assert found.value == pytest.approx(best_response(game, policy).value)


def test_another_policy_may_take_over_where_nothing_is_recorded():
    game = load("nim:piles=(2,3)")
    policy = Recorded([Record("nim:piles=(2,3)", actions=("a1",))], fallback=Perfect())
    assert [game.action_name(game.initial(), action) for action, _ in policy.chances(game, game.initial())] == ["a1"]
    after = game.read("b1 b1")
    assert policy.chances(game, after) == Perfect().chances(game, after)
    found = analyse(game, algorithm="expectimax", depth=9, opponent=policy)
    assert found.value == pytest.approx(best_response(game, policy).value)


def test_records_of_another_game_are_refused():
    with pytest.raises(SpecError, match=r"contains a game of nim:piles=\(1,2\), not of the game being played"):
        Recorded([Record("nim:piles=(1,2)", actions=("a1",))]).fit(load("nim:piles=(2,3)"))
    with pytest.raises(SpecError, match="cannot be read: no such file"):
        make_policy("record:nowhere.json")


def test_a_folder_without_records_is_refused(tmp_path):
    with pytest.raises(SpecError, match="has no saved games"):
        make_policy(f"record:{tmp_path}")


# Mistakes.

GAME = Tree([[10, 10], [9, 100]])


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({0: 0.5, 2: 0.5}, r"takes action 2 in a, which is not legal there; legal: 0 \(Left\), 1 \(Right\)"),
        ({True: 1.0}, "takes action True"),
        ({"Left": 1.0}, "takes action 'Left'"),
        ({0: -0.5, 1: 1.5}, "gives action 0 the probability -0.5 in a; a probability is a number from 0 to 1"),
        ({0: math.nan, 1: 1}, "gives action 0 the probability nan"),
        ({0: math.inf}, "gives action 0 the probability inf"),
        ({0: "half", 1: 0.5}, "gives action 0 the probability 'half'"),
        ({0: 0.5, 1: 0.25}, "gives probabilities that add up to 0.75 in a; they must add up to 1"),
        ({}, "add up to 0 in a"),
        ([(0, 0.5), (0, 0.5)], "gives action 0 two probabilities"),
        (None, "gives None in a; give a probability for each action"),
        (7, "stops with TypeError in a"),
        ([1, 2], r"gives \[1, 2\] in a; give a probability for each action"),
    ],
)
def test_a_function_that_gives_no_odds_is_told_so(given, sentence):
    policy = Function(lambda game, state: given, "mine")
    with pytest.raises(ForfeitError, match=sentence) as caught:
        policy.chances(GAME, GAME.initial())
    assert "\n" not in str(caught.value)
    with pytest.raises(ForfeitError):
        best_response(GAME, Function(lambda game, state: given), seat=1)


@pytest.mark.parametrize("given", [{0: 0.5, 2: 0.5}, {0: -1.0, 1: 2.0}, {0: 0.5}, None])
def test_a_policy_of_ones_own_is_checked_wherever_it_is_asked(given):
    class Own(Policy):
        def chances(self, game: Game, state: Any) -> Any:
            return given

    for ask in (
        lambda: best_response(GAME, Own()),
        lambda: Follower(Own()).choose(GAME, GAME.initial()),
        lambda: analyse(GAME, algorithm="expectimax", depth=2, opponent=Own()),
    ):
        with pytest.raises(GameError, match=r"^policy (takes|gives) "):
            ask()


def test_a_function_that_fails_is_named():
    with pytest.raises(ForfeitError, match="mine stops with ZeroDivisionError in a: division by zero"):
        Function(lambda game, state: {0: 1 / 0}, "mine").chances(GAME, GAME.initial())
    with pytest.raises(SpecError, match="The policy is 3; give a function"):
        Function(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make_it", "sentence"),
    [
        (lambda: Softmax(0), "temperature of softmax is 0; give a number above 0"),
        (lambda: Softmax(math.nan), "temperature of softmax is nan"),
        (lambda: Epsilon(1.5), "epsilon is 1.5; give a probability"),
        (lambda: Epsilon(-0.1), "epsilon is -0.1"),
        (lambda: Epsilon(0.1, depth=0), "depth of epsilon is 0; give a whole number"),
        (lambda: Weighted({0: -1}), "has the weight -1; give a number, 0 or more"),
        (lambda: Weighted({0: math.inf}), "has the weight inf"),
        (lambda: Weighted({}), "No action has a weight"),
        (lambda: best_response(GAME, Uniform(), seat=2), "The seat is 2; the seats of Tree are 0 to 1"),
        (lambda: outcome(GAME, [Uniform()]), "is for 2 players, and 1 policies"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(make_it, sentence):
    with pytest.raises(SpecError, match=sentence):
        make_it()


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("sofmax", "There is no policy 'sofmax'; did you mean 'softmax'?"),
        ("zzz", "the policies are uniform, ranked, weighted, softmax, solve, epsilon"),
        ("softmax:heat=2", "has no option 'heat'; write it as softmax:temperature=0.5"),
        ("softmax:temperature=hot", "temperature is 'hot'; give a number"),
        ("softmax:temperature=", "needs a value, as in softmax:temperature=0.5"),
        ("softmax:-1", "temperature of softmax is -1"),
        ("epsilon:2", "epsilon is 2.0; give a probability"),
        ("epsilon:0.1,depth=x", "depth is 'x'; give a whole number"),
        ("epsilon:0.1,epsilon=0.2", "gives epsilon twice"),
        ("uniform:3", "has no option '3'; it has no options"),
        ("weighted", "is incomplete; write it as weighted:b2=5,a1=0"),
        ("weighted:b2", "needs a value, as in weighted:b2=5,a1=0"),
        ("weighted:b2=-3", "has the weight -3.0"),
        ("record", "is incomplete; write it as record:FILE"),
        ("function:nowhere", "does not name a function; give a file and a name"),
        ("function:nowhere.py:f", "There is no file 'nowhere.py'"),
    ],
)
def test_a_slip_in_a_specification_is_told(spec, sentence):
    with pytest.raises(SpecError, match=sentence.replace("?", r"\?")):
        make_policy(spec)


def test_weights_for_actions_that_never_come_up_are_refused():
    policy = make_policy("weighted:b2=5,z9=1")
    with pytest.raises(SpecError, match="gives a weight to 'z9', but no such action occurred in random games"):
        policy.fit(load("tictactoe"))
    make_policy("weighted:b2=5,a1=0").fit(load("tictactoe"))


def test_a_game_too_large_to_solve_is_refused_and_told_the_way_out():
    game = load("connect4:opening=false")
    with pytest.raises(UnfitError, match=r"more than 50,000 positions.*give a depth, as in epsilon:0.2,depth=4"):
        list(play_game(game, [make("epsilon:0.2"), make("random:seed=1")]))
    with pytest.raises(UnfitError, match="can repeat positions"):
        best_response(load("pig:target=5"), Uniform())
    turns = play_game(game, [make("epsilon:0.2,depth=2,seed=1"), make("random:seed=1")])
    assert game.is_terminal(list(turns)[-1].after)


@pytest.mark.native
def test_where_not_all_can_be_written_down_expectimax_runs_interpreted_and_says_so():
    game = load("connect4:opening=false")
    policy = Function(lambda game, state: Uniform().chances(game, state))
    found = analyse(game, algorithm="expectimax", depth=2, opponent=policy)
    assert not found.native and "this opponent cannot be compiled" in found.note
    assert found.value == analyse(game, algorithm="expectimax", depth=2).value


# Players.


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("uniform:seed=3", "uniform:seed=3"),
        ("softmax:0.5,seed=1", "softmax:temperature=0.5,seed=1"),
        ("epsilon:seed=1", "epsilon:0.1,seed=1"),
        ("epsilon:0.25,depth=2,seed=1", "epsilon:0.25,depth=2,seed=1"),
        ("weighted:b2=5,seed=1", "weighted:b2=5,seed=1"),
        ("ranked:seed=1", "ranked:seed=1"),
        ("expectimax:depth=2,opponent=epsilon:0.2,depth=1", "expectimax:depth=2,opponent=epsilon:0.2,depth=1"),
        ("expectimax:depth=2,native=no,opponent=solve", "expectimax:depth=2,native=false,opponent=solve"),
    ],
)
def test_whoever_follows_a_policy_can_play_either_seat(spec, name):
    game = load("tictactoe")
    player = make(spec)
    assert player.name == name and make(name).name == name
    for players in ([player, make("random:seed=1")], [make("random:seed=1"), player]):
        start = game.read("a1 b2 c3 a3")
        assert game.is_terminal(list(play_game(game, players, start))[-1].after)


def test_a_follower_keeps_to_the_odds():
    game, policy = Tree([1, 2, 3]), Weighted({0: 6, 1: 3, 2: 1})
    player = Follower(policy, seed=5)
    drawn = [player.choose(game, game.initial()) for _ in range(5_000)]
    for action, odds in policy.chances(game, game.initial()):
        error = 4 * math.sqrt(odds * (1 - odds) / len(drawn))
        assert abs(drawn.count(action) / len(drawn) - odds) < error
