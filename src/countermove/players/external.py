"""Players that are other programs: what the protocols UCI, GTP and JSON lines share.

A specification names the program, then limits and options: `uci:stockfish,seconds=1,option.Skill Level=3`. The program
may have arguments, split as a shell does: `gtp:gnugo --mode gtp,seconds=2`. It starts when the player takes its seat. A
program that crashes, does not answer in time, or answers with an illegal action forfeits its game (ForfeitError), and
the next game starts it again.
"""

from __future__ import annotations

import difflib
import re
import threading
import time
import weakref
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar, Final, NoReturn

from countermove.analysis.budget import DEFAULT_SECONDS, Budget
from countermove.errors import ForfeitError, SpecError
from countermove.game import Action, Game, S
from countermove.players.clock import Clock
from countermove.players.player import Player
from countermove.players.program import Program, command_of, quoted

if TYPE_CHECKING:
    from countermove.players.turn import Turn

LIMITS: Final = ("seconds", "depth", "nodes", "clock", "timeout")
"""The options of every program, beside its own, `option.NAME`."""
MARGIN: Final = 5.0
"""Seconds that an answer may be late before the program counts as hanging."""
UNTIMED: Final = 600.0
"""Seconds for an action that only depth or nodes limit."""
START: Final = 30.0
"""Seconds for a program to get ready."""
STOPPING: Final = 2.0
"""Seconds to answer after being told to stop."""


class External(Player):
    """A player that is another program. Subclasses know the protocol."""

    protocol: ClassVar[str]
    farewell: ClassVar[str | None] = "quit"
    """The command that ends the program."""

    def __init__(
        self,
        program: str,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        clock: Clock | None = None,
        timeout: float | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.command = command_of(program)
        if seconds is depth is nodes is None and clock is None:
            seconds = DEFAULT_SECONDS
        self.budget = Budget(seconds, depth, nodes)
        self.seconds_per_action = seconds
        self.clock = clock
        self.seconds_per_action = seconds
        self.timeout = timeout
        """The longest wait for an answer in seconds, if not that of the limits and a margin."""
        self.options = dict(options or {})
        given = {"seconds": seconds, "depth": depth, "nodes": nodes, "clock": clock, "timeout": timeout}
        words = [f"{name}={value:.15g}" for name, value in given.items() if isinstance(value, (int, float))]
        words += [f"clock={clock}"] if clock is not None else []
        words += [f"option.{name}={value}" for name, value in self.options.items()]
        self.short = f"{self.protocol}:{program}"
        """The protocol and the program, for messages."""
        self.name = ",".join([self.short, *words])
        self._program: Program | None = None
        self._playing: Game | None = None
        """The game it was last ready to play."""
        self._talking = threading.Lock()

    # What a protocol defines.

    def fit(self, game: Game, seat: int = 0) -> None:
        """Refuse a game that the protocol cannot be used for, by UnfitError."""

    @abstractmethod
    def greet(self, program: Program, game: Game) -> None:
        """Get a program that has just started ready, and set its options; SpecError if it does not understand."""

    @abstractmethod
    def begin(self, program: Program, game: Game) -> None:
        """Begin another game."""

    @abstractmethod
    def ask(
        self, program: Program, game: Game[S], state: S, turns: Sequence[Turn[S]], stop: threading.Event | None
    ) -> Action:  # fmt: skip
        """The program's action in a state; sets `analysis` if it says what it thinks."""

    # The player.

    def sit(self, game: Game, seat: int) -> None:
        """Take a seat: start the program, or have it begin another game."""
        self.fit(game, seat)
        try:
            with self._conversation(game, anew=True):
                pass
        except ForfeitError as error:
            error.seat = seat
            raise

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        self.analysis = None
        with self._conversation(game) as program:
            return self.ask(program, game, state, turns, stop)

    def close(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.close(self.farewell)

    @contextmanager
    def _conversation(self, game: Game, anew: bool = False) -> Iterator[Program]:
        """The running program, to one thread at a time; it is ended if the conversation breaks off."""
        with self._talking:
            try:
                yield self._ready(game, anew)
            except BaseException:
                broken, self._program = self._program, None
                if broken is not None:
                    broken.kill()
                raise

    def _ready(self, game: Game, anew: bool) -> Program:
        """The program, running and playing this game."""
        program = self._program
        if program is not None and not program.is_running:
            program.kill()
            program = None
        try:
            if program is None:
                self._program = program = Program(self.command, self.short)
                weakref.finalize(self, program.kill)
                self.greet(program, game)
                anew = True
            if anew or self._playing != game:
                self.begin(program, game)
        except ForfeitError as error:
            if self._playing is not None:
                raise
            raise SpecError(f"{str(error).rstrip('.')}; does it speak {self.language}?") from None
        self._playing = game
        return program

    # Helpers for protocols.

    @property
    def language(self) -> str:
        """The name of the protocol."""
        return {"json": "JSON lines"}.get(self.protocol, self.protocol.upper())

    def patience(self, left: float | None = None) -> float:
        """Seconds to wait for an action, with `left` on the clock."""
        if self.timeout is not None:
            return self.timeout
        times = [each for each in (self.budget.seconds, left) if each is not None]
        return max(0.0, min(times)) + MARGIN if times else UNTIMED

    def await_line(
        self, program: Program, what: str, seconds: float, stop: threading.Event | None = None,
        halt: Callable[[], None] | None = None,
    ) -> Iterator[str]:  # fmt: skip
        """The lines of a program, until the caller has found `what` it waits for; ForfeitError if that takes too long.

        Once `stop` is set, `halt()` is called, and the answer is due soon.
        """
        start = time.monotonic()
        deadline = start + seconds
        while True:
            line = program.read(deadline, stop)
            if line is not None:
                yield line
            elif stop is not None and stop.is_set():
                stop, deadline = None, min(deadline, time.monotonic() + STOPPING)
                if halt is not None:
                    halt()
            if time.monotonic() > deadline:
                raise ForfeitError(f"{self.short} has not {what} within {time.monotonic() - start:.1f} seconds.")

    def starting(self) -> float:
        """Seconds to wait while the program starts."""
        return START if self.timeout is None else self.timeout

    def illegal(self, said: str, legal: Sequence[str]) -> NoReturn:
        """Forfeit for an answer that is not a legal action."""
        listed = ", ".join(legal[:20]) + (f" and {len(legal) - 20} more" if len(legal) > 20 else "")
        raise ForfeitError(f"{self.short} plays {quoted(said)}, which is not legal; legal: {listed}.")

    def require_option(self, name: str, known: Sequence[str]) -> str:
        """The program's own spelling of an option; SpecError if it has none like it."""
        folded = {each.casefold(): each for each in known}
        if name.casefold() in folded:
            return folded[name.casefold()]
        close = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"its options are {', '.join(known) or 'none'}."
        raise SpecError(f"{self.short} has no option {name!r}; {hint}")


def parted(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The program of a specification, after its colon, and its options as pairs.

    The program ends where the first option begins, so its arguments may contain commas.

    >>> parted("stockfish,option.Skill Level=3,seconds=1")
    ('stockfish', [('option.Skill Level', '3'), ('seconds', '1')])
    >>> parted("python bot.py --board 7,6,depth=4")
    ('python bot.py --board 7,6', [('depth', '4')])
    """
    program, *parts = re.split(rf",\s*(?=(?:{'|'.join(LIMITS)}|option\.[^=,]+)\s*=)", text)
    pairs = [part.partition("=") for part in parts]
    return program.strip(), [(name.strip(), value.strip()) for name, _, value in pairs]
