"""A search in words: every event as one sentence with its numbers and names, made from the events and nothing else.

Some sentences need to know what came before: *who* set the alpha that a node runs into, which child a value came from,
what a sum is made of. So a `Narrator` follows a search, event by event, and keeps the nodes on the path:

    c (MIN) holds 1, at most alpha 2 from b: g is skipped.

A node of a lecture tree has its name; a node of any other game is called by the actions that lead to it. Values are
marked for what they are: = exact, <= and >= a bound; ≈, <=≈ and >=≈ the same where they rest on an estimate. "Brief"
tells how nodes end and what is cut, "full" all steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from countermove.action import name_of
from countermove.errors import SpecError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, State, same
from countermove.textbook import (
    STANDARD,
    Conventions,
    Event,
    Policy,
    Value,
    Window,
    fitting,
    is_max_side,
    team,
    uniform,
)
from countermove.views.estimate import Estimates

__all__ = ["Frame", "Level", "Narrator", "listed", "marked", "number", "odds", "said", "sentence", "sentences", "shown"]

Level = Literal["brief", "full"]
NOISE = 1e-12
FEW = 6
"""Children, skipped actions and steps of a path that are told one by one."""
SMALL = 8
"""Lines of a board that is shown with a sentence."""
AGAINST = ("paranoid", "bestreply")
"""Searches in which all choose by what one player gets."""
MANY = ("maxn", "shallow", *AGAINST)
"""Searches whose values have one number a player."""


class Child(NamedTuple):
    """A child that is done: what it is called, how it was reached, and what is known of it."""

    name: str
    action: Action
    value: Value
    bound: str
    estimate: bool


@dataclass(slots=True)
class Frame:
    """An open node: what a sentence about it may need."""

    path: tuple[Action, ...]
    state: State
    words: tuple[str, ...]
    """The actions that lead to it, by name."""
    name: str
    role: str
    """MAX, MIN, CHANCE or a player's name; "leaf" where the game is over."""
    sources: tuple[str | None, str | None] = (None, None)
    """The nodes that alpha and beta come from; None where it is the first window."""
    children: list[Child] = field(default_factory=list)
    best: Child | None = None
    held: Value | None = None
    """The value after the last update."""


def number(value: float) -> str:
    """A number as the lectures write it; what rounding has left of a sum that is 0 is 0.

    >>> number(2.0), number(23 / 3), number(-1 / 1024), number(float("-inf")), number(0.1 + 0.2 - 0.3)
    ('2', '7.667', '-0.00098', '-∞', '0')
    """
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    if abs(value) < NOISE:
        return "0"
    return f"{value:.{digits(value)}g}" if abs(value) < 10_000 else f"{value:,.0f}"


def digits(value: float) -> int:
    """How many digits of a number are worth reading: four, or four decimals, and of the smallest fractions two."""
    return 4 if abs(value) >= 0.1 else max(2, 5 + math.floor(math.log10(abs(value))))


def shown(value: Value | None) -> str:
    """A value, or a vector of one value a player."""
    if value is None:
        return "?"
    return f"({', '.join(map(number, value))})" if isinstance(value, tuple) else number(value)


def marked(value: Value | None, bound: str | None, estimate: bool = False) -> str:
    """A value with what it says of its node, and ≈ where it is or rests on an estimate.

    >>> marked(2.0, "="), marked(1.0, "<="), marked(2.0, "=", True), marked(1.0, "<=", True)
    ('= 2', '<= 1', '≈ 2', '<=≈ 1')
    """
    sign = bound or "="
    return f"{sign if not estimate else '≈' if sign == '=' else sign + '≈'} {shown(value)}"


def said(value: Value | None, estimate: bool) -> str:
    """A value inside a sentence.

    >>> said(2.0, False), said(2.0, True)
    ('2', '≈ 2')
    """
    return marked(value, "=", estimate).removeprefix("= ")


def odds(probability: float) -> str:
    """A probability, as a fraction where it is a simple one.

    >>> odds(0.25), odds(1 / 3), odds(0.123), odds(1.0)
    ('1/4', '1/3', '0.123', '1')
    """
    simple = Fraction(probability).limit_denominator(20)
    return str(simple) if abs(simple - Fraction(probability)) < 1e-9 else number(probability)


def listed(words: Sequence[str], most: int = FEW) -> str:
    """Words with commas and an "and".

    >>> listed(["e", "f", "g"]), listed(list("abcdefgh"))
    ('e, f and g', 'a, b, c, d, e, f and 2 more')
    """
    if len(words) > most:
        words = [*words[:most], f"{len(words) - most} more"]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


class Narrator:
    """Follows a search and tells each event as a sentence.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> game = Tree([[2, 7], [1, 8]])
    >>> narrator = Narrator(game)
    >>> print(next(told for told in map(narrator.tell, alphabeta(game)) if "skipped" in told))
    c (MIN) holds 1, at most alpha 2 from b: g is skipped.
    """

    def __init__(
        self,
        game: Game,
        conventions: Conventions = STANDARD,
        *,
        algorithm: str = "",
        level: Level = "full",
        boards: bool = False,
        opponent: Policy = uniform,
    ) -> None:
        if level not in ("brief", "full"):
            raise SpecError(f"There is no level {level!r} of narration; use 'brief' or 'full'.")
        self.game = game
        self.conventions = conventions
        self.algorithm = algorithm
        self.level = level
        self.boards = boards
        self.opponent = opponent
        self.alone = algorithm in MANY or (algorithm in ("", "deepening") and fitting(game) == "maxn")
        """Whether everybody plays for itself, so that nodes belong to players and not to MAX or MIN."""
        self.frames: list[Frame] = []
        self.estimates = Estimates()
        self.first: Window | None = None
        """The window of the root, once that has been entered."""
        self.hero: int | None = None
        """Whose payoff all choose by, where the search takes everybody else for opponents; from the root on."""

    def tell(self, event: Event) -> str:
        """The next event as a sentence. Every event has one; `sentences` leaves out those that a level does without."""
        event = self.estimates.mark(event)
        frame = self.follow(event)
        told = getattr(self, f"_{event.kind}")(event, frame)
        board = self.game.text(event.state) if self.boards and event.kind == "enter" else ""
        if board and board.count("\n") < SMALL:
            told += "".join(f"\n    {line}" for line in board.splitlines())
        self.leave(event, frame)
        return f"The{told[3:]}" if told.startswith("the root") else str(told)

    # What is remembered.

    def follow(self, event: Event) -> Frame:
        """The frame of the node that an event is about, opened if it is new, with the event taken in."""
        if event.kind == "iteration" and self.frames:
            return self.frames[0]
        if self.algorithm in AGAINST and not event.path and event.kind == "enter":
            self.hero = event.player if event.player is not None and event.player != CHANCE else 0
        if event.kind == "enter" or not self.frames or self.frames[-1].path != event.path:
            self.frames = [frame for frame in self.frames if frame.path == event.path[:-1][: len(frame.path)]]
            if not event.path or (self.frames and self.frames[-1].path != event.path[:-1]):
                self.frames = []  # a new search, or an event without those before it
            self.frames.append(self._open(event))
            if event.kind == "enter" and not event.path:
                self.first = event.after
        frame = self.frames[-1]
        if event.kind == "update":
            frame.held = event.value
            frame.best = next((child for child in reversed(frame.children) if child.action == event.action), None)
            if event.before and event.after and frame.best:
                alpha, beta = (
                    frame.best.name if after != before else source
                    for before, after, source in zip(event.before, event.after, frame.sources)
                )
                frame.sources = alpha, beta
        return frame

    def leave(self, event: Event, frame: Frame) -> None:
        """Hands what a node has found to its parent."""
        if event.kind in ("leaf", "exit") and len(self.frames) > 1:
            self.frames.pop()
            found = Child(frame.name, event.path[-1], event.value or 0.0, event.bound or "=", event.estimate)
            self.frames[-1].children.append(found)

    def _open(self, event: Event) -> Frame:
        parent = self.frames[-1] if self.frames else None
        if parent is not None:
            words = (*parent.words, self.game.action_name(parent.state, event.path[-1]))
        else:
            words = self._replayed(event)
        name = self._name(event.state, words)
        sources = parent.sources if parent is not None else (None, None)
        if self.algorithm == "shallow":  # what the player above has is the limit here
            sources = (None, sources[0])
        return Frame(event.path, event.state, words, name, self.role(event), sources)

    def _replayed(self, event: Event) -> tuple[str, ...]:
        """The names of a path from the first state, if that is where the search began."""
        state, words = self.game.initial(), []
        for action in event.path:
            if self.game.is_terminal(state):
                break
            words.append(self.game.action_name(state, action))
            state = self.game.result(state, action)
        return tuple(words) if same(state, event.state) else tuple(map(name_of, event.path))

    def _name(self, state: State, words: tuple[str, ...]) -> str:
        """A node by the name its tree gives it, or by how it is reached."""
        given = getattr(self.game, "node_name", None)
        if given is not None:
            return str(given(state))
        last = words[-FEW:]
        return ("… " if len(words) > FEW else "") + " ".join(last) if words else "the root"

    def role(self, event: Event) -> str:
        """Who acts at a node, as the conventions call it."""
        if event.player is None:
            return "leaf"
        if event.player == CHANCE or (self.algorithm == "expectimax" and event.player != 0):
            return self.conventions.name(CHANCE)
        if self.alone or event.player == SIMULTANEOUS or isinstance(event.value, tuple):
            return self.game.player_name(event.player)
        return self.conventions.name(0 if is_max_side(self.game, event.player) else 1)

    def _averages(self, frame: Frame) -> bool:
        return frame.role == self.conventions.name(CHANCE)

    def place(self, depth: int) -> str:
        """How deep a node lies, as the conventions count."""
        return f"level {depth}" if self.conventions.root_depth else f"depth {depth}"

    def skipped(self, event: Event) -> list[str]:
        """What a cut leaves out: nodes of a tree by name, elsewhere the actions."""
        if hasattr(self.game, "node_name"):
            return [self._name(self.game.result(event.state, action), ()) for action in event.skipped]
        return [self.game.action_name(event.state, action) for action in event.skipped]

    # One sentence for each kind of event.

    def _enter(self, event: Event, frame: Frame) -> str:
        node = f"{frame.name} ({frame.role})"
        window = "" if event.after is None else f" with the window ({number(event.after[0])}, {number(event.after[1])})"
        place = f" at {self.place(event.depth)}" if self.level == "full" and self.conventions.root_depth else ""
        if not event.path:
            root = "is opened first" if frame.name == "the root" else "is the root"
            return f"{node} {root}{place}{',' if window else ''}{window}."
        if event.player is None:
            return f"{node} is reached by {frame.words[-1]}{place}."
        return f"{node} is entered by {frame.words[-1]}{place}{',' if window else ''}{window}."

    def _leaf(self, event: Event, frame: Frame) -> str:
        if event.estimate:
            return f"{frame.name} ({frame.role}) stands at the depth limit: Eval gives {shown(event.value)}."
        if not event.path:
            return f"{frame.name} is a leaf, the game is over: {marked(event.value, '=')}."
        return f"{frame.name} is a leaf worth {shown(event.value)}."

    def _update(self, event: Event, frame: Frame) -> str:
        node = f"{frame.name} ({frame.role})"
        child = frame.best.name if frame.best else self.game.action_name(event.state, event.action)
        if self._averages(frame):
            return self._summand(event, frame, node, child)
        worth = said(event.value, event.estimate)
        told = f"{node} takes {worth} from {child}"
        if isinstance(event.value, tuple):
            how, whose = self._aim(event)
            return f"{told}: {number(event.value[whose])} is the {how} so far for {self.game.player_name(whose)}."
        if event.bound is not None:
            told += f", so it is worth {'at least' if event.bound == '>=' else 'at most'} {worth}"
        if event.before is None or event.after is None:
            return f"{told}."
        for side, before, after in zip(("alpha", "beta"), event.before, event.after):
            if before != after:
                verb = "rises" if after > before else "falls"
                return f"{told}: {side} {verb} from {number(before)} to {number(after)}."
        return f"{told}: the window stays ({number(event.after[0])}, {number(event.after[1])})."

    def _summand(self, event: Event, frame: Frame, node: str, child: str) -> str:
        """A term of a weighted sum, and the sum so far."""
        weight = self._weights(frame).get(event.action)
        if frame.best is None or weight is None:
            return f"{node} adds {child}: {said(event.value, event.estimate)} so far."
        value = frame.best.value
        if isinstance(value, tuple):
            return (
                f"{node} adds {odds(weight)} × {shown(value)} from {child}: {said(event.value, event.estimate)} so far."
            )
        term = f"{odds(weight)} × {number(value)} = {number(weight * value)}"
        return f"{node} adds {term} from {child}: {said(event.value, event.estimate)} so far."

    def _weights(self, frame: Frame) -> dict[Action, float]:
        """How likely each action is where nobody chooses."""
        if self.game.player(frame.state) == CHANCE:
            return dict(self.game.chances(frame.state))
        return dict(self.opponent(self.game, frame.state))

    def _cut(self, event: Event, frame: Frame) -> str:
        top = event.bound == ">="
        strict = self.conventions.prune == ">"
        how = ("above" if strict else "at least") if top else ("below" if strict else "at most")
        side, at, source = ("beta", 1, frame.sources[1]) if top else ("alpha", 0, frame.sources[0])
        limit = "?" if event.after is None else number(event.after[at])
        whence = "" if source is None else f" from {source}"
        if source is None and self.first is not None and event.after is not None:
            # no node on the path set it: it was there from the start, or a faulty search lets windows leak
            whence = " of the first window" if event.after[at] == self.first[at] else " from another path"
        names = self.skipped(event)
        verb = "is" if len(names) == 1 else "are"
        node = f"{frame.name} ({frame.role})"
        held = said(event.value, event.estimate)
        return f"{node} holds {held}, {how} {side} {limit}{whence}: {listed(names)} {verb} skipped."

    def _exit(self, event: Event, frame: Frame) -> str:
        told = f"{frame.name} ({frame.role}) {marked(event.value, event.bound, event.estimate)}"
        told += self._because(event, frame)
        if frame.held is not None and frame.held != event.value:
            told += f"; it holds {shown(frame.held)}, which is clamped to its window"
        if len(event.path) == 1 and event.bound in ("<=", ">="):
            how = "at most" if event.bound == "<=" else "at least"
            told += f"; that is only a bound, {frame.words[-1]} is worth {how} {said(event.value, event.estimate)}"
        if not event.path and frame.best and not self._averages(frame):
            told += f"; the action is {self.game.action_name(event.state, frame.best.action)}"
        return told + "."

    def _because(self, event: Event, frame: Frame) -> str:
        """What the children say that make up a value."""
        children = frame.children
        if not children:
            return ""
        if event.mix:
            return f", where {listed([self._mixed(event, player) for player in range(len(event.mix))])}"
        if self._averages(frame):
            weights = self._weights(frame)
            terms = [f"{odds(weights.get(child.action, 0.0))} × {shown(child.value)}" for child in children]
            return f", the sum of {listed(terms)}" if len(terms) > 1 else f", {terms[0]}"
        known = [f"{child.name} {marked(child.value, child.bound, child.estimate)}" for child in children]
        if isinstance(event.value, tuple):
            how, whose = self._aim(event)
            return f", of {listed(known)} the {how} for {self.game.player_name(whose)}"
        if len(known) == 1:
            return f", from {known[0]}"
        return f", the {'most' if self._maximises(event) else 'least'} of {listed(known)}"

    def _mixed(self, event: Event, player: int) -> str:
        """How a player acts where both act at once."""
        mix = event.mix[player]
        named = [(self.game.choice_name(event.state, player, choice), chance) for choice, chance in mix]
        words = [name if len(mix) == 1 else f"{name} with {odds(chance)}" for name, chance in named]
        return f"{self.game.player_name(player)} plays {listed(words)}"

    def _aim(self, event: Event) -> tuple[str, int]:
        """What is looked for in the vectors at a node: the most or the least, and for whom."""
        if self.hero is None or event.player is None:
            return "most", event.player or 0
        return "most" if event.player in team(self.game, self.hero) else "least", self.hero

    def _maximises(self, event: Event) -> bool:
        return event.player is not None and is_max_side(self.game, event.player)

    def _iteration(self, event: Event, frame: Frame) -> str:
        told = f"The search to {self.place(event.depth)} is complete: {said(event.value, event.estimate)}"
        if frame.best and not self._averages(frame):
            told += f", by {self.game.action_name(event.state, frame.best.action)}"
        return told + (", and no leaf was an estimate." if event.bound == "=" else ".")


def sentence(
    event: Event, game: Game, conventions: Conventions = STANDARD, *, algorithm: str = "", level: Level = "full"
) -> str:
    """One event on its own, without what came before it; a `Narrator` knows more.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta, trace
    >>> game = Tree([[2, 7], [1, 8]])
    >>> cut = next(event for event in trace(alphabeta(game))[0] if event.kind == "cut")
    >>> sentence(cut, game)
    'c (MIN) holds 1, at most alpha 2: g is skipped.'
    """
    return Narrator(game, conventions, algorithm=algorithm, level=level).tell(event)


def sentences(
    events: Iterable[Event],
    game: Game,
    conventions: Conventions = STANDARD,
    *,
    algorithm: str = "",
    level: Level = "full",
    boards: bool = False,
    opponent: Policy = uniform,
) -> Iterator[str]:
    r"""A search, sentence by sentence: how nodes end and what is cut (brief), or every step (full).

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> game = Tree([[2, 7], [1, 8]])
    >>> print(*sentences(alphabeta(game), game, level="brief"), sep="\n")
    b (MIN) = 2, the least of d = 2 and e = 7.
    c (MIN) holds 1, at most alpha 2 from b: g is skipped.
    c (MIN) <= 1, from f = 1; that is only a bound, Right is worth at most 1.
    a (MAX) = 2, the most of b = 2 and c <= 1; the action is Left.
    """
    narrator = Narrator(game, conventions, algorithm=algorithm, level=level, boards=boards, opponent=opponent)
    for event in events:
        told = narrator.tell(event)
        if level == "full":
            if event.kind != "enter" or event.player is not None or boards:
                yield told
        elif event.kind in ("cut", "exit", "iteration") or (event.kind == "leaf" and not event.path):
            yield told
