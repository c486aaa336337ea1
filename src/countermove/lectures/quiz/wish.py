"""What is wanted of a quiz, checked: which kinds of questions, about which algorithm, on which trees.

What cannot be is said at once, before anything is grown: a kind that does not fit its algorithm, a deep cut in too
shallow a tree, a tree too wide to be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermove.errors import SpecError
from countermove.lectures.quiz.grow import MOST_LEAVES
from countermove.lectures.quiz.kinds import KINDS, Kind
from countermove.lectures.quiz.target import PRUNING, TARGETS

__all__ = ["DEEP", "Wish", "check", "wishes"]

MOST_QUESTIONS = 200
DEEP = 4
"""Levels that a deep cut needs."""
ALGORITHMS = ("minimax", "alphabeta", "expectimax", "expectiminimax")


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted of a question and its tree; None means anything."""

    kind: Kind
    algorithm: str
    prune: str
    root: str
    branching: int | None
    depth: int | None
    cuts: int | None
    targets: tuple[str, ...]

    def words(self) -> str:
        """The wish as a phrase, for a person whose wish was not met."""
        parts = [f"branching {self.branching}"] if self.branching else []
        parts += [f"depth {self.depth}"] if self.depth else []
        parts += [f"cuts {self.cuts}"] if self.cuts is not None else []
        parts += [f"target {target}" for target in self.targets]
        return ", ".join([f"kind {self.kind.name}", *parts])


def check(seed: int, questions: int, prune: str, root: str) -> None:
    """Refuses what does not make sense for a whole quiz."""
    for name, given in (("seed", seed), ("questions", questions)):
        _whole(name, given)
    if not 1 <= questions <= MOST_QUESTIONS:
        raise SpecError(f"questions is {questions}; a quiz has 1 to {MOST_QUESTIONS} of them.")
    if prune not in (">=", ">"):
        raise SpecError(f"prune is {prune!r}; use >= or >.")
    if root not in ("max", "min"):
        raise SpecError(f"root is {root!r}; use max or min.")


def wishes(
    kinds: Sequence[str],
    algorithm: str | None,
    prune: str,
    root: str,
    branching: int | None,
    depth: int | None,
    cuts: int | None,
    targets: Sequence[str],
) -> list[Wish]:
    """A wish for each kind of question; kinds that were not named are left out where they do not fit."""
    _shape(branching, depth, cuts)
    _known("kind", kinds, tuple(KINDS))
    _known("target", targets, tuple(TARGETS))
    _known("algorithm", [] if algorithm is None else [algorithm], ALGORITHMS)
    made = []
    for kind in (KINDS[name] for name in dict.fromkeys(kinds or KINDS)):
        name = _algorithm(kind, algorithm, targets, cuts, root)
        if name is None and kinds:
            about = " or ".join(kind.algorithms)
            asked = _asked(algorithm, targets, cuts) + (" with a MIN root" if root == "min" else "")
            raise SpecError(f"Questions of the kind {kind.name} do not fit {asked}; they are about {about}.")
        if name is not None:
            needed = ["chance"] if name == "expectiminimax" else []
            wish = Wish(kind, name, prune, root, branching, depth, cuts, tuple(dict.fromkeys([*targets, *needed])))
            _possible(wish)
            made.append(wish)
    if not made:
        raise SpecError(f"No kind of question fits {_asked(algorithm, targets, cuts)}; leave something out.")
    return made


def _whole(name: str, given: object) -> None:
    if isinstance(given, bool) or not isinstance(given, int):
        raise SpecError(f"{name} is {given!r}; give a whole number.")


def _shape(branching: int | None, depth: int | None, cuts: int | None) -> None:
    for name, given in (("branching", branching), ("depth", depth), ("cuts", cuts)):
        if given is not None:
            _whole(name, given)
    if branching is not None and branching < 2:
        raise SpecError(f"branching is {branching}; a node needs 2 children or more.")
    if depth is not None and depth < 2:
        raise SpecError(f"depth is {depth}; a tree for a quiz needs 2 levels below its root, or more.")
    if cuts is not None and cuts < 0:
        raise SpecError(f"cuts is {cuts}; give 0 or more.")
    wide, deep = min(branching or 2, 1000), min(depth or 2, 100)
    if wide**deep > MOST_LEAVES:
        raise SpecError(
            f"A tree of branching {branching or 2} and depth {depth or 2} has more than {MOST_LEAVES} leaves, "
            "which is the most a question shows."
        )
    if cuts is not None and branching is not None and depth is not None:
        most = sum(branching**level for level in range(1, depth))  # one at each node below the root that has children
        if cuts > most:
            raise SpecError(f"cuts is {cuts}; a tree of branching {branching} and depth {depth} has at most {most}.")


def _known(what: str, given: Sequence[str], known: tuple[str, ...]) -> None:
    for each in given:
        if each not in known:
            raise SpecError(f"There is no {what} {each!r} for a quiz; there are: {', '.join(known)}.")


def _algorithm(kind: Kind, algorithm: str | None, targets: Sequence[str], cuts: int | None, root: str) -> str | None:
    """The algorithm a kind of question is to be about; None where none fits."""
    fits = [name for name in kind.algorithms if algorithm in (None, name)]
    if root == "min" and kind.name == "action":  # expectimax averages there, and takes no action
        fits = [name for name in fits if name != "expectimax"]
    if PRUNING & set(targets) or cuts is not None:
        fits = [name for name in fits if name == "alphabeta"]
    if "chance" in targets:
        fits = [name for name in reversed(fits) if name.startswith("expect")]
    return fits[0] if fits else None


def _asked(algorithm: str | None, targets: Sequence[str], cuts: int | None) -> str:
    parts = [] if algorithm is None else [f"the algorithm {algorithm}"]
    parts += [f"the target {target}" for target in targets]
    parts += [] if cuts is None else [f"{cuts} cuts"]
    return " with ".join(parts)


def _possible(wish: Wish) -> None:
    """Refuses what no tree can have."""
    if "unsafe-root" in wish.targets and wish.prune == ">":
        raise SpecError(
            "An unsafe root needs a cut at an equal value, which the test > never makes; "
            "leave the target out, or prune on >=."
        )
    if "deep-cut" in wish.targets:
        if wish.depth is not None and wish.depth < DEEP:
            raise SpecError(f"A deep cut needs a tree of depth {DEEP} or more, and depth is {wish.depth}.")
        if wish.branching is not None and wish.branching**DEEP > MOST_LEAVES:
            raise SpecError(
                f"A deep cut needs depth {DEEP}, and with branching {wish.branching} such a tree has more than "
                f"{MOST_LEAVES} leaves, which is the most a question shows."
            )
    if wish.cuts == 0 and wish.prune == ">=" and {"tie", "deep-cut", "unsafe-root"} & set(wish.targets):
        raise SpecError(f"A tree without cuts cannot have the target {wish.targets[0]}; ask for 1 cut or more.")
