"""Hold'em that is solved: push or fold against published ranges, rivers with ranges, the whole game on buckets."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest

from countermove import load
from countermove.cli import main
from countermove.errors import SpecError
from countermove.games._deals import shipped
from countermove.games._poker import strength
from countermove.games._starting import BY_NAME, CLASSES, class_of, class_size, hands_in, range_of
from countermove.information import Knowledge
from countermove.learn import deals
from countermove.solve.nash import equilibrium, loaded
from countermove.solve.profile import Profile
from countermove.solve.sequence import Outline, Unrolling

pytestmark = pytest.mark.native
SMALL = "buckets:counts=(3,2,2,2)"


def chosen(profile, player, action):
    """The classes that a player of push or fold plays an action with, and how often over all hands."""
    found = {}
    for choice in profile.choices():
        if choice.player == player:
            hand = choice.history[player]
            found[BY_NAME[hand]] = choice.probabilities[action]
    share = sum(chance * class_size(kind) for kind, chance in found.items()) / 1326
    return found, share


def classes(text):
    return {class_of(*hand) for hand in hands_in(text)}


# Push or fold.


def test_push_or_fold_at_ten_big_blinds_has_the_published_pushes():
    # Pushes: published charts, hands whose limit is 10 big blinds or more. Calls: as computed; exploitability proves
    # them. Two hands are near their limits and mixed: 43s of the pusher, Q6s of the caller.
    pushed = "22+ A2+ K2+ Q7o+ Q2s+ J8o+ J3s+ T8o+ T4s+ 97o+ 95s+ 87o 84s+ 76o 74s+ 64s+ 53s+"
    called = "22+ A2+ K5o+ K2s+ Q9o+ Q7s+ JTo J8s+ T9s"
    found = equilibrium(load("pushfold"), target=1e-6)
    assert found.form.sets == 2 * CLASSES
    for player, action, text, mixed, share in ((0, "push", pushed, "43s", 0.583), (1, "call", called, "Q6s", 0.374)):
        chances, whole = chosen(found, player, action)
        assert whole == pytest.approx(share, abs=0.001)
        for kind, chance in chances.items():
            if kind in classes(text):
                assert chance > 0.98, range_of({kind})
            elif kind != BY_NAME[mixed]:
                assert chance < 0.02, range_of({kind})


def test_equities_of_starting_hands_are_exact():
    table = shipped()
    assert table.equity[BY_NAME["AA"], BY_NAME["KK"]] == pytest.approx(0.819461, abs=1e-6)  # as published
    assert np.allclose((table.equity + table.equity.T)[table.odds > 0], 1)
    assert table.odds.sum() == pytest.approx(1)
    assert table.odds.sum(axis=1) == pytest.approx([class_size(kind) / 1326 for kind in range(CLASSES)])
    # Boards with one lowest card, against plain recursion over a few of them.
    low, high, kinds = deals.hands_of_deck()
    wins, ties = np.zeros(CLASSES**2, np.int64), np.zeros(CLASSES**2, np.int64)
    scratch = (np.zeros(CLASSES, np.int64), np.zeros(52 * CLASSES, np.int64))
    boards = deals.compare_classes(46, low, high, kinds, wins, ties, *deals.scratch(), *scratch)
    assert boards == sum(1 for _ in canonical(46))
    one, two = class_of(40, 41), class_of(0, 7)
    assert (wins[one * CLASSES + two], ties[one * CLASSES + two]) == plainly(canonical(46), one, two)


def canonical(first):
    """Boards with a lowest card whose suits are in falling order, as often as suits can be changed."""
    for rest in itertools.combinations(range(first + 1, 52), 4):
        suits = [sum(1 << card // 4 for card in (first, *rest) if card % 4 == suit) for suit in range(4)]
        if suits == sorted(suits, reverse=True):
            yield from [(first, *rest)] * len(set(itertools.permutations(suits)))


def value(cards):
    suits = [sum(1 << card // 4 for card in cards if card % 4 == suit) for suit in range(4)]
    return strength(*suits)


def plainly(boards, one, two):
    hands = [(low, high) for high in range(52) for low in range(high)]
    firsts = [hand for hand in hands if class_of(*hand) == one]
    seconds = [hand for hand in hands if class_of(*hand) == two]
    wins = ties = 0
    for board in boards:
        for first in firsts:
            for second in seconds:
                if len({*board, *first, *second}) == 9:
                    mine, theirs = value((*board, *first)), value((*board, *second))
                    wins += mine > theirs
                    ties += mine == theirs
    return wins, ties


# Ranges, and rivers.


def test_ranges_are_read_and_written():
    assert len(hands_in("AA,KK AK")) == 28
    assert classes("99-66 A5s-A2s KTo+") == classes("66 77 88 99 A2s A3s A4s A5s KTo KJo KQo")
    for text in ("22+ A2s+", "99-66 KTs", "A9o 54s"):
        assert classes(range_of(classes(text))) == classes(text)
    for wrong in ("AAs", "1K", "AK-QJ", "AA@0", "AsAs", "T9+8"):
        with pytest.raises(SpecError, match=r"range|percent"):
            hands_in(wrong)


def test_the_odds_of_ranges_are_those_of_all_pairs_without_a_common_card():
    game = load("holdem:table=As Kd 7h 2c 9s,pot=10,first=AA KQs@50 AcKc,second=KK QJs AK")
    weights = [{hand: w for hand, w in hands_in(text).items() if not {*hand} & {*game.open_cards}} for text in
               (game.first, game.second)]  # fmt: skip
    expected = {
        (*one, *two): mine * theirs
        for one, mine in weights[0].items()
        for two, theirs in weights[1].items()
        if not {*one} & {*two}
    }
    total = sum(expected.values())
    found = {}

    def deal(state, odds):
        if state.dealt == 4:
            found[state.cards] = odds
            return
        for card, chance in game.chances(state):
            deal(game.result(state, card), odds * chance)

    deal(game.initial(), 1.0)
    assert found.keys() == expected.keys()
    assert all(found[cards] == pytest.approx(expected[cards] / total) for cards in expected)


def test_a_polar_range_bluffs_and_is_called_by_the_odds_of_the_pot():
    # The second player acts first. It has the nuts or nothing, the first a hand in between. With a pot of 10 and one
    # bet of 10, it bluffs one for every two good hands, and is called half of the time.
    game = load("holdem:limit=false,stack=15,pot=5,sizes=(),table=Ah Kh Qh 2c 3d,first=QsQd,second=JhTh 9c8c 9d8d")
    found = equilibrium(game, target=1e-6)
    assert found.value == pytest.approx(0, abs=1e-4)
    told = {choice.seen: choice.probabilities for choice in found.choices() if choice.player == 1}
    bluffs = [mix["allin"] for seen, mix in told.items() if "9" in seen and "allin" in mix]
    nuts = [mix["allin"] for seen, mix in told.items() if "Jh" in seen and "allin" in mix]
    assert nuts == pytest.approx([1], abs=1e-2)
    assert sum(bluffs) == pytest.approx(0.5, abs=1e-2)
    mixes = [choice.probabilities for choice in found.choices() if choice.player == 0]
    assert [mix["call"] for mix in mixes if "call" in mix] == pytest.approx([0.5], abs=1e-2)


def test_impossible_ranges_are_refused_in_one_sentence():
    with pytest.raises(SpecError, match=r"first='AsAh' and second='AcAs' leave no two hands"):
        load("holdem:table=Ad Kd 7h 2c 9s,first=AsAh,second=AcAs")
    with pytest.raises(SpecError, match=r"Holdem: second='AAs'.*neither suited nor offsuit"):
        load("holdem:second=AAs")
    with pytest.raises(SpecError, match=r"stack=0.5 must be a number of big blinds"):
        load("pushfold:stack=0.5")
    with pytest.raises(SpecError, match=r"counts=\(3, 2\) must be four numbers"):
        load("buckets:counts=(3,2)")


# Buckets.


def test_percentiles_of_hands_are_those_of_a_plain_count():
    flop = deals.flops()[700]
    found = deals.deals([flop], samples=1)
    cards, won = np.zeros(6 * flop[3], np.int64), np.zeros(flop[3], np.int64)
    deals.draw_deals(*flop, cards, won, np.zeros(4, np.int64))
    hole, other, board = cards[:2].tolist(), cards[2:4].tolist(), [*flop[:3], *cards[4:6].tolist()]
    mine = value((*hole, *board))
    rest = [card for card in range(52) if card not in hole and card not in board]
    beaten = [2 * (mine > value((*pair, *board))) + (mine == value((*pair, *board))) for pair in
              itertools.combinations(rest, 2)]  # fmt: skip
    assert found["values"][0, 2, 0] == pytest.approx(sum(beaten) / 1980)
    assert won[0] == np.sign(mine - value((*other, *board)))
    # The same deals are in the file that ships.
    before = sum(deals.SAMPLES * weight for *_, weight in deals.flops()[:700])
    assert [class_of(*hole), class_of(*other)] == shipped().classes[before].tolist()
    assert shipped().won[before] == won[0]


def test_buckets_of_both_players_are_dealt_fairly():
    game = load(SMALL)
    for number in range(4):
        for bucket in range(game.counts[number]):
            assert game.worth[number, bucket, bucket] == pytest.approx(0, abs=1e-9)
    first = game.first_odds[0, 0]
    assert first == pytest.approx([1 / 3] * 3, abs=0.02)  # classes are not divided
    assert game.first_odds[3].sum(axis=1)[:2] == pytest.approx(1)


def test_sampling_on_buckets_is_checked_by_visits_of_the_tree():
    game = load(SMALL)
    whole = Unrolling(game).run()
    outline = Unrolling(game, ends=False).run()
    assert isinstance(outline, Outline) and outline.nodes == whole.nodes
    numbers = np.random.default_rng(1).random(whole.sequences)
    one, two = (Profile(form, form.strategy(numbers)) for form in (whole, outline))
    assert one.values == pytest.approx(two.values) and one.best_values == pytest.approx(two.best_values)
    found = equilibrium(game, method="mccfr", iterations=8_000, memory=4)
    assert isinstance(found.form, Outline) and found.exploitability < 1.0
    blind = equilibrium(game, method="mccfr", iterations=2_000, memory=2)  # not even the information sets fit
    assert blind.exploitability is None
    assert sum(blind.choice(["AKs", "72o"]).probabilities.values()) == pytest.approx(1)


def test_a_hand_stands_for_its_bucket(capsys):
    game = load(SMALL)
    assert game.read("AsKs 7d2c").held == game.read("AKs 72o").held == (2, 0)
    assert main(["solve", SMALL, "--iterations", "5", "--position", "AKs 72o raise6 call 50-100 0-50"]) == 0
    assert "player 2, who sees “player 1 holds ?, player 2 holds 0-50 % on the flop" in capsys.readouterr().out


# Files of sampling.


def test_sampling_continues_from_a_file_to_the_same_strategy(tmp_path, capsys):
    path = tmp_path / "kuhn.npz"
    game = load("kuhn")
    equilibrium(game, method="mccfr", iterations=4_000, target=0, save=path)
    more = equilibrium(game, iterations=9_000, target=0, save=path)
    whole = equilibrium(game, method="mccfr", iterations=9_000, target=0)
    assert more.method == "mccfr" and np.array_equal(more.strategy, whole.strategy)
    again, promised = loaded(path, game)
    assert again.exploitability == pytest.approx(promised)
    assert main(["verify", "kuhn", str(path)]) == 0
    capsys.readouterr()
    assert main(["verify", "leduc", str(path)]) == 2
    assert "is of Kuhn(players=2), not of Leduc" in " ".join(capsys.readouterr().err.split())
    path.write_bytes(path.read_bytes()[:-300])
    assert main(["solve", "kuhn", "--method", "mccfr", "--save", str(path)]) == 2
    assert main(["verify", "kuhn", str(path)]) == 2


def test_a_game_too_large_to_visit_is_sampled_and_saved(tmp_path, capsys):
    path = str(tmp_path / "holdem.npz")
    assert main(["solve", "holdem", "--iterations", "300", "--save", path, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["method"] == "mccfr" and answer["exploitability"] is None and answer["iterations"] == 300
    assert main(["solve", "holdem", "--iterations", "300", "--save", path, "--position", "2c 3c 4c 5c"]) == 2
    assert "No walk has been there" in capsys.readouterr().err
    assert main(["verify", "holdem", path]) == 2
    assert "too large to be visited" in " ".join(capsys.readouterr().err.split())


def test_information_keys_of_a_hand_do_not_depend_on_the_other_hand():
    game = load("pushfold")
    keys = [Knowledge.after(game, [BY_NAME["AKs"], BY_NAME[other]]).keys[0] for other in ("72o", "QQ")]
    assert keys[0] == keys[1]
