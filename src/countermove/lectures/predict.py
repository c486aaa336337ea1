"""Predict a search: what a node returns, the window it is entered with, where a cut happens.

This works for any traced search: each prediction hides one event and asks for its content. Obvious steps (a leaf, a
first child, an untouched window) are skipped. Answers are graded like those of a quiz, by the same rules, so that a
mistake has a name: swapped, a leaked bound, under-pruning, ...

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

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prediction:
    """Something to predict: the content of the hidden event `at`."""

    at: int
    kind: Literal["value", "window", "cut", "action"]
    node: int
    """The number of its node."""
    prompt: str
    format: str
    options: tuple[str, ...] = ()
    """The choices, for a cut or an action."""


class TracedSearch(Worked):
    """A traced search of any game, in the form that quiz grading reads.

    Nodes are identified by their paths, since two nodes may have the same state; `names` are for people.
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
        self.game: Any = game  # grading reads only its axes
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
            if event.kind == "enter" and event.node == 0:  # of iterative deepening, only the last search counts
                for kept in (self.names, self.roles, self.states, self.sentences, self.events):
                    kept.clear()
            self.sentences.append(narrator.narrate(event))
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
        """The children that were searched."""
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
        """Questions are about one node at a time, so a swap shows in that node."""
        return self.values

    def otherwise(self, **changed: str) -> Worked:
        return self

    def explain(self, keep: Callable[[Event], Any]) -> tuple[str, ...]:
        return tuple(sentence for event, sentence in zip(self.events, self.sentences) if keep(event))

    def called(self, path: Path) -> str:
        """The name of a node and who acts there."""
        return f"{self.names[path]} ({self.roles[path]})"

    def options(self, path: Path) -> tuple[str, ...]:
        """The children of a node, searched or not: by name where the tree has names, else by action."""
        state, rules = self.states[path], self.rules
        return tuple(
            rules.node_name(rules.result(state, action)) or rules.action_name(state, action)
            for action in legal(rules, state)
        )


def predictions(search: TracedSearch) -> list[Prediction]:
    """The steps worth predicting in a search, in order.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta, trace
    >>> game = Tree([[2, 7], [1, 8]])
    >>> found = predictions(TracedSearch(game, *trace(alphabeta(game))))
    >>> [(each.kind, prompt) for each in found for prompt in each.prompt.split(".")[:1]]
    [('value', 'What does b (MIN) return?'), ('window', 'With which window (alpha, beta) is c (MIN) entered?'), \
('cut', 'c (MIN) holds 1'), ('action', 'Which action is chosen at a (MAX)?')]
    """
    found: list[Prediction] = []
    prunes = any(event.after is not None for event in search.events)
    for at, event in enumerate(search.events):
        before = search.events[at - 1] if at else None
        if before is not None and before.kind == "update" and _in_doubt(search, at - 1):
            found.append(_cut_question(search, at, before))
        inner = event.path in search.visited_children  # neither a leaf nor at the depth limit
        if event.kind == "enter" and event.path and inner and _narrowed(event.after):
            prompt = f"With which window (alpha, beta) is {search.called(event.path)} entered?"
            found.append(Prediction(at, "window", event.node, prompt, "two numbers; for infinity write inf"))
        if event.kind == "exit" and len(search.visited_children.get(event.path, ())) > 1:
            found.append(_end_question(search, at, event, prunes))
    return found


def _in_doubt(search: TracedSearch, at: int) -> bool:
    """Whether a node might cut after an update: children are left, and there is a bound to compare with."""
    update = search.events[at]
    if update.after is None or not isinstance(update.value, float):
        return False
    done = len(_before(search, at, update.path))
    return done < len(search.options(update.path)) and math.isfinite(_limit(search, update))


def _limit(search: TracedSearch, event: Event) -> float:
    """The bound that a node's value is compared with."""
    assert event.before is not None
    return event.before[1] if search.role(search.names[event.path]) == "MAX" else event.before[0]


def _narrowed(window: Window | None) -> bool:
    return window is not None and any(map(math.isfinite, window))


def _cut_question(search: TracedSearch, at: int, update: Event) -> Prediction:
    held = shown(update.value)
    prompt = f"{search.called(update.path)} holds {held}. Which of its children are skipped?"
    names = search.options(update.path)
    left = tuple(names[each] for each in _left(search, at, update.path))
    return Prediction(at, "cut", update.node, prompt, "tick those that are cut off now, or none", left)


def _left(search: TracedSearch, at: int, path: Path) -> list[int]:
    """The indices of a node's children not yet searched before an event."""
    done = {child[-1] for child in _before(search, at, path)}
    return [place for place, action in enumerate(legal(search.rules, search.states[path])) if action not in done]


def _end_question(search: TracedSearch, at: int, event: Event, prunes: bool) -> Prediction:
    called = search.called(event.path)
    chooses = not event.path and search.decision.has_action and isinstance(event.value, float)
    if chooses and len(search.decision.values) > 1:
        state = search.states[event.path]
        names = tuple(search.rules.action_name(state, action) for action in search.decision.values)
        return Prediction(at, "action", event.node, f"Which action is chosen at {called}?", "one action", names)
    prompt = f"What does {called} return?" if prunes else f"What is {called} worth?"
    format = "a number for each player" if isinstance(event.value, tuple) else "for example 3, -2.5 or 23/3"
    return Prediction(at, "value", event.node, prompt, format)


def grade(search: TracedSearch, prediction: Prediction, text: str, chosen: Sequence[int] = ()) -> Feedback:
    """Grade a prediction: a number or a window as text, or the chosen options.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta, trace
    >>> game = Tree([[2, 7], [1, 8]])
    >>> search = TracedSearch(game, *trace(alphabeta(game)))
    >>> value, window, cut, action = predictions(search)
    >>> grade(search, value, "7").category, grade(search, window, "2, inf").correct, grade(search, cut, "", []).category
    ('swapped', True, 'under-pruning')
    """
    for each in chosen:
        if not 0 <= each < len(prediction.options):
            raise SpecError(f"There is no option {each}; there are {len(prediction.options)}.")
    event = search.events[prediction.at]
    if prediction.kind == "cut":
        return _cut(search, prediction, sorted(set(chosen)))
    if prediction.kind == "action":
        return _action(search, prediction, chosen)
    if not text.strip():
        raise SpecError(f"The answer is empty; write {prediction.format}.")
    name = search.names[event.path]
    right = shown(event.value)
    if prediction.kind == "window":
        assert event.after is not None
        right = f"({show(event.after[0])}, {show(event.after[1])})"
        return _with(WINDOW.grade(_question("window", prediction, right, name), search, text), search, prediction)
    if isinstance(event.value, tuple):
        return _vector(search, prediction, text)
    if _is_plain(search, event):
        feedback = VALUES.grade(_question("values", prediction, right, name), search, text)
        return feedback if feedback.details else _with(feedback, search, prediction)  # one explanation is enough
    return _clamped(search, prediction, text)


def _question(kind: str, prediction: Prediction, answer: str, name: str) -> Question:
    return Question(1, kind, "", "max", "", ">=", prediction.prompt, prediction.format, answer, "", nodes=(name,))


def _with(feedback: Feedback, search: TracedSearch, prediction: Prediction) -> Feedback:
    """Feedback with the sentence that narrates the event."""
    sentence = search.sentences[prediction.at]
    told_already = [each for each in feedback.details if each != sentence]
    return replace(feedback, details=(*told_already, sentence))


def _is_plain(search: TracedSearch, event: Event) -> bool:
    """Whether a node returns the value of its children, unclamped."""
    name = search.names[event.path]
    values = [search.values[child] for child in search.children(name)]
    role = search.role(name)
    if role == "CHANCE":
        return True
    return event.value == (max(values) if role == "MAX" else min(values))


def _clamped(search: TracedSearch, prediction: Prediction, text: str) -> Feedback:
    """A fail-hard node, or any other whose value does not follow from its children."""
    event = search.events[prediction.at]
    assert isinstance(event.value, float)
    given = one_number(text)
    right = show(event.value)
    if agrees(given, event.value):
        return _with(Feedback(True, "correct", "Right.", answer=right), search, prediction)
    held = [e.value for e in search.events[: prediction.at] if e.kind == "update" and e.path == event.path]
    if search.conventions.returns == "hard" and held and isinstance(held[-1], float) and agrees(given, held[-1]):
        sentence = f"{show(given)} is the node's value; fail-hard search returns it clamped to the window."
        return _with(Feedback(False, "not-clamped", sentence, answer=right), search, prediction)
    return _with(Feedback(False, "wrong", f"Not right: it is {right}.", answer=right), search, prediction)


def _vector(search: TracedSearch, prediction: Prediction, text: str) -> Feedback:
    event = search.events[prediction.at]
    assert isinstance(event.value, tuple)
    given = [number(word) for word in tokens(text)]
    if len(given) != len(event.value):
        raise SpecError(f"Give {len(event.value)} numbers, one for each player; you gave {len(given)}.")
    right = shown(event.value)
    if all(map(agrees, given, event.value)):
        return _with(Feedback(True, "correct", "Right.", answer=right), search, prediction)
    for child in search.visited_children[event.path]:
        value = search.returned[child].value
        if isinstance(value, tuple) and all(map(agrees, given, value)):
            whose = event.player if event.player is not None and event.player >= 0 else 0
            sentence = f"That is {search.names[child]}, which is not the best for {search.rules.player_name(whose)}."
            return _with(Feedback(False, "wrong-child", sentence, answer=right), search, prediction)
    return _with(Feedback(False, "wrong", f"Not right: it is {right}.", answer=right), search, prediction)


def _cut(search: TracedSearch, prediction: Prediction, chosen: list[int]) -> Feedback:
    event, update = search.events[prediction.at], search.events[prediction.at - 1]
    actions = legal(search.rules, search.states[update.path])
    cut = event.kind == "cut" and event.path == update.path
    left = [actions[place] for place in _left(search, prediction.at, update.path)]
    skipped = [left.index(action) for action in event.skipped] if cut else []
    right = listed([prediction.options[each] for each in skipped]) or "none"
    because = search.sentences[prediction.at] if cut else _goes_on(search, update)
    if chosen == skipped:
        return Feedback(True, "correct", "Right." if cut else "Right, the search continues.", (because,), right)
    tie = isinstance(update.value, float) and update.value == _limit(search, update)
    test = search.conventions.prune
    if not chosen:
        text = "Under-pruning: the rest of this node cannot matter any more."
        if tie:
            text = f"Under-pruning: the test is {test}, so a value equal to the bound cuts."
        return Feedback(False, "prune-test" if tie else "under-pruning", text, (because,), right)
    if not skipped:
        text = "Over-pruning: the remaining children may still matter."
        if tie:
            text = f"Over-pruning: the test is {test}, so a value equal to the bound does not cut."
        return Feedback(False, "prune-test" if tie else "over-pruning", text, (because,), right)
    text = "There is a cut, and it skips all remaining children, not just some."
    return Feedback(False, "wrong-children", text, (because,), right)


def _before(search: TracedSearch, at: int, path: Path) -> list[Path]:
    """The children of a node that are finished before an event."""
    ended = [event for event in search.events[:at] if event.kind in ("leaf", "exit")]
    return [event.path for event in ended if event.path and event.path[:-1] == path]


def _goes_on(search: TracedSearch, update: Event) -> str:
    """Why a node does not cut."""
    role, limit = search.role(search.names[update.path]), _limit(search, update)
    assert isinstance(update.value, float)
    side, how = ("beta", "below") if role == "MAX" else ("alpha", "above")
    if update.value == limit:
        return f"{search.called(update.path)} holds {show(update.value)}, which only equals {side}: no cut."
    return f"{search.called(update.path)} holds {show(update.value)}, still {how} {side} {show(limit)}: no cut."


def _action(search: TracedSearch, prediction: Prediction, chosen: Sequence[int]) -> Feedback:
    if len(chosen) != 1:
        raise SpecError("Choose one action.")
    actions = list(search.decision.values)
    given, best = actions[chosen[0]], search.decision.action
    assert best is not None
    right = prediction.options[actions.index(best)]
    if given == best:
        return _with(Feedback(True, "correct", "Right.", answer=right), search, prediction)
    name, score, value = prediction.options[chosen[0]], search.decision.values[given], search.decision.value
    if score.value == value and score.bound == "=":
        text = f"{name} is worth the same, but the first of equal actions is taken."
        return _with(Feedback(False, "tie", text, answer=right), search, prediction)
    if score.value == value:
        text = f"{name} only looks as good: its value is a bound ({score})."
        return _with(Feedback(False, "bound", text, answer=right), search, prediction)
    worst = min if search.role(search.names[()]) == "MAX" else max
    plain = [each.value for each in search.decision.values.values() if isinstance(each.value, float)]
    swapped = bool(plain) and score.value == worst(plain)
    most = "largest" if worst is min else "smallest"
    text = f"{name} is worth {score}, while {right} is worth {search.decision.values[best]}."
    if swapped:
        text += f" {search.roles[()]} takes the {most} value."
    return _with(Feedback(False, "swapped" if swapped else "wrong", text, answer=right), search, prediction)
