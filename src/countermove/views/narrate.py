"""A search in words: every event as one sentence, made from the events alone.

Some sentences depend on earlier events: which node set the alpha that causes a cut, which child a value came from, what
a sum is made of. So a `Narrator` follows a search, event by event, and keeps the nodes on the path:

    c (MIN) holds 1, at most alpha 2 from b: g is skipped.

A node of a lecture tree has its name; a node of any other game is named by the actions that lead to it. Values are
marked: = exact, <= and >= a bound; ≈, <=≈ and >=≈ the same where they rest on an estimate. "Brief" gives the results of
nodes and the cuts, "full" all steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from countermove.action import name_of
from countermove.errors import SpecError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, State, offers, same
from countermove.textbook import (
    STANDARD,
    Candidate,
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
from countermove.textbook.event import playout_names
from countermove.views.estimate import Estimates

Level = Literal["brief", "full"]
ROUNDING_NOISE = 1e-12
MAX_LISTED = 6
"""The most children, skipped actions and steps of a path to list."""
MAX_PLAYOUT = 12
"""The most actions of a playout to list."""
MAX_BOARD_LINES = 8
"""The most lines of a board shown with a sentence."""
COALITION_SEARCHES = ("paranoid", "bestreply")
"""Searches in which every choice depends on one player's payoff."""
VECTOR_SEARCHES = ("maxn", "shallow", *COALITION_SEARCHES)
"""Searches whose values are payoff vectors."""


class Child(NamedTuple):
    """A finished child: its name, its action, and its value."""

    name: str
    action: Action
    value: Value
    bound: str
    estimate: bool


@dataclass(slots=True)
class Frame:
    """An open node, with what sentences about it need."""

    path: tuple[Action, ...]
    state: State
    words: tuple[str, ...]
    """The actions that lead to it, by name."""
    name: str
    role: str
    """MAX, MIN, CHANCE or a player's name; "leaf" for a terminal state."""
    sources: tuple[str | None, str | None] = (None, None)
    """The nodes that set alpha and beta; None for the initial window, or one that chance derived."""
    below_chance: bool = False
    children: list[Child] = field(default_factory=list)
    best: Child | None = None
    held: Value | None = None
    """The value after the last update."""


def number(value: float) -> str:
    """A number as the lectures write it; rounding noise is 0.

    >>> number(2.0), number(23 / 3), number(-1 / 1024), number(float("-inf")), number(0.1 + 0.2 - 0.3)
    ('2', '7.667', '-0.00098', '-∞', '0')
    """
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    if abs(value) < ROUNDING_NOISE:
        return "0"
    return f"{value:.{digits(value)}g}" if abs(value) < 10_000 else f"{value:,.0f}"


def digits(value: float) -> int:
    """How many digits of a number to show: four, or four decimals, and two for the smallest fractions."""
    return 4 if abs(value) >= 0.1 else max(2, 5 + math.floor(math.log10(abs(value))))


def shown(value: Value | None) -> str:
    """A value or a payoff vector."""
    if value is None:
        return "?"
    return f"({', '.join(map(number, value))})" if isinstance(value, tuple) else number(value)


def marked(value: Value | None, bound: str | None, estimate: bool = False) -> str:
    """A value with its bound, and ≈ where it is or rests on an estimate.

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
    """A probability, as a fraction if that is simple.

    >>> odds(0.25), odds(1 / 3), odds(0.123), odds(1.0)
    ('1/4', '1/3', '0.123', '1')
    """
    simple = Fraction(probability).limit_denominator(20)
    return str(simple) if abs(simple - Fraction(probability)) < 1e-9 else number(probability)


def listed(words: Sequence[str], most: int = MAX_LISTED) -> str:
    """Words with commas and an "and".

    >>> listed(["e", "f", "g"]), listed(list("abcdefgh"))
    ('e, f and g', 'a, b, c, d, e, f and 2 more')
    """
    if len(words) > most:
        words = [*words[:most], f"{len(words) - most} more"]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


class Narrator:
    """Follows a search and turns each event into a sentence.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> game = Tree([[2, 7], [1, 8]])
    >>> narrator = Narrator(game)
    >>> print(next(text for text in map(narrator.narrate, alphabeta(game)) if "skipped" in text))
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
            raise SpecError(f"Unknown level of narration {level!r}; use 'brief' or 'full'.")
        self.game = game
        self.conventions = conventions
        self.algorithm = algorithm
        self.level = level
        self.boards = boards
        self.opponent = opponent
        self.alone = algorithm in VECTOR_SEARCHES or (algorithm in ("", "deepening") and fitting(game) == "maxn")
        """Whether every player has its own payoff, so that nodes belong to players rather than to MAX or MIN."""
        self.frames: list[Frame] = []
        self.estimates = Estimates()
        self.first: Window | None = None
        """The window of the root, once entered."""
        self.root_player: int | None = None
        """The player whose payoff decides, if the search treats everybody else as opponents; set at the root."""

    def narrate(self, event: Event) -> str:
        """The next event as a sentence. Every event has one; `sentences` leaves out those that a level omits."""
        event = self.estimates.mark(event)
        frame = self.follow(event)
        text = getattr(self, f"_{event.kind}")(event, frame)
        board = self.game.text(event.state) if self.boards and event.kind == "enter" else ""
        if board and board.count("\n") < MAX_BOARD_LINES:
            text += "".join(f"\n    {line}" for line in board.splitlines())
        self.leave(event, frame)
        return f"The{text[3:]}" if text.startswith("the root") else str(text)

    # State.

    def follow(self, event: Event) -> Frame:
        """The frame of an event's node, opened if new and updated with the event."""
        if event.kind == "iteration" and self.frames:
            return self.frames[0]
        if self.algorithm in COALITION_SEARCHES and not event.path and event.kind == "enter":
            self.root_player = event.player if event.player is not None and event.player != CHANCE else 0
        if event.kind == "enter" or not self.frames or self.frames[-1].path != event.path:
            self.frames = [frame for frame in self.frames if frame.path == event.path[:-1][: len(frame.path)]]
            if not event.path or (self.frames and self.frames[-1].path != event.path[:-1]):
                self.frames = []  # a new search, or an event without its predecessors
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
        """Pass the result of a node to its parent."""
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
        if self.algorithm == "shallow":  # the limit here is what the player above has
            sources = (None, sources[0])
        below_chance = parent is not None and (parent.below_chance or self._averages(parent))
        if parent is not None and self._averages(parent):  # chance gives each outcome a window of its own
            sources = (None, None)
        return Frame(event.path, event.state, words, name, self.role(event), sources, below_chance)

    def _replayed(self, event: Event) -> tuple[str, ...]:
        """The names of a path from the initial state, if the search started there."""
        state, words = self.game.initial(), []
        for action in event.path:
            if self.game.is_terminal(state):
                break
            words.append(self.game.action_name(state, action))
            state = self.game.result(state, action)
        return tuple(words) if same(state, event.state) else tuple(map(name_of, event.path))

    def _name(self, state: State, words: tuple[str, ...]) -> str:
        """The name of a node in its tree, or the path to it."""
        given = self.game.node_name(state)
        if given:
            return given
        last = words[-MAX_LISTED:]
        return ("… " if len(words) > MAX_LISTED else "") + " ".join(last) if words else "the root"

    def role(self, event: Event) -> str:
        """Who acts at a node, as named by the conventions."""
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
        """The depth of a node, as counted by the conventions."""
        return f"level {depth}" if self.conventions.root_depth else f"depth {depth}"

    def skipped(self, event: Event) -> list[str]:
        """What a cut skips: nodes of a tree by name, elsewhere the actions."""
        if offers(self.game, "node_name"):
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
            return f"{frame.name} ({frame.role}) is at the depth limit: Eval gives {shown(event.value)}."
        if not event.path:
            return f"{frame.name} is a leaf, the game is over: {marked(event.value, '=')}."
        return f"{frame.name} is a leaf worth {shown(event.value)}."

    def _update(self, event: Event, frame: Frame) -> str:
        node = f"{frame.name} ({frame.role})"
        child = frame.best.name if frame.best else self.game.action_name(event.state, event.action)
        if self._averages(frame):
            return self._summand(event, frame, node, child)
        worth = said(event.value, event.estimate)
        text = f"{node} takes {worth} from {child}"
        if isinstance(event.value, tuple):
            how, whose = self._aim(event)
            return f"{text}: {number(event.value[whose])} is the {how} so far for {self.game.player_name(whose)}."
        if event.bound is not None:
            text += f", so it is worth {'at least' if event.bound == '>=' else 'at most'} {worth}"
        if event.before is None or event.after is None:
            return f"{text}."
        for side, before, after in zip(("alpha", "beta"), event.before, event.after):
            if before != after:
                verb = "rises" if after > before else "falls"
                return f"{text}: {side} {verb} from {number(before)} to {number(after)}."
        return f"{text}: the window stays ({number(event.after[0])}, {number(event.after[1])})."

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
        """The probability of each action at a chance node."""
        if self.game.player(frame.state) == CHANCE:
            return dict(self.game.chances(frame.state))
        return dict(self.opponent(self.game, frame.state))

    def _cut(self, event: Event, frame: Frame) -> str:
        names = self.skipped(event)
        verb = "is" if len(names) == 1 else "are"
        node = f"{frame.name} ({frame.role})"
        held = said(event.value, event.estimate)
        top = event.bound == ">="
        if event.after is None:
            how = "at least" if top else "at most"
            return f"{node} is only probed and worth {how} {held}: {listed(names)} {verb} left out."
        strict = self.conventions.prune == ">"
        how = ("above" if strict else "at least") if top else ("below" if strict else "at most")
        side, at, source = ("beta", 1, frame.sources[1]) if top else ("alpha", 0, frame.sources[0])
        limit = number(event.after[at])
        whence = "" if source is None else f" from {source}"
        if source is None and self.first is not None and not frame.below_chance:
            # no node on the path set it: it is from the initial window, or a faulty search leaks windows
            whence = " of the first window" if event.after[at] == self.first[at] else " from another path"
        if event.player == CHANCE:
            least = "at least" if top else "at most"
            return f"{node} is worth {least} {held}, {how} {side} {limit}{whence}: {listed(names)} {verb} skipped."
        return f"{node} holds {held}, {how} {side} {limit}{whence}: {listed(names)} {verb} skipped."

    def _exit(self, event: Event, frame: Frame) -> str:
        text = f"{frame.name} ({frame.role}) {marked(event.value, event.bound, event.estimate)}"
        text += self._because(event, frame)
        if frame.held is not None and frame.held != event.value:
            text += f"; it holds {shown(frame.held)}, which is clamped to its window"
        if len(event.path) == 1 and event.bound in ("<=", ">="):
            how = "at most" if event.bound == "<=" else "at least"
            text += f"; that is only a bound, {frame.words[-1]} is worth {how} {said(event.value, event.estimate)}"
        if not event.path and frame.best and not self._averages(frame):
            text += f"; the action is {self.game.action_name(event.state, frame.best.action)}"
        return text + "."

    def _because(self, event: Event, frame: Frame) -> str:
        """How a value follows from the children."""
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
        maximises = event.player is not None and is_max_side(self.game, event.player)
        return f", the {'maximum' if maximises else 'minimum'} of {listed(known)}"

    def _mixed(self, event: Event, player: int) -> str:
        """A player's mixed strategy where both act at once."""
        mix = event.mix[player]
        named = [(self.game.choice_name(event.state, player, choice), chance) for choice, chance in mix]
        words = [name if len(mix) == 1 else f"{name} with {odds(chance)}" for name, chance in named]
        return f"{self.game.player_name(player)} plays {listed(words)}"

    def _aim(self, event: Event) -> tuple[str, int]:
        """What a node looks for in payoff vectors: the best or the worst, and for which player."""
        if self.root_player is None or event.player is None:
            return "best", event.player or 0
        return "best" if event.player in team(self.game, self.root_player) else "worst", self.root_player

    # Monte Carlo tree search.

    def _select(self, event: Event, frame: Frame) -> str:
        node = f"{frame.name} ({frame.role})"
        lead = "" if event.path else f"Simulation {event.simulation}: "
        taken = self.game.action_name(event.state, event.action)
        if not event.candidates:
            return f"{lead}{node} draws {taken}."
        untried = [each for each in event.candidates if math.isinf(each.score)]
        if untried:
            never = "1 action was" if len(untried) == 1 else f"{len(untried)} actions were"
            at = "at" if lead else "At"
            return f"{lead}{at} {node}, {never} never tried; {taken} is drawn."
        ranked = sorted(event.candidates, key=lambda each: -each.score)
        chosen = next(each for each in ranked if each.action == event.action)
        text = f"{lead}{node} takes {taken}, whose score is the largest: {formula(chosen, event.visits or 0)}"
        others = [each for each in ranked if each.action != event.action][:2]
        named = [f"{self.game.action_name(event.state, each.action)} has {number(each.score)}" for each in others]
        return f"{text}; {listed(named)}." if named else f"{text}."

    def _expand(self, event: Event, frame: Frame) -> str:
        if not event.path:
            return f"{frame.name} ({frame.role}) is the whole tree at first."
        return f"{frame.name} ({frame.role}) is added to the tree."

    def _simulate(self, event: Event, frame: Frame) -> str:
        worth = said(event.value, event.estimate)
        if not event.playout:
            why = "the game is over" if event.player is None else "the position is repeated"
            return f"At {frame.name} {why}, worth {worth}."
        names = playout_names(self.game, event.state, event.playout)
        listing = " ".join(names[:MAX_PLAYOUT]) + (" …" if len(names) > MAX_PLAYOUT else "")
        count = "1 action" if len(names) == 1 else f"{len(names)} actions"
        return f"From {frame.name} a playout of {count}, {listing}, ends with {worth}."

    def _backup(self, event: Event, frame: Frame) -> str:
        visits = "1 visit" if event.visits == 1 else f"{event.visits:,} visits"
        return f"{frame.name} ({frame.role}) now has {visits} and a mean of {shown(event.value)}."

    def _iteration(self, event: Event, frame: Frame) -> str:
        text = f"The search to {self.place(event.depth)} is complete: {said(event.value, event.estimate)}"
        if frame.best and not self._averages(frame):
            text += f", by {self.game.action_name(event.state, frame.best.action)}"
        return text + (", and no leaf was an estimate." if event.bound == "=" else ".")


def formula(candidate: Candidate, visits: int) -> str:
    """The formula of UCB1 or PUCT with its numbers, where a node has `visits`.

    >>> formula(Candidate(0, 4, 0.5, 0.531, 1.031, 0.25, "ucb1", 0.7), 10)
    '0.5 + 0.7 × √(ln 10 / 4) = 1.031'
    """
    mean, constant = number(candidate.score - candidate.bonus), number(candidate.exploration)
    if candidate.formula == "ucb1":
        return f"{mean} + {constant} × √(ln {visits} / {candidate.visits}) = {number(candidate.score)}"
    rest = f"{number(candidate.prior)} × √{visits} / (1 + {candidate.visits})"
    return f"{mean} + {constant} × {rest} = {number(candidate.score)}"


def sentence(
    event: Event, game: Game, conventions: Conventions = STANDARD, *, algorithm: str = "", level: Level = "full"
) -> str:
    """One event on its own, without its predecessors; a `Narrator` knows more.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta, trace
    >>> game = Tree([[2, 7], [1, 8]])
    >>> cut = next(event for event in trace(alphabeta(game))[0] if event.kind == "cut")
    >>> sentence(cut, game)
    'c (MIN) holds 1, at most alpha 2: g is skipped.'
    """
    return Narrator(game, conventions, algorithm=algorithm, level=level).narrate(event)


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
    r"""A search, sentence by sentence: the results of nodes and the cuts (brief), or every step (full).

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> game = Tree([[2, 7], [1, 8]])
    >>> print(*sentences(alphabeta(game), game, level="brief"), sep="\n")
    b (MIN) = 2, the minimum of d = 2 and e = 7.
    c (MIN) holds 1, at most alpha 2 from b: g is skipped.
    c (MIN) <= 1, from f = 1; that is only a bound, Right is worth at most 1.
    a (MAX) = 2, the maximum of b = 2 and c <= 1; the action is Left.
    """
    narrator = Narrator(game, conventions, algorithm=algorithm, level=level, boards=boards, opponent=opponent)
    for event in events:
        text = narrator.narrate(event)
        if level == "full":
            if event.kind != "enter" or event.player is not None or boards:
                yield text
        elif event.kind in ("cut", "exit", "iteration", "simulate") or (event.kind == "leaf" and not event.path):
            yield text
