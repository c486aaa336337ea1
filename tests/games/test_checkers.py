"""Checkers: counts of moves as published, all rules as a second, slow implementation has them, notations, mistakes."""

import itertools
import random

import draughts
import pytest

from countermove.engine.plain.perft import perft
from countermove.engine.workspace import Workspace
from countermove.errors import SpecError
from countermove.games.checkers import Checkers, pdn
from countermove.games.checkers.position import number_of, place_of
from countermove.native.bridge import is_appraised
from countermove.native.kernel import bind
from countermove.players.book import Book
from countermove.players.repetition import final_payoffs
from countermove.players.turn import Turn

AMERICAN, RUSSIAN = Checkers(), Checkers("russian")
BRAZILIAN, INTERNATIONAL = Checkers("brazilian"), Checkers("international")
PUBLISHED = {
    "american": (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680),
    "russian": (7, 49, 302, 1469, 7482, 37986, 190146, 929899),
    "brazilian": (7, 49, 302, 1469, 7473, 37628, 187302, 907830),
    "international": (9, 81, 658, 4265, 27117, 167140, 1049442),
}
KINDS = [
    (AMERICAN, draughts.AMERICAN),
    (RUSSIAN, draughts.RUSSIAN),
    (BRAZILIAN, draughts.BRAZILIAN),
    (INTERNATIONAL, draughts.INTERNATIONAL),
    (Checkers(size=6), draughts.Rules(6)),
    (Checkers(size=4), draughts.Rules(4)),
    (Checkers("russian", size=10), draughts.Rules(10, True, True, False, "king")),
    (Checkers(backward=True, crowning_rule="king"), draughts.Rules(8, False, True, False, "king")),
    (Checkers(majority=True, flying=True), draughts.Rules(8, True, False, True, "ends")),
]


@pytest.mark.parametrize("rules", PUBLISHED)
def test_perft_counts_are_the_published_ones(rules):
    game = Checkers(rules)
    run = bind(perft, game, 0, Workspace())
    counts = PUBLISHED[rules]
    assert tuple(run(game.initial(), depth + 1, Workspace()) for depth in range(len(counts))) == counts


@pytest.mark.slow
def test_perft_to_depth_12_is_the_published_one():
    assert bind(perft, AMERICAN, 0, Workspace())(AMERICAN.initial(), 12, Workspace()) == 388_623_673


def moves_of(game, state):
    """The moves of a position in the terms of the slow implementation, with the position after each."""
    found = {}
    half = game.half
    for action in game.actions(state):
        start, end = (place_of(number_of(bit, half), half) for bit in (action >> 6 & 63, action & 63))
        taken = game.taken_by(action)
        squares = frozenset(place_of(number_of(bit, half), half) for bit in range(60) if taken >> bit & 1)
        after = game.result(state, action)
        move = (start, end, squares, bool(after.kings >> (action & 63) & 1))
        assert move not in found or not game.flies
        found[move] = after
    return found


def compare(game, rules, state):
    """Compare the moves of a position, and what they lead to, with the slow implementation."""
    board = draughts.Board.of(rules, state, game.half)
    mine = moves_of(game, state)
    assert set(mine) == board.moves(), game.write(state)
    for move, after in mine.items():
        there = draughts.Board.of(rules, after, game.half)
        assert there.position() == board.after(move).position(), (game.write(state), move)
    return list(mine.values())


def random_position(game, rng):
    """Any men and kings, of either side: positions with long captures, which games seldom have."""
    squares = list(range(1, game.board_size * game.half + 1))
    rng.shuffle(squares)
    few, many = rng.randint(1, 3), rng.randint(2, len(squares) // 3)
    mine, theirs = squares[:few], squares[few : few + many]

    def listed(numbers, last):
        return ",".join(f"{'K' if n in last or rng.random() < 0.4 else ''}{n}" for n in numbers)

    rows = range(1, game.half + 1), range(len(squares) - game.half + 1, len(squares) + 1)
    sides = [listed(mine, rows[0]), listed(theirs, rows[1])]
    if rng.random() < 0.5:
        return game.read(f"W:W{sides[0]}:B{sides[1]}")
    sides = [listed(theirs, rows[0]), listed(mine, rows[1])]
    return game.read(f"B:W{sides[0]}:B{sides[1]}")


@pytest.mark.parametrize(("game", "rules"), KINDS, ids=lambda each: repr(each) if isinstance(each, Checkers) else "")
def test_moves_are_those_of_a_slow_implementation(game, rules):
    rng = random.Random(repr(game))
    for _ in range(4):
        state = game.initial()
        for _ in range(70):
            after = compare(game, rules, state)
            if not after:
                break
            state = rng.choice(after)
    for _ in range(250):
        compare(game, rules, random_position(game, rng))


def test_openspiel_has_the_same_moves():
    pyspiel = pytest.importorskip("pyspiel")
    rng = random.Random(16)
    for _ in range(10):
        other, state, game = pyspiel.load_game("checkers").new_initial_state(), AMERICAN.initial(), AMERICAN
        for _ in range(40):
            mine = {game.result(state, action): action for action in game.actions(state)}
            if not mine or other.is_terminal():
                break
            # OpenSpiel makes multiple jumps one at a time.
            after = {}
            for action in other.legal_actions():
                child = other.child(action)
                if child.is_terminal() or child.current_player() != other.current_player():
                    after[placement(child)] = [action]
                    continue
                ends = [(child, [action])]
                while ends:
                    at, path = ends.pop()
                    for more in at.legal_actions():
                        then = at.child(more)
                        if then.is_terminal() or then.current_player() != other.current_player():
                            after[placement(then)] = [*path, more]
                        else:
                            ends.append((then, [*path, more]))
            boards = {pattern(game, child): child for child in mine}
            assert set(boards) == set(after)
            chosen = rng.choice(sorted(boards))
            state = boards[chosen]
            for action in after[chosen]:
                other.apply_action(action)


def placement(state):
    """The board of OpenSpiel as text, its first player (o) at the top."""
    rows = [line[1:9] for line in str(state).splitlines()[:8]]
    return "".join(rows)[::-1]


def pattern(game, state):
    """The same for ours: Black is its first player."""
    text = "".join("".join(line.split()[:8]) for line in game.text(state).splitlines()[:8])
    return text.translate(str.maketrans("bBwW", "o8+*"))


def test_a_capture_goes_on_and_is_one_action():
    state = AMERICAN.read("B:W7,15,23:B2")
    assert [AMERICAN.action_name(state, action) for action in AMERICAN.actions(state)] == ["2x27"]
    assert AMERICAN.write(AMERICAN.read("B:W7,15,23:B2")) == "B:W7,15,23:B2"
    after = AMERICAN.result(state, next(iter(AMERICAN.actions(state))))
    assert AMERICAN.write(after) == "W:W:B27"
    assert AMERICAN.is_terminal(after)
    assert AMERICAN.utility(after, 0) == 1


def test_crowning_ends_a_move_in_american_rules_only():
    after = {}
    for game in (AMERICAN, RUSSIAN, BRAZILIAN):
        state = game.read("B:W26,27:B22")
        after[game.rules] = [game.write(game.result(state, action)) for action in game.actions(state)]
    assert after == {
        "american": ["W:W27:BK31"],
        "russian": ["W:W:BK24", "W:W:BK20"],
        "brazilian": ["W:W:B24"],
    }


def test_a_circle_of_jumps_has_two_ways():
    state = AMERICAN.read("B:W7,8,15,16:BK3")
    names = [AMERICAN.action_name(state, action) for action in AMERICAN.actions(state)]
    assert names == ["3x10x19x12x3", "3x12x19x10x3"]
    actions = [AMERICAN.read_action(state, name) for name in names]
    assert actions == list(AMERICAN.actions(state))
    assert len({AMERICAN.result(state, action) for action in actions}) == 1


def test_captures_with_the_same_ends_are_named_by_their_way():
    state = AMERICAN.read("B:W7,8,15,16:B3")
    names = sorted(AMERICAN.action_name(state, action) for action in AMERICAN.actions(state))
    assert names == ["3x10x19", "3x12x19"]
    for name in names:
        action = AMERICAN.read_action(state, name)
        assert AMERICAN.action_name(state, action) == name
    assert AMERICAN.read_action(state, "3x19") is None  # not clear
    assert len({cells for _, cells in AMERICAN.board(state).clicks}) == 2


def test_quiet_moves_make_a_draw():
    game = Checkers(quiet_moves=2)
    state = game.read("B:WK32:BK1:H3")
    assert not game.is_terminal(state)
    state = game.result(state, next(iter(game.actions(state))))
    assert game.is_terminal(state)
    assert game.utility(state, 0) == game.utility(state, 1) == 0
    assert "A draw" in game.text(state)
    assert Checkers(quiet_moves=0).read("B:WK32:BK1:H3").quiet == 0


@pytest.mark.parametrize(("repetition", "plies"), [(2, 4), (3, 8), (5, 16), (0, 80)])
def test_repetition_makes_a_draw_as_often_as_the_parameter_says(repetition, plies):
    game = Checkers(repetition=repetition)
    state, turns = game.read("B:WK32:BK1"), []
    for name in itertools.cycle(["1-5", "32-28", "5-1", "28-32"]):
        if final_payoffs(game, state, turns) is not None:
            break
        action = game.read_action(state, name)
        turns.append(Turn(state, game.player(state), action, game.result(state, action)))
        state = turns[-1].after
    assert len(turns) == plies
    assert final_payoffs(game, state, turns) == (0, 0)


def test_a_game_needs_a_rule_that_ends_it():
    with pytest.raises(SpecError, match="may never end"):
        Checkers(repetition=0, quiet_moves=0)


def test_a_player_without_a_move_loses():
    assert AMERICAN.is_terminal(AMERICAN.read("B:W5,6,9,10:B1"))
    assert AMERICAN.utility(AMERICAN.read("B:W5,6,9,10:B1"), 0) == -1
    assert AMERICAN.is_terminal(AMERICAN.read("W:W:B1"))
    assert AMERICAN.utility(AMERICAN.read("W:W:B1"), 0) == 1


@pytest.mark.parametrize("game", [AMERICAN, RUSSIAN, BRAZILIAN, INTERNATIONAL, Checkers(size=6)], ids=repr)
def test_fen_moves_and_pdn_are_read_as_written(game):
    rng = random.Random(3)
    state, actions = game.initial(), []
    for _ in range(60):
        choices = list(game.actions(state))
        if not choices:
            break
        names = [game.action_name(state, action) for action in choices]
        assert len(set(names)) == len(names)
        assert [game.read_action(state, name) for name in names] == choices
        assert game.read(game.write(state)) == state
        actions.append(rng.choice(choices))
        state = game.result(state, actions[-1])
    text = pdn.write(game, actions, result="1/2-1/2", headers={"Event": 'A "test"'}, comments={2: "so far"})
    found = pdn.read(game, text)
    assert (found.end, found.actions, found.result) == (state, tuple(actions), "1/2-1/2")
    assert found.headers["Event"] == 'A "test"'
    assert found.comments == {2: "so far"}
    assert game.read(text) == state


def test_a_game_of_pdn_with_comments_variations_and_scores():
    text = """[Event "x"]
    [GameType "21,B,8,8,N1,0"]
    1. 11-15! {a comment} 23-19 (23-18 8-11 (9-14)) 2. 8-11 22-17 $2 11-16?! 1-1

    [FEN "W:W30:BK22"] 1. 30-25 22x29 0-2"""
    first, second = pdn.read_all(AMERICAN, text)
    assert first.result == "1/2-1/2"
    assert first.end == AMERICAN.read("11-15 23-19 8-11 22-17 11-16")
    assert second.result == "0-1"
    assert AMERICAN.is_terminal(second.end)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("B:W33:B1", "names a square '33'"),
        ("B:W12:B12", "two pieces on 12"),
        ("B:W1:B2", "man of White on 1"),
        ("B:W32:B32", "two pieces"),
        ("B:X32:B1", "has a part"),
        ("B:W30:B1:H500", "500 quiet plies"),
        ("11-15 11-15", "Move 2"),
        ("11-14", "not legal"),
        ('[GameType "20"] 1. 32-28 *', "type 20"),
        ('[Event "x"] 1. 11-14 *', "11-14 of Black, is not legal"),
        ('[Event "x"] 1. 11-15 ( *', "not closed"),
        ('[Event "x"] hello', "cannot be read"),
    ],
)
def test_a_wrong_position_gets_a_sentence(text, said):
    with pytest.raises(SpecError, match=said.replace("(", r"\(")):
        AMERICAN.read(text)


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": 5},
        {"rules": "x"},
        {"rows": 4},
        {"flying": 3},
        {"quiet_moves": -1},
        {"crowning_rule": "no"},
        {"repetition": 1},
    ],
)
def test_a_wrong_parameter_gets_a_sentence(wrong):
    with pytest.raises(SpecError, match="must be"):
        Checkers(**wrong)


def test_the_board_shows_men_kings_and_what_to_click():
    board = AMERICAN.board(AMERICAN.read("B:W7,15,23,K4:B2,K1"))
    assert board.look == "draughts"
    assert [cell.piece for cell in board.rows[0]] == ["", "B", "", "b", "", "", "", "W"]
    assert [cell.player for cell in board.rows[0]] == [None, 0, None, 0, None, None, None, 1]
    assert [places for _, places in board.clicks] == [((0, 3), (2, 5), (4, 3), (6, 5))]


def test_the_book_knows_the_first_positions_of_american_checkers():
    book, state = Book.read("own", AMERICAN), AMERICAN.initial()
    for _ in range(3):
        moves = book.moves(AMERICAN, state)
        assert moves and sum(move.share for move in moves) == pytest.approx(1)
        state = AMERICAN.result(state, moves[0].action)
    assert RUSSIAN.opening_book is None and Checkers(size=6).opening_book is None


def test_the_network_sees_both_colours_alike_and_serves_american_rules_alone():
    black, white = AMERICAN.read("B:W18,24,K10:B12,K22"), AMERICAN.read("W:B15,9,K23:W21,K11")  # turned by half
    assert sorted(AMERICAN.active(black, 0)) == sorted(AMERICAN.active(white, 1))
    assert AMERICAN.evaluate(black, 0) == AMERICAN.evaluate(white, 1) != AMERICAN.weigh(black, 0)
    parts = AMERICAN.explain(black, 0).parts
    assert parts[-1].name == "network" and sum(part.value for part in parts) == pytest.approx(
        AMERICAN.evaluate(black, 0)
    )
    for game in (RUSSIAN, BRAZILIAN, INTERNATIONAL, Checkers(size=6)):
        state = game.initial()
        assert game.evaluate(state, 0) == game.weigh(state, 0) and not is_appraised(game)
    assert is_appraised(AMERICAN) and is_appraised(Checkers(quiet_moves=0))
