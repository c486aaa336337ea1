"""A game with agents that move about, played with the arrow keys: the board stays where it is and changes.

Only where a person can press keys and see it: with input or output that is not a terminal, the game is a `Sitting`
like any other.
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
from countermove.game import Action, Game, State
from countermove.players import Turn

if TYPE_CHECKING:
    from rich.live import Live

__all__ = ["Arcade"]

KEYS = {
    "up": "North", "w": "North", "down": "South", "s": "South", "right": "East", "d": "East", "left": "West",
    "a": "West", " ": "Stop", ".": "Stop",
}  # fmt: skip
HELP = "arrows (or w a s d) move, space stops, h hint, u undo, q quit"
PACE = 0.12
"""Seconds that what a computer did is shown."""


class Arcade(Sitting):
    """A sitting whose board is drawn in place, and whose actions are keys."""

    _live: Live

    @staticmethod
    def fits(game: Game, sitting: Sitting) -> bool:
        """Whether a game is to be played in this way here."""
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
            time.sleep(PACE / self.game.cycle if human else PACE)

    def _end(self) -> None:
        self._live.stop()
        super()._end()

    def _leave(self, text: str) -> None:
        self._live.stop()
        super()._leave(text)

    def _analysis(self) -> Analysis:
        self._say("Looking ahead ...", "dim")  # the first time rules are compiled, which takes a while
        return super()._analysis()

    def _tell(self, turn: Turn) -> None:
        """Nothing is said: it is seen."""

    def ask(self, game: Game, state: State, seat: int | None = None) -> Action:
        """What a person presses; agents in a maze act one after the other, so the seat is known."""
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
