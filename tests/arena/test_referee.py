"""A game of a match: clocks, forfeits, adjudication."""

from __future__ import annotations

import random
import threading
import time

import pytest

from countermove import load, worker
from countermove.analysis import Analysis
from countermove.arena import Adjudication, Conditions, Opening, Referee, Roster, Task, play
from countermove.errors import ForfeitError, SpecError, UnfitError
from countermove.game import choices, legal
from countermove.players import Clock, Player, make, replay


class Odd(Player):
    """A player that does something of its own in one of its turns, and is random otherwise."""

    def __init__(self, deed=lambda game, state: None, turn: int = 2, **more) -> None:
        self.name = "odd"
        self.deed, self.turn, self.turns, self.closed = deed, turn, 0, 0
        self._lots = random.Random(0)
        for name, value in more.items():
            setattr(self, name, value)

    def sit(self, game, seat):
        self.turns = 0

    def choose(self, game, state, stop=None, turns=()):
        self.turns += 1
        if self.turns == self.turn:
            self.deed(game, state)
            if self.deed.__name__ == "illegal":
                return 99
        return self._lots.choice(legal(game, state))

    def choose_at_once(self, game, state, seat, stop=None):
        self.deed(game, state)
        return self._lots.choice(choices(game, state, seat))

    def close(self):
        self.closed += 1


def crash(game, state):
    raise ZeroDivisionError("division by zero")


def illegal(game, state):
    pass


def leave(game, state):
    raise SystemExit(3)


def give_up(game, state):
    raise ForfeitError("The program has ended.")


def sleep(game, state):
    time.sleep(0.05)


def one_game(odd: Odd, game: str = "tictactoe", seat: int = 1, **more):
    roster = Roster(make_player=lambda spec: odd if spec == "odd" else make(spec))
    players = ("random", "odd") if seat == 1 else ("odd", "random")
    return play(Task(0, game, players, **more), roster).record


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        (crash, "odd stops with ZeroDivisionError: division by zero."),
        (leave, "odd stops with SystemExit: 3."),
        (give_up, "The program has ended."),
        (illegal, "odd plays 99 in "),
    ],
)
def test_a_player_that_fails_loses_and_is_replaced(deed, sentence, seat):
    odd = Odd(deed)
    record = one_game(odd, seat=seat)
    assert record.resigned == seat
    assert record.result is None
    assert record.reason.startswith(sentence)
    assert len(record.actions) == 2 + seat
    assert odd.closed == 1
    replay(record, load("tictactoe"))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_that_fails_where_both_act_at_once_loses(seat):
    record = one_game(Odd(crash), "rps", seat)
    assert (record.resigned, record.actions) == (seat, ())


def test_a_player_that_oversteps_its_clock_loses():
    record = one_game(Odd(sleep, clock=Clock(0.02)), conditions=Conditions(margin=0.01))
    assert record.resigned == 1
    assert "odd oversteps its time: it takes 0.0" in record.reason
    assert "and had 0.0" in record.reason
    assert len(record.seconds) == len(record.actions)


def test_a_player_that_oversteps_its_seconds_for_an_action_loses():
    record = one_game(Odd(sleep, seconds_per_action=0.02), conditions=Conditions(margin=0.01))
    assert "and may take 0.02 s for each" in record.reason


@pytest.mark.parametrize("given", [{"clock": Clock(0.02)}, {"seconds_per_action": 0.02}, {"clock": Clock(0.01, 0, 1)}])
def test_a_small_margin_is_allowed(given):
    assert one_game(Odd(sleep, **given), conditions=Conditions(margin=30)).reason is None


def test_without_limits_nobody_loses_on_time():
    record = one_game(Odd(sleep), conditions=Conditions(margin=0))
    assert record.reason is None is record.seconds


def test_compiling_does_not_count():
    game = load("tictactoe")

    class Compiles(Odd):
        def choose(self, game, state, stop=None, turns=()):
            with worker.waiting_for_compiler("a test"):
                time.sleep(0.03)
            return super().choose(game, state, stop, turns)

    players = [Compiles(seconds_per_action=0.01), make("random")]
    referee = Referee(game, players, dice=random.Random(0), conditions=Conditions(margin=0.015))
    list(referee)
    assert referee.reason is None


def test_a_fault_of_the_rules_is_nobodys_loss():
    class Broken(type(load("tictactoe"))):
        def result(self, state, action):
            raise KeyError("no such cell")

    roster = Roster(load_game=lambda spec: Broken())
    with pytest.raises(KeyError):
        play(Task(0, "broken", ("random", "reflex")), roster)


def test_a_player_that_does_not_fit_is_an_error_and_no_loss():
    with pytest.raises(UnfitError):
        play(Task(0, "rps", ("random", "alphabeta:depth=2")), Roster())


def test_a_long_game_is_a_draw():
    record = play(Task(0, "tictactoe", ("random", "random"), conditions=Conditions(max_plies=3))).record
    assert (record.result, record.resigned, len(record.actions)) == (None, None, 3)
    assert record.reason == "Stopped after 3 plies, a draw."


def test_a_stopped_game_has_no_result():
    stop = threading.Event()
    stop.set()
    with worker.heeding(stop), pytest.raises(worker.CancelledError):
        play(Task(0, "tictactoe", ("random", "random")))


def test_the_opening_is_part_of_the_record():
    record = play(Task(0, "tictactoe", ("random", "random"), Opening(actions=("b2", "a1")))).record
    assert record.actions[:2] == ("b2", "a1")
    game = load("tictactoe")
    start = game.write(game.read("b2 a1"))
    record = play(Task(0, "tictactoe", ("random", "random"), Opening(start))).record
    assert record.start == start


@pytest.mark.parametrize("game", ["tictactoe", "pig", "goofspiel", "tictactoe3"])
def test_a_game_depends_on_its_task_alone(game):
    players = ("random",) * load(game).players
    first, again, other = (play(Task(0, game, players, seed=seed)).record for seed in ("1 2", "1 2", "1 3"))
    assert first == again != other


def test_both_games_of_a_pair_have_the_same_dice():
    def rolls(players):
        record = play(Task(0, "pig", players, seed="5 1")).record
        turns = replay(record, load("pig"))[1]
        return [turn.action for turn in turns if turn.player < 0]

    one, other = rolls(("random", "random:seed=9")), rolls(("random:seed=9", "random"))
    assert all(first == second for first, second in zip(one, other))


# Adjudication.


class Sure(Odd):
    """Claims a value in every turn."""

    def __init__(self, value):
        super().__init__()
        self.value = value

    def choose(self, game, state, stop=None, turns=()):
        action = super().choose(game, state, stop, turns)
        self.analysis = Analysis(action, self.value, {}, (action,))
        return action


def refereed(first, second, **terms):
    conditions = Conditions(adjudication=Adjudication(**terms))
    referee = Referee(load("connect4"), [Sure(first), Sure(second)], dice=random.Random(1), conditions=conditions)
    list(referee)
    return referee


def test_a_game_that_both_find_lost_for_the_same_player_ends():
    for first, second, loser in ((0.9, -0.9, 1), (-0.9, 0.9, 0)):
        found = refereed(first, second, resign=0.8, resign_plies=4)
        assert (found.loser, found.failed, len(found.turns)) == (loser, None, 4)
        assert found.reason.startswith("Adjudicated lost for ")


@pytest.mark.parametrize(("first", "second"), [(0.9, 0.9), (0.9, -0.5), (0.0, 0.0)])
def test_players_who_disagree_play_on(first, second):
    assert refereed(first, second, resign=0.8, resign_plies=4).payoffs is not None


def test_a_game_that_both_find_level_is_drawn_but_not_at_once():
    found = refereed(0.01, -0.02, draw=0.02, draw_plies=3, draw_after=6)
    assert len(found.turns) == 6
    assert found.worths[0] == found.worths[1]


def test_players_without_values_are_not_adjudicated():
    conditions = Conditions(adjudication=Adjudication(draw=100.0, draw_plies=1, draw_after=1))
    referee = Referee(load("tictactoe"), [make("random")] * 2, dice=random.Random(1), conditions=conditions)
    list(referee)
    assert referee.payoffs is not None


@pytest.mark.parametrize("text", ["", "draw", "draw=x", "draw=-1", "draw_plies=1.5", "resign=inf", "lose=3"])
def test_wrong_terms_are_explained(text):
    with pytest.raises(SpecError, match=r"Adjudication has no option|In the adjudication"):
        Adjudication.read(text)
