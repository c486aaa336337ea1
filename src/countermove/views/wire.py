"""Actions sent to a page and back: ints as they are, any other action by its name.

What comes back is looked up among the legal actions of the state, so a page cannot name an illegal one.
"""

from __future__ import annotations

from collections.abc import Iterable

from countermove.action import as_action, sent
from countermove.errors import SpecError
from countermove.game import CHANCE, Action, Game, S, legal
from countermove.views.words import names


def sent_actions(game: Game[S], state: S) -> dict[Action, int | str]:
    """Every legal action as sent to a page.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> list(sent_actions(game, game.initial()).values())[:3]
    [0, 1, 2]
    """
    actions = legal(game, state)
    if all(type(as_action(action)) is int for action in actions):
        return {action: as_action(action) for action in actions}
    return {action: sent(action, name) for action, name in names(game, state).items()}


def sent_action(game: Game[S], state: S, action: Action) -> int | str:
    """One legal action as sent to a page."""
    number = as_action(action)
    return number if type(number) is int else sent_actions(game, state)[action]


def sent_line(game: Game[S], state: S, line: Iterable[Action]) -> list[int | str]:
    """A line of play as sent to a page; it ends where the game does, or where chance acts."""
    encoded: list[int | str] = []
    for action in line:
        encoded.append(sent_action(game, state, action))
        state = game.result(state, action)
        if game.is_terminal(state) or game.player(state) == CHANCE:
            break
    return encoded


def received(game: Game[S], state: S, given: int | str) -> Action:
    """The legal action that a page means; SpecError if there is none.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> received(game, game.initial(), 4)
    4
    """
    known = sent_actions(game, state)
    for action, name in known.items():
        if name == given:
            return as_action(action)
    for action, name in known.items():
        if isinstance(name, str) and name == str(given):
            return action
    raise SpecError(f"{given} is not legal there.")
