"""What a check found, as sentences an author can act on, the gravest first.

Of all states in which a law is broken, the report keeps the one that the fewest actions lead to: the easiest to
replay by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from countermove.check.spot import Spot
from countermove.game import Action, Game, State

__all__ = ["LAWS", "Findings", "Problem", "Progress", "Report"]

SHOWN = 30
"""Actions of an example that are written out."""
WIDTH = 160
"""Characters of a position that are written out."""

LAWS: dict[str, str] = {
    # The contract.
    "game-declared": "players and axes say what kind of game it is",
    "raises": "every method answers in every state that can be reached",
    "endless": "every method ends",
    "state-hashable": "states are values that cannot change",
    "state-unchanged": "no method changes the state it is given",
    "state-shape": "all states are of one class, and keep ints, floats and arrays what they are",
    "deterministic": "asked twice, a method gives the same answer twice",
    "is_terminal-bool": "is_terminal gives True or False",
    "player-range": "player gives 0 .. players-1, CHANCE or SIMULTANEOUS",
    "chance-declared": "chance acts only where axes.stochastic is True",
    "actions-immutable": "actions are values that cannot change, and ints have 64 bits",
    "actions-unique": "each action is given once",
    "actions-some": "a state that is not terminal has an action",
    "actions-pairs": "where both act at once, actions gives every pair of choices",
    "actions-over": "a finished game has no actions",
    "utility-finite": "utilities are finite numbers",
    "utility-sum": "utilities add up as the axes say",
    "utility-outcomes": "utilities are among the outcomes",
    "chances-pairs": "chances gives pairs of an action and a probability, each action once",
    "chances-positive": "probabilities are positive numbers",
    "chances-sum": "probabilities add up to 1",
    "endless-sum": "what endless play is worth is finite, and adds up as utilities do",
    "repeats-declared": "a position occurs again only where repeats is True",
    "game-ends": "games end",
    "chance-met": "a game of chance has states where chance acts",
    # Knowledge.
    "key-word": "key gives an int of 64 bits",
    "key-equal": "equal states have equal keys",
    "key-different": "different states have different keys",
    "canonical-idempotent": "the canonical state of a canonical state is itself",
    "canonical-same": "a canonical state has the same mover, and the game is over in both or in neither",
    "canonical-value": "a canonical state is worth the same",
    "bounds-pair": "bounds gives two numbers, the lower one first, or these and two numbers of plies",
    "bounds-value": "the value lies within the bounds",
    "bounds-plies": "a value at its bound comes no sooner and no later than bounds says",
    "candidates-subset": "candidates are some of the actions",
    "candidates-enough": "one of the candidates is a best action",
    "order-finite": "order gives finite numbers",
    "features-weights": "there is a weight for each feature",
    "evaluate-finite": "evaluate gives finite numbers",
    "evaluate-sum": "estimates add up as utilities do",
    "evaluate-bounds": "estimates lie within the bounds",
    "is_quiet-bool": "is_quiet gives True or False",
    # Words and pictures.
    "action_name-distinct": "different actions have different names",
    "text-str": "names and texts are strings",
    "board-legal": "a click on the board is a legal action",
    "read-write": "a position that is written reads back as the same state",
    # Machine code.
    "native-compiles": "the rules compile",
    "native": "compiled rules answer as interpreted ones do",
}
"""Every law, the gravest first. "raises", "endless", "deterministic" and "native" are told apart by method:
"actions-raises", "native-actions"."""
GRAVE = tuple(LAWS)[: tuple(LAWS).index("key-word")]
"""The laws of the contract itself."""
RESTING = ("canonical-value", "bounds-value", "bounds-plies", "candidates-enough")
"""Laws about exact values, which mean nothing while the contract is broken; nor does any other beside the contract
while the rules say one thing now and another then."""
ORDER = {law: place for place, law in enumerate(LAWS)}


@dataclass(frozen=True, slots=True)
class Problem:
    """One law that the rules break."""

    law: str
    """A short name, such as "actions-unique"."""
    sentence: str
    """What was found, where, what is expected and what to do."""
    example: str = ""
    """How to get there: the names of the actions that lead to the state, and the position."""
    actions: tuple[Action, ...] = ()
    """The actions that lead to the state, as the rules give them."""
    sent: tuple[int | str, ...] = ()
    """The same as JSON has them: ints, and others by their names."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a check has come."""

    games: int
    states: int
    compared: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found."""

    problems: tuple[Problem, ...] = ()
    """The laws broken, the gravest first."""
    games: int = 0
    """Random games played to their end."""
    states: int = 0
    """Different states met."""
    compared: int = 0
    """States in which compiled and interpreted rules were compared."""
    native: bool = False
    """Whether the rules compile."""
    note: str = ""
    """Why compiled rules were not compared."""
    refused: tuple[str, ...] = ()
    """Every place in the rules that keeps them from being compiled: the method, the line, why, and what to write."""
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether no law is broken."""
        return not self.problems


@dataclass(slots=True)
class _Found:
    law: str
    spot: Spot
    sentence: str


class Findings:
    """The problems found so far: for each law the one nearest to the first state."""

    def __init__(self, game: Game, shortest: Callable[[Spot], Spot]) -> None:
        self.game = game
        self._shortest = shortest
        self._problems: dict[str, _Found] = {}

    def add(self, law: str, spot: Spot, found: str, do: str) -> None:
        """A law broken in a state: what was found there, and what to do about it."""
        known = self._problems.get(law)
        if known and (known.spot.depth, known.spot.number) <= (spot.depth, spot.number):
            return
        where = f", in the position '{self.position(spot.state)}'" if spot.met else ""
        self._problems[law] = _Found(law, spot, f"{type(self.game).__name__}{found}{where}. {do}")

    def tell(self, law: str, spot: Spot, sentence: str) -> None:
        """A law broken, in a sentence made elsewhere."""
        self._problems[law] = _Found(law, spot, sentence)

    def grave(self) -> bool:
        """Whether the contract itself is broken."""
        return any(family(law) in GRAVE for law in self._problems)

    def problems(self) -> tuple[Problem, ...]:
        families = {family(law) for law in self._problems}
        unsteady = families & {"deterministic", "state-unchanged"}
        resting = (tuple(LAWS)[len(GRAVE) :] if unsteady else RESTING) if self.grave() else ()
        kept = {law: one for law, one in self._problems.items() if family(law) not in resting}
        if "native-result" in kept:  # which says more of the same
            kept.pop("native-state", None)
        found = sorted(kept.values(), key=lambda one: ORDER.get(family(one.law), len(ORDER)))
        return tuple(self._problem(one) for one in found)

    def _problem(self, found: _Found) -> Problem:
        spot = self._shortest(found.spot)
        actions = spot.actions()
        if not spot.met:
            return Problem(found.law, found.sentence)
        position = self.position(spot.state)
        if not actions:
            return Problem(found.law, found.sentence, f"the first state: {position}")
        names = [self._name(step) for step in spot.steps()]
        sent = tuple(action if type(action) is int else name for action, name in zip(actions, names))
        more = f" ... ({len(names)} actions)" if len(names) > SHOWN else ""
        return Problem(found.law, found.sentence, f"{' '.join(names[:SHOWN])}{more}: {position}", actions, sent)

    def _name(self, step: Spot) -> str:
        assert step.parent is not None
        try:
            return str(self.game.action_name(step.parent.state, step.action))
        except Exception:
            return str(step.action)

    def position(self, state: State) -> str:
        """A state in a word, even where the game's own words fail."""
        try:
            text = str(self.game.write(state))
        except Exception:
            text = repr(state)
        text = " ".join(text.split())
        return text if len(text) <= WIDTH else text[:WIDTH] + " ..."


def family(law: str) -> str:
    """The name that a law has in `LAWS`.

    >>> family("actions-raises"), family("native-actions"), family("actions-unique")
    ('raises', 'native', 'actions-unique')
    """
    if law in LAWS:
        return law
    head, _, tail = law.partition("-")
    return head if head == "native" else tail
