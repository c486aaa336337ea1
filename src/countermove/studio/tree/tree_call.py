"""The tree of a search: every node and step, for the page to draw and step through."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice
from typing import Any

from countermove.drawn import require_board
from countermove.errors import CountermoveError
from countermove.game import Game, offers
from countermove.studio.games.shelf import Shelf
from countermove.studio.pool import Turn
from countermove.studio.tree.change import change_sentences, changed_nodes
from countermove.studio.tree.study import CONVENTIONS, MAX_EVENTS, SEARCH, Study, narration, rules_of, study
from countermove.studio.web.call import Answer, Stream
from countermove.studio.web.shape import Fields, Text, Whole
from countermove.textbook import ALGORITHMS, Score, fitting, leaves_pruned, leaves_visited, refuse
from countermove.textbook.wrong import WRONG, diverge, is_wrong
from countermove.views.figure import Figure, figure, worth
from countermove.views.step import figure_steps
from countermove.views.tree_json import tree_json
from countermove.views.wire import sent_actions
from countermove.views.words import effort, line_names, mixed, names, scored

MAX_BOARDS, MAX_CELLS = 300, 20
"""Maximum nodes of a tree, and cells of a board, that is drawn inside the nodes."""
MAX_NODES = 6000
"""Maximum nodes of one tree."""
STARS = ("star1", "star2")
"""Searches that prune at chance nodes, of no use in games without."""
ABOUT = {
    "minimax": "Visits every node: MAX takes the largest value, MIN the smallest.",
    "alphabeta": "Minimax that prunes branches that cannot change the result.",
    "expectimax": "MAX takes the largest value; everyone else acts by chance.",
    "expectiminimax": "Minimax with dice: chance takes the average.",
    "star1": "Expectiminimax that prunes outcomes of chance by the best and worst case.",
    "star2": "Star1 that first probes one action of every outcome.",
    "maxn": "Every player maximizes its own payoff.",
    "shallow": "Max^n with shallow pruning, for constant-sum payoffs.",
    "paranoid": "Treats all others as one opponent.",
    "bestreply": "Of all others, only the one with the strongest reply acts.",
    "induction": "For simultaneous turns: a mixed strategy at every node.",
    "mcts": "Monte Carlo tree search: simulates games and follows what wins.",
    "deepening": "Depth 1, then 2, then 3: an answer at any time.",
}


def tree(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """The tree and result of a search; with `before`, also the differences from that search."""
    now = yield from study(shelf, request, turn)
    data = answer(now, request["most"])
    if request["before"] is not None:
        yield
        before = yield from study(shelf, _before(request, now), turn)
        data["changes"] = change_sentences(before, now)
        data["changed"] = changed_nodes(before, now)
    return data


def _before(request: dict[str, Any], now: Study) -> dict[str, Any]:
    """The options of the earlier search: as deep as now, however depth is counted."""
    before = request["before"]
    conventions = before["conventions"] or {}
    depth = now.depth
    if depth is not None:
        depth += conventions.get("root_depth", 0) - now.conventions.root_depth
    return request | {
        "algorithm": before["algorithm"] or now.algorithm,
        "conventions": conventions,
        "depth": 0 if depth is None else depth,
    }


def answer(done: Study, most: int = MAX_NODES) -> dict[str, Any]:
    """A search as JSON for the page."""
    game, decision = done.game, done.decision
    drawn = drawing_figure(done, most, boards=_shows_boards(done))
    steps = figure_steps(game, done.sketch, drawn, done.conventions, done.model, done.opponent)
    words, known = names(game, done.state), sent_actions(game, done.state)
    data: dict[str, Any] = {
        "tree": tree_json(game, done.sketch, drawn, steps),
        "summary": drawn.summary,
        "game": done.place.name,
        "position": game.write(done.state),
        "value": decision.value,
        "text": worth(decision.value),
        "action": known[decision.action] if decision.has_action else None,
        "name": words[decision.action] if decision.has_action else None,
        "values": {
            known[action]: {
                "value": score.value,
                "bound": score.bound,
                "text": scored(score, False),
                "name": words[action],
            }
            for action, score in decision.values.items()
        },
        "legal": [{"action": known[action], "name": name} for action, name in words.items()],
        "line": line_names(game, done.state, decision.line),
        "nodes": decision.nodes,
        "leaves": decision.leaves,
        "shown": min(most, decision.nodes),
        "steps": len(done.events),
        "depth": done.depth,
        "exact": decision.exact,
        "algorithm": done.algorithm,
        "model": done.model,
        "iterations": done.iterations,
        "visits": {known[action]: visits for action, visits in decision.visits.items()},
        "strategies": [mixed(game, done.state, player, mix) for player, mix in enumerate(decision.strategies)],
    }
    if done.is_list:
        data["leaves_visited"] = leaves_visited(done.events)
        data["leaves_pruned"] = leaves_pruned(game, done.events, done.conventions)
    if is_wrong(done.algorithm):
        data |= _mistake(done)
    return data


def _shows_boards(done: Study) -> bool:
    """Whether the nodes show their positions: small boards, in a tree that is not too large to look at."""
    if done.is_list or done.decision.nodes > MAX_BOARDS or not offers(done.game, "board"):
        return False
    board = require_board(done.game, done.state)
    return board.style not in ("choices", "maze") and sum(map(len, board.rows)) <= MAX_CELLS


def drawing_figure(done: Study, most: int = MAX_NODES, boards: bool = False) -> Figure:
    """The figure of a search, with its summary."""
    made = figure(done.game, done.sketch, done.conventions, done.model, most, boards, done.opponent)
    made.summary = _summary(done)
    return made


def _summary(done: Study) -> str:
    decision = done.decision
    root = done.sketch.root
    guessed = "about " if root is not None and root.estimate else ""
    chosen = ""
    if decision.has_action:
        chosen = f", action {names(done.game, done.state)[decision.action]}"
    value = scored(Score(decision.value), signed=False)
    return f"{done.algorithm}: value {guessed}{value}{chosen}; {effort(decision)}."


def _mistake(done: Study) -> dict[str, Any]:
    """The mistake of a deliberately wrong search, and where it shows."""
    variant = WRONG[done.algorithm]
    right, wrong = (
        islice(narration(done.game, done.state, name, done.depth, done.conventions, done.opponent), MAX_EVENTS)
        for name in (done.model, done.algorithm)
    )
    parted = diverge(right, wrong, done.game, done.conventions, done.model)
    return {
        "mistake": variant.mistake,
        "hint": variant.hint,
        "divergence": None if parted is None else {"step": parted.step, "say": parted.sentence},
    }


def algorithms(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The textbook algorithms, whether each fits a game, and if not why; and the deliberately wrong ones."""
    game = shelf.game(rules_of(request))
    return {
        "fitting": _fits(game),
        "algorithms": [
            {"algorithm": name, "about": ABOUT[name], "refused": _refusal(game, name)}
            for name in ALGORITHMS
            if name not in STARS or game.axes.stochastic
        ],
        "wrong": [
            {"algorithm": name, "about": variant.mistake}
            for name, variant in WRONG.items()
            if any(_refusal(game, base) is None for base, _ in variant.forms)
        ],
    }


def _fits(game: Game) -> str | None:
    try:
        return fitting(game)
    except CountermoveError:
        return None


def _refusal(game: Game, name: str) -> str | None:
    try:
        refuse(game, name)
    except CountermoveError as error:
        return str(error)
    return None


CALLS = (
    Stream(
        "tree",
        Fields(
            {
                **SEARCH,
                "most": Whole(1, MAX_NODES, default=MAX_NODES),
                "before": Fields({"algorithm": Text(60, default=None), "conventions": CONVENTIONS}, default=None),
            }
        ),
        tree,
        "The tree of a textbook search, with its steps; with `before`, the differences from that search.",
    ),
    Answer(
        "algorithms",
        Fields({name: SEARCH[name] for name in ("game", "root", "players")}),
        algorithms,
        "Every textbook algorithm, and whether it fits a game.",
    ),
)
