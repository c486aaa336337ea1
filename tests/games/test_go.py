"""The rules of Go: against a slow implementation, OpenSpiel and published counts; scoring, notations, mistakes."""

import itertools
import random

import pytest
from slow_go import SlowGo

from countermove import load
from countermove.engine.compiled_rules import MAX_ACTIONS
from countermove.errors import SpecError
from countermove.game import same
from countermove.games.go import Go
from countermove.games.go.point import EDGE, handicap_points, max_handicap, name_of
from countermove.games.go.position import chain_of, is_captured
from countermove.games.go.zobrist import hash_of


def to_place(action, size):
    return None if action == size * size else (action % size, action // size)


def random_walk(game, dice, passing=0.02):
    """Random games that rarely pass, so that boards fill up and fights repeat."""
    state = game.initial()
    while not game.is_terminal(state):
        actions = list(game.actions(state))
        plays = actions[:-1]
        action = dice.choice(plays) if plays and dice.random() > passing else actions[-1]
        yield state, actions, action
        state = game.result(state, action)


@pytest.mark.parametrize("ko", ["positional", "situational", "simple"])
@pytest.mark.parametrize("suicide", ["allowed", "forbidden"])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
def test_legal_moves_and_boards_are_those_of_a_slow_implementation(size, ko, suicide):
    game = Go(size=size, ko=ko, suicide=suicide)
    dice = random.Random(f"{size} {ko} {suicide}")
    for _ in range(6 if size <= 4 else 2):
        slow = SlowGo(size, ko, suicide == "allowed")
        for state, actions, action in itertools.islice(random_walk(game, dice), 150):
            assert [to_place(each, size) for each in actions] == slow.legal()
            assert "".join(".XO"[cell] for cell in state.cells[:-1]) == slow.picture()
            assert state.lost == (slow.lost["X"], slow.lost["O"])
            assert state.hash == hash_of(state.cells, size)
            slow.play(to_place(action, size))


@pytest.mark.parametrize("size", [5, 9, 13])
def test_random_games_are_those_of_openspiel(size):
    pyspiel = pytest.importorskip("pyspiel")
    game = Go(size=size, ko="simple", suicide="forbidden", komi=6.5)
    other = pyspiel.load_game(f"go(board_size={size},komi=6.5,max_game_length=1000)")
    dice = random.Random(size)
    for _ in range(3):
        theirs = other.new_initial_state()
        state = game.initial()
        for state, actions, action in itertools.islice(random_walk(game, dice, 0.01), 300):
            assert not theirs.is_terminal()
            assert theirs.current_player() == game.player(state)
            assert actions == theirs.legal_actions()
            theirs.apply_action(action)
            if theirs.is_terminal():  # two passes, or a position repeated
                after = game.result(state, action)
                if game.is_terminal(after):
                    assert game.utility(after, 0) == theirs.returns()[0]
                break


def legal_positions(size):
    game = Go(size=size)
    count = 0
    for stones in itertools.product(range(3), repeat=size * size):
        cells = (*stones, EDGE)
        chains = (chain_of(cells, game.near, point) for point in range(game.area) if cells[point])
        count += not any(is_captured(cells, game.near, stones) for stones in chains)
    return count


def test_the_legal_positions_are_as_many_as_tromp_and_farneback_counted():
    # J. Tromp and G. Farnebäck, "Combinatorics of Go", 2007: 1, 57, 12675, 24318165, 414295148741, ...
    assert legal_positions(2) == 57
    assert legal_positions(3) == 12675


@pytest.mark.parametrize("size", [3, 5, 9])
def test_area_is_that_of_a_slow_implementation(size):
    game = Go(size=size, points=True, komi=0.5)
    dice = random.Random(size)
    for _ in range(5):
        slow = SlowGo(size, "positional", True)
        for state, _, action in itertools.islice(random_walk(game, dice), dice.randrange(200)):
            assert game.margin(state) == slow.area() - 0.5
            slow.play(to_place(action, size))


def test_a_ko_may_not_be_taken_back_at_once():
    game = Go(size=4, ko="simple")
    state = game.read(".XO./X.XO/.XO./.... W")
    state = game.result(state, game.read_action(state, "B3"))
    assert name_of(state.ko, 4) == "C3"
    assert game.read_action(state, "C3") is None
    state = game.read(".XO./X.XO/.XO./.... W")
    for move in ("B3", "A1", "D1", "C3"):
        state = game.result(state, game.read_action(state, move))
    assert name_of(state.ko, 4) == "B3"


@pytest.mark.parametrize(("ko", "allowed"), [("positional", False), ("situational", True), ("simple", True)])
def test_sending_two_and_returning_one_is_decided_by_the_rule_of_repetition(ko, allowed):
    # White sends two stones, Black takes them, and White would take back: the board, but not the player, is as before.
    game = Go(size=5, ko=ko)
    state = game.read("...../...../XX.../XXOO./.O.O. W")
    for move in ("A1", "C1"):
        state = game.result(state, game.read_action(state, move))
    assert state.lost == (0, 2)
    assert (game.read_action(state, "B1") is not None) == allowed


def test_a_suicide_of_several_stones_is_legal_only_where_rules_allow_it():
    board = "X.O/OO./... B"  # Black at B3 joins A3, without a liberty
    assert Go(size=3).read_action(Go(size=3).read(board), "B3") is not None
    chinese = Go(size=3, rules="chinese")
    assert chinese.read_action(chinese.read(board), "B3") is None
    game = Go(size=3)
    state = game.result(game.read(board), game.read_action(game.read(board), "B3"))
    assert game.write(state).startswith("..O/OO./... W")
    assert state.lost == (2, 0)
    single = "O.O/.O./... B"
    assert game.read_action(game.read(single), "B3") is None, "one stone would repeat the position"


def test_two_passes_end_the_game_and_the_score_counts_komi():
    game = Go(size=5, points=True, komi=3.5)
    state = game.read("C3 pass pass")
    assert game.is_terminal(state)
    assert list(game.actions(state)) == []
    assert game.utility(state, 0) == 25 - 3.5
    assert game.utility(state, 1) == 3.5 - 25
    assert Go(size=5).utility(Go(size=5).read("C3 pass pass"), 0) == 1.0
    assert Go(size=5, komi=25).utility(Go(size=5, komi=25).read("C3 pass pass"), 0) == 0.0


WALLS = ".XXO./.XXOO/.XXO./.XXO./XXXOO"


def test_territory_and_area_differ_by_the_stones():
    board = f"{WALLS} B passes=2"
    area, territory = Go(size=5, points=True, komi=0.5), Go(size=5, rules="japanese", points=True, komi=0.5)
    assert area.utility(area.read(board), 0) == 15 - 10 - 0.5
    assert territory.utility(territory.read(board), 0) == 4 - 3 - 0.5
    assert territory.utility(territory.read(f"{board} lost=2,5"), 0) == 4 - 3 + 3 - 0.5


def test_dead_stones_are_judged_by_playouts_where_players_would_agree():
    dead = ".X.XO./OXXXOO/X.XXO./XXXXOO/.XXXO./XXXXOO"  # the white stone at A5 cannot live
    tromp, chinese = Go(size=6, points=True), Go(size=6, points=True, rules="chinese")
    at = f"{dead} B passes=2"
    assert chinese.counted(chinese.read(at), chinese.judged(chinese.read(at))) == 24 - 12 - 7.5
    assert chinese.utility(chinese.read(at), 0) == 24 - 12 - 7.5
    assert tromp.utility(tromp.read(at), 0) < chinese.utility(chinese.read(at), 0)


def test_handicap_stones_are_those_of_gtp():
    names = lambda size, count: " ".join(sorted(name_of(point, size) for point in handicap_points(size, count)))  # noqa: E731
    assert names(19, 2) == "D4 Q16"
    assert names(19, 3) == "D16 D4 Q16"
    assert names(19, 9) == "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4"
    assert names(19, 7) == "D10 D16 D4 K10 Q10 Q16 Q4"
    assert names(9, 5) == "C3 C7 E5 G3 G7"
    assert [max_handicap(size) for size in (5, 7, 8, 9, 13, 18, 19)] == [0, 4, 4, 9, 9, 4, 9]
    game = Go(size=9, handicap=4)
    assert game.player(game.initial()) == 1
    assert sum(cell == 1 for cell in game.initial().cells) == 4


def test_a_pass_does_not_count_as_a_repetition():
    game = Go(size=3, rules="aga")
    state = game.read("B2 pass A1 pass")
    assert not game.is_terminal(state)
    assert game.read("B2 pass pass").passes == 2


def test_positions_keep_their_history():
    game = Go(size=3)
    dice = random.Random(5)
    for _ in range(10):
        for state, _, _ in itertools.islice(random_walk(game, dice), 60):
            again = game.read(game.write(state))
            assert same(again, state)
            assert list(game.actions(again)) == list(game.actions(state))


def test_moves_are_read_in_several_notations():
    game = Go(size=9)
    expected = game.read("D4 C3 pass")
    for text in ("d4 c3 PASS", "D4, C3, pass", "B D4 W C3 B pass", "(;SZ[9];B[df];W[cg];B[])"):
        assert same(game.read(text), expected)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("go:size=1", "size=1 must be a whole number from 2 to 19"),
        ("go:size=20", "size=20"),
        ("go:komi=7.3", "whole or half points"),
        ("go:komi=1e9", "komi"),
        ("go:handicap=10", "from 2 to 9"),
        ("go:size=5,handicap=2", "must be 0 on a board of size 5"),
        ("go:rules=ing", "tromp-taylor, chinese, aga, japanese"),
        ("go:ko=triple", "simple or positional or situational"),
        ("go:scoring=territory", "dead=captured"),
    ],
)
def test_a_mistake_in_the_parameters_is_a_sentence(spec, words):
    with pytest.raises(SpecError, match=words):
        load(spec)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("D4 D4", "not legal here"),
        ("Z9", "not legal here"),
        ("I5", "not legal here"),
        ("pass pass C3", "after the game is over"),
        ("../.. B", "expected 9 rows of 9"),
        ("/".join(["........."] * 8 + ["....Z...."]) + " B", "contains 'Z'"),
        ("/".join(["........."] * 9), "player to move"),
        ("/".join(["........."] * 9) + " B ko=J10", "an empty point"),
        ("/".join(["........."] * 9) + " B passes=7", "0, 1 or 2"),
        ("/".join(["........."] * 9) + " B past=xyz", "base 16"),
        ("/".join(["........."] * 9) + " B past=12", "the number of this position"),
        ("/".join(["........."] * 9) + " B colour=1", "expected passes"),
        ("/".join(["XO.......", "OX.......", *["........."] * 7]) + " B", "has no liberty"),
        ("(;SZ[19];B[dd])", "Use go:size=19"),
    ],
)
def test_a_mistake_in_a_position_is_a_sentence(text, words):
    with pytest.raises(SpecError, match=words):
        Go().read(text)


def test_there_is_room_for_the_actions_of_the_largest_board():
    assert len(list(Go(size=19).actions(Go(size=19).initial()))) == 362 <= MAX_ACTIONS


def test_the_images_of_a_board_have_the_images_of_its_moves():
    game, dice = Go(size=4, ko="simple"), random.Random(6)
    assert game.images == 8 and Go(size=4).images == 1
    for _ in range(12):
        state = game.initial()
        for _ in range(dice.randrange(30)):
            state = game.result(state, dice.choice(list(game.actions(state)) or [game.area]))
        boards = set()
        for number in range(8):
            image = game.image(state, number)
            boards.add(image.cells)
            assert {game.image_action(state, number, action) for action in game.actions(state)} == set(
                game.actions(image)
            )
            for action in game.actions(state):
                after = game.result(image, game.image_action(state, number, action))
                assert game.image(game.result(state, action), number) == after
        assert len(boards) in (1, 2, 4, 8)


def test_a_network_sees_stones_atari_the_last_move_and_the_colour():
    game = Go(size=3)
    state = game.read("A1 B1 C3")
    planes = [list(game.inputs(state, player)) for player in (0, 1)]
    assert all(len(each) == 5 * 9 + 2 for each in planes)
    seen = [each[5 * point : 5 * point + 5] for each in planes for point in (0, 1, 8)]
    assert seen == [
        [1, 0, 1, 0, 0], [0, 1, 0, 0, 0], [1, 0, 0, 0, 1],
        [0, 1, 0, 1, 0], [1, 0, 0, 0, 0], [0, 1, 0, 0, 1],
    ]  # fmt: skip
    assert planes[0][-2:] == [0, 0] and planes[1][-2:] == [0, 1]
