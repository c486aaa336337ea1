"""Go: surround more of the board than your opponent.

The players place stones in turn, or pass. A chain without liberties is captured (position.py). Two passes in a row end
the game. What counts is who has more, or with `points=true` by how much; komi are White's for moving second.

Rules have names (ruleset.py), and each part of them is a field of its own. Superko is exact: a state holds the numbers
of all positions so far. There is room for MAX_SEEN of them, or three for each point of a larger board; the game ends
when it is used up, which is far beyond any game but one of endless fights.

Under rules in which players agree on dead stones, playouts judge them: the finished position is played out a fixed
number of times, and a chain is dead if nearly always the opponent owns its points in the end.

`playout` is the fast board of playout.py, for Monte Carlo search; `policy` its advice at the nodes of the tree.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from countermove.bits import Word, shr
from countermove.board import Board
from countermove.errors import SpecError
from countermove.game import Game
from countermove.games.go import drawing, notation
from countermove.games.go.advice import PASS, PASS_AFTER_PASS, weight
from countermove.games.go.fastboard import ROOM, on_board, set_up
from countermove.games.go.life import certain_points
from countermove.games.go.playout import play_out
from countermove.games.go.point import (
    BLACK,
    EDGE,
    EMPTY,
    MAX_SIZE,
    WHITE,
    handicap_points,
    max_handicap,
    name_of,
    neighbours,
    point_named,
)
from countermove.games.go.position import NOWHERE, Position, chain_of, is_captured, owners
from countermove.games.go.ruleset import ALLOWED, JUDGED, POSITIONAL, SIMPLE, TERRITORY, Ruleset, ruleset
from countermove.games.go.shape import vital_point
from countermove.games.go.zobrist import TURN, hash_of, numbers

MIN_SIZE = 2
MAX_KOMI = 1000
MAX_SEEN = 64
"""The positions that a game on a small board has room for."""
MAX_BOUNDED_SIZE = 5
"""The largest board on which exact values are within reach."""
JUDGES = 32
"""Playouts that judge which stones are dead."""
MIN_VERDICT = 24
"""How many more of them must give a point to the opponent than to its owner for a stone there to be dead."""
MIX_1, MIX_2 = Word(0x9E3779B97F4A7C15), Word(0xC2B2AE3D27D4EB4F)
"""Odd multipliers that spread bits."""


def mixed(word: int) -> int:
    """A hash of a word: a `Word`."""
    found = (Word(word) ^ shr(Word(word), 32)) * MIX_1
    found = (found ^ shr(found, 29)) * MIX_2
    return found ^ shr(found, 32)


@dataclass(frozen=True)
class Go(Game[Position]):
    """Surround more than your opponent.

    >>> game = Go(size=5)
    >>> print(game.text(game.read("C3 D3 C2 D2")))
    5  . . . . .
    4  . . . . .
    3  . . X O .
    2  . . X(O).
    1  . . . . .
       A B C D E
    Black to move
    """

    size: int = 9
    rules: str = "tromp-taylor"
    komi: float = 7.5
    handicap: int = 0
    points: bool = False
    scoring: str = ""
    ko: str = ""
    suicide: str = ""
    dead: str = ""

    playout_room = ROOM
    recipe = "formula=puct,rave=1200,exploration=0.3"

    def __post_init__(self) -> None:
        size, komi, stones = self.size, self.komi, self.handicap
        if type(size) is not int or not MIN_SIZE <= size <= MAX_SIZE:
            raise SpecError(f"Go: size={size!r} must be a whole number from {MIN_SIZE} to {MAX_SIZE}.")
        if isinstance(komi, bool) or not isinstance(komi, int | float) or not -MAX_KOMI <= komi <= MAX_KOMI:
            raise SpecError(f"Go: komi={komi!r} must be a number from {-MAX_KOMI} to {MAX_KOMI}.")
        if komi * 2 != int(komi * 2):
            raise SpecError(f"Go: komi={komi!r} must be whole or half points.")
        if type(stones) is not int or (stones != 0 and not 2 <= stones <= max_handicap(size)):
            most = max_handicap(size)
            allowed = f"0, or from 2 to {most}," if most else "0"
            raise SpecError(f"Go: handicap={stones!r} must be {allowed} on a board of size {size}.")
        self.ruleset  # noqa: B018 (refuses unknown rules)

    @cached_property
    def ruleset(self) -> Ruleset:
        return ruleset(self.rules, scoring=self.scoring, ko=self.ko, suicide=self.suicide, dead=self.dead)

    # What the rules are made of, constants when compiled.

    @cached_property
    def area(self) -> int:
        """The number of points; as an action, a pass."""
        return self.size * self.size

    @cached_property
    def near(self) -> tuple[tuple[int, int, int, int], ...]:
        return neighbours(self.size)

    @cached_property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        return numbers(self.size)

    @cached_property
    def is_superko(self) -> bool:
        return self.ruleset.ko != SIMPLE

    @cached_property
    def turn(self) -> int:
        """What the number of a position with White to move has in addition."""
        return 0 if self.ruleset.ko == POSITIONAL else TURN

    @cached_property
    def allows_suicide(self) -> bool:
        return self.ruleset.suicide == ALLOWED

    @cached_property
    def is_territory(self) -> bool:
        return self.ruleset.scoring == TERRITORY

    @cached_property
    def is_judged(self) -> bool:
        return self.ruleset.dead == JUDGED

    @cached_property
    def max_seen(self) -> int:
        return max(MAX_SEEN, 3 * self.area) if self.is_superko else 0

    @cached_property
    def repeats(self) -> bool:  # type: ignore[override]
        """Superko forbids it; otherwise a position that occurs for the third time ends the game without result."""
        return not self.is_superko

    @cached_property
    def outcomes(self) -> Iterable[float] | None:  # type: ignore[override]
        if not self.points:
            return (-1.0, 1.0) if self.komi != int(self.komi) and self.is_superko else (-1.0, 0.0, 1.0)
        if self.is_territory:
            return None
        margins = {points - self.komi for points in range(-self.area, self.area + 1)}
        return tuple(sorted(margins if self.is_superko else margins | {0.0}))

    @cached_property
    def playout_owners(self) -> int:  # type: ignore[override]
        return self.area

    # Rules.

    def initial(self) -> Position:
        cells = [EMPTY] * self.area + [EDGE]
        for point in handicap_points(self.size, self.handicap):
            cells[point] = BLACK
        return self.placed(tuple(cells), 1 if self.handicap else 0)

    def placed(self, cells: tuple[int, ...], mover: int) -> Position:
        """A position that a game begins with."""
        found = hash_of(cells, self.size)
        number = found ^ (self.turn if mover == 1 else 0)
        history = (number, *[0] * (self.max_seen - 1)) if self.is_superko else ()
        seen, past = (1, mixed(number)) if self.is_superko else (0, Word(0))
        return Position(cells, mover, 0, NOWHERE, NOWHERE, (0, 0), found, past, seen, history)

    def remembering(self, state: Position, history: list[int]) -> Position:
        """The position after these others, whose numbers are given."""
        past: int = Word(0)
        for number in history:
            past ^= mixed(number)
        room = (*history, *[0] * (self.max_seen - len(history)))
        return state._replace(past=past, seen=len(history), history=room)

    def player(self, state: Position) -> int:
        return state.mover

    def is_terminal(self, state: Position) -> bool:
        return state.passes >= 2 or (self.is_superko and state.seen >= self.max_seen)

    def actions(self, state: Position) -> Iterator[int]:
        """All points where a stone may be placed, then a pass."""
        if self.is_terminal(state):
            return
        cells, near = state.cells, self.near
        mine = 1 + state.mover
        other = 3 - mine
        turn = self.turn if state.mover == 0 else 0

        # Every chain: its first stone stands for it, with its liberties (at most 2 are counted) and its number.
        chain, count, number = self.chains(cells)
        for point in range(self.area):
            if cells[point] != EMPTY or point == state.ko:
                continue
            found = state.hash ^ self.numbers[mine][point]
            is_free = False
            first = second = third = -1
            for beside in near[point]:
                what = cells[beside]
                if what == EMPTY:
                    is_free = True
                elif what == mine:
                    is_free = is_free or count[chain[beside]] > 1
                elif what == other and count[chain[beside]] == 1:
                    is_free = True
                    head = chain[beside]
                    if head != first and head != second and head != third:
                        found ^= number[head]
                        first, second, third = head, first, second
            if not is_free:
                if not self.allows_suicide:
                    continue
                found ^= self.numbers[mine][point]
                for beside in near[point]:
                    if cells[beside] == mine:
                        head = chain[beside]
                        if head != first and head != second and head != third:
                            found ^= number[head]
                            first, second, third = head, first, second
            if self.is_superko:
                if self.occurred(state, found ^ turn):
                    continue
            elif found == state.hash:
                continue
            yield point
        yield self.area

    def chains(self, cells: tuple[int, ...]) -> tuple[list[int], list[int], list[int]]:
        """The first stone of the chain at each point; for each first stone, its liberties, at most 2, and number."""
        near, area = self.near, self.area
        chain, count, number = [-1] * (area + 1), [0] * area, [0] * area
        for point in range(area):
            if chain[point] >= 0 or cells[point] == EMPTY:
                continue
            colour = cells[point]
            chain[point] = point
            stones = [point]
            liberty = -1
            for stone in stones:
                number[point] ^= self.numbers[colour][stone]
                for beside in near[stone]:
                    what = cells[beside]
                    if what == colour:
                        if chain[beside] < 0:
                            chain[beside] = point
                            stones.append(beside)
                    elif what == EMPTY and beside != liberty and count[point] < 2:
                        count[point] += 1
                        liberty = beside
        return chain, count, number

    def occurred(self, state: Position, number: int) -> bool:
        """Whether a position has occurred before, by its number."""
        return any(state.history[index] == number for index in range(state.seen))

    def result(self, state: Position, action: int) -> Position:
        mover = 1 - state.mover
        if action == self.area:
            return self.after(state, state.cells, mover, state.passes + 1, NOWHERE, action, state.lost, state.hash)
        mine = 1 + state.mover
        found = state.hash ^ self.numbers[mine][action]
        cells, near = list(state.cells), self.near
        cells[action] = mine

        # Step 1. Take the opponent's chains without liberties.
        taken, where = 0, NOWHERE
        for beside in near[action]:
            if cells[beside] == 3 - mine:
                stones = chain_of(cells, near, beside)
                if is_captured(cells, near, stones):
                    for stone in stones:
                        cells[stone] = EMPTY
                        found ^= self.numbers[3 - mine][stone]
                    taken += len(stones)
                    where = beside

        # Step 2. A chain of one's own without liberties: suicide.
        own = chain_of(cells, near, action)
        suicides = 0
        if taken == 0 and is_captured(cells, near, own):
            for stone in own:
                cells[stone] = EMPTY
                found ^= self.numbers[mine][stone]
            suicides = len(own)

        # Step 3. A ko: one stone took one, and could be taken at once.
        ko = NOWHERE
        if taken == 1 and len(own) == 1:
            free = 0
            for beside in near[action]:
                free += 1 if cells[beside] == EMPTY else 0
            ko = where if free == 1 else NOWHERE
        lost = state.lost
        lost = (lost[0] + suicides, lost[1] + taken) if mine == BLACK else (lost[0] + taken, lost[1] + suicides)
        return self.after(state, tuple(cells), mover, 0, ko, action, lost, found)

    def after(
        self, state: Position, cells: tuple[int, ...], mover: int, passes: int, ko: int, last: int,
        lost: tuple[int, int], number: int,
    ) -> Position:  # fmt: skip
        """The next position, with the history of the one before it."""
        if not self.is_superko:
            return Position(cells, mover, passes, ko, last, lost, number, state.past, 0, state.history)
        mark = number ^ (self.turn if mover == 1 else 0)
        if passes > 0 and self.occurred(state, mark):
            return Position(cells, mover, passes, ko, last, lost, number, state.past, state.seen, state.history)
        history = list(state.history)
        history[state.seen] = mark
        past = state.past ^ mixed(mark)
        return Position(cells, mover, passes, ko, last, lost, number, past, state.seen + 1, tuple(history))

    def utility(self, state: Position, player: int) -> float:
        margin = self.margin(state)
        value = margin if self.is_territory and self.points else self.worth(margin)
        return value if player == 0 else -value

    def margin(self, state: Position) -> float:
        """By how much Black is ahead, with komi, dead stones taken off where the rules say so."""
        if self.is_judged:
            return self.counted(state, self.judged(state))
        return self.counted(state, state.cells)

    def counted(self, state: Position, cells: Any) -> float:
        """By how much Black is ahead if these stones are alive and the others of the state dead."""
        owner = owners(cells, self.near)
        points = 0
        for point in range(self.area):
            if not self.is_territory or cells[point] == EMPTY:
                points += (owner[point] & 1) - (owner[point] >> 1)
            if self.is_territory and state.cells[point] != cells[point]:  # a dead stone is a prisoner, too
                points += 1 if state.cells[point] == WHITE else -1
        if self.is_territory:
            points += state.lost[1] - state.lost[0]
        return points - self.komi

    def judged(self, state: Position) -> tuple[int, ...]:
        """The stones that playouts judge to be alive."""
        words = [0] * ROOM
        total = [0] * self.area
        for judge in range(JUDGES):
            play_out(state.cells, judge & 1, NOWHERE, NOWHERE, self.size, 2 * judge + 1, words)
            for point in range(self.area):
                total[point] += words[ROOM - self.area + point]
        cells = list(state.cells)
        for point in range(self.area):
            if cells[point] != EMPTY and state.cells[point] == cells[point]:
                stones = chain_of(state.cells, self.near, point)
                sign = 1 if cells[point] == BLACK else -1
                verdict = 0
                for stone in stones:
                    verdict -= sign * total[stone]
                if verdict >= MIN_VERDICT * len(stones):
                    for stone in stones:
                        cells[stone] = EMPTY
        return tuple(cells)

    def key(self, state: Position) -> int:
        """A hash of the stones, the player to move, passes, ko, and the set of positions so far."""
        rest = (state.mover + 2 * state.passes) * 512 + state.ko + 1
        if self.is_territory:
            rest += (state.lost[0] + 4096 * state.lost[1]) << 20
        return mixed(state.hash ^ mixed(rest) ^ state.past)

    def position(self, state: Position) -> Position:
        """The state without its last action, and without prisoners where they do not count."""
        lost = state.lost if self.is_territory else (0, 0)
        return state._replace(last=NOWHERE, lost=lost)

    # Exact values.

    def bounds(self, state: Position) -> tuple[float, float]:
        """From chains that cannot be captured (see life.py), on small boards by area."""
        if not self.is_bounded:
            return (-math.inf, math.inf) if self.points and self.is_territory else (self.worth(-1e9), self.worth(1e9))
        low = 2 * certain_points(state.cells, self.near, BLACK) - self.area - self.komi
        high = self.area - 2 * certain_points(state.cells, self.near, WHITE) - self.komi
        return self.worth(low), self.worth(high)

    @cached_property
    def is_bounded(self) -> bool:
        """Whether it is worth while to look for chains that cannot be captured."""
        return self.size <= MAX_BOUNDED_SIZE and self.is_superko and not self.is_territory and not self.is_judged

    def worth(self, margin: float) -> float:
        """What a margin is worth to Black."""
        if self.points:
            return max(-self.area - self.komi, min(self.area - self.komi, margin))
        return 1.0 if margin > 0 else -1.0 if margin < 0 else 0.0

    # Monte Carlo search.

    def playout(self, state: Position, seed: int, words: Any) -> float:
        """A random game that follows captures, atari and patterns (see playout.py)."""
        points = play_out(state.cells, state.mover, state.ko, state.last, self.size, seed, words) - self.komi
        if self.is_territory:
            points -= self.placed_more(state) + (words[0] & 1) * (1 - 2 * state.mover)
        if self.points:
            return points
        return 1.0 if points > 0 else -1.0 if points < 0 else 0.0

    def policy(self, state: Position) -> Iterator[tuple[int, float]]:
        """Which moves to try first (see advice.py)."""
        words = [0] * ROOM
        size = self.size
        set_up(words, state.cells, size)
        last = on_board(state.last, size) if 0 <= state.last < self.area else 0
        ko = on_board(state.ko, size) if state.ko >= 0 else 0
        vital = vital_point(words, last, 1 + state.mover) if last != 0 else 0
        for action in self.actions(state):
            if action == self.area:
                yield action, PASS_AFTER_PASS if state.passes > 0 else PASS
            else:
                yield action, weight(words, on_board(action, size), 1 + state.mover, ko, last, vital, size)

    def placed_more(self, state: Position) -> int:
        """How many more stones Black has placed than White: by so much area exceeds territory and prisoners."""
        more = state.lost[0] - state.lost[1]
        for point in range(self.area):
            more += (state.cells[point] & 1) - (state.cells[point] >> 1)
        return more

    # What a network sees.

    def inputs(self, state: Position, player: int) -> Iterator[int]:
        """For each point: is it mine, theirs, mine or theirs in atari, the last move; then a pass, and the colour."""
        cells, mine = state.cells, 1 + player
        chain, count, _ = self.chains(cells)
        for point in range(self.area):
            what = cells[point]
            atari = what != EMPTY and count[chain[point]] == 1
            yield 1 if what == mine else 0
            yield 1 if what == 3 - mine else 0
            yield 1 if atari and what == mine else 0
            yield 1 if atari and what == 3 - mine else 0
            yield 1 if point == state.last else 0
        yield 1 if state.passes > 0 else 0
        yield player

    @cached_property
    def images(self) -> int:  # type: ignore[override]
        """Under superko, a state has numbers of earlier positions, which cannot be turned."""
        return 1 if self.is_superko else 8

    def image(self, state: Position, number: int) -> Position:
        """One of the board's eight images."""
        cells = list(state.cells)
        found: int = Word(0)
        for point in range(self.area):
            at = self.image_action(state, number, point)
            cells[at] = state.cells[point]
            found ^= self.numbers[state.cells[point]][at]
        ko = self.image_action(state, number, state.ko) if state.ko >= 0 else NOWHERE
        last = self.image_action(state, number, state.last) if state.last >= 0 else NOWHERE
        return state._replace(cells=tuple(cells), ko=ko, last=last, hash=found)

    def image_action(self, state: Position, number: int, action: int) -> int:
        """Each second image is upside down, each other one transposed, in turn; a pass stays a pass."""
        if action == self.area:
            return action
        row, column = action // self.size, action % self.size
        for turn in range(number):
            row, column = (self.size - 1 - row, column) if turn % 2 == 0 else (column, row)
        return row * self.size + column

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return ("Black", "White")[player]

    def action_name(self, state: Position, action: int) -> str:
        return name_of(action, self.size)

    def read_action(self, state: Position, text: str) -> int | None:
        point = point_named(text, self.size)
        return point if point is not None and point in list(self.actions(state)) else None

    def text(self, state: Position) -> str:
        return drawing.text(self, state)

    def board(self, state: Position) -> Board:
        return drawing.board(self, state)

    def owned_board(self, state: Position, shares: Sequence[float]) -> Board:
        return drawing.board(self, state, shares)

    def write(self, state: Position) -> str:
        return notation.write(self, state)

    def read(self, text: str) -> Position:
        """A board ("X.O/.../... B"), a game in SGF, or moves ("D4 C3 pass")."""
        return notation.read(self, text)
