"""What a board shows against a search: a row that does not end the game, a player who acts twice, a wrong end."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from math import inf
from pathlib import Path

from countermove.lectures.grade.own.load import Late
from countermove.lectures.grade.own.probe import FAR, OPPOSITE, Probe, Tree
from countermove.lectures.grade.own.stage import Moment

MISERE = re.compile(
    r"mis[eè]re|(reverse|inverse|anti|losing|suicide|avoidance)\W?(tic|ttt|noughts|x-?o)"
    r"|(three|3|row|line)\W+(\w+\W+){0,5}los(es?|er)\b|\blos(es?|er)\b\W+(\w+\W+){0,6}(three|3|row|line)\b",
    re.IGNORECASE,
)
"""What a program says whose game is lost by three in a row."""
STOPS = "the search stops although nobody has three in a row and cells are empty"


class Facts(Probe):
    """Looks for facts."""

    def _check_offers(self) -> None:
        """Where the program lists its actions, and the search leaves some out in every position."""
        for node in {each[4] for each in self.offers}:
            offers = [each[:4] for each in self.offers if each[4] == node and each[0] > 1]
            left_out = len(offers) >= 3 and all(tried < offered for offered, tried, _, _ in offers)
            if left_out and not self._filters(node[0]):
                offered, tried, name, text = min(offers)
                words = f"`{name}` gives {offered} actions and `{node[0].rsplit('.', 1)[-1]}` tries {tried}"
                self._once({"fact": "missing-action", "text": text, "words": words})

    def _filters(self, name: str) -> bool:
        """Whether a function tries some of the listed actions only, on a condition of its own."""
        shorts = {self.survey.functions[each].short for each in self.group}
        for loop in ast.walk(self.survey.functions[name].node):
            if isinstance(loop, ast.comprehension) and loop.ifs:
                return True
            if isinstance(loop, (ast.For, ast.While)):
                inner = [node for each in loop.body for node in ast.walk(each)]
                guarded = [node for each in inner if isinstance(each, ast.If) for node in ast.walk(each)]
                calls = [ast.unparse(node.func).split(".")[-1] for node in guarded if isinstance(node, ast.Call)]
                if any(isinstance(node, ast.Continue) for node in inner) or shorts & set(calls):
                    return True
        return False

    def _check_sides(self, walks: list[list[Moment]]) -> None:
        """In a game with the same actions for both players: an action that only one of them tries."""
        found = []
        for moment in [moment for walk in walks[:6] for moment in walk[:-1]]:
            flags = [name for name, value in moment.arguments.items() if isinstance(value, bool)]
            if len(flags) != 1 or self.roles[moment.name].get(flags[0]) != "turn" or not self._loops_alike(moment.name):
                return
            other = moment.changed(**{flags[0]: not moment.arguments[flags[0]]})
            try:
                sides = [self._open(each).children for each in (moment, other)]
            except (Exception, Late):
                return
            if {self._kind(moment), self._kind(other)} - {"", "odd"} not in ({"max", "min"}, {"max"}, {"min"}, set()):
                return
            fewer, more = sorted(({self.stage.key(child) for child in side} for side in sides), key=len)
            if not fewer <= more:
                return
            found += [(moment, len(fewer), len(more))] * (0 < len(fewer) < len(more))
        if len(found) >= 3:
            moment, few, many = min(found, key=lambda each: each[2])
            words = f"`{moment.name.rsplit('.', 1)[-1]}` tries {many} actions for one player and {few} for the other"
            self._once({"fact": "missing-action", "text": self._text(moment), "words": words})

    def _loops_alike(self, name: str) -> bool:
        """Whether a function loops over the same for both players, and values no action by itself."""
        loops = [node for node in ast.walk(self.survey.functions[name].node) if isinstance(node, ast.For)]
        counts = {ast.unparse(loop.iter): 0 for loop in loops}
        for loop in loops:
            counts[ast.unparse(loop.iter)] += 1
        return bool(counts) and set(counts.values()) == {2} and name not in self.shortcuts

    def _check_entry(self) -> None:
        """A choice that puts a mark on the board and then lets the same player act again."""
        if self.grid is None or self.entry is None or len(self.grid.marks) != 2:
            return
        twice = []
        try:
            for child in self.stage.open(self.entry, lambda number: self.shape.made(0)).children[:4]:
                put = self.grid.put(self._before(self.entry, child), child)
                again = [self.grid.put(child, after) for after in self._open(child).children[:1]]
                if len(put) == 1 and again and len(again[0]) == 1:
                    twice.append((child, put[0][1], again[0][0][1]))
        except (Exception, Late, SystemExit):
            return
        if len(twice) > 1 and all(one == two for _, one, two in twice):
            child, mark, _ = twice[0]
            short = self.entry.name.rsplit(".", 1)[-1]
            words = f"`{short}` puts {mark!r} on the board, and in the search {mark!r} is to act again"
            self._once({"fact": "same-mark", "text": self._text(child), "words": words})

    def _before(self, asked: Moment, child: Moment) -> Moment:
        raise NotImplementedError

    def _check_constant(self, trees: list[Tree]) -> None:
        """Where no node takes the best of its values: whether it takes any of them."""
        branching = [tree for tree in trees if len(tree.children) > 1 and tree.moment.name not in self.shortcuts]
        same = []
        for tree in branching[:6]:
            answers = {
                self.shape.value(self._open(tree.moment, lambda number, value=value: self.shape.made(value)).answer)
                for value in (0.25, -0.5, FAR, -FAR)
            }
            same += [(tree.moment, answers.pop())] if len(answers) == 1 else []
        if len(same) >= 3 and len(same) == len(branching[:6]):
            moment, answer = same[0]
            words = f"`{moment.name.rsplit('.', 1)[-1]}` answers {answer} in the position below, whatever follows it"
            self._once({"fact": "constant", "text": self._text(moment), "words": words})

    def _check_board(self, walks: list[list[Moment]]) -> None:
        """Facts about tic-tac-toe: what the rows on the board say against the search."""
        if self.grid is None:
            return
        grid = self.grid
        lines = [
            (moment, len(walk) == level + 1)
            for walk in walks
            for level, moment in enumerate(walk)
            if grid.line(moment) is not None
        ]
        ends = [moment for moment, end in lines if end]
        on = [moment for moment, end in lines if not end]
        if on and (3 * len(ends) > len(on) or sum(bool(grid.empty(moment)) for moment in ends) > 1):
            mark = grid.line(on[0])
            self.facts.append(
                {
                    "fact": "plays-on",
                    "text": self._text(on[0]),
                    "words": f"{mark!r} has three in a row and the search goes on",
                }
            )
        for walk in walks:
            marks = [grid.put(one, two)[0][1] for one, two in pairwise(walk) if len(grid.put(one, two)) == 1]
            twice = next((level for level, (one, two) in enumerate(pairwise(marks)) if one == two), None)
            if twice is not None and len(grid.cells(walk[0])) == 9:
                self.facts.append(
                    {
                        "fact": "same-mark",
                        "text": self._text(walk[twice + 2]),
                        "words": f"{marks[twice]!r} is put on the board twice in a row",
                    }
                )
                break

    def _check_ends(self, walks: list[list[Moment]]) -> None:
        """The order of the ends: a win of the player who maximizes must be worth more than a draw, a loss less."""
        grid = self.grid
        if grid is None or self.limit is not None or len(grid.cells(walks[0][0])) != 9:
            return
        worth: dict[str, list[tuple[float, Moment]]] = {"win": [], "draw": [], "loss": []}
        for mover, last, end, value in self._last_actions(walks):
            put = grid.put(last, end)
            if len(put) != 1 or not mover:
                continue
            if grid.line(end) is None:
                if grid.empty(end):
                    self._once({"fact": "stops-early", "text": self._text(end), "words": STOPS})
                else:
                    worth["draw"].append((value, end))
            elif grid.line(end) == put[0][1]:
                self._sort_end(worth, mover, value, end)
        good, draws, bad = worth["win"], worth["draw"], worth["loss"]
        ordered = [[value for value, _ in ends] for ends in (good, draws, bad) if ends]
        if all(max(one) < min(two) for one, two in pairwise(ordered)) and self._says_misere():
            return
        endless = next((end for value, end in draws if abs(value) == inf), None)
        if endless is not None:
            words = "the board is full, nobody has three in a row, and the search has no value for that"
            self._once({"fact": "ends", "text": self._text(endless), "words": words})
        for better, worse, words in (
            (good, bad, "a win is worth {} and a loss {}"),
            (good, draws, "a win is worth {} and a draw {}"),
            (draws, bad, "a draw is worth {} and a loss {}"),
        ):
            if better and worse and min(value for value, _ in better) <= max(value for value, _ in worse):
                low, high = min(better, key=lambda pair: pair[0]), max(worse, key=lambda pair: pair[0])
                if low[0] == high[0] and len({value for value, _ in (*better, *worse)}) > 2:
                    continue  # with a bonus for a quick win, which ends where the depth begins
                odd = low if words.startswith("a win") else high
                self._once(
                    {
                        "fact": "ends",
                        "text": self._text(odd[1]),
                        "words": words.format(f"{low[0]:g}", f"{high[0]:g}") + " to the player who maximizes",
                    }
                )

    def _says_misere(self) -> bool:
        """Whether the program says that three in a row lose."""
        return (
            MISERE.search(Path(self.stage.space["__file__"]).read_text(encoding="utf-8", errors="replace")) is not None
        )

    def _last_actions(self, walks: list[list[Moment]]) -> Iterator[tuple[str, Moment, Moment, float]]:
        """The last actions of games: whose they were, the position before, the end, and what the search says of it."""
        for walk in walks:
            try:
                opened = self._open(walk[-1])
            except (Exception, Late):
                continue
            value = self.shape.value(opened.answer)
            if len(walk) > 1 and value is not None and not opened.children:
                yield self._mover(walk), walk[-2], walk[-1], value
        for tree in list(self.trees.values()):
            kind = self._kind(tree.moment) if tree.children else ""
            for child in tree.children:
                if not child.children and kind in ("max", "min", "neg"):
                    yield kind, tree.moment, child.moment, child.value

    def _mover(self, walk: list[Moment]) -> str:
        """The kind of the node in which the last action of a walk was taken."""
        last = len(walk) - 2
        for level in range(last, -1, -1):
            kind = self._kind(walk[level])
            if kind in ("max", "min", "neg"):
                return kind if (last - level) % 2 == 0 else OPPOSITE[kind]
        return ""

    def _sort_end(self, worth: dict[str, list[tuple[float, Moment]]], mover: str, value: float, end: Moment) -> None:
        if mover == "neg":  # valued for the player to act, who has just lost
            worth["loss"].append((value, end))
        elif mover in ("max", "min"):
            worth["win" if mover == "max" else "loss"].append((value, end))
