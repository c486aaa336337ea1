"""Predicting a search: what the next node returns, with which window one is entered, and where there is a cut.

Any search that told its steps can be asked about: each prediction hides one event and wants what it says. Steps that
anybody would know (a leaf, a first child, a window that nothing has touched) are not asked. Answers are graded like
those of a quiz, by the same rules, so that a mistake has a name: swapped, a bound that leaked, under-pruning, ...

    event 12   update   c (MIN) holds 1            cut: which children of c are skipped?
    event 13   cut      g is skipped          <--  the answer
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from countermove.errors import SpecError
from countermove.game import CHANCE, Game, legal
from countermove.lectures.quiz.answer import agrees, number, one_number, show, tokens
from countermove.lectures.quiz.kinds.values import VALUES
from countermove.lectures.quiz.kinds.window import WINDOW
from countermove.lectures.quiz.question import Feedback, Question
from countermove.lectures.quiz.worked import Worked
from countermove.textbook import STANDARD, Conventions, Decision, Event, Policy, Window, is_max_side, uniform
from countermove.views.narrate import Narrator, listed, shown

__all__ = ["Prediction", "Told", "grade", "predictions"]

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prediction:
    """Something to predict: the event `at` is hidden, and what it says is asked."""

    at: int
    kind: Literal["value", "window", "cut", "action"]
    node: int
    """The number of the node it is about."""
    prompt: str
    format: str
    options: tuple[str, ...] = ()
    """What to choose from, of a cut or an action."""


class Told(Worked):
    """A search of any game as its events tell it, in the shape that the gradings of a quiz read.

    Nodes go by their paths, since in a game two of them may hold the same state; `names` are what people read.
    """

    def __init__(
        self,
        game: Game,
        events: Iterable[Event],
        decision: Decision,
        conventions: Conventions = STANDARD,
        algorithm: str = "",
        opponent: Policy = uniform,
    ) -> None:
        self.rules, self.opponent = game, opponent
        self.game: Any = game  # gradings ask it for its axes alone
        self.decision, self.conventions, self.algorithm = decision, conventions, algorithm
        narrator = Narrator(game, conventions, algorithm=algorithm, opponent=opponent)
        self.names: dict[Path, str] = {}
        self.roles: dict[Path, str] = {}
        self.states: dict[Path, Any] = {}
        self.sentences: list[str] = []
        self.events: list[Event] = []
        for event in events:
            if event.kind == "iteration":
                continue
            if event.kind == "enter" and event.node == 0:  # of iterative deepening, the last search is asked about
                for kept in (self.names, self.roles, self.states, self.sentences, self.events):
                    kept.clear()
            self.sentences.append(narrator.tell(event))
            if event.kind == "enter":
                frame = narrator.frames[-1]
                taken = frame.name in self.names.values()
                self.names[event.path] = f"{frame.name} (node {event.node})" if taken else frame.name
                self.roles[event.path], self.states[event.path] = frame.role, event.state
            self.events.append(replace(event, state=event.path))
        self.visited_children: dict[Path, list[Path]] = {}
        self.returned: dict[Path, Event] = {}
        for event in self.events:
            if event.kind in ("leaf", "exit"):
                self.returned[event.path] = event
                if event.path:
                    self.visited_children.setdefault(event.path[:-1], []).append(event.path)

    def name(self, state: Any) -> str:
        return self.names[state]

    def path(self, name: str) -> Path:
        return next(path for path, known in self.names.items() if known == name)

    def children(self, name: str) -> tuple[str, ...]:
        """The children that were looked at."""
        return tuple(self.names[child] for child in self.visited_children.get(self.path(name), ()))

    def role(self, name: str) -> str:
        path = self.path(name)
        state = self.states[path]
        if self.rules.is_terminal(state):
            return ""
        player = self.rules.player(state)
        if player == CHANCE or (self.algorithm == "expectimax" and player != 0):
            return "CHANCE"
        return "MAX" if is_max_side(self.rules, player) else "MIN"

    def odds(self, name: str) -> dict[str, float]:
        path = self.path(name)
        state = self.states[path]
        chance = self.rules.player(state) == CHANCE
        weights = dict(self.rules.chances(state) if chance else self.opponent(self.rules, state))
        return {self.names[child]: weights[child[-1]] for child in self.visited_children.get(path, ())}

    @property
    def values(self) -> dict[str, float]:
        """What each node returned."""
        ended = {self.names[path]: event.value for path, event in self.returned.items()}
        return {name: value for name, value in ended.items() if isinstance(value, float)}

    @property
    def swapped(self) -> dict[str, float]:
        """One node is asked about at a time, so a swap shows in that node already."""
        return self.values

    def otherwise(self, **changed: str) -> Worked:
        return self

    def told(self, keep: Callable[[Event], Any]) -> tuple[str, ...]:
        return tuple(sentence for event, sentence in zip(self.events, self.sentences) if keep(event))

    def called(self, path: Path) -> str:
        """A node with whose it is."""
        return f"{self.names[path]} ({self.roles[path]})"

    def options(self, path: Path) -> tuple[str, ...]:
        """The children of a node, looked at or not: by name where the tree has names, else by action."""
        state, named = self.states[path], getattr(self.rules, "node_name", None)
        return tuple(
            str(named(self.rules.result(state, action))) if named else self.rules.action_name(state, action)
            for action in legal(self.rules, state)
        )


def predictions(told: Told) -> list[Prediction]:
    """What is worth predicting in a search, in the order of its steps.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta, trace
    >>> game = Tree([[2, 7], [1, 8]])
    >>> asked = predictions(Told(game, *trace(alphabeta(game))))
    >>> [(each.kind, told) for each in asked for told in each.prompt.split(".")[:1]]
    [('value', 'What does b (MIN) return?'), ('window', 'With which window (alpha, beta) is c (MIN) entered?'), \
('cut', 'c (MIN) holds 1'), ('action', 'Which action is chosen at a (MAX)?')]
    """
    found: list[Prediction] = []
    prunes = any(event.after is not None for event in told.events)
    for at, event in enumerate(told.events):
        before = told.events[at - 1] if at else None
        if before is not None and before.kind == "update" and _in_doubt(told, at - 1):
            found.append(_cut_question(told, at, before))
        inner = event.path in told.visited_children  # not a leaf, nor at the depth limit
        if event.kind == "enter" and event.path and inner and _narrowed(event.after):
            prompt = f"With which window (alpha, beta) is {told.called(event.path)} entered?"
            found.append(Prediction(at, "window", event.node, prompt, "two numbers; for infinity write inf"))
        if event.kind == "exit" and len(told.visited_children.get(event.path, ())) > 1:
            found.append(_end_question(told, at, event, prunes))
    return found


def _in_doubt(told: Told, at: int) -> bool:
    """Whether a node might stop after an update: children are left, and there is a bound to compare with."""
    update = told.events[at]
    if update.after is None or not isinstance(update.value, float):
        return False
    done = len(_before(told, at, update.path))
    return done < len(told.options(update.path)) and math.isfinite(_limit(told, update))


def _limit(told: Told, event: Event) -> float:
    """The bound that a node's value is compared with."""
    assert event.before is not None
    return event.before[1] if told.role(told.names[event.path]) == "MAX" else event.before[0]


def _narrowed(window: Window | None) -> bool:
    return window is not None and any(map(math.isfinite, window))


def _cut_question(told: Told, at: int, update: Event) -> Prediction:
    held = shown(update.value)
    prompt = f"{told.called(update.path)} holds {held}. Which of its children are skipped?"
    names = told.options(update.path)
    left = tuple(names[each] for each in _left(told, at, update.path))
    return Prediction(at, "cut", update.node, prompt, "tick those that are cut off now, or none", left)


def _left(told: Told, at: int, path: Path) -> list[int]:
    """Which children of a node are not looked at before an event, by their places among all."""
    done = {child[-1] for child in _before(told, at, path)}
    return [place for place, action in enumerate(legal(told.rules, told.states[path])) if action not in done]


def _end_question(told: Told, at: int, event: Event, prunes: bool) -> Prediction:
    called = told.called(event.path)
    chooses = not event.path and told.decision.has_action and isinstance(event.value, float)
    if chooses and len(told.decision.values) > 1:
        state = told.states[event.path]
        names = tuple(told.rules.action_name(state, action) for action in told.decision.values)
        return Prediction(at, "action", event.node, f"Which action is chosen at {called}?", "one action", names)
    prompt = f"What does {called} return?" if prunes else f"What is {called} worth?"
    format = "a number for each player" if isinstance(event.value, tuple) else "for example 3, -2.5 or 23/3"
    return Prediction(at, "value", event.node, prompt, format)


def grade(told: Told, asked: Prediction, text: str, chosen: Sequence[int] = ()) -> Feedback:
    """Judges a prediction: a number or a window as text, of options those that were chosen.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta, trace
    >>> game = Tree([[2, 7], [1, 8]])
    >>> told = Told(game, *trace(alphabeta(game)))
    >>> value, window, cut, action = predictions(told)
    >>> grade(told, value, "7").category, grade(told, window, "2, inf").correct, grade(told, cut, "", []).category
    ('swapped', True, 'under-pruning')
    """
    for each in chosen:
        if not 0 <= each < len(asked.options):
            raise SpecError(f"There is no option {each}; there are {len(asked.options)}.")
    event = told.events[asked.at]
    if asked.kind == "cut":
        return _cut(told, asked, sorted(set(chosen)))
    if asked.kind == "action":
        return _action(told, asked, chosen)
    if not text.strip():
        raise SpecError(f"The answer is empty; write {asked.format}.")
    name = told.names[event.path]
    right = shown(event.value)
    if asked.kind == "window":
        assert event.after is not None
        right = f"({show(event.after[0])}, {show(event.after[1])})"
        return _with(WINDOW.grade(_question("window", asked, right, name), told, text), told, asked)
    if isinstance(event.value, tuple):
        return _vector(told, asked, text)
    if _is_plain(told, event):
        feedback = VALUES.grade(_question("values", asked, right, name), told, text)
        return feedback if feedback.details else _with(feedback, told, asked)  # one explanation is enough
    return _clamped(told, asked, text)


def _question(kind: str, asked: Prediction, answer: str, name: str) -> Question:
    return Question(1, kind, "", "max", "", ">=", asked.prompt, asked.format, answer, "", nodes=(name,))


def _with(feedback: Feedback, told: Told, asked: Prediction) -> Feedback:
    """Feedback with the sentence that tells what happens."""
    sentence = told.sentences[asked.at]
    told_already = [each for each in feedback.details if each != sentence]
    return replace(feedback, details=(*told_already, sentence))


def _is_plain(told: Told, event: Event) -> bool:
    """Whether a node returns what its children say, without clamping."""
    name = told.names[event.path]
    values = [told.values[child] for child in told.children(name)]
    role = told.role(name)
    if role == "CHANCE":
        return True
    return event.value == (max(values) if role == "MAX" else min(values))


def _clamped(told: Told, asked: Prediction, text: str) -> Feedback:
    """A node that fails hard, or any other whose value is not read off its children."""
    event = told.events[asked.at]
    assert isinstance(event.value, float)
    given = one_number(text)
    right = show(event.value)
    if agrees(given, event.value):
        return _with(Feedback(True, "correct", "Right.", answer=right), told, asked)
    held = [e.value for e in told.events[: asked.at] if e.kind == "update" and e.path == event.path]
    if told.conventions.returns == "hard" and held and isinstance(held[-1], float) and agrees(given, held[-1]):
        sentence = f"{show(given)} is what the node holds; failing hard, it returns that clamped to its window."
        return _with(Feedback(False, "not-clamped", sentence, answer=right), told, asked)
    return _with(Feedback(False, "wrong", f"Not right: it is {right}.", answer=right), told, asked)


def _vector(told: Told, asked: Prediction, text: str) -> Feedback:
    event = told.events[asked.at]
    assert isinstance(event.value, tuple)
    given = [number(word) for word in tokens(text)]
    if len(given) != len(event.value):
        raise SpecError(f"Give {len(event.value)} numbers, one for each player; this is {len(given)}.")
    right = shown(event.value)
    if all(map(agrees, given, event.value)):
        return _with(Feedback(True, "correct", "Right.", answer=right), told, asked)
    for child in told.visited_children[event.path]:
        value = told.returned[child].value
        if isinstance(value, tuple) and all(map(agrees, given, value)):
            whose = event.player if event.player is not None and event.player >= 0 else 0
            sentence = f"That is {told.names[child]}, which is not the best for {told.rules.player_name(whose)}."
            return _with(Feedback(False, "wrong-child", sentence, answer=right), told, asked)
    return _with(Feedback(False, "wrong", f"Not right: it is {right}.", answer=right), told, asked)


def _cut(told: Told, asked: Prediction, chosen: list[int]) -> Feedback:
    event, update = told.events[asked.at], told.events[asked.at - 1]
    actions = legal(told.rules, told.states[update.path])
    cut = event.kind == "cut" and event.path == update.path
    left = [actions[place] for place in _left(told, asked.at, update.path)]
    skipped = [left.index(action) for action in event.skipped] if cut else []
    right = listed([asked.options[each] for each in skipped]) or "none"
    because = told.sentences[asked.at] if cut else _goes_on(told, update)
    if chosen == skipped:
        return Feedback(True, "correct", "Right." if cut else "Right, the search goes on.", (because,), right)
    tie = isinstance(update.value, float) and update.value == _limit(told, update)
    test = told.conventions.prune
    if not chosen:
        text = "Under-pruning: nothing below this node can matter any more."
        if tie:
            text = f"Under-pruning: a cut is made on {test}, so a value that equals the bound cuts."
        return Feedback(False, "prune-test" if tie else "under-pruning", text, (because,), right)
    if not skipped:
        text = "Over-pruning: the children that are left may still matter."
        if tie:
            text = f"Over-pruning: a cut is made on {test}, so a value that only equals the bound does not cut."
        return Feedback(False, "prune-test" if tie else "over-pruning", text, (because,), right)
    text = "There is a cut; it skips every child that is left, not only some of them."
    return Feedback(False, "wrong-children", text, (because,), right)


def _before(told: Told, at: int, path: Path) -> list[Path]:
    """The children of a node that are done before an event."""
    ended = [event for event in told.events[:at] if event.kind in ("leaf", "exit")]
    return [event.path for event in ended if event.path and event.path[:-1] == path]


def _goes_on(told: Told, update: Event) -> str:
    """Why a node does not stop."""
    role, limit = told.role(told.names[update.path]), _limit(told, update)
    assert isinstance(update.value, float)
    side, how = ("beta", "below") if role == "MAX" else ("alpha", "above")
    if update.value == limit:
        return f"{told.called(update.path)} holds {show(update.value)}, which only equals {side}: it goes on."
    return f"{told.called(update.path)} holds {show(update.value)}, still {how} {side} {show(limit)}: it goes on."


def _action(told: Told, asked: Prediction, chosen: Sequence[int]) -> Feedback:
    if len(chosen) != 1:
        raise SpecError("Choose one action.")
    actions = list(told.decision.values)
    given, best = actions[chosen[0]], told.decision.action
    assert best is not None
    right = asked.options[actions.index(best)]
    if given == best:
        return _with(Feedback(True, "correct", "Right.", answer=right), told, asked)
    name, score, value = asked.options[chosen[0]], told.decision.values[given], told.decision.value
    if score.value == value and score.bound == "=":
        text = f"{name} is worth as much, and of equal actions the first is taken."
        return _with(Feedback(False, "tie", text, answer=right), told, asked)
    if score.value == value:
        text = f"{name} only looks as good: its value is a bound ({score})."
        return _with(Feedback(False, "bound", text, answer=right), told, asked)
    worst = min if told.role(told.names[()]) == "MAX" else max
    plain = [each.value for each in told.decision.values.values() if isinstance(each.value, float)]
    swapped = bool(plain) and score.value == worst(plain)
    most = "largest" if worst is min else "smallest"
    text = f"{name} is worth {score}, and {right} {told.decision.values[best]}."
    if swapped:
        text += f" {told.roles[()]} takes the {most} value."
    return _with(Feedback(False, "swapped" if swapped else "wrong", text, answer=right), told, asked)
