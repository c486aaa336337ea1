"""The laws of words and pictures: what people read, click and type must mean what they expect."""

from __future__ import annotations

from countermove.check.ask import Ask, reason
from countermove.check.spot import Facts, Spot, alike, frozen
from countermove.drawn import complaint
from countermove.game import CHANCE, Action, offers


def players(ask: Ask, nowhere: Spot) -> None:
    """Check that every player has a name."""
    everyone = [*range(ask.game.players), *([CHANCE] if ask.game.axes.stochastic else [])]
    for player in everyone:
        name = ask.without_state(nowhere, "player_name", player)
        if not isinstance(name, str) or not name:
            ask.findings.add("text-str", nowhere, f".player_name gives {name!r} for {player}", "Return a name.")


def words(ask: Ask, spot: Spot, facts: Facts) -> None:
    """Check names, texts, boards and positions."""
    names(ask, spot, facts)
    text = ask(spot, "text")
    if not isinstance(text, str):
        ask.findings.add("text-str", spot, f".text gives {text!r}", "Return the state as a str.")
    board(ask, spot, facts)
    position(ask, spot)


def names(ask: Ask, spot: Spot, facts: Facts) -> None:
    """Check that each action has a distinct name."""
    found: dict[str, Action] = {}
    for action in facts.actions:
        name = ask(spot, "action_name", action)
        if not isinstance(name, str) or not name.strip():
            do = "Return the action's name, as a str."
            ask.findings.add("text-str", spot, f".action_name gives {name!r} for the action {action!r}", do)
            return
        if name in found:
            both = f"both {found[name]!r} and {action!r}"
            do = "People type names to act: give each action a distinct name."
            ask.findings.add("action_name-distinct", spot, f".action_name gives {name!r} for {both}", do)
            return
        found[name] = action


def board(ask: Ask, spot: Spot, facts: Facts) -> None:
    """Check that the board can be drawn, and that a click plays a legal action."""
    found = complaint(ask(spot, "board"), facts.actions)
    if found is not None and offers(ask.game, "board"):  # the default board is made of names and texts, checked above
        ask.findings.add("board-legal", spot, f".board {found[0]}", found[1])


def position(ask: Ask, spot: Spot) -> None:
    """Check that a written position reads back."""
    text = ask(spot, "write")
    if not isinstance(text, str):
        ask.findings.add("text-str", spot, f".write gives {text!r}", "Return the position as a str.")
        return
    do = "read(write(state)) must return the same state; write both methods, or neither."
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
