"""Equilibria: published values and counts, agreement of all methods with the linear program, files, and bad input."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from countermove import SIMULTANEOUS, Axes, Game, analyse, joint, load
from countermove.check import check_game
from countermove.cli import main
from countermove.errors import GameError, SpecError, UnfitError
from countermove.games.kuhn import Kuhn
from countermove.games.tree import Tree
from countermove.solve import nash
from countermove.solve.nash import ITERATIVE, Equilibrium, equilibrium
from countermove.solve.profile import Profile
from countermove.solve.sequence import Outline, Unrolling
from countermove.textbook.belief import respond
from countermove.textbook.cfr import cfr

VALUES = {
    "kuhn": -1 / 18,
    "leduc": -0.0856064,
    "liarsdice:sides=3": 1 / 9,
    "liarsdice:sides=4": 1 / 16,
    "liarsdice:sides=5": 1 / 125,
    "goofspiel:cards=4,hidden=true": 0.0,
    "battleships:rows=2,cols=2,fleet=(1,),shots=2": 1 / 8,
}
SETS = {
    "kuhn": 12,
    "kuhn:players=3": 48,
    "leduc": 936,
    "liarsdice:sides=4": 1_024,
    "liarsdice": 24_576,
}


@pytest.mark.parametrize("spec", VALUES)
def test_a_game_has_its_published_value(spec):
    found = equilibrium(load(spec), method="lp")
    assert found.value == pytest.approx(VALUES[spec], abs=1e-6)
    assert found.exploitability < 1e-9


def test_liars_dice_with_a_die_of_six_sides_has_its_published_value():
    found = equilibrium(load("liarsdice"), target=1e-4)
    assert found.value == pytest.approx(-7 / 258, abs=1e-4)
    assert found.exploitability <= 1e-4


@pytest.mark.slow
def test_battleships_on_a_sea_of_six_cells_has_its_published_value():
    found = equilibrium(load("battleships:rows=3,cols=2,fleet=(1,),shots=3"), target=1e-3)
    assert found.value == pytest.approx(1 / 12, abs=1e-3)


@pytest.mark.parametrize("spec", SETS)
def test_a_game_has_its_number_of_information_sets(spec):
    assert Unrolling(load(spec)).run().sets == SETS[spec]


def test_predictive_discounting_solves_kuhn_poker_to_six_digits_within_200_iterations():
    found = equilibrium(Kuhn(), method="pdcfr+", target=1e-6)
    assert found.iterations < 200 and found.complete


# Random games.


def random_tree(seed):
    """A random game of two players with chance and information sets, in which players remember what they did."""
    lots = random.Random(seed)
    pairs = lots.randint(2, 3)
    shapes = {}

    def node(depth, mover, history, signal):
        if depth == 0 or (depth < 3 and lots.random() < 0.15):
            return lots.randint(-4, 4)
        seen = (mover, depth, tuple(history[mover]), signal[mover])
        actions = shapes.setdefault(seen, lots.randint(2, 3))
        children = []
        for action in range(actions):
            further = {**history, mover: [*history[mover], (depth, action)]}
            children.append(node(depth - 1, lots.choice((0, 1)) if depth > 1 else 0, further, signal))
        return {"player": mover, "set": repr(seen), "children": children}

    deals = [(a, b) for a in range(pairs) for b in range(pairs) if a != b]
    weights = [lots.randint(1, 3) for _ in deals]
    children = [node(3, 0, {0: [], 1: []}, deal) for deal in deals]
    return Tree({"chances": [each / sum(weights) for each in weights], "children": children})


GAMES = 500 if os.environ.get("COUNTERMOVE_LONG") else 16
"""Random games to compare all methods on."""


def test_every_method_agrees_with_the_linear_program_on_random_games():
    for seed in range(GAMES):
        game = random_tree(seed)
        exact = equilibrium(game, method="lp")
        assert exact.exploitability < 1e-8
        for method in ITERATIVE:
            target = 0.02 if method == "cfr" else 1e-3
            found = equilibrium(game, method=method, target=target, iterations=100_000)
            assert found.complete
            assert found.value == pytest.approx(exact.value, abs=2 * target + 1e-9), (seed, method)
        sampled = equilibrium(game, method="mccfr", target=0.05, iterations=500_000)
        assert sampled.exploitability <= 0.05, seed
        assert Profile(sampled.form, sampled.strategy).value == pytest.approx(exact.value, abs=0.1), seed


def test_a_best_response_equals_the_best_of_all_pure_strategies():
    for game in (Kuhn(), *(random_tree(seed) for seed in range(10))):
        form = Unrolling(game).run()
        profile = Profile(form, form.strategy(np.random.default_rng(1).random(form.sequences)))
        for player in range(game.players):
            low, high, begin, end = (int(each) for each in form.bounds[player])
            sizes = form.count[low:high].tolist()
            if np.prod(sizes) > 100:
                continue
            best = -np.inf
            for picks in itertools.product(*(range(size) for size in sizes)):
                strategy = profile.strategy.copy()
                strategy[begin:end] = 0.0
                strategy[form.first[low:high] + np.array(picks, int)] = 1.0
                best = max(best, Profile(form, strategy).values[player])
            assert profile.response(player)[0] == pytest.approx(best)


def test_a_best_response_equals_plain_recursion_over_information_sets():
    for seed in range(20):
        game = random_tree(seed)
        form = Unrolling(game).run()
        numbers = np.random.default_rng(seed).random(form.sequences)
        profile = Profile(form, form.strategy(numbers))

        def policy(player, key, count, profile=profile):
            return profile.mix(key)

        for player in (0, 1):
            value, best = profile.response(player)
            assert value == pytest.approx(respond(game, policy, player))
            assert best.values[player] == pytest.approx(value)


def finished(steps):
    """What a generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def test_the_compiled_passes_take_the_steps_of_the_textbook():
    for game in (Kuhn(), random_tree(3), random_tree(4)):
        sets = finished(cfr(game, 5))
        found = equilibrium(game, method="cfr", iterations=5, target=0)
        for key, place in sets.items():
            assert found.mix(key) == pytest.approx(place.average)


def test_sampling_approaches_the_value():
    for spec in ("kuhn", "goofspiel:cards=3,hidden=true"):
        found = equilibrium(load(spec), method="mccfr", iterations=60_000, seed=1)
        assert found.exploitability < 0.02
        again = equilibrium(load(spec), method="mccfr", iterations=60_000, seed=1)
        assert np.array_equal(found.strategy, again.strategy)


def test_a_tree_that_does_not_fit_is_sampled_and_visited():
    game = load("liarsdice:sides=4")
    with pytest.raises(SpecError, match=r"does not fit into 0.4 MB; allow more memory, or use the method mccfr"):
        equilibrium(game, method="dcfr", memory=0.4)
    found = equilibrium(game, memory=0.4, iterations=2_000)
    assert found.method == "mccfr" and isinstance(found.form, Outline) and found.exploitability < 0.3


def test_three_players_regret_little_over_time():
    found = equilibrium(load("kuhn:players=3"), target=2e-3)
    assert found.method == "cfr" and found.regret <= 2e-3
    assert sum(found.values) == pytest.approx(0)


def test_a_game_of_general_sum_is_solved_as_coarse_correlated_play():
    chicken = [[(0, 0), (7, 2)], [(2, 7), (6, 6)]]
    tree = {"player": 0, "children": [{"player": 1, "set": 1, "children": row} for row in chicken]}
    found = equilibrium(Tree(tree), target=1e-2)
    assert found.regret <= 1e-2
    with pytest.raises(UnfitError, match=r"dcfr needs two players with a constant sum.*use cfr"):
        equilibrium(Tree(tree), method="dcfr")


# Files.


def test_work_continues_from_a_file(tmp_path):
    path = tmp_path / "leduc.json"
    equilibrium(load("leduc"), iterations=50, save=path, target=0)
    more = equilibrium(load("leduc"), iterations=120, save=path, target=0)
    whole = equilibrium(load("leduc"), iterations=120, target=0)
    assert more.iterations == 120
    assert more.strategy == pytest.approx(whole.strategy)
    loaded = Profile.load(path, load("leduc"))
    assert loaded.exploitability == pytest.approx(more.exploitability, abs=1e-6)


def test_killed_work_continues_from_its_last_save_to_the_same_result(tmp_path, monkeypatch):
    path, killed = tmp_path / "leduc.json", tmp_path / "killed.json"
    saved = []
    save = Equilibrium.save

    def copying(self, *arguments):
        save(self, *arguments)
        saved.append(self.iterations)
        if len(saved) == 3:
            shutil.copy(path, killed)

    monkeypatch.setattr(Equilibrium, "save", copying)
    monkeypatch.setattr(nash._Work, "_keep", kept_slowly(nash._Work._keep))
    whole = equilibrium(load("leduc"), target=0.1, save=path)
    assert len(saved) > 3
    more = equilibrium(load("leduc"), target=0.1, save=killed)
    assert more.iterations == whole.iterations and np.array_equal(more.strategy, whole.strategy)
    assert more.curve == whole.curve


def kept_slowly(keep):
    """As if 20 seconds had passed since the last save."""

    def kept(self):
        self.saved = self.pause = 0.0
        keep(self)

    return kept


def test_several_threads_find_the_same(monkeypatch):
    monkeypatch.setattr(nash, "MIN_ENDS", 0)
    one, two = (equilibrium(load("leduc"), iterations=40, target=0, threads=threads) for threads in (1, 2))
    assert np.array_equal(one.strategy, two.strategy)
    with pytest.raises(SpecError, match="Several threads are for dcfr"):
        equilibrium(Kuhn(), method="lp", threads=2)


def test_the_curve_of_the_exploitability_is_drawn(tmp_path, capsys):
    path = tmp_path / "curve.svg"
    assert main(["solve", "kuhn", "--plot", str(path)]) == 0
    assert "Exploitability of Kuhn" in path.read_text() and path.read_text().count("<circle") > 3
    assert main(["solve", "kuhn", "--plot", str(tmp_path / "curve.png")]) == 2
    assert main(["solve", "kuhn", "--method", "lp", "--plot", str(path)]) == 2
    assert "There is no curve to draw" in capsys.readouterr().err


def test_a_file_of_another_game_or_damaged_is_refused_in_one_sentence(tmp_path):
    path = tmp_path / "kuhn.json"
    equilibrium(Kuhn(), save=path)
    with pytest.raises(SpecError, match=r"is of Kuhn\(players=2\), not of Showdown"):
        Profile.load(path, load("showdown"))
    whole = json.loads(path.read_text())
    damaged = r"damaged: information set 4 needs probabilities of fold, call that add up to 1"
    for wrong in ({"fold": 0.9, "call": 0.9}, {"fold": 0.5, "raise": 0.5}, {"fold": 1}, [0.5, 0.5]):
        whole["sets"][3]["probabilities"] = wrong
        path.write_text(json.dumps(whole))
        with pytest.raises(SpecError, match=damaged):
            Profile.load(path, Kuhn())
    path.write_text("{")
    with pytest.raises(SpecError, match="not JSON"):
        Profile.load(path, Kuhn())


def test_a_file_names_its_actions_in_any_order(tmp_path):
    path = tmp_path / "kuhn.json"
    found = equilibrium(Kuhn(), save=path)
    whole = json.loads(path.read_text())
    for each in whole["sets"]:
        each["probabilities"] = dict(reversed(each["probabilities"].items()))
    path.write_text(json.dumps(whole))
    assert Profile.load(path, Kuhn()).strategy == pytest.approx(found.strategy, abs=1e-8)


# Asking, and bad input.


def test_a_queen_that_faces_a_bet_calls_a_third_of_the_time():
    found = equilibrium(Kuhn(), method="pdcfr+", target=1e-9)
    assert found.probabilities(["J", "Q", "bet"])["call"] == pytest.approx(1 / 3, abs=1e-3)
    with pytest.raises(SpecError, match="No player is to move there"):
        found.probabilities(["J"])
    with pytest.raises(SpecError, match="is 'raise', which is not legal here"):
        found.probabilities(["J", "Q", "raise"])


def test_mistakes_get_a_sentence():
    with pytest.raises(SpecError, match=r"Unknown method 'cfr\+\+'"):
        equilibrium(Kuhn(), method="cfr++")
    with pytest.raises(SpecError, match="The target is -1"):
        equilibrium(Kuhn(), target=-1)

    class Shapeless(Kuhn):
        def view(self, state, player):
            return state.cards[player]

    sentence = "Shapeless.view gives player 1 a value of type int where the state has one of type Kuhn"
    with pytest.raises(GameError, match=sentence):
        equilibrium(Shapeless())

    class Leaky(Kuhn):
        def actions(self, state):
            if not self.is_terminal(state):
                yield 0
                if max(state.cards) == 2:
                    yield 1

    with pytest.raises(GameError, match="different actions in states that look the same to it"):
        equilibrium(Leaky())


def test_a_saved_profile_is_verified_and_a_worse_one_is_not(tmp_path, capsys):
    path = tmp_path / "kuhn.json"
    assert main(["solve", "kuhn", "--method", "pdcfr+", "--save", str(path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["value"] == pytest.approx(-1 / 18, abs=1e-3)
    assert {"value", "exploitability", "iterations", "seconds"} <= answer.keys()
    assert main(["verify", "kuhn", str(path), "--json"]) == 0
    whole = json.loads(path.read_text())
    whole["sets"][1]["probabilities"] = {"fold": 0.0, "call": 1.0}
    path.write_text(json.dumps(whole))
    assert main(["verify", "kuhn", str(path)]) == 1
    assert "Not verified" in capsys.readouterr().out
    assert main(["verify", "leduc", str(path)]) == 2


@dataclass(frozen=True)
class Cropped(Kuhn):
    """A view with fewer cards."""

    def view(self, state, player):
        seen = super().view(state, player)
        return seen._replace(cards=seen.cards[:1]) if player == 1 else seen


def test_a_view_with_a_shorter_tuple_is_refused_by_solver_search_and_check():
    sentence = "Cropped.view gives player 2 1 item where the state has 2: return a state of the same shape"
    with pytest.raises(GameError, match=sentence):
        equilibrium(Cropped())
    with pytest.raises(GameError, match=sentence):
        analyse(Cropped(), Cropped().read("J Q"), simulations=10)
    assert "view-shape" in {each.law for each in check_game(Cropped(), games=5, native=False).problems}


class Bid(NamedTuple):
    total: int
    done: int


@dataclass(frozen=True)
class ThreeAtOnce(Game):
    players = 3
    axes = Axes(simultaneous=True)

    def initial(self):
        return Bid(0, 0)

    def player(self, state):
        return SIMULTANEOUS

    def actions(self, state):
        yield joint(0, 0)

    def result(self, state, action):
        return Bid(0, 1)

    def is_terminal(self, state):
        return state.done == 1

    def utility(self, state, player):
        return 0.0


def test_three_players_at_once_are_sent_to_unseen_choices_one_after_the_other():
    with pytest.raises(UnfitError, match="SIMULTANEOUS is for two"):
        analyse(ThreeAtOnce())
    assert "player-range" in {each.law for each in check_game(ThreeAtOnce(), games=5, native=False).problems}
