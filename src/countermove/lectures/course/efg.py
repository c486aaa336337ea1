"""Gambit's extensive-form files (`.efg`), read as trees, with chance and information sets.

    EFG 2 R "title" { "one" "two" }
    c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0         chance: name, number, its name, actions with odds, outcome
    p "" 1 1 "" { "up" "down" } 0                   player: name, player, information set, its name, actions, outcome
    t "" 1 "won" { 1 -1 }                           end: name, outcome, its name, payoffs

Nodes are in prefix order, children after their parent. Inner nodes may have payoffs: those of all outcomes on a path
add up. Nodes of one information set look the same to their player; actions may be given at the first of them only. See
the Gambit manual, "The extensive game (.efg) file format". `efg_writer.py` writes such files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from countermove.errors import SpecError
from countermove.games.tree import Tree
from countermove.lectures.course.fields import text_of, wrong

TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([{}])|([^\s{}",]+)|(,)|(\S))', re.DOTALL)
Payoffs = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    line: int
    quoted: bool


def read_efg(path: Path) -> Tree:
    """The game in a Gambit file."""
    return _Reader(path).read()


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tokens = list(self._split(text_of(path)))
        self.at = 0
        self.sets: dict[tuple[int, str], list[str]] = {}
        self.odds: dict[str, list[tuple[str, Fraction]]] = {}
        self.outcomes: dict[str, Payoffs] = {}

    def _split(self, text: str) -> list[_Token]:
        tokens, at = [], 0
        while at < len(text.rstrip()):
            found = TOKEN.match(text, at)
            assert found is not None
            line = text.count("\n", 0, found.end() - len(found[0].lstrip())) + 1
            if found[5]:
                raise wrong(self.path, line, "a quote is not closed")
            if not found[4]:
                quoted = found[1] is not None
                tokens.append(_Token(found[1] if quoted else found[2] or found[3], line, quoted))
            at = found.end()
        return tokens

    def read(self) -> Tree:
        head = self._next("EFG")
        if head.text != "EFG":
            raise wrong(self.path, head.line, f"a Gambit file starts with EFG; this one starts with {head.text!r}")
        version, kind = self._next("the version"), self._next("R or D")
        if (version.text, kind.text) not in (("2", "R"), ("2", "D")):
            raise wrong(self.path, version.line, f"only EFG 2 can be read; this is EFG {version.text} {kind.text}")
        self._string("the title")
        self._brace("{")
        players = 0
        while not self._is("}"):
            self._string("the name of a player")
            players += 1
        self._brace("}")
        if self.at < len(self.tokens) and self.tokens[self.at].quoted:
            self.at += 1  # a comment
        if not players:
            raise wrong(self.path, head.line, "the game has no players")
        self.players = players
        try:
            tree = self._node((Fraction(0),) * players)
        except RecursionError:
            raise SpecError(f"{self.path.name} contains a tree that is too deep to read.") from None
        if self.at < len(self.tokens):
            extra = self.tokens[self.at]
            raise wrong(self.path, extra.line, f"{extra.text!r} follows the end of the tree")
        try:
            return Tree(tree, players=players)
        except SpecError as error:
            raise SpecError(f"{self.path.name}: {error}") from None

    def _node(self, before: Payoffs) -> Any:
        """A node and all below it; `before` is what was paid on the path to it."""
        token = self._next("a node")
        name = self._string("the name of a node")
        if token.text == "t":
            paid = self._outcome(before)
            value = [float(each) for each in paid]
            return {"value": tuple(value) if self.players > 1 else value[0]}
        if token.text == "c":
            number = self._next("the number of a chance move").text
            actions, odds = self._chance(number, token.line)
            after = self._outcome(before)
            children = [self._node(after) for _ in actions]
            return _named({"children": children, "chances": odds}, actions)
        if token.text != "p":
            raise wrong(self.path, token.line, f"{token.text!r} is not a kind of node; use c, p or t (node {name!r})")
        player = self._whole("the number of the player")
        if not 1 <= player <= self.players:
            raise wrong(self.path, token.line, f"player {player} acts, but the players are 1 to {self.players}")
        number = self._next("the number of an information set").text
        self._optional_string()
        known = self.sets.get((player, number))
        actions = self._actions() if known is None or self._is("{") else known
        if known is not None and actions != known:
            raise wrong(self.path, token.line, f"information set {number} of player {player} had other actions before")
        self.sets[player, number] = actions
        after = self._outcome(before)
        children = [self._node(after) for _ in actions]
        return _named({"children": children, "player": player - 1, "set": number}, actions)

    def _actions(self) -> list[str]:
        self._brace("{")
        actions = []
        while not self._is("}"):
            actions.append(self._string("the name of an action"))
        line = self._brace("}").line
        if not actions:
            raise wrong(self.path, line, "a player node has no actions")
        return actions

    def _chance(self, number: str, line: int) -> tuple[list[str], list[float]]:
        """The actions of chance with their odds; a move described earlier need not repeat them."""
        self._optional_string()
        if self._is("{"):
            self._brace("{")
            pairs = []
            while not self._is("}"):
                action = self._string("the name of an action")
                pairs.append((action, self._fraction("the probability of an action")))
            self._brace("}")
            self.odds[number] = pairs
        if not self.odds.get(number):
            raise wrong(self.path, line, f"chance move {number} has no actions")
        pairs = self.odds[number]
        total = sum((chance for _, chance in pairs), Fraction(0))
        if abs(total - 1) > Fraction(1, 10**9):
            raise wrong(self.path, line, f"the probabilities of chance move {number} sum to {float(total):.12g}, not 1")
        if any(chance <= 0 for _, chance in pairs):
            raise wrong(self.path, line, f"chance move {number} has an action of probability 0; leave it out")
        return [action for action, _ in pairs], [float(chance) for _, chance in pairs]

    def _outcome(self, before: Payoffs) -> Payoffs:
        """The payoffs of a node, added to those before it."""
        token = self._next("the number of an outcome")
        if not self._is('"') and not self._is("{"):
            if token.text != "0" and token.text not in self.outcomes:
                raise wrong(self.path, token.line, f"outcome {token.text} has no payoffs, here or earlier")
            paid = self.outcomes.get(token.text, (Fraction(0),) * self.players)
        else:
            self._optional_string()
            if self._is("{"):
                self._brace("{")
                numbers = []
                while not self._is("}"):
                    numbers.append(self._fraction("a payoff"))
                self._brace("}")
                if len(numbers) != self.players:
                    raise wrong(
                        self.path,
                        token.line,
                        f"outcome {token.text} has {len(numbers)} payoffs for {self.players} players",
                    )
                self.outcomes[token.text] = tuple(numbers)
            paid = self.outcomes.get(token.text, (Fraction(0),) * self.players)
        return tuple(one + other for one, other in zip(before, paid))

    # Tokens.

    def _next(self, what: str) -> _Token:
        if self.at >= len(self.tokens):
            line = self.tokens[-1].line if self.tokens else 1
            raise wrong(self.path, line, f"the file ends where {what} is expected")
        self.at += 1
        return self.tokens[self.at - 1]

    def _is(self, sign: str) -> bool:
        """Whether a brace, or any string, comes next."""
        if self.at >= len(self.tokens):
            return False
        token = self.tokens[self.at]
        return token.quoted if sign == '"' else not token.quoted and token.text == sign

    def _brace(self, sign: str) -> _Token:
        token = self._next(sign)
        if token.quoted or token.text != sign:
            raise wrong(self.path, token.line, f"expected {sign}, found {token.text!r}")
        return token

    def _string(self, what: str) -> str:
        token = self._next(what)
        if not token.quoted:
            raise wrong(self.path, token.line, f'expected {what} in quotes (it may be ""), found {token.text!r}')
        return token.text

    def _optional_string(self) -> None:
        if self._is('"'):
            self.at += 1

    def _whole(self, what: str) -> int:
        token = self._next(what)
        if not token.text.isdigit():
            raise wrong(self.path, token.line, f"expected {what}, found {token.text!r}")
        return int(token.text)

    def _fraction(self, what: str) -> Fraction:
        token = self._next(what)
        try:
            return Fraction(token.text)
        except (ValueError, ZeroDivisionError):
            raise wrong(self.path, token.line, f"expected {what}, found {token.text!r}") from None


def _named(node: dict[str, Any], actions: list[str]) -> dict[str, Any]:
    """The node with the names of its actions, if they are distinct."""
    names = [action.strip() for action in actions]
    if all(names) and len(set(names)) == len(names):
        node["actions"] = names
    return node
