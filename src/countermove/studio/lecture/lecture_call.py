"""The lectures: the list, and one item with its text, search trees, tables, plots and proofs."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import asdict, fields, replace
from typing import Any

from countermove.lectures import SECTIONS, Item, Run, find
from countermove.lectures.item import Table
from countermove.lectures.show import changes
from countermove.studio.games.shelf import Shelf
from countermove.studio.lecture.lesson import SWITCHES, item_of, run_of, run_study, switches
from countermove.studio.pool import Turn
from countermove.studio.tree.change import changed_nodes
from countermove.studio.tree.export_call import EXPORT, exported
from countermove.studio.tree.study import Study
from countermove.studio.tree.tree_call import answer
from countermove.studio.web.call import Answer, Stream
from countermove.studio.web.shape import Fields, Text, Whole
from countermove.textbook import Conventions
from countermove.views.figure import figure
from countermove.views.narrate import number
from countermove.views.tree_json import tree_json
from countermove.views.typeset import typeset

DEMOS = {
    "pacman-four-ways": ("min-vs-exp",),
    "pacman-demos": ("mystery", "min-vs-exp", "limited-depth", "thrashing", "thrashing-fixed", "smart-ghosts"),
    "thrashing": ("thrashing",),
    "thrashing-fixed": ("thrashing-fixed",),
}
"""The demonstrations that belong to an item."""
PROOFS = {"grundy": ("grundy:n=7", ("7 +", "7 -"))}
"""The items proved by problem reduction, with the positions to prove."""
WRONG = {"leak-trap": "wrong:shared-beta", "root-action-trap": "wrong:root-bound"}
"""The items about a mistake, with the search that makes it."""
MAX_BOARD_NODES = 60
"""Maximum nodes of a tree drawn with boards."""
SLOW = {
    "tictactoe-counts": "tic-tac-toe is counted, then searched three times in plain Python, in half a minute or so",
    "claim-symmetry": "all of tic-tac-toe is counted and searched, twice, in a few seconds",
    "claim-poor-evaluation": "every position of tic-tac-toe is searched, up to six actions deep, in less than a minute",
}
"""The items whose tables take seconds: what is computed, and roughly how long it takes."""
NAME = Text(60)
ABOUT = {
    1: "What a game is to a search: states, actions, results, payoffs. Minimax values, and how large games are.",
    2: "What need not be searched: alpha, beta, cuts, and the traps at the root.",
    3: "Averages instead of the worst case: expectimax, expectiminimax, and opponents who err.",
    4: "When the end is out of reach: depth limits, evaluations, iterative deepening, and Pacman.",
    5: "A game taken apart: AND/OR trees and a proof of who wins.",
    6: "The programs that the notes mention, and what they achieved.",
    7: "One tree under the conventions of different notes.",
    8: "What the notes claim, measured.",
}
"""The topic of each section."""


def lectures(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """Every item, by section."""
    return {
        "sections": [
            {
                "number": section.number,
                "title": section.title,
                "about": ABOUT.get(section.number, ""),
                "items": sorted(map(_entry, section.items), key=lambda entry: entry["picture"] is None),
            }
            for section in SECTIONS
        ]
    }


def _picture(item: Item) -> dict[str, Any] | None:
    """The first tree of an item, for a small picture: nested lists, and who acts."""
    run = next((run for run in item.runs if isinstance(run.rules, list)), None)
    if run is None:
        return None
    other = "max" if run.players == 1 else "chance" if run.algorithm == "expectimax" else "min"
    return {"tree": run.rules, "kinds": ["min", "max"] if run.root == "min" else ["max", other]}


def _entry(item: Item) -> dict[str, Any]:
    return {
        "name": item.name,
        "title": typeset(item.title),
        "numbers": item.numbers,
        "question": typeset(item.question),
        "algorithms": list(dict.fromkeys(run.algorithm for run in item.runs)),
        "runs": len(item.runs),
        "tables": item.tables is not None,
        "plot": item.plot is not None,
        "demos": len(DEMOS.get(item.name, ())),
        "proof": item.name in PROOFS,
        "picture": _picture(item),
    }


def lecture(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """One item: its text, and what it offers to run."""
    item = item_of(request["name"])
    section = next(each for each in SECTIONS if item in each.items)
    order = [each.name for one in SECTIONS for each in one.items]
    at = order.index(item.name)
    return {
        **_entry(item),
        "section": {"number": section.number, "title": section.title},
        "wrong": WRONG.get(item.name, ""),
        "slow": SLOW.get(item.name, ""),
        "answer": typeset(item.answer),
        "words": typeset(item.words),
        "before": _link(order[at - 1]) if at else None,
        "after": _link(order[at + 1]) if at + 1 < len(order) else None,
        "runs": [_run(run, item) for run in item.runs],
        "demos": [_demo(name) for name in DEMOS.get(item.name, ())],
    }


def _link(name: str) -> dict[str, str]:
    return {"name": name, "title": find(name).title}


def _run(run: Run, item: Item) -> dict[str, Any]:
    alike = [each for each in item.runs if each.algorithm == run.algorithm]
    caption = typeset(run.caption)
    return {
        "caption": caption,
        "differs": _phrase(caption) if len(alike) > 1 else "",
        "algorithm": run.algorithm,
        "depth": run.depth,
        "conventions": asdict(run.conventions),
        "list": str(run.rules) if isinstance(run.rules, (list, dict)) and not run.names else None,
        "root": run.root,
        "players": run.players,
    }


def _phrase(sentence: str) -> str:
    """A sentence without its initial capital and full stop."""
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def _demo(name: str) -> dict[str, str]:
    from countermove.lectures.demo import find as demo  # imports what plays games, which the list does not need

    return {"name": name, "title": demo(name).title}


def lecture_run(shelf: Shelf, request: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """One search of an item as a tree, and what changed conventions change."""
    run = run_of(request["name"], request["run"])
    conventions = replace(run.conventions, **switches(request))
    done, study = run_study(run, conventions, request["algorithm"])
    data = answer(study)
    data["conventions"] = {each.name: getattr(conventions, each.name) for each in fields(Conventions)}
    if not study.is_list and len(data["tree"]["nodes"]) <= MAX_BOARD_NODES:
        data["tree"] = _with_boards(study, data["tree"]["steps"])
    data["changes"], data["changed"] = typeset(changes(run, done)), []
    if done.switched:
        data["changed"] = changed_nodes(run_study(run)[1], study)
    return data


def lecture_export(shelf: Shelf, request: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """One search of an item as a document, with any opponent and rules."""
    run = run_of(request["lecture"], request["run"])
    return exported(run_study(run, replace(run.conventions, **switches(request)))[1], request)


def _with_boards(study: Study, steps: list[dict[str, Any]]) -> dict[str, Any]:
    """The same tree with the position at every node."""
    drawn = figure(study.game, study.sketch, study.conventions, study.model, MAX_BOARD_NODES, True, study.opponent)
    return tree_json(study.game, study.sketch, drawn, steps)


def lecture_tables(shelf: Shelf, request: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """An item's tables, computed on request, and their plot."""
    item = item_of(request["name"])
    tables = item.tables() if item.tables else ()
    plot = item.plot(tables) if item.plot else None
    return {"tables": [_table(table) for table in tables], "plot": None if plot is None else asdict(plot)}


def _table(table: Table) -> dict[str, Any]:
    """A table as text; `right` marks the numeric columns."""
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    right = [
        all(not isinstance(row[at], str) or row[at] == "" for row in table.rows) for at in range(len(table.columns))
    ]
    return typeset({"title": table.title, "columns": table.columns, "rows": rows, "right": right})


def _cell(cell: str | int | float) -> str:
    return cell if isinstance(cell, str) else f"{cell:,}" if isinstance(cell, int) else number(cell)


def lecture_proof(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """The proofs of an item, as AND/OR trees and in sentences."""
    from countermove.lectures.proof import argument, lines, prove
    from countermove.lectures.proof.show import headline

    spec, positions = PROOFS.get(item_of(request["name"]).name, ("", ()))
    proofs = []
    for position in positions:
        game = shelf.game(spec)
        proof = prove(game, game.read(position))
        proofs.append(
            {
                "statement": proof.root.statement,
                "true": proof.true,
                "headline": headline(proof),
                "lines": [[line.branch, line.value, line.window, line.remark] for line in lines(proof)],
                "told": argument(proof),
                "states": proof.states,
                "nodes": proof.nodes,
                "leaves": proof.leaves,
            }
        )
        yield
    return {"proofs": proofs}


CALLS = (
    Answer("lectures", Fields({}), lectures, "Every item of the lectures, by section."),
    Answer("lecture", Fields({"name": NAME}), lecture, "One item of the lectures: question, answer, what it offers."),
    Stream(
        "lecture_run",
        Fields(
            {
                "name": NAME,
                "run": Whole(0, 100, default=0),
                "algorithm": Text(60, default=None),
                "conventions": SWITCHES,
            }
        ),
        lecture_run,
        "One search of an item as a tree, and what other conventions or another algorithm change.",
    ),
    Stream(
        "lecture_export",
        Fields({"lecture": NAME, "run": Whole(0, 100, default=0), "conventions": SWITCHES, **EXPORT}),
        lecture_export,
        "One search of an item as SVG, TikZ, Typst, HTML or text.",
    ),
    Stream("lecture_tables", Fields({"name": NAME}), lecture_tables, "The tables of an item and their plot, computed."),
    Stream("lecture_proof", Fields({"name": NAME}), lecture_proof, "The proofs of an item, by problem reduction."),
)
