"""A policy from saved games: the frequency of each action in a position.

In other positions a fallback policy takes over, by default the uniform one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import Any

from countermove.action import rank_of
from countermove.engine.chance.model import Model
from countermove.errors import SpecError
from countermove.game import CHANCE, Action, Game, S
from countermove.players.policy import Policy, Uniform, book
from countermove.players.record import Record, load, replay
from countermove.registry import load as load_game
from countermove.textbook.odds import Odds, shared
from countermove.values import freeze


class Recorded(Policy):
    """Plays each action as often as it was played in the same position of these games.

    >>> from countermove import load
    >>> game = load("nim:piles=(1,2)")
    >>> games = [Record("nim:piles=(1,2)", actions=(first,)) for first in ("b1", "b1", "a1", "b1")]
    >>> policy = Recorded(games)
    >>> [(game.action_name(game.initial(), action), odds) for action, odds in policy.chances(game, game.initial())]
    [('a1', 0.25), ('b1', 0.75)]
    """

    def __init__(self, records: Iterable[Record], fallback: Policy | None = None, name: str = "record") -> None:
        self.records = list(records)
        self.fallback = fallback or Uniform()
        self.name = name
        self._counted: tuple[Game, dict[Hashable, tuple[Any, Counter[Action]]]] | None = None

    @classmethod
    def read(cls, path: str | Path, fallback: Policy | None = None) -> Recorded:
        """From a saved game, or from all in a folder (`*.json`)."""
        files = sorted(Path(path).glob("*.json")) if Path(path).is_dir() else [Path(path)]
        if not files:
            raise SpecError(f"The folder {str(path)!r} has no saved games (*.json).")
        return cls([load(file) for file in files], fallback, f"record:{path}")

    def fit(self, game: Game[S], state: S | None = None) -> None:
        """Refuse games with other rules."""
        self.frequencies(game)

    def frequencies(self, game: Game[S]) -> dict[Hashable, tuple[S, Counter[Action]]]:
        """How often each action was taken, by position."""
        if self._counted is None or self._counted[0] is not game:
            found: dict[Hashable, tuple[S, Counter[Action]]] = {}
            for record in self.records:
                if load_game(record.game) != game:
                    raise SpecError(
                        f"{self.name} contains a game of {record.game}, not of the game being played; remove it."
                    )
                for turn in replay(record, game)[1]:
                    if turn.player != CHANCE:
                        found.setdefault(freeze(turn.state), (turn.state, Counter()))[1][turn.action] += 1
            self._counted = (game, found)
        return self._counted[1]

    def chances(self, game: Game[S], state: S) -> Odds:
        known = self.frequencies(game).get(freeze(state))
        if known is None:
            return self.fallback.chances(game, state)
        return shared({action: known[1][action] for action in sorted(known[1], key=rank_of)})

    def model(self, game: Game[S], state: S, seat: int) -> Model | None:
        if not isinstance(self.fallback, Uniform):
            return super().model(game, state, seat)
        return book(self, game, (state for state, _ in self.frequencies(game).values() if game.player(state) != seat))
