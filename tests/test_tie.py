"""Without `evaluate`: equal actions are told apart by playouts, and one sentence says what the game lacks."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from countermove import Axes, Game, analyse, load
from countermove.analysis.lacking import lacking
from countermove.players.search import Searcher


class Side(NamedTuple):
    board: tuple[int, ...]
    mover: int


class March(Game):
    """Men march up and down a board of five by five; the first to reach the other side wins."""

    size = 5

    def initial(self) -> Side:
        return Side((2,) * 5 + (0,) * 15 + (1,) * 5, 0)

    def player(self, state: Side) -> int:
        return state.mover

    def actions(self, state: Side) -> Any:
        if self.is_terminal(state):
            return
        mine = state.mover + 1
        for cell in (cell for cell in range(25) if state.board[cell] == mine):
            for side in (-1, 0, 1):
                to = cell + (5 if state.mover else -5) + side
                if 0 <= cell % 5 + side < 5 and 0 <= to < 25:
                    there = state.board[to]
                    if there == 0 or (there != mine and side):
                        yield cell * 25 + to

    def result(self, state: Side, action: int) -> Side:
        board = list(state.board)
        board[action // 25], board[action % 25] = 0, state.mover + 1
        return Side(tuple(board), 1 - state.mover)

    def is_terminal(self, state: Side) -> bool:
        board = state.board
        return 1 in board[:5] or 2 in board[20:] or 1 not in board or 2 not in board

    def utility(self, state: Side, player: int) -> float:
        won = 1 in state.board[:5] or 2 not in state.board
        return 1.0 if won == (player == 0) else -1.0


class Weighed(March):
    def evaluate(self, state: Side, player: int) -> float:
        more = (state.board.count(1) - state.board.count(2)) / 10
        return more if player == 0 else -more


class Traps(Game):
    """Six doors, of which all but the last lead to a loss two plies on; where they look best, at random."""

    def initial(self) -> Any:
        return ()

    def player(self, state: Any) -> int:
        return len(state) % 2

    def actions(self, state: Any) -> Any:
        return [] if self.is_terminal(state) else range(6)

    def result(self, state: Any, action: int) -> Any:
        return (*state, action)

    def is_terminal(self, state: Any) -> bool:
        return len(state) == 8 or (len(state) == 2 and state[0] < 5 and state[1] == 5)

    def utility(self, state: Any, player: int) -> float:
        lost = len(state) == 2
        luck = 1.0 if state[0] < 5 else 0.0
        return (-1.0 if lost else luck) * (1 if player == 0 else -1)


def test_equal_actions_are_chosen_by_playouts_and_that_is_said() -> None:
    found = analyse(March(), depth=3, native=False)
    assert "13 actions look equal as far as depth 3" in found.advice
    assert "random playouts." in found.advice
    assert found.line[0] == found.action == found.lines[0].action
    assert not found.exact


@pytest.mark.parametrize("budget", [{"depth": 3}, {"nodes": 2_000}])
def test_the_same_question_has_the_same_answer(budget: dict[str, int]) -> None:
    one, other = (analyse(March(), native=False, **budget) for _ in range(2))
    assert (one.action, one.advice, one.line, one.nodes) == (other.action, other.advice, other.line, other.nodes)


def test_playouts_never_choose_what_the_search_knows_to_lose() -> None:
    # Random games like the doors that lose to one reply of six; the search sees that reply.
    found = analyse(Traps(), depth=3, native=False)
    assert found.action == 5


def test_a_game_with_an_estimate_or_a_proven_value_or_a_named_algorithm_is_left_alone() -> None:
    for game, options in (
        (Weighed(), {"depth": 3}),
        (March(), {"depth": 3, "algorithm": "alphabeta"}),
        (March(), {"depth": 3, "lines": 3, "algorithm": "minimax"}),
    ):
        found = analyse(game, native=False, **options)  # type: ignore[arg-type]
        assert "playout" not in found.advice
    state = Side((0,) * 5 + (1, *(0,) * 19), 0)
    assert analyse(March(), state, depth=3, native=False).advice == ""
    assert analyse(Weighed(), depth=3, native=False).advice == ""


def test_very_many_equal_actions_cost_no_more_than_some() -> None:
    found = analyse(load("nim:piles=(1000,999,998,17)"), depth=1, native=False)
    assert "3,014 actions look equal" in found.advice
    assert found.seconds < 20


def test_seconds_are_kept() -> None:
    found = analyse(March(), seconds=0.5, native=False)
    assert "playouts" in found.advice
    assert found.seconds < 0.9


def test_playouts_win_more_than_the_first_of_equal_actions() -> None:
    game, won = March(), 0
    chooser, first = Searcher(depth=3, native=False), Searcher("alphabeta", depth=3, native=False)
    for number in range(40):
        lots = random.Random(number)
        state: Any = game.initial()
        for _ in range(2):
            state = game.result(state, lots.choice(list(game.actions(state))))
        players = [chooser, first] if number % 2 else [first, chooser]
        while not game.is_terminal(state):
            state = game.result(state, players[state.mover].choose(game, state))
        won += game.utility(state, 1 - number % 2) > 0
    assert won >= 26


def test_what_a_game_lacks_is_said_in_one_sentence() -> None:
    found = analyse(March(), depth=3, native=False)
    told = lacking(March(), found)
    assert told.startswith("March has no evaluate(state, player), so everything beyond depth 3 counts as 0:")
    assert "bounds and canonical" in told
    assert found.advice.endswith(told)
    assert lacking(Weighed(), found) == ""


def test_a_win_in_sight_is_left_as_it_is_and_outcomes_are_what_is_missing() -> None:
    class Wide(March):
        def actions(self, state: Side) -> Any:
            yield from sorted(super().actions(state), reverse=True)

    state = Side((0, 0, 0, 0, 0, 1, 0, 0, 0, 0, *(0,) * 5, 2, 0, 0, 1, 2, *(0,) * 5), 0)
    found = analyse(Wide(), state, depth=1, native=False)
    assert (found.value, found.exact) == (1.0, False)
    assert found.advice.startswith("Wide declares no outcomes")


def test_what_counts_as_even_is_what_the_axes_say() -> None:
    class Halves(March):
        axes = Axes(payoff="constant", total=1.0)

        def utility(self, state: Side, player: int) -> float:
            return (super().utility(state, player) + 1) / 2

    assert "counts as 0.5" in analyse(Halves(), depth=2, native=False).advice


class Dice(Game):
    """Chance throws between the players, and the end is far away."""

    axes = Axes(stochastic=True)

    def initial(self) -> Any:
        return 0, 0, 0

    def player(self, state: Any) -> int:
        return -1 if state[0] % 2 else state[0] // 2 % 2

    def actions(self, state: Any) -> Any:
        return () if self.is_terminal(state) else (1, 2, 3)

    def chances(self, state: Any) -> Any:
        return (0, 0.5), (1, 0.5)

    def result(self, state: Any, action: int) -> Any:
        ply, one, other = state
        return (ply + 1, one + action, other) if ply % 4 < 2 else (ply + 1, one, other + action)

    def is_terminal(self, state: Any) -> bool:
        return state[0] == 16

    def utility(self, state: Any, player: int) -> float:
        ahead = (state[1] > state[2]) - (state[1] < state[2])
        return float(ahead if player == 0 else -ahead)


def test_chance_takes_part_in_playouts() -> None:
    found = analyse(Dice(), depth=2, native=False)
    assert found.action == 3
    assert "3 was chosen by" in found.advice
