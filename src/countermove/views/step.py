"""The steps of a search as JSON, for whatever steps through it: the page, the notebook, the studio.

A step is one event of a visible node, in words: its kind, the number of its node, the value and window that the node
has from then on, and a sentence. The reader computes nothing. Sentences are typeset for pages, with signs that a
terminal may lack.
"""

from __future__ import annotations

from typing import Any

from countermove.game import Game
from countermove.textbook import STANDARD, Conventions, Event, Policy, uniform
from countermove.views.figure import Figure, short, signed, visited
from countermove.views.narrate import Narrator
from countermove.views.sketch import Sketch
from countermove.views.typeset import typeset


def figure_steps(
    game: Game,
    sketch: Sketch,
    figure: Figure,
    conventions: Conventions = STANDARD,
    algorithm: str = "",
    opponent: Policy = uniform,
) -> list[dict[str, Any]]:
    """The steps of a search that was sketched with `steps=True`, for the nodes in its figure.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> from countermove.views.figure import figure
    >>> game = Tree([[2, 7], [1, 8]])
    >>> sketch = Sketch.of(alphabeta(game), steps=True)
    >>> cut = next(step for step in figure_steps(game, sketch, figure(game, sketch)) if step["kind"] == "cut")
    >>> cut["node"], cut["value"], cut["window"], cut["say"]
    (4, '≤ 1', '(2, 1)', 'c (MIN) holds 1, at most alpha 2 from b: g is skipped.')
    """
    shown = {item.number for item in figure.items() if item.kind not in ("pruned", "more")}
    narrator = Narrator(game, conventions, algorithm=algorithm, opponent=opponent)
    steps = []
    for event in sketch.events or ():
        sentence = narrator.narrate(event) if sketch.complete else _brief(event)
        if event.node in shown:
            steps.append(_step(event, typeset(sentence)))
    return steps


def _step(event: Event, sentence: str) -> dict[str, Any]:
    step: dict[str, Any] = {"kind": event.kind, "node": event.node, "say": sentence}
    if event.value is not None and event.kind != "simulate":
        step["value"] = signed(event.value, event.bound, event.estimate).removeprefix("= ")
    if event.kind in ("expand", "backup") and event.visits is not None:
        step["window"] = visited(event.visits)
        step["visits"] = event.visits
    if event.after is not None and event.kind not in ("leaf", "exit"):
        step["window"] = f"({short(event.after[0])}, {short(event.after[1])})"
    return step


def _brief(event: Event) -> str:
    """An event in few words, for a search of which too little is kept for full sentences."""
    value = "" if event.value is None else " " + signed(event.value, "=", event.estimate).removeprefix("= ")
    texts = {
        "enter": "The search enters this node.",
        "leaf": f"A leaf worth{value}.",
        "update": f"Now holds{value}.",
        "cut": f"Holds{value}; the other actions are skipped.",
        "exit": f"Returns{value}.",
        "select": "An action is taken in the tree.",
        "expand": "A node is added to the tree.",
        "simulate": f"A playout from here ends with{value}.",
        "backup": f"Now has {visited(event.visits or 0)} and a mean of{value}.",
    }
    return texts.get(event.kind, event.kind)
