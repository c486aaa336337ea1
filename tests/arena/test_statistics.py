"""Elo, SPRT and ratings, against published numbers, brute force and simulation."""

from __future__ import annotations

import math
import random
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove import load
from countermove.arena import Plan, hold, match_payoff
from countermove.arena.elo import difference, elo_of, score_of, standard_error, superiority
from countermove.arena.rating import ELO, PRIOR, Comparison, ratings
from countermove.arena.sprt import Sprt, llr_logistic, llr_normalized
from countermove.arena.standing import scored
from countermove.errors import SpecError

VECTORS = [
    ([10, 40, 100, 50, 20], 0.34914, 0.24352),
    ([1000, 8000, 20000, 8500, 1100], 8.52863, 5.81602),
    ([300, 400, 350], 0.43690, 0.34843),
]
COUNTS = st.lists(st.integers(1, 200), min_size=5, max_size=5) | st.lists(st.integers(1, 200), min_size=3, max_size=3)


@pytest.mark.parametrize(("counts", "logistic", "normalized"), VECTORS)
def test_the_log_likelihood_ratio_is_the_published_one(counts, logistic, normalized):
    assert round(llr_logistic(counts, 0, 2), 5) == logistic
    assert round(llr_normalized(counts, 0, 2), 5) == normalized


def test_the_bounds_at_five_percent_are_the_usual_ones():
    assert [round(bound, 5) for bound in Sprt(0, 2).bounds] == [-2.94444, 2.94444]


def most_likely(counts, fulfils):
    """The largest log-likelihood of the counts under a constraint, by a general optimizer."""
    optimize = pytest.importorskip("scipy.optimize")
    seen = np.array(counts) / sum(counts)
    found = optimize.minimize(
        lambda p: -seen @ np.log(np.maximum(p, 1e-12)),
        seen,
        jac=lambda p: -seen / np.maximum(p, 1e-12),
        bounds=[(1e-9, 1)] * len(seen),
        constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": fulfils}],
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 500},
    )
    return -sum(counts) * found.fun


@settings(max_examples=25, deadline=None)
@given(COUNTS, st.integers(-40, 30))
def test_the_ratio_is_that_of_the_most_likely_frequencies(counts, elo):
    scores = np.linspace(0, 1, len(counts))
    pair = math.sqrt((len(counts) - 1) / 2)

    def mean(p, elo):
        return p @ scores - score_of(elo)

    def ratio(p, elo):
        deviation = math.sqrt(max(p @ (scores - p @ scores) ** 2, 1e-12))
        return (p @ scores - 0.5) / deviation - elo * math.log(10) / 800 * pair

    for llr, constraint in ((llr_logistic, mean), (llr_normalized, ratio)):
        first, second = (most_likely(counts, partial(constraint, elo=each)) for each in (elo, elo + 10))
        assert llr(counts, elo, elo + 10) == pytest.approx(second - first, abs=2e-3)


@settings(max_examples=30, deadline=None)
@given(COUNTS, st.integers(-40, 30), st.integers(1, 20))
def test_changing_sides_turns_the_ratio_around(counts, elo, more):
    for llr in (llr_logistic, llr_normalized):
        assert llr(counts, elo, elo + more) == pytest.approx(-llr(counts[::-1], -elo - more, -elo), abs=1e-9)


def test_an_sprt_accepts_the_truth_with_the_promised_probability():
    lots = random.Random(4)
    sprt, wrong = Sprt(0, 30), 0
    for _ in range(60):
        counts, verdict = [0] * 5, "undecided"
        while verdict == "undecided":
            counts[lots.choices(range(5), (1, 4, 10, 4, 1))[0]] += 1
            if sum(counts) % 10 == 0:
                verdict = sprt.verdict(sprt.llr(counts))
        wrong += verdict == "accepted"
    assert wrong <= 8  # 3 are expected


@pytest.mark.parametrize("text", ["", "5", "5,0", "0,0", "a,b", "0,5,9", "nan,5", "0,inf"])
def test_a_wrong_sprt_is_explained(text):
    with pytest.raises(SpecError, match=r"as in 0,5\.$"):
        Sprt.read(text)


@given(st.floats(-800, 800))
def test_elo_and_score_are_inverse(elo):
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_the_interval_covers_the_truth_as_often_as_promised():
    lots = np.random.default_rng(1)
    chances = [0.05, 0.2, 0.4, 0.25, 0.1]
    truth = elo_of(float(np.dot(chances, np.linspace(0, 1, 5))))
    held = 0
    for _ in range(400):
        scores = lots.choice(np.linspace(0, 1, 5), 200, p=chances).tolist()
        held += difference(sum(scores) / 200, standard_error(scores)).holds(truth)
    assert 0.92 <= held / 400 <= 0.98


def test_results_that_are_all_alike_still_have_an_error():
    won = scored([(number // 2, 1.0) for number in range(20)])
    assert won.elo.value == math.inf == won.elo.high
    assert 0 < won.elo.low < 1000
    drawn = scored([(number // 2, 0.5) for number in range(20)])
    assert drawn.elo.low < drawn.elo.value == 0 < drawn.elo.high
    assert drawn.superiority == 0.5


def test_pairs_are_less_noisy_than_games_from_unbalanced_openings():
    games = [(number // 2, float(number % 2)) for number in range(40)]
    games[7] = (3, 0.5)
    paired, single = scored(games), scored(((number, score) for number, (_, score) in enumerate(games)), 2)
    assert paired.pairs == (0, 1, 19, 0, 0)
    assert single.pairs == (0,) * 5
    assert paired.error < single.error / 5


def test_superiority_is_a_probability():
    assert superiority(0.9, 0.01) == pytest.approx(1)
    assert superiority(0.4, 0.05) == pytest.approx(1 - superiority(0.6, 0.05))


# Ratings.


def test_ratings_maximize_the_likelihood():
    optimize = pytest.importorskip("scipy.optimize")
    lots = random.Random(2)
    games = [Comparison(*lots.sample(range(4), 2), lots.choice([0.0, 0.5, 1.0])) for _ in range(80)]

    def loss(strengths):
        found = sum(PRIOR * (math.log(1 + math.exp(-x)) + math.log(1 + math.exp(x))) / 2 for x in strengths)
        for first, second, score, _ in games:
            gap = strengths[first] - strengths[second]
            found += score * math.log(1 + math.exp(-gap)) + (1 - score) * math.log(1 + math.exp(gap))
        return found

    best = optimize.minimize(loss, np.zeros(4), tol=1e-10).x
    assert [each.value for each in ratings(4, games)] == pytest.approx(list(ELO * (best - best.mean())), abs=0.1)


def test_ratings_recover_the_strengths_that_made_the_games():
    lots = random.Random(3)
    truth = [-150.0, -50.0, 0.0, 200.0]
    games = []
    for _ in range(3000):
        first, second = lots.sample(range(4), 2)
        games.append(Comparison(first, second, float(lots.random() < score_of(truth[first] - truth[second]))))
    found = ratings(4, games)
    assert all(abs(each.value - real) < 30 for each, real in zip(found, truth))
    assert sum(each.holds(real) for each, real in zip(found, truth)) >= 3
    assert sum(each.value for each in found) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("count", [1, 10, 1000])
def test_who_won_everything_has_a_finite_rating(count):
    first, second = ratings(2, [Comparison(0, 1, 1.0)] * count)
    assert 0 < first.value == pytest.approx(-second.value)
    assert math.isfinite(first.low) and math.isfinite(first.high)
    assert first.low < first.value < first.high


def test_players_without_games_are_average():
    assert [round(each.value) for each in ratings(3, [])] == [0, 0, 0]


def test_draws_make_ratings_more_certain():
    sharp = ratings(2, [Comparison(0, 1, float(number % 2)) for number in range(100)])
    drawn = ratings(2, [Comparison(0, 1, 0.5)] * 90 + [Comparison(0, 1, float(number % 2)) for number in range(10)])
    assert drawn[0].high - drawn[0].low < 0.6 * (sharp[0].high - sharp[0].low)


def test_a_match_of_poker_is_measured_in_chips_and_one_of_tictactoe_is_not():
    plan = Plan("kuhn", ("solve", "random"), 2, rounds=12)
    played = hold(plan, load("kuhn"))
    mine = [each.record.result[plan.seats(each.number).index(0)] for each in played]
    found = match_payoff(plan, played)
    assert found.value == pytest.approx(sum(mine) / len(mine)) and found.low < found.value < found.high
    plan = Plan("tictactoe", ("random", "random"), 2, rounds=6)
    assert match_payoff(plan, hold(plan, load("tictactoe"))) is None
