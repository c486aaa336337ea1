"""`countermove best`: the best action in a position, within a budget."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from countermove.analysis import ISMCTS, MCTS, PIMC, Analysis, Budget, analyse
from countermove.cli.common import INTERRUPTED, complain, console, emit, stoppable, watched
from countermove.cli.option import ALGORITHM, GAME, JSON, MEMORY, POSITION, SIMULATIONS, THREADS
from countermove.errors import SpecError
from countermove.game import ONLOOKER, SIMULTANEOUS, Game, S, State
from countermove.information import shown
from countermove.loader import load_game, read_position
from countermove.views.analysis_json import analysis_json
from countermove.views.belief import belief_text
from countermove.views.words import (
    count,
    line_names,
    listed,
    mixed,
    names,
    number,
    outcome,
    scored,
    seconds,
    speed,
    verdict,
)  # fmt: skip

if TYPE_CHECKING:
    from rich.table import Table


def best(
    game: GAME,
    position: POSITION = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Time limit in seconds.", show_default="1")] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", help="Maximum depth in plies; given alone, search exactly this deep.")
    ] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", help="Node limit.")] = None,
    simulations: SIMULATIONS = None,
    lines: Annotated[int, typer.Option(metavar="N", help="Show the N best actions.")] = 1,
    threads: THREADS = 1,
    memory: MEMORY = None,
    database: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Endgame database: a directory of database build or of Syzygy files, or a file of solve --save.",
        ),
    ] = None,
    algorithm: ALGORITHM = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="POLICY",
            help="Opponent model for expectimax: uniform, softmax:0.5, epsilon:0.1, record:FILE, ...",
            show_default="uniform",
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(metavar="N", help="Sample N outcomes where chance has more (expectiminimax)."),
    ] = None,
    recipe: Annotated[
        str | None,
        typer.Option(metavar="OPTIONS", help="Options of mcts and ismcts: exploration=1, seed=1, ..."),
    ] = None,
    below: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The search of each imagined state (pimc).", show_default="the one that fits"
        ),
    ] = None,
    native: Annotated[
        bool | None,
        typer.Option("--native/--interpreted", help="Require compiled search, or search in plain Python."),
    ] = None,
    json: JSON = False,
) -> int | None:
    """Find the best action in a position.

    Iterative deepening until the budget is spent or the value is proven. Where information is hidden, only what the
    player to move sees counts. Ctrl-C stops with the best answer so far.
    """
    rules = load_game(game)
    state = read_position(rules, position)
    if rules.is_terminal(state):
        raise SpecError(f"The game is over in this position ({outcome(rules, state)}), so there is no best action.")
    known = None
    if database is not None:
        from countermove.solve import open_database

        known = open_database(database, rules)
    opponent = None
    if against is not None:
        from countermove.players import make_policy

        opponent = make_policy(against)
        opponent.fit(rules, state)
        algorithm = algorithm or "expectimax"
    options = None
    if recipe is not None or simulations is not None:
        from countermove.engine.mcts.recipe import Recipe

        algorithm = algorithm or (ISMCTS if rules.axes.hidden else MCTS)
        options = None if recipe is None else Recipe.read(recipe)
    if below is not None:
        algorithm = algorithm or PIMC
    with stoppable() as stop, watched("searching …") as status:
        found = analyse(
            rules,
            state,
            Budget(seconds, depth, nodes, threads, memory, simulations),
            lines=lines,
            database=known,
            algorithm=algorithm,
            opponent=opponent,
            sample=sample,
            recipe=options,
            below=below,
            native=native,
            stop=stop,
            progress=lambda seen: status(_progress(rules, state, seen)),
        )
    if found.note:
        complain(found.note)
    if found.stopped and not found.values:
        complain("Stopped before depth 1 was complete; no answer yet.")
        return INTERRUPTED
    if json:
        emit(analysis_json(rules, state, found))
    else:
        _show(rules, state, found)
        if found.advice:
            complain(found.advice)
    return None


def _progress(game: Game, state: State, seen: Analysis) -> str:
    line = " ".join(line_names(game, state, seen.line))
    line = line if len(line) <= 30 else line[:29] + "…"
    if seen.simulations:
        return f"{count(seen.simulations, 'simulation')}  value {number(seen.value)}  {line}"
    return f"depth {seen.depth}  value {number(seen.value)}  {count(seen.nodes, 'node')}  {line}"


def _show(game: Game, state: State, found: Analysis) -> None:
    from countermove.cli.drawing import draw, player_style
    from countermove.cli.table import show

    out = console()
    player = game.player(state)
    out.print(draw(game, shown(game, state, ONLOOKER if player == SIMULTANEOUS else player)))
    acts = "act at once" if player == SIMULTANEOUS else "to move"
    out.print(f"\n{game.player_name(player)} {acts}\n", style=player_style(player))
    show(out, facts(game, state, found))


def facts(game: Game[S], state: S, found: Analysis) -> Table:
    """An analysis as a table."""
    from countermove.cli.table import facts_table

    player = game.player(state)
    viewer = max(0, player)
    named = names(game, state)
    table = facts_table()
    if opening := game.opening_name(state):
        table.add_row("opening", opening)
    for seat, mix in enumerate(found.strategies):
        table.add_row(game.player_name(seat), mixed(game, state, seat, mix), style="bold green")
    if found.has_action and not found.strategies:
        table.add_row("best", named[found.action], style="bold green")
    error = "" if found.error is None else f" ± {found.error:.2g}"
    table.add_row("value", f"{number(found.value)}{error}  {meaning(game, found, viewer)}")
    if not found.strategies:
        table.add_row("line", " ".join(line_names(game, state, found.line)) or "-")
    for place, each in enumerate(found.lines[1:], 2):
        after = f" {'in' if found.timed else 'within'} {each.distance}" if each.distance else ""
        line = " ".join(line_names(game, state, each.line))
        table.add_row(f"{place}.", f"{scored(each.score)}{after}  {line}")
    values = {} if found.strategies else found.values  # a mixed strategy has no single best pair
    others = {
        named[action]: score for action, score in values.items() if not found.has_action or action != found.action
    }
    known = [f"{name} {scored(score)}" for name, score in others.items() if score.value != found.value]
    equal = [name for name, score in others.items() if score.value == found.value and score.bound == "="]
    unclear = [name for name, score in others.items() if score.value == found.value and score.bound != "="]
    for label, words in (("equal", equal), ("no better", unclear), ("others", known)):
        if words:
            table.add_row(label, listed(words, 20))
    if found.visits:
        most = sorted(found.visits.items(), key=lambda pair: -pair[1])
        table.add_row("visits", listed([f"{named[action]} {visits:,}" for action, visits in most], 12))
    if found.guesses:
        table.add_row("belief", belief_text(game, state, found.guesses))
    if found.priors:
        likely = sorted(found.priors.items(), key=lambda pair: -pair[1])
        table.add_row("policy", listed([f"{named[action]} {prior:.0%}" for action, prior in likely], 12))
    proven = "the value is proven" if found.exact else "the value is an estimate"
    deepest = f", selective {found.selective}" if found.selective is not None else ""
    table.add_row("depth", f"{found.depth}{deepest}, {'stopped' if found.stopped else proven}")
    rate = speed(found.nodes, found.seconds)
    if found.simulations:
        rate = speed(found.simulations, found.seconds)
        what = f"{found.simulations:,} in {seconds(found.seconds)}, {found.nodes:,} states"
        table.add_row("simulations", what + (f", {rate}" if rate else ""))
    else:
        table.add_row("nodes", f"{found.nodes:,} in {seconds(found.seconds)}" + (f", {rate}" if rate else ""))
    if found.hits:
        share = 100 * found.hits / max(1, found.nodes)
        table.add_row("database", f"{found.hits:,} positions, {share:.0f} % of all nodes")
    how = f"{found.algorithm}, {'compiled' if found.native else 'interpreted'}"
    if found.known:
        searched = f"{how}; the {found.known} knows the value"
        how = searched if found.native else f"none: the {found.known} knows the answer"
    table.add_row("search", how)
    return table


def meaning(game: Game, found: Analysis, viewer: int) -> str:
    """The value in words."""
    words = verdict(game, found.value, viewer)
    where = ", in the database" if found.in_database else ""
    if found.exact and words and found.distance:
        return f"({words} {'in' if found.timed else 'within'} {found.distance}{where})"
    if found.exact:
        after = f" in {found.distance}" if found.distance else ""
        return f"({words}{where})" if words else f"(for {game.player_name(viewer)}{after}, proven)"
    if words and words != "draw":
        return f"({words.replace('wins', 'should win').replace('loses', 'should lose')})"
    return f"(estimate, for {game.player_name(viewer)})"
