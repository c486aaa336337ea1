"""Backgammon beside rules written once more with lists, beside OpenSpiel, and by hand."""

import random
from collections import Counter

import numpy as np
import pytest

from countermove import load
from countermove.engine.play.playout import NOTES, PLY, playout
from countermove.engine.workspace import Workspace
from countermove.errors import SpecError
from countermove.game import CHANCE, legal
from countermove.games._checkers import add, blots, count, made, mirrored, occupied, pips, take, total
from countermove.games.backgammon import ANSWER, DOUBLE, DROPPED, OPENING, PLAY, ROLL, Backgammon
from countermove.native.kernel import call


def listed(men):
    """The men on points 0 to 25; 0 are borne off."""
    return [15 - total(men), *(count(men, point) for point in range(1, 26))]


def steps(mine, theirs, die):
    """Where one man can go by a die, in lists: pairs of my men and theirs after it."""
    found = []
    for point in range(1, 26):
        if not mine[point] or (mine[25] and point != 25):
            continue
        to = point - die
        if to <= 0:
            if any(mine[7:]) or (to < 0 and any(mine[point + 1 :])):
                continue
            to = 0
        elif theirs[25 - to] > 1:
            continue
        me, them = mine[:], theirs[:]
        me[point] -= 1
        me[to] += 1
        if to and them[25 - to]:
            them[25 - to] -= 1
            them[25] += 1
        found.append((me, them))
    return found


def ends(mine, theirs, dice):
    """How many of the dice can be played in this order at most, and every position that so many lead to."""
    if not dice:
        return 0, {(tuple(mine), tuple(theirs))}
    ways = [ends(me, them, dice[1:]) for me, them in steps(mine, theirs, dice[0])]
    if not ways:
        return 0, {(tuple(mine), tuple(theirs))}
    most = max(number for number, _ in ways)
    return most + 1, set().union(*(after for number, after in ways if number == most))


def plain(mine, theirs, high, low):
    """Every position that a roll can lead to, by full rules."""
    if high == low:
        return ends(mine, theirs, [high] * 4)[1]
    ways = [ends(mine, theirs, [high, low]), ends(mine, theirs, [low, high])]
    most = max(number for number, _ in ways)
    if most == 1:  # the higher die if it can be played at all
        return ways[0][1] if ways[0][0] else ways[1][1]
    return set().union(*(after for number, after in ways if number == most))


def sides(game, state):
    return listed(game.mine(state)), listed(game.theirs(state))


def after(game, state, action):
    child = game.result(state, action)
    men = [listed(child.white), listed(child.black)]
    return tuple(men[state.mover]), tuple(men[1 - state.mover])


def wild(chosen):
    """A position such as no game would have: men anywhere, often all at home, some borne off."""
    while True:
        board = [0] * 26
        for _ in range(chosen.randint(1, 15)):
            board[chosen.choice([chosen.randint(1, 6), chosen.randint(1, 25)])] += 1
        for _ in range(chosen.randint(1, 15)):
            point = chosen.randint(0, 24)
            if board[point] <= 0:
                board[point] -= 1
        if min(board) < 0:
            break
    signs = ["-" if not n else chr(ord("A") + n - 1) if n > 0 else chr(ord("a") - n - 1) for n in board]
    return f"XGID={''.join(signs)}:0:0:{chosen.choice([1, -1])}:{chosen.randint(1, 6)}{chosen.randint(1, 6)}:0:0:0:0:6"


def test_plays_are_all_there_are_and_none_twice_in_games(playouts):
    game = Backgammon()
    rolls = 0
    for path in playouts(game, 8):
        for _, state in path:
            if state.phase == PLAY and not game.is_terminal(state):
                found = [after(game, state, action) for action in game.actions(state)]
                assert len(set(found)) == len(found)
                assert set(found) == plain(*sides(game, state), state.dice // 10, state.dice % 10), game.write(state)
                rolls += 1
    assert rolls > 300


def test_plays_are_all_there_are_and_none_twice_anywhere():
    game, chosen = Backgammon(), random.Random(3)
    counts = Counter()
    for _ in range(1500):
        state = game.read(wild(chosen))
        found = [after(game, state, action) for action in game.actions(state)]
        assert len(set(found)) == len(found), game.write(state)
        assert set(found) == plain(*sides(game, state), state.dice // 10, state.dice % 10), game.write(state)
        names = [game.action_name(state, action) for action in game.actions(state)]
        assert len(set(names)) == len(names), game.write(state)
        counts[min(len(found), 3)] += 1
    assert min(counts.values()) > 50


def test_it_plays_as_openspiel_does():
    """OpenSpiel makes two turns of doubles, and asks only each of them to be as long as can be; all else is as here."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    theirs = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    game, chosen = Backgammon(), random.Random(4)

    def men(other):
        white, black = ([other.board(player, at) for at in range(24)] for player in (0, 1))
        return tuple(white[::-1]), tuple(black)

    def ours(state):
        return tuple(listed(state.white)[1:25]), tuple(listed(state.black)[1:25])

    def ways(other, path=()):
        """Every end of a roll, with how many men were moved and the actions that lead there."""
        mover = other.current_player()
        for action in other.legal_actions():
            child = other.child(action)
            word = other.action_to_string(mover, action)
            moves = (*path, (action, 2 - word.count("Pass")))
            if not child.is_terminal() and child.current_player() == mover:
                yield from ways(child, moves)
            else:
                yield men(child), sum(number for _, number in moves), [a for a, _ in moves]

    for _ in range(6):
        state, other = game.initial(), theirs.new_initial_state()
        while not game.is_terminal(state):
            assert not other.is_terminal()
            assert other.current_player() == game.player(state)
            if game.player(state) == CHANCE:
                outcomes, odds = {}, Counter()
                for action, chance in other.chance_outcomes():
                    roll = other.action_to_string(-1, action).rpartition("roll: ")[2].strip(")")
                    one, two = sorted(map(int, roll), reverse=True)
                    if state.phase == OPENING and other.child(action).current_player() == 1:
                        one, two = two, one
                    outcomes[10 * one + two] = action
                    odds[10 * one + two] += chance
                assert dict(game.chances(state)) == pytest.approx(dict(odds))
                action = chosen.choice(legal(game, state))
                other.apply_action(outcomes[action])
            else:
                found = list(ways(other))
                most = max(number for _, number, _ in found)
                reach = {board: actions for board, number, actions in found if number == most}
                mine = {ours(game.result(state, action)): action for action in game.actions(state)}
                assert set(mine) == set(reach), game.write(state)
                board = chosen.choice(sorted(mine))
                action = mine[board]
                for each in reach[board]:
                    other.apply_action(each)
            state = game.result(state, action)
            assert ours(state) == men(other)
        assert other.is_terminal()
        assert other.returns() == [game.utility(state, player) for player in (0, 1)]


def names(text):
    game = Backgammon()
    state = game.read(text)
    return {game.action_name(state, action) for action in game.actions(state)}


def test_the_first_rolls_have_as_many_plays_as_are_known():
    game = Backgammon()
    counts = {}
    for action, _ in game.chances(game.initial()):
        if action // 10 > action % 10:
            counts[action] = len(list(game.actions(game.result(game.initial(), action))))
    assert counts[31] == 16 and len(counts) == 15
    assert counts == {roll: len(plain(START, START, roll // 10, roll % 10)) for roll in counts}


START = listed(Backgammon().initial().white)


def position(men, dice):
    """White to play a roll, with men given by point as White counts: above 0 White's, below Black's."""
    signs = ["-"] * 26
    for point, number in men.items():
        signs[point] = chr(ord("A") + number - 1) if number > 0 else chr(ord("a") - number - 1)
    return f"XGID={''.join(signs)}:0:0:1:{dice}:0:0:0:0:6"


def test_the_bar_comes_first_and_may_not_come_in():
    assert names(position({25: 1, 8: 1, 1: -1}, 31)) == {"bar/22/21", "bar/22+8/7", "bar/24+8/5"}
    assert names(position({25: 1, 8: 1} | dict.fromkeys(range(19, 25), -2), 64)) == {"pass"}
    assert names(position({25: 1, 8: 1} | dict.fromkeys(range(20, 25), -2), 64)) == {"bar/19/15", "bar/19+8/4"}


def test_the_higher_die_is_played_where_only_one_can_be():
    assert names(position({8: 1, 1: -2, 24: -1}, 61)) == {"8/2"}
    assert names(position({8: 1, 2: -2, 24: -1}, 61)) == {"8/7/1"}
    assert names(position({8: 1, 2: -2, 1: -2, 24: -1}, 61)) == {"8/7"}


def test_bearing_off_takes_the_exact_point_or_the_highest():
    assert names(position({2: 1, 4: 2, 24: -1}, 65)) == {"4/off(2)"}
    assert names(position({2: 1, 4: 2, 24: -1}, 42)) == {"4/off+2/off", "4/off+4/2"}
    assert names(position({2: 1, 7: 1, 24: -1}, 21)) == {"7/5/4", "7/5+2/1", "2/off+7/6"} - {"2/off+7/6"} | {
        "7/6+2/off"
    }


def test_a_hit_sends_a_man_to_the_bar():
    game = Backgammon()
    state = game.read(position({8: 1, 5: -1, 24: -1}, 32))
    plays = {game.action_name(state, action): action for action in game.actions(state)}
    assert set(plays) == {"8/5*/3", "8/6/3"}
    child = game.result(state, plays["8/5*/3"])
    assert (count(child.black, 25), count(child.black, 1), total(child.black)) == (1, 1, 2)


@pytest.mark.parametrize(
    ("men", "value"),
    [
        ({24: -14}, 1.0), ({24: -15}, 2.0), ({24: -14, 7: -1}, 2.0), ({24: -14, 6: -1}, 3.0), ({24: -14, 0: -1}, 3.0),
        ({24: -13, 0: -1}, 1.0),
    ],
)  # fmt: skip
def test_a_gammon_counts_two_and_a_backgammon_three(men, value):
    game = Backgammon()
    state = game.read(position({1: 1, **men}, 21))
    low, high = game.bounds(state)
    child = game.result(state, next(iter(game.actions(state))))
    assert game.is_terminal(child)
    assert game.utility(child, 0) == value == -game.utility(child, 1)
    assert low == -1.0 and high == (1.0 if value == 1.0 else 3.0)


def test_the_cube_is_offered_taken_dropped_and_owned():
    game = load("backgammon:cube=true")
    state = game.read("3-1 8/5+6/5")
    assert (state.phase, game.player(state)) == (DOUBLE, 1)
    offered = game.result(state, 1)
    assert (offered.phase, game.player(offered)) == (ANSWER, 0)
    dropped = game.result(offered, 0)
    assert dropped.phase == DROPPED and game.is_terminal(dropped)
    assert [game.utility(dropped, player) for player in (0, 1)] == [-1.0, 1.0]
    taken = game.result(offered, 1)
    assert (taken.phase, taken.cube, taken.owner, taken.mover) == (ROLL, 2, 0, 1)
    later = game.read("3-1 8/5+6/5 double take 2-1 13/11+6/5")
    assert later.phase == DOUBLE and game.player(later) == 0
    assert game.read("3-1 8/5+6/5 double take 2-1 13/11+6/5 roll 2-1 13/11+6/5").phase == ROLL


@pytest.mark.native
def test_compiled_rules_play_the_same_games_with_the_cube():
    game = Backgammon(cube=True)
    notes = []
    for play in (lambda *given: call(playout, *given), playout.py_func):
        games, plies = np.zeros((12, NOTES + 2)), np.zeros((20, PLY))
        with np.errstate(over="ignore"):
            play(game, game.initial(), 5, games, plies, np.zeros(2000, np.int64), np.zeros(2000), 150, Workspace())
        notes.append((games.round(9).tolist(), plies.tolist()))
    assert notes[0] == notes[1]


def test_men_are_counted_in_binary():
    chosen = random.Random(1)
    men, plain = (0, 0, 0, 0), [0] * 26
    for _ in range(400):
        point = chosen.randint(1, 25)
        if plain[point] and chosen.random() < 0.5:
            men, plain[point] = take(men, point), plain[point] - 1
        elif plain[point] < 15:
            men, plain[point] = add(men, point), plain[point] + 1
        assert [count(men, each) for each in range(26)] == plain
        assert occupied(men) == sum(1 << each for each in range(26) if plain[each])
        assert made(men) == sum(1 << each for each in range(26) if plain[each] > 1)
        assert blots(men) == sum(1 << each for each in range(26) if plain[each] == 1)
        assert mirrored(made(men)) == sum(1 << 25 - each for each in range(26) if plain[each] > 1)
        assert (total(men), pips(men)) == (sum(plain), sum(at * each for at, each in enumerate(plain)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("XGID=-b----E:0:0:1:52", "must start with 26 characters"),
        ("XGID=nonsense", "must start with 26 characters"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:7:52:0:0:0:0:6", r"the turn \(1 or -1\)"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:79:0:0:0:0:6", "has the dice '79'"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:6", "only money games are supported"),
        ("XGID=-b----E-C---eE---c-e----BA:0:0:1:52:0:0:0:0:6", "has 16 men of White"),
        ("XGID=Bb----E-C---eE---c-e------:0:0:1:52:0:0:0:0:6", "men on the other's bar"),
        ("XGID=--------------------------:0:0:1:52:0:0:0:0:6", "has no men"),
        ("XGID=-b----E-C---eE---c-e----B-:1:1:1:52:0:0:0:0:6", "has a turned cube, but the game has no cube"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:6", "but there is nothing to double"),
        ("XGID=-b----E-C---eE---c-e----A-:0:0:0:00:0:0:0:0:6", "has no turn"),
        ("6-1 13/7", "'13/7', which is not legal here"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        Backgammon().read(text)
    with pytest.raises(SpecError, match="must be true or false"):
        Backgammon(cube=1)
