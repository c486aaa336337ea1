"""Textbook Monte Carlo tree search against a plain implementation that shares no code with it."""

import importlib.util
import math
from itertools import groupby
from pathlib import Path

import pytest

from countermove import load
from countermove.errors import SpecError, UnfitError
from countermove.game import CHANCE, Axes, legal
from countermove.textbook import Event, mcts, minimax, run, to_json, trace
from countermove.values import key_of

spec = importlib.util.spec_from_file_location("company", Path(__file__).parent / "company.py")
company = importlib.util.module_from_spec(spec)
spec.loader.exec_module(company)
grow = company.grow
MASK = (1 << 64) - 1


class Numbers:
    """Marsaglia's xorshift64, on unsigned words."""

    def __init__(self, seed):
        self.x = key_of((seed, 0)) & MASK | 1

    def draw(self):
        self.x ^= self.x << 13 & MASK
        self.x ^= self.x >> 7
        self.x ^= self.x << 17 & MASK
        return self.x

    def below(self, count):
        return (self.draw() >> 32) * count >> 32

    def pick(self, odds):
        mark = (self.draw() >> 11) * 2.0**-53
        for place, chance in enumerate(odds[:-1]):
            if mark < chance:
                return place
            mark -= chance
        return len(odds) - 1


def plain(game, simulations, seed, c):
    """UCT with dicts by path: yields the path, the payoffs, and all visits and sums after each simulation."""
    numbers = Numbers(seed)
    visits, sums = {(): 0}, {(): [0.0] * game.players}
    seen = []
    for _ in range(simulations):
        path, state = (), game.initial()
        while not game.is_terminal(state):
            actions = legal(game, state)
            if game.player(state) == CHANCE:
                action = actions[numbers.pick([chance for _, chance in game.chances(state)])]
            else:
                player = game.player(state)
                untried = [each for each in actions if (*path, each) not in visits]
                if untried:
                    action = untried[numbers.below(len(untried))]
                else:
                    low, high = (
                        (min(seen), max(seen)) if game.outcomes is None else (min(game.outcomes), max(game.outcomes))
                    )
                    width = 1.0 / (high - low) if high > low else 1.0

                    def score(each, path=path, player=player, low=low, width=width):
                        child = (*path, each)
                        mean = (sums[child][player] / visits[child] - low) * width
                        return mean + c * math.sqrt(math.log(visits[path]) / visits[child])

                    action = max(actions, key=score)
            state = game.result(state, action)
            new = (*path, action) not in visits
            path = (*path, action)
            if new:
                visits[path], sums[path] = 0, [0.0] * game.players
                break
        leaf = path
        while not game.is_terminal(state):
            actions = legal(game, state)
            if game.player(state) == CHANCE:
                action = actions[numbers.pick([chance for _, chance in game.chances(state)])]
            else:
                action = actions[numbers.below(len(actions))]
            state = game.result(state, action)
        payoffs = [float(game.utility(state, player)) for player in range(game.players)]
        seen += payoffs
        for end in range(len(leaf), -1, -1):
            visits[leaf[:end]] += 1
            for player in range(game.players):
                sums[leaf[:end]][player] += payoffs[player]
        yield leaf, payoffs, dict(visits), {at: list(each) for at, each in sums.items()}


def undeclared(game):
    """A tree with chance whose outcomes are not declared, so that both sides scale by the payoffs so far."""

    class Undeclared(type(game)):
        outcomes = None
        axes = Axes(stochastic=True, payoff="general")

    return Undeclared(game.tree, players=game.players, root=game.root)


def simulations_of(events):
    """The events of each simulation, the root's own first event left out."""
    for number, group in groupby(events[1:], lambda event: event.simulation):
        yield number, list(group)


def assert_same(game, seed, count, c=0.7):
    events, decision = trace(mcts(game, simulations=count, seed=seed, exploration=c))
    expected = plain(game, count, seed, c)
    tree = {}
    for (number, steps), (leaf, payoffs, visits, sums) in zip(simulations_of(events), expected, strict=True):
        found = next(event for event in steps if event.kind == "simulate")
        value = found.value if isinstance(found.value, tuple) else (found.value,)
        assert found.path == leaf and list(value) == payoffs[: len(value)]
        for event in steps:
            if event.kind == "backup":
                tree[event.path] = (event.visits, event.value)
        means = {at: [each / visits[at] for each in sums[at]] for at in visits}
        assert {at: visits for at, (visits, _) in tree.items()} == visits, number
        for at, (_, mean) in tree.items():
            whole = mean if isinstance(mean, tuple) else (mean,)  # two sides: only MAX's
            assert list(whole) == means[at][: len(whole)]
    assert decision.visits == {action: visits[(action,)] for action in decision.visits}


@pytest.mark.parametrize("chance", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_every_simulation_is_that_of_a_plain_implementation_under_the_same_seed(seed, chance):
    assert_same(grow(seed, chance=chance), seed, 60)
    if chance:
        assert_same(undeclared(grow(seed, chance=True)), seed, 60)


def test_each_simulation_selects_expands_simulates_and_backs_up():
    game = load("tictactoe")
    events, _ = trace(mcts(game, simulations=80, seed=1))
    assert events[0].kind == "expand" and events[0].path == ()
    for _, steps in simulations_of(events):
        kinds = "".join({"select": "s", "expand": "e", "simulate": "p", "backup": "b"}[each.kind] for each in steps)
        selects, rest = kinds.rstrip("epb"), kinds.lstrip("s")
        assert set(selects) == {"s"} and rest.lstrip("e").startswith("p") and rest.count("e") <= 1
        leaf = next(each for each in steps if each.kind == "simulate")
        backups = [each.path for each in steps if each.kind == "backup"]
        assert backups == [leaf.path[:end] for end in range(len(leaf.path), -1, -1)]
        for step in steps:
            if step.kind == "select" and not any(math.isinf(each.score) for each in step.candidates):
                assert step.action == max(step.candidates, key=lambda each: each.score).action


@pytest.mark.parametrize("seed", range(6))
def test_the_most_visited_action_is_the_best_one_in_the_end(seed):
    game = grow(seed, players=2, constant=True, deepest=3)
    values = [score.value for score in run(minimax(as_two_sides(game))).values.values()]
    if len(set(values)) < len(values):
        pytest.skip("several actions are best")
    assert run(mcts(as_two_sides(game), simulations=3000)).action == run(minimax(as_two_sides(game))).action


def as_two_sides(game):
    """A tree of constant-sum vectors as one of payoffs to MAX."""
    return load(f"tree:tree={_firsts(game.tree)!r},root={'min' if game.root else 'max'}".replace(" ", ""))


def _firsts(tree):
    if isinstance(tree, tuple):
        return tree[0]
    if isinstance(tree, dict):
        return [_firsts(child) for child in tree["children"]]
    return [_firsts(child) for child in tree]


def test_puct_tries_what_the_policy_recommends_first():
    class Advised(type(load("tictactoe"))):
        def policy(self, state):
            for action in self.actions(state):
                yield action, 100.0 if action == 4 else 1.0

    decision = run(mcts(Advised(), simulations=30, formula="puct"))
    assert decision.action == 4 and decision.visits[4] > 20


def test_a_depth_limits_the_tree_and_not_the_playouts():
    events, _ = trace(mcts(load("tictactoe"), depth=1, simulations=40))
    assert max(len(event.path) for event in events) == 1
    assert max(len(event.playout) for event in events) > 3


def test_events_are_json():
    game = load("tictactoe")
    events, _ = trace(mcts(game, simulations=12))
    found = [to_json(event, game) for event in events]
    select = next(each for each in found if each["kind"] == "select")
    assert select["simulation"] == 1 and len(select["candidates"]) == 9
    assert next(each for each in found if each["kind"] == "simulate")["playout"]
    assert all(isinstance(event, Event) for event in events)


@pytest.mark.parametrize("count", [0, -3, 2.5, True, "many"])
def test_a_number_of_simulations_is_a_whole_one(count):
    with pytest.raises(SpecError, match=r"The number of simulations is .*; give a whole number, 1 or more"):
        run(mcts(load("tictactoe"), simulations=count))


def test_an_unknown_formula_is_refused():
    with pytest.raises(SpecError, match="The formula of mcts is 'ucb7'; use 'ucb1' or 'puct'"):
        run(mcts(load("tictactoe"), formula="ucb7"))


def test_players_who_act_at_once_are_refused_in_the_textbook():
    with pytest.raises(UnfitError, match="mcts needs players who take turns"):
        run(mcts(load("rps")))
