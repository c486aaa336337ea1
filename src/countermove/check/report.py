"""The findings of a check, as sentences an author can act on, most serious first.

Of all states in which a law is broken, the report keeps the one reached by the fewest actions: the easiest to replay by
hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from countermove.check.spot import Spot
from countermove.game import Action, Game, State

MAX_ACTIONS_SHOWN = 30
"""Actions of an example that are written out."""
MAX_POSITION_WIDTH = 160
"""Characters of a position that are written out."""

LAWS: dict[str, str] = {
    # The contract.
    "game-declared": "players and axes say what kind of game it is",
    "raises": "every method works in every reachable state",
    "endless": "every method returns",
    "state-hashable": "states are immutable values",
    "state-unchanged": "no method changes the state it is given",
    "state-shape": "all states are of one class, with the same types of numbers and arrays",
    "deterministic": "called twice, a method gives the same answer",
    "is_terminal-bool": "is_terminal gives True or False",
    "player-range": "player gives 0 .. players-1, CHANCE or SIMULTANEOUS",
    "chance-declared": "chance acts only where axes.stochastic is True",
    "actions-immutable": "actions are immutable values, and ints fit into 64 bits",
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
    "endless-sum": "the values of endless play are finite, and add up as utilities do",
    "repeats-declared": "positions repeat only where repeats is True",
    "game-ends": "games end",
    "chance-met": "a game of chance has states where chance acts",
    # Hidden information.
    "view-declared": "a game of hidden information says what players see",
    "view-hides": "something is hidden from somebody",
    "view-shape": "a view has the shape of a state",
    "view-idempotent": "a view of a view is the same view",
    "view-onlooker": "an onlooker sees no more than any player",
    "information-mover": "a player knows when it is to move",
    "information-actions": "legal actions, and their names, depend on what their player knows",
    "sees-known": "a player is shown only actions that its view reveals",
    "imagine-view": "an imagined state looks the same to its player",
    "imagine-posterior": "imagined states are as likely as chance and random play make them",
    # Knowledge.
    "key-word": "key gives a 64-bit int",
    "key-equal": "equal states have equal keys",
    "key-different": "different states have different keys",
    "canonical-idempotent": "the canonical state of a canonical state is itself",
    "canonical-same": "a canonical state has the same mover, and the game is over in both or in neither",
    "canonical-value": "a canonical state has the same value",
    "bounds-pair": "bounds gives (low, high), or (low, high, low plies, high plies)",
    "bounds-value": "the value lies within the bounds",
    "bounds-plies": "a value at its bound comes within the plies of bounds",
    "candidates-subset": "candidates are some of the actions",
    "candidates-enough": "one of the candidates is a best action",
    "order-finite": "order gives finite numbers",
    "features-weights": "there is a weight for each feature",
    "evaluate-finite": "evaluate gives finite numbers",
    "evaluate-sum": "estimates add up as utilities do",
    "evaluate-bounds": "estimates lie within the bounds",
    "is_quiet-bool": "is_quiet gives True or False",
    "inputs-numbers": "inputs gives finite numbers, in every state as many",
    "active-numbers": "active gives numbers of inputs, at most max_active at once, and stage one of the stages",
    "tactical-subset": "tactical actions are some of the actions",
    "image-result": "a symmetry maps states and actions to the image of what follows",
    "policy-weights": "policy gives legal actions with weights of 0 or more",
    "extend-count": "extend gives a whole number of plies, 0 or more",
    "null-mover": "null gives the state itself, or one where another player is to move",
    "position-same": "a position has the same mover and actions as its state, and is its own position",
    "reversible-count": "reversible gives a whole number of plies, 0 or more",
    "slice-index": "slice_of and slice_index give whole numbers, an index below the size of its slice",
    "slice-inverse": "the state with the index of a state is that state, or symmetric to it",
    "slice-below": "an action leads to the same slice, or to one of slices_below",
    "slice-before": "slice_before leads back to all states of the slice that lead to a state",
    # Words and pictures.
    "action_name-distinct": "different actions have different names",
    "text-str": "names and texts are strings",
    "board-legal": "a click on the board is a legal action",
    "read-write": "a written position reads back as the same state",
    # Machine code.
    "native-compiles": "the rules compile",
    "native": "compiled rules give the same answers as interpreted ones",
}
"""Every law, most serious first. "raises", "endless", "deterministic" and "native" are reported per method:
"actions-raises", "native-actions"."""
GRAVE = tuple(LAWS)[: tuple(LAWS).index("key-word")]
"""The laws of the contract itself."""
VALUE_LAWS = ("canonical-value", "bounds-value", "bounds-plies", "candidates-enough")
"""Laws about exact values, which mean nothing while the contract is broken. While rules are not deterministic, no law
outside the contract means anything."""
ORDER = {law: place for place, law in enumerate(LAWS)}


@dataclass(frozen=True, slots=True)
class Problem:
    """One law that the rules break."""

    law: str
    """A short name, such as "actions-unique"."""
    sentence: str
    """What was found, where, what was expected and what to do."""
    example: str = ""
    """How to get there: the names of the actions that lead to the state, and the position."""
    actions: tuple[Action, ...] = ()
    """The actions that lead to the state, as the rules give them."""
    sent: tuple[int | str, ...] = ()
    """The same as in JSON: ints, and others by their names."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a check."""

    games: int
    states: int
    compared: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check."""

    problems: tuple[Problem, ...] = ()
    """The laws broken, most serious first."""
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
    """Every place in the rules that prevents compiling: the method, the line, why, and what to write."""
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether no law is broken."""
        return not self.problems


@dataclass(slots=True)
class _Found:
    law: str
    spot: Spot
    found: str
    do: str | Callable[[], str] = ""

    @property
    def sentence(self) -> str:
        return f"{self.found} {self.do() if callable(self.do) else self.do}".rstrip()


class Findings:
    """The problems so far: for each law the one nearest to the first state."""

    def __init__(self, game: Game, shortest: Callable[[Spot], Spot]) -> None:
        self.game = game
        self._shortest = shortest
        self._problems: dict[str, _Found] = {}

    def add(self, law: str, spot: Spot, found: str, do: str | Callable[[], str]) -> None:
        """Record a law broken in a state: what was found there, and what to do, which may depend on the whole check."""
        known = self._problems.get(law)
        if known and (known.spot.depth, known.spot.number) <= (spot.depth, spot.number):
            return
        where = f", in the position '{self.position(spot.state)}'" if spot.met else ""
        self._problems[law] = _Found(law, spot, f"{type(self.game).__name__}{found}{where}.", do)

    def add_sentence(self, law: str, spot: Spot, sentence: str) -> None:
        """Record a law broken, with a ready sentence."""
        self._problems[law] = _Found(law, spot, sentence)

    def grave(self) -> bool:
        """Whether the contract itself is broken."""
        return any(family(law) in GRAVE for law in self._problems)

    def problems(self) -> tuple[Problem, ...]:
        families = {family(law) for law in self._problems}
        unsteady = families & {"deterministic", "state-unchanged"}
        skipped = (tuple(LAWS)[len(GRAVE) :] if unsteady else VALUE_LAWS) if self.grave() else ()
        kept = {law: one for law, one in self._problems.items() if family(law) not in skipped}
        if "native-result" in kept:  # which says more
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
        more = f" ... ({len(names)} actions)" if len(names) > MAX_ACTIONS_SHOWN else ""
        return Problem(
            found.law, found.sentence, f"{' '.join(names[:MAX_ACTIONS_SHOWN])}{more}: {position}", actions, sent
        )

    def _name(self, step: Spot) -> str:
        assert step.parent is not None
        try:
            return str(self.game.action_name(step.parent.state, step.action))
        except Exception:
            return str(step.action)

    def position(self, state: State) -> str:
        """A state as short text, even where `write` fails."""
        try:
            text = str(self.game.write(state))
        except Exception:
            text = repr(state)
        text = " ".join(text.split())
        return text if len(text) <= MAX_POSITION_WIDTH else text[:MAX_POSITION_WIDTH] + " ..."


def family(law: str) -> str:
    """The name of a law in `LAWS`.

    >>> family("actions-raises"), family("native-actions"), family("actions-unique")
    ('raises', 'native', 'actions-unique')
    """
    if law in LAWS:
        return law
    head, _, tail = law.partition("-")
    return head if head == "native" else tail
