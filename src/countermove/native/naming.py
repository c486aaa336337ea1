"""Actions on both sides of a kernel: words inside, whatever the author writes outside (see compiler/action.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from countermove.action import as_action
from countermove.errors import NativeError
from countermove.game import Action, Game, State, legal
from countermove.native.kernel import GROWTHS, opening


class Naming:
    """The words of the actions of a game, as one kernel knows them."""

    def __init__(self, run: Callable[..., Any], game: Game) -> None:
        self.game = game
        self.run = run
        self._fixed: list[Any] = []

    def now(self) -> Naming:
        """What words mean now; when states outgrow their room, they come to mean something else."""
        found = Naming(self.run, self.game)
        found._fixed = [self.codec]
        return found

    @property
    def codec(self) -> Any:
        """How the kernel packs actions; None where they are their own words."""
        if self._fixed:
            return self._fixed[0]
        code = getattr(self.run, "code", None)
        return None if code is None or code.codec.plain else code.codec

    def word(self, state: State, action: Action) -> int:
        """The word of an action that is legal in a state; the kernel is compiled again where it has no room for it."""
        from countermove.native.compiler.program import RoomError

        for _ in range(GROWTHS):
            if self.codec is None:
                return int(action)
            if self.codec.by_number:
                return [as_action(each) for each in legal(self.game, state)].index(action)
            code = self.run.code  # type: ignore[attr-defined]
            try:
                return int(self.codec.word(action))
            except RoomError:
                self.run.outgrow(code)  # type: ignore[attr-defined]
        raise NativeError(f"{opening(type(self.game))}its actions grow longer and longer.")

    def action(self, state: State, word: int) -> Action:
        """The action of a state that a word stands for."""
        if self.codec is None:
            return word
        if self.codec.by_number:
            return as_action(legal(self.game, state)[word])
        return self.codec.action(word)

    def line(self, state: State, words: Iterable[int]) -> list[Action]:
        """The actions of a line of play from a state on."""
        if self.codec is None:
            return list(words)
        found = []
        for word in words:
            found.append(self.action(state, word))
            state = self.game.result(state, found[-1])
        return found
