"""`countermove games`: list the games, or describe one in full."""

from __future__ import annotations

import dataclasses
import inspect
from typing import Annotated, Any

import typer

from countermove import fault, registry
from countermove.cli.common import console, emit
from countermove.cli.option import JSON
from countermove.game import Game
from countermove.loader import in_time, load_game
from countermove.views.words import count, listed, names


def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Describe this game in full.", show_default=False)
    ] = None,
    json: JSON = False,
) -> None:
    """List the games, or describe one in full."""
    if game is not None:
        found = load_game(game)
        details = in_time(found, lambda: _details(game, found))
        if json:
            emit(details)
        else:
            _show_one(found, details)
        return
    known = [_entry(group) for group in _groups()]
    if json:
        emit({"games": [{**entry, "name": name} for entry in known for name in entry["names"]]})
    else:
        _show_all(known)


def _groups() -> list[list[str]]:
    """The names of all games, grouped by class."""
    targets: dict[str, list[str]] = {}
    for name, target in sorted(registry.BUILT_IN.items()):
        targets.setdefault(target, []).append(name)
    return [*targets.values(), *([name] for name in sorted(registry.installed()) if name not in registry.BUILT_IN)]


def _entry(group: list[str]) -> dict[str, Any]:
    """One entry of the list; a plug-in that fails to load appears with the reason."""
    try:
        game = registry.load(group[0])
        return {"names": group, **_about(game), "error": None}
    except Exception as error:
        return {"names": group, "description": "", "error": fault.sentence(error)}


def _about(game: Game) -> dict[str, Any]:
    return {
        "description": description(game),
        "players": game.players,
        "axes": game.axes.words(),
        "parameters": {name: _literal(value) for name, value in _parameters(game).items()},
    }


def description(game: Game) -> str:
    """The first sentence of the game's docstring."""
    text = inspect.getdoc(type(game)) or ""
    generated = text.startswith(f"{type(game).__name__}(")  # what dataclass generates without a docstring
    return "" if generated else fault.one_line(text.split("\n\n")[0])


def _parameters(game: Game) -> dict[str, Any]:
    if not dataclasses.is_dataclass(game):
        return {}
    return {field.name: getattr(game, field.name) for field in dataclasses.fields(game) if field.init}


def _literal(value: Any) -> Any:
    return value if isinstance(value, (bool, int, float, str)) else repr(value).replace(" ", "")


def _assignments(parameters: dict[str, Any]) -> str:
    return "  ".join(f"{name}={value if value != '' else repr('')}" for name, value in parameters.items())


def _details(spec: str, game: Game) -> dict[str, Any]:
    state = game.initial()
    text = inspect.getdoc(type(game)) or ""
    return {
        "name": spec,
        "class": f"{type(game).__module__}.{type(game).__qualname__}",
        **_about(game),
        "documentation": text.partition(">>>")[0].strip() if description(game) else "",
        "position": game.write(state),
        "board": game.text(state),
        "actions": list(names(game, state).values()),
        "names": [game.player_name(player) for player in range(game.players)],
    }


def _show_all(known: list[dict[str, Any]]) -> None:
    from rich.table import Table
    from rich.text import Text

    from countermove.cli.table import show

    table = Table.grid(padding=(0, 2), pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for entry in known:
        words = Text(entry["description"] or entry["error"] or "(no description)")
        if entry["error"] is None:
            kind = f"\n{count(entry['players'], 'player')}: {entry['axes']}"
            words.append(kind, "dim")
            if entry["parameters"]:
                words.append(f"\n{_assignments(entry['parameters'])}", "cyan")
        else:
            words.stylize("red")
        table.add_row(Text("\n".join(entry["names"]), "bold green"), words)
    out = console()
    show(out, table)
    out.print("\nRun countermove games NAME for details. Parameters: NAME:field=value,…", style="dim")


def _show_one(game: Game, details: dict[str, Any]) -> None:
    from countermove.cli.drawing import draw
    from countermove.cli.table import facts_table, show

    out = console()
    out.print(details["name"], style="bold green")
    if details["description"]:
        out.print(details["description"])
    out.print()
    out.print(draw(game, game.initial()))
    out.print()
    table = facts_table()
    table.add_row("kind", f"{count(game.players, 'player')}: {details['axes']}")
    table.add_row("players", ", ".join(details["names"]))
    if details["parameters"]:
        table.add_row("parameters", _assignments(details["parameters"]))
    table.add_row("position", details["position"])
    table.add_row("actions", listed(details["actions"]) or "none")
    show(out, table)
    more = details["documentation"].partition("\n\n")[2].strip()
    if more:
        out.print(f"\n{more}", style="dim")
