"""Sections 5 to 7 of the lectures: Grundy's game as problem reduction, systems that made history, and conventions."""

from __future__ import annotations

from functools import cache

from countermove import registry
from countermove.game import Game, State, legal
from countermove.lectures.item import Item, Run, Section, Table
from countermove.textbook import Conventions, minimax, run, trace
from countermove.values import freeze

PLUS_MINUS = Conventions(names="plus-minus")


@cache
def grundy_number(pile: int) -> int:
    """The Grundy number (nim-value) of a pile: the smallest that no split of it has.

    >>> [grundy_number(pile) for pile in range(1, 11)]
    [0, 0, 1, 0, 2, 1, 0, 2, 1, 0]
    """
    reached = {grundy_number(part) ^ grundy_number(pile - part) for part in range(1, (pile + 1) // 2)}
    return next(number for number in range(len(reached) + 1) if number not in reached)


def grundy() -> tuple[Table, ...]:
    """What is proved about a pile of 7, the winning replies, and Grundy numbers."""
    game = registry.load("grundy:n=7")
    misere = registry.load("grundy:n=7,misere=true")
    events, decision = trace(minimax(game))
    states = {game.write(event.state) for event in events}
    facts = (
        ("W(7+): PLUS, to move, can win", str(decision.value == 1.0).lower()),
        ("W(7-): PLUS can win when MINUS moves", str(run(minimax(game, game.read("7 -"))).value == 1.0).lower()),
        ("splits under best delay", _delay(game, game.initial())),
        ("states", len(states)),
        ("tree nodes", decision.nodes),
        ("leaves", decision.leaves),
        ("misere play: the first player wins", str(run(minimax(misere)).value == 1.0).lower()),
    )
    numbers = tuple((pile, grundy_number(pile)) for pile in range(1, 11))
    return (
        Table(("statement", ""), facts, "A pile of 7"),
        Table(("PLUS splits 7 into", "MINUS wins by"), _replies(game), "Every split has an answer"),
        Table(("pile", "Grundy number"), numbers, "Grundy numbers"),
    )


def _replies(game: Game) -> tuple[tuple[str, str], ...]:
    rows = []
    for action in game.actions(game.initial()):
        state = game.result(game.initial(), action)
        values = run(minimax(game, state)).values
        piles = [game.write(game.result(state, reply)).split()[0] for reply, s in values.items() if s.value == -1.0]
        rows.append((game.action_name(game.initial(), action), " or ".join(sorted(piles, reverse=True))))
    return tuple(rows)


def _delay(game: Game, state: State) -> int:
    """Actions to the end when the winner hurries and the loser delays."""
    known: dict[object, tuple[float, int]] = {}

    def ahead(state: State) -> tuple[float, int]:
        key = freeze(state)
        if key not in known:
            known[key] = best(state)
        return known[key]

    def best(state: State) -> tuple[float, int]:
        if game.is_terminal(state):
            return float(game.utility(state, 0)), 0
        sign = 1.0 if game.player(state) == 0 else -1.0
        options = [ahead(game.result(state, action)) for action in legal(game, state)]
        won = [left for value, left in options if value == sign]
        return (sign, 1 + min(won)) if won else (-sign, 1 + max(left for _, left in options))

    return ahead(state)[1]


SYSTEMS = Table(
    ("game", "year", "system", "what it showed"),
    (
        ("checkers", "1994", "Chinook", "a complete endgame database of 8 pieces"),
        ("checkers", "2007", "Chinook", "solved: a draw, with 39 trillion endgame states"),
        ("chess", "1997", "Deep Blue", "200 million positions per second, selected lines to 40 plies"),
        ("chess", "today", "programs on a PC", "more than 3200 Elo"),
        ("go", "1968", "Zobrist's program", "hashing of positions"),
        ("go", "2005-2014", "Monte Carlo tree search", "random games instead of an evaluation"),
        ("go", "2016", "AlphaGo", "a learned evaluation"),
        ("Pacman", "", "student projects", "several ghosts, depth in cycles"),
    ),
    "Systems",
)
SWITCHES = Table(
    ("convention", "on the command line", "variants"),
    (
        ("prune test", "--prune", ">= (two notes' code) or > (CS-208, the CS188 project)"),
        ("return", "--returns", "soft (the best value seen) or hard (clamped to the window)"),
        ("ply", "--ply", "action (one action) or cycle (all players once: CSINTSY, the CS188 project)"),
        ("depth of the root", "--root-depth", "0, or 1 (CS-208)"),
        ("payoff scale", "--payoff", "given, signed (+1, 0, -1) or unit (1, 1/2, 0)"),
        ("first window", "--window", "infinite, or utilities (the extreme ones)"),
        ("names", "--names", "max-min, plus-minus or agent-opponent"),
    ),
    "Switches",
)


SECTIONS = (
    Section(
        5,
        "Grundy's game and problem reduction",
        (
            Item(
                "grundy",
                "Grundy's game from a pile of 7",
                (32,),
                "One pile of 7; an action splits a pile into two unequal piles; a player who cannot act loses. Can "
                "PLUS, to "
                "move, "
                "win?",
                "No: W(7+) is false. MINUS answers 6-1 and 5-2 with 4-2-1, and 4-3 with 4-2-1 or 3-3-1; 7 is lost in 4 "
                "splits under best delay. W(7-) is true. In misere play the first player wins.",
                "To prove W(X+), one split must lead to a W(Y-) that holds (OR); to prove W(Y-), every split must "
                "lead to "
                "a W(Z+) that holds (AND). The tree has 24 nodes, 14 states and 7 leaves.",
                runs=(Run("grundy:n=7", "minimax", -1, "6-1", conventions=PLUS_MINUS),),
                tables=grundy,
            ),
        ),
    ),
    Section(
        6,
        "Systems in the notes",
        (
            Item(
                "systems",
                "Systems that made history",
                (),
                "What did the strong programs of each game contribute?",
                "Endgame databases (Chinook), speed and selected lines (Deep Blue), hashing (Zobrist), Monte Carlo "
                "tree "
                "search, learned evaluation (AlphaGo).",
                "All of them decide within limits. Bounded rationality and metareasoning: computing what to compute.",
                tables=lambda: (SYSTEMS,),
            ),
        ),
    ),
    Section(
        7,
        "Where the notes disagree",
        (
            Item(
                "conventions",
                "Conventions",
                (),
                "Which choices do courses make differently?",
                "Seven, each a named switch: prune test, return, ply, depth of the root, payoff scale, first window, "
                "names.",
                "No variant is wrong; the leaves visited and the numbers shown differ, the value and the action do "
                "not. "
                "Any lecture can be shown under any of them.",
                runs=(
                    Run([[7, 6, 5], [3, 1], [6, 5, 4, 9]], "alphabeta", 5, "Left", caption="On >=, fail-soft."),
                    Run(
                        [[7, 6, 5], [3, 1], [6, 5, 4, 9]],
                        "alphabeta",
                        5,
                        "Left",
                        conventions=Conventions(prune=">", returns="hard", root_depth=1, names="agent-opponent"),
                        caption="On >, fail-hard, from level 1, with other names.",
                    ),
                ),
                tables=lambda: (SWITCHES,),
            ),
        ),
    ),
)
