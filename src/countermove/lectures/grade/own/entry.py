"""What the program itself chooses: its entry, asked in positions where it is to act.

What names an action is found by trying: make one action alone good, and see what the entry answers.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Hashable
from typing import Any

from countermove.lectures.grade.own.feed import Feeder
from countermove.lectures.grade.own.load import Late
from countermove.lectures.grade.own.probe import LARGEST, OPPOSITE, LargeError, Tree, nested
from countermove.lectures.grade.own.seed import Seeds
from countermove.lectures.grade.own.stage import Moment, fault_of, freeze


class Entries(Seeds):
    """Asks entries."""

    def _find_entry(self, walks: list[list[Moment]]) -> None:
        """An entry that does not search its first position may search a later one."""
        if self.entry is not None or not walks:
            return
        feeder = Feeder(self.stage, self.survey, self.given)
        feeder.until = min(time.process_time() + 1.0, self.until)
        later = max(walks, key=len)[:-1][-3] if len(max(walks, key=len)) > 4 else walks[0][0]
        for name in self.entries:
            for tried, (_, moment) in enumerate(feeder.moments(self.survey.functions[name])):
                self.entry = moment
                asked = self._transplanted(later)
                try:
                    if asked is not None and self.stage.open(asked, lambda number: self.shape.made(0)).children:
                        self.late_entry = True
                        return
                except (Exception, Late, SystemExit):
                    pass
                if tried > 20:
                    break
        self.entry = None

    def _entries(self, walks: list[list[Moment]]) -> list[dict[str, Any]]:
        """What the program's own choice of an action says in positions where it is to act."""
        if self.entry is None:
            return []
        found: list[dict[str, Any]] = []
        seen: set[Hashable] = set()
        crashes: list[dict[str, Any]] = []
        later = [moment for walk in walks for moment in reversed(walk[:-1] if self.late_entry else walk[1:-1:2])]
        if not self.late_entry and self.grid is not None and len(self.grid.marks) == 2:
            later += [moment for walk in walks for moment in walk[2:-1:2] if self._acts_for(moment)]
        self.rng.shuffle(later)
        for moment in later:
            if len(found) >= 14 or time.process_time() > self.until - 0.3:
                break
            asked = self._transplanted(moment)
            if asked is None or ((key := freeze(asked.arguments)) in seen and self.grid is None):
                continue
            key = (key, self.stage.key(moment))
            if key in seen:
                continue
            seen.add(key)
            try:
                told = self._chosen(asked)
            except LargeError:
                continue
            except (Exception, Late) as error:
                told = self._crash(asked, error)
                crashes += [told] if told is not None else []
                continue
            if told is not None and (not self.late_entry or told["kind"] == self._kind(moment)):
                found.append(told)
        if not found and len(crashes) >= 3 and len({each["fault"]["line"] for each in crashes}) == 1:
            return crashes[:3]
        return found + [told for each in self.unnamed[:16] if (told := self._named(*each)) is not None]

    def _crash(self, asked: Moment, error: BaseException) -> dict[str, Any] | None:
        """A position in which the entry stops at what no list, number or text has, whatever the search answers."""
        fault = fault_of(error, self.stage.space["__file__"])
        lacks = re.match(r"'(list|tuple|dict|set|str|int|float)' object has no attribute", fault["text"])
        if not (isinstance(error, UnboundLocalError) or (isinstance(error, AttributeError) and lacks)):
            return None
        return {
            "tree": [], "size": 0, "at": asked.name, "text": self._text(asked), "kind": "", "mixed": False,
            "depth": None, "value": None, "fault": fault, "actions": [],
        }  # fmt: skip

    def _acts_for(self, moment: Moment) -> bool:
        """Whether the entry puts the mark of the player who is to act, though it began with the other."""
        assert self.grid is not None
        asked = self._transplanted(moment) if self.acts is None else None
        if asked is not None:
            try:
                mine = self.stage.open(asked, lambda number: self.shape.made(0)).children[0]
                next_one = self._open(moment).children[0]
                marks = [self.grid.put(self._before(asked, mine), mine), self.grid.put(moment, next_one)]
                self.acts = marks[0][0][1] == marks[1][0][1]
            except (Exception, Late, SystemExit):
                self.acts = False
        return bool(self.acts)

    def _named(self, asked: Moment, told: dict[str, Any], cells: list[int]) -> dict[str, Any] | None:
        """The answer in a position where it does not follow the values, read by what names a cell elsewhere."""
        labels = set()
        for seed in range(3):
            random.seed(seed)
            try:
                answer, after = self.stage.call(asked)
            except (Exception, Late, SystemExit):
                return None
            labels.add(self._label(answer, None, after))
        if len(labels) > 1:
            return None
        label = labels.pop()
        strange = [cell for cell in cells if cell not in self.names.values()]
        cell = self.names.get(label, strange[0] if len(strange) == 1 else None)
        if cell not in cells:
            return None
        return told | {"action": cells.index(cell), "actions": [], "answer": repr(answer)[:60]}

    def _transplanted(self, moment: Moment) -> Moment | None:
        """The entry's call with the state of another position."""
        assert self.entry is not None
        made = self.entry.copy()
        moment = moment.copy()
        taken = False
        for name, value in made.arguments.items():
            for other, state in moment.arguments.items():
                if other not in self.stage.slots and _alike(value, state):
                    made.arguments[name] = state
                    taken = True
                    break
            else:
                if hasattr(value, "__dict__"):  # an agent that holds the game
                    for attribute, held in list(vars(value).items()):
                        for other, state in moment.arguments.items():
                            if (
                                other not in self.stage.slots
                                and not isinstance(state, (int, str))
                                and _alike(held, state)
                            ):
                                setattr(value, attribute, state)
                                taken = True
        made.variables = moment.variables
        inside = self.grid is not None and self.grid.path[0] == "variable"
        return (
            made
            if taken or inside or not self.stage.slots.issuperset(moment.arguments) or self._global(moment)
            else None
        )

    def _global(self, moment: Moment) -> bool:
        return freeze(moment.variables) != freeze(self.entry.variables if self.entry else {})

    def _chosen(self, asked: Moment, kind: str = "") -> dict[str, Any] | None:
        opened = self.stage.open(asked, lambda number: self.shape.made(0))
        children = opened.children
        if len(children) < 2 or len({self.stage.key(child) for child in children}) < len(children):
            return None
        if self.grid is not None and any(
            len(self.grid.put(asked_grid, child)) != 1
            for asked_grid in [self._before(asked, children[0])]
            for child in children
        ):
            return None
        trees = [self._tree(child, LARGEST // 2) for child in children]
        kinds = {self._kind(tree.moment) or self._by_others(tree) for tree in trees} - {"odd", ""}
        if len(kinds) != 1 and not kind:
            return None
        kind = kind or OPPOSITE[kinds.pop()]
        labels = self._labels_for(asked, len(children), 0.75 if kind == "max" else -0.75)
        if len(set(labels)) < len(labels):
            if self.late_entry:  # it chooses for the other player, and is perhaps never asked here
                return None
            labels = self._labels_for(asked, len(children), -0.75 if kind == "max" else 0.75)
        if len(set(labels)) == 1 and labels[0][0] == "answer" and kind in ("max", "min", "neg"):
            self.ignored.append((labels[0][1], self._text(asked), asked.name))
        told: dict[str, Any] = {
            "tree": [0, [nested(tree) for tree in trees]], "size": 1 + sum(tree.size for tree in trees),
            "at": asked.name, "text": self._text(asked), "kind": kind, "mixed": False, "depth": None, "value": None,
            "serial": self._remember(Tree(asked, 0.0, trees)),
        }  # fmt: skip
        cells: list[int] = []
        if self.grid is not None and labels[0][0] == "answer":
            before = self._before(asked, children[0])
            cells = [self.grid.put(before, child)[0][0] for child in children]
        if len(set(labels)) < len(labels):
            self.unnamed += [(asked, told, cells)] if cells else []
            return None
        self.names |= dict(zip(labels, cells))
        try:
            answer, after = self.stage.call(asked)
        except (Late, RecursionError):
            return None
        except (Exception, SystemExit) as error:
            return told | {"fault": fault_of(error, self.stage.space["__file__"]), "actions": []}
        label = self._label(answer, None, after)
        action = labels.index(label) if label in labels else None
        if action is None:
            return None
        return told | {"action": action, "actions": [], "answer": repr(answer)[:60]}

    def _before(self, asked: Moment, child: Moment) -> Moment:
        """The position that an entry is asked about, in the form of the search's own calls."""
        made = child.copy()
        for value in asked.arguments.values():
            for other, state in made.arguments.items():
                if other not in self.stage.slots and _alike(value, state):
                    made.arguments[other] = value
        made.variables = asked.variables
        return made

    def _labels_for(self, asked: Moment, count: int, good: float) -> list[tuple[str, Hashable]]:
        """What an entry answers when one action alone has a good value, for each action."""
        opened = [self.stage.open(asked, self._one_good(chosen, good)) for chosen in range(count)]
        labels = [self._label(each.answer, good, each.after) for each in opened]
        if len(set(labels)) == 1 and labels[0][0] == "answer":  # it acts itself, and answers that it has done so
            afters = [self._label(None, good, each.after) for each in opened]
            self.says_done = len(set(afters)) == count
            return afters if self.says_done else labels
        return labels

    def _one_good(self, chosen: int, good: float) -> Callable[[int], Any]:
        return lambda number: self.shape.made(good if number == chosen else -good)

    def _label(self, answer: Any, good: float | None, after: Moment) -> tuple[str, Hashable]:
        if answer is None or self.says_done:
            return "after", (freeze(after.arguments, False), self.stage.key(Moment(after.name, {}, after.variables)))
        if isinstance(answer, (list, tuple)) and len(answer) > 1:
            parts = (
                [each for each in answer if not (isinstance(each, float) or each == good)] if good is not None else None
            )
            kept = [index for index, each in enumerate(answer) if good is not None and each in (good, -good)]
            if good is not None:
                self.masks = kept
                return "answer", freeze(parts)
            return "answer", freeze([each for index, each in enumerate(answer) if index not in self.masks])
        return "answer", freeze(answer)


def _alike(one: Any, other: Any) -> bool:
    """Whether two values may be the same kind of state."""
    if type(one) is not type(other) or one is None or isinstance(one, bool):
        return False
    if isinstance(one, (list, tuple, str)):
        return len(one) == len(other) and (
            not one or isinstance(one[0], (list, tuple)) == isinstance(other[0], (list, tuple))
        )
    return True
