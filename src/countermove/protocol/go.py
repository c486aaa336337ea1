"""The GTP engine for Go: all of the standard, which for other games makes no sense.

GTP lets a colour move twice in a row, places handicaps, asks for the score of a game that is not over, and for the
stones that are dead. Beyond the engine for any game (gtp.py) there are

    fixed_handicap N, place_free_handicap N, set_free_handicap POINTS
    final_score                         at any time; dead stones as the rules say (games/go/rules.py)
    final_status_list alive|dead|seki   the chains, each on a line of its own
    loadsgf FILE [MOVE], printsgf       a game read, up to before a move, and written
    countermove-ownership [PLAYOUTS]    whose each point will be, in percent: 100 is Black's, -100 White's
    countermove-criticality [PLAYOUTS]  how much winning depends on each point, in percent
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from countermove import registry
from countermove.engine.play.owner import DEFAULT_PLAYOUTS, Ownership, ownership
from countermove.files import no_device
from countermove.game import Game
from countermove.games.go import Go, sgf
from countermove.games.go.drawing import result_of
from countermove.games.go.point import BLACK, EMPTY, handicap_points, max_handicap, name_of, point_named
from countermove.games.go.position import NOWHERE, Position, chain_of, owners
from countermove.players.turn import Turn
from countermove.protocol.gtp import GtpEngine, Refusal, whole
from countermove.protocol.search import prepare
from countermove.protocol.session import Session

SHARE_OF_CLOCK: Final = 0.2
"""The part of the time left that a move may wait for the compiler."""
MAX_PLAYOUTS: Final = 1_000_000
MAX_BYTES: Final = 1 << 24
"""The largest SGF file that is read."""


class GoEngine(GtpEngine):
    """The engine for Go."""

    def __init__(self, say: Callable[[str], None], game: Game, version: str = "") -> None:
        super().__init__(say, game, version)
        self._prepared: Game | None = None
        self._preparing: threading.Thread | None = None
        self._commands |= {
            "fixed_handicap": self._fixed_handicap, "place_free_handicap": self._place_handicap,
            "set_free_handicap": self._set_handicap, "final_status_list": self._statuses, "loadsgf": self._load,
            "printsgf": self._print, "get_komi": lambda _: f"{self._go.komi:g}",
            "countermove-ownership": lambda text: self._percent(self._owned(text).shares),
            "countermove-criticality": lambda text: self._percent(self._owned(text).criticality),
        }  # fmt: skip

    @property
    def _go(self) -> Go:
        game = self._game
        assert isinstance(game, Go)
        return game

    @property
    def _state(self) -> Position:
        state: Position = self._session.state
        return state

    def _renew(self, game: Game) -> None:
        """Size and komi are constants of compiled code: compile for these before the first move is asked for."""
        if game != self._prepared:
            self._prepared, self._preparing = game, prepare(game)
        super()._renew(game)

    # Moves: either colour, at any time.

    def _turned(self, player: int) -> Position:
        """The position with a player to move, who goes on even after two passes."""
        state, game = self._state, self._go
        if state.mover == player and not game.is_terminal(state):
            return state
        cells, hashed, lost = state.cells, state.hash, state.lost
        if state.mover == player:
            return state._replace(passes=0)
        return game.after(state, cells, player, 0, NOWHERE, state.last, lost, hashed)

    def _play(self, text: str) -> str:
        colour, _, name = text.partition(" ")
        player = self._player(colour)
        point = point_named(name, self._go.size)
        if point is None:
            raise Refusal("syntax error" if not name else "illegal move")
        state = self._turned(player)
        if point not in list(self._go.actions(state)):
            raise Refusal("illegal move")
        self._session.turns.append(Turn(state, player, point, self._go.result(state, point)))
        return ""

    def _generate(self, colour: str, plays: bool) -> str:
        player = self._player(colour.strip())
        state = self._turned(player)
        if self._preparing is not None:
            left = self._time.left
            self._preparing.join(left[player][0] * SHARE_OF_CLOCK if left and self._time.is_limited else None)
            self._preparing = None
        if state is self._state:
            return super()._generate(colour, plays)
        kept = self._session
        self._session = Session(self._go)
        self._session.start = state
        try:
            name = super()._generate(colour, plays)
            made = self._session.turns
        finally:
            self._session = kept
        self._session.turns += made
        return name

    # Handicaps.

    def _require_empty(self) -> None:
        if self._session.turns or any(cell not in (EMPTY, 3) for cell in self._state.cells):
            raise Refusal("board not empty")

    def _begin(self, points: Sequence[int]) -> str:
        """Begin with black stones on some points, White to move."""
        cells = list(self._state.cells)
        for point in points:
            cells[point] = BLACK
        self._session.start = self._go.placed(tuple(cells), 1)
        return " ".join(name_of(point, self._go.size) for point in points)

    def _fixed_handicap(self, text: str) -> str:
        count = whole(text)
        self._require_empty()
        if not 2 <= count <= max_handicap(self._go.size):
            raise Refusal("invalid number of stones")
        return self._begin(handicap_points(self._go.size, count))

    def _place_handicap(self, text: str) -> str:
        """Fixed points if there are as many, else as many as there are."""
        count = whole(text)
        self._require_empty()
        most = max_handicap(self._go.size)
        if count < 2 or count > self._go.area - 1 or not most:
            raise Refusal("invalid number of stones")
        return self._begin(handicap_points(self._go.size, min(count, most)))

    def _set_handicap(self, text: str) -> str:
        points = [point_named(word, self._go.size) for word in text.split()]
        self._require_empty()
        known = [point for point in points if point is not None and point < self._go.area]
        if len(known) < 2 or len(known) != len(points) or len(set(known)) != len(known) or len(known) >= self._go.area:
            raise Refusal("bad vertex list")
        self._begin(known)
        return ""

    # The end of a game.

    def _alive(self) -> tuple[int, ...]:
        """The stones that stay on the board in the end."""
        return self._go.judged(self._state) if self._go.is_judged else self._state.cells

    def _score(self, text: str) -> str:
        return result_of(self._go.counted(self._state, self._alive()))

    def _statuses(self, text: str) -> str:
        if text not in ("alive", "dead", "seki"):
            raise Refusal("invalid status")
        game, cells, alive = self._go, self._state.cells, self._alive()
        whose = owners(alive, game.near)
        seen: set[int] = set()
        lines = []
        for point in range(game.area):
            if cells[point] == EMPTY or point in seen:
                continue
            stones = chain_of(cells, game.near, point)
            seen |= set(stones)
            beside = {whose[other] for stone in stones for other in game.near[stone] if alive[other] == EMPTY}
            status = "dead" if alive[point] == EMPTY else "seki" if cells[point] not in beside else "alive"
            if status == text:
                lines.append(" ".join(name_of(stone, game.size) for stone in sorted(stones)))
        return "\n".join(lines)

    # Files.

    def _load(self, text: str) -> str:
        name, _, number = text.rpartition(" ") if text.rpartition(" ")[2].isdigit() and " " in text else (text, "", "")
        try:
            path = no_device(Path(name))
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except (OSError, ValueError):
            raise Refusal("cannot open or parse the file") from None
        if len(data) > MAX_BYTES:
            raise Refusal(f"the file has more than {MAX_BYTES:,} bytes")
        root = sgf.parse(data.decode("utf-8", "replace"))[0]
        fields = ",".join(f"{field}={value}" for field, value in sgf.fields_of(root).items())
        game = registry.altered(self._game, f"{fields},handicap=0")
        assert isinstance(game, Go)
        line = sgf.line(game, list(root.main()))
        moves = [state for action, state in line if action is not None]
        if number:
            before = int(number) - 1
            if not 0 <= before <= len(moves):
                raise Refusal(f"the file has {len(moves)} moves")
            last = [at for at, (action, _) in enumerate(line) if action is not None][:before]
            line = line[: last[-1] + 1] if last else [each for each in line if each[0] is None][:1]
        self._renew(game)
        state = game.initial()
        for action, after in line:
            if action is None:
                self._session.start, state = after, after
                self._session.turns.clear()
            else:
                self._session.turns.append(Turn(state, 1 - after.mover, action, after))
                state = after
        return ("black", "white")[self._state.mover]

    def _print(self, text: str) -> str:
        start, turns = self._session.start, self._session.turns
        root = sgf.tree_of(self._go, start, ())
        sgf.add_variation(root, [(turn.player, turn.action) for turn in turns], self._go.size)
        return sgf.write(root)

    # Estimates.

    def _owned(self, text: str) -> Ownership:
        count = whole(text) if text else DEFAULT_PLAYOUTS
        if not 1 <= count <= MAX_PLAYOUTS:
            raise Refusal(f"the number of playouts must be from 1 to {MAX_PLAYOUTS:,}")
        return ownership(self._go, self._state, count)

    def _percent(self, numbers: Sequence[float]) -> str:
        size = self._go.size
        rows = [numbers[row * size : (row + 1) * size] for row in reversed(range(size))]
        return "\n" + "\n".join(" ".join(f"{round(100 * number):>4}" for number in row) for row in rows)
