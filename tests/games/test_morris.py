import random
from collections import deque
from itertools import pairwise

import pytest

from countermove.bits import popcount
from countermove.errors import SpecError
from countermove.games.morris import NONE, Men, Morris

LINES = {
    3: "a1 a2 a3, b1 b2 b3, c1 c2 c3, a1 b1 c1, a2 b2 c2, a3 b3 c3, a1 b2 c3, a3 b2 c1",
    6: "a1 c1 e1, b2 c2 d2, b4 c4 d4, a5 c5 e5, a1 a3 a5, b2 b3 b4, d2 d3 d4, e1 e3 e5, a3 b3, c5 c4, e3 d3, c1 c2",
    9: "a1 d1 g1, b2 d2 f2, c3 d3 e3, a4 b4 c4, e4 f4 g4, c5 d5 e5, b6 d6 f6, a7 d7 g7, "
       "a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7",
}  # fmt: skip
"""The lines of each board, point by point, as they are drawn in books."""


class Plain:
    """The rules once more, with dictionaries and names of points, sharing nothing with those under test."""

    def __init__(self, men):
        self.men = men
        self.lines = [line.split() for line in LINES[men].split(", ")]
        self.mills = [line for line in self.lines if len(line) == 3]
        self.on = dict.fromkeys(sorted({point for line in self.lines for point in line}), "")
        self.hand = {"W": men, "B": men}
        self.mover = "W"

    @property
    def other(self):
        return "B" if self.mover == "W" else "W"

    def have(self, who):
        return [point for point, man in self.on.items() if man == who]

    def milled(self, on, point):
        return any(point in mill and all(on[p] == on[point] for p in mill) for mill in self.mills)

    def ways(self):
        """Pairs of where from ("" for the hand) and where to."""
        empty = self.have("")
        if self.hand[self.mover]:
            return [("", to) for to in empty]
        if self.men == 9 and len(self.have(self.mover)) == 3:
            return [(origin, to) for origin in self.have(self.mover) for to in empty]
        steps = {pair for line in self.lines for a, b in pairwise(line) for pair in ((a, b), (b, a))}
        return [(a, b) for a, b in steps if self.on[a] == self.mover and b in empty]

    def actions(self):
        if self.over():
            return []
        names = []
        for origin, to in self.ways():
            after = {**self.on, to: self.mover}
            if origin:
                after[origin] = ""
            name = f"{origin}-{to}" if origin else to
            if self.men > 3 and self.milled(after, to):
                prey = [p for p in self.have(self.other) if not self.milled(after, p)] or self.have(self.other)
                names += [f"{name}x{taken}" for taken in prey]
            else:
                names.append(name)
        return names

    def play(self, name):
        way, _, taken = name.partition("x")
        *origin, to = way.split("-")
        if origin:
            self.on[origin[0]] = ""
        else:
            self.hand[self.mover] -= 1
        self.on[to] = self.mover
        if taken:
            self.on[taken] = ""
        self.mover = self.other

    def over(self):
        if self.men == 3 and any(self.milled(self.on, point) for point in self.have(self.other)):
            return True
        return len(self.have(self.mover)) + self.hand[self.mover] < 3 or not self.ways()


@pytest.mark.parametrize(("men", "games"), [(3, 100), (6, 25), (9, 20)])
def test_it_plays_as_a_dictionary_of_points_does(men, games):
    game, chosen = Morris(men), random.Random(men)
    ended = set()
    for _ in range(games):
        state, plain = game.initial(), Plain(men)
        while True:
            ours = {game.action_name(state, action): action for action in game.actions(state)}
            assert sorted(ours) == sorted(plain.actions())
            assert game.is_terminal(state) == plain.over() == (not ours)
            assert "WB"[game.player(state)] == plain.mover
            assert state.hand == sum(plain.hand.values())
            if not ours:
                break
            word = chosen.choice(sorted(ours))
            state = game.result(state, ours[word])
            plain.play(word)
        loser = "WB".index(plain.mover)
        assert game.utility(state, loser) == -1.0 and game.utility(state, 1 - loser) == 1.0
        ended.add("few" if len(plain.have(plain.mover)) < 3 else "stuck")
    assert ended >= ({"few", "stuck"} if men == 6 else set())


def test_it_plays_as_openspiel_does():
    """OpenSpiel takes a man by an action of its own and calls it a draw after 200 plies; all else is the same."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game, chosen = Morris(9), random.Random(5)
    order = sorted(range(24), key=lambda point: game.places[point])
    number = {point: at for at, point in enumerate(order)} | {NONE: None}
    finished = 0
    for _ in range(20):
        state, other = game.initial(), pyspiel.load_game("nine_mens_morris").new_initial_state()
        plies = 0
        while not game.is_terminal(state) and plies < 200:
            assert not other.is_terminal() and other.current_player() == state.mover
            parts = {a: [number[p] for p in (a >> 10, a >> 5 & NONE, a & NONE)] for a in game.actions(state)}
            ways = {a: to if origin is None else 24 + 24 * origin + to for a, (origin, to, _) in parts.items()}
            assert sorted(set(ways.values())) == sorted(other.legal_actions())
            action = chosen.choice(sorted(ways))
            other.apply_action(ways[action])
            if parts[action][2] is not None:
                prey = sorted(parts[a][2] for a in ways if ways[a] == ways[action])
                assert other.current_player() == state.mover and prey == sorted(other.legal_actions())
                other.apply_action(parts[action][2])
            state = game.result(state, action)
            plies += 1
        assert other.is_terminal()
        if game.is_terminal(state):
            finished += 1
            assert other.returns() == [game.utility(state, player) for player in (0, 1)]
    assert finished >= 10


def test_the_first_plies_of_nine_mens_morris_are_counted_as_published(levels):
    game = Morris(9)
    canonical = {game.canonical(game.initial()): 1}
    counts = []
    for _ in range(5):
        after = {}
        for state, nodes in canonical.items():
            for action in game.actions(state):
                child = game.canonical(game.result(state, action))
                after[child] = after.get(child, 0) + nodes
        canonical = after
        counts.append(sum(canonical.values()))
    assert counts == [24, 552, 12144, 255024, 5140800]
    assert [sum(nodes for _, nodes in level) for level in levels(game, 2)] == [1, 24, 552]


def images(game, state):
    """A state turned, mirrored and with its squares swapped, in coordinates."""
    size = game.size
    at = {place: point for point, place in enumerate(game.places)}

    def moved(state, place):
        men = [[at[place(*game.places[p])] for p in range(game.points) if men >> p & 1] for men in state[:2]]
        return state._replace(white=sum(1 << p for p in men[0]), black=sum(1 << p for p in men[1]))

    def swap(row, col):
        far = game.squares
        ring = far - max(abs(row - far), abs(col - far))
        scale = {0: 0, 1: ring + 1, -1: -ring - 1}
        return far + scale[(row > far) - (row < far)], far + scale[(col > far) - (col < far)]

    found = [state]
    for turn in (lambda r, c: (c, size - 1 - r), lambda r, c: (r, size - 1 - c)):
        for _ in range(3):
            found += [moved(one, turn) for one in found]
    if game.men > 3:
        found += [moved(one, swap) for one in found]
    return set(found)


@pytest.mark.parametrize(("men", "most"), [(3, 8), (6, 16), (9, 16)])
def test_symmetric_boards_have_one_canonical_board(men, most, playouts):
    game = Morris(men)
    largest = 0
    for path in playouts(game, 3):
        for _, state in path:
            same = images(game, state)
            largest = max(largest, len(same))
            assert len({game.canonical(image) for image in same}) == 1
            assert game.canonical(state) in same
            assert len({game.is_terminal(image) for image in same}) == 1
            assert len({len(list(game.actions(image))) for image in same}) == 1
    assert largest == most


def test_keys_are_numbers_of_their_own():
    game = Morris(9)
    states = {
        Men(w, b, hand, mover)
        for w in (0, 1, 1 << 23)
        for b in (0, 2, 1 << 22)
        for hand in (0, 1, 18)
        for mover in (0, 1)
    }
    assert len({game.key(state) for state in states}) == len(states)
    assert max(game.key(state) for state in states) < 1 << 54


def test_the_first_player_wins_three_mens_morris_from_the_centre():
    """Worked backwards from the ends of the game over all states, cycles and all."""
    game = Morris(3)
    first = game.canonical(game.initial())
    before, left, waiting = {first: []}, {}, deque([first])
    value, known = {}, deque()
    while waiting:
        state = waiting.popleft()
        actions = list(game.actions(state))
        left[state] = len(actions)
        if not actions:
            value[state] = -1
            known.append(state)
        for action in actions:
            child = game.canonical(game.result(state, action))
            if child not in before:
                before[child] = []
                waiting.append(child)
            before[child].append(state)
    while known:
        state = known.popleft()
        for parent in before[state]:
            left[parent] -= 1
            if parent not in value and (value[state] == -1 or left[parent] == 0):
                value[parent] = -value[state]
                known.append(parent)
    opening = {
        game.action_name(first, a): value.get(game.canonical(game.result(first, a)), 0) for a in game.actions(first)
    }
    assert value.get(first, 0) == 1
    assert [name for name, worth in opening.items() if worth == -1] == ["b2"]


def test_with_three_men_left_a_man_may_fly_in_nine_mens_morris_only():
    state = Morris(9).read("W../.../.../....../BB./.B./W.W 0 W")
    assert any(name == "a7-e4" for name in (Morris(9).action_name(state, a) for a in Morris(9).actions(state)))
    six = Morris(6)
    state = six.read("W../.../..../BBB/W.W 0 W")
    ways = {six.action_name(state, a).partition("x")[0] for a in six.actions(state)}
    assert ways == {"a5-c5", "a5-a3", "a1-a3", "a1-c1", "e1-c1", "e1-e3"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("W../.. 5 B", "must have the points of '.../.../...'"),
        ("W../.../... 5", "then the men in hand and the player to move"),
        ("X../.../... 5 B", "must have W, B and dots"),
        ("W../.../... 5 W", "an even number when White is to move"),
        ("WW./.../... 5 B", "has 2 men of White; only 1 have been placed"),
        ("WWW/BB./B.. 0 W", "continues after a mill"),
        ("a1 a1", "'a1', which is not legal here"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        Morris(3).read(text)


@pytest.mark.parametrize("men", [0, 4, 12, 3.0, "six"])
def test_another_number_of_men_is_refused(men):
    with pytest.raises(SpecError, match="must be 3, 6 or 9"):
        Morris(men)


def test_men_mills_and_room_count_in_the_estimate():
    game = Morris(9)
    more, less = game.read("WW./W../.../B...../.../.../... 12 W"), game.read("W../.../.../B...../.../.../... 12 W")
    assert game.evaluate(more, 0) > game.evaluate(less, 0)
    assert game.evaluate(more, 0) == -game.evaluate(more, 1)
    state = game.read("a1 b2 a4 b4")
    best = max(game.actions(state), key=lambda action: game.order(state, action))
    assert game.action_name(state, best).startswith("a7x")
    assert popcount(game.result(state, best).black) == 1
