"""Backgammon: fifteen men each, two dice, bar, bearing off, gammons and backgammons; with or without the doubling cube.

White moves from point 24 down to 1, Black the other way; each counts points from its own side (see the picture in
`_checkers.py`). To start, each rolls one die, and the higher number plays both. A play uses both dice if possible, four
times the number for doubles, else as many as can be; if either die can be played but not both, the higher one must be.
A lone man on a point can be hit and must enter from the bar before anything else moves. A player with all men at home
bears off.

The utility is 1 for the winner, 2 if the loser has borne off no man (a gammon), 3 if the loser also has a man on the
bar or in the winner's home (a backgammon), times the cube. With `cube=True` a player may double before rolling, if the
cube is in the middle or on its side; the other takes it, and owns the cube at twice the stake, or drops and loses the
current stake. The cube goes up to 64. Neither the Jacoby rule nor beavers apply.

An action of a player is a whole play, one for each resulting position:

    bits  0-4   5-9   10-14  15-19    the points that men move from, in this order; 0 for none, so 0 is a pass
    bit   20                          the lower die is played first

An action of chance is a roll, as two digits: the higher die first, or in the opening roll White's.

Positions are written as XGID (eXtreme Gammon's); only money games are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from countermove.bits import bits, popcount
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import CHANCE, Axes, Game
from countermove.games import _backgammon_net as net
from countermove.games import _xgid as xgid
from countermove.games._checkers import (
    BAR,
    POINTS,
    Men,
    add,
    blots,
    count,
    made,
    mirrored,
    moved,
    occupied,
    steps,
    take,
    total,
)
from countermove.values import key_of

OPENING, ROLL, PLAY, DOUBLE, ANSWER, DROPPED = range(6)
"""What comes next: the first roll, a roll, a play, a double or not, an answer to a double; or nothing, after a drop."""
START: Men = (1 << 6 | 1 << 8 | 1 << 13, 1 << 8 | 1 << 24, 1 << 6 | 1 << 13, 0)
"""Five men on 6, three on 8, five on 13, two on 24."""
MEN = 15
LOWER_FIRST = 1 << 20
WAIT, GO = 0, 1
"""Where there is a cube: roll or double; drop or take."""
MAX_CUBE = 64
"""The highest number on the cube."""


class Table(NamedTuple):
    white: Men
    black: Men
    phase: int
    mover: int
    """Whose turn it is; who doubled, if a double is to be answered or was dropped."""
    dice: int
    """The roll to play, two digits, the higher first; 0 if there is none."""
    cube: int
    owner: int
    """Who may double: 0, 1, or 2 for both."""


@dataclass(frozen=True)
class Backgammon(Game[Table]):
    """Backgammon by full rules, with or without the doubling cube.

    >>> game = Backgammon()
    >>> state = game.read("3-1")
    >>> len(list(game.actions(state)))
    16
    >>> print(game.text(game.read("3-1 8/5+6/5")))
     13  14  15  16  17  18       19  20  21  22  23  24
      W   .   .   .   B   .   .    B   .   .   .   .   W   0
      W   .   .   .   B   .   .    B   .   .   .   .   W   .
      W   .   .   .   B   .   .    B   .   .   .   .   .   .
      W   .   .   .   .   .   .    B   .   .   .   .   .   .
      W   .   .   .   .   .   .    B   .   .   .   .   .   .
    <BLANKLINE>
      B   .   .   .   .   .   .    .   .   .   .   .   .   .
      B   .   .   .   .   .   .    W   .   .   .   .   .   .
      B   .   .   .   .   .   .    W   .   .   .   .   .   .
      B   .   .   .   W   .   .    W   W   .   .   .   B   .
      B   .   .   .   W   .   .    W   W   .   .   .   B   0
     12  11  10   9   8   7        6   5   4   3   2   1
    Black rolls
    """

    cube: bool = False

    axes: ClassVar[Axes] = Axes(stochastic=True)
    repeats: ClassVar[bool] = True

    @property
    def outcomes(self) -> range:  # type: ignore[override]
        most = 3 * MAX_CUBE if self.cube else 3
        return range(-most, most + 1)

    def __post_init__(self) -> None:
        if not isinstance(self.cube, bool):
            raise SpecError(f"Backgammon: cube={self.cube!r} must be true or false.")

    # Rules.

    def initial(self) -> Table:
        return Table(START, START, OPENING, 0, 0, 1, 2)

    def player(self, state: Table) -> int:
        if state.phase <= ROLL:
            return CHANCE
        return 1 - state.mover if state.phase == ANSWER else state.mover

    def mine(self, state: Table) -> Men:
        return state.white if state.mover == 0 else state.black

    def theirs(self, state: Table) -> Men:
        return state.black if state.mover == 0 else state.white

    def is_terminal(self, state: Table) -> bool:
        return state.phase == DROPPED or occupied(state.white) == 0 or occupied(state.black) == 0

    def chances(self, state: Table) -> Iterator[tuple[int, float]]:
        for one in range(1, 7):
            for other in range(1, 7):
                if state.phase == OPENING:
                    if one != other:
                        yield 10 * one + other, 1 / 30
                elif one >= other:
                    yield 10 * one + other, 1 / 36 if one == other else 1 / 18

    def actions(self, state: Table) -> Iterator[int]:
        if self.is_terminal(state):
            return
        if state.phase == PLAY:
            if state.dice % 11 == 0:
                yield from self.doubles(state)
            else:
                yield from self.plays(state)
        elif state.phase >= DOUBLE:
            yield WAIT
            yield GO
        else:
            for one in range(1, 7):
                for other in range(1, 7):
                    if (one != other) if state.phase == OPENING else one >= other:
                        yield 10 * one + other

    def plays(self, state: Table) -> Iterator[int]:
        """All plays of two different dice: the higher one first, then those that only the other order allows."""
        men = self.mine(state)
        open = POINTS & ~mirrored(made(self.theirs(state)))
        hits = mirrored(blots(self.theirs(state)))
        high, low = state.dice // 10, state.dice % 10
        on = occupied(men)
        both = False
        for first in bits(steps(on, high, open)):
            for second in bits(steps(occupied(moved(men, first, high)), low, open)):
                if not (first == second - low and self.straight(men, open, hits, second, high, low)):
                    both = True
                    yield first | second << 5
        for first in bits(steps(on, low, open)):
            for second in bits(steps(occupied(moved(men, first, low)), high, open)):
                if not self.duplicates(men, open, hits, second, first, high, low):
                    both = True
                    yield first | second << 5 | LOWER_FIRST
        if not both:
            alone = steps(on, high, open)
            lower = steps(on, low, open)
            if alone:
                for first in bits(alone):
                    yield first
            elif lower:
                for first in bits(lower):
                    yield first | LOWER_FIRST
            else:
                yield 0

    def duplicates(self, men: Men, open: int, hits: int, by_high: int, by_low: int, high: int, low: int) -> bool:
        """Whether a play with the lower die first duplicates one with the higher first.

        That is: the same two steps in reverse order; or one man taking the other route; or two men borne off, each by
        the other's die.
        """
        if self.in_turn(men, open, by_high, by_low, high, low):
            return True
        if by_high == by_low - low and not hits >> by_high & 1 and self.straight(men, open, hits, by_low, high, low):
            return True
        return by_high <= high and by_low <= low and self.in_turn(men, open, by_low, by_high, high, low)

    def straight(self, men: Men, open: int, hits: int, point: int, high: int, low: int) -> bool:
        """Whether one man can move by the higher die and then by the lower, without hitting on the way.

        The result is the same as when two men move, one to where the other came from.
        """
        if point <= high or hits >> point - high & 1:
            return False
        return self.in_turn(men, open, point, point - high, high, low)

    def in_turn(self, men: Men, open: int, by_high: int, by_low: int, high: int, low: int) -> bool:
        """Whether the higher die can be played from one point and then the lower from another."""
        if steps(occupied(men), high, open) >> by_high & 1 == 0:
            return False
        return steps(occupied(moved(men, by_high, high)), low, open) >> by_low & 1 == 1

    def doubles(self, state: Table) -> Iterator[int]:
        """All plays of doubles: up to four steps, each from the same point as the previous or a lower one.

        This order allows at least as much as any other, and no other steps lead to the same position. The number of
        steps does not depend on the choice, so it is enough to try once.
        """
        one = self.mine(state)
        die = state.dice % 10
        open = POINTS & ~mirrored(made(self.theirs(state)))
        most = self.longest(one, die, open)
        if most == 0:
            yield 0
        for a in bits(steps(occupied(one), die, open) if most > 0 else 0):
            if most == 1:
                yield a
                continue
            two = moved(one, a, die)
            for b in bits(steps(occupied(two), die, open) & (2 << a) - 1):
                if most == 2:
                    yield a | b << 5
                    continue
                three = moved(two, b, die)
                for c in bits(steps(occupied(three), die, open) & (2 << b) - 1):
                    if most == 3:
                        yield a | b << 5 | c << 10
                        continue
                    four = moved(three, c, die)
                    for d in bits(steps(occupied(four), die, open) & (2 << c) - 1):
                        yield a | b << 5 | c << 10 | d << 15

    def longest(self, men: Men, die: int, open: int) -> int:
        """How many steps of a die can be made, at most four."""
        for number in range(4):
            found = steps(occupied(men), die, open)
            if found == 0:
                return number
            for point in bits(found):
                men = moved(men, point, die)
                break
        return 4

    def result(self, state: Table, action: int) -> Table:
        if state.phase == OPENING:
            one, two = action // 10, action % 10
            roll = 10 * max(one, two) + min(one, two)
            return Table(state.white, state.black, PLAY, 0 if one > two else 1, roll, 1, 2)
        if state.phase == ROLL:
            return Table(state.white, state.black, PLAY, state.mover, action, state.cube, state.owner)
        if state.phase == DOUBLE:
            return Table(
                state.white, state.black, ANSWER if action == GO else ROLL, state.mover, 0, state.cube, state.owner
            )
        if state.phase == ANSWER:
            if action == GO:
                return Table(state.white, state.black, ROLL, state.mover, 0, 2 * state.cube, 1 - state.mover)
            return Table(state.white, state.black, DROPPED, state.mover, 0, state.cube, state.owner)
        mine, theirs = self.mine(state), self.theirs(state)
        die, other = state.dice // 10, state.dice % 10
        if action & LOWER_FIRST:
            die, other = other, die
        for number in range(4):
            point = action >> 5 * number & 31
            if point == 0:
                break
            mine = moved(mine, point, die)
            if point > die and blots(theirs) >> BAR - (point - die) & 1:
                theirs = add(take(theirs, BAR - (point - die)), BAR)
            die, other = other, die
        white, black = (mine, theirs) if state.mover == 0 else (theirs, mine)
        return Table(white, black, self.next(state), 1 - state.mover, 0, state.cube, state.owner)

    def next(self, state: Table) -> int:
        """What comes after a play: the other may double, if the cube allows, or rolls."""
        may = self.cube and state.cube < MAX_CUBE and state.owner != state.mover
        return DOUBLE if may else ROLL

    def utility(self, state: Table, player: int) -> float:
        if state.phase == DROPPED:
            return float(state.cube) if player == state.mover else -float(state.cube)
        winner = 0 if occupied(state.white) == 0 else 1
        men = state.black if winner == 0 else state.white
        stake = 1
        if total(men) == MEN:
            stake = 3 if occupied(men) >> BAR - 6 else 2  # the winner's home is 19 to 24 for the loser, and 25 the bar
        return float(stake * state.cube) if player == winner else -float(stake * state.cube)

    def bounds(self, state: Table) -> tuple[float, float]:
        """Three times the highest stake; once, against a player who has borne off a man."""
        stake = float(MAX_CUBE if self.cube else 1)
        low = -stake if total(state.white) < MEN else -3 * stake
        high = stake if total(state.black) < MEN else 3 * stake
        return low, high

    # Search knowledge.

    def key(self, state: Table) -> int:
        white, black = state.white, state.black
        rest = state.phase | state.mover << 3 | state.owner << 4 | state.dice << 6 | state.cube << 13
        return key_of(
            (
                white[0] | white[1] << 26,
                white[2] | white[3] << 26,
                black[0] | black[1] << 26,
                black[2] | black[3] << 26,
                rest,
            )
        )

    def evaluate(self, state: Table, player: int) -> float:
        """The network's expected points, times the cube."""
        inputs = np.empty(self.first_layer.shape[1], np.float32)
        hidden = np.empty(self.first_layer.shape[2], np.float32)
        outputs = np.empty(self.second_layer.shape[2], np.float32)
        self.foresee(state, inputs, hidden, outputs)
        value = state.cube * net.equity(outputs)
        return value if player == state.mover else -value

    # The network, trained by `countermove train`.

    outputs_in_use: ClassVar[int] = 5
    learns_every_state: ClassVar[bool] = False
    """It does not see the roll."""
    exploration: ClassVar[float] = 0.0
    """None: the dice vary enough."""
    learning_rate: ClassVar[float] = 0.03

    @cached_property
    def first_layer(self) -> Any:
        """The weights of the shipped network from the inputs to the hidden units."""
        return self.shipped_layers[0]

    @cached_property
    def second_layer(self) -> Any:
        """The weights from there to the outputs."""
        return self.shipped_layers[1]

    @cached_property
    def shipped_layers(self) -> tuple[Any, Any]:
        with np.load(net.SHIPPED) as held:
            return held["first"].astype(np.float32), held["second"].astype(np.float32)

    def fresh_layers(self, hidden: int, seed: int) -> tuple[Any, Any]:
        return net.fresh(hidden, seed)

    def viewpoint(self, state: Table) -> int:
        return state.mover

    def foresee(self, state: Table, inputs: Any, hidden: Any, outputs: Any) -> int:
        """The probability of each result for the player to move, in the outputs; returns the kind of position."""
        first, second = self.first_layer, self.second_layer
        return net.foresee(first, second, self.mine(state), self.theirs(state), inputs, hidden, outputs)

    def turn_outputs(self, outputs: Any, target: Any) -> None:
        net.turned(outputs, target)

    def final_outputs(self, state: Table, player: int, target: Any) -> None:
        net.final(self.utility(state, player) / state.cube, target)

    def order(self, state: Table, action: int) -> float:
        """A quick estimate of the position after a play: the other's men on the bar, points made, blots, men off."""
        if state.phase != PLAY:
            return 0.0
        child = self.result(state, action)
        mine, theirs = self.theirs(child), self.mine(child)
        safe = popcount(made(mine) & POINTS) - popcount(blots(mine))
        return 3.0 * count(theirs, BAR) + safe - total(mine)

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return "chance" if player == CHANCE else ("White", "Black")[player]

    def action_name(self, state: Table, action: int) -> str:
        """A roll as "6-1", in the opening White's die first; a play as "24/18+13/11*", with * for a hit."""
        if state.phase <= ROLL:
            return f"{action // 10}-{action % 10}"
        if state.phase != PLAY:
            return (("roll", "double") if state.phase == DOUBLE else ("drop", "take"))[action]
        words: list[str] = []
        times: list[int] = []
        theirs = blots(self.theirs(state))
        last = 0
        for point, to in self.steps_of(state, action):
            hit = to > 0 and theirs >> BAR - to & 1
            theirs &= ~(1 << BAR - to) if hit else -1
            step = f"{'bar' if point == BAR else point}/{to or 'off'}{'*' if hit else ''}"
            if words and words[-1] == step:
                times[-1] += 1
            elif words and point == last and times[-1] == 1:
                words[-1] += step[len(str(point)) :]
            else:
                words.append(step)
                times.append(1)
            last = to
        return "+".join(word if n == 1 else f"{word}({n})" for word, n in zip(words, times)) or "pass"

    def steps_of(self, state: Table, action: int) -> list[tuple[int, int]]:
        """The steps of a play, from and to, as the mover counts points; 0 is off the board."""
        dice = state.dice // 10, state.dice % 10
        if action & LOWER_FIRST:
            dice = dice[1], dice[0]
        points = [action >> 5 * number & 31 for number in range(4)]
        return [(point, max(0, point - dice[at % 2])) for at, point in enumerate(points) if point]

    def write(self, state: Table) -> str:
        dice = {OPENING: "00", ROLL: "00", DOUBLE: "00", ANSWER: "D", DROPPED: "drop"}.get(state.phase, str(state.dice))
        if state.phase == ROLL and self.next(state._replace(mover=1 - state.mover)) == DOUBLE:
            dice = "roll"  # the player has decided not to double
        turn = 0 if state.phase == OPENING else 1 - 2 * state.mover
        return xgid.write(state.white, state.black, state.cube, (1, -1, 0)[state.owner], turn, dice)

    def read(self, text: str) -> Table:
        """An XGID ("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:6"), or the actions so far ("3-1 8/5+6/5")."""
        if ":" not in text and not text.strip().startswith("XGID"):
            return super().read(text)
        white, black, cube, owner, turn, dice = xgid.read(text)
        if (cube, owner) != (1, 0) and not self.cube:
            raise SpecError(
                f"The position {text!r} has a turned cube, but the game has no cube; use backgammon:cube=true."
            )
        if cube > MAX_CUBE or (cube == 1) != (owner == 0):
            raise SpecError(
                f"The position {text!r} has a cube of {cube}; a turned cube needs an owner, and is at most {MAX_CUBE}."
            )
        state = Table(white, black, PLAY, 0 if turn >= 0 else 1, 0, cube, {1: 0, -1: 1, 0: 2}[owner])
        before = self.next(state._replace(mover=1 - state.mover))
        if turn == 0:
            if (white, black, dice) != (START, START, "00"):
                raise SpecError(f"The position {text!r} has no turn, but is not the first of a game; give 1 or -1.")
            return state._replace(phase=OPENING)
        if dice == "00":
            return state._replace(phase=before)
        if dice in ("D", "drop", "roll"):
            if before != DOUBLE:
                raise SpecError(f"The position {text!r} has {dice!r}, but there is nothing to double.")
            return state._replace(phase={"D": ANSWER, "drop": DROPPED, "roll": ROLL}[dice])
        one, other = sorted(map(int, dice))
        return state._replace(dice=10 * other + one)

    def signs(self, state: Table) -> list[list[tuple[str, int | None]]]:
        """The board as ten rows of fourteen characters, each with its player: six points, bar, six points, men off."""
        rows: list[list[tuple[str, int | None]]] = [[(".", None)] * 14 for _ in range(10)]
        for player, men in enumerate((state.white, state.black)):
            for point in range(1, BAR + 1):
                number = count(men, point)
                row, column = self.place(point, player)
                inwards = 1 if row == 1 else -1
                for at in range(min(number, 5)):
                    sign = "WB"[player] if at < 4 or number == 5 else str(number)
                    rows[row - 1 + inwards * at][column] = (sign, player)
            row, column = self.place(0, player)
            rows[row - 1][column] = (str(MEN - total(men)), player)
        return rows

    def place(self, point: int, player: int) -> tuple[int, int]:
        """The row (from 1) and column (from 0) of a player's point on the drawn board."""
        if point in (0, BAR):
            return (10, 1)[player], 13 if point == 0 else 6
        point = point if player == 0 else BAR - point
        across = point - 13 if point > 12 else 12 - point
        return 1 if point > 12 else 10, across + (across > 5)

    def status(self, state: Table) -> str:
        """What comes next, in words."""
        name = self.player_name(state.mover)
        what = {
            OPENING: "the opening roll",
            ROLL: f"{name} rolls",
            PLAY: f"{name} plays {state.dice // 10}-{state.dice % 10}",
            DOUBLE: f"{name} rolls or doubles",
            ANSWER: f"{name} doubles to {2 * state.cube}",
            DROPPED: f"{self.player_name(1 - state.mover)} drops",
        }[state.phase]
        if state.phase != DROPPED and self.is_terminal(state):
            what = f"{self.player_name(0 if occupied(state.white) == 0 else 1)} wins"
        owner = ("White's", "Black's", "in the middle")[state.owner]
        return f"{what}; the cube is {owner} at {state.cube}" if self.cube else what

    def text(self, state: Table) -> str:
        def line(words: list[str]) -> str:
            words = words + [""] * (14 - len(words))
            return "".join(word.rjust(4) for word in words[:7]) + " " + "".join(word.rjust(4) for word in words[7:])

        rows = [line([sign for sign, _ in row])[1:] for row in self.signs(state)]
        top, bottom = (line(names)[1:].rstrip() for names in NAMES)
        return "\n".join([top, *rows[:5], "", *rows[5:], bottom, self.status(state)])

    def board(self, state: Table) -> Board:
        """The table as a grid; a play is clicked as its steps, from and to, and any other action has a button below."""
        rows = [[Cell(sign.strip("."), player=player) for sign, player in row] for row in self.signs(state)]
        top, bottom = ([Cell(name) for name in names] for names in NAMES)
        choices = list(self.actions(state))
        plays = [action for action in choices if state.phase == PLAY and action]
        buttons = [Cell(self.action_name(state, action), action=action) for action in choices if action not in plays]
        clicks = tuple(
            (action, tuple(self.place(point, state.mover) for way in self.steps_of(state, action) for point in way))
            for action in plays
        )
        below = [buttons[at : at + 15] for at in range(0, len(buttons), 15)]
        return Board.of([top, *rows, bottom, *below], clicks=clicks, caption=self.status(state), look="table")


NAMES = (
    [*map(str, range(13, 19)), "", *map(str, range(19, 25)), ""],
    [*map(str, range(12, 6, -1)), "", *map(str, range(6, 0, -1)), ""],
)
"""The numbers of points above and below the board."""
