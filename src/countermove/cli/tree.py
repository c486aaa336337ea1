"""`countermove tree`: the tree of a search, node by node, as the lectures draw it.

Text in a terminal; SVG, TikZ, Typst or HTML as a document, on stdout or in a file (`--out`).
"""

from __future__ import annotations

from dataclasses import replace
from json import dumps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from countermove.analysis.search import MCTS
from countermove.cli.common import INTERRUPTED, complain, console, require, stoppable
from countermove.cli.convention import given
from countermove.cli.document import FORMATS, chosen, deliver
from countermove.cli.option import ALGORITHM, JSON, POSITION, SIMULATIONS
from countermove.errors import SpecError
from countermove.game import Game, State
from countermove.loader import load_game, read_position
from countermove.textbook import (
    Conventions,
    Decision,
    Event,
    Run,
    Score,
    StoppedError,
    fitting,
    leaves_pruned,
    leaves_visited,
    refuse,
)
from countermove.textbook.instructive import instructive
from countermove.textbook.wrong import diverge, is_wrong, named, right_of
from countermove.views.analysis_json import strategies
from countermove.views.paper import PRINTED, printed
from countermove.views.plain import plain
from countermove.views.words import effort, line_names, mixed, names, outcome, scored

if TYPE_CHECKING:
    from rich.table import Table

    from countermove.lectures.course import Course
    from countermove.views.sketch import Sketch
    from countermove.views.text import Line

__all__ = ["tree"]

FILES = (".test", ".efg", ".txt")
BLANK = ("text", "svg", "pdf", "png", "tikz", "typst")
UNPRUNED = {"alphabeta": "minimax", "star1": "expectiminimax", "star2": "expectiminimax", "shallow": "maxn"}
"""The search that visits all of a tree, for a blank one."""
SECONDS = 5.0
"""Time to find the probabilities of a tree of hidden information."""
DEPTH = 2
"""Default depth from a given position of a game, and of an outline; a list is searched to its end."""


def tree(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME_OR_LIST",
            help="A game, a tree such as [[3,12,8],[2,4,6],[14,5,2]], or a file: .test, .efg or .txt.",
            show_default=False,
        ),
    ],
    algorithm: ALGORITHM = None,
    depth: Annotated[
        int | None, typer.Option(help="Search depth.", show_default="to the end; 2 from a position")
    ] = None,
    simulations: SIMULATIONS = None,
    position: POSITION = None,
    root: Annotated[
        str | None, typer.Option(help="Player at the root of a list: max or min.", show_default="max")
    ] = None,
    players: Annotated[int | None, typer.Option(help="Number of players of a list.", show_default="2")] = None,
    prune: Annotated[
        str | None, typer.Option(help="Cut when a bound is reached (>=) or exceeded (>).", show_default=">=")
    ] = None,
    returns: Annotated[
        str | None, typer.Option(help="Fail-soft or fail-hard: soft or hard.", show_default="soft")
    ] = None,
    ply: Annotated[str | None, typer.Option(help="Unit of depth: action or cycle.", show_default="action")] = None,
    root_depth: Annotated[str | None, typer.Option(help="Depth of the root: 0 or 1.", show_default="0")] = None,
    window: Annotated[
        str | None, typer.Option(help="Window at the root: infinite or utilities.", show_default="infinite")
    ] = None,
    payoff: Annotated[
        str | None, typer.Option(help="Payoff scale: given, signed or unit.", show_default="given")
    ] = None,
    names: Annotated[
        str | None, typer.Option(help="Player names: max-min, plus-minus or agent-opponent.", show_default="max-min")
    ] = None,
    format: Annotated[
        str | None, typer.Option(help=f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}.", show_default="text")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Output file; its extension sets the format.", show_default="stdout"),
    ] = None,
    most: Annotated[
        int | None, typer.Option(help="Maximum nodes to show.", show_default="200; 2,000 in svg and html")
    ] = None,
    boards: Annotated[
        bool | None, typer.Option("--boards/--no-boards", help="Draw the game's boards in the nodes.")
    ] = None,
    title: Annotated[str, typer.Option(help="Heading of the drawing.", show_default=False)] = "",
    blank: Annotated[bool, typer.Option("--blank", help="Leave out what the search finds, for an exam.")] = False,
    outline: Annotated[
        bool, typer.Option("--outline", help="Draw a game's first plies and some ends, symmetric positions once.")
    ] = False,
    json: JSON = False,
) -> int | None:
    """Draw a search tree: values, bounds, windows, what was pruned.

    A game is searched from a position near its end where actions differ, unless a position or a depth is given.
    """
    format = chosen(format, out, json)
    if most is not None and most < 1:
        raise SpecError(f"--most is {most}; give 1 or more.")
    options = given(
        prune=prune, returns=returns, ply=ply, root_depth=root_depth, window=window, payoff=payoff, names=names
    )
    course = _from_file(game, root, players) if game.endswith(FILES) else None
    conventions = replace(course.conventions, **options) if course else Conventions(**options)
    is_list = game.lstrip().startswith(("[", "{"))
    rules = course.game if course else (_from_list if is_list else _from_spec)(game, root, players)
    if format == "efg":
        from countermove.lectures.course.efg_writer import write_efg

        require(position is None, "An .efg file holds a whole game; leave out --position.")
        deliver(write_efg(rules, title), out)
        return None
    if rules.axes.hidden and not outline:
        require(position is None, "The tree of hidden information is drawn from the start; leave out --position.")
        require(algorithm in (None, "cfr"), f"{algorithm} looks at whole states, and {game} hides some; use cfr.")
        _information(rules, depth, format, out, title, most)
        return None
    state = read_position(rules, position)
    if outline:
        _outline(rules, state, depth, conventions, format, out, title)
        return None
    if rules.is_terminal(state):
        raise SpecError(f"The game is over in this position ({outcome(rules, state)}), so there is nothing to search.")
    if algorithm is None and simulations is not None:
        algorithm = MCTS
    if algorithm is None:
        algorithm = course.algorithm if course else fitting(rules)
    named(algorithm)  # report an unknown name before whether it fits
    model = right_of(algorithm, rules) if is_wrong(algorithm) else algorithm
    refuse(rules, model)
    near_end = False
    require(simulations is None or model == MCTS, f"Only {MCTS} simulates games; this is {model}.")
    if depth is None and course:
        depth = course.depth
    elif depth is None and not is_list and model != MCTS:
        found = instructive(rules, model, conventions) if position is None else None
        near_end = found is not None
        state, depth = (found, None) if near_end else (state, DEPTH + conventions.root_depth)
    if blank:
        require(format in BLANK, f"A blank tree is a drawing: {', '.join(BLANK[:-1])} or {BLANK[-1]}, not {format}.")
        algorithm = UNPRUNED.get(model, model)
    with stoppable() as stop:
        try:
            kept: list[Event] | None = [] if is_list or course else None
            more = {} if simulations is None else {"simulations": simulations}
            sketch, decision = _search(rules, state, algorithm, depth, conventions, format == "html", kept, stop, more)
        except StoppedError:
            complain("Stopped before the search was complete; no tree to show.")
            return INTERRUPTED
    divergence = _divergence(rules, state, algorithm, model, depth, conventions) if is_wrong(algorithm) else None
    if format == "json":
        answer = _as_json(rules, state, decision, kept, conventions)
        if near_end:
            answer["position"] = rules.write(state)
        if divergence is not None:
            answer["divergence"] = divergence
        deliver(dumps(plain(answer), allow_nan=False), out)
    elif format == "text" and out is None and not blank:
        if near_end:
            console().print(f"{rules.write(state)}, near the end of a game; --position or --depth 2 shows another.\n")
        _show(rules, state, decision, sketch, model, conventions, most)
        if divergence is not None:
            console().print(divergence or f"On this tree {algorithm} takes the same steps as {model}.", soft_wrap=True)
    else:
        from countermove.views import Drawing

        drawing = Drawing(
            rules, sketch, format=format, conventions=conventions, algorithm=algorithm if blank else model, most=most,
            boards=boards, title=title, blank=blank,
        )  # fmt: skip
        deliver(drawing.content() if format in PRINTED else drawing.render(), out)
    return None


def _information(game: Game, depth: int | None, format: str, out: str | None, title: str, most: int | None) -> None:
    """Draw a game with its information sets, and the probabilities of an equilibrium."""
    from countermove.solve.nash import equilibrium
    from countermove.solve.profile import Profile
    from countermove.succession import one_at_a_time
    from countermove.views.information import MAX_NODES, information_figure
    from countermove.views.scene import tree_scene
    from countermove.views.svg import scene_svg
    from countermove.views.text import figure_lines, lines_text
    from countermove.views.tikz import scene_tikz
    from countermove.views.typst import scene_typst

    writers = {"svg": scene_svg, "tikz": scene_tikz, "typst": scene_typst}
    known = ("text", *writers, *PRINTED, "efg")
    require(format in known, f"A tree of hidden information is drawn as {', '.join(known[:-1])} or {known[-1]}.")
    game = one_at_a_time(game)
    found = equilibrium(game, seconds=SECONDS) if depth is None else None
    profile = found if isinstance(found, Profile) else None
    figure = information_figure(game, profile, title, depth, most or MAX_NODES)
    if format == "text":
        deliver(lines_text(figure_lines(figure)), out)
        return
    scene = tree_scene(figure)
    deliver(printed(scene_svg(scene), format) if format in PRINTED else writers[format](scene), out)


def _outline(
    game: Game, state: State, plies: int | None, conventions: Conventions, format: str, out: str | None, title: str
) -> None:
    """Draw the first plies of a game and some of its ends."""
    from countermove.views.outline import outline
    from countermove.views.scene import tree_scene
    from countermove.views.svg import scene_svg
    from countermove.views.tikz import scene_tikz
    from countermove.views.typst import scene_typst

    require(
        format in ("svg", "tikz", "typst", *PRINTED),
        "An outline is a picture; name a file for it with --out, such as outline.svg or outline.pdf.",
    )
    scene = tree_scene(outline(game, state, plies or DEPTH, title, conventions), "down", legend=False)
    if format in PRINTED:
        deliver(printed(scene_svg(scene), format), out)
    else:
        deliver({"svg": scene_svg, "tikz": scene_tikz, "typst": scene_typst}[format](scene), out)


def _divergence(
    game: Game, state: State, algorithm: str, model: str, depth: int | None, conventions: Conventions
) -> str:
    """Where a deliberately wrong search diverges from the right one; "" if it does not."""
    right, wrong = (named(name, game)(game, state, depth=depth, conventions=conventions) for name in (model, algorithm))
    return str(diverge(right, wrong, game, conventions, model) or "")


def _from_list(text: str, root: str | None, players: int | None) -> Game:
    from countermove.games.tree import Tree

    return Tree(text, root="max" if root is None else root, players=2 if players is None else players)


def _from_file(path: str, root: str | None, players: int | None) -> Course:
    from countermove.lectures.course import read

    if root is not None or players is not None:
        raise SpecError("--root and --players are for a list such as [[3,12],[2,4]]; a file says who acts.")
    return read(path)


def _from_spec(spec: str, root: str | None, players: int | None) -> Game:
    if not spec.strip(" 0123456789.,;+-"):
        raise SpecError(f"{spec!r} is neither a game nor a tree; write a tree in brackets, such as [[3,12],[4,6]].")
    for option, value in (("--root", root), ("--players", players)):
        if value is not None:
            raise SpecError(f"{option} is for a list such as [[3,12],[2,4]]; the game {spec!r} defines this itself.")
    return load_game(spec)


def _search(
    game: Game,
    state: State,
    algorithm: str,
    depth: int | None,
    conventions: Conventions,
    steps: bool,
    kept: list[Event] | None,
    stop: Any,
    more: dict[str, Any],
) -> tuple[Sketch, Decision]:
    """Search in a stoppable thread; returns the tree and the answer, and appends all events to `kept`."""
    from countermove import worker
    from countermove.views.sketch import Sketch

    sketch = Sketch(steps)
    seen = 0
    halted = False

    def halt() -> None:
        nonlocal halted
        halted = True

    def work() -> Decision:
        nonlocal seen
        search = Run(named(algorithm, game)(game, state, depth=depth, conventions=conventions, **more))
        for event in search:
            seen += 1
            sketch.add(event)
            if kept is not None:
                kept.append(event)
            if halted:
                search.stop()
        return search.answer

    decision = worker.run(work, game, halt=halt, progress=lambda: seen, stop=stop)
    return sketch, decision


def _as_json(
    game: Game, state: State, decision: Decision, events: list[Event] | None, conventions: Conventions
) -> dict[str, Any]:
    words = names(game, state)
    answer: dict[str, Any] = {
        "value": decision.value,
        "action": words[decision.action] if decision.has_action else None,
        "nodes": decision.nodes,
    }
    if events is not None:
        answer["leaves_visited"] = leaves_visited(events)
        answer["leaves_pruned"] = leaves_pruned(game, events, conventions)
    return answer | {
        "leaves": decision.leaves,
        "line": line_names(game, state, decision.line),
        "values": {words[action]: {"value": s.value, "bound": s.bound} for action, s in decision.values.items()},
        "depth": decision.depth,
        "exact": decision.exact,
        "algorithm": decision.algorithm,
        "strategies": strategies(game, state, decision.strategies),
        "visits": {words[action]: visits for action, visits in decision.visits.items()},
    }


def _show(
    game: Game, state: State, decision: Decision, sketch: Sketch, model: str, conventions: Conventions, most: int | None
) -> None:
    from countermove.cli.table import show
    from countermove.views.estimate import LEGEND, MEAN_LEGEND
    from countermove.views.figure import MAX_NODES
    from countermove.views.text import tree_lines

    out = console()
    show(out, _table(list(tree_lines(game, sketch, conventions, model, most or MAX_NODES))), whole=True)
    chosen = f", action {game.action_name(state, decision.action)}" if decision.has_action else ""
    value = scored(Score(decision.value), signed=False)
    guessed = sketch.root is not None and sketch.root.estimate
    out.print(
        f"\n{decision.algorithm}: value {'≈ ' if guessed else ''}{value}{chosen}; {effort(decision)}.", style="bold"
    )
    for player, mix in enumerate(decision.strategies):
        out.print(f"{game.player_name(player)}: {mixed(game, state, player, mix)}")
    if not decision.exact:
        out.print(MEAN_LEGEND if decision.visits else LEGEND, style="dim")


STYLES = {"max": "cyan", "min": "yellow", "chance": "magenta", "player": "cyan", "pruned": "red dim", "more": "dim"}


def _table(lines: list[Line]) -> Table:
    """The lines in aligned columns, coloured by the node's player."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
    for _ in range(4):
        table.add_column(no_wrap=True)
    for line in lines:
        style = STYLES.get(line.kind, "")
        branch = Text(line.branch, style + (" bold" if line.best else ""))
        guide = len(line.branch) - len(line.branch.lstrip("│├└─ "))
        branch.stylize("not bold dim", 0, guide)
        value = Text(line.value, style="red dim" if line.kind == "pruned" else "bold" if line.best else "")
        table.add_row(branch, value, Text(line.window, "dim"), Text(line.remark, "green" if line.best else "dim"))
    return table
