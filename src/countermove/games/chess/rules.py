"""Chess, and Chess960.

The board is in position.py, the moves are in moves.py, notations in fen.py, notation.py and pgn.py. Here are the ends
of the game.

A game is drawn after fifty moves without a capture or a move of a pawn, and when a position occurs for the third time,
as soon as that happens, as if the draw had been claimed; with `claims=False` it goes on to 75 moves and five times. It
is also drawn in a dead position, where the pieces cannot give mate by any sequence of moves: a king alone or with one
bishop or knight against a king, or bishops that all stand on squares of one colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from countermove.bits import Word, lowest, shr
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.explanation import Explanation
from countermove.game import Game, action_named
from countermove.games.chess import arrangement as arrangements
from countermove.games.chess import ending, fen, inputs, notation, pgn, polyglot
from countermove.games.chess.evaluation import HALF_WON, PHASE, TEMPO, expected, phase, terms
from countermove.games.chess.exchange import WORTH, captured, gains
from countermove.games.chess.moves import CASTLING, after, captures, kind_of, legal_moves, piece_of, placed_of
from countermove.games.chess.opening import MAX_PLIES, Opening, openings
from countermove.games.chess.position import Position, all_pieces, in_check, kings, knights, pawns, turned
from countermove.games.chess.reason import explained
from countermove.games.chess.squares import DARK, FILES
from countermove.games.chess.weights import FITTED, packed
from countermove.sparse import advantage_of, shipped

CLAIMED, AUTOMATIC = 100, 150
"""Plies without a capture or a move of a pawn: after fifty moves a player may claim a draw, after 75 it is one."""
MIX_1, MIX_2 = Word(0x9E3779B97F4A7C15), Word(0xC2B2AE3D27D4EB4F)
"""Odd multipliers that spread bits."""


def is_dead(at: Position) -> bool:
    """Whether there is too little material to mate: no pawn, rook or queen, and one knight or bishops of one colour."""
    if pawns(at) | at.plane1 & at.plane2 != 0:
        return False
    bishops, minor = at.plane2, at.plane2 | knights(at)
    if minor & minor - 1 == 0:
        return True
    return minor == bishops and (bishops & DARK == 0 or bishops & ~DARK == 0)


def is_lone(at: Position) -> bool:
    """Whether a player has only a king left."""
    men = all_pieces(at) & ~kings(at)
    return men & at.own == 0 or men & ~at.own == 0


@dataclass(frozen=True)
class Chess(Game[Position]):
    """Checkmate the king.

    >>> game = Chess()
    >>> print(game.text(game.read("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#")))
    8  r . b q k b . r
    7  p p p p . Q p p
    6  . . n . . n . .
    5  . . . . p . . .
    4  . . B . P . . .
    3  . . . . . . . .
    2  P P P P . P P P
    1  R N B . K . N R
       a b c d e f g h
    Black is checkmated
    """

    arrangement: int = arrangements.STANDARD
    claims: bool = True

    outcomes = (-1, 0, 1)
    repeats = True
    swing = 0.065
    active_inputs, max_active, stages = inputs.INPUTS, inputs.PIECES, inputs.STAGES
    weights = FITTED
    packed = packed(FITTED)
    layers_rows, layers_outputs, layers_offsets = shipped(inputs.SHIPPED)

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "weights" in vars(cls):
            cls.packed = packed(cls.weights)
            cls.evaluate = cls.weigh  # type: ignore[method-assign]

    def __post_init__(self) -> None:
        number = self.arrangement
        if type(number) is not int or not 0 <= number < arrangements.COUNT:
            raise SpecError(f"Chess: arrangement={number!r} must be a whole number from 0 to {arrangements.COUNT - 1}.")

    @cached_property
    def max_reversible(self) -> int:  # type: ignore[override]
        """Plies without a capture or a move of a pawn that end the game."""
        return CLAIMED if self.claims else AUTOMATIC

    @cached_property
    def max_occurrences(self) -> int:  # type: ignore[override]
        """How often a position occurs at most: a draw is claimed the third time, and automatic the fifth."""
        return 3 if self.claims else 5

    @property
    def is_chess960(self) -> bool:
        return self.arrangement != arrangements.STANDARD

    # Rules.

    def initial(self) -> Position:
        return fen.read(arrangements.start(self.arrangement))

    def player(self, state: Position) -> int:
        return state.plies & 1

    def actions(self, state: Position) -> Iterator[int]:
        if state.quiet < self.max_reversible and not is_dead(state):
            yield from legal_moves(state)

    def result(self, state: Position, action: int) -> Position:
        return after(state, action)

    def utility(self, state: Position, player: int) -> float:
        if not in_check(state) or any(True for _ in legal_moves(state)):
            return 0.0
        return -1.0 if player == state.plies & 1 else 1.0

    def key(self, state: Position) -> int:
        """A hash of everything but the counts of moves."""
        mixed = (state.plane0 ^ shr(state.plane0, 32)) * MIX_1 + state.plane1
        mixed = (mixed ^ shr(mixed, 29)) * MIX_2 + state.plane2
        mixed = (mixed ^ shr(mixed, 32)) * MIX_1 + state.own
        mixed = (mixed ^ shr(mixed, 29)) * MIX_2 + (state.castling ^ state.passing) + (state.plies & 1)
        return mixed ^ shr(mixed, 32)

    # Where positions repeat.

    def position(self, state: Position) -> Position:
        return state._replace(quiet=0, plies=state.plies & 1)

    def reversible(self, state: Position) -> int:
        return state.quiet

    # Knowledge for search.

    def evaluate(self, state: Position, player: int) -> float:
        """What the network says (see inputs.py)."""
        return self.appraise(state, player, advantage_of(self, state))

    def appraise(self, state: Position, player: int, advantage: float) -> float:
        """What the network says; against a lone king, which it seldom sees, the sum of all terms."""
        if is_lone(state):
            return self.weigh(state, player)
        value = expected(HALF_WON * advantage)
        return value if player == state.plies & 1 else -value

    def weigh(self, state: Position, player: int) -> float:
        """The sum of all terms (see evaluation.py), weighted by how early or late in the game it is.

        This is `evaluate` with weights from a file (`chess:network=FILE`).
        """
        total = self.packed[TEMPO]
        for term, times in terms(state):
            total += self.packed[term] * times
        for term, times in terms(turned(state)):
            total -= self.packed[term] * times
        late = total + (1 << 31) >> 32
        early = total - (late << 32)
        left = phase(state)
        value = expected((early * left + late * (PHASE - left)) / PHASE)
        return value if player == state.plies & 1 else -value

    def terms(self, state: Position, player: int) -> Iterator[tuple[int, int]]:
        """The terms of both players (see evaluation.py)."""
        sign = 1 if player == state.plies & 1 else -1
        yield TEMPO, sign
        for term, times in terms(state):
            yield term, sign * times
        for term, times in terms(turned(state)):
            yield term, -sign * times

    def active(self, state: Position, player: int) -> Iterator[int]:
        yield from inputs.active(state if player == state.plies & 1 else turned(state))

    def active_words(self, state: Position, player: int) -> tuple[int, ...]:
        return inputs.active_words(state if player == state.plies & 1 else turned(state))

    def stage(self, state: Position) -> int:
        return inputs.stage(state)

    def phases(self, state: Position) -> tuple[float, float]:
        left = phase(state) / PHASE
        return left, 1 - left

    def order(self, state: Position, action: int) -> float:
        """Captures and promotions by what they take, if they do not lose material; those that do come last."""
        taken, placed = captured(state, action), placed_of(action)
        if taken == 0 and placed == piece_of(action):
            return 0.0
        worth = WORTH[taken] + WORTH[placed] - WORTH[piece_of(action)]
        return worth + 1000.0 - piece_of(action) if gains(state, action, 0) else worth - 2000.0

    def is_quiet(self, state: Position) -> bool:
        return False

    def tactical(self, state: Position) -> Iterator[int]:
        """Captures and promotions."""
        yield from captures(state)

    def extend(self, state: Position) -> int:
        """One ply deeper in check."""
        return 1 if in_check(state) else 0

    def null(self, state: Position) -> Position:
        """A pass; none in check, or with only pawns left, where having to move may be a disadvantage (zugzwang)."""
        if state.own & (state.plane2 | knights(state)) == 0 or in_check(state):
            return state
        return turned(state)._replace(passing=Word(0), quiet=0)

    # Endgame databases (see ending.py); others are Syzygy's.

    syzygy = True

    def slice_of(self, state: Position) -> int:
        return ending.slice_of(state)

    def slice_index(self, state: Position) -> int:
        return ending.slice_index(state)

    def slice_state(self, number: int, index: int) -> Position:
        return ending.slice_state(number, index)

    def slice_before(self, state: Position) -> Iterator[int]:
        yield from ending.slice_before(state)

    def slice_size(self, number: int) -> int:
        return ending.slice_size(number)

    def slices(self, pieces: int) -> Iterator[int]:
        yield from ending.slices(pieces)

    def slices_below(self, number: int) -> Iterable[int]:
        return ending.slices_below(number)

    def slice_name(self, number: int) -> str:
        return ending.slice_name(number)

    def read_slice(self, text: str) -> int:
        return ending.slice_named(text)

    # Opening books.

    @property
    def opening_book(self) -> Path | None:
        return None if self.is_chess960 else Path(__file__).parents[1] / "openings" / "chess.bin"

    def book_key(self, state: Position) -> int:
        return polyglot.key(self.upright(state), state.plies & 1 == 0)

    def book_code(self, state: Position, action: int) -> int:
        return polyglot.code(state, action)

    # Words and pictures.

    def explain(self, state: Position, player: int) -> Explanation:
        if type(self).evaluate is Chess.weigh or is_lone(state):
            return explained(state, player, self.weights)
        advantage = HALF_WON * advantage_of(self, state)
        return explained(state, player, self.weights, advantage if player == state.plies & 1 else -advantage)

    def player_name(self, player: int) -> str:
        return fen.SIDES[player]

    def opening_name(self, state: Position) -> str:
        """The name and code of the opening of which this is the last position (see opening.py)."""
        return str(self.opening(state) or "")

    def opening(self, state: Position) -> Opening | None:
        """The opening of which this is the last position."""
        return None if self.is_chess960 or state.plies > MAX_PLIES else openings().get(self.book_key(state))

    def action_name(self, state: Position, action: int) -> str:
        return notation.san(state, action)

    def read_action(self, state: Position, text: str) -> int | None:
        """A move in any notation (see notation.py)."""
        return notation.read_move(state, text)

    # What engines that speak UCI need (players/uci.py).

    def uci_name(self, state: Position, action: int, chess960: bool) -> str:
        return notation.uci(state, action, chess960)

    def uci_value(self, centipawns: float) -> float:
        return expected(centipawns)

    def needs_chess960(self, state: Position) -> bool:
        return self.is_chess960 or fen.needs_chess960(state)

    def write(self, state: Position) -> str:
        return fen.write(state)

    def read(self, text: str) -> Position:
        """A FEN, a game in PGN, or moves ("1. e4 e5 2. Nf3", "e2e4 e7e5"), also with a FEN and "moves" before them."""
        text = re.sub(r"^\s*(position\s+)?(fen\s+|startpos\b)", "", text)
        position, _, moves = text.partition("moves") if not pgn.is_pgn(text) else (text, "", "")
        if fen.is_fen(position):
            return self._played(fen.read(position), moves)
        if pgn.is_pgn(text):
            return pgn.read(text, self.initial()).end
        return self._played(self.initial(), f"{position} {moves}")

    def _played(self, state: Position, text: str) -> Position:
        words = re.sub(r"[0-9]{1,4}\.+|[,;]", " ", text).split()
        for count, word in enumerate(words, 1):
            if word in pgn.RESULTS and count == len(words):
                break
            what = f"move {count} of the position {text.strip()!r}"
            if self.is_terminal(state):
                raise SpecError(f"{what[0].upper()}{what[1:]} is {word!r}, but the game is over by then.")
            state = after(state, action_named(self, state, word, what))
        return state

    def upright(self, state: Position) -> Position:
        """The board with White below, White's pieces being `own`."""
        return turned(state) if state.plies & 1 else state

    def text(self, state: Position) -> str:
        at = self.upright(state)
        rows = [" ".join(fen.letter_on(at, 8 * row + column) or "." for column in range(8)) for row in range(8)]
        lines = [f"{row + 1}  {rows[row]}" for row in range(7, -1, -1)]
        return "\n".join([*lines, f"   {' '.join(FILES)}", self.status(state)])

    def status(self, state: Position) -> str:
        """Who is to move, or how the game has ended."""
        name, check = fen.SIDES[state.plies & 1], in_check(state)
        if not any(True for _ in legal_moves(state)):
            return f"{name} is checkmated" if check else f"Stalemate: {name} cannot move"
        if is_dead(state):
            return "A draw: neither side can checkmate"
        if state.quiet >= self.max_reversible:
            return f"A draw: {self.max_reversible // 2} moves without a capture or a pawn move"
        return f"{name} to move{', in check' if check else ''}"

    def board(self, state: Position) -> Board:
        at = self.upright(state)
        checked = notation.actual(state, lowest(state.own & kings(state))) if in_check(state) else -1
        rows = [[self._cell(at, 8 * row + column, checked) for column in range(8)] for row in range(7, -1, -1)]
        clicks = [(action, self._places(state, action)) for action in self.actions(state)]
        names = tuple(str(row) for row in range(8, 0, -1))
        return Board.of(
            rows,
            caption=self.status(state),
            row_names=names,
            column_names=tuple(FILES),
            clicks=tuple(clicks),
            look="chess",
        )

    def _cell(self, at: Position, square: int, checked: int) -> Cell:
        letter = fen.letter_on(at, square)
        player = None if not letter else int(letter.islower())
        return Cell(letter, player=player, marked=square == checked)

    def _places(self, state: Position, action: int) -> tuple[tuple[int, int], ...]:
        """The squares to click: from and to; castling is the king's two steps, or in Chess960 taking one's rook."""
        name = notation.uci(state, action, self.is_chess960 and kind_of(action) == CASTLING)
        return tuple((8 - int(name[at + 1]), FILES.index(name[at])) for at in (0, 2))
