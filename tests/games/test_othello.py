import random
import re
from functools import lru_cache

import pytest

from countermove import load
from countermove.bits import Word, bits, popcount
from countermove.engine.plain.perft import perft
from countermove.engine.workspace import Workspace
from countermove.errors import SpecError
from countermove.game import action_named, legal
from countermove.games import _discs
from countermove.games.othello import PASS, Othello
from countermove.native.kernel import call

GAME = Othello()
PLAYS = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216]


class Squares:
    """Othello on a list of rows, the slow way."""

    ways = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)

    def __init__(self, size):
        self.size, self.mover = size, 0
        self.rows = [["-"] * size for _ in range(size)]
        low, high = size // 2 - 1, size // 2
        self.rows[low][low] = self.rows[high][high] = "O"
        self.rows[low][high] = self.rows[high][low] = "X"

    def turned(self, row, column, sign):
        found = []
        for down, right in self.ways:
            line, at = [], (row + down, column + right)
            while self.at(at) == "XO"[sign == "X"]:
                line.append(at)
                at = (at[0] + down, at[1] + right)
            if self.at(at) == sign:
                found += line
        return found if self.rows[row][column] == "-" else []

    def at(self, place):
        return self.rows[place[0]][place[1]] if min(place) >= 0 and max(place) < self.size else None

    def moves(self, mover):
        size = range(self.size)
        return [(row, column) for row in size for column in size if self.turned(row, column, "XO"[mover])]

    def names(self):
        """The actions of who is to move, by name."""
        found = [f"{'abcdefgh'[column]}{row + 1}" for row, column in self.moves(self.mover)]
        return found or (["pass"] if self.moves(1 - self.mover) else [])

    def play(self, name):
        if name != "pass":
            row, column, sign = int(name[1]) - 1, "abcdefgh".index(name[0]), "XO"[self.mover]
            for place in [*self.turned(row, column, sign), (row, column)]:
                self.rows[place[0]][place[1]] = sign
        self.mover = 1 - self.mover

    def margin(self):
        """By how many discs X is ahead, empty squares counted for the winner."""
        signs = [sign for row in self.rows for sign in row]
        ahead = signs.count("X") - signs.count("O")
        return ahead + (ahead > 0) * signs.count("-") - (ahead < 0) * signs.count("-")

    def text(self):
        return "".join([sign for row in self.rows for sign in row]) + " " + "XO"[self.mover]


@pytest.mark.parametrize(("size", "games"), [(4, 30), (6, 10), (8, 5)])
def test_it_plays_as_a_list_of_rows_does(playouts, size, games):
    game = Othello(size)
    passes = 0
    for path in playouts(game, games):
        state, slow = game.initial(), Squares(size)
        for action, after in path:
            names = [game.action_name(state, each) for each in game.actions(state)]
            assert names == slow.names()
            assert game.write(state) == slow.text()
            passes += action == PASS
            slow.play(game.action_name(state, action))
            state = after
        assert slow.names() == [] == list(game.actions(state))
        assert game.utility(state, 0) == slow.margin() == -game.utility(state, 1)
    assert passes > 0


def test_it_plays_as_openspiel_does(playouts):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    for path in playouts(GAME, 20, seed=2):
        state, other = GAME.initial(), pyspiel.load_game("othello").new_initial_state()
        for action, after in path:
            assert GAME.player(state) == other.current_player()
            assert list(GAME.actions(state)) == other.legal_actions()
            other.apply_action(action)
            state = after
        assert other.is_terminal()
        signs = [(value > 0) - (value < 0) for value in (GAME.utility(state, 0), GAME.utility(state, 1))]
        assert signs == other.returns()  # it tells only who wins


def test_the_tree_has_the_known_number_of_plays_at_each_depth(levels):
    assert [sum(nodes for _, nodes in level) for level in levels(GAME, 5)] == PLAYS[:6]


@pytest.mark.native
def test_compiled_rules_count_the_known_number_of_plays():
    assert [call(perft, GAME, GAME.initial(), depth, Workspace()) for depth in range(9)] == PLAYS


@pytest.mark.native
def test_compiled_rules_count_what_is_published(data):
    lines = (data / "othello" / "perft.txt").read_text().splitlines()
    published = {int(depth): int(count) for depth, _, count in (line.split() for line in lines if line[0] != "#")}
    for depth in range(1, 11):  # the first games end after nine plies, and passes follow
        assert call(perft, GAME, GAME.initial(), depth, Workspace()) == published[depth]


def solved(game, state, margin):
    """The value of a state for its mover by plain alpha-beta, finished games valued by `margin`."""

    @lru_cache(None)
    def search(state, alpha, beta):
        if game.is_terminal(state):
            return margin(state)
        best = -100
        for action in game.actions(state):
            best = max(best, -search(game.result(state, action), -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    return search(state, -100, 100)


def test_on_four_by_four_the_second_player_wins_by_eleven_to_three():
    game = Othello(4)
    start = game.result(game.initial(), 1)  # all four first actions are the same but for a symmetry
    assert len({game.canonical(game.result(game.initial(), a)) for a in game.actions(game.initial())}) == 1
    # Published with only the discs on the board counted; with empty squares for the winner it is 13 to 3.
    assert solved(game, start, lambda state: popcount(state.mine) - popcount(state.theirs)) == 11 - 3
    assert solved(game, start, lambda state: game.margin(state.mine, state.theirs)) == 13 - 3


@pytest.mark.parametrize("size", [4, 6, 8])
def test_bounds_hold_the_value_and_the_last_squares_are_played_out(playouts, size):
    game = Othello(size)
    narrow = exact = 0
    for path in playouts(game, 12, seed=3):
        for _, state in path[-6:]:
            low, high = game.bounds(state)
            sign = 1 if state.mover == 0 else -1
            value = sign * solved(game, state, lambda state: game.margin(state.mine, state.theirs))
            assert low <= value <= high
            assert low <= game.evaluate(state, 0) <= high
            empty = size * size - popcount(state.mine | state.theirs)
            exact += low == high
            assert low == high or empty > 2
        narrow += sum(0 < high - low < 2 * size * size for low, high in (game.bounds(state) for _, state in path))
    assert exact > 0
    assert narrow > 0


def test_stable_discs_never_turn_over(playouts):
    """Not even when both sides play at random on every square that is left, in any order of turns."""
    chosen = random.Random(4)
    for path in playouts(GAME, 20, seed=5):
        state = path[chosen.randrange(25, len(path))][1]
        if state.mover == 1:
            state = state._replace(mine=state.theirs, theirs=state.mine)
        low, high = GAME.bounds(state)
        kept = (low + 64) // 2, (64 - high) // 2
        for _ in range(10):
            mine, theirs = state.mine, state.theirs
            while True:
                free = [list(bits(GAME.legal(mine, theirs))), list(bits(GAME.legal(theirs, mine)))]
                if not any(free):
                    break
                side = chosen.choice([side for side in (0, 1) if free[side]])
                cell = chosen.choice(free[side])
                own, other = (mine, theirs) if side == 0 else (theirs, mine)
                turned = _discs.flips(own, other, cell)
                own, other = own ^ turned ^ Word(1) << cell, other ^ turned
                mine, theirs = (own, other) if side == 0 else (other, own)
            if popcount(~(state.mine | state.theirs)) > 2:  # fewer are played out, not bounded
                assert popcount(mine) >= kept[0] and popcount(theirs) >= kept[1]


def image(state, size, row_of, column_of):
    """A state moved square by square."""

    def turn(cells):
        return Word(sum(1 << 8 * row_of(cell // 8, cell % 8) + column_of(cell // 8, cell % 8) for cell in bits(cells)))

    return state._replace(mine=turn(state.mine), theirs=turn(state.theirs), moves=turn(state.moves))


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_eight_images_of_a_position_have_one_canonical_state(playouts, size):
    game, last = Othello(size), size - 1
    images = [
        (lambda r, c: r, lambda r, c: c), (lambda r, c: last - r, lambda r, c: c),
        (lambda r, c: r, lambda r, c: last - c), (lambda r, c: last - r, lambda r, c: last - c),
        (lambda r, c: c, lambda r, c: r), (lambda r, c: last - c, lambda r, c: r),
        (lambda r, c: c, lambda r, c: last - r), (lambda r, c: last - c, lambda r, c: last - r),
    ]  # fmt: skip
    for path in playouts(game, 2, seed=6):
        for _, state in path[::3]:
            turned = [image(state, size, *way) for way in images]
            assert {game.canonical(each) for each in turned} == {game.canonical(state)}
            assert game.canonical(state) in turned
            for each in turned:
                assert each.moves == game.legal(each.mine, each.theirs)
                assert game.bounds(each) == game.bounds(state)
                assert game.evaluate(each, 0) == pytest.approx(game.evaluate(state, 0))
            orders = [sorted(game.order(each, a) for a in legal(game, each)) for each in turned]
            assert all(order == orders[0] for order in orders)


def test_different_states_have_different_keys(levels):
    states = [state for level in levels(Othello(4), 6) for state, _ in level]
    assert len({GAME.key(state) for state in states}) == len(states)


def test_a_position_is_a_board_or_the_squares_played():
    state = GAME.read("f5d6c3")
    board = GAME.write(state)
    assert board == "------------------X--------XX------OXX-----O-------------------- O"
    rows = "/".join(re.findall("." * 8, board[:64])) + " " + board[-1]
    for text in ("f5 d6 c3", "F5, D6, C3", rows, rows.lower().replace("-", "."), board + "; C4:+0; E3:-2;"):
        assert GAME.read(text) == state
    assert GAME.read("") == GAME.read(" ") == GAME.initial()
    assert [GAME.player_name(player) for player in (0, 1)] == ["Black", "White"]


def test_passes_may_be_left_out_of_the_squares_played(playouts):
    game = Othello(4)
    for path in playouts(game, 30):
        names = [game.action_name(game.initial(), action) for action, _ in path]
        state = path[-1][1] if names[-1] != "pass" else path[-2][1]
        assert game.read("".join(name for name in names if name != "pass")) == state


@pytest.mark.parametrize("name", ["fforum-20-39", "fforum-40-44"])
def test_every_published_endgame_can_be_read(data, name):
    path = data / "othello" / f"{name}.obf"
    if not path.is_file():
        pytest.skip(f"no {path}")
    for line in path.read_text().splitlines():
        state = GAME.read(line)
        assert GAME.write(state) == line[:66]
        squares = [entry.split(":")[0].strip().lower() for entry in line.split(";")[1:] if ":" in entry]
        assert {*squares} <= {GAME.action_name(state, action) for action in GAME.actions(state)}


def test_the_shortest_published_endgame_has_its_published_values(data):
    line = (data / "othello" / "fforum-20-39.obf").read_text().splitlines()[0]
    state = GAME.read(line)
    for square, value in re.findall(r"([A-H][1-8]):([+-]\d+)", line):
        after = GAME.result(state, action_named(GAME, state, square))
        assert -solved(GAME, after, lambda state: GAME.margin(state.mine, state.theirs)) == int(value)


def test_a_pass_is_a_click_on_any_empty_square(playouts):
    game = Othello(4)
    state = next(s for path in playouts(game, 30) for _, s in path if list(game.actions(s)) == [PASS])
    cells = [cell for row in game.board(state).rows for cell in row]
    assert all((cell.action == PASS) == (cell.piece == "") for cell in cells)
    assert game.action_name(state, PASS) == "pass"


@pytest.mark.parametrize("size", [5, 10, 0, True, 8.0])
def test_an_impossible_size_is_refused(size):
    with pytest.raises(SpecError, match=f"size={size} must be 4, 6 or 8"):
        Othello(size)
    with pytest.raises(SpecError):
        load(f"othello:size={size}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("f5f5", "Action 2 of the position 'f5f5' is 'f5', which is not legal here; legal: f4, d6, f6"),
        ("e3x", "Action 1 .* is 'e3', which is not legal here"),
        ("f5 pass", "Action 2 .* is 'pass', which is not legal here"),
        ("XO", "has 2 characters; expected 64 squares, each X, O or -, and then the player to move"),
        ("-" * 64, "has 64 characters"),
        ("-" * 65, "must end with the player to move, X or O"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        GAME.read(text)


def test_a_position_that_goes_on_after_the_end_is_refused():
    with pytest.raises(SpecError, match="continues after the game is over: 'a1' is action 10"):
        GAME.read("e6f4e3f6g5d6e7f5c5a1")
