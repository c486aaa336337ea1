"""A saved proof as a tree: what is proven, what is refuted, what is open, and where the search is at work.

The file of a proof (proof_file.py) has the table of the search and its questions. Everything else follows from the
rules: the positions after one, and what the table knows of each. Positions on the path that was being searched when the
file was written are not in the table; their numbers follow from the positions below them, as in the search.

    proof number       positions still to be proven, at least, until the attacker is known to succeed
    disproof number    positions still to be refuted, at least, until the attacker is known to fail

The *line* of a position follows, from action to action, where the search goes next; in a settled position, the shortest
way to the attacker's success, or any of the defender's that holds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from countermove.bits import highest
from countermove.errors import SpecError
from countermove.game import Action, Game, S, State, legal
from countermove.solve import proof_file
from countermove.solve.proof import plain_functions, probe_in

if TYPE_CHECKING:
    from countermove.solve.slices import SliceDatabase

MAX_LINE = 40
"""Actions of a line."""
MAX_MISSING = 400
"""Positions missing from the table, one below the other, whose numbers follow from others."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a proof, about the position at the root."""

    attacker: int
    """The player who tries to reach a value, and for whom endless play is not enough."""
    split: float
    """Player 0 gets this much or more if player 0 succeeds, or player 1 fails."""
    salt: int
    mark: int
    is_open: bool

    def words(self, game: Game) -> str:
        """The question as a sentence.

        >>> from countermove.games.tictactoe import TicTacToe
        >>> Question(0, 5e-324, 0, 1, True).words(TicTacToe()), Question(0, 0.0, 0, 1, True).words(TicTacToe())
        ('Can X win?', 'Can X draw at least?')
        """
        name, neutral = game.player_name(self.attacker), float(game.neutral)
        wins = math.nextafter(neutral, math.inf) if self.attacker == 0 else neutral
        draws = neutral if self.attacker == 0 else math.nextafter(neutral, math.inf)
        if self.split in (wins, draws):
            return f"Can {name} {'win' if self.split == wins else 'draw at least'}?"
        if self.attacker == 0:
            return f"Can {name} get {self.split:g} or more?"
        return f"Can {name} hold {game.player_name(0)} below {self.split:g}?"


OPEN, PROVEN, REFUTED, BELIEVED, UNSEEN = "open", "proven", "refuted", "believed", "unseen"
"""What is known of a position: the numbers only; the attacker succeeds; fails; fails on the path searched; nothing."""


@dataclass(frozen=True, slots=True)
class Node(Generic[S]):
    """A position of a proof."""

    state: S
    status: str
    """OPEN, PROVEN, REFUTED, BELIEVED or UNSEEN."""
    proof: int
    disproof: int
    nodes: int
    """About how many nodes were searched below it; 0 if unknown."""
    ended: str
    """Why the search ends here: "over", "database", or nothing."""
    known: int
    """What the search knows, in one number (engine/dfpn.py)."""


class ProofTree(Generic[S]):
    """A proof from a file."""

    def __init__(self, game: Game[S], path: Path, database: SliceDatabase[S] | None = None) -> None:
        from countermove.engine import dfpn

        facts, at, first, second = proof_file.read(path)
        if facts["game"] != repr(game):
            raise SpecError(f"{path} is a proof about {facts['game']}; give the same game, not {game!r}.")
        self.game, self.path, self.database = game, path, database
        self.root: S = game.read(facts["position"])
        self.megabytes = facts["size"] * 8 / 2**20
        """The size of its table."""
        self.nodes, self.states = int(facts["nodes"]), int(facts["kept"])
        self.low, self.high = proof_file.number(facts["low"]), proof_file.number(facts["high"])
        asked = [(each, False) for each in facts["answered"]]
        asked += [(facts["question"], True)] if facts["question"] is not None else []
        self.questions = tuple(self._question(each, is_open) for each, is_open in asked)
        self._table = _Saved(facts["size"], at, first, second)
        self._work = dfpn.ProofWorkspace(None)
        if database is not None:
            probe_in(self._work, game, database)
        self._dfpn = dfpn
        self._glance = plain_functions()["glance"]
        self._derived: dict[Any, int] = {}

    def _question(self, facts: dict[str, Any], is_open: bool) -> Question:
        split = float.fromhex(facts["numbers"][0])
        attacker = int(self.game.repeats and float(self.game.endless(0)) >= split)
        return Question(attacker, split, facts["salt"], facts["mark"], is_open)

    def node(self, state: S, question: Question) -> Node[S]:
        """What is known of a position."""
        known = self._known(state, question)
        dfpn = self._dfpn
        ended = "over" if self.game.is_terminal(state) else ""
        if not ended and self.database is not None and state in self.database:
            ended = "database"
        if known < 0:
            status = PROVEN
        elif known >= dfpn.DISPROVEN:
            mark = known - dfpn.DISPROVEN
            status = REFUTED if mark == dfpn.FOREVER or (not question.is_open and mark == question.mark) else BELIEVED
        else:
            status = UNSEEN if known == dfpn.UNSEEN and not self._entry(state, question) else OPEN
        effort = self._entry(state, question) >> 7 & 31
        nodes = 0 if ended or effort >= highest(dfpn.MAX_EFFORT) else 1 << effort if effort else 0
        return Node(state, status, dfpn.proof_of(known), dfpn.disproof_of(known), nodes, ended, known)

    def children(self, state: S, question: Question) -> list[tuple[Action, Node[S]]]:
        """The actions of a position with what follows, where the search goes next first."""
        if self.node(state, question).ended:
            return []
        found = [(action, self.node(self.game.result(state, action), question)) for action in legal(self.game, state)]
        attacks = self.game.player(state) == question.attacker
        return sorted(found, key=lambda each: self._rank(each[1], attacks))

    def line(self, state: S, question: Question) -> list[Action]:
        """Where the search goes next, or how the question is settled."""
        found: list[Action] = []
        seen = set()
        while len(found) < MAX_LINE and state not in seen:
            seen.add(state)
            children = self.children(state, question)
            if not children or children[0][1].status == UNSEEN:
                break
            found.append(children[0][0])
            state = children[0][1].state
        return found

    def _rank(self, node: Node[S], attacks: bool) -> tuple[int, int]:
        """Smaller for what the player to act would try first."""
        dfpn, known = self._dfpn, node.known
        if attacks:
            return (0, -known) if known < 0 else (1, dfpn.proof_of(known))
        return (2, known) if known < 0 else (1, dfpn.disproof_of(known))

    # What the table knows.

    def _ask(self, question: Question) -> None:
        self._work.salt, self._work.mark = question.salt, question.mark

    def _entry(self, state: S, question: Question) -> int:
        """The entry of a position in the table; 0 if there is none."""
        self._ask(question)
        from countermove.engine.table import find, place

        key = self._dfpn.key_in(self.game, state, self._work)
        return int(find(self._table, place(self._table, key), key))

    def _seen(self, state: State, question: Question) -> int:
        self._ask(question)
        return int(self._glance(self.game, state, question.attacker, question.split, -1, self._work, self._table))

    def _known(self, state: S, question: Question, depth: int = MAX_MISSING) -> int:
        """What is known of a position: in the table, or following from the positions after it."""
        unseen = self._dfpn.UNSEEN
        known = self._seen(state, question)
        if known != unseen or self._entry(state, question) or depth == 0:
            return known
        at = state, question.salt
        if at not in self._derived:
            self._derived[at] = unseen  # where play returns here, nothing is added
            after = [self.game.result(state, action) for action in legal(self.game, state)]
            if any(self._seen(each, question) != unseen or self._entry(each, question) for each in after):
                found = [self._known(each, question, depth - 1) for each in after]
                self._derived[at] = self._joined(found, self.game.player(state) == question.attacker)
        return self._derived[at]

    def _joined(self, found: list[int], attacks: bool) -> int:
        """What follows for a position from those after it (steps 3 and 4 of the search)."""
        dfpn = self._dfpn
        pairs = [(dfpn.proof_of(each), dfpn.disproof_of(each)) for each in found]
        easy = [pair[0 if attacks else 1] for pair in pairs]
        if min(easy) == 0:
            return max(each for each in found if each < 0) - 1 if attacks else dfpn.DISPROVEN
        if min(easy) == dfpn.INFINITY:
            return dfpn.DISPROVEN if attacks else min(found) - 1
        still = [pair[1 if attacks else 0] for pair, each in zip(pairs, easy) if each < dfpn.INFINITY]
        hard = min(max(still) + len(still) - 1, dfpn.MAX_OPEN)
        best, bits = min(easy), dfpn.NUMBER_BITS
        return int(best << bits | hard if attacks else hard << bits | best)


class _Saved:
    """The table of a file, read like the one it was written from."""

    def __init__(self, size: int, at: Any, first: Any, second: Any) -> None:
        from countermove.engine.table import BUCKET, BUSY_SIZE

        self._mask = size - BUSY_SIZE - 2 * BUCKET
        self._at, self._words = at, (first, second)

    def __getitem__(self, index: int) -> int:
        from countermove.engine.table import MASK_AT

        if index == MASK_AT:
            return self._mask
        entry, word = divmod(index, 2)
        found = int(np.searchsorted(self._at, entry))
        return int(self._words[word][found]) if found < len(self._at) and self._at[found] == entry else 0
