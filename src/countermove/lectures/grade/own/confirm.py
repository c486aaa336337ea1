"""The second look before an accusation: what the program itself answers in the positions that follow.

The truth rests on our reading of the rules: who acts, what the actions are, where the game ends. A search whose value
is the best of what it answers itself in the next positions, down to the ends, is right by induction, whatever we read.
So a wrong answer is followed down to the node where it arises. There the program must contradict itself, or the
players must be seen to take turns; otherwise our reading is in doubt, and the verdict is left open.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import isfinite, isinf
from typing import Any

from countermove.lectures.grade.case import close
from countermove.lectures.grade.own.early import Early
from countermove.lectures.grade.own.load import Late
from countermove.lectures.grade.own.probe import FAR, OPPOSITE, Tree
from countermove.lectures.grade.own.stage import Moment

SMALL = 60
"""Nodes of a tree in which every node is looked at."""
PAIRS = 200
"""Positions in which it is looked up who acts next."""
LOOKS = 5
"""The wrong answers looked at again, the smallest trees first."""
TURN = "whose turn it is cannot be told: its values are the best of its own values, if the same player acts again"
CHILDREN = "the actions that it tries depend on the values of others"
ENDS = "an end of the game has another value when it is asked about again"
DISCOUNT = "it changes the value of an action before it takes the best, as by a discount or by what an action gains"
BEST: dict[str, Callable[[list[float]], float]] = {"max": max, "min": min, "neg": lambda values: -min(values)}


class Confirm(Early):
    """Looks again."""

    begun: Moment
    """The first call of the search."""

    def _algorithm(self) -> str:
        raise NotImplementedError

    def _confirm(self, found: list[dict[str, Any]]) -> None:
        """Take wrong answers back where only our reading is against them."""
        self.answers: dict[Hashable, float | None] = {}
        self.worths: dict[tuple[int, str], float] = {}
        self.most = max((abs(value) for value in self._finite_ends()), default=0.0)
        if not self.kinds.get("root") and not self.shape.boolean:
            branching = (tree for tree in self.searched.values() if tree.opened and len(tree.children) > 1)
            self.kinds["root"] = next((kind for tree in branching if (kind := self._discounts(tree))), "")
        for told in found:
            self._settle(told)
        suspects = [told for told in found if self._contradicts(told)]
        suspects.sort(key=lambda told: told["size"])
        doubts: list[str] = []
        for told in suspects[:LOOKS]:
            try:
                doubts.append(self._doubt_of(told))
            except (Exception, Late, SystemExit):
                doubts.append("")
        if doubts and all(doubts):
            for told in suspects:
                told["doubt"] = doubts[0]
        if set(doubts) == {TURN}:
            self._act_again(found)
        if set(doubts) == {DISCOUNT}:
            self._settle_discounts(suspects)

    def _whose(self, told: dict[str, Any]) -> str:
        """Whose position it is; with one action that is the same for both, except in negamax."""
        return told["kind"] or ("neg" if self.kinds.get("root") == "neg" else "max")

    def _finite_ends(self) -> Iterator[float]:
        seen: set[int] = set()
        waiting = list(self.searched.values())
        while waiting:
            tree = waiting.pop()
            if id(tree) not in seen:
                seen.add(id(tree))
                waiting += tree.children
                if not tree.children and isfinite(tree.value):
                    yield tree.value

    def _same(self, answer: float, truth: float) -> bool:
        """Whether two values are the same; a number beyond all others is as good as an infinite one."""
        return close(answer, truth) or (isinf(truth) and abs(answer) > self.most and (answer > 0) == (truth > 0))

    def _settle(self, told: dict[str, Any]) -> None:
        """Take a number with which a search begins, such as 1000, for the infinite value that it stands for."""
        tree, value = self.searched.get(told.get("serial", -1)), told.get("value")
        kind = self._whose(told)
        if tree is None or value is None or kind not in BEST or self._algorithm() == "expectimax":
            return
        truth = BEST[kind](self._truths(tree, kind))
        if self._same(value, truth):
            told["value"] = truth

    def _contradicts(self, told: dict[str, Any]) -> bool:
        """Whether an answer is wrong in our reading."""
        searched = self.searched.get(told.get("serial", -1))
        kind = self._whose(told)
        if searched is None or kind not in BEST or told["mixed"] or "fault" in told:
            return False
        if self._algorithm() == "expectimax":
            return False
        values = self._truths(searched, kind)
        best = BEST[kind](values)
        value, action = told.get("value"), told.get("action")
        return (value is not None and not self._same(value, best)) or (
            action is not None and not close(BEST[kind]([values[action]]), best)
        )

    def _truths(self, tree: Tree, kind: str) -> list[float]:
        return [self._truth(child, self._next(child, kind)) for child in tree.children]

    def _next(self, child: Tree, kind: str) -> str:
        """Who acts after a player: the other one, or whom the node itself says where a player may act again."""
        return (self._kind(child.moment) or OPPOSITE[kind]) if self.again and child.opened else OPPOSITE[kind]

    def _truth(self, tree: Tree, kind: str) -> float:
        if not tree.children:
            return tree.value
        key = id(tree), kind
        if key not in self.worths:
            self.worths[key] = BEST[kind if kind in BEST else "max"](self._truths(tree, kind))
        return self.worths[key]

    def _doubt_of(self, told: dict[str, Any]) -> str:
        """Why a wrong answer may be due to our reading; nothing where the program contradicts itself."""
        tree, kind = self.searched[told["serial"]], self._whose(told)
        values = self._truths(tree, kind)
        answers = [self._answer(child) for child in tree.children]
        off = [
            (child, truth)
            for child, truth, answer in zip(tree.children, values, answers)
            if answer is not None and not self._same(answer, truth)
        ]
        if off:
            child = min(off, key=lambda pair: pair[0].size)[0]
            return self._doubt(child, self._next(child, kind), tree)
        if told.get("value") is not None and not self._same(told["value"], BEST[kind](values)):
            return self._doubt(tree, kind, None)
        return ""  # it takes an action that is not the best by its own values

    def _doubt(self, tree: Tree, kind: str, before: Tree | None) -> str:
        """Follows a wrong value down to the node where it arises."""
        off = [
            child
            for child in tree.children
            if not self._same(self._answer(child) or 0.0, self._truth(child, self._next(child, kind)))
        ]
        if off:
            child = min(off, key=lambda each: each.size)
            return self._doubt(child, self._next(child, kind), tree)
        if not tree.children:
            return ENDS
        answer = self._answer(tree)
        values = [self._answer(child) or 0.0 for child in tree.children]
        if answer is None or close(self._own_window(tree, answer), BEST[kind](values)):
            return ENDS
        if self._calls_others(tree):
            return CHILDREN
        own = self._kind(tree.moment)
        if own in BEST and own != kind and close(answer, BEST[own](values)) and not self._take_turns(tree, before):
            return TURN
        return DISCOUNT if own in ("odd", "") and self._discounts(tree) else ""

    def _answer(self, tree: Tree) -> float | None:
        """What the program says of a position by itself."""
        if tree.opened is None:
            return tree.value
        key = self._key(tree.moment)
        if key not in self.answers:
            answer, _ = self.stage.run(self._wide(tree.moment), self.until + 2.0)
            self.answers[key] = self.shape.value(answer)
        return self.answers[key]

    def _own_window(self, tree: Tree, answer: float) -> float:
        """What the program says with the window with which it begins itself."""
        window = {
            name: self.begun.arguments[name]
            for name, role in self.roles[tree.moment.name].items()
            if role in ("alpha", "beta") and name in self.begun.arguments and name in tree.moment.arguments
        }
        if not window:
            return answer
        value = self.shape.value(self.stage.run(tree.moment.changed(**window), self.until + 2.0)[0])
        return answer if value is None else value

    def _calls_others(self, tree: Tree) -> bool:
        """Whether a run of the program itself asks about positions that are not among the children seen."""
        known = {self._key(child.moment) for child in tree.children if child.opened}
        asked: list[Moment] = []
        level = 0

        def handle(name: str, function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
            nonlocal level
            if level == 0:
                asked.append(self.stage.moment(name, function, arguments, named))
            level += 1
            try:
                return function(*arguments, **named)
            finally:
                level -= 1

        here = self._wide(tree.moment)
        self.stage.call(here, handle)
        same = self.stage.key(here)
        return any(self._key(each) not in known and self.stage.key(each) != same for each in asked)

    def _take_turns(self, tree: Tree, before: Tree | None) -> bool:
        """Whether the program shows that another player acts than before: by the marks, a flag, or the functions."""
        if self.plain_tree or before is None or tree.moment.name != before.moment.name:
            return True
        if self.grid is not None and len(self.grid.marks) == 2:
            put = [
                self.grid.put(*pair) for pair in ((before.moment, tree.moment), (tree.moment, tree.children[0].moment))
            ]
            if all(len(each) == 1 for each in put):
                return put[0][0][1] != put[1][0][1]
        names = [name for name, role in self.roles[tree.moment.name].items() if role == "turn"]
        return any(tree.moment.arguments.get(name) != before.moment.arguments.get(name) for name in names)

    def _act_again(self, found: list[dict[str, Any]]) -> None:
        """Judge anew where in some positions the same player acts again, and in others does not."""
        known = [tree for tree in self.trees.values() if len(tree.children) > 1][-PAIRS:]
        pairs = {
            (kind, below == kind)
            for tree in known
            if (kind := self._kind(tree.moment)) in ("max", "min")
            for child in tree.children
            if child.opened and (below := self._kind(child.moment)) in ("max", "min")
        }
        if not any({(kind, True), (kind, False)} <= pairs for kind in ("max", "min")):
            return
        self.again = True
        self.worths.clear()
        for told in found:
            if (tree := self.searched.get(told.get("serial", -1))) is not None and self._whose(told) in BEST:
                told["tree"] = [0, [[value, []] for value in self._truths(tree, self._whose(told))]]
                told |= {"collapsed": True, "doubt": ""}
                if self._contradicts(told):
                    told["doubt"] = TURN

    def _discounts(self, tree: Tree) -> str:
        """Whose node it is, if it takes the best of values that it has shrunk, or added the gain of an action to."""
        for others, kinds in ((-FAR, ("max", "")), (FAR, ("min", "neg"))):
            slopes = [self._slope(tree, child, others) for child in range(len(tree.children))]
            if all(slopes) and len({slope > 0 for slope in slopes}) == 1 and (kind := kinds[slopes[0] < 0]):
                return kind
        return ""

    def _slope(self, tree: Tree, child: int, others: float) -> float:
        """How much the answer of a node grows with the value of one action, all others being far worse; 0 if oddly."""
        answers = []
        for worse in (others, 2 * others):
            for value in (-0.5, 0.25, 1.0):
                fed = [value if number == child else worse for number in range(len(tree.children))]
                opened = self._open(tree.moment, lambda number, fed=fed: self.shape.made(fed[number % len(fed)]))
                answers.append(self.shape.value(opened.answer))
        low, middle, high = answers[:3]
        if answers[3:] != answers[:3] or low is None or middle is None or high is None:
            return 0.0
        slope = (high - low) / 1.5
        return slope if close(middle - low, high - middle) and abs(slope) < 1 + 1e-6 else 0.0

    def _settle_discounts(self, suspects: list[dict[str, Any]]) -> None:
        """Values with a discount are right if each is the discounted best of the program's own values after it."""
        small = [told for told in suspects if told["size"] <= SMALL and told.get("value") is not None]
        try:
            if len(small) < LOOKS or not all(self._always_discounts(self.searched[told["serial"]]) for told in small):
                return
        except (Exception, Late, SystemExit):
            return
        for told in suspects:
            if told in small:
                kind = self._whose(told)
                told["value"] = BEST[kind](self._truths(self.searched[told["serial"]], kind))
            else:
                told["mixed"] = True

    def _always_discounts(self, tree: Tree, kind: str = "") -> bool:
        """Whether all nodes do, and the players take turns."""
        if not tree.children:
            return True
        own = self._discounts(tree)
        answers = [self.shape.made(self._answer(child) or 0.0) for child in tree.children]
        fed = self.shape.value(self._open(tree.moment, lambda number: answers[number % len(answers)]).answer)
        if (
            not own
            or not close(fed or 0.0, self._answer(tree) or 0.0)
            or (kind and len(tree.children) > 1 and own != kind)
        ):
            return False
        after = OPPOSITE[own] if len(tree.children) > 1 else OPPOSITE.get(kind, "")
        return all(self._always_discounts(child, after) for child in tree.children)
