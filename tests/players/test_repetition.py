"""Play that goes round: when it ends, what it is worth, and that players know."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pytest

from countermove import Game, load
from countermove.errors import SpecError
from countermove.game import Axes
from countermove.players import Human, Record, final_payoffs, is_threefold, make, play_game, repetition_history, replay
from countermove.players.turn import Turn


class At(NamedTuple):
    place: int
    mover: int


@dataclass(frozen=True)
class Ring(Game):
    """Walk round a ring of places, one step a turn, or leave; leaving ends the game and is worth `exit`."""

    places: int = 2
    exit: float = -0.5
    forever: float = 0.0

    repeats: ClassVar[bool] = True

    def initial(self):
        return At(0, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        if action == 1:
            return At(-1, 1 - state.mover)
        return At((state.place + 1) % self.places, 1 - state.mover)

    def is_terminal(self, state):
        return state.place < 0

    def utility(self, state, player):
        return -self.exit if player == state.mover else self.exit

    def endless(self, player):
        return self.forever if player == 0 else -self.forever


def steps(game, actions):
    """The turns by which these actions are taken."""
    turns, state = [], game.initial()
    for action in actions:
        after = game.result(state, action)
        turns.append(Turn(state, game.player(state), action, after))
        state = after
    return turns, state


@pytest.mark.parametrize("places", [1, 2, 3, 5])
@pytest.mark.parametrize("forever", [0.0, 0.25, -1.0])
def test_a_position_that_comes_up_for_the_third_time_ends_the_game(places, forever):
    game = Ring(places, forever=forever)
    walkers = [Human(lambda game, state: 0)] * 2
    turns = list(play_game(game, walkers))
    seen = Counter([turn.state for turn in turns] + [turns[-1].after])
    assert seen.most_common(1)[0] == (turns[-1].after, 3)
    assert sorted(seen.values())[-2:] in ([2, 3], [3])
    assert final_payoffs(game, turns[-1].after, turns) == (forever, -forever)
    assert final_payoffs(game, turns[-1].state, turns[:-1]) is None


def test_a_game_that_does_not_say_so_does_not_end_by_it_nor_one_with_dice():
    @dataclass(frozen=True)
    class Silent(Ring):
        repeats: ClassVar[bool] = False

    @dataclass(frozen=True)
    class Dicey(Ring):
        axes: ClassVar[Axes] = Axes(stochastic=True)

    for game in (Silent(), Dicey()):
        turns, state = steps(game, [0] * 20)
        assert not is_threefold(game, state, turns)
        assert repetition_history(game, turns) == []


def test_positions_are_on_the_brink_when_they_have_come_up_twice():
    game = Ring()
    turns, _ = steps(game, [0] * 7)
    assert repetition_history(game, turns[:2]) == []
    assert repetition_history(game, turns[:3]) == [At(0, 0)]
    assert repetition_history(game, turns[:4]) == [At(0, 0), At(1, 1)]


@pytest.mark.native
@pytest.mark.parametrize("spec", ["best:depth=1", "pvs:nodes=1000", "best:depth=4,threads=2"])
def test_history_changes_the_choice(spec):
    """A player shuns the step that ends the game where that is bad, and takes it where that is good."""
    for exit, forever, before, now in ((-0.25, 1.0, 0, 1), (0.25, -1.0, 1, 0)):
        game = Ring(2, exit, forever)  # `forever` is what the first player gets, and the second is to move
        turns, state = steps(game, [0, 0, 0])
        assert state == At(1, 1)
        player = make("best:depth=1")
        assert player.choose(game, state) == before
        assert player.choose(game, state, turns=turns[2:]) == before  # the second time is not the end
        player = make(spec)
        assert player.choose(game, state, turns=turns) == now
        assert player.analysis.exact


@pytest.mark.native
def test_morris_ends_between_players_who_would_go_on_for_ever():
    spec = "morris:men=3"
    game = load(spec)
    for seed in range(4):
        start = game.initial()
        turns = list(play_game(game, [make("best:nodes=300"), make(f"random:seed={seed}")], start))
        assert final_payoffs(game, turns[-1].after, turns) is not None
        record = Record.of(spec, game, [], start, turns)
        assert record.result == final_payoffs(game, turns[-1].after, turns)
        assert [turn.action for turn in replay(record, game)[1]] == [turn.action for turn in turns]


def test_a_record_of_play_that_goes_round_has_its_result_and_replays():
    game = Ring(places=3, forever=0.5)
    turns = list(play_game(game, [Human(lambda game, state: 0)] * 2))
    record = Record.of("ring", game, [], game.initial(), turns)
    assert record.result == (0.5, -0.5)
    _, again = replay(record, game)
    assert [turn.action for turn in again] == [turn.action for turn in turns]
    assert final_payoffs(game, again[-1].after, again) == (0.5, -0.5)
    longer = Record("ring", actions=(*record.actions, 0))
    with pytest.raises(SpecError, match="continues after its end"):
        replay(longer, game)
