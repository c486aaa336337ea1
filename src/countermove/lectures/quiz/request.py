"""A request for a quiz, checked: which kinds of questions, about which algorithm, on which trees.

Impossible requests are refused before any tree is grown: a kind that does not fit its algorithm, a deep cut in a
shallow tree, a tree too wide to draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermove.errors import SpecError
from countermove.lectures.quiz.grow import MAX_LEAVES
from countermove.lectures.quiz.kinds import KINDS, Kind
from countermove.lectures.quiz.target import PRUNING, TARGETS

MAX_QUESTIONS = 200
DEEP_CUT_DEPTH = 4
"""The fewest levels with a deep cut."""
ALGORITHMS = ("minimax", "alphabeta", "expectimax", "expectiminimax")


@dataclass(frozen=True, slots=True)
class Request:
    """The request for one question and its tree; None means anything."""

    kind: Kind
    algorithm: str
    prune: str
    root: str
    branching: int | None
    depth: int | None
    cuts: int | None
    targets: tuple[str, ...]

    def words(self) -> str:
        """The request in words, for error messages."""
        parts = [f"branching {self.branching}"] if self.branching else []
        parts += [f"depth {self.depth}"] if self.depth else []
        parts += [f"cuts {self.cuts}"] if self.cuts is not None else []
        parts += [f"target {target}" for target in self.targets]
        return ", ".join([f"kind {self.kind.name}", *parts])


def check(seed: int, questions: int, prune: str, root: str) -> None:
    """Refuse invalid parameters of a quiz."""
    for name, given in (("seed", seed), ("questions", questions)):
        _whole(name, given)
    if not 1 <= questions <= MAX_QUESTIONS:
        raise SpecError(f"questions is {questions}; give 1 to {MAX_QUESTIONS}.")
    if prune not in (">=", ">"):
        raise SpecError(f"prune is {prune!r}; use >= or >.")
    if root not in ("max", "min"):
        raise SpecError(f"root is {root!r}; use max or min.")


def requests(
    kinds: Sequence[str],
    algorithm: str | None,
    prune: str,
    root: str,
    branching: int | None,
    depth: int | None,
    cuts: int | None,
    targets: Sequence[str],
) -> list[Request]:
    """A request for each kind of question; kinds that do not fit are left out unless named."""
    _shape(branching, depth, cuts)
    _known("kind", kinds, tuple(KINDS))
    _known("target", targets, tuple(TARGETS))
    _known("algorithm", [] if algorithm is None else [algorithm], ALGORITHMS)
    made = []
    for kind in (KINDS[name] for name in dict.fromkeys(kinds or KINDS)):
        name = _algorithm(kind, algorithm, targets, cuts, root)
        if name is None and kinds:
            about = " or ".join(kind.algorithms)
            requested = _requested(algorithm, targets, cuts) + (" with a MIN root" if root == "min" else "")
            raise SpecError(f"A {kind.name} question does not fit {requested}; it is about {about}.")
        if name is not None:
            needed = ["chance"] if name == "expectiminimax" else []
            request = Request(
                kind, name, prune, root, branching, depth, cuts, tuple(dict.fromkeys([*targets, *needed]))
            )
            _possible(request)
            made.append(request)
    if not made:
        raise SpecError(f"No kind of question fits {_requested(algorithm, targets, cuts)}; drop a requirement.")
    return made


def _whole(name: str, given: object) -> None:
    if isinstance(given, bool) or not isinstance(given, int):
        raise SpecError(f"{name} is {given!r}; give a whole number.")


def _shape(branching: int | None, depth: int | None, cuts: int | None) -> None:
    for name, given in (("branching", branching), ("depth", depth), ("cuts", cuts)):
        if given is not None:
            _whole(name, given)
    if branching is not None and branching < 2:
        raise SpecError(f"branching is {branching}; give 2 or more.")
    if depth is not None and depth < 2:
        raise SpecError(f"depth is {depth}; give 2 or more.")
    if cuts is not None and cuts < 0:
        raise SpecError(f"cuts is {cuts}; give 0 or more.")
    wide, deep = min(branching or 2, 1000), min(depth or 2, 100)
    if wide**deep > MAX_LEAVES:
        raise SpecError(
            f"A tree of branching {branching or 2} and depth {depth or 2} has more than {MAX_LEAVES} leaves, "
            "the most that a question can show."
        )
    if cuts is not None and branching is not None and depth is not None:
        most = sum(branching**level for level in range(1, depth))  # one at each inner node below the root
        if cuts > most:
            raise SpecError(f"cuts is {cuts}; a tree of branching {branching} and depth {depth} has at most {most}.")


def _known(what: str, given: Sequence[str], known: tuple[str, ...]) -> None:
    for each in given:
        if each not in known:
            raise SpecError(f"Unknown {what} {each!r} for a quiz; use one of: {', '.join(known)}.")


def _algorithm(kind: Kind, algorithm: str | None, targets: Sequence[str], cuts: int | None, root: str) -> str | None:
    """The algorithm for a kind of question; None if none fits."""
    fits = [name for name in kind.algorithms if algorithm in (None, name)]
    if root == "min" and kind.name == "action":  # expectimax averages there and takes no action
        fits = [name for name in fits if name != "expectimax"]
    if PRUNING & set(targets) or cuts is not None:
        fits = [name for name in fits if name == "alphabeta"]
    if "chance" in targets:
        fits = [name for name in reversed(fits) if name.startswith("expect")]
    return fits[0] if fits else None


def _requested(algorithm: str | None, targets: Sequence[str], cuts: int | None) -> str:
    parts = [] if algorithm is None else [f"the algorithm {algorithm}"]
    parts += [f"the target {target}" for target in targets]
    parts += [] if cuts is None else [f"{cuts} cuts"]
    return " with ".join(parts)


def _possible(request: Request) -> None:
    """Refuse what no tree can have."""
    if "unsafe-root" in request.targets and request.prune == ">":
        raise SpecError(
            "An unsafe root needs a cut at an equal value, which the test > never makes; "
            "leave the target out, or prune on >=."
        )
    if "deep-cut" in request.targets:
        if request.depth is not None and request.depth < DEEP_CUT_DEPTH:
            raise SpecError(f"A deep cut needs a tree of depth {DEEP_CUT_DEPTH} or more, and depth is {request.depth}.")
        if request.branching is not None and request.branching**DEEP_CUT_DEPTH > MAX_LEAVES:
            raise SpecError(
                f"A deep cut needs depth {DEEP_CUT_DEPTH}, and with branching {request.branching} such a tree has more "
                f"than {MAX_LEAVES} leaves, the most that a question can show."
            )
    if request.cuts == 0 and request.prune == ">=" and {"tie", "deep-cut", "unsafe-root"} & set(request.targets):
        raise SpecError(f"A tree without cuts cannot have the target {request.targets[0]}; request 1 cut or more.")
