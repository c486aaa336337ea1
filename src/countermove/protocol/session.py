"""The game that an engine and its client talk about: where it began, and its turns so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from countermove.errors import SpecError
from countermove.game import Action, Game, S, action_named, same
from countermove.players.record import action_numbered
from countermove.players.repetition import final_payoffs
from countermove.players.turn import Turn

Word = TypeVar("Word")


class Session(Generic[S]):
    """A game in progress.

    >>> from countermove import load
    >>> session = Session(load("tictactoe"))
    >>> session.play("b2")
    >>> session.game.write(session.state), session.undo(), session.game.write(session.state)
    ('....X....', None, '.........')
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.start = game.initial()
        self.turns: list[Turn[S]] = []
        self._words: Sequence[Any] = ()
        """The words that `place` made the turns of, as far as they have not changed since."""

    @property
    def state(self) -> S:
        return self.turns[-1].after if self.turns else self.start

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """What the finished game is worth to each player; None if it goes on."""
        return final_payoffs(self.game, self.state, self.turns)

    def place(self, start: S, words: Sequence[Word], read: Callable[[S, Word, int], Action]) -> None:
        """Begin at `start` and play what `read` makes of each word; an error changes nothing.

        Clients send the whole game again for every action, so what has not changed is not played again.
        """
        before = self.start, self.turns, self._words
        known = 0
        if same(start, self.start):
            while known < min(len(words), len(self._words)) and words[known] == self._words[known]:
                known += 1
        self.start, self.turns, self._words = start, self.turns[:known], words
        try:
            for count, word in enumerate(words[known:], known + 1):
                self._take(read(self.state, word, count))
        except BaseException:
            self.start, self.turns, self._words = before
            raise

    def play(self, word: str) -> None:
        """Play an action by its name."""
        self.take(self.read(self.state, word))

    def take(self, action: Action) -> None:
        """Play a legal action; SpecError where the game is over."""
        if self.payoffs is not None:
            raise SpecError("The game is over.")
        self._take(action)

    def undo(self) -> None:
        """Take back the last action."""
        if not self.turns:
            raise SpecError("There is no action to take back.")
        self.turns.pop()
        self._words = self._words[: len(self.turns)]

    def read(self, state: S, word: str | int, count: int | None = None) -> Action:
        """The action that a word means: its name, or its number where names are not unique."""
        what = "the action" if count is None else f"action {count}"
        if isinstance(word, int):
            return action_numbered(self.game, state, word, what)
        return action_named(self.game, state, word, what)

    def _take(self, action: Action) -> None:
        state = self.state
        self.turns.append(Turn(state, self.game.player(state), action, self.game.result(state, action)))
