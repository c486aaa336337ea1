"""The laws of words and pictures: what people read, click and type must mean what they think it means."""

from __future__ import annotations

from countermove.check.ask import Ask, reason
from countermove.check.spot import Facts, Spot, alike, frozen
from countermove.drawn import complaint
from countermove.game import CHANCE, Action, offers

__all__ = ["players", "words"]


def players(ask: Ask, nowhere: Spot) -> None:
    """Every player has a name."""
    everyone = [*range(ask.game.players), *([CHANCE] if ask.game.axes.stochastic else [])]
    for player in everyone:
        name = ask.without_state(nowhere, "player_name", player)
        if not isinstance(name, str) or not name:
            ask.findings.add("text-str", nowhere, f".player_name gives {name!r} for {player}", "Give a name, as a str.")


def words(ask: Ask, spot: Spot, facts: Facts) -> None:
    """Names, texts, boards and positions."""
    names(ask, spot, facts)
    text = ask(spot, "text")
    if not isinstance(text, str):
        ask.findings.add("text-str", spot, f".text gives {text!r}", "Give the state as a str.")
    board(ask, spot, facts)
    position(ask, spot)


def names(ask: Ask, spot: Spot, facts: Facts) -> None:
    """Each action has a name of its own."""
    found: dict[str, Action] = {}
    for action in facts.actions:
        name = ask(spot, "action_name", action)
        if not isinstance(name, str) or not name.strip():
            do = "Give the action's name, as a str."
            ask.findings.add("text-str", spot, f".action_name gives {name!r} for the action {action!r}", do)
            return
        if name in found:
            both = f"both {found[name]!r} and {action!r}"
            do = "People type names to act: give each action a name of its own."
            ask.findings.add("action_name-distinct", spot, f".action_name gives {name!r} for {both}", do)
            return
        found[name] = action


def board(ask: Ask, spot: Spot, facts: Facts) -> None:
    """A board can be drawn, and a click plays a legal action."""
    found = complaint(ask(spot, "board"), facts.actions)
    if found is not None and offers(ask.game, "board"):  # else it is made of names and texts, which have laws
        ask.findings.add("board-legal", spot, f".board {found[0]}", found[1])


def position(ask: Ask, spot: Spot) -> None:
    """What is written reads back."""
    text = ask(spot, "write")
    if not isinstance(text, str):
        ask.findings.add("text-str", spot, f".write gives {text!r}", "Give the position as a str.")
        return
    do = "read(write(state)) must give back the same state; write both methods, or neither."
    ask.spot, ask.method = spot, "read"
    try:
        state = ask.game.read(text)
    except Exception as error:
        ask.findings.add("read-write", spot, f".read cannot read {text!r}, which write gave ({reason(error)})", do)
        return
    if not alike(frozen(state)[0], spot.frozen):
        ask.findings.add(
            "read-write", spot, f".read makes {state!r} of {text!r}, which write gave for {spot.state!r}", do
        )
