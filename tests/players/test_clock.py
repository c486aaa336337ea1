"""Time for a whole game: how it is told, shared out and spent. The time here is a fake: nothing waits for it."""

from __future__ import annotations

import random

import pytest

from countermove import load
from countermove.analysis import Analysis
from countermove.errors import SpecError
from countermove.players import Clock, Player, make, play_game
from countermove.players import clock as clocks
from countermove.players import search as searching
from countermove.players.clock import Limit, Thinking, allot, expect, patience
from countermove.players.turn import Turn

CLOCKS = ["60", "60+1", "0+1", "5+0.1", "1", "0.5+0.02", "3600+30", "0.01"]


class Time:
    """A clock on the wall that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall(monkeypatch):
    time = Time()
    monkeypatch.setattr(clocks, "now", time)
    return time


def turn(player, seconds, value=None):
    found = None if value is None else Analysis(0, value)
    return Turn(None, player, 0, None, found, seconds)


# The clock.


@pytest.mark.parametrize("text", CLOCKS)
def test_a_clock_reads_back_as_it_is_written(text):
    assert str(Clock.read(text)) == text
    assert make(f"best:clock={text}").name == f"best:clock={text}"
    assert make(f"best:clock={text}").clock == Clock.read(text)


@pytest.mark.parametrize("text", ["", "+", "x", "60+", "+1", "60+x", "-1", "0", "0+0", "nan", "inf", "1e9", "60+1+1"])
def test_a_wrong_clock_is_explained_in_one_sentence(text):
    with pytest.raises(SpecError, match=r"as in 60\+1\.$"):
        Clock.read(text)
    with pytest.raises(SpecError) as error:
        make(f"best:clock={text}")
    assert "\n" not in str(error.value)


def test_what_is_left_follows_from_the_turns_of_the_player():
    turns = [turn(0, 5), turn(1, 50), turn(-1, 0), turn(0, 7)]
    assert Clock(60).left(turns, 0) == 48
    assert Clock(60, 2).left(turns, 0) == 48 + 3 * 2
    assert Clock(60, 2).left(turns, 1) == 10 + 2 * 2
    assert Clock(60, 2).left(turns[:2], 0) == 55 + 2 * 2  # a turn taken back gives its time back


# Sharing out.


def test_the_limits_are_within_what_is_left_whatever_is_asked():
    lots = random.Random(1)
    for _ in range(5000):
        left = lots.choice([0.0, -1.0, 0.06, lots.uniform(0, 1), lots.uniform(0, 1000)])
        increment = lots.choice([0.0, 0.01, lots.uniform(0, 30)])
        overhead = lots.choice([0.06, lots.uniform(0.06, 2)])
        soft, hard = allot(left, increment, lots.randint(1, 40), overhead)
        assert soft >= 0
        assert soft <= hard or soft < clocks.MIN_SEARCH
        assert hard == 0 or hard * clocks.MAX_OVERRUN + overhead <= left + 1e-9


def test_more_time_and_fewer_turns_give_more():
    for left in (1.0, 10.0, 60.0):
        for turns in (2, 10, 40):
            here = allot(left, 0.0, turns)
            assert allot(2 * left, 0.0, turns).soft > here.soft
            assert allot(left, 0.0, turns - 1).soft >= here.soft
            assert allot(left, 5.0, turns).soft > here.soft


def test_an_increment_alone_is_nearly_used_up_by_each_action():
    soft, hard = allot(1.0, 1.0, 20)
    assert soft > 0.4
    assert 0.7 < hard < 1.0


def test_even_the_longest_searches_never_use_up_the_time():
    for text in CLOCKS:
        for coming in (1, 5, 40):
            clock, turns = Clock.read(text), []
            for _ in range(300):
                left = clock.left(turns, 0)
                hard = allot(left, clock.increment, coming).hard
                used = hard * clocks.MAX_OVERRUN + clocks.OVERHEAD if hard else 0.0
                assert used <= left + 1e-9
                turns.append(turn(0, used))


def test_a_game_of_the_length_that_was_expected_gets_most_of_the_time():
    clock, turns = Clock(60), []
    for coming in range(20, 0, -1):
        turns.append(turn(0, allot(clock.left(turns, 0), 0, coming).soft / clocks.NEW_DEPTH_SHARE + 0.02))
    assert 48 < 60 - clock.left(turns, 0) < 60


@pytest.mark.parametrize(
    ("spec", "position", "least", "most"),
    [("tictactoe", "", 3, 5), ("tictactoe", "XOXXOXO..", 1, 1), ("connect4", "", 8, 17), ("nim:piles=(1)", "", 1, 1)],
)
def test_random_games_tell_about_how_many_turns_are_to_come(spec, position, least, most):
    game = load(spec)
    state = game.read(position) if position else game.initial()
    assert least <= expect(game, state, game.player(state)) <= most


def test_rules_too_slow_to_play_random_games_get_a_guess(wall, monkeypatch):
    game = load("tictactoe")
    monkeypatch.setattr(clocks, "now", lambda: setattr(wall, "now", wall.now + 1) or wall.now)
    assert expect(game, game.initial(), 0, seconds=0.5) == clocks.HORIZON // 2


# Spending.


def test_a_steady_action_is_thought_of_less_and_a_falling_value_more():
    assert [patience(steady, 0.0) for steady in range(10)] == sorted(
        (patience(steady, 0.0) for steady in range(10)), reverse=True
    )
    assert patience(3, 0.2) > patience(3, 0.0) == patience(3, -1.0)
    assert patience(3, 9.0) == patience(3, 1.0)


def enough_at(values, actions, before=None):
    """The second at which thinking ends that completes a depth each second."""
    thinking = Thinking(Limit(8.0, 60.0), before=before)
    for second, (value, action) in enumerate(zip(values, actions), 1):
        if thinking.is_enough(Analysis(action, value), float(second)):
            return second
    return len(values) + 1


def test_thinking_ends_sooner_when_all_is_clear():
    steady = enough_at([0.1] * 40, [3] * 40)
    changing = enough_at([0.1] * 40, [1, 2] * 20)
    falling = enough_at([0.1, 0.0, -0.1, -0.2] + [-0.3] * 36, [3] * 40)
    worse_than_before = enough_at([0.1] * 40, [3] * 40, before=0.4)
    rising = enough_at([second / 40 for second in range(40)], [3] * 40)
    assert steady == rising < worse_than_before < changing
    assert steady < falling


class Searches:
    """In place of `analyse`: a search that completes a depth from time to time, and is late in the end."""

    def __init__(self, wall, lots):
        self.wall = wall
        self.lots = lots
        self.asked = []

    def __call__(self, game, state, budget, *, stop=None, progress=None, **more):
        start, seconds = self.wall.now, budget.seconds
        action = self.lots.choice(list(game.actions(state)))
        if seconds is None:
            self.wall.now += 0.02  # the shortest search
            return Analysis(action)
        self.asked.append(seconds)
        step = seconds / self.lots.choice([3, 30, 300])
        while True:
            if self.wall.now + step >= start + seconds:
                self.wall.now = start + seconds * clocks.MAX_OVERRUN + 0.02
                return Analysis(action, 0.0)
            self.wall.now += step
            step *= self.lots.choice([1.0, 1.5])
            action = self.lots.choice([action, *game.actions(state)])
            progress(Analysis(action, self.lots.uniform(-1, 1)))
            if stop.is_set():
                return Analysis(action, 0.0)


@pytest.mark.parametrize("text", CLOCKS)
@pytest.mark.parametrize("spec", ["tictactoe", "connect4", "morris:men=3", "nim:piles=(20,20)"])
def test_whole_games_are_played_within_the_time(spec, text, wall, monkeypatch):
    game = load(spec)
    for seed in range(3):
        searches = Searches(wall, random.Random(seed))
        monkeypatch.setattr(searching, "analyse", searches)
        player = make(f"best:clock={text}")
        turns = []
        for each in play_game(game, [player, make(f"random:seed={seed}")]):
            turns.append(each)
            assert player.clock.left(turns, 0) >= player.clock.increment - 1e-9
        if Clock.read(text).seconds >= 1:
            assert searches.asked


def test_one_action_alone_takes_no_time(wall, monkeypatch):
    monkeypatch.setattr(searching, "analyse", Searches(wall, random.Random(1)))
    game = load("tictactoe")
    player = make("best:clock=60")
    before = wall.now
    assert player.choose(game, game.read("XOXXOOOX.")) == 8
    assert player.analysis is None
    assert wall.now == before
    player.choose(game, game.read("XOXXOXO.."))
    assert player.analysis is not None
    assert wall.now > before


def test_getting_ready_is_not_on_the_clock(wall, monkeypatch):
    searches = Searches(wall, random.Random(1))

    def compiling(game, state, budget, **more):
        wall.now += 30.0 * (budget.seconds is None)
        return searches(game, state, budget, **more)

    monkeypatch.setattr(searching, "analyse", compiling)
    turns = list(play_game(load("tictactoe"), [make("best:clock=600"), make("random:seed=1")]))
    assert sum(each.seconds for each in turns) < 600
    assert wall.now > 1060


def test_seconds_limit_each_action_on_the_clock_too(wall, monkeypatch):
    searches = Searches(wall, random.Random(1))
    monkeypatch.setattr(searching, "analyse", searches)
    list(play_game(load("tictactoe"), [make("best:clock=60,seconds=0.5"), make("random:seed=1")]))
    assert max(searches.asked) == 0.5


def test_a_search_that_was_late_is_expected_to_be_late_again(wall, monkeypatch):
    asked, late = [], 0.5

    def analyse(game, state, budget, **more):
        wall.now += 0.01 if budget.seconds is None else budget.seconds + late
        asked.append(budget.seconds)
        return Analysis(next(iter(game.actions(state))), 0.0)

    monkeypatch.setattr(searching, "analyse", analyse)
    game = load("nim:piles=(20,20)")
    player = make("best:clock=4+0.1")
    turns = []
    for each in play_game(game, [player, make("random:seed=1")]):
        turns.append(each)
        assert player.clock.left(turns, 0) >= player.clock.increment - 1e-9
    assert None not in asked[2:]
    assert len(asked) < len(turns)


@pytest.mark.native
def test_a_real_search_plays_a_game_by_the_clock(wall, monkeypatch):
    monkeypatch.setattr(clocks, "now", lambda: setattr(wall, "now", wall.now + 0.001) or wall.now)
    game = load("connect:rows=4,cols=4,k=4")
    players = [make("best:clock=0.5+0.05"), make("best:clock=0.5,threads=2")]
    turns = list(play_game(game, players))
    assert game.is_terminal(turns[-1].after)
    assert any(each.analysis and each.analysis.native for each in turns)
    assert not any(each.analysis and each.analysis.stopped for each in turns)


def test_players_without_a_search_have_no_clock():
    assert make("random").clock is None
    assert Player.clock is None
    with pytest.raises(SpecError, match="has no option 'clock'"):
        make("random:clock=60")


def test_a_clock_with_a_period_has_its_seconds_again():
    clock = Clock.read("2/10+1")
    turns = [Turn(None, 0, 0, None, seconds=4.0) for _ in range(3)]
    assert [clock.left(turns[:count], 0) for count in range(4)] == [11, 8, 15, 12]
    assert [clock.coming(turns[:count], 0, 30) for count in range(4)] == [2, 1, 2, 1]
    assert clock.coming(turns, 0, 1) == 1
    assert Clock(60).coming(turns, 0, 30) == 30
    assert str(clock) == "2/10+1"


@pytest.mark.parametrize("text", ["/60", "0.5/60", "-1/60", "x/60", "40/", "40/0", "9999/60"])
def test_a_wrong_period_is_explained(text):
    with pytest.raises(SpecError, match=r"as in 60\+1\.$"):
        Clock.read(text)
