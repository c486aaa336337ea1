"""Numbers, values and results in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from countermove.action import between
from countermove.game import CHANCE, Action, Game, S, legal
from countermove.outcome import outcomes_of
from countermove.textbook import Decision, Score
from countermove.views.narrate import odds

MAX_LISTED = 30
MAX_SCORES = 300
"""The largest range of outcomes that are margins of a win, such as discs."""


def number(value: float, signed: bool = True) -> str:
    """A value as people write it.

    >>> number(1.0), number(-0.25), number(0.0), number(float("inf"))
    ('+1', '-0.25', '0', '+∞')
    """
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    text = f"{value:+.4g}" if signed else f"{value:.4g}"
    return "0" if float(text) == 0 else text


def scored(score: Score, signed: bool = True) -> str:
    """The score of an action.

    >>> scored(Score(3.0)), scored(Score(-1.0, "<="))
    ('+3', '≤ -1')
    """
    values = score.value if isinstance(score.value, tuple) else (score.value,)
    words = ", ".join(number(value, signed) for value in values)
    words = f"({words})" if isinstance(score.value, tuple) else words
    return {"=": "", "<=": "≤ ", ">=": "≥ "}[score.bound] + words


def count(things: int, thing: str, things_word: str = "") -> str:
    """A count with its noun.

    >>> count(1, "node"), count(1500, "node")
    ('1 node', '1,500 nodes')
    """
    return f"{things:,} {thing if things == 1 else things_word or thing + 's'}"


def looked(states: int | None, nodes: int) -> str:
    """The size of a search; states are not always counted.

    >>> looked(12, 30), looked(None, 1500)
    ('12 states, 30 nodes', '1,500 nodes')
    """
    return count(nodes, "node") if states is None else f"{count(states, 'state')}, {count(nodes, 'node')}"


def seconds(time: float) -> str:
    """A time span.

    >>> seconds(0.00042), seconds(1.234), seconds(75.0)
    ('0.0004 s', '1.23 s', '75 s')
    """
    return f"{time:.4f} s" if time < 0.01 else f"{time:.2f} s" if time < 10 else f"{time:.0f} s"


def speed(nodes: int, time: float) -> str:
    """Approximate nodes per second; empty if there are too few to measure.

    >>> speed(24_000_000, 1.0), speed(5, 0.0001)
    ('24 million a second', '')
    """
    if time < 0.001 or nodes < 100:
        return ""
    rate = nodes / time
    return f"{rate / 1e6:.3g} million a second" if rate >= 1e6 else f"{float(f'{rate:.3g}'):,.0f} a second"


def listed(words: Sequence[str], most: int = MAX_LISTED) -> str:
    """The words with commas (or semicolons, if they contain commas); long lists are truncated.

    >>> listed(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    more = len(words) - most
    return between(words).join(words[:most]) + (f" and {more:,} more" if more > 0 else "")


def names(game: Game[S], state: S) -> dict[Action, str]:
    """Every action of a state with a unique name, even if the game gives two the same."""
    given = {action: game.action_name(state, action) for action in legal(game, state)}
    twice = {name for name, times in Counter(given.values()).items() if times > 1}
    return {
        action: f"{name} (#{action if isinstance(action, int) else place})" if name in twice else name
        for place, (action, name) in enumerate(given.items(), 1)
    }


def mixed(game: Game[S], state: S, player: int, strategy: dict[int, float]) -> str:
    """The mixed strategy of a player, for simultaneous actions.

    >>> from countermove.games.rps import RockPaperScissors
    >>> game = RockPaperScissors()
    >>> mixed(game, game.initial(), 0, {0: 1 / 3, 1: 2 / 3})
    'rock 1/3, paper 2/3'
    """
    named = {game.choice_name(state, player, choice): chance for choice, chance in strategy.items()}
    if len(named) == 1:
        return f"always {next(iter(named))}"
    return ", ".join(f"{name} {odds(chance)}" for name, chance in named.items())


def line_names(game: Game[S], state: S, line: Iterable[Action]) -> list[str]:
    """A line of play in the game's notation."""
    names = []
    for action in line:
        names.append(game.action_name(state, action))
        state = game.result(state, action)
        if game.is_terminal(state) or game.player(state) == CHANCE:
            break
    return names


def verdict(game: Game, value: float, player: int) -> str:
    """The meaning of a proven value to `player`, in a game of wins and losses: "X wins"; else empty."""
    ends = ends_of(game)
    name = game.player_name(player)
    if ends is None:
        return ""
    lost, won = ends
    if value >= won:
        return f"{name} wins"
    if value <= lost:
        return f"{name} loses"
    return "draw" if value == game.neutral else ""


def outcome(game: Game[S], state: S, values: Sequence[float] | None = None) -> str:
    """The result of a finished game; `values` are the payoffs if the rules did not end it.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> outcome(game, game.read("XXXOO...."))
    'X wins'
    """
    if values is None:
        values = [float(game.utility(state, player)) for player in range(game.players)]
    ends = ends_of(game)
    if ends is not None and all(value in (*ends, game.neutral) for value in values):
        winner = next((player for player, value in enumerate(values) if value == ends[1]), None)
        return "draw" if winner is None else f"{game.player_name(winner)} wins"
    if (contest := _contest(game, values)) is not None:
        return contest
    if game.players == 1:
        return f"{game.player_name(0)} gets {number(values[0], False)}"
    return ", ".join(f"{game.player_name(player)} gets {number(value, False)}" for player, value in enumerate(values))


def _contest(game: Game, values: Sequence[float]) -> str | None:
    """Who wins where the score counts, or where one of many wins all; None where payoffs are just payoffs.

    >>> from countermove.games.othello import Othello
    >>> _contest(Othello(), [-12.0, 12.0])
    'White wins by 12'
    """
    if game.axes.payoff not in ("zero", "constant") or game.players < 2:
        return None
    best = max(values)
    winner = game.player_name(list(values).index(best))
    if game.players > 2:
        total = game.axes.total
        wins_all = total > 0 and best == total and min(values) == 0
        return f"{winner} wins" if wins_all else "draw" if total > 0 and len(set(values)) == 1 else None
    scores = game.outcomes
    if not isinstance(scores, range) or len(scores) > MAX_SCORES or game.neutral not in scores:
        return None
    return "draw" if values[0] == values[1] else f"{winner} wins by {number(best - game.neutral, False)}"


def ends_of(game: Game) -> tuple[float, float] | None:
    """The values of a loss and a win in a two-player game; None in a game of scores."""
    if game.players != 2 or game.axes.payoff not in ("zero", "constant"):
        return None
    outcomes = outcomes_of(game)
    if outcomes is not None:
        low, high = min(outcomes), max(outcomes)
        others = {abs(each - game.neutral) for each in outcomes} - {0.0}
        return (float(low), float(high)) if len(others) == 1 and low < high else None
    ends = (0.0, game.axes.total) if game.axes.total > 0 else (-1.0, 1.0)
    bounds = game.bounds(game.initial())[:2]
    return ends if all(math.isinf(bound) or bound == end for bound, end in zip(bounds, ends)) else None


def effort(decision: Decision) -> str:
    """How much a textbook search looked at."""
    nodes = count(decision.nodes, "node")
    if decision.visits:
        return f"{nodes}, {count(decision.leaves, 'simulation')}"
    return f"{nodes}, {count(decision.leaves, 'leaf', 'leaves')} visited"
