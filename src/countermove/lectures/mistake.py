"""Find the mistake: a small tree and a deliberately wrong search of it, from a seed.

A mistake is drawn from those that students make (`textbook/wrong`), then a tree that exposes it. The other mistakes to
choose from all take different steps on this tree, so the answer is unique.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from countermove.errors import SpecError
from countermove.game import Game
from countermove.games.tree import Tree
from countermove.lectures.quiz.grow import Shape, grow
from countermove.lectures.quiz.question import Feedback
from countermove.textbook import ALGORITHMS, Event, trace
from countermove.textbook.wrong import WRONG, Divergence, Variant, diverge
from countermove.textbook.wrong.variant import PREFIX

BASES: Final = {
    "minimax": ("sign", "all-max", "all-min", "first-child", "swapped", "zero-start", "same-start"),
    "alphabeta": (
        "prune-strict", "no-prune", "one-sided", "wrong-bound", "wrong-update", "loose-update", "window-turned",
        "shared-beta", "shared-alpha", "root-bound", "root-window",
    ),
    "expectimax": ("divided-twice", "unweighted", "undivided", "floor-average", "chance-min", "chance-max"),
}  # fmt: skip
"""The mistakes that show in a small tree, by algorithm."""
CHOICES = 4
TRIES = 60


@dataclass(frozen=True, slots=True)
class Hunt:
    """A search with a mistake in it, and the choices."""

    seed: int
    tree: str
    algorithm: str
    """The algorithm that the search is meant to be."""
    variant: Variant
    choices: tuple[Variant, ...]
    divergence: Divergence
    steps: int
    """Steps of the wrong search."""

    @property
    def step(self) -> int:
        """The first wrong step, from 0; the last one where the wrong search ends too early."""
        return min(self.divergence.step, self.steps) - 1


@lru_cache(maxsize=128)
def make_hunt(seed: int, algorithm: str | None = None) -> Hunt:
    """The same seed gives the same mistake and the same tree.

    >>> hunt = make_hunt(1, "alphabeta")
    >>> hunt.variant in hunt.choices, grade_step(hunt, hunt.step).correct
    (True, True)
    """
    if algorithm is not None and algorithm not in BASES:
        raise SpecError(f"There are no mistakes to find in {algorithm!r}; use one of: {', '.join(BASES)}.")
    rng = random.Random(f"countermove mistake {seed}")
    base = algorithm or rng.choice(list(BASES))
    names = [PREFIX + name for name in BASES[base]]
    rng.shuffle(names)
    for name in names:
        for _ in range(TRIES):
            hunt = _hunt(seed, base, WRONG[name], rng)
            if hunt is not None:
                return hunt
    raise SpecError(f"No tree was found for seed {seed}; try another seed.")


def _hunt(seed: int, base: str, variant: Variant, rng: random.Random) -> Hunt | None:
    deep = rng.random() < 0.4 and base != "expectimax"
    ties = variant.name.startswith((f"{PREFIX}prune", f"{PREFIX}root-bound"))
    tree = grow(rng, Shape(2 if deep else None, 3 if deep else 2, chance=base == "expectimax", ties=ties))
    game = Tree(tree)
    right, wrong = trace(ALGORITHMS[base](game))[0], _steps(game, variant, base)
    divergence = diverge(right, wrong, game, algorithm=base)
    if divergence is None:
        return None
    others = [WRONG[PREFIX + name] for name in BASES[base] if PREFIX + name != variant.name]
    rng.shuffle(others)
    apart = [other for other in others if diverge(wrong, _steps(game, other, base)) is not None]
    choices = [variant, *apart[: CHOICES - 1]]
    rng.shuffle(choices)
    return Hunt(seed, tree, base, variant, tuple(choices), divergence, len(wrong))


def _steps(game: Game, variant: Variant, base: str) -> list[Event]:
    return trace(variant.of(base)[0](game))[0]


def grade_step(hunt: Hunt, step: int) -> Feedback:
    """Whether a step, from 0, is the first wrong one."""
    answer, where = f"step {hunt.step + 1}", str(hunt.divergence)
    if step == hunt.step:
        return Feedback(True, "correct", "Right, this is the first wrong step.", (where,), answer)
    if step < hunt.step:
        return Feedback(False, "too-early", "This step is still right; the mistake shows later.", (where,), answer)
    text = "It has already gone wrong by then; the mistake shows earlier."
    return Feedback(False, "too-late", text, (where,), answer)


def grade_name(hunt: Hunt, name: str) -> Feedback:
    """Whether a mistake of the list is the one in the search."""
    right = hunt.variant
    if name == right.name:
        return Feedback(True, "correct", "Right.", (right.hint, str(hunt.divergence)), right.mistake)
    if name not in WRONG:
        raise SpecError(f"{name!r} is not one of the choices.")
    game = Tree(hunt.tree)
    other = diverge(
        _steps(game, right, hunt.algorithm), _steps(game, WRONG[name], hunt.algorithm), game, algorithm=hunt.algorithm
    ) if name in {each.name for each in hunt.choices} else None  # fmt: skip
    details = [right.hint, str(hunt.divergence)]
    if other is not None:
        sentence = other.sentence.replace("the right search", "this search").replace("the wrong one", "that mistake")
        details.append(f"The mistake you chose would behave differently. {sentence}")
    return Feedback(False, "other-mistake", "That is another mistake.", tuple(details), right.mistake)
