"""Checkers (draughts): American rules, and those of other countries as parameters.

The board is in position.py, the moves are in moves.py, notations in notation.py, fen.py and pdn.py. Here are the
parameters and the end of the game: a player who cannot move, or has no piece left, loses.

    rules            board   king   men jump   must take   a man that reaches the last row      draw after
                             flies  backwards  the most    with more to jump                    quiet moves
    american           8     no     no         no          ends its move, crowned                   40
    russian            8     yes    yes        no          goes on as a king                        15
    brazilian          8     yes    yes        yes         goes on as a man, not crowned            20
    international     10     yes    yes        yes         goes on as a man, not crowned            25

Each is a parameter of its own too, `None` standing for the rule of the country. A quiet move takes nothing and is not
one of a man; the game is also drawn when a position occurs for the third time, or as often as `repetition` says.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from countermove.bits import Word, popcount, shr
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.explanation import Explanation, Part
from countermove.game import MAX_REVERSIBLE, action_named
from countermove.games.checkers import fen, notation, opening, pdn
from countermove.games.checkers.evaluation import WEIGHTS
from countermove.games.checkers.inputs import SHIPPED, Inputs
from countermove.games.checkers.moves import BECOMES_KING, ENDS, PASSES
from countermove.games.checkers.position import BLACK, COLOURS, WHITE, Position, place_of, square_at
from countermove.sparse import advantage_of
from countermove.values import dot

MIX_1, MIX_2 = Word(0x9E3779B97F4A7C15), Word(0xC2B2AE3D27D4EB4F)
"""Odd multipliers that spread bits."""
SIZES = (4, 6, 8, 10)
MAX_QUIET = 1000
MAX_REPETITION = 100
MAX_ESTIMATE = 0.99
CROWNING = {"ends": ENDS, "king": BECOMES_KING, "passes": PASSES}


class Country(NamedTuple):
    """The rules of a country."""

    size: int
    flying: bool
    backward: bool
    majority: bool
    crowning: str
    quiet: int
    first: int
    """Who begins."""
    algebraic: bool
    """Squares have the names of chess instead of numbers."""
    game_type: str
    """The GameType of PDN."""


RULES = {
    "american": Country(8, False, False, False, "ends", 40, BLACK, False, "21"),
    "russian": Country(8, True, True, False, "king", 15, WHITE, True, "25"),
    "brazilian": Country(8, True, True, True, "passes", 20, WHITE, True, "26"),
    "international": Country(10, True, True, True, "passes", 25, WHITE, False, "20"),
}


@dataclass(frozen=True)
class Checkers(Inputs):
    """Take all of the opponent's pieces, or leave them without a move.

    >>> game = Checkers()
    >>> print(game.text(game.read("11-15 23-19 8-11 22-17 11-16")))
    .  b  .  b  .  b  .  b     4
    b  .  b  .  b  .  .  .     8
    .  b  .  b  .  .  .  b    12
    .  .  .  .  b  .  b  .    16
    .  w  .  .  .  w  .  .    20
    w  .  .  .  .  .  w  .    24
    .  w  .  w  .  w  .  w    28
    w  .  w  .  w  .  w  .    32
    White to move
    """

    rules: str = "american"
    size: int | None = None
    rows: int | None = None
    """Rows of men at the start, of each side."""
    flying: bool | None = None
    backward: bool | None = None
    majority: bool | None = None
    crowning_rule: str | None = None
    """ends, king or passes."""
    quiet_moves: int | None = None
    """Moves of each player without a capture or a move of a man that make a draw; 0 for no such rule."""
    repetition: int = 3
    """The occurrence of a position that makes a draw; 0 for no such rule."""

    outcomes = (-1, 0, 1)
    repeats = True
    slice_distances = False
    weights = WEIGHTS
    layers_rows, layers_outputs, layers_offsets = SHIPPED

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "weights" in vars(cls):
            cls.evaluate = cls.weigh  # type: ignore[method-assign]

    def __post_init__(self) -> None:
        def refuse(name: str, expected: str) -> SpecError:
            return SpecError(f"Checkers: {name}={getattr(self, name)!r} must be {expected}.")

        if self.rules not in RULES:
            raise refuse("rules", f"one of {', '.join(RULES)}")
        if self.size is not None and (self.size not in SIZES or isinstance(self.size, bool)):
            raise refuse("size", "4, 6, 8 or 10")
        most = self.board_size // 2 - 1
        if self.rows is not None and (type(self.rows) is not int or not 1 <= self.rows <= most):
            raise refuse("rows", f"a whole number from 1 to {most}")
        for name in ("flying", "backward", "majority"):
            if not isinstance(getattr(self, name), bool | None):
                raise refuse(name, "true or false")
        if self.crowning_rule is not None and self.crowning_rule not in CROWNING:
            raise refuse("crowning_rule", f"one of {', '.join(CROWNING)}")
        count = self.quiet_moves
        if count is not None and (type(count) is not int or not 0 <= count <= MAX_QUIET):
            raise refuse("quiet_moves", f"a whole number from 0 to {MAX_QUIET}, 0 for no such rule")
        if type(self.repetition) is not int or self.repetition not in (0, *range(2, MAX_REPETITION + 1)):
            raise refuse("repetition", f"a whole number from 2 to {MAX_REPETITION}, or 0 for no such rule")
        if self.repetition == 0 and self.max_reversible == 0:
            raise SpecError("Checkers: without both rules, quiet_moves=0 and repetition=0, a game may never end.")

    # Parameters, with those of the country where none is given.

    @cached_property
    def country(self) -> Country:
        return RULES[self.rules]

    @cached_property
    def board_size(self) -> int:  # type: ignore[override]
        return self.country.size if self.size is None else self.size

    @cached_property
    def flies(self) -> bool:  # type: ignore[override]
        return self.country.flying if self.flying is None else self.flying

    @cached_property
    def jumps_back(self) -> bool:  # type: ignore[override]
        return self.country.backward if self.backward is None else self.backward

    @cached_property
    def takes_most(self) -> bool:  # type: ignore[override]
        return self.country.majority if self.majority is None else self.majority

    @cached_property
    def crowning(self) -> int:  # type: ignore[override]
        return CROWNING[self.country.crowning if self.crowning_rule is None else self.crowning_rule]

    @cached_property
    def first(self) -> int:  # type: ignore[override]
        """The colour of player 0, who begins."""
        return self.country.first

    @cached_property
    def max_reversible(self) -> int:  # type: ignore[override]
        return 2 * (self.country.quiet if self.quiet_moves is None else self.quiet_moves)

    @cached_property
    def max_occurrences(self) -> int:  # type: ignore[override]
        return self.repetition or sys.maxsize

    # Rules.

    def initial(self) -> Position:
        rows = self.board_size // 2 - 1 if self.rows is None else self.rows
        count, squares = rows * self.half, self.board_size * self.half
        black = fen.squares(range(1, count + 1), self.half)
        white = fen.squares(range(squares - count + 1, squares + 1), self.half)
        return Position(black, white, 0, self.first, 0)

    def player(self, state: Position) -> int:
        return state.turn ^ self.first

    def actions(self, state: Position) -> Iterator[int]:
        if self.max_reversible == 0 or state.quiet < self.max_reversible:
            yield from self.legal_moves(state)

    def result(self, state: Position, action: int) -> Position:
        return self.after(state, action)

    def utility(self, state: Position, player: int) -> float:
        if self.max_reversible != 0 and state.quiet >= self.max_reversible:
            return 0.0
        return -1.0 if player == state.turn ^ self.first else 1.0

    def key(self, state: Position) -> int:
        """A hash of everything but the count of quiet plies."""
        mixed = (Word(state.black) << 1 | state.turn) * MIX_1
        mixed = (mixed ^ shr(mixed, 32)) * MIX_2 + state.white
        mixed = (mixed ^ shr(mixed, 29)) * MIX_1 + state.kings
        mixed = (mixed ^ shr(mixed, 32)) * MIX_2
        return mixed ^ shr(mixed, 29)

    # Where positions repeat.

    def position(self, state: Position) -> Position:
        return state._replace(quiet=0)

    def reversible(self, state: Position) -> int:
        return state.quiet if self.max_reversible != 0 else MAX_REVERSIBLE

    # Knowledge for search.

    def evaluate(self, state: Position, player: int) -> float:
        """What the network says (see inputs.py), if there is one for these rules; else the weighted features."""
        if self.is_trained:
            return self.appraise(state, player, advantage_of(self, state))
        return self.weigh(state, player)

    def appraise(self, state: Position, player: int, advantage: float) -> float:
        """What the network says; a side without pieces has lost."""
        if state.black == 0 or state.white == 0:
            return self.weigh(state, player)
        value = advantage / (1 + abs(advantage))
        return value if player == state.turn ^ self.first else -value

    def weigh(self, state: Position, player: int) -> float:
        """The weighted features (see evaluation.py), less than a certain win; a side without pieces has lost.

        This is `evaluate` with weights from a file (`checkers:network=FILE`).
        """
        if state.black == 0 or state.white == 0:
            return -MAX_ESTIMATE if (state.black == 0) == (player ^ self.first == BLACK) else MAX_ESTIMATE
        full, features = self.fullness(state), self.named_features(state, player)
        found = full * dot(features, self.weights[0]) + (1 - full) * dot(features, self.weights[1])
        return max(-MAX_ESTIMATE, min(MAX_ESTIMATE, found))

    def terms(self, state: Position, player: int) -> Iterator[tuple[int, float]]:
        yield from enumerate(self.named_features(state, player))

    def phases(self, state: Position) -> tuple[float, float]:
        full = self.fullness(state)
        return full, 1 - full

    def explain(self, state: Position, player: int) -> Explanation:
        """Every feature, with its weight at this number of pieces, and what the network sees beyond them."""
        full, features = self.fullness(state), self.named_features(state, player)
        weights = [full * early + (1 - full) * late for early, late in zip(*self.weights, strict=True)]
        parts = [
            Part(name.replace("_", " "), feature * weight, (float(feature), weight))
            for name, feature, weight in zip(features._fields, features, weights, strict=True)
        ]
        found = self.evaluate(state, player)
        if found != self.weigh(state, player):
            parts.append(Part("network", found - sum(part.value for part in parts)))
        return Explanation(tuple(parts), found)

    def order(self, state: Position, action: int) -> float:
        """Captures by how many pieces they take."""
        return float(popcount(self.taken_by(action)))

    def is_quiet(self, state: Position) -> bool:
        return not self.can_jump(state)

    def tactical(self, state: Position) -> Iterator[int]:
        """Captures."""
        if self.can_jump(state):
            yield from self.legal_moves(state)

    def extend(self, state: Position) -> int:
        """One ply deeper where a capture is due: there is little choice."""
        return 1 if self.can_jump(state) else 0

    def null(self, state: Position) -> Position:
        """No pass: having to move is often a disadvantage (zugzwang)."""
        return state

    @property
    def opening_book(self) -> Path | None:
        """The book in use, made by searches (docs: "Checkers"); for American rules on 8 x 8."""
        usual = self.is_american and self.initial() == Checkers().initial()
        return Path(__file__).parents[1] / "openings" / "checkers.bin" if usual else None

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return COLOURS[player ^ self.first]

    def action_name(self, state: Position, action: int) -> str:
        return notation.name(self, state, action)

    def read_action(self, state: Position, text: str) -> int | None:
        return notation.read(self, state, text)

    def opening_name(self, state: Position) -> str:
        return opening.name(self, state)

    def write(self, state: Position) -> str:
        return fen.write(state, self.half)

    def read(self, text: str) -> Position:
        """A FEN, a game in PDN, or moves ("11-15 23-19", "1. c3-d4 b6-c5")."""
        if fen.is_fen(text):
            return fen.read(text, self.board_size, self.max_reversible)
        if pdn.is_pdn(text):
            return pdn.read(self, text).end
        state = self.initial()
        words = re.sub(r"[0-9]{1,4}\.+|[,;]", " ", text).split()
        for count, word in enumerate(words, 1):
            if word in pdn.RESULTS and count == len(words):
                break
            what = f"move {count} of the position {text.strip()!r}"
            if self.is_terminal(state):
                raise SpecError(f"{what[0].upper()}{what[1:]} is {word!r}, but the game is over by then.")
            state = self.after(state, action_named(self, state, word, what))
        return state

    def status(self, state: Position) -> str:
        """Who is to move, or how the game has ended."""
        name = COLOURS[state.turn]
        if self.max_reversible and state.quiet >= self.max_reversible:
            return f"A draw: {self.max_reversible // 2} moves without a capture or a move of a man"
        if self.is_terminal(state):
            return f"{name} cannot move: {COLOURS[1 - state.turn]} wins"
        return f"{name} to move{', and must jump' if self.can_jump(state) else ''}"

    def text(self, state: Position) -> str:
        size, half = self.board_size, self.half
        lines = []
        for row in range(size):
            signs = [fen.sign_on(state, square_at(row, column, half), half) or "." for column in range(size)]
            names = f"{(row + 1) * half:6}" if not self.country.algebraic else f"{size - row:6}"
            lines.append("  ".join(signs) + names)
        if self.country.algebraic:
            lines.append("  ".join(notation.FILES[:size]))
        return "\n".join([*lines, self.status(state)])

    def board(self, state: Position) -> Board:
        size, half = self.board_size, self.half
        rows = []
        for row in range(size):
            signs = [fen.sign_on(state, square_at(row, column, half), half) for column in range(size)]
            rows.append(
                [Cell(sign, player=fen.SIGNS.index(sign) // 2 ^ self.first if sign else None) for sign in signs]
            )
        clicks = []
        for action in self.actions(state):
            path = notation.clicked(self, state, action)
            clicks.append((action, tuple(place_of(number, half) for number in path)))
        if self.country.algebraic:
            names = tuple(str(row) for row in range(size, 0, -1)), tuple(notation.FILES[:size])
        else:
            names = tuple(str(row * half + 1) for row in range(size)), ()
        return Board.of(
            rows,
            caption=self.status(state),
            row_names=names[0],
            column_names=names[1],
            clicks=tuple(clicks),
            look="draughts",
        )
