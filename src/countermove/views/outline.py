"""The figure that opens every chapter on games: the first plies of a game, dots, and some of its ends.

    MAX (X)         empty board
    MIN (O)         X in a corner, on an edge, in the middle       symmetric positions are drawn once, with their number
    MAX (X)         O's replies
                    ⋮
    TERMINAL        a loss, a draw, a win, with their utilities

Nothing is searched.
"""

from __future__ import annotations

import random
from typing import Final

from countermove.drawn import require_board
from countermove.errors import SpecError
from countermove.game import CHANCE, Game, S, legal, offers, utility_of
from countermove.textbook import STANDARD, Conventions, is_max_side
from countermove.values import freeze
from countermove.views.figure import Figure, Item, Kind, worth

MAX_BRANCHES: Final = 7
"""Children drawn of one node; dots stand for the others."""
MAX_BOARDS: Final = 60
MAX_PLIES: Final = 400
"""The length of a random game that looks for an end."""
TRIES: Final = 300
ENDS: Final = 3


def outline(game: Game[S], state: S, plies: int = 2, title: str = "", conventions: Conventions = STANDARD) -> Figure:
    """The figure of a game from a state on.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> [child.label for child in outline(game, game.initial()).root.children]
    ['× 4', '× 4', '× 1']
    """
    if not offers(game, "board"):
        raise SpecError(f"{type(game).__name__} has no board to draw; an outline needs one.")
    root = _item(game, state, conventions)
    level: list[tuple[S, Item]] = [(state, root)]
    for _ in range(plies):
        below: list[tuple[S, Item]] = []
        for each, item in level:
            groups = _alike(game, each)
            for child, count in groups[:MAX_BRANCHES]:
                drawn = _item(game, child, conventions)
                drawn.label = f"× {count}" if offers(game, "canonical") else ""
                item.children.append(drawn)
                below.append((child, drawn))
            if len(groups) > MAX_BRANCHES:
                item.children.append(Item("more", hidden=len(groups) - MAX_BRANCHES))
        if len(below) > MAX_BOARDS:
            raise SpecError(f"{plies} plies take {len(below)} boards in a row; the limit is {MAX_BOARDS}. Give less.")
        level = below
    open_nodes = [(each, item) for each, item in level if not game.is_terminal(each)]
    _add_ends(game, open_nodes, conventions)
    return Figure(root, title)


def _alike(game: Game[S], state: S) -> list[tuple[S, int]]:
    """The states after each action, symmetric ones once, with their number."""
    found: dict[object, tuple[S, int]] = {}
    for action in () if game.is_terminal(state) else legal(game, state):
        child = game.result(state, action)
        key = freeze(game.canonical(child))
        first, count = found.get(key, (child, 0))
        found[key] = (first, count + 1)
    return list(found.values())


def _item(game: Game[S], state: S, conventions: Conventions) -> Item:
    board = require_board(game, state)
    if game.is_terminal(state):
        factor, shift = conventions.scale(game)
        value = f"= {worth(factor * utility_of(game, state, 0) + shift)}"
        return Item("leaf", title="TERMINAL", value=value, board=board)
    player = game.player(state)
    if player == CHANCE:
        return Item("chance", title=conventions.name(CHANCE), player=player, board=board)
    name = game.player_name(player)
    if game.players > 2 and not game.axes.teams:
        return Item("player", title=name, player=player, board=board)
    top = is_max_side(game, player)
    kind: Kind = "max" if top else "min"
    return Item(kind, title=f"{conventions.name(0 if top else 1)} ({name})", player=player, board=board)


def _add_ends(game: Game[S], level: list[tuple[S, Item]], conventions: Conventions) -> None:
    """Dots below the last boards, and below some of them an end of the game, from the worst for MAX to the best."""
    for _, item in level:
        item.children.append(Item("more"))
    if not level:
        return
    ends: dict[float, dict[int, S]] = {}
    rng = random.Random(1)
    for number in range(TRIES):
        at = number % len(level)
        state = level[at][0]
        for _ in range(MAX_PLIES):
            if game.is_terminal(state):
                ends.setdefault(utility_of(game, state, 0), {}).setdefault(at, state)
                break
            odds = list(game.chances(state)) if game.player(state) == CHANCE else []
            actions = [action for action, _ in odds] or legal(game, state)
            state = game.result(state, rng.choices(actions, [chance for _, chance in odds] or None)[0])
    values = sorted(ends)
    chosen = [values[0], values[len(values) // 2], values[-1]][:ENDS] if len(values) > 2 else values
    used: set[int] = set()
    for number, value in enumerate(chosen):
        wanted = (2 * number + 1) * len(level) // (2 * len(chosen))
        free = [at for at in ends[value] if at not in used]
        if free:
            at = min(free, key=lambda each: abs(each - wanted))
            used.add(at)
            level[at][1].children[-1].children.append(_item(game, ends[value][at], conventions))
