"""The laws of words and pictures: what people read, click and type must mean what they think it means."""

from __future__ import annotations

from countermove.board import Board
from countermove.check.ask import Ask, reason
from countermove.check.spot import Facts, Spot, alike, frozen
from countermove.game import CHANCE, Action

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
    """A click plays a legal action."""
    drawn = ask(spot, "board")
    if not isinstance(drawn, Board):
        ask.findings.add("board-legal", spot, f".board gives {drawn!r}", "Give a countermove.Board, as Board.of(rows).")
        return
    played = [(cell.action, "a cell that plays") for row in drawn.rows for cell in row if cell.action is not None]
    for action, what in played + [(action, "clicks that play") for action, _ in drawn.clicks]:
        if action not in facts.actions:
            why = "the game is over" if facts.over else "that is not legal"
            do = "Give a cell an action only where it is legal, and None elsewhere."
            ask.findings.add("board-legal", spot, f".board has {what} {action!r}, but {why}", do)
            return
    for action, places in drawn.clicks:
        for row, column in places:
            if not (0 <= row < len(drawn.rows) and 0 <= column < len(drawn.rows[row])):
                do = "A click is on a cell of the board: its row from the top and its column, from 0."
                ask.findings.add("board-legal", spot, f".board plays {action!r} by a click at {row, column}", do)
                return


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
