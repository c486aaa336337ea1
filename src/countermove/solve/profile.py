"""A profile: how every player of a game acts at every information set, with what that is worth and how good it is.

Its *exploitability* is the proof. Against the strategies of the others, each player's best response is computed
exactly; what players could gain by it, on average over the players, is the exploitability (NashConv divided by the
number of players). It is 0 exactly in a Nash equilibrium. With two players and a constant sum, a strategy of
exploitability e also guarantees the value of the game up to 2e, whatever the opponent does.

A profile is saved as JSON that people can read and edit; loading it checks that the file belongs to the game and that
its numbers are probabilities, and everything else is computed again.
"""

from __future__ import annotations

import base64
import functools
import json
import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from countermove.engine.hidden.regret import respond
from countermove.errors import SpecError
from countermove.files import no_device, written_whole
from countermove.game import Action, Game, State, action_named
from countermove.information import Knowledge
from countermove.solve.identity import RULES, identify
from countermove.solve.sequence import Reals, SequenceForm, Unrolling

FORMAT = "countermove profile"
VERSION = 1
TOLERANCE = 1e-6
"""How far the probabilities of a set may be from adding up to 1 in a file."""
HIDDEN_RULES = (*RULES, "chances", "view")
"""What a profile depends on."""


class Choice(NamedTuple):
    """How a player acts at an information set."""

    number: int
    """The number of the set."""
    player: int
    seen: str
    """What the player sees, in words."""
    history: tuple[str, ...]
    """The names of actions that lead to one state of the set."""
    probabilities: dict[str, float]
    """The probability of each action, by name."""


@dataclass(frozen=True, eq=False)
class Profile:
    """A strategy for every player.

    >>> from countermove.games.showdown import Showdown
    >>> from countermove.solve.nash import equilibrium
    >>> profile = equilibrium(Showdown(), method="lp")
    >>> {name: round(chance, 3) for name, chance in profile.probabilities(["Q", "K", "bet"]).items()}
    {'fold': 0.0, 'call': 1.0}
    """

    form: SequenceForm = field(repr=False)
    strategy: Reals = field(repr=False)
    """The probability of each sequence's last action."""

    @property
    def game(self) -> Game:
        return self.form.game

    @functools.cached_property
    def plan(self) -> Reals:
        """For each sequence, what its player contributes to the probability of reaching it."""
        return self.form.plan(self.strategy)

    @functools.cached_property
    def worth(self) -> Reals:
        """For each sequence, what the ends with it pay its player against the plans of the others."""
        return self.form.worths(self.plan)

    @functools.cached_property
    def values(self) -> tuple[float, ...]:
        """What each player gets on average."""
        parts = [slice(int(begin), int(end)) for begin, end in self.form.bounds[:, 2:]]
        return tuple(float(self.plan[part] @ self.worth[part]) for part in parts)

    @property
    def value(self) -> float:
        """What player 0 gets on average."""
        return self.values[0]

    @functools.cached_property
    def best_values(self) -> tuple[float, ...]:
        """What each player would get by a best response to the others."""
        return tuple(self.response(player)[0] for player in range(self.form.players))

    def response(self, player: int) -> tuple[float, Profile]:
        """What a best response of one player gets, and the profile in which it plays it; exactly."""
        form = self.form
        best = np.zeros(form.sets, np.int64)
        value = float(respond(player, form.bounds, form.first, form.count, form.parent, self.worth.copy(), best))
        strategy = self.strategy.copy()
        low, high, begin, end = form.bounds[player]
        strategy[begin:end] = 0.0
        strategy[begin] = 1.0
        strategy[best[low:high]] = 1.0
        return value, Profile(form, strategy)

    @functools.cached_property
    def exploitability(self) -> float:
        """What a player gains by a best response, on average over the players."""
        gains = sum(best - value for best, value in zip(self.best_values, self.values))
        return max(0.0, gains / self.form.players)

    # Asking.

    def mix(self, key: int, count: int | None = None) -> Reals | None:
        """The probabilities at the information set with a key, in the order of the actions; None without such a set."""
        number = self.form.by_key.get(key)
        if number is None:
            return None
        first = int(self.form.first[number])
        return self.strategy[first : first + int(self.form.count[number])]

    def probabilities(self, actions: Iterable[str]) -> dict[str, float]:
        """The probability of each action of the player to move, after actions given by name."""
        return self.choice(actions).probabilities

    def choice(self, actions: Iterable[str]) -> Choice:
        """How the player to move acts, after actions given by name."""
        return self.at(known_after(self.game, actions))

    def at(self, known: Knowledge[Any]) -> Choice:
        """How the player to move acts where players know this much."""
        number = self.form.by_key.get(known.keys[mover_of(self.game, known.state)])
        if number is None:
            raise SpecError("That position cannot be reached from the start of the game.")
        return self._choice(number)

    def choices(self) -> Iterator[Choice]:
        """How players act at every information set, player by player."""
        for number in range(self.form.sets):
            yield self._choice(number)

    def _choice(self, number: int) -> Choice:
        form, game = self.form, self.game
        state, actions = form.history(number)
        player = form.player_of(number)
        first = int(form.first[number])
        chances = self.strategy[first : first + int(form.count[number])].tolist()
        named = dict(zip(form.action_names(number, state), chances))
        return Choice(number, player, game.text(game.view(state, player)), _names(game, actions), named)

    # Files.

    def save(self, path: str | os.PathLike[str], extra: dict[str, Any] | None = None) -> None:
        """Write the profile to a file, atomically."""
        game = self.game
        whole: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": identity(game)[0],
            "rules": identity(game)[1],
            "value": self.value,
            "exploitability": self.exploitability,
            **(extra or {}),
            "sets": [
                {
                    "player": each.player,
                    "seen": each.seen,
                    "history": list(each.history),
                    "probabilities": {name: float(f"{chance:.9g}") for name, chance in each.probabilities.items()},
                }
                for each in self.choices()
            ],
        }
        try:
            with written_whole(Path(path)) as part, part.open("w", encoding="utf-8") as file:
                json.dump(whole, file, indent=1, ensure_ascii=False)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise SpecError(f"The profile cannot be written to {path}: {why}.") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: Game, memory: float | None = None) -> Profile:
        """The profile in a file; SpecError if it is damaged, or belongs to another game."""
        whole = read(path, game)
        form = Unrolling(game, memory).run()
        assert form is not None
        strategy = form.uniform()
        sets = whole.get("sets")
        if not isinstance(sets, list) or len(sets) != form.sets:
            count = len(sets) if isinstance(sets, list) else 0
            raise SpecError(
                f"The profile {path} has {count:,} information sets; {type(game).__name__} has {form.sets:,}."
            )
        for number, entry in enumerate(sets):
            first, size = int(form.first[number]), int(form.count[number])
            names = form.action_names(number, form.history(number)[0])
            given = entry.get("probabilities") if isinstance(entry, dict) else None
            known: dict[str, Any] = given if isinstance(given, dict) and len(given) == size else {}
            chances = [known.get(name, math.nan) for name in names]
            numbers = all(isinstance(each, int | float) and 0 <= each <= 1 + TOLERANCE for each in chances)
            if not numbers or abs(sum(chances) - 1) > TOLERANCE * size:
                raise SpecError(
                    f"The profile {path} is damaged: information set {number + 1} needs probabilities of "
                    f"{', '.join(names)} that add up to 1."
                )
            strategy[first : first + size] = np.array(chances) / sum(chances)
        return cls(form, strategy)


def read(path: str | os.PathLike[str], game: Game) -> dict[str, Any]:
    """The content of a profile's file; SpecError if it is damaged, or belongs to another game."""
    try:
        whole = json.loads(no_device(Path(path)).read_text(encoding="utf-8"))
    except OSError as error:
        raise SpecError(f"The profile {path} cannot be read: {(error.strerror or str(error)).lower()}.") from None
    except (ValueError, RecursionError):
        raise SpecError(f"{path} is not a profile: it is not JSON.") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT or whole.get("version") != VERSION:
        raise SpecError(f"{path} is not a profile of version {VERSION}, as `solve --save` writes it.")
    refuse_other(whole, game, f"The profile {path}")
    return whole


def refuse_other(header: dict[str, Any], game: Game, what: str) -> None:
    """SpecError if a file belongs to another game."""
    name, rules = identity(game)
    if header.get("game") != name or header.get("rules") != rules:
        other = header.get("game")
        whose = f"of {other}" if other != name else f"of {name} with other rules"
        raise SpecError(f"{what} is {whose}, not of {name}; solve it again.")


def known_after(game: Game, actions: Iterable[str]) -> Knowledge[Any]:
    """What players know after actions given by name."""
    known: Knowledge[Any] = Knowledge(game)
    for count, word in enumerate(actions, 1):
        if game.is_terminal(known.state):
            raise SpecError(f"The game is over before action {count}, {word!r}.")
        known.add(action_named(game, known.state, word, f"action {count}"))
    return known


def mover_of(game: Game, state: State) -> int:
    """The player to move in a state; SpecError if none is."""
    player = game.player(state)
    if game.is_terminal(state) or not 0 <= player < game.players:
        raise SpecError("No player is to move there; add actions, those of chance included, until one is.")
    return player


def packed(array: Reals) -> str:
    """An array of floats as text."""
    return base64.b64encode(array.tobytes()).decode()


def unpacked(text: Any, size: int, path: Any) -> Reals:
    """The array in a text; SpecError if it has another size."""
    try:
        found = np.frombuffer(base64.b64decode(text, validate=True), np.float64).copy()
    except (ValueError, TypeError):
        found = np.zeros(0)
    if len(found) != size or not np.isfinite(found).all():
        raise SpecError(f"The profile {path} is damaged: its progress cannot be read; remove it, or give another name.")
    return found


def identity(game: Game) -> tuple[str, str]:
    """The name of a game and a digest of what its strategies depend on."""
    found = identify(game, (), HIDDEN_RULES)
    return found.game, found.rules


def _names(game: Game, actions: list[Action]) -> tuple[str, ...]:
    state, names = game.initial(), []
    for action in actions:
        names.append(game.action_name(state, action))
        state = game.result(state, action)
    return tuple(names)
