"""A game with agents that move about, played with the arrow keys on a board redrawn in place.

It needs a terminal for input and output; elsewhere the game is an ordinary `Sitting`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from countermove.analysis import Analysis
from countermove.cli.drawing import draw
from countermove.cli.keyboard import keys, pressed
from countermove.cli.sitting import Left, Sitting
from countermove.drawn import require_board
from countermove.errors import CountermoveError
from countermove.game import Action, Game, S
from countermove.players import Turn

if TYPE_CHECKING:
    from rich.live import Live

KEYS = {
    "up": "North", "w": "North", "down": "South", "s": "South", "right": "East", "d": "East", "left": "West",
    "a": "West", " ": "Stop", ".": "Stop",
}  # fmt: skip
HELP = "arrows (or w a s d) move, space stops, h hint, u undo, q quit"
ACTION_SECONDS = 0.12
"""Seconds each computer action stays on screen."""


class Arcade(Sitting):
    """A sitting with a board drawn in place and keys for actions."""

    _live: Live

    @staticmethod
    def fits(game: Game, sitting: Sitting) -> bool:
        """Whether this game can be played with keys in this terminal."""
        return sitting.typed and not sitting.quiet and require_board(game, game.initial()).style == "maze"

    def run(self) -> int | None:
        from rich.live import Live

        with keys(), Live(console=self.out, auto_refresh=False, transient=True) as self._live:
            return super().run()

    def _show(self) -> None:
        from rich.text import Text

        if self._shown is self.state:
            return
        shown = draw(self.game, self.state, None)
        last = self.turns[-1] if self.turns else None
        human = any(player.is_human for player in self.players)
        shown.append(Text(f"\n{HELP if human else 'Ctrl-C ends'}", style="dim"))
        self._live.update(shown, refresh=True)
        self._shown = self.state
        if last is not None and not self.players[last.player].is_human:
            time.sleep(ACTION_SECONDS / self.game.cycle if human else ACTION_SECONDS)

    def _end(self) -> None:
        self._live.stop()
        super()._end()

    def _leave(self, text: str) -> None:
        self._live.stop()
        super()._leave(text)

    def _analysis(self) -> Analysis:
        self._say("Looking ahead ...", "dim")  # the first time compiles the rules, which takes a while
        return super()._analysis()

    def _announce(self, turn: Turn) -> None:
        """Print nothing: the board shows it."""

    def ask(self, game: Game[S], state: S, seat: int | None = None) -> Action:
        """The action a person presses a key for; agents in a maze act in turn, so the seat is known."""
        while True:
            key = pressed()
            if key in ("", "q"):
                raise Left
            try:
                if key == "u":
                    self._do_undo("")
                elif key == "h":
                    self._do_hint("")
            except CountermoveError as error:
                self._say(str(error), "red")
            for action in game.actions(state):
                if game.action_name(state, action) == KEYS.get(key):
                    return action
