from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

from countermove import CHANCE, Axes, Board, Cell, Game, analyse
from countermove.bits import Word
from countermove.check import check_game
from countermove.errors import GameError, SpecError
from countermove.game import action_named, legal, offers, require_actions, same
from countermove.position import split_list


class Spot(NamedTuple):
    x: int
    y: int


class Walk(NamedTuple):
    spot: Spot
    seen: tuple[int, ...]
    grid: np.ndarray
    word: int
    speed: float
    done: bool
    pair: tuple[Spot, Spot]


@dataclass(frozen=True)
class Walking(Game):
    """A game of one player with a state of every kind of field."""

    steps: int = 3
    players = 1
    axes = Axes(payoff="general")

    def initial(self):
        return Walk(Spot(0, 0), (1, 2, 3), np.zeros(4, np.int64), Word(-5), 0.5, False, (Spot(1, 2), Spot(3, 4)))

    def player(self, state):
        return 0

    def actions(self, state):
        yield from range(4)

    def result(self, state, action):
        grid = state.grid.copy()
        grid[action] += 1
        done = bool(grid.sum() >= self.steps)
        return Walk(Spot(state.spot.x + action, 1), (*state.seen[:2], action), grid, state.word, 1.5, done, state.pair)

    def is_terminal(self, state):
        return state.done

    def utility(self, state, player):
        return float(state.spot.x)


GAME = Walking()


def test_a_position_is_by_default_the_actions_that_led_to_it():
    assert same(GAME.read("2 1"), GAME.result(GAME.result(GAME.initial(), 2), 1))
    assert same(GAME.read("2,1"), GAME.read(" 2 1 "))
    assert same(GAME.read(""), GAME.initial())


def test_a_written_position_reads_back_with_every_type_as_it_was():
    state = GAME.read("2 1")
    again = GAME.read(GAME.write(state))
    assert same(again, state)
    assert [type(value) for value in again] == [type(value) for value in state]
    assert type(again.pair[0]) is Spot and again.grid.dtype == np.int64
    assert " " not in GAME.write(state)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("7", "Action 1 of the position '7' is '7', which is not legal here; legal: 0, 1, 2, 3"),
        ("1 1 1 1", "goes on after the game is over: '1' is action 4"),
        ("spot=(1,2)", "must give each of: spot, seen, grid, word, speed, done, pair"),
        ("x=1", "must give each of"),
    ],
)
def test_a_wrong_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        GAME.read(text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("spot", "(1,2,3)"), ("spot", "1"), ("seen", "5"), ("grid", "5"), ("grid", "['a']"), ("word", "(1,)"),
        ("word", "1.5"), ("word", "'x'"), ("word", "1e999"), ("speed", "fast"), ("speed", "(1"), ("pair", "(1,2)"),
    ],
)  # fmt: skip
def test_a_field_of_another_kind_is_refused(field, value):
    text = GAME.write(GAME.initial())
    name, _, rest = text.partition(f"{field}=")
    wrong = f"{name}{field}={value}," + ",".join(part for part in split_list(rest)[1:])
    with pytest.raises(SpecError, match=f"gives {field}=|must give each of"):
        GAME.read(wrong)


def test_a_state_may_be_a_plain_tuple_or_a_number():
    class Count(Walking):
        def initial(self):
            return 0

        def result(self, state, action):
            return state + 1

        def is_terminal(self, state):
            return state == 3

    class Pair(Count):
        def initial(self):
            return (0, 5)

        def result(self, state, action):
            return (state[0] + 1, state[1])

        def is_terminal(self, state):
            return state[0] == 3

    assert Count().read(Count().write(2)) == 2
    assert Pair().read(Pair().write((2, 5))) == (2, 5)
    assert Pair().text((2, 5)) == "0 2, 1 5"


def test_words_and_pictures_have_defaults():
    state = GAME.initial()
    assert GAME.action_name(state, 2) == "2"
    assert GAME.player_name(0) == "player 1" and GAME.player_name(CHANCE) == "chance"
    assert GAME.text(state).startswith("spot Spot(x=0, y=0), seen (1, 2, 3)")
    board = GAME.board(state)
    assert isinstance(board, Board) and board.style == "choices"
    assert [cell.action for cell in board.rows[0]] == [0, 1, 2, 3]
    assert GAME.board(GAME.read("1 1 1")).rows == ((),)


def test_knowledge_has_harmless_defaults():
    state = GAME.initial()
    assert GAME.evaluate(state, 0) == 0.0 == GAME.order(state, 1)
    assert GAME.canonical(state) is state and GAME.is_quiet(state)
    assert GAME.bounds(state) == (-float("inf"), float("inf"))
    assert list(GAME.candidates(state)) == [0, 1, 2, 3]
    assert GAME.key(state) == GAME.key(GAME.initial()) != GAME.key(GAME.read("1"))
    assert not any(offers(GAME, name) for name in ("evaluate", "order", "canonical", "bounds"))


def test_a_constant_sum_game_estimates_an_equal_share():
    class Share(Walking):
        players = 2
        axes = Axes(payoff="constant", total=1.0)

    assert Share().evaluate(Share().initial(), 0) == 0.5


def test_features_with_weights_make_the_estimate():
    class Features(NamedTuple):
        x: float
        speed: float

    class Weighted(Walking):
        weights = (2.0, 4.0)

        def features(self, state, player):
            return Features(float(state.spot.x), state.speed)

    class Deeper(Weighted):
        weights = (0.0, 1.0)

    assert Weighted().evaluate(Weighted().read("2"), 0) == 2.0 * 2 + 4.0 * 1.5
    assert Deeper().evaluate(Deeper().read("2"), 0) == 1.5
    assert offers(Weighted(), "evaluate")


def test_names_are_understood_whatever_their_case_unless_that_is_ambiguous():
    class Named(Walking):
        names = ("Left", "Right", "up", "UP")

        def action_name(self, state, action):
            return self.names[action]

    class Plain(Named):
        names = ("Left", "Right", "up", "down")

    assert action_named(Named(), GAME.initial(), "UP") == 3
    assert action_named(Plain(), GAME.initial(), "lEFT") == 0
    assert action_named(Plain(), GAME.initial(), "2") == 2
    with pytest.raises(SpecError, match="The action is 'left', which is not legal here; legal: Left, Right, up, UP"):
        action_named(Named(), GAME.initial(), "left")


def test_long_lists_of_legal_actions_are_cut():
    class Many(Walking):
        def actions(self, state):
            yield from range(100)

    with pytest.raises(SpecError, match="39 and 60 more"):
        action_named(Many(), GAME.initial(), "100")


def test_where_chance_acts_its_outcomes_are_what_is_legal():
    class Dice(Walking):
        def player(self, state):
            return CHANCE

        def chances(self, state):
            yield 1, 0.5
            yield 3, 0.5

    assert legal(Dice(), GAME.initial()) == [1, 3]
    assert legal(GAME, GAME.read("1 1 1")) == []


def test_rules_without_actions_are_at_fault():
    class Stuck(Walking):
        def actions(self, state):
            yield from ()

    with pytest.raises(GameError, match=r"Stuck\.actions gives no action in a state that is not terminal"):
        require_actions(Stuck(), GAME.initial())
    assert require_actions(GAME, GAME.initial()) == [0, 1, 2, 3]


def test_a_game_without_its_required_methods_cannot_be_made():
    class Half(Game):
        def initial(self):
            return 0

    with pytest.raises(TypeError, match="abstract"):
        Half()


def test_a_board_is_made_of_any_rows_and_never_changes():
    board = Board.of(([Cell("X", player=0)] for _ in range(2)), "piles", caption="two")
    assert board == Board(((Cell("X", 0),), (Cell("X", 0),)), "piles", "two")
    assert hash(board) == hash(Board.of(board.rows, "piles", caption="two"))
    with pytest.raises(AttributeError):
        board.caption = "three"


@pytest.mark.parametrize("fields", [{"payoff": "even"}, {"payoff": "zero", "total": 1.0}])
def test_axes_that_contradict_themselves_are_refused(fields):
    with pytest.raises(SpecError, match="Axes: "):
        Axes(**fields)


def test_axes_have_words():
    assert Axes().words() == "deterministic, perfect information, taking turns, zero-sum"
    everything = Axes(True, True, True, "common", teams=((0, 1), (2,)))
    assert everything.words() == "chance, hidden information, simultaneous, common payoff, teams"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("a=1", ["a=1"]),
        ("a=(1,2),b='x,y'", ["a=(1,2)", "b='x,y'"]),
        ("a=1,", ["a=1", ""]),
        ("a={1:[2,3]},b", ["a={1:[2,3]}", "b"]),
    ],
)
def test_lists_are_cut_at_their_outer_commas(text, parts):
    assert split_list(text) == parts


def test_actions_whose_names_have_signs_of_fields_are_read_as_actions():
    class Equations(Walking):
        def initial(self):
            return ()

        def actions(self, state):
            return ["x=1", "y = 2"] if len(state) < 3 else []

        def result(self, state, action):
            return (*state, action)

        def is_terminal(self, state):
            return len(state) == 3

    assert Equations().read("x=1 y = 2,x=1") == ("x=1", "y = 2", "x=1")
    assert Equations().read(Equations().write(("y = 2",))) == ("y = 2",)


class Coin(Game):
    """Walk on, if you can; the coin decides how far."""

    axes = Axes(stochastic=True)

    def initial(self):
        return 0, 0

    def player(self, state):
        return CHANCE if state[1] else 0

    def actions(self, state):
        if state[0] < 5:
            yield "walk"

    def chances(self, state):
        yield 1, 0.5
        yield 2, 0.5

    def result(self, state, action):
        return (state[0], 1) if action == "walk" else (state[0] + action, 0)

    def utility(self, state, player):
        return float(state[0]) if player == 0 else -float(state[0])


def test_no_action_ends_a_game_that_does_not_say_when_it_is_over() -> None:
    game = Coin()
    assert [game.is_terminal(state) for state in ((0, 0), (4, 1), (5, 0), (6, 0))] == [False, False, True, True]
    found = analyse(game, depth=20)
    assert found.exact and found.value == pytest.approx(analyse(game, depth=20, native=False).value)
    assert check_game(game, games=20).ok
